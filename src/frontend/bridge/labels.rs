//! Labels before a declaration or before `}` (C23, and gcc as an extension) get the empty statement that C11
//! asks for; `__label__` declares nothing that a function without nested functions needs. Labels as values
//! cannot be checked, and are refused if reached.

use super::Edits;
use super::names::REFUSED;
use super::outline::{Context, Outline};

pub fn rewrite(outline: &Outline, edits: &mut Edits) {
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
