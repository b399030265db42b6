//! The program between C and the formula: typed registers, memory objects, basic blocks with spans.
//!
//! Comes from `frontend`; is read by `unfold` (symbolically) and `exec` (concretely), which must agree on
//! every detail said here. Knows neither C's syntax nor SAT.

pub mod entity;
mod program;
mod types;

pub use entity::*;
pub use program::*;
pub use types::*;
