//! What the command line says about the input, as the library takes it.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bmc_conc::data_model::DataModel;
use bmc_conc::load::CompileOptions;
use bmc_conc::load::{InputError, LoadOptions, Preprocessed};
use bmc_conc::load::{read as read_as_told, read_for_own_model};
use bmc_conc::property::{Checks, Specification, read_specification};
use bmc_conc::source::{Diagnostic, Input, PreprocessOptions, SourceMap};

use super::arguments::ProgramArguments;

/// What a property file asks for, or the options that say the same.
pub fn specification(arguments: &ProgramArguments) -> Result<Specification, String> {
    let checks = match arguments.check.is_empty() {
        true => Checks::default(),
        false => arguments.check.iter().copied().fold(Checks::NONE, Checks::union),
    };
    let entry = arguments.entry.clone();
    let Some(file) = &arguments.spec else {
        return Ok(Specification { checks, entry: entry.unwrap_or("main".into()), tracks_memory: false });
    };
    let name = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    let read = read_specification(&text).map_err(|error| format!("{name}: {error}"))?;
    Ok(Specification { entry: entry.unwrap_or(read.entry), ..read })
}

pub fn options(arguments: &ProgramArguments, specification: &Specification) -> LoadOptions {
    let data_model = arguments.data_model.map(DataModel::from).unwrap_or_default();
    LoadOptions {
        preprocess: PreprocessOptions {
            include_dirs: arguments.include_directories.clone(),
            defines: arguments.definitions.clone(),
            forced_includes: arguments.forced_includes.clone(),
            data_model,
            ..PreprocessOptions::default()
        },
        compile: CompileOptions {
            data_model,
            entry: specification.entry.clone(),
            undefined: arguments.undefined.into(),
            checks: specification.checks,
            spurious_wakeups: !arguments.no_spurious_wakeups,
            spurious_failures: !arguments.no_spurious_failures,
            evaluation_order: arguments.evaluation_order.into(),
            malloc_may_fail: arguments.malloc_may_fail,
            ..CompileOptions::default()
        },
    }
}

/// Reads the files. Unless the command line names a data model, they may say theirs, which is then in the options.
pub fn read(
    files: &[PathBuf],
    arguments: &ProgramArguments,
    options: &mut LoadOptions,
) -> Result<Preprocessed, InputError> {
    let inputs = files.iter().map(|file| input_for(file)).collect::<Result<Vec<_>, _>>()?;
    match arguments.data_model {
        Some(_) => read_as_told(inputs, options),
        None => read_for_own_model(inputs, options),
    }
}

fn input_for(file: &Path) -> Result<Input, InputError> {
    if file != Path::new("-") {
        return Ok(Input::Path(file.to_path_buf()));
    }
    let unreadable = |what: String| InputError {
        sources: Arc::new(SourceMap::default()),
        diagnostics: vec![Diagnostic::error_without_place(what)],
    };
    let mut bytes = Vec::new();
    if let Err(error) = std::io::stdin().lock().read_to_end(&mut bytes) {
        return Err(unreadable(format!("cannot read standard input: {error}")));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Input::Text { name: "<stdin>".to_string(), text }),
        Err(_) => Err(unreadable("standard input is not a C source text: it is not valid UTF-8".to_string())),
    }
}
