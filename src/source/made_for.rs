//! The data model that a text was preprocessed for, from the types it gives to `size_t` and its like.
//!
//! What comes in are the units as they are after preprocessing; what goes out are the definitions of such names at file
//! scope whose type has a known size. The headers that belong to bmc-conc do not count: they follow the model instead of
//! saying it; neither does a file that nobody has preprocessed, in which a person may call anything `size_t`. `unsigned int` is as wide as a pointer only on 32 bits and `unsigned long long` only on 64; `unsigned long`
//! is so on both, and only tells that another unit with `unsigned int` was made for another machine.

use super::{SourceMap, Span, Unit};
use crate::data_model::DataModel;

/// They have the size of a pointer, whatever that is.
const NAMES: [&str; 11] = [
    "size_t",
    "ssize_t",
    "ptrdiff_t",
    "intptr_t",
    "uintptr_t",
    "__ssize_t",
    "__intptr_t",
    "__kernel_size_t",
    "__kernel_ssize_t",
    "__kernel_ptrdiff_t",
    "__size_t",
];

/// The definition of a type as wide as a pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointerSized {
    pub name: String,
    /// Of the name in the definition.
    pub span: Span,
    /// The only model that the definition fits; `None` if it is `long`, which fits both.
    pub fits_only: Option<DataModel>,
}

/// The definitions in the user's text of one unit, in their order.
pub fn pointer_sized(sources: &SourceMap, unit: usize) -> Vec<PointerSized> {
    let mut found = definitions(&sources.units()[unit]);
    found.retain(|definition| {
        sources.was_preprocessed(definition.span) && !sources.is_embedded(definition.span)
    });
    found
}

fn definitions(unit: &Unit) -> Vec<PointerSized> {
    let mut found = Vec::new();
    let mut depth = 0usize;
    let mut declaration: Option<Vec<(usize, &str)>> = None;
    let tokens = Tokens { text: &unit.text, at: 0 };
    for (offset, token) in tokens {
        match (token, &mut declaration) {
            ("{" | "(", _) => depth += 1,
            ("}" | ")", _) => depth = depth.saturating_sub(1),
            ("typedef", None) if depth == 0 => declaration = Some(Vec::new()),
            (";", Some(words)) if depth == 0 => {
                found.extend(definition(unit.base, words));
                declaration = None;
            }
            _ => {}
        }
        if let Some(words) = declaration.as_mut().filter(|_| token != "typedef") {
            words.push((offset, token));
        }
    }
    found
}

/// What stands between `typedef` and `;`, if it is a plain type and one of the names.
fn definition(base: u32, words: &[(usize, &str)]) -> Option<PointerSized> {
    let ((offset, name), specifiers) = words.split_last()?;
    let (mut longs, mut is_integer) = (0, false);
    for (_, word) in specifiers {
        match *word {
            "long" => longs += 1,
            "int" | "unsigned" | "signed" | "__signed__" => is_integer = true,
            "__extension__" => {}
            _ => return None,
        }
    }
    let fits_only = match (longs, is_integer) {
        (0, true) => Some(DataModel::Ilp32),
        (1, _) => None,
        (2, _) => Some(DataModel::Lp64),
        _ => return None,
    };
    let start = base + *offset as u32;
    let span = Span { start, end: start + name.len() as u32 };
    NAMES.contains(name).then(|| PointerSized { name: name.to_string(), span, fits_only })
}

/// Words, literals as a whole, and single other characters.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let bytes = self.text.as_bytes();
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..);
        let begin = (self.at..bytes.len()).find(|at| !bytes[*at].is_ascii_whitespace())?;
        self.at = match bytes[begin] {
            quote @ (b'"' | b'\'') => end_of_literal(bytes, begin, quote),
            byte if is_word(byte) => {
                (begin..bytes.len()).find(|at| !is_word(bytes[*at])).unwrap_or(bytes.len())
            }
            _ => begin + 1,
        };
        Some((begin, &self.text[begin..self.at]))
    }
}

/// A literal that is not closed ends with its line.
fn end_of_literal(bytes: &[u8], begin: usize, quote: u8) -> usize {
    let mut at = begin + 1;
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' => at += 1,
            byte if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::super::{Input, PreprocessOptions, preprocess};
    use super::*;

    fn found(text: &str) -> Vec<(String, Option<DataModel>)> {
        found_in("a.i", text)
    }

    fn found_in(name: &str, text: &str) -> Vec<(String, Option<DataModel>)> {
        let mut sources = SourceMap::default();
        let input = Input::Text { name: name.to_string(), text: text.to_string() };
        let unit = preprocess(&mut sources, input, &PreprocessOptions::default()).expect("it is C").unit;
        let found = pointer_sized(&sources, unit);
        assert!(found.iter().all(|one| sources.text(one.span) == one.name), "{found:?}");
        found.into_iter().map(|one| (one.name, one.fits_only)).collect()
    }

    #[test]
    fn plain_types_say_how_wide_a_pointer_is() {
        let one = |name: &str, model| vec![(name.to_string(), model)];
        assert_eq!(found("typedef unsigned int size_t;"), one("size_t", Some(DataModel::Ilp32)));
        assert_eq!(found("__extension__ typedef int ssize_t;"), one("ssize_t", Some(DataModel::Ilp32)));
        assert_eq!(found("typedef long unsigned int size_t;"), one("size_t", None));
        assert_eq!(found("typedef long long intptr_t;"), one("intptr_t", Some(DataModel::Lp64)));
        assert_eq!(
            found("# 1 \"x.h\" 1\ntypedef int\n ptrdiff_t;"),
            one("ptrdiff_t", Some(DataModel::Ilp32))
        );
    }

    #[test]
    fn only_what_came_out_of_a_preprocessor_counts() {
        let text = "typedef unsigned int size_t;";
        assert_eq!(found_in("a.c", text), Vec::new());
        assert_eq!(found_in("a.c", &format!("# 1 \"a.h\" 1\n{text}")).len(), 1);
    }

    #[test]
    fn everything_else_says_nothing() {
        for text in [
            "#include <stddef.h>\n#include <stdint.h>\n#include <sys/types.h>\n",
            "void f(void) { typedef unsigned int size_t; }",
            "typedef unsigned int word; typedef word size_t;",
            "typedef unsigned int *size_t;",
            "typedef unsigned short size_t;",
            "typedef struct { int size_t; } pair;",
            "char text[] = \"\\\"typedef unsigned int size_t;\";",
            "unsigned int size_t;",
        ] {
            assert_eq!(found(text), Vec::new(), "{text}");
        }
    }
}
