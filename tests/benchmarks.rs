//! Tests of the benchmarks themselves: the suite, the runner, the comparison with other checkers and its plot.
//!
//! The tiny rows are run, so that a program whose bug has gone, or whose safe variant is not, is noticed here and not
//! in a measurement. The comparison meets a checker that is a shell script. No time is tested. Peaks of memory and
//! process groups are Unix.

#![cfg(unix)]

#[path = "../bench/runner/command.rs"]
mod command;
#[path = "../bench/runner/compare.rs"]
mod compare;
#[path = "../bench/runner/measure.rs"]
mod measure;
#[path = "../bench/runner/plot.rs"]
mod plot;
#[path = "../bench/runner/process.rs"]
mod process;
#[path = "../bench/runner/suite.rs"]
mod suite;
#[path = "../bench/runner/table.rs"]
mod table;
#[path = "../bench/runner/tools.rs"]
mod tools;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use command::Surroundings;
use measure::Answer;
use plot::{Point, Series};
use suite::{Expected, Row, Size};
use tools::Filling;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("benchmarks").join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn surroundings(name: &str) -> Surroundings {
    Surroundings {
        binary: PathBuf::from(env!("CARGO_BIN_EXE_bmc-conc")),
        root: root(),
        scratch: folder(name),
        search_path: folder(name).into_os_string(),
        environment: vec![("FAKE_HOME".to_string(), "home".to_string())],
    }
}

/// Exit code and output of a command line of the runner.
fn execute(line: &[&str], surroundings: &Surroundings) -> (u8, String) {
    let words = std::iter::once("bench").chain(line.iter().copied()).map(OsString::from);
    let mut output = Vec::new();
    let code = command::execute(words.collect(), surroundings, &mut output).unwrap();
    (code, String::from_utf8(output).unwrap())
}

fn row_called(name: &str) -> Row {
    suite::rows().into_iter().find(|row| row.name == name).unwrap_or_else(|| panic!("no row {name}"))
}

#[test]
fn every_row_has_a_name_of_its_own_and_a_program() {
    let rows = suite::rows();
    let names: BTreeSet<&String> = rows.iter().map(|row| &row.name).collect();
    assert_eq!(names.len(), rows.len());
    for row in &rows {
        assert!(root().join(row.file()).is_file(), "{}", row.name);
        assert!(row.bounds.rounds > 0 && row.bounds.unwind > 0 && row.bounds.iterations > 0, "{}", row.name);
    }
}

#[test]
fn every_program_is_measured_safe_and_buggy() {
    let rows = suite::rows();
    for entry in fs::read_dir(root().join("bench/programs")).unwrap() {
        let file = entry.unwrap().path();
        let program = file.file_stem().unwrap().to_str().unwrap();
        for expected in [Expected::Violation, Expected::NoViolation] {
            let measured = rows.iter().any(|row| row.program == program && row.expected == expected);
            assert!(measured, "{program} {expected:?}");
        }
        assert!(rows.iter().any(|row| row.program == program && row.size == Size::Tiny), "{program}");
    }
}

#[test]
fn every_macro_of_a_row_is_one_that_its_program_asks_for() {
    for row in suite::rows() {
        let text = fs::read_to_string(root().join(row.file())).unwrap();
        for definition in &row.definitions {
            let name = definition.split('=').next().unwrap();
            let asks = [format!("#ifndef {name}\n"), format!("#ifdef {name}\n")];
            assert!(asks.iter().any(|line| text.contains(line)), "{}: {name}", row.name);
        }
    }
}

#[test]
fn programs_need_nothing_that_only_checkers_know() {
    for entry in fs::read_dir(root().join("bench/programs")).unwrap() {
        let file = entry.unwrap().path();
        let text = fs::read_to_string(&file).unwrap();
        for special in ["__VERIFIER", "__CPROVER", "__ESBMC", "__bmc", "reach_error"] {
            assert!(!text.contains(special), "{}: {special}", file.display());
        }
    }
}

#[test]
fn gcc_compiles_every_row_without_a_warning() {
    if Command::new("gcc").arg("--version").output().is_err() {
        return;
    }
    // Every program once in each variant: rows differ by numbers only.
    let mut seen = BTreeSet::new();
    for row in suite::rows().into_iter().filter(|row| seen.insert((row.program, row.expected as u8))) {
        let mut gcc = Command::new("gcc");
        gcc.args(["-std=gnu11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror"]).arg(root().join(row.file()));
        gcc.args(row.definitions.iter().map(|definition| format!("-D{definition}")));
        let output = gcc.output().unwrap();
        assert!(output.status.success(), "{}\n{}", row.name, String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_tiny_rows_have_the_expected_answers() {
    let file = folder("tiny").join("figures.json");
    let line = ["run", "--sizes", "tiny", "--engines", "varisat", "--json", file.to_str().unwrap()];
    let (code, output) = execute(&line, &surroundings("tiny"));
    assert_eq!(code, 0, "{output}");

    let figures: serde_json::Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let figures = figures.as_array().unwrap();
    let tiny = suite::rows().into_iter().filter(|row| row.size == Size::Tiny).count();
    assert_eq!(figures.len(), tiny);
    for figure in figures {
        assert!(figure["statistics"]["cnf_clauses"].is_u64(), "{figure}");
        assert!(figure["peak_kilobytes"].as_u64().unwrap() > 1000, "{figure}");
    }
}

#[test]
fn the_table_has_a_line_per_row_and_variant() {
    let line = ["run", "--filter", "peterson unwind 2 buggy", "--engines", "varisat", "--with", "--seed 7"];
    let (code, output) = execute(&line, &surroundings("variants"));
    assert_eq!(code, 0, "{output}");
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 3, "{output}");
    assert!(lines[0].starts_with("program") && lines[0].ends_with("answer"), "{output}");
    assert!(lines[1].contains("varisat") && lines[1].ends_with("violated"), "{output}");
    assert!(lines[2].contains("varisat --seed 7") && lines[2].ends_with("violated"), "{output}");
}

#[test]
fn a_wrong_answer_is_marked_and_fails_the_run() {
    let mut surroundings = surroundings("wrong");
    surroundings.binary = script(&surroundings, "liar", "echo '{\"verdict\": \"safe\"}'");
    let (code, output) = execute(&["run", "--filter", "sigma 3", "--engines", "cadical"], &surroundings);
    assert_eq!(code, 1, "{output}");
    let marked: Vec<&str> = output.lines().filter(|line| line.contains("<== expected: Violation")).collect();
    assert_eq!(marked.len(), 1, "{output}");
    assert!(marked[0].starts_with("sigma 3 buggy"), "{output}");
    assert!(output.ends_with("1 answers are not the expected ones\n"), "{output}");
}

#[test]
fn a_timeout_is_shown_and_fails_nothing() {
    let mut surroundings = surroundings("timeout");
    let answer = "echo '{\"verdict\": \"unknown\", \"reason\": {\"kind\": \"timeout\"}}'";
    surroundings.binary = script(&surroundings, "slow", answer);
    let (code, output) = execute(&["run", "--filter", "sigma 3", "--engines", "cadical"], &surroundings);
    assert_eq!(code, 0, "{output}");
    assert_eq!(output.lines().filter(|line| line.ends_with("timeout")).count(), 2, "{output}");
}

#[test]
fn a_process_and_what_it_has_started_end_at_the_limit() {
    let begin = Instant::now();
    let mut command = Command::new("sh");
    command.args(["-c", "echo begun; sleep 100 & sleep 100"]);
    let finished = process::run(&mut command, Duration::from_millis(300)).unwrap();
    assert!(finished.was_killed);
    assert_eq!(finished.standard_output, "begun\n");
    // Reading to the end of the output waits for all that could write to it.
    assert!(begin.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_process_tells_its_exit_code_and_its_output() {
    let mut command = Command::new("sh");
    command.args(["-c", "echo out; echo err >&2; exit 7"]);
    let finished = process::run(&mut command, Duration::from_secs(60)).unwrap();
    assert_eq!((finished.standard_output.as_str(), finished.standard_error.as_str()), ("out\n", "err\n"));
    assert_eq!((finished.exit_code, finished.was_killed), (Some(7), false));
    assert!(finished.peak_kilobytes > 0);
}

#[test]
fn a_command_line_that_makes_no_sense_is_refused() {
    let surroundings = surroundings("refused");
    for line in [
        &["run", "--filter", "no such row"][..],
        &["run", "--seconds", "0"],
        &["run", "--sizes", "huge"],
        &["compare", "--tools", "bench/no-such-file"],
        &["dance"],
    ] {
        assert_eq!(execute(line, &surroundings).0, 2, "{line:?}");
    }
    assert_eq!(execute(&[], &surroundings).0, 0);
}

#[test]
fn the_list_names_rows_as_they_can_be_checked() {
    let (code, output) =
        execute(&["list", "--filter", "safestack", "--sizes", "hard"], &surroundings("list"));
    assert_eq!(code, 0);
    let published = "bench/programs/safestack.c -D WORKERS=3 -D TURNS=3 --check assert --rounds 4 --unwind 3";
    assert!(output.lines().any(|line| line.ends_with(published)), "{output}");
}

#[test]
fn the_templates_of_the_repository_can_be_read_and_filled() {
    let tools = tools::parse(&fs::read_to_string(root().join("bench/tools")).unwrap()).unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["cbmc", "deagle", "esbmc", "lazy-cseq", "dartagnan", "genmc"]);
    let row = row_called("treiber_stack 2 take 2 buggy");
    let filling = Filling {
        file: &row.file(),
        source: Path::new("copy.c"),
        limit: Duration::from_secs(9),
        variable: &|name| (name == "DAT3M_HOME").then(|| "/opt/dat3m".to_string()),
    };
    let arguments = |index: usize| tools[index].arguments(&row, &filling).join(" ");
    let cbmc = "bench/programs/treiber_stack.c -D THREADS=2 -D TAKES=2 -D BUG --unwind 5 \
                --no-unwinding-assertions --no-standard-checks --stop-on-fail";
    assert_eq!(arguments(0), cbmc);
    assert!(arguments(2).contains("--context-bound 3 --timeout 9s"));
    assert!(arguments(3).contains("--unwind-while 2 --unwind-for 4 --input copy.c"));
    assert!(arguments(4).starts_with("-jar /opt/dat3m/dartagnan/target/dartagnan.jar /opt/dat3m/cat/sc.cat"));
    assert_eq!(tools[4].missing_variables(&|_| None), ["DAT3M_HOME"]);

    let deadlock = row_called("philosophers 3 deadlock safe");
    let can: Vec<bool> = tools.iter().map(|tool| tool.can_check(&deadlock)).collect();
    assert_eq!(can, [false, false, true, true, false, false]);
    assert!(tools[2].arguments(&deadlock, &filling).ends_with(&["--deadlock-check".to_string()]));
}

#[test]
fn a_template_with_a_mistake_is_refused_with_its_line() {
    let complete = "tool a\ncommand a {file}\ncheck assert\nviolated exit 1\n";
    assert!(tools::parse(complete).is_ok());
    for (wrong, says) in [
        ("command a {file}", "line 1: the first line must be 'tool NAME'"),
        ("tool a\ncommand a {fiel}", "line 2: '{fiel}' is no placeholder"),
        ("tool a\n\n# more\ncommand a {file", "line 4: '{file' lacks a closing brace"),
        ("tool a\ncommand a -D{definitions}", "line 2: '{definitions}' must be a word of its own"),
        ("tool a\ncommand", "line 2: nothing follows 'command'"),
        ("tool a\ncommand a\ncommand b", "line 3: a second command"),
        ("tool a\ntool a", "line 2: a second tool is called 'a'"),
        ("tool a\nviolated exit ten", "line 2: 'ten' is no exit code"),
        ("tool a\nsafe sometimes", "line 2: 'sometimes' is neither 'exit CODE' nor 'output TEXT'"),
        ("tool a\nunsafe exit 1", "line 2: 'unsafe' is none of tool, command, check, violated, safe"),
        ("tool a\ncommand a", "a needs a command, a check and a rule for an answer"),
    ] {
        assert_eq!(tools::parse(wrong).unwrap_err(), says, "{wrong}");
    }
}

/// An executable shell script in the test's folder. Another process writes it: a file that is open for writing, even
/// in a child that is just being started by another test, cannot be executed.
fn script(surroundings: &Surroundings, name: &str, text: &str) -> PathBuf {
    let file = surroundings.scratch.join(name);
    let mut writer = Command::new("sh");
    writer
        .args(["-c", "printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$2\" && chmod 755 \"$2\"", "write", text])
        .arg(&file);
    assert!(writer.status().unwrap().success());
    file
}

#[test]
fn the_comparison_runs_what_is_installed_and_skips_the_rest() {
    let surroundings = surroundings("compare");
    // Knows the answer from the macro; also shows that the copy of the program has it in front.
    let knows = "grep -q '^#define BUG 1$' \"$3\" && echo FAILED && exit 0\necho SUCCESSFUL";
    script(&surroundings, "knows", knows);
    script(&surroundings, "always", "exit 10");
    script(&surroundings, "sleepy", "sleep 100");
    let templates = "\
        tool absent\ncommand no-such-checker {file}\ncheck assert\nsafe exit 0\n\
        tool homeless\ncommand knows {$NOT_SET}\ncheck assert\nsafe exit 0\n\
        tool knows\ncommand knows {$FAKE_HOME} --rounds={rounds} {source}\ncheck assert\n\
        violated output FAILED\nsafe output SUCCESSFUL\n\
        tool always\ncommand always {file} {check}\ncheck assert\ncheck deadlock --deadlock\nviolated exit 10\n\
        tool sleepy\ncommand sleepy\ncheck deadlock\nsafe exit 0\n";
    let (templates_file, plot_file) =
        (surroundings.scratch.join("tools"), surroundings.scratch.join("plot.svg"));
    fs::write(&templates_file, templates).unwrap();
    let files = ["--tools", templates_file.to_str().unwrap(), "--plot", plot_file.to_str().unwrap()];
    let line = [
        &[
            "compare",
            "--sizes",
            "tiny",
            "--filter",
            "philosophers 3",
            "--seconds",
            "1",
            "--engine",
            "varisat",
        ],
        &files[..],
    ];
    let (code, output) = execute(&line.concat(), &surroundings);
    assert_eq!(code, 0, "{output}");
    assert!(output.contains("absent: not found on PATH, skipped"), "{output}");
    assert!(output.contains("homeless: NOT_SET is not set, skipped"), "{output}");

    let cells = |name: &str| output.lines().find(|line| line.starts_with(name)).unwrap().to_string();
    // Two rows with an assertion, two with a deadlock.
    let safe = cells("philosophers 3 counted safe");
    assert!(safe.contains("within bounds") && safe.contains("violated !"), "{output}");
    assert!(safe.ends_with("does not check assert"), "{output}");
    let buggy = cells("philosophers 3 deadlock buggy");
    assert!(buggy.contains("does not check deadlock") && buggy.contains("timeout >"), "{output}");
    assert!(output.contains("knows: geometric mean"), "{output}");
    let knows = cells("knows: ");
    assert!(knows.contains("over 2 rows") && knows.ends_with("; 0 without an answer, 0 wrong"), "{output}");
    assert!(cells("always: ").ends_with("; 0 without an answer, 2 wrong"), "{output}");
    assert!(cells("sleepy: ").ends_with("no row answered by both; 2 without an answer, 0 wrong"), "{output}");

    let svg = fs::read_to_string(plot_file).unwrap();
    assert_well_formed(&svg);
    assert!(svg.contains("knows (2 rows)") && svg.contains("always (2 rows)"), "{svg}");
}

#[test]
fn without_another_checker_there_is_nothing_to_compare() {
    let surroundings = surroundings("alone");
    let (code, output) = execute(&["compare", "--sizes", "tiny"], &surroundings);
    assert_eq!(code, 0);
    assert!(output.contains("cbmc: not found on PATH, skipped"), "{output}");
    assert!(output.ends_with("No other checker is installed: nothing to compare with.\n"), "{output}");
}

#[test]
fn only_too_little_time_excuses_a_missing_answer() {
    let wrong = |answer: Answer, expected| answer.is_wrong_for(expected);
    assert!(!wrong(Answer::Timeout, Expected::Violation));
    assert!(
        !wrong(Answer::WithinBounds, Expected::NoViolation) && !wrong(Answer::Safe, Expected::NoViolation)
    );
    assert!(
        wrong(Answer::WithinBounds, Expected::Violation) && wrong(Answer::Violated, Expected::NoViolation)
    );
    assert!(wrong(Answer::Nothing("memory".to_string()), Expected::NoViolation));
}

#[test]
fn the_plot_is_well_formed_and_shows_every_point() {
    let point = |ours, theirs| Point { name: "a < b & \"c\"".to_string(), ours, theirs };
    let series: Vec<Series> = ["one", "two", "three", "<four>"]
        .map(|name| Series {
            name: name.to_string(),
            points: vec![
                point(Some(0.0), Some(3600.0)),
                point(Some(2.0), None),
                point(None, Some(0.5)),
                point(None, None),
            ],
        })
        .into();
    let svg = plot::scatter(&series);
    assert_well_formed(&svg);
    // A title per point and one per entry of the legend.
    assert_eq!(svg.matches("<title>").count(), 4 * 4 + 4);
    assert!(svg.contains(">0.001</text>") && svg.contains(">10000</text>"), "{svg}");
    assert!(svg.contains("bmc-conc, seconds") && svg.contains("other checker, seconds"));
    assert_well_formed(&plot::scatter(&[]));
}

/// Tags nest, attributes are quoted, and no character stands for itself that must not.
fn assert_well_formed(svg: &str) {
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    let mut open: Vec<&str> = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or_else(|| panic!("no end: {piece}"));
        for entity in text.split('&').skip(1).chain(tag.split('&').skip(1)) {
            assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|known| entity.starts_with(known)), "{piece}");
        }
        assert!(!text.contains('>'), "{piece}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{piece}");
        assert!(!tag.contains("NaN") && !tag.contains("inf"), "{piece}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{piece}"),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split_whitespace().next().unwrap()),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}
