//! The formula of an event structure, round by round.
//!
//! It is put together from the variables of the schedule (`timetable`), a memory that is swept (`memory`, `sweep`) and
//! the questions (`questions`). A round is added without taking anything back: what holds of the schedules with K
//! rounds holds of the first K rounds of longer ones, too. Only the questions depend on which round is the last, and
//! are asked anew. So a search with more rounds goes on with the clauses of the one before, and with what was learnt
//! from them.

use bmc_solver::{Stop, StopReason, StopWatch, TermId, Terms};

use super::canonical::Canonical;
use super::cells::cells_that_matter;
use super::form::{Form, Runs};
use super::memory::{Memory, SequentiallyConsistent};
use super::questions::{Questions, Settled, StateClaim, bind_results};
use super::relevance::Relevance;
use super::sweep::{Round, Sweep, go_on, sweep_of};
use super::timetable::Timetable;
use crate::events::EventStructure;
use crate::ir::ThreadId;
use crate::reductions::Reduction;

/// The runs of an event structure within a number of rounds.
pub struct Encoding {
    pub form: Form,
    /// What must hold. A round that is added appends to it.
    pub constraints: Vec<TermId>,
    /// What reads yield that no claim and no condition of the schedule depends on. It never matters for whether
    /// there is a run, only for what the run does besides.
    pub details: Vec<TermId>,
    /// `contexts[r][t]` is implied by thread `t` doing something in round `r` (from 0).
    pub contexts: Vec<Vec<TermId>>,
    pub(super) timetable: Timetable,
    sweep: Box<dyn Sweep>,
    /// At the end of the last round.
    memory: Box<dyn Memory>,
    pub(super) questions: Questions,
    canonical: Canonical,
    relevance: Relevance,
}

impl Encoding {
    /// No round yet.
    pub fn new(terms: &Terms, structure: &EventStructure, form: Form) -> Encoding {
        let mut relevance = Relevance::default();
        for &(symbol, binding) in &structure.definitions {
            relevance.bind(terms, symbol, binding);
        }
        let matters = match form.reductions.contains(Reduction::Relevance) {
            true => cells_that_matter(terms, structure),
            false => vec![true; structure.cells.len()],
        };
        Encoding {
            form,
            constraints: Vec::new(),
            details: Vec::new(),
            contexts: Vec::new(),
            timetable: Timetable::new(structure, form.reductions),
            sweep: sweep_of(form.schedule),
            memory: Box::new(SequentiallyConsistent::new(&structure.cells)),
            questions: Questions::default(),
            canonical: Canonical::new(structure.threads.len(), matters),
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
        while self.rounds() < rounds {
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
        self.timetable.add_round(terms, structure, &mut self.constraints);
        go_on(watch)?;
        let contexts = self.sweep.add_round(&mut Round {
            terms,
            structure,
            timetable: &self.timetable,
            memory: &mut *self.memory,
            constraints: &mut self.constraints,
            relevance: &mut self.relevance,
            watch,
        })?;
        self.contexts.push(contexts);
        if self.form.runs == Runs::Shortest {
            let constraints = self.canonical.add_round(terms, structure, &self.timetable, watch)?;
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
        let Encoding { questions, timetable, relevance, .. } = self;
        questions.ask(terms, structure, timetable, &mut self.constraints);
        bind_results(terms, &structure.threads, timetable, relevance);
        self.sweep.end(terms, structure, relevance);
        questions.ask_for_states(terms, structure, (timetable, &*self.memory), relevance, watch)?;
        #[cfg(feature = "planted-mistakes")]
        super::planted_stops::stop_only_before_what_happens(terms, structure, self);
        let roots: Vec<TermId> = self.constraints.iter().copied().chain(self.violations()).collect();
        let needed = match self.form.reductions.contains(Reduction::Relevance) {
            true => self.relevance.take_needed(terms, roots.into_iter()),
            false => self.relevance.take_all(),
        };
        self.constraints.extend(needed);
        self.details = self.relevance.others();
        Ok(())
    }

    /// Adds what decides whether marks are reached. Only where there is no violation does anyone want to know.
    pub fn ask_for_marks(&mut self, terms: &Terms) {
        let marks = self.questions.marks.clone();
        self.need(terms, &marks);
    }

    /// For each milestone of the structure, that a run comes to it; and adds what decides that.
    pub fn ask_for_milestones(&mut self, terms: &mut Terms, structure: &EventStructure) -> Vec<TermId> {
        let reached = self.questions.milestones(terms, structure, &self.timetable);
        self.need(terms, &reached);
        reached
    }

    /// For each event of a thread, that it happens; and adds what decides that.
    pub fn ask_for_events(
        &mut self,
        terms: &mut Terms,
        structure: &EventStructure,
        thread: ThreadId,
    ) -> Vec<TermId> {
        let events = &structure.threads[thread.index()].events;
        let happens = events.iter().map(|event| terms.and(self.passed(thread, event.label), event.guard));
        let happens: Vec<TermId> = happens.collect();
        self.need(terms, &happens);
        happens
    }

    /// The thread has passed the label in the end.
    pub fn passed(&self, thread: ThreadId, label: usize) -> TermId {
        self.timetable.passed(thread, label)
    }

    fn need(&mut self, terms: &Terms, asked: &[TermId]) {
        let needed = self.relevance.take_needed(terms, asked.iter().copied());
        self.constraints.extend(needed);
        self.details = self.relevance.others();
    }

    pub fn rounds(&self) -> u32 {
        self.timetable.rounds
    }

    /// Each is a way of violating something.
    pub fn violations(&self) -> impl Iterator<Item = TermId> {
        let states = self.questions.states.iter().map(|state: &StateClaim| state.violated);
        self.questions.claims.iter().copied().chain(states)
    }

    /// Something is violated that is not settled, before anything that is.
    pub fn open_violation(
        &self,
        terms: &mut Terms,
        structure: &EventStructure,
        settled: &dyn Settled,
    ) -> TermId {
        self.questions.open_violation(terms, structure, settled)
    }

    /// For each mark of the structure: a bound is reached.
    pub fn marks(&self) -> &[TermId] {
        &self.questions.marks
    }

    /// All variables that make up the schedule.
    pub fn schedule(&self) -> impl Iterator<Item = TermId> {
        self.timetable.variables()
    }

    /// Something happens in the last round.
    pub fn uses_last_round(&self, terms: &mut Terms) -> TermId {
        self.timetable.uses_last_round(terms)
    }
}
