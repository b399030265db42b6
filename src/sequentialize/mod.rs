//! Schedules of K rounds, as one formula over an event structure.
//!
//! Comes in: an [`EventStructure`](crate::unfold::EventStructure). Goes out: constraints whose models are the
//! runs with at most K rounds, and the way back from a model to a script that can be replayed. Knows neither C
//! nor the names of library functions.

mod canonical;
mod earliest;
mod fewest;
mod lazy;
mod naive;
mod relevance;
mod standing;
mod witness;

pub use canonical::uses_last_round;
pub use fewest::at_least;
pub use lazy::{
    Encoding, Form, Runs, StateClaim, Statements, encode, encode_unless_stopped, rounds_that_suffice,
};
pub use witness::{Destination, Violated, first_violation, script, script_to_state};
