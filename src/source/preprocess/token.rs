//! Preprocessing tokens and the interned spellings they share.
//!
//! A token is small and `Copy`, because macro expansion copies lists of them all the time. It carries the
//! place it will be reported at: its own for a token the user wrote, that of the outermost macro use for a
//! token out of a macro's body.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::hide::HideSet;
use crate::source::FileId;

/// An interned spelling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

macro_rules! known_symbols {
    ($($name:ident = $text:literal),* $(,)?) => {
        /// Spellings that the preprocessor itself looks for; interned first, so that they are constants.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Known { $($name),* }
        $(pub const $name: Symbol = Symbol(Known::$name as u32);)*
        const KNOWN: &[&str] = &[$($text),*];
    };
}

known_symbols! {
    EMPTY = "",
    HASH = "#",
    HASH_HASH = "##",
    HASH_DIGRAPH = "%:",
    HASH_HASH_DIGRAPH = "%:%:",
    OPEN = "(",
    CLOSE = ")",
    COMMA = ",",
    ELLIPSIS = "...",
    LESS = "<",
    GREATER = ">",
    ZERO = "0",
    ONE = "1",
    DEFINED = "defined",
    VA_ARGS = "__VA_ARGS__",
    VA_OPT = "__VA_OPT__",
    PRAGMA_OPERATOR = "_Pragma",
    FILE = "__FILE__",
    BASE_FILE = "__BASE_FILE__",
    LINE = "__LINE__",
    COUNTER = "__COUNTER__",
    INCLUDE_LEVEL = "__INCLUDE_LEVEL__",
    HAS_INCLUDE = "__has_include",
    HAS_INCLUDE_NEXT = "__has_include_next",
    HAS_ATTRIBUTE = "__has_attribute",
    HAS_C_ATTRIBUTE = "__has_c_attribute",
    HAS_BUILTIN = "__has_builtin",
    HAS_FEATURE = "__has_feature",
    HAS_EXTENSION = "__has_extension",
}

pub struct Names {
    texts: Vec<Rc<str>>,
    numbers: FxHashMap<Rc<str>, Symbol>,
}

impl Names {
    pub fn new() -> Names {
        let mut names = Names { texts: Vec::new(), numbers: FxHashMap::default() };
        for text in KNOWN {
            names.intern(text);
        }
        names
    }

    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.numbers.get(text) {
            return symbol;
        }
        let text: Rc<str> = text.into();
        let symbol = Symbol(self.texts.len() as u32);
        self.texts.push(text.clone());
        self.numbers.insert(text, symbol);
        symbol
    }

    pub fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol.0 as usize]
    }
}

/// Where a token is reported: after `#line`, not where it physically stands. Columns count bytes from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    Identifier,
    Number,
    Character,
    String,
    Punctuator,
    /// A byte that begins no token, or a quote without its end: an error only if it reaches the output.
    Other,
    /// Ends a logical line.
    Newline,
    /// Ends a file, or a list of tokens.
    End,
    /// Stands for an empty argument next to `##`.
    Placemarker,
}

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub text: Symbol,
    pub place: Place,
    /// The macros that must not expand this token any more.
    pub hidden_from: HideSet,
    /// White space stands before it; matters to `#` and keeps the output close to the source.
    pub space_before: bool,
    /// Out of a macro's body: `place` is that of the macro's use.
    pub from_macro: bool,
}

impl Token {
    pub fn is(&self, symbol: Symbol) -> bool {
        self.kind == TokenKind::Punctuator && self.text == symbol
    }
    pub fn is_identifier(&self) -> bool {
        self.kind == TokenKind::Identifier
    }
    pub fn is_hash(&self) -> bool {
        self.is(HASH) || self.is(HASH_DIGRAPH)
    }
    pub fn is_paste(&self) -> bool {
        self.is(HASH_HASH) || self.is(HASH_HASH_DIGRAPH)
    }
    pub fn ends_line(&self) -> bool {
        matches!(self.kind, TokenKind::Newline | TokenKind::End)
    }
}
