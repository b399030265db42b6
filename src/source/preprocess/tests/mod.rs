//! Tests of the preprocessor, by idea.

mod conditionals;
mod files;
mod macros;
mod marks;
mod robustness;

use super::lex::Lexer;
use super::token::{Names, TokenKind};
use crate::source::{Diagnostic, Input, PreprocessOptions, SourceMap, preprocess, render};

/// A preprocessed text with its map.
struct Run {
    sources: SourceMap,
    unit: usize,
    warnings: Vec<Diagnostic>,
}

impl Run {
    fn text(&self) -> &str {
        &self.sources.units()[self.unit].text
    }

    /// Where the `n`-th occurrence (from 0) of a word in the output comes from: `file:line:column`.
    fn origin(&self, word: &str, n: usize) -> String {
        let unit = &self.sources.units()[self.unit];
        let (at, _) = unit.text.match_indices(word).nth(n).expect("the word is in the output");
        let start = unit.base + at as u32;
        let location = self.sources.locate(crate::source::Span { start, end: start + word.len() as u32 });
        format!("{}:{}:{}", location.file, location.line, location.column)
    }
}

fn run(text: &str) -> Run {
    run_with(text, &PreprocessOptions::default())
}

fn run_with(text: &str, options: &PreprocessOptions) -> Run {
    let mut sources = SourceMap::default();
    let input = Input::Text { name: "test.c".to_string(), text: text.to_string() };
    match preprocess(&mut sources, input, options) {
        Ok(result) => Run { unit: result.unit, warnings: result.warnings, sources },
        Err(errors) => panic!("unexpected: {}", render(&errors, &sources, false)),
    }
}

/// The tokens of a text; equal to any text with the same tokens.
#[derive(Debug)]
struct Tokens(Vec<String>);

impl Tokens {
    fn of(text: &str) -> Tokens {
        let mut names = Names::new();
        let mut lexer = Lexer::new(text.into(), crate::source::FileId(0));
        let mut result = Vec::new();
        loop {
            let token = lexer.next(&mut names);
            match token.kind {
                TokenKind::End => return Tokens(result),
                TokenKind::Newline => {}
                _ => result.push(names.text(token.text).to_string()),
            }
        }
    }
}

impl PartialEq<&str> for Tokens {
    fn eq(&self, text: &&str) -> bool {
        self.0 == Tokens::of(text).0
    }
}

/// The tokens of the output.
fn tokens(text: &str) -> Tokens {
    Tokens::of(run(text).text())
}

/// What is wrong, rendered.
fn failure(text: &str) -> String {
    let mut sources = SourceMap::default();
    let input = Input::Text { name: "test.c".to_string(), text: text.to_string() };
    match preprocess(&mut sources, input, &PreprocessOptions::default()) {
        Ok(result) => panic!("unexpectedly fine: {}", sources.units()[result.unit].text),
        Err(errors) => render(&errors, &sources, false),
    }
}
