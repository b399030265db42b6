//! Every function that is supported is called by a program of `tests/programs`, and docs/api.md says what it demands.
//!
//! A model that no program calls is a model that nobody has tried. What is looked for is the name before a
//! parenthesis, outside comments and texts; whether the verdict depends on the call is for the author to see to.
//! The table of demands names a program for everything that is found, which has to expect just that.

use std::collections::BTreeSet;
use std::path::Path;

use bmc_conc::frontend::supported_functions;

/// Entries of the table that stand for many functions, and the functions.
const FAMILIES: &[(&str, &[&str])] = &[
    (
        "__atomic_OPERATION",
        &[
            "load",
            "load_n",
            "store",
            "store_n",
            "exchange",
            "exchange_n",
            "compare_exchange",
            "compare_exchange_n",
            "fetch_add",
            "fetch_sub",
            "fetch_and",
            "fetch_or",
            "fetch_xor",
            "fetch_nand",
            "add_fetch",
            "sub_fetch",
            "and_fetch",
            "or_fetch",
            "xor_fetch",
            "nand_fetch",
            "test_and_set",
            "clear",
            "thread_fence",
            "signal_fence",
            "always_lock_free",
            "is_lock_free",
        ],
    ),
    (
        "__sync_OPERATION",
        &[
            "fetch_and_add",
            "fetch_and_sub",
            "fetch_and_and",
            "fetch_and_or",
            "fetch_and_xor",
            "fetch_and_nand",
            "add_and_fetch",
            "sub_and_fetch",
            "and_and_fetch",
            "or_and_fetch",
            "xor_and_fetch",
            "nand_and_fetch",
            "bool_compare_and_swap",
            "val_compare_and_swap",
            "lock_test_and_set",
            "lock_release",
            "synchronize",
        ],
    ),
    (
        "__VERIFIER_nondet_TYPE",
        &[
            "bool",
            "char",
            "schar",
            "uchar",
            "short",
            "ushort",
            "int",
            "uint",
            "long",
            "ulong",
            "longlong",
            "ulonglong",
            "size_t",
            "float",
            "double",
            "pointer",
            "pchar",
            "unsigned",
            "u8",
            "u16",
            "u32",
            "u64",
            "loff_t",
            "sector_t",
        ],
    ),
];

#[test]
fn every_supported_function_is_called_by_a_program() {
    let called = called_functions();
    let mut missing = Vec::new();
    for function in supported_functions() {
        let name = function.name.as_str();
        let wanted: Vec<String> = match FAMILIES.iter().find(|(family, _)| *family == name) {
            Some((family, members)) => {
                let stem = family.trim_end_matches(|c: char| c.is_ascii_uppercase());
                members.iter().map(|member| format!("{stem}{member}")).collect()
            }
            None => vec![name.to_string()],
        };
        missing.extend(wanted.into_iter().filter(|name| !called.contains(name)));
    }
    assert!(missing.is_empty(), "no program in tests/programs calls: {}", missing.join(", "));
}

#[test]
fn comments_and_texts_are_not_calls() {
    let text = "/* a(1) */ b(1); // c(1)\n\"d(1) \\\" e(1)\" '(' f (2); #define g(x) h(x)\n i + 1";
    let names: Vec<String> = calls_in(text).into_iter().collect();
    assert_eq!(names, ["b", "f", "g", "h"]);
}

/// Headers whose functions demand nothing, or nothing that the table has lines for.
const WITHOUT_DEMANDS: [&str; 6] = ["", "assert.h", "errno.h", "math.h", "stdatomic.h", "stddef.h"];

/// A line of docs/api.md: the functions, what becomes of a mistake, and the programs that show it.
struct Demand {
    line: usize,
    functions: Vec<String>,
    outcome: String,
    programs: Vec<String>,
}

fn demands() -> Vec<Demand> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/api.md");
    let text = std::fs::read_to_string(path).expect("the table is part of the repository");
    let mut demands = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", functions, _, outcome, programs, ""] = cells[..] else { continue };
        if functions == "function" || functions == "---" {
            continue;
        }
        let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_string).collect();
        demands.push(Demand {
            line: index + 1,
            functions: quoted(functions),
            outcome: outcome.to_string(),
            programs: quoted(programs),
        });
    }
    assert!(demands.len() > 100, "{} lines", demands.len());
    demands
}

#[test]
fn the_demands_of_every_supported_function_are_in_the_table() {
    let named: BTreeSet<String> = demands().into_iter().flat_map(|demand| demand.functions).collect();
    let supported = supported_functions();
    let with_demands = supported.iter().filter(|f| !WITHOUT_DEMANDS.contains(&f.header.as_str()));
    let missing: Vec<&str> =
        with_demands.map(|f| f.name.as_str()).filter(|name| !named.contains(*name)).collect();
    assert!(missing.is_empty(), "docs/api.md does not name: {}", missing.join(", "));
    let is_supported = |name: &str| supported.iter().any(|f| f.name == name);
    let unknown: Vec<&String> = named.iter().filter(|name| !is_supported(name)).collect();
    assert!(unknown.is_empty(), "docs/api.md names what has no model: {unknown:?}");
}

#[test]
fn the_programs_of_the_table_of_demands_show_what_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut wrong = Vec::new();
    for Demand { line, outcome, programs, .. } in demands() {
        let kind = outcome.strip_prefix("**").and_then(|rest| rest.split("**").next());
        let expected = match (kind, outcome.split([':', ' ']).next()) {
            (Some(kind), _) => format!("// expect: violated {kind}"),
            (_, Some("returned")) => "// expect: ".to_string(),
            (_, Some("refused")) => "// expect: error".to_string(),
            _ => {
                assert!(
                    outcome.is_empty() || outcome.starts_with("not seen"),
                    "docs/api.md:{line}: {outcome}"
                );
                continue;
            }
        };
        assert!(!programs.is_empty(), "docs/api.md:{line} names no program");
        for program in programs {
            let text = std::fs::read_to_string(folder.join(format!("{program}.c")));
            let text = text.unwrap_or_else(|error| panic!("docs/api.md:{line}: {program}: {error}"));
            if !text.starts_with(&expected) {
                wrong.push(format!("docs/api.md:{line}: {program} does not begin with '{expected}'"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn called_functions() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut called = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("the folder is part of the repository") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|extension| extension == "c") {
            let bytes = std::fs::read(&path).expect("a program can be read");
            called.extend(calls_in(&String::from_utf8_lossy(&bytes)));
        }
    }
    called
}

/// Every name that a parenthesis follows.
fn calls_in(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut rest = text;
    let mut name = "";
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' | '\'' => length_of_literal(rest, first),
            _ if is_word(first) => rest.find(|c: char| !is_word(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, behind) = rest.split_at(length);
        if token == "(" && !name.is_empty() {
            found.insert(name.to_string());
        }
        if !token.trim().is_empty() && !token.starts_with("/*") {
            name = if is_word(first) { token } else { "" };
        }
        rest = behind;
    }
    found
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || character == '$'
}

/// With its quotes; a backslash keeps the character behind it from ending it.
fn length_of_literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}
