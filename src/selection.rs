//! Names that options mention, looked up in the program: a property, a loop, a function.

use crate::ir::{Program, PropertyId};
use crate::source::Diagnostic;

pub(crate) fn find_property(program: &Program, name: &str) -> Result<PropertyId, Vec<Diagnostic>> {
    let found = program.properties.iter().position(|p| p.name == name);
    found.map(PropertyId::new).ok_or_else(|| {
        let message = format!("there is no property '{name}'");
        vec![Diagnostic::error_without_place(message).with_help("see the names with --show-properties")]
    })
}

/// The name is one of a loop, or of a function, whose recursion is meant.
pub(crate) fn check_name(program: &Program, name: &str) -> Result<(), Vec<Diagnostic>> {
    if !program.repetitions_named(name).is_empty() {
        return Ok(());
    }
    let message = format!("there is no loop or function '{name}'");
    Err(vec![Diagnostic::error_without_place(message).with_help("see the names with --show-loops")])
}
