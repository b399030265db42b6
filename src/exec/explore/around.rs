//! Threads that come back to where they were.
//!
//! Most states of a program with endless loops are met again, and then there is nothing new behind them. Three things are
//! in the way. Registers keep what nobody needs any more: that is forgotten. Objects are numbered as they are made, so a
//! thread that makes a local in every iteration would never be in the same state twice: locals that are gone, and that
//! nothing leads to, leave their numbers to others. And a thread may go around without doing anything that others notice:
//! then no state is compared at all, unless that is done on the way.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Point, hash_of};
use crate::exec::machine::{Frame, State, Status};
use crate::ir::{BlockId, FunctionId, Liveness, Program, ThreadId};

/// The states that one thread has been in at heads of loops without anything that others notice.
#[derive(Default)]
pub(super) struct Around {
    been: FxHashSet<u128>,
}

impl Around {
    /// How many states these are.
    pub fn count(&self) -> usize {
        self.been.len()
    }

    /// Whether the thread was in this state before; to be asked before each instruction. `has_stepped` tells apart what is
    /// equal but for what others have noticed.
    pub fn has_come_back(
        &mut self,
        forgetting: &mut Forgetting<'_>,
        point: &mut Point,
        thread: ThreadId,
        has_stepped: bool,
    ) -> bool {
        let begins_an_iteration = point.state.frame(thread).is_some_and(|frame| {
            let mut loops = forgetting.program.function(frame.function).loops.iter();
            frame.index == 0 && loops.any(|lp| lp.first == frame.block)
        });
        if !begins_an_iteration {
            return false;
        }
        forgetting.forget(&mut point.state);
        !self.been.insert(hash_of(&(&point.state, &point.iterations, has_stepped)))
    }
}

/// Where a function is, and whether it is so because of a call.
type Standing = (FunctionId, BlockId, usize, bool);

/// Leaves out of states what no run from there depends on.
pub(super) struct Forgetting<'a> {
    program: &'a Program,
    liveness: FxHashMap<FunctionId, Rc<Liveness>>,
    /// Registers that are not needed.
    idle: FxHashMap<Standing, Rc<[usize]>>,
}

impl<'a> Forgetting<'a> {
    pub fn new(program: &'a Program) -> Forgetting<'a> {
        Forgetting { program, liveness: FxHashMap::default(), idle: FxHashMap::default() }
    }

    pub fn forget(&mut self, state: &mut State) {
        let threads: Vec<ThreadId> = state.threads.keys().copied().collect();
        for number in threads {
            let thread = state.thread(number).expect("it is there");
            let makes_no_difference = thread.objects == 0
                && thread.frames.iter().enumerate().all(|(depth, frame)| {
                    let idle = self.idle(frame, depth + 1 < thread.frames.len());
                    idle.iter().all(|&register| frame.registers[register] == 0)
                });
            if makes_no_difference {
                continue;
            }
            let thread = state.thread_mut(number).expect("it is there");
            // Numbers are taken in order, so those that are free tell which is next.
            thread.objects = 0;
            let innermost = thread.frames.len().saturating_sub(1);
            for (depth, frame) in thread.frames.iter_mut().enumerate() {
                let idle = self.idle(frame, depth < innermost);
                idle.iter().for_each(|&register| frame.registers[register] = 0);
            }
        }
        if state.memory.has_locals_that_are_gone() {
            self.forget_locals(state);
        }
    }

    fn forget_locals(&self, state: &mut State) {
        let object = |address: u128| self.program.pointers.object(address);
        let mut meant = state.memory.objects_meant();
        for thread in state.threads.values() {
            for frame in &thread.frames {
                meant.extend(frame.registers.iter().copied().map(object));
                meant.extend(frame.locals.iter().flatten());
            }
            meant.extend(thread.held.iter().copied().map(object));
            if let Status::Ended { result } = thread.status {
                meant.insert(object(result));
            }
        }
        state.memory.forget_locals_but(&meant);
    }

    fn idle(&mut self, frame: &Frame, is_calling: bool) -> Rc<[usize]> {
        let program = self.program;
        let liveness = &mut self.liveness;
        let standing = (frame.function, frame.block, frame.index, is_calling);
        Rc::clone(self.idle.entry(standing).or_insert_with(|| {
            let function = program.function(frame.function);
            let liveness = liveness.entry(frame.function).or_insert_with(|| Liveness::of(function));
            let needed = match is_calling {
                true => liveness.after_call(function, frame.block, frame.index),
                false => liveness.before(function, frame.block, frame.index),
            };
            needed.iter_zeros().collect()
        }))
    }
}
