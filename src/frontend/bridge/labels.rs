//! Labels before a declaration or before `}` (C23, and gcc as an extension) get the empty statement that C11
//! asks for; `__label__` declares nothing that a function without nested functions needs. Labels as values
//! cannot be checked.

use super::outline::{Context, Outline};
use super::{Edits, Refusal};

pub fn rewrite(outline: &Outline, edits: &mut Edits) -> Result<(), Refusal> {
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
                return Err(Refusal::new(
                    outline,
                    index,
                    format!("the address of a label ('&&{}')", outline.text(index + 1)),
                    "use a switch instead of a table of labels",
                ));
            }
            "*" if outline.before(index) == "goto" => {
                let help = "use a switch instead of a table of labels";
                return Err(Refusal::new(outline, index, "a computed goto ('goto *')", help));
            }
            _ => {}
        }
    }
    Ok(())
}
