//! The event structure: what the threads of a program can do to each other, each thread executed once.
//!
//! Made by `unfold`, read by everybody who asks something about schedules. It says nothing about when events happen.

mod print;
mod structure;

pub use print::print_events;
pub use structure::*;
