//! Types of gcc that the parser has no words for: `__int128` with its sign, `__float128`, and the type that
//! an initialiser determines.

use super::Edits;
use super::names::{FLOAT128, INFERRED, INT128, UINT128};
use super::outline::Outline;

pub fn rewrite(outline: &Outline, edits: &mut Edits) {
    for (index, token) in outline.tokens.iter().enumerate() {
        let name = match token.text {
            "__int128" => wide_integer(outline, index, edits),
            "__int128_t" => INT128,
            "__uint128_t" => UINT128,
            "__float128" | "__float80" | "__ibm128" => FLOAT128,
            "__auto_type" => INFERRED,
            // C23: `auto` without a type.
            "auto" if outline.is_name(index + 1) && outline.text(index + 2) == "=" => INFERRED,
            _ => continue,
        };
        edits.declare(format!("typedef int {name};"));
        edits.replace(token.start, token.end(), name);
    }
}

/// Takes away the words for the sign, which may stand on both sides.
fn wide_integer(outline: &Outline, index: usize, edits: &mut Edits) -> &'static str {
    let mut name = INT128;
    for neighbour in [index.checked_sub(1), Some(index + 1)].into_iter().flatten() {
        match outline.text(neighbour) {
            "unsigned" => name = UINT128,
            "signed" | "__signed__" | "__signed" => {}
            _ => continue,
        }
        let word = outline.tokens[neighbour];
        edits.remove(word.start, word.end());
    }
    name
}
