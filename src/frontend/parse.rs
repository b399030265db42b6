//! The syntax tree of a unit, by lang-c with GNU extensions.
//!
//! lang-c recurses over its input, so nesting is bounded before it sees the text. Spellings it does not know
//! are replaced by others of the same length, so that all offsets stay, and whoever needs them reads them
//! from the original text: `__thread` and attributes between `struct` and the name become blanks,
//! `__auto_type` becomes `auto int`.

use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, SyntaxError, parse_preprocessed};

use crate::frontend::lowering::unsupported;
use crate::source::{Diagnostic, SourceMap, Span, Unit};

/// Brackets deeper than this, or longer runs of prefix operators, are refused.
const DEEPEST_BRACKETS: usize = 500;

pub fn parse(sources: &SourceMap, unit: usize) -> Result<TranslationUnit, Diagnostic> {
    let unit = &sources.units()[unit];
    bounded_nesting(unit)?;
    let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    let text = hide_unknown_spellings(&unit.text);
    match parse_preprocessed(&config, text) {
        Ok(parsed) => Ok(parsed.unit),
        Err(error) => Err(explain(unit, &error)),
    }
}

/// The tokens of C that matter here: words, literals and single characters, with their offsets.
struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for Tokens<'t> {
    type Item = (usize, &'t str);

    fn next(&mut self) -> Option<(usize, &'t str)> {
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() && bytes[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        let start = self.at;
        let first = *bytes.get(start)?;
        let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80;
        if is_word(first) {
            while self.at < bytes.len() && is_word(bytes[self.at]) {
                self.at += 1;
            }
        } else if first == b'"' || first == b'\'' {
            self.at += 1;
            while self.at < bytes.len() && bytes[self.at] != first {
                self.at += if bytes[self.at] == b'\\' { 2 } else { 1 };
            }
            self.at = (self.at + 1).min(bytes.len());
        } else {
            self.at += 1;
        }
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        Some((start, &self.text[start..self.at]))
    }
}

fn bounded_nesting(unit: &Unit) -> Result<(), Diagnostic> {
    let (mut depth, mut run) = (0usize, 0usize);
    for (offset, token) in (Tokens { text: &unit.text, at: 0 }) {
        match token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let prefix = matches!(token, "!" | "~" | "-" | "+" | "*" | "&" | "sizeof" | "else" | "?" | "(");
        run = if prefix { run + 1 } else { 0 };
        if depth > DEEPEST_BRACKETS || run > DEEPEST_BRACKETS {
            let start = unit.base + offset as u32;
            return Err(Diagnostic::error(
                Span { start, end: start + token.len() as u32 },
                "this is nested too deeply",
            )
            .with_help(format!("at most {DEEPEST_BRACKETS} levels of brackets are accepted")));
        }
    }
    Ok(())
}

fn hide_unknown_spellings(text: &str) -> String {
    let mut hidden = text.as_bytes().to_vec();
    let mut tokens = (Tokens { text, at: 0 }).peekable();
    while let Some((start, token)) = tokens.next() {
        let end = match token {
            "__thread" => start + token.len(),
            "__auto_type" => {
                hidden[start..start + token.len()].copy_from_slice(b"auto int   ");
                continue;
            }
            "struct" | "union" => {
                let mut end = None;
                while let Some((at, _)) = tokens.next_if(|t| t.1.starts_with("__attribute")) {
                    end = Some((end.map_or(at, |(from, _)| from), end_of_brackets(&mut tokens)));
                }
                match end {
                    Some((from, to)) => {
                        blank(&mut hidden[from..to.min(text.len())]);
                        continue;
                    }
                    None => continue,
                }
            }
            _ => continue,
        };
        blank(&mut hidden[start..end]);
    }
    String::from_utf8(hidden).unwrap_or_else(|_| text.to_owned())
}

fn end_of_brackets<'t>(tokens: &mut impl Iterator<Item = (usize, &'t str)>) -> usize {
    let mut depth = 0usize;
    let mut end = 0;
    for (start, token) in tokens.by_ref() {
        end = start + token.len();
        match token {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    end
}

fn blank(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|b| **b != b'\n') {
        *byte = b' ';
    }
}

/// A syntax error in few words: what stands there, and what could stand there if that is a short list.
fn explain(unit: &Unit, error: &SyntaxError) -> Diagnostic {
    let offset = error.offset.min(unit.text.len());
    let found = Tokens { text: &unit.text, at: offset }.next();
    let (start, token) = found.unwrap_or((unit.text.len(), ""));
    let span = Span { start: unit.base + start as u32, end: unit.base + (start + token.len()) as u32 };
    let mut expected: Vec<&str> =
        error.expected.iter().map(|e| readable(e)).filter(|e| !e.is_empty()).collect();
    expected.sort_unstable();
    expected.dedup();
    let what = if token.is_empty() { "the end of the file".to_owned() } else { format!("'{token}'") };
    let before = unit.text[..offset].trim_end();
    let (earlier, previous) = last_two_tokens(before);
    if token == ":" && previous == "?" {
        return unsupported(span, "'?:' without a value in between")
            .with_help("write the condition once more between '?' and ':'");
    }
    if earlier == ":" && TYPE_WORDS.contains(&previous) {
        return unsupported(span, "a declaration directly behind a label")
            .with_help("put ';' behind the label");
    }
    let on_next_line = unit.text[before.len()..start].contains('\n');
    if expected.contains(&"';'") && on_next_line && !previous.is_empty() {
        return Diagnostic::error(span, format!("syntax error: expected ';' after '{previous}'"));
    }
    let starts_word = token.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let follows_word = previous.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if expected.contains(&"an operator") && starts_word && follows_word {
        return Diagnostic::error(span, format!("syntax error: unexpected {what} after '{previous}'"))
            .with_help(format!(
                "is '{previous}' a type that is not declared, or is ';' or an operator missing?"
            ));
    }
    let message = format!("syntax error: unexpected {what}");
    match expected.as_slice() {
        [] => Diagnostic::error(span, message),
        [one] => Diagnostic::error(span, format!("{message}, expected {one}")),
        [first @ .., last] if first.len() < 4 => {
            Diagnostic::error(span, format!("{message}, expected {} or {last}", first.join(", ")))
        }
        many if many.contains(&"an expression") => {
            Diagnostic::error(span, format!("{message}, expected an expression"))
        }
        _ => Diagnostic::error(span, message),
    }
}

const TYPE_WORDS: &[&str] = &[
    "char", "const", "enum", "int", "long", "short", "signed", "static", "struct", "union", "unsigned",
    "void", "_Bool",
];

fn last_two_tokens(text: &str) -> (&str, &str) {
    let mut last = ("", "");
    for (_, token) in (Tokens { text, at: 0 }) {
        last = (last.1, token);
    }
    last
}

/// The parser's name of a token in words.
fn readable(token: &str) -> &str {
    match token {
        "" | "#" | "[_a-zA-Z0-9]" => "",
        "<typedef_name>" => "a type",
        "identifier" | "[_a-zA-Z]" => "a name",
        "!" | "~" | "\"" | "[uUL]" | "u8" | "'" | "[0-9]" => "an expression",
        "!=" | "%" | "%=" | "&&" | "&=" | "*=" | "+=" | "-=" | "->" | "." | "/" | "/=" | "<" | "<<"
        | "<<=" | "<=" | "==" | ">" | ">=" | ">>" | ">>=" | "?" | "^" | "^=" | "|" | "|=" | "||" => {
            "an operator"
        }
        "&" | "*" | "+" | "++" | "-" | "--" | "=" => "",
        ";" => "';'",
        ")" => "')'",
        "(" => "'('",
        "}" => "'}'",
        "{" => "'{'",
        "]" => "']'",
        "[" => "'['",
        "," => "','",
        ":" => "':'",
        other => other,
    }
}
