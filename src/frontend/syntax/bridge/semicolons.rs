//! A `;` that ends nothing, between declarations or members, goes away: gcc takes it.

use super::Edits;
use super::outline::{Context, Outline};

pub fn rewrite(outline: &Outline, edits: &mut Edits) {
    for (index, token) in outline.tokens.iter().enumerate() {
        let between = matches!(outline.context(index), Context::File | Context::Record);
        if token.text == ";" && between && outline.begins(index) {
            edits.remove(token.start, token.end());
        }
    }
}
