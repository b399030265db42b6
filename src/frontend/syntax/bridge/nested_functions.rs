//! Functions inside of functions are an extension of gcc that is refused.

use super::Refusal;
use super::outline::{Context, Outline, is_type_word};

pub fn refuse(outline: &Outline) -> Result<(), Refusal> {
    for (index, token) in outline.tokens.iter().enumerate() {
        if token.text != "{" || outline.context(index) != Context::Block || outline.before(index) != ")" {
            continue;
        }
        let open = outline.partner(index - 1);
        let Some(name) = open.checked_sub(1).filter(|name| outline.is_name(*name)) else { continue };
        let before = outline.before(name);
        let declares = before == "*" || is_type_word(before) || outline.is_typedef(before);
        if declares && !outline.is_enclosed(name) {
            let what = format!("a function inside of a function ('{}')", outline.text(name));
            return Err(Refusal::new(outline, name, what, "move it to file scope"));
        }
    }
    Ok(())
}
