//! The syntax tree of a unit, by lang-c with GNU extensions.
//!
//! lang-c recurses over its input, so nesting is bounded before it sees the text (`nesting`). What it does not know is
//! rewritten before (`bridge`), so its offsets are not those of the unit: `Parsed::offsets` leads back.

use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, SyntaxError, parse_preprocessed};

use crate::frontend::syntax::bridge::token::{tokens, tokens_from};
use crate::frontend::syntax::bridge::{Bridged, Offsets, bridge, header_of};
use crate::frontend::syntax::nesting::bounded_nesting;
use crate::source::{Diagnostic, SourceMap, Span, Unit};

pub struct Parsed {
    pub tree: TranslationUnit,
    /// From the tree's offsets to those of the unit.
    pub offsets: Offsets,
}

pub fn parse(sources: &SourceMap, unit: usize) -> Result<Parsed, Diagnostic> {
    let unit = &sources.units()[unit];
    bounded_nesting(unit)?;
    parse_text(sources, unit, &unit.text)
}

/// A model of the library, of which `text` has what is needed.
pub fn parse_model(sources: &SourceMap, unit: usize, text: &str) -> Parsed {
    let unit = &sources.units()[unit];
    parse_text(sources, unit, text)
        .unwrap_or_else(|error| panic!("a model is parsed without errors: {error:?}"))
}

/// `text` is that of the unit, but for blanks.
fn parse_text(sources: &SourceMap, unit: &Unit, text: &str) -> Result<Parsed, Diagnostic> {
    let Bridged { text, offsets } = bridge(text).map_err(|refusal| {
        let place = |offset: usize| unit.base + offset as u32;
        let span = Span { start: place(refusal.start), end: place(refusal.end) };
        let refused = Diagnostic::unsupported(span, refusal.what);
        match refusal.help {
            Some(help) => refused.with_help(help),
            None => refused,
        }
    })?;
    let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    match parse_preprocessed(&config, text) {
        Ok(parsed) => Ok(Parsed { tree: parsed.unit, offsets }),
        Err(error) => Err(explain(sources, unit, offsets.start(error.offset), &error)),
    }
}

/// A syntax error in few words: what stands there, and what could stand there if that is a short list.
fn explain(sources: &SourceMap, unit: &Unit, offset: usize, error: &SyntaxError) -> Diagnostic {
    let offset = offset.min(unit.text.len());
    let found = tokens_from(&unit.text, offset).next();
    let (start, token) = found.map_or((unit.text.len(), ""), |token| (token.start, token.text));
    let span = Span { start: unit.base + start as u32, end: unit.base + (start + token.len()) as u32 };
    let mut expected: Vec<&str> =
        error.expected.iter().map(|e| readable(e)).filter(|e| !e.is_empty()).collect();
    expected.sort_unstable();
    expected.dedup();
    let what = if token.is_empty() { "the end of the file".to_owned() } else { format!("'{token}'") };
    let before = unit.text[..offset].trim_end();
    let previous = tokens(before).last().map_or("", |token| token.text);
    for name in [token, previous] {
        if let Some(header) = header_of(name) {
            let message = format!("unknown type name '{name}'");
            return Diagnostic::error(span, message).with_help(format!("include {header}"));
        }
    }
    // The user's mistake is before the header, not in it.
    let span_of_previous = {
        let end = unit.base + before.len() as u32;
        Span { start: end - previous.len() as u32, end }
    };
    let is_in_header = !token.is_empty() && sources.is_embedded(span);
    if is_in_header && !previous.is_empty() && !sources.is_embedded(span_of_previous) {
        let message = format!("syntax error: what ends with '{previous}' is not complete");
        return Diagnostic::error(span_of_previous, message)
            .with_help("a header is included behind it; is ';' missing?");
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
