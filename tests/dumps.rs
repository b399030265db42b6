//! What `--dump dimacs` prints is the formula that `check` solves: it has a model if, and only if, there is a violation.
//!
//! `--dump aiger` is a circuit in which something bad can be reached if, and only if, the program can violate something.
//!
//! Solved here by an engine that gets nothing but the printed clauses, for programs of every kind of property and for
//! every encoding. The ordinary run takes every ninth program; `BMC_DUMPS=all` takes all, and
//! passes over formulas that take long, which the naive encoding makes.

#[path = "support/expectation.rs"]
mod expectation;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use bmc_solver::transition::{aiger, pdr};
use bmc_solver::{Answer, EngineKind, Stop};
use expectation::{Expectation, Header};

const SAMPLE: usize = 9;
const PATIENCE: Duration = Duration::from_secs(20);
const ENCODINGS: [&str; 3] = ["lazy", "naive", "eager"];

#[test]
fn the_dumped_formula_has_a_model_if_and_only_if_there_is_a_violation() {
    let all = std::env::var("BMC_DUMPS").is_ok_and(|value| value == "all");
    let mut kinds = BTreeSet::new();
    let (mut violated, mut others, mut undecided, mut failures) = (0, 0, 0, Vec::new());
    for (path, header) in programs().into_iter().step_by(if all { 1 } else { SAMPLE }) {
        let answer = run(&path, &header, &["--quiet"]);
        let expected = answer == "VIOLATED\n";
        if let (true, Expectation::Violated { kind, .. }) = (expected, &header.expectation) {
            kinds.insert(kind.clone().unwrap_or_else(|| "assertion".into()));
        }
        for encoding in ENCODINGS {
            let dumped = run(&path, &header, &["--dump", "dimacs", "--encoding", encoding]);
            let mut engine = EngineKind::default().create(0);
            engine.add_clauses(&clauses(&dumped));
            let has_model = match engine.solve(&[], &Stop::new().with_timeout(PATIENCE)) {
                Answer::Satisfiable => true,
                Answer::Unsatisfiable => false,
                Answer::Unknown(_) => {
                    undecided += 1;
                    continue;
                }
            };
            if has_model != expected {
                failures.push(format!("{} ({encoding}): {has_model}, expected {expected}", path.display()));
            }
        }
        violated += usize::from(expected);
        others += usize::from(!expected);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    println!("{violated} with a violation, {others} without, {undecided} formulas undecided");
    assert!(violated > 20 && others > 20 && undecided < violated, "{violated}, {others}, {undecided}");
    for kind in ["assertion", "pointer", "overflow", "api", "race", "deadlock"] {
        assert!(kinds.contains(kind), "no program with a violation of the kind {kind}");
    }
}

#[test]
fn the_dumped_circuit_is_safe_if_and_only_if_the_program_is() {
    let names = [
        ("peterson", true),
        ("peterson_broken", false),
        ("tas_lock", true),
        ("tas_lock_broken", false),
        ("two_counters_equal", true),
        ("two_counters_equal_broken", false),
    ];
    for (name, is_safe) in names {
        let dumped = dumped(name, "aiger");
        let circuit = aiger::read(dumped.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let stop = Stop::new().with_timeout(Duration::from_secs(120));
        let options = pdr::Options { stop, ..pdr::Options::default() };
        match pdr::prove(&circuit, &options, &mut |_| {}).outcome {
            pdr::Outcome::Proved { .. } => assert!(is_safe, "{name} is proved"),
            pdr::Outcome::Refuted(_) => assert!(!is_safe, "{name} is refuted"),
            pdr::Outcome::Stopped(reason) => panic!("{name}: {reason}"),
        }
    }
}

#[test]
fn the_dumped_system_and_the_dumped_steps_are_those_of_the_program() {
    let system = dumped("peterson", "btor2");
    let of = |kind: &str| system.lines().filter(|line| line.split(' ').nth(1) == Some(kind)).count();
    assert!(of("state") > 5 && of("state") == of("next") && of("state") == of("init"), "{system}");
    assert_eq!(of("bad"), 1, "{system}");
    let steps = dumped("peterson", "relation");
    for line in [
        "T1 worker",
        "  peterson.c:18",
        "    goes to peterson.c:19 (column 12)",
        "      turn = 1",
        "    starts T1 worker",
        "    violates worker.assertion.1 if inside != 1",
        "    goes to a stop for good if T2 has ended",
    ] {
        assert!(steps.lines().any(|known| known == line), "{line} is not in\n{steps}");
    }
}

fn dumped(name: &str, stage: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proofs");
    let output = Command::new(env!("CARGO_BIN_EXE_bmc-conc"))
        .current_dir(folder)
        .args(["check", "--dump", stage, &format!("{name}.c")])
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(0), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

fn programs() -> Vec<(PathBuf, Header)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = std::fs::read_dir(directory).expect("tests/programs can be read");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a program can be read");
        let header = expectation::read(&text).expect("the tests of programs check every header");
        (path, header)
    };
    // That a bound is reached is asked apart from the formula.
    let asserts_bounds = |header: &Header| header.options.iter().any(|o| o == "--unwinding-assertions");
    let is_error = |header: &Header| matches!(header.expectation, Expectation::Error(_));
    let programs = paths.into_iter().map(read);
    programs.filter(|(_, header)| !asserts_bounds(header) && !is_error(header)).collect()
}

/// What `check` prints, with the bounds that the program asks for or small ones.
fn run(path: &Path, header: &Header, options: &[&str]) -> String {
    let (rounds, unwind) = (header.rounds.unwrap_or(2), header.unwind.unwrap_or(2));
    let output = Command::new(env!("CARGO_BIN_EXE_bmc-conc"))
        .args(["check", "--rounds", &rounds.to_string(), "--unwind", &unwind.to_string()])
        .args(&header.options)
        .args(options)
        .arg(path)
        .output()
        .expect("the binary runs");
    String::from_utf8(output.stdout).expect("the output is text")
}

/// The literals of all clauses, each ended by 0.
fn clauses(dimacs: &str) -> Vec<i32> {
    assert!(dimacs.lines().any(|line| line.starts_with("p cnf ")), "{dimacs}");
    let lines = dimacs.lines().filter(|line| !line.starts_with('c') && !line.starts_with('p'));
    lines.flat_map(str::split_whitespace).map(|word| word.parse().expect("a literal is a number")).collect()
}
