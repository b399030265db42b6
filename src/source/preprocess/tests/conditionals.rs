//! `#if` and its relatives.

use super::{failure, run, tokens};

fn holds(expression: &str) -> bool {
    tokens(&format!("#if {expression}\nyes\n#else\nno\n#endif\n")) == "yes"
}

#[test]
fn arithmetic_follows_precedence_and_types() {
    for expression in [
        "1 + 2 * 3 == 7",
        "(1 + 2) * 3 == 9",
        "10 - 3 - 2 == 5",
        "7 / 2 == 3 && -7 / 2 == -3 && -7 % 3 == -1",
        "1 << 4 | 1 == 17",
        "(1 << 4 | 1) == 17",
        "~0 == -1",
        "!0 && !!5",
        "-1 < 0",
        "-1 > 0u",
        "0xFFFFFFFFFFFFFFFF == -1",
        "18446744073709551615u == ~0ull",
        "0x10 == 16 && 010 == 8 && 0b101 == 5",
        "'a' == 97 && '\\n' == 10 && '\\x41' == 'A' && '\\101' == 'A' && '\\377' < 0",
        "1 ? 2 : 0",
        "0 ? 0 : 1 ? 1 : 0",
        "1 || 1 / 0",
        "!(0 && 1 / 0)",
        "(2, 1)",
        "- - 1 == 1",
        "9223372036854775807 + 1 < 0",
        "-9223372036854775807 - 1 == (-9223372036854775807 - 1) / -1",
    ] {
        assert!(holds(expression), "{expression}");
    }
}

#[test]
fn unknown_names_are_zero_and_macros_are_expanded() {
    assert!(!holds("unknown"));
    assert!(holds("__GNUC__ >= 4 && __STDC_VERSION__ >= 201112L && __BMC_CONC__"));
    assert_eq!(tokens("#define f(x) (x + 1)\n#if f(1) == 2\nyes\n#endif\n"), "yes");
}

#[test]
fn defined_looks_at_the_name_itself() {
    assert_eq!(tokens("#define A B\n#if defined A && defined(A) && !defined B\nyes\n#endif\n"), "yes");
    assert_eq!(tokens("#define A\n#define HAVE defined(A)\n#if HAVE\nyes\n#endif\n"), "yes");
    assert!(holds("defined __LINE__ && defined __has_include"));
}

#[test]
fn headers_can_be_asked_for() {
    assert!(holds("__has_include(<pthread.h>) && !__has_include(<windows.h>) && !__has_include(\"no.h\")"));
    assert!(holds("!__has_attribute(noreturn) && !__has_builtin(__builtin_x)"));
    assert_eq!(tokens("#define H <stdio.h>\n#if __has_include(H)\nyes\n#endif\n"), "yes");
}

#[test]
fn exactly_one_group_is_active() {
    let text = "#if A == 1\none\n#elif A == 2\ntwo\n#elif A == 2 || 1 / 0\nagain\n#else\nother\n#endif\n";
    assert_eq!(tokens(&format!("#define A 1\n{text}")), "one");
    assert_eq!(tokens(&format!("#define A 2\n{text}")), "two");
    assert!(failure(&format!("#define A 3\n{text}")).contains("division by zero"));
    assert_eq!(tokens("#ifdef A\n1\n#elifdef __STDC__\n2\n#elifndef A\n3\n#endif\n"), "2");
}

#[test]
fn skipped_groups_may_hold_anything() {
    let text = "#if 0\n don't \" /* #endif */ #else\n#bogus\n#if 1\n#else\n#endif\n#define X 1\n#elif 0\n'\n#else\nX\n#endif\n";
    assert_eq!(tokens(text), "X");
}

#[test]
fn conditionals_nest() {
    let text =
        "#if 1\n#if 0\na\n#else\n#ifndef q\nb\n#endif\n#endif\nc\n#else\n#if 1\nd\n#endif\n#endif\ne\n";
    assert_eq!(tokens(text), "b c e");
}

#[test]
fn conditionals_inside_the_arguments_of_a_macro_work() {
    assert_eq!(tokens("#define f(x) [x]\nf(1\n#if 1\n+ 2\n#else\n+ 3\n#endif\n)\n"), "[1 + 2]");
}

#[test]
fn mistakes_are_reported_where_they_are() {
    for (text, message, place) in [
        ("#if\n#endif\n", "needs an expression", "test.c:1:2"),
        ("#if 1 +\n#endif\n", "ends too early", "test.c:1:2"),
        ("#if (1\n#endif\n", "missing ')'", "test.c:1:2"),
        ("#if 1 2\n#endif\n", "unexpected '2'", "test.c:1:7"),
        ("#if 1.5\n#endif\n", "cannot be used", "test.c:1:5"),
        ("#if 1 / 0\n#endif\n", "division by zero", "test.c:1:7"),
        ("#if defined\n#endif\n", "'defined' needs", "test.c:1:5"),
        ("\n#ifdef X\n", "without '#endif'", "test.c:2:2"),
        ("#else\n", "without '#if'", "test.c:1:2"),
        ("#endif\n", "without '#if'", "test.c:1:2"),
        ("#if 1\n#else\n#else\n#endif\n", "after '#else'", "test.c:3:2"),
        ("#nonsense\n", "unknown directive '#nonsense'", "test.c:1:2"),
        ("x\n  #error out of  luck, don't ask\n", "#error: out of luck, don't ask", "test.c:2:4"),
    ] {
        let shown = failure(text);
        assert!(shown.contains(message) && shown.contains(place), "{text}: {shown}");
    }
}

#[test]
fn warnings_do_not_stop_anything() {
    let run = run("#warning careful\nint x;\n#pragma omp parallel\n#pragma GCC diagnostic push\n");
    assert_eq!(run.warnings.len(), 2);
    assert_eq!(run.text().trim(), "int x;");
}

#[test]
fn deep_expressions_end_in_a_message() {
    let deep = format!("#if {}1{}\n#endif\n", "(".repeat(5000), ")".repeat(5000));
    assert!(failure(&deep).contains("nests more than"));
    assert!(holds(&format!("{}1", "!!".repeat(5000))));
}
