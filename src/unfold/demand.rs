//! What must hold for a path to go on: claims where somebody asks, marks where nobody does, requirements of sections.

use bmc_solver::TermId;

use super::control::Next;
use super::pass::Unfolder;
use super::state::PathState;
use crate::events::{Bound, Claim, Mark, Milestone, MilestoneKind, Reason, Requirement, Unchecked};
use crate::ir::PropertyId;
use crate::planted::planted;
use crate::source::Span;

impl Unfolder<'_> {
    pub(super) fn claim(&mut self, property: PropertyId, violated: TermId, label: usize, span: Span) {
        debug_assert!((self.wanted)(property), "what nobody asks about leaves a mark instead");
        if violated == TermId::FALSE {
            return;
        }
        if self.values_of(violated).as_constant() == Some(0) {
            return;
        }
        let steps = self.thread().steps.len();
        let (thread, call) = (self.current, self.place);
        self.found.claims.push(Claim { thread, label, steps, violated, property, span, call });
    }

    /// The condition must hold for the path to have a meaning. Where it may not, that is claimed if somebody asks, and
    /// marked if nobody does; the path goes on where it holds.
    pub(super) fn demand(
        &mut self,
        state: &mut PathState,
        condition: TermId,
        asked: Option<PropertyId>,
        demanded: Unchecked,
        span: Span,
    ) {
        match asked.filter(|&property| (self.wanted)(property)) {
            Some(property) => {
                let fails = self.terms.not(condition);
                let violated = self.terms.and(state.path.guard(), fails);
                self.claim(property, violated, state.label, span);
                state.path.assume(&mut self.terms, condition);
            }
            None if planted!(UncheckedPathsEndSilently) => state.path.assume(&mut self.terms, condition),
            None => self.follow_only_if(state, condition, Bound::Unchecked(demanded), span),
        }
    }

    /// The path goes on where the condition holds, and leaves a mark where it does not. What is wrong inside a model of
    /// the library is shown where the user calls it.
    pub(super) fn follow_only_if(
        &mut self,
        state: &mut PathState,
        condition: TermId,
        bound: Bound,
        span: Span,
    ) {
        let fails = self.terms.not(condition);
        if self.words().values_on(&state.path, fails).as_constant() != Some(0) {
            let mut beyond = state.clone();
            beyond.path.assume(&mut self.terms, fails);
            let place = self.place.unwrap_or(span);
            self.mark(&beyond, bound, place);
        }
        state.path.assume(&mut self.terms, condition);
    }

    pub(super) fn mark(&mut self, state: &PathState, bound: Bound, span: Span) {
        self.mark_entry(state, bound, 0, span);
    }

    pub(super) fn mark_entry(&mut self, state: &PathState, bound: Bound, entered: u32, span: Span) {
        let (thread, label, guard) = (self.current, state.label, state.path.guard());
        if guard == TermId::FALSE {
            return;
        }
        self.note_end_in_operand(state, false);
        let steps = self.thread().steps.len();
        if let Some((label, _)) = state.section {
            let holds = self.terms.not(guard);
            let reason = Reason::Cut { mark: self.found.marks.len() };
            let step = steps.saturating_sub(1);
            self.thread().requirements.push(Requirement { label, holds, step, reason, place: span });
        }
        self.found.marks.push(Mark { thread, label, steps, guard, bound, entered, span });
    }

    pub(super) fn milestone(&mut self, state: &PathState, kind: MilestoneKind) {
        let (thread, label, guard) = (self.current, state.label, state.path.guard());
        self.found.milestones.push(Milestone { thread, label, guard, kind });
    }

    /// The process ends. What other threads do afterwards they could also do before: no other thread can
    /// tell, so it is enough that this path stops. Only an atomic section has no moment between its effects
    /// and the end; there the section must not happen at all.
    pub(super) fn exit_process(&mut self, state: &PathState) {
        if let Some((label, _)) = state.section {
            let holds = self.terms.not(state.path.guard());
            let step = self.thread().steps.len().saturating_sub(1);
            let (reason, place) = (Reason::Assumed, Span::default());
            self.thread().requirements.push(Requirement { label, holds, step, reason, place });
        }
    }

    /// Outside an atomic section a failed assumption ends the path, leaving what it did before. Inside one,
    /// the section as a whole cannot happen (yet).
    pub(super) fn assume(&mut self, state: &mut PathState, condition: TermId) -> Next {
        if self.words().values_on(&state.path, condition).as_constant() != Some(1) {
            self.note_end_in_operand(state, false);
        }
        if state.section.is_some() {
            if !planted!(AssumptionsSplitSections) {
                return self.wait(state, condition, Reason::Assumed, Span::default());
            }
        } else if planted!(AssumptionsUndoTheStepBefore) {
            let (label, holds) = (state.label, self.terms.implies(state.path.guard(), condition));
            let (reason, place) = (Reason::Assumed, Span::default());
            self.thread().requirements.push(Requirement { label, holds, step: 0, reason, place });
        }
        state.path.assume(&mut self.terms, condition);
        Next::Continue
    }

    /// The atomic section happens only when the condition holds.
    pub(super) fn wait(
        &mut self,
        state: &mut PathState,
        condition: TermId,
        reason: Reason,
        span: Span,
    ) -> Next {
        let (label, _) = state.section.expect("the front end waits in atomic sections only");
        self.note_end_in_operand(state, false);
        let holds = self.terms.implies(state.path.guard(), condition);
        let step = self.thread().steps.len().saturating_sub(1);
        let place = self.place.unwrap_or(span);
        self.thread().requirements.push(Requirement { label, holds, step, reason, place });
        let impossible = self.values_of(condition).as_constant() == Some(0);
        if impossible { Next::Stop } else { Next::Continue }
    }
}
