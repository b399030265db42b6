//! `check` against an oracle: exhaustive exploration by the interpreter, on generated programs.
//!
//! The two share the front end and the IR, but nothing of unfolding, assumptions, encoding and solving. For
//! every property they must agree whether it can be violated, and in how few rounds; see `oracle/compare.rs`.
//! A program on which they differ is shrunk and kept. `tests/planted.rs` shows that mistakes would be noticed.

#[path = "oracle/arrays.rs"]
mod arrays;
#[path = "oracle/blocks.rs"]
mod blocks;
#[path = "oracle/calls.rs"]
mod calls;
#[allow(dead_code, reason = "tests/planted.rs shares it")]
#[path = "oracle/compare.rs"]
mod compare;
#[path = "oracle/endless.rs"]
mod endless;
#[allow(dead_code, reason = "tests/verdicts_with_gcc.rs shares it")]
#[path = "oracle/flow.rs"]
mod flow;
#[path = "oracle/generate.rs"]
mod generate;
#[path = "oracle/jobs.rs"]
mod jobs;
#[path = "oracle/keep.rs"]
mod keep;
#[path = "oracle/lifetimes.rs"]
mod lifetimes;
#[path = "oracle/misuse.rs"]
mod misuse;
#[path = "oracle/orders.rs"]
mod orders;
#[allow(dead_code, reason = "tests/planted.rs shares it")]
#[path = "oracle/parts.rs"]
mod parts;
#[path = "support/program.rs"]
mod program;
#[path = "oracle/rare.rs"]
mod rare;
#[path = "oracle/shrink.rs"]
mod shrink;
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

use bmc_conc::exec::{ExploreLimits, explore};
use bmc_conc::property::Checks;
use bmc_conc::source::Input;

use compare::{Extent, compare, compare_walks};
use parts::Part;

/// How many generated programs of each kind the ordinary test run compares. `BMC_ORACLE_SEEDS=from..to` compares
/// others.
const PROGRAMS: u64 = 60;

#[test]
fn check_agrees_with_exhaustive_exploration() {
    compare_seeds(parts::values());
}

#[test]
fn what_is_looked_for_together_agrees_with_exhaustive_exploration() {
    compare_seeds(parts::together());
}

#[test]
fn what_is_looked_for_together_among_locks_agrees_with_exhaustive_exploration() {
    compare_seeds(parts::together_with_locks());
}

#[test]
fn control_flow_agrees_with_exhaustive_exploration() {
    compare_seeds(parts::control_flow());
}

#[test]
fn spinning_agrees_with_exhaustive_exploration() {
    compare_seeds(parts::spinning());
}

#[test]
fn races_beside_spinning_agree_with_exhaustive_exploration() {
    compare_seeds(parts::races_beside_spinning());
}

#[test]
fn endless_loops_agree_with_exhaustive_exploration() {
    compare_seeds(parts::endless());
}

#[test]
fn endless_loops_where_locks_are_misused_agree_with_exhaustive_exploration() {
    compare_seeds(parts::endless_unasked());
}

#[test]
fn ends_of_blocks_agree_with_exhaustive_exploration() {
    compare_seeds(parts::scopes());
}

#[test]
fn reused_addresses_agree_with_exhaustive_exploration() {
    compare_seeds(parts::reuse());
}

#[test]
fn races_agree_with_exhaustive_exploration() {
    compare_seeds(parts::races());
}

#[test]
fn races_on_values_agree_with_exhaustive_exploration() {
    compare_seeds(parts::races_on_values());
}

#[test]
fn deadlocks_agree_with_exhaustive_exploration() {
    compare_seeds(parts::deadlocks());
}

#[test]
fn lives_of_blocks_agree_with_exhaustive_exploration() {
    compare_seeds(parts::lives());
}

#[test]
fn misuse_of_the_library_agrees_with_exhaustive_exploration() {
    compare_seeds(parts::misuse());
}

#[test]
fn leaks_agree_with_exhaustive_exploration() {
    compare_seeds(parts::leaks());
}

#[test]
fn rare_states_agree_with_exhaustive_exploration() {
    compare_seeds(parts::rare());
}

#[test]
fn indices_agree_with_exhaustive_exploration() {
    compare_seeds(parts::indices());
}

#[test]
fn races_on_elements_agree_with_exhaustive_exploration() {
    compare_seeds(parts::races_on_elements());
}

#[test]
fn orders_agree_with_exhaustive_exploration() {
    compare_seeds(parts::orders());
}

#[test]
fn waiting_agrees_with_exhaustive_exploration() {
    compare_seeds(parts::waiting());
}

#[test]
fn waking_agrees_with_exhaustive_exploration() {
    compare_seeds(parts::waking());
}

#[test]
fn what_nobody_checks_agrees_with_exhaustive_exploration() {
    compare_seeds(parts::unchecked());
}

#[test]
fn what_nobody_defines_agrees_with_exhaustive_exploration() {
    compare_seeds(parts::undefined());
}

#[test]
fn calls_agree_with_exhaustive_exploration() {
    compare_seeds(parts::calls());
}

#[test]
fn types_of_calls_agree_with_exhaustive_exploration() {
    compare_seeds(parts::types_of_calls());
}

#[test]
fn jobs_agree_with_exhaustive_exploration() {
    compare_seeds(parts::jobs());
}

#[test]
fn blocks_agree_with_exhaustive_exploration() {
    compare_seeds(parts::blocks());
}

#[test]
fn what_runs_by_chance_reach_is_found() {
    let (mut tried, mut violated, mut disagreements) = (0, 0, Vec::new());
    for part in parts::larger() {
        for seed in seeds(PROGRAMS / 3) {
            let text = (part.generate)(seed);
            let input = Input::Text { name: format!("seed{seed}.c"), text: text.clone() };
            let program = program::program(input, part.checks).expect("generated programs compile");
            let extent = Extent { unwind: part.unwind(seed), ..Extent::VERDICTS };
            tried += 1;
            match compare_walks(&program, &program, extent) {
                Ok(is_violated) => violated += u64::from(is_violated),
                Err(found) => {
                    disagreements.push(format!("{}: seed {seed}: {}\n{text}", part.name, found.what));
                }
            }
        }
    }
    println!("runs by chance: {tried} tried, {violated} violated, {} disagree", disagreements.len());
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
    assert!(violated * 5 > tried || tried < PROGRAMS / 3, "runs by chance violate something");
}

/// Those of the ordinary test run, or those that `BMC_ORACLE_SEEDS` names.
fn seeds(ordinary: u64) -> std::ops::Range<u64> {
    match std::env::var("BMC_ORACLE_SEEDS") {
        Ok(range) => {
            let (from, to) = range.split_once("..").expect("BMC_ORACLE_SEEDS is FROM..TO");
            from.parse().expect("FROM is a number")..to.parse().expect("TO is a number")
        }
        Err(_) => 0..ordinary,
    }
}

fn compare_seeds(part: Part) {
    let name = part.name;
    // Those with endless loops have far more runs than others.
    let seeds = seeds(if part.least_unwind > 1 { PROGRAMS / 4 } else { PROGRAMS });
    let (mut tried, mut compared, mut violated, mut complete) = (0, 0, 0, 0);
    let mut disagreements = Vec::new();
    for seed in seeds {
        tried += 1;
        let text = (part.generate)(seed);
        let input = Input::Text { name: format!("seed{seed}.c"), text: text.clone() };
        let explored = program::with_repetitions(input.clone(), part.checks)
            .unwrap_or_else(|errors| panic!("{name}: seed {seed} does not compile: {errors:?}\n{text}"));
        let checked = program::program(input, part.checks).expect("what compiles once compiles again");
        let extent = Extent { unwind: part.unwind(seed), ..Extent::of_seed(seed) };
        match compare(&explored, &checked, extent) {
            Ok(None) => {}
            Ok(Some(agreement)) => {
                compared += 1;
                violated += u64::from(agreement.violated);
                complete += u64::from(agreement.complete);
            }
            Err(found) => disagreements.push(keep::keep(part, seed, &text, extent, &found)),
        }
    }
    println!(
        "{name}: {tried} tried, {compared} compared, {violated} violated, {complete} proved complete, {} disagree",
        disagreements.len()
    );
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
    // A few programs need not show both answers.
    if part.rarest > 0 && tried >= PROGRAMS {
        let rarest = part.rarest;
        assert!(compared > 0 && violated * rarest > compared && (compared - violated) * rarest > compared);
    }
}

#[test]
fn a_shrunk_program_still_shows_what_it_was_shrunk_for() {
    let limits = ExploreLimits { states: 20_000, ..ExploreLimits::default() };
    let least = |text: &str| {
        let input = Input::Text { name: "shrunk.c".into(), text: text.into() };
        let program = program::program(input, Checks::default()).ok()?;
        let exploration = explore(&program, &limits);
        exploration.violations.values().map(|v| v.rounds).min()
    };
    let text = (0..).map(rare::program).find(|text| least(text) == Some(3)).expect("one needs three rounds");
    let small = shrink::shrink(&text, 600, &mut |candidate| least(candidate) == Some(3));
    assert_eq!(least(&small), Some(3), "{small}");
    assert!(small.len() * 3 < text.len() * 2, "{text}\n{small}");
    assert!(small.lines().count() <= text.lines().count(), "{text}\n{small}");
}

/// Prints the program of a seed, for a closer look: `BMC_ORACLE_SHOW=17 cargo test --test oracle -- --nocapture`.
#[test]
fn a_seed_always_means_the_same_program() {
    let seed = std::env::var("BMC_ORACLE_SHOW").ok().and_then(|s| s.parse().ok()).unwrap_or(7);
    for generate in [
        arrays::program,
        endless::program,
        flow::program,
        lifetimes::scopes,
        lifetimes::reuse,
        blocks::program,
        jobs::program,
        calls::program,
        generate::program,
        synchronise::program,
        misuse::program,
        orders::program,
        rare::program,
        spinning::program,
        unchecked::program,
        undefined::program,
        waiting::program,
        waiting::in_vain,
    ] {
        let text = generate(seed);
        assert_eq!(text, generate(seed));
        if std::env::var("BMC_ORACLE_SHOW").is_ok() {
            println!("{text}");
        }
    }
}
