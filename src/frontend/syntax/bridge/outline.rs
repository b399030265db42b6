//! The shape of a file before it is parsed: which brackets belong together, what each pair of braces is, where
//! declarations and statements begin, and which names are types.
//!
//! This is less than parsing and never fails: on text that is no C the answers are arbitrary, and the parser
//! complains afterwards. One pass from left to right, with a stack of its own.

use rustc_hash::FxHashSet;

use super::token::{Kind, Token, tokens};

/// What the innermost braces around a token are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Context {
    File,
    /// A function's body or a block in it.
    Block,
    /// The members of a struct or union.
    Record,
    Enumeration,
    Initializer,
}

/// `_Pragma("text")`, which stands between tokens and is none of them.
pub struct Pragma<'t> {
    pub text: &'t str,
    pub start: usize,
    pub end: usize,
}

pub struct Outline<'t> {
    pub tokens: Vec<Token<'t>>,
    pub pragmas: Vec<Pragma<'t>>,
    /// The other bracket of a pair; itself for everything else.
    partner: Vec<usize>,
    /// For an opening brace and all tokens: what the braces around it are.
    context: Vec<Context>,
    /// Inside parentheses or square brackets, within the innermost braces.
    enclosed: Vec<bool>,
    /// A declaration, a statement or a label begins with this token.
    begins: Vec<bool>,
    /// A colon that ends a label.
    label_colon: Vec<bool>,
    typedefs: FxHashSet<&'t str>,
}

impl<'t> Outline<'t> {
    pub fn new(text: &'t str) -> Outline<'t> {
        let (tokens, pragmas) = without_pragmas(tokens(text));
        let count = tokens.len();
        let mut outline = Outline {
            tokens,
            pragmas,
            partner: (0..count).collect(),
            context: vec![Context::File; count],
            enclosed: vec![false; count],
            begins: vec![false; count],
            label_colon: vec![false; count],
            typedefs: FxHashSet::default(),
        };
        outline.pair_brackets();
        outline.classify();
        outline.collect_typedefs();
        outline
    }

    /// The text of a token; empty beyond the last.
    pub fn text(&self, index: usize) -> &'t str {
        self.tokens.get(index).map_or("", |t| t.text)
    }

    pub fn before(&self, index: usize) -> &'t str {
        index.checked_sub(1).map_or("", |before| self.text(before))
    }

    pub fn is_word(&self, index: usize) -> bool {
        self.tokens.get(index).is_some_and(|t| t.kind == Kind::Word)
    }

    /// A word that is no keyword.
    pub fn is_name(&self, index: usize) -> bool {
        self.is_word(index) && !is_keyword(self.text(index))
    }

    pub fn partner(&self, index: usize) -> usize {
        self.partner.get(index).copied().unwrap_or(index)
    }

    pub fn context(&self, index: usize) -> Context {
        self.context.get(index).copied().unwrap_or(Context::File)
    }

    pub fn is_enclosed(&self, index: usize) -> bool {
        self.enclosed.get(index).copied().unwrap_or(false)
    }

    pub fn begins(&self, index: usize) -> bool {
        self.begins.get(index).copied().unwrap_or(false)
    }

    pub fn is_label_colon(&self, index: usize) -> bool {
        self.label_colon.get(index).copied().unwrap_or(false)
    }

    /// An opening brace of an initialiser or a compound literal.
    pub fn is_initializer(&self, brace: usize) -> bool {
        self.kind_of_braces(brace, self.context(brace)) == Context::Initializer
    }

    /// An opening brace of the members of a struct or union.
    pub fn is_record(&self, brace: usize) -> bool {
        self.text(brace) == "{" && self.kind_of_braces(brace, self.context(brace)) == Context::Record
    }

    /// Some `typedef` of the file declares the name.
    pub fn is_typedef(&self, name: &str) -> bool {
        self.typedefs.contains(name)
    }

    /// The token after attributes and `__extension__` at `index`.
    pub fn behind_attributes(&self, mut index: usize) -> usize {
        loop {
            match self.text(index) {
                "__extension__" => index += 1,
                "__attribute__" | "__attribute" if self.text(index + 1) == "(" => {
                    index = self.partner(index + 1).max(index + 1) + 1;
                }
                "[" if self.text(index + 1) == "[" => index = self.partner(index).max(index) + 1,
                _ => return index,
            }
        }
    }

    /// Whether a declaration begins here; a name counts if it is a type of the file and something to declare
    /// follows.
    pub fn is_declaration(&self, index: usize) -> bool {
        let index = self.behind_attributes(index);
        let text = self.text(index);
        if is_specifier(text) || matches!(text, "_Static_assert" | "static_assert") {
            return true;
        }
        self.is_typedef(text) && (self.is_word(index + 1) || self.text(index + 1) == "*")
    }

    fn pair_brackets(&mut self) {
        let mut open = Vec::new();
        for index in 0..self.tokens.len() {
            match self.tokens[index].text {
                "(" | "[" | "{" => open.push(index),
                close @ (")" | "]" | "}") => {
                    let wanted = match close {
                        ")" => "(",
                        "]" => "[",
                        _ => "{",
                    };
                    if let Some(from) = open.pop_if(|from| self.tokens[*from].text == wanted) {
                        self.partner[index] = from;
                        self.partner[from] = index;
                    }
                }
                _ => {}
            }
        }
    }

    fn classify(&mut self) {
        // For every open bracket: the context and whether something is enclosed, outside of it.
        let mut outer: Vec<(Context, bool)> = Vec::new();
        let (mut context, mut enclosed) = (Context::File, false);
        let mut last_closed = Context::File;
        for index in 0..self.tokens.len() {
            let text = self.tokens[index].text;
            if matches!(text, ")" | "]" | "}") && self.partner[index] != index {
                last_closed = context;
                (context, enclosed) = outer.pop().unwrap_or((Context::File, false));
            }
            self.context[index] = context;
            self.enclosed[index] = enclosed;
            self.begins[index] = !enclosed && self.begins_here(index, context, last_closed);
            if context == Context::Block && !enclosed {
                self.find_label(index);
            }
            if self.partner[index] == index {
                continue;
            }
            match text {
                "(" | "[" => {
                    outer.push((context, enclosed));
                    enclosed = true;
                }
                "{" => {
                    outer.push((context, enclosed));
                    context = self.kind_of_braces(index, context);
                    enclosed = false;
                }
                _ => {}
            }
        }
    }

    fn begins_here(&self, index: usize, context: Context, last_closed: Context) -> bool {
        if !matches!(context, Context::File | Context::Block | Context::Record) {
            return false;
        }
        match self.before(index) {
            "" | ";" | "{" => true,
            "}" => last_closed == Context::Block,
            ":" => self.label_colon[index - 1],
            "else" | "do" => true,
            ")" => {
                let open = self.partner[index - 1];
                match self.before(open) {
                    "if" | "while" | "for" | "switch" => true,
                    "__attribute__" | "__attribute" => self.begins[open - 1],
                    _ => false,
                }
            }
            "__extension__" => self.begins[index - 1],
            _ => false,
        }
    }

    /// Marks the colon of the label that begins at `index`, if one does.
    fn find_label(&mut self, index: usize) {
        if !self.begins[index] {
            return;
        }
        if self.text(index) == "case" {
            let (mut at, mut open_questions) = (index + 1, 0usize);
            while at < self.tokens.len() {
                match self.tokens[at].text {
                    "(" | "[" | "{" => at = self.partner[at],
                    "?" => open_questions += 1,
                    ":" if open_questions == 0 => {
                        self.label_colon[at] = true;
                        return;
                    }
                    ":" => open_questions -= 1,
                    ";" | "}" => return,
                    _ => {}
                }
                at += 1;
            }
        } else if self.text(index + 1) == ":" && (self.text(index) == "default" || self.is_name(index)) {
            self.label_colon[index + 1] = true;
        }
    }

    fn kind_of_braces(&self, brace: usize, context: Context) -> Context {
        let mut last = brace;
        // Back over attributes, which stand between a declarator or a tag and the brace.
        while last > 0 && self.text(last - 1) == ")" {
            let open = self.partner[last - 1];
            if !matches!(self.before(open), "__attribute__" | "__attribute") {
                break;
            }
            last = open - 1;
        }
        let word = self.before(last);
        let keyword = if self.is_word(last.wrapping_sub(1)) && !is_keyword(word) {
            let mut tag = last - 1;
            while self.before(tag) == ")" {
                let open = self.partner[tag - 1];
                if !matches!(self.before(open), "__attribute__" | "__attribute") {
                    break;
                }
                tag = open - 1;
            }
            self.before(tag)
        } else {
            word
        };
        match (keyword, word) {
            ("struct" | "union", _) => Context::Record,
            ("enum", _) => Context::Enumeration,
            (_, ")") => {
                let callee = self.before(self.partner[last - 1]);
                match callee {
                    "if" | "while" | "for" | "switch" => Context::Block,
                    "]" | ")" if context == Context::File => Context::Block,
                    _ if is_keyword(callee) => Context::Initializer,
                    _ if callee.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$') => {
                        Context::Block
                    }
                    _ => Context::Initializer,
                }
            }
            (_, "(" | "else" | "do" | ";" | "}") => Context::Block,
            (_, ":") if context == Context::Block => Context::Block,
            (_, "{") if context == Context::Block => Context::Block,
            _ => Context::Initializer,
        }
    }

    fn collect_typedefs(&mut self) {
        for index in 0..self.tokens.len() {
            if self.tokens[index].text == "typedef" {
                self.collect_declared(index + 1);
            }
        }
    }

    /// The names that the declarators of a typedef declare.
    fn collect_declared(&mut self, mut at: usize) {
        let mut name: Option<&'t str> = None;
        let mut certain = false;
        while at < self.tokens.len() {
            match self.tokens[at].text {
                ";" | "," => {
                    self.typedefs.extend(name.take());
                    certain = false;
                    if self.tokens[at].text == ";" {
                        return;
                    }
                }
                "(" => {
                    let close = self.partner[at];
                    if close == at {
                        return;
                    }
                    let before = self.before(at);
                    let special = is_keyword(before) && !is_specifier(before) || takes_arguments(before);
                    if !special && !certain {
                        let named = self.is_name(at - 1) && name == Some(before) && !self.is_declarator(at);
                        if !named {
                            let inside = (at + 1..close).find(|&i| {
                                self.is_name(i)
                                    && matches!(self.before(i), "*" | "(" | "^" | "const" | "volatile")
                            });
                            name = inside.map(|i| self.text(i)).or(name);
                        }
                        certain = true;
                    }
                    at = close;
                }
                "[" | "{" => {
                    let close = self.partner[at];
                    if close == at {
                        return;
                    }
                    certain |= self.tokens[at].text == "[" && name.is_some();
                    at = close;
                }
                "}" => return,
                word if self.is_name(at) && !certain => name = Some(word),
                _ => {}
            }
            at += 1;
        }
    }

    /// `(*name…`: a declarator in parentheses, not a list of parameters.
    fn is_declarator(&self, open: usize) -> bool {
        self.text(self.behind_attributes(open + 1)) == "*"
    }
}

/// Words behind which parentheses do not hold a declarator.
fn takes_arguments(word: &str) -> bool {
    matches!(
        word,
        "__attribute__"
            | "__attribute"
            | "typeof"
            | "__typeof__"
            | "__typeof"
            | "_Alignas"
            | "_Atomic"
            | "asm"
            | "__asm__"
            | "__asm"
    )
}

/// Storage classes, qualifiers and the like: words of a declaration that name no type.
pub fn is_modifier(word: &str) -> bool {
    matches!(
        word,
        "typedef"
            | "extern"
            | "static"
            | "auto"
            | "register"
            | "_Thread_local"
            | "__thread"
            | "const"
            | "__const"
            | "__const__"
            | "volatile"
            | "__volatile"
            | "__volatile__"
            | "restrict"
            | "__restrict"
            | "__restrict__"
            | "inline"
            | "__inline"
            | "__inline__"
            | "_Noreturn"
    )
}

/// Words that name a type, or begin a type.
pub fn is_type_word(word: &str) -> bool {
    matches!(
        word,
        "void"
            | "char"
            | "short"
            | "int"
            | "long"
            | "float"
            | "double"
            | "signed"
            | "__signed"
            | "__signed__"
            | "unsigned"
            | "_Bool"
            | "_Complex"
            | "__complex__"
            | "struct"
            | "union"
            | "enum"
            | "typeof"
            | "__typeof__"
            | "__typeof"
            | "_Atomic"
            | "__auto_type"
            | "__int128"
            | "__int128_t"
            | "__uint128_t"
            | "__float128"
            | "__builtin_va_list"
            | "typeof_unqual"
    ) || word.starts_with("_Float")
        || word.starts_with("_Decimal")
}

pub fn is_specifier(word: &str) -> bool {
    is_modifier(word) || is_type_word(word) || word == "_Alignas"
}

pub fn is_keyword(word: &str) -> bool {
    is_specifier(word)
        || matches!(
            word,
            "break"
                | "case"
                | "continue"
                | "default"
                | "do"
                | "else"
                | "for"
                | "goto"
                | "if"
                | "return"
                | "sizeof"
                | "switch"
                | "while"
                | "_Alignof"
                | "__alignof__"
                | "__alignof"
                | "_Generic"
                | "_Static_assert"
                | "static_assert"
                | "asm"
                | "__asm__"
                | "__asm"
                | "__attribute__"
                | "__attribute"
                | "__extension__"
                | "__label__"
                | "__builtin_offsetof"
                | "__builtin_va_arg"
        )
}

fn without_pragmas<'t>(all: impl Iterator<Item = Token<'t>>) -> (Vec<Token<'t>>, Vec<Pragma<'t>>) {
    let mut tokens: Vec<Token<'t>> = Vec::new();
    let mut pragmas = Vec::new();
    for token in all {
        tokens.push(token);
        if let [.., operator, open, text, close] = tokens.as_slice()
            && (operator.text, open.text, close.text) == ("_Pragma", "(", ")")
        {
            pragmas.push(Pragma {
                text: text.text.trim_matches('"'),
                start: operator.start,
                end: close.end(),
            });
            tokens.truncate(tokens.len() - 4);
        }
    }
    (tokens, pragmas)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typedef_names_are_found_in_every_kind_of_declarator() {
        let outline = Outline::new(
            "typedef int a, *b, c[3]; typedef struct s { int x; } d; typedef void (*e)(int y); \
             typedef int f(int z); typedef enum { P, Q } g __attribute__((aligned(8))); \
             typedef a (*h[2])(void); typedef int __attribute__((m)) i; typedef __typeof__(x) j; int k;",
        );
        for name in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] {
            assert!(outline.is_typedef(name), "{name}");
        }
        for name in ["s", "x", "y", "z", "P", "k", "m"] {
            assert!(!outline.is_typedef(name), "{name}");
        }
    }

    #[test]
    fn braces_are_told_apart() {
        let outline = Outline::new(
            "struct __attribute__((packed)) s { int m; }; enum e { E1 }; int f(a) int a; { if (x) { b1; } \
             t y = { i1 }; g((t){ i2 }); z = ({ b2; }); }",
        );
        let of = |word: &str| outline.context(outline.tokens.iter().position(|t| t.text == word).unwrap());
        assert_eq!(of("m"), Context::Record);
        assert_eq!(of("E1"), Context::Enumeration);
        assert_eq!((of("b1"), of("b2")), (Context::Block, Context::Block));
        assert_eq!((of("i1"), of("i2")), (Context::Initializer, Context::Initializer));
    }

    #[test]
    fn colons_of_labels_are_no_other_colons() {
        let outline = Outline::new(
            "void f(void) { l: x = a ? b : c; switch (x) { case A ? 1 : 2: default: m: ; } _Generic(x, int: 1, default: 2); } \
             struct s { int b : 3; };",
        );
        let colons = (0..outline.tokens.len()).filter(|&i| outline.is_label_colon(i)).count();
        assert_eq!(colons, 4);
    }
}
