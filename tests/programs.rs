//! Runs every C program in `tests/programs` and compares with what its first lines say.
//!
//! Every violation is then replayed from its JSON alone, which must give the same trace again.
//!
//! Set `PROGRAMS=text` to run only the programs whose name contains the text.

#[path = "support/expectation.rs"]
mod expectation;

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
        "// expect: violated assert line=3\n// rounds: 2",
        "// expect: safe\n// min-rounds: 2",
        "// expect: error without quotes",
        "// expect: safe\n// data-models: lp64",
        "// expect: safe\n// data-models: both\n// options: --data-model lp64",
    ] {
        assert!(expectation::read(wrong).is_err(), "{wrong}");
    }
    let right =
        "// expect: violated pointer line=7\n// rounds: 3   unwind: 2   min-rounds: 2\n\n// not a header";
    let header = expectation::read(right).unwrap();
    assert_eq!(
        header.expectation,
        Expectation::Violated { kind: Some("pointer".to_string()), line: Some(7) }
    );
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
    expectation::read(&text)
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
    check(path, header, rounds, &header.expectation)?;
    if let Some(smallest) = header.min_rounds {
        if rounds != Some(smallest) {
            check(path, header, Some(smallest), &Expectation::Violated { kind: None, line: None })?;
        }
        if smallest > 1 {
            // There is a violation in one round more, so something must have been left out.
            check(path, header, Some(smallest - 1), &Expectation::Bounded)?;
        }
    }
    Ok(())
}

fn check(path: &Path, header: &Header, rounds: Option<u32>, expected: &Expectation) -> Result<(), String> {
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
    let code = output.status.code();
    let complain = |what: String| Err(format!("{setting}: {what}"));
    let Ok(outcome) = serde_json::from_slice::<Value>(&output.stdout) else {
        return complain(format!("exit {code:?}, and the output is not JSON: {stderr}"));
    };
    let verdict = outcome["verdict"].as_str().unwrap_or_default();
    let (wanted_verdicts, wanted_code): (&[&str], i32) = match expected {
        Expectation::Violated { .. } => (&["violated"], 10),
        Expectation::Safe => (&["safe"], 0),
        Expectation::SafeUnderAssumptions => (&["safe-under-assumptions"], 0),
        Expectation::Bounded => (&["no-violation-within-bounds"], 0),
        Expectation::NoViolation => (&["safe", "safe-under-assumptions", "no-violation-within-bounds"], 0),
        Expectation::Error(_) => (&["error"], 1),
    };
    if !wanted_verdicts.contains(&verdict) || code != Some(wanted_code) {
        let why = outcome["reason"]["message"].as_str().unwrap_or_default();
        let place = &outcome["trace"]["violation"]["location"]["line"];
        return complain(format!(
            "expected {wanted_verdicts:?}, got {verdict} (exit {code:?}, line {place}) {why}{stderr}"
        ));
    }
    match expected {
        Expectation::Violated { kind, line } => {
            let violation = &outcome["trace"]["violation"];
            if kind.is_some() && kind.as_deref() != violation["kind"].as_str() {
                return complain(format!("expected a violation of kind {kind:?}, got {}", violation["kind"]));
            }
            if line.is_some() && *line != violation["location"]["line"].as_u64() {
                return complain(format!("expected line {line:?}, got {}", violation["location"]["line"]));
            }
            return replay(path, header, &output.stdout, &outcome).or_else(complain);
        }
        Expectation::Error(text) if !stderr.contains(text) => {
            return complain(format!("expected '{text}' in the message, got: {stderr}"));
        }
        _ => {}
    }
    let named = [&outcome["cuts"], &outcome["assumptions"]].map(Value::as_array);
    let named: Vec<String> =
        named.into_iter().flatten().flatten().map(|one| one["description"].to_string()).collect();
    match header.names.iter().find(|name| !named.iter().any(|one| one.contains(name.as_str()))) {
        Some(missing) if *expected == header.expectation => {
            complain(format!("'{missing}' is not named, only {named:?}"))
        }
        _ => Ok(()),
    }
}

/// The saved trace, executed again by `bmc-conc replay`.
fn replay(path: &Path, header: &Header, saved: &[u8], outcome: &Value) -> Result<(), String> {
    let number = SAVED.fetch_add(1, Ordering::Relaxed);
    let file =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("replayed-{}-{number}.json", std::process::id()));
    std::fs::write(&file, saved).map_err(|error| format!("cannot save the trace: {error}"))?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    command.arg("replay").arg(&file).arg(path).args(["--json", "--timeout", "300"]);
    command.args(options_of_the_program(&header.options));
    let output = command.output().map_err(|error| format!("cannot run: {error}"))?;
    let _ = std::fs::remove_file(&file);
    let replayed = serde_json::from_slice::<Value>(&output.stdout).unwrap_or_default();
    if output.status.code() != Some(10) {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(format!("the saved trace is not replayed: {} {stderr}", replayed["divergence"]));
    }
    for part in ["trace", "script"] {
        if replayed[part] != outcome[part] {
            return Err(format!("the saved trace is replayed into another {part}: {}", replayed[part]));
        }
    }
    Ok(())
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
            "--no-spurious-wakeups" | "--no-spurious-failures" => kept.push(option),
            _ if option.starts_with("-I") || option.starts_with("-D") => kept.push(option),
            _ => {}
        }
    }
    kept
}
