//! Attributes: those that matter to lowering stay, where the parser takes them; the others go away.
//!
//! gcc allows `__attribute__((…))` nearly everywhere, lang-c in some of those places. Attributes between
//! `struct` and its name move behind the members, which means the same. `_Alignas` of a member becomes the
//! attribute. Of C23's `[[…]]`, only those of gcc can say something about what a program does.

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
                bracketed(outline, index, close, edits)?;
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

/// `[[gnu::packed, deprecated("…")]]`
fn bracketed(outline: &Outline, open: usize, close: usize, edits: &mut Edits) -> Result<(), Refusal> {
    let mut kept: Vec<String> = Vec::new();
    let mut at = open + 2;
    while at < close {
        let name = at;
        while at + 1 < close && outline.text(at) != "," {
            at = if outline.text(at) == "(" { outline.partner(at).max(at) } else { at } + 1;
        }
        let of_gcc = matches!(outline.text(name), "gnu" | "__gnu__") && outline.text(name + 1) == "::";
        if of_gcc && name + 2 < at && matters(outline, name + 2)? {
            let words: Vec<&str> = (name + 2..at).map(|i| outline.text(i)).collect();
            kept.push(words.join(" "));
        }
        at += 1;
    }
    let (start, end) = (outline.tokens[open].start, outline.tokens[close].end());
    // Behind the members they would belong to the type as this one declaration uses it, which gcc ignores.
    let ignored = open > 0 && outline.is_record(outline.partner(open - 1));
    if kept.is_empty() || ignored {
        edits.remove(start, end);
        return Ok(());
    }
    let text = format!(" __attribute__(({})) ", kept.join(", "));
    match body_behind(outline, open, close) {
        Some(body) => {
            edits.remove(start, end);
            if let Some(body) = body {
                edits.insert(outline.tokens[body].end(), text);
            }
        }
        None => edits.replace(start, end, text),
    }
    Ok(())
}

/// For attributes that follow `struct`, `union` or `enum` directly: the brace that closes the members.
fn body_behind(outline: &Outline, index: usize, close: usize) -> Option<Option<usize>> {
    let mut first = index;
    while let ")" | "]" = outline.before(first) {
        let open = outline.partner(first - 1);
        first = match outline.before(open) {
            "__attribute__" | "__attribute" => open - 1,
            _ if outline.text(open) == "[" && outline.text(open + 1) == "[" => open,
            _ => return None,
        };
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
        "packed" | "aligned" | "mode" | "gnu_inline" | "vector_size" | "weak" => Ok(true),
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
