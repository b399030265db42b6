//! Transition systems against exhaustive exploration.

mod explicit;
mod search;
mod small_systems;
mod words;
