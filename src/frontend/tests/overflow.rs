//! Which arithmetic is checked, and in which words.

use super::*;
use crate::property::{Check, Checks};

fn compiled(texts: &[&str], user: usize, checks: Checks) -> Program {
    let options = CompileOptions { checks, ..CompileOptions::default() };
    match compile_texts(texts, user, &options) {
        Ok(compiled) => compiled.program,
        Err(errors) => panic!("{texts:?}: {errors:#?}"),
    }
}

fn descriptions(texts: &[&str], user: usize) -> Vec<String> {
    let program = compiled(texts, user, Checks::NONE.with(Check::Overflow));
    program.properties.into_iter().map(|property| property.description).collect()
}

#[test]
fn properties_say_what_must_hold() {
    let text = "struct s { int field : 3; long count[2]; } s;
        int f(int a, int b, unsigned n, double d) {
            a + b; (a - 1) * b; -a; a / b; a % n; a << b; 1 << b; n >> a; a++; s.count[1] -= a;
            s.field = d; return (short)d;
        }
        int main(void) { return f(1, 2, 3, 4.0); }";
    let expected = [
        "a + b fits in int",
        "a - 1 fits in int",
        "(a - 1) * b fits in int",
        "-a fits in int",
        "b is not zero",
        "a / b fits in int",
        "n is not zero",
        "the shift amount b is in 0..31",
        "a is not negative and a << b fits in int",
        "the shift amount b is in 0..31",
        "1 << b fits in int",
        "the shift amount a is in 0..31",
        "a + 1 fits in int",
        "s.count[1] - a fits in long",
        "the number converted in 's.field = d' fits in a bit-field of 3 bits",
        "the number converted in 's.field = d' fits in int",
        "the number converted in '(short)d' fits in short",
    ];
    assert_eq!(descriptions(&[text], 1), expected);
}

#[test]
fn nothing_is_emitted_for_what_types_and_constants_show_to_be_defined() {
    let text = "enum { LEAST = -2147483647 - 1, WRAPPED = 2147483647 + 1 };
        static int before = 1 << 31;
        int f(char c, short s, unsigned u, unsigned char b, long l, float x) {
            c++; c += c; -c; s * s; s -= c; u * u; -u; u << 31; b << 8; l / 7; l % 3; s / -1; 2 + 3;
            l >> 63; (double)l; x / 0.0f; (_Bool)x; sizeof(s / 0);
            1 ? 0 : 2147483647 + 1;
            switch (c) { case 1 << 31: return LEAST; }
            return before == WRAPPED;
        }
        int main(void) { return f(1, 2, 3, 4, 5, 6.0f); }";
    let (with, without) = (Checks::default().with(Check::Overflow), Checks::default());
    assert_eq!(compiled(&[text], 1, with).to_text(), compiled(&[text], 1, without).to_text());
}

#[test]
fn only_the_checked_program_asks_whether_results_fit() {
    let text = "int main(int count, char **values) { return count * count + 1 / count << count; }";
    let without = compiled(&[text], 1, Checks::default()).to_text();
    assert!(!without.contains("fits") && !without.contains("overflow"), "{without}");
    let with = compiled(&[text], 1, Checks::all()).to_text();
    assert!(with.contains("mulfits") && with.contains("addfits"), "{with}");
}

#[test]
fn a_constant_expression_is_checked_where_it_is_evaluated() {
    let text = "int main(void) { int a = 2147483647 + 1; return 1 / 0 + (1 << 32); }";
    let expected = ["2147483647 + 1 fits in int", "0 is not zero", "the shift amount 32 is in 0..31"];
    let found = descriptions(&[text], 1);
    assert_eq!(found[..3], expected, "{found:?}");
}

#[test]
fn models_are_checked_only_where_they_say_so() {
    let user = "int twice(int), negated(int); int main(int count, char **values) {
        return __bmc_wrapping(count + 1) + twice(count) + negated(count);
    }";
    let model = "int twice(int n) { return n + n; } int negated(int n) { return __bmc_checked(-n) - 1; }";
    let found = descriptions(&[user, model], 1);
    assert_eq!(found.iter().filter(|text| text.as_str() == "-n fits in int").count(), 1, "{found:?}");
    assert_eq!(found.len(), 3, "{found:?}");
}
