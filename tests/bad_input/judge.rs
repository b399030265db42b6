//! Runs a case and says whether what came out is an answer or a message, as documented.
//!
//! | judged | by |
//! | --- | --- |
//! | it ends by itself, not by a signal | the status of the child, whose processor time and address space are limited |
//! | nothing went wrong inside | no text of a panic, no `UNKNOWN` for an internal reason |
//! | the exit code is a documented one | `docs` and `--help`: what each means must be in the output, too |
//! | a message about the input says where | a place in a file of the user |
//!
//! Processor time is limited, not time: the machine may be busy with something else.

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::case::Case;

const PROCESSOR_SECONDS: u32 = 40;
/// What is reserved for stacks and never used is part of it.
const ADDRESS_SPACE_KILOBYTES: u64 = 5 << 20;
const MOST_OUTPUT_BYTES: usize = 64 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reaction {
    /// An answer, or what an option asked for.
    Answered,
    /// A message that says what is wrong.
    Refused,
}

pub fn scratch() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

/// `name` is that of the folder in which the case is run.
pub fn judge(case: &Case, name: &str) -> Result<Reaction, String> {
    let folder = scratch().join("bad_input").join(name.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
    prepare(case, &folder);
    let result = reaction(case, &run(case, &folder));
    std::fs::remove_dir_all(&folder).expect("what was written can be removed");
    result
}

pub fn prepare(case: &Case, folder: &Path) {
    if folder.exists() {
        std::fs::remove_dir_all(folder).expect("what an earlier run left can be removed");
    }
    std::fs::create_dir_all(folder).expect("the directory for temporary files can be written");
    for file in &case.files {
        std::fs::write(folder.join(&file.name), &file.bytes).expect("a file can be written");
    }
}

fn run(case: &Case, folder: &PathBuf) -> Output {
    let script = format!(
        "ulimit -c 0; ulimit -v {ADDRESS_SPACE_KILOBYTES}; ulimit -t {PROCESSOR_SECONDS}; exec \"$0\" \"$@\""
    );
    let mut child = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_bmc-conc")])
        .args(&case.arguments)
        .current_dir(folder)
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary can be started");
    // It need not read what is typed.
    let _ = child.stdin.take().expect("standard input is piped").write_all(&case.typed);
    child.wait_with_output().expect("the binary ends")
}

fn reaction(case: &Case, output: &Output) -> Result<Reaction, String> {
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let complain = |what: String| {
        let shown = |text: &str| text.chars().take(600).collect::<String>();
        Err(format!("{what}\n  arguments: {:?}\n{}{}", case.arguments, shown(&stdout), shown(&stderr)))
    };
    let Some(code) = output.status.code() else {
        return complain(format!("signal {}", output.status.signal().unwrap_or(0)));
    };
    for wrong in
        ["panicked at", "internal error:", "\"internal\"", "overflowed its stack", "memory allocation of"]
    {
        if stdout.contains(wrong) || stderr.contains(wrong) {
            return complain(format!("the output has '{wrong}'"));
        }
    }
    let has = |argument: &str| case.arguments.iter().any(|given| given == argument);
    // Who asks for all of something long gets it.
    if stdout.len() + stderr.len() > MOST_OUTPUT_BYTES && !has("--dump") {
        return complain("the output is enormous".to_string());
    }
    let first = stdout.lines().next().unwrap_or_default();
    let is_run = case.arguments.first().is_some_and(|command| command == "run");
    // What a program writes and returns is its own business.
    if is_run && ![1, 2, 4, 10].contains(&code) {
        return Ok(Reaction::Answered);
    }
    let shows =
        ["--dump", "--show-loops", "--show-properties", "--list-support", "--help", "-h", "--version"];
    let answers = match code {
        1 if is_run && stderr.is_empty() => return Ok(Reaction::Answered),
        1 => {
            return if says_where(case, &stderr) {
                Ok(Reaction::Refused)
            } else {
                complain("no place".into())
            };
        }
        2 if is_run && stderr.is_empty() => return Ok(Reaction::Answered),
        2 if stderr.starts_with("error: ") => return Ok(Reaction::Refused),
        2 => return complain("the command line is refused without a message".to_string()),
        0 if shows.iter().any(|option| has(option)) => return Ok(Reaction::Answered),
        0 => &["SAFE", "SAFE UNDER ASSUMPTIONS", "NO VIOLATION WITHIN BOUNDS"][..],
        4 => &["UNKNOWN"],
        5 => &["SAFE UNDER ASSUMPTIONS", "NO VIOLATION WITHIN BOUNDS"],
        6 => &["NOT REPRODUCED"],
        10 => &["VIOLATED"],
        _ => return complain(format!("exit code {code} means nothing")),
    };
    if is_run {
        return Ok(Reaction::Answered);
    }
    if has("--json") {
        let Ok(object) = serde_json::from_str::<serde_json::Value>(&stdout) else {
            return complain("the output is not JSON".to_string());
        };
        let verdict = object["verdict"].as_str().unwrap_or_default().to_uppercase().replace('-', " ");
        return match answers.contains(&verdict.as_str()) {
            true => Ok(Reaction::Answered),
            false => complain(format!("exit code {code} with {verdict}")),
        };
    }
    match answers.contains(&first) {
        true => Ok(Reaction::Answered),
        false => complain(format!("exit code {code} with '{first}'")),
    }
}

/// Whether a message names a line of one of the files, or a file that cannot be read, or the function that is missing.
fn says_where(case: &Case, stderr: &str) -> bool {
    if !stderr.contains("error") {
        return false;
    }
    // A macro of the user can spoil a header, but what is wrong in a model of the library was called by the user.
    let is_model = |file: &str| file.starts_with("<bmc>") && file.ends_with(".c");
    let is_place = |line: &str| {
        let mut parts = line.trim().trim_start_matches("--> ").rsplitn(3, ':');
        let numbers = parts.by_ref().take(2).all(|number| number.parse::<u32>().is_ok_and(|n| n > 0));
        numbers && parts.next().is_some_and(|file| !is_model(file))
    };
    let places = stderr.lines().filter(|line| line.trim_start().starts_with("--> ")).any(is_place);
    let has_no_place = ["cannot read", "is not a C source text", "no function", "is defined nowhere"];
    places || case.files.is_empty() || has_no_place.iter().any(|text| stderr.contains(text))
}
