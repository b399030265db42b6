//! Declarators: from the outside of `*(*f[3])(int)` to a type, and the name inside.

use std::rc::Rc;

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::*;
use crate::ir::{BinaryOp, Op, Operand};
use crate::source::{Diagnostic, Span};

pub struct Declared<'t> {
    pub name: Option<(String, Span)>,
    pub ty: Qual,
    /// The parameters of the function declarator next to the name, for definitions.
    pub parameters: Parameters<'t>,
}

#[derive(Clone, Copy)]
pub enum Parameters<'t> {
    None,
    Prototype(&'t FunctionDeclarator),
    /// The names of a definition in the old style.
    Names(&'t [Node<Identifier>]),
}

impl Lowering<'_> {
    pub fn declarator<'t>(&mut self, declarator: &'t Node<Declarator>, base: Qual) -> Lowered<Declared<'t>> {
        let span = self.span(declarator.span);
        self.context.enter(span)?;
        let result = self.declarator_inside(declarator, base);
        self.context.leave();
        result
    }

    fn declarator_inside<'t>(
        &mut self,
        declarator: &'t Node<Declarator>,
        base: Qual,
    ) -> Lowered<Declared<'t>> {
        let mut ty = base;
        let mut parameters = Parameters::None;
        // Pointers apply first, from left to right; then arrays and functions, from right to left.
        let derived = &declarator.node.derived;
        let is_pointer = |d: &&Node<DerivedDeclarator>| {
            matches!(d.node, DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_))
        };
        for pointer in derived.iter().filter(is_pointer) {
            let DerivedDeclarator::Pointer(qualifiers) = &pointer.node else {
                return Err(Diagnostic::unsupported(
                    self.span(pointer.span),
                    "blocks ('^' in a declaration)",
                )
                .with_help("use a pointer to a function"));
            };
            ty = Ty::Pointer(Rc::new(ty)).plain();
            for qualifier in qualifiers {
                if let PointerQualifier::TypeQualifier(qualifier) = &qualifier.node {
                    ty.atomic |= qualifier.node == TypeQualifier::Atomic;
                    ty.constant |= qualifier.node == TypeQualifier::Const;
                }
            }
        }
        for part in derived.iter().rev().filter(|d| !is_pointer(d)) {
            let span = self.span(part.span);
            match &part.node {
                DerivedDeclarator::Array(array) => ty = self.array_of(ty, &array.node, span)?,
                DerivedDeclarator::Function(function) => {
                    parameters = Parameters::Prototype(&function.node);
                    ty = self.function_returning(ty, &function.node, span)?;
                }
                DerivedDeclarator::KRFunction(names) => {
                    parameters = Parameters::Names(names);
                    let parameters = names.iter().map(|_| Ty::INT.plain()).collect();
                    let function =
                        FunctionType { result: ty.ty, parameters, variadic: false, prototype: false };
                    ty = Ty::Function(Rc::new(function)).plain();
                }
                DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => {}
            }
        }
        match &declarator.node.kind.node {
            DeclaratorKind::Abstract => Ok(Declared { name: None, ty, parameters }),
            DeclaratorKind::Identifier(name) => {
                let span = self.span(name.span);
                Ok(Declared { name: Some((name.node.name.clone(), span)), ty, parameters })
            }
            DeclaratorKind::Declarator(inner) => {
                let mut declared = self.declarator(inner, ty)?;
                if let (Parameters::None, true) = (declared.parameters, inner.node.derived.is_empty()) {
                    declared.parameters = parameters;
                }
                Ok(declared)
            }
        }
    }

    fn array_of(&mut self, element: Qual, array: &ArrayDeclarator, span: Span) -> Lowered<Qual> {
        if let Ty::Void | Ty::Function(_) = element.ty {
            return Err(Diagnostic::error(span, "the elements of an array must be objects"));
        }
        let count = match &array.size {
            ArraySize::Unknown | ArraySize::VariableUnknown => None,
            ArraySize::VariableExpression(_) | ArraySize::StaticExpression(_)
                if matches!(element.ty, Ty::VariableArray(..)) =>
            {
                return self.variable_array(element, array, span);
            }
            ArraySize::VariableExpression(size) | ArraySize::StaticExpression(size) => {
                let value = match self.constant_integer(size) {
                    Ok(value) => value,
                    Err(_) if self.context.in_prototype => {
                        return Ok(Ty::Array(Rc::new(element), None).plain());
                    }
                    Err(_) if !self.unit.scopes.is_file_scope() && self.type_of(size)?.ty.is_integer() => {
                        return self.variable_array(element, array, span);
                    }
                    Err(error) => return Err(error),
                };
                let Ok(value) = u64::try_from(value) else {
                    return Err(Diagnostic::error(span, "the size of an array must not be negative"));
                };
                Some(value)
            }
        };
        let ty = Ty::Array(Rc::new(element), count);
        if count.is_some() && self.sizes().size(&ty).is_none() {
            let complete = matches!(&ty, Ty::Array(e, _) if self.sizes().size(&e.ty).is_some());
            let message =
                if complete { "this array is too large" } else { "the elements have an incomplete type" };
            return Err(Diagnostic::error(span, message));
        }
        Ok(ty.plain())
    }

    /// An array whose size is computed here.
    fn variable_array(&mut self, element: Qual, array: &ArrayDeclarator, span: Span) -> Lowered<Qual> {
        let (ArraySize::VariableExpression(size) | ArraySize::StaticExpression(size)) = &array.size else {
            return Err(Diagnostic::error(span, "this array needs a size"));
        };
        let ty = Ty::size(self.options.data_model);
        let count = self.argument_as(size, &ty)?;
        let (scalar, scale) = (self.scalar(&ty, span)?, self.size_operand(&element.ty, span)?);
        let bytes = self.body.binary(BinaryOp::Mul, count, scale, scalar, span);
        let register = self.body.register(scalar, None);
        self.body.emit(Op::Copy { dst: register, value: bytes }, span);
        Ok(Ty::VariableArray(Rc::new(element), register).plain())
    }

    /// The size of a type, computed if it is that of a variable array.
    pub fn size_operand(&mut self, ty: &Ty, span: Span) -> Lowered<Operand> {
        match ty {
            Ty::VariableArray(_, bytes) => Ok(Operand::Register(*bytes)),
            _ => {
                let size = self.size_of(ty, span)?;
                Ok(self.integer(size.into(), Ty::size(self.options.data_model)).operand)
            }
        }
    }

    fn function_returning(
        &mut self,
        result: Qual,
        function: &FunctionDeclarator,
        span: Span,
    ) -> Lowered<Qual> {
        if let Ty::Array(..) | Ty::Function(_) = result.ty {
            return Err(Diagnostic::error(span, "a function cannot return an array or a function"));
        }
        let mut parameters = Vec::new();
        let outside = std::mem::replace(&mut self.context.in_prototype, true);
        for parameter in &function.parameters {
            let parameter = self.parameter(&parameter.node, span);
            self.context.in_prototype = outside || parameter.is_ok();
            parameters.push(parameter?.1);
        }
        self.context.in_prototype = outside;
        if let [Qual { ty: Ty::Void, .. }] = parameters.as_slice() {
            parameters.clear();
        }
        let variadic = function.ellipsis == Ellipsis::Some;
        // A type without a name, such as `int (*)()`, says nothing about parameters either.
        let prototype = variadic || !function.parameters.is_empty();
        let ty = FunctionType { result: result.ty, parameters, variadic, prototype };
        Ok(Ty::Function(Rc::new(ty)).plain())
    }

    /// Name and type of a parameter; arrays and functions are pointers.
    pub fn parameter(
        &mut self,
        parameter: &ParameterDeclaration,
        span: Span,
    ) -> Lowered<(Option<(String, Span)>, Qual)> {
        let specified = self.declaration_specifiers(&parameter.specifiers, span)?;
        let (name, ty) = match &parameter.declarator {
            None => (None, specified.ty),
            Some(declarator) => {
                let declared = self.declarator(declarator, specified.ty)?;
                (declared.name, declared.ty)
            }
        };
        Ok((name, Qual { ty: decayed(&ty.ty), ..ty }))
    }
}

/// The type a value of this type has in an expression.
pub fn decayed(ty: &Ty) -> Ty {
    match ty {
        Ty::Array(element, _) | Ty::VariableArray(element, _) => Ty::Pointer(element.clone()),
        Ty::Function(_) => ty.clone().pointer_to(),
        other => other.clone(),
    }
}
