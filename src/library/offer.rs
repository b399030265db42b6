//! What each model defines, found in its text without compiling it, and the reading of one.
//!
//! What a definition is about is the word before its parenthesis, bracket, initializer or semicolon. Macros define
//! variants of functions by `##`, with the size of a unit or the letter of a floating-point type behind it. What is
//! static serves its model alone.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::models;
use crate::data_model::DataModel;
use crate::source::{Input, PreprocessOptions, SourceMap, preprocess};

/// Models for programs of one data model.
pub struct Library {
    /// Names and texts.
    models: Vec<(Cow<'static, str>, Cow<'static, str>)>,
    options: PreprocessOptions,
    /// The models that define a variant of a function or variable, by its stem.
    by_stem: FxHashMap<String, Vec<usize>>,
}

impl Library {
    pub fn new(data_model: DataModel) -> Library {
        let models = models().iter().map(|&(name, text)| {
            #[cfg(feature = "planted-mistakes")]
            let text = crate::planted::model_text(name, text);
            (name.into(), text.into())
        });
        Library::of(models.collect(), data_model)
    }

    /// The names begin with [`EMBEDDED_PREFIX`](crate::source::EMBEDDED_PREFIX).
    pub fn of(models: Vec<(Cow<'static, str>, Cow<'static, str>)>, data_model: DataModel) -> Library {
        let mut by_stem: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (model, (_, text)) in models.iter().enumerate() {
            for name in offered_names(text) {
                let models = by_stem.entry(stem(&name).to_string()).or_default();
                if models.last() != Some(&model) {
                    models.push(model);
                }
            }
        }
        // What the user defines must not reach the models.
        let options = PreprocessOptions { data_model, ..PreprocessOptions::default() };
        Library { models, options, by_stem }
    }

    /// The models that define a name with this stem.
    pub fn offering(&self, stem: &str) -> &[usize] {
        self.by_stem.get(stem).map_or(&[], Vec::as_slice)
    }

    /// The stems of everything that models define.
    pub fn stems(&self) -> impl Iterator<Item = &str> {
        self.by_stem.keys().map(String::as_str)
    }

    /// Preprocesses a model; yields its unit.
    pub fn read(&self, model: usize, sources: &mut SourceMap) -> usize {
        let (name, text) = &self.models[model];
        let input = Input::Text { name: name.to_string(), text: text.to_string() };
        match preprocess(sources, input, &self.options) {
            Ok(preprocessed) => preprocessed.unit,
            Err(diagnostics) => panic!("the model {name} is preprocessed without errors: {diagnostics:?}"),
        }
    }
}

/// What all variants of a library function have in common: `memcpy` for `__builtin___memcpy_chk` and
/// `__bmc_memcpy_4`.
pub fn stem(name: &str) -> &str {
    const PREFIXES: [&str; 6] = ["_", "builtin_", "bmc_", "output_", "isoc99_", "isoc23_"];
    const SUFFIXES: [&str; 6] = ["_", "_chk", "_unlocked", "_2", "_4", "_8"];
    let mut stem = name;
    while let Some(rest) = PREFIXES.iter().find_map(|prefix| stem.strip_prefix(prefix)) {
        stem = rest;
    }
    while let Some(rest) = SUFFIXES.iter().find_map(|suffix| stem.strip_suffix(suffix)) {
        stem = rest;
    }
    stem
}

fn offered_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = text;
    let mut depth = 0;
    // Of the definition that is being read: whether it is static, and the word just read.
    let (mut is_static, mut word) = (false, "");
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '#' => directive_length(rest),
            '"' | '\'' => literal_length(rest),
            c if c.is_ascii_alphanumeric() || c == '_' => {
                rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len())
            }
            c => c.len_utf8(),
        };
        let token = &rest[..length];
        if depth == 0 && matches!(first, '(' | '[' | '=' | ',' | ';') && !is_static && !word.is_empty() {
            names.push(word.to_string());
        }
        match first {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            '#' => names.extend(names_of_macro(token)),
            _ => {}
        }
        match first {
            c if depth == 0 && (c.is_ascii_alphabetic() || c == '_') => {
                is_static |= token == "static";
                word = token;
            }
            ';' | '}' if depth == 0 => (is_static, word) = (false, ""),
            c if c.is_whitespace() => {}
            _ => word = "",
        }
        rest = &rest[length..];
    }
    names
}

/// To the end of the line, or of the last one that continues it.
fn directive_length(text: &str) -> usize {
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        length += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    length
}

fn literal_length(text: &str) -> usize {
    let quote = &text[..1];
    let mut escaped = false;
    for (offset, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if quote.starts_with(c) => return offset + 1,
            _ => {}
        }
    }
    text.len()
}

/// The words before `##`, alone and with the letters of the floating-point types.
fn names_of_macro(directive: &str) -> impl Iterator<Item = String> {
    directive.match_indices("##").flat_map(|(end, _)| {
        let before = &directive[..end];
        let start = before.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
        ["", "f", "l"].map(|letter| format!("{}{letter}", &before[start..]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lang_c::ast::{DeclarationSpecifier, DeclaratorKind, ExternalDeclaration, StorageClassSpecifier};
    use lang_c::driver::{Config, Flavor, parse_preprocessed};

    #[test]
    fn variants_of_a_function_have_one_stem() {
        for name in ["memcpy", "__builtin_memcpy", "__builtin___memcpy_chk", "__bmc_memcpy_4"] {
            assert_eq!(stem(name), "memcpy");
        }
        assert_eq!(stem("__bmc_output_putchar"), stem("putchar_unlocked"));
        assert_ne!(stem("pthread_mutex_lock"), stem("pthread_mutex_unlock"));
    }

    #[test]
    fn every_function_that_a_model_defines_is_offered_by_it() {
        let library = Library::new(DataModel::Lp64);
        let config = Config { flavor: Flavor::GnuC11, ..Config::default() };
        let mut functions = 0;
        for (model, (name, _)) in models().iter().enumerate() {
            let mut sources = SourceMap::default();
            let unit = library.read(model, &mut sources);
            let text = sources.units()[unit].text.clone();
            let parsed = parse_preprocessed(&config, text).expect("a model is correct");
            for item in &parsed.unit.0 {
                let ExternalDeclaration::FunctionDefinition(definition) = &item.node else { continue };
                let DeclaratorKind::Identifier(function) = &definition.node.declarator.node.kind.node else {
                    panic!("{name}: a definition has a name");
                };
                let is_static = definition.node.specifiers.iter().any(|specifier| {
                    matches!(&specifier.node, DeclarationSpecifier::StorageClass(class)
                        if class.node == StorageClassSpecifier::Static)
                });
                if is_static {
                    continue;
                }
                let function = &function.node.name;
                assert!(library.offering(stem(function)).contains(&model), "{name}: {function}");
                functions += 1;
            }
        }
        assert!(functions > 300, "{functions}");
    }
}
