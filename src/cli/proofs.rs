//! `--proof FILE`: the certificates of an outcome on disk, and what the outcome says about them.
//!
//! Each is a pair of files, `FILE.1.cnf` and `FILE.1.drat`, `FILE.2.cnf` and so on; docs/proofs.md describes them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bmc_conc::check::certify::Certified;
use bmc_solver::proof::write_dimacs;
use serde_json::{Value, json};

use super::files::{self, Contents};

/// Writes all of them, or none; the error is a message for the user.
pub fn keep(file: &Path, certified: &[Certified]) -> Result<(), String> {
    let mut all: Vec<(PathBuf, Contents<'_>)> = Vec::new();
    for (index, one) in certified.iter().enumerate() {
        let [cnf, drat] = names(file, index);
        all.push((cnf, Box::new(move |out| write_clauses(out, one))));
        all.push((drat, Box::new(move |out| out.write_all(&one.certificate.proof))));
    }
    files::write_all(all)
}

fn write_clauses(mut out: &mut dyn Write, one: &Certified) -> io::Result<()> {
    write_dimacs(&mut out, &one.certificate.clauses, &format!("without a model: {}", one.shown))
}

/// Clauses and proof of the certificate with this index.
fn names(file: &Path, index: usize) -> [PathBuf; 2] {
    ["cnf", "drat"].map(|extension| {
        let mut name = file.as_os_str().to_os_string();
        name.push(format!(".{}.{extension}", index + 1));
        PathBuf::from(name)
    })
}

/// Sizes of all certificates together.
pub struct Totals {
    pub proofs: usize,
    pub lemmas: usize,
    pub bytes: usize,
    pub proving_seconds: f64,
    pub checking_seconds: f64,
}

impl Totals {
    pub fn of(certified: &[Certified]) -> Totals {
        let seconds =
            |of: fn(&Certified) -> std::time::Duration| certified.iter().map(|c| of(c).as_secs_f64()).sum();
        Totals {
            proofs: certified.len(),
            lemmas: certified.iter().map(|one| one.certificate.checked.lemmas).sum(),
            bytes: certified.iter().map(|one| one.proof_bytes).sum(),
            proving_seconds: seconds(|one| one.certificate.proving),
            checking_seconds: seconds(|one| one.certificate.checking),
        }
    }
}

/// A paragraph about what was certified; nothing if nothing was.
pub fn text(file: Option<&Path>, certified: &[Certified]) -> String {
    if certified.is_empty() {
        return String::new();
    }
    let totals = Totals::of(certified);
    let plural = |number: usize, noun: &str| match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    };
    let trivial = certified.iter().filter(|one| one.trivial).count();
    let by_simplification = match trivial {
        0 => String::new(),
        _ => format!(", {trivial} of them by simplification alone"),
    };
    let kept = match file {
        Some(file) => {
            let [first, _] = names(file, 0);
            format!(" Kept from {} on.", first.display())
        }
        None => String::new(),
    };
    format!(
        "\nCertified: {} checked{by_simplification} ({}, {}).{kept}\n",
        plural(totals.proofs, "proof"),
        plural(totals.lemmas, "lemma"),
        plural(totals.bytes, "byte"),
    )
}

/// The field `certificates` of the JSON object.
pub fn to_json(file: Option<&Path>, certified: &[Certified]) -> Value {
    let one = |(index, one): (usize, &Certified)| {
        let names = file.map(|file| names(file, index).map(|name| name.display().to_string()));
        json!({
            "shown": one.shown,
            "trivial": one.trivial,
            "clauses": one.clauses,
            "lemmas": one.certificate.checked.lemmas,
            "deletions": one.certificate.checked.deletions,
            "proof_bytes": one.proof_bytes,
            "proving_seconds": one.certificate.proving.as_secs_f64(),
            "checking_seconds": one.certificate.checking.as_secs_f64(),
            "cnf": names.as_ref().map(|names| &names[0]),
            "proof": names.as_ref().map(|names| &names[1]),
        })
    };
    certified.iter().enumerate().map(one).collect()
}
