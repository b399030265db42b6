//! Every program of `tests/programs` as gcc preprocesses it, with the headers of the C library on this machine:
//! it must come out as its source does, at the same line if there are line markers.
//!
//! Needs gcc; without it there is nothing to compare, and the test says so. `gcc -m32` is compared if the
//! 32-bit headers are installed. `PROGRAMS=text` chooses programs by name.

#[path = "support/expectation.rs"]
mod expectation;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use expectation::{Expectation, Header};
use serde_json::Value;

const WORKERS: usize = 2;
/// A check that takes longer says nothing about headers that the quick ones do not say.
const SECONDS: &str = "20";

#[derive(Clone, Copy, PartialEq)]
enum Variant {
    WithMarkers,
    WithoutMarkers,
    ThirtyTwoBits,
    /// Headers have more inline functions then; tried for the programs that are about the library.
    Optimised,
}

impl Variant {
    fn flags(self) -> &'static [&'static str] {
        match self {
            Variant::WithMarkers => &["-E"],
            Variant::WithoutMarkers => &["-E", "-P"],
            Variant::ThirtyTwoBits => &["-m32", "-E"],
            Variant::Optimised => &["-O2", "-D_FORTIFY_SOURCE=2", "-D_GNU_SOURCE", "-E"],
        }
    }
}

#[test]
fn what_gcc_preprocesses_comes_out_as_its_source() {
    if !preprocesses_headers(&["-E"]) {
        println!("skipped: there is no gcc with headers of a C library on this machine");
        return;
    }
    let mut variants = vec![Variant::WithMarkers, Variant::WithoutMarkers, Variant::Optimised];
    if preprocesses_headers(&["-m32", "-E"]) {
        variants.push(Variant::ThirtyTwoBits);
    } else {
        println!("skipped: gcc -m32 has no headers on this machine");
    }
    let only = std::env::var("PROGRAMS").unwrap_or_default();
    let programs: Vec<PathBuf> =
        programs().into_iter().filter(|path| name_of(path).contains(&only)).collect();
    let work: Vec<(&PathBuf, Variant)> =
        programs.iter().flat_map(|path| variants.iter().map(move |variant| (path, *variant))).collect();
    let (next, compared) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some((path, variant)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match compare(path, *variant) {
                        Ok(true) => drop(compared.fetch_add(1, Ordering::Relaxed)),
                        Ok(false) => {}
                        Err(what) => {
                            let flags = variant.flags().join(" ");
                            failures.lock().unwrap().push(format!("{} {flags}: {what}", name_of(path)));
                        }
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n"));
    let compared = compared.into_inner();
    assert!(
        compared * 3 > work.len() || !only.is_empty(),
        "only {compared} of {} could be compared",
        work.len()
    );
}

fn preprocesses_headers(flags: &[&str]) -> bool {
    let empty = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs/headers.c");
    Command::new("gcc").args(flags).arg(empty).output().is_ok_and(|output| output.status.success())
}

/// `false` if there is nothing to compare: gcc does not take the program, or the check takes too long.
fn compare(path: &Path, variant: Variant) -> Result<bool, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let header = expectation::read(&text)?;
    let is_about_ilp32 = header.options.iter().any(|option| option == "ilp32");
    let names_model = header.options.iter().any(|option| option == "--data-model");
    let refused = matches!(header.expectation, Expectation::Error(_)) || header.known_bug.is_some();
    if variant == Variant::Optimised && !name_of(path).starts_with("library_") {
        return Ok(false);
    }
    if refused || (names_model && is_about_ilp32 != (variant == Variant::ThirtyTwoBits)) {
        return Ok(false);
    }
    let Some(preprocessed) = preprocessed(path, &header, variant)? else { return Ok(false) };
    let outcome = check(&preprocessed, &header, variant)?;
    if is_timeout(&outcome) {
        return Ok(false);
    }
    let mut what = difference(&outcome, &header.expectation, variant);
    if what.is_some() && variant == Variant::ThirtyTwoBits {
        // The first lines speak of 64 bits; here, the source is the yardstick.
        let source = check(path, &header, variant)?;
        if source["verdict"] == outcome["verdict"] {
            what = None;
        }
    }
    let _ = std::fs::remove_file(&preprocessed);
    what.map_or(Ok(true), Err)
}

fn preprocessed(path: &Path, header: &Header, variant: Variant) -> Result<Option<PathBuf>, String> {
    let defines = header.options.iter().enumerate().filter_map(|(index, option)| {
        let value = header.options.get(index + 1)?;
        (option == "-D").then(|| format!("-D{value}"))
    });
    let attached =
        header.options.iter().filter(|option| option.starts_with("-D") && option.len() > 2).cloned();
    let accepts = Command::new("gcc")
        .args(["-w", "-fsyntax-only"])
        .args(variant.flags().iter().filter(|flag| !matches!(**flag, "-E" | "-P")))
        .args(defines.clone())
        .args(attached.clone())
        .arg(path)
        .output();
    if !accepts.is_ok_and(|output| output.status.success()) {
        return Ok(None);
    }
    let output = Command::new("gcc").args(variant.flags()).args(defines).args(attached).arg(path).output();
    let output = output.map_err(|error| format!("cannot run gcc: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let name = format!("{}{}.i", name_of(path), variant.flags().concat().replace("=", ""));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, output.stdout).map_err(|error| error.to_string())?;
    Ok(Some(file))
}

fn check(path: &Path, header: &Header, variant: Variant) -> Result<Value, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    command.arg("check").arg(path).args(["--json", "--timeout", SECONDS]).args(&header.options);
    if variant == Variant::ThirtyTwoBits && !header.options.iter().any(|option| option == "--data-model") {
        command.args(["--data-model", "ilp32"]);
    }
    if let Some(rounds) = header.rounds.or(header.min_rounds) {
        command.args(["--rounds", &rounds.to_string()]);
    }
    if let Some(unwind) = header.unwind {
        command.args(["--unwind", &unwind.to_string()]);
    }
    let output = command.output().map_err(|error| format!("cannot run: {error}"))?;
    serde_json::from_slice(&output.stdout)
        .map_err(|_| format!("no JSON: {}", String::from_utf8_lossy(&output.stderr)))
        .and_then(|outcome: Value| match outcome["verdict"].as_str() {
            Some("error") => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
            _ => Ok(outcome),
        })
}

fn is_timeout(outcome: &Value) -> bool {
    outcome["verdict"] == "unknown" && outcome["reason"]["kind"] == "timeout"
}

fn difference(outcome: &Value, expected: &Expectation, variant: Variant) -> Option<String> {
    let verdict = outcome["verdict"].as_str().unwrap_or_default();
    let wanted: &[&str] = match expected {
        Expectation::Violated { .. } => &["violated"],
        Expectation::Safe => &["safe"],
        Expectation::SafeUnderAssumptions => &["safe-under-assumptions"],
        Expectation::Bounded => &["no-violation-within-bounds"],
        Expectation::NoViolation => &["safe", "safe-under-assumptions", "no-violation-within-bounds"],
        Expectation::Error(_) => return None,
    };
    if !wanted.contains(&verdict) {
        return Some(format!("expected {wanted:?}, got {verdict} {}", outcome["reason"]["message"]));
    }
    let Expectation::Violated { kind: Some(kind), lines } = expected else { return None };
    if lines.is_empty() || variant == Variant::WithoutMarkers {
        return None;
    }
    let violations = outcome["violations"].as_array().map_or(&[][..], Vec::as_slice);
    let violations = violations.iter().map(|one| &one["trace"]["violation"]);
    let of_kind = violations.filter(|one| one["kind"] == kind.as_str());
    let found: BTreeSet<u64> = of_kind.filter_map(|one| one["location"]["line"].as_u64()).collect();
    (found != *lines).then(|| format!("expected lines {lines:?}, got {found:?}"))
}

fn programs() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = std::fs::read_dir(&directory).expect("tests/programs can be read");
    let paths = entries.map(|entry| entry.expect("an entry of tests/programs can be read").path());
    let mut programs: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|e| e == "c")).collect();
    programs.sort();
    programs
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
