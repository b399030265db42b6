//! Expressions to values. In which order operands are evaluated is the business of `unsequenced`.

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::declarations::declarator::decayed;
use crate::frontend::lower::floating::unsupported_complex;
use crate::frontend::lower::literal;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::scope::{FunctionIndex, Symbol};
use crate::frontend::types::layout::find_member;
use crate::frontend::types::{Qual, Ty, compatible};
use crate::ir::{FunctionId, Operand};
use crate::source::{Diagnostic, Span};

impl<'a> Lowering<'a> {
    /// The value of an expression; arrays and functions become pointers.
    pub fn rvalue(&mut self, expression: &Node<Expression>) -> Lowered<Value> {
        let span = self.span(expression.span);
        self.context.enter(span)?;
        let result = self.rvalue_inside(expression, true, span);
        self.context.leave();
        result
    }

    /// Like `rvalue`, with comparisons widened to `int`.
    pub fn int_rvalue(&mut self, expression: &Node<Expression>) -> Lowered<Value> {
        let span = self.span(expression.span);
        let value = self.rvalue(expression)?;
        Ok(self.widen(value, span))
    }

    /// Evaluates only for the effects: a result that nobody uses costs nothing.
    pub fn effect(&mut self, expression: &Node<Expression>) -> Lowered<()> {
        let span = self.span(expression.span);
        self.context.enter(span)?;
        let result = self.effect_inside(expression, span);
        self.context.leave();
        result
    }

    fn effect_inside(&mut self, expression: &Node<Expression>, span: Span) -> Lowered<()> {
        match &expression.node {
            Expression::Cast(node) if self.type_name(&node.node.type_name)?.ty == Ty::Void => {
                self.effect(&node.node.expression)
            }
            Expression::Comma(parts) => parts.iter().try_for_each(|part| self.effect(part)),
            _ => self.rvalue_inside(expression, false, span).map(drop),
        }
    }

    /// `wanted`: whether somebody uses the result.
    fn rvalue_inside(&mut self, expression: &Node<Expression>, wanted: bool, span: Span) -> Lowered<Value> {
        match &expression.node {
            Expression::Identifier(name) => self.identifier(&name.node.name, span),
            Expression::Constant(constant) => self.literal(&constant.node, span),
            Expression::StringLiteral(_) | Expression::CompoundLiteral(_) | Expression::Member(_) => {
                let lvalue = self.lvalue(expression)?;
                self.read(lvalue, span)
            }
            Expression::GenericSelection(node) => {
                let chosen = self.generic_choice(&node.node, span)?;
                self.rvalue(chosen)
            }
            Expression::Call(node) => self.call(&node.node, wanted, span),
            Expression::SizeOfTy(node) => {
                let ty = self.type_name(&node.node.0)?;
                self.size_value(&ty.ty, span)
            }
            Expression::SizeOfVal(node) => {
                let ty = self.type_of(&node.node.0)?;
                self.size_value(&ty.ty, span)
            }
            Expression::AlignOf(node) => {
                let ty = self.type_name(&node.node.0)?;
                let align = self.sizes().align_of(&ty);
                Ok(self.integer(align.into(), Ty::size(self.options.data_model)))
            }
            Expression::UnaryOperator(node) => self.unary(&node.node, expression, wanted, span),
            Expression::Cast(node) => {
                let ty = self.type_name(&node.node.type_name)?;
                let value = self.rvalue(&node.node.expression)?;
                if let (Ty::Record(_), Ty::Record(_)) = (&value.ty, &ty.ty) {
                    return Ok(value);
                }
                self.convert(value, &ty.ty, span)
            }
            Expression::BinaryOperator(node) => self.binary(&node.node, expression, span),
            Expression::Conditional(node) => self.conditional(&node.node, span),
            Expression::Comma(parts) => {
                let Some((last, before)) = parts.split_last() else {
                    return Err(Diagnostic::error(span, "this expression is empty"));
                };
                for part in before {
                    self.effect(part)?;
                }
                self.rvalue(last)
            }
            Expression::OffsetOf(node) => self.offset_of(&node.node, span),
            Expression::VaArg(node) => self.next_argument(&node.node, span),
            Expression::Statement(statement) => self.statement_expression(statement, span),
        }
    }

    fn identifier(&mut self, name: &str, span: Span) -> Lowered<Value> {
        match self.unit.scopes.symbol(name) {
            Some(Symbol::Enumerator { value, ty }) => {
                let (value, ty) = (*value, ty.clone());
                Ok(self.integer(value, ty))
            }
            Some(Symbol::Function(index)) => {
                let index = *index;
                self.function_address(index, span)
            }
            Some(Symbol::Typedef(_)) => {
                Err(Diagnostic::error(span, format!("'{name}' is a type, not a value")))
            }
            // Keywords since C23; before, a program could declare them.
            None if name == "true" || name == "false" => Ok(self.integer((name == "true").into(), Ty::Bool)),
            None if name == "nullptr" => {
                let null = self.integer(0, Ty::INT);
                self.convert(null, &Ty::Void.pointer_to(), span)
            }
            _ => {
                let lvalue = self.variable(name, span)?;
                self.read(lvalue, span)
            }
        }
    }

    /// The address of a function.
    pub fn function_address(&mut self, index: FunctionIndex, span: Span) -> Lowered<Value> {
        let function = &self.entities.functions[index.0];
        let ty = Ty::Function(function.ty.clone());
        if function.definition.is_none() {
            let name = function.name.clone();
            if self.open.weak.contains(&name) {
                return Ok(Value::new(Builder::constant(0, self.pointer_type()), decayed(&ty)));
            }
            self.open_function(&name, Some(index), span)?;
        }
        Ok(Value::new(Operand::Function(FunctionId::new(index.0)), decayed(&ty)))
    }

    fn literal(&mut self, constant: &Constant, span: Span) -> Lowered<Value> {
        match constant {
            Constant::Integer(integer) => match literal::integer(integer, self.options.data_model) {
                Some(_) if integer.suffix.imaginary => Err(unsupported_complex(span)),
                Some((value, kind)) => Ok(self.integer(value as i128, Ty::Int(kind))),
                None => Err(Diagnostic::error(span, "this number is too large for any integer type")),
            },
            Constant::Float(float) => self.float_literal(float, span),
            Constant::Character(text) => match literal::character(text, self.options.data_model) {
                Some((value, kind)) => Ok(self.integer(value, Ty::Int(kind))),
                None => Err(Diagnostic::error(span, "this character constant is not valid")),
            },
        }
    }

    fn size_value(&mut self, ty: &Ty, span: Span) -> Lowered<Value> {
        let size = self.size_operand(ty, span)?;
        Ok(Value::new(size, Ty::size(self.options.data_model)))
    }

    /// The association whose type is that of the controlling expression.
    pub fn generic_choice<'t>(
        &mut self,
        node: &'t GenericSelection,
        span: Span,
    ) -> Lowered<&'t Node<Expression>> {
        let controlling = self.speculate(|this, _| Ok(this.int_rvalue(&node.expression)?.ty))?;
        let mut default = None;
        for association in &node.associations {
            match &association.node {
                GenericAssociation::Default(expression) => default = Some(&**expression),
                GenericAssociation::Type(typed) => {
                    let ty: Qual = self.type_name(&typed.node.type_name)?;
                    if compatible(&ty.ty, &controlling) {
                        return Ok(&typed.node.expression);
                    }
                }
            }
        }
        default.ok_or_else(|| {
            let ty = self.name_of(&controlling);
            Diagnostic::error(span, format!("_Generic has no association for '{ty}'"))
        })
    }

    fn offset_of(&mut self, node: &OffsetOfExpression, span: Span) -> Lowered<Value> {
        let mut ty = self.type_name(&node.type_name)?.ty;
        let mut offset = 0i128;
        let base = Node::new(OffsetMember::Member(node.designator.node.base.clone()), node.designator.span);
        for member in std::iter::once(&base).chain(&node.designator.node.members) {
            match (&member.node, &ty) {
                (OffsetMember::Member(name), Ty::Record(id)) => {
                    let found = find_member(&self.records, *id, &name.node.name);
                    let Some(found) = found.filter(|m| m.bits.is_none()) else {
                        let ty = self.name_of(&ty);
                        let message = format!("'{ty}' has no member '{}' with an address", name.node.name);
                        return Err(Diagnostic::error(span, message));
                    };
                    offset += i128::from(found.offset);
                    ty = found.ty.ty;
                }
                (OffsetMember::Index(index), Ty::Array(element, _)) => {
                    let element = element.ty.clone();
                    let size = self.size_of(&element, span)?;
                    offset += self.constant_integer(index)? * i128::from(size);
                    ty = element;
                }
                _ => return Err(Diagnostic::error(span, "this member designator does not fit the type")),
            }
        }
        Ok(self.integer(offset, Ty::size(self.options.data_model)))
    }
}
