//! gcc's builtins that advise or ask the compiler: they compute nothing, and some are their first argument.

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::Call;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::{IntKind, Ty, compatible};

/// Advice, whose arguments are evaluated.
pub fn advice(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    for argument in call.arguments {
        lowering.effect(argument)?;
    }
    Ok(Value::void())
}

/// Not even the arguments are evaluated.
pub fn nothing(_: &mut Lowering, _: &Call) -> Lowered<Value> {
    Ok(Value::void())
}

/// The alignment is not looked at: every object is aligned to any power of two.
pub fn assume_aligned(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let (pointer, rest) = call.arguments.split_first().ok_or_else(|| call.needs_more())?;
    let value = lowering.rvalue(pointer)?;
    for argument in rest {
        lowering.effect(argument)?;
    }
    lowering.convert(value, &Ty::Void.pointer_to(), call.span)
}

/// `__builtin_expect(value, expected)`: a truth value stays one for the branch that usually follows.
pub fn expect(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [value, expected] = call.exactly()?;
    let value = lowering.rvalue(value)?;
    lowering.effect(expected)?;
    match value.bit {
        true => Ok(value),
        false => lowering.convert(value, &Ty::Int(IntKind::Long), call.span),
    }
}

pub fn expect_with_probability(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [value, expected, _] = call.arguments else { return Err(call.needs_more()) };
    let value = lowering.rvalue(value)?;
    lowering.effect(expected)?;
    lowering.convert(value, &Ty::Int(IntKind::Long), call.span)
}

/// Some address in the code or on the stack.
pub fn some_address(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    lowering.nondet(&Ty::Void.pointer_to(), call.span)
}

/// What gcc says of an object it knows nothing about.
pub fn object_size(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [_, kind] = call.exactly()?;
    let unknown = if lowering.constant_integer(kind)? < 2 { -1 } else { 0 };
    Ok(lowering.integer(unknown, Ty::size(lowering.options.data_model)))
}

/// `__builtin_choose_expr(condition, yes, no)`
pub fn choose(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [condition, yes, no] = call.exactly()?;
    let chosen = if lowering.constant_integer(condition)? != 0 { yes } else { no };
    lowering.rvalue(chosen)
}

pub fn is_constant(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [value] = call.exactly()?;
    let constant = lowering.constant(value).is_ok();
    Ok(lowering.integer(constant.into(), Ty::INT))
}

/// The bridge hands the types over as operands of `sizeof`.
pub fn types_compatible(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [Node { node: Expression::SizeOfTy(one), .. }, Node { node: Expression::SizeOfTy(other), .. }] =
        call.arguments
    else {
        return Err(call.wrong(format!("'{}' takes two types", call.name)));
    };
    let (one, other) = (lowering.type_name(&one.node.0)?, lowering.type_name(&other.node.0)?);
    Ok(lowering.integer(compatible(&one.ty, &other.ty).into(), Ty::INT))
}

/// What the bridge makes of `typeof_unqual`. Only its type is asked for.
pub fn unqualified(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let ty = match call.arguments {
        [Node { node: Expression::SizeOfTy(of), .. }] => lowering.type_name(&of.node.0)?,
        [Node { node: Expression::SizeOfVal(of), .. }] => lowering.type_of(&of.node.0)?,
        _ => return Err(call.wrong("'typeof_unqual' takes a type or an expression")),
    };
    Ok(Value { ty: ty.ty, ..lowering.integer(0, Ty::INT) })
}

/// What the bridge makes of `__alignof__`.
pub fn preferred_alignment(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [Node { node: Expression::SizeOfTy(of), .. }] = call.arguments else {
        return Err(call.wrong("'__alignof__' takes a type"));
    };
    let ty = lowering.type_name(&of.node.0)?;
    let align = lowering.sizes().preferred_align(&ty);
    Ok(lowering.integer(align.into(), Ty::size(lowering.options.data_model)))
}
