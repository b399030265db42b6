//! Transition systems against exhaustive exploration.

mod explicit;
mod search;
