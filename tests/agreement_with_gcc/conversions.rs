//! Conversions between all arithmetic types, by casts, assignments, arguments, results and initialisers.

use super::case::{Case, Input};
use super::expressions::Expressions;
use super::random::Random;
use super::types::{any, integers};
use bmc_conc::ir::DataModel;

pub fn case(random: &mut Random, model: DataModel) -> Case {
    let mut case = Case::default();
    let unique = random.bits();
    let from = any(random, model);
    let mut constants = Expressions { random, model, variables: Vec::new() };
    let literal = constants.literal();
    let value = if random.chance(40) { format!("-{literal}") } else { literal };
    case.inputs.push(Input { ty: from.name, name: "x".into(), value });
    match random.below(4) {
        0 => between_integers(random, model, unique, &mut case),
        1 => {
            for to in integers(model) {
                case.result(format!("({})x", to.name));
            }
        }
        2 => {
            // To floats any integer goes; the nearest number may be outside of the type again.
            case.result("float_bits(x)");
            case.result("double_bits(x)");
            case.result("float_bits((float)(double)x)");
            case.result("double_bits(x * 3.0f)");
            case.result("TYPE(x + 1.0f)");
            case.result("TYPE(1 ? x : 1.0)");
            case.result("(_Bool)(float)x");
            case.result("x < 0.5");
        }
        _ => from_float(random, model, &mut case),
    }
    case
}

fn between_integers(random: &mut Random, model: DataModel, unique: u64, case: &mut Case) {
    for index in 0..3 {
        let (to, next) = (any(random, model).name, any(random, model).name);
        let name = format!("f{unique:x}_{index}");
        case.declarations.push_str(&format!("static {to} {name}({next} y) {{ return y; }}\n"));
        case.result(format!("{name}(x)"));
        case.result(format!("TYPE({name}(x))"));
        case.result(format!("({to})({next})x"));
        case.statement(format!("{to} y{index} = x; {next} z{index}[2] = {{ y{index}, x }};"));
        case.result(format!("y{index} == z{index}[0]"));
        case.result(format!("z{index}[1] < y{index}"));
        case.result(format!("TYPE(1 ? y{index} : z{index}[0])"));
        case.result(format!("TYPE(y{index} + z{index}[0])"));
        case.result(format!("TYPE(y{index} << z{index}[0])"));
        case.result(format!("TYPE(-y{index})"));
        case.result(format!("(long)({to} *)(long)x == (long)x"));
    }
}

/// Only values that the integer type has, after truncation.
fn from_float(random: &mut Random, model: DataModel, case: &mut Case) {
    let fraction = random.pick(&[".0", ".25", ".5", ".99"]);
    let small = random.below(120);
    let negative = random.pick(&["", "-"]);
    case.statement(format!(
        "float f = {negative}{small}{fraction}f; double d = {negative}{small}{fraction};"
    ));
    for to in integers(model) {
        if to.signed {
            case.result(format!("({})f", to.name));
            case.result(format!("({})d", to.name));
        } else {
            let large = if to.bits(model) == 1 { 0 } else { random.bits() >> (65 - to.bits(model).min(60)) };
            case.result(format!("({}){large}.0", to.name));
            case.result(format!("({})(d < 0 ? -d : d)", to.name));
        }
    }
    case.result("(_Bool)d");
    case.result("float_bits(d)");
    case.result("double_bits(f)");
    case.result("(_Bool)x + f > d");
}
