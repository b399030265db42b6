//! Operators that compute: arithmetic, comparison, shifts, pointers.

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::overflow::{Converted, Written};
use crate::frontend::lower::scope::Symbol;
use crate::frontend::lower::unsequenced::Usage;
use crate::frontend::types::Ty;
use crate::ir::{BinaryOp, Operand, Type, UnaryOp};
use crate::source::{Diagnostic, Span};

impl<'a> Lowering<'a> {
    pub fn unary(
        &mut self,
        node: &UnaryOperatorExpression,
        whole: &Node<Expression>,
        wanted: bool,
        span: Span,
    ) -> Lowered<Value> {
        match node.operator.node {
            UnaryOperator::PostIncrement => self.increment(&node.operand, 1, true, wanted, span),
            UnaryOperator::PostDecrement => self.increment(&node.operand, -1, true, wanted, span),
            UnaryOperator::PreIncrement => self.increment(&node.operand, 1, false, wanted, span),
            UnaryOperator::PreDecrement => self.increment(&node.operand, -1, false, wanted, span),
            UnaryOperator::Address => self.address_of(&node.operand, span),
            UnaryOperator::Indirection => {
                // `*f` on a function is the function again.
                let lvalue = self.lvalue(whole)?;
                self.read(lvalue, span)
            }
            UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement => {
                let value = self.rvalue(&node.operand)?;
                match node.operator.node {
                    UnaryOperator::Plus if value.ty.is_float() => return Ok(value),
                    UnaryOperator::Minus if value.ty.is_float() => return Ok(self.float_negate(value, span)),
                    _ => self.expect_integer(&value.ty, span)?,
                }
                let range = self.range_of(&value);
                let value = self.promote(value, span)?;
                let operand = match node.operator.node {
                    UnaryOperator::Plus => value.operand,
                    UnaryOperator::Minus => {
                        self.check_negation(&value, range, &node.operand, span)?;
                        self.body.unary(UnaryOp::Negate, value.operand, span)
                    }
                    _ => self.body.unary(UnaryOp::Not, value.operand, span),
                };
                Ok(Value::new(operand, value.ty))
            }
            UnaryOperator::Negate => {
                let value = self.rvalue(&node.operand)?;
                let truth = self.truth(value, span)?;
                Ok(Value::bit(self.negate(truth, span)))
            }
        }
    }

    /// The opposite of a truth value.
    pub fn negate(&mut self, truth: Operand, span: Span) -> Operand {
        self.body.unary(UnaryOp::Not, truth, span)
    }

    fn address_of(&mut self, operand: &Node<Expression>, span: Span) -> Lowered<Value> {
        if let Expression::Identifier(name) = &operand.node
            && let Some(Symbol::Function(index)) = self.unit.scopes.symbol(&name.node.name)
        {
            let index = *index;
            return self.function_address(index, span);
        }
        let lvalue = self.lvalue(operand)?;
        let address = self.address(&lvalue, span)?;
        self.check_address(&lvalue.check);
        Ok(Value::new(address, self.pointer_to(lvalue.ty)))
    }

    fn expect_integer(&self, ty: &Ty, span: Span) -> Lowered<()> {
        if ty.is_integer() {
            return Ok(());
        }
        self.scalar(ty, span)?;
        Err(Diagnostic::error(span, format!("this operator needs integers, not '{}'", self.name_of(ty))))
    }

    pub fn binary(
        &mut self,
        node: &BinaryOperatorExpression,
        whole: &Node<Expression>,
        span: Span,
    ) -> Lowered<Value> {
        use BinaryOperator as B;
        match node.operator.node {
            B::Index => {
                let lvalue = self.lvalue(whole)?;
                self.read(lvalue, span)
            }
            B::LogicalAnd | B::LogicalOr => self.logical(node, span),
            B::Assign => self.assign(&node.lhs, &node.rhs, span),
            _ => match compound(&node.operator.node) {
                Some(operator) => self.assign_compound(&node.lhs, &node.rhs, &operator, span),
                None => {
                    let [left, right] = self.both(&node.lhs, &node.rhs, span)?;
                    let written = Written { left: &node.lhs, right: Some(&node.rhs) };
                    self.compute(&node.operator.node, left, right, written, span)
                }
            },
        }
    }

    /// The values of two operands.
    fn both(&mut self, left: &Node<Expression>, right: &Node<Expression>, span: Span) -> Lowered<[Value; 2]> {
        let operands = [left, right];
        let written = operands.map(|operand| Some((operand, Usage::Value)));
        let values = self.unsequenced(&written, span, |this, index| this.rvalue(operands[index]))?;
        Ok(values.try_into().expect("two operands have two values"))
    }

    /// A binary operator on evaluated operands.
    pub fn compute(
        &mut self,
        operator: &BinaryOperator,
        left: Value,
        right: Value,
        written: Written,
        span: Span,
    ) -> Lowered<Value> {
        use BinaryOperator as B;
        match operator {
            B::Plus if left.ty.is_pointer() => self.pointer_plus(left, right, false, span),
            B::Plus if right.ty.is_pointer() => self.pointer_plus(right, left, false, span),
            B::Minus if left.ty.is_pointer() && right.ty.is_pointer() => {
                self.pointer_difference(left, right, span)
            }
            B::Minus if left.ty.is_pointer() => self.pointer_plus(left, right, true, span),
            B::Less | B::Greater | B::LessOrEqual | B::GreaterOrEqual | B::Equals | B::NotEquals => {
                self.compare(operator, left, right, span)
            }
            B::ShiftLeft | B::ShiftRight => self.shift(operator, left, right, written, span),
            _ => self.arithmetic(operator, left, right, written, span),
        }
    }

    fn arithmetic(
        &mut self,
        operator: &BinaryOperator,
        left: Value,
        right: Value,
        written: Written,
        span: Span,
    ) -> Lowered<Value> {
        if let Some(ty) = Self::common_float(&left.ty, &right.ty) {
            return self.float_arithmetic(operator, left, right, ty, span);
        }
        self.expect_integer(&left.ty, span)?;
        self.expect_integer(&right.ty, span)?;
        let ty = self.common_type(&left.ty, &right.ty).unwrap_or(Ty::INT);
        let ranges = (self.range_of(&left), self.range_of(&right));
        let left = Converted { operand: self.convert(left, &ty, span)?.operand, range: ranges.0 };
        let right = Converted { operand: self.convert(right, &ty, span)?.operand, range: ranges.1 };
        let signed = ty.is_signed();
        let op = match operator {
            BinaryOperator::Plus => BinaryOp::Add,
            BinaryOperator::Minus => BinaryOp::Sub,
            BinaryOperator::Multiply => BinaryOp::Mul,
            BinaryOperator::Divide if signed => BinaryOp::SDiv,
            BinaryOperator::Divide => BinaryOp::UDiv,
            BinaryOperator::Modulo if signed => BinaryOp::SRem,
            BinaryOperator::Modulo => BinaryOp::URem,
            BinaryOperator::BitwiseAnd => BinaryOp::And,
            BinaryOperator::BitwiseXor => BinaryOp::Xor,
            BinaryOperator::BitwiseOr => BinaryOp::Or,
            _ => return Err(Diagnostic::error(span, "this operator cannot be used here")),
        };
        let scalar = self.scalar(&ty, span)?;
        self.check_arithmetic(operator, &left, &right, &ty, written, span)?;
        Ok(Value::new(self.body.binary(op, left.operand, right.operand, scalar, span), ty))
    }

    /// The operands of a shift are promoted separately; the amount gets the width of the value.
    fn shift(
        &mut self,
        operator: &BinaryOperator,
        left: Value,
        right: Value,
        written: Written,
        span: Span,
    ) -> Lowered<Value> {
        self.expect_integer(&left.ty, span)?;
        self.expect_integer(&right.ty, span)?;
        let range = self.range_of(&left);
        let left = self.promote(left, span)?;
        let right = self.promote(right, span)?;
        self.check_shift(operator, &left, range, &right, written, span)?;
        let scalar = self.scalar(&left.ty, span)?;
        let amount = self.body.convert(right.operand, scalar, right.ty.is_signed(), span);
        let op = match operator {
            BinaryOperator::ShiftLeft => BinaryOp::Shl,
            _ if left.ty.is_signed() => BinaryOp::AShr,
            _ => BinaryOp::LShr,
        };
        Ok(Value::new(self.body.binary(op, left.operand, amount, scalar, span), left.ty))
    }

    fn compare(
        &mut self,
        operator: &BinaryOperator,
        left: Value,
        right: Value,
        span: Span,
    ) -> Lowered<Value> {
        use BinaryOperator as B;
        let ty = match (&left.ty, &right.ty) {
            (Ty::Pointer(_), _) if right.ty.is_scalar() => left.ty.clone(),
            (_, Ty::Pointer(_)) if left.ty.is_scalar() => right.ty.clone(),
            (a, b) => match self.common_type(a, b) {
                Some(common) => common,
                None => {
                    self.scalar(a, span)?;
                    self.scalar(b, span)?;
                    return Err(Diagnostic::error(span, "these values cannot be compared"));
                }
            },
        };
        let left = self.convert(left, &ty, span)?.operand;
        let right = self.convert(right, &ty, span)?.operand;
        if ty.is_float() {
            return Ok(Value::bit(self.float_compare(operator, left, right, span)));
        }
        let signed = ty.is_signed();
        let (less, less_or_equal) =
            if signed { (BinaryOp::SLt, BinaryOp::SLe) } else { (BinaryOp::ULt, BinaryOp::ULe) };
        let (op, left, right) = match operator {
            B::Less => (less, left, right),
            B::Greater => (less, right, left),
            B::LessOrEqual => (less_or_equal, left, right),
            B::GreaterOrEqual => (less_or_equal, right, left),
            B::NotEquals => (BinaryOp::Ne, left, right),
            _ => (BinaryOp::Eq, left, right),
        };
        Ok(Value::bit(self.body.binary(op, left, right, Type::BOOL, span)))
    }

    /// `pointer + index`, or `pointer - index`, in units of the target's size. As compilers do, an unsigned index as
    /// wide as a pointer is taken for a signed one: `p[n - 1]` of no elements is the one before `p`.
    pub fn pointer_plus(&mut self, pointer: Value, index: Value, minus: bool, span: Span) -> Lowered<Value> {
        self.expect_integer(&index.ty, span)?;
        let index = self.promote(index, span)?;
        let Some(target) = pointer.ty.pointee() else {
            return Err(Diagnostic::error(span, "this is not a pointer"));
        };
        let scale = self.size_operand(&target.ty.clone(), span)?;
        let number = Type::signed(self.pointer_type().bits);
        let mut steps = index.operand;
        if self.body.type_of(steps).bits < number.bits {
            steps = self.body.convert(steps, number, index.ty.is_signed(), span);
        }
        if minus {
            steps = self.body.unary(UnaryOp::Negate, steps, span);
        }
        let scale = self.body.convert(scale, number, false, span);
        let operand = self.body.displace(pointer.operand, steps, scale, span);
        Ok(Value::new(operand, pointer.ty))
    }

    fn pointer_difference(&mut self, left: Value, right: Value, span: Span) -> Lowered<Value> {
        let Some(target) = left.ty.pointee() else {
            return Err(Diagnostic::error(span, "this is not a pointer"));
        };
        let scale = self.size_operand(&target.ty.clone(), span)?;
        let ty = Ty::difference(self.options.data_model);
        let number = self.scalar(&ty, span)?;
        let bytes = self.body.binary(BinaryOp::Sub, left.operand, right.operand, number, span);
        let scale = match scale {
            Operand::Constant { bits, .. } => Builder::constant(bits.max(1) as i128, number),
            _ => self.body.convert(scale, number, false, span),
        };
        Ok(Value::new(self.body.binary(BinaryOp::SDiv, bytes, scale, number, span), ty))
    }
}

/// The operator inside a compound assignment.
pub fn compound(operator: &BinaryOperator) -> Option<BinaryOperator> {
    use BinaryOperator as B;
    Some(match operator {
        B::AssignMultiply => B::Multiply,
        B::AssignDivide => B::Divide,
        B::AssignModulo => B::Modulo,
        B::AssignPlus => B::Plus,
        B::AssignMinus => B::Minus,
        B::AssignShiftLeft => B::ShiftLeft,
        B::AssignShiftRight => B::ShiftRight,
        B::AssignBitwiseAnd => B::BitwiseAnd,
        B::AssignBitwiseXor => B::BitwiseXor,
        B::AssignBitwiseOr => B::BitwiseOr,
        _ => return None,
    })
}
