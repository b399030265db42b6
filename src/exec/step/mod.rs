//! One instruction of one thread.
//!
//! `advance` executes the next instruction or terminator of a thread. It either completes and changes the state,
//! or it cannot go on now (`Blocked`) and changes nothing. Calls push an activation instead of recursing, so the
//! depth of the program's own recursion is a number in the state, not a depth of the host's stack.

mod activity;
mod calls;
mod compute;
mod objects;

use std::sync::Arc;

use self::activity::Activity;
use self::calls::Callee;
use super::choices::Choices;
use super::fault::{Blockage, Fault};
use super::machine::{State, Status};
use super::observe::{Happening, Observer};
use crate::ir::{Op, Operand, Program, PropertyId, Terminator, ThreadId};

/// Deeper calls are refused, so that endless recursion ends with an answer instead of an empty machine.
pub const DEEPEST_CALL: usize = 10_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    Moved,
    Blocked(Blockage),
    /// An assumption failed: the thread stops for ever, as if it were never scheduled again.
    Killed,
    /// The thread has ended, or stands before the end of the process.
    Ended,
    Violated(PropertyId),
}

/// What the thread would do next; `None` if it is not running.
pub fn next_op<'p>(program: &'p Program, state: &State, thread: ThreadId) -> Option<NextOp<'p>> {
    if !state.is_running(thread) {
        return None;
    }
    let frame = state.frame(thread)?;
    Some(frame.instruction(program).map_or(NextOp::Terminator, |instruction| NextOp::Op(&instruction.op)))
}

#[derive(Clone, Copy, Debug)]
pub enum NextOp<'p> {
    Op(&'p Op),
    Terminator,
}

impl NextOp<'_> {
    pub fn is_step(self) -> bool {
        matches!(self, NextOp::Op(op) if op.is_step())
    }
}

/// Executes one instruction or terminator.
pub fn advance<C: Choices, O: Observer>(
    program: &Program,
    state: &mut State,
    thread: ThreadId,
    choices: &mut C,
    observer: &mut O,
) -> Result<Progress, Fault> {
    if !state.is_running(thread) {
        return Err(Fault::NotRunning(thread));
    }
    if let Some(owner) = state.atomic.filter(|owner| *owner != thread) {
        return Ok(Progress::Blocked(Blockage::AtomicSectionOf(owner)));
    }
    let mut activity = Activity { program, state, thread, choices, observer };
    let frame = activity.frame();
    let Some(block) = frame.block(program) else {
        return Err(Fault::MissingBlock(frame.block));
    };
    match block.instructions.get(frame.index) {
        Some(instruction) => activity.instruction(&instruction.op),
        None => activity.terminator(&block.terminator),
    }
}

impl<C: Choices, O: Observer> Activity<'_, C, O> {
    fn instruction(&mut self, op: &Op) -> Result<Progress, Fault> {
        match op {
            Op::Copy { .. }
            | Op::Unary { .. }
            | Op::Binary { .. }
            | Op::Convert { .. }
            | Op::FloatBinary { .. }
            | Op::FloatUnary { .. }
            | Op::Select { .. }
            | Op::Displace { .. }
            | Op::BlockSize { .. }
            | Op::Room { .. }
            | Op::CurrentThread { .. } => self.compute(op),
            Op::Load { dst, address, ty, check, .. } => self.load(*dst, *address, *ty, *check),
            Op::Store { address, value, ty, access, check } => {
                self.store((*address, *access), *value, *ty, *check)
            }
            Op::Declare { local, size } => self.declare(*local, *size),
            Op::Nondet { dst } => self.input(*dst),
            Op::Choose { dst, leeway } => self.choose(*dst, *leeway),
            Op::Unsequenced { .. } | Op::Fence { .. } => self.done(),
            Op::EndLife { local } => self.end_lives(*local),
            Op::CheckLeaks { property } => self.check_leaks(*property),
            Op::Allocate { dst, size, contents } => self.allocate(*dst, *size, *contents),
            Op::Free { address, check } => self.free(*address, *check),
            Op::Call { dst, callee, arguments, signature, check } => {
                let callee = Callee { operand: *callee, signature: *signature, check: *check };
                self.call(*dst, callee, arguments)
            }
            Op::Assume { condition } => {
                if self.value(*condition)? != 0 {
                    return self.done();
                }
                if self.state.atomic == Some(self.thread) {
                    return Ok(Progress::Blocked(Blockage::AssumeInAtomicSection));
                }
                self.thread_mut().status = Status::Killed;
                Ok(Progress::Killed)
            }
            Op::Limit { condition, what } => {
                if self.value(*condition)? != 0 {
                    return self.done();
                }
                Err(Fault::NotFollowed(what.clone()))
            }
            Op::Wait { condition, object } => {
                if self.value(*condition)? != 0 {
                    return self.done();
                }
                Ok(Progress::Blocked(Blockage::Wait(self.value(*object)?)))
            }
            Op::Assert { condition, property } => {
                if self.value(*condition)? != 0 {
                    self.done()
                } else {
                    self.violate(*property, *condition, None)
                }
            }
            Op::Hold { address, held } => self.hold(*address, *held),
            Op::AtomicBegin => {
                self.report(&Happening::AtomicBegan);
                self.thread_mut().atomic_depth += 1;
                self.state.atomic = Some(self.thread);
                self.done()
            }
            Op::AtomicEnd => {
                self.report(&Happening::AtomicEnded);
                let thread = self.thread_mut();
                thread.atomic_depth = thread.atomic_depth.saturating_sub(1);
                if thread.atomic_depth == 0 {
                    self.state.atomic = None;
                }
                self.done()
            }
            Op::CreateThread { dst, function, argument, signature, check } => {
                let start = Callee { operand: *function, signature: *signature, check: *check };
                self.create(*dst, start, *argument)
            }
            Op::JoinThread { dst, thread } => self.join(*dst, *thread),
        }
    }

    fn hold(&mut self, address: Operand, held: bool) -> Result<Progress, Fault> {
        let lock = self.value(address)?;
        if held {
            // Who gets a lock that it holds already, because something has overwritten it, holds it once.
            if !self.current().held.contains(&lock) {
                self.thread_mut().held.push(lock);
            }
        } else {
            // Whoever releases a lock, nobody holds it afterwards.
            for thread in self.state.threads.values_mut().filter(|t| t.held.contains(&lock)) {
                Arc::make_mut(thread).held.retain(|known| *known != lock);
            }
        }
        self.done()
    }

    fn terminator(&mut self, terminator: &Terminator) -> Result<Progress, Fault> {
        match terminator {
            Terminator::Jump(target) => {
                self.report(&Happening::Branched {
                    condition: None,
                    backwards: *target <= self.frame().block,
                });
                self.jump(*target)
            }
            Terminator::Branch { condition, yes, no } => {
                let target = if self.value(*condition)? != 0 { *yes } else { *no };
                let backwards = target <= self.frame().block;
                self.report(&Happening::Branched { condition: Some(*condition), backwards });
                self.jump(target)
            }
            Terminator::Return(operand) => self.return_from_function(*operand),
            Terminator::ExitThread(operand) => {
                let result = self.value(*operand)?;
                self.report(&Happening::Ended);
                self.end_thread(result);
                Ok(Progress::Ended)
            }
            Terminator::ExitProcess => self.exit_process(),
            Terminator::Unreachable => {
                Err(Fault::NotFollowed("control comes to a place that the program calls unreachable".into()))
            }
        }
    }
}

/// The number by which programs know a thread.
pub fn thread_handle(thread: ThreadId) -> u128 {
    u128::from(thread.0) + 1
}
