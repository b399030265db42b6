//! Input that nests without end gets a diagnostic, not a crash.

use super::*;

fn first_error(text: &str) -> String {
    match compile_units(&[text], 1, DataModel::Lp64) {
        Ok(_) => panic!("it compiles"),
        Err(errors) => errors[0].message.clone(),
    }
}

#[test]
fn endless_brackets_are_refused() {
    let text = format!("int main(void) {{ return {}1{}; }}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(first_error(&text), "this is nested too deeply");
}

#[test]
fn endless_prefix_operators_are_refused() {
    let text = format!("int main(void) {{ return {}1; }}", "!".repeat(100_000));
    assert_eq!(first_error(&text), "this is nested too deeply");
}

#[test]
fn a_sum_of_very_many_terms_is_refused() {
    let text = format!("int x; int main(void) {{ return {}1; }}", "x + ".repeat(50_000));
    assert_eq!(first_error(&text), "this is nested too deeply");
}

#[test]
fn nesting_without_brackets_is_refused_whatever_it_is_made_of() {
    let refused = |text: &str| assert_eq!(first_error(text), "this is nested too deeply", "{}", &text[..60]);
    for unit in
        ["if (x) ", "if (x) ; else ", "while (x) ", "for (;;) ", "do ", "switch (x) ", "l: ", "x ? 1, "]
    {
        refused(&format!("int x; int main(void) {{ {} ; return 0; }}", unit.repeat(30_000)));
    }
    refused(&format!("int a{}; int main(void) {{ return 0; }}", "[1]".repeat(30_000)));
    refused(&format!("int x; int main(void) {{ x = {}1; return 0; }}", "(int){1} + ".repeat(30_000)));
    // What ends with every statement does not add up.
    let many = "if (x) x = -1; else x = 1 + 2; { x = (x + 1) * 2; }\n".repeat(2_000);
    assert!(
        compile_units(&[&format!("int x; int main(void) {{ {many} return 0; }}")], 1, DataModel::Lp64)
            .is_ok()
    );
}

#[test]
fn types_inside_expressions_inside_types_are_bounded() {
    for (open, close) in [
        ("sizeof(int[", "])"),
        ("_Alignof(", ")"),
        ("sizeof(int (*)[", "])"),
        ("sizeof(struct { int a[", "]; })"),
        ("sizeof(t[", "])"),
    ] {
        let text = |levels: usize| {
            let size = format!("{}1{}", open.repeat(levels), close.repeat(levels));
            format!("typedef int t; int main(void) {{ return {size} > 2; }}")
        };
        assert_eq!(first_error(&text(60)), "this is nested too deeply", "{open}");
        if let Err(errors) = compile_units(&[&text(5)], 1, DataModel::Lp64) {
            panic!("{open}: {errors:?}");
        }
    }
    // The parameters of functions are no such types.
    let parameters =
        format!("int f({}void{}); int main(void) {{ return 0; }}", "int (*)(".repeat(200), ")".repeat(200));
    assert!(compile_units(&[&parameters], 1, DataModel::Lp64).is_ok());
}

#[test]
fn a_sum_of_many_terms_and_a_long_chain_of_else_compile() {
    let sum = format!("int x; int main(void) {{ return {}1; }}", "x + ".repeat(10_000));
    assert!(compile_units(&[&sum], 1, DataModel::Lp64).is_ok());
    let chain = "if (x == 1) y = 1; else ".repeat(2_000);
    let chain = format!("int main(void) {{ int x = 0, y = 0; {chain} y = 2; return y; }}");
    assert!(compile_units(&[&chain], 1, DataModel::Lp64).is_ok());
}

#[test]
fn a_thousand_levels_of_anything_compile() {
    let nested = |open: &str, inner: &str, close: &str| {
        let body = format!("{}{inner}{}", open.repeat(1_000), close.repeat(1_000));
        let text = format!(
            "int x; int f(int y); int f(int y) {{ return y; }} int main(void) {{ {body} return 0; }}"
        );
        if let Err(errors) = compile_units(&[&text], 1, DataModel::Lp64) {
            panic!("{open}: {errors:?}");
        }
    };
    nested("{", "", "}");
    nested("if (x) {", "x = 1;", "}");
    nested("while (x) ", "x = 0;", "");
    nested("for (;x;) ", "x = 0;", "");
    nested("do ", "x = 0;", " while (x);");
    nested("switch (x) { case 1: ", "x = 0;", "}");
    let value = |open: &str, close: &str| {
        let expression = format!("x = {}1{};", open.repeat(1_000), close.repeat(1_000));
        nested("", &expression, "");
    };
    value("(", ")");
    value("!", "");
    value("1 + (", ")");
    value("f(", ")");
    value("x ? 1 : ", "");
    value("x ? ", " : 2");
    value("(x ? 1 : ", ")");
    value("- ", "");
    value("(int)", "");
    value("sizeof ", "");
    value("({ ", "; })");
    value("(int){ ", " }");
    value("_Generic(x, int: ", ")");
    value("x = ", "");
}

#[test]
fn long_chains_of_any_operator_compile() {
    for operator in ["&&", "||", "|", "^", "*", ",", "==", "<<"] {
        let chain = format!("x {operator} ").repeat(10_000);
        let text = format!("int x; int main(void) {{ x = ({chain} 1); return 0; }}");
        if let Err(errors) = compile_units(&[&text], 1, DataModel::Lp64) {
            panic!("{operator}: {errors:?}");
        }
    }
}

#[test]
fn a_thousand_levels_of_types_and_initialisers_compile() {
    let compiles = |text: &str| {
        if let Err(errors) = compile_units(&[text], 1, DataModel::Lp64) {
            panic!("{}…: {errors:?}", &text[..40]);
        }
    };
    let (open, close) = ("{".repeat(1_000), "}".repeat(1_000));
    compiles(&format!("int x = {open}1{close}; int main(void) {{ return x; }}"));
    compiles(&format!("int a{} = {open}1{close}; int main(void) {{ return 0; }}", "[1]".repeat(1_000)));
    let (records, members) = ("struct { ".repeat(1_000), "} m; ".repeat(1_000));
    compiles(&format!("struct s {{ {records} int x; {members} }} v; int main(void) {{ return sizeof v; }}"));
    let unnamed = "}; ".repeat(1_000);
    compiles(&format!("struct s {{ {records} int x; {unnamed} }} v; int main(void) {{ return v.x; }}"));
    let pointers = "*".repeat(1_000);
    compiles(&format!("int {pointers}p; int main(void) {{ return p == 0; }}"));
    let (functions, parameters) = ("(*".repeat(1_000), ")(void)".repeat(1_000));
    compiles(&format!("int {functions}p{parameters}; int main(void) {{ return p == 0; }}"));
    let labels: String = (0..1_000).map(|number| format!("l{number}: ")).collect();
    compiles(&format!("int main(void) {{ {labels} return 0; }}"));
}
