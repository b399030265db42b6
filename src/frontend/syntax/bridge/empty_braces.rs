//! `(struct s){}`: an empty list is taken as an initialiser, but not in a compound literal.

use super::Edits;
use super::outline::Outline;

pub fn rewrite(outline: &Outline, edits: &mut Edits) {
    for (index, token) in outline.tokens.iter().enumerate() {
        // `() {}` is the empty body of a function, `(x) {}` that of a statement.
        if token.text != "{" || outline.text(index + 1) != "}" || outline.before(index) != ")" {
            continue;
        }
        if outline.is_initializer(index) {
            edits.insert(token.end(), "0");
        }
    }
}
