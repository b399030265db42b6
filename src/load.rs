//! From C files to a program: the stages before `check`, in one call.
//!
//! ```no_run
//! use bmc_conc::{check, load, source::Input};
//!
//! let loaded = load::load([Input::Path("prog.c".into())], &load::LoadOptions::default()).expect("valid C");
//! let outcome = check::check(&loaded.program, &check::CheckOptions::default(), &|_| {}).expect("supported C");
//! println!("{} violations; of the rest: {:?}", outcome.violations.len(), outcome.rest);
//! ```

use std::sync::Arc;

use crate::frontend;
pub use crate::frontend::{CompileOptions, EvaluationOrder, InputError, Undefined};
use crate::ir::{DataModel, Program};
use crate::library::Library;
use crate::source::{
    Diagnostic, Input, PointerSized, PreprocessOptions, SourceMap, pointer_sized, preprocess,
};

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

/// Files that were preprocessed for another data model than that of the options are errors.
pub fn read(
    inputs: impl IntoIterator<Item = Input>,
    options: &LoadOptions,
) -> Result<Preprocessed, InputError> {
    let preprocessed = read_all(inputs, options)?;
    let model = options.preprocess.data_model;
    let says_another = |unit: &usize| {
        let mut types = pointer_sized(&preprocessed.sources, *unit).into_iter();
        types.find_map(|one| one.fits_only.filter(|only| *only != model).map(|only| (one, only)))
    };
    let errors = preprocessed.units.iter().filter_map(says_another).map(|(one, only)| {
        let (bits, name) = (only.pointer_bits(), &one.name);
        let message = format!("this '{name}' is that of {bits} bits, but the data model is {}", model.name());
        let other = model.pointer_bits();
        let help = format!(
            "check it with --data-model {}, or preprocess it for {other} bits (gcc -m{other} -E)",
            only.name()
        );
        Diagnostic::error(one.span, message).with_help(help)
    });
    let errors: Vec<_> = errors.collect();
    if errors.is_empty() { Ok(preprocessed) } else { Err(refused(preprocessed, errors)) }
}

/// Like `read`, but the files say by the types they define for which data model they are; if they do not, it is that of
/// the options. Afterwards it is in the options, and if it has changed, there is a warning that says so.
pub fn read_for_own_model(
    inputs: impl IntoIterator<Item = Input> + Clone,
    options: &mut LoadOptions,
) -> Result<Preprocessed, InputError> {
    let preprocessed = read_all(inputs.clone(), options)?;
    let types: Vec<PointerSized> =
        preprocessed.units.iter().flat_map(|unit| pointer_sized(&preprocessed.sources, *unit)).collect();
    if let Some((narrow, wide)) = disagreement(&types) {
        let help = "preprocess all files for the same machine (gcc -m32 -E or gcc -m64 -E)";
        let errors = vec![
            Diagnostic::error(narrow.span, format!("this '{}' is that of 32 bits", narrow.name)),
            Diagnostic::error(wide.span, format!("but this '{}' is that of 64 bits", wide.name))
                .with_help(help),
        ];
        return Err(refused(preprocessed, errors));
    }
    let Some(model) = types.iter().find_map(|one| one.fits_only) else { return Ok(preprocessed) };
    if model == options.preprocess.data_model {
        return Ok(preprocessed);
    }
    options.preprocess.data_model = model;
    options.compile.data_model = model;
    let mut preprocessed = read(inputs, options)?;
    let mut types = preprocessed.units.iter().flat_map(|unit| pointer_sized(&preprocessed.sources, *unit));
    if let Some(one) = types.find(|one| one.fits_only == Some(model)) {
        let (bits, name) = (model.pointer_bits(), model.name());
        let message = format!("taken for a program of {bits} bits (--data-model {name}), as this type says");
        preprocessed.warnings.push(Diagnostic::warning(one.span, message));
    }
    Ok(preprocessed)
}

/// A type of 32 bits and one of 64: by their sizes, or because one name is `int` here and `long` there.
fn disagreement(types: &[PointerSized]) -> Option<(&PointerSized, &PointerSized)> {
    let narrow = types.iter().filter(|one| one.fits_only == Some(DataModel::Ilp32));
    let is_wide = |narrow: &PointerSized, other: &PointerSized| match other.fits_only {
        Some(model) => model == DataModel::Lp64,
        None => other.name == narrow.name,
    };
    narrow
        .filter_map(|narrow| types.iter().find(|other| is_wide(narrow, other)).map(|wide| (narrow, wide)))
        .next()
}

fn refused(preprocessed: Preprocessed, errors: Vec<Diagnostic>) -> InputError {
    let mut diagnostics = preprocessed.warnings;
    diagnostics.extend(errors);
    InputError { sources: Arc::new(preprocessed.sources), diagnostics }
}

/// All files are read even if one has errors, so that one run shows them all.
fn read_all(
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
    Err(refused(result, errors))
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
