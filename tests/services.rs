//! Programs as one writes them for a real service, each right and with the mistakes that are made in such programs.
//!
//! The first lines say what comes out, as in `tests/programs`. With `SERVICES=all` every program is also checked without
//! options, as a user would do it: then there is an answer within the time for deepening, whatever it costs, and never
//! `UNKNOWN` or an error; violations are of the same kinds.

#[path = "support/expectation.rs"]
mod expectation;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use expectation::{Expectation, Header};
use serde_json::Value;

fn services() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/services");
    let entries = std::fs::read_dir(folder).expect("tests/services can be read");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    paths.sort();
    paths
}

fn checked(path: &Path, options: &[String]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    let output = command.arg("check").arg(path).arg("--json").args(options).output();
    let output = output.expect("the binary can be started");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{}: {error}: {}", path.display(), String::from_utf8_lossy(&output.stderr))
    })
}

/// Kinds of violations, and the lines of those of the expected kind.
fn found<'a>(report: &'a Value, kind: &str) -> (BTreeSet<&'a str>, BTreeSet<u64>) {
    let all = report["violations"].as_array().into_iter().flatten();
    let all = all.map(|one| &one["trace"]["violation"]);
    let kinds = all.clone().filter_map(|one| one["kind"].as_str()).collect();
    let lines = all.filter(|one| one["kind"] == kind).filter_map(|one| one["location"]["line"].as_u64());
    (kinds, lines.collect())
}

fn judge(header: &Header, report: &Value, is_within_bounds: bool) -> Result<(), String> {
    let verdict = report["verdict"].as_str().unwrap_or_default();
    let Expectation::Violated { kind, lines } = &header.expectation else {
        return match verdict {
            "safe" | "no-violation-within-bounds" => Ok(()),
            _ => Err(format!("{verdict}: {}", report["violations"][0]["trace"]["violation"])),
        };
    };
    let kind = kind.as_deref().ok_or("the header names a kind")?;
    let (kinds, at) = found(report, kind);
    let expected: BTreeSet<&str> = header.also.iter().map(String::as_str).chain([kind]).collect();
    // More rounds and iterations may show more of the same mistakes, and of what a library function demands first another
    // thing that is not so.
    let alike = |kind: &&str| matches!(*kind, "api" | "pointer" | "free");
    let is_there = |kind: &&str| kinds.contains(kind) || alike(kind) && kinds.iter().any(alike);
    let is_expected = match is_within_bounds {
        true => kinds == expected && at == *lines,
        false => expected.iter().all(is_there) && at.is_superset(lines),
    };
    match verdict == "violated" && is_expected {
        true => Ok(()),
        false => Err(format!("{verdict}: {kinds:?}, {kind} at {at:?}; expected {expected:?} and {lines:?}")),
    }
}

#[test]
fn services_come_out_as_their_first_lines_say() {
    let wants_all = std::env::var("SERVICES").is_ok_and(|value| value == "all");
    let mut failures = Vec::new();
    let paths = services();
    assert_eq!(paths.len(), 14, "seven services, each right and wrong");
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a service can be read");
        let header = expectation::read(&text).unwrap_or_else(|what| panic!("{name}: {what}"));
        let bound = |option: &str, value: Option<u32>| [option.to_string(), value.unwrap_or(2).to_string()];
        let bounds = [bound("--rounds", header.rounds), bound("--unwind", header.unwind)].concat();
        let bounded = judge(&header, &checked(&path, &bounds), true);
        failures.extend(bounded.err().map(|what| format!("{name}: {what}")));
        if wants_all {
            let free = judge(&header, &checked(&path, &[]), false);
            failures.extend(free.err().map(|what| format!("{name} without options: {what}")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
