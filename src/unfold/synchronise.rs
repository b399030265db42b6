//! Threads that are created and joined, and sections that are atomic.

use std::rc::Rc;

use bmc_solver::TermId;

use super::UnfoldError;
use super::calls::{Call, Callee, Targets};
use super::memory::{InstructionGroup, Site};
use super::pass::Unfolder;
use super::state::PathState;
use super::thread::{Creator, ThreadBuilder};
use crate::analysis::Values;
use crate::events::*;
use crate::ir::*;
use crate::source::{Diagnostic, Span};

impl Unfolder<'_> {
    /// `None` if the bound on threads cuts the path off.
    pub(super) fn create_thread(
        &mut self,
        state: &mut PathState,
        callee: Callee,
        argument: TermId,
        span: Span,
    ) -> Result<Option<ThreadId>, UnfoldError> {
        if self.threads.len() > self.options.threads as usize {
            self.mark(state, Bound::Threads { most: self.options.threads }, span);
            return Ok(None);
        }
        let thread = ThreadId::new(self.threads.len());
        let Targets { functions, known, other, is_all } = self.targets(callee);
        let is_claimed = callee.check.is_some_and(|property| (self.wanted)(property));
        self.leave_out_calls(state, other, span);
        // Where nobody asks, a replay must not take the step with something else.
        if !is_all && !is_claimed {
            self.demand(state, known, None, Unchecked::Callee, span);
        }
        self.step(state, StepKind::Thread(thread));
        if !is_all && is_claimed {
            self.demand(state, known, callee.check, Unchecked::Callee, span);
        }
        if state.path.is_dead() {
            return Ok(None);
        }
        self.escape_all(state, span);
        let mut label = InstructionGroup::default();
        let label = self.label(state, &mut label);
        let guard = state.path.guard();
        self.event(label, guard, EventKind::Create { thread }, Site::silent(span));
        let Some(function) = functions.iter().map(|target| target.0).min() else { return Ok(None) };
        let creator = Creator { thread: self.current, step: self.thread().steps.len(), span };
        let (store, joined) = (state.store.clone(), state.joined.clone());
        let first = PathState { store, joined, ..PathState::default() };
        let start = Call { callee, arguments: vec![argument], state: first };
        let no_result = self.no_result();
        let ThreadBuilder { objects, older_objects, .. } = self.thread();
        let older_objects = [older_objects.as_slice(), objects].concat();
        let builder = ThreadBuilder::new(start, function, Some(creator), no_result);
        self.threads.push(ThreadBuilder { older_objects, ..builder });
        Ok(Some(thread))
    }

    pub(super) fn join_thread(
        &mut self,
        state: &mut PathState,
        thread: TermId,
        span: Span,
    ) -> Result<Option<TermId>, UnfoldError> {
        self.step(state, StepKind::Plain);
        self.note_end_in_operand(state, false);
        // A number that is no thread's has no meaning to join; threads may also be unfolded only later.
        let values = self.values_of(thread);
        let known = self.threads.len().max(self.assumptions.thread_count()) as u128;
        let numbers = (1..=known).filter(|&number| values.contains(number));
        let numbers: Vec<u128> = numbers.collect();
        let width = self.program.pointers.pointer_bits;
        let mut threads = Vec::new();
        let mut possible = Values::none(width);
        for number in numbers {
            let id = ThreadId(number as u32 - 1);
            let constant = self.terms.constant(self.terms.width(thread), number);
            let condition = self.terms.eq(thread, constant);
            possible = possible.join(&self.assumptions.result(id, width));
            threads.push((condition, id));
        }
        let is_thread =
            self.terms.or_all(threads.iter().map(|(condition, _)| *condition).collect::<Vec<_>>());
        let mut joins_nobody = state.clone();
        self.follow_only_if(&mut joins_nobody, is_thread, Bound::Unchecked(Unchecked::Joined), span);
        // No one that could be meant ever ends: the thread waits forever.
        let waits_forever = possible.is_none();
        let result = match possible.as_constant() {
            None if waits_forever => self.no_result(),
            Some(constant) => self.terms.constant(width, constant),
            None => self.words().symbol(possible),
        };
        let mut label = InstructionGroup::default();
        let label = self.label(state, &mut label);
        if let [(TermId::TRUE, only)] = threads[..]
            && !state.joined.contains(&only)
        {
            Rc::make_mut(&mut state.joined).push(only);
        }
        let site = Site::silent(span);
        self.event(label, state.path.guard(), EventKind::Join { threads, result }, site);
        Ok((!waits_forever).then_some(result))
    }

    pub(super) fn begin_section(&mut self, state: &mut PathState) {
        self.step(state, StepKind::AtomicBegin);
        let label = self.label(state, &mut InstructionGroup::default());
        state.section = Some(state.section.map_or((label, 1), |(outer, depth)| (outer, depth + 1)));
    }

    pub(super) fn end_section(&mut self, state: &mut PathState, span: Span) -> Result<(), UnfoldError> {
        self.step(state, StepKind::AtomicEnd);
        state.section = match state.section {
            Some((_, 1)) => None,
            Some((label, depth)) => Some((label, depth - 1)),
            None => {
                let message = "an atomic section ends that was not begun";
                return Err(UnfoldError::Unsupported(Diagnostic::error(span, message)));
            }
        };
        Ok(())
    }
}
