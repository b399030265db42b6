//! Computations with variables: expressions, assignments of every kind, increments, branches.

use super::case::{Case, Input};
use super::expressions::Expressions;
use super::random::Random;
use super::types::{Integer, any};
use bmc_conc::ir::DataModel;

pub fn case(random: &mut Random, model: DataModel) -> Case {
    let mut case = Case::default();
    let mut variables: Vec<(String, Integer)> = Vec::new();
    for index in 0..3 + random.below(3) {
        let ty = any(random, model);
        let name = format!("v{index}");
        let mut constants = Expressions { random, model, variables: Vec::new() };
        let value = constants.literal();
        let value = if random.chance(30) { format!("-{value}") } else { value };
        case.inputs.push(Input { ty: ty.name, name: name.clone(), value });
        variables.push((name, ty));
    }
    for _ in 0..3 + random.below(4) {
        piece(random, model, &variables, &mut case);
    }
    case
}

fn piece(random: &mut Random, model: DataModel, variables: &[(String, Integer)], case: &mut Case) {
    let (v, ty) = &variables[random.below(variables.len() as u64) as usize];
    let names = variables.iter().map(|(name, _)| name.clone()).collect();
    let mut expressions = Expressions { random, model, variables: names };
    let e = expressions.expression(3);
    match expressions.random.below(9) {
        0..=2 => {
            case.result(&e);
            case.result(format!("TYPE({e})"));
            case.result(format!("sizeof({e})"));
        }
        3 => {
            case.result(format!("({v} = {e})"));
            case.result(format!("TYPE({v} = {e})"));
        }
        4 => {
            let operator = expressions.random.pick(&["&=", "|=", "^="]);
            case.result(format!("({v} {operator} {e})"));
        }
        5 => {
            // Small numbers on both sides, for the sake of those that meet in a signed type.
            let operator = expressions.random.pick(&["+=", "-=", "*=", "/=", "%="]);
            let other = any(expressions.random, model);
            let odd = if matches!(operator, "/=" | "%=") { " | 1" } else { "" };
            case.statement(format!("{v} %= 1000;"));
            case.result(format!("({v} {operator} (({})({e}) % 1000){odd})", other.name));
        }
        6 => {
            let most = ty.promoted().bits(model) - 1;
            let operator =
                if ty.promoted().signed { ">>=" } else { expressions.random.pick(&["<<=", ">>="]) };
            case.result(format!("({v} {operator} ({e} & {most}))"));
        }
        7 => {
            if ty.promoted().signed && ty.bits(model) >= 32 {
                case.statement(format!("{v} %= 1000;"));
            }
            let form = expressions.random.below(4);
            let text = match form {
                0 => format!("{v}++"),
                1 => format!("++{v}"),
                2 => format!("{v}--"),
                _ => format!("--{v}"),
            };
            case.result(text);
        }
        _ => {
            let (yes, no) = (expressions.expression(1), expressions.expression(1));
            match expressions.random.below(3) {
                0 => case.statement(format!("if ({e}) {v} = {yes}; else {v} = {no};")),
                1 => case.statement(format!("({e}) && ({v} = {yes});")),
                _ => case.statement(format!(
                    "switch ({e}) {{ case 0: {v} = {yes}; break; case -1: case 1 ... 5: {v} = {no}; default: {v}++; }}"
                )),
            }
        }
    }
    case.result(v);
}
