//! The names a user can give on the command line: properties and loops.

use std::fmt::Write;

use bmc_conc::ir::{FunctionId, Loop, LoopId, Program, Property, Repetition};
use bmc_conc::source::Location;
use serde_json::json;

use super::arguments::CheckArguments;

/// A name on the command line that the program does not have.
pub fn unknown_name(program: &Program, arguments: &CheckArguments) -> Option<String> {
    if let Some(name) = &arguments.property
        && !program.properties.iter().any(|property| property.name == *name)
    {
        return Some(format!("the program has no property '{name}'; --show-properties lists them"));
    }
    let unknown = arguments.unwindset.iter().find(|(name, _)| program.repetitions_named(name).is_empty());
    unknown.map(|(name, _)| {
        format!("the program has no loop or function '{name}'; --show-loops lists the loops")
    })
}

struct LoopLine<'a> {
    name: String,
    location: Location,
    source: &'a str,
}

/// The user's loops: those inside models of the library have bounds of their own.
fn loops(program: &Program) -> Vec<LoopLine<'_>> {
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
    of_user
        .map(|(name, span)| LoopLine {
            name,
            location: sources.locate(span),
            source: sources.line_text(span).trim(),
        })
        .collect()
}

/// The library functions that are supported.
pub fn show_support(json: bool) -> String {
    let functions = bmc_conc::frontend::supported_functions();
    if json {
        let entry = |f: &bmc_conc::frontend::SupportedFunction| json!({ "name": f.name, "header": f.header, "description": f.description });
        let list: Vec<serde_json::Value> = functions.iter().map(entry).collect();
        return super::json::print(&json!({ "functions": list }));
    }
    let mut text = String::new();
    for function in &functions {
        let header = if function.header.is_empty() { "-" } else { &function.header };
        text.push_str(&format!("{:<30} {header:<14} {}\n", function.name, function.description));
    }
    text
}

pub fn show_loops(program: &Program, as_json: bool) -> String {
    let lines = loops(program);
    if as_json {
        let entries: Vec<_> = lines
            .iter()
            .map(|l| json!({ "name": l.name, "location": location_json(&l.location), "source": l.source }))
            .collect();
        return format!("{:#}\n", json!({ "loops": entries }));
    }
    let rows = lines.iter().map(|l| [l.name.clone(), l.location.to_string(), l.source.to_string()]);
    table(rows.collect(), "the program has no loops")
}

/// The user's properties; those inside models of the library (that a pointer handed to them is valid) only if
/// asked for.
pub fn show_properties(program: &Program, as_json: bool, with_library: bool) -> String {
    let sources = &program.sources;
    let is_shown = |property: &&Property| with_library || !sources.is_embedded(property.span);
    let shown: Vec<&Property> = program.properties.iter().filter(is_shown).collect();
    if as_json {
        let entries: Vec<_> = shown
            .iter()
            .map(|p| {
                json!({
                    "name": p.name,
                    "kind": p.kind.name(),
                    "description": p.description,
                    "location": location_json(&sources.locate(p.span)),
                })
            })
            .collect();
        return format!("{:#}\n", json!({ "properties": entries }));
    }
    let rows =
        shown.iter().map(|p| [p.name.clone(), sources.locate(p.span).to_string(), p.description.clone()]);
    table(rows.collect(), "the program has no properties")
}

pub fn location_json(location: &Location) -> serde_json::Value {
    json!({ "file": &*location.file, "line": location.line, "column": location.column })
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
