//! Bit-vector terms, and-inverter graphs, CNF and SAT engines. Knows nothing of programs or threads.
//!
//! ```text
//! Terms ──► Blaster ──► Aig ──► Cnf ──► Engine
//! hashed,    words to    hashed,  by       varisat, CaDiCaL
//! folded     circuits    2 levels polarity
//! ```
//!
//! Every step is incremental and lazy: only what an asserted or assumed term depends on is turned into gates,
//! and only the polarity in which a gate is used is turned into clauses. [`Solver`] holds the last four steps
//! together, and adds what the gates alone would hide from an engine (`congruence`); the [`Terms`] belong to the
//! caller, who must always pass the same store to one solver.
//!
//! [`transition`] asks further: what a system of states and steps can ever get to.
//!
//! An answer "no model" can be certified ([`Solver::certify`]): an engine logs a proof, and [`proof`] checks it.
//!
//! Operators are total, as in SMT-LIB: unsigned division by zero gives all ones, the remainder by zero the
//! dividend, signed division and remainder are built on absolute values, and a shift by the width or more
//! gives zero (or copies of the sign bit).

mod aig;
mod blast;
mod certify;
mod cnf;
mod congruence;
mod eliminate;
pub mod engine;
mod evaluate;
pub mod float;
mod planted;
pub mod proof;
mod solver;
mod stop;
mod term;
#[cfg(test)]
mod tests;
pub mod transition;

pub use certify::{Certificate, CertifyError};
pub use engine::EngineKind;
pub use evaluate::{Assignment, Evaluator};
pub use solver::{Answer, Solver, SolverOptions, Statistics};
pub use stop::{Stop, StopReason, StopWatch, resident_bytes};
pub use term::{Linear, Node, Substitution, TermId, Terms};
