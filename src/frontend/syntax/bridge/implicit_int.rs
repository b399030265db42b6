//! `main() { … }`, `static x;`, `register i = 0;`: before C99, a declaration without a type declared an `int`.

use super::Edits;
use super::outline::{Context, Outline, is_modifier};

pub fn rewrite(outline: &Outline, edits: &mut Edits) {
    for index in 0..outline.tokens.len() {
        let first = outline.behind_attributes(index);
        let begins = outline.begins(index) || begins_parameter(outline, index);
        if !begins || outline.begins(first) && first != index {
            continue;
        }
        let mut at = first;
        while is_modifier(outline.text(at)) {
            at = outline.behind_attributes(at + 1);
        }
        let modified = at > first;
        let may_be_bare = outline.context(index) == Context::File && outline.begins(index);
        if !(modified || may_be_bare) || outline.context(index) == Context::Record {
            continue;
        }
        let mut name = at;
        while outline.text(name) == "*" {
            name += 1;
        }
        let is_declared = outline.is_name(name) && !outline.is_typedef(outline.text(name));
        let follows = outline.text(name + 1);
        let complete = matches!(follows, "=" | ";" | "[")
            || follows == ","
            || (follows == "(" && plausible_function(outline, name + 1));
        // `auto x = 1;` infers the type, since C23.
        let inferred = outline.before(at) == "auto" && follows == "=";
        if is_declared && complete && !inferred {
            edits.insert(outline.tokens[at].start, "int ");
        }
    }
}

/// A declaration in the parentheses of `for`, or of a parameter in the old style.
fn begins_parameter(outline: &Outline, index: usize) -> bool {
    match outline.before(index) {
        "(" => outline.before(index - 1) == "for",
        ")" => {
            let open = outline.partner(index - 1);
            outline.context(index) == Context::File
                && !outline.is_enclosed(index)
                && open > 0
                && outline.is_name(open - 1)
        }
        _ => false,
    }
}

/// Behind `name (` of a function at file scope: a body, declarations of parameters, or the end.
fn plausible_function(outline: &Outline, open: usize) -> bool {
    let close = outline.partner(open);
    if close <= open {
        return false;
    }
    let behind = outline.behind_attributes(close + 1);
    matches!(outline.text(behind), "{" | ";" | ",") || outline.is_declaration(behind)
}
