//! Where a run ends that reaches a bound: at the entry into a loop, or into a function that calls itself, that the
//! bound cuts off.
//!
//! Nothing in the program marks that place, and what follows it may go on forever without a step of the schedule. So
//! entries are counted the way unfolding counts them: into the body of a loop by `Iterations`; into a function, by the
//! activations that are there at the same time.

use super::iterations::{Before, Iterations};
use super::machine::{Frame, State};
use crate::ir::{Program, Repetition, ThreadId};

pub(super) struct Until {
    thread: ThreadId,
    /// What the bound is about.
    of: Repetition,
    /// The run ends with this entry.
    entered: u32,
    iterations: Iterations,
    /// The thread has just come to the body of the loop for that time.
    has_entered: bool,
}

impl Until {
    pub fn new(of: Repetition, thread: ThreadId, entered: u32) -> Until {
        Until { thread, of, entered, iterations: Iterations::default(), has_entered: false }
    }

    /// To be asked before the thread executes anything.
    pub fn before(&self, program: &Program, state: &State, thread: ThreadId) -> Option<Before> {
        (thread == self.thread).then(|| Before::of(program, state, thread)).flatten()
    }

    /// To be told afterwards.
    pub fn after(&mut self, program: &Program, state: &State, before: &Before) {
        let Repetition::Loop { function, id } = self.of else { return };
        let begun = self.iterations.after(program, state, self.thread, before);
        let is_own = state.frame(self.thread).is_some_and(|frame| frame.function == function);
        self.has_entered =
            is_own && begun.is_some_and(|(begun, number)| begun == id && number >= self.entered);
    }

    /// Whether the thread has just made the entry that is cut off.
    pub fn is_reached(&self, state: &State) -> bool {
        let Some(thread) = state.thread(self.thread) else { return false };
        match self.of {
            Repetition::Loop { .. } => self.has_entered,
            Repetition::Recursion { function } => {
                let is_own = |frame: &&Frame| frame.function == function;
                thread.frames.iter().filter(is_own).count() >= self.entered as usize
            }
        }
    }
}
