//! Where a run ends that reaches a bound: at the entry into a loop, or into a function that calls itself, that the
//! bound cuts off.
//!
//! Nothing in the program marks that place, and what follows it may go on forever without a step of the schedule. So
//! entries are counted the way unfolding counts them: into the body of a loop by `Iterations`; into a function, by the
//! activations that are there at the same time.

use super::iterations::{Before, Iterations};
use super::machine::{Frame, State};
use crate::ir::{FunctionId, LoopId, Program, ThreadId};

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
    iterations: Iterations,
    /// The thread has just come to the body of the loop for that time.
    has_entered: bool,
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
        Some(Until {
            thread,
            function,
            place,
            entered,
            iterations: Iterations::default(),
            has_entered: false,
        })
    }

    /// To be asked before the thread executes anything.
    pub fn before(&self, program: &Program, state: &State, thread: ThreadId) -> Option<Before> {
        (thread == self.thread).then(|| Before::of(program, state, thread)).flatten()
    }

    /// To be told afterwards.
    pub fn after(&mut self, program: &Program, state: &State, before: &Before) {
        let Place::Loop(id) = self.place else { return };
        let begun = self.iterations.after(program, state, self.thread, before);
        let is_own = state.frame(self.thread).is_some_and(|frame| frame.function == self.function);
        self.has_entered =
            is_own && begun.is_some_and(|(begun, number)| begun == id && number >= self.entered);
    }

    /// Whether the thread has just made the entry that is cut off.
    pub fn is_reached(&self, state: &State) -> bool {
        let Some(thread) = state.thread(self.thread) else { return false };
        let is_own = |frame: &&Frame| frame.function == self.function;
        match self.place {
            Place::Loop(_) => self.has_entered,
            Place::Function => thread.frames.iter().filter(is_own).count() >= self.entered as usize,
        }
    }
}
