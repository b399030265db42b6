//! `static_assert` and the form without a message, both of C23.

use super::Edits;
use super::outline::Outline;

pub fn rewrite(outline: &Outline, edits: &mut Edits) {
    for (index, token) in outline.tokens.iter().enumerate() {
        let new = token.text == "static_assert" && outline.begins(index);
        if !(new || token.text == "_Static_assert") || outline.text(index + 1) != "(" {
            continue;
        }
        if new {
            edits.replace(token.start, token.end(), "_Static_assert");
        }
        let close = outline.partner(index + 1);
        let mut at = index + 2;
        while at < close && outline.text(at) != "," {
            at = outline.partner(at).max(at) + 1;
        }
        if at == close {
            edits.insert(outline.tokens[close].start, ", \"\"");
        }
    }
}
