//! `check` against an oracle: exhaustive exploration by the interpreter, on generated programs.
//!
//! The two share the front end and the IR, but nothing of unfolding, assumptions, encoding and solving. For
//! every property they must agree whether it can be violated, and in how few rounds.

#[path = "oracle/generate.rs"]
mod generate;
#[path = "oracle/misuse.rs"]
mod misuse;
#[path = "support/program.rs"]
mod program;
#[path = "oracle/synchronise.rs"]
mod synchronise;

use bmc_conc::check::{CheckOptions, Verdict, check};
use bmc_conc::exec::{ExploreLimits, explore};
use bmc_conc::ir::Program;
use bmc_conc::property::{Check, Checks};
use bmc_conc::source::Input;

/// How many generated programs of each kind the ordinary test run compares. `BMC_ORACLE_SEEDS=from..to` compares
/// others.
const PROGRAMS: u64 = 60;
/// Violations that need more rounds are not looked for.
const ROUNDS: u32 = 4;

#[test]
fn check_agrees_with_exhaustive_exploration() {
    compare_seeds("values", generate::program, Checks::default(), 5);
}

#[test]
fn races_agree_with_exhaustive_exploration() {
    compare_seeds("races", synchronise::program, Checks::NONE.with(Check::Race), 5);
}

#[test]
fn races_on_values_agree_with_exhaustive_exploration() {
    compare_seeds("races on values", generate::program, Checks::NONE.with(Check::Race), 0);
}

#[test]
fn deadlocks_agree_with_exhaustive_exploration() {
    compare_seeds("deadlocks", synchronise::program, Checks::NONE.with(Check::Deadlock), 10);
}

#[test]
fn lives_of_blocks_agree_with_exhaustive_exploration() {
    compare_seeds("lives", synchronise::program, Checks::default(), 10);
}

#[test]
fn misuse_of_the_library_agrees_with_exhaustive_exploration() {
    compare_seeds("misuse", misuse::program, Checks::NONE.with(Check::Api), 10);
}

#[test]
fn leaks_agree_with_exhaustive_exploration() {
    compare_seeds("leaks", synchronise::program, Checks::NONE.with(Check::Leak), 10);
}

/// Both answers must occur, at least once in every `rarest` programs (0: anything goes), or the comparison is
/// blind.
fn compare_seeds(what: &str, generate: fn(u64) -> String, checks: Checks, rarest: u64) {
    let seeds = match std::env::var("BMC_ORACLE_SEEDS") {
        Ok(range) => {
            let (from, to) = range.split_once("..").expect("BMC_ORACLE_SEEDS is FROM..TO");
            from.parse().expect("FROM is a number")..to.parse().expect("TO is a number")
        }
        Err(_) => 0..PROGRAMS,
    };
    let (mut compared, mut violated, mut complete) = (0, 0, 0);
    let mut disagreements = Vec::new();
    for seed in seeds {
        let text = generate(seed);
        let input = Input::Text { name: format!("seed{seed}.c"), text: text.clone() };
        let program = program::program(input, checks)
            .unwrap_or_else(|errors| panic!("{what}: seed {seed} does not compile: {errors:?}\n{text}"));
        match compare(&program) {
            Ok(None) => {}
            Ok(Some(compared_to)) => {
                compared += 1;
                violated += u64::from(compared_to.violated);
                complete += u64::from(compared_to.complete);
            }
            Err(problem) => disagreements.push(format!("{what}: seed {seed}: {problem}")),
        }
    }
    println!("{what}: {compared} compared, {violated} violated, {complete} proved complete");
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
    if rarest > 0 {
        assert!(compared > 0 && violated * rarest > compared && (compared - violated) * rarest > compared);
    }
}

struct Compared {
    violated: bool,
    complete: bool,
}

fn compare(program: &Program) -> Result<Option<Compared>, String> {
    let limits = ExploreLimits {
        // A signal may wake any one of the first four threads.
        inputs: vec![0, 1, 2, 3, 4, 8, -1],
        steps_per_thread: 400,
        states: 200_000,
        rounds: ROUNDS,
    };
    let exploration = explore(program, &limits);
    let within_rounds = explore_completely(program, &limits);
    if exploration.faults.first().is_some() || exploration.states >= limits.states {
        return Ok(None);
    }
    let mut complete = false;
    for rounds in 1..=ROUNDS {
        let options = CheckOptions { rounds: Some(rounds), unwind: Some(3), ..CheckOptions::default() };
        let outcome = check(program, &options, &|_| {}).map_err(|errors| format!("{errors:?}"))?;
        let least = exploration.violations.values().map(|v| v.rounds).min();
        let expected = least.is_some_and(|least| least <= rounds);
        match outcome.verdict {
            Verdict::Violated(trace) => {
                if !expected {
                    // Inputs outside the explored values are the interpreter's word: it replayed them.
                    let has_inputs = trace_has_inputs(&trace);
                    if !has_inputs {
                        return Err(format!("violated in {rounds} rounds, exploration says {least:?}"));
                    }
                }
                return Ok(Some(Compared { violated: true, complete }));
            }
            Verdict::Safe => {
                complete = true;
                if let Some(more) = &within_rounds {
                    return Err(format!("safe in {rounds} rounds, but violated in {more} rounds"));
                }
                if expected {
                    return Err(format!("safe in {rounds} rounds, exploration needs {least:?}"));
                }
            }
            Verdict::NoViolationWithinBounds if expected => {
                return Err(format!("nothing in {rounds} rounds, exploration needs {least:?}"));
            }
            Verdict::NoViolationWithinBounds => {}
            Verdict::Unknown(reason) => return Err(format!("unknown: {reason:?}")),
        }
    }
    Ok(Some(Compared { violated: false, complete }))
}

/// The fewest rounds of any violation, however many that takes.
fn explore_completely(program: &Program, limits: &ExploreLimits) -> Option<u32> {
    let unlimited = ExploreLimits { rounds: u32::MAX, ..limits.clone() };
    explore(program, &unlimited).violations.values().map(|v| v.rounds).min()
}

fn trace_has_inputs(trace: &bmc_conc::trace::Trace) -> bool {
    use bmc_conc::trace::Effect;
    let mut effects = trace.contexts.iter().flat_map(|c| &c.steps).flat_map(|s| &s.effects);
    effects.any(|e| matches!(e, Effect::Input { .. }))
}

/// Prints the program of a seed, for a closer look: `BMC_ORACLE_SHOW=17 cargo test --test oracle -- --nocapture`.
#[test]
fn a_seed_always_means_the_same_program() {
    let seed = std::env::var("BMC_ORACLE_SHOW").ok().and_then(|s| s.parse().ok()).unwrap_or(7);
    for generate in [generate::program, synchronise::program, misuse::program] {
        let text = generate(seed);
        assert_eq!(text, generate(seed));
        if std::env::var("BMC_ORACLE_SHOW").is_ok() {
            println!("{text}");
        }
    }
}
