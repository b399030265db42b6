//! Control flow: activations, blocks in source order, loops, merging of paths.
//!
//! An activation keeps the paths that wait at the start of each block and always goes on with the lowest
//! block. Blocks are numbered in source order, so whatever comes before a block has been unfolded when the
//! block is entered, and all paths that reach it are merged into one. A path that jumps back waits behind the
//! last block of the loop whose head it jumps to: all ways through one iteration come to its end before the next
//! iteration begins, whether they end in `continue`, `goto` or the end of the body, and the loop comes to its end
//! before anything behind it is looked at. The ranges of loops nest (`ir::verify`), so this works for any `goto`,
//! also into the middle of a loop.
//!
//! Paths that are inside different atomic sections cannot be merged, for what follows belongs to another section
//! on each; they go on one after the other until their sections have ended.
//!
//! Calls keep an explicit stack of activations, so that recursion in the program is none in here.

use std::cmp::Reverse;

use bmc_solver::TermId;

use super::UnfoldError;
use super::activation::{Activation, Turn};
use super::calls::{Call, Callee};
use super::pass::Unfolder;
use super::state::PathState;
use crate::events::{Bound, MilestoneKind};
use crate::ir::*;
use crate::source::Diagnostic;

/// What happens at `__builtin_unreachable` and the like.
const UNREACHABLE: &str = "runs that come to a place that the program calls unreachable";

/// What the instruction at hand does to control.
pub(super) enum Next {
    Continue,
    /// The path ends here.
    Stop,
    Call {
        callee: Callee,
        arguments: Vec<TermId>,
    },
}

/// A path that has returned, with the value if there is one.
pub(super) type Returned = (PathState, Option<TermId>);

impl Unfolder<'_> {
    /// Unfolds all of the current thread, from the call of its first function on. The paths that return from that, as one,
    /// with the value.
    pub(super) fn run(&mut self, start: Call) -> Result<Option<Returned>, UnfoldError> {
        let mut stack = Vec::new();
        let mut returned = self.enter(&mut stack, start, None)?;
        while let Some(top) = stack.last_mut() {
            if let Some(reason) = self.stop.requested() {
                return Err(UnfoldError::Stopped(reason));
            }
            if let Some((state, block, instruction)) = top.running.pop() {
                returned = self.run_block(&mut stack, state, block, instruction)?;
            } else if let Some((turn, paths)) = top.waiting.pop_first() {
                self.take_turn(top, turn, paths);
            } else {
                returned = self.leave(&mut stack)?;
            }
        }
        Ok(returned)
    }

    /// The paths whose turn it is begin another iteration, or go on as one.
    fn take_turn(&mut self, top: &mut Activation, turn: Turn, mut paths: Vec<PathState>) {
        if let Some(Reverse(id)) = turn.again {
            let function = self.program.function(top.function);
            let mut paths = self.without_idle(top, id, paths);
            if paths.is_empty() {
                return;
            }
            top.begin_iteration(function, id);
            let head = Turn { block: function.loops[id.index()].first, again: None };
            top.waiting.entry(head).or_default().append(&mut paths);
            return;
        }
        let section = paths.last().and_then(|state| state.section);
        let others: Vec<_> = paths.extract_if(.., |state| state.section != section).collect();
        if !others.is_empty() {
            top.waiting.insert(turn, others);
        }
        let Some(state) = self.merge(paths) else { return };
        self.note_head(top, turn.block, &state);
        if let Some(state) = self.count_iteration(top, turn.block, state) {
            top.running.push((state, turn.block, 0));
        }
    }

    /// Goes on from an instruction to the end of its block, or to where the path leaves it.
    fn run_block(
        &mut self,
        stack: &mut Vec<Activation>,
        mut state: PathState,
        block: BlockId,
        first: usize,
    ) -> Result<Option<Returned>, UnfoldError> {
        let program = self.program;
        let top = stack.last().expect("an activation is running");
        self.place = top.place;
        let body = program.function(top.function).block(block);
        for index in first..=body.instructions.len() {
            let top = stack.last_mut().expect("an activation is running");
            let Some(instruction) = body.instructions.get(index) else {
                self.terminate(top, state, block, body)?;
                return Ok(None);
            };
            let next = match self.execute(top, &mut state, block, index, instruction) {
                Ok(next) => next,
                Err(error) => {
                    let error = error.or_at(self.place.unwrap_or(instruction.span));
                    return Err(self.at_users_place(stack, error));
                }
            };
            match next {
                Next::Continue => {}
                Next::Stop => return Ok(None),
                Next::Call { callee, arguments } => {
                    let call = Call { callee, arguments, state };
                    let place = self.place.unwrap_or(instruction.span);
                    let entered = self.enter(stack, call, Some((block, index)));
                    return entered.map_err(|error| error.or_at(place));
                }
            }
            if state.path.is_dead() {
                return Ok(None);
            }
        }
        Ok(None)
    }

    fn terminate(
        &mut self,
        top: &mut Activation,
        mut state: PathState,
        block: BlockId,
        body: &Block,
    ) -> Result<(), UnfoldError> {
        let function = self.program.function(top.function);
        match &body.terminator {
            Terminator::Jump(target) => top.wait(function, block, *target, state),
            Terminator::Branch { condition, yes, no } => {
                let term = self.operand_in(function, &state, condition);
                let decided = self.words().values_on(&state.path, term).as_constant();
                self.note_exit(top, block, condition, [*yes, *no], decided);
                let not_term = self.terms.not(term);
                for (target, condition, value) in [(*no, not_term, 0), (*yes, term, 1)] {
                    match decided {
                        Some(known) if known != value => {}
                        Some(_) => top.wait(function, block, target, state.clone()),
                        None => {
                            let mut path = state.clone();
                            path.path.assume(&mut self.terms, condition);
                            top.wait(function, block, target, path);
                        }
                    }
                }
            }
            Terminator::Return(value) => {
                let value = value.as_ref().map(|v| self.operand_in(function, &state, v));
                top.returned.push((state, value));
            }
            Terminator::ExitThread(value) => {
                self.note_end_in_operand(&state, true);
                let value = self.operand_in(function, &state, value);
                let value = self.result_word(Some(value));
                if state.section.is_some() {
                    let message = "a thread ends inside an atomic section";
                    return Err(UnfoldError::Unsupported(Diagnostic::error(body.terminator_span, message)));
                }
                if self.current == ThreadId(0) {
                    self.milestone(&state, MilestoneKind::End);
                }
                self.thread().exits.push((state, value));
            }
            Terminator::ExitProcess => {
                self.note_end_in_operand(&state, false);
                self.milestone(&state, MilestoneKind::End);
                self.exit_process(&state);
            }
            Terminator::Unreachable => {
                let bound = Bound::NotFollowed { what: UNREACHABLE.to_string() };
                self.follow_only_if(&mut state, TermId::FALSE, bound, body.terminator_span);
            }
        }
        Ok(())
    }
}
