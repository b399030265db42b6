//! What comes of all units together: which models of the library they need, and one program of what is reachable.

pub mod idle;
pub mod needed;
mod program;
mod reachable;

pub use program::link;
