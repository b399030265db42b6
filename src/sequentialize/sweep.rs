//! How the contexts of a round are put into the formula, one after the other.
//!
//! A sweep goes through the threads in the order of the schedule and through the events of each in program order. It
//! binds what reads yield to what the memory holds at that moment, and lets writes change it. Sweeps differ in what they
//! take as known when a context begins; all of them decide the same runs.

use bmc_solver::{StopReason, StopWatch, TermId, Terms};

use super::eager::Eager;
use super::form::Schedule;
use super::lazy::Lazy;
use super::memory::Memory;
use super::naive::Naive;
use super::relevance::Relevance;
use super::timetable::Timetable;
use crate::events::{Event, EventKind, EventStructure, Place};
use crate::ir::ThreadId;

pub(super) trait Sweep {
    /// Goes through the contexts of the round that the timetable has got last. Returns, by thread, a term that is implied
    /// by the thread doing something in it.
    fn add_round(&mut self, round: &mut Round<'_>) -> Result<Vec<TermId>, StopReason>;

    /// What is to be said once it is known which round is the last one.
    fn end(&mut self, _terms: &mut Terms, _structure: &EventStructure, _relevance: &mut Relevance) {}
}

pub(super) fn sweep_of(schedule: Schedule) -> Box<dyn Sweep> {
    match schedule {
        Schedule::Lazy => Box::new(Lazy),
        Schedule::Naive => Box::<Naive>::default(),
        Schedule::Eager => Box::new(Eager),
    }
}

/// A round in the making.
pub(super) struct Round<'a> {
    pub terms: &'a mut Terms,
    pub structure: &'a EventStructure,
    pub timetable: &'a Timetable,
    pub memory: &'a mut dyn Memory,
    /// What must hold.
    pub constraints: &'a mut Vec<TermId>,
    /// What reads yield.
    pub relevance: &'a mut Relevance,
    pub watch: &'a mut StopWatch,
}

/// An access, in the context of a round.
pub(super) struct Moment<'a> {
    pub thread: ThreadId,
    pub event: &'a Event,
    pub places: &'a [Place],
    /// The thread passes its label in this round.
    pub runs: TermId,
    /// No access comes before it in the context.
    pub is_first: bool,
}

impl<'a> Round<'a> {
    /// Visits the accesses of all contexts in order; says what creating and
    /// joining demand, and which contexts there are.
    pub fn sweep(
        &mut self,
        access: &mut dyn FnMut(&mut Round<'a>, Moment<'_>),
    ) -> Result<Vec<TermId>, StopReason> {
        let (structure, timetable) = (self.structure, self.timetable);
        let threads = &structure.threads;
        let mut contexts = Vec::with_capacity(threads.len());
        for (index, thread) in threads.iter().enumerate() {
            let id = ThreadId::new(index);
            contexts.push(timetable.context(self.terms, thread, id, self.constraints));
            let mut is_first = true;
            for event in &thread.events {
                go_on(self.watch)?;
                match &event.kind {
                    EventKind::Read { places, .. } | EventKind::Write { places, .. } => {
                        let runs = timetable.runs(self.terms, id, event.label, timetable.rounds);
                        access(self, Moment { thread: id, event, places, runs, is_first });
                        is_first = false;
                    }
                    EventKind::Create { .. } | EventKind::Join { .. } => {
                        timetable.order_of_lives(self.terms, threads, (id, event), self.constraints);
                    }
                }
            }
        }
        Ok(contexts)
    }
}

pub(super) fn go_on(watch: &mut StopWatch) -> Result<(), StopReason> {
    watch.requested().map_or(Ok(()), Err)
}
