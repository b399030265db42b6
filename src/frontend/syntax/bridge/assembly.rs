//! Assembly: what stands outside of functions only concerns the linker and goes away; `asm goto` is refused if reached;
//! other statements reach the parser in the one spelling it knows.

use super::Edits;
use super::names::REFUSED;
use super::outline::{Context, Outline};

pub fn rewrite(outline: &Outline, edits: &mut Edits) {
    for (index, token) in outline.tokens.iter().enumerate() {
        if !matches!(token.text, "asm" | "__asm__" | "__asm") {
            continue;
        }
        let mut open = index + 1;
        let mut is_goto = false;
        while matches!(
            outline.text(open),
            "volatile" | "__volatile__" | "__volatile" | "inline" | "__inline__" | "goto"
        ) {
            is_goto |= outline.text(open) == "goto";
            if outline.text(open).contains("inline") {
                let word = outline.tokens[open];
                edits.remove(word.start, word.end());
            }
            open += 1;
        }
        if outline.text(open) != "(" {
            continue;
        }
        let close = outline.partner(open);
        if outline.context(index) == Context::File && outline.begins(index) && outline.text(close + 1) == ";"
        {
            edits.remove(token.start, outline.tokens[close + 1].end());
        } else if is_goto {
            edits.replace(token.start, outline.tokens[close].end(), REFUSED[0].0);
        } else if token.text == "asm" {
            edits.replace(token.start, token.end(), "__asm__");
        }
    }
}
