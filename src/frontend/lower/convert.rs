//! Values and their conversions: promotions, the usual arithmetic conversions, assignment, truth.

use lang_c::ast::Expression;
use lang_c::span::Node;

use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::{FloatKind, IntKind, Ty};
use crate::ir::{BinaryOp, Op, Operand, PropertyId, Type};
use crate::source::{Diagnostic, Span};

/// What an expression yields.
#[derive(Clone, Debug)]
pub struct Value {
    /// For a record: its address. For `void`: nothing of meaning.
    pub operand: Operand,
    pub ty: Ty,
    /// The operand is one bit wide although the type is `int`: a comparison that nobody has widened yet.
    pub bit: bool,
    /// For a record reached through a pointer: the property that the pointer is valid.
    pub check: Option<PropertyId>,
}

impl Value {
    pub fn new(operand: Operand, ty: Ty) -> Value {
        Value { operand, ty, bit: false, check: None }
    }

    pub fn bit(operand: Operand) -> Value {
        Value { bit: true, ..Value::new(operand, Ty::INT) }
    }

    pub fn void() -> Value {
        Value::new(Builder::constant(0, Type::BOOL), Ty::Void)
    }
}

impl Lowering<'_> {
    pub fn integer(&self, value: i128, ty: Ty) -> Value {
        let scalar = ty.scalar(self.options.data_model).expect("integer constants have integer types");
        Value::new(Builder::constant(value, scalar), ty)
    }

    /// Evaluates an expression and converts it.
    pub fn argument_as(&mut self, argument: &Node<Expression>, ty: &Ty) -> Lowered<Operand> {
        let span = self.span(argument.span);
        let value = self.rvalue(argument)?;
        Ok(self.convert(value, ty, span)?.operand)
    }

    /// An arbitrary value of a scalar type. A truth value is 0 or 1.
    pub fn nondet(&mut self, ty: &Ty, span: Span) -> Lowered<Value> {
        if *ty == Ty::Bool {
            let dst = self.body.register(Type::BOOL, None);
            self.body.emit(Op::Nondet { dst }, span);
            let wide = self.body.convert(Operand::Register(dst), Type::unsigned(8), false, span);
            return Ok(Value::new(wide, Ty::Bool));
        }
        let scalar = self.scalar(ty, span)?;
        let dst = self.body.register(scalar, None);
        self.body.emit(Op::Nondet { dst }, span);
        Ok(Value::new(Operand::Register(dst), ty.clone()))
    }

    /// A comparison as the `int` it is.
    pub fn widen(&mut self, value: Value, span: Span) -> Value {
        if !value.bit {
            return value;
        }
        Value::new(self.body.convert(value.operand, Type::signed(32), false, span), Ty::INT)
    }

    /// Whether the value is not zero, as one bit.
    pub fn truth(&mut self, value: Value, span: Span) -> Lowered<Operand> {
        if value.bit {
            return Ok(value.operand);
        }
        let ty = self.scalar(&value.ty, span)?;
        if value.ty.is_float() {
            return Ok(self.float_truth(value.operand, span));
        }
        Ok(self.body.binary(BinaryOp::Ne, value.operand, Builder::constant(0, ty), Type::BOOL, span))
    }

    /// Converts between scalar types, as a cast does.
    pub fn convert(&mut self, value: Value, to: &Ty, span: Span) -> Lowered<Value> {
        if *to == Ty::Void {
            return Ok(Value::void());
        }
        if value.ty == *to && !value.bit {
            return Ok(value);
        }
        if let (Ty::Record(from), Ty::Record(into)) = (&value.ty, to) {
            // The same declaration seen in two units is two records.
            let (from, into) = (&self.records[from.0 as usize], &self.records[into.0 as usize]);
            let same = from.body.as_ref().map(|b| b.size) == into.body.as_ref().map(|b| b.size);
            if same && (from.name == into.name || from.name.contains(" at line ")) {
                return Ok(Value { ty: to.clone(), ..value });
            }
        }
        if *to == Ty::Bool {
            let truth = self.truth(value, span)?;
            return Ok(Value::new(self.body.convert(truth, Type::unsigned(8), false, span), Ty::Bool));
        }
        if value.ty.is_float() || to.is_float() {
            return self.convert_float(value, to, span);
        }
        let (from_scalar, to_scalar) =
            (value.ty.scalar(self.options.data_model), to.scalar(self.options.data_model));
        let (Some(_), Some(to_scalar)) = (from_scalar, to_scalar) else {
            let (from, to) = (self.name_of(&value.ty), self.name_of(to));
            return Err(Diagnostic::error(span, format!("a value of type '{from}' cannot become '{to}'")));
        };
        let signed = !value.bit && value.ty.is_signed();
        Ok(Value::new(self.body.convert(value.operand, to_scalar, signed, span), to.clone()))
    }

    /// Converts as an assignment, an argument or `return` does, with its checks.
    pub fn convert_assigned(&mut self, value: Value, to: &Ty, span: Span) -> Lowered<Value> {
        let mismatch = match (&value.ty, to) {
            (Ty::Void, _) => true,
            (Ty::Record(_), other) | (other, Ty::Record(_)) => !matches!(other, Ty::Record(_)),
            _ => false,
        };
        if mismatch {
            let (from, to) = (self.name_of(&value.ty), self.name_of(to));
            return Err(Diagnostic::error(span, format!("a value of type '{from}' cannot become '{to}'")));
        }
        let suspicious = match (&value.ty, to) {
            (Ty::Pointer(_), Ty::Int(_)) => true,
            (Ty::Int(_), Ty::Pointer(_)) => !matches!(value.operand, Operand::Constant { bits: 0, .. }),
            _ => false,
        };
        if suspicious {
            let (from, to) = (self.name_of(&value.ty), self.name_of(to));
            self.warn(Diagnostic::warning(span, format!("'{from}' is converted to '{to}' without a cast")));
        }
        self.convert(value, to, span)
    }

    pub fn promoted(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Bool => Ty::INT,
            Ty::Int(kind) if kind.rank() < IntKind::Int.rank() => Ty::INT,
            other => other.clone(),
        }
    }

    /// The integer promotions.
    pub fn promote(&mut self, value: Value, span: Span) -> Lowered<Value> {
        let to = self.promoted(&value.ty);
        self.convert(value, &to, span)
    }

    /// The type in which two arithmetic operands meet.
    pub fn common_type(&self, left: &Ty, right: &Ty) -> Option<Ty> {
        if let Some(float) = Self::common_float(left, right) {
            return Some(float);
        }
        let (Ty::Int(left), Ty::Int(right)) = (self.promoted(left), self.promoted(right)) else {
            return None;
        };
        if left == right {
            return Some(Ty::Int(left));
        }
        let kind = match (left.is_signed(), right.is_signed()) {
            (true, false) => self.common_kind(right, left),
            (false, true) => self.common_kind(left, right),
            _ if left.order(self.options.data_model) >= right.order(self.options.data_model) => left,
            _ => right,
        };
        Some(Ty::Int(kind))
    }

    /// The type both arms of `?:` are brought to.
    pub fn conditional_type(&self, yes: &Value, no: &Value) -> Option<Ty> {
        let is_null = |v: &Value| match &v.ty {
            Ty::Int(_) => true,
            Ty::Pointer(target) => target.ty == Ty::Void,
            _ => false,
        };
        match (&yes.ty, &no.ty) {
            (Ty::Void, _) | (_, Ty::Void) => Some(Ty::Void),
            (Ty::Pointer(target), _) if target.ty != Ty::Void && (is_null(no) || no.ty.is_pointer()) => {
                Some(yes.ty.clone())
            }
            (_, Ty::Pointer(_)) if is_null(yes) => Some(no.ty.clone()),
            (Ty::Pointer(_), _) if is_null(no) || no.ty.is_pointer() => Some(yes.ty.clone()),
            (left, right) if left == right => {
                Some(if left.is_integer() { self.promoted(left) } else { left.clone() })
            }
            (left, right) => self.common_type(left, right),
        }
    }

    /// What an argument becomes where no prototype says more.
    pub fn default_promoted(&mut self, value: Value, span: Span) -> Lowered<Value> {
        match value.ty {
            Ty::Float(FloatKind::Float) => self.convert(value, &Ty::Float(FloatKind::Double), span),
            _ if value.ty.is_integer() => self.promote(value, span),
            _ => Ok(value),
        }
    }

    fn common_kind(&self, unsigned: IntKind, signed: IntKind) -> IntKind {
        if unsigned.order(self.options.data_model) >= signed.order(self.options.data_model) {
            unsigned
        } else if signed.bits(self.options.data_model) > unsigned.bits(self.options.data_model) {
            signed
        } else {
            signed.to_unsigned()
        }
    }
}
