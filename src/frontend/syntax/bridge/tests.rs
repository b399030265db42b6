//! The bridge as a whole: any text ends, and places survive.

use super::*;

const WORDS: &[&str] = &[
    "int",
    "static",
    "x",
    "y",
    "__attribute__",
    "((",
    "))",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "[[",
    "]]",
    ";",
    ",",
    ":",
    "?",
    "*",
    "=",
    "case",
    "default",
    "asm",
    "goto",
    "struct",
    "enum",
    "typedef",
    "__int128",
    "unsigned",
    "_Alignas",
    "&&",
    "__label__",
    "static_assert",
    "packed",
    "\"\\e\"",
    "'a",
    "auto",
    "$",
    "ä",
    "__builtin_types_compatible_p",
    "0",
    "_Alignof",
    "size_t",
    "__auto_type",
    "if",
    "else",
];

#[test]
fn any_sequence_of_words_is_bridged_or_refused() {
    let mut state = 7u64;
    for _ in 0..3_000 {
        let mut text = String::new();
        for _ in 0..40 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text.push_str(WORDS[(state >> 33) as usize % WORDS.len()]);
            text.push(' ');
        }
        if let Ok(bridged) = bridge(&text) {
            for offset in 0..=bridged.text.len() {
                let (start, end) = (bridged.offsets.start(offset), bridged.offsets.end(offset));
                assert!(start <= text.len() && end <= text.len());
            }
        }
    }
}

#[test]
fn text_that_the_parser_takes_stays_as_it_is() {
    let text = "typedef int t; struct s { int a : 3; t b; } v = { 1, 2 };\n\
        int f(int a, char *b) { l: a ? b : 0; switch (a) { case 1: ; default: goto l; } return (t)a; }\n";
    let bridged = bridge(text).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    assert_eq!(bridged.text, text);
}

#[test]
fn places_behind_edits_are_those_of_the_original() {
    let text = "static x; __int128 y; int z = x ?: y; main() { __thread_name; }";
    let bridged = bridge(text).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    for word in ["z", "main", "__thread_name"] {
        let (at, original) = (bridged.text.find(word).unwrap(), text.find(word).unwrap());
        assert_eq!(bridged.offsets.start(at), original, "{word}");
        assert_eq!(bridged.offsets.end(at + word.len()), original + word.len(), "{word}");
    }
}
