//! `bench/compare`: the rows through this checker and through every other one that is installed, in one run.
//!
//! A ratio is the time of the other checker over ours, so more than 1 means that we are faster; `>` and `<` are
//! bounds of it where one of the two had no answer in time. A wrong answer has no ratio and is marked. At the end
//! each tool has a line with its geometric mean, which is the only mean that does not depend on who is the base.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::command::Surroundings;
use crate::measure::{Answer, Variant, measure};
use crate::plot::{Point, Series};
use crate::process;
use crate::suite::Row;
use crate::tools::{Filling, Tool};

/// A tool that can be run, and what came out so far.
struct Opponent {
    tool: Tool,
    program: PathBuf,
    points: Vec<Point>,
    ratios: Vec<f64>,
    wrong: usize,
    without_answer: usize,
}

/// Time and answer of one checker on one row.
struct Run {
    answer: Answer,
    seconds: f64,
}

impl Run {
    fn seconds_of_answer(&self) -> Option<f64> {
        self.answer.is_an_answer().then_some(self.seconds)
    }
}

/// Compares on these rows and returns the plot, or None if there is nobody to compare with.
pub fn compare(
    surroundings: &Surroundings,
    rows: &[Row],
    tools: Vec<Tool>,
    variant: &Variant,
    limit: Duration,
    out: &mut dyn Write,
) -> io::Result<Option<Vec<Series>>> {
    let mut opponents = find(surroundings, tools, out)?;
    if opponents.is_empty() {
        writeln!(out, "No other checker is installed: nothing to compare with.")?;
        return Ok(None);
    }
    let name_width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max(7);
    write!(out, "{:<name_width$}  {:>24}", "program", "bmc-conc")?;
    for opponent in &opponents {
        write!(out, "  {:>34}", opponent.tool.name)?;
    }
    writeln!(out)?;
    for row in rows {
        let ours = measure(&surroundings.root, row, variant, limit);
        let ours = Run { answer: ours.answer, seconds: ours.seconds };
        write!(out, "{:<name_width$}  {:>24}", row.name, cell(row, &ours, ""))?;
        out.flush()?;
        for opponent in &mut opponents {
            let text = opponent.run(surroundings, row, &ours, limit)?;
            write!(out, "  {text:>34}")?;
            out.flush()?;
        }
        writeln!(out)?;
    }
    writeln!(out)?;
    for opponent in &opponents {
        writeln!(out, "{}", opponent.summary())?;
    }
    let series = |opponent: Opponent| Series { name: opponent.tool.name, points: opponent.points };
    Ok(Some(opponents.into_iter().map(series).collect()))
}

fn find(surroundings: &Surroundings, tools: Vec<Tool>, out: &mut dyn Write) -> io::Result<Vec<Opponent>> {
    let mut found = Vec::new();
    for tool in tools {
        let missing = tool.missing_variables(&|name| surroundings.variable(name));
        match tool.find(&surroundings.search_path) {
            None => writeln!(out, "{}: not found on PATH, skipped", tool.name)?,
            Some(_) if !missing.is_empty() => {
                writeln!(out, "{}: {} is not set, skipped", tool.name, missing.join(", "))?;
            }
            Some(program) => found.push(Opponent {
                tool,
                program,
                points: Vec::new(),
                ratios: Vec::new(),
                wrong: 0,
                without_answer: 0,
            }),
        }
    }
    Ok(found)
}

impl Opponent {
    /// Runs the tool on a row and says how it compares.
    fn run(
        &mut self,
        surroundings: &Surroundings,
        row: &Row,
        ours: &Run,
        limit: Duration,
    ) -> io::Result<String> {
        if !self.tool.can_check(row) {
            return Ok(format!("does not check {}", row.check));
        }
        let source = surroundings.scratch.join("source.c");
        std::fs::write(&source, with_definitions(&surroundings.root, row)?)?;
        let filling = Filling {
            file: &row.file(),
            source: &source,
            limit,
            variable: &|name| surroundings.variable(name),
        };
        let mut command = Command::new(&self.program);
        command.current_dir(&surroundings.root).args(self.tool.arguments(row, &filling));
        let theirs = match process::run(&mut command, limit) {
            Ok(finished) => Run { answer: self.tool.answer(&finished), seconds: finished.seconds },
            Err(error) => Run { answer: Answer::Nothing(error.to_string()), seconds: 0.0 },
        };
        let wrong = theirs.answer.is_an_answer() && theirs.answer.is_wrong_for(row.expected);
        self.wrong += usize::from(wrong);
        self.without_answer += usize::from(!theirs.answer.is_an_answer());
        if !wrong && !ours.answer.is_wrong_for(row.expected) {
            self.points.push(Point {
                name: row.name.clone(),
                ours: ours.seconds_of_answer(),
                theirs: theirs.seconds_of_answer(),
            });
        }
        let ratio = ratio(ours, &theirs);
        if let (false, Some(("", ratio))) = (wrong, ratio) {
            self.ratios.push(ratio);
        }
        let shown = match (wrong, ratio) {
            (false, Some((sign, ratio))) => format!("{sign}{ratio:.2}x"),
            _ => String::new(),
        };
        Ok(cell(row, &theirs, &shown))
    }

    fn summary(&self) -> String {
        let name = &self.tool.name;
        let count = self.ratios.len();
        let faster = self.ratios.iter().filter(|ratio| **ratio > 1.0).count();
        let mean = match count {
            0 => "no row answered by both".to_string(),
            _ => {
                let logarithms: f64 = self.ratios.iter().map(|ratio| ratio.ln()).sum();
                let mean = (logarithms / count as f64).exp();
                format!("geometric mean {mean:.2}x over {count} rows, bmc-conc faster on {faster}")
            }
        };
        format!("{name}: {mean}; {} without an answer, {} wrong", self.without_answer, self.wrong)
    }
}

/// Their time over ours, with `>` or `<` if it is only a bound. None if nobody has an answer, or one of them had
/// another reason than time for giving none.
fn ratio(ours: &Run, theirs: &Run) -> Option<(&'static str, f64)> {
    let sign = match (&ours.answer, &theirs.answer) {
        (ours, theirs) if ours.is_an_answer() && theirs.is_an_answer() => "",
        (ours, Answer::Timeout) if ours.is_an_answer() => ">",
        (Answer::Timeout, theirs) if theirs.is_an_answer() => "<",
        _ => return None,
    };
    Some((sign, theirs.seconds.max(1e-3) / ours.seconds.max(1e-3)))
}

fn cell(row: &Row, run: &Run, ratio: &str) -> String {
    let mark = if run.answer.is_wrong_for(row.expected) { " !" } else { "" };
    let ratio = if ratio.is_empty() { String::new() } else { format!(" {ratio}") };
    format!("{:.2} s {}{mark}{ratio}", run.seconds, run.answer.in_words())
}

/// The program with the definitions of the row as macros in front, for tools that take no `-D`.
fn with_definitions(root: &Path, row: &Row) -> io::Result<String> {
    let mut text = String::new();
    for definition in &row.definitions {
        let (name, value) = definition.split_once('=').unwrap_or((definition, "1"));
        text += &format!("#define {name} {value}\n");
    }
    Ok(text + &std::fs::read_to_string(root.join(row.file()))?)
}
