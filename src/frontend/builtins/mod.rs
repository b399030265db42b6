//! Functions and constructs that mean more than their declaration: those of gcc, of verifiers, of our own models.

pub mod assembly;
pub mod assertion;
pub mod asynchronous;
pub mod atomic;
pub mod blocks;
pub mod cancellation;
pub mod cleanup;
pub mod compiler_builtins;
pub mod floating_builtins;
pub mod intrinsics;
pub mod known;
pub mod library_builtins;
pub mod overflow_builtins;
pub mod scan;
