//! The checker of invariants. It shares nothing with what finds them.
//!
//! Comes in: a system as its producer made it and terms whose conjunction is said to be an invariant. Goes out: that it
//! is one, with sizes of what shows it, or what fails. Three things have to be shown, each on a formula built anew and
//! by a proof that other code has checked ([`Solver::certify`]):
//!
//! - *initiation*: in all first states all conjuncts hold;
//! - *consecution*: after every step that the constraint allows from a state where all hold, all hold;
//! - *safety*: in a state where all hold, nothing bad is possible.
//!
//! Sums are put in a normal form before ([`Linear`]), so that those of a word before and after a step share what has not
//! changed; otherwise each of them is a riddle for the engine.
//!
//! Consecution is asked case by case. That is only enough if there is no step outside all cases, so this is shown
//! first. First states in which the constraint allows nothing count as well: an invariant has to hold there.

use std::fmt;

use crate::certify::{Certificate, CertifyError};
use crate::solver::{Answer, Solver, SolverOptions};
use crate::stop::{Stop, StopReason};
use crate::term::{Linear, Substitution, TermId, Terms};
use crate::transition::planted::planted;
use crate::transition::system::System;

/// What was shown, and how much it took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    /// Proofs that were found and checked.
    pub proofs: usize,
    /// Those that simplification alone had found.
    pub trivial_proofs: usize,
    /// Clauses of all formulas.
    pub clauses: usize,
    /// Clauses added by all proofs.
    pub lemmas: usize,
    /// Text of all proofs.
    pub proof_bytes: usize,
}

/// A part of what has to be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// One of the cases holds in every step.
    Cases,
    /// All conjuncts hold at first.
    Initiation,
    /// The steps of the case, by its index, preserve all conjuncts.
    Consecution { case: usize },
    /// Nothing bad is possible.
    Safety,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Cases => f.write_str("that the cases are all there are"),
            Part::Initiation => f.write_str("that it holds at first"),
            Part::Consecution { case } => write!(f, "that steps of case {case} preserve it"),
            Part::Safety => f.write_str("that it excludes what is bad"),
        }
    }
}

/// Why a claim does not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is wrong, as a model shows. For initiation and consecution: the index of a conjunct that fails.
    Wrong { part: Part, conjunct: Option<usize> },
    /// An engine says it is right, but its proof does not say so.
    Unproved { part: Part, error: CertifyError },
    /// There was no time or memory for it.
    Stopped { part: Part, reason: StopReason },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Wrong { part, conjunct: Some(conjunct) } => {
                write!(f, "no invariant: it is not true {part}; conjunct {conjunct} fails")
            }
            Refusal::Wrong { part, conjunct: None } => write!(f, "no invariant: it is not true {part}"),
            Refusal::Unproved { part, error } => write!(f, "not shown {part}: {error}"),
            Refusal::Stopped { part, reason } => write!(f, "not shown {part}: {reason}"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Checks that the conjunction of `invariant`, terms of width 1 over state variables, shows that the system is safe.
pub fn check(
    terms: &mut Terms,
    system: &System,
    invariant: &[TermId],
    stop: &Stop,
) -> Result<Summary, Refusal> {
    system.verify(terms);
    system.verify_over_state(terms, invariant);
    let mut summary = Summary::default();
    let mut linear = Linear::over(terms, system.state.iter().map(|state| state.variable));
    let invariant: Vec<TermId> = invariant.iter().map(|&conjunct| linear.of(terms, conjunct)).collect();
    let invariant = invariant.as_slice();
    let cases = system.cases_or_everything();
    if !planted!(CheckerTrustsTheCases) {
        let mut claim = Claim::new(Part::Cases, stop);
        claim.assume(terms, system.constraint);
        for &case in &cases {
            let other = terms.not(case);
            claim.assume(terms, other);
        }
        claim.show(terms, &[], &mut summary)?;
    }
    if !planted!(CheckerSkipsFirstStates) {
        let mut claim = Claim::new(Part::Initiation, stop);
        for state in &system.state {
            if let Some(first) = state.first {
                let holds = terms.eq(state.variable, first);
                claim.assume(terms, holds);
            }
        }
        claim.show_all(terms, invariant, &mut summary)?;
    }
    let mut step = Substitution::default();
    for state in &system.state {
        step.set(state.variable, state.next);
    }
    let after = invariant.iter().map(|&conjunct| {
        let after = step.of(terms, conjunct);
        linear.of(terms, after)
    });
    let after: Vec<TermId> = after.collect();
    for (index, &case) in cases.iter().enumerate() {
        if planted!(CheckerSkipsACase) && index + 1 == cases.len() {
            continue;
        }
        let mut claim = Claim::new(Part::Consecution { case: index }, stop);
        claim.assume_all(terms, invariant);
        claim.assume(terms, system.constraint);
        claim.assume(terms, case);
        claim.show_all(terms, &after, &mut summary)?;
    }
    if !planted!(CheckerSkipsSafety) {
        let mut claim = Claim::new(Part::Safety, stop);
        claim.assume_all(terms, invariant);
        claim.assume(terms, system.constraint);
        let bad = linear.of(terms, system.bad);
        claim.assume(terms, bad);
        claim.show(terms, &[], &mut summary)?;
    }
    Ok(summary)
}

/// One thing to show: that what was assumed has no model.
struct Claim {
    part: Part,
    solver: Solver,
}

impl Claim {
    fn new(part: Part, stop: &Stop) -> Claim {
        let options = SolverOptions { stop: stop.clone(), ..SolverOptions::default() };
        Claim { part, solver: Solver::new(options) }
    }

    fn assume(&mut self, terms: &Terms, t: TermId) {
        self.solver.assert(terms, t);
    }

    fn assume_all(&mut self, terms: &Terms, conjuncts: &[TermId]) {
        conjuncts.iter().for_each(|&t| self.assume(terms, t));
    }

    /// Shows that all conjuncts follow.
    fn show_all(
        mut self,
        terms: &mut Terms,
        conjuncts: &[TermId],
        summary: &mut Summary,
    ) -> Result<(), Refusal> {
        // Balanced, so that thousands of conjuncts do not make a chain.
        let mut fails: Vec<TermId> = conjuncts.iter().map(|&conjunct| terms.not(conjunct)).collect();
        while fails.len() > 1 {
            fails =
                fails.chunks(2).map(|pair| pair.iter().fold(TermId::FALSE, |a, &b| terms.or(a, b))).collect();
        }
        self.assume(terms, fails.first().copied().unwrap_or(TermId::FALSE));
        self.show(terms, conjuncts, summary)
    }

    /// Shows that there is no model; one would make some of the `conjuncts` fail.
    fn show(mut self, terms: &Terms, conjuncts: &[TermId], summary: &mut Summary) -> Result<(), Refusal> {
        let part = self.part;
        match self.solver.solve(terms, &[]) {
            Answer::Satisfiable => {
                let mut evaluator = crate::evaluate::Evaluator::new(terms, self.solver.assignment());
                let conjunct = conjuncts.iter().position(|&conjunct| !evaluator.holds(conjunct));
                return Err(Refusal::Wrong { part, conjunct });
            }
            Answer::Unknown(reason) => return Err(Refusal::Stopped { part, reason }),
            Answer::Unsatisfiable => {}
        }
        let certificate = self.solver.certify(&[]).map_err(|error| match error {
            CertifyError::Stopped(reason) => Refusal::Stopped { part, reason },
            error => Refusal::Unproved { part, error },
        })?;
        summary.add(&certificate);
        Ok(())
    }
}

impl Summary {
    fn add(&mut self, certificate: &Certificate) {
        self.proofs += 1;
        self.trivial_proofs += usize::from(certificate.is_trivial());
        self.clauses += certificate.clause_count();
        self.lemmas += certificate.checked.lemmas;
        self.proof_bytes += certificate.proof.len();
    }
}
