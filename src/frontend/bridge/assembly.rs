//! Assembly: what stands outside of functions only concerns the linker and goes away; `asm goto` is refused;
//! other statements reach the parser in the one spelling it knows.

use super::outline::{Context, Outline};
use super::{Edits, Refusal};

pub fn rewrite(outline: &Outline, edits: &mut Edits) -> Result<(), Refusal> {
    for (index, token) in outline.tokens.iter().enumerate() {
        if !matches!(token.text, "asm" | "__asm__" | "__asm") {
            continue;
        }
        let mut open = index + 1;
        while matches!(
            outline.text(open),
            "volatile" | "__volatile__" | "__volatile" | "inline" | "__inline__" | "goto"
        ) {
            if outline.text(open) == "goto" {
                return Err(Refusal::new(
                    outline,
                    index,
                    "'asm goto'",
                    "replace it by C, for instance by an if over a value of __VERIFIER_nondet_int()",
                ));
            }
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
        } else if token.text == "asm" {
            edits.replace(token.start, token.end(), "__asm__");
        }
    }
    Ok(())
}
