//! `a ?: b`: a name stands in for the value of the condition, which lowering evaluates once.

use super::Edits;
use super::names::CONDITION;
use super::outline::Outline;

pub fn rewrite(outline: &Outline, edits: &mut Edits) {
    for (index, token) in outline.tokens.iter().enumerate() {
        if token.text == "?" && outline.text(index + 1) == ":" {
            edits.insert(token.end(), format!(" {CONDITION} "));
        }
    }
}
