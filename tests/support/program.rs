//! A C file as a program, without the command line.

use std::path::Path;
use std::sync::Arc;

use bmc_conc::frontend::{self, CompileOptions};
use bmc_conc::ir::Program;
use bmc_conc::library;
use bmc_conc::source::{Diagnostic, Input, PreprocessOptions, SourceMap, preprocess};

#[allow(dead_code)]
pub fn load(path: &Path) -> Result<Program, Vec<Diagnostic>> {
    load_input(Input::Path(path.to_path_buf()))
}

#[allow(dead_code)]
pub fn load_text(name: &str, text: &str) -> Result<Program, Vec<Diagnostic>> {
    load_input(Input::Text { name: name.to_string(), text: text.to_string() })
}

fn load_input(input: Input) -> Result<Program, Vec<Diagnostic>> {
    let options = PreprocessOptions::default();
    let mut sources = SourceMap::default();
    let unit = preprocess(&mut sources, input, &options)?.unit;
    let mut models = Vec::new();
    for (name, text) in library::models() {
        let input = Input::Text { name: name.to_string(), text: text.to_string() };
        models.push(preprocess(&mut sources, input, &options)?.unit);
    }
    let compiled = frontend::compile(Arc::new(sources), &[unit], &models, &CompileOptions::default())?;
    Ok(compiled.program)
}
