//! One search: a formula, the solver that has it, and one way to ask it something.

use std::time::Instant;

use bmc_solver::{Answer, Solver, Stop, TermId, Terms};

use super::bounded::{BoundedSearch, Searched};
use super::outcome::{Bounds, UnknownReason};
use super::progress::Stage;
use crate::events::Unfolding;
use crate::formula::Formula;
use crate::sequentialize::Runs;

/// A formula and the solver that has it.
pub(super) struct Search {
    pub formula: Formula,
    pub solver: Solver,
    /// What makes the solver mind the details that no violation depends on, and for how many rounds it does.
    pub details: Option<(u32, TermId)>,
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
    /// Finds one violation after the other.
    pub(super) fn search(&mut self, unfolding: &mut Unfolding, bounds: Bounds) -> Searched {
        let stop = self.stop.clone();
        let (runs, last) = (self.question.runs(), self.last_search.take());
        let mut search = match self.begin_search(last, unfolding, (bounds.rounds, runs), &stop) {
            Ok(search) => search,
            Err(reason) => return Searched::Unknown(reason),
        };
        // The same for all runs, where the shortest are looked for.
        let mut all_runs = None;
        loop {
            self.statistics.solver = search.solver.statistics();
            self.enter(Stage::Solve);
            search.solver.set_stop(self.stop.clone());
            let question = match self.violations.is_empty() {
                true => search.formula.violation,
                false => search.formula.open_violation(unfolding, &self.found),
            };
            let begin = Instant::now();
            let answer = search.solver.solve(&unfolding.terms, &[question]);
            let solved_in = begin.elapsed();
            self.statistics.solver = search.solver.statistics();
            self.statistics.add_time("solve", begin);
            let other = if self.violations.is_empty() { "" } else { "other " };
            let Bounds { rounds, unwind } = bounds;
            let shown = || format!("no {other}violation with --rounds {rounds} --unwind {unwind}");
            match self.certified(&search.solver, answer, question, shown) {
                Reply::Undecided(reason) | Reply::Mistaken(reason) => return Searched::Unknown(reason),
                Reply::Yes => {
                    if let Err(reason) =
                        self.confirm(unfolding, (&mut search, &mut all_runs), bounds, solved_in)
                    {
                        return Searched::Unknown(reason);
                    }
                    if self.options.only_first {
                        let unshortened = self.stop.requested().map(UnknownReason::from);
                        return Searched::Enough { unshortened };
                    }
                    // Perhaps the question for others needs no search. It is not asked all the same.
                    if let Some(reason) = self.stop.requested() {
                        return Searched::Unknown(reason.into());
                    }
                }
                Reply::No => {
                    drop(all_runs);
                    self.enter(Stage::Cuts);
                    let begin = Instant::now();
                    let searched = self.find_cuts(unfolding, search, bounds, solved_in);
                    self.statistics.add_time("completeness", begin);
                    return searched;
                }
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

    /// The formula for a number of rounds, in a solver: that of the search before with more rounds, if it is for the
    /// same runs, so that what was learnt there is kept.
    pub(super) fn begin_search(
        &mut self,
        before: Option<Search>,
        unfolding: &mut Unfolding,
        (rounds, runs): (u32, Runs),
        stop: &Stop,
    ) -> Result<Search, UnknownReason> {
        let mut search = match before {
            Some(search) if search.can_grow_to(rounds, runs) => search,
            _ => Search {
                formula: Formula::new(unfolding, self.question.form(runs)),
                solver: Solver::new(self.options.for_solver(stop.clone())),
                details: None,
            },
        };
        if search.formula.encoding.rounds() == rounds {
            search.solver.set_stop(stop.clone());
            return Ok(search);
        }
        if self.stage == Stage::Unfold {
            self.enter(Stage::Encode);
        }
        let begin = Instant::now();
        let Search { formula, solver, .. } = &mut search;
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
