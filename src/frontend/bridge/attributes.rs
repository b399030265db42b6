//! Attributes: those that matter to lowering stay, where the parser takes them; the others go away.
//!
//! gcc allows `__attribute__((…))` nearly everywhere, lang-c in some of those places. Attributes between
//! `struct` and its name move behind the members, which means the same. `_Alignas` of a member becomes the
//! attribute. C23's `[[…]]` says nothing about what a program does.

use super::outline::{Context, Outline, is_specifier};
use super::{Edits, Refusal};

pub fn rewrite(outline: &Outline, edits: &mut Edits) -> Result<(), Refusal> {
    let mut index = 0;
    while index < outline.tokens.len() {
        let token = outline.tokens[index];
        match token.text {
            "__attribute__" | "__attribute" if outline.text(index + 1) == "(" => {
                index = attribute(outline, index, edits)?;
                continue;
            }
            "[" if outline.text(index + 1) == "[" && outline.partner(index) > index + 1 => {
                let close = outline.partner(index);
                edits.remove(token.start, outline.tokens[close].end());
                index = close;
            }
            "_Alignas" | "alignas" if outline.text(index + 1) == "(" => alignment(outline, index, edits),
            "__extension__" => edits.remove(token.start, token.end()),
            _ => {}
        }
        index += 1;
    }
    Ok(())
}

/// Handles one group; returns the token behind it.
fn attribute(outline: &Outline, index: usize, edits: &mut Edits) -> Result<usize, Refusal> {
    let open = index + 1;
    let close = outline.partner(open);
    let (inner_open, inner_close) = (open + 1, outline.partner(open + 1));
    if close <= open || outline.text(inner_open) != "(" || inner_close + 1 != close {
        return Ok(index + 1);
    }
    let mut kept: Vec<String> = Vec::new();
    let mut dropped: Vec<(usize, usize)> = Vec::new();
    let mut at = inner_open + 1;
    while at < inner_close {
        let name = at;
        while at < inner_close && outline.text(at) != "," {
            at = if outline.text(at) == "(" { outline.partner(at).max(at) } else { at } + 1;
        }
        if name < at && matters(outline, name)? {
            let words: Vec<&str> = (name..at).map(|i| outline.text(i)).collect();
            kept.push(words.join(" "));
        } else if name < at {
            dropped.push((outline.tokens[name].start, outline.tokens[at - 1].end()));
        }
        at += 1;
    }
    let group = (outline.tokens[index].start, outline.tokens[close].end());
    let text = format!(" __attribute__(({})) ", kept.join(", "));
    match body_behind(outline, index, close) {
        _ if kept.is_empty() => edits.remove(group.0, group.1),
        // Between `struct` and the name: to the end of the members, or nowhere if there are none.
        Some(Some(end)) => {
            edits.remove(group.0, group.1);
            edits.insert(outline.tokens[end].end(), text);
        }
        Some(None) => edits.remove(group.0, group.1),
        // Arguments stay in place, since they may need edits of their own.
        None => dropped.into_iter().for_each(|(start, end)| edits.replace(start, end, "__unused__")),
    }
    Ok(close + 1)
}

/// For attributes that follow `struct`, `union` or `enum` directly: the brace that closes the members.
fn body_behind(outline: &Outline, index: usize, close: usize) -> Option<Option<usize>> {
    let mut first = index;
    while outline.before(first) == ")" {
        let open = outline.partner(first - 1);
        if !matches!(outline.before(open), "__attribute__" | "__attribute") {
            return None;
        }
        first = open - 1;
    }
    if !matches!(outline.before(first), "struct" | "union" | "enum") {
        return None;
    }
    let mut brace = outline.behind_attributes(close + 1);
    if outline.is_name(brace) {
        brace = outline.behind_attributes(brace + 1);
    }
    Some((outline.text(brace) == "{").then(|| outline.partner(brace)).filter(|end| *end > brace))
}

/// Whether lowering looks at the attribute.
fn matters(outline: &Outline, name: usize) -> Result<bool, Refusal> {
    let refused = |what: &str, help| Err(Refusal::new(outline, name, what, help));
    match outline.text(name).trim_matches('_') {
        "packed" | "aligned" | "mode" | "gnu_inline" => Ok(true),
        "vector_size" => refused("vector types (the attribute 'vector_size')", "use an array"),
        "alias" | "ifunc" => refused(
            "a function or variable under another name (the attribute 'alias')",
            "write a function that calls the other one, or use #define",
        ),
        "cleanup" => refused("the attribute 'cleanup'", "call the function where the variable's block ends"),
        "constructor" | "destructor" => refused(
            "functions that run outside of main (the attribute 'constructor')",
            "call the function in main",
        ),
        _ => Ok(false),
    }
}

/// `_Alignas(type)` and `_Alignas(number)` of a member.
fn alignment(outline: &Outline, index: usize, edits: &mut Edits) {
    let (token, open) = (outline.tokens[index], outline.tokens[index + 1]);
    let close = outline.partner(index + 1);
    if close <= index + 1 {
        return;
    }
    if outline.context(index) != Context::Record {
        edits.replace(token.start, token.end(), "_Alignas");
        return;
    }
    let first = outline.text(index + 2);
    let is_type = is_specifier(first) || outline.is_typedef(first);
    let (before, after) = if is_type { ("(_Alignof(", ")") } else { ("(", "") };
    edits.replace(token.start, open.end(), format!("__attribute__((__aligned__{before}"));
    edits.replace(outline.tokens[close].start, outline.tokens[close].end(), format!("{after})))"));
}
