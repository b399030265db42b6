//! What is asked about the runs: is a property violated, is a bound reached.
//!
//! An error is a state: a thread has passed a label and something does not hold, or the last state of all threads
//! together is a race or a deadlock. So the questions depend on which round is the last one, and are asked anew when
//! there are more.

use bmc_solver::{StopReason, StopWatch, TermId, Terms};

use super::memory::Memory;
use super::relevance::Relevance;
use super::standing::Standing;
use super::sweep::go_on;
use super::timetable::Timetable;
use crate::events::{Claim, EventKind, EventStructure, MilestoneKind, Reason, StepKind, Thread};
use crate::ir::{PropertyId, PropertyKind, ThreadId};
use crate::planted::planted;
use crate::source::Span;

/// What is known to be violated, and not looked for again.
pub trait Settled {
    /// It is not looked for, wherever that may be.
    fn is_violated(&self, property: PropertyId) -> bool;
    /// What a library function demands that is called here is known not to be so: that there is more of it is no news.
    fn has_failed(&self, call: Span) -> bool;
    /// An access here is part of a race that is known. A race is another one if that is not so of both its accesses.
    fn has_raced(&self, place: Span) -> bool;
    /// Somebody waits here in a deadlock that is known. A deadlock is another one if nobody waits at such a place.
    fn has_waited(&self, place: Span) -> bool;
}

/// The claim says nothing new.
pub(super) fn is_settled(claim: &Claim, settled: &dyn Settled) -> bool {
    settled.is_violated(claim.property) || claim.call.is_some_and(|call| settled.has_failed(call))
}

/// Nothing is known to be violated.
pub struct NothingSettled;

impl Settled for NothingSettled {
    fn is_violated(&self, _: PropertyId) -> bool {
        false
    }

    fn has_failed(&self, _: Span) -> bool {
        false
    }

    fn has_raced(&self, _: Span) -> bool {
        false
    }

    fn has_waited(&self, _: Span) -> bool {
        false
    }
}

#[derive(Default)]
pub(super) struct Questions {
    /// For each claim of the structure: it is violated at the end.
    pub claims: Vec<TermId>,
    /// For each claim: it is about the inside of an atomic section.
    in_sections: Vec<bool>,
    /// Violations by the last state of all threads.
    pub states: Vec<StateClaim>,
    /// For each mark: a bound is reached.
    pub marks: Vec<TermId>,
    pub standing: Option<Standing>,
    /// The number, from 1, of the mark at which an atomic section was cut off in its middle; 0 in the runs in which
    /// violations are looked for. `None` if no section can be.
    broken_at: Option<TermId>,
}

/// The last state violates a property of the whole program.
#[derive(Clone, Copy, Debug)]
pub struct StateClaim {
    pub kind: PropertyKind,
    pub property: PropertyId,
    pub violated: TermId,
}

impl Questions {
    /// Asks them of the rounds so far, and says what must hold for the run to count.
    pub fn ask(
        &mut self,
        terms: &mut Terms,
        structure: &EventStructure,
        timetable: &Timetable,
        constraints: &mut Vec<TermId>,
    ) {
        let threads = &structure.threads;
        let cuts_sections = threads.iter().flat_map(|t| &t.requirements).any(|r| r.reason.is_cut());
        if cuts_sections && self.broken_at.is_none() {
            let bits = (structure.marks.len() + 1).ilog2() + 1;
            self.broken_at = Some(terms.variable(bits));
        }
        self.require(terms, threads, timetable, constraints);
        let whole = self.breaks_at(terms, None);
        self.in_sections = claims_in_sections(structure);
        self.claims.clear();
        for claim in &structure.claims {
            let passed = timetable.passed(claim.thread, claim.label);
            self.claims.push(terms.and_all([passed, claim.violated, whole]));
        }
        self.marks.clear();
        for (index, mark) in structure.marks.iter().enumerate() {
            let passed = timetable.passed(mark.thread, mark.label);
            let here = self.breaks_at(terms, Some(index));
            self.marks.push(terms.and_all([passed, mark.guard, here]));
        }
    }

    /// Asks whether the last state is a race or a deadlock.
    pub fn ask_for_states(
        &mut self,
        terms: &mut Terms,
        structure: &EventStructure,
        (timetable, memory): (&Timetable, &dyn Memory),
        relevance: &mut Relevance,
        watch: &mut StopWatch,
    ) -> Result<(), StopReason> {
        self.states.clear();
        if structure.states.is_empty() {
            return Ok(());
        }
        let standing = Standing::new(terms, structure, (timetable, memory), relevance, watch)?;
        self.standing = Some(standing);
        for &(kind, property) in &structure.states {
            let violated = self.state(terms, structure, kind, &NothingSettled);
            self.states.push(StateClaim { kind, property, violated });
            go_on(watch)?;
        }
        Ok(())
    }

    /// The last state is a race or a deadlock that is not known.
    fn state(
        &self,
        terms: &mut Terms,
        structure: &EventStructure,
        kind: PropertyKind,
        settled: &dyn Settled,
    ) -> TermId {
        let Some(standing) = &self.standing else { return TermId::FALSE };
        let violated = match kind {
            PropertyKind::Race => standing.race(terms, structure.cells.len(), settled),
            _ => standing.deadlock(terms, settled),
        };
        let whole = self.breaks_at(terms, None);
        terms.and(violated, whole)
    }

    /// Something is violated that is not known.
    ///
    /// What is known may be violated in such a run: a thread that comes to a violation stops there, since its path goes
    /// on only where there is none, and to the others it looks as if it had stopped just before. Only what is violated
    /// inside an atomic section cannot be stopped before without leaving half of the section behind.
    pub fn open_violation(
        &self,
        terms: &mut Terms,
        structure: &EventStructure,
        settled: &dyn Settled,
    ) -> TermId {
        let (mut open, mut known, mut broken) = (Vec::new(), false, Vec::new());
        for (index, (claim, &violated)) in structure.claims.iter().zip(&self.claims).enumerate() {
            match is_settled(claim, settled) {
                false => open.push(violated),
                true => {
                    known = true;
                    if self.in_sections[index] {
                        broken.push(violated);
                    }
                }
            }
        }
        let states = structure.states.iter().filter(|(_, property)| !settled.is_violated(*property));
        open.extend(states.map(|&(kind, _)| self.state(terms, structure, kind, settled)));
        if planted!(OneViolationHidesOthers) && known {
            return TermId::FALSE;
        }
        let (open, broken) = (terms.or_all(open), terms.or_all(broken));
        let whole = terms.not(broken);
        terms.and(open, whole)
    }

    /// For each milestone: some run comes to it.
    pub fn milestones(
        &self,
        terms: &mut Terms,
        structure: &EventStructure,
        timetable: &Timetable,
    ) -> Vec<TermId> {
        let whole = self.breaks_at(terms, None);
        let reached = structure.milestones.iter().map(|one| {
            if planted!(AssertionsAreNeverReached) && one.kind != MilestoneKind::End {
                return TermId::FALSE;
            }
            let passed = timetable.passed(one.thread, one.label);
            terms.and_all([passed, one.guard, whole])
        });
        reached.collect()
    }

    /// Conditions inside atomic sections: the section happens only when they hold.
    fn require(
        &self,
        terms: &mut Terms,
        threads: &[Thread],
        timetable: &Timetable,
        constraints: &mut Vec<TermId>,
    ) {
        for (index, thread) in threads.iter().enumerate() {
            for requirement in &thread.requirements {
                let passed = timetable.passed(ThreadId::new(index), requirement.label);
                let holds = match requirement.reason {
                    Reason::Waits | Reason::Assumed => requirement.holds,
                    Reason::Cut { mark } => {
                        let here = self.breaks_at(terms, Some(mark));
                        terms.or(requirement.holds, here)
                    }
                };
                constraints.push(terms.implies(passed, holds));
            }
        }
    }

    /// The run is one in which a section may be cut off at the mark, or in which none is.
    fn breaks_at(&self, terms: &mut Terms, mark: Option<usize>) -> TermId {
        let Some(broken_at) = self.broken_at else { return TermId::TRUE };
        let number = mark.map_or(0, |index| index as u128 + 1);
        let number = terms.constant(terms.width(broken_at), number);
        terms.eq(broken_at, number)
    }
}

fn claims_in_sections(structure: &EventStructure) -> Vec<bool> {
    // For each thread, whether each of its steps comes inside a section: what begins on some paths only counts.
    let inside = |thread: &Thread| {
        let mut depth = 0u32;
        let mut inside = vec![false];
        for step in &thread.steps {
            match step.kind {
                StepKind::AtomicBegin => depth += 1,
                StepKind::AtomicEnd => depth = depth.saturating_sub(1),
                _ => {}
            }
            inside.push(depth > 0);
        }
        inside
    };
    let inside: Vec<Vec<bool>> = structure.threads.iter().map(inside).collect();
    structure.claims.iter().map(|claim| inside[claim.thread.index()][claim.steps]).collect()
}

/// What a join yields is what the thread returned.
pub(super) fn bind_results(
    terms: &mut Terms,
    threads: &[Thread],
    timetable: &Timetable,
    relevance: &mut Relevance,
) {
    for (index, thread) in threads.iter().enumerate() {
        for event in &thread.events {
            let EventKind::Join { threads: joined, result } = &event.kind else { continue };
            if terms.as_constant(*result).is_some() {
                continue;
            }
            let passed = timetable.passed(ThreadId::new(index), event.label);
            for &(condition, other) in joined {
                let Some(target) = threads.get(other.index()) else { continue };
                let joins = terms.and_all([passed, event.guard, condition]);
                let equal = terms.eq(*result, target.result);
                let binding = terms.implies(joins, equal);
                relevance.bind(terms, *result, binding);
            }
        }
    }
}
