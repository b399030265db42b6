//! The preprocessed text of a model in pieces, so that only those that are needed are parsed.
//!
//! Only for our own headers and models: in the user's text everything is read, and what is wrong with it is said.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::bridge::token::{Kind, Token, tokens};

/// What stands outside of all functions, with its semicolon or closing brace.
pub struct Item<'t> {
    pub range: Range<usize>,
    /// The functions or variables that it declares or defines; none if it defines types.
    pub names: Vec<&'t str>,
    /// Whether other models cannot use it.
    pub is_static: bool,
}

pub fn items(text: &str) -> Vec<Item<'_>> {
    let tokens: Vec<Token<'_>> = tokens(text).collect();
    let pieces = Pieces { tokens: &tokens };
    let is_static = |piece: &[Token<'_>]| piece[0].text == "static";
    pieces
        .map(|piece| Item {
            range: range_of(piece),
            names: declared_names(piece),
            is_static: is_static(piece),
        })
        .collect()
}

/// The text with blanks instead of items that are neither types nor needed, and instead of declarations of functions
/// that the rest does not mention. All offsets stay.
pub fn with_items(text: &str, types: &[Range<usize>], needed: &[Range<usize>]) -> String {
    let mut ranges: Vec<&Range<usize>> = types.iter().chain(needed).collect();
    ranges.sort_unstable_by_key(|range| range.start);
    ranges.dedup();
    let kept: Vec<Vec<Token<'_>>> =
        ranges.iter().map(|range| tokens_between(text, range).collect()).collect();
    let mut mentions: FxHashMap<&str, u32> = FxHashMap::default();
    for token in kept.iter().flatten().filter(|token| token.kind == Kind::Word) {
        *mentions.entry(token.text).or_insert(0) += 1;
    }
    let mut result = String::with_capacity(text.len());
    for piece in kept {
        if declared_function(&piece).is_none_or(|name| mentions[name] > 1) {
            let range = range_of(&piece);
            result.extend(std::iter::repeat_n(' ', range.start - result.len()));
            result += &text[range];
        }
    }
    result
}

fn tokens_between<'t>(text: &'t str, range: &Range<usize>) -> impl Iterator<Item = Token<'t>> {
    let start = range.start;
    tokens(&text[range.clone()]).map(move |token| Token { start: token.start + start, ..token })
}

fn range_of(piece: &[Token<'_>]) -> Range<usize> {
    piece[0].start..piece[piece.len() - 1].end()
}

struct Pieces<'a, 't> {
    tokens: &'a [Token<'t>],
}

impl<'a, 't> Iterator for Pieces<'a, 't> {
    type Item = &'a [Token<'t>];

    /// The brace that closes a function ends a piece, the one that closes a type or an initializer does not.
    fn next(&mut self) -> Option<&'a [Token<'t>]> {
        let (mut depth, mut is_function) = (0, false);
        for (index, token) in self.tokens.iter().enumerate() {
            if depth == 0 && token.text == "{" {
                is_function = self.tokens[..index].last().is_some_and(|before| before.text == ")");
            }
            match token.text {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 && (token.text == ";" || token.text == "}" && is_function) {
                let (piece, rest) = self.tokens.split_at(index + 1);
                self.tokens = rest;
                return Some(piece);
            }
        }
        None
    }
}

/// `f` in `int f(int);` and `int f(int x) { … }`, `a` and `b` in `int a[2] = { 1 }, b;`.
fn declared_names<'t>(piece: &[Token<'t>]) -> Vec<&'t str> {
    if let Some(name) = function_name(piece) {
        return vec![name];
    }
    if piece[0].text == "typedef" {
        return Vec::new();
    }
    let mut depth = 0;
    let mut names = Vec::new();
    for pair in piece.windows(2) {
        match pair[0].text {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            word if depth == 0
                && pair[0].kind == Kind::Word
                && matches!(pair[1].text, "=" | "[" | "," | ";") =>
            {
                names.push(word);
            }
            _ => {}
        }
    }
    names
}

/// The name before the first parenthesis that is in no braces.
fn function_name<'t>(piece: &[Token<'t>]) -> Option<&'t str> {
    let open = piece.iter().position(|token| matches!(token.text, "(" | "{" | "="))?;
    let name = piece.get(open.checked_sub(1)?)?;
    let is_name = name.kind == Kind::Word && !name.text.starts_with("__attribute");
    (piece[0].text != "typedef" && piece[open].text == "(" && is_name).then_some(name.text)
}

/// The name of a function that is declared and not defined.
fn declared_function<'t>(piece: &[Token<'t>]) -> Option<&'t str> {
    function_name(piece).filter(|_| !piece.iter().any(|token| matches!(token.text, "{" | "}" | "=")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_model::DataModel;
    use crate::frontend::syntax::mention::declared_name;
    use crate::frontend::syntax::parse;
    use crate::library::{Library, models};
    use crate::source::SourceMap;
    use lang_c::ast::{DeclarationSpecifier, TranslationUnit};
    use lang_c::ast::{DerivedDeclarator, ExternalDeclaration, StorageClassSpecifier};

    const TEXT: &str = "int used(int); int unused(int); typedef int (*type)(int); extern int variable;\n\
                        struct s { int (*field)(void); }; static int table[2] = { 1, 2 }, count;\n\
                        void f(void) { used(1); } void g(void) { count = unused(1); }";

    fn names(text: &str) -> Vec<Vec<&str>> {
        items(text).into_iter().map(|item| item.names).collect()
    }

    #[test]
    fn items_are_named_by_what_they_declare() {
        let expected: [&[&str]; 8] =
            [&["used"], &["unused"], &[], &["variable"], &[], &["table", "count"], &["f"], &["g"]];
        assert_eq!(names(TEXT), expected);
        assert_eq!(names("__attribute__((noreturn)) void stop(void);"), [[] as [&str; 0]]);
    }

    #[test]
    fn only_what_is_needed_and_its_declarations_are_left() {
        let of = |wanted: &str| {
            let all = items(TEXT).into_iter();
            all.filter(|item| item.names.contains(&wanted)).map(|item| item.range).collect::<Vec<_>>()
        };
        let types: Vec<_> =
            items(TEXT).into_iter().filter(|item| item.names.is_empty()).map(|item| item.range).collect();
        let needed = [of("f"), of("used"), of("unused")].concat();
        let kept = with_items(TEXT, &types, &needed);
        assert!(TEXT.starts_with(kept.get(..14).expect("the declaration of 'used' is kept")));
        for (word, is_kept) in [("used(1)", true), ("type", true), ("field", true), ("unused", false)] {
            assert_eq!(kept.contains(word), is_kept, "{word}");
        }
        assert_eq!(kept.find("used(1)"), TEXT.find("used(1)"), "offsets stay");
    }

    /// The functions with a body, and the variables.
    fn definitions(unit: &TranslationUnit) -> Vec<String> {
        let mut names = Vec::new();
        for item in &unit.0 {
            match &item.node {
                ExternalDeclaration::FunctionDefinition(function) => {
                    names.extend(declared_name(&function.node.declarator.node));
                }
                ExternalDeclaration::Declaration(declaration) => {
                    let is_type = declaration.node.specifiers.iter().any(|specifier| {
                        matches!(&specifier.node, DeclarationSpecifier::StorageClass(class)
                            if class.node == StorageClassSpecifier::Typedef)
                    });
                    let declarators = declaration.node.declarators.iter().map(|d| &d.node.declarator.node);
                    names.extend(declarators.filter(|_| !is_type).filter_map(|declarator| {
                        let is_function = declarator.derived.iter().any(|derived| {
                            matches!(
                                derived.node,
                                DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_)
                            )
                        });
                        if is_function { None } else { declared_name(declarator) }
                    }));
                }
                ExternalDeclaration::StaticAssert(_) => {}
            }
        }
        names
    }

    #[test]
    fn whatever_a_model_defines_is_named_by_an_item() {
        for data_model in [DataModel::Lp64, DataModel::Ilp32] {
            let library = Library::new(data_model);
            for (model, (file, _)) in models().iter().enumerate() {
                let mut sources = SourceMap::default();
                let unit = library.read(model, &mut sources);
                let text = sources.units()[unit].text.clone();
                let named: Vec<&str> = items(&text).into_iter().flat_map(|item| item.names).collect();
                let tree = parse::parse_model(&sources, unit, &text).tree;
                for name in definitions(&tree) {
                    assert!(named.contains(&name.as_str()), "{file}: {name}");
                }
            }
        }
    }
}
