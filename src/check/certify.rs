//! Certificates for what a verdict rests on.
//!
//! "No violation", "this loop goes no further" and "no run needs another round" are all answers that a formula
//! has no model. With `--certify` each of them is proved again and the proof is checked (`solver/src/certify.rs`)
//! before the answer counts. What was shown that way for the bounds of the outcome is listed in it.
//!
//! A proof that is wrong, or a second engine that finds a model, is a mistake in bmc-conc: the verdict is
//! `UNKNOWN`. A proof that takes too long leaves the question as open as if it had not been answered.

use bmc_solver::{Certificate, CertifyError, Solver, TermId};

use super::outcome::{Cut, UnknownReason};
use crate::ir::Program;

/// What to do about certificates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Certify {
    #[default]
    No,
    /// Make them, check them, and remember their sizes.
    Check,
    /// The same, and keep clauses and proof in the outcome.
    Keep,
}

/// One answer that was certified.
#[derive(Clone, Debug)]
pub struct Certified {
    /// What was shown, in words.
    pub shown: String,
    pub clauses: usize,
    pub proof_bytes: usize,
    /// Simplification had found the answer before there were clauses.
    pub trivial: bool,
    /// With [`Certify::Keep`] as it was checked, otherwise without clauses and proof.
    pub certificate: Certificate,
}

impl Certified {
    /// The same answer without the clauses and the proof, which may be large.
    pub fn without_contents(&self) -> Certified {
        let certificate = Certificate {
            clauses: Vec::new(),
            proof: Vec::new(),
            checked: self.certificate.checked,
            proving: self.certificate.proving,
            checking: self.certificate.checking,
        };
        Certified { shown: self.shown.clone(), certificate, ..*self }
    }
}

/// Collects the certificates of one pair of bounds.
#[derive(Default)]
pub(crate) struct Certifier {
    mode: Certify,
    collected: Vec<Certified>,
}

impl Certifier {
    pub fn new(mode: Certify) -> Certifier {
        Certifier { mode, collected: Vec::new() }
    }

    /// To be called when the solver has just found no model under the assumption. Does nothing unless asked for.
    pub fn certify(
        &mut self,
        solver: &Solver,
        assumption: TermId,
        shown: impl FnOnce() -> String,
    ) -> Result<(), UnknownReason> {
        if self.mode == Certify::No {
            return Ok(());
        }
        let shown = shown();
        let mut certificate = solver.certify(&[assumption]).map_err(|error| match error {
            CertifyError::Stopped(reason) => reason.into(),
            CertifyError::HasModel | CertifyError::Rejected(_) => {
                UnknownReason::Internal(format!("{error}; it was to show: {shown}"))
            }
        })?;
        let (clauses, proof_bytes) = (certificate.clause_count(), certificate.proof.len());
        let trivial = certificate.is_trivial();
        if self.mode == Certify::Check {
            certificate.clauses = Vec::new();
            certificate.proof = Vec::new();
        }
        self.collected.push(Certified { shown, clauses, proof_bytes, trivial, certificate });
        Ok(())
    }

    /// What was collected since the last time, without clauses and proofs.
    pub fn summary(&self) -> Vec<Certified> {
        self.collected.iter().map(Certified::without_contents).collect()
    }

    /// What was collected since the last time.
    pub fn take(&mut self) -> Vec<Certified> {
        std::mem::take(&mut self.collected)
    }
}

/// Names a bound in what is shown about it.
pub(crate) fn bound_in_words(program: &Program, cut: &Cut) -> String {
    let place = cut.location.as_ref().map(|location| format!(" at {location}")).unwrap_or_default();
    format!("{}{place}", cut.bound.in_words(program))
}

#[cfg(test)]
mod tests {
    use bmc_solver::{Answer, SolverOptions, Stop, Terms};

    use super::*;

    /// A solver with a question that has an answer, and one that has none.
    fn questions() -> (Solver, TermId, TermId) {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable(4), terms.variable(4));
        let (less, more) = (terms.ult(x, y), terms.ult(y, x));
        let both = terms.and(less, more);
        let mut solver = Solver::new(SolverOptions::default());
        assert_eq!(solver.solve(&terms, &[less]), Answer::Satisfiable);
        assert_eq!(solver.solve(&terms, &[both]), Answer::Unsatisfiable);
        (solver, less, both)
    }

    #[test]
    fn an_answer_that_is_true_gets_a_certificate() {
        let (solver, _, both) = questions();
        let mut certifier = Certifier::new(Certify::Keep);
        assert_eq!(certifier.certify(&solver, both, || "order".to_string()), Ok(()));
        let collected = certifier.take();
        assert_eq!(collected.len(), 1);
        assert_eq!(collected[0].shown, "order");
        let certificate = &collected[0].certificate;
        assert!(bmc_solver::proof::check(&certificate.clauses, &certificate.proof, || false).is_ok());
        assert!(certifier.take().is_empty());
    }

    #[test]
    fn an_answer_that_is_wrong_is_a_mistake_of_ours() {
        let (solver, less, _) = questions();
        for mode in [Certify::Check, Certify::Keep] {
            let mut certifier = Certifier::new(mode);
            match certifier.certify(&solver, less, || "no order".to_string()) {
                Err(UnknownReason::Internal(what)) => assert!(what.contains("no order"), "{what}"),
                other => panic!("{other:?}"),
            }
            assert!(certifier.take().is_empty());
        }
    }

    #[test]
    fn a_limit_leaves_the_question_open() {
        let (mut solver, _, both) = questions();
        let stop = Stop::new();
        stop.request();
        solver.set_stop(stop);
        let mut certifier = Certifier::new(Certify::Check);
        let certified = certifier.certify(&solver, both, || "order".to_string());
        assert_eq!(certified, Err(UnknownReason::Interrupted));
        assert_eq!(Certifier::new(Certify::No).certify(&solver, both, String::new), Ok(()));
    }
}
