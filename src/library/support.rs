//! The table of functions that are supported, made from the models, the headers and what the front end knows.
//!
//! A function of a model is said by its prototype, which its header has; a function without a header of ours,
//! such as those that glibc's macros call, is left out.

use crate::frontend::KNOWN_FUNCTIONS;
use crate::source::embedded_headers;

use super::models;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SupportedFunction {
    /// As `#include` spells it; empty for what needs no header.
    pub header: String,
    pub name: String,
    pub description: String,
}

/// Sorted by header and name.
pub fn supported_functions() -> Vec<SupportedFunction> {
    let defined: Vec<&str> = models().iter().flat_map(|(_, text)| defined_functions(text)).collect();
    let mut table: Vec<SupportedFunction> = Vec::new();
    for (name, header, description) in KNOWN_FUNCTIONS {
        table.push(SupportedFunction {
            header: header.to_string(),
            name: name.to_string(),
            description: description.to_string(),
        });
    }
    for header in embedded_headers().filter(|header| header.name != "bmc.h") {
        for (name, prototype) in prototypes(header.text) {
            let known = table.iter().any(|f| f.name == name);
            if defined.contains(&name) && !name.starts_with("__bmc_") && !known {
                let (header, name) = (header.name.to_string(), name.to_string());
                table.push(SupportedFunction { header, name, description: prototype });
            }
        }
    }
    table.sort();
    table
}

/// The functions a model defines: a brace on a line of its own follows a line that begins with a type, or its
/// continuation.
fn defined_functions(text: &str) -> Vec<&str> {
    let mut head = "";
    let mut found = Vec::new();
    for line in text.lines() {
        if line == "{" && !head.starts_with("static") {
            found.extend(function_name(head));
        }
        if !(line.starts_with(' ') && head.ends_with(',')) {
            head = line;
        }
    }
    found
}

/// The prototypes of a header, each on a line or two.
fn prototypes(text: &str) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let skipped = line.starts_with(['#', ' ', '/', '}']) || line.starts_with("typedef");
        let Some(name) = function_name(line).filter(|_| !skipped) else { continue };
        let mut prototype = line.to_string();
        while !prototype.ends_with(';') {
            let Some(more) = lines.next() else { break };
            prototype.push(' ');
            prototype.push_str(more.trim());
        }
        found.push((name, prototype.trim_end_matches(';').to_string()));
    }
    found
}

/// The name before the first parenthesis.
fn function_name(line: &str) -> Option<&str> {
    let (before, _) = line.split_once('(')?;
    let start = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_')? + 1;
    (start < before.len()).then_some(&before[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_models_with_their_prototypes_and_what_the_front_end_knows() {
        let table = supported_functions();
        let find = |name: &str| table.iter().find(|f| f.name == name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(find("pthread_join").header, "pthread.h");
        assert_eq!(find("pthread_join").description, "int pthread_join(pthread_t thread, void **value)");
        assert_eq!(find("bsearch").header, "stdlib.h");
        assert_eq!(find("__VERIFIER_assume").header, "");
        assert!(table.iter().all(|f| f.name != "setjmp" && f.name != "fork"), "they have no model");
        let mut names: Vec<&str> = table.iter().map(|f| f.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), table.len(), "every function is listed once");
    }

    #[test]
    fn every_function_that_a_model_defines_for_programs_is_declared_in_a_header() {
        let table = supported_functions();
        for (file, text) in models() {
            for name in defined_functions(text).into_iter().filter(|name| !name.starts_with("__")) {
                assert!(table.iter().any(|f| f.name == name), "{file}: {name} is declared in no header");
            }
        }
    }
}
