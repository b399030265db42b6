//! Arithmetic whose result C leaves undefined: signed overflow, division by zero, shifts out of range, and
//! floating-point numbers too large for the integer type they are converted to.
//!
//! The operators of the IR are total, so each of these is a property of its own, asserted before the operation.
//! C11 decides what is one: operands are judged after the usual conversions, so `c++` on a `char` computes in
//! `int` and cannot overflow; unsigned arithmetic wraps; the conversion of an integer to a smaller type is
//! implementation-defined; floating-point numbers follow IEEE 754 and have infinities. `++` and compound
//! assignment on `_Atomic` objects are arithmetic like any other, while the generic functions of `stdatomic.h` and
//! the builtins behind them wrap silently (C11 7.17.7.5).
//!
//! Where the types of the operands or constants show that nothing can happen, nothing is emitted. Models of the
//! library are not checked, except where they say `__bmc_checked`: their arithmetic is ours, their arguments are
//! the user's. Constant expressions that the program needs before it runs, such as initial values of static
//! variables, are not checked either; an ordinary expression is, even if it was folded to a constant.

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::lvalue::{Lvalue, Place};
use crate::frontend::types::{IntKind, Ty};
use crate::ir::exact::{self, Range};
use crate::ir::{BinaryOp, FloatBinaryOp, Op, Operand, PropertyKind, Type, integer};
use crate::property::Check;
use crate::source::Span;

/// How the operands of an operator are written, for what its properties say.
#[derive(Clone, Copy)]
pub struct Written<'e> {
    pub left: &'e Node<Expression>,
    /// `None` for the 1 of `++` and `--`.
    pub right: Option<&'e Node<Expression>>,
}

/// Which arithmetic is checked, besides that of the user's functions as they run.
#[derive(Clone, Copy, Default)]
pub struct Scrutiny {
    /// Inside a constant expression, whose value is needed before the program runs, or inside `__bmc_wrapping`.
    pub suspended: bool,
    /// Inside `__bmc_checked`.
    pub of_models: bool,
}

/// An operand after the usual conversions, with what its type before them says about it.
pub struct Converted {
    pub operand: Operand,
    pub range: Option<Range>,
}

impl Lowering<'_> {
    fn checks_arithmetic(&self) -> bool {
        self.options.checks.contains(Check::Overflow)
            && !self.context.scrutiny.suspended
            && (!self.unit.home.is_model || self.context.scrutiny.of_models)
    }

    /// The value of an expression that is checked otherwise than what surrounds it.
    pub fn rvalue_under(&mut self, scrutiny: Scrutiny, expression: &Node<Expression>) -> Lowered<Value> {
        let outer = std::mem::replace(&mut self.context.scrutiny, scrutiny);
        let value = self.int_rvalue(expression);
        self.context.scrutiny = outer;
        value
    }

    fn must_hold(&mut self, condition: Operand, description: impl FnOnce(&Self) -> String, span: Span) {
        if matches!(condition, Operand::Constant { bits: 1.., .. }) {
            return;
        }
        let description = description(self);
        if let Some(property) = self.new_property(PropertyKind::Overflow, description, span) {
            self.body.emit(Op::Assert { condition, property }, span);
        }
    }

    /// What is known of an integer before it is converted. A truth value in memory may be any byte.
    pub fn range_of(&self, value: &Value) -> Option<Range> {
        if let Operand::Constant { bits, ty } = value.operand {
            let number = if value.ty.is_signed() && !value.bit {
                integer::as_signed(bits, ty.bits)
            } else {
                bits as i128
            };
            return (value.ty.is_signed() || number >= 0).then_some(Range::of(number));
        }
        let kind = match value.ty {
            _ if value.bit => return Some(Range { least: 0, greatest: 1 }),
            Ty::Bool => IntKind::UChar,
            Ty::Int(kind) => kind,
            _ => return None,
        };
        match (kind.is_signed(), kind.bits(self.options.data_model)) {
            (true, bits) => Some(Range::signed(bits)),
            (false, bits @ ..128) => Some(Range { least: 0, greatest: integer::mask(bits) as i128 }),
            (false, _) => None,
        }
    }

    /// `+ - * / %` of two integers of type `ty`.
    pub fn check_arithmetic(
        &mut self,
        operator: &BinaryOperator,
        left: &Converted,
        right: &Converted,
        ty: &Ty,
        written: Written,
        span: Span,
    ) -> Lowered<()> {
        if !self.checks_arithmetic() {
            return Ok(());
        }
        let (op, sign) = match operator {
            BinaryOperator::Plus => (BinaryOp::AddFits, '+'),
            BinaryOperator::Minus => (BinaryOp::SubFits, '-'),
            BinaryOperator::Multiply => (BinaryOp::MulFits, '*'),
            BinaryOperator::Divide | BinaryOperator::Modulo => {
                return self.check_division(left, right, ty, written, span);
            }
            _ => return Ok(()),
        };
        let width = self.scalar(ty, span)?.bits;
        let never = match (left.range, right.range) {
            (Some(lefts), Some(rights)) => exact::always_fits(op, lefts, rights, width),
            _ => false,
        };
        if never || !ty.is_signed() {
            return Ok(());
        }
        let fits = self.body.binary(op, left.operand, right.operand, Type::BOOL, span);
        let describe = |this: &Self| {
            let (left, right) = this.operand_texts(written);
            format!("{left} {sign} {right} fits in {}", this.name_of(ty))
        };
        self.must_hold(fits, describe, span);
        Ok(())
    }

    fn check_division(
        &mut self,
        left: &Converted,
        right: &Converted,
        ty: &Ty,
        written: Written,
        span: Span,
    ) -> Lowered<()> {
        let scalar = self.scalar(ty, span)?;
        let zero = Builder::constant(0, scalar);
        let not_zero = self.body.binary(BinaryOp::Ne, right.operand, zero, Type::BOOL, span);
        self.must_hold(not_zero, |this| format!("{} is not zero", this.operand_texts(written).1), span);
        let least = Range::signed(scalar.bits).least;
        let can_be = |operand: &Converted, number: i128| {
            operand.range.is_none_or(|range| range.least <= number && number <= range.greatest)
        };
        if !ty.is_signed() || !can_be(left, least) || !can_be(right, -1) {
            return Ok(());
        }
        let (least, minus_one) = (Builder::constant(least, scalar), Builder::constant(-1, scalar));
        let ordinary = self.body.binary(BinaryOp::Ne, left.operand, least, Type::BOOL, span);
        let other = self.body.binary(BinaryOp::Ne, right.operand, minus_one, Type::BOOL, span);
        let fits = self.body.binary(BinaryOp::Or, ordinary, other, Type::BOOL, span);
        let describe = |this: &Self| {
            let (left, right) = this.operand_texts(written);
            format!("{left} / {right} fits in {}", this.name_of(ty))
        };
        self.must_hold(fits, describe, span);
        Ok(())
    }

    /// `-value`, promoted.
    pub fn check_negation(
        &mut self,
        value: &Value,
        range: Option<Range>,
        written: &Node<Expression>,
        span: Span,
    ) -> Lowered<()> {
        if !self.checks_arithmetic() || !value.ty.is_signed() {
            return Ok(());
        }
        let scalar = self.scalar(&value.ty, span)?;
        let least = Range::signed(scalar.bits).least;
        if range.is_some_and(|range| range.least > least) {
            return Ok(());
        }
        let zero = Builder::constant(0, scalar);
        let fits = self.body.binary(BinaryOp::SubFits, zero, value.operand, Type::BOOL, span);
        let ty = value.ty.clone();
        let describe = |this: &Self| format!("-{} fits in {}", this.operand_text(written), this.name_of(&ty));
        self.must_hold(fits, describe, span);
        Ok(())
    }

    /// `<<` and `>>` of promoted operands; `range` is that of the left one before.
    pub fn check_shift(
        &mut self,
        operator: &BinaryOperator,
        left: &Value,
        range: Option<Range>,
        right: &Value,
        written: Written,
        span: Span,
    ) -> Lowered<()> {
        if !self.checks_arithmetic() {
            return Ok(());
        }
        let (scalar, amount) = (self.scalar(&left.ty, span)?, self.scalar(&right.ty, span)?);
        let width = Builder::constant(scalar.bits.into(), amount);
        // A negative amount is a large one without its sign.
        let in_range = self.body.binary(BinaryOp::ULt, right.operand, width, Type::BOOL, span);
        let describe = |this: &Self| {
            format!("the shift amount {} is in 0..{}", this.operand_texts(written).1, scalar.bits - 1)
        };
        self.must_hold(in_range, describe, span);
        if *operator != BinaryOperator::ShiftLeft || !left.ty.is_signed() {
            return Ok(());
        }
        let greatest = Range::signed(scalar.bits).greatest;
        if let (Some(range), Operand::Constant { bits: amount @ ..128, .. }) = (range, right.operand)
            && range.least >= 0
            && range.greatest <= greatest >> amount
        {
            return Ok(());
        }
        // Nothing that is set may reach the sign; a negative number is larger than any limit without its sign.
        let greatest = Builder::constant(greatest, scalar);
        let amount = self.body.convert(right.operand, scalar, right.ty.is_signed(), span);
        let limit = self.body.binary(BinaryOp::LShr, greatest, amount, scalar, span);
        let fits = self.body.binary(BinaryOp::ULe, left.operand, limit, Type::BOOL, span);
        let describe = |this: &Self| {
            let (value, amount) = this.operand_texts(written);
            let ty = this.name_of(&left.ty);
            match range {
                Some(Range { least: 0.., .. }) => format!("{value} << {amount} fits in {ty}"),
                _ => format!("{value} is not negative and {value} << {amount} fits in {ty}"),
            }
        };
        self.must_hold(fits, describe, span);
        Ok(())
    }

    /// The integral part of a floating-point number is an integer of `bits` bits. Not a number is none.
    pub fn check_float_to_integer(
        &mut self,
        value: Operand,
        bits: u32,
        signed: bool,
        into: &str,
        span: Span,
    ) {
        if !self.checks_arithmetic() {
            return;
        }
        let ty = self.body.type_of(value);
        let precision = if ty.bits == 32 { 24 } else { 53 };
        let constant = |number: f64| {
            let bits = if ty.bits == 32 { (number as f32).to_bits().into() } else { number.to_bits().into() };
            Operand::Constant { bits, ty }
        };
        let magnitude = if signed { bits - 1 } else { bits };
        let above = constant(2f64.powi(magnitude as i32));
        // The number below the least one, unless it is rounded to the least one: then none is in between.
        let (op, below) = match signed {
            false => (FloatBinaryOp::Lt, -1.0),
            true if magnitude < precision => (FloatBinaryOp::Lt, -2f64.powi(magnitude as i32) - 1.0),
            true => (FloatBinaryOp::Le, -2f64.powi(magnitude as i32)),
        };
        let not_below = self.body.float_binary(op, constant(below), value, Type::BOOL, span);
        let not_above = self.body.float_binary(FloatBinaryOp::Lt, value, above, Type::BOOL, span);
        let fits = self.body.binary(BinaryOp::And, not_below, not_above, Type::BOOL, span);
        let describe = |this: &Self| {
            let text = this.unit.text_at(span);
            // The name of a variable alone is where it is declared.
            let is_name = text.chars().all(|c| c.is_alphanumeric() || c == '_');
            let what = if is_name { format!("assigned to {text}") } else { format!("converted in '{text}'") };
            format!("the number {what} fits in {into}")
        };
        self.must_hold(fits, describe, span);
    }

    /// A bit-field is an integer type of its own width.
    pub fn check_float_to_bits(&mut self, value: &Value, target: &Lvalue, span: Span) {
        if let (true, Place::Bits { width, .. }) = (value.ty.is_float(), &target.place)
            && target.ty.ty != Ty::Bool
        {
            let into = format!("a bit-field of {width} bits");
            self.check_float_to_integer(value.operand, *width, target.ty.ty.is_signed(), &into, span);
        }
    }

    fn operand_texts(&self, written: Written) -> (String, String) {
        let right = written.right.map_or_else(|| "1".to_string(), |right| self.operand_text(right));
        (self.operand_text(written.left), right)
    }

    /// The text of an operand, in parentheses where another operator beside it could be misread.
    fn operand_text(&self, operand: &Node<Expression>) -> String {
        let text = self.text(operand);
        let stands_alone = match &operand.node {
            Expression::BinaryOperator(node) => node.node.operator.node == BinaryOperator::Index,
            Expression::UnaryOperator(node) => {
                !matches!(node.node.operator.node, UnaryOperator::Minus | UnaryOperator::PreDecrement)
            }
            Expression::Conditional(_) | Expression::Comma(_) => false,
            _ => true,
        };
        if stands_alone || is_in_parentheses(&text) { text } else { format!("({text})") }
    }
}

/// Whether the first character is a parenthesis that the last one closes.
fn is_in_parentheses(text: &str) -> bool {
    let mut depth = 0;
    let closes = text.char_indices().find_map(|(place, character)| {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(place)
    });
    text.starts_with('(') && closes.is_some_and(|place| place + 1 == text.len())
}
