//! What can be known of memory without a schedule: who shares what, and which values shared cells hold.
//!
//! The facts are found together with the unfolding (see `assumptions`), because both depend on which paths and
//! objects exist within the bounds. Knows nothing of schedules.

mod assumptions;
mod births;
mod cells;
mod facts;
mod objects;
mod term_values;
mod values;

pub use assumptions::{Assumptions, OrderPlace};
pub use births::BirthPlace;
pub use cells::{CellFacts, Writers, cuts_of};
pub use facts::Facts;
pub use objects::{ObjectKind, ObjectShape};
pub use term_values::TermValues;
pub use values::{Column, Piece, Values};
