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
fn a_sum_of_very_many_terms_is_refused_by_lowering() {
    let text = format!("int x; int main(void) {{ return {}1; }}", "x + ".repeat(50_000));
    assert_eq!(first_error(&text), "this is nested too deeply");
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
