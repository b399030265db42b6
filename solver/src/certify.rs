//! Certificates for the answer that there is no model.
//!
//! Comes in: the clauses a solver has collected and the assumptions of one call. Goes out: those clauses and a
//! proof that [`crate::proof`] has checked. The question is asked again, from scratch, of a new engine that gets
//! the assumptions as clauses of one literal and logs what it learns. An incremental engine could log as it goes,
//! but its proof would drag along all that earlier questions had it learn, and clauses it has forgotten since.
//!
//! What this does not cover: the way from terms to clauses. Circuits and clauses are tested exhaustively at small
//! widths instead. Where simplification alone has found the contradiction, the certificate says so by being the
//! empty clause, and the proof says nothing else: the format wants the empty clause in every proof.

use std::time::{Duration, Instant};

use crate::engine;
use crate::planted;
use crate::proof::{self, Checked, Rejection};
use crate::solver::Answer;
use crate::stop::{Stop, StopReason};

/// Clauses without a model, and a proof of that which was checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Certificate {
    /// Each clause ended by 0; the assumptions are the last ones.
    pub clauses: Vec<i32>,
    /// DRAT, as text.
    pub proof: Vec<u8>,
    pub checked: Checked,
    pub proving: Duration,
    pub checking: Duration,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CertifyError {
    /// There was no time or memory for it.
    Stopped(StopReason),
    /// There is a model after all.
    HasModel,
    /// The proof is wrong.
    Rejected(Rejection),
}

impl std::fmt::Display for CertifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CertifyError::Stopped(reason) => write!(f, "no certificate: {reason}"),
            CertifyError::HasModel => f.write_str("another engine finds a model where one found none"),
            CertifyError::Rejected(rejection) => write!(f, "a proof does not check: {rejection}"),
        }
    }
}

impl std::error::Error for CertifyError {}

impl Certificate {
    pub fn clause_count(&self) -> usize {
        self.clauses.iter().filter(|&&literal| literal == 0).count()
    }

    /// Simplification had found the contradiction before there were clauses.
    pub fn is_trivial(&self) -> bool {
        self.clauses.starts_with(&[0])
    }

    /// Proves that the clauses have no model, and checks the proof.
    pub(crate) fn new(clauses: Vec<i32>, stop: &Stop) -> Result<Certificate, CertifyError> {
        let begin = Instant::now();
        let proof = match clauses.first() {
            Some(0) => b"0\n".to_vec(),
            _ => match engine::prove(&clauses, stop) {
                (Answer::Unsatisfiable, proof) => planted::proof(proof),
                (Answer::Satisfiable, _) => return Err(CertifyError::HasModel),
                (Answer::Unknown(reason), _) => return Err(CertifyError::Stopped(reason)),
            },
        };
        let proving = begin.elapsed();
        let begin = Instant::now();
        let mut watch = stop.watch();
        let mut reason = None;
        let checked = proof::check(&clauses, &proof, || {
            reason = watch.requested();
            reason.is_some()
        });
        match (checked, reason) {
            (Ok(checked), _) => {
                Ok(Certificate { clauses, proof, checked, proving, checking: begin.elapsed() })
            }
            (Err(Rejection::Stopped), Some(reason)) => Err(CertifyError::Stopped(reason)),
            (Err(rejection), _) => Err(CertifyError::Rejected(rejection)),
        }
    }
}
