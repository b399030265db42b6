//! Whatever comes in, preprocessing ends without a panic.

use super::{failure, run, tokens};
use crate::source::{Input, PreprocessOptions, SourceMap, preprocess, render};

/// A small generator with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

const PIECES: &[&str] = &[
    "#",
    "##",
    "define",
    "undef",
    "if",
    "ifdef",
    "elif",
    "else",
    "endif",
    "include",
    "line",
    "pragma",
    "error",
    "defined",
    "__VA_ARGS__",
    "__VA_OPT__",
    "_Pragma",
    "__LINE__",
    "__has_include",
    "f",
    "g",
    "x",
    "y",
    "(",
    ")",
    ",",
    "...",
    "\n",
    "\n",
    "\n#",
    "\n#define f(x,",
    "\n#define g(...)",
    "\\\n",
    "\\",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "<stdio.h>",
    "\"a.h\"",
    "1",
    "0x",
    "2u",
    "'a'",
    "\"s\"",
    "+",
    "?",
    ":",
    "é",
    "\t",
    " ",
    "\r\n",
    "%:",
    "L",
];

#[test]
fn random_soup_never_panics() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..3000 {
        let mut text = String::new();
        for _ in 0..random.below(60) {
            text.push_str(PIECES[random.below(PIECES.len())]);
            if random.below(2) == 0 {
                text.push(' ');
            }
        }
        let mut sources = SourceMap::default();
        let input = Input::Text { name: "soup.c".to_string(), text };
        match preprocess(&mut sources, input, &PreprocessOptions::default()) {
            Ok(result) => {
                render(&result.warnings, &sources, true);
                crate::source::render_with_line_markers(&sources, result.unit);
            }
            Err(errors) => {
                assert!(!errors.is_empty());
                render(&errors, &sources, false);
            }
        }
    }
}

#[test]
fn a_macro_bomb_ends_in_a_message() {
    let mut text = String::from("#define a0 x x\n");
    for level in 1..40 {
        text.push_str(&format!("#define a{level} a{0} a{0}\n", level - 1));
    }
    text.push_str("a39\n");
    assert!(failure(&text).contains("macros produce more than"));
    let mut quotes = String::from("#define S(x) #x\n#define T(x) S(x)\n#define a0 \"\\\"\"\n");
    for level in 1..60 {
        quotes.push_str(&format!("#define a{level} T(a{})\n", level - 1));
    }
    assert!(failure(&(quotes + "a59\n")).contains("'#' and '##' make more than"));
    let arguments = "#define d(x) x x\n".to_string() + &"d(".repeat(50) + "y" + &")".repeat(50) + "\n";
    assert!(failure(&arguments).contains("macros produce more than"));
}

#[test]
fn conditionals_without_end_are_not_all_reported() {
    let shown = failure(&"#ifndef x\n".repeat(100_000));
    let count = shown.lines().filter(|line| line.starts_with("error")).count();
    assert!((1..=20).contains(&count), "{count} messages");
}

#[test]
fn what_nests_too_deeply_ends_in_a_message() {
    let mut chain = String::new();
    for level in 0..3000 {
        chain.push_str(&format!("#define c{level} c{}\n", level + 1));
    }
    assert!(failure(&(chain + "c0\n")).contains("macros nest more than"));
    let uses = "#define i(x) x\n".to_string() + &"i(".repeat(3000) + &")".repeat(3000) + "\n";
    assert!(failure(&uses).contains("nest more than"));
    // Few of them are expanded, but each would keep all that is inside of it.
    let wide = "#define i(x) x\n".to_string() + &"i(".repeat(150_000) + &")".repeat(150_000) + "\n";
    assert!(failure(&wide).contains("arguments of macros inside one another"));
}

#[test]
fn stray_characters_are_reported_not_passed_on() {
    for (text, message) in [
        ("int # x;\n", "stray '#'"),
        ("int @x;\n", "stray '@'"),
        ("char *s = \"abc;\n", "missing closing \""),
        ("int c = 'abc;\n", "missing closing '"),
        ("int x; /* no end\n", "comment that begins here has no end"),
        ("_Pragma(x)\n", "'_Pragma' needs"),
    ] {
        let shown = failure(text);
        assert!(shown.contains(message), "{text}: {shown}");
    }
}

#[test]
fn pragma_operators_and_digraphs_are_handled() {
    assert_eq!(
        tokens("#define P _Pragma(\"x\")\nint P a<:3:> = <% 1 %>;\n%:define Z 5\nZ\n"),
        "int a[3] = { 1 }; 5"
    );
}

#[test]
fn an_empty_file_is_an_empty_unit() {
    assert_eq!(run("").text(), "\n");
    assert_eq!(run("// nothing").text(), "\n");
}
