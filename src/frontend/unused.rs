//! Declarations of functions that a model does not use, taken out of its text before it is parsed.
//!
//! Every model includes headers of which it needs little, and parsing those takes most of the time of a short check.
//! Only for our own headers and models: in the user's text everything is read, and what is wrong with it is said.

use rustc_hash::FxHashMap;

use super::bridge::token::{Kind, Token, tokens};

/// The text with blanks instead of declarations of functions that are mentioned nowhere else. All offsets stay.
pub fn without_unused_declarations(text: &str) -> String {
    let tokens: Vec<Token<'_>> = tokens(text).collect();
    let mut mentions: FxHashMap<&str, u32> = FxHashMap::default();
    for token in tokens.iter().filter(|token| token.kind == Kind::Word) {
        *mentions.entry(token.text).or_insert(0) += 1;
    }
    let mut kept = String::with_capacity(text.len());
    let mut copied = 0;
    for item in (Items { tokens: &tokens }) {
        if declared_function(item).is_some_and(|name| mentions[name] == 1) {
            let (start, end) = (item[0].start, item[item.len() - 1].end());
            kept += &text[copied..start];
            kept.extend(std::iter::repeat_n(' ', end - start));
            copied = end;
        }
    }
    kept + &text[copied..]
}

/// What stands outside of all functions, each with its semicolon or closing brace.
struct Items<'a, 't> {
    tokens: &'a [Token<'t>],
}

impl<'a, 't> Iterator for Items<'a, 't> {
    type Item = &'a [Token<'t>];

    fn next(&mut self) -> Option<&'a [Token<'t>]> {
        let mut depth = 0;
        for (index, token) in self.tokens.iter().enumerate() {
            match token.text {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 && matches!(token.text, ";" | "}") {
                let (item, rest) = self.tokens.split_at(index + 1);
                self.tokens = rest;
                return Some(item);
            }
        }
        None
    }
}

/// The name before the first parenthesis of an item that has no braces: `f` in `int f(int);`.
fn declared_function<'t>(item: &[Token<'t>]) -> Option<&'t str> {
    if item[0].text == "typedef" || item.iter().any(|token| matches!(token.text, "{" | "}" | "=")) {
        return None;
    }
    let open = item.iter().position(|token| token.text == "(")?;
    let name = item.get(open.checked_sub(1)?)?;
    (name.kind == Kind::Word && !name.text.starts_with("__attribute")).then_some(name.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_declarations_of_functions_that_nobody_mentions_are_left_out() {
        let text = "int used(int); int unused(int); typedef int (*type)(int); extern int variable;\n\
                    struct s { int (*field)(void); }; void f(void) { used(1); }";
        let kept = without_unused_declarations(text);
        assert_eq!(kept.len(), text.len());
        assert_eq!(kept, text.replace("int unused(int);", "                "));
    }

    #[test]
    fn a_declaration_with_an_attribute_before_the_name_stays() {
        let text = "__attribute__((noreturn)) void stop(void); static int count = sizeof(int);";
        assert_eq!(without_unused_declarations(text), text);
    }
}
