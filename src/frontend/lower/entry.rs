//! What the function the program starts with is given: the arguments of the process.
//!
//! Its integer parameters are inputs; the first of `main` is at least 1. `argv` and the environment are made by
//! a model of the library, and only if the function mentions them: arrays of pointers to texts of any contents,
//! with a null pointer behind the last. Their number and lengths are bounded, which is said in the outcome.

use lang_c::ast::Statement;

use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::scope::{FunctionIndex, Symbol};
use crate::frontend::syntax::mention::mentions;
use crate::frontend::types::{Qual, Ty};
use crate::ir::*;
use crate::property::Check;
use crate::source::{Diagnostic, Span};

/// As in the library's `arguments.c`.
const MOST_ARGUMENTS: u32 = 4;
const MOST_CHARACTERS: u32 = 15;

impl Lowering<'_> {
    /// Gives the parameters of the entry their values. `names` are those of the parameters, in order.
    pub fn receive_arguments(
        &mut self,
        names: &[Option<(String, Span)>],
        types: &[Qual],
        body: &Statement,
        span: Span,
    ) -> Lowered<()> {
        let registers = self.body.parameters.clone();
        let is_main = self.body.name == "main";
        let mut count = None;
        for (position, (register, ty)) in registers.iter().zip(types).enumerate() {
            let (name, at) = match names.get(position) {
                Some(Some((name, at))) => (Some(name.as_str()), *at),
                _ => (None, span),
            };
            let Some(name) = name.filter(|name| mentions(body, name)) else { continue };
            match &ty.ty {
                Ty::Pointer(_) if is_main && (position == 1 || position == 2) => {
                    let count = match count {
                        Some(count) if position == 1 => count,
                        _ => self.input_at_least(if position == 1 { 1 } else { 0 }, at),
                    };
                    self.receive_texts(*register, count, position == 1, at);
                    self.store_parameter(name, *register, at);
                }
                Ty::Pointer(_) | Ty::Record(_) => {
                    let message = format!("the parameter '{name}' of the entry has no value");
                    let advice = "write a main that calls the function with objects of its own";
                    return Err(Diagnostic::error(at, message).with_help(advice));
                }
                _ if is_main && position == 0 && ty.ty == Ty::INT => {
                    let input = self.input_at_least(1, at);
                    self.body.assign(*register, input, at);
                    self.store_parameter(name, *register, at);
                    count = Some(Operand::Register(*register));
                }
                other => {
                    let value = self.nondet(other, at)?;
                    self.body.assign(*register, value.operand, at);
                    self.store_parameter(name, *register, at);
                }
            }
        }
        Ok(())
    }

    /// A parameter whose address is taken lives in memory.
    fn store_parameter(&mut self, name: &str, register: RegisterId, span: Span) {
        if let Some(Symbol::Local { local, .. }) = self.unit.scopes.symbol(name) {
            let (address, ty) =
                (Operand::Local { local: *local, offset: 0 }, self.body.registers[register.index()].ty);
            let value = Operand::Register(register);
            self.body.emit(Op::Store { address, value, ty, access: Access::Plain, check: None }, span);
        }
    }

    /// A program that is run gets the least.
    fn input_at_least(&mut self, least: i128, span: Span) -> Operand {
        let int = Type::signed(32);
        if self.options.is_run {
            return Builder::constant(least, int);
        }
        let dst = self.body.register(int, None);
        self.body.emit(Op::Nondet { dst }, span);
        let value = Operand::Register(dst);
        let condition =
            self.body.binary(BinaryOp::SLe, Builder::constant(least, int), value, Type::BOOL, span);
        self.body.emit(Op::Assume { condition }, span);
        value
    }

    /// When `main` returns, the functions given to `atexit` run; then no block must be left.
    pub fn end_of_main(&mut self, span: Span) {
        let is_entry =
            self.entities.entry.is_some_and(|entry| self.entities.functions[entry.0].name == self.body.name);
        if !is_entry {
            return;
        }
        if self.library.mentions("atexit") {
            self.run_exit_handlers(span);
        }
        self.check_leaks(span);
    }

    /// The property is the program's, not the function's: `link` puts its number here.
    pub fn check_leaks(&mut self, span: Span) {
        if self.options.checks.contains(Check::Leak) {
            self.body.emit(Op::CheckLeaks { property: PropertyId(u32::MAX) }, span);
        }
    }

    fn run_exit_handlers(&mut self, span: Span) {
        if let Some(model) = self.model_function("__bmc_run_exit_handlers") {
            let callee = Operand::Function(FunctionId::new(model.0));
            let arguments = Vec::new();
            self.body.emit(Op::Call { dst: None, callee, arguments, signature: None, check: None }, span);
        }
    }

    fn receive_texts(&mut self, register: RegisterId, count: Operand, is_argv: bool, span: Span) {
        let Some(model) = self.model_function("__bmc_arguments") else { return };
        let what = if is_argv { "arguments" } else { "variables of the environment" };
        let description =
            format!("{what}: more than {MOST_ARGUMENTS}, or longer than {MOST_CHARACTERS} characters");
        self.entities.add_limit(description, span);
        let callee = Operand::Function(FunctionId::new(model.0));
        let (dst, arguments) = (Some(register), vec![count]);
        self.body.emit(Op::Call { dst, callee, arguments, signature: None, check: None }, span);
    }

    /// A function of the library by its name.
    pub fn model_function(&self, name: &str) -> Option<FunctionIndex> {
        self.library.assert_read(name);
        self.entities.external_function(name).filter(|index| self.entities.is_defined(*index))
    }
}
