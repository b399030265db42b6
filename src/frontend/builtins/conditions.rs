//! Conditions that a program or a model states: what is assumed, what must hold, what must not be reached, and where
//! a model ends.

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::Call;
use crate::frontend::lower::condition::bit;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::literal::string_text;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::overflow::Scrutiny;
use crate::ir::{Op, Operand, PropertyKind, Terminator};
use crate::property::Check;

pub fn assume(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let condition = condition(lowering, call.arguments, call)?;
    lowering.body.emit(Op::Assume { condition }, call.span);
    Ok(Value::void())
}

/// `assert(condition)`, or `__CPROVER_assert(condition, "description")`
pub fn assert(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let description = match call.arguments {
        [_, Node { node: Expression::StringLiteral(parts), .. }] => string_text(&parts.node),
        [condition, ..] => lowering.text(condition),
        [] => String::new(),
    };
    let condition = condition(lowering, &call.arguments[..call.arguments.len().min(1)], call)?;
    lowering.assert_that(condition, description, call.span);
    Ok(Value::void())
}

/// `reach_error()`, or `__assert_fail("description", …)`
pub fn fail(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let description = match call.arguments.first().map(|a| &a.node) {
        Some(Expression::StringLiteral(parts)) => string_text(&parts.node),
        _ => format!("{}() is not reached", call.name),
    };
    if let Some(property) = lowering.new_property(PropertyKind::Assertion, description, call.span) {
        lowering.body.emit(Op::Assert { condition: bit(false), property }, call.span);
    }
    lowering.body.end(Terminator::ExitProcess, call.span);
    Ok(Value::void())
}

/// `__bmc_limit(condition, "what is left out otherwise")`
pub fn limit(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let (stated, what) = condition_and_text(call)?;
    let condition = condition(lowering, stated, call)?;
    lowering.body.emit(Op::Limit { condition, what }, call.span);
    Ok(Value::void())
}

/// `__bmc_require(condition, "what the specification demands")`
pub fn require(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let (stated, description) = condition_and_text(call)?;
    // Nothing is read for a question that nobody asks.
    lowering.answer("checks api".to_string(), lowering.options.checks.contains(Check::Api));
    if let Some(property) = lowering.new_property(PropertyKind::Api, description, call.span) {
        let condition = condition(lowering, stated, call)?;
        lowering.body.emit(Op::Assert { condition, property }, call.span);
    }
    Ok(Value::void())
}

/// `__bmc_checked(expression)`: arithmetic of a model for which its caller is to blame.
pub fn checked(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [expression] = call.exactly()?;
    let suspended = lowering.context.scrutiny.suspended;
    lowering.rvalue_under(Scrutiny { suspended, of_models: true }, expression)
}

/// `__bmc_wrapping(expression)`: arithmetic that wraps by definition.
pub fn wrapping(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [expression] = call.exactly()?;
    lowering.rvalue_under(Scrutiny { suspended: true, of_models: false }, expression)
}

fn condition_and_text<'c>(call: &Call<'c>) -> Lowered<(&'c [Node<Expression>], String)> {
    match call.arguments {
        [_, Node { node: Expression::StringLiteral(text), .. }] => {
            Ok((&call.arguments[..1], string_text(&text.node)))
        }
        _ => Err(call.takes(2)),
    }
}

/// The truth of the only argument; to be called by others whose condition is one of several.
pub fn condition(lowering: &mut Lowering, arguments: &[Node<Expression>], call: &Call) -> Lowered<Operand> {
    let [condition] = arguments else {
        return Err(call.wrong("a condition is expected as the only argument"));
    };
    let value = lowering.rvalue(condition)?;
    lowering.truth(value, call.span)
}
