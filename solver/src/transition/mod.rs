//! Transition systems: what a step does and what must never be possible, and ways to find out whether it is.
//!
//! ```text
//! System ──► houdini            candidates in, those that are inductive out
//! (words)──► btor2              for other checkers
//!    │
//!    ▼
//! Circuit ──► pdr               an invariant, or a run to something bad
//! (bits)  ◄─► aiger             from and for other checkers
//!    │
//!    ▼ clauses as terms
//! certificate ◄── assumed       the checker, and what it makes of an invariant
//! minimise                      an invariant in, what of it is needed out: for people to read
//! ```
//!
//! Nothing here knows of programs.

pub mod aiger;
mod assumed;
pub mod btor2;
pub mod certificate;
pub mod circuit;
pub mod houdini;
pub mod minimise;
pub mod pdr;
mod planted;
pub mod simulation;
pub mod system;
#[cfg(test)]
mod tests;
pub mod walks;

pub use circuit::{Circuit, Clause, LatchId, LatchLiteral, Origin};
#[cfg(feature = "planted-mistakes")]
pub use planted::{Mistake, enable, is_enabled};
pub use simulation::Refutation;
pub use system::{StateVariable, System};
