//! A counterexample as data, and its renderers. Does not know how the violation was found.
//!
//! What happened is kept as it is: places, values and deeds with their parts, never as a text that somebody would have
//! to take apart. The words for them are in one place (`words.rs`), and each format is a view.

mod effect;
mod json;
mod party;
mod place;
mod text;
mod value;
mod words;

pub use effect::{Deed, Effect, Fault, Verb};
pub use party::{Action, Party};
pub use place::{Maker, Part, Place, Qualification, Root};
pub use text::{headline, render_text};
pub use value::{Address, Integer, Value};

use serde::{Deserialize, Serialize};

use crate::ir::{PropertyKind, ThreadId};
use crate::source::Location;

/// A run that ends in a violation, as the interpreter confirmed it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trace {
    pub violation: Violation,
    pub threads: Vec<ThreadName>,
    pub contexts: Vec<Context>,
    /// The variables the violated condition depends on, at the moment of the violation.
    pub state: Vec<Variable>,
    /// Changes of the running thread from one context to the next.
    pub context_switches: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Violation {
    /// `consumer.assertion.1`
    pub property: String,
    pub kind: PropertyKind,
    /// `c >= 0`
    pub description: String,
    pub thread: ThreadId,
    pub location: Location,
    pub source: String,
    /// The user's own functions, outermost first.
    pub call_stack: Vec<Frame>,
    /// For a race and a deadlock: every thread that is part of it.
    pub parties: Vec<Party>,
    /// Functions without a body: if they return something else, this run does not end like this.
    #[serde(default)]
    pub depends_on: Vec<String>,
}

/// How a thread is called in every report: its number, start function, and where it was created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThreadName {
    pub thread: ThreadId,
    pub function: String,
    /// `None` for main.
    pub created_at: Option<Location>,
}

/// What one thread does without being interrupted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Context {
    pub thread: ThreadId,
    pub round: u32,
    pub steps: Vec<Step>,
}

/// One source line's worth of effects: consecutive effects of the same line in the same call are one step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// From 1, through the whole trace.
    pub number: usize,
    /// In the user's code: what a library model does is shown at the place of the call.
    pub location: Location,
    pub source: String,
    pub function: String,
    /// The user's own functions, outermost first; the last is `function`.
    pub call_stack: Vec<Frame>,
    pub effects: Vec<Effect>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Frame {
    pub function: String,
    /// The place of the call; `None` for the function the thread started with.
    pub called_at: Option<Location>,
}

/// A variable with its value at the end of the run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "json::WrittenVariable", from = "json::WrittenVariable")]
pub struct Variable {
    pub place: Place,
    pub value: Value,
    pub life: Life,
}

/// Whether an object still exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Life {
    Alive,
    /// A heap block.
    Freed,
    /// A local whose function has returned, or that was declared anew.
    Over,
}
