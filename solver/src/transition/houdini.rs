//! The largest part of a set of candidates that is inductive.
//!
//! Comes in: a system, terms that are known to hold in all states of all runs, and candidates, of which nothing is known.
//! Goes out: which of them hold in all first states and, as long as all that are left and all that is known hold, after
//! every step. That set is unique, because the union of two such sets is another (Flanagan and Leino, "Houdini, an
//! annotation assistant for ESC/Java").
//!
//! A candidate is three terms: it holds now, at first, and after the step. Who hands in the system may know a simpler form of
//! one of them than what the variables' next values make of it.
//!
//! Each case of the system has a solver of its own that is asked for a step after which some candidate fails. An answer
//! drops every candidate that fails after that step, not only the one that was asked about. When all cases in a row
//! have no such step, what is left is inductive. Inputs that a case fixes (`thread = 3`) are replaced by their values
//! before anything is translated, which leaves little more of a step than what that case does.

use crate::engine::EngineKind;
use crate::evaluate::{Assignment, Evaluator};
use crate::solver::{Answer, Solver, SolverOptions};
use crate::stop::{Stop, StopReason};
use crate::term::{Substitution, TermId, Terms};
use crate::transition::planted::planted;
use crate::transition::system::{System, fixed_by};

/// The stop is asked for after so many candidates.
const CANDIDATES_BETWEEN_QUESTIONS: usize = 32;

#[derive(Clone, Debug)]
pub struct Options {
    pub engine: EngineKind,
    pub seed: u64,
    /// So many candidates are asked about in one question.
    pub candidates_per_question: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { engine: EngineKind::default(), seed: 0, candidates_per_question: 256 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Calls of the engine.
    pub questions: usize,
    /// Candidates that fail in a first state.
    pub dropped_at_first: usize,
    /// Candidates that a step violates.
    pub dropped_by_steps: usize,
    /// Steps that violate a candidate.
    pub counterexamples: usize,
}

/// Something that may hold in all states.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Over the state.
    pub now: TermId,
    /// What it says of first states: over those state variables that have no first value.
    pub first: TermId,
    /// What it says of the state after a step: over state and inputs.
    pub after: TermId,
}

impl Candidate {
    /// Of terms of width 1 over the state.
    pub fn all(terms: &mut Terms, system: &System, holds: &[TermId]) -> Vec<Candidate> {
        let (mut first, mut after) = (Substitution::default(), Substitution::default());
        for state in &system.state {
            after.set(state.variable, state.next);
            if let Some(value) = state.first {
                first.set(state.variable, value);
            }
        }
        let candidate =
            |&now: &TermId| Candidate { now, first: first.of(terms, now), after: after.of(terms, now) };
        holds.iter().map(candidate).collect()
    }
}

/// What is left of the candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Houdini {
    /// By candidate. Only to be believed if nothing stopped the search.
    survives: Vec<bool>,
    pub stopped: Option<StopReason>,
    pub statistics: Statistics,
}

impl Houdini {
    /// By candidate, whether it is one of those that hold in all states of all runs; `None` if the search was stopped,
    /// because then none is known to.
    pub fn survivors(&self) -> Option<&[bool]> {
        self.stopped.is_none().then_some(&self.survives)
    }
}

/// Looks for the largest subset of the candidates that is inductive together with what is known.
pub fn houdini(
    terms: &mut Terms,
    system: &System,
    known: &[TermId],
    candidates: &[Candidate],
    stop: &Stop,
    options: &Options,
) -> Houdini {
    if cfg!(debug_assertions) {
        system.verify(terms);
        system.verify_over_state(terms, known);
        let now: Vec<TermId> = candidates.iter().map(|candidate| candidate.now).collect();
        system.verify_over_state(terms, &now);
    }
    let mut search = Search {
        terms,
        system,
        known,
        candidates,
        stop,
        options,
        survives: vec![true; candidates.len()],
        statistics: Statistics::default(),
    };
    let stopped = search.run().err();
    Houdini { survives: search.survives, stopped, statistics: search.statistics }
}

struct Search<'a> {
    terms: &'a mut Terms,
    system: &'a System,
    known: &'a [TermId],
    candidates: &'a [Candidate],
    stop: &'a Stop,
    options: &'a Options,
    survives: Vec<bool>,
    statistics: Statistics,
}

/// A question that comes back: is there a model in which one of a group of candidates fails?
struct Questions {
    solver: Solver,
    /// By candidate: that it holds before the step. Assumed of those that are left.
    before: Vec<Option<TermId>>,
    groups: Vec<Group>,
}

/// Candidates that are asked about together.
struct Group {
    /// That one of them fails.
    one_fails: TermId,
    /// Each with the switch that says that it is this one.
    members: Vec<(usize, TermId)>,
    /// So many candidates had been dropped when there was no model for this group.
    settled_at: Option<usize>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), StopReason> {
        if !planted!(HoudiniForgetsFirstStates) {
            self.drop_at_first()?;
            self.statistics.dropped_at_first = self.dropped();
        }
        let mut cases = self.system.cases_or_everything();
        if planted!(HoudiniAsksOneCase) {
            cases.truncate(1);
        }
        let mut questions: Vec<Questions> = Vec::new();
        for &case in &cases {
            // Those that the first question of an earlier case has dropped do not even get translated.
            let mut of_case = self.questions_of_case(case)?;
            self.settle(&mut of_case)?;
            questions.push(of_case);
        }
        loop {
            let before = self.dropped();
            for of_case in &mut questions {
                self.settle(of_case)?;
            }
            if self.dropped() == before {
                break;
            }
        }
        self.statistics.dropped_by_steps = self.dropped() - self.statistics.dropped_at_first;
        Ok(())
    }

    /// Between candidates, of which some take long to translate.
    fn ask_to_stop(&self, count: usize) -> Result<(), StopReason> {
        if !count.is_multiple_of(CANDIDATES_BETWEEN_QUESTIONS) {
            return Ok(());
        }
        self.stop.requested().map_or(Ok(()), Err)
    }

    fn dropped(&self) -> usize {
        self.survives.iter().filter(|&&survives| !survives).count()
    }

    fn left(&self) -> Vec<usize> {
        (0..self.candidates.len()).filter(|&index| self.survives[index]).collect()
    }

    fn solver(&self) -> Solver {
        Solver::new(SolverOptions {
            engine: self.options.engine,
            seed: self.options.seed,
            stop: self.stop.clone(),
        })
    }

    /// Drops what does not hold in all first states.
    fn drop_at_first(&mut self) -> Result<(), StopReason> {
        let mut first = Substitution::default();
        for state in &self.system.state {
            if let Some(value) = state.first {
                first.set(state.variable, value);
            }
        }
        let mut open = Vec::new();
        for (count, index) in self.left().into_iter().enumerate() {
            self.ask_to_stop(count)?;
            match self.candidates[index].first {
                TermId::TRUE => {}
                TermId::FALSE => self.survives[index] = false,
                holds => open.push((index, holds)),
            }
        }
        let mut questions = Questions { solver: self.solver(), before: Vec::new(), groups: Vec::new() };
        for &known in self.known {
            let known = first.of(self.terms, known);
            questions.solver.assert(self.terms, known);
        }
        self.add_groups(&mut questions, &open)?;
        while let Some(assignment) = self.model(&mut questions)? {
            let mut evaluator = Evaluator::new(self.terms, &assignment);
            for &(index, holds) in &open {
                self.survives[index] &= evaluator.holds(holds);
            }
        }
        Ok(())
    }

    fn questions_of_case(&mut self, case: TermId) -> Result<Questions, StopReason> {
        let mut before = Substitution::default();
        let fixed = fixed_by(self.terms, case);
        for &(variable, value) in &fixed {
            before.set(variable, value);
        }
        let mut solver = self.solver();
        for &condition in [case, self.system.constraint].iter().chain(self.known) {
            let condition = before.of(self.terms, condition);
            solver.assert(self.terms, condition);
        }
        // Where the case fixes a part of the state, that is the value it has.
        for (variable, value) in fixed {
            let is_so = self.terms.eq(variable, value);
            solver.assert(self.terms, is_so);
        }
        let mut switches = vec![None; self.candidates.len()];
        let mut open = Vec::new();
        for (count, index) in self.left().into_iter().enumerate() {
            self.ask_to_stop(count)?;
            let holds_before = before.of(self.terms, self.candidates[index].now);
            let holds_after = before.of(self.terms, self.candidates[index].after);
            switches[index] = Some(holds_before);
            // What a step does not touch it does not violate.
            if holds_after != TermId::TRUE && holds_after != holds_before {
                open.push((index, holds_after));
            }
        }
        let mut questions = Questions { solver, before: switches, groups: Vec::new() };
        self.add_groups(&mut questions, &open)?;
        Ok(questions)
    }

    fn add_groups(&mut self, questions: &mut Questions, open: &[(usize, TermId)]) -> Result<(), StopReason> {
        for chunk in open.chunks(self.options.candidates_per_question.max(1)) {
            let mut one_fails = Vec::new();
            let mut members = Vec::new();
            for (count, &(index, holds)) in chunk.iter().enumerate() {
                self.ask_to_stop(count)?;
                let is_this = self.terms.variable(1);
                let (not_this, fails) = (self.terms.not(is_this), self.terms.not(holds));
                let clause = self.terms.or(not_this, fails);
                questions.solver.assert(self.terms, clause);
                one_fails.push(is_this);
                members.push((index, is_this));
            }
            let switch = self.terms.variable(1);
            let off = self.terms.not(switch);
            let clause = one_fails.into_iter().fold(off, |any, one| self.terms.or(any, one));
            questions.solver.assert(self.terms, clause);
            questions.groups.push(Group { one_fails: switch, members, settled_at: None });
        }
        Ok(())
    }

    /// Drops candidates until there is no step of this case that violates one.
    fn settle(&mut self, questions: &mut Questions) -> Result<(), StopReason> {
        while let Some(assignment) = self.model(questions)? {
            self.statistics.counterexamples += 1;
            let before = self.dropped();
            let mut evaluator = Evaluator::new(self.terms, &assignment);
            for (survives, candidate) in self.survives.iter_mut().zip(self.candidates) {
                *survives = *survives && evaluator.holds(candidate.after);
            }
            assert!(self.dropped() > before, "a step that violates a candidate must drop one");
        }
        Ok(())
    }

    /// A model in which a candidate fails that is left, and all that are left hold before.
    fn model(&mut self, questions: &mut Questions) -> Result<Option<Assignment>, StopReason> {
        let dropped = self.dropped();
        let mut left: Option<Vec<TermId>> = None;
        for group in &mut questions.groups {
            if group.settled_at == Some(dropped) {
                continue;
            }
            group.members.retain(|&(index, is_this)| {
                if !self.survives[index] {
                    let not_this = self.terms.not(is_this);
                    questions.solver.assert(self.terms, not_this);
                }
                self.survives[index]
            });
            if group.members.is_empty() {
                group.settled_at = Some(dropped);
                continue;
            }
            let left = left.get_or_insert_with(|| {
                let known = questions.before.iter().zip(&self.survives);
                known.filter(|(_, survives)| **survives).filter_map(|(&before, _)| before).collect()
            });
            let mut assumptions = left.clone();
            assumptions.push(group.one_fails);
            self.statistics.questions += 1;
            match questions.solver.solve(self.terms, &assumptions) {
                Answer::Satisfiable => return Ok(Some(questions.solver.assignment().clone())),
                Answer::Unsatisfiable => group.settled_at = Some(dropped),
                Answer::Unknown(reason) => return Err(reason),
            }
        }
        Ok(None)
    }
}
