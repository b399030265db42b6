//! Names that options and saved traces mention, looked up in the program: a property, a loop, a function, a bound.

use crate::ir::{Program, PropertyId, Repetition};
use crate::source::Diagnostic;

pub fn find_property(program: &Program, name: &str) -> Result<PropertyId, Vec<Diagnostic>> {
    let found = program.properties.iter().position(|p| p.name == name);
    found.map(PropertyId::new).ok_or_else(|| {
        let message = format!("there is no property '{name}'");
        vec![Diagnostic::error_without_place(message).with_help("see the names with --show-properties")]
    })
}

/// What has the name of a loop, or that of a function, whose recursion is meant; several if files have functions of the
/// same name.
pub fn find_repetitions(program: &Program, name: &str) -> Result<Vec<Repetition>, Vec<Diagnostic>> {
    let found = program.repetitions_named(name);
    if !found.is_empty() {
        return Ok(found);
    }
    let message = format!("there is no loop or function '{name}'");
    Err(vec![Diagnostic::error_without_place(message).with_help("see the names with --show-loops")])
}

/// What it is called, as a property, that the bound of a loop or of a recursion is not reached: `main.unwind.0`,
/// `f.recursion`.
pub(crate) fn property_of_bound(program: &Program, of: Repetition) -> String {
    match of {
        Repetition::Loop { function, id } => format!("{}.unwind.{}", program.function(function).name, id.0),
        Repetition::Recursion { function } => format!("{}.recursion", program.function(function).name),
    }
}

/// The other way; `None` if the program has nothing of that name, or the property is about something else.
pub(crate) fn repetition_bounded_by(program: &Program, property: &str) -> Option<Repetition> {
    let name = match (property.strip_suffix(".recursion"), property.rsplit_once(".unwind.")) {
        (Some(function), _) => function.to_string(),
        (None, Some((function, number))) => format!("{function}.{number}"),
        (None, None) => return None,
    };
    let mut named = program.repetitions_named(&name).into_iter();
    named.find(|repetition| property_of_bound(program, *repetition) == property)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{LoadOptions, load};
    use crate::source::Input;

    fn program(text: &str) -> Program {
        let input = Input::Text { name: "names.c".to_string(), text: text.to_string() };
        load([input], &LoadOptions::default()).unwrap_or_else(|_| panic!("it is valid C")).program
    }

    #[test]
    fn the_bounds_of_loops_and_functions_are_found_by_the_names_of_their_properties() {
        let program = program(
            "int f(int n) { return n ? f(n - 1) : 0; } \
             int main(void) { int i = f(2); while (i < 2) i++; while (i < 4) i++; return i; }",
        );
        for (name, property) in
            [("main.0", "main.unwind.0"), ("main.1", "main.unwind.1"), ("f", "f.recursion")]
        {
            let found = find_repetitions(&program, name).expect("the program has it");
            assert_eq!(found.len(), 1, "{name}");
            assert_eq!(program.repetition_name(found[0]), name);
            assert_eq!(property_of_bound(&program, found[0]), property);
            assert_eq!(repetition_bounded_by(&program, property), Some(found[0]));
        }
    }

    #[test]
    fn other_names_are_of_no_bound() {
        let program = program("int main(void) { int i = 0; while (i < 2) i++; return i; }");
        for property in ["main.unwind.1", "g.recursion", "main.0", "main.assertion.1", "threads", ""] {
            assert_eq!(repetition_bounded_by(&program, property), None, "{property}");
        }
        for name in ["main.1", "main.x", "g", ""] {
            assert!(find_repetitions(&program, name).is_err(), "{name}");
        }
    }
}
