//! `--proof FILE`: the certificates of an outcome on disk.
//!
//! Each is a pair of files, `FILE.1.cnf` and `FILE.1.drat`, `FILE.2.cnf` and so on; docs/proofs.md describes them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bmc_conc::check::certify::Certified;
use bmc_conc::report::proof_files;
use bmc_solver::proof::write_dimacs;

use super::files::{self, Contents};

/// Writes all of them, or none; the error is a message for the user.
pub fn keep(file: &Path, certified: &[Certified]) -> Result<(), String> {
    let mut all: Vec<(PathBuf, Contents<'_>)> = Vec::new();
    for (index, one) in certified.iter().enumerate() {
        let [cnf, drat] = proof_files(file, index);
        all.push((cnf, Box::new(move |out| write_clauses(out, one))));
        all.push((drat, Box::new(move |out| out.write_all(&one.certificate.proof))));
    }
    files::write_all(all)
}

fn write_clauses(mut out: &mut dyn Write, one: &Certified) -> io::Result<()> {
    write_dimacs(&mut out, &one.certificate.clauses, &format!("without a model: {}", one.shown))
}
