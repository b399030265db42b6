//! The way back from every token to the user's line and column.

use super::run;
use crate::source::render_with_line_markers;

#[test]
fn plain_text_keeps_its_places() {
    let run = run("int a;\n\n/* comment */  int b;\n\tint /* x */ c;\n");
    assert_eq!(run.origin("a", 0), "test.c:1:5");
    assert_eq!(run.origin("b", 0), "test.c:3:20");
    assert_eq!(run.origin("c", 0), "test.c:4:14");
    assert_eq!(run.sources.units()[run.unit].marks.len(), 1);
}

#[test]
fn far_away_lines_get_a_mark() {
    let run = run(&format!("int a;{}int b;\nint c;", "\n".repeat(100)));
    assert_eq!(run.origin("b", 0), "test.c:101:5");
    assert_eq!(run.origin("c", 0), "test.c:102:5");
    assert!(run.text().lines().count() < 10);
}

#[test]
fn macro_text_is_placed_at_the_outermost_use() {
    let run =
        run("#define inner(x) (x + one)\n#define outer(x) inner(x) * two\n\n  y = outer(arg) - last;\n");
    assert_eq!(run.origin("y", 0), "test.c:4:3");
    assert_eq!(run.origin("one", 0), "test.c:4:7");
    assert_eq!(run.origin("two", 0), "test.c:4:7");
    assert_eq!(run.origin("arg", 0), "test.c:4:13");
    assert_eq!(run.origin("last", 0), "test.c:4:20");
}

#[test]
fn arguments_on_later_lines_keep_their_lines() {
    let run = run("#define both(a, b) a b\nboth(first,\n     second) third\nfourth\n");
    assert_eq!(run.origin("first", 0), "test.c:2:6");
    assert_eq!(run.origin("second", 0), "test.c:3:6");
    assert_eq!(run.origin("third", 0), "test.c:3:14");
    assert_eq!(run.origin("fourth", 0), "test.c:4:1");
}

#[test]
fn spliced_lines_do_not_disturb_what_follows() {
    let run = run("int ab\\\ncd = 1; int e;\nint f; // comment \\\nstill comment\nint g;\n");
    assert_eq!(run.origin("abcd", 0), "test.c:1:5");
    assert_eq!(run.origin("e;", 0), "test.c:2:13");
    assert_eq!(run.origin("f", 0), "test.c:3:5");
    assert_eq!(run.origin("g", 0), "test.c:5:5");
}

#[test]
fn line_endings_and_odd_space_are_harmless() {
    let run = run("\u{feff}int a;\r\n#define X \\\r\n  int b;\r\n\u{c}X\r\nint c;\r\nlast");
    assert_eq!(run.origin("a", 0), "test.c:1:5");
    assert_eq!(run.origin("b", 0), "test.c:4:2");
    assert_eq!(run.origin("c", 0), "test.c:5:5");
    assert_eq!(run.origin("last", 0), "test.c:6:1");
    assert!(!run.text().contains(['\r', '\u{c}']));
}

#[test]
fn line_directives_and_markers_rename_places() {
    let run = run(
        "#line 40 \"other.c\"\nint a;\n# 7 \"third.c\" 2\nint b;\n#define N 90\n#line N\nint c = __LINE__;\n",
    );
    assert_eq!(run.origin("a", 0), "other.c:40:5");
    assert_eq!(run.origin("b", 0), "third.c:7:5");
    assert_eq!(run.origin("c", 0), "third.c:90:5");
    assert!(run.text().contains("c = 90"));
}

#[test]
fn embedded_headers_are_known_as_such() {
    let run = run("#include <stddef.h>\nsize_t mine;\n");
    assert_eq!(run.origin("mine", 0), "test.c:2:8");
    assert!(run.origin("size_t", 0).starts_with("<bmc>/stddef.h:"));
}

#[test]
fn an_assertion_is_placed_where_it_stands() {
    let run = run("#include <assert.h>\nvoid f(int x) {\n    assert(x > 0);\n}\n");
    assert_eq!(run.origin("__bmc_assert", 1), "test.c:3:5");
    assert!(run.text().contains("\"x > 0\""));
}

#[test]
fn line_markers_can_be_shown_and_read_back() {
    let first = run("#define f(x) g(x)\nint a;\n#line 9 \"b.c\"\nint f(c);\n\nint d;\n");
    let shown = render_with_line_markers(&first.sources, first.unit);
    assert!(shown.starts_with("# 2 \"test.c\"\nint a;\n# 9 \"b.c\"\n"), "{shown}");
    let second = run(&shown);
    assert_eq!(second.origin("d;", 0), "b.c:11:5");
}

#[test]
fn every_mark_is_before_the_next() {
    let run = run("#include <stdio.h>\n#include <pthread.h>\n#define f(x) x x x\nint a = f(1) + f(f(2));\n");
    let marks = &run.sources.units()[run.unit].marks;
    assert!(marks.windows(2).all(|pair| pair[0].offset < pair[1].offset));
    assert_eq!(marks[0].offset, 0);
}

/// Every token of the output is where its mark says: the user's text there begins with it, or with the name of
/// the macro that produced it.
#[test]
fn random_programs_lead_back_to_their_text() {
    const PIECES: &[&str] = &[
        "x",
        "y1",
        "one(a)",
        "one(two(b, c))",
        "two(x, one(y))",
        "many(p, q, r)",
        "obj",
        "nest",
        "+",
        "->",
        "(",
        ")",
        "{ }",
        ";",
        "\n",
        "\n\n",
        "\n    ",
        "\t",
        " ",
        " /* c */ ",
        "// c\n",
        "\"s t\"",
        "'c'",
        "1.5e+3",
        "two(\n    x,\n    y)",
        "é",
        "__LINE__",
        "<:",
    ];
    const MACROS: &str = "#define one(x) <x>\n#define two(x, y) y obj x\n#define many(...) f(__VA_ARGS__)\n\
                          #define obj 0 + 1\n#define nest one(obj)\n";
    let mut state: u64 = 88_172_645_463_325_252;
    for _ in 0..400 {
        let mut text = String::from(MACROS);
        for _ in 0..60 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            text.push_str(PIECES[(state % PIECES.len() as u64) as usize]);
            text.push(' ');
        }
        let run = run(&text);
        let unit = &run.sources.units()[run.unit];
        let mut at = 0;
        for word in super::Tokens::of(&unit.text).0 {
            at += unit.text[at..].find(&word).expect("tokens come in order");
            let start = unit.base + at as u32;
            let location = run.sources.locate(crate::source::Span { start, end: start });
            let line = text.lines().nth(location.line as usize - 1).unwrap_or("");
            let found = line.get(location.column as usize - 1..).unwrap_or("");
            let by_macro = ["one", "two", "many", "obj", "nest", "__LINE__", "<:"];
            let explained = found.starts_with(&word) || by_macro.iter().any(|name| found.starts_with(name));
            assert!(
                explained,
                "'{word}' is not at {location}:{}, which is '{found}'\n{text}",
                location.column
            );
            at += word.len();
        }
    }
}

#[test]
fn words_stay_apart_where_columns_behind_a_line_marker_leave_no_room() {
    let run = run("# 5 \"a.c\"\nreturn \n# 5 \"a.c\" 3 4\n      1\n# 5 \"a.c\"\n       ;\n");
    assert_eq!(run.text().split_whitespace().collect::<Vec<_>>(), ["return", "1", ";"]);
}
