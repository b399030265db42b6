//! Labels before a declaration or before `}` (C23, and gcc as an extension) get the empty statement that C11
//! asks for; the labels that `__label__` makes local to a block get names that no other block has. Labels as
//! values cannot be checked, and are refused if reached.

use super::Edits;
use super::names::{REFUSED, encode};
use super::outline::{Context, Outline};

pub fn rewrite(outline: &Outline, edits: &mut Edits) {
    // Inner blocks come later in the text: their names win.
    for index in (0..outline.tokens.len()).rev().filter(|&index| outline.text(index) == "__label__") {
        rename(outline, index, edits);
    }
    for (index, token) in outline.tokens.iter().enumerate() {
        match token.text {
            ":" if outline.is_label_colon(index) => {
                let next = outline.behind_attributes(index + 1);
                if outline.text(next) == "}" || outline.is_declaration(index + 1) {
                    edits.insert(token.end(), ";");
                }
            }
            "__label__" => {
                let end = (index..outline.tokens.len()).find(|&at| outline.text(at) == ";");
                if let Some(end) = end {
                    edits.remove(token.start, outline.tokens[end].end());
                }
            }
            "&&" if outline.context(index) != Context::File
                && outline.is_name(index + 1)
                && matches!(outline.before(index), "=" | "(" | "," | "{" | "return" | "[" | "?" | ":") =>
            {
                edits.replace(token.start, outline.tokens[index + 1].end(), REFUSED[1].0);
            }
            "*" if outline.before(index) == "goto" => {
                let end = (index..outline.tokens.len()).find(|&at| outline.text(at) == ";");
                let end = end.map_or(token.end(), |end| outline.tokens[end].start);
                edits.replace(outline.tokens[index - 1].start, end, REFUSED[2].0);
            }
            _ => {}
        }
    }
}

/// Gives the labels of the declaration at `index` another name, wherever its block uses them.
fn rename(outline: &Outline, index: usize, edits: &mut Edits) {
    let count = outline.tokens.len();
    let Some(end) = (index..count).find(|&at| outline.text(at) == ";") else { return };
    let names: Vec<&str> = (index + 1..end).map(|at| outline.text(at)).filter(|text| *text != ",").collect();
    let mut at = end + 1;
    let mut depth = 0usize;
    while at < count {
        match outline.text(at) {
            "{" => depth += 1,
            "}" if depth == 0 => break,
            "}" => depth -= 1,
            text if names.contains(&text) => {
                let used = outline.before(at) == "goto" || outline.is_label_colon(at + 1);
                if used && outline.is_name(at) {
                    let token = outline.tokens[at];
                    edits.replace(token.start, token.end(), encode(&format!("{text}${index}")));
                }
            }
            _ => {}
        }
        at += 1;
    }
}
