//! Floating-point numbers: literals, conversions, operators.
//!
//! `float` and `double` are the IEEE formats of 32 and 64 bits, on both data models: a compiler for x87 may keep
//! more digits in between, this front end does not. `long double` keeps its size and alignment, but holds and
//! computes a `double`, which is said in a warning. Sign and magnitude are bits of the pattern, so negation needs
//! no operator of its own.

use lang_c::ast::*;

use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::{FloatKind, IntKind, Ty};
use crate::ir::{BinaryOp, FloatBinaryOp, FloatUnaryOp, Operand, Type};
use crate::source::{Diagnostic, Span};

impl FloatKind {
    /// Bits of the numbers it is computed in.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Float => 32,
            FloatKind::Double | FloatKind::LongDouble => 64,
        }
    }

    fn rank(self) -> u32 {
        match self {
            FloatKind::Float => 1,
            FloatKind::Double => 2,
            FloatKind::LongDouble => 3,
        }
    }
}

impl Lowering<'_> {
    pub fn float_literal(&mut self, literal: &Float, span: Span) -> Lowered<Value> {
        if literal.suffix.imaginary {
            return Err(unsupported_complex(span));
        }
        let kind = match &literal.suffix.format {
            FloatFormat::Float => FloatKind::Float,
            FloatFormat::Double => FloatKind::Double,
            FloatFormat::LongDouble => FloatKind::LongDouble,
            FloatFormat::TS18661Format(format) => match format.format {
                TS18661FloatFormat::BinaryInterchange | TS18661FloatFormat::BinaryExtended => {
                    match format.width {
                        0..=32 => FloatKind::Float,
                        33..=64 => FloatKind::Double,
                        _ => FloatKind::LongDouble,
                    }
                }
                _ => {
                    return Err(Diagnostic::unsupported(span, "decimal floating-point numbers")
                        .with_help("use 'double', or integers that count the smallest unit"));
                }
            },
        };
        if kind == FloatKind::LongDouble {
            self.warn_of_long_double(span);
        }
        let hexadecimal = literal.base == FloatBase::Hexadecimal;
        match crate::frontend::lower::literal::float(&literal.number, hexadecimal, kind.bits()) {
            Some(bits) => Ok(self.float_constant(bits, kind)),
            None => Err(Diagnostic::error(span, "this floating-point number is not valid")),
        }
    }

    /// A number from its bits.
    pub fn float_constant(&self, bits: u128, kind: FloatKind) -> Value {
        Value::new(Operand::Constant { bits, ty: Type::float(kind.bits()) }, Ty::Float(kind))
    }

    pub fn warn_of_long_double(&mut self, span: Span) {
        const MESSAGE: &str = "'long double' is computed with the precision of 'double'";
        if !self.messages.has_warning(MESSAGE) {
            self.warn(Diagnostic::warning(span, MESSAGE));
        }
    }

    /// A conversion from or to a floating-point type.
    pub fn convert_float(&mut self, value: Value, to: &Ty, span: Span) -> Lowered<Value> {
        if *to == Ty::Float(FloatKind::LongDouble) {
            self.warn_of_long_double(span);
        }
        let operand = match (&value.ty, to) {
            (Ty::Float(from), Ty::Float(into)) => match from.bits() == into.bits() {
                true => value.operand,
                false => {
                    let ty = Type::float(into.bits());
                    self.body.float_unary(FloatUnaryOp::Resize, value.operand, ty, span)
                }
            },
            (Ty::Int(_) | Ty::Bool, Ty::Float(into)) => {
                let signed = !value.bit && value.ty.is_signed();
                let op = if signed { FloatUnaryOp::FromSigned } else { FloatUnaryOp::FromUnsigned };
                self.body.float_unary(op, value.operand, Type::float(into.bits()), span)
            }
            (Ty::Float(_), Ty::Int(kind)) => self.float_to_integer(value.operand, *kind, span),
            _ => {
                let (from, to) = (self.name_of(&value.ty), self.name_of(to));
                return Err(Diagnostic::error(
                    span,
                    format!("a value of type '{from}' cannot become '{to}'"),
                ));
            }
        };
        Ok(Value::new(operand, to.clone()))
    }

    /// C leaves open what a number too large becomes; this is how compilers for x86 get there: by way of the
    /// next signed type that the machine converts to.
    fn float_to_integer(&mut self, value: Operand, kind: IntKind, span: Span) -> Operand {
        let ty = Ty::Int(kind).scalar(self.options.data_model).expect("integers are scalars");
        let (op, by_way_of) = match (kind.is_signed(), ty.bits) {
            (_, ..32) => (FloatUnaryOp::ToSigned, Type::signed(32)),
            (false, 32) => (FloatUnaryOp::ToSigned, Type::signed(64)),
            (true, _) => (FloatUnaryOp::ToSigned, ty),
            (false, _) => (FloatUnaryOp::ToUnsigned, ty),
        };
        let into = self.name_of(&Ty::Int(kind));
        self.check_float_to_integer(value, ty.bits, kind.is_signed(), &into, span);
        let integer = self.body.float_unary(op, value, by_way_of, span);
        self.body.convert(integer, ty, true, span)
    }

    /// The type in which operands meet if one of them is a floating-point number.
    pub fn common_float(left: &Ty, right: &Ty) -> Option<Ty> {
        let kind = match (left, right) {
            (Ty::Float(left), Ty::Float(right)) if left.rank() >= right.rank() => left,
            (Ty::Float(_), Ty::Float(right)) => right,
            (Ty::Float(kind), other) | (other, Ty::Float(kind)) if other.is_integer() => kind,
            _ => return None,
        };
        Some(Ty::Float(*kind))
    }

    /// Whether the number is not zero; NaN is not.
    pub fn float_truth(&mut self, value: Operand, span: Span) -> Operand {
        let zero = Operand::Constant { bits: 0, ty: self.body.type_of(value) };
        let equal = self.body.float_binary(FloatBinaryOp::Eq, value, zero, Type::BOOL, span);
        self.negate(equal, span)
    }

    pub fn float_negate(&mut self, value: Value, span: Span) -> Value {
        let ty = self.body.type_of(value.operand);
        let sign = Builder::constant(1 << (ty.bits - 1), ty);
        Value::new(self.body.binary(BinaryOp::Xor, value.operand, sign, ty, span), value.ty)
    }

    /// `+ - * /` in the floating-point type `ty`.
    pub fn float_arithmetic(
        &mut self,
        operator: &BinaryOperator,
        left: Value,
        right: Value,
        ty: Ty,
        span: Span,
    ) -> Lowered<Value> {
        let op = match operator {
            BinaryOperator::Plus => FloatBinaryOp::Add,
            BinaryOperator::Minus => FloatBinaryOp::Sub,
            BinaryOperator::Multiply => FloatBinaryOp::Mul,
            BinaryOperator::Divide => FloatBinaryOp::Div,
            _ => {
                let name = self.name_of(&ty);
                return Err(Diagnostic::error(span, format!("this operator needs integers, not '{name}'")));
            }
        };
        let left = self.convert(left, &ty, span)?.operand;
        let right = self.convert(right, &ty, span)?.operand;
        let scalar = self.scalar(&ty, span)?;
        Ok(Value::new(self.body.float_binary(op, left, right, scalar, span), ty))
    }

    /// A comparison of two operands of the same floating-point type.
    pub fn float_compare(
        &mut self,
        operator: &BinaryOperator,
        left: Operand,
        right: Operand,
        span: Span,
    ) -> Operand {
        use BinaryOperator as B;
        let (op, left, right) = match operator {
            B::Less => (FloatBinaryOp::Lt, left, right),
            B::Greater => (FloatBinaryOp::Lt, right, left),
            B::LessOrEqual => (FloatBinaryOp::Le, left, right),
            B::GreaterOrEqual => (FloatBinaryOp::Le, right, left),
            _ => (FloatBinaryOp::Eq, left, right),
        };
        let truth = self.body.float_binary(op, left, right, Type::BOOL, span);
        if *operator == B::NotEquals { self.negate(truth, span) } else { truth }
    }
}

pub fn unsupported_complex(span: Span) -> Diagnostic {
    Diagnostic::unsupported(span, "complex numbers")
        .with_help("compute with the two parts, as numbers of their own")
}
