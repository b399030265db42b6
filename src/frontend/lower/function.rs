//! The body of one function: parameters, what must live in memory, and the end of the function.

use lang_c::ast::*;
use lang_c::span::Node;
use lang_c::visit::{self, Visit};
use rustc_hash::FxHashSet;

use crate::frontend::builtins;
use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::declarations::declarator::Parameters;
use crate::frontend::lower::frame::Frame;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::references::References;
use crate::frontend::lower::retry::GivenAway;
use crate::frontend::lower::scope::{FunctionIndex, Scope, Symbol};
use crate::frontend::types::{FloatKind, Qual, Ty};
use crate::ir::{Access, FloatUnaryOp, Op, Operand, RegisterId, Type};
use crate::source::{Diagnostic, Span};

impl<'a> Lowering<'a> {
    /// Lowers a function; yields what it refers to, also if an error keeps it out of the program, so that the
    /// errors of other functions come to light too.
    pub fn lower_function(&mut self, index: FunctionIndex) -> References {
        let entity = &self.entities.functions[index.0];
        let Some(definition) = entity.definition else {
            if let Err(error) = self.lower_open_function(index) {
                self.report(error);
            }
            return References::default();
        };
        self.unit.enter(entity.home);
        let span = self.entities.functions[index.0].span;
        self.body = Builder::new(self.display_name(index), self.options.data_model, span);
        self.frame = Frame::default();
        self.unit.scopes.inner.clear();
        self.unit.scopes.inner.push(Scope::default());
        let errors = self.messages.error_count();
        if let Err(error) = self.lower_definition(index, definition) {
            self.report(error);
        }
        self.unit.scopes.inner.clear();
        let body =
            std::mem::replace(&mut self.body, Builder::new(String::new(), self.options.data_model, span));
        if self.messages.error_count() == errors {
            let (mut function, properties) = body.finish();
            function.signature = self.signature_of(&self.entities.functions[index.0].ty);
            let lowered = self.entities.functions[index.0].lowered.insert((function, properties));
            References::of_function(&lowered.0)
        } else {
            References::of_operations(body.operations())
        }
    }

    /// Static functions of several files may share a name; the later ones are called after their file too.
    fn display_name(&self, index: FunctionIndex) -> String {
        let function = &self.entities.functions[index.0];
        let same = |f: &&crate::frontend::lower::entities::FunctionEntity| {
            f.name == function.name && f.definition.is_some()
        };
        if self.entities.functions[..index.0].iter().any(|f| same(&f)) {
            let file = self.unit.sources.locate(function.span).file;
            let before = self.entities.functions[..index.0].iter().filter(same).count();
            return format!("{}@{}#{before}", function.name, file.rsplit('/').next().unwrap_or(&file));
        }
        function.name.clone()
    }

    fn lower_definition(&mut self, index: FunctionIndex, node: &'a Node<FunctionDefinition>) -> Lowered<()> {
        let ty = self.entities.functions[index.0].ty.clone();
        let name = self.entities.functions[index.0].name.clone();
        let span = self.entities.functions[index.0].span;
        let mut finder = AddressTaken::default();
        finder.visit_statement(&node.node.statement.node, &node.node.statement.span);
        self.frame.address_taken = finder.names;
        let mut given_away = GivenAway::default();
        given_away.visit_statement(&node.node.statement.node, &node.node.statement.span);
        self.frame.given_away = given_away.names;
        self.frame.result = Some(ty.result.clone());
        match &ty.result {
            Ty::Void => {}
            Ty::Record(_) => {
                self.size_of(&ty.result, span)?;
                let register = self.body.register(self.pointer_type(), Some("result".into()));
                self.body.parameters.push(register);
                self.frame.result_address = Some(Operand::Register(register));
            }
            result => self.body.result = Some(self.scalar(result, span)?),
        }
        let names = self.parameter_names(node)?;
        let (defined, is_promoted) = (self.body.parameters.len(), !ty.prototype);
        for (position, (parameter, ty)) in names.iter().zip(&ty.parameters).enumerate() {
            let Some((name, at)) = parameter else {
                self.unnamed_parameter(ty, span)?;
                continue;
            };
            let completed = self.complete_parameter(ty, node, position)?;
            self.define_parameter(name, &completed, is_promoted, *at)?;
        }
        if ty.variadic {
            let register = self.body.register(self.pointer_type(), None);
            self.body.parameters.push(register);
            self.frame.variable_arguments = Some(Operand::Register(register));
        }
        if self.entities.entry == Some(index) && defined == 0 {
            self.receive_arguments(&names, &ty.parameters, &node.node.statement.node, span)?;
        }
        let atomic = name.starts_with("__VERIFIER_atomic_") && builtins::find(&name).is_none();
        if atomic {
            self.frame.atomic = true;
            self.body.emit(Op::AtomicBegin, span);
        }
        if let Statement::Compound(items) = &node.node.statement.node {
            for item in items {
                self.block_item(item);
            }
        }
        let end = self.span(node.span);
        let end = Span { start: end.end.saturating_sub(1).max(end.start), end: end.end };
        if !self.body.has_ended() {
            self.end_of_body(&name, end)?;
        }
        self.end_lives_before_gotos();
        let mut missing: Vec<(String, Span)> =
            self.frame.labels.iter().filter(|(_, l)| !l.placed).map(|(n, l)| (n.clone(), l.span)).collect();
        missing.sort();
        for (label, span) in missing {
            self.report(Diagnostic::error(span, format!("there is no label '{label}' in this function")));
        }
        Ok(())
    }

    /// `main` returns 0 by itself; any other function an arbitrary value.
    fn end_of_body(&mut self, name: &str, span: Span) -> Lowered<()> {
        let operand = match self.body.result {
            Some(ty) if name == "main" => Some(Builder::constant(0, ty)),
            _ => None,
        };
        self.leave_function(operand, span)
    }

    fn unnamed_parameter(&mut self, ty: &Qual, span: Span) -> Lowered<()> {
        let scalar = match &ty.ty {
            Ty::Record(_) => self.pointer_type(),
            other => self.scalar(other, span)?,
        };
        let register = self.body.register(scalar, None);
        self.body.parameters.push(register);
        Ok(())
    }

    /// The type of a parameter such as `int a[n][m]`, whose sizes are other parameters.
    fn complete_parameter(
        &mut self,
        ty: &Qual,
        node: &'a Node<FunctionDefinition>,
        position: usize,
    ) -> Lowered<Qual> {
        let incomplete = matches!(&ty.ty, Ty::Pointer(target) if matches!(target.ty, Ty::Array(_, None)));
        let function = node.node.declarator.node.derived.iter().find_map(|d| match &d.node {
            DerivedDeclarator::Function(function) => Some(&function.node),
            _ => None,
        });
        match function.and_then(|f| f.parameters.get(position)).filter(|_| incomplete) {
            Some(parameter) => {
                let span = self.span(parameter.span);
                Ok(self.parameter(&parameter.node, span)?.1)
            }
            None => Ok(ty.clone()),
        }
    }

    /// Callers that see no prototype pass a `double` where a `float` is declared.
    fn define_parameter(&mut self, name: &str, ty: &Qual, is_promoted: bool, span: Span) -> Lowered<()> {
        if let Ty::Record(_) = ty.ty {
            self.size_of(&ty.ty, span)?;
            let register = self.body.register(self.pointer_type(), Some(name.to_owned()));
            self.body.parameters.push(register);
            let address = Operand::Register(register);
            self.unit.scopes.declare(name, Symbol::Indirect { address, ty: ty.clone() });
            return Ok(());
        }
        let scalar = self.scalar(&ty.ty, span)?;
        let is_wider = is_promoted && ty.ty == Ty::Float(FloatKind::Float);
        if !self.frame.address_taken.contains(name) {
            let register = match is_wider {
                true => self.narrowed_parameter(scalar, Some(name.to_owned()), span),
                false => self.parameter_register(scalar, Some(name.to_owned())),
            };
            self.unit.scopes.declare(name, Symbol::Register { register, ty: ty.clone() });
            return Ok(());
        }
        let register = match is_wider {
            true => self.narrowed_parameter(scalar, None, span),
            false => self.parameter_register(scalar, None),
        };
        let layout = self.sizes().layout(&ty.ty);
        let local = self.new_local(name.to_owned(), layout, span);
        self.body.emit(Op::Declare { local, size: None }, span);
        let address = Operand::Local { local, offset: 0 };
        let value = Operand::Register(register);
        self.body.locals[local.index()].constant = self.sizes().constant_bytes(ty);
        self.body.emit(Op::Store { address, value, ty: scalar, access: Access::First, check: None }, span);
        self.unit.scopes.declare(name, Symbol::Local { local, ty: ty.clone() });
        Ok(())
    }

    fn parameter_register(&mut self, ty: Type, name: Option<String>) -> RegisterId {
        let register = self.body.register(ty, name);
        self.body.parameters.push(register);
        register
    }

    fn narrowed_parameter(&mut self, ty: Type, name: Option<String>, span: Span) -> RegisterId {
        let value = Operand::Register(self.parameter_register(Type::float(64), None));
        let dst = self.body.register(ty, name);
        self.body.emit(Op::FloatUnary { dst, op: FloatUnaryOp::Resize, value }, span);
        dst
    }

    /// The names of the parameters in order; types were settled when the function was declared.
    fn parameter_names(
        &mut self,
        node: &'a Node<FunctionDefinition>,
    ) -> Lowered<Vec<Option<(String, Span)>>> {
        let declared = self.declarator(&node.node.declarator, Ty::INT.plain())?;
        Ok(match declared.parameters {
            Parameters::None => Vec::new(),
            Parameters::Names(names) => {
                names.iter().map(|n| Some((n.node.name.clone(), self.span(n.span)))).collect()
            }
            Parameters::Prototype(function) => {
                let mut names = Vec::new();
                self.context.in_prototype = true;
                for parameter in &function.parameters {
                    let span = self.span(parameter.span);
                    let parameter = self.parameter(&parameter.node, span);
                    self.context.in_prototype = parameter.is_ok();
                    names.push(parameter?.0);
                }
                self.context.in_prototype = false;
                names
            }
        })
    }
}

/// The names of variables whose address is taken somewhere in a function. Two variables of the same name in
/// different blocks are not told apart: at worst one of them lives in memory without need.
#[derive(Default)]
struct AddressTaken {
    names: FxHashSet<String>,
}

impl<'t> Visit<'t> for AddressTaken {
    fn visit_unary_operator_expression(
        &mut self,
        node: &'t UnaryOperatorExpression,
        span: &'t lang_c::span::Span,
    ) {
        if let (UnaryOperator::Address, Expression::Identifier(name)) =
            (&node.operator.node, &node.operand.node)
        {
            self.names.insert(name.node.name.clone());
        }
        visit::visit_unary_operator_expression(self, node, span);
    }
}
