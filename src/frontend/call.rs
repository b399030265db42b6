//! Calls: arguments in either order, records through copies, struct results through a hidden pointer.

use std::rc::Rc;

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::assign::contains_call;
use crate::frontend::convert::Value;
use crate::frontend::library_builtins::library_function;
use crate::frontend::lowering::{Lowered, Lowering};
use crate::frontend::lvalue::{Check, Lvalue, Place};
use crate::frontend::scope::{FunctionIndex, Symbol};
use crate::frontend::types::{FunctionType, Ty};
use crate::frontend::unsequenced::{Usage, Written};
use crate::ir::{FunctionId, Op, Operand, PropertyId, PropertyKind};
use crate::source::{Diagnostic, Span};

/// What is called.
#[derive(Clone, Copy)]
pub enum Callee<'e> {
    /// The function, or a pointer, with the property that it points to one.
    Known(Operand, Option<PropertyId>),
    Designated(&'e Node<Expression>),
}

/// What is evaluated for a call, one way or the other round.
enum Part {
    Callee(Operand, Option<PropertyId>),
    Argument(Operand),
    Variable(Value),
    Ignored,
}

impl<'a> Lowering<'a> {
    pub fn call(&mut self, node: &CallExpression, wanted: bool, span: Span) -> Lowered<Value> {
        if let Expression::Identifier(name) = &node.callee.node {
            let name = name.node.name.as_str();
            match self.scopes.symbol(name) {
                Some(Symbol::Function(index)) => {
                    let index = *index;
                    return self.call_named(name, Some(index), &node.arguments, wanted, span);
                }
                None if name.starts_with("__builtin_") => {
                    return self.call_builtin(name, &node.arguments, wanted, span);
                }
                None => return self.call_named(name, None, &node.arguments, wanted, span),
                Some(_) => {}
            }
        }
        // What is called by a call is found first: to ask for its type costs as much as to evaluate it.
        let is_called_by_call = contains_call(&node.callee);
        let is_open = self.order_may_tell_callee(node);
        if is_open && is_called_by_call {
            self.warn_of_one_order(span);
        }
        let early = match is_open && !is_called_by_call {
            true => None,
            false => Some(self.function_designated(&node.callee, span)?),
        };
        let ty = match &early {
            Some((_, _, ty)) => ty.clone(),
            None => self.speculate(|this, _| Ok(this.rvalue(&node.callee)?.ty))?,
        };
        let function = match ty.pointee().map(|t| &t.ty) {
            Some(Ty::Function(function)) => function.clone(),
            _ => {
                let ty = self.name_of(&ty);
                return Err(Diagnostic::error(span, format!("a value of type '{ty}' cannot be called")));
            }
        };
        let callee = match early {
            Some((operand, check, _)) => Callee::Known(operand, check),
            None => Callee::Designated(&node.callee),
        };
        self.call_function(callee, &function, &node.arguments, wanted, span)
    }

    fn order_may_tell_callee(&self, node: &CallExpression) -> bool {
        let parts = std::iter::once(&*node.callee).chain(&node.arguments);
        let written: Vec<Written> = parts.map(|part| Some((part, Usage::Value))).collect();
        self.order_is_open(&written)
    }

    /// Where a function pointer leads, the property that it is a function, and its type.
    fn function_designated(
        &mut self,
        callee: &Node<Expression>,
        span: Span,
    ) -> Lowered<(Operand, Option<PropertyId>, Ty)> {
        let value = self.rvalue(callee)?;
        let check = match value.operand {
            Operand::Function(_) => None,
            _ => {
                let description = format!("{} points to a function", self.text(callee));
                self.new_property(PropertyKind::Pointer, description, span)
            }
        };
        Ok((value.operand, check, value.ty))
    }

    /// A builtin needs no declaration.
    fn call_builtin(
        &mut self,
        name: &str,
        arguments: &[Node<Expression>],
        wanted: bool,
        span: Span,
    ) -> Lowered<Value> {
        let (name, count) = library_function(name, arguments.len()).unwrap_or((name, arguments.len()));
        for surplus in &arguments[count..] {
            self.effect(surplus)?;
        }
        let declared = match self.external.get(name) {
            Some(Symbol::Function(index)) => Some(*index),
            _ => None,
        };
        self.call_named(name, declared, &arguments[..count], wanted, span)
    }

    fn call_named(
        &mut self,
        name: &str,
        declared: Option<FunctionIndex>,
        arguments: &[Node<Expression>],
        wanted: bool,
        span: Span,
    ) -> Lowered<Value> {
        let linked = declared.or_else(|| match self.external.get(name) {
            Some(Symbol::Function(index)) => Some(*index),
            _ => None,
        });
        let defined = linked.filter(|index| self.functions[index.0].definition.is_some());
        let by_user = defined.is_some_and(|index| !self.functions[index.0].from_model);
        if (!by_user || name == "reach_error")
            && let Some(value) = self.intrinsic(name, linked, arguments, wanted, span)?
        {
            let written: Vec<Written> = arguments.iter().map(|part| Some((part, Usage::Value))).collect();
            if self.order_is_open(&written) {
                self.warn_of_one_order(span);
            }
            return Ok(value);
        }
        let index = match defined {
            Some(index) => index,
            None => self.open_function(name, linked, span)?,
        };
        let parameters = !self.functions[index.0].ty.parameters.is_empty();
        if parameters && self.entry == Some(index) {
            let message = format!("a call of '{name}', with which the program starts");
            return Err(crate::frontend::lowering::unsupported(span, message)
                .with_help("call another function with the same body"));
        }
        if declared.is_none() && defined.is_some() {
            let message = format!("'{name}' is called without a declaration");
            self.warn(Diagnostic::warning(span, message).with_help("include the header that declares it"));
        }
        let ty = self.functions[index.0].ty.clone();
        let callee = Callee::Known(Operand::Function(FunctionId::new(index.0)), None);
        self.call_function(callee, &ty, arguments, wanted, span)
    }

    pub fn call_function(
        &mut self,
        callee: Callee,
        ty: &Rc<FunctionType>,
        arguments: &[Node<Expression>],
        wanted: bool,
        span: Span,
    ) -> Lowered<Value> {
        let expected = ty.parameters.len();
        let is_known = ty.prototype || matches!(callee, Callee::Known(Operand::Function(_), _));
        if arguments.len() < expected || (arguments.len() > expected && ty.prototype && !ty.variadic) {
            let message = format!("the function expects {expected} arguments, but gets {}", arguments.len());
            return Err(Diagnostic::error(span, message));
        }
        let designator = match callee {
            Callee::Known(..) => None,
            Callee::Designated(expression) => Some((expression, Usage::Value)),
        };
        let written: Vec<Written> = std::iter::once(designator)
            .chain(arguments.iter().map(|argument| Some((argument, Usage::Value))))
            .collect();
        let parts = self.unsequenced(&written, span, |this, index| {
            let Some(position) = index.checked_sub(1) else {
                return Ok(match callee {
                    Callee::Known(operand, check) => Part::Callee(operand, check),
                    Callee::Designated(expression) => {
                        let (callee, check, _) = this.function_designated(expression, span)?;
                        Part::Callee(callee, check)
                    }
                });
            };
            let argument = &arguments[position];
            let at = this.span(argument.span);
            let value = this.int_rvalue(argument)?;
            let value = match ty.parameters.get(position) {
                Some(parameter) => this.convert_assigned(value, &parameter.ty, at)?,
                None => this.default_promoted(value, at)?,
            };
            // A definition without prototype does not look at further arguments.
            if position >= expected && is_known && !ty.variadic {
                return Ok(Part::Ignored);
            }
            Ok(match position >= expected && ty.variadic {
                true => Part::Variable(value),
                false => Part::Argument(this.argument(value, at)?),
            })
        })?;
        let (mut operands, mut variable, mut called) = (Vec::new(), Vec::new(), None);
        for part in parts {
            match part {
                Part::Callee(callee, check) => called = Some((callee, check)),
                Part::Argument(operand) => operands.push(operand),
                Part::Variable(value) => variable.push(value),
                Part::Ignored => {}
            }
        }
        let (callee, check) = called.expect("something is called");
        if ty.variadic {
            operands.push(self.pack_arguments(variable, span)?);
        }
        if let Ty::Record(_) = ty.result {
            let slot = self.temporary("result", &ty.result, span)?;
            operands.insert(0, slot);
            self.body.emit(Op::Call { dst: None, callee, arguments: operands, check }, span);
            return Ok(Value::new(slot, ty.result.clone()));
        }
        let dst = match &ty.result {
            Ty::Void => None,
            result => {
                let scalar = self.scalar(result, span)?;
                wanted.then(|| self.body.register(scalar, None))
            }
        };
        self.body.emit(Op::Call { dst, callee, arguments: operands, check }, span);
        Ok(match dst {
            Some(register) => Value::new(Operand::Register(register), ty.result.clone()),
            None => Value::void(),
        })
    }

    /// A record is copied into a local of the caller, which the callee then owns.
    fn argument(&mut self, value: Value, span: Span) -> Lowered<Operand> {
        if let Ty::Record(_) = value.ty {
            let copy = self.temporary("argument", &value.ty, span)?;
            let ty = value.ty.clone().plain();
            let mut target = Lvalue { place: Place::Memory(copy), ty, check: Check::Trusted };
            self.copy_record(&mut target, value, span)?;
            return Ok(copy);
        }
        self.scalar(&value.ty, span)?;
        Ok(value.operand)
    }
}
