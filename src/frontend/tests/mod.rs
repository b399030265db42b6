//! Programs as files, one per rule: what they become, and what is said about those that are refused.
//!
//! * `lower/NAME.c` must become exactly the IR in `lower/NAME.ir` (written anew if `BLESS` is set).
//! * `accept/NAME.c` must compile for both data models, or for the one its first line names; its
//!   `_Static_assert`s say what sizes and values must be.
//! * `refuse/NAME.c` says in lines `// error LINE: MESSAGE` which errors must be reported,
//!   in the order of the text.
//!
//! Every program compiled here also passes the verifier.

use std::path::{Path, PathBuf};

use crate::data_model::DataModel;
use crate::frontend::{CompileOptions, Compiled, EvaluationOrder, InputError, compile};
use crate::ir::{Program, verify};
use crate::library::Library;
use crate::property::Check;
use crate::source::{Diagnostic, EMBEDDED_PREFIX, Mark, SourceFile, SourceMap};

mod depth;
mod gcc;
mod linking;
mod memory_orders;
mod orders;
mod overflow;

/// The text as the preprocessor would hand it on: comments are blanks.
fn without_comments(text: &str) -> String {
    let blank = |line: &str| if line.starts_with("//") { " ".repeat(line.len()) } else { line.to_owned() };
    text.lines().map(blank).collect::<Vec<_>>().join("\n")
}

fn sources(texts: &[&str]) -> SourceMap {
    let mut sources = SourceMap::default();
    for (index, text) in texts.iter().enumerate() {
        let name = format!("unit{index}.c").into();
        let file = sources.add_file(SourceFile { name, text: Some((*text).into()), embedded: false });
        sources.add_unit(without_comments(text), vec![Mark { offset: 0, file, line: 1, column: 1 }]);
    }
    sources
}

/// Compiles texts as units of one program; the first `user` of them are the user's, the others models.
fn compile_texts(texts: &[&str], user: usize, options: &CompileOptions) -> Result<Compiled, InputError> {
    let (texts, models) = texts.split_at(user);
    let units: Vec<usize> = (0..user).collect();
    let name = |index| format!("{EMBEDDED_PREFIX}model{index}.c");
    let models = models.iter().enumerate().map(|(index, text)| (name(index).into(), text.to_string().into()));
    compile(sources(texts), &units, &Library::of(models.collect(), options.data_model), options)
}

/// The same for a data model; what is defined nowhere is an error, operands are evaluated from left to right, and the
/// IR is verified.
fn compile_units(texts: &[&str], user: usize, data_model: DataModel) -> Result<Compiled, Vec<Diagnostic>> {
    let undefined = crate::frontend::Undefined::Error;
    let evaluation_order = EvaluationOrder::Left;
    // Races and deadlocks would be properties of every program.
    let checks = [Check::Assert, Check::Memory, Check::Api].into_iter().collect();
    let options =
        CompileOptions { data_model, undefined, evaluation_order, checks, ..CompileOptions::default() };
    let compiled = compile_texts(texts, user, &options).map_err(|error| error.diagnostics)?;
    assert_eq!(verify(&compiled.program), Ok(()));
    Ok(compiled)
}

fn program(text: &str, model: DataModel) -> Program {
    match compile_units(&[text], 1, model) {
        Ok(compiled) => compiled.program,
        Err(errors) => panic!("{text}\ndoes not compile: {errors:#?}"),
    }
}

fn cases(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/frontend/tests").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of cases exists")
        .map(|entry| entry.expect("its entries can be read").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "there are cases in {}", folder.display());
    files
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn programs_become_the_ir_beside_them() {
    let mut wrong = Vec::new();
    for path in cases("lower") {
        let actual = program(&read(&path), DataModel::Lp64).to_text();
        let expected = path.with_extension("ir");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &actual).expect("the expectation can be written");
        } else if read(&expected) != actual {
            wrong.push(format!("{} becomes\n{actual}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn accepted_programs_have_the_sizes_and_values_they_state() {
    for path in cases("accept") {
        let text = read(&path);
        for (model, only) in [(DataModel::Lp64, "// model: lp64"), (DataModel::Ilp32, "// model: ilp32")] {
            if text.starts_with("// model:") && !text.starts_with(only) {
                continue;
            }
            if let Err(errors) = compile_units(&[&text], 1, model) {
                panic!("{} for {model:?}: {errors:#?}", path.display());
            }
        }
    }
}

#[test]
fn refused_programs_get_the_errors_they_state() {
    for path in cases("refuse") {
        let text = read(&path);
        let expected: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("// error ")).collect();
        let undefined = crate::frontend::Undefined::Error;
        let options = CompileOptions { undefined, ..CompileOptions::default() };
        let (sources, errors) = match compile_texts(&[&text], 1, &options) {
            Ok(compiled) => panic!("{} becomes\n{}", path.display(), compiled.program.to_text()),
            Err(error) => (error.sources, error.diagnostics),
        };
        let shown = |error: &Diagnostic| match error.span {
            Some(span) => format!("{}: {}", sources.locate(span).line, error.message),
            None => format!("0: {}", error.message),
        };
        for error in errors.iter().filter(|error| error.message.starts_with("unsupported")) {
            assert!(error.help.is_some(), "{}: no way around: {}", path.display(), error.message);
        }
        let actual: Vec<String> = errors.iter().map(shown).collect();
        assert_eq!(actual, expected, "{}", path.display());
    }
}
