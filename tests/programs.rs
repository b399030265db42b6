//! Runs every C program in `tests/programs` and compares with what its first lines say.
//!
//! Every violation is then replayed from its JSON alone, which must give the same trace again.
//!
//! Set `PROGRAMS=text` to run only the programs whose name contains the text.

#[path = "support/expectation.rs"]
mod expectation;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use expectation::{Expectation, Header};
use serde_json::Value;

const WORKERS: usize = 2;

#[test]
fn every_program_comes_out_as_its_first_lines_say() {
    let only = std::env::var("PROGRAMS").unwrap_or_default();
    let all = programs();
    let chosen: Vec<&PathBuf> = all.iter().filter(|path| name_of(path).contains(&only)).collect();
    assert!(!chosen.is_empty(), "no program has '{only}' in its name");

    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(path) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(what) = run_program(path) {
                        failures.lock().unwrap().push(format!("{}: {what}", name_of(path)));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    assert!(
        failures.is_empty(),
        "{} of {} programs came out differently:\n{}",
        failures.len(),
        chosen.len(),
        failures.join("\n")
    );
}

#[test]
fn the_programs_cover_every_answer() {
    let headers: Vec<Header> = programs().iter().map(|path| header_of(path).unwrap()).collect();
    let count =
        |is_wanted: fn(&Expectation) -> bool| headers.iter().filter(|h| is_wanted(&h.expectation)).count();
    assert!(count(|e| matches!(e, Expectation::Violated { .. })) >= 30);
    assert!(count(|e| matches!(e, Expectation::Safe)) >= 10);
    assert!(count(|e| matches!(e, Expectation::Bounded)) >= 10);
    assert!(count(|e| matches!(e, Expectation::Error(_))) >= 5);
    assert!(headers.iter().any(|h| h.min_rounds == Some(4)));
    assert!(headers.iter().filter(|h| h.both_models).count() >= 10);
}

#[test]
fn a_header_that_cannot_be_read_is_refused() {
    for wrong in [
        "",
        "int x;",
        "// expect: maybe",
        "// rounds: 2",
        "// expect: safe\n// runds: 2",
        "// expect: safe\n// rounds: two",
        "// expect: safe\n// a remark",
        "// expect: safe\n// min-rounds: 2",
        "// expect: safe\n// also: race",
        "// expect: violated assert\n// also: rice\n// min-rounds: 2",
        "// expect: error without quotes",
        "// expect: safe\n// data-models: lp64",
        "// expect: safe\n// data-models: both\n// options: --data-model lp64",
    ] {
        assert!(expectation::read(wrong).is_err(), "{wrong}");
    }
    let right = "// expect: violated pointer line=7\n// also: race assert\n// rounds: 3   unwind: 2   min-rounds: 2\n\n// not a header";
    let header = expectation::read(right).unwrap();
    assert_eq!(
        header.expectation,
        Expectation::Violated { kind: Some("pointer".to_string()), lines: [7].into() }
    );
    assert_eq!(header.also, ["race", "assertion"].map(str::to_string).into());
    assert_eq!((header.rounds, header.unwind, header.min_rounds), (Some(3), Some(2), Some(2)));
}

fn programs() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = std::fs::read_dir(&directory).expect("tests/programs can be read");
    let paths = entries.map(|entry| entry.expect("an entry of tests/programs can be read").path());
    let mut programs: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|e| e == "c")).collect();
    programs.sort();
    assert!(programs.len() >= 60, "tests/programs holds the programs of the suite");
    programs
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn header_of(path: &Path) -> Result<Header, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let header = expectation::read(&text)?;
    let is_violated = matches!(header.expectation, Expectation::Violated { .. });
    match is_violated == header.min_rounds.is_some() {
        true => Ok(header),
        false => Err("'min-rounds:' belongs to every expected violation".to_string()),
    }
}

fn run_program(path: &Path) -> Result<(), String> {
    let header = header_of(path)?;
    let result = compare(path, &header);
    match (&header.known_bug, result) {
        (None, result) => result,
        (Some(_), Err(_)) => Ok(()),
        (Some(bug), Ok(())) => Err(format!("passes now; remove the line 'known-bug: {bug}'")),
    }
}

fn compare(path: &Path, header: &Header) -> Result<(), String> {
    if !header.both_models {
        return compare_in_one_model(path, header);
    }
    for model in ["lp64", "ilp32"] {
        let mut header = header.clone();
        header.options.extend(["--data-model", model].map(str::to_string));
        compare_in_one_model(path, &header).map_err(|what| format!("{model}: {what}"))?;
    }
    Ok(())
}

fn compare_in_one_model(path: &Path, header: &Header) -> Result<(), String> {
    let rounds = header.rounds.or(header.min_rounds);
    check(path, header, rounds, Asked::All)?;
    if let Some(smallest) = header.min_rounds {
        if rounds != Some(smallest) {
            check(path, header, Some(smallest), Asked::WhetherItIsViolated)?;
        }
        if smallest > 1 {
            check(path, header, Some(smallest - 1), Asked::ThatItIsNotYet)?;
        }
    }
    Ok(())
}

/// What of an expectation is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    All,
    /// There is a violation of the kind that is expected.
    WhetherItIsViolated,
    /// There is none, but one in one round more, so that something must have been left out.
    ThatItIsNotYet,
}

fn check(path: &Path, header: &Header, rounds: Option<u32>, asked: Asked) -> Result<(), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    command.arg("check").arg(path).args(["--json", "--timeout", "300"]).args(&header.options);
    let mut setting = String::from("without bounds");
    if let Some(rounds) = rounds {
        command.args(["--rounds", &rounds.to_string()]);
        setting = format!("with {rounds} rounds");
    }
    if let Some(unwind) = header.unwind {
        command.args(["--unwind", &unwind.to_string()]);
    }
    let output = command.output().map_err(|error| format!("cannot run: {error}"))?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    let in_setting = |what: String| format!("{setting}: {what}");
    let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else {
        let what = format!("exit {:?}, and the output is not JSON: {stderr}", output.status.code());
        return Err(in_setting(what));
    };
    let answer = Answer { report: &report, code: output.status.code(), stderr: &stderr };
    match &header.expectation {
        Expectation::Violated { kind, lines } => {
            answer.has_violations(header, (kind.as_deref(), lines), asked).map_err(in_setting)?;
            replay(path, header, &output.stdout, &report).map_err(in_setting)
        }
        Expectation::Error(text) => {
            answer.is_one_of(&["error"], 1).map_err(in_setting)?;
            match stderr.contains(text) {
                true => Ok(()),
                false => Err(in_setting(format!("expected '{text}' in the message, got: {stderr}"))),
            }
        }
        others => {
            answer.is_one_of(verdicts_without_violation(others), 0).map_err(in_setting)?;
            answer.names_all(&header.names).map_err(in_setting)
        }
    }
}

fn verdicts_without_violation(expected: &Expectation) -> &'static [&'static str] {
    match expected {
        Expectation::Safe => &["safe"],
        Expectation::SafeUnderAssumptions => &["safe-under-assumptions"],
        Expectation::Bounded => &["no-violation-within-bounds"],
        _ => &["safe", "safe-under-assumptions", "no-violation-within-bounds"],
    }
}

/// What a check said.
struct Answer<'a> {
    report: &'a Value,
    code: Option<i32>,
    stderr: &'a str,
}

impl Answer<'_> {
    fn is_one_of(&self, verdicts: &[&str], code: i32) -> Result<(), String> {
        let verdict = self.report["verdict"].as_str().unwrap_or_default();
        if verdicts.contains(&verdict) && self.code == Some(code) {
            return Ok(());
        }
        let why = self.report["reason"]["message"].as_str().unwrap_or_default();
        let (found, exit, stderr) = (self.violations(), self.code, self.stderr);
        Err(format!("expected {verdicts:?}, got {verdict} (exit {exit:?}) {found:?} {why}{stderr}"))
    }

    /// Kind and line of each.
    fn violations(&self) -> Vec<(&str, u64)> {
        let all = self.report["violations"].as_array().map_or(&[][..], Vec::as_slice);
        let violations = all.iter().map(|one| &one["trace"]["violation"]);
        let line = |violation: &Value| violation["location"]["line"].as_u64().unwrap_or(0);
        violations.map(|one| (one["kind"].as_str().unwrap_or_default(), line(one))).collect()
    }

    fn has_violations(
        &self,
        header: &Header,
        (kind, lines): (Option<&str>, &BTreeSet<u64>),
        asked: Asked,
    ) -> Result<(), String> {
        let violations = self.violations();
        let of_kind = |found: &&(&str, u64)| kind.is_none_or(|kind| found.0 == kind);
        let found: BTreeSet<u64> = violations.iter().filter(of_kind).map(|found| found.1).collect();
        if asked == Asked::ThatItIsNotYet {
            let (verdict, code) = match violations.is_empty() {
                true => ("no-violation-within-bounds", 0),
                false => ("violated", 10),
            };
            self.is_one_of(&[verdict], code)?;
            let others_left_out =
                violations.is_empty() || self.report["rest"] == "no-violation-within-bounds";
            return match found.is_empty() && others_left_out {
                true => Ok(()),
                false => Err(format!("found {violations:?} and of the rest {}", self.report["rest"])),
            };
        }
        self.is_one_of(&["violated"], 10)?;
        if self.report["rest"] == "unknown" || found.is_empty() {
            let why = &self.report["reason"]["message"];
            return Err(format!("found only {violations:?} {why}"));
        }
        if asked == Asked::WhetherItIsViolated {
            return Ok(());
        }
        if !lines.is_empty() && found != *lines {
            return Err(format!("expected lines {lines:?}, got {violations:?}"));
        }
        let is_other = |found: &&(&str, u64)| kind.is_some_and(|kind| found.0 != kind);
        let others = violations.iter().filter(is_other).map(|found| found.0.to_string());
        let others: BTreeSet<String> = others.collect();
        if others != header.also {
            return Err(format!("expected also {:?}, got {violations:?}", header.also));
        }
        self.names_all(&header.names)
    }

    /// What was left out, not come to or assumed, or what violations depend on, has these names in it.
    fn names_all(&self, names: &[String]) -> Result<(), String> {
        let lists = ["cuts", "unreached", "assumptions"].map(|list| self.report[list].as_array());
        let mut named: Vec<String> =
            lists.into_iter().flatten().flatten().map(|one| one["description"].to_string()).collect();
        let violations = self.report["violations"].as_array().into_iter().flatten();
        let violations = violations.map(|one| &one["trace"]["violation"]);
        named.extend(violations.map(|one| format!("depends on {}", one["depends_on"])));
        match names.iter().find(|name| !named.iter().any(|one| one.contains(name.as_str()))) {
            Some(missing) => Err(format!("'{missing}' is not named, only {named:?}")),
            None => Ok(()),
        }
    }
}

/// The saved violations, executed again by `bmc-conc replay`.
fn replay(path: &Path, header: &Header, saved: &[u8], report: &Value) -> Result<(), String> {
    if report["verdict"] != "violated" {
        return Ok(());
    }
    let number = SAVED.fetch_add(1, Ordering::Relaxed);
    let file =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("replayed-{}-{number}.json", std::process::id()));
    std::fs::write(&file, saved).map_err(|error| format!("cannot save the traces: {error}"))?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    command.arg("replay").arg(&file).arg(path).args(["--json", "--timeout", "300"]);
    command.args(options_of_the_program(&header.options));
    let output = command.output().map_err(|error| format!("cannot run: {error}"))?;
    let _ = std::fs::remove_file(&file);
    let replayed = serde_json::from_slice::<Value>(&output.stdout).unwrap_or_default();
    if output.status.code() != Some(10) {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(format!("the saved traces are not replayed: {} {stderr}", replayed["divergences"]));
    }
    let runs = |report: &Value| -> Vec<(Value, Value)> {
        let all = report["violations"].as_array().cloned().unwrap_or_default();
        all.into_iter().map(|one| (one["trace"].clone(), one["script"].clone())).collect()
    };
    match runs(&replayed) == runs(report) {
        true => Ok(()),
        false => Err(format!("the saved traces are replayed into others: {}", replayed["violations"])),
    }
}

static SAVED: AtomicUsize = AtomicUsize::new(0);

/// The options of `check` that change the program, and not only what is looked for in it.
fn options_of_the_program(options: &[String]) -> Vec<&str> {
    let mut kept = Vec::new();
    let mut rest = options.iter().map(String::as_str);
    while let Some(option) = rest.next() {
        match option.split_once('=').map_or(option, |(name, _)| name) {
            "--check" | "--spec" | "--data-model" | "--entry" | "--undefined" | "--include" | "-I" | "-D"
            | "--evaluation-order" => {
                kept.push(option);
                if !option.contains('=') {
                    kept.extend(rest.next());
                }
            }
            "--malloc-may-fail" | "--no-spurious-wakeups" | "--no-spurious-failures" => kept.push(option),
            _ if option.starts_with("-I") || option.starts_with("-D") => kept.push(option),
            _ => {}
        }
    }
    kept
}
