//! Where an order of evaluation is chosen, and what a second copy of an operand has in common with the first.

use super::*;
use crate::ir::{Leeway, Op};

const DECLARATIONS: &str = "int x, y, table[4], *p; const int c = 1; int f(int a, int b) { return a - b; } int g(void) { return ++x; }";

fn main_of(body: &str) -> Program {
    let text = format!("{DECLARATIONS} int main(void) {{ int i = 1, j = 2; {body} return i; }}");
    let compiled = compile_texts(&[&text], 1, &CompileOptions::default());
    let program = compiled.unwrap_or_else(|error| panic!("{body}: {:?}", error.diagnostics)).program;
    assert_eq!(verify(&program), Ok(()), "{body}");
    program
}

/// The numbers of operands of the choices in main.
fn choices(body: &str) -> Vec<u32> {
    let program = main_of(body);
    let function = program.functions.iter().find(|function| function.name == "main").expect("there is main");
    let ops = function.blocks.iter().flat_map(|block| &block.instructions);
    ops.filter_map(|instruction| match instruction.op {
        Op::Choose { leeway: Leeway::Order { operands }, .. } => Some(operands),
        _ => None,
    })
    .collect()
}

#[test]
fn an_order_is_chosen_where_two_operands_touch_memory() {
    assert_eq!(choices("i = x + y;"), [2]);
    assert_eq!(choices("i = x == y;"), [2]);
    assert_eq!(choices("x += y;"), [2]);
    assert!(choices("i = table[x] + j;").is_empty());
    assert_eq!(choices("i = p[x];"), [2]);
    assert_eq!(choices("*p = x;"), [2]);
    assert_eq!(choices("table[x] = y;"), [2]);
    // The function itself is the first of three.
    assert_eq!(choices("i = f(x, y);"), [3]);
    assert_eq!(choices("int a[2] = { g(), g() };"), [2]);
    assert_eq!(choices("i = x + y + g();"), [2, 2]);
}

#[test]
fn no_order_is_chosen_where_nobody_can_tell() {
    for body in [
        "i = i + j;",
        "i = x + 1;",
        "x = y;",
        "x++;",
        "x += i;",
        "table[i] = y;",
        "i = f(x, 1);",
        "i = x && y;",
        "i = x ? y : x;",
        "i = (x, y);",
        "i = c + x;",
        "i = sizeof x + y;",
        "p = &x + y;",
        "int a[2] = { 1, x };",
    ] {
        assert!(choices(body).is_empty(), "{body}");
    }
}

#[test]
fn a_copy_of_an_operand_has_the_same_properties() {
    let properties = main_of("i = *p + p[x];").properties;
    let texts: Vec<&str> = properties.iter().map(|property| property.description.as_str()).collect();
    let count = |text: &str| texts.iter().filter(|known| known.starts_with(text)).count();
    assert_eq!((count("*p is"), count("p[x] is")), (1, 1), "{texts:?}");
}

#[test]
fn operands_inside_operands_do_not_multiply() {
    let size = |body: &str| main_of(body).functions.iter().flat_map(|f| &f.blocks).count();
    for (open, close) in [("x + (", ")"), ("f(x, ", ")"), ("table[", "]"), ("f(", ", x)")] {
        let nested = |depth: usize| format!("i = {}y{};", open.repeat(depth), close.repeat(depth));
        let (small, large) = (size(&nested(20)), size(&nested(40)));
        assert!(large < 3 * small, "{open}: {small} blocks become {large}");
    }
}
