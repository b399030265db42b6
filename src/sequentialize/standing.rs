//! The last state of a run: where every thread stands, and what it would do next.
//!
//! A data race and a deadlock are not places in the program but states of all threads together. Every run has a
//! last state, and every state is the last one of some run, so it is enough to look at last states.
//!
//! A thread *stands before* a label if it has passed the one before it and not this one. What it would do next is
//! found by letting the label happen once more on a copy of the last memory, for the sake of the argument: the
//! symbols of its reads are free as long as it has not run, and get the values it would read now. Then
//!
//! - it is *able* to go on if all requirements of the label hold,
//! - it is *blocked* if it waits for one that does not hold, or for a thread that has not ended.
//!
//! A **race** is a state in which two threads are able to access the same cell, one of them to write it, and not
//! both atomically. Accesses that move (see `sequentialize::labels`) never race: that is why they move.
//!
//! A **deadlock** is a state in which some thread is blocked and every other one is blocked, has ended or was
//! never created. A thread that was stopped by an assumption or a bound is none of these, nor is main when it has
//! returned, for then there is nothing left to wait in.

use bmc_solver::{Evaluator, StopReason, StopWatch, TermId, Terms};

use super::memory::Memory;
use super::questions::Settled;
use super::relevance::Relevance;
use super::sweep::go_on;
use super::timetable::Timetable;
use crate::events::*;
use crate::ir::{PropertyKind, ThreadId};
use crate::planted::planted;
use crate::source::Span;

/// A thread before a step that matters for a violation of the whole program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    pub thread: ThreadId,
    /// The step, as an index in the thread's list.
    pub step: usize,
    pub place: Span,
    /// It waits for a thread to end.
    pub joins: bool,
}

/// Terms about the last state, per thread.
pub(super) struct Standing {
    threads: Vec<ThreadStanding>,
}

struct ThreadStanding {
    created: TermId,
    ended: TermId,
    accesses: Vec<NextAccess>,
    waits: Vec<NextWait>,
}

/// An access that the thread is able to make next, under a condition.
struct NextAccess {
    cell: CellId,
    happens: TermId,
    writes: bool,
    atomic: bool,
    step: usize,
    place: Span,
}

struct NextWait {
    blocked: TermId,
    step: usize,
    place: Span,
    joins: bool,
}

impl Standing {
    pub fn new(
        terms: &mut Terms,
        structure: &EventStructure,
        (timetable, memory): (&Timetable, &dyn Memory),
        relevance: &mut Relevance,
        watch: &mut StopWatch,
    ) -> Result<Standing, StopReason> {
        let looks_for = |kind| structure.states.iter().any(|(known, _)| *known == kind);
        let (races, deadlocks) = (looks_for(PropertyKind::Race), looks_for(PropertyKind::Deadlock));
        let threads = &structure.threads;
        // More rounds may be added later, and then this is not the last state any more.
        let last = terms.variable(1);
        let ended: Vec<TermId> = (0..threads.len())
            .map(|index| {
                let passed = timetable.passed(ThreadId::new(index), threads[index].labels - 1);
                terms.and(passed, threads[index].ends)
            })
            .collect();
        let mut standing = Vec::with_capacity(threads.len());
        for (index, thread) in threads.iter().enumerate() {
            let id = ThreadId::new(index);
            let created = created(terms, threads, timetable, id);
            let mut here =
                ThreadStanding { created, ended: ended[index], accesses: Vec::new(), waits: Vec::new() };
            for label in 0..thread.labels {
                go_on(watch)?;
                let events: Vec<&Event> = thread.events.iter().filter(|e| e.label == label).collect();
                let requirements: Vec<&Requirement> =
                    thread.requirements.iter().filter(|r| r.label == label).collect();
                let claims: Vec<&Claim> =
                    structure.claims.iter().filter(|c| (c.thread, c.label) == (id, label)).collect();
                let attempt = Attempt { events: &events, requirements: &requirements, claims: &claims };
                let waits = deadlocks && attempt.may_wait();
                let races = races && attempt.may_race();
                if !waits && !races {
                    continue;
                }
                let stands = match label {
                    0 => {
                        let started = timetable.passed(id, 0);
                        let not_started = terms.not(started);
                        terms.and(created, not_started)
                    }
                    _ => {
                        let before = timetable.passed(id, label - 1);
                        let passed = timetable.passed(id, label);
                        let not_passed = terms.not(passed);
                        terms.and(before, not_passed)
                    }
                };
                let stands = terms.and(stands, last);
                attempt.bind_reads(terms, (id, memory), stands, relevance);
                if races {
                    attempt.accesses(terms, stands, &mut here.accesses);
                }
                if waits {
                    attempt.waits(terms, stands, &ended, &mut here.waits);
                }
            }
            standing.push(here);
        }
        Ok(Standing { threads: standing })
    }

    /// A deadlock that is not known: see [`is_known_deadlock`].
    pub fn deadlock(&self, terms: &mut Terms, settled: &dyn Settled) -> TermId {
        let mut all = Vec::with_capacity(self.threads.len() + 1);
        let (mut waiting, mut joining, mut joining_as_known) = (Vec::new(), Vec::new(), Vec::new());
        for thread in &self.threads {
            let mut here = vec![terms.not(thread.created), thread.ended];
            for wait in &thread.waits {
                let known = settled.has_waited(wait.place);
                match wait.joins {
                    true if known => joining_as_known.push(wait.blocked),
                    true => joining.push(wait.blocked),
                    false if known => continue,
                    false => waiting.push(wait.blocked),
                }
                here.push(wait.blocked);
            }
            all.push(terms.or_all(here));
        }
        let (waiting, joining) = (terms.or_all(waiting), terms.or_all(joining));
        let not_as_known = terms.or_all(joining_as_known);
        let not_as_known = terms.not(not_as_known);
        let only_joining = terms.and(joining, not_as_known);
        all.push(terms.or(waiting, only_joining));
        terms.and_all(all)
    }

    /// A race of which one access is at a place that is not known for it.
    pub fn race(&self, terms: &mut Terms, cells: usize, settled: &dyn Settled) -> TermId {
        let mut races = Vec::new();
        // Per cell, what the threads seen so far may do with it, and what of that would be new.
        let mut before = vec![[Intentions::NONE; 2]; cells];
        for thread in &self.threads {
            let mut here: Vec<(CellId, [Intentions; 2])> = Vec::new();
            for access in &thread.accesses {
                let position = here.iter().position(|(cell, _)| *cell == access.cell);
                let position = position.unwrap_or_else(|| {
                    here.push((access.cell, [Intentions::NONE; 2]));
                    here.len() - 1
                });
                let [all, new] = &mut here[position].1;
                all.add(terms, access);
                if !settled.has_raced(access.place) {
                    new.add(terms, access);
                }
            }
            for (cell, [all, new]) in here {
                let [others, new_others] = &mut before[cell.index()];
                races.push(new.conflict(terms, others));
                races.push(all.conflict(terms, new_others));
                others.join(terms, &all);
                new_others.join(terms, &new);
            }
        }
        terms.or_all(races)
    }

    /// Two threads that race in the model, before the steps that conflict.
    pub fn racing(&self, evaluator: &mut Evaluator<'_>, settled: &dyn Settled) -> Option<[Stand; 2]> {
        let stand = |thread: ThreadId, access: &NextAccess| {
            let NextAccess { step, place, .. } = *access;
            Stand { thread, step, place, joins: false }
        };
        let mut seen: Vec<(ThreadId, &NextAccess)> = Vec::new();
        for (index, thread) in self.threads.iter().enumerate() {
            let id = ThreadId::new(index);
            for access in &thread.accesses {
                if evaluator.value(access.happens) == 0 {
                    continue;
                }
                let conflicts = |(other, known): &&(ThreadId, &NextAccess)| {
                    *other != id
                        && known.cell == access.cell
                        && (known.writes || access.writes)
                        && !(known.atomic && access.atomic)
                        && !(settled.has_raced(known.place) && settled.has_raced(access.place))
                };
                if let Some((other, known)) = seen.iter().find(conflicts) {
                    return Some([stand(*other, known), stand(id, access)]);
                }
                seen.push((id, access));
            }
        }
        None
    }

    /// The threads that are blocked in the model, before the steps at which they wait.
    pub fn waiting(&self, evaluator: &mut Evaluator<'_>) -> Vec<Stand> {
        let mut found = Vec::new();
        for (index, thread) in self.threads.iter().enumerate() {
            let wait = thread.waits.iter().find(|wait| evaluator.value(wait.blocked) == 1);
            found.extend(wait.map(|&NextWait { step, place, joins, .. }| Stand {
                thread: ThreadId::new(index),
                step,
                place,
                joins,
            }));
        }
        found
    }
}

/// Somebody waits where somebody does in a deadlock that is known. Whoever only waits for another thread to end is part
/// of many deadlocks, and counts if nobody waits for anything else.
pub fn is_known_deadlock(waiting: &[Stand], settled: &dyn Settled) -> bool {
    let only_joins = waiting.iter().all(|stand| stand.joins);
    waiting.iter().any(|stand| (only_joins || !stand.joins) && settled.has_waited(stand.place))
}

fn created(terms: &mut Terms, threads: &[Thread], timetable: &Timetable, id: ThreadId) -> TermId {
    if id == ThreadId(0) {
        return TermId::TRUE;
    }
    let mut any = TermId::FALSE;
    for (index, creator) in threads.iter().enumerate() {
        for event in &creator.events {
            if matches!(event.kind, EventKind::Create { thread } if thread == id) {
                let passed = timetable.passed(ThreadId::new(index), event.label);
                let here = terms.and(passed, event.guard);
                any = terms.or(any, here);
            }
        }
    }
    any
}

/// One label, as if it happened now.
struct Attempt<'a> {
    events: &'a [&'a Event],
    requirements: &'a [&'a Requirement],
    claims: &'a [&'a Claim],
}

impl Attempt<'_> {
    fn may_wait(&self) -> bool {
        self.requirements.iter().any(|r| r.reason == Reason::Waits)
            || self.events.iter().any(|e| matches!(e.kind, EventKind::Join { .. }))
    }

    fn may_race(&self) -> bool {
        self.events.iter().any(|e| !e.moves && e.manner != Manner::Silent)
    }

    /// The symbols of the reads are what would be read. A single event depends on no other of its label.
    fn bind_reads(
        &self,
        terms: &mut Terms,
        (thread, memory): (ThreadId, &dyn Memory),
        stands: TermId,
        relevance: &mut Relevance,
    ) {
        if self.events.len() < 2 && self.requirements.is_empty() {
            return;
        }
        let mut memory = memory.fork();
        for event in self.events {
            match &event.kind {
                EventKind::Read { places, symbol, .. } => {
                    let value = memory.contents(terms, thread, places);
                    let equal = terms.eq(*symbol, value);
                    let binding = terms.implies(stands, equal);
                    relevance.bind(terms, *symbol, binding);
                }
                EventKind::Write { places, value, .. } => {
                    memory.write(terms, thread, places, *value, event.guard);
                }
                EventKind::Create { .. } | EventKind::Join { .. } => {}
            }
        }
    }

    /// Nothing is violated inside the label before one of its steps; a violation would end it there.
    fn gets_to(&self, terms: &mut Terms, step: usize) -> TermId {
        let before = self.claims.iter().filter(|claim| claim.steps <= step);
        let violated = terms.or_all(before.map(|claim| claim.violated).collect::<Vec<_>>());
        terms.not(violated)
    }

    fn accesses(&self, terms: &mut Terms, stands: TermId, found: &mut Vec<NextAccess>) {
        let able = terms.and_all(self.requirements.iter().map(|r| r.holds).collect::<Vec<_>>());
        let able = terms.and(stands, able);
        for event in self.events {
            let (places, writes) = match &event.kind {
                EventKind::Read { places, .. } => (places, false),
                EventKind::Write { places, .. } => (places, true),
                EventKind::Create { .. } | EventKind::Join { .. } => continue,
            };
            if event.moves || event.manner == Manner::Silent {
                continue;
            }
            let atomic = event.manner == Manner::Atomic;
            let gets_there = self.gets_to(terms, event.step);
            for place in places {
                let happens = terms.and_all([able, gets_there, event.guard, place.condition]);
                if happens == TermId::FALSE {
                    continue;
                }
                for &cell in &place.cells {
                    let (step, place) = (event.step, event.span);
                    found.push(NextAccess { cell, happens, writes, atomic, step, place });
                }
            }
        }
    }

    /// The first requirement that fails decides: a wait blocks, an assumption ends the run that is looked at.
    fn waits(&self, terms: &mut Terms, stands: TermId, ended: &[TermId], found: &mut Vec<NextWait>) {
        let mut here = stands;
        for requirement in self.requirements {
            if requirement.reason == Reason::Waits {
                let fails = terms.not(requirement.holds);
                let Requirement { step, place, .. } = **requirement;
                let gets_there = self.gets_to(terms, step);
                let blocked = terms.and_all([here, gets_there, fails]);
                found.push(NextWait { blocked, step, place, joins: false });
            }
            here = terms.and(here, requirement.holds);
        }
        for event in self.events {
            let EventKind::Join { threads, .. } = &event.kind else { continue };
            let mut over = TermId::FALSE;
            for (condition, other) in threads {
                let Some(&ended) = ended.get(other.index()) else { continue };
                let this = terms.and(*condition, ended);
                over = terms.or(over, this);
            }
            if planted!(JoiningThreadsAreNotBlocked) {
                continue;
            }
            let not_over = terms.not(over);
            let blocked = terms.and_all([here, event.guard, not_over]);
            found.push(NextWait { blocked, step: event.step, place: event.span, joins: true });
        }
    }
}

/// Conditions under which some thread is about to access a cell.
#[derive(Clone, Copy)]
struct Intentions {
    writes: TermId,
    reads: TermId,
    atomic_writes: TermId,
    atomic_reads: TermId,
}

impl Intentions {
    const NONE: Intentions = Intentions {
        writes: TermId::FALSE,
        reads: TermId::FALSE,
        atomic_writes: TermId::FALSE,
        atomic_reads: TermId::FALSE,
    };

    fn add(&mut self, terms: &mut Terms, access: &NextAccess) {
        let intention = match (access.writes, access.atomic) {
            (true, false) => &mut self.writes,
            (false, false) => &mut self.reads,
            (true, true) => &mut self.atomic_writes,
            (false, true) => &mut self.atomic_reads,
        };
        *intention = terms.or(*intention, access.happens);
    }

    fn join(&mut self, terms: &mut Terms, other: &Intentions) {
        self.writes = terms.or(self.writes, other.writes);
        self.reads = terms.or(self.reads, other.reads);
        self.atomic_writes = terms.or(self.atomic_writes, other.atomic_writes);
        self.atomic_reads = terms.or(self.atomic_reads, other.atomic_reads);
    }

    fn conflict(&self, terms: &mut Terms, other: &Intentions) -> TermId {
        let against = |terms: &mut Terms, a: &Intentions, b: &Intentions| {
            let any = terms.or_all([b.writes, b.reads, b.atomic_writes, b.atomic_reads]);
            let plain_write = terms.and(a.writes, any);
            let plain = terms.or(b.writes, b.reads);
            if planted!(AtomicAccessesNeverRace) {
                return terms.and(a.writes, plain);
            }
            let atomic_write = terms.and(a.atomic_writes, plain);
            terms.or(plain_write, atomic_write)
        };
        let one = against(terms, self, other);
        let two = against(terms, other, self);
        terms.or(one, two)
    }
}
