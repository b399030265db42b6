//! The one way from a program to its formula: unfold, merge labels, follow addresses, encode, ask for violations.
//!
//! `check` goes this way, and so do dumps, tests and benchmarks, so that what is printed or measured is what is solved.
//! [`build`] does it in one go for given bounds. A search that adds rounds takes the same steps one by one: an
//! [`Unfolding`] may have several formulas (`runs` of different kinds, schedules that are compared), each of which
//! extends the store of terms and leaves the event structure as it is.

use bmc_solver::{Solver, SolverOptions, Stop, StopReason, TermId, Terms};

use crate::events::Unfolding;
use crate::ir::{Program, PropertyId};
use crate::reductions::Reduction;
use crate::sequentialize::{Encoding, Form, Runs, Schedule, Settled, follow_addresses, merge_labels};
use crate::unfold::{self, Unfinished, UnfoldError, UnfoldOptions};

/// What the formula is to be about.
#[derive(Clone, Debug)]
pub struct Question {
    pub bounds: UnfoldOptions,
    /// Only this property is looked at.
    pub only: Option<PropertyId>,
    pub schedule: Schedule,
}

impl Question {
    fn follows_addresses(&self) -> bool {
        self.schedule.has_fixed_addresses() && self.bounds.reductions.contains(Reduction::Addresses)
    }

    /// The runs that a search looks at.
    pub fn runs(&self) -> Runs {
        match self.bounds.reductions.contains(Reduction::Schedules) {
            true => Runs::Shortest,
            false => Runs::All,
        }
    }

    pub fn form(&self, runs: Runs) -> Form {
        Form { runs, schedule: self.schedule, reductions: self.bounds.reductions }
    }
}

/// The threads of the program, each executed once.
pub fn unfold(program: &Program, question: &Question, stop: &Stop) -> Result<Unfolding, Unfinished> {
    let wanted = |property: PropertyId| question.only.is_none_or(|only| only == property);
    let Unfolding { mut terms, structure } = unfold::unfold(program, &question.bounds, &wanted, stop)?;
    let structure = merge_labels(structure, question.bounds.reductions);
    let structure = match question.follows_addresses() {
        true => follow_addresses(&mut terms, structure),
        false => structure,
    };
    Ok(Unfolding { terms, structure })
}

/// The runs of an unfolding within a number of rounds, and the question whether one of them violates something.
pub struct Formula {
    pub encoding: Encoding,
    /// Some property is violated.
    pub violation: TermId,
    /// How many of the constraints were handed to the solver.
    asserted: usize,
}

impl Formula {
    /// No round yet.
    pub fn new(unfolding: &Unfolding, form: Form) -> Formula {
        let encoding = Encoding::new(&unfolding.terms, &unfolding.structure, form);
        Formula { encoding, violation: TermId::FALSE, asserted: 0 }
    }

    /// Adds rounds, up to that many.
    pub fn extend_to(
        &mut self,
        unfolding: &mut Unfolding,
        rounds: u32,
        stop: &Stop,
    ) -> Result<(), StopReason> {
        let Unfolding { terms, structure } = unfolding;
        self.encoding.extend_to(terms, structure, rounds, stop)?;
        self.violation = terms.or_all(self.encoding.violations().collect::<Vec<_>>());
        Ok(())
    }

    /// The question whether something is violated that is not settled.
    pub fn open_violation(&self, unfolding: &mut Unfolding, settled: &dyn Settled) -> TermId {
        let Unfolding { terms, structure } = unfolding;
        self.encoding.open_violation(terms, structure, settled)
    }

    /// Hands the constraints to the solver that it does not have.
    pub fn assert_in(&mut self, solver: &mut Solver, terms: &Terms, stop: &Stop) -> Result<(), StopReason> {
        let new = &self.encoding.constraints[self.asserted..];
        assert_all(solver, terms, new, stop)?;
        self.asserted = self.encoding.constraints.len();
        Ok(())
    }
}

/// The terms must hold from now on. Each may be large, so the stop is asked in between.
pub fn assert_all(
    solver: &mut Solver,
    terms: &Terms,
    constraints: &[TermId],
    stop: &Stop,
) -> Result<(), StopReason> {
    let mut watch = stop.watch();
    for &constraint in constraints {
        if let Some(reason) = watch.requested() {
            return Err(reason);
        }
        solver.assert(terms, constraint);
    }
    Ok(())
}

/// A formula in a solver.
pub struct Built {
    pub unfolding: Unfolding,
    pub formula: Formula,
    pub solver: Solver,
}

/// All of it: the solver has the runs, and that one of them violates something is left to be asked.
pub fn build(
    program: &Program,
    question: &Question,
    (rounds, runs): (u32, Runs),
    options: SolverOptions,
) -> Result<Built, UnfoldError> {
    let stop = options.stop.clone();
    let mut unfolding = unfold(program, question, &stop).map_err(|unfinished| unfinished.error)?;
    let mut formula = Formula::new(&unfolding, question.form(runs));
    let mut solver = Solver::new(options);
    formula.extend_to(&mut unfolding, rounds, &stop).map_err(UnfoldError::Stopped)?;
    formula.assert_in(&mut solver, &unfolding.terms, &stop).map_err(UnfoldError::Stopped)?;
    Ok(Built { unfolding, formula, solver })
}
