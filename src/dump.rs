//! What one stage makes of the program, as text.

use std::fmt::Write;

use bmc_solver::transition::{aiger, btor2};

use crate::check::{CheckOptions, Limitation, UnknownReason};
use crate::events::{Unfolding, print_events};
use crate::formula::{self, Built};
use crate::frontend;
use crate::ir::Program;
use crate::load::Preprocessed;
use crate::prove;
use crate::relation::{Interrupted, Relation, assemble, find_steps};
use crate::selection::find_property;
use crate::source::{Diagnostic, render_with_line_markers};
use crate::unfold::UnfoldError;

/// Why nothing can be dumped.
pub enum DumpError {
    Input(Vec<Diagnostic>),
    Limit(UnknownReason),
}

impl DumpError {
    fn new(error: UnfoldError, program: &Program) -> DumpError {
        match error {
            UnfoldError::Unsupported(diagnostic) => DumpError::Input(vec![diagnostic]),
            UnfoldError::Stopped(reason) => DumpError::Limit(reason.into()),
            UnfoldError::TooLarge { what, span } => {
                DumpError::Limit(UnknownReason::TooLarge(Limitation::new(what, span, &program.sources)))
            }
        }
    }
}

/// The user's units, with line markers, so that the text can be given to `check` again.
pub fn preprocessed(input: &Preprocessed) -> String {
    input.units.iter().map(|&unit| render_with_line_markers(&input.sources, unit)).collect()
}

pub fn syntax_trees(input: &Preprocessed) -> Result<String, Vec<Diagnostic>> {
    let mut text = String::new();
    for &unit in &input.units {
        let tree = frontend::parse(&input.sources, unit).map_err(|error| vec![error])?.tree;
        let _ = write!(Indented::new(&mut text), "{tree:?}");
        text.push('\n');
    }
    Ok(text)
}

/// Makes lines of what `Debug` writes. Its own `{:#?}` takes time with the square of the depth, or worse; here what is
/// very deep is not indented any further.
struct Indented<'t> {
    text: &'t mut String,
    depth: usize,
    /// A new line begins before the next character, unless that closes an empty bracket.
    line_is_due: bool,
    in_quotes: bool,
    is_escaped: bool,
}

impl<'t> Indented<'t> {
    const DEEPEST: usize = 60;

    fn new(text: &'t mut String) -> Self {
        Indented { text, depth: 0, line_is_due: false, in_quotes: false, is_escaped: false }
    }

    fn begin_line(&mut self) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", self.depth.min(Self::DEEPEST)));
        self.line_is_due = false;
    }

    fn write_quoted(&mut self, character: char) {
        self.text.push(character);
        self.in_quotes = self.is_escaped || character != '"';
        self.is_escaped = !self.is_escaped && character == '\\';
    }

    fn write_bare(&mut self, character: char) {
        let closes = matches!(character, ')' | ']' | '}');
        if closes {
            self.depth = self.depth.saturating_sub(1);
        }
        while closes && self.text.ends_with(' ') {
            self.text.pop();
        }
        if closes && self.line_is_due {
            self.line_is_due = false;
        } else if closes {
            self.begin_line();
        } else if self.line_is_due && character == ' ' {
            return;
        } else if self.line_is_due {
            self.begin_line();
        }
        self.text.push(character);
        let opens = matches!(character, '(' | '[' | '{');
        self.depth += usize::from(opens);
        self.line_is_due = opens || character == ',';
        self.in_quotes = character == '"';
    }
}

impl Write for Indented<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for character in text.chars() {
            match self.in_quotes {
                true => self.write_quoted(character),
                false => self.write_bare(character),
            }
        }
        Ok(())
    }
}

pub fn ir(program: &Program) -> String {
    program.to_text()
}

/// The event structure. Bounds that are not given are 1, where deepening begins; so in all that follows.
pub fn events(program: &Program, options: &CheckOptions) -> Result<String, DumpError> {
    let question = options.question(program, options.unwind.unwrap_or(1)).map_err(DumpError::Input)?;
    let unfolding = formula::unfold(program, &question, &options.stop)
        .map_err(|unfinished| DumpError::new(unfinished.error, program))?;
    Ok(print_events(&unfolding, program))
}

/// The formula, of which it is asserted that something is violated.
fn formula_of(program: &Program, options: &CheckOptions) -> Result<Built, DumpError> {
    let question = options.question(program, options.unwind.unwrap_or(1)).map_err(DumpError::Input)?;
    let (rounds, runs) = (options.rounds.unwrap_or(1), question.runs());
    let solver = options.for_solver(options.stop.clone());
    let mut built = formula::build(program, &question, (rounds, runs), solver)
        .map_err(|error| DumpError::new(error, program))?;
    built.solver.assert(&built.unfolding.terms, built.formula.violation);
    Ok(built)
}

/// The formula in the format of SAT solvers.
pub fn clauses(program: &Program, options: &CheckOptions) -> Result<String, DumpError> {
    let built = formula_of(program, options)?;
    let mut clauses = Vec::new();
    built.solver.write_dimacs(&mut clauses, &[]).expect("writing to memory does not fail");
    Ok(String::from_utf8_lossy(&clauses).into_owned())
}

/// The steps of the program, for proofs without bounds.
fn relation_of(program: &Program, options: &CheckOptions) -> Result<Relation, DumpError> {
    let only = options.property.as_ref().map(|name| find_property(program, name)).transpose();
    let only = only.map_err(DumpError::Input)?;
    let wanted = |property| only.is_none_or(|only| only == property);
    let threads = options.threads as usize;
    match find_steps(program, &wanted, threads, &options.stop) {
        Ok(steps) => Ok(assemble(program, &wanted, steps)),
        Err(Interrupted::Obstacle { what, span }) => {
            let what = format!("{what} is not followed without bounds");
            Err(DumpError::Input(vec![Diagnostic::error(span, what)]))
        }
        Err(Interrupted::Stopped(reason)) => Err(DumpError::Limit(reason.into())),
    }
}

pub fn relation(program: &Program, options: &CheckOptions) -> Result<String, DumpError> {
    Ok(prove::steps(program, &relation_of(program, options)?))
}

/// The circuit in which a proof is searched, in the format of hardware model checkers.
pub fn circuit(program: &Program, options: &CheckOptions) -> Result<String, DumpError> {
    let mut relation = relation_of(program, options)?;
    let circuit = prove::narrow_circuit(program, &mut relation);
    Ok(text_of(|out| aiger::write_ascii(&circuit, out)))
}

/// The system over words, for which it is bad as well if what is known of its values is not true.
pub fn words(program: &Program, options: &CheckOptions) -> Result<String, DumpError> {
    let mut relation = relation_of(program, options)?;
    let system = prove::whole_system(&mut relation);
    Ok(text_of(|out| btor2::write(&relation.terms, &system, out)))
}

fn text_of(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut text = Vec::new();
    write(&mut text).expect("writing to memory does not fail");
    String::from_utf8_lossy(&text).into_owned()
}

pub fn size_of_formula(program: &Program, options: &CheckOptions) -> Result<String, DumpError> {
    let Built { unfolding: Unfolding { terms, structure }, solver, .. } = formula_of(program, options)?;
    let sizes = solver.statistics();
    let rows = [
        ("rounds", options.rounds.unwrap_or(1) as usize),
        ("threads", structure.threads.len()),
        ("events", structure.threads.iter().map(|thread| thread.events.len()).sum()),
        ("labels", structure.threads.iter().map(|thread| thread.labels).sum()),
        ("cells", structure.cells.len()),
        ("terms", terms.len()),
        ("AIG nodes", sizes.aig_nodes),
        ("arithmetic", sizes.arithmetic_gates),
        ("CNF variables", sizes.cnf_variables),
        ("CNF clauses", sizes.cnf_clauses),
    ];
    let lines = rows.map(|(name, count)| format!("{name:<14}{count:>12}\n"));
    Ok(lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_indented_by_its_brackets_but_not_by_its_texts() {
        let mut text = String::new();
        let tree = (1..2, vec![Some("a, (\\\"[")], Vec::<u32>::new());
        let _ = write!(Indented::new(&mut text), "{tree:?}");
        let expected = "(\n  1..2,\n  [\n    Some(\n      \"a, (\\\\\\\"[\"\n    )\n  ],\n  []\n)";
        assert_eq!(text, expected);
    }
}
