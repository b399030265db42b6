//! Proofs without bounds as a user meets them: the command `prove`, and `check` beside whose search a proof is looked for.
//!
//! What is proved is compared with exploration in `proofs`; here it is what is said, and who says it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

use bmc_conc::check::{Basis, CheckOptions, Method, Progress, Rest, check};
use bmc_conc::load::{LoadOptions, load};
use bmc_conc::source::Input;
use bmc_solver::{Stop, StopReason};
use serde_json::Value;

/// Programs with endless loops that are proved in little time.
const PROVED: [&str; 6] =
    ["dekker", "double_lock_p1", "peterson", "producer_consumer", "tas_lock", "two_counters_equal"];
/// As long as a slow machine may need.
const PLENTY: [&str; 2] = ["--timeout", "600"];

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn endless(name: &str) -> PathBuf {
    repository().join("tests/proofs").join(name).with_extension("c")
}

fn input(name: &str) -> PathBuf {
    repository().join("tests/inputs").join(name)
}

fn ask(command: &str, file: &Path, options: &[&str]) -> Output {
    let mut binary = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    binary.env_remove("NO_COLOR").stdin(Stdio::null()).arg(command).arg(file).args(options);
    binary.output().expect("the binary can be started")
}

fn prove(file: &Path, options: &[&str]) -> Output {
    ask("prove", file, &[&PLENTY[..], options].concat())
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("standard output is UTF-8")
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&stdout(output)).expect("the output is JSON")
}

fn assert_says(output: &Output, code: i32, answer: &str, parts: &[&str]) {
    let text = stdout(output);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let first = text.lines().next().unwrap_or_default();
    assert_eq!((output.status.code(), first), (Some(code), answer), "{text}{stderr}");
    for part in parts {
        assert!(text.contains(part), "'{part}' is missing in:\n{text}");
    }
}

#[test]
fn programs_with_endless_loops_are_safe_without_options() {
    for name in PROVED {
        let output = ask("check", &endless(name), &PLENTY);
        let parts = ["No violation in any number of iterations and context switches", "Certified: "];
        assert_says(&output, 0, "SAFE", &parts);
    }
}

#[test]
fn what_is_broken_is_violated_beside_a_search_for_a_proof() {
    for name in PROVED {
        let broken = endless(&format!("{name}_broken"));
        let output = ask("check", &broken, &[&PLENTY[..], &["--first", "--quiet"]].concat());
        assert_says(&output, 10, "VIOLATED", &[]);
    }
}

#[test]
fn nobody_looks_for_a_proof_where_bounds_are_given_or_it_is_not_wanted() {
    let file = endless("producer_consumer");
    let proof = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prove_kept").display().to_string();
    let without: [&[&str]; 4] = [
        &["--rounds", "2", "--unwind", "1"],
        &["--rounds", "1", "--timeout", "2"],
        &["--no-prove", "--timeout", "2"],
        &["--proof", &proof, "--timeout", "2"],
    ];
    for options in without {
        let outcome = json(&ask("check", &file, &[options, &["--json"]].concat()));
        assert!(outcome["invariant"].is_null() && outcome["verdict"] != "safe", "{options:?}: {outcome:#}");
    }
}

#[test]
fn the_size_of_an_invariant_is_data_too() {
    let output = prove(&endless("producer_consumer"), &["--json"]);
    assert_eq!(output.status.code(), Some(0));
    let outcome = json(&output);
    assert_eq!((&outcome["verdict"], &outcome["cuts"]), (&"safe".into(), &Value::Array(Vec::new())));
    for absent in ["bounds", "completed", "unreached", "certificates"] {
        assert!(outcome[absent].is_null(), "there is '{absent}'");
    }
    let invariant = &outcome["invariant"];
    assert!(invariant["proofs"].as_u64() > Some(3) && invariant["facts"].as_u64() > Some(0), "{invariant}");
    assert!(invariant["most_threads"].is_null());
    let assumes: Vec<&str> =
        outcome["assumes"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(assumes.contains(&"the steps between context switches (docs/proofs.md)"), "{assumes:?}");
    let stages = outcome["statistics"]["stages"].as_array().expect("a list");
    assert!(stages.iter().any(|stage| stage["stage"] == "certificate"), "{stages:?}");
}

#[test]
fn what_a_proof_assumes_and_leaves_out_is_in_the_answer() {
    let sensor = input("answers/sensor.c");
    let parts = ["if the assumptions below are true", "measure returns, with any value"];
    assert_says(&prove(&sensor, &[]), 0, "SAFE UNDER ASSUMPTIONS", &parts);
    assert_eq!(prove(&sensor, &["--require-complete"]).status.code(), Some(5));

    let low_bits = repository().join("tests/programs/layout_low_bits_of_an_address.c");
    assert_says(&prove(&low_bits, &[]), 0, "SAFE UNDER ASSUMPTIONS", &["depends on where objects lie"]);

    let arguments = prove(&input("looks_at_arguments.c"), &[]);
    let parts = ["iterations and context switches, except in what is left out", "arguments: more than"];
    assert_says(&arguments, 0, "NO VIOLATION WITHIN BOUNDS", &parts);
}

#[test]
fn a_proof_for_so_many_threads_is_not_safe() {
    let file = input("creates_threads_for_ever.c");
    let parts = ["Left out:\n  more than 2 threads besides main (raise with --threads 3)"];
    assert_says(&prove(&file, &["--threads", "2"]), 3, "SAFE WITH BOUNDED THREADS", &parts);
    let complete = prove(&file, &["--threads", "2", "--require-complete", "--json"]);
    assert_eq!(complete.status.code(), Some(5));
    let outcome = json(&complete);
    assert_eq!(outcome["verdict"], "safe-with-bounded-threads");
    assert_eq!((&outcome["invariant"]["most_threads"], &outcome["cuts"][0]["bound"]), (&2.into(), &2.into()));
}

#[test]
fn what_stands_in_the_way_is_named_with_its_line() {
    let recursion = repository().join("tests/programs/recursion_cut.c");
    let within = "Try bmc-conc check, which looks for violations within bounds.";
    let cases = [
        (recursion, vec!["the recursion of descend", "recursion_cut.c:11: static void descend", within]),
        (
            input("allocates_for_ever.c"),
            vec!["a loop in main", "allocates_for_ever.c:10: for (;;) {", within],
        ),
        (
            input("too_many_places.c"),
            vec!["too many places", "too_many_places.c:9: places[index] = 1;", within],
        ),
    ];
    for (file, parts) in cases {
        assert_says(&prove(&file, &[]), 4, "UNKNOWN", &parts);
        let outcome = json(&prove(&file, &["--json"]));
        assert_eq!(
            (&outcome["verdict"], &outcome["reason"]["kind"]),
            (&"unknown".into(), &"not-followed".into())
        );
    }
}

#[test]
fn what_may_be_violated_is_no_violation() {
    let file = endless("peterson_broken");
    let parts =
        ["not proved: ", " may be violated after ", "Try bmc-conc check, which looks for such a run."];
    assert_says(&prove(&file, &[]), 4, "UNKNOWN", &parts);
    assert_eq!(json(&prove(&file, &["--json"]))["reason"]["kind"], "not-proved");
}

#[test]
fn one_property_is_proved_beside_another_that_is_violated() {
    let file = input("two_assertions.c");
    assert_says(
        &prove(&file, &["--property", "main.assertion.1"]),
        0,
        "SAFE",
        &["Checked: main.assertion.1."],
    );
    assert_says(&prove(&file, &["--property", "main.assertion.2"]), 4, "UNKNOWN", &["main.assertion.2"]);
}

#[test]
fn engines_are_chosen_by_name() {
    let file = endless("tas_lock");
    let parts = ["do not exclude every violation", "Try --engine houdini,pdr"];
    assert_says(&prove(&endless("peterson_broken"), &["--engine", "houdini"]), 4, "UNKNOWN", &parts);
    assert_says(&prove(&file, &["--engine", "pdr"]), 0, "SAFE", &[" 0 candidates"]);
    assert_says(&prove(&file, &["--engine", "houdini,pdr"]), 0, "SAFE", &[]);
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let file = endless("tas_lock");
    let wrong: [&[&str]; 4] =
        [&["--engine", "rain"], &["--rounds", "2"], &["--property", "rain"], &["--json", "--quiet"]];
    for options in wrong {
        assert_eq!(ask("prove", &file, options).status.code(), Some(2), "{options:?}");
    }
    assert_eq!(prove(&input("syntax_error.c"), &[]).status.code(), Some(1));
}

#[test]
fn a_search_that_takes_too_long_says_what_it_was_doing() {
    let output = ask("prove", &input("hard.c"), &["--timeout", "1", "--json"]);
    assert_eq!(output.status.code(), Some(4));
    let outcome = json(&output);
    assert_eq!(
        (&outcome["reason"]["kind"], &outcome["stopped"]["bounds"]),
        (&"timeout".into(), &Value::Null)
    );
    let stopped = &outcome["stopped"];
    assert!(stopped["during"].is_string() && stopped["about"].is_array(), "{stopped}");
    assert!(stopped["advice"].as_str().is_some_and(|advice| advice.starts_with("a higher --timeout")));
    let output = ask("prove", &input("hard.c"), &["--timeout", "1"]);
    assert_says(&output, 4, "UNKNOWN", &["Reason: the time limit was reached", "Stopped while "]);
}

#[test]
fn what_is_being_done_is_told() {
    let output = prove(&endless("tas_lock"), &["--verbose"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    for part in ["finding the steps", "candidates for an invariant", "verifying the invariant"] {
        assert!(stderr.contains(part), "'{part}' is missing in:\n{stderr}");
    }
}

fn checked(
    name: &str,
    options: &CheckOptions,
    hear: &(dyn Fn(Progress<'_>) + Sync),
) -> bmc_conc::check::Outcome {
    let loaded = load([Input::Path(endless(name))], &LoadOptions::default());
    let loaded = loaded.unwrap_or_else(|_| panic!("the program is valid"));
    check(&loaded.program, options, hear).expect("the program is supported")
}

#[test]
fn the_library_proves_without_a_process() {
    let options = CheckOptions { patience: None, ..CheckOptions::default() };
    let last = Mutex::new(None);
    let outcome = checked("producer_consumer", &options, &|news| {
        if let Progress::Known(known) = news {
            *last.lock().expect("nobody panics") = Some(known.rest.clone());
        }
    });
    assert_eq!(outcome.rest, Rest::Safe);
    assert!(matches!(outcome.basis, Basis::Invariant(_)));
    assert_eq!(*last.lock().expect("nobody panics"), Some(Rest::Safe), "nothing worse is told after a proof");
    assert_eq!(options.stop.requested(), None, "that one search is over ends nothing else");
}

#[test]
fn whoever_stops_a_race_stops_both() {
    for reason in [StopReason::Interrupted, StopReason::Timeout, StopReason::Memory] {
        let stop = Stop::new();
        let options = CheckOptions { stop: stop.clone(), patience: None, ..CheckOptions::default() };
        let outcome = checked("filter_lock", &options, &|news| {
            if let Progress::Proving(_) = news {
                stop.raise(reason);
            }
        });
        assert!(!matches!(outcome.rest, Rest::Safe), "{reason}: {:?}", outcome.rest);
        let stopped = outcome.stopped.expect("it says what ended it");
        assert_eq!(stopped.reason, reason.into());
    }
}

#[test]
fn a_proof_alone_says_nothing_within_bounds() {
    let options = CheckOptions { method: Method::Proof, ..CheckOptions::default() };
    let outcome = checked("peterson_broken", &options, &|news| {
        assert!(!matches!(news, Progress::Bounds(_) | Progress::Proving(_) | Progress::Violation { .. }));
    });
    assert!(matches!(outcome.rest, Rest::Unknown(_)) && outcome.basis == Basis::Nothing);
}
