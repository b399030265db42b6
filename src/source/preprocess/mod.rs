//! The built-in preprocessor: C11's translation phases 1 to 4, with the GNU extensions that programs use.
//!
//! A file comes in; one unit of text goes into the `SourceMap`, free of directives and comments, with marks
//! that lead from every token back to the user's file. It is our own because of those marks: every token of
//! the output must say where the user wrote it, through macros, `#line` and included files.
//!
//! Any input ends: includes, what macros produce, and what nests are bounded, and reaching a bound is a
//! diagnostic. `__DATE__` and `__TIME__` are constant, so that the same input gives the same output.
//!
//! | file | idea |
//! | --- | --- |
//! | `lex` | text to tokens: splices, comments, spellings |
//! | `directive` | lines that begin with `#`, skipped groups |
//! | `include` | the search path, reading files |
//! | `condition` | the expressions of `#if` |
//! | `macros`, `expand`, `hide` | definitions, expansion, and what must not be expanded again |
//! | `output` | text and marks |

mod condition;
mod directive;
mod expand;
mod hide;
mod include;
mod lex;
mod macros;
mod output;
mod predefined;
#[cfg(test)]
mod tests;
mod token;

use std::path::PathBuf;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use self::directive::Conditional;
use self::expand::Feed;
use self::hide::HideSets;
use self::lex::Lexer;
use self::macros::Macro;
use self::output::Output;
use self::token::*;
use super::headers::EMBEDDED_PREFIX;
use super::{Diagnostic, Mark, Severity, SourceMap, Span};
use crate::data_model::DataModel;

pub use self::output::render_with_line_markers;

const DEEPEST_INCLUDE: usize = 200;
const MOST_ERRORS: usize = 20;
const MOST_OUTPUT_BYTES: usize = 256 << 20;

#[derive(Clone, Debug, Default)]
pub struct PreprocessOptions {
    /// `-I`
    pub include_dirs: Vec<PathBuf>,
    /// `-D NAME` and `-D NAME=VALUE`
    pub defines: Vec<(String, Option<String>)>,
    /// `-U`, applied after all defines.
    pub undefines: Vec<String>,
    /// `-include`
    pub forced_includes: Vec<PathBuf>,
    pub data_model: DataModel,
}

#[derive(Clone, Debug)]
pub enum Input {
    Path(PathBuf),
    /// Standard input, or a model: a name that begins with `<bmc>/` is part of bmc-conc.
    Text {
        name: String,
        text: String,
    },
}

#[derive(Debug)]
pub struct Preprocessed {
    /// Index in `SourceMap::units`.
    pub unit: usize,
    pub warnings: Vec<Diagnostic>,
}

/// Preprocesses one translation unit. Messages have their spans in a unit of their own, because what they are
/// about (directives, mostly) is not in the output.
pub fn preprocess(
    sources: &mut SourceMap,
    input: Input,
    options: &PreprocessOptions,
) -> Result<Preprocessed, Vec<Diagnostic>> {
    let mut preprocessor = Preprocessor::new(sources, options);
    let unplaced = preprocessor.run(input).unwrap_or_default();
    preprocessor.finish(unplaced)
}

/// Preprocessing cannot go on; the reason has been reported.
#[derive(Debug)]
struct Stop;

/// A file being read.
struct Opened {
    lexer: Lexer,
    /// Where quoted includes are looked up first; `None` for an embedded file.
    directory: Option<PathBuf>,
    /// Where on the search path it was found.
    search_position: usize,
    conditionals: Vec<Conditional>,
    /// What `#pragma once` remembers.
    identity: String,
}

struct Problem {
    severity: Severity,
    message: String,
    help: Option<String>,
    place: Place,
    text: String,
}

struct Preprocessor<'a> {
    sources: &'a mut SourceMap,
    options: &'a PreprocessOptions,
    names: Names,
    hides: HideSets,
    macros: FxHashMap<Symbol, Rc<Macro>>,
    /// The innermost last.
    opened: Vec<Opened>,
    once: FxHashSet<String>,
    output: Output,
    problems: Vec<Problem>,
    main_name: String,
    main_start: Place,
    counter: u64,
    includes: usize,
    /// Tokens that macros have produced.
    produced: usize,
    /// Bytes of the tokens that `#` and `##` have made.
    made_bytes: usize,
    argument_depth: usize,
    /// Of the arguments that are being expanded, one inside another.
    argument_tokens: usize,
}

impl<'a> Preprocessor<'a> {
    fn new(sources: &'a mut SourceMap, options: &'a PreprocessOptions) -> Self {
        let built_in = predefined::text(options.data_model);
        let mut preprocessor = Preprocessor {
            sources,
            options,
            names: Names::new(),
            hides: HideSets::new(),
            macros: FxHashMap::default(),
            opened: Vec::new(),
            once: FxHashSet::default(),
            output: Output::default(),
            problems: Vec::new(),
            main_name: String::new(),
            main_start: Place { file: super::FileId(0), line: 1, column: 1 },
            counter: 0,
            includes: 0,
            produced: 0,
            made_bytes: 0,
            argument_depth: 0,
            argument_tokens: 0,
        };
        preprocessor.main_start = preprocessor.open_text(predefined::NAME, built_in);
        preprocessor
    }

    /// Reads everything there is to read; returns what is wrong outside of any file.
    fn run(&mut self, input: Input) -> Result<Vec<Diagnostic>, Stop> {
        self.read_to_end()?;
        let command_line = self.command_line();
        if !command_line.is_empty() {
            self.open_text("<command line>", command_line);
            self.read_to_end()?;
        }
        for path in &self.options.forced_includes {
            match self.load(path) {
                Ok(loaded) => self.open(path, loaded, 0),
                Err(message) => return Ok(vec![include::unreadable(path, &message)]),
            }
            self.read_to_end()?;
        }
        match input {
            Input::Path(path) => match self.load(&path) {
                Ok(loaded) => {
                    self.main_name = path.display().to_string();
                    self.main_start = Place { file: loaded.file, line: 1, column: 1 };
                    self.open(&path, loaded, 0);
                }
                Err(message) => return Ok(vec![include::unreadable(&path, &message)]),
            },
            Input::Text { name, text } => match include::text_of(text.as_bytes()) {
                Ok(text) => {
                    self.main_start = self.open_text(&name, text);
                    self.main_name = name;
                }
                Err(message) => return Ok(vec![include::unreadable(name.as_ref(), &message)]),
            },
        }
        self.read_to_end()?;
        Ok(Vec::new())
    }

    fn open_text(&mut self, name: &str, text: String) -> Place {
        let embedded = name.starts_with(EMBEDDED_PREFIX) || name == predefined::NAME;
        let text: std::sync::Arc<str> = text.into();
        let file = self.register(name, Some(text.clone()), embedded);
        let directory = (!name.starts_with(EMBEDDED_PREFIX)).then(PathBuf::new);
        self.opened.push(Opened {
            lexer: Lexer::new(text, file),
            directory,
            search_position: 0,
            conditionals: Vec::new(),
            identity: name.to_string(),
        });
        Place { file, line: 1, column: 1 }
    }

    /// The options as directives.
    fn command_line(&self) -> String {
        let one_line = |text: &str| text.replace(['\n', '\r'], " ");
        let mut text = String::new();
        for (name, value) in &self.options.defines {
            let value = value.as_deref().unwrap_or("1");
            text.push_str(&format!("#define {} {}\n", one_line(name), one_line(value)));
        }
        for name in &self.options.undefines {
            text.push_str(&format!("#undef {}\n", one_line(name)));
        }
        text
    }

    fn read_to_end(&mut self) -> Result<(), Stop> {
        let mut feed = Feed::file();
        loop {
            let token = self.next_expanded(&mut feed)?;
            match token.kind {
                TokenKind::End => return Ok(()),
                TokenKind::Identifier if token.text == PRAGMA_OPERATOR => {
                    self.pragma_operator(&token, &mut feed)?;
                }
                _ => self.write(&token),
            }
            if self.output.text.len() > MOST_OUTPUT_BYTES {
                self.error(&token, "the preprocessed program is too large");
                return Err(Stop);
            }
            if self.errors() >= MOST_ERRORS {
                return Err(Stop);
            }
        }
    }

    /// Writes a token to the output, unless it is one that only a preprocessor understands.
    fn write(&mut self, token: &Token) {
        match token.kind {
            TokenKind::Other => {
                let text = self.names.text(token.text);
                let message = match text.chars().next() {
                    Some(quote @ ('"' | '\'')) => format!("missing closing {quote}"),
                    _ if text.len() > 1 => "missing closing quote".to_string(),
                    _ => format!("stray '{text}'"),
                };
                self.error(token, message);
            }
            _ if token.is_hash() || token.is_paste() => self.error(token, "stray '#'"),
            _ => self.output.write(token, &self.names),
        }
    }

    /// `_Pragma ( "…" )` means what the directive means: nothing, or a change of the layout of records.
    fn pragma_operator(&mut self, operator: &Token, feed: &mut Feed) -> Result<(), Stop> {
        let open = self.next_expanded(feed)?;
        let text = self.next_expanded(feed)?;
        let close = self.next_expanded(feed)?;
        if !open.is(OPEN) || text.kind != TokenKind::String || !close.is(CLOSE) {
            self.error(operator, "'_Pragma' needs a string literal in parentheses");
        } else if self.names.text(text.text).trim_start_matches('"').trim_start().starts_with("pack") {
            let whole = format!("_Pragma({})", self.names.text(text.text));
            let whole = self.names.intern(&whole);
            self.output.write(&Token { text: whole, ..*operator }, &self.names);
        }
        Ok(())
    }

    fn is_defined(&self, name: Symbol) -> bool {
        let dynamic = matches!(
            name,
            FILE | BASE_FILE
                | LINE
                | COUNTER
                | INCLUDE_LEVEL
                | HAS_INCLUDE
                | HAS_INCLUDE_NEXT
                | HAS_ATTRIBUTE
                | HAS_C_ATTRIBUTE
                | HAS_BUILTIN
        );
        dynamic || self.macros.contains_key(&name)
    }

    fn is_built_in(&self, place: Place) -> bool {
        *self.sources.file(place.file).name == *predefined::NAME
    }

    /// Reads `text` as one token; `None` if it is not exactly one.
    fn lex_single(&mut self, text: &str) -> Option<(TokenKind, Symbol)> {
        let mut lexer = Lexer::new(text.into(), self.main_start.file);
        let token = lexer.next(&mut self.names);
        let end = lexer.next(&mut self.names);
        let single = end.kind == TokenKind::End && !end.space_before && !token.space_before;
        let proper = !matches!(token.kind, TokenKind::End | TokenKind::Newline | TokenKind::Other);
        (single && proper).then_some((token.kind, token.text))
    }

    fn end_token(&self) -> Token {
        Token {
            kind: TokenKind::End,
            text: EMPTY,
            place: self.main_start,
            hidden_from: Default::default(),
            space_before: false,
            from_macro: false,
        }
    }

    fn errors(&self) -> usize {
        self.problems.iter().filter(|problem| problem.severity == Severity::Error).count()
    }

    fn error(&mut self, at: &Token, message: impl Into<String>) {
        self.report(Severity::Error, at, message.into(), None);
    }

    fn error_with_help(&mut self, at: &Token, message: impl Into<String>, help: String) {
        self.report(Severity::Error, at, message.into(), Some(help));
    }

    fn warning(&mut self, at: &Token, message: impl Into<String>) {
        self.report(Severity::Warning, at, message.into(), None);
    }

    fn report(&mut self, severity: Severity, at: &Token, message: String, help: Option<String>) {
        let repeated =
            self.problems.iter().any(|problem| problem.place == at.place && problem.message == message);
        // At the end of a file there may be one for every line of it.
        let too_many = match severity {
            Severity::Warning => self.problems.len() > 10 * MOST_ERRORS,
            Severity::Error => self.errors() >= MOST_ERRORS,
        };
        if repeated || too_many {
            return;
        }
        let text = self.names.text(at.text).to_string();
        self.problems.push(Problem { severity, message, help, place: at.place, text });
    }

    fn finish(self, unplaced: Vec<Diagnostic>) -> Result<Preprocessed, Vec<Diagnostic>> {
        let failed = !unplaced.is_empty() || self.errors() > 0;
        let mut diagnostics = unplaced;
        let (text, marks) = self.output.finish(self.main_start);
        let unit = if failed { 0 } else { self.sources.add_unit(text, marks) };
        diagnostics.extend(place_problems(self.sources, self.problems));
        if failed { Err(diagnostics) } else { Ok(Preprocessed { unit, warnings: diagnostics }) }
    }
}

/// Gives every problem a span, in a unit that holds the tokens the problems are about.
fn place_problems(sources: &mut SourceMap, problems: Vec<Problem>) -> Vec<Diagnostic> {
    if problems.is_empty() {
        return Vec::new();
    }
    let mut text = String::new();
    let mut marks = Vec::new();
    let mut ranges = Vec::new();
    for problem in &problems {
        let Place { file, line, column } = problem.place;
        let start = text.len() as u32;
        marks.push(Mark { offset: start, file, line, column });
        text.push_str(&problem.text);
        ranges.push(Span { start, end: text.len() as u32 });
        text.push('\n');
    }
    let unit = sources.add_unit(text, marks);
    let base = sources.units()[unit].base;
    let place = |(problem, range): (Problem, Span)| Diagnostic {
        severity: problem.severity,
        message: problem.message,
        span: Some(Span { start: base + range.start, end: base + range.end }),
        help: problem.help,
    };
    problems.into_iter().zip(ranges).map(place).collect()
}
