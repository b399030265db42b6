//! The variables of the schedule: which labels each thread has passed by the end of each round.
//!
//! `done(t, l, r)`: thread `t` has passed label `l` by the end of round `r`. It grows with `r` and shrinks with `l`. A
//! label runs in the round in which its `done` changes. The variables are unary instead of a binary program counter,
//! because order constraints propagate both ways. They are the only nondeterminism that is added to the program.

use bmc_solver::{TermId, Terms};

use super::earliest::earliest_rounds;
use crate::events::{Event, EventKind, EventStructure, Thread};
use crate::ir::ThreadId;
use crate::planted::planted;
use crate::reductions::{Reduction, Reductions};

pub(super) struct Timetable {
    pub rounds: u32,
    /// By thread, label and round.
    done: Vec<Vec<Vec<TermId>>>,
    /// The first round in which a label can be passed.
    earliest: Vec<Vec<u32>>,
}

impl Timetable {
    /// No round yet.
    pub fn new(structure: &EventStructure, reductions: Reductions) -> Timetable {
        let threads = &structure.threads;
        Timetable {
            rounds: 0,
            done: threads.iter().map(|thread| vec![Vec::new(); thread.labels]).collect(),
            earliest: match reductions.contains(Reduction::Rounds) {
                true => earliest_rounds(threads),
                false => threads.iter().map(|thread| vec![1; thread.labels]).collect(),
            },
        }
    }

    /// One round more: labels are passed in order, and what is passed stays so.
    pub fn add_round(
        &mut self,
        terms: &mut Terms,
        structure: &EventStructure,
        constraints: &mut Vec<TermId>,
    ) {
        self.rounds += 1;
        for (of_thread, earliest) in self.done.iter_mut().zip(&self.earliest) {
            for (of_label, &first) in of_thread.iter_mut().zip(earliest) {
                let can_be = self.rounds >= first;
                of_label.push(if can_be { terms.variable(1) } else { TermId::FALSE });
            }
        }
        for (index, thread) in structure.threads.iter().enumerate() {
            let id = ThreadId::new(index);
            for label in 0..thread.labels {
                let here = self.done(id, label, self.rounds);
                if label > 0 && !planted!(StepsOutOfOrder) {
                    let before = self.done(id, label - 1, self.rounds);
                    constraints.push(terms.implies(here, before));
                }
                if !planted!(DoneIsForgotten) {
                    let earlier = self.done(id, label, self.rounds - 1);
                    constraints.push(terms.implies(earlier, here));
                }
            }
        }
    }

    /// Thread has passed the label by the end of the round; rounds count from 1, nothing is passed by round 0.
    pub fn done(&self, thread: ThreadId, label: usize, round: u32) -> TermId {
        match round {
            0 => TermId::FALSE,
            _ => self.done[thread.index()][label][round as usize - 1],
        }
    }

    /// The thread has passed the label in the end.
    pub fn passed(&self, thread: ThreadId, label: usize) -> TermId {
        self.done(thread, label, self.rounds)
    }

    /// The thread passes the label in the round.
    pub fn runs(&self, terms: &mut Terms, thread: ThreadId, label: usize, round: u32) -> TermId {
        let before = self.done(thread, label, round - 1);
        let not_before = terms.not(before);
        terms.and(self.done(thread, label, round), not_before)
    }

    pub fn variables(&self) -> impl Iterator<Item = TermId> {
        self.done.iter().flatten().flatten().copied().filter(|&done| done != TermId::FALSE)
    }

    /// Something happens in the last round.
    pub fn uses_last_round(&self, terms: &mut Terms) -> TermId {
        let mut any = Vec::new();
        for (index, labels) in self.done.iter().enumerate() {
            for label in 0..labels.len() {
                any.push(self.runs(terms, ThreadId::new(index), label, self.rounds));
            }
        }
        terms.or_all(any)
    }

    /// A variable that is true if the thread does something in the last round so far.
    pub fn context(
        &self,
        terms: &mut Terms,
        thread: &Thread,
        id: ThreadId,
        constraints: &mut Vec<TermId>,
    ) -> TermId {
        let context = terms.variable(1);
        for label in 0..thread.labels {
            let runs = self.runs(terms, id, label, self.rounds);
            constraints.push(terms.implies(runs, context));
        }
        context
    }

    /// A thread starts after it was created, and is joined after it has ended: what the event says of that in the last
    /// round so far.
    pub fn order_of_lives(
        &self,
        terms: &mut Terms,
        threads: &[Thread],
        (id, event): (ThreadId, &Event),
        constraints: &mut Vec<TermId>,
    ) {
        let round = self.rounds;
        match &event.kind {
            EventKind::Create { thread: child } => {
                let started = self.done(*child, 0, round);
                let passed = self.done(id, event.label, round);
                let created = terms.and(passed, event.guard);
                if !planted!(ThreadsStartUncreated) {
                    constraints.push(terms.implies(started, created));
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
                    constraints.push(terms.implies(joins, any));
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
    let main_labels = main.labels as u64 - first_create;
    let descents = labels(others).min(main_labels + labels(middle));
    if planted!(RoundsSufficeTooEarly) { descents.max(1) } else { 1 + descents }
}
