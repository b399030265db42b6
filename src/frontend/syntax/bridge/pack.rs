//! `#pragma pack`: the preprocessor hands it over as `_Pragma("pack(…)")`, the parser must not see it. What it
//! says where a record ends becomes an attribute of the record.

use super::Edits;
use super::names::PACK;
use super::outline::Outline;

pub fn rewrite(outline: &Outline, edits: &mut Edits) {
    let mut current = None;
    let mut saved = Vec::new();
    let mut pragmas = outline.pragmas.iter().peekable();
    if pragmas.peek().is_none() {
        return;
    }
    for (index, token) in outline.tokens.iter().enumerate() {
        while let Some(pragma) = pragmas.next_if(|pragma| pragma.start < token.start) {
            current = apply(pragma.text, current, &mut saved);
        }
        if let (Some(most), "}") = (current, token.text)
            && outline.is_record(outline.partner(index))
        {
            edits.insert(token.end(), format!(" __attribute__(({PACK}({most})))"));
        }
    }
    for pragma in &outline.pragmas {
        edits.remove(pragma.start, pragma.end);
    }
}

/// The largest alignment of members after the pragma: `pack()`, `pack(n)`, `pack(push, n)`, `pack(pop)`. Names
/// of saved values are for nested headers that forget to restore one, and not told apart.
fn apply(text: &str, current: Option<u64>, saved: &mut Vec<Option<u64>>) -> Option<u64> {
    let Some((_, arguments)) = text.split_once('(') else { return current };
    let arguments = arguments.split(')').next().unwrap_or_default();
    let mut new = current;
    let mut any = false;
    for argument in arguments.split(',').map(str::trim).filter(|argument| !argument.is_empty()) {
        any = true;
        match argument {
            "push" => saved.push(current),
            "pop" => new = saved.pop().unwrap_or(None),
            other => {
                if let Ok(number) = other.parse::<u64>() {
                    new = Some(number).filter(|number| matches!(number, 1 | 2 | 4 | 8 | 16));
                }
            }
        }
    }
    if any { new } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushed_alignments_come_back() {
        let mut saved = Vec::new();
        let mut current = None;
        let mut after = |text: &str| {
            current = apply(text, current, &mut saved);
            current
        };
        assert_eq!(after("pack(2)"), Some(2));
        assert_eq!(after("pack(push, 1)"), Some(1));
        assert_eq!(after("pack(push, name, 4)"), Some(4));
        assert_eq!(after("pack(pop)"), Some(1));
        assert_eq!(after("pack ( pop )"), Some(2));
        assert_eq!(after("pack()"), None);
        assert_eq!(after("pack(pop)"), None);
    }
}
