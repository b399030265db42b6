//! Single words and literals in another spelling, and the types of other checkers.

use std::borrow::Cow;

use super::names::{CONSTANT, PREFERRED_ALIGNMENT, UNQUALIFIED, encode};
use super::outline::Outline;
use super::token::Kind;
use super::{Edits, Refusal};

pub fn rewrite(outline: &Outline, edits: &mut Edits) -> Result<(), Refusal> {
    for (index, token) in outline.tokens.iter().enumerate() {
        match token.kind {
            Kind::Word => {
                if token.text == "__builtin_types_compatible_p" {
                    compare_types(outline, index, edits);
                } else if matches!(token.text, "_Alignof" | "alignof" | "__alignof__" | "__alignof") {
                    align_of(outline, index, edits);
                } else if matches!(token.text, "typeof_unqual" | "__typeof_unqual__" | "__typeof_unqual") {
                    unqualified(outline, index, edits);
                } else if let Some(other) = respelt(outline, index)? {
                    edits.replace(token.start, token.end(), other);
                }
            }
            Kind::Number if token.text.contains('\'') => {
                edits.replace(token.start, token.end(), token.text.replace('\'', ""));
            }
            Kind::Literal if token.text.contains("\\e") || token.text.contains("\\E") => {
                edits.replace(token.start, token.end(), escapes(token.text));
            }
            _ => {}
        }
    }
    Ok(())
}

fn respelt(outline: &Outline, index: usize) -> Result<Option<Cow<'static, str>>, Refusal> {
    let word = outline.text(index);
    Ok(Some(match word {
        "__thread" | "__CPROVER_thread_local" => "_Thread_local".into(),
        "thread_local" if outline.is_word(index + 1) => "_Thread_local".into(),
        "__CPROVER_bool" => "_Bool".into(),
        "__CPROVER_size_t" | "__CPROVER_ssize_t" => "__typeof__(sizeof(0))".into(),
        "__CPROVER_bitvector"
        | "__CPROVER_floatbv"
        | "__CPROVER_fixedbv"
        | "__CPROVER_rational"
        | "__CPROVER_integer" => {
            return Err(Refusal::new(outline, index, format!("the type '{word}'"), "use a type of C"));
        }
        "_BitInt" => {
            let help = "use the next larger integer type, and mask what is beyond its width";
            return Err(Refusal::new(outline, index, "the type '_BitInt'", help));
        }
        "constexpr" if outline.is_word(index + 1) => format!("const __attribute__(({CONSTANT}))").into(),
        _ if !word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') => encode(word).into(),
        _ => return Ok(None),
    }))
}

/// The parser takes expressions for arguments: each type is handed over as the operand of `sizeof`.
fn compare_types(outline: &Outline, index: usize, edits: &mut Edits) {
    let open = index + 1;
    let close = outline.partner(open);
    if outline.text(open) != "(" || close <= open {
        return;
    }
    edits.insert(outline.tokens[open].end(), "sizeof(");
    let mut at = open + 1;
    while at < close {
        if outline.text(at) == "," {
            edits.replace(outline.tokens[at].start, outline.tokens[at].end(), "),sizeof(");
        }
        at = outline.partner(at).max(at) + 1;
    }
    edits.insert(outline.tokens[close].start, ")");
}

fn unqualified(outline: &Outline, index: usize, edits: &mut Edits) {
    let (open, close) = (index + 1, outline.partner(index + 1));
    if outline.text(open) == "(" && close > open {
        let before = format!("__typeof__({UNQUALIFIED}(sizeof(");
        edits.replace(outline.tokens[index].start, outline.tokens[open].end(), before);
        edits.insert(outline.tokens[close].start, "))");
    }
}

/// The parser takes only types here; gcc, and C23, also objects.
fn align_of(outline: &Outline, index: usize, edits: &mut Edits) {
    let (open, close) = (index + 1, outline.partner(index + 1));
    if outline.text(open) == "(" && close > open {
        let (before, after) = if !outline.text(index).starts_with("__") {
            ("_Alignof(__typeof__(".to_owned(), ")")
        } else {
            (format!("{PREFERRED_ALIGNMENT}(sizeof(__typeof__("), "))")
        };
        edits.replace(outline.tokens[index].start, outline.tokens[open].end(), before);
        edits.insert(outline.tokens[close].start, after);
    }
}

/// `\e` is the escape character.
fn escapes(literal: &str) -> String {
    let mut text = String::with_capacity(literal.len() + 8);
    let mut characters = literal.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        match characters.next() {
            Some('e' | 'E') => text.push_str("\\033"),
            Some(other) => text.extend(['\\', other]),
            None => text.push('\\'),
        }
    }
    text
}
