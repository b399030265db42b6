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

use crate::frontend::{self, CompileOptions};
use crate::ir::Program;
use crate::library;
use crate::source::{Diagnostic, Input, PreprocessOptions, SourceMap, preprocess};

#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    pub preprocess: PreprocessOptions,
    pub compile: CompileOptions,
}

/// Preprocessed text of all files and of the models of the library.
pub struct Preprocessed {
    pub sources: SourceMap,
    /// The user's units, as indices in `sources.units()`.
    pub units: Vec<usize>,
    pub models: Vec<usize>,
    pub warnings: Vec<Diagnostic>,
}

/// What is wrong with the input, with what is needed to show it.
#[derive(Debug)]
pub struct InputError {
    pub sources: Arc<SourceMap>,
    pub diagnostics: Vec<Diagnostic>,
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
    let mut result = Preprocessed {
        sources: SourceMap::default(),
        units: Vec::new(),
        models: Vec::new(),
        warnings: Vec::new(),
    };
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
    // What the user defines must not reach the models.
    let data_model = options.preprocess.data_model;
    let model_options = PreprocessOptions { data_model, ..PreprocessOptions::default() };
    for (name, text) in library::models() {
        #[cfg(feature = "planted-mistakes")]
        let text = &crate::planted::model_text(name, text);
        let input = Input::Text { name: name.to_string(), text: text.to_string() };
        match preprocess(&mut result.sources, input, &model_options) {
            Ok(preprocessed) => result.models.push(preprocessed.unit),
            Err(diagnostics) => panic!("the model {name} is preprocessed without errors: {diagnostics:?}"),
        }
    }
    if errors.is_empty() {
        return Ok(result);
    }
    let mut diagnostics = result.warnings;
    diagnostics.extend(errors);
    Err(InputError { sources: Arc::new(result.sources), diagnostics })
}

pub fn compile(preprocessed: Preprocessed, options: &LoadOptions) -> Result<Loaded, InputError> {
    let Preprocessed { sources, units, models, mut warnings } = preprocessed;
    let sources = Arc::new(sources);
    match frontend::compile(Arc::clone(&sources), &units, &models, &options.compile) {
        Ok(compiled) => {
            warnings.extend(compiled.warnings);
            Ok(Loaded { program: compiled.program, warnings })
        }
        Err(errors) => {
            warnings.extend(errors);
            Err(InputError { sources, diagnostics: warnings })
        }
    }
}
