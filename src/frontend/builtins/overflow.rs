//! gcc's arithmetic that says whether its result fits: `__builtin_add_overflow(a, b, &result)` and its like.
//!
//! The operation is done with 128 bits, where nothing of 64 bits can get lost; then it is looked at whether the
//! type of the result holds the same number. What is stored is the number cut to that type. The forms with a type
//! in the name (`__builtin_saddl_overflow`) convert their operands to it first; those with `_p` store nothing and
//! take the type from their third argument.

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::Call;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::{IntKind, Ty};
use crate::ir::{BinaryOp, Type};
use crate::source::Diagnostic;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Checked {
    op: BinaryOp,
    /// Of the operands, if the name says it.
    kind: Option<IntKind>,
    /// Whether the result is only asked about.
    predicate: bool,
}

fn split(name: &str) -> Option<Checked> {
    let rest = name.strip_prefix("__builtin_")?;
    let (word, predicate) = match (rest.strip_suffix("_overflow"), rest.strip_suffix("_overflow_p")) {
        (Some(word), _) => (word, false),
        (_, Some(word)) => (word, true),
        _ => return None,
    };
    let op = |word: &str| match word {
        "add" => Some(BinaryOp::Add),
        "sub" => Some(BinaryOp::Sub),
        "mul" => Some(BinaryOp::Mul),
        _ => None,
    };
    if let Some(op) = op(word) {
        return Some(Checked { op, kind: None, predicate });
    }
    let signed = match word.chars().next()? {
        's' => true,
        'u' => false,
        _ => return None,
    };
    let op = op(word.get(1..4)?)?;
    let kind = match (word.get(4..)?, signed) {
        ("", true) => IntKind::Int,
        ("", false) => IntKind::UInt,
        ("l", true) => IntKind::Long,
        ("l", false) => IntKind::ULong,
        ("ll", true) => IntKind::LongLong,
        ("ll", false) => IntKind::ULongLong,
        _ => return None,
    };
    (!predicate).then_some(Checked { op, kind: Some(kind), predicate })
}

/// Whether the name is that of one of these builtins.
pub fn is_overflow(name: &str) -> bool {
    split(name).is_some()
}

pub fn arithmetic(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let (name, span) = (call.name, call.span);
    let Checked { op, kind, predicate } = split(name).expect("the name is one of the family");
    let [left, right, result] = call.exactly()?;
    let left = operand(lowering, call, left, kind)?;
    let right = operand(lowering, call, right, kind)?;
    let mut target = if predicate { None } else { Some(lowering.pointed(call.arguments, 2, span)?) };
    let result_type = match &target {
        Some(target) => target.ty.ty.clone(),
        None => lowering.rvalue(result)?.ty,
    };
    if !is_at_most_64_bits(&result_type) {
        return Err(Diagnostic::unsupported(span, format!("'{name}' with a result of this type")));
    }

    // A product of two unsigned numbers needs the highest bit, a difference of them the sign.
    let unsigned = op == BinaryOp::Mul && !left.ty.is_signed() && !right.ty.is_signed();
    let wide = Ty::Int(if unsigned { IntKind::UInt128 } else { IntKind::Int128 });
    let wide_scalar = lowering.scalar(&wide, span)?;
    let left = lowering.convert(left, &wide, span)?;
    let right = lowering.convert(right, &wide, span)?;
    let exact = lowering.body.binary(op, left.operand, right.operand, wide_scalar, span);
    let cut = lowering.convert(Value::new(exact, wide.clone()), &result_type, span)?;
    let back = lowering.convert(cut.clone(), &wide, span)?;
    let differs = lowering.body.binary(BinaryOp::Ne, back.operand, exact, Type::BOOL, span);
    if let Some(target) = &mut target {
        lowering.write(target, cut, span)?;
    }
    Ok(Value::bit(differs))
}

fn operand(
    lowering: &mut Lowering,
    call: &Call,
    argument: &Node<Expression>,
    kind: Option<IntKind>,
) -> Lowered<Value> {
    let span = lowering.span(argument.span);
    let value = lowering.rvalue(argument)?;
    let value = lowering.widen(value, span);
    if !is_at_most_64_bits(&value.ty) {
        return Err(Diagnostic::unsupported(span, format!("'{}' of an operand of this type", call.name)));
    }
    match kind {
        Some(kind) => lowering.convert(value, &Ty::Int(kind), span),
        None => Ok(value),
    }
}

fn is_at_most_64_bits(ty: &Ty) -> bool {
    ty.is_integer() && !matches!(ty, Ty::Int(IntKind::Int128 | IntKind::UInt128))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_operation_and_type() {
        let plain = Checked { op: BinaryOp::Add, kind: None, predicate: false };
        assert_eq!(split("__builtin_add_overflow"), Some(plain));
        assert_eq!(split("__builtin_add_overflow_p"), Some(Checked { predicate: true, ..plain }));
        let long = Checked { op: BinaryOp::Mul, kind: Some(IntKind::ULong), predicate: false };
        assert_eq!(split("__builtin_umull_overflow"), Some(long));
        for other in
            ["__builtin_div_overflow", "__builtin_sadd_overflow_p", "__builtin_s_overflow", "add_overflow"]
        {
            assert_eq!(split(other), None, "{other}");
        }
    }
}
