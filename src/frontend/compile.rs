//! The course of a compilation: parse, read what is needed of the library, declare everything, lower what is reachable,
//! link, complete.
//!
//! All units' file scopes are filled first, so that a call can use the prototype of a definition that comes
//! later or stands in another file. Then functions are lowered from a work list that starts with the entry:
//! what nothing reaches is neither lowered nor complained about.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::frontend::link::needed::{self, Models};
use crate::frontend::link::{idle, link};
use crate::frontend::lower::library_use::LibraryUse;
use crate::frontend::lower::lowering::Lowering;
use crate::frontend::lower::references::References;
use crate::frontend::lower::scope::FunctionIndex;
use crate::frontend::passes;
use crate::frontend::syntax::mention;
use crate::frontend::syntax::parse::{self, Parsed};
use crate::frontend::{CompileOptions, Compiled, InputError};
use crate::library::Library;
use crate::source::{Diagnostic, SourceMap};

pub fn compile(
    mut sources: SourceMap,
    units: &[usize],
    library: &Library,
    options: &CompileOptions,
) -> Result<Compiled, InputError> {
    let trees = match parse_units(&sources, units) {
        Ok(trees) => trees,
        Err(diagnostics) => return Err(InputError { sources: Arc::new(sources), diagnostics }),
    };
    let mentioned = names_mentioned(&trees, options);
    let Models { units: models, unread } = needed::read_models(&mut sources, library, &mentioned);
    let sources = Arc::new(sources);
    let mut lowering = Lowering::new(Arc::clone(&sources), LibraryUse::new(mentioned, unread), options);
    declare(&mut lowering, &trees, &models);
    lower_and_link(lowering, &options.entry).map_err(|diagnostics| InputError { sources, diagnostics })
}

/// The syntax trees of the user's units. All are parsed even if one has errors.
fn parse_units(sources: &SourceMap, units: &[usize]) -> Result<Vec<(usize, Parsed)>, Vec<Diagnostic>> {
    let (mut trees, mut errors) = (Vec::new(), Vec::new());
    for &unit in units {
        match parse::parse(sources, unit) {
            Ok(parsed) => trees.push((unit, parsed)),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(trees) } else { Err(errors) }
}

/// The names in the expressions of the user's units, and what models ask for as if it were one.
fn names_mentioned(trees: &[(usize, Parsed)], options: &CompileOptions) -> FxHashSet<String> {
    let mut mentioned = FxHashSet::default();
    for (_, parsed) in trees {
        mention::collect(&parsed.tree, &mut mentioned);
    }
    let mentions_one = |names: &[&str]| names.iter().any(|name| mentioned.contains(*name));
    let some_wait_counts = mentions_one(&idle::WAITS)
        && (!options.leaves_out_repetitions
            || mentions_one(&idle::ATTEMPTS)
            || idle::some_wait_counts(trees.iter().map(|(_, parsed)| &parsed.tree)));
    if some_wait_counts {
        mentioned.insert(idle::WAIT_THAT_COUNTS.to_string());
    }
    mentioned
}

fn declare<'a>(lowering: &mut Lowering<'a>, units: &'a [(usize, Parsed)], models: &'a [(usize, Parsed)]) {
    for (trees, is_model) in [(units, false), (models, true)] {
        for (unit, parsed) in trees {
            lowering.declare_unit(*unit, is_model, parsed);
        }
    }
    lowering.entities.fall_back_on_alternatives();
}

fn lower_and_link(mut lowering: Lowering, entry: &str) -> Result<Compiled, Vec<Diagnostic>> {
    let Some(entry) = lowering.entities.find_entry(entry) else {
        let message = format!("the program has no function '{entry}'");
        let missing = Diagnostic::error_without_place(message)
            .with_help("name the function the program starts with by --entry");
        return Err(lowering.messages.into_errors_with(missing));
    };
    lowering.entities.entry = Some(entry);
    lower_reachable(&mut lowering, entry);
    lowering.fill_open_objects(entry);
    lowering.messages.refuse_errors()?;
    let mut program = link(&mut lowering, entry)?;
    passes::complete(&mut program);
    Ok(Compiled { program, warnings: lowering.messages.into_warnings() })
}

fn lower_reachable(lowering: &mut Lowering, entry: FunctionIndex) {
    let mut open = References { functions: vec![entry], objects: Vec::new() };
    let mut begun = FxHashSet::default();
    while !lowering.messages.is_full() {
        if let Some(index) = open.functions.pop() {
            if begun.insert(index) {
                open.add(lowering.lower_function(index));
            }
        } else if let Some(index) = open.objects.pop() {
            if lowering.evaluate_object(index) {
                open.add(References::of_initial(&lowering.entities.objects[index.0].initial));
            }
        } else {
            break;
        }
    }
}
