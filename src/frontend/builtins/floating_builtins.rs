//! The functions of <math.h> that are a few operations on bits, and gcc's names for them.
//!
//! What needs an algorithm is a model in C (`library/math.c`). A name is that of the `double` function with `f`
//! or `l` behind it for the other types; the classifying ones (`__builtin_isnan`) take any type.

use lang_c::ast::Expression;
use lang_c::span::Node;

use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering, unsupported};
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

/// The name without prefix and suffix, and the type its suffix means.
fn split(name: &str) -> Option<(&str, FloatKind)> {
    const NAMES: [&str; 7] = ["fabs", "sqrt", "copysign", "nan", "nans", "inf", "huge_val"];
    let base = name.strip_prefix("__builtin_").unwrap_or(name);
    let (base, kind) = match base {
        _ if NAMES.contains(&base) => (base, FloatKind::Double),
        _ => match (base.strip_suffix('f'), base.strip_suffix('l')) {
            (Some(short), _) if NAMES.contains(&short) => (short, FloatKind::Float),
            (_, Some(short)) if NAMES.contains(&short) => (short, FloatKind::LongDouble),
            _ => return None,
        },
    };
    let builtin_only = matches!(base, "nans" | "inf" | "huge_val") && !name.starts_with("__builtin_");
    (!builtin_only).then_some((base, kind))
}

impl Lowering<'_> {
    /// `None` if the name is none of these functions.
    pub fn float_builtin(
        &mut self,
        name: &str,
        arguments: &[Node<Expression>],
        span: Span,
    ) -> Lowered<Option<Value>> {
        if let Some((base, kind)) = split(name) {
            return self.float_function(name, base, kind, arguments, span).map(Some);
        }
        let (class, of) = match name {
            "__builtin_isnan" | "__isnan" | "__isnanf" | "__isnanl" | "isnanf" | "isnan" => ("nan", 1),
            "__builtin_isinf" | "__builtin_isinf_sign" | "__isinf" | "__isinff" | "__isinfl" | "isinf" => {
                ("infinite", 1)
            }
            "__builtin_isfinite" | "__builtin_finite" | "__finite" | "__finitef" | "__finitel" | "finite"
            | "isfinite" => ("finite", 1),
            "__builtin_isnormal" | "isnormal" => ("normal", 1),
            "__builtin_signbit" | "__builtin_signbitf" | "__builtin_signbitl" | "__signbit"
            | "__signbitf" | "__signbitl" | "signbit" => ("sign", 1),
            "__builtin_fpclassify" => ("classify", 6),
            "__builtin_isgreater" => ("greater", 2),
            "__builtin_isgreaterequal" => ("greater or equal", 2),
            "__builtin_isless" => ("less", 2),
            "__builtin_islessequal" => ("less or equal", 2),
            "__builtin_islessgreater" => ("less or greater", 2),
            "__builtin_isunordered" => ("unordered", 2),
            "__bmc_float_bits" => ("bits", 1),
            "__bmc_bits_float" => ("number", 1),
            _ => return Ok(None),
        };
        if arguments.len() != of {
            return Err(Diagnostic::error(span, format!("'{name}' takes {of} arguments")));
        }
        let value = match of {
            1 => self.float_class(class, &arguments[0], span)?,
            2 => self.float_order(class, &arguments[0], &arguments[1], span)?,
            _ => self.float_classify(arguments, span)?,
        };
        Ok(Some(value))
    }

    fn float_function(
        &mut self,
        name: &str,
        base: &str,
        kind: FloatKind,
        arguments: &[Node<Expression>],
        span: Span,
    ) -> Lowered<Value> {
        let ty = Ty::Float(kind);
        let scalar = Type::float(kind.bits());
        let parts = pattern(kind.bits());
        let expected = match base {
            "inf" | "huge_val" => 0,
            "copysign" => 2,
            _ => 1,
        };
        if arguments.len() != expected {
            return Err(Diagnostic::error(span, format!("'{name}' takes {expected} arguments")));
        }
        let operand = match base {
            "inf" | "huge_val" => Builder::constant(parts.infinity, scalar),
            "nan" => {
                // A payload would be lost by the next operation.
                self.effect(&arguments[0])?;
                Builder::constant(parts.infinity | parts.quiet, scalar)
            }
            "nans" => return Err(unsupported(span, "signalling NaN").with_help("use __builtin_nan")),
            "sqrt" => {
                let value = self.argument_as(&arguments[0], &ty)?;
                self.body.float_unary(FloatUnaryOp::SquareRoot, value, scalar, span)
            }
            "fabs" => {
                let value = self.argument_as(&arguments[0], &ty)?;
                self.float_mask(value, parts.sign - 1, span)
            }
            _ => {
                let magnitude = self.argument_as(&arguments[0], &ty)?;
                let sign = self.argument_as(&arguments[1], &ty)?;
                let magnitude = self.float_mask(magnitude, parts.sign - 1, span);
                let sign = self.float_mask(sign, parts.sign, span);
                self.body.binary(BinaryOp::Or, magnitude, sign, scalar, span)
            }
        };
        Ok(Value::new(operand, ty))
    }

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

    /// What a single number is: a truth value, or its bits.
    fn float_class(&mut self, class: &str, argument: &Node<Expression>, span: Span) -> Lowered<Value> {
        if class == "number" {
            return self.float_of_bits(argument, span);
        }
        let value = self.float_argument(argument, span)?.operand;
        let ty = self.body.type_of(value);
        let parts = pattern(ty.bits);
        let magnitude = self.float_mask(value, parts.sign - 1, span);
        let infinity = Builder::constant(parts.infinity, ty);
        let is = |this: &mut Self, op, left, right| {
            Ok(Value::bit(this.body.binary(op, left, right, Type::BOOL, span)))
        };
        match class {
            "nan" => is(self, BinaryOp::ULt, infinity, magnitude),
            "finite" => is(self, BinaryOp::ULt, magnitude, infinity),
            "normal" => {
                let smallest = Builder::constant(parts.smallest, ty);
                let range = Builder::constant(parts.infinity - parts.smallest, ty);
                let above = self.body.binary(BinaryOp::Sub, magnitude, smallest, ty, span);
                is(self, BinaryOp::ULt, above, range)
            }
            "sign" => {
                let sign = self.float_mask(value, parts.sign, span);
                is(self, BinaryOp::Ne, sign, Builder::constant(0, ty))
            }
            "bits" => {
                let kind = if ty.bits == 32 { IntKind::UInt } else { IntKind::ULongLong };
                let bits = self.body.reinterpret(value, Type::unsigned(ty.bits), span);
                Ok(Value::new(bits, Ty::Int(kind)))
            }
            _ => {
                // 1 or -1, as the sign of the infinity says.
                let truth = self.body.binary(BinaryOp::Eq, magnitude, infinity, Type::BOOL, span);
                let shift = Builder::constant(i128::from(ty.bits) - 2, ty);
                let shifted = self.body.binary(BinaryOp::AShr, value, shift, ty, span);
                let one = Builder::constant(1, ty);
                let sign = self.body.binary(BinaryOp::Or, shifted, one, ty, span);
                let sign = self.body.convert(sign, Type::signed(32), false, span);
                let result = self.select(truth, sign, Builder::constant(0, Type::signed(32)), span);
                Ok(Value::new(result, Ty::INT))
            }
        }
    }

    /// The number that has the bits of an `unsigned` or an `unsigned long long`.
    fn float_of_bits(&mut self, argument: &Node<Expression>, span: Span) -> Lowered<Value> {
        let value = self.int_rvalue(argument)?;
        let scalar = self.scalar(&value.ty, span)?;
        let kind = if scalar.bits == 32 { FloatKind::Float } else { FloatKind::Double };
        let wide = self.body.convert(value.operand, Type::unsigned(kind.bits()), false, span);
        Ok(Value::new(self.body.reinterpret(wide, Type::float(kind.bits()), span), Ty::Float(kind)))
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

    fn float_order(
        &mut self,
        order: &str,
        left: &Node<Expression>,
        right: &Node<Expression>,
        span: Span,
    ) -> Lowered<Value> {
        let left = self.float_argument(left, span)?;
        let right = self.float_argument(right, span)?;
        let ty = Self::common_float(&left.ty, &right.ty).unwrap_or(Ty::Float(FloatKind::Double));
        let left = self.convert(left, &ty, span)?.operand;
        let right = self.convert(right, &ty, span)?.operand;
        let mut compare = |op, left, right| self.body.float_binary(op, left, right, Type::BOOL, span);
        let truth = match order {
            "less" => compare(FloatBinaryOp::Lt, left, right),
            "greater" => compare(FloatBinaryOp::Lt, right, left),
            "less or equal" => compare(FloatBinaryOp::Le, left, right),
            "greater or equal" => compare(FloatBinaryOp::Le, right, left),
            _ => {
                let below = compare(FloatBinaryOp::Lt, left, right);
                let above_op = if order == "unordered" { FloatBinaryOp::Le } else { FloatBinaryOp::Lt };
                let above = compare(above_op, right, left);
                let ordered = self.body.binary(BinaryOp::Or, below, above, Type::BOOL, span);
                if order == "unordered" { self.negate(ordered, span) } else { ordered }
            }
        };
        Ok(Value::bit(truth))
    }

    /// `__builtin_fpclassify(nan, infinite, normal, subnormal, zero, x)`
    fn float_classify(&mut self, arguments: &[Node<Expression>], span: Span) -> Lowered<Value> {
        let mut classes = Vec::new();
        for class in &arguments[..5] {
            classes.push(self.argument_as(class, &Ty::INT)?);
        }
        let value = self.float_argument(&arguments[5], span)?.operand;
        let ty = self.body.type_of(value);
        let parts = pattern(ty.bits);
        let magnitude = self.float_mask(value, parts.sign - 1, span);
        let mut result = classes[0];
        let limits = [(parts.infinity + 1, 1), (parts.infinity, 2), (parts.smallest, 3), (1, 4)];
        for (limit, class) in limits {
            let limit = Builder::constant(limit, ty);
            let below = self.body.binary(BinaryOp::ULt, magnitude, limit, Type::BOOL, span);
            result = self.select(below, classes[class], result, span);
        }
        Ok(Value::new(result, Ty::INT))
    }
}
