//! One row measured once: `bmc-conc check --json --stats` on its program, and what the answer says.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::process;
use crate::suite::{Expected, Row};

/// The checker stops by itself at the limit; this much later it is killed.
const GRACE: Duration = Duration::from_secs(5);

/// What a checker says about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Violated,
    Safe,
    WithinBounds,
    Timeout,
    /// No answer, with the reason.
    Nothing(String),
}

impl Answer {
    pub fn is_an_answer(&self) -> bool {
        matches!(self, Answer::Violated | Answer::Safe | Answer::WithinBounds)
    }

    /// Whether this contradicts what is known. Too little time contradicts nothing.
    pub fn is_wrong_for(&self, expected: Expected) -> bool {
        match self {
            Answer::Timeout => false,
            Answer::Violated => expected != Expected::Violation,
            Answer::Safe | Answer::WithinBounds => expected != Expected::NoViolation,
            Answer::Nothing(_) => true,
        }
    }

    pub fn in_words(&self) -> String {
        match self {
            Answer::Violated => "violated".to_string(),
            Answer::Safe => "safe".to_string(),
            Answer::WithinBounds => "within bounds".to_string(),
            Answer::Timeout => "timeout".to_string(),
            Answer::Nothing(reason) => format!("no answer ({reason})"),
        }
    }
}

/// Which binary, with which engine and further options.
#[derive(Clone, Debug)]
pub struct Variant {
    pub binary: PathBuf,
    pub engine: String,
    pub options: Vec<String>,
    /// How the table calls it.
    pub label: String,
}

#[derive(Clone, Debug)]
pub struct Measurement {
    pub answer: Answer,
    pub seconds: f64,
    pub peak_kilobytes: u64,
    /// The `statistics` of the JSON output (docs/json.md), or null.
    pub statistics: Value,
}

impl Measurement {
    pub fn count(&self, name: &str) -> Option<u64> {
        self.statistics[name].as_u64()
    }

    /// Seconds of the stages with these names, together.
    pub fn stages(&self, names: &[&str]) -> f64 {
        let stages = self.statistics["stages"].as_array().map(Vec::as_slice).unwrap_or_default();
        let chosen =
            stages.iter().filter(|stage| stage["stage"].as_str().is_some_and(|it| names.contains(&it)));
        // Not `sum`, which makes -0.0 of nothing.
        chosen.filter_map(|stage| stage["seconds"].as_f64()).fold(0.0, |total, seconds| total + seconds)
    }

    pub fn to_json(&self, row: &Row, variant: &Variant) -> Value {
        json!({
            "name": row.name,
            "program": row.program,
            "definitions": row.definitions,
            "check": row.check,
            "rounds": row.bounds.rounds,
            "unwind": row.bounds.unwind,
            "variant": variant.label,
            "answer": self.answer.in_words(),
            "as_expected": !self.answer.is_wrong_for(row.expected),
            "seconds": self.seconds,
            "peak_kilobytes": self.peak_kilobytes,
            "statistics": self.statistics,
        })
    }
}

/// Runs the checker on the row. Relative paths start at `root`.
pub fn measure(root: &Path, row: &Row, variant: &Variant, limit: Duration) -> Measurement {
    let mut command = Command::new(&variant.binary);
    command.current_dir(root).arg("check").arg(row.file());
    for definition in &row.definitions {
        command.args(["-D", definition]);
    }
    command.args(["--check", row.check]);
    command.args(["--rounds", &row.bounds.rounds.to_string(), "--unwind", &row.bounds.unwind.to_string()]);
    command.args(["--solver", &variant.engine, "--timeout", &limit.as_secs_f64().to_string()]);
    command.args(["--json", "--stats"]).args(&variant.options);
    match process::run(&mut command, limit + GRACE) {
        Err(error) => Measurement {
            answer: Answer::Nothing(format!("cannot run: {error}")),
            seconds: 0.0,
            peak_kilobytes: 0,
            statistics: Value::Null,
        },
        Ok(finished) => {
            let outcome = serde_json::from_str(&finished.standard_output).unwrap_or(Value::Null);
            let answer = match finished.was_killed {
                true => Answer::Timeout,
                false => answer(&outcome, &finished.standard_error),
            };
            Measurement {
                answer,
                seconds: finished.seconds,
                peak_kilobytes: finished.peak_kilobytes,
                statistics: outcome["statistics"].clone(),
            }
        }
    }
}

fn answer(outcome: &Value, standard_error: &str) -> Answer {
    match outcome["verdict"].as_str() {
        Some("violated") => Answer::Violated,
        Some("safe") => Answer::Safe,
        Some("safe-under-assumptions" | "no-violation-within-bounds") => Answer::WithinBounds,
        Some("unknown") if outcome["reason"]["kind"] == "timeout" => Answer::Timeout,
        Some("unknown") => {
            Answer::Nothing(one_line(outcome["reason"]["message"].as_str().unwrap_or_default()))
        }
        Some(_) => {
            Answer::Nothing(one_line(outcome["diagnostics"][0]["message"].as_str().unwrap_or_default()))
        }
        None => Answer::Nothing(one_line(standard_error)),
    }
}

fn one_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_string()
}
