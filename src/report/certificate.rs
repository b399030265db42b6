//! Proofs that an answer rests on, and the files that they are kept in; docs/proofs.md describes them.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::check::certify::Certified;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Certificate {
    /// What it says about the program, in words.
    pub shown: String,
    /// Simplification had found the answer; there is nothing to prove.
    pub trivial: bool,
    pub clauses: usize,
    pub lemmas: usize,
    pub deletions: usize,
    pub proof_bytes: usize,
    pub proving_seconds: f64,
    pub checking_seconds: f64,
    /// The files, if they were kept.
    pub cnf: Option<String>,
    pub proof: Option<String>,
}

impl Certificate {
    /// `kept`: the name that was given for the files.
    pub(super) fn all(certified: &[Certified], kept: Option<&Path>) -> Vec<Certificate> {
        let one = |(index, one): (usize, &Certified)| {
            let [cnf, proof] = match kept {
                Some(file) => proof_files(file, index).map(|name| Some(name.display().to_string())),
                None => [None, None],
            };
            Certificate {
                shown: one.shown.clone(),
                trivial: one.trivial,
                clauses: one.clauses,
                lemmas: one.certificate.checked.lemmas,
                deletions: one.certificate.checked.deletions,
                proof_bytes: one.proof_bytes,
                proving_seconds: one.certificate.proving.as_secs_f64(),
                checking_seconds: one.certificate.checking.as_secs_f64(),
                cnf,
                proof,
            }
        };
        certified.iter().enumerate().map(one).collect()
    }
}

/// Clauses and proof of the certificate with this index: `FILE.1.cnf` and `FILE.1.drat` for the first.
pub fn proof_files(file: &Path, index: usize) -> [PathBuf; 2] {
    ["cnf", "drat"].map(|extension| {
        let mut name = file.as_os_str().to_os_string();
        name.push(format!(".{}.{extension}", index + 1));
        PathBuf::from(name)
    })
}
