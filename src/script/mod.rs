//! What decides a run: who runs when, and every value the program does not compute itself.

mod written;

use serde::{Deserialize, Serialize};

use self::written::WrittenChoice;
use crate::ir::{ObjectId, PropertyId, ThreadId};

/// A schedule with its inputs. Replaying the same script on the same program gives the same run.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// Who runs for how many steps (`Op::is_step`), in order. Between steps a thread also executes everything
    /// up to, but not including, its next step; the last context runs on until the violation.
    pub contexts: Vec<ScriptContext>,
    /// Per thread, in the order in which the thread asks.
    pub choices: Vec<Vec<Choice>>,
    /// Where the run must end.
    pub goal: Option<PropertyId>,
    /// Of a run that ends in a race: between these two threads, whoever else may race there.
    pub racing: Option<[ThreadId; 2]>,
    /// Nothing but the goal is looked for: a thread that violates another property stops there.
    pub only_goal: bool,
    /// Of a run that ends at the bound of a loop or of a recursion: how often that has been entered when it ends.
    pub entered: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScriptContext {
    pub thread: ThreadId,
    pub round: u32,
    pub steps: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "WrittenChoice", try_from = "WrittenChoice")]
pub enum Choice {
    /// For `Op::Nondet`.
    Value(u128),
    /// For `Op::Declare` and `Op::Allocate`: the number of the new object, and its first contents (bytes
    /// missing at the end are zero; ignored if the block is zeroed).
    ///
    /// Also for the thread-local globals of a thread other than main, in the order of their numbers and before
    /// every other choice of that thread; their contents are the initial ones of the global.
    Object { object: ObjectId, contents: Vec<u8> },
    /// For `Op::CreateThread`: the number of the new thread.
    Thread(ThreadId),
}
