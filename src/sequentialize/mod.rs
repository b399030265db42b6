//! Schedules of K rounds, as one formula over an event structure.
//!
//! Comes in: an [`EventStructure`](crate::unfold::EventStructure). Goes out: constraints whose models are the
//! runs with at most K rounds, and the way back from a model to a script that can be replayed. Knows neither C
//! nor the names of library functions.

mod addresses;
mod canonical;
mod cells;
mod earliest;
mod encoding;
mod fewest;
mod form;
mod labels;
mod lazy;
mod naive;
mod relevance;
mod standing;
mod witness;

pub use addresses::follow_addresses;
pub use canonical::uses_last_round;
pub use encoding::{Encoding, StateClaim, rounds_that_suffice};
pub use fewest::at_least;
pub use form::{Form, Runs, Schedule};
pub use labels::merge_labels;
pub use witness::{Destination, Violated, first_violation, script, script_to_state};
