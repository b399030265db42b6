//! The commands `replay` and `run` as a user meets them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn example(name: &str) -> PathBuf {
    repository().join("docs/examples").join(name)
}

fn input(name: &str) -> PathBuf {
    repository().join("tests/inputs").join(name)
}

fn bmc_conc(arguments: &[&str], files: &[&Path]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    command.env_remove("NO_COLOR").stdin(Stdio::null()).args(arguments).args(files);
    command.output().expect("the binary can be started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the output is UTF-8")
}

/// The JSON of a violation, saved under the name.
fn saved(name: &str, program: &Path, options: &[&str]) -> (PathBuf, Value) {
    let output = bmc_conc(&[&["check", "--json"], options].concat(), &[program]);
    assert_eq!(output.status.code(), Some(10), "{}", text(&output.stderr));
    let outcome: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    (save(name, &outcome), outcome)
}

fn save(name: &str, outcome: &Value) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, outcome.to_string()).expect("the trace can be saved");
    path
}

fn traces_and_scripts(outcome: &Value) -> Vec<(&Value, &Value)> {
    let violations = outcome["violations"].as_array().expect("there are violations");
    violations.iter().map(|one| (&one["trace"], &one["script"])).collect()
}

#[test]
fn a_saved_trace_is_replayed_into_the_text_that_check_prints() {
    let program = example("lost_update.c");
    let (trace, _) = saved("same_text.json", &program, &["--rounds", "3"]);
    let checked = text(&bmc_conc(&["check", "--rounds", "3"], &[&program]).stdout);
    let replayed = bmc_conc(&["replay"], &[&trace, &program]);
    assert_eq!(replayed.status.code(), Some(10), "{}", text(&replayed.stderr));
    // What a search knows of everything else, and what it looked for, is not known here.
    let only_of_a_search = ["No other violation", "Checked: ", "Assumes: "];
    let (mut paragraphs, mut found) = (Vec::new(), 0);
    for paragraph in checked.split("\n\n") {
        match only_of_a_search.iter().any(|begin| paragraph.starts_with(begin)) {
            true => found += 1,
            false => paragraphs.push(paragraph),
        }
    }
    assert_eq!((found, text(&replayed.stdout).trim_end()), (2, paragraphs.join("\n\n").as_str()));
    let quiet = bmc_conc(&["replay", "--quiet"], &[&trace, &program]);
    assert_eq!((quiet.status.code(), text(&quiet.stdout).as_str()), (Some(10), "VIOLATED\n"));
}

#[test]
fn the_json_of_a_replay_is_a_saved_trace_too() {
    let program = example("lost_update.c");
    let (trace, outcome) = saved("again.json", &program, &["--rounds", "3"]);
    let replayed = bmc_conc(&["replay", "--json"], &[&trace, &program]);
    let again: Value = serde_json::from_slice(&replayed.stdout).expect("the output is JSON");
    assert_eq!(again["verdict"], "violated");
    assert_eq!(traces_and_scripts(&again), traces_and_scripts(&outcome));
    assert_eq!(traces_and_scripts(&again).len(), 2);
    let trace = save("once_more.json", &again);
    assert_eq!(bmc_conc(&["replay"], &[&trace, &program]).status.code(), Some(10));
}

#[test]
fn a_bug_that_is_fixed_is_not_reproduced() {
    let (trace, _) = saved("fixed.json", &example("lost_update.c"), &["--rounds", "3"]);
    let fixed = input("lost_update_fixed.c");
    let replayed = bmc_conc(&["replay"], &[&trace, &fixed]);
    let output = text(&replayed.stdout);
    assert_eq!(replayed.status.code(), Some(6), "{output}{}", text(&replayed.stderr));
    assert!(output.starts_with("NOT REPRODUCED\n"), "{output}");
    assert!(output.contains("main.assertion.1") && output.contains("lost_update_fixed.c:"), "{output}");
    let replayed = bmc_conc(&["replay", "--json"], &[&trace, &fixed]);
    let outcome: Value = serde_json::from_slice(&replayed.stdout).expect("the output is JSON");
    assert_eq!((replayed.status.code(), &outcome["verdict"]), (Some(6), &json!("not-reproduced")));
    assert!(outcome["divergences"][1]["message"].is_string(), "{outcome}");
}

#[test]
fn a_bound_that_was_reached_is_replayed() {
    let program = input("counts.c");
    let options = ["--unwind", "1", "--unwinding-assertions"];
    let (trace, outcome) = saved("bound.json", &program, &options);
    assert_eq!(outcome["violations"][0]["trace"]["violation"]["kind"], "unwinding");
    let replayed = bmc_conc(&["replay", "--json"], &[&trace, &program]);
    let again: Value = serde_json::from_slice(&replayed.stdout).expect("the output is JSON");
    assert_eq!(
        (replayed.status.code(), traces_and_scripts(&again)),
        (Some(10), traces_and_scripts(&outcome))
    );
    // Without the number of entries the run goes on to its next step.
    let mut old = outcome.clone();
    old["violations"][0]["script"]["bound"].as_object_mut().expect("there is a bound").remove("entered");
    let replayed = bmc_conc(&["replay", "--quiet"], &[&save("bound_without_entries.json", &old), &program]);
    assert_eq!(replayed.status.code(), Some(10), "{}", text(&replayed.stderr));
}

/// What follows the bound may go on forever without touching memory.
#[test]
fn a_run_that_reaches_a_bound_ends_there() {
    let program = input("loops_apart.c");
    for (which, last, steps) in
        [("WHILE", "x = 2", 4), ("NESTED", "row = 2", 9), ("RECURSION", "number = 3", 7)]
    {
        let options = ["--unwind", "2", "--unwinding-assertions", "-D", which];
        let (trace, outcome) = saved(&format!("loops_apart_{which}.json"), &program, &options);
        assert_eq!(outcome["violations"][0]["trace"]["violation"]["kind"], "unwinding");
        let contexts =
            outcome["violations"][0]["trace"]["contexts"].as_array().expect("a trace has contexts");
        let counts = contexts.iter().map(|context| context["steps"].as_array().map_or(0, Vec::len));
        assert_eq!(counts.sum::<usize>(), steps, "{which}: {outcome}");
        let replayed = bmc_conc(&["replay", "-D", which], &[&trace, &program]);
        let output = text(&replayed.stdout);
        assert_eq!(replayed.status.code(), Some(10), "{output}{}", text(&replayed.stderr));
        let lines: Vec<&str> = output.lines().collect();
        assert!(lines.len() < steps + 10, "{output}");
        let violated = lines.iter().find(|line| line.contains("<-- violated")).expect("a line is marked");
        assert!(violated.contains(last), "{violated}");
    }
}

#[test]
fn a_trace_that_parts_inside_of_a_model_names_the_call_of_it() {
    let program = input("waits_in_a_model.c");
    let (trace, _) = saved("waits_in_a_model.json", &program, &[]);
    let source = std::fs::read_to_string(&program).expect("the program can be read");
    let released = "    pthread_mutex_unlock(&mutex);\n    pthread_join";
    assert!(source.contains(released));
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("keeps_the_mutex.c");
    std::fs::write(&kept, source.replace(released, "    pthread_join")).expect("it can be written");
    let line = 1 + source.lines().position(|line| line.contains("pthread_mutex_lock(")).expect("it locks");
    let replayed = bmc_conc(&["replay"], &[&trace, &kept]);
    let output = text(&replayed.stdout);
    assert_eq!(replayed.status.code(), Some(6), "{output}{}", text(&replayed.stderr));
    assert!(output.contains(&format!("keeps_the_mutex.c:{line}")), "{output}");
    assert!(!output.contains("<bmc>"), "{output}");
}

#[test]
fn a_trace_of_other_options_is_refused_with_the_options_to_give() {
    let program = example("lost_update.c");
    let options = ["--check", "race", "--data-model", "ilp32", "-D", "N=3", "--no-spurious-wakeups"];
    let (trace, _) = saved("options.json", &program, &options);
    let mut given = vec!["replay"];
    for (advice, option) in [
        ("--check race", &options[0..2]),
        ("--data-model ilp32", &options[2..4]),
        ("-D N=3", &options[4..6]),
        ("--no-spurious-wakeups", &options[6..]),
    ] {
        let refused = bmc_conc(&given, &[&trace, &program]);
        let message = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{message}");
        assert!(message.contains("options.json") && message.contains(advice), "{message}");
        given.extend(option);
    }
    let replayed = bmc_conc(&given, &[&trace, &program]);
    assert_eq!(replayed.status.code(), Some(10), "{}", text(&replayed.stderr));
}

#[test]
fn what_is_no_trace_is_refused() {
    let program = example("lost_update.c");
    let (_, outcome) = saved("whole.json", &program, &["--rounds", "3"]);
    let refuse = |name: &str, outcome: &Value, why: &str| {
        let refused = bmc_conc(&["replay"], &[&save(name, outcome), &program]);
        let message = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{name}: {message}{}", text(&refused.stdout));
        assert!(message.contains(name) && message.contains(why), "{message}");
    };
    refuse("no_object.json", &json!(3), "violations");
    refuse("safe.json", &json!({ "verdict": "safe" }), "violations");
    for field in ["goal", "contexts", "choices", "program"] {
        let mut damaged = outcome.clone();
        damaged["violations"][1]["script"].as_object_mut().expect("a script is an object").remove(field);
        refuse(
            &format!("without_{field}.json"),
            &damaged,
            if field == "program" { "options" } else { field },
        );
    }
    let mut damaged = outcome.clone();
    damaged["violations"][1]["script"]["contexts"][0]["thread"] = json!(-1);
    refuse("negative.json", &damaged, "context 0");
    let refused = bmc_conc(&["replay"], &[&program, &program]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("not JSON"));
}

#[test]
fn a_script_that_does_not_fit_ends_where_it_stops_fitting() {
    let program = example("lost_update.c");
    let (_, outcome) = saved("fits.json", &program, &["--rounds", "3", "--check", "assert"]);
    let script = |change: &dyn Fn(&mut Value)| {
        let mut changed = outcome.clone();
        change(&mut changed["violations"][0]["script"]);
        changed
    };
    let damaged = [
        script(&|s| s["contexts"][0]["thread"] = json!(4_000_000_000u32)),
        script(&|s| s["contexts"][0]["steps"] = json!(u64::MAX)),
        script(&|s| s["contexts"] = json!([])),
        script(&|s| s["choices"] = json!([])),
        script(&|s| s["choices"][0][0] = json!({ "object": 0, "contents": "" })),
        script(&|s| s["choices"][0][0] = json!({ "object": 1, "contents": "00ff" })),
        script(&|s| s["choices"][0][0] = json!({ "thread": 7 })),
    ];
    for (index, damaged) in damaged.iter().enumerate() {
        let trace = save(&format!("damaged_{index}.json"), damaged);
        let replayed = bmc_conc(&["replay", "--check", "assert"], &[&trace, &program]);
        let output = text(&replayed.stdout);
        assert_eq!(replayed.status.code(), Some(6), "{index}: {output}{}", text(&replayed.stderr));
        assert!(output.starts_with("NOT REPRODUCED\n"), "{output}");
    }
}

#[test]
fn a_program_that_runs_writes_its_output_and_ends_with_its_status() {
    let output = bmc_conc(&["run"], &[&input("writes.c")]);
    let wanted = "-1 1048576\n11\nthread:   007|ff    |z|%\n3.14|-1.235e+04|0.0625  |+2\nx\nthe end\n";
    assert_eq!((text(&output.stdout).as_str(), output.status.code()), (wanted, Some(42)), "{output:?}");
    assert_eq!(text(&output.stderr), "to the other stream\n");
}

#[test]
fn a_violation_ends_a_run_with_its_trace() {
    let program = input("counts.c");
    let output = bmc_conc(&["run", "-D", "POSITIVE"], &[&program]);
    let message = text(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(10), 0), "{message}");
    assert!(message.contains("VIOLATED\n") && message.contains("counts.c:13"), "{message}");
}

#[test]
fn a_run_in_which_nobody_can_go_on_is_unknown_unless_deadlocks_are_looked_for() {
    let program = input("blocked.c");
    let output = bmc_conc(&["run", "--check", "assert"], &[&program]);
    assert_eq!(output.status.code(), Some(4), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("waits"), "{}", text(&output.stderr));
    let output = bmc_conc(&["run"], &[&program]);
    assert_eq!(output.status.code(), Some(10), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("blocked.c:8"), "{}", text(&output.stderr));
}

#[test]
fn a_run_that_does_not_end_is_stopped() {
    let program = input("endless.c");
    for (limit, model) in [(["--steps", "3000000"], "lp64"), (["--timeout", "1"], "ilp32")] {
        let arguments = [&["run", "--data-model", model][..], &limit].concat();
        let output = bmc_conc(&arguments, &[&program]);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{message}");
        assert!(
            message.contains("UNKNOWN\n") && message.contains("instructions") != message.contains("time")
        );
    }
}
