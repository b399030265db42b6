//! Where a program and a saved trace part.

use serde::{Deserialize, Serialize};

use crate::exec::{ReplayError, SavedScript};
use crate::source::Location;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Divergence {
    /// Index in the contexts of the script; their number if the program follows it to the end.
    pub context: usize,
    pub thread: u32,
    /// The steps of the context that were executed before.
    pub steps: u64,
    pub location: Option<Location>,
    pub message: String,
    /// The trace that was followed, for the text. Who reads a report has that trace in another file.
    #[serde(skip)]
    pub followed: Option<Followed>,
}

#[derive(Clone, Debug)]
pub struct Followed {
    pub contexts: usize,
    /// The property that was violated then.
    pub goal: String,
    /// The program has no such property any more.
    pub goal_is_lost: bool,
}

impl Divergence {
    pub(super) fn new(saved: &SavedScript, error: &ReplayError) -> Divergence {
        let followed = Followed {
            contexts: saved.script.contexts.len(),
            goal: saved.goal.clone(),
            goal_is_lost: saved.has_lost_its_goal(),
        };
        Divergence {
            context: error.context,
            thread: error.thread.0,
            steps: error.steps,
            location: error.location.clone(),
            message: error.divergence.to_string(),
            followed: Some(followed),
        }
    }
}
