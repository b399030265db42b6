//! Constant expressions wherever C asks for one: sizes of arrays, enumerators, labels of a switch, initial
//! values, static assertions; and conditions of the preprocessor.

use super::case::{Case, Piece};
use super::expressions::Expressions;
use super::random::Random;
use super::types::any;
use bmc_conc::ir::DataModel;

pub fn case(random: &mut Random, model: DataModel) -> Case {
    let mut case = Case::default();
    let unique = random.bits();
    for index in 0..3 {
        let name = format!("k{unique:x}_{index}");
        let mut expressions = Expressions { random, model, variables: Vec::new() };
        let e = expressions.expression(3);
        match expressions.random.below(8) {
            0 => {
                case.declarations.push_str(&format!("static char {name}[(({e}) & 63) + 1];\n"));
                case.result(format!("sizeof({name})"));
                case.pieces.push(Piece::Constant(format!("sizeof(int[(({e}) & 15) + 1])")));
            }
            1 => {
                let shift = expressions.random.of(&[0, 8, 32]);
                let second = expressions.expression(1);
                case.declarations.push_str(&format!(
                    "enum {name} {{ {name}a = (long long)({e}) >> {shift} & ~1ll, {name}b, {name}c = (int)({second}) }};\n"
                ));
                for suffix in ["a", "b", "c"] {
                    case.result(format!("{name}{suffix}"));
                    case.result(format!("sizeof({name}{suffix})"));
                }
                case.result(format!("sizeof(enum {name})"));
                case.result(format!("(enum {name})-1 < 0"));
                case.result(format!("TYPE((enum {name})0)"));
            }
            2 => {
                let ty = any(expressions.random, model);
                case.statement(format!(
                    "int {name} = 0; switch (({}){e}) {{ case {e}: {name} = 1; break; default: {name} = 2; }}",
                    ty.name
                ));
                case.result(name);
            }
            3 => {
                let ty = any(expressions.random, model);
                case.declarations.push_str(&format!("static {} {name} = {e};\n", ty.name));
                case.result(name);
            }
            4 => condition(expressions.random, &name, &mut case),
            5 => {
                let literal = expressions.literal();
                case.result(&literal);
                case.result(format!("TYPE({literal})"));
                case.result(format!("TYPE(-{literal})"));
            }
            6 => case.pieces.push(Piece::Constant(e)),
            _ => {
                case.result(&e);
                case.result(format!("TYPE({e})"));
                case.pieces.push(Piece::Constant(format!("sizeof({e})")));
            }
        }
    }
    case
}

/// Some bits of an expression of the preprocessor, where all numbers have the widest types.
fn condition(random: &mut Random, name: &str, case: &mut Case) {
    let e = preprocessed(random, 3);
    case.statement(format!("unsigned {name} = 0;"));
    for bit in [0, 1, 2, 5, 7, 15, 31, 32, 47, 63] {
        case.statement(format!("\n#if ({e}) >> {bit} & 1\n{name} |= 1u << {};\n#endif", bit % 31));
    }
    case.statement(format!("\n#if ({e}) < 0\n{name} ^= 1u << 30;\n#endif"));
    case.result(name);
}

fn preprocessed(random: &mut Random, depth: u32) -> String {
    if depth == 0 {
        let value = random.value() >> 1;
        return match random.below(8) {
            0 => "undefined_name".to_string(),
            1 => random.pick(&["'a'", "'\\377'", "'ab'", "L'x'"]).to_string(),
            2 => format!("0x{value:x}u"),
            3 => format!("0{value:o}"),
            4 => format!("{value}UL"),
            5 => format!("defined(__GNUC__) + {}", value & 7),
            _ => format!("{value}"),
        };
    }
    let (a, b) = (preprocessed(random, depth - 1), preprocessed(random, depth - 1));
    match random.below(9) {
        0..=1 => format!("(({a}) {} ({b}))", random.pick(&["&", "|", "^"])),
        2 => format!("(({a}) {} ({b}))", random.pick(&["<", ">", "<=", ">=", "==", "!="])),
        3 => format!("(({a}) {} ({b}))", random.pick(&["&&", "||"])),
        4 => format!("({}({a}))", random.pick(&["!", "~", "+"])),
        5 => format!("(({a}) ? ({b}) : ({a}))"),
        6 => {
            let operator = random.pick(&["+", "-", "*"]);
            format!("((({a}) % 30001) {operator} (({b}) % {}))", 1 + random.below(1 << 30))
        }
        7 => format!("((({a}) % 1000003) {} (({b}) | 1))", random.pick(&["/", "%"])),
        _ => format!("(({a}) >> (({b}) & 63))"),
    }
}
