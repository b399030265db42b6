//! `--certify` over the programs of `tests/programs`: whatever comes out without a violation comes out the same
//! with certificates, and has some.
//!
//! The ordinary run takes every ninth program; `BMC_CERTIFY=all cargo test --test certify -- --nocapture` takes
//! all of them and prints counts and what the certificates cost.

#[path = "support/expectation.rs"]
mod expectation;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use expectation::{Expectation, Header};
use serde_json::Value;

const SAMPLE: usize = 9;

/// What one program showed.
struct Tally {
    proofs: usize,
    trivial: usize,
    lemmas: u64,
    bytes: u64,
    solving: f64,
    proving: f64,
    checking: f64,
    plain_seconds: f64,
    certified_seconds: f64,
}

#[test]
fn programs_without_a_violation_have_certificates() {
    let all = std::env::var("BMC_CERTIFY").is_ok_and(|value| value == "all");
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = std::fs::read_dir(directory).expect("tests/programs can be read");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.sort();
    let step = if all { 1 } else { SAMPLE };
    let mut tallies: Vec<Tally> = Vec::new();
    let mut failures = Vec::new();
    for path in paths.iter().step_by(step) {
        let text = std::fs::read_to_string(path).expect("a program can be read");
        let header = expectation::read(&text).expect("the tests of programs check every header");
        let is_wanted = match header.expectation {
            Expectation::Safe
            | Expectation::SafeUnderAssumptions
            | Expectation::Bounded
            | Expectation::NoViolation => true,
            Expectation::Violated { .. } | Expectation::Error(_) => false,
        };
        if !is_wanted || header.known_bug.is_some() {
            continue;
        }
        let models: &[&[&str]] = match header.both_models {
            true => &[&["--data-model", "lp64"], &["--data-model", "ilp32"]],
            false => &[&[]],
        };
        for model in models {
            let mut header = header.clone();
            header.options.extend(model.iter().map(|word| word.to_string()));
            match certify(path, &header) {
                Ok(tally) => tallies.push(tally),
                Err(what) => failures.push(format!("{} {model:?}: {what}", path.display())),
            }
        }
    }
    println!("certificates: {} tried, {} disagree", tallies.len() + failures.len(), failures.len());
    assert!(failures.is_empty(), "{} programs fail:\n{}", failures.len(), failures.join("\n"));
    assert!(tallies.len() >= 15, "only {} programs were tried", tallies.len());
    assert!(tallies.iter().any(|tally| tally.lemmas > 0), "some proof has lemmas");
    print(&tallies);
}

fn print(tallies: &[Tally]) {
    let count = |of: fn(&Tally) -> u64| tallies.iter().map(of).sum::<u64>();
    let seconds = |of: fn(&Tally) -> f64| tallies.iter().map(of).sum::<f64>();
    let (plain, certified) = (seconds(|t| t.plain_seconds), seconds(|t| t.certified_seconds));
    println!(
        "{} programs, {} proofs ({} by simplification alone), {} lemmas, {} bytes",
        tallies.len(),
        count(|t| t.proofs as u64),
        count(|t| t.trivial as u64),
        count(|t| t.lemmas),
        count(|t| t.bytes)
    );
    println!(
        "solving {:.2} s, proving {:.2} s, checking {:.2} s; in all {plain:.1} s without, {certified:.1} s with \
         certificates: {:.2} times",
        seconds(|t| t.solving),
        seconds(|t| t.proving),
        seconds(|t| t.checking),
        certified / plain
    );
}

fn certify(path: &Path, header: &Header) -> Result<Tally, String> {
    let begin = Instant::now();
    let plain = check(path, header, &[])?;
    let plain_seconds = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let outcome = check(path, header, &["--certify"])?;
    let certified_seconds = begin.elapsed().as_secs_f64();
    if plain["verdict"] != outcome["verdict"] {
        let reason = &outcome["reason"]["message"];
        return Err(format!(
            "{} without, {} with certificates {reason}",
            plain["verdict"], outcome["verdict"]
        ));
    }
    let none = Vec::new();
    let certificates = outcome["certificates"].as_array().unwrap_or(&none);
    if certificates.is_empty() {
        return Err("there is no certificate".to_string());
    }
    let sum = |field: &str| certificates.iter().filter_map(|one| one[field].as_f64()).sum::<f64>();
    let stages = plain["statistics"]["stages"].as_array().unwrap_or(&none);
    let searching = |stage: &&Value| stage["stage"] == "solve" || stage["stage"] == "completeness";
    Ok(Tally {
        proofs: certificates.len(),
        trivial: certificates.iter().filter(|one| one["trivial"] == true).count(),
        lemmas: sum("lemmas") as u64,
        bytes: sum("proof_bytes") as u64,
        solving: stages.iter().filter(searching).filter_map(|stage| stage["seconds"].as_f64()).sum(),
        proving: sum("proving_seconds"),
        checking: sum("checking_seconds"),
        plain_seconds,
        certified_seconds,
    })
}

fn check(path: &Path, header: &Header, more: &[&str]) -> Result<Value, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    // Proofs without bounds have other certificates.
    command
        .arg("check")
        .arg(path)
        .args(["--json", "--no-prove", "--timeout", "300"])
        .args(&header.options)
        .args(more);
    for (option, bound) in [("--rounds", header.rounds), ("--unwind", header.unwind)] {
        if let Some(bound) = bound {
            command.args([option, &bound.to_string()]);
        }
    }
    let output = command.output().map_err(|error| format!("cannot run: {error}"))?;
    serde_json::from_slice(&output.stdout).map_err(|error| format!("the output is not JSON: {error}"))
}

/// The numbers of a clause without its 0. What the format forbids: a literal twice, or with its opposite.
fn clause(words: &[&str]) -> Vec<i32> {
    let numbers: Vec<i32> = words.iter().map(|word| word.parse().expect("words are numbers")).collect();
    let (last, literals) = numbers.split_last().expect("a line is not empty");
    assert_eq!(*last, 0, "a clause ends in 0: {words:?}");
    for (index, literal) in literals.iter().enumerate() {
        assert_ne!(*literal, 0, "a clause has one 0: {words:?}");
        let rest = &literals[index + 1..];
        assert!(!rest.contains(literal) && !rest.contains(&-literal), "no literal comes twice: {words:?}");
    }
    literals.to_vec()
}

/// Of a formula in DIMACS: its clauses, if the line that announces them is right.
fn formula(text: &str) -> Vec<Vec<i32>> {
    let mut lines = text.lines().skip_while(|line| line.starts_with("c "));
    let announced: Vec<&str> = lines.next().expect("there is a first line").split(' ').collect();
    let ["p", "cnf", variables, count] = announced[..] else { panic!("{announced:?} announces nothing") };
    let clauses: Vec<Vec<i32>> = lines.map(|line| clause(&line.split(' ').collect::<Vec<_>>())).collect();
    assert_eq!(count.parse(), Ok(clauses.len()));
    let variables: u32 = variables.parse().expect("a number of variables");
    assert!(clauses.iter().flatten().all(|literal| literal.unsigned_abs() <= variables));
    clauses
}

/// Other checkers read what the publications on DRAT describe, and are stricter about it than ours.
#[test]
fn proofs_are_kept_in_the_published_format() {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("published");
    let name = kept.to_str().expect("the folder of the build has a name in UTF-8");
    let (mut lemmas, mut trivial) = (0, 0);
    for program in ["dekker.c", "bakery.c", "control_flow.c", "atomic_section.c", "bit_fields.c"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(program);
        let text = std::fs::read_to_string(&path).expect("a program can be read");
        let header = expectation::read(&text).expect("the tests of programs check every header");
        let outcome = check(&path, &header, &["--proof", name]).expect("there is an outcome");
        let none = Vec::new();
        for certificate in outcome["certificates"].as_array().unwrap_or(&none) {
            let read = |field: &str| {
                let file = certificate[field].as_str().expect("it was kept");
                std::fs::read_to_string(file).expect("what was kept can be read")
            };
            let clauses = formula(&read("cnf"));
            trivial += usize::from(clauses == [Vec::<i32>::new()]);
            let mut steps = Vec::new();
            for line in read("proof").lines() {
                let words: Vec<&str> = line.split(' ').collect();
                match words.strip_prefix(&["d"]) {
                    Some(words) => assert!(!clause(words).is_empty()),
                    None => steps.push(clause(&words)),
                }
            }
            assert_eq!(steps.iter().position(Vec::is_empty), Some(steps.len() - 1), "0 is the last lemma");
            lemmas += steps.len() - 1;
        }
    }
    assert!(lemmas > 100 && trivial > 0, "{lemmas} lemmas, {trivial} by simplification");
}
