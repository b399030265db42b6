//! README, `--help`, the manual page and docs/json.md say the same about defaults, answers and exit codes.

use std::path::Path;
use std::process::Command;

use bmc_conc::property::{Check, Checks};

/// Answers, with their exit codes and how docs/json.md calls them.
const ANSWERS: [(&str, &str, &str); 6] = [
    ("VIOLATED", "10", "violated"),
    ("SAFE", "0", "safe"),
    ("SAFE UNDER ASSUMPTIONS", "0", "safe-under-assumptions"),
    ("SAFE WITH BOUNDED THREADS", "3", "safe-with-bounded-threads"),
    ("NO VIOLATION WITHIN BOUNDS", "0", "no-violation-within-bounds"),
    ("UNKNOWN", "4", "unknown"),
];

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_bmc-conc")).args(arguments).output();
    String::from_utf8(output.expect("the binary can be started").stdout).expect("it is UTF-8")
}

/// Of a manual page: without what roff needs, words one blank apart.
fn plain(text: &str) -> String {
    let text = text.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "").replace("\\fI", "");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn defaults() -> String {
    let checks = Checks::default();
    let names = Check::ALL.into_iter().filter(|check| checks.contains(*check)).map(Check::name);
    names.collect::<Vec<_>>().join(",")
}

#[test]
fn defaults_are_the_same_everywhere() {
    let defaults = defaults();
    assert_eq!(defaults, "assert,memory,api,race,deadlock");
    let (help, page) = (plain(&printed(&["check", "--help"])), plain(&printed(&["man"])));
    for (name, text) in [
        ("README.md", document("README.md")),
        ("--help", help),
        ("the manual page", page),
        ("docs/assumptions.md", document("docs/assumptions.md")),
    ] {
        assert!(text.contains(&defaults), "{name} does not name {defaults}");
        for option in ["--first", "--malloc-may-fail"] {
            assert!(text.contains(option) || name == "docs/assumptions.md", "{name} does not name {option}");
        }
    }
}

#[test]
fn answers_have_the_same_exit_codes_everywhere() {
    let readme = document("README.md");
    let (help, page) = (plain(&printed(&["check", "--help"])), plain(&printed(&["man"])));
    let json = document("docs/json.md");
    for (answer, code, word) in ANSWERS {
        let rows = readme.lines().filter(|line| line.starts_with(&format!("| `{answer}` |")));
        let codes: Vec<&str> = rows.filter_map(|row| row.rsplit('|').nth(1)).map(str::trim).collect();
        assert!(codes.len() == 1 && codes[0].starts_with(code), "README.md of {answer}: {codes:?}");
        for (name, text) in [("--help", &help), ("the manual page", &page)] {
            assert!(text.contains(&format!("{answer} {code} ")), "{name} of {answer}: {text}");
        }
        assert!(json.contains(&format!("`\"{word}\"`")), "docs/json.md of {answer}");
        let may_be_incomplete =
            ["UNDER", "WITH BOUNDED", "WITHIN"].iter().any(|words| answer.contains(words));
        let says_so = |text: &str| text.contains(&format!("{answer} {code} (5 with --require-complete)"));
        assert_eq!((says_so(&help), says_so(&page)), (may_be_incomplete, may_be_incomplete), "{answer}");
        assert_eq!(codes[0].contains("5 with `--require-complete`"), may_be_incomplete, "{answer}");
    }
    let codes = "10 violated, 0 safe, safe under assumptions or no violation (5 for the last two with \
                 `--require-complete`), 4 unknown, 1 error, 3 safe with bounded threads (5 with `--require-complete`)";
    assert!(plain(&json).contains(codes), "docs/json.md does not say: {codes}");
}
