//! The formula of an event structure, round by round.
//!
//! A round is added without taking anything back: what holds of the schedules with K rounds holds of the first K
//! rounds of longer ones, too. Only the questions (is a claim violated, is a bound reached, do threads race in the
//! last state) depend on which round is the last, and are asked anew. So a search with more rounds goes on with
//! the clauses of the one before, and with what was learnt from them.

use bmc_solver::{Stop, StopReason, StopWatch, Substitution, TermId, Terms};

use super::canonical::Canonical;
use super::cells::cells_that_matter;
use super::earliest::earliest_rounds;
use super::form::{Form, Runs, Schedule};
use super::relevance::Relevance;
use super::standing::Standing;
use super::{lazy, naive};
use crate::ir::{PropertyId, PropertyKind, ThreadId};
use crate::planted::planted;
use crate::reductions::Reduction;
use crate::unfold::*;

/// The runs of an event structure within a number of rounds.
pub struct Encoding {
    pub rounds: u32,
    pub form: Form,
    /// What must hold. A round that is added appends to it.
    pub constraints: Vec<TermId>,
    /// What reads yield that no claim and no condition of the schedule depends on. It never matters for whether
    /// there is a run, only for what the run does besides.
    pub details: Vec<TermId>,
    /// For each claim of the structure: it is violated at the end.
    pub claims: Vec<TermId>,
    /// Violations by the last state of all threads.
    pub states: Vec<StateClaim>,
    pub(super) standing: Option<Standing>,
    /// For each mark: a bound is reached.
    pub marks: Vec<TermId>,
    /// The number, from 1, of the mark at which an atomic section was cut off in its middle; 0 in the runs in which
    /// violations are looked for. `None` if no section can be.
    broken_at: Option<TermId>,
    /// `contexts[r][t]` is implied by thread `t` doing something in round `r` (from 0).
    pub contexts: Vec<Vec<TermId>>,
    /// By thread, label and round.
    done: Vec<Vec<Vec<TermId>>>,
    /// The first round in which a label can be passed.
    earliest: Vec<Vec<u32>>,
    /// What the cells hold at the end.
    pub(super) memory: Vec<Option<TermId>>,
    /// What the variables of reads stand for, if statements are repeated.
    pub(super) now: Substitution,
    canonical: Canonical,
    pub(super) relevance: Relevance,
}

/// The last state violates a property of the whole program.
#[derive(Clone, Copy, Debug)]
pub struct StateClaim {
    pub kind: PropertyKind,
    pub property: PropertyId,
    pub violated: TermId,
}

impl Encoding {
    /// No round yet.
    pub fn new(terms: &Terms, structure: &EventStructure, form: Form) -> Encoding {
        let EventStructure { threads, cells, .. } = structure;
        let mut relevance = Relevance::default();
        for &(symbol, binding) in &structure.definitions {
            relevance.bind(terms, symbol, binding);
        }
        Encoding {
            rounds: 0,
            form,
            constraints: Vec::new(),
            details: Vec::new(),
            claims: Vec::new(),
            states: Vec::new(),
            standing: None,
            marks: Vec::new(),
            broken_at: None,
            contexts: Vec::new(),
            done: threads.iter().map(|thread| vec![Vec::new(); thread.labels]).collect(),
            earliest: match form.reductions.contains(Reduction::Rounds) {
                true => earliest_rounds(threads),
                false => threads.iter().map(|thread| vec![1; thread.labels]).collect(),
            },
            memory: cells.iter().map(|cell| cell.initial).collect(),
            now: Substitution::default(),
            canonical: {
                let matters = match form.reductions.contains(Reduction::Relevance) {
                    true => cells_that_matter(terms, structure),
                    false => vec![true; cells.len()],
                };
                Canonical::new(threads.len(), matters)
            },
            relevance,
        }
    }

    /// Adds rounds, up to that many, and asks the questions of the last one. The stop is asked for every event in
    /// every round, since each may touch thousands of cells; an encoding that was stopped is of no use.
    pub fn extend_to(
        &mut self,
        terms: &mut Terms,
        structure: &EventStructure,
        rounds: u32,
        stop: &Stop,
    ) -> Result<(), StopReason> {
        let mut watch = stop.watch();
        while self.rounds < rounds {
            self.add_round(terms, structure, &mut watch)?;
        }
        self.ask(terms, structure, &mut watch)
    }

    fn add_round(
        &mut self,
        terms: &mut Terms,
        structure: &EventStructure,
        watch: &mut StopWatch,
    ) -> Result<(), StopReason> {
        self.rounds += 1;
        for (of_thread, earliest) in self.done.iter_mut().zip(&self.earliest) {
            for (of_label, &first) in of_thread.iter_mut().zip(earliest) {
                let can_be = self.rounds >= first;
                of_label.push(if can_be { terms.variable(1) } else { TermId::FALSE });
            }
        }
        self.order(terms, structure);
        go_on(watch)?;
        match self.form.schedule {
            Schedule::Lazy => lazy::add_round(terms, structure, self, watch)?,
            Schedule::Naive => naive::add_round(terms, structure, self, watch)?,
        }
        if self.form.runs == Runs::Shortest {
            let mut canonical = std::mem::take(&mut self.canonical);
            let constraints = canonical.add_round(terms, structure, self, watch)?;
            self.canonical = canonical;
            self.constraints.extend(constraints);
        }
        Ok(())
    }

    /// What depends on which round is the last one.
    fn ask(
        &mut self,
        terms: &mut Terms,
        structure: &EventStructure,
        watch: &mut StopWatch,
    ) -> Result<(), StopReason> {
        let rounds = self.rounds;
        let threads = &structure.threads;
        let cuts_sections = threads.iter().flat_map(|t| &t.requirements).any(|r| r.reason.is_cut());
        if cuts_sections && self.broken_at.is_none() {
            let bits = (structure.marks.len() + 1).ilog2() + 1;
            self.broken_at = Some(terms.variable(bits));
        }
        self.require(terms, threads);
        let whole = self.breaks_at(terms, None);
        self.claims.clear();
        for claim in &structure.claims {
            let passed = self.done(claim.thread, claim.label, rounds);
            self.claims.push(terms.and_all([passed, claim.violated, whole]));
        }
        self.marks.clear();
        for (index, mark) in structure.marks.iter().enumerate() {
            let passed = self.done(mark.thread, mark.label, rounds);
            let here = self.breaks_at(terms, Some(index));
            self.marks.push(terms.and_all([passed, mark.guard, here]));
        }
        self.bind_results(terms, threads);
        if self.form.schedule == Schedule::Naive {
            naive::bind_reads(terms, structure, self);
        }
        self.ask_for_states(terms, structure, watch)?;
        #[cfg(feature = "planted-mistakes")]
        crate::planted::stop_only_before_what_happens(terms, structure, self);
        let roots = self.constraints.iter().chain(&self.claims).copied();
        let states = self.states.iter().map(|state| state.violated);
        let needed = match self.form.reductions.contains(Reduction::Relevance) {
            true => self.relevance.take_needed(terms, roots.chain(states)),
            false => self.relevance.take_all(),
        };
        self.constraints.extend(needed);
        self.details = self.relevance.others();
        Ok(())
    }

    /// Adds what decides whether marks are reached. Only where there is no violation does anyone want to know.
    pub fn ask_for_marks(&mut self, terms: &Terms) {
        let needed = self.relevance.take_needed(terms, self.marks.iter().copied());
        self.constraints.extend(needed);
        self.details = self.relevance.others();
    }

    fn ask_for_states(
        &mut self,
        terms: &mut Terms,
        structure: &EventStructure,
        watch: &mut StopWatch,
    ) -> Result<(), StopReason> {
        self.states.clear();
        if structure.states.is_empty() {
            return Ok(());
        }
        let mut relevance = std::mem::take(&mut self.relevance);
        let standing = Standing::new(terms, structure, self, &mut relevance, watch)?;
        self.relevance = relevance;
        for &(kind, property) in &structure.states {
            let violated = match kind {
                PropertyKind::Race => standing.race(terms, structure.cells.len()),
                _ => standing.deadlock(terms),
            };
            let whole = self.breaks_at(terms, None);
            let violated = terms.and(violated, whole);
            self.states.push(StateClaim { kind, property, violated });
            go_on(watch)?;
        }
        self.standing = Some(standing);
        Ok(())
    }

    /// Some claim is violated.
    pub fn violations(&self) -> impl Iterator<Item = TermId> {
        self.claims.iter().copied().chain(self.states.iter().map(|state| state.violated))
    }

    /// Thread has passed the label by the end of the round; rounds count from 1, nothing is passed by round 0.
    pub fn done(&self, thread: ThreadId, label: usize, round: u32) -> TermId {
        match round {
            0 => TermId::FALSE,
            _ => self.done[thread.index()][label][round as usize - 1],
        }
    }

    /// The thread passes the label in the round.
    pub(super) fn runs(&self, terms: &mut Terms, thread: ThreadId, label: usize, round: u32) -> TermId {
        let before = self.done(thread, label, round - 1);
        let not_before = terms.not(before);
        terms.and(self.done(thread, label, round), not_before)
    }

    /// All variables that make up the schedule.
    pub fn schedule(&self) -> impl Iterator<Item = TermId> {
        self.done.iter().flatten().flatten().copied().filter(|&done| done != TermId::FALSE)
    }

    /// Labels are passed in order, and what is passed stays so.
    fn order(&mut self, terms: &mut Terms, structure: &EventStructure) {
        let round = self.rounds;
        for (index, thread) in structure.threads.iter().enumerate() {
            let id = ThreadId::new(index);
            for label in 0..thread.labels {
                let here = self.done(id, label, round);
                if label > 0 && !planted!(StepsOutOfOrder) {
                    let before = self.done(id, label - 1, round);
                    self.constraints.push(terms.implies(here, before));
                }
                if !planted!(DoneIsForgotten) {
                    let earlier = self.done(id, label, round - 1);
                    self.constraints.push(terms.implies(earlier, here));
                }
            }
        }
    }

    /// Conditions inside atomic sections: the section happens only when they hold.
    fn require(&mut self, terms: &mut Terms, threads: &[Thread]) {
        for (index, thread) in threads.iter().enumerate() {
            for requirement in &thread.requirements {
                let passed = self.done(ThreadId::new(index), requirement.label, self.rounds);
                let holds = match requirement.reason {
                    Reason::Waits | Reason::Assumed => requirement.holds,
                    Reason::Cut { mark } => {
                        let here = self.breaks_at(terms, Some(mark));
                        terms.or(requirement.holds, here)
                    }
                };
                self.constraints.push(terms.implies(passed, holds));
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

    /// A variable that is true if the thread does something in the last round so far.
    pub(super) fn note_context(&mut self, terms: &mut Terms, thread: &Thread, id: ThreadId) -> TermId {
        let context = terms.variable(1);
        for label in 0..thread.labels {
            let runs = self.runs(terms, id, label, self.rounds);
            self.constraints.push(terms.implies(runs, context));
        }
        context
    }

    /// What a join yields is what the thread returned.
    fn bind_results(&mut self, terms: &mut Terms, threads: &[Thread]) {
        for (index, thread) in threads.iter().enumerate() {
            for event in &thread.events {
                let EventKind::Join { threads: joined, result } = &event.kind else { continue };
                if terms.as_constant(*result).is_some() {
                    continue;
                }
                let passed = self.done(ThreadId::new(index), event.label, self.rounds);
                for &(condition, other) in joined {
                    let Some(target) = threads.get(other.index()) else { continue };
                    let joins = terms.and_all([passed, event.guard, condition]);
                    let equal = terms.eq(*result, target.result);
                    let binding = terms.implies(joins, equal);
                    self.relevance.bind(terms, *result, binding);
                }
            }
        }
    }

    /// A thread starts after it was created, and is joined after it has ended.
    pub(super) fn order_of_lives(
        &mut self,
        terms: &mut Terms,
        threads: &[Thread],
        id: ThreadId,
        event: &Event,
        round: u32,
    ) {
        match &event.kind {
            EventKind::Create { thread: child } => {
                let started = self.done(*child, 0, round);
                let passed = self.done(id, event.label, round);
                let created = terms.and(passed, event.guard);
                if !planted!(ThreadsStartUncreated) {
                    self.constraints.push(terms.implies(started, created));
                }
            }
            EventKind::Join { threads: joined, .. } => {
                let mut ended = Vec::new();
                for &(condition, other) in joined {
                    let Some(target) = threads.get(other.index()) else { continue };
                    // Threads with a lower number have already had their turn in this round.
                    let by = if other < id { round } else { round - 1 };
                    let passed = self.done(other, target.labels - 1, by);
                    let over = terms.and(passed, target.ends);
                    ended.push(terms.and(condition, over));
                }
                let any = terms.or_all(ended);
                let runs = self.runs(terms, id, event.label, round);
                let joins = terms.and(runs, event.guard);
                if !planted!(JoinDoesNotWait) {
                    self.constraints.push(terms.implies(joins, any));
                }
            }
            EventKind::Read { .. } | EventKind::Write { .. } => {}
        }
    }
}

/// A number of rounds that covers every schedule. A new round begins only where a thread is followed by one
/// with a lower number; each such descent needs a label of its own of a thread other than the last, after main
/// has created the first thread, and a label of its own of a thread other than main.
pub fn rounds_that_suffice(structure: &EventStructure) -> u64 {
    let labels = |range: &[Thread]| range.iter().map(|t| t.labels as u64).sum::<u64>();
    let is_create = |e: &&Event| matches!(e.kind, EventKind::Create { .. });
    let Some((main, others)) = structure.threads.split_first() else { return 1 };
    let Some((_, middle)) = others.split_last() else { return 1 };
    let first_create = main.events.iter().find(is_create).map_or(0, |e| e.label as u64 + 1);
    let main_groups = main.labels as u64 - first_create;
    let descents = labels(others).min(main_groups + labels(middle));
    if planted!(RoundsSufficeTooEarly) { descents.max(1) } else { 1 + descents }
}

pub(super) fn go_on(watch: &mut StopWatch) -> Result<(), StopReason> {
    watch.requested().map_or(Ok(()), Err)
}
