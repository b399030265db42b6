//! `enum e : unsigned char { … }`: the underlying type of C23 becomes an attribute, as the operand of `sizeof`.

use super::Edits;
use super::names::UNDERLYING;
use super::outline::{Outline, is_specifier};

pub fn rewrite(outline: &Outline, edits: &mut Edits) {
    for index in 0..outline.tokens.len() {
        if outline.text(index) != "enum" {
            continue;
        }
        let mut colon = outline.behind_attributes(index + 1);
        if outline.is_name(colon) {
            colon = outline.behind_attributes(colon + 1);
        }
        let end = end_of_type(outline, colon + 1);
        // Otherwise the colon is that of an unnamed bit-field.
        if outline.text(colon) != ":" || end == colon + 1 {
            continue;
        }
        let words: Vec<&str> = (colon + 1..end).map(|at| outline.text(at)).collect();
        edits.remove(outline.tokens[colon].start, outline.tokens[end - 1].end());
        let text = format!(" __attribute__(({UNDERLYING}(sizeof({})))) ", words.join(" "));
        let close = outline.partner(end);
        let behind = if outline.text(end) == "{" && close > end { close } else { end - 1 };
        edits.insert(outline.tokens[behind].end(), text);
    }
}

/// Behind the words of a type.
fn end_of_type(outline: &Outline, start: usize) -> usize {
    let mut at = start;
    loop {
        let text = outline.text(at);
        let named = at == start && outline.is_typedef(text);
        let common = at == start && (text.ends_with("_t") || text == "bool") && outline.is_name(at);
        match text {
            "__typeof__" | "typeof" | "__typeof" if outline.text(at + 1) == "(" => {
                at = outline.partner(at + 1).max(at + 1) + 1;
            }
            _ if is_specifier(text) || named || common => at += 1,
            _ => return at,
        }
    }
}
