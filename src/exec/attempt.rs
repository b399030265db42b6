//! What a thread would do next, tried on a copy of the state.
//!
//! Data races and deadlocks are about steps that have not happened yet: two threads about to access the same bytes,
//! or all threads unable to go on. Here the next indivisible step of a thread (one instruction, or an atomic
//! section) is executed on a copy, and what it touches or waits for is written down.

use super::choices::Choices;
use super::fault::Blockage;
use super::machine::{State, Status};
use super::observe::{Happening, Observer};
use super::step::{NextOp, Progress, advance, next_op};
use crate::ir::{ObjectId, Op, Program, ThreadId};

/// More instructions in one atomic section than this are given up.
const MOST_INSTRUCTIONS: usize = 5_000_000;

/// One access to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    pub object: ObjectId,
    pub offset: u64,
    pub bytes: u64,
    pub writes: bool,
    pub atomic: bool,
    /// The whole object is freed.
    pub frees: bool,
}

impl Touch {
    /// Whether the two must not happen at the same time in different threads.
    pub fn conflicts(&self, other: &Touch) -> bool {
        let overlap = self.object == other.object
            && (self.frees
                || other.frees
                || (self.offset < other.offset + other.bytes && other.offset < self.offset + self.bytes));
        overlap && (self.writes || other.writes) && !(self.atomic && other.atomic)
    }
}

/// What became of the next step of a thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// It can happen, or begin to if it is a section in which a property is violated; these are its accesses.
    Possible(Vec<Touch>),
    /// It waits for a lock or the like, or for a thread.
    Blocked(Blockage),
    /// The thread has ended.
    Ended,
    /// It is not running, is about to end the process, violates a property at once, or an assumption excludes it.
    Other,
}

/// Tries the next indivisible step of a thread that stands before a step.
pub fn attempt<C: Choices>(program: &Program, state: &State, thread: ThreadId, choices: &mut C) -> Attempt {
    if !state.is_running(thread) {
        let ended = state.thread(thread).is_some_and(|t| matches!(t.status, Status::Ended { .. }));
        return if ended { Attempt::Ended } else { Attempt::Other };
    }
    let mut copy = state.clone();
    let mut touches = Touches::default();
    for _ in 0..MOST_INSTRUCTIONS {
        let is_step = touches.prepare(program, &copy, thread);
        match advance(program, &mut copy, thread, choices, &mut touches) {
            Ok(Progress::Moved) => {}
            Ok(Progress::Blocked(blockage)) => return blocked(blockage),
            Ok(Progress::Ended | Progress::Killed) => return Attempt::Possible(touches.list),
            // What comes before a violation inside an atomic section happens.
            Ok(Progress::Violated(_)) if !touches.list.is_empty() => return Attempt::Possible(touches.list),
            Ok(Progress::Violated(_)) | Err(_) => return Attempt::Other,
        }
        if is_step && copy.atomic.is_none() {
            return Attempt::Possible(touches.list);
        }
    }
    Attempt::Other
}

/// How a blockage counts: an assumption that fails is no part of the program.
pub fn blocked(blockage: Blockage) -> Attempt {
    match blockage {
        Blockage::Wait(_) | Blockage::Join(_) | Blockage::JoinOfNobody(_) => Attempt::Blocked(blockage),
        Blockage::AtomicSectionOf(_) | Blockage::AssumeInAtomicSection => Attempt::Other,
    }
}

/// Collects the accesses of a run.
#[derive(Clone, Debug, Default)]
pub struct Touches {
    pub list: Vec<Touch>,
    atomic: bool,
}

impl Touches {
    /// To be called before every instruction; whether it is a step.
    pub fn prepare(&mut self, program: &Program, state: &State, thread: ThreadId) -> bool {
        let Some(NextOp::Op(op)) = next_op(program, state, thread) else { return false };
        let is_atomic =
            matches!(op, Op::Load { access, .. } | Op::Store { access, .. } if access.is_atomic());
        self.atomic = is_atomic || state.atomic == Some(thread);
        op.is_step()
    }
}

impl Observer for Touches {
    fn observe(&mut self, _: &State, _: ThreadId, happening: &Happening<'_>) {
        let (object, offset, bytes, writes, frees) = match *happening {
            Happening::Loaded { object, offset, ty, .. } => (object, offset, ty.bytes(), false, false),
            Happening::Stored { object, offset, ty, .. } => (object, offset, ty.bytes(), true, false),
            Happening::Freed { object: Some(object) } => (object, 0, 0, true, true),
            _ => return,
        };
        self.list.push(Touch { object, offset, bytes, writes, atomic: self.atomic, frees });
    }
}
