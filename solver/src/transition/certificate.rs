//! The checker of invariants. With what finds them it shares only how terms are written and translated.
//!
//! Comes in: a system as its producer made it and terms whose conjunction is said to be an invariant. Goes out: that it
//! is one, with sizes of what shows it, or what fails. Three things have to be shown, each on a formula built anew and
//! by a proof that other code has checked ([`Solver::certify`]):
//!
//! - *initiation*: in all first states all conjuncts hold;
//! - *consecution*: after every step that the constraint allows from a state where all hold, all hold;
//! - *safety*: in a state where all hold, nothing bad is possible.
//!
//! Where the invariant is assumed, what it says of words is made use of before anything is translated (`assumed`); otherwise
//! each sum is a riddle for the engine.
//!
//! Consecution is asked case by case. That is only enough if there is no step outside all cases, so this is shown
//! first. First states in which the constraint allows nothing count as well: an invariant has to hold there.

use std::fmt;

use crate::certify::{Certificate, CertifyError};
use crate::solver::{Answer, Solver, SolverOptions};
use crate::stop::{Stop, StopReason};
use crate::term::{Substitution, TermId, Terms};
use crate::transition::assumed::Assumed;
use crate::transition::planted::planted;
use crate::transition::system::{System, fixed_by};

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
    let cases = system.cases_or_everything();
    if !planted!(CheckerTrustsTheCases) {
        let mut claim = Claim::new(Part::Cases, stop);
        claim.assumptions.push(system.constraint);
        for &case in &cases {
            let other = terms.not(case);
            claim.assumptions.push(other);
        }
        claim.show(terms, &[], &mut summary)?;
    }
    if !planted!(CheckerSkipsFirstStates) {
        let mut claim = Claim::new(Part::Initiation, stop);
        for state in &system.state {
            if let Some(first) = state.first {
                let holds = terms.eq(state.variable, first);
                claim.assumptions.push(holds);
            }
        }
        claim.show_all(terms, invariant, &mut summary)?;
    }
    let mut step = Substitution::default();
    for state in &system.state {
        step.set(state.variable, state.next);
    }
    let after: Vec<TermId> = invariant.iter().map(|&conjunct| step.of(terms, conjunct)).collect();
    let mut assumed = Assumed::new(terms, invariant);
    for (index, &case) in cases.iter().enumerate() {
        if planted!(CheckerSkipsACase) && index + 1 == cases.len() {
            continue;
        }
        let mut claim = Claim::new(Part::Consecution { case: index }, stop);
        let case = assumed.simplified(terms, case);
        let mut of_case = Substitution::default();
        fixed_by(terms, case).into_iter().for_each(|(variable, value)| of_case.set(variable, value));
        let mut in_case = |terms: &mut Terms, term: TermId| {
            let term = assumed.simplified(terms, term);
            let term = of_case.of(terms, term);
            assumed.simplified(terms, term)
        };
        claim.assumptions.push(case);
        let constraint = in_case(terms, system.constraint);
        claim.assumptions.push(constraint);
        let mut goals = Vec::with_capacity(invariant.len());
        for (&conjunct, &after) in invariant.iter().zip(&after) {
            let [before, after] = [conjunct, after].map(|term| in_case(terms, term));
            claim.invariant.push(before);
            // What a step does not touch it preserves.
            goals.push(if after == before { TermId::TRUE } else { after });
        }
        claim.show_all(terms, &goals, &mut summary)?;
    }
    if !planted!(CheckerSkipsSafety) {
        let mut claim = Claim::new(Part::Safety, stop);
        claim.assumptions.extend([system.constraint, system.bad].map(|term| assumed.simplified(terms, term)));
        claim.invariant.extend(invariant.iter().map(|&conjunct| assumed.simplified(terms, conjunct)));
        claim.show(terms, &[], &mut summary)?;
    }
    Ok(summary)
}

/// One thing to show: that the assumptions have no model.
struct Claim<'a> {
    part: Part,
    stop: &'a Stop,
    assumptions: Vec<TermId>,
    /// Assumptions that may not be needed: conjuncts of the invariant.
    invariant: Vec<TermId>,
}

impl Claim<'_> {
    fn new(part: Part, stop: &Stop) -> Claim<'_> {
        Claim { part, stop, assumptions: Vec::new(), invariant: Vec::new() }
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
        self.assumptions.push(fails.first().copied().unwrap_or(TermId::FALSE));
        self.show(terms, conjuncts, summary)
    }

    /// Shows that there is no model; one would make some of the `conjuncts` fail.
    fn show(self, terms: &Terms, conjuncts: &[TermId], summary: &mut Summary) -> Result<(), Refusal> {
        let part = self.part;
        let mut search = self.solver(terms, &[]);
        match search.solve(terms, &self.invariant) {
            Answer::Satisfiable => {
                let mut evaluator = crate::evaluate::Evaluator::new(terms, search.assignment());
                let conjunct = conjuncts.iter().position(|&conjunct| !evaluator.holds(conjunct));
                return Err(Refusal::Wrong { part, conjunct });
            }
            Answer::Unknown(reason) => return Err(Refusal::Stopped { part, reason }),
            Answer::Unsatisfiable => {}
        }
        // A proof of fewer clauses is found sooner, and is shorter.
        let small = self.solver(terms, &search.failed_assumptions());
        let certificate = small.certify(&[]).map_err(|error| match error {
            CertifyError::Stopped(reason) => Refusal::Stopped { part, reason },
            error => Refusal::Unproved { part, error },
        })?;
        summary.add(&certificate);
        Ok(())
    }

    fn solver(&self, terms: &Terms, conjuncts: &[TermId]) -> Solver {
        let mut solver = Solver::new(SolverOptions { stop: self.stop.clone(), ..SolverOptions::default() });
        self.assumptions.iter().chain(conjuncts).for_each(|&assumption| solver.assert(terms, assumption));
        solver
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
