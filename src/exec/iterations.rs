//! How often a thread has gone around its loops, counted the way unfolding counts: by the jumps back to the head of
//! a loop since the loops around it began their present iteration, in each activation by itself.

use std::collections::BTreeMap;

use super::machine::State;
use crate::ir::{BlockId, LoopId, Program, ThreadId};

/// The loops of one thread's activations.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Iterations {
    /// By the number of the frame and the loop.
    jumps_back: BTreeMap<(usize, LoopId), u32>,
}

/// Where a thread is before it goes on.
pub(super) struct Before {
    depth: usize,
    /// The block that is about to be left, if one is.
    leaves: Option<BlockId>,
}

impl Before {
    pub fn of(program: &Program, state: &State, thread: ThreadId) -> Option<Before> {
        let depth = state.thread(thread)?.frames.len();
        let frame = state.frame(thread)?;
        Some(Before { depth, leaves: frame.instruction(program).is_none().then_some(frame.block) })
    }
}

impl Iterations {
    /// To be told after each instruction of the thread. If it has come to the body of a loop: which one, and the
    /// number of the iteration that begins, from one.
    pub fn after(
        &mut self,
        program: &Program,
        state: &State,
        thread: ThreadId,
        before: &Before,
    ) -> Option<(LoopId, u32)> {
        let frames = &state.thread(thread)?.frames;
        let depth = frames.len();
        self.jumps_back.retain(|(of, _), _| *of <= depth);
        let (left, frame) = (before.leaves?, frames.last()?);
        if before.depth != depth {
            return None;
        }
        let function = program.function(frame.function);
        if let Some(again) = function.loop_jumped_back_to(left, frame.block) {
            *self.jumps_back.entry((depth, again)).or_insert(0) += 1;
            self.jumps_back.retain(|(of, inner), _| *of != depth || !function.is_inside(*inner, again));
        }
        let body = LoopId::new(function.loops.iter().position(|lp| lp.body == frame.block)?);
        Some((body, 1 + self.jumps_back.get(&(depth, body)).copied().unwrap_or(0)))
    }
}
