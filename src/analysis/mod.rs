//! What can be known of memory without a schedule: who shares what, and which values shared cells hold.
//!
//! The facts are found together with the unfolding (see `assumptions`), because both depend on which paths and
//! objects exist within the bounds. Knows nothing of schedules.

mod assumptions;
mod facts;
mod term_values;
mod values;

pub use assumptions::{Assumptions, BirthPlace, CellFacts, ObjectKind, ObjectShape, OrderPlace, Writers};
pub use facts::Facts;
pub use term_values::TermValues;
pub use values::{Column, Piece, Values};
