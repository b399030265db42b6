//! Constructs inside constructs inside constructs.
//!
//! A parser or a pass that recurses without a bound runs out of stack on these; one that tries alternatives takes time
//! that doubles with every few levels. Two forms in turn show the second.

use super::case::Case;
use super::random::Random;

/// What opens a level and what closes it.
type Form = (&'static str, &'static str);

const EXPRESSIONS: &[Form] = &[
    ("(", ")"),
    ("(int)", ""),
    ("(int){", "}"),
    ("({", "; })"),
    ("({ int y = ", "; y; })"),
    ("({ if (", ") ; 1; })"),
    ("sizeof(", ")"),
    ("sizeof ", ""),
    ("sizeof(int[", "])"),
    ("_Alignof(", ")"),
    ("_Generic(x, int: ", ")"),
    ("(int (*)[", "])0"),
    ("(struct { int a[", "]; } *)0"),
    ("(enum { e = ", "})0"),
    ("(__typeof__(", ")) 1"),
    ("__builtin_offsetof(struct s, a[", "])"),
    ("__builtin_choose_expr(1, ", ", 2)"),
    ("f(", ")"),
    ("f(1, ", ")"),
    ("a[", "]"),
    ("x ? ", " : 1"),
    ("x ? 1 : ", ""),
    ("x ?: ", ""),
    ("*", ""),
    ("&", ""),
    ("*&", ""),
    ("!", ""),
    ("- ", ""),
    ("++", ""),
    ("x = ", ""),
    ("x += ", ""),
    ("1 + ", ""),
    ("1 + (", ")"),
    ("x && ", ""),
    ("x, ", ""),
    ("1 << ", ""),
    ("__extension__ ", ""),
    ("", "[0]"),
    ("", ".m"),
    ("", "->m"),
    ("", "(1)"),
    ("", "++"),
    ("", " + 1"),
    ("", " \"b\""),
];

const STATEMENTS: &[Form] = &[
    ("{", "}"),
    ("if (x) ", ""),
    ("if (x) ; else ", ""),
    ("if (x) {", "} else ;"),
    ("while (x) ", ""),
    ("for (;;) ", ""),
    ("for (int i = 0; i < 2; i++) {", "}"),
    ("do ", " while (x);"),
    ("switch (x) { case 1: ", "}"),
    ("switch (x) ", ""),
    ("x++; ", ""),
    ("int y; {", "}"),
    ("{ __label__ l; ", "}"),
    ("case 1: ", ""),
    ("", "l: ;"),
];

const DECLARATIONS: &[Form] = &[
    ("*", ""),
    ("* const ", ""),
    ("(", ")"),
    ("(*", ")(void)"),
    ("(*", ")[2]"),
    ("(*", ")(int (*)(void))"),
    ("", "[1]"),
    ("", "[2]"),
    ("", "(void)"),
    ("", "[sizeof(int)]"),
];

const DEPTHS: &[u64] = &[5, 17, 40, 40, 200, 999, 1001, 2990, 3010, 20_000, 100_000];

pub fn case(random: &mut Random) -> Case {
    let depth = random.of(DEPTHS);
    let text = match random.below(6) {
        0 | 1 => {
            let nested = nested(EXPRESSIONS, random.pick(&["1", "x", "x++", "p", "\"a\""]), depth, random);
            format!("{PROLOGUE}int main(void) {{ x = {nested}; return 0; }}\n")
        }
        2 => {
            let nested = nested(STATEMENTS, random.pick(&[";", "x = 1;", "int z;", "{}"]), depth, random);
            format!("{PROLOGUE}int main(void) {{ {nested} return 0; }}\n")
        }
        3 => {
            let nested = nested(DECLARATIONS, "v", depth, random);
            format!("{PROLOGUE}int {nested}; int main(void) {{ return sizeof v > 4; }}\n")
        }
        4 => records(depth, random),
        _ => chain(depth.min(20_000), random),
    };
    Case::of_program(text.into_bytes(), &["--dump", random.pick(&["ir", "ir", "ast"])])
}

const PROLOGUE: &str = "struct s { int m; int a[4]; struct s *p; } s, *p; int x, a[9]; int f(int y);\n";

fn nested(forms: &[Form], inner: &str, depth: u64, random: &mut Random) -> String {
    let one = random.of(forms);
    let other = if random.chance(40) { random.of(forms) } else { one };
    let levels: Vec<Form> = (0..depth).map(|level| if level % 2 == 0 { one } else { other }).collect();
    let open: String = levels.iter().map(|(open, _)| *open).collect();
    let close: String = levels.iter().rev().map(|(_, close)| *close).collect();
    format!("{open}{inner}{close}")
}

/// Records inside records, and values for them.
fn records(depth: u64, random: &mut Random) -> String {
    let count = depth as usize;
    let keyword = random.pick(&["struct", "union"]);
    let name = random.pick(&["m", "", "m[2]", "*m", "m, n"]);
    let open = format!("{keyword} {{ ").repeat(count);
    let close = format!("}} {name}; ").repeat(count);
    let values = match random.below(3) {
        0 => String::new(),
        1 => format!(" = {}1{}", "{".repeat(count), "}".repeat(count)),
        _ => format!(" = {{ {} = 1 }}", ".m".repeat(count)),
    };
    format!("struct t {{ {open} int x; {close} }} v{values}; int main(void) {{ return sizeof v; }}\n")
}

/// Declarations that each need the one before.
fn chain(length: u64, random: &mut Random) -> String {
    let (first, form) = random.of(&[
        ("typedef int t0;", "typedef t@ t#;"),
        ("typedef int t0;", "typedef t@ *t#;"),
        ("typedef int t0;", "typedef t@ t#[2];"),
        ("typedef int t0;", "typedef struct { t@ a, b; } t#;"),
        ("typedef int t0;", "typedef t@ (*t#)(t@);"),
        ("typedef int t0;", "typedef __typeof__(t@) t#;"),
        ("enum { t0 };", "enum { t# = t@ + 1 };"),
        ("int t0;", "__typeof__(t@) *t#;"),
        ("int t0;", "int *t# = (int *)&t@;"),
        ("static int t0(void) { return 1; }", "static int t#(void) { return t@(); }"),
        ("static int t0(void) { return 1; }", "static int t#(void) { return t@() + t@(); }"),
        ("struct t0 { int a; };", "struct t# { struct t@ a; struct t# *b; };"),
    ]);
    let mut text = format!("{first}\n");
    for number in 1..=length {
        let line = form.replace('@', &(number - 1).to_string()).replace('#', &number.to_string());
        text.push_str(&line);
        text.push('\n');
    }
    let last = match () {
        _ if form.starts_with("typedef") => {
            format!("t{length} v; int main(void) {{ return sizeof v > 8; }}\n")
        }
        _ if form.starts_with("static") => format!("int main(void) {{ return t{length}(); }}\n"),
        _ if form.starts_with("struct") => {
            format!("struct t{length} v; int main(void) {{ return sizeof v; }}\n")
        }
        _ => format!("int main(void) {{ return t{length} != 0; }}\n"),
    };
    text + &last
}
