//! The library of the reproduced program: bmc-conc's own models, compiled by gcc.
//!
//! The checker took a mutex, `strtok` or `scanf` for what the models say. If gcc compiles the same models, then the
//! violation is found in the same code: a lock waits because the mutex is taken, `strlen` reads past the end of a
//! text, and other threads may run in the middle of either. Symbols are renamed in the object files, so that the
//! runtime itself goes on with the C library.

use std::collections::{BTreeMap, BTreeSet};

use super::observe::{called_function, is_scanner};
use crate::ir::{Function, FunctionId, Op, Open, Program, Type};
use crate::library;
use crate::source::{EMBEDDED_PREFIX, embedded_headers};

/// What every function of the library is called in the object files.
pub const RENAMED: &str = "bmc_library_";

pub struct Model {
    /// `mutex.c`
    pub name: &'static str,
    pub text: &'static str,
}

/// The models that define functions of the program.
pub fn models(program: &Program) -> Vec<Model> {
    let files: BTreeSet<String> = program
        .functions
        .iter()
        .map(|function| program.sources.locate(function.span).file.to_string())
        .collect();
    let used = library::models().iter().filter(|(name, _)| files.contains(*name));
    used.map(|(name, text)| Model { name: name.strip_prefix(EMBEDDED_PREFIX).unwrap_or(name), text })
        .collect()
}

/// The headers that the models are compiled with: name and text.
pub fn headers() -> impl Iterator<Item = (&'static str, String)> {
    embedded_headers().filter(|header| !header.name.ends_with("intrin.h")).map(|header| {
        let text = match header.name {
            "bmc.h" => {
                let (before, after) = header.text.rsplit_once("#endif").unwrap_or((header.text, ""));
                format!("{before}{}\n#endif{after}", include_str!("runtime/bmc.h"))
            }
            _ => header.text.to_string(),
        };
        (header.name, text)
    })
}

/// The functions whose results are inputs, with the types of the results.
pub fn inputs(program: &Program) -> BTreeMap<String, Type> {
    let mut types = BTreeMap::new();
    for (index, function) in program.functions.iter().enumerate() {
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            if let Op::Nondet { dst } = instruction.op
                && let Some(name) = called_function(program, FunctionId::new(index), instruction.span)
                && !is_scanner(&name)
            {
                types.entry(name).or_insert(function.register(dst).ty);
            }
        }
    }
    types
}

/// The functions that no file defines.
pub fn open_functions(program: &Program) -> impl Iterator<Item = &Function> {
    program.open.iter().filter_map(|open| match open {
        Open::Function(function) => Some(program.function(*function)),
        Open::Variable(_) => None,
    })
}

/// For `objcopy`: what is called by which name in the object files.
pub fn names(program: &Program, models: &[Model], runtime: &[(&str, &str)]) -> String {
    let mut names: BTreeSet<String> = inputs(program).into_keys().collect();
    names.extend(open_functions(program).map(|function| function.name.clone()));
    for model in models {
        names.extend(library::defined_functions(model.text).into_iter().filter(|n| !n.starts_with("__bmc_")));
    }
    for (_, text) in runtime {
        names.extend(defined_by_runtime(text));
    }
    // The header of a newer glibc has other names for these.
    let newer: Vec<String> = names
        .iter()
        .filter(|name| name.starts_with("strto"))
        .map(|name| format!("__isoc23_{name}"))
        .collect();
    let entry = &program.function(program.entry).name;
    let mut text = format!("{entry} bmc_entry\n");
    if entry != "main" {
        text.push_str("main bmc_main_of_the_user\n");
    }
    for name in names.iter().chain(&newer).filter(|name| *name != entry) {
        text.push_str(&format!("{name} {RENAMED}{name}\n"));
    }
    text
}

/// The library functions that the runtime defines itself.
fn defined_by_runtime(text: &str) -> Vec<String> {
    let scans = text.lines().filter_map(|line| line.strip_prefix("SCANS("));
    let scans = scans.filter_map(|rest| rest.split(',').next());
    let others = text.match_indices(RENAMED).filter_map(|(at, _)| {
        let rest = &text[at + RENAMED.len()..];
        let name = rest.split('(').next()?;
        name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric()).then_some(name)
    });
    scans.chain(others).map(str::to_string).collect()
}

/// For the linker: newer names of functions that the models define.
pub fn aliases(models: &[Model]) -> String {
    let defined = models.iter().flat_map(|model| library::defined_functions(model.text));
    let converted = defined.filter(|name| name.starts_with("strto"));
    converted.map(|name| format!(" -Wl,--defsym={RENAMED}__isoc23_{name}={RENAMED}{name}")).collect()
}
