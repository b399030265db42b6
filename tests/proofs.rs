//! Proofs without bounds: what is proved is true.
//!
//! Programs with endless loops (`tests/proofs`), right and with a mistake; and the generated programs of the oracle, which
//! are explored: whatever exploration violates is never proved. A proof that the checker refuses fails the test, too.

#[path = "oracle/arrays.rs"]
mod arrays;
#[path = "oracle/blocks.rs"]
mod blocks;
#[path = "oracle/calls.rs"]
mod calls;
#[path = "oracle/endless.rs"]
mod endless;
#[path = "support/expectation.rs"]
mod expectation;
#[allow(dead_code, reason = "tests/oracle.rs shares it")]
#[path = "oracle/flow.rs"]
mod flow;
#[allow(dead_code, reason = "tests/oracle.rs shares it")]
#[path = "oracle/generate.rs"]
mod generate;
#[path = "oracle/jobs.rs"]
mod jobs;
#[path = "oracle/lifetimes.rs"]
mod lifetimes;
#[path = "oracle/misuse.rs"]
mod misuse;
#[path = "oracle/orders.rs"]
mod orders;
#[allow(dead_code, reason = "tests/oracle.rs shares it")]
#[path = "oracle/parts.rs"]
mod parts;
#[allow(dead_code, reason = "tests/oracle.rs shares it")]
#[path = "support/program.rs"]
mod program;
#[path = "oracle/prove.rs"]
mod prove;
#[path = "oracle/rare.rs"]
mod rare;
#[path = "oracle/spinning.rs"]
mod spinning;
#[path = "oracle/synchronise.rs"]
mod synchronise;
#[path = "oracle/unchecked.rs"]
mod unchecked;
#[path = "oracle/undefined.rs"]
mod undefined;
#[path = "oracle/waiting.rs"]
mod waiting;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bmc_conc::ir::Program;
use bmc_conc::load::{LoadOptions, load};
use bmc_conc::prove::{Obstacle, Verdict};
use bmc_conc::relation::Cause;
use bmc_conc::source::Input;

use expectation::Expectation;
use prove::verdict;

/// How many generated programs of each kind the ordinary test run looks at, and how many of those that are made of endless
/// loops. `BMC_ORACLE_SEEDS=from..to` takes others.
const PROGRAMS: u64 = 3;
const ENDLESS_PROGRAMS: u64 = 12;

/// The programs with endless loops that are proved by now.
const PROVED: [&str; 21] = [
    "bank_transfer",
    "cas_lock",
    "dekker",
    "double_checked_init",
    "double_lock_p1",
    "double_lock_p2",
    "lamport",
    "mcs_lock",
    "peterson",
    "producer_consumer",
    "ring_buffer_condition",
    "section_without_end",
    "spinlock_statistics",
    "stateful",
    "szymanski",
    "tas_lock",
    "ticket_lock",
    "time_var_mutex",
    "try_lock_polling",
    "two_counters_equal",
    "work_queue_shutdown",
];

fn programs_with_endless_loops() -> Vec<(String, PathBuf, Expectation)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proofs");
    let entries = std::fs::read_dir(folder).expect("tests/proofs can be read");
    let mut all: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("an entry can be read").path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("a program can be read");
            let header = expectation::read(&text).unwrap_or_else(|what| panic!("{name}: {what}"));
            (name, path, header.expectation)
        })
        .collect();
    all.sort_by(|one, other| one.0.cmp(&other.0));
    all
}

fn loaded(path: &Path) -> Program {
    let text = std::fs::read_to_string(path).expect("a program can be read");
    let input = Input::Text { name: path.display().to_string(), text };
    load([input], &LoadOptions::default())
        .unwrap_or_else(|error| panic!("{}: {:?}", path.display(), error.diagnostics))
        .program
}

#[test]
fn programs_with_endless_loops_are_proved() {
    let all = programs_with_endless_loops();
    let safe = |name: &str| all.iter().any(|(known, _, e)| known == name && *e == Expectation::Safe);
    assert!(PROVED.iter().all(|name| safe(name)), "what is proved is there, and safe");
    let mut failures = Vec::new();
    for (name, path, _) in all.iter().filter(|(name, _, _)| PROVED.contains(&name.as_str())) {
        if let Verdict::Unknown(why) = verdict(&loaded(path), 120) {
            failures.push(format!("{name}: {why}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn no_program_with_a_mistake_is_proved() {
    let mut failures = Vec::new();
    let mut broken = 0;
    for (name, path, expectation) in programs_with_endless_loops() {
        if expectation == Expectation::Safe {
            continue;
        }
        broken += 1;
        match verdict(&loaded(&path), 2) {
            Verdict::Proved(_) => failures.push(format!("{name} is proved")),
            Verdict::Unknown(Obstacle::Refused(refusal)) => failures.push(format!("{name}: {refusal}")),
            Verdict::Unknown(_) => {}
        }
    }
    assert!(broken >= 50, "only {broken} programs have a mistake");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Those of the ordinary test run, or those that `BMC_ORACLE_SEEDS` names.
fn seeds(part: parts::Part) -> std::ops::Range<u64> {
    match std::env::var("BMC_ORACLE_SEEDS") {
        Ok(range) => {
            let (from, to) = range.split_once("..").expect("BMC_ORACLE_SEEDS is FROM..TO");
            from.parse().expect("FROM is a number")..to.parse().expect("TO is a number")
        }
        Err(_) if part.least_unwind > 1 => 0..ENDLESS_PROGRAMS,
        Err(_) => 0..PROGRAMS,
    }
}

/// What came of a generated program, in words that are counted.
fn judge(explored: &Program, checked: &Program) -> Result<&'static str, String> {
    let exploration = prove::exploration(explored);
    let verdict = prove::verdict(checked, 3);
    if let Some(what) = prove::complaint(&verdict, explored, &exploration) {
        return Err(what);
    }
    let is_violated = !exploration.violations.is_empty();
    let is_complete = prove::is_complete(&exploration);
    Ok(match verdict {
        Verdict::Proved(_) if is_complete => "confirmed",
        Verdict::Proved(_) => "proved",
        Verdict::Unknown(Obstacle::Possible { what: Cause::Property(_), .. }) => match is_violated {
            true => "violated",
            false if is_complete => "possible, not by exploration",
            false => "possible",
        },
        Verdict::Unknown(Obstacle::Possible { .. }) => "possible",
        Verdict::Unknown(Obstacle::NotFollowed { .. }) => "not followed",
        Verdict::Unknown(Obstacle::TooWeak) => "too weak",
        Verdict::Unknown(Obstacle::Stopped { .. }) => "stopped",
        Verdict::Unknown(Obstacle::Refused(_)) => unreachable!("a refusal is a complaint"),
    })
}

#[test]
fn what_exploration_violates_is_never_proved() {
    let mut failures = Vec::new();
    let mut counts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for part in parts::for_proofs() {
        if let Ok(only) = std::env::var("PARTS")
            && !only.split(',').any(|one| one == part.name)
        {
            continue;
        }
        for seed in seeds(part) {
            let text = (part.generate)(seed);
            let input = Input::Text { name: format!("seed{seed}.c"), text: text.clone() };
            let explored = program::with_repetitions(input.clone(), part.checks);
            let explored = explored.unwrap_or_else(|errors| panic!("{}: seed {seed}: {errors:?}", part.name));
            let checked = program::program(input, part.checks).expect("what compiles once compiles again");
            match judge(&explored, &checked) {
                Ok(answer) => *counts.entry((part.name, answer)).or_default() += 1,
                Err(what) => failures.push(format!("{}: seed {seed}: {what}", part.name)),
            }
        }
    }
    for ((part, answer), count) in &counts {
        println!("{part}: {answer}: {count}");
    }
    let of = |wanted: &str| {
        counts.iter().filter(|((_, answer), _)| *answer == wanted).map(|(_, n)| n).sum::<u64>()
    };
    let (confirmed, violated, all) = (of("confirmed"), of("violated"), counts.values().sum::<u64>());
    let proved = confirmed + of("proved");
    println!(
        "{all} programs, {proved} proved, {confirmed} of them confirmed, {violated} violated, {} wrong",
        failures.len()
    );
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(proved * 10 > all && violated * 10 > all, "{proved} of {all} are proved, {violated} violated");
    assert!(confirmed * 2 > proved, "exploration confirms only {confirmed} of {proved}");
}
