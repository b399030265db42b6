//! From the files of the command line to a program.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use bmc_conc::frontend::{self, CompileOptions};
use bmc_conc::ir::Program;
use bmc_conc::library;
use bmc_conc::source::{Diagnostic, Input, PreprocessOptions, SourceMap, preprocess};

use super::arguments::CheckArguments;

/// Preprocessed text of all files and of the models of the library.
pub struct Preprocessed {
    pub sources: SourceMap,
    /// The user's units, as indices in `sources.units()`.
    pub units: Vec<usize>,
    pub models: Vec<usize>,
    pub warnings: Vec<Diagnostic>,
}

/// What is wrong with the input, with what is needed to show it.
pub struct InputError {
    pub sources: Arc<SourceMap>,
    pub diagnostics: Vec<Diagnostic>,
}

pub struct Loaded {
    pub program: Program,
    pub warnings: Vec<Diagnostic>,
}

/// All files are read even if one has errors, so that one run shows them all.
pub fn read_sources(arguments: &CheckArguments) -> Result<Preprocessed, InputError> {
    let options = PreprocessOptions {
        include_dirs: arguments.include_directories.clone(),
        defines: arguments.definitions.clone(),
        forced_includes: arguments.forced_includes.clone(),
        data_model: arguments.data_model.into(),
        ..PreprocessOptions::default()
    };
    let model_options = PreprocessOptions { data_model: options.data_model, ..PreprocessOptions::default() };
    let mut result = Preprocessed {
        sources: SourceMap::default(),
        units: Vec::new(),
        models: Vec::new(),
        warnings: Vec::new(),
    };
    let mut errors = Vec::new();
    for file in &arguments.files {
        let read = input_for(file).and_then(|input| preprocess(&mut result.sources, input, &options));
        match read {
            Ok(preprocessed) => {
                result.units.push(preprocessed.unit);
                result.warnings.extend(preprocessed.warnings);
            }
            Err(diagnostics) => errors.extend(diagnostics),
        }
    }
    for (name, text) in library::models() {
        let input = Input::Text { name: name.to_string(), text: text.to_string() };
        match preprocess(&mut result.sources, input, &model_options) {
            Ok(preprocessed) => result.models.push(preprocessed.unit),
            Err(diagnostics) => panic!("the model {name} is preprocessed without errors: {diagnostics:?}"),
        }
    }
    match errors.is_empty() {
        true => Ok(result),
        false => {
            let mut diagnostics = result.warnings;
            diagnostics.extend(errors);
            Err(InputError { sources: Arc::new(result.sources), diagnostics })
        }
    }
}

pub fn compile(arguments: &CheckArguments, preprocessed: Preprocessed) -> Result<Loaded, InputError> {
    let Preprocessed { sources, units, models, mut warnings } = preprocessed;
    let sources = Arc::new(sources);
    let options = CompileOptions { data_model: arguments.data_model.into(), entry: arguments.entry.clone() };
    match frontend::compile(Arc::clone(&sources), &units, &models, &options) {
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

fn input_for(file: &Path) -> Result<Input, Vec<Diagnostic>> {
    if file != Path::new("-") {
        return Ok(Input::Path(file.to_path_buf()));
    }
    let unreadable = |what: String| vec![Diagnostic::error_without_place(what)];
    let mut bytes = Vec::new();
    if let Err(error) = std::io::stdin().lock().read_to_end(&mut bytes) {
        return Err(unreadable(format!("cannot read standard input: {error}")));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Input::Text { name: "<stdin>".to_string(), text }),
        Err(_) => Err(unreadable("standard input is not a C source text: it is not valid UTF-8".to_string())),
    }
}
