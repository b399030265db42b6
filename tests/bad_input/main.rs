//! Bad input: whatever comes in, a diagnostic or an answer comes out.
//!
//! Every case is a run of the binary on files and arguments that a seed determines: the product as a user meets it,
//! so that a stack that overflows or memory that runs out ends one child and not the tests. `judge` says what
//! may come out. What fails is shrunk and kept (`keep`), and once its cause is mended it belongs to
//! `tests/inputs/bad`, which is tried in every run.
//!
//! `BMC_BAD_INPUT_SEEDS=from..to` tries other cases than the few of the ordinary run; `BMC_BAD_INPUT_SHOW=1` leaves the
//! files of all of them in `target/tmp/bad_input_shown`.

mod case;
mod command_lines;
mod constants;
mod corpus;
mod judge;
mod keep;
mod mutate;
mod nesting;
mod preprocessor;
#[allow(dead_code, reason = "other tests share it")]
#[path = "../support/random.rs"]
mod random;
mod traces;

use case::{Case, File};
use random::Random;

#[test]
fn any_text_is_preprocessed_or_refused() {
    try_seeds("preprocessor", 70, preprocessor::case);
}

#[test]
fn mutated_programs_are_compiled_or_refused() {
    try_seeds("syntax", 70, mutate::to_compile);
}

#[test]
fn nested_constructs_are_compiled_or_refused() {
    try_seeds("nesting", 40, nesting::case);
}

#[test]
fn enormous_constants_are_checked_or_refused() {
    try_seeds("constants", 40, constants::case);
}

#[test]
fn mutated_programs_are_checked_or_refused() {
    try_seeds("check", 60, mutate::to_check);
}

#[test]
fn odd_command_lines_are_answered_or_refused() {
    try_seeds("command lines", 40, command_lines::case);
}

#[test]
fn mutated_traces_are_replayed_or_refused() {
    try_seeds("traces", 40, traces::case);
}

#[test]
fn inputs_that_once_did_harm_are_checked_or_refused() {
    let folder = corpus::repository().join("tests/inputs/bad");
    let mut complaints = Vec::new();
    let files = corpus::files_in(&folder);
    assert!(!files.is_empty());
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).expect("it can be read");
        let case = Case::check(vec![File { name: name.clone(), bytes }], &["--rounds", "1", "--unwind", "1"]);
        if let Err(complaint) = judge::judge(&case, &format!("regression {name}")) {
            complaints.push(format!("{name}: {complaint}"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn a_seed_always_means_the_same_case() {
    let generators = [
        preprocessor::case,
        mutate::to_compile,
        nesting::case,
        constants::case,
        mutate::to_check,
        command_lines::case,
        traces::case,
    ];
    for generate in generators {
        for seed in 0..5 {
            assert_eq!(generate(&mut Random::new(seed)), generate(&mut Random::new(seed)));
        }
    }
}

fn try_seeds(part: &str, dose: u64, generate: fn(&mut Random) -> Case) {
    let seeds = match std::env::var("BMC_BAD_INPUT_SEEDS") {
        Ok(range) => {
            let (from, to) = range.split_once("..").expect("BMC_BAD_INPUT_SEEDS is FROM..TO");
            from.parse().expect("FROM is a number")..to.parse().expect("TO is a number")
        }
        Err(_) => 0..dose,
    };
    let mut tried = 0;
    let (mut answered, mut refused) = (0, 0);
    let mut complaints = Vec::new();
    for seed in seeds {
        tried += 1;
        let case = generate(&mut Random::new(seed));
        if std::env::var("BMC_BAD_INPUT_SHOW").is_ok() {
            judge::prepare(&case, &judge::scratch().join("bad_input_shown").join(format!("{part} {seed}")));
            println!("{part} {seed}: {:?}", case.arguments);
        }
        match judge::judge(&case, &format!("{part} {seed}")) {
            Ok(judge::Reaction::Answered) => answered += 1,
            Ok(judge::Reaction::Refused) => refused += 1,
            Err(complaint) => complaints.push(keep::keep(part, seed, case, &complaint)),
        }
    }
    println!("{part}: {tried} tried, {answered} answered, {refused} refused, {} disagree", complaints.len());
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
