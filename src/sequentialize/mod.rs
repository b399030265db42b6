//! Schedules of K rounds, as one formula over an event structure.
//!
//! Comes in: an [`EventStructure`](crate::events::EventStructure). Goes out: constraints whose models are the
//! runs with at most K rounds, and the way back from a model to a script that can be replayed. Knows neither C
//! nor the names of library functions.
//!
//! A new kind of schedule is a file that implements `sweep::Sweep`, a new model of memory one that implements
//! `memory::Memory`.

mod addresses;
mod canonical;
mod cells;
mod eager;
mod earliest;
mod encoding;
mod fewest;
mod form;
mod labels;
mod lazy;
mod memory;
mod naive;
#[cfg(feature = "planted-mistakes")]
mod planted_stops;
mod questions;
mod relevance;
mod standing;
mod sweep;
mod timetable;
mod witness;

pub use addresses::follow_addresses;
pub use encoding::Encoding;
pub use fewest::at_least;
pub use form::{Form, Runs, Schedule};
pub use labels::merge_labels;
pub use questions::{NothingSettled, Settled, StateClaim};
pub use standing::Stand;
pub use timetable::rounds_that_suffice;
pub use witness::{Destination, Violated, first_violation, script, script_to_state, violates_another};
