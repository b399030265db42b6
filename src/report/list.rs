//! What a user can name on the command line, and what the library offers: lists that are printed instead of an answer.

use std::fmt::Write;

use serde::Serialize;

use super::{Printable, Style};
use crate::frontend::supported_functions;
use crate::ir::{FunctionId, Loop, LoopId, Program, Property, Repetition};
use crate::source::Location;

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum List {
    Loops(Vec<NamedLoop>),
    Properties(Vec<NamedProperty>),
    Functions(Vec<NamedFunction>),
}

#[derive(Clone, Debug, Serialize)]
pub struct NamedLoop {
    pub name: String,
    pub location: Location,
    pub source: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct NamedProperty {
    pub name: String,
    pub kind: &'static str,
    pub description: String,
    pub location: Location,
}

#[derive(Clone, Debug, Serialize)]
pub struct NamedFunction {
    pub name: String,
    pub header: String,
    pub description: String,
}

impl List {
    /// The user's loops: those inside models of the library have bounds of their own.
    pub fn loops(program: &Program) -> List {
        let sources = &program.sources;
        let functions = program.functions.iter().enumerate();
        let all = functions.flat_map(|(index, function)| {
            let named = move |(number, a_loop): (usize, &Loop)| {
                let (function, id) = (FunctionId::new(index), LoopId::new(number));
                (program.repetition_name(Repetition::Loop { function, id }), a_loop.span)
            };
            function.loops.iter().enumerate().map(named)
        });
        let of_user = all.filter(|(_, span)| !sources.is_embedded(*span));
        let lines = of_user.map(|(name, span)| NamedLoop {
            name,
            location: sources.locate(span),
            source: sources.line_text(span).trim().to_string(),
        });
        List::Loops(lines.collect())
    }

    /// The user's properties; those inside models of the library (that a pointer handed to them is valid) only if
    /// asked for.
    pub fn properties(program: &Program, with_library: bool) -> List {
        let sources = &program.sources;
        let is_shown = |property: &&Property| with_library || !sources.is_embedded(property.span);
        let lines = program.properties.iter().filter(is_shown).map(|property| NamedProperty {
            name: property.name.clone(),
            kind: property.kind.name(),
            description: property.description.clone(),
            location: sources.locate(property.span),
        });
        List::Properties(lines.collect())
    }

    /// The library functions that are supported.
    pub fn support() -> List {
        let lines = supported_functions().into_iter().map(|function| NamedFunction {
            name: function.name,
            header: function.header,
            description: function.description,
        });
        List::Functions(lines.collect())
    }
}

impl Printable for List {
    fn text(&self, _: &Style) -> String {
        match self {
            List::Loops(loops) => {
                let row = |l: &NamedLoop| [l.name.clone(), l.location.to_string(), l.source.clone()];
                table(loops.iter().map(row).collect(), "the program has no loops")
            }
            List::Properties(properties) => {
                let row = |p: &NamedProperty| [p.name.clone(), p.location.to_string(), p.description.clone()];
                table(properties.iter().map(row).collect(), "the program has no properties")
            }
            List::Functions(functions) => functions.iter().map(line_of_function).collect(),
        }
    }
}

fn line_of_function(function: &NamedFunction) -> String {
    let header = if function.header.is_empty() { "-" } else { &function.header };
    format!("{:<30} {header:<14} {}\n", function.name, function.description)
}

/// Columns of equal width, except the last.
fn table(rows: Vec<[String; 3]>, if_empty: &str) -> String {
    if rows.is_empty() {
        return format!("{if_empty}\n");
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    let mut text = String::new();
    for [name, place, what] in &rows {
        let _ = writeln!(text, "{name:first$}  {place:second$}  {what}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let row = |cells: [&str; 3]| cells.map(str::to_string);
        let rows = vec![row(["main.0", "a.c:3", "for (;;)"]), row(["f.1", "long.c:14", "while (x)"])];
        assert_eq!(table(rows, ""), "main.0  a.c:3      for (;;)\nf.1     long.c:14  while (x)\n");
        assert_eq!(table(Vec::new(), "nothing"), "nothing\n");
    }
}
