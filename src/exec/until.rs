//! Where a run ends that reaches a bound: at the entry into a loop, or into a function that calls itself, that the
//! bound cuts off.
//!
//! Nothing in the program marks that place, and what follows it may go on forever without a step of the schedule. So
//! entries are counted the way unfolding counts them: into the body of a loop since the loop was entered from outside,
//! in each activation by itself; into a function, by the activations that are there at the same time.

use super::machine::{Frame, State};
use crate::ir::{BlockId, FunctionId, LoopId, Program, ThreadId};

/// What a bound is about.
#[derive(Clone, Copy)]
enum Place {
    Loop(LoopId),
    Function,
}

pub(super) struct Until {
    thread: ThreadId,
    function: FunctionId,
    place: Place,
    /// The run ends with this entry.
    entered: u32,
    /// Per activation of the function that has met the loop: the number of its frame, and the entries.
    entries: Vec<(usize, u32)>,
}

/// The activation a thread is in, before it goes on.
pub(super) struct Before {
    depth: usize,
    /// The block that is about to be left, if one is.
    leaves: Option<BlockId>,
}

impl Until {
    /// By the name of the property, such as `main.unwind.0` or `f.recursion`. `None` if the program has nothing of
    /// that name, or the property is about something else.
    pub fn new(program: &Program, property: &str, thread: ThreadId, entered: u32) -> Option<Until> {
        let named = |name: &str| {
            program.functions.iter().position(|function| function.name == name).map(FunctionId::new)
        };
        let (function, place) = match (property.strip_suffix(".recursion"), property.rsplit_once(".unwind."))
        {
            (Some(name), _) => (named(name)?, Place::Function),
            (None, Some((name, number))) => {
                let (function, number) = (named(name)?, number.parse::<usize>().ok()?);
                let is_there = number < program.function(function).loops.len();
                (function, Place::Loop(is_there.then(|| LoopId::new(number))?))
            }
            (None, None) => return None,
        };
        Some(Until { thread, function, place, entered, entries: Vec::new() })
    }

    /// To be asked before the thread executes anything.
    pub fn before(&self, program: &Program, state: &State, thread: ThreadId) -> Option<Before> {
        if thread != self.thread {
            return None;
        }
        let depth = state.thread(thread)?.frames.len();
        let frame = state.frame(thread)?;
        let leaves = frame.instruction(program).is_none().then_some(frame.block);
        Some(Before { depth, leaves })
    }

    /// To be told afterwards.
    pub fn after(&mut self, program: &Program, state: &State, before: &Before) {
        let Place::Loop(id) = self.place else { return };
        let Some(thread) = state.thread(self.thread) else { return };
        let depth = thread.frames.len();
        self.entries.retain(|(of, _)| *of <= depth);
        let (Some(left), Some(frame)) = (before.leaves, thread.frames.last()) else { return };
        if before.depth != depth || frame.function != self.function {
            return;
        }
        let lp = &program.function(self.function).loops[id.index()];
        if frame.block == lp.first && !(lp.first..=lp.last).contains(&left) {
            self.entries.retain(|(of, _)| *of != depth);
        }
        if frame.block == lp.body {
            match self.entries.iter_mut().find(|(of, _)| *of == depth) {
                Some((_, count)) => *count += 1,
                None => self.entries.push((depth, 1)),
            }
        }
    }

    /// Whether the thread has just made the entry that is cut off.
    pub fn is_reached(&self, state: &State) -> bool {
        let Some(thread) = state.thread(self.thread) else { return false };
        let is_own = |frame: &&Frame| frame.function == self.function;
        match self.place {
            Place::Loop(_) => {
                let depth = thread.frames.len();
                self.entries.iter().any(|(of, count)| *of == depth && *count >= self.entered)
            }
            Place::Function => thread.frames.iter().filter(is_own).count() >= self.entered as usize,
        }
    }
}
