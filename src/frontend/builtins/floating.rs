//! The functions of <math.h> that are a few operations on bits, and gcc's names for them.
//!
//! What needs an algorithm is a model in C (`library/math.c`). A name is that of the `double` function with `f`
//! or `l` behind it for the other types; the classifying ones (`__builtin_isnan`) take any type.

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::Call;
use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::{FloatKind, IntKind, Ty};
use crate::ir::{BinaryOp, FloatBinaryOp, FloatUnaryOp, Op, Operand, Type};
use crate::source::{Diagnostic, Span};

/// The parts of a number of 32 or 64 bits.
#[derive(Clone, Copy)]
struct Pattern {
    sign: i128,
    infinity: i128,
    /// The smallest normal number.
    smallest: i128,
    quiet: i128,
}

fn pattern(bits: u32) -> Pattern {
    let fraction_bits = if bits == 32 { 23 } else { 52 };
    let sign = 1i128 << (bits - 1);
    let smallest = 1i128 << fraction_bits;
    let infinity = sign - smallest;
    Pattern { sign, infinity, smallest, quiet: smallest >> 1 }
}

/// A function that is named after the type it works on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Function {
    Magnitude,
    SquareRoot,
    CopySign,
    Quiet,
    Signalling,
    Infinity,
}

/// What may be asked about a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Nan,
    Infinite,
    Finite,
    Normal,
    Sign,
    /// All of it, as an `unsigned` or an `unsigned long long`.
    Bits,
}

/// How two numbers may be compared without an exception.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    LessOrGreater,
    Unordered,
}

/// What the name means without its suffix, and the type its suffix means.
fn split(name: &str) -> Option<(Function, FloatKind)> {
    let (base, is_builtin) = match name.strip_prefix("__builtin_") {
        Some(base) => (base, true),
        None => (name, false),
    };
    let function = |base: &str| {
        Some(match base {
            "fabs" => Function::Magnitude,
            "sqrt" => Function::SquareRoot,
            "copysign" => Function::CopySign,
            "nan" => Function::Quiet,
            "nans" if is_builtin => Function::Signalling,
            "inf" | "huge_val" if is_builtin => Function::Infinity,
            _ => return None,
        })
    };
    let with_suffix = |suffix, kind| Some((function(base.strip_suffix(suffix)?)?, kind));
    let double = function(base).map(|function| (function, FloatKind::Double));
    double.or_else(|| with_suffix('f', FloatKind::Float)).or_else(|| with_suffix('l', FloatKind::LongDouble))
}

/// Whether the name is gcc's for one of the functions that are named after a type.
pub fn is_builtin(name: &str) -> bool {
    name.starts_with("__builtin_") && split(name).is_some()
}

/// A function that is named after the type it works on.
pub fn function(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let (function, kind) = split(call.name).expect("the table has names that are made like this");
    let (span, ty, scalar) = (call.span, Ty::Float(kind), Type::float(kind.bits()));
    let parts = pattern(kind.bits());
    let operand = match function {
        Function::Infinity => {
            let [] = call.exactly()?;
            Builder::constant(parts.infinity, scalar)
        }
        Function::Quiet => {
            // A payload would be lost by the next operation.
            let [payload] = call.exactly()?;
            lowering.effect(payload)?;
            Builder::constant(parts.infinity | parts.quiet, scalar)
        }
        Function::Signalling => {
            let [_] = call.exactly()?;
            return Err(Diagnostic::unsupported(span, "signalling NaN").with_help("use __builtin_nan"));
        }
        Function::SquareRoot => {
            let [number] = call.exactly()?;
            let value = lowering.argument_as(number, &ty)?;
            lowering.body.float_unary(FloatUnaryOp::SquareRoot, value, scalar, span)
        }
        Function::Magnitude => {
            let [number] = call.exactly()?;
            let value = lowering.argument_as(number, &ty)?;
            lowering.float_mask(value, parts.sign - 1, span)
        }
        Function::CopySign => {
            let [magnitude, sign] = call.exactly()?;
            let magnitude = lowering.argument_as(magnitude, &ty)?;
            let sign = lowering.argument_as(sign, &ty)?;
            let magnitude = lowering.float_mask(magnitude, parts.sign - 1, span);
            let sign = lowering.float_mask(sign, parts.sign, span);
            lowering.body.binary(BinaryOp::Or, magnitude, sign, scalar, span)
        }
    };
    Ok(Value::new(operand, ty))
}

/// What a single number is: a truth value, or its bits.
pub fn class(lowering: &mut Lowering, call: &Call, class: Class) -> Lowered<Value> {
    let [argument] = call.exactly()?;
    let span = call.span;
    let value = lowering.float_argument(argument, span)?.operand;
    let ty = lowering.body.type_of(value);
    let parts = pattern(ty.bits);
    let magnitude = lowering.float_mask(value, parts.sign - 1, span);
    let infinity = Builder::constant(parts.infinity, ty);
    let (op, left, right) = match class {
        Class::Infinite => return Ok(lowering.infinity_with_sign(value, magnitude, infinity, span)),
        Class::Bits => {
            let kind = if ty.bits == 32 { IntKind::UInt } else { IntKind::ULongLong };
            let bits = lowering.body.reinterpret(value, Type::unsigned(ty.bits), span);
            return Ok(Value::new(bits, Ty::Int(kind)));
        }
        Class::Nan => (BinaryOp::ULt, infinity, magnitude),
        Class::Finite => (BinaryOp::ULt, magnitude, infinity),
        Class::Normal => {
            let smallest = Builder::constant(parts.smallest, ty);
            let range = Builder::constant(parts.infinity - parts.smallest, ty);
            let above = lowering.body.binary(BinaryOp::Sub, magnitude, smallest, ty, span);
            (BinaryOp::ULt, above, range)
        }
        Class::Sign => {
            let sign = lowering.float_mask(value, parts.sign, span);
            (BinaryOp::Ne, sign, Builder::constant(0, ty))
        }
    };
    Ok(Value::bit(lowering.body.binary(op, left, right, Type::BOOL, span)))
}

/// `__bmc_bits_float(bits)`: the number that has the bits of an `unsigned` or an `unsigned long long`.
pub fn number(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [argument] = call.exactly()?;
    let value = lowering.int_rvalue(argument)?;
    let scalar = lowering.scalar(&value.ty, call.span)?;
    let kind = if scalar.bits == 32 { FloatKind::Float } else { FloatKind::Double };
    let wide = lowering.body.convert(value.operand, Type::unsigned(kind.bits()), false, call.span);
    let number = lowering.body.reinterpret(wide, Type::float(kind.bits()), call.span);
    Ok(Value::new(number, Ty::Float(kind)))
}

/// Whether two numbers are in this order.
pub fn order(lowering: &mut Lowering, call: &Call, order: Order) -> Lowered<Value> {
    let [left, right] = call.exactly()?;
    let span = call.span;
    let left = lowering.float_argument(left, span)?;
    let right = lowering.float_argument(right, span)?;
    let ty = Lowering::common_float(&left.ty, &right.ty).unwrap_or(Ty::Float(FloatKind::Double));
    let left = lowering.convert(left, &ty, span)?.operand;
    let right = lowering.convert(right, &ty, span)?.operand;
    let mut compare = |op, left, right| lowering.body.float_binary(op, left, right, Type::BOOL, span);
    let truth = match order {
        Order::Less => compare(FloatBinaryOp::Lt, left, right),
        Order::Greater => compare(FloatBinaryOp::Lt, right, left),
        Order::LessOrEqual => compare(FloatBinaryOp::Le, left, right),
        Order::GreaterOrEqual => compare(FloatBinaryOp::Le, right, left),
        Order::LessOrGreater => {
            let below = compare(FloatBinaryOp::Lt, left, right);
            let above = compare(FloatBinaryOp::Lt, right, left);
            lowering.body.binary(BinaryOp::Or, below, above, Type::BOOL, span)
        }
        Order::Unordered => {
            let below = compare(FloatBinaryOp::Lt, left, right);
            let above = compare(FloatBinaryOp::Le, right, left);
            let ordered = lowering.body.binary(BinaryOp::Or, below, above, Type::BOOL, span);
            lowering.negate(ordered, span)
        }
    };
    Ok(Value::bit(truth))
}

/// `__builtin_fpclassify(nan, infinite, normal, subnormal, zero, x)`
pub fn classify(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [classes @ .., number] = call.exactly::<6>()?;
    let span = call.span;
    let mut values = Vec::new();
    for class in classes {
        values.push(lowering.argument_as(class, &Ty::INT)?);
    }
    let value = lowering.float_argument(number, span)?.operand;
    let ty = lowering.body.type_of(value);
    let parts = pattern(ty.bits);
    let magnitude = lowering.float_mask(value, parts.sign - 1, span);
    let mut result = values[0];
    let limits = [(parts.infinity + 1, 1), (parts.infinity, 2), (parts.smallest, 3), (1, 4)];
    for (limit, class) in limits {
        let limit = Builder::constant(limit, ty);
        let below = lowering.body.binary(BinaryOp::ULt, magnitude, limit, Type::BOOL, span);
        result = lowering.select(below, values[class], result, span);
    }
    Ok(Value::new(result, Ty::INT))
}

impl Lowering<'_> {
    fn float_mask(&mut self, value: Operand, mask: i128, span: Span) -> Operand {
        let ty = self.body.type_of(value);
        self.body.binary(BinaryOp::And, value, Builder::constant(mask, ty), ty, span)
    }

    /// The argument as a floating-point number; integers become `double`.
    fn float_argument(&mut self, argument: &Node<Expression>, span: Span) -> Lowered<Value> {
        let value = self.rvalue(argument)?;
        if value.ty.is_float() {
            return Ok(value);
        }
        self.convert(value, &Ty::Float(FloatKind::Double), span)
    }

    /// 1 or -1, as the sign of an infinity says, and 0 for every other number.
    fn infinity_with_sign(
        &mut self,
        value: Operand,
        magnitude: Operand,
        infinity: Operand,
        span: Span,
    ) -> Value {
        let ty = self.body.type_of(value);
        let truth = self.body.binary(BinaryOp::Eq, magnitude, infinity, Type::BOOL, span);
        let shift = Builder::constant(i128::from(ty.bits) - 2, ty);
        let shifted = self.body.binary(BinaryOp::AShr, value, shift, ty, span);
        let one = Builder::constant(1, ty);
        let sign = self.body.binary(BinaryOp::Or, shifted, one, ty, span);
        let sign = self.body.convert(sign, Type::signed(32), false, span);
        let result = self.select(truth, sign, Builder::constant(0, Type::signed(32)), span);
        Value::new(result, Ty::INT)
    }

    fn select(&mut self, condition: Operand, yes: Operand, no: Operand, span: Span) -> Operand {
        if let Operand::Constant { bits, .. } = condition {
            return if bits != 0 { yes } else { no };
        }
        let ty = self.body.type_of(yes);
        let dst = self.body.register(ty, None);
        self.body.emit(Op::Select { dst, condition, yes, no }, span);
        Operand::Register(dst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_function_and_type() {
        assert_eq!(split("fabs"), Some((Function::Magnitude, FloatKind::Double)));
        assert_eq!(split("sqrtf"), Some((Function::SquareRoot, FloatKind::Float)));
        assert_eq!(split("__builtin_huge_vall"), Some((Function::Infinity, FloatKind::LongDouble)));
        assert_eq!(split("__builtin_inff"), Some((Function::Infinity, FloatKind::Float)));
        for other in ["inf", "nansf", "huge_val", "fabsx", "__builtin_f", "f"] {
            assert_eq!(split(other), None, "{other}");
        }
    }
}
