//! The binary as a user meets it: answers, exit codes, messages.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn example(name: &str) -> PathBuf {
    repository().join("docs/examples").join(name)
}

fn input(name: &str) -> PathBuf {
    repository().join("tests/inputs").join(name)
}

fn bmc_conc() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    command.env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

fn run(command: &mut Command) -> Output {
    command.output().expect("the binary can be started")
}

fn check(file: &Path, options: &[&str]) -> Output {
    run(bmc_conc().arg("check").arg(file).args(options))
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("standard output is UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("standard error is UTF-8")
}

fn first_line(output: &Output) -> String {
    stdout(output).lines().next().unwrap_or_default().to_string()
}

fn with_standard_input(command: &mut Command, text: &[u8]) -> Output {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary can be started");
    child.stdin.take().expect("standard input is piped").write_all(text).expect("the binary reads its input");
    child.wait_with_output().expect("the binary ends")
}

#[test]
fn the_race_of_producers_and_consumers_is_found_and_explained() {
    let output = check(&example("producer_consumer.c"), &["--rounds", "2", "--unwind", "2"]);
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    assert_eq!(first_line(&output), "VIOLATED");
    let text = stdout(&output);
    for part in ["c >= 0", "producer_consumer.c:", "consumer", "c--"] {
        assert!(text.contains(part), "'{part}' is missing in:\n{text}");
    }
    assert!(!text.contains('\x1b'), "no colours unless on a terminal");
}

#[test]
fn the_repaired_producers_and_consumers_are_not_violated() {
    let bounds = ["--rounds", "2", "--unwind", "2"];
    let output = check(&example("producer_consumer_fixed.c"), &bounds);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(first_line(&output), "NO VIOLATION WITHIN BOUNDS");
    let text = stdout(&output);
    assert!(text.contains("--unwindset producer.0:3"), "the loop that was cut is named:\n{text}");
    assert!(text.contains("producer_consumer_fixed.c:"), "with its place:\n{text}");

    let complete =
        check(&example("producer_consumer_fixed.c"), &[&bounds[..], &["--require-complete"]].concat());
    assert_eq!(complete.status.code(), Some(5));
}

#[test]
fn a_program_without_threads_is_safe_without_options() {
    let output = check(&input("sum.c"), &[]);
    assert_eq!(
        (output.status.code(), first_line(&output).as_str()),
        (Some(0), "SAFE"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn quiet_prints_the_answer_only() {
    let output = check(&example("lost_update.c"), &["--rounds", "3", "--quiet"]);
    assert_eq!(stdout(&output), "VIOLATED\n");
    assert_eq!(stderr(&output), "");
}

#[test]
fn the_same_command_gives_the_same_output() {
    let once = check(&example("lost_update.c"), &["--rounds", "3"]);
    let again = check(&example("lost_update.c"), &["--rounds", "3"]);
    assert_eq!(stdout(&once), stdout(&again));
}

#[test]
fn json_is_one_object_with_the_whole_outcome() {
    let output = check(&example("lost_update.c"), &["--rounds", "3", "--json"]);
    assert_eq!(output.status.code(), Some(10));
    let outcome: Value = serde_json::from_str(&stdout(&output)).expect("the output is JSON");
    assert_eq!(outcome["verdict"], "violated");
    assert_eq!(outcome["bounds"]["rounds"], 3);
    assert_eq!((&outcome["rest"], &outcome["schema"]), (&Value::from("safe"), &Value::from(2)));
    let kinds = |index: usize| outcome["violations"][index]["trace"]["violation"]["kind"].as_str();
    assert_eq!([kinds(0), kinds(1), kinds(2)], [Some("race"), Some("assertion"), None]);
    let trace = &outcome["violations"][1]["trace"];
    assert!(trace["context_switches"].as_u64().is_some_and(|switches| switches >= 3));
    assert!(trace["contexts"].as_array().is_some_and(|contexts| !contexts.is_empty()));
    assert!(outcome["statistics"]["events"].as_u64().is_some_and(|events| events > 0));

    let wrong = check(&input("syntax_error.c"), &["--json"]);
    assert_eq!(wrong.status.code(), Some(1));
    let outcome: Value = serde_json::from_str(&stdout(&wrong)).expect("an error is JSON too");
    assert_eq!(outcome["verdict"], "error");
    assert_eq!(outcome["diagnostics"][0]["severity"], "error");
}

#[test]
fn statistics_name_every_stage() {
    let output = check(&example("lost_update.c"), &["--rounds", "3", "--stats"]);
    let text = stdout(&output);
    for part in ["events", "cells", "terms", "AIG nodes", "CNF variables", "CNF clauses"] {
        assert!(text.contains(part), "'{part}' is missing in:\n{text}");
    }
}

#[test]
fn colours_come_when_asked_for() {
    let output = check(&example("lost_update.c"), &["--rounds", "3", "--color", "always"]);
    assert!(stdout(&output).contains("\x1b["));
    let output = check(&input("syntax_error.c"), &["--color", "always"]);
    assert!(stderr(&output).contains("\x1b["));
}

#[test]
fn loops_and_properties_are_listed_with_their_places() {
    let output = check(&example("producer_consumer.c"), &["--show-loops"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("producer.0 "), "{}", stdout(&output));
    assert!(stdout(&output).contains("while (amount > 0)"));

    let output = check(&example("producer_consumer.c"), &["--show-properties"]);
    assert!(stdout(&output).contains("consumer.assertion.1"), "{}", stdout(&output));
    assert!(stdout(&output).contains("c >= 0"));
    assert!(!stdout(&output).contains("pthread_mutex"), "{}", stdout(&output));
    let all = check(&example("producer_consumer.c"), &["--show-properties", "--verbose"]);
    assert!(stdout(&all).contains("pthread_mutex_unlock.pointer.1"), "{}", stdout(&all));
}

#[test]
fn one_property_can_be_checked_alone() {
    let file = input("two_assertions.c");
    let first = check(&file, &["--property", "main.assertion.1"]);
    assert_eq!((first.status.code(), first_line(&first).as_str()), (Some(0), "SAFE"), "{}", stderr(&first));
    let second = check(&file, &["--property", "main.assertion.2"]);
    assert_eq!((second.status.code(), first_line(&second).as_str()), (Some(10), "VIOLATED"));
    let none = check(&file, &["--property", "main.assertion.3"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(stderr(&none).contains("--show-properties"));
}

#[test]
fn a_single_loop_can_get_its_own_bound() {
    let file = repository().join("tests/programs/loop_cut.c");
    let short = check(&file, &["--rounds", "1", "--unwind", "1"]);
    assert_eq!(first_line(&short), "NO VIOLATION WITHIN BOUNDS", "{}", stderr(&short));
    let long = check(&file, &["--rounds", "1", "--unwind", "1", "--unwindset", "main.0:4"]);
    assert_eq!(first_line(&long), "VIOLATED");
    let unknown = check(&file, &["--unwindset", "main.7:4"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("--show-loops"));
}

#[test]
fn unwinding_assertions_turn_a_cut_into_a_violation() {
    let file = repository().join("tests/programs/loop_cut.c");
    let output = check(&file, &["--rounds", "1", "--unwind", "2", "--unwinding-assertions"]);
    assert_eq!(
        (output.status.code(), first_line(&output).as_str()),
        (Some(10), "VIOLATED"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn every_engine_gives_the_same_answer() {
    for engine in bmc_solver::EngineKind::available() {
        let engine = engine.to_string();
        let output = check(&example("lost_update.c"), &["--rounds", "3", "--solver", &engine, "--quiet"]);
        assert_eq!(stdout(&output), "VIOLATED\n", "{engine}");
        let options = ["--rounds", "2", "--check", "assert", "--solver", &engine, "--quiet"];
        let output = check(&example("lost_update.c"), &options);
        assert_eq!(stdout(&output), "NO VIOLATION WITHIN BOUNDS\n", "{engine}");
    }
}

#[test]
fn every_stage_can_be_dumped() {
    for stage in ["preprocessed", "ast", "ir", "events", "formula", "dimacs", "relation", "aiger", "btor2"] {
        let output = check(&example("lost_update.c"), &["--rounds", "2", "--unwind", "1", "--dump", stage]);
        assert_eq!(output.status.code(), Some(0), "{stage}: {}", stderr(&output));
        assert!(!stdout(&output).trim().is_empty(), "{stage}");
    }
}

#[test]
fn what_was_preprocessed_can_be_checked_again() {
    let preprocessed = check(&example("lost_update.c"), &["--dump", "preprocessed"]);
    let output = with_standard_input(bmc_conc().args(["check", "-", "--rounds", "3"]), &preprocessed.stdout);
    assert_eq!(first_line(&output), "VIOLATED", "{}", stderr(&output));
    assert!(stdout(&output).contains("lost_update.c:"), "places are those of the first file");
}

#[test]
fn standard_input_is_a_file_like_any_other() {
    let program = b"#include <assert.h>\nint main(void) { int x; assert(x != 5); return 0; }\n";
    let output = with_standard_input(bmc_conc().args(["check", "-"]), program);
    assert_eq!(
        (output.status.code(), first_line(&output).as_str()),
        (Some(10), "VIOLATED"),
        "{}",
        stderr(&output)
    );
    let twice = with_standard_input(bmc_conc().args(["check", "-", "-"]), program);
    assert_eq!(twice.status.code(), Some(2));
}

#[test]
fn several_files_are_linked_as_one_program() {
    let files = [input("linked_main.c"), input("linked_counter.c")];
    let output = run(bmc_conc().arg("check").args(&files).args(["--rounds", "3"]));
    assert_eq!(
        (output.status.code(), first_line(&output).as_str()),
        (Some(10), "VIOLATED"),
        "{}",
        stderr(&output)
    );
    assert!(stdout(&output).contains("linked_counter.c:"), "{}", stdout(&output));
    let half = check(&files[0], &["--undefined", "error"]);
    assert_eq!(half.status.code(), Some(1));
    assert!(stderr(&half).contains("has no definition"), "{}", stderr(&half));
    let open = check(&files[0], &["--rounds", "1"]);
    assert_ne!(open.status.code(), Some(1), "{}", stderr(&open));
    assert_eq!(stderr(&open).matches("has no definition").count(), 2, "{}", stderr(&open));
}

/// What is assumed of what no file defines is part of the answer, from its first line on.
#[test]
fn an_answer_that_assumes_something_says_so() {
    let text =
        b"int measure(int *result);\nint main(void) {\n    int x = 1;\n    measure(&x);\n    return x;\n}\n";
    let check = |options: &[&str]| with_standard_input(bmc_conc().args(["check", "-"]).args(options), text);
    let output = check(&[]);
    assert_eq!((output.status.code(), first_line(&output).as_str()), (Some(0), "SAFE UNDER ASSUMPTIONS"));
    let report = stdout(&output);
    assert!(
        report.contains("Assumed, because no file defines it:\n  <stdin>:1: measure returns"),
        "{report}"
    );
    assert_eq!(check(&["--require-complete"]).status.code(), Some(5));
    let object: Value = serde_json::from_slice(&check(&["--json"]).stdout).expect("the output is JSON");
    assert_eq!(object["verdict"], "safe-under-assumptions");
    let assumption = &object["assumptions"][0];
    assert_eq!((&assumption["kind"], &assumption["name"]), (&"function".into(), &"measure".into()));
    assert_eq!(assumption["location"]["line"], 1);
    assert_eq!(check(&["--undefined", "error"]).status.code(), Some(1));
}

/// What is not asked for and goes wrong is named, with who would look for it.
#[test]
fn a_run_that_nobody_follows_is_named() {
    let text = b"#include <assert.h>\nint *p;\nint main(void) {\n    *p = 1;\n    assert(0);\n}\n";
    let check = |options: &[&str]| with_standard_input(bmc_conc().args(["check", "-"]).args(options), text);
    let output = check(&["--check", "assert"]);
    assert_eq!(first_line(&output), "NO VIOLATION WITHIN BOUNDS");
    let line = "<stdin>:4: runs after an access outside of all live objects (--check memory looks for it)";
    assert!(stdout(&output).contains(line), "{}", stdout(&output));
    let object = check(&["--check", "assert", "--json"]);
    let object: Value = serde_json::from_slice(&object.stdout).expect("the output is JSON");
    assert_eq!(object["cuts"][0]["kind"], "unchecked");
    assert_eq!(first_line(&check(&[])), "VIOLATED");
}

#[test]
fn include_directories_and_definitions_reach_the_program() {
    let file = input("configured.c");
    let directory = input("include");
    let directory = directory.to_str().expect("the path is UTF-8");
    let missing = check(&file, &[]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(stderr(&missing).contains("limits_of_ours.h"), "{}", stderr(&missing));
    let small = check(&file, &["-I", directory, "-D", "START=3"]);
    assert_eq!(first_line(&small), "SAFE", "{}", stderr(&small));
    let large = check(&file, &["-I", directory, "-DSTART=30"]);
    assert_eq!(first_line(&large), "VIOLATED");
}

#[test]
fn another_function_can_be_the_entry() {
    let output = check(&input("two_assertions.c"), &["--entry", "harmless"]);
    assert_eq!(
        (output.status.code(), first_line(&output).as_str()),
        (Some(0), "SAFE"),
        "{}",
        stderr(&output)
    );
    let output = check(&input("two_assertions.c"), &["--entry", "absent"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("absent"));
}

#[test]
fn wrong_input_is_a_diagnostic_with_exit_code_one() {
    let cases = [
        ("syntax_error.c", "syntax_error.c:3"),
        ("undeclared_function.c", "launch"),
        ("missing_include.c", "nowhere.h"),
        ("unsupported.c", "asm"),
        ("binary.bin", "binary.bin"),
        ("prose.txt", "prose.txt:1"),
        ("empty.c", "main"),
        ("no_such_file.c", "no_such_file.c"),
        ("include", "include"),
    ];
    for (name, part) in cases {
        let output = check(&input(name), &["--undefined", "error"]);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{name}: {message}");
        assert!(message.contains("error"), "{name}: {message}");
        assert!(message.contains(part), "{name}: '{part}' is missing in: {message}");
        assert!(!message.contains("panicked"), "{name}: {message}");
        assert_eq!(stdout(&output), "", "{name}");
    }
}

#[test]
fn wrong_usage_is_exit_code_two() {
    let file = example("lost_update.c");
    let file = file.to_str().expect("the path is UTF-8");
    let lines: [&[&str]; 9] = [
        &[],
        &["check"],
        &["frobnicate"],
        &["check", file, "--rounds", "0"],
        &["check", file, "--rounds", "many"],
        &["check", file, "--unwindset", "main.0"],
        &["check", file, "--solver", "oracle"],
        &["check", file, "--data-model", "ip16"],
        &["check", file, "--quiet", "--verbose"],
    ];
    for line in lines {
        let output = run(bmc_conc().args(line));
        assert_eq!(output.status.code(), Some(2), "{line:?}: {}", stderr(&output));
        assert!(!stderr(&output).is_empty(), "{line:?}");
    }
}

#[test]
fn a_time_limit_ends_in_unknown() {
    let output = check(&input("hard.c"), &["--rounds", "4", "--unwind", "4", "--timeout", "0.2"]);
    assert_eq!(
        (output.status.code(), first_line(&output).as_str()),
        (Some(4), "UNKNOWN"),
        "{}",
        stderr(&output)
    );
    assert!(stdout(&output).contains("time limit"), "{}", stdout(&output));
}

#[cfg(target_os = "linux")]
#[test]
fn a_memory_limit_ends_in_unknown() {
    let output = check(&input("hard.c"), &["--rounds", "4", "--unwind", "4", "--memory-limit", "1"]);
    assert_eq!(
        (output.status.code(), first_line(&output).as_str()),
        (Some(4), "UNKNOWN"),
        "{}",
        stderr(&output)
    );
    assert!(stdout(&output).contains("memory limit"), "{}", stdout(&output));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_in_unknown_with_what_is_known() {
    let mut command = bmc_conc();
    command.arg("check").arg(input("hard.c")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the binary can be started");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let sent =
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill can be started");
    assert!(sent.success());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(
        (output.status.code(), first_line(&output).as_str()),
        (Some(4), "UNKNOWN"),
        "{}",
        stderr(&output)
    );
    assert!(stdout(&output).contains("interrupted"), "{}", stdout(&output));
    assert!(stdout(&output).contains("No violation in 1 round and 1 unwinding."), "{}", stdout(&output));
}

#[test]
fn a_reader_that_stops_reading_is_no_error() {
    let mut command = bmc_conc();
    command.args(["check", "--dump", "ast"]).arg(example("producer_consumer.c"));
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary can be started");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
}

#[test]
fn completions_and_the_manual_page_are_there() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(bmc_conc().args(["completions", shell]));
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).contains("unwindset"), "{shell}");
    }
    let manual = run(bmc_conc().arg("man"));
    assert_eq!(manual.status.code(), Some(0));
    assert!(stdout(&manual).contains(".TH bmc"));
    assert!(stdout(&manual).contains("unwindset"));
}

#[test]
fn the_version_is_that_of_the_package() {
    let output = run(bmc_conc().arg("--version"));
    assert_eq!(stdout(&output), format!("bmc-conc {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn help_names_every_option_of_the_check() {
    let output = run(bmc_conc().args(["check", "--help"]));
    let text = stdout(&output);
    for option in [
        "--rounds",
        "--unwind ",
        "--require-complete",
        "--unwindset",
        "--show-loops",
        "--unwinding-assertions",
        "--show-properties",
        "--property",
        "-I ",
        "-D ",
        "--include",
        "--data-model",
        "--entry",
        "--solver",
        "--timeout",
        "--memory-limit",
        "--seed",
        "--json",
        "--quiet",
        "--verbose",
        "--color",
        "--dump",
        "--stats",
        "--certify",
        "--proof",
    ] {
        assert!(text.contains(option), "{option} is missing in:\n{text}");
    }
}

#[test]
fn the_table_of_supported_functions_needs_no_file() {
    let output = run(bmc_conc().args(["check", "--list-support"]));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let line = text.lines().find(|line| line.starts_with("pthread_join ")).expect("join is supported");
    assert!(line.contains("pthread.h") && line.contains("void **value"), "{line}");
    assert!(!text.contains("longjmp"), "{text}");
}

#[test]
fn a_bound_on_threads_is_named_with_the_option_that_raises_it() {
    let program = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/threads_bound.c");
    let output = check(&program, &["--rounds", "1", "--threads", "2", "--check", "assert"]);
    assert_eq!(first_line(&output), "NO VIOLATION WITHIN BOUNDS", "{}", stderr(&output));
    assert!(stdout(&output).contains("more than 2 threads besides main (raise with --threads 3)"));
}

fn specification(name: &str) -> String {
    repository().join("tests/inputs").join(name).display().to_string()
}

#[test]
fn a_property_file_says_what_to_look_for() {
    let program = repository().join("tests/programs/race_counter.c");
    let race = check(&program, &["--rounds", "1", "--spec", &specification("no-data-race.prp")]);
    assert_eq!(first_line(&race), "VIOLATED", "{}", stderr(&race));
    assert!(stdout(&race).contains("data race on visitors"), "{}", stdout(&race));
    let reach = check(&program, &["--rounds", "1", "--spec", &specification("unreach-call.prp")]);
    assert_ne!(first_line(&reach), "VIOLATED", "{}", stdout(&reach));
}

#[test]
fn blocks_whose_pointer_is_lost_are_named_as_not_looked_for() {
    let program = repository().join("tests/programs/pool_job_used_under_lock.c");
    let output = check(&program, &["--spec", &specification("valid-memsafety.prp")]);
    assert_eq!(first_line(&output), "NO VIOLATION WITHIN BOUNDS", "{}", stderr(&output));
    assert!(stdout(&output).contains("valid-memtrack"), "{}", stdout(&output));
}

#[test]
fn a_property_file_that_cannot_be_followed_is_an_error_with_its_line() {
    let program = repository().join("tests/programs/race_counter.c");
    for (file, message) in [
        ("termination.prp", "line 1: this property is not supported"),
        ("prose.txt", "not of the form CHECK"),
        ("absent.prp", "cannot read"),
    ] {
        let output = check(&program, &["--spec", &specification(file)]);
        assert_eq!(output.status.code(), Some(2), "{file}");
        assert!(stderr(&output).contains(message), "{file}: {}", stderr(&output));
    }
}

#[test]
fn checks_are_named_in_a_list() {
    let program = repository().join("tests/programs/deadlock_lock_inversion.c");
    let found = check(&program, &["--rounds", "1", "--check", "race,deadlock"]);
    let text = stdout(&found);
    assert_eq!(first_line(&found), "VIOLATED", "{}", stderr(&found));
    assert!(text.contains("for there_lock, held by T2") && text.contains("holding here_lock"), "{text}");
    let wrong = check(&program, &["--check", "races"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("assert, memory, api, race, deadlock"), "{}", stderr(&wrong));
    let listed = check(&program, &["--check", "all", "--show-properties"]);
    for name in ["race", "deadlock", "leak"] {
        assert!(stdout(&listed).lines().any(|line| line.starts_with(name)), "{name}: {}", stdout(&listed));
    }
}

/// No violation, but only within these bounds.
fn repaired() -> (PathBuf, [&'static str; 4]) {
    (example("producer_consumer_fixed.c"), ["--rounds", "2", "--unwind", "2"])
}

#[test]
fn certify_says_what_was_proved_and_checked() {
    let (program, bounds) = repaired();
    let plain = check(&program, &bounds);
    assert!(!stdout(&plain).contains("Certified"), "{}", stdout(&plain));
    let certified = check(&program, &[&bounds[..], &["--certify", "--stats"]].concat());
    assert_eq!(certified.status.code(), Some(0), "{}", stderr(&certified));
    let text = stdout(&certified);
    assert_eq!(first_line(&certified), first_line(&plain));
    for part in ["\nCertified: ", " checked", "lemmas", "proof bytes", "check proofs"] {
        assert!(text.contains(part), "'{part}' is missing in:\n{text}");
    }
    let json = check(&program, &[&bounds[..], &["--certify", "--json"]].concat());
    let outcome: Value = serde_json::from_slice(&json.stdout).expect("the output is JSON");
    let first = &outcome["certificates"][0];
    assert_eq!(first["shown"], "no violation with --rounds 2 --unwind 2");
    assert!(first["lemmas"].as_u64() > Some(0) && first["proof_bytes"].as_u64() > Some(0), "{first}");
    assert!(first["checking_seconds"].is_number() && first["cnf"].is_null(), "{first}");
}

#[test]
fn violations_are_confirmed_by_replay_and_the_rest_is_certified() {
    let certificates = |options: &[&str]| {
        let bounds = ["--rounds", "2", "--unwind", "2", "--certify", "--json"];
        let output = check(&example("producer_consumer.c"), &[&bounds[..], options].concat());
        assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
        let outcome: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
        outcome.get("certificates").cloned()
    };
    assert_eq!(certificates(&["--first"]), None);
    let rest = certificates(&[]).expect("that there is no other violation is proved");
    assert_eq!(rest[0]["shown"], "no other violation with --rounds 2 --unwind 2");
}

#[test]
fn every_engine_has_its_answers_certified() {
    let (program, bounds) = repaired();
    for engine in bmc_solver::EngineKind::available() {
        let engine = engine.to_string();
        let output =
            check(&program, &[&bounds[..], &["--certify", "--solver", &engine, "--seed", "3"]].concat());
        assert!(stdout(&output).contains("Certified: "), "{engine}: {}", stdout(&output));
    }
}

#[test]
fn kept_proofs_can_be_checked_again() {
    use bmc_solver::proof;
    let directory = std::env::temp_dir().join(format!("bmc-conc-proofs-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory can be made");
    let base = directory.join("evidence").display().to_string();
    let (program, bounds) = repaired();
    let output = check(&program, &[&bounds[..], &["--proof", &base, "--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let outcome: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    let certificates = outcome["certificates"].as_array().expect("there are certificates");
    for (index, certificate) in certificates.iter().enumerate() {
        let names = ["cnf", "proof"].map(|field| certificate[field].as_str().expect("a file").to_string());
        assert_eq!(names[0], format!("{base}.{}.cnf", index + 1));
        assert_eq!(names[1], format!("{base}.{}.drat", index + 1));
        let text = std::fs::read_to_string(&names[0]).expect("the clauses were kept");
        assert!(text.starts_with("c without a model: "), "{text:.80}");
        let clauses = proof::read_dimacs(&text).expect("the clauses can be read");
        let kept = std::fs::read(&names[1]).expect("the proof was kept");
        assert!(proof::check(&clauses, &kept, || false).is_ok());
        assert_eq!(Some(kept.len() as u64), certificate["proof_bytes"].as_u64());
        // The question comes last. Without it there is a run, and so a model.
        let rest = &clauses[..clauses.len() - 2];
        assert_eq!(rest.last(), Some(&0));
        assert!(proof::check(rest, &kept, || false).is_err(), "{}", names[0]);
    }
    std::fs::remove_dir_all(&directory).expect("the directory can be removed");
}

#[test]
fn a_place_where_no_proof_can_be_kept_is_named_and_the_answer_is_not_lost() {
    let (program, bounds) = repaired();
    let output = check(&program, &[&bounds[..], &["--proof", "/nonexistent/evidence"]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot write /nonexistent/evidence.1.cnf"), "{}", stderr(&output));
    assert_eq!(first_line(&output), "NO VIOLATION WITHIN BOUNDS");
}

#[test]
fn a_limit_while_certifying_is_not_an_answer() {
    let options = ["--rounds", "4", "--unwind", "4", "--timeout", "0.2", "--certify"];
    let output = check(&input("hard.c"), &options);
    assert_eq!(output.status.code(), Some(4), "{}", stdout(&output));
    assert_eq!(first_line(&output), "UNKNOWN");
}

#[test]
fn a_preprocessed_file_says_its_data_model() {
    let output = check(&input("for_32_bits.i"), &[]);
    assert_eq!(first_line(&output), "VIOLATED", "{}", stderr(&output));
    let message = stderr(&output);
    for part in ["warning: taken for a program of 32 bits (--data-model ilp32)", "typedef int ptrdiff_t;"] {
        assert!(message.contains(part), "{message}");
    }
    let told = check(&input("for_32_bits.i"), &["--data-model", "ilp32"]);
    assert_eq!(stdout(&told), stdout(&output));
    assert_eq!(stderr(&told), "");
    assert_eq!(stderr(&check(&input("for_32_bits.i"), &["--quiet"])), "");
}

#[test]
fn a_file_that_does_not_say_its_data_model_is_of_64_bits() {
    let output = check(&input("for_any_bits.i"), &[]);
    assert_eq!((first_line(&output).as_str(), stderr(&output).as_str()), ("SAFE", ""));
    let output = check(&input("for_any_bits.i"), &["--data-model", "ilp32"]);
    assert_eq!((first_line(&output).as_str(), stderr(&output).as_str()), ("VIOLATED", ""));
}

#[test]
fn another_data_model_than_that_of_the_file_is_refused() {
    let output = check(&input("for_32_bits.i"), &["--data-model", "lp64"]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    let message = stderr(&output);
    for part in [
        "error: this 'ptrdiff_t' is that of 32 bits, but the data model is lp64",
        "stddef.h:1",
        "typedef int ptrdiff_t;",
        "^^^^^^^^^",
        "--data-model ilp32",
        "gcc -m64 -E",
    ] {
        assert!(message.contains(part), "'{part}' is missing in:\n{message}");
    }
}

#[test]
fn files_of_different_data_models_are_refused() {
    let files = [input("for_64_bits.i"), input("for_32_bits.i")];
    let output = run(bmc_conc().arg("check").args(&files));
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    let message = stderr(&output);
    for part in [
        "error: this 'size_t' is that of 32 bits",
        "error: but this 'size_t' is that of 64 bits",
        "gcc -m32 -E",
    ] {
        assert!(message.contains(part), "'{part}' is missing in:\n{message}");
    }
    // A file that says nothing goes with any other.
    let files = [input("for_64_bits.i"), input("for_any_bits.i")];
    let output = run(bmc_conc().arg("check").args(&files));
    assert_eq!((first_line(&output).as_str(), stderr(&output).as_str()), ("SAFE", ""));
}

#[test]
fn a_trace_of_a_file_that_says_its_data_model_needs_no_option() {
    let file = input("for_32_bits.i");
    let output = check(&file, &["--json"]);
    let outcome: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    assert_eq!(outcome["violations"][0]["script"]["program"]["data-model"], "ilp32");
    let trace = std::env::temp_dir().join(format!("bmc-conc-own-model-{}.json", std::process::id()));
    std::fs::write(&trace, &output.stdout).expect("it can be written");
    let replayed = run(bmc_conc().arg("replay").args([&trace, &file]));
    std::fs::remove_file(&trace).expect("it can be removed");
    assert_eq!(replayed.status.code(), Some(10), "{}", stderr(&replayed));
    let ran = run(bmc_conc().arg("run").arg(&file));
    assert_eq!(ran.status.code(), Some(10), "{}", stderr(&ran));
}
