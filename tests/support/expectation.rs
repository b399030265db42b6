//! The first lines of a test program, read.
//!
//! ```c
//! // expect: violated assert line=23
//! // also: race
//! // rounds: 2   unwind: 1   min-rounds: 2
//! // options: --evaluation-order left
//! // data-models: both
//! ```
//!
//! All violations of the kind that is expected are on the lines that are named (several `line=`, if there are several);
//! `also` names the other kinds of violations that the program has.
//!
//! The header ends with the first line that is not a `//` comment. Every line of it must be understood: a
//! misspelt key is a failure, not a comment.

use std::collections::BTreeSet;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// The kind of property, and the lines of all violations of it, if the program says them.
    Violated {
        kind: Option<String>,
        lines: BTreeSet<u64>,
    },
    Safe,
    /// Nothing was cut, but something is assumed of what no file defines.
    SafeUnderAssumptions,
    /// No violation, and a bound has cut something.
    Bounded,
    /// No violation; whether something was cut is not what the program is about.
    NoViolation,
    /// A diagnostic that contains this text.
    Error(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    pub expectation: Expectation,
    /// Kinds of which there are violations besides the expected one.
    pub also: BTreeSet<String>,
    pub rounds: Option<u32>,
    pub unwind: Option<u32>,
    /// The smallest number of rounds that shows the violation.
    pub min_rounds: Option<u32>,
    pub options: Vec<String>,
    /// What the answer must name among what was left out or assumed.
    pub names: Vec<String>,
    /// The same comes out for 64 and for 32 bits.
    pub both_models: bool,
    /// Why the expectation is not met yet; meeting it fails the run.
    pub known_bug: Option<String>,
}

pub fn read(text: &str) -> Result<Header, String> {
    let mut expectation = None;
    let mut header = Header {
        expectation: Expectation::Safe,
        also: BTreeSet::new(),
        rounds: None,
        unwind: None,
        min_rounds: None,
        options: Vec::new(),
        names: Vec::new(),
        both_models: false,
        known_bug: None,
    };
    for line in text.lines().map_while(|line| line.strip_prefix("//")) {
        let line = line.trim();
        let (key, rest) = line.split_once(':').ok_or_else(|| format!("no 'key: value' in '{line}'"))?;
        match key {
            "expect" => expectation = Some(read_expectation(rest.trim())?),
            "also" => {
                let kinds = rest.split_whitespace().map(|word| kind_named(word).map(str::to_string));
                header.also = kinds.collect::<Option<_>>().ok_or_else(|| format!("no kinds in '{line}'"))?;
            }
            "options" => header.options = rest.split_whitespace().map(str::to_string).collect(),
            "data-models" if rest.trim() == "both" => header.both_models = true,
            "names" => header.names.push(rest.trim().to_string()),
            "known-bug" => header.known_bug = Some(rest.trim().to_string()),
            _ => read_numbers(line, &mut header)?,
        }
    }
    header.expectation = expectation.ok_or("no 'expect:' in the first lines")?;
    if header.both_models && header.options.iter().any(|option| option.starts_with("--data-model")) {
        return Err("'data-models: both' and an option that chooses one contradict each other".to_string());
    }
    let is_violated = matches!(header.expectation, Expectation::Violated { .. });
    if !is_violated && header.min_rounds.is_some() {
        return Err("'min-rounds:' belongs only to an expected violation".to_string());
    }
    if !is_violated && !header.also.is_empty() {
        return Err("'also:' belongs only to an expected violation".to_string());
    }
    Ok(header)
}

fn read_numbers(line: &str, header: &mut Header) -> Result<(), String> {
    let mut words = line.split_whitespace();
    while let Some(key) = words.next() {
        let value = words.next().and_then(|word| word.parse().ok());
        let value = value.ok_or_else(|| format!("no number after '{key}' in '{line}'"))?;
        match key {
            "rounds:" => header.rounds = Some(value),
            "unwind:" => header.unwind = Some(value),
            "min-rounds:" => header.min_rounds = Some(value),
            _ => return Err(format!("unknown key '{key}' in '{line}'")),
        }
    }
    Ok(())
}

fn read_expectation(text: &str) -> Result<Expectation, String> {
    let wrong = || format!("cannot read the expectation '{text}'");
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match (word, rest) {
        ("safe", "") => Ok(Expectation::Safe),
        ("safe-under-assumptions", "") => Ok(Expectation::SafeUnderAssumptions),
        ("bounded", "") => Ok(Expectation::Bounded),
        ("no-violation", "") => Ok(Expectation::NoViolation),
        ("error", quoted) => {
            let inner = quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            Ok(Expectation::Error(inner.ok_or_else(wrong)?.to_string()))
        }
        ("violated", details) => {
            let (mut kind, mut lines) = (None, BTreeSet::new());
            for detail in details.split_whitespace() {
                match detail.strip_prefix("line=") {
                    Some(number) => {
                        lines.insert(number.parse().map_err(|_| wrong())?);
                    }
                    None => kind = Some(kind_named(detail).ok_or_else(wrong)?.to_string()),
                }
            }
            Ok(Expectation::Violated { kind, lines })
        }
        _ => Err(wrong()),
    }
}

/// A kind of property, as a report calls it.
fn kind_named(word: &str) -> Option<&str> {
    match word {
        "assert" => Some("assertion"),
        "pointer" | "free" | "overflow" | "api" | "race" | "deadlock" | "leak" => Some(word),
        _ => None,
    }
}
