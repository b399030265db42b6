//! Definition and expansion.

use super::{failure, run, tokens};

#[test]
fn object_macros_are_replaced_and_scanned_again() {
    assert_eq!(tokens("#define A B C\n#define B 1\nA;A\n"), "1 C;1 C");
}

#[test]
fn a_macro_is_not_expanded_inside_itself() {
    assert_eq!(tokens("#define x x + y\n#define y x * y\nx\n"), "x + x * y");
    assert_eq!(tokens("#define f(a) f(a) f\nf(1)(2)\n"), "f(1) f(2)");
}

#[test]
fn mutual_recursion_stops_where_it_began() {
    assert_eq!(tokens("#define ping pong\n#define pong ping\nping pong\n"), "ping pong");
}

#[test]
fn a_function_macro_without_parentheses_stays() {
    assert_eq!(tokens("#define f(x) [x]\nf; f (1) f\n(2) (f)(3)\n"), "f; [1] [2] (f)(3)");
}

#[test]
fn arguments_are_expanded_before_they_are_substituted() {
    assert_eq!(tokens("#define two 2\n#define id(x) x\nid(id(two) two)\n"), "2 2");
}

#[test]
fn the_name_and_the_arguments_may_come_from_different_places() {
    // The name is the last token of one expansion, its arguments follow in the file.
    assert_eq!(tokens("#define g f\n#define f(x) <x>\ng(3) g (4)\n"), "<3> <4>");
    assert_eq!(tokens("#define NIL(x) x\n#define G_0(x) NIL(G_1)(x)\n#define G_1(x) <x>\nG_0(7)\n"), "<7>");
}

#[test]
fn the_standards_recursive_example_in_other_words() {
    let text = "#define n 3\n#define h(a) h(n * (a))\n#undef n\n#define n 2\n#define k h\n#define z z[0]\n\
                #define apply h(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n\
                h(y+1) + h(h(z)) % t(t(k)(0) + t)(1);\n";
    assert_eq!(tokens(text), "h(2 * (y+1)) + h(2 * (h(2 * (z[0])))) % h(2 * (0)) + t(1);");
}

#[test]
fn stringifying_keeps_spelling_and_normalises_space() {
    assert_eq!(tokens("#define s(x) #x\ns(  a   +  /* c */ b )\n"), "\"a + b\"");
    assert_eq!(tokens("#define s(x) #x\ns(\"a\\n\" '\\'' \\ )\n"), r#""\"a\\n\" '\\'' ""#);
    assert_eq!(tokens("#define s(x) #x\ns()\n"), "\"\"");
    assert_eq!(tokens("#define A 1\n#define s(x) #x\n#define t(x) s(x)\ns(A) t(A)\n"), "\"A\" \"1\"");
    assert_eq!(tokens("#define s(x) #x\ns(a\nb)\n"), "\"a b\"");
}

#[test]
fn pasting_joins_unexpanded_arguments() {
    assert_eq!(
        tokens("#define A 1\n#define c(x,y) x##y\nc(A,B) c(1,2) c(+,+) c(.,5) c(L,\"x\")\n"),
        "AB 12 ++ .5 L\"x\""
    );
    assert_eq!(tokens("#define AB 7\n#define c(x,y) x##y\nc(A,B)\n"), "7");
}

#[test]
fn pasting_with_empty_arguments_leaves_the_other_side() {
    let text = "#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };\n";
    assert_eq!(tokens(text), "int j[] = { 123, 45, 67, 89, 10, 11, 12, };");
}

#[test]
fn a_paste_operator_out_of_an_argument_is_not_one() {
    assert_eq!(
        tokens(
            "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n\
        #define join(c, d) in_between(c hash_hash d)\nchar p[] = join(x, y);\n"
        ),
        "char p[] = \"x ## y\";"
    );
}

#[test]
fn variable_arguments_are_passed_on() {
    assert_eq!(tokens("#define v(f, ...) p(f, __VA_ARGS__)\nv(1, 2, 3) v(1,)\n"), "p(1, 2, 3) p(1, )");
    assert_eq!(tokens("#define v(...) #__VA_ARGS__\nv(a, b,c)\n"), "\"a, b,c\"");
    assert_eq!(tokens("#define v(a...) [a]\nv(1,2) v()\n"), "[1,2] []");
}

#[test]
fn gnu_swallows_the_comma_before_no_arguments() {
    assert_eq!(tokens("#define e(f, ...) p(f, ## __VA_ARGS__)\ne(1,) e()\n"), "p(1,) p()");
    assert_eq!(tokens("#define e(...) p(0, ## __VA_ARGS__)\ne() e(1)\n"), "p(0) p(0, 1)");
    assert_eq!(
        tokens("#define e(f, ...) p(f, ## __VA_ARGS__)\ne(1) e(1, 2) e(1, A)\n#define A\n"),
        "p(1) p(1, 2) p(1, A)"
    );
    assert_eq!(tokens("#define e(f, a...) p(f , ##a)\n#define two 2\ne(1) e(1, two)\n"), "p(1) p(1 ,2)");
}

#[test]
fn va_opt_appears_only_with_arguments() {
    assert_eq!(tokens("#define S(a, ...) #__VA_OPT__(a: __VA_ARGS__)\nS(1) S(1, 2)\n"), "\"\" \"1: 2\"");
    assert_eq!(tokens("#define F(a, ...) f(a __VA_OPT__(,) __VA_ARGS__)\nF(1) F(1, 2)\n"), "f(1 ) f(1 , 2)");
    assert_eq!(
        tokens("#define E\n#define F(...) f(__VA_OPT__(x ## __VA_ARGS__))\nF() F(1) F(E)\n"),
        "f() f(x1) f()"
    );
}

#[test]
fn counters_lines_and_files_are_known() {
    assert_eq!(
        tokens("__COUNTER__ __COUNTER__ __LINE__\n__LINE__ __FILE__ __STDC__\n"),
        "0 1 1 2 \"test.c\" 1"
    );
    assert_eq!(tokens("#define L __LINE__\n\nL\n"), "3");
    assert_eq!(tokens("__func__ __DATE__\n"), "__func__ \"Jan  1 1970\"");
}

#[test]
fn tokens_that_macros_bring_together_stay_apart() {
    assert_eq!(run("#define m -\nx = -m-y;\n").text().trim(), "x = - - -y;");
    assert_eq!(run("#define e\n#define i int\ni e(x);+e+\n").text().split_whitespace().last(), Some("+"));
    assert_eq!(tokens("#define d .\n1 d 2\n#define f(x) x\nf(a)f(b)\n"), "1 . 2 a b");
}

#[test]
fn redefinition_is_reported_only_if_it_differs() {
    assert!(run("#define A  1 +  2\n#define A 1 + 2\nA\n").warnings.is_empty());
    assert_eq!(run("#define A 1\n#define A 2\nA\n").warnings.len(), 1);
    assert!(run("#define A 1\n#undef A\n#define A 2\nA\n").warnings.is_empty());
}

#[test]
fn wrong_definitions_and_uses_are_reported_where_they_are() {
    for (text, message, place) in [
        ("#define\n", "needs the name", "test.c:1:2"),
        ("#define 3\n", "must be an identifier", "test.c:1:9"),
        ("#define defined 1\n", "cannot be the name", "test.c:1:9"),
        ("#define f(a,a) 1\n", "same name", "test.c:1:13"),
        ("#define f(a 1\n", "expected ',' or ')'", "test.c:1:13"),
        ("#define f(a\n", "missing ')'", "test.c:1:10"),
        ("#define f(a) #b\n", "not followed by a parameter", "test.c:1:14"),
        ("#define f(a) ## a\n", "either end", "test.c:1:14"),
        ("#define f(a, b) a\n\n  f(1)\n", "takes 2 arguments, not 1", "test.c:3:3"),
        ("#define f() a\nf(1)\n", "takes 0 arguments, not 1", "test.c:2:1"),
        ("#define f(a) a\n f(1\n", "no closing ')'", "test.c:2:2"),
        ("#define f(a, b) a ## b\n f(+, 1)\n", "no token", "test.c:2:2"),
    ] {
        let shown = failure(text);
        assert!(shown.contains(message) && shown.contains(place), "{text}: {shown}");
    }
}
