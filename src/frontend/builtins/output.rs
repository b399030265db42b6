//! Functions that only write to a stream. Of a program that is checked, only the arguments are evaluated.

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::Call;
use crate::frontend::lower::call::Callee;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::entities::ObjectState;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::scope::Symbol;
use crate::frontend::types::Ty;
use crate::ir::{FunctionId, Operand};

pub fn output(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    if lowering.options.is_run {
        return written(lowering, call);
    }
    for argument in call.arguments {
        evaluate(lowering, argument)?;
    }
    match call.wanted {
        true => lowering.nondet(&Ty::INT, call.span),
        false => Ok(Value::void()),
    }
}

/// What the library's `output.c` does with the output of a program that is run.
fn written(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let name = call.name.strip_prefix("__builtin_").unwrap_or(call.name);
    let name = name.strip_suffix("_unlocked").unwrap_or(name);
    let model = lowering.model_function(&format!("__bmc_output_{name}"));
    let model = model.expect("every function that writes has a model");
    let ty = lowering.entities.functions[model.0].ty.clone();
    let callee = Operand::Function(FunctionId::new(model.0));
    lowering.call_function(Callee::Known(callee), &ty, call.arguments, call.wanted, call.span)
}

/// An argument that is only printed. A stream that no model defines is not touched.
fn evaluate(lowering: &mut Lowering, argument: &Node<Expression>) -> Lowered<()> {
    if let Expression::Identifier(name) = &argument.node
        && let Some(Symbol::Object(index)) = lowering.unit.scopes.symbol(&name.node.name)
        && matches!(lowering.entities.objects[index.0].state, ObjectState::Declared)
    {
        return Ok(());
    }
    lowering.effect(argument)
}
