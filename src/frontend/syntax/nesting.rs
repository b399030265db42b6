//! How deeply a text may nest, decided on its tokens before the parser sees them.
//!
//! The parser and the lowering recurse over the program, the parser tries alternatives one after the other, and it
//! keeps what it has found for every place. So three things are bounded, each with room for what programs contain:
//!
//! - brackets inside brackets: what the parser keeps grows with the square of it;
//! - *links*: whatever makes a tree deeper without a bracket, such as operators, `else`, labels and the parts of a
//!   declarator, counted from the last `;` or `,` that ends them, over all brackets that are open;
//! - type names inside expressions inside type names, such as `sizeof(int[sizeof(int[1])])`: the parser reads each of
//!   them at least twice, so the time grows exponentially.

use rustc_hash::FxHashSet;

use crate::frontend::syntax::bridge::token::{Kind, Token, tokens};
use crate::source::{Diagnostic, Span, Unit};

const DEEPEST_BRACKETS: usize = 1200;
const MOST_LINKS: usize = 20_000;
const DEEPEST_TYPE_NAMES: usize = 16;

/// A bracket that is open, or the file around all of them.
#[derive(Default)]
struct Frame {
    is_round: bool,
    /// `({` is one level.
    is_level: bool,
    is_type_name: bool,
    links: usize,
    /// `?` without their `:`, between which a comma ends nothing.
    questions: usize,
}

#[derive(Default)]
struct Nesting<'t> {
    /// The outermost first; never empty.
    frames: Vec<Frame>,
    levels: usize,
    /// Of all frames.
    links: usize,
    type_names: usize,
    /// Names that may be types: those that occur in a `typedef`.
    types: FxHashSet<&'t str>,
    in_typedef: bool,
}

/// An error at the first token that is nested too deeply.
pub fn bounded_nesting(unit: &Unit) -> Result<(), Diagnostic> {
    let mut nesting = Nesting { frames: vec![Frame::default()], ..Nesting::default() };
    let mut previous = "";
    let mut rest = tokens(&unit.text).peekable();
    while let Some(token) = rest.next() {
        nesting.read(previous, &token, rest.peek().map_or("", |next| next.text));
        if let Some(help) = nesting.excess() {
            let start = unit.base + token.start as u32;
            let span = Span { start, end: start + token.text.len() as u32 };
            return Err(Diagnostic::error(span, "this is nested too deeply").with_help(help));
        }
        previous = token.text;
    }
    Ok(())
}

impl<'t> Nesting<'t> {
    fn read(&mut self, previous: &str, token: &Token<'t>, next: &str) {
        if self.in_typedef && token.kind == Kind::Word {
            self.types.insert(token.text);
        }
        match token.text {
            "(" | "[" | "{" => {
                // An array of arrays, a function that returns a function, a call of a result.
                if matches!(previous, ")" | "]") {
                    self.link();
                }
                self.open(token.text, previous, next);
            }
            ")" | "]" => self.close(),
            "}" => {
                self.close();
                let goes_on = next == "else" || !(next.is_empty() || begins_statement(next));
                if !goes_on {
                    self.end_links();
                }
            }
            ";" if next != "else" => {
                self.in_typedef &= self.frames.len() > 1;
                self.end_links();
            }
            "," if self.innermost().questions == 0 => self.end_links(),
            ";" | "," => {}
            "?" => {
                self.innermost().questions += 1;
                self.link();
            }
            ":" => {
                let frame = self.innermost();
                frame.questions = frame.questions.saturating_sub(1);
                self.link();
            }
            "typedef" => self.in_typedef = true,
            "else" | "if" | "while" | "for" | "do" | "switch" | "case" | "default" | "sizeof"
            | "__extension__" | "__real__" | "__imag__" => self.link(),
            _ if token.kind == Kind::Punctuator => self.link(),
            _ => {}
        }
    }

    /// What is exceeded, in words.
    fn excess(&self) -> Option<String> {
        if self.levels > DEEPEST_BRACKETS {
            return Some(format!("at most {DEEPEST_BRACKETS} levels of brackets are accepted"));
        }
        if self.links > MOST_LINKS {
            return Some(format!("at most {MOST_LINKS} operators in one expression are accepted"));
        }
        (self.type_names > DEEPEST_TYPE_NAMES).then(|| {
            format!("at most {DEEPEST_TYPE_NAMES} types inside expressions inside types are accepted")
        })
    }

    fn open(&mut self, bracket: &str, previous: &str, next: &str) {
        let is_round = bracket == "(";
        let asks_for_type = matches!(
            previous,
            "_Alignof" | "__alignof__" | "__alignof" | "typeof" | "__typeof__" | "__typeof"
        );
        // The types of parameters are read once; only behind `[` or `{` there is an expression again.
        let mut since_type_name = self.frames.iter().rev().take_while(|frame| !frame.is_type_name);
        let is_inside_expression = self.type_names == 0 || since_type_name.any(|frame| !frame.is_round);
        let is_type = is_type_word(next) || self.types.contains(next);
        let is_type_name = is_round && (asks_for_type || is_type && is_inside_expression);
        let is_level = bracket != "{" || previous != "(";
        self.type_names += usize::from(is_type_name);
        self.levels += usize::from(is_level);
        self.frames.push(Frame { is_round, is_level, is_type_name, ..Frame::default() });
    }

    fn close(&mut self) {
        if self.frames.len() == 1 {
            return;
        }
        if let Some(frame) = self.frames.pop() {
            self.links -= frame.links;
            self.levels -= usize::from(frame.is_level);
            self.type_names -= usize::from(frame.is_type_name);
        }
    }

    fn innermost(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("there is always the frame of the file")
    }

    fn link(&mut self) {
        self.innermost().links += 1;
        self.links += 1;
    }

    fn end_links(&mut self) {
        let frame = self.innermost();
        frame.questions = 0;
        let ended = std::mem::take(&mut frame.links);
        self.links -= ended;
    }
}

/// Whether a token behind `}` begins something new rather than going on with an expression.
fn begins_statement(token: &str) -> bool {
    matches!(token, "{" | "}" | ";") || token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn is_type_word(token: &str) -> bool {
    matches!(
        token,
        "int"
            | "char"
            | "short"
            | "long"
            | "signed"
            | "unsigned"
            | "void"
            | "float"
            | "double"
            | "_Bool"
            | "_Complex"
            | "_Atomic"
            | "__int128"
            | "struct"
            | "union"
            | "enum"
            | "const"
            | "volatile"
            | "typeof"
            | "__typeof__"
            | "__typeof"
            | "__extension__"
    )
}
