//! Calls: arguments in either order, records through copies, struct results through a hidden pointer.

use std::rc::Rc;

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::builtins::{self, Call, library_function};
use crate::frontend::lower::assign::contains_call;
use crate::frontend::lower::bounds::Belonging;
use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::check::Check;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::lvalue::{Lvalue, Place};
use crate::frontend::lower::scope::{FunctionIndex, Symbol};
use crate::frontend::lower::unsequenced::{Usage, Written, changes_something};
use crate::frontend::types::{FunctionType, Ty};
use crate::ir::{FunctionId, Op, Operand, Passed, PropertyId, PropertyKind, Signature, SignatureId};
use crate::source::{Diagnostic, Span};

/// What is called.
#[derive(Clone, Copy)]
pub enum Callee<'e> {
    /// A function of just the type that the call goes by.
    Known(Operand),
    /// A function that may have another type.
    Named(FunctionIndex),
    /// Whatever a pointer points to. The property is that this is a function of the type of the call.
    Pointer(Operand, Option<PropertyId>),
    /// Whatever an expression designates, which is evaluated before or after the arguments.
    Designated(&'e Node<Expression>),
}

/// What is evaluated for a call, one way or the other round.
enum Part<'e> {
    Callee(Callee<'e>),
    Argument(Option<Passed>, Operand),
    Variable(Value),
    Ignored,
}

impl<'a> Lowering<'a> {
    pub fn call(&mut self, node: &CallExpression, wanted: bool, span: Span) -> Lowered<Value> {
        if let Expression::Identifier(name) = &node.callee.node {
            let name = name.node.name.as_str();
            match self.unit.scopes.symbol(name) {
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
            Some((_, ty)) => ty.clone(),
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
            Some((callee, _)) => callee,
            None => Callee::Designated(&node.callee),
        };
        self.call_function(callee, &function, &node.arguments, wanted, span)
    }

    fn order_may_tell_callee(&self, node: &CallExpression) -> bool {
        let parts = std::iter::once(&*node.callee).chain(&node.arguments);
        let written: Vec<Written> = parts.map(|part| Some((part, Usage::Value))).collect();
        self.order_is_open(&written)
    }

    /// What an expression designates, and its type.
    fn function_designated(
        &mut self,
        callee: &Node<Expression>,
        span: Span,
    ) -> Lowered<(Callee<'static>, Ty)> {
        let value = self.rvalue(callee)?;
        let designated = match value.operand {
            Operand::Function(id) => Callee::Named(FunctionIndex(id.index())),
            operand => {
                let description = format!("{} points to a function of its type", self.text(callee));
                Callee::Pointer(operand, self.new_property(PropertyKind::Pointer, description, span))
            }
        };
        Ok((designated, value.ty))
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
        let declared = self.entities.external_function(name);
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
        let linked = declared.or_else(|| self.entities.external_function(name));
        let defined = linked.filter(|index| self.entities.is_defined(*index));
        let by_user = defined.is_some_and(|index| !self.entities.functions[index.0].home.is_model);
        let builtin = builtins::find(name).filter(|builtin| !by_user || builtin.overrides_definition());
        if let Some(builtin) = builtin
            && let Some(value) =
                builtin.lower(self, &Call { name, declared: linked, arguments, wanted, span })?
        {
            let written: Vec<Written> = arguments.iter().map(|part| Some((part, Usage::Value))).collect();
            if self.order_is_open(&written) && arguments.iter().any(changes_something) {
                self.warn_of_one_order(span);
            }
            return Ok(value);
        }
        let index = match defined {
            Some(index) => index,
            None if self.open.weak.contains(name)
                && let Some(index) = linked =>
            {
                let ty = self.entities.functions[index.0].ty.clone();
                let description = format!("{name} is defined");
                let check = self.new_property(PropertyKind::Pointer, description, span);
                let nothing = Builder::constant(0, self.pointer_type());
                return self.call_function(Callee::Pointer(nothing, check), &ty, arguments, wanted, span);
            }
            None => self.open_function(name, linked, span)?,
        };
        let parameters = !self.entities.functions[index.0].ty.parameters.is_empty();
        if parameters && self.entities.entry == Some(index) {
            let message = format!("a call of '{name}', with which the program starts");
            return Err(
                Diagnostic::unsupported(span, message).with_help("call another function with the same body")
            );
        }
        if declared.is_none() && defined.is_some() {
            let message = format!("'{name}' is called without a declaration");
            self.warn(Diagnostic::warning(span, message).with_help("include the header that declares it"));
        }
        if let Some(seen) = self.type_seen(index, span) {
            return self.call_function(Callee::Named(index), &seen, arguments, wanted, span);
        }
        let ty = self.entities.functions[index.0].ty.clone();
        let callee = Operand::Function(FunctionId::new(index.0));
        self.call_function(Callee::Known(callee), &ty, arguments, wanted, span)
    }

    /// `ty` is the type that the call goes by.
    pub fn call_function(
        &mut self,
        callee: Callee,
        ty: &Rc<FunctionType>,
        arguments: &[Node<Expression>],
        wanted: bool,
        span: Span,
    ) -> Lowered<Value> {
        let expected = ty.parameters.len();
        let is_known = ty.prototype || matches!(callee, Callee::Known(_));
        if arguments.len() < expected || (arguments.len() > expected && ty.prototype && !ty.variadic) {
            let message = format!("the function expects {expected} arguments, but gets {}", arguments.len());
            return Err(Diagnostic::error(span, message));
        }
        let designator = match callee {
            Callee::Designated(expression) => Some((expression, Usage::Value)),
            _ => None,
        };
        let written: Vec<Written> = std::iter::once(designator)
            .chain(arguments.iter().map(|argument| Some((argument, Usage::Value))))
            .collect();
        let parts = self.unsequenced(&written, span, |this, index| match index.checked_sub(1) {
            None => Ok(Part::Callee(match callee {
                Callee::Designated(expression) => this.function_designated(expression, span)?.0,
                known => known,
            })),
            Some(position) => this.part_of_call(&arguments[position], position, ty, is_known),
        })?;
        self.call_with(parts, ty, wanted, span)
    }

    /// An argument of a call that goes by `ty`. A definition without prototype does not look at further arguments.
    fn part_of_call<'e>(
        &mut self,
        argument: &Node<Expression>,
        position: usize,
        ty: &FunctionType,
        is_known: bool,
    ) -> Lowered<Part<'e>> {
        let at = self.span(argument.span);
        let value = self.int_rvalue(argument)?;
        let value = match ty.parameters.get(position) {
            Some(parameter) if ty.prototype => self.convert_assigned(value, &parameter.ty, at)?,
            // As if there were a prototype, and then as without one.
            Some(parameter) => {
                let value = self.convert_assigned(value, &parameter.ty, at)?;
                if value.ty.is_float() { self.default_promoted(value, at)? } else { value }
            }
            None => self.default_promoted(value, at)?,
        };
        let is_further = position >= ty.parameters.len();
        if is_further && is_known && !ty.variadic {
            return Ok(Part::Ignored);
        }
        Ok(match is_further && ty.variadic {
            true => Part::Variable(value),
            false => Part::Argument(self.passed(&value.ty), self.argument(value, at)?),
        })
    }

    /// The call itself, when everything has been evaluated.
    fn call_with(&mut self, parts: Vec<Part>, ty: &FunctionType, wanted: bool, span: Span) -> Lowered<Value> {
        let (mut parameters, mut operands, mut variable, mut called) =
            (Vec::new(), Vec::new(), Vec::new(), None);
        for part in parts {
            match part {
                Part::Callee(callee) => called = Some(callee),
                Part::Argument(passed, operand) => {
                    parameters.extend(passed);
                    operands.push(operand);
                }
                Part::Variable(value) => variable.push(value),
                Part::Ignored => {}
            }
        }
        let callee = called.expect("something is called");
        let is_looked_at = wanted || matches!(ty.result, Ty::Record(_));
        let result = is_looked_at.then(|| self.passed(&ty.result)).flatten();
        let call = Signature { parameters, variadic: ty.variadic, result };
        let (callee, signature, check) = self.settle_callee(callee, call, span);
        if ty.variadic {
            operands.push(self.pack_arguments(variable, span)?);
        }
        if let Ty::Record(_) = ty.result {
            let slot = self.temporary("result", &ty.result, span)?;
            operands.insert(0, slot);
            let arguments = operands;
            self.body.emit(Op::Call { dst: None, callee, arguments, signature, check }, span);
            return Ok(Value::new(slot, ty.result.clone()));
        }
        let dst = match &ty.result {
            Ty::Void => None,
            result => {
                let scalar = self.scalar(result, span)?;
                wanted.then(|| self.body.register(scalar, None))
            }
        };
        self.body.emit(Op::Call { dst, callee, arguments: operands, signature, check }, span);
        Ok(match dst {
            Some(register) => Value::new(Operand::Register(register), ty.result.clone()),
            None => Value::void(),
        })
    }

    /// The callee of an instruction, what is passed to it and the property that it takes that, where either of these
    /// could matter.
    fn settle_callee(
        &mut self,
        callee: Callee,
        call: Signature,
        span: Span,
    ) -> (Operand, Option<SignatureId>, Option<PropertyId>) {
        match callee {
            Callee::Known(operand) => (operand, None, None),
            Callee::Designated(_) => unreachable!("what is designated is found with the arguments"),
            Callee::Pointer(operand, check) => (operand, Some(self.entities.signature_number(call)), check),
            Callee::Named(index) => {
                let check = match self.suits(&call, index) {
                    true => None,
                    false => {
                        let name = &self.entities.functions[index.0].name;
                        let description = format!("{name} is called with the type it is defined with");
                        self.new_property(PropertyKind::Pointer, description, span)
                    }
                };
                let operand = Operand::Function(FunctionId::new(index.0));
                (operand, Some(self.entities.signature_number(call)), check)
            }
        }
    }

    /// A record is copied into a local of the caller, which the callee then owns.
    fn argument(&mut self, value: Value, span: Span) -> Lowered<Operand> {
        if let Ty::Record(_) = value.ty {
            let copy = self.temporary("argument", &value.ty, span)?;
            let ty = value.ty.clone().plain();
            let mut target =
                Lvalue { place: Place::Memory(copy), ty, check: Check::Trusted, belongs: Belonging::Whole };
            self.copy_record(&mut target, value, span)?;
            return Ok(copy);
        }
        self.scalar(&value.ty, span)?;
        Ok(value.operand)
    }
}
