//! Lazy round-robin schedules: an event structure becomes constraints over `done` variables.
//!
//! Every event is encoded once; only shared cells are swept once per round. Unary `done` variables are used
//! instead of a binary program counter because order constraints propagate both ways. After `encode`, every
//! model is a schedule with at most `rounds` contexts per thread, and every such schedule is a model.
//!
//! - `done[t][g][r]`: thread `t` has passed group `g` by the end of round `r`. It grows with `r` and shrinks
//!   with `g`.
//! - A group runs in the round in which its `done` changes. It takes effect where its events' guards hold.
//! - Memory is swept in the order of the schedule, holding the term of every cell; a write changes the term, a
//!   read binds its symbol to it.
//!
//! The only nondeterminism added to the program is `done`.

use bmc_solver::{Stop, StopReason, StopWatch, TermId, Terms};

use super::canonical::canonical;
use super::earliest::earliest_rounds;
use super::naive;
use super::relevance::Relevance;
use super::standing::Standing;
use crate::ir::{PropertyId, PropertyKind, ThreadId};
use crate::planted::planted;
use crate::reductions::{Reduction, Reductions};
use crate::unfold::*;

/// The runs of an event structure within a number of rounds.
pub struct Encoding {
    pub rounds: u32,
    /// What must hold.
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
    /// `contexts[r][t]` is implied by thread `t` doing something in round `r` (from 0).
    pub contexts: Vec<Vec<TermId>>,
    done: Vec<Vec<Vec<TermId>>>,
}

/// The last state violates a property of the whole program.
#[derive(Clone, Copy, Debug)]
pub struct StateClaim {
    pub kind: PropertyKind,
    pub property: PropertyId,
    pub violated: TermId,
}

impl Encoding {
    /// Some claim is violated.
    pub fn violations(&self) -> impl Iterator<Item = TermId> {
        self.claims.iter().copied().chain(self.states.iter().map(|state| state.violated))
    }

    /// Thread has passed the group by the end of the round; rounds count from 1, nothing is passed by round 0.
    pub fn done(&self, thread: ThreadId, group: usize, round: u32) -> TermId {
        match round {
            0 => TermId::FALSE,
            _ => self.done[thread.index()][group][round as usize - 1],
        }
    }

    /// All variables that make up the schedule.
    pub fn schedule(&self) -> impl Iterator<Item = TermId> {
        self.done.iter().flatten().flatten().copied().filter(|&done| done != TermId::FALSE)
    }

    /// A thread starts after it was created, and is joined after it has ended.
    pub(super) fn order_of_lives(
        &mut self,
        terms: &mut Terms,
        threads: &[Thread],
        id: ThreadId,
        event: &Event,
        round: u32,
        relevance: &mut Relevance,
    ) {
        match &event.kind {
            EventKind::Create { thread: child } => {
                let started = self.done(*child, 0, round);
                let passed = self.done(id, event.group, round);
                let created = terms.and(passed, event.guard);
                if !planted!(ThreadsStartUncreated) {
                    self.constraints.push(terms.implies(started, created));
                }
            }
            EventKind::Join { threads: joined, result } => {
                let mut ended = Vec::new();
                for &(condition, other) in joined {
                    let Some(target) = threads.get(other.index()) else { continue };
                    // Threads with a lower number have already had their turn in this round.
                    let by = if other < id { round } else { round - 1 };
                    let passed = self.done(other, target.groups - 1, by);
                    let over = terms.and(passed, target.ends);
                    ended.push(terms.and(condition, over));
                    if round == self.rounds && terms.as_constant(*result).is_none() {
                        let passed = self.done(id, event.group, round);
                        let joins = terms.and_all([passed, event.guard, condition]);
                        let equal = terms.eq(*result, target.result);
                        let binding = terms.implies(joins, equal);
                        relevance.bind(terms, *result, binding);
                    }
                }
                let any = terms.or_all(ended);
                let runs = runs(terms, self, id, event.group, round);
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
/// with a lower number; each such descent needs a group of its own of a thread other than the last, after main
/// has created the first thread, and a group of its own of a thread other than main.
pub fn rounds_that_suffice(structure: &EventStructure) -> u64 {
    let groups = |range: &[Thread]| range.iter().map(|t| t.groups as u64).sum::<u64>();
    let is_create = |e: &&Event| matches!(e.kind, EventKind::Create { .. });
    let Some((main, others)) = structure.threads.split_first() else { return 1 };
    let Some((_, middle)) = others.split_last() else { return 1 };
    let first_create = main.events.iter().find(is_create).map_or(0, |e| e.group as u64 + 1);
    let main_groups = main.groups as u64 - first_create;
    let descents = groups(others).min(main_groups + groups(middle));
    if planted!(RoundsSufficeTooEarly) { descents.max(1) } else { 1 + descents }
}

/// Which runs the constraints leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runs {
    All,
    /// Of all runs that order dependent steps alike, one that needs the fewest rounds.
    Shortest,
}

/// How often a statement is encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Statements {
    #[default]
    Once,
    /// Once in every round (`naive`).
    PerRound,
}

/// What kind of formula is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    pub runs: Runs,
    pub statements: Statements,
    pub reductions: Reductions,
}

impl Form {
    /// The usual formula for these runs.
    pub fn of(runs: Runs) -> Form {
        Form { runs, statements: Statements::Once, reductions: Reductions::ALL }
    }
}

/// However long it takes.
pub fn encode(structure: &mut EventStructure, rounds: u32, form: Form) -> Encoding {
    encode_unless_stopped(structure, rounds, form, &Stop::new()).expect("nobody stops it")
}

/// The stop is asked for every event in every round, since each may touch thousands of cells.
pub fn encode_unless_stopped(
    structure: &mut EventStructure,
    rounds: u32,
    form: Form,
    stop: &Stop,
) -> Result<Encoding, StopReason> {
    let mut watch = stop.watch();
    let terms = &mut structure.terms;
    let narrow = form.reductions.contains(Reduction::Rounds);
    let done = make_done_variables(terms, &structure.threads, rounds, narrow);
    let mut encoding = Encoding {
        rounds,
        constraints: Vec::new(),
        details: Vec::new(),
        claims: Vec::new(),
        states: Vec::new(),
        standing: None,
        marks: Vec::new(),
        contexts: Vec::new(),
        done,
    };
    order(terms, &structure.threads, &mut encoding);
    go_on(&mut watch)?;
    require(terms, &structure.threads, &mut encoding);
    for claim in &structure.claims {
        let passed = encoding.done(claim.thread, claim.group, rounds);
        encoding.claims.push(terms.and(passed, claim.violated));
    }
    for mark in &structure.marks {
        let passed = encoding.done(mark.thread, mark.group, rounds);
        encoding.marks.push(terms.and(passed, mark.guard));
    }
    let mut relevance = Relevance::default();
    for &(symbol, binding) in &structure.definitions {
        relevance.bind(&structure.terms, symbol, binding);
    }
    let memory = match form.statements {
        Statements::Once => sweep(structure, &mut encoding, &mut relevance, form.reductions, &mut watch)?,
        Statements::PerRound => naive::sweep(structure, &mut encoding, &mut relevance, &mut watch)?,
    };
    if !structure.states.is_empty() {
        let standing = Standing::new(structure, &encoding, &memory, &mut relevance, &mut watch)?;
        for &(kind, property) in &structure.states {
            let violated = match kind {
                PropertyKind::Race => standing.race(&mut structure.terms, structure.cells.len()),
                _ => standing.deadlock(&mut structure.terms),
            };
            encoding.states.push(StateClaim { kind, property, violated });
            go_on(&mut watch)?;
        }
        encoding.standing = Some(standing);
    }
    #[cfg(feature = "planted-mistakes")]
    crate::planted::stop_only_before_what_happens(structure, &mut encoding);
    if form.runs == Runs::Shortest {
        let canonical = canonical(structure, &encoding, &mut watch)?;
        encoding.constraints.extend(canonical);
    }
    let terms = &structure.terms;
    let roots = encoding.constraints.iter().chain(&encoding.claims).chain(&encoding.marks).copied();
    let states = encoding.states.iter().map(|state| state.violated);
    let (needed, others) = relevance.split(terms, roots.chain(states));
    encoding.constraints.extend(needed);
    match form.reductions.contains(Reduction::Relevance) {
        true => encoding.details = others,
        false => encoding.constraints.extend(others),
    }
    Ok(encoding)
}

pub(super) fn go_on(watch: &mut StopWatch) -> Result<(), StopReason> {
    watch.requested().map_or(Ok(()), Err)
}

fn make_done_variables(
    terms: &mut Terms,
    threads: &[Thread],
    rounds: u32,
    narrow: bool,
) -> Vec<Vec<Vec<TermId>>> {
    let earliest = match narrow {
        true => earliest_rounds(threads, rounds),
        false => threads.iter().map(|t| vec![1; t.groups]).collect(),
    };
    let mut variables = |first: u32| {
        let by_round =
            (1..=rounds).map(|round| if round < first { TermId::FALSE } else { terms.variable(1) });
        by_round.collect::<Vec<_>>()
    };
    earliest.iter().map(|of_thread| of_thread.iter().map(|&first| variables(first)).collect()).collect()
}

/// Groups are passed in order, and what is passed stays so.
fn order(terms: &mut Terms, threads: &[Thread], encoding: &mut Encoding) {
    for (index, thread) in threads.iter().enumerate() {
        let id = ThreadId::new(index);
        for round in 1..=encoding.rounds {
            for group in 0..thread.groups {
                let here = encoding.done(id, group, round);
                if group > 0 && !planted!(StepsOutOfOrder) {
                    let before = encoding.done(id, group - 1, round);
                    encoding.constraints.push(terms.implies(here, before));
                }
                if !planted!(DoneIsForgotten) {
                    let earlier = encoding.done(id, group, round - 1);
                    encoding.constraints.push(terms.implies(earlier, here));
                }
            }
        }
    }
}

/// Conditions inside atomic sections: the section happens only when they hold.
fn require(terms: &mut Terms, threads: &[Thread], encoding: &mut Encoding) {
    for (index, thread) in threads.iter().enumerate() {
        for requirement in &thread.requirements {
            let passed = encoding.done(ThreadId::new(index), requirement.group, encoding.rounds);
            encoding.constraints.push(terms.implies(passed, requirement.holds));
        }
    }
}

/// Goes through all contexts in order, holding the contents of every cell.
/// Returns what they hold at the end.
fn sweep(
    structure: &mut EventStructure,
    encoding: &mut Encoding,
    relevance: &mut Relevance,
    reductions: Reductions,
    watch: &mut StopWatch,
) -> Result<Vec<Option<TermId>>, StopReason> {
    let EventStructure { terms, threads, cells, .. } = structure;
    let written = match reductions.contains(Reduction::Constants) {
        true => written_cells(threads, cells.len()),
        false => vec![true; cells.len()],
    };
    let mut memory: Vec<Option<TermId>> = cells.iter().map(|c| c.initial).collect();
    for round in 1..=encoding.rounds {
        let late = planted!(ReadsAreBoundLate).then(|| memory.clone());
        let mut active = Vec::with_capacity(threads.len());
        for (index, thread) in threads.iter().enumerate() {
            let id = ThreadId::new(index);
            active.push(note_context(terms, encoding, thread, id, round));
            for event in &thread.events {
                go_on(watch)?;
                let runs = runs(terms, encoding, id, event.group, round);
                match &event.kind {
                    EventKind::Read { places, symbol } => {
                        let changes = places.iter().flat_map(|p| &p.cells).any(|c| written[c.index()]);
                        // What is never written is read once and for all.
                        let when = match (changes, round == encoding.rounds) {
                            (true, _) if planted!(BranchesAreEvaluatedAgain) => {
                                encoding.done(id, event.group, round)
                            }
                            (true, _) => runs,
                            (false, true) => encoding.done(id, event.group, round),
                            (false, false) => continue,
                        };
                        let value = contents(terms, late.as_ref().unwrap_or(&memory), places);
                        let equal = terms.eq(*symbol, value);
                        let binding = terms.implies(when, equal);
                        relevance.bind(terms, *symbol, binding);
                    }
                    EventKind::Write { places, value } => {
                        let effective = terms.and(runs, event.guard);
                        write(terms, &mut memory, cells, places, *value, effective);
                    }
                    EventKind::Create { .. } | EventKind::Join { .. } => {
                        encoding.order_of_lives(terms, threads, id, event, round, relevance);
                    }
                }
            }
        }
        encoding.contexts.push(active);
    }
    Ok(memory)
}

/// A variable that is true if the thread does something in the round.
pub(super) fn note_context(
    terms: &mut Terms,
    encoding: &mut Encoding,
    thread: &Thread,
    id: ThreadId,
    round: u32,
) -> TermId {
    let context = terms.variable(1);
    for group in 0..thread.groups {
        let runs = runs(terms, encoding, id, group, round);
        encoding.constraints.push(terms.implies(runs, context));
    }
    context
}

pub(super) fn runs(
    terms: &mut Terms,
    encoding: &Encoding,
    thread: ThreadId,
    group: usize,
    round: u32,
) -> TermId {
    let before = encoding.done(thread, group, round - 1);
    let not_before = terms.not(before);
    terms.and(encoding.done(thread, group, round), not_before)
}

fn written_cells(threads: &[Thread], count: usize) -> Vec<bool> {
    let mut written = vec![false; count];
    for event in threads.iter().flat_map(|t| &t.events) {
        if let EventKind::Write { places, .. } = &event.kind {
            places.iter().flat_map(|p| &p.cells).for_each(|c| written[c.index()] = true);
        }
    }
    written
}

/// What is at the places now. Exactly one of their conditions holds where it matters, so the last needs none.
pub(super) fn contents(terms: &mut Terms, memory: &[Option<TermId>], places: &[Place]) -> TermId {
    let mut value = None;
    for place in places.iter().rev() {
        let cells = place.cells.iter().map(|c| memory[c.index()].expect("a shared cell has first contents"));
        let here = cells.reduce(|low, high| terms.concat(high, low)).expect("a place has cells");
        value = Some(value.map_or(here, |other| terms.ite(place.condition, here, other)));
    }
    value.expect("a read has places")
}

pub(super) fn write(
    terms: &mut Terms,
    memory: &mut [Option<TermId>],
    cells: &[Cell],
    places: &[Place],
    value: TermId,
    effective: TermId,
) {
    let reached = if planted!(WritesReachOnePlace) { 1 } else { places.len() };
    for place in &places[..reached] {
        let here = terms.and(effective, place.condition);
        let mut low = 0;
        for cell in &place.cells {
            let bits = cells[cell.index()].bits();
            let part = terms.extract(value, low, bits);
            let before = memory[cell.index()].expect("a shared cell has first contents");
            memory[cell.index()] = Some(terms.ite(here, part, before));
            low += bits;
        }
    }
}
