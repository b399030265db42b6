//! The concrete interpreter of the IR: replays a schedule, explores all schedules of small programs.

mod script;

pub use script::{Choice, Script, ScriptContext};
