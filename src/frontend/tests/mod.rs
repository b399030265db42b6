//! Small programs and the IR they become. Every program compiled here also passes the verifier.

use std::sync::Arc;

use crate::frontend::{CompileOptions, Compiled, compile};
use crate::ir::{DataModel, FunctionId, Program, verify};
use crate::source::{Diagnostic, Mark, SourceFile, SourceMap};

mod smoke;

/// Compiles texts as units of one program; the first `user` of them are the user's, the others models.
fn compile_units(texts: &[&str], user: usize, model: DataModel) -> Result<Compiled, Vec<Diagnostic>> {
    let mut sources = SourceMap::default();
    for (index, text) in texts.iter().enumerate() {
        let name = format!("unit{index}.c").into();
        let file = sources.add_file(SourceFile { name, text: Some((*text).into()), embedded: index >= user });
        sources.add_unit((*text).to_owned(), vec![Mark { offset: 0, file, line: 1, column: 1 }]);
    }
    let units: Vec<usize> = (0..user).collect();
    let models: Vec<usize> = (user..texts.len()).collect();
    let options = CompileOptions { data_model: model, ..CompileOptions::default() };
    compile(Arc::new(sources), &units, &models, &options)
}

fn program_for(model: DataModel, text: &str) -> Program {
    match compile_units(&[text], 1, model) {
        Ok(compiled) => {
            assert_eq!(verify(&compiled.program), Ok(()));
            compiled.program
        }
        Err(errors) => panic!("{text}\ndoes not compile: {errors:#?}"),
    }
}

fn program(text: &str) -> Program {
    program_for(DataModel::Lp64, text)
}

/// The text of the function called `name`.
fn function(program: &Program, name: &str) -> String {
    let index = program.functions.iter().position(|f| f.name == name);
    let index = index.unwrap_or_else(|| panic!("there is no function {name} in\n{}", program.to_text()));
    program.function_text(FunctionId::new(index))
}

/// The text of `main` of a program.
fn main_of(text: &str) -> String {
    function(&program(text), "main")
}

/// The messages for a program that must be refused.
fn errors(text: &str) -> Vec<String> {
    match compile_units(&[text], 1, DataModel::Lp64) {
        Ok(compiled) => panic!("{text}\ncompiles to\n{}", compiled.program.to_text()),
        Err(errors) => errors.into_iter().map(|e| e.message).collect(),
    }
}
