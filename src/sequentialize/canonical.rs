//! Every run in its shortest form: which schedules differ from shorter ones at all.
//!
//! Two steps of different threads depend on each other if they touch a common cell that matters (`cells`) and
//! one writes it, or if one creates or joins the other's thread. Runs that order dependent steps in the same way
//! end in the same state, as far as it matters. Of all such runs, one needs the fewest rounds: give each step
//! the earliest round its predecessors allow, that is the round of its predecessor in the same thread, the round
//! of a dependent step of a thread with a lower number, or the round after that of a dependent step of a thread
//! with a higher number, whichever is latest. Ordered by round, thread and program order this is again a run of
//! the same kind.
//!
//! In that form, the first step of a context (after round 1) depends on a step between this context and its
//! thread's turn in the round before. The constraints here say so. If no model with K+1 rounds uses the last
//! round, no run needs more than K rounds, and K rounds leave no schedule out: cutting a run in its shortest
//! form after round K+1 would give such a model.
//!
//! Conditions may be weaker than dependence (then more runs pass for canonical, and the answer stays safe),
//! never stronger.

use bmc_solver::{StopReason, StopWatch, TermId, Terms};

use super::sweep::go_on;
use super::timetable::Timetable;
use crate::events::*;
use crate::ir::ThreadId;
use crate::planted::planted;

/// What is known of the rounds so far.
pub(super) struct Canonical {
    /// What each thread did in the last one.
    previous: Vec<Effects>,
    /// Cells on which dependence counts.
    matters: Vec<bool>,
}

impl Canonical {
    pub fn new(threads: usize, matters: Vec<bool>) -> Canonical {
        Canonical { previous: vec![Effects::new(matters.len()); threads], matters }
    }

    /// Constraints on the last round so far that leave only runs in their shortest form.
    pub fn add_round(
        &mut self,
        terms: &mut Terms,
        structure: &EventStructure,
        timetable: &Timetable,
        watch: &mut StopWatch,
    ) -> Result<Vec<TermId>, StopReason> {
        let EventStructure { threads, cells, .. } = structure;
        let round = timetable.rounds;
        let mut constraints = Vec::new();
        let mut current: Vec<Effects> = Vec::with_capacity(threads.len());
        for (index, thread) in threads.iter().enumerate() {
            let id = ThreadId::new(index);
            if round > 1 {
                // What happened since this thread's turn in the round before.
                let since: Vec<&Effects> = self.previous[index + 1..].iter().chain(&current).collect();
                let window = Window { since, matters: &self.matters, timetable, round };
                window.license_contexts(terms, threads, id, &mut constraints, watch)?;
            }
            let mut effects = Effects::new(cells.len());
            for event in &thread.events {
                go_on(watch)?;
                let runs = timetable.runs(terms, id, event.label, round);
                let effective = terms.and(runs, event.guard);
                effects.note(terms, event, effective);
            }
            current.push(effects);
        }
        self.previous = current;
        Ok(constraints)
    }
}

/// Which cells one context reads and writes.
#[derive(Clone)]
struct Effects {
    read: Vec<TermId>,
    written: Vec<TermId>,
}

impl Effects {
    fn new(cells: usize) -> Effects {
        Effects { read: vec![TermId::FALSE; cells], written: vec![TermId::FALSE; cells] }
    }

    fn note(&mut self, terms: &mut Terms, event: &Event, effective: TermId) {
        let (places, table) = match &event.kind {
            EventKind::Read { places, .. } => (places, &mut self.read),
            EventKind::Write { places, .. } => (places, &mut self.written),
            EventKind::Create { .. } | EventKind::Join { .. } => return,
        };
        for place in places {
            let here = terms.and(effective, place.condition);
            for cell in &place.cells {
                table[cell.index()] = terms.or(table[cell.index()], here);
            }
        }
    }
}

/// The contexts between two turns of one thread.
struct Window<'a> {
    since: Vec<&'a Effects>,
    matters: &'a [bool],
    timetable: &'a Timetable,
    round: u32,
}

impl Window<'_> {
    /// A label that begins a context must depend on something in the window.
    fn license_contexts(
        &self,
        terms: &mut Terms,
        threads: &[Thread],
        id: ThreadId,
        constraints: &mut Vec<TermId>,
        watch: &mut StopWatch,
    ) -> Result<(), StopReason> {
        let thread = &threads[id.index()];
        let mut events = thread.events.iter().peekable();
        for label in 0..thread.labels {
            go_on(watch)?;
            let mut licences = Vec::new();
            while let Some(event) = events.next_if(|e| e.label == label) {
                let licence = self.licence(terms, threads, id, event);
                licences.push(terms.and(event.guard, licence));
            }
            if label == 0 && id != ThreadId(0) && !planted!(CreationGivesNoLicence) {
                licences.push(self.was_created(terms, threads, id));
            }
            let runs = self.timetable.runs(terms, id, label, self.round);
            let begins = match label {
                0 => runs,
                _ => {
                    let before = self.timetable.done(id, label - 1, self.round - 1);
                    terms.and(runs, before)
                }
            };
            let licensed = terms.or_all(licences);
            constraints.push(terms.implies(begins, licensed));
        }
        Ok(())
    }

    fn licence(&self, terms: &mut Terms, threads: &[Thread], id: ThreadId, event: &Event) -> TermId {
        let (places, writes) = match &event.kind {
            EventKind::Read { places, .. } => (places, false),
            EventKind::Write { places, .. } => (places, true),
            EventKind::Create { .. } => return TermId::FALSE,
            EventKind::Join { .. } if planted!(EndsGiveNoLicence) => return TermId::FALSE,
            EventKind::Join { threads: joined, .. } => return self.has_ended(terms, threads, id, joined),
        };
        let mut any = TermId::FALSE;
        for place in places {
            let mut touched = TermId::FALSE;
            for cell in place.cells.iter().filter(|cell| self.matters[cell.index()]) {
                for effects in &self.since {
                    touched = terms.or(touched, effects.written[cell.index()]);
                    if writes && !planted!(ReadsGiveNoLicence) {
                        touched = terms.or(touched, effects.read[cell.index()]);
                    }
                }
            }
            let here = terms.and(place.condition, touched);
            any = terms.or(any, here);
        }
        any
    }

    /// One of the joined threads came to its end in the window.
    fn has_ended(
        &self,
        terms: &mut Terms,
        threads: &[Thread],
        id: ThreadId,
        joined: &[(TermId, ThreadId)],
    ) -> TermId {
        let mut any = TermId::FALSE;
        for &(condition, other) in joined {
            let Some(target) = threads.get(other.index()) else { continue };
            let round = if other < id { self.round } else { self.round - 1 };
            let ends = self.timetable.runs(terms, other, target.labels - 1, round);
            let here = terms.and(condition, ends);
            any = terms.or(any, here);
        }
        any
    }

    /// The thread was created in the window; its creator has a lower number.
    fn was_created(&self, terms: &mut Terms, threads: &[Thread], id: ThreadId) -> TermId {
        let mut any = TermId::FALSE;
        for (index, creator) in threads[..id.index()].iter().enumerate() {
            for event in &creator.events {
                if matches!(event.kind, EventKind::Create { thread } if thread == id) {
                    let creates = self.timetable.runs(terms, ThreadId::new(index), event.label, self.round);
                    any = terms.or(any, creates);
                }
            }
        }
        any
    }
}
