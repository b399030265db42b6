//! What a check says, word for word: every verdict with its claims, what it leaves out and what it assumes.
//!
//! `tests/answers.txt` has all of it in one file, to be read as a user would. `BLESS=1 cargo test --test answers` writes
//! it anew; whoever does that reads what has changed.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What each case shows, and the command line of it. The files are in `tests/inputs/answers`, or said with their folder.
const CASES: [(&str, &str); 26] = [
    (
        "Some of the checks, within bounds.",
        "check docs/examples/producer_consumer_fixed.c --rounds 3 --unwind 2 --check assert",
    ),
    ("Nothing was left out.", "check tests/inputs/lost_update_fixed.c"),
    ("One violation, and everything else is shown.", "check docs/examples/lost_update.c --check assert"),
    ("Several violations.", "check answers/bank.c"),
    ("The first is enough.", "check answers/bank.c --first"),
    ("Some of it was not looked for.", "check answers/bank.c --check overflow,leak"),
    ("One property.", "check answers/bank.c --property main.assertion.1"),
    ("Within bounds.", "check answers/bank.c --check assert --rounds 1 --unwind 1"),
    (
        "A property file.",
        "check tests/programs/race_counter.c --spec tests/inputs/unreach-call.prp --rounds 1",
    ),
    ("A function without a body.", "check answers/sensor.c"),
    ("A violation that depends on it.", "check answers/sensor.c -D BROKEN"),
    ("The same, if blocks may not be had.", "check answers/sensor.c --malloc-may-fail"),
    ("No thread was started.", "check answers/rows.c --rounds 2 --unwind 2"),
    ("Enough of the loop, too few rounds.", "check answers/rows.c --rounds 1 --unwind 4"),
    ("A loop that is cut off.", "check tests/programs/loop_cut.c --rounds 1 --unwind 2"),
    ("A bound that counts as a violation.", "check tests/inputs/counts.c --unwind 1 --unwinding-assertions"),
    (
        "What is known is proved.",
        "check answers/bank.c --check assert --rounds 1 --unwind 1 --certify --quiet",
    ),
    ("No bounds.", "prove tests/proofs/producer_consumer.c"),
    ("No bounds on what uses a function without a body.", "prove answers/sensor.c"),
    ("No bounds but one.", "prove tests/inputs/creates_threads_for_ever.c --threads 2"),
    ("What proofs do not follow.", "prove tests/inputs/allocates_for_ever.c"),
    ("What is not proved.", "prove tests/proofs/peterson_broken.c"),
    ("What candidates do not show.", "prove tests/proofs/peterson_broken.c --engine houdini"),
    ("What cannot be done.", "check tests/inputs/too_many_places.c --check assert"),
    ("A program that is none.", "check tests/inputs/syntax_error.c"),
    ("What does not exist.", "check answers/bank.c --check rain"),
];

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn answer(arguments: &str) -> String {
    let arguments = arguments.replace("answers/", "tests/inputs/answers/");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    command.env_remove("NO_COLOR").stdin(Stdio::null()).current_dir(repository());
    let output = command.args(arguments.split(' ')).output().expect("the binary can be started");
    let mut text = format!("$ bmc-conc {arguments}\n");
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let line = if tells_search(line) { without_numbers(line) } else { line.to_string() };
        let _ = writeln!(text, "{line}");
    }
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    let _ = writeln!(text, "(exit code {})", output.status.code().expect("it ends by itself"));
    text
}

/// What the line says of a proof, or of the search for one, changes with everything that makes proofs faster.
fn tells_search(line: &str) -> bool {
    ["Invariant: ", "Reason: not proved: ", "Stopped while learning"]
        .iter()
        .any(|begin| line.starts_with(begin))
}

fn without_numbers(line: &str) -> String {
    let mut text = String::new();
    for c in line.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }) {
        if c != '#' || !text.ends_with('#') {
            text.push(c);
        }
    }
    text
}

#[test]
fn answers_read_as_they_are_kept() {
    let mut text = String::new();
    for (index, (title, arguments)) in CASES.iter().enumerate() {
        let _ = write!(text, "{}. {title}\n\n{}\n\n", index + 1, answer(arguments));
    }
    let kept = repository().join("tests/answers.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&kept, text).expect("it can be written");
        return;
    }
    let expected = std::fs::read_to_string(&kept).expect("tests/answers.txt can be read");
    for (number, (expected, found)) in expected.lines().zip(text.lines()).enumerate() {
        assert_eq!(found, expected, "line {} of tests/answers.txt", number + 1);
    }
    assert_eq!(text.lines().count(), expected.lines().count(), "lines of tests/answers.txt");
}
