//! The threads of a race or a deadlock: what each is about to do, and what it holds meanwhile.

use serde::{Deserialize, Serialize};

use super::Frame;
use super::json::WrittenParty;
use super::place::Place;
use super::value::Address;
use crate::ir::ThreadId;
use crate::source::Location;

/// A thread that is part of a race or a deadlock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "WrittenParty", from = "WrittenParty")]
pub struct Party {
    pub thread: ThreadId,
    pub action: Action,
    pub location: Location,
    pub source: String,
    pub call_stack: Vec<Frame>,
    /// The locks it holds.
    pub holds: Vec<Address>,
}

/// What a thread is about to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Action {
    Read {
        place: Place,
        atomic: bool,
    },
    Write {
        place: Place,
        atomic: bool,
    },
    /// The whole block.
    Free {
        place: Place,
        atomic: bool,
    },
    /// It waits, maybe in a library function, for a lock or the like.
    Wait {
        function: Option<String>,
        object: Address,
        held_by: Vec<ThreadId>,
    },
    /// It waits for a thread to end.
    Join {
        thread: ThreadId,
    },
    /// It cannot go on for a reason that is only known in words.
    Stuck {
        reason: String,
    },
}
