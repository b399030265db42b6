//! A counterexample as data, and its renderers. Does not know how the violation was found.

mod json;
mod text;

pub use json::to_json;
pub use text::render_text;

use crate::ir::{PropertyKind, ThreadId};
use crate::source::Location;

/// A run that ends in a violation, as the interpreter confirmed it.
#[derive(Clone, Debug)]
pub struct Trace {
    pub violation: Violation,
    pub threads: Vec<ThreadName>,
    pub contexts: Vec<Context>,
    /// The variables the violated condition depends on, at the moment of the violation.
    pub state: Vec<Variable>,
    /// Changes of the running thread from one context to the next.
    pub context_switches: usize,
}

#[derive(Clone, Debug)]
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
}

/// A thread that is part of a race or a deadlock, and what it is about to do.
#[derive(Clone, Debug)]
pub struct Party {
    pub thread: ThreadId,
    /// `writes counter`, `waits in pthread_mutex_lock for b, held by T2`.
    pub action: String,
    pub location: Location,
    pub source: String,
    pub call_stack: Vec<Frame>,
    /// The locks it holds.
    pub holds: Vec<String>,
}

/// How a thread is called in every report: its number, start function, and where it was created.
#[derive(Clone, Debug)]
pub struct ThreadName {
    pub thread: ThreadId,
    pub function: String,
    /// `None` for main.
    pub created_at: Option<Location>,
}

/// What one thread does without being interrupted.
#[derive(Clone, Debug)]
pub struct Context {
    pub thread: ThreadId,
    pub round: u32,
    pub steps: Vec<Step>,
}

/// One source line's worth of effects: consecutive effects of the same line in the same call are one step.
#[derive(Clone, Debug)]
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

#[derive(Clone, Debug)]
pub struct Frame {
    pub function: String,
    /// The place of the call; `None` for the function the thread started with.
    pub called_at: Option<Location>,
}

#[derive(Clone, Debug)]
pub enum Effect {
    Read {
        variable: String,
        value: String,
    },
    Write {
        variable: String,
        value: String,
    },
    /// A local variable in a register got a value.
    Assign {
        variable: String,
        value: String,
    },
    /// A value that came from outside: `__VERIFIER_nondet_int` or an uninitialised variable.
    Input {
        variable: Option<String>,
        value: String,
    },
    Create {
        thread: ThreadId,
    },
    Join {
        thread: ThreadId,
    },
    /// In words, for whatever else is worth saying: `locks m`.
    Note(String),
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub value: String,
}
