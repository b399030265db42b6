//! From C files to a program: the stages before `check`, in one call.
//!
//! ```no_run
//! use bmc_conc::{check, load, source::Input};
//!
//! let loaded = load::load([Input::Path("prog.c".into())], &load::LoadOptions::default()).expect("valid C");
//! let outcome = check::check(&loaded.program, &check::CheckOptions::default(), &|_| {}).expect("supported C");
//! println!("{:?}", outcome.verdict);
//! ```

use std::sync::Arc;

use crate::frontend;
pub use crate::frontend::{CompileOptions, EvaluationOrder, InputError, Undefined};
use crate::ir::Program;
use crate::library::Library;
use crate::source::{Diagnostic, Input, PreprocessOptions, SourceMap, preprocess};

#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    pub preprocess: PreprocessOptions,
    pub compile: CompileOptions,
}

/// Preprocessed text of all files.
pub struct Preprocessed {
    pub sources: SourceMap,
    /// As indices in `sources.units()`.
    pub units: Vec<usize>,
    pub warnings: Vec<Diagnostic>,
}

pub struct Loaded {
    pub program: Program,
    pub warnings: Vec<Diagnostic>,
}

/// Preprocesses and compiles the files, linked as one program.
pub fn load(inputs: impl IntoIterator<Item = Input>, options: &LoadOptions) -> Result<Loaded, InputError> {
    compile(read(inputs, options)?, options)
}

/// All files are read even if one has errors, so that one run shows them all.
pub fn read(
    inputs: impl IntoIterator<Item = Input>,
    options: &LoadOptions,
) -> Result<Preprocessed, InputError> {
    let mut result = Preprocessed { sources: SourceMap::default(), units: Vec::new(), warnings: Vec::new() };
    let mut errors = Vec::new();
    for input in inputs {
        match preprocess(&mut result.sources, input, &options.preprocess) {
            Ok(preprocessed) => {
                result.units.push(preprocessed.unit);
                result.warnings.extend(preprocessed.warnings);
            }
            Err(diagnostics) => errors.extend(diagnostics),
        }
    }
    if errors.is_empty() {
        return Ok(result);
    }
    let mut diagnostics = result.warnings;
    diagnostics.extend(errors);
    Err(InputError { sources: Arc::new(result.sources), diagnostics })
}

/// Compiles the files, with the models of the library that they need.
pub fn compile(preprocessed: Preprocessed, options: &LoadOptions) -> Result<Loaded, InputError> {
    let Preprocessed { sources, units, mut warnings } = preprocessed;
    let library = Library::new(options.preprocess.data_model);
    match frontend::compile(sources, &units, &library, &options.compile) {
        Ok(compiled) => {
            warnings.extend(compiled.warnings);
            Ok(Loaded { program: compiled.program, warnings })
        }
        Err(InputError { sources, diagnostics }) => {
            warnings.extend(diagnostics);
            Err(InputError { sources, diagnostics: warnings })
        }
    }
}
