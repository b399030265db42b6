//! One search: a formula, the solver that has it, and one way to ask it something.

use std::time::Instant;

use bmc_solver::{Answer, Solver, Stop, TermId, Terms};

use super::bounded::{BoundedSearch, Found};
use super::outcome::{Bounds, UnknownReason};
use super::progress::Stage;
use crate::events::Unfolding;
use crate::formula::Formula;
use crate::sequentialize::Runs;

/// A formula and the solver that has it.
pub(super) struct Search {
    pub formula: Formula,
    pub solver: Solver,
}

/// What the solver says to a question.
pub(super) enum Reply {
    /// There is a run; the solver has it.
    Yes,
    /// There is none, which is certified if certificates are asked for.
    No,
    /// A limit was met before that was known, or before it was certified.
    Undecided(UnknownReason),
    /// A check of our own failed.
    Mistaken(UnknownReason),
}

impl BoundedSearch<'_> {
    pub(super) fn search(&mut self, unfolding: &mut Unfolding, bounds: Bounds) -> Found {
        let stop = self.stop.clone();
        let runs = self.question.runs();
        let mut search = match self.begin_search(unfolding, bounds.rounds, runs, &stop) {
            Ok(search) => search,
            Err(reason) => return Found::Unknown(reason),
        };
        self.statistics.solver = search.solver.statistics();
        self.enter(Stage::Solve);
        let violation = search.formula.violation;
        let begin = Instant::now();
        let answer = search.solver.solve(&unfolding.terms, &[violation]);
        let solved_in = begin.elapsed();
        self.statistics.solver = search.solver.statistics();
        self.statistics.add_time("solve", begin);
        let shown = || format!("no violation with --rounds {} --unwind {}", bounds.rounds, bounds.unwind);
        match self.certified(&search.solver, answer, violation, shown) {
            Reply::Undecided(reason) | Reply::Mistaken(reason) => Found::Unknown(reason),
            Reply::Yes => self.confirm(unfolding, search, bounds, solved_in),
            Reply::No => {
                self.enter(Stage::Cuts);
                let begin = Instant::now();
                let found = self.find_cuts(unfolding, search, bounds, solved_in);
                self.statistics.add_time("completeness", begin);
                found
            }
        }
    }

    /// Is there a run in which the question holds?
    pub(super) fn ask(
        &mut self,
        solver: &mut Solver,
        terms: &Terms,
        question: TermId,
        shown: impl FnOnce() -> String,
    ) -> Reply {
        let answer = solver.solve(terms, &[question]);
        self.certified(solver, answer, question, shown)
    }

    fn certified(
        &mut self,
        solver: &Solver,
        answer: Answer,
        question: TermId,
        shown: impl FnOnce() -> String,
    ) -> Reply {
        match answer {
            Answer::Satisfiable => Reply::Yes,
            Answer::Unknown(reason) => Reply::Undecided(reason.into()),
            Answer::Unsatisfiable => {
                let before = self.stage;
                if before == Stage::Solve {
                    self.enter(Stage::Certify);
                }
                match self.certifier.certify(solver, question, shown) {
                    Ok(()) => Reply::No,
                    Err(reason) if reason.is_limit() => Reply::Undecided(reason),
                    Err(reason) => Reply::Mistaken(reason),
                }
            }
        }
    }

    /// The formula for a number of rounds, in a solver: that of the last search with more rounds, if it is for the
    /// same runs, so that what was learnt there is kept.
    pub(super) fn begin_search(
        &mut self,
        unfolding: &mut Unfolding,
        rounds: u32,
        runs: Runs,
        stop: &Stop,
    ) -> Result<Search, UnknownReason> {
        let mut search = match self.last_search.take() {
            Some(search) if search.can_grow_to(rounds, runs) => search,
            _ => Search {
                formula: Formula::new(unfolding, self.question.form(runs)),
                solver: Solver::new(self.options.for_solver(stop.clone())),
            },
        };
        if search.formula.encoding.rounds() == rounds {
            return Ok(search);
        }
        if self.stage == Stage::Unfold {
            self.enter(Stage::Encode);
        }
        let begin = Instant::now();
        let Search { formula, solver } = &mut search;
        solver.set_stop(stop.clone());
        let extended = formula.extend_to(unfolding, rounds, stop);
        let asserted = extended.and_then(|()| formula.assert_in(solver, &unfolding.terms, stop));
        self.statistics.terms = unfolding.terms.len();
        self.statistics.add_time("encode", begin);
        if asserted.is_err() {
            self.statistics.solver = solver.statistics();
        }
        asserted?;
        Ok(search)
    }
}

impl Search {
    fn can_grow_to(&self, rounds: u32, runs: Runs) -> bool {
        let encoding = &self.formula.encoding;
        encoding.form.runs == runs && encoding.rounds() <= rounds
    }
}
