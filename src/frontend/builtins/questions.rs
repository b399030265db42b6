//! What models ask about the program and the options, as constants. The outcome keeps what they were told.

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::Call;
use crate::frontend::lower::condition::bit;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::literal::string_text;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::Ty;
use crate::property::Check;

/// `__bmc_mentions("name")`: whether the user's units do.
pub fn mentions(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let name = named(call, "'__bmc_mentions' takes the name of a function")?;
    let found = lowering.library.mentions(&name);
    Ok(lowering.answer(format!("mentions {name}"), found))
}

/// `__bmc_checks("name")`: whether the program is checked for this.
pub fn checks(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let name = named(call, "'__bmc_checks' takes the name of a check")?;
    let found = Check::named(&name).is_some_and(|check| lowering.options.checks.contains(check));
    Ok(lowering.answer(format!("checks {name}"), found))
}

pub fn is_run(lowering: &mut Lowering, _: &Call) -> Lowered<Value> {
    Ok(lowering.integer(lowering.options.is_run.into(), Ty::INT))
}

pub fn spurious_wakeups(lowering: &mut Lowering, _: &Call) -> Lowered<Value> {
    Ok(lowering.answer("spurious wakeups".to_string(), lowering.options.spurious_wakeups))
}

pub fn spurious_failures(lowering: &mut Lowering, _: &Call) -> Lowered<Value> {
    Ok(lowering.answer("spurious failures".to_string(), lowering.options.spurious_failures))
}

pub fn malloc_may_fail(lowering: &mut Lowering, _: &Call) -> Lowered<Value> {
    Ok(lowering.answer("malloc may fail".to_string(), lowering.options.malloc_may_fail))
}

/// Whether this weak exchange fails although it could succeed.
pub fn fails_spuriously(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    Ok(Value::bit(match lowering.has_spurious_failures() {
        true => lowering.spurious_failure(call.span),
        false => bit(false),
    }))
}

fn named(call: &Call, demand: &str) -> Lowered<String> {
    match call.arguments {
        [Node { node: Expression::StringLiteral(text), .. }] => Ok(string_text(&text.node)),
        _ => Err(call.wrong(demand)),
    }
}

impl Lowering<'_> {
    /// A constant that a model asks for.
    pub(super) fn answer(&mut self, question: String, answer: bool) -> Value {
        self.library.answer(question, answer);
        self.integer(answer.into(), Ty::INT)
    }
}
