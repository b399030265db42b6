//! The table of functions that are supported, made from the models, the headers and the builtins.
//!
//! A function of a model is said by its prototype, which its header has, a macro of a header by its parameters; a
//! function without a header of ours, such as those that glibc's macros call, is left out unless it is a builtin.

use crate::frontend::builtins;
use crate::library::{defined_functions, function_name, models};
use crate::source::embedded_headers;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SupportedFunction {
    /// As `#include` spells it; empty for what needs no header.
    pub header: String,
    pub name: String,
    pub description: String,
}

/// Sorted by header and name.
pub fn supported_functions() -> Vec<SupportedFunction> {
    let defined: Vec<String> = models().iter().flat_map(|(_, text)| defined_functions(text)).collect();
    let mut table: Vec<SupportedFunction> = Vec::new();
    let mut add = |name: &str, header: &str, description: &str| {
        if table.iter().all(|f| f.name != name) {
            let (header, name) = (header.to_string(), name.to_string());
            table.push(SupportedFunction { header, name, description: description.to_string() });
        }
    };
    for (name, header, description) in builtins::listed() {
        add(name, header, description);
    }
    for header in embedded_headers().filter(|header| header.name != "bmc.h") {
        for (name, prototype) in prototypes(header.text) {
            if defined.iter().any(|d| d == name) && !name.starts_with("__bmc_") {
                add(name, header.name, &prototype);
            }
        }
        for (name, head) in macros(header.text) {
            add(name, header.name, head);
        }
    }
    for name in defined.iter().filter(|name| name.starts_with("__builtin_")) {
        add(name, "", "as gcc has it");
    }
    table.sort();
    table
}

/// The macros that are called like functions, under a name that a program may write.
fn macros(text: &str) -> Vec<(&str, &str)> {
    let heads = text.lines().filter_map(|line| line.strip_prefix("#define "));
    let heads = heads.filter(|head| head.starts_with(|c: char| c.is_ascii_lowercase()));
    heads
        .filter_map(|head| {
            let end = head.find(')')?;
            let name = &head[..head.find(['(', ' '])?];
            head[name.len()..].starts_with('(').then_some((name, &head[..=end]))
        })
        .collect()
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
        assert_eq!(find("atomic_store").description, "atomic_store(object, value)");
        assert_eq!(find("truncf").description, "float truncf(float x)");
        assert_eq!(find("__builtin_popcountll").header, "");
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
