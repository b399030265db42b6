//! Programs without threads: `check` must find that their result is the one that they have when gcc compiles them.
//!
//! What gcc's program prints becomes an assertion: that the result differs is violated, that it is equal is not, neither
//! in `check` nor in anything it says it has left out. `BMC_GCC_SEEDS=from..to` compares other programs than those of
//! the ordinary run. Without gcc there is nothing to compare with.

#[allow(dead_code, reason = "others use the rest of it")]
#[path = "oracle/flow.rs"]
mod flow;
#[allow(dead_code, reason = "others use the rest of it")]
#[path = "oracle/generate.rs"]
mod generate;

use std::path::{Path, PathBuf};
use std::process::Command;

use bmc_conc::check::{CheckOptions, Rest, check};
use bmc_conc::frontend::CompileOptions;
use bmc_conc::load::{LoadOptions, load};
use bmc_conc::property::{Check, Checks};
use bmc_conc::source::Input;

const PROGRAMS: u64 = 40;
/// No generated program goes around a loop more often.
const UNWIND: u32 = 40;

#[test]
fn results_are_what_they_are_with_gcc() {
    if Command::new("gcc").arg("--version").output().is_err() {
        eprintln!("there is no gcc; nothing is compared");
        return;
    }
    let seeds = match std::env::var("BMC_GCC_SEEDS") {
        Ok(range) => {
            let (from, to) = range.split_once("..").expect("BMC_GCC_SEEDS is FROM..TO");
            from.parse().expect("FROM is a number")..to.parse().expect("TO is a number")
        }
        Err(_) => 0..PROGRAMS,
    };
    let (mut tried, mut disagreements) = (0, Vec::new());
    for seed in seeds {
        tried += 1;
        let result = result_with_gcc(seed, &flow::sequential(seed, as_constant, "printf(\"%d\", r);"));
        for (operator, must_be_violated) in [("!=", true), ("==", false)] {
            let text = flow::sequential(seed, as_assumption, &format!("assert(r {operator} {result});"));
            let is_violated = is_violated(seed, &text);
            if is_violated != must_be_violated {
                let answer = if is_violated { "violated" } else { "not violated" };
                disagreements.push(format!("seed {seed}: r {operator} {result} is {answer}\n{text}"));
            }
        }
    }
    println!("results: {tried} tried, {} disagree", disagreements.len());
    assert!(tried > 0 && disagreements.is_empty(), "{}", disagreements.join("\n"));
}

fn as_constant(value: u64) -> String {
    format!("int path = {value};")
}

/// A value that is only known by an assumption is no constant to begin with.
fn as_assumption(value: u64) -> String {
    format!("int path = __VERIFIER_nondet_int();\n    __VERIFIER_assume(path == {value});")
}

fn result_with_gcc(seed: u64, text: &str) -> i32 {
    let source: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sequential_{seed}.c"));
    let binary = source.with_extension("out");
    std::fs::write(&source, text).expect("the program can be written");
    let compiled =
        Command::new("gcc").args(["-w", "-O0", "-fwrapv", "-o"]).arg(&binary).arg(&source).status();
    assert!(compiled.is_ok_and(|status| status.success()), "gcc compiles {}", source.display());
    let output = Command::new(&binary).output().expect("what gcc made can be started");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let _ = (std::fs::remove_file(&source), std::fs::remove_file(&binary));
    printed.parse().unwrap_or_else(|_| panic!("seed {seed}: a number is printed, not '{printed}'"))
}

fn is_violated(seed: u64, text: &str) -> bool {
    let input = Input::Text { name: format!("seed{seed}.c"), text: text.into() };
    let compile = CompileOptions { checks: Checks::NONE.with(Check::Assert), ..CompileOptions::default() };
    let loaded = load([input], &LoadOptions { compile, ..LoadOptions::default() });
    let program =
        loaded.unwrap_or_else(|error| panic!("seed {seed}: {:?}\n{text}", error.diagnostics)).program;
    let options = CheckOptions { rounds: Some(1), unwind: Some(UNWIND), ..CheckOptions::default() };
    let outcome = check(&program, &options, &|_| {}).expect("generated programs are supported");
    match outcome.rest {
        _ if outcome.is_violated() => true,
        Rest::Safe => false,
        other => {
            panic!("seed {seed}: nothing is left out of a program without threads, but: {other:?}\n{text}")
        }
    }
}
