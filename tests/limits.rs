//! What is said when a check is ended: by a limit on time or memory, or by a signal.
//!
//! Two kinds of tests. The library's are exact: the stop is raised at every single piece of news that a check
//! tells. The binary's wait for a line on standard error before they send a signal, and give limits that the
//! program cannot meet on any machine. How closely limits are kept is measured by `bench/limits`; here only the
//! peak of memory is looked at, since it does not depend on the speed of the machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bmc_conc::check::{Bounds, CheckOptions, Method, Outcome, Progress, Rest, UnknownReason, check};
use bmc_conc::load::{LoadOptions, Loaded, load};
use bmc_conc::source::Input;
use bmc_solver::{Stop, StopReason};
use serde_json::Value;

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn input(name: &str) -> PathBuf {
    repository().join("tests/inputs").join(name)
}

fn loaded(path: PathBuf) -> Loaded {
    load([Input::Path(path)], &LoadOptions::default()).unwrap_or_else(|_| panic!("the program is valid"))
}

/// What a check says when the stop is raised at the piece of news with this index.
struct Interrupted {
    outcome: Outcome,
    /// Violations that were told.
    violations_known: usize,
    /// The last bounds without a violation that were told.
    known: Option<Bounds>,
}

fn interrupted_at(index: usize, reason: StopReason, loaded: &Loaded, options: &CheckOptions) -> Interrupted {
    let stop = options.stop.clone();
    let (count, violations_known, known) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(None));
    let hear = |news: Progress<'_>| {
        match &news {
            Progress::Violation { number, .. } => violations_known.store(number + 1, Ordering::Relaxed),
            Progress::Known(outcome) if outcome.rest == Rest::NoViolationWithinBounds => {
                *known.lock().expect("nobody panics") = outcome.bounds();
            }
            _ => {}
        }
        if count.fetch_add(1, Ordering::Relaxed) == index {
            stop.raise(reason);
        }
    };
    let outcome = check(&loaded.program, options, &hear).expect("the program is supported");
    let known = known.into_inner().expect("nobody panics");
    Interrupted { outcome, violations_known: violations_known.into_inner(), known }
}

/// One thread tells everything, in the same order each time.
fn bounded() -> CheckOptions {
    CheckOptions { method: Method::Bounded, ..CheckOptions::default() }
}

/// A check that deepens for ever tells ever more; this much of it is enough.
const MOST_NEWS: usize = 60;

fn at_every_piece_of_news(program: PathBuf, reason: StopReason, examine: impl Fn(usize, &Interrupted)) {
    let loaded = loaded(program);
    let count = AtomicUsize::new(0);
    let stop = Stop::new();
    let options = CheckOptions { stop: stop.clone(), ..bounded() };
    let news = |_: Progress<'_>| {
        if count.fetch_add(1, Ordering::Relaxed) + 1 == MOST_NEWS {
            stop.raise(StopReason::Interrupted);
        }
    };
    check(&loaded.program, &options, &news).expect("it is supported");
    let count = count.into_inner();
    assert!(count > 10, "the check tells more than that: {count}");
    // With the last piece of news everything is said.
    for index in 0..count.min(MOST_NEWS) - 1 {
        examine(index, &interrupted_at(index, reason, &loaded, &bounded()));
    }
}

#[test]
fn a_violation_that_was_replayed_is_reported_whatever_comes_then() {
    let program = repository().join("docs/examples/lost_update.c");
    for reason in [StopReason::Interrupted, StopReason::Timeout, StopReason::Memory] {
        let found = AtomicUsize::new(0);
        at_every_piece_of_news(program.clone(), reason, |index, interrupted| {
            let Interrupted { outcome, violations_known, .. } = interrupted;
            assert!(outcome.violations.len() >= *violations_known, "{reason} at {index}");
            found.fetch_max(*violations_known, Ordering::Relaxed);
        });
        assert!(found.into_inner() >= 2, "the violations are told before the check ends");
    }
}

#[test]
fn bounds_that_were_completed_are_the_answer_when_a_limit_is_hit() {
    let program = input("endless_loop_of_locks.c");
    at_every_piece_of_news(program, StopReason::Memory, |index, interrupted| {
        let outcome = &interrupted.outcome;
        match (&outcome.rest, interrupted.known) {
            (Rest::NoViolationWithinBounds, Some(known)) => {
                assert_eq!(outcome.bounds(), Some(known), "at {index}");
                let stopped = outcome.stopped.as_ref().expect("it says what ended it");
                assert_eq!(stopped.reason, UnknownReason::Memory);
                assert!(!outcome.cuts().is_empty());
            }
            (Rest::Unknown(UnknownReason::Memory), None) => assert_eq!(outcome.completed(), None),
            (rest, known) => panic!("at {index}: {rest:?} though {known:?} was known"),
        }
    });
}

#[test]
fn an_interrupted_check_says_which_bounds_were_completed() {
    let program = input("endless_loop_of_locks.c");
    at_every_piece_of_news(program, StopReason::Interrupted, |index, interrupted| {
        let outcome = &interrupted.outcome;
        assert!(matches!(outcome.rest, Rest::Unknown(UnknownReason::Interrupted)), "at {index}");
        assert_eq!(outcome.completed(), interrupted.known, "at {index}");
    });
}

fn bmc_conc() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    command.env_remove("NO_COLOR").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn check_file(file: &Path, options: &[&str]) -> Output {
    bmc_conc().arg("check").arg(file).args(options).output().expect("the binary can be started")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("standard output is UTF-8")
}

fn first_line(output: &Output) -> String {
    stdout(output).lines().next().unwrap_or_default().to_string()
}

fn assert_says(output: &Output, code: i32, answer: &str, parts: &[&str]) {
    let text = stdout(output);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), first_line(output).as_str()), (Some(code), answer), "{text}{stderr}");
    for part in parts {
        assert!(text.contains(part), "'{part}' is missing in:\n{text}");
    }
}

/// A directory that only this test uses.
fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("limits-{name}"));
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("a directory for the test");
    directory
}

/// Checks with ever more time until the output contains the text: how far a check comes in a given time depends on
/// the machine, but not what it says there.
fn ended_when_it_says(part: &str, file: &Path, options: &[&str]) -> Output {
    for seconds in ["1.5", "6", "24", "96"] {
        let output = check_file(file, &[options, &["--timeout", seconds]].concat());
        if stdout(&output).contains(part) {
            return output;
        }
    }
    panic!("it never says '{part}'");
}

#[test]
fn time_that_ends_while_deepening_leaves_what_was_shown() {
    let ended =
        "Stopped: the time limit was reached, while looking for a violation in 2 rounds and 1 unwinding.";
    let output = ended_when_it_says(ended, &input("hard.c"), &[]);
    let parts = ["No violation in 1 round and 1 unwinding.", "Try a higher --timeout", "--rounds 2"];
    assert_says(&output, 0, "NO VIOLATION WITHIN BOUNDS", &parts);
}

#[test]
fn json_says_the_same_of_time_that_ends_while_deepening() {
    let within_bounds = "\"no-violation-within-bounds\"";
    let output = ended_when_it_says(within_bounds, &input("hard.c"), &["--require-complete", "--json"]);
    assert_eq!(output.status.code(), Some(5));
    let outcome: Value = serde_json::from_str(&stdout(&output)).expect("the output is JSON");
    assert_eq!(outcome["bounds"]["rounds"], 1);
    let stopped = &outcome["stopped"];
    assert_eq!(stopped["kind"], "timeout");
    assert!(stopped["bounds"]["rounds"].is_u64() && stopped["during"].is_string());
    assert!(stopped["advice"].as_str().is_some_and(|advice| advice.contains("--timeout")));
}

#[test]
fn every_engine_is_ended_by_the_time_limit() {
    for engine in bmc_solver::EngineKind::available() {
        let options = ["--rounds", "4", "--unwind", "4", "--solver", &engine.to_string()];
        let during = "4 rounds and 4 unwindings: looking for a violation";
        let output = ended_when_it_says(during, &input("hard.c"), &options);
        assert_says(&output, 4, "UNKNOWN", &["time limit", "--rounds 1 --unwind 1", "--timeout"]);
    }
}

#[test]
fn what_is_too_large_is_shown_where_the_user_asks_for_it() {
    let cases = [
        ("too_many_places.c", 9, "places[index] = 1;"),
        ("too_many_places_in_a_model.c", 11, "return strlen(&elements[index]) > 3;"),
        ("pointer_to_too_many_places.c", 10, "elements[index] = 1;"),
    ];
    for (name, line, source) in cases {
        let options = ["--check", "assert", "--rounds", "1", "--unwind", "1"];
        let shown = format!("{name}:{line}: {source}\n");
        assert_says(&check_file(&input(name), &options), 4, "UNKNOWN", &[&shown]);
        let output = check_file(&input(name), &[&options[..], &["--json"]].concat());
        let outcome: Value = serde_json::from_str(&stdout(&output)).expect("the output is JSON");
        let reason = &outcome["reason"];
        assert_eq!((&reason["kind"], &reason["location"]["line"]), (&"too-large".into(), &line.into()));
        assert_eq!(reason["source"], source);
    }
}

#[test]
fn statistics_say_how_far_an_unfolding_came() {
    let options = ["--rounds", "1", "--unwind", "1", "--json"];
    let output = ended_when_it_says("unfolding the threads", &input("known_loop_is_long.c"), &options);
    let outcome: Value = serde_json::from_str(&stdout(&output)).expect("the output is JSON");
    assert_eq!(outcome["reason"]["kind"], "timeout");
    assert_eq!((&outcome["reason"]["location"], &outcome["reason"]["source"]), (&Value::Null, &"".into()));
    for size in ["passes", "threads", "labels", "terms"] {
        assert!(outcome["statistics"][size].as_u64() > Some(0), "{size}: {}", outcome["statistics"]);
    }
    assert_eq!(outcome["statistics"]["cnf_clauses"], 0, "there is no formula yet");
}

#[test]
fn statistics_have_the_size_of_a_formula_that_was_not_decided() {
    let options = ["--rounds", "4", "--unwind", "4", "--json"];
    let output = ended_when_it_says("looking for a violation", &input("hard.c"), &options);
    let outcome: Value = serde_json::from_str(&stdout(&output)).expect("the output is JSON");
    for size in ["passes", "threads", "events", "terms", "cnf_clauses"] {
        assert!(outcome["statistics"][size].as_u64() > Some(0), "{size}: {}", outcome["statistics"]);
    }
}

/// With standard input that stays open: a stage that does not listen.
fn waiting_for_input(options: &[&str]) -> Output {
    let mut command = bmc_conc();
    let command = command.args(["check", "-", "--timeout", "0.3"]).args(options).stdin(Stdio::piped());
    let mut child = command.spawn().expect("the binary can be started");
    let writer = child.stdin.take().expect("standard input is piped");
    let output = child.wait_with_output().expect("the binary ends");
    drop(writer);
    output
}

#[test]
fn a_stage_that_does_not_listen_is_ended_and_named() {
    let output = waiting_for_input(&[]);
    let parts = ["time limit", "Stopped while reading the files.", "Try a higher --timeout"];
    assert_says(&output, 4, "UNKNOWN", &parts);
    let output = waiting_for_input(&["--json"]);
    assert_eq!(output.status.code(), Some(4));
    let outcome: Value = serde_json::from_str(&stdout(&output)).expect("the output is JSON");
    assert_eq!(outcome["reason"]["kind"], "timeout");
    assert_eq!(outcome["stopped"]["during"], "reading the files");
}

#[test]
fn a_run_without_end_is_ended_by_the_time_limit() {
    let file = scratch("run").join("endless.c");
    std::fs::write(&file, "int main(void) { for (volatile int i = 0;; i++) {} }\n")
        .expect("it can be written");
    let output = bmc_conc().arg("run").arg(&file).args(["--timeout", "0.5"]).output().expect("starts");
    assert_eq!(output.status.code(), Some(4));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.starts_with("UNKNOWN\nthe time limit was reached"), "{stderr}");
}

#[test]
fn proofs_that_are_not_finished_leave_no_files() {
    let directory = scratch("proofs");
    let proof = directory.join("proof");
    let options =
        ["--rounds", "4", "--unwind", "4", "--timeout", "1.5", "--proof", &proof.display().to_string()];
    let output = check_file(&input("hard.c"), &options);
    assert_says(&output, 4, "UNKNOWN", &["time limit"]);
    assert_eq!(std::fs::read_dir(&directory).expect("it is there").count(), 0);
}

#[cfg(unix)]
mod signals {
    use super::*;

    /// Starts a check and waits until it says on standard error that it is doing this.
    fn started_until(file: &Path, options: &[&str], doing: &str) -> Child {
        let mut command = bmc_conc();
        command.arg("check").arg(file).arg("--verbose").args(options);
        let mut child = command.spawn().expect("the binary can be started");
        let stderr = child.stderr.take().expect("standard error is piped");
        let mut lines = BufReader::new(stderr).lines();
        let found = lines.by_ref().map_while(Result::ok).find(|line| line.contains(doing));
        assert!(found.is_some(), "it never said '{doing}'");
        // What it says further must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        child
    }

    fn send(signal: &str, child: &Child) {
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.expect("kill can be started").success());
    }

    #[test]
    fn a_signal_ends_a_check_with_what_is_known() {
        for signal in ["-INT", "-TERM"] {
            let child = started_until(&input("hard.c"), &[], "2 rounds and 1 unwinding: looking");
            send(signal, &child);
            let output = child.wait_with_output().expect("the binary ends");
            let parts = [
                "Reason: interrupted",
                "Stopped while checking 2 rounds and 1 unwinding: looking for a violation.",
                "No violation in 1 round and 1 unwinding.",
                "Try --rounds 1 --unwind 1",
            ];
            assert_says(&output, 4, "UNKNOWN", &parts);
        }
    }

    #[test]
    fn a_signal_while_a_shorter_run_is_looked_for_leaves_the_violation() {
        let options = ["--rounds", "4", "--unwind", "1", "--check", "assert"];
        let child = started_until(&input("hard_to_shorten.c"), &options, "looking for a shorter run");
        send("-INT", &child);
        let output = child.wait_with_output().expect("the binary ends");
        let parts = [
            "turns = 4",
            "Whether there are other violations is not known: interrupted.",
            "Stopped while checking 4 rounds and 1 unwinding: looking for a shorter run with a violation.",
        ];
        assert_says(&output, 10, "VIOLATED", &parts);
    }

    #[test]
    fn an_interrupted_check_is_one_object_too() {
        let child = started_until(&input("hard.c"), &["--json"], "2 rounds and 1 unwinding: looking");
        send("-INT", &child);
        let output = child.wait_with_output().expect("the binary ends");
        assert_eq!(output.status.code(), Some(4));
        let outcome: Value = serde_json::from_str(&stdout(&output)).expect("the output is JSON");
        assert_eq!(outcome["verdict"], "unknown");
        assert_eq!(outcome["reason"]["kind"], "interrupted");
        assert_eq!(outcome["completed"]["rounds"], 1);
        assert_eq!(outcome["stopped"]["bounds"]["rounds"], 2);
    }

    #[test]
    fn a_second_signal_ends_the_process() {
        let child =
            started_until(&input("hard.c"), &["--solver", "varisat"], "2 rounds and 1 unwinding: looking");
        send("-INT", &child);
        send("-INT", &child);
        let output = child.wait_with_output().expect("the binary ends");
        assert_eq!(output.status.code(), Some(4));
    }

    #[test]
    fn a_signal_ends_the_wait_for_input() {
        let mut command = bmc_conc();
        let mut child =
            command.args(["check", "-", "--verbose"]).stdin(Stdio::piped()).spawn().expect("starts");
        let mut writer = child.stdin.take().expect("standard input is piped");
        writer.write_all(b"int main(void) {").expect("it reads");
        let mut said = [0; 8];
        let stderr = child.stderr.as_mut().expect("standard error is piped");
        stderr.read_exact(&mut said).expect("it says that it reads");
        send("-INT", &child);
        let output = child.wait_with_output().expect("the binary ends");
        assert_says(&output, 4, "UNKNOWN", &["interrupted", "reading the files"]);
    }
}

#[cfg(target_os = "linux")]
mod memory {
    use super::*;

    /// The exit code, what was printed, and the largest size the process had, in bytes.
    #[expect(clippy::zombie_processes, reason = "wait4 waits for it")]
    fn peak_of(command: &mut Command) -> (Option<i32>, String, u64) {
        let mut child = command.stderr(Stdio::null()).spawn().expect("the binary can be started");
        let mut text = String::new();
        let stdout = child.stdout.as_mut().expect("standard output is piped");
        stdout.read_to_string(&mut text).expect("standard output is UTF-8");
        let mut status = 0;
        let id = libc::pid_t::try_from(child.id()).expect("a process has a small number");
        // SAFETY: the structure is plain data, and the call fills it in.
        let usage = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            assert_eq!(libc::wait4(id, &mut status, 0, &mut usage), id);
            usage
        };
        let code = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
        (code, text, u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024)
    }

    #[test]
    fn the_peak_stays_within_a_tenth_of_the_limit() {
        for megabytes in [100, 200] {
            let mut command = bmc_conc();
            command
                .arg("check")
                .arg(input("grows_with_rounds.c"))
                .args(["--rounds", "1000", "--unwind", "1"]);
            command.args(["--memory-limit", &megabytes.to_string()]);
            let (code, text, peak) = peak_of(&mut command);
            assert_eq!(code, Some(4), "{text}");
            for part in ["the memory limit was reached", "Stopped while checking", "--memory-limit"] {
                assert!(text.contains(part), "'{part}' is missing in:\n{text}");
            }
            assert!(peak <= megabytes * (1 << 20) * 11 / 10, "{peak} bytes with a limit of {megabytes} MB");
        }
    }
}
