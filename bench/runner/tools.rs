//! The file `bench/tools`: command templates of other checkers, and how to read their answers.
//!
//! One tool per block, one thing per line, no quoting; the file itself says what can be written. A mistake in it is
//! an error with the number of the line, never a tool that is silently left out.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::measure::Answer;
use crate::process::Finished;
use crate::suite::Row;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tool {
    pub name: String,
    words: Vec<String>,
    /// What it can look for, and the options for that.
    checks: Vec<(String, Vec<String>)>,
    rules: Vec<Rule>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Rule {
    sign: Sign,
    answer: Answer,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Sign {
    Exit(i32),
    Output(String),
}

/// What stands for the placeholders besides the row.
pub struct Filling<'a> {
    pub file: &'a Path,
    pub source: &'a Path,
    pub limit: Duration,
    /// Looks up a variable of the environment.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
}

/// Reads the whole file.
pub fn parse(text: &str) -> Result<Vec<Tool>, String> {
    let mut tools: Vec<Tool> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (key, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        read_line(&mut tools, key, value.trim()).map_err(|what| format!("line {}: {what}", index + 1))?;
    }
    match tools.iter().find(|tool| tool.words.is_empty() || tool.checks.is_empty() || tool.rules.is_empty()) {
        Some(tool) => Err(format!("{} needs a command, a check and a rule for an answer", tool.name)),
        None => Ok(tools),
    }
}

fn read_line(tools: &mut Vec<Tool>, key: &str, value: &str) -> Result<(), String> {
    if value.is_empty() {
        return Err(format!("nothing follows '{key}'"));
    }
    if key == "tool" {
        if tools.iter().any(|tool| tool.name == value) {
            return Err(format!("a second tool is called '{value}'"));
        }
        let name = value.to_string();
        tools.push(Tool { name, words: Vec::new(), checks: Vec::new(), rules: Vec::new() });
        return Ok(());
    }
    let tool = tools.last_mut().ok_or("the first line must be 'tool NAME'")?;
    let mut words = value.split_whitespace().map(str::to_string);
    match key {
        "command" if !tool.words.is_empty() => return Err("a second command".to_string()),
        "command" => {
            tool.words = words.collect();
            tool.words.iter().try_for_each(|word| check_placeholders(word))?;
        }
        "check" => {
            let what = words.next().expect("the value is not empty");
            tool.checks.push((what, words.collect()));
        }
        "violated" => tool.rules.push(Rule { sign: sign(value)?, answer: Answer::Violated }),
        "safe" => tool.rules.push(Rule { sign: sign(value)?, answer: Answer::WithinBounds }),
        _ => return Err(format!("'{key}' is none of tool, command, check, violated, safe")),
    }
    Ok(())
}

fn sign(text: &str) -> Result<Sign, String> {
    match text.split_once(char::is_whitespace) {
        Some(("output", what)) => Ok(Sign::Output(what.trim().to_string())),
        Some(("exit", code)) => match code.trim().parse() {
            Ok(code) => Ok(Sign::Exit(code)),
            Err(_) => Err(format!("'{code}' is no exit code")),
        },
        _ => Err(format!("'{text}' is neither 'exit CODE' nor 'output TEXT'")),
    }
}

/// A word of a template in parts: text as it is, and the names of placeholders.
fn parts(word: &str) -> Result<Vec<(&str, Option<&str>)>, String> {
    let mut parts = Vec::new();
    let mut rest = word;
    while let Some((text, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').ok_or_else(|| format!("'{word}' lacks a closing brace"))?;
        parts.push((text, Some(name)));
        rest = after;
    }
    parts.push((rest, None));
    Ok(parts)
}

fn check_placeholders(word: &str) -> Result<(), String> {
    const SINGLE: [&str; 8] =
        ["file", "source", "unwind", "unwind+1", "iterations", "iterations+1", "rounds", "seconds"];
    if word == "{definitions}" || word == "{check}" {
        return Ok(());
    }
    let is_known =
        |name: &str| SINGLE.contains(&name) || name.strip_prefix('$').is_some_and(|it| !it.is_empty());
    match parts(word)?.into_iter().filter_map(|(_, name)| name).find(|name| !is_known(name)) {
        Some(name @ ("definitions" | "check")) => Err(format!("'{{{name}}}' must be a word of its own")),
        Some(name) => Err(format!("'{{{name}}}' is no placeholder")),
        None => Ok(()),
    }
}

impl Tool {
    /// Whether the tool can look for what the row is about.
    pub fn can_check(&self, row: &Row) -> bool {
        self.checks.iter().any(|(what, _)| what == row.check)
    }

    /// The first word of the command, found in one of the folders of `search_path`.
    pub fn find(&self, search_path: &OsStr) -> Option<PathBuf> {
        let program = self.words.first()?;
        std::env::split_paths(search_path).map(|folder| folder.join(program)).find(|path| path.is_file())
    }

    /// Variables of the environment that the command mentions and that are not set.
    pub fn missing_variables(&self, variable: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
        let names = self.words.iter().filter_map(|word| parts(word).ok()).flatten();
        let names = names.filter_map(|(_, name)| name?.strip_prefix('$'));
        let mut missing: Vec<String> =
            names.filter(|name| variable(name).is_none()).map(str::to_string).collect();
        missing.dedup();
        missing
    }

    /// The words after the program's name, for this row.
    pub fn arguments(&self, row: &Row, filling: &Filling) -> Vec<String> {
        let mut arguments = Vec::new();
        for word in &self.words[1..] {
            match word.as_str() {
                "{definitions}" => {
                    for definition in &row.definitions {
                        arguments.extend(["-D".to_string(), definition.clone()]);
                    }
                }
                "{check}" => {
                    let options = self.checks.iter().find(|(what, _)| what == row.check);
                    arguments.extend(options.into_iter().flat_map(|(_, options)| options.clone()));
                }
                _ => arguments.push(fill(word, row, filling)),
            }
        }
        arguments
    }

    pub fn answer(&self, finished: &Finished) -> Answer {
        if finished.was_killed {
            return Answer::Timeout;
        }
        let says =
            |text: &str| finished.standard_output.contains(text) || finished.standard_error.contains(text);
        let shows = |rule: &&Rule| match &rule.sign {
            Sign::Exit(code) => finished.exit_code == Some(*code),
            Sign::Output(text) => says(text),
        };
        match self.rules.iter().find(shows) {
            Some(rule) => rule.answer.clone(),
            None => {
                let code = finished.exit_code.map_or("a signal".to_string(), |code| format!("exit {code}"));
                Answer::Nothing(code)
            }
        }
    }
}

fn fill(word: &str, row: &Row, filling: &Filling) -> String {
    let bounds = row.bounds;
    let iterations = bounds.iterations.max(bounds.unwind);
    let value = |name: &str| match name {
        "file" => filling.file.display().to_string(),
        "source" => filling.source.display().to_string(),
        "unwind" => bounds.unwind.to_string(),
        "unwind+1" => (bounds.unwind + 1).to_string(),
        "iterations" => iterations.to_string(),
        "iterations+1" => (iterations + 1).to_string(),
        "rounds" => bounds.rounds.to_string(),
        "seconds" => filling.limit.as_secs().to_string(),
        name => (filling.variable)(name.trim_start_matches('$')).unwrap_or_default(),
    };
    let parts = parts(word).expect("templates are checked when they are read");
    parts.into_iter().map(|(text, name)| text.to_string() + &name.map(value).unwrap_or_default()).collect()
}
