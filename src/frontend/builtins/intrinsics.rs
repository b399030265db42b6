//! Functions that mean something to the checker, recognised by name unless the user defines them.
//!
//! The library's models are C that bottoms out in these: `__bmc_create_thread`, `__bmc_allocate`, …
//! `reach_error` means failure even if it has a body, since that body is only there to be called.

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::lower::call::Callee;
use crate::frontend::lower::condition::bit;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::overflow::Scrutiny;
use crate::frontend::lower::scope::{FunctionIndex, Symbol};
use crate::frontend::syntax::bridge::names;
use crate::frontend::types::{IntKind, Ty, compatible};
use crate::ir::*;
use crate::property::Check;
use crate::source::{Diagnostic, Span};

impl<'a> Lowering<'a> {
    /// `None` if the name has no special meaning.
    pub fn intrinsic(
        &mut self,
        name: &str,
        declared: Option<FunctionIndex>,
        arguments: &[Node<Expression>],
        wanted: bool,
        span: Span,
    ) -> Lowered<Option<Value>> {
        let void = Ok(Some(Value::void()));
        match name {
            "__bmc_assume" | "__VERIFIER_assume" | "assume" | "__builtin_assume" | "__CPROVER_assume"
            | "__ESBMC_assume" => {
                let condition = self.condition_argument(arguments, span)?;
                self.body.emit(Op::Assume { condition }, span);
                void
            }
            "__bmc_wait" => {
                let [condition, object] = arguments else { return Err(wrong_arguments(name, 2, span)) };
                let condition = self.condition_argument(std::slice::from_ref(condition), span)?;
                let object = self.argument_as(object, &Ty::Void.pointer_to())?;
                self.body.emit(Op::Wait { condition, object }, span);
                void
            }
            "__bmc_assert" | "assert" | "__VERIFIER_assert" | "__CPROVER_assert" | "__ESBMC_assert" => {
                let description = match arguments {
                    [_, Node { node: Expression::StringLiteral(parts), .. }] => string_text(&parts.node),
                    [condition, ..] => self.text(condition),
                    [] => String::new(),
                };
                let condition = self.condition_argument(&arguments[..arguments.len().min(1)], span)?;
                self.assert_that(condition, description, span);
                void
            }
            "__bmc_limit" => {
                let [condition, Node { node: Expression::StringLiteral(text), .. }] = arguments else {
                    return Err(wrong_arguments(name, 2, span));
                };
                let what = string_text(&text.node);
                let condition = self.condition_argument(std::slice::from_ref(condition), span)?;
                self.body.emit(Op::Limit { condition, what }, span);
                void
            }
            "__bmc_require" => {
                let [condition, Node { node: Expression::StringLiteral(text), .. }] = arguments else {
                    return Err(wrong_arguments(name, 2, span));
                };
                // Nothing is read for a question that nobody asks.
                self.answer("checks api".to_string(), self.checks.contains(Check::Api));
                if let Some(property) = self.new_property(PropertyKind::Api, string_text(&text.node), span) {
                    let condition = self.condition_argument(std::slice::from_ref(condition), span)?;
                    self.body.emit(Op::Assert { condition, property }, span);
                }
                void
            }
            // Arithmetic of a model for which its caller is to blame, and arithmetic that wraps by definition.
            "__bmc_checked" | "__bmc_wrapping" => {
                let [expression] = arguments else { return Err(wrong_arguments(name, 1, span)) };
                let suspended = self.scrutiny.suspended || name == "__bmc_wrapping";
                let of_models = name == "__bmc_checked";
                self.rvalue_under(Scrutiny { suspended, of_models }, expression).map(Some)
            }
            "reach_error" | "__VERIFIER_error" | "__assert_fail" => {
                let description = match arguments.first().map(|a| &a.node) {
                    Some(Expression::StringLiteral(parts)) => string_text(&parts.node),
                    _ => format!("{name}() is not reached"),
                };
                if let Some(property) = self.new_property(PropertyKind::Assertion, description, span) {
                    self.body.emit(Op::Assert { condition: bit(false), property }, span);
                }
                self.body.end(Terminator::ExitProcess, span);
                void
            }
            "__bmc_atomic_begin"
            | "__VERIFIER_atomic_begin"
            | "__CPROVER_atomic_begin"
            | "__ESBMC_atomic_begin" => {
                self.body.emit(Op::AtomicBegin, span);
                void
            }
            "__bmc_atomic_end" | "__VERIFIER_atomic_end" | "__CPROVER_atomic_end" | "__ESBMC_atomic_end" => {
                self.body.emit(Op::AtomicEnd, span);
                void
            }
            "__bmc_hold" | "__bmc_release" => {
                let [lock] = arguments else { return Err(wrong_arguments(name, 1, span)) };
                let address = self.argument_as(lock, &Ty::Void.pointer_to())?;
                self.body.emit(Op::Hold { address, held: name == "__bmc_hold" }, span);
                void
            }
            "__bmc_allocate" => {
                let [size, zeroed] = arguments else { return Err(wrong_arguments(name, 2, span)) };
                let contents = match self.constant_integer(zeroed)? {
                    0 => Contents::Arbitrary,
                    1 => Contents::Zeroed,
                    _ => Contents::Internal,
                };
                let size = self.argument_as(size, &Ty::size(self.model))?;
                let dst = self.body.register(self.pointer_type(), None);
                self.body.emit(Op::Allocate { dst, size, contents }, span);
                Ok(Some(Value::new(Operand::Register(dst), Ty::Void.pointer_to())))
            }
            "__bmc_block_size" => {
                let [pointer] = arguments else { return Err(wrong_arguments(name, 1, span)) };
                let address = self.argument_as(pointer, &Ty::Void.pointer_to())?;
                let ty = Ty::size(self.model);
                let dst = self.body.register(self.scalar(&ty, span)?, None);
                self.body.emit(Op::BlockSize { dst, address }, span);
                Ok(Some(Value::new(Operand::Register(dst), ty)))
            }
            "__bmc_free" => {
                let [pointer] = arguments else { return Err(wrong_arguments(name, 1, span)) };
                let address = self.argument_as(pointer, &Ty::Void.pointer_to())?;
                let text = self.text(pointer);
                let description = format!("{text} is null or a live block of malloc");
                let check = self.new_property(PropertyKind::Free, description, span);
                self.body.emit(Op::Free { address, check }, span);
                void
            }
            "__bmc_create_thread" => {
                let [function, argument] = arguments else { return Err(wrong_arguments(name, 2, span)) };
                let function = self.argument_as(function, &Ty::Void.pointer_to())?;
                let argument = self.argument_as(argument, &Ty::Void.pointer_to())?;
                let (dst, value) = self.result_register(declared, Ty::Int(IntKind::ULong), span)?;
                let description = "the thread starts with a function that takes one pointer".to_string();
                let check = self.new_property(PropertyKind::Pointer, description, span);
                let signature = Some(self.signature_of_start());
                self.body.emit(Op::CreateThread { dst, function, argument, signature, check }, span);
                Ok(Some(value))
            }
            "__bmc_join_thread" => {
                let [thread] = arguments else { return Err(wrong_arguments(name, 1, span)) };
                let thread = self.argument_as(thread, &Ty::Int(IntKind::ULong))?;
                let dst = self.body.register(self.pointer_type(), None);
                self.body.emit(Op::JoinThread { dst, thread }, span);
                Ok(Some(Value::new(Operand::Register(dst), Ty::Void.pointer_to())))
            }
            "__bmc_current_thread" => {
                let (dst, value) = self.result_register(declared, Ty::Int(IntKind::ULong), span)?;
                self.body.emit(Op::CurrentThread { dst }, span);
                Ok(Some(value))
            }
            "__bmc_exit_thread" => {
                let [result] = arguments else { return Err(wrong_arguments(name, 1, span)) };
                let result = self.argument_as(result, &Ty::Void.pointer_to())?;
                self.body.emit(Op::EndLife { local: None }, span);
                self.body.end(Terminator::ExitThread(result), span);
                void
            }
            "__bmc_check_leaks" => {
                self.check_leaks(span);
                void
            }
            "__bmc_exit_process" | "__builtin_trap" => {
                self.body.end(Terminator::ExitProcess, span);
                void
            }
            "__builtin_unreachable" => {
                self.body.end(Terminator::Unreachable, span);
                void
            }
            "alloca" | "__builtin_alloca" => {
                let [size] = arguments else { return Err(wrong_arguments(name, 1, span)) };
                let size = self.argument_as(size, &Ty::size(self.model))?;
                let dst = self.body.register(self.pointer_type(), None);
                self.body.emit(Op::Allocate { dst, size, contents: Contents::Automatic }, span);
                Ok(Some(Value::new(Operand::Register(dst), Ty::Void.pointer_to())))
            }
            "__bmc_mentions" => {
                let [Node { node: Expression::StringLiteral(text), .. }] = arguments else {
                    return Err(Diagnostic::error(span, "'__bmc_mentions' takes the name of a function"));
                };
                let name = string_text(&text.node);
                let found = self.mentioned.contains(&name);
                Ok(Some(self.answer(format!("mentions {name}"), found)))
            }
            "__bmc_checks" => {
                let [Node { node: Expression::StringLiteral(text), .. }] = arguments else {
                    return Err(Diagnostic::error(span, "'__bmc_checks' takes the name of a check"));
                };
                let name = string_text(&text.node);
                let found = Check::named(&name).is_some_and(|check| self.checks.contains(check));
                Ok(Some(self.answer(format!("checks {name}"), found)))
            }
            "__bmc_is_run" => Ok(Some(self.integer(self.is_run.into(), Ty::INT))),
            "__bmc_spurious_wakeups" => {
                Ok(Some(self.answer("spurious wakeups".to_string(), self.spurious_wakeups)))
            }
            "__bmc_spurious_failures" => {
                Ok(Some(self.answer("spurious failures".to_string(), self.spurious_failures)))
            }
            "__bmc_fails_spuriously" => Ok(Some(match self.has_spurious_failures() {
                true => Value::bit(self.spurious_failure(span)),
                false => Value::bit(bit(false)),
            })),
            "__sigsetjmp" | "__sigsetjmp_cancel" if matches!(arguments, [buffer, _] if self.text(buffer).contains("__cancel_jmp_buf")) => {
                Ok(Some(self.integer(0, Ty::INT)))
            }
            "pthread_setcanceltype" => self.note_cancel_type(arguments, span).map(|()| None),
            "__pthread_register_cancel" => self.register_cleanup(arguments, span).map(Some),
            "__pthread_unregister_cancel" => self.unregister_cleanup(arguments, span).map(Some),
            "__pthread_unwind_next" => {
                self.body.end(Terminator::Unreachable, span);
                void
            }
            "scanf" | "fscanf" | "sscanf" | "__isoc99_scanf" | "__isoc99_fscanf" | "__isoc99_sscanf"
            | "__isoc23_scanf" | "__isoc23_fscanf" | "__isoc23_sscanf" => {
                self.scan(name, arguments, span).map(Some)
            }
            "__builtin_va_start" | "va_start" => self.start_arguments(arguments, span).map(Some),
            "__builtin_va_copy" | "va_copy" | "__va_copy" => self.copy_arguments(arguments, span).map(Some),
            "__builtin_va_end" | "va_end" => void,
            "memcpy" | "memmove" | "memset" | "memcmp" | "realloc" | "__builtin_memcpy"
            | "__builtin_memmove" | "__builtin_memset" | "__builtin_memcmp" => {
                self.block_call(name, arguments, wanted, span)
            }
            "__builtin_expect" => {
                let [value, expected] = arguments else { return Err(wrong_arguments(name, 2, span)) };
                let value = self.rvalue(value)?;
                self.effect(expected)?;
                // The type is `long`; a truth value stays one for the branch that usually follows.
                if value.bit {
                    return Ok(Some(value));
                }
                Ok(Some(self.convert(value, &Ty::Int(IntKind::Long), span)?))
            }
            // What gcc says of an object it knows nothing about.
            "__builtin_object_size" | "__builtin_dynamic_object_size" => {
                let [_, kind] = arguments else { return Err(wrong_arguments(name, 2, span)) };
                let unknown = if self.constant_integer(kind)? < 2 { -1 } else { 0 };
                Ok(Some(self.integer(unknown, Ty::size(self.model))))
            }
            "__builtin_choose_expr" => {
                let [condition, yes, no] = arguments else { return Err(wrong_arguments(name, 3, span)) };
                let chosen = if self.constant_integer(condition)? != 0 { yes } else { no };
                self.rvalue(chosen).map(Some)
            }
            // The bridge hands the types over as operands of `sizeof`.
            "__builtin_types_compatible_p" => {
                let [
                    Node { node: Expression::SizeOfTy(one), .. },
                    Node { node: Expression::SizeOfTy(other), .. },
                ] = arguments
                else {
                    return Err(Diagnostic::error(span, format!("'{name}' takes two types")));
                };
                let (one, other) = (self.type_name(&one.node.0)?, self.type_name(&other.node.0)?);
                Ok(Some(self.integer(compatible(&one.ty, &other.ty).into(), Ty::INT)))
            }
            // Only its type is asked for.
            names::UNQUALIFIED => {
                let ty = match arguments {
                    [Node { node: Expression::SizeOfTy(of), .. }] => self.type_name(&of.node.0)?,
                    [Node { node: Expression::SizeOfVal(of), .. }] => self.type_of(&of.node.0)?,
                    _ => {
                        return Err(Diagnostic::error(span, "'typeof_unqual' takes a type or an expression"));
                    }
                };
                Ok(Some(Value { ty: ty.ty, ..self.integer(0, Ty::INT) }))
            }
            names::PREFERRED_ALIGNMENT => {
                let [Node { node: Expression::SizeOfTy(of), .. }] = arguments else {
                    return Err(Diagnostic::error(span, "'__alignof__' takes a type"));
                };
                let ty = self.type_name(&of.node.0)?;
                let align = self.sizes().preferred_align(&ty);
                Ok(Some(self.integer(align.into(), Ty::size(self.model))))
            }
            "__CPROVER_fence" => {
                let (order, scope) = (MemoryOrder::SequentiallyConsistent, FenceScope::AllThreads);
                self.body.emit(Op::Fence { order, scope }, span);
                void
            }
            // Hints of other checkers: every interleaving is tried anyway.
            "__ESBMC_yield" | "__CPROVER_input" | "__CPROVER_output" => void,
            "__builtin_constant_p" => {
                let [value] = arguments else { return Err(wrong_arguments(name, 1, span)) };
                let constant = self.constant(value).is_ok();
                Ok(Some(self.integer(constant.into(), Ty::INT)))
            }
            "asm" | "__asm__" | "__asm" => self.assembly_call(arguments, span).map(Some),
            _ if is_output(name) => {
                if self.is_run {
                    return self.output(name, arguments, wanted, span).map(Some);
                }
                for argument in arguments {
                    self.output_argument(argument)?;
                }
                if !wanted {
                    return void;
                }
                self.nondet(&Ty::INT, span).map(Some)
            }
            _ => match self.nondet_type(name, declared) {
                Some(Ty::Void) => void,
                Some(ty) => self.nondet(&ty, span).map(Some),
                None => self.builtin(name, arguments, span),
            },
        }
    }

    /// A constant that a model asks for.
    fn answer(&mut self, question: String, answer: bool) -> Value {
        self.answers.insert(question, answer);
        self.integer(answer.into(), Ty::INT)
    }

    /// Output of a program that is run: what the library's `output.c` does with it.
    fn output(
        &mut self,
        name: &str,
        arguments: &[Node<Expression>],
        wanted: bool,
        span: Span,
    ) -> Lowered<Value> {
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let name = name.strip_suffix("_unlocked").unwrap_or(name);
        let model = self.model_function(&format!("__bmc_output_{name}"));
        let model = model.expect("every function that writes has a model");
        let ty = self.functions[model.0].ty.clone();
        let callee = Operand::Function(FunctionId::new(model.0));
        self.call_function(Callee::Known(callee), &ty, arguments, wanted, span)
    }

    /// Families of builtins that have files of their own.
    fn builtin(&mut self, name: &str, arguments: &[Node<Expression>], span: Span) -> Lowered<Option<Value>> {
        if let Some(value) = self.float_builtin(name, arguments, span)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.atomic_builtin(name, arguments, span)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.overflow_builtin(name, arguments, span)? {
            return Ok(Some(value));
        }
        self.compiler_builtin(name, arguments, span)
    }

    /// A fresh property of the function being lowered; `None` if nobody asks for this kind.
    pub fn new_property(
        &mut self,
        kind: PropertyKind,
        description: String,
        span: Span,
    ) -> Option<PropertyId> {
        let is_wanted = kind.check().is_some_and(|check| self.checks.contains(check));
        if !is_wanted {
            return None;
        }
        let counter = &mut self.frame.properties[kind as usize];
        Some(self.body.property(|function| {
            *counter += 1;
            let name = format!("{function}.{}.{counter}", kind.name());
            Property { name, kind, description, accessed: None, span }
        }))
    }

    /// An assertion of the program. One that nobody asks about ends the process if it fails, as it would when
    /// the program runs.
    pub fn assert_that(&mut self, condition: Operand, description: String, span: Span) {
        if let Some(property) = self.new_property(PropertyKind::Assertion, description, span) {
            self.body.emit(Op::Assert { condition, property }, span);
            return;
        }
        let (fails, holds) = (self.body.block(), self.body.block());
        self.body.end(Terminator::Branch { condition, yes: holds, no: fails }, span);
        self.body.place(fails);
        self.body.end(Terminator::ExitProcess, span);
        self.body.place(holds);
    }

    fn condition_argument(&mut self, arguments: &[Node<Expression>], span: Span) -> Lowered<Operand> {
        let [condition] = arguments else {
            return Err(Diagnostic::error(span, "a condition is expected as the only argument"));
        };
        let value = self.rvalue(condition)?;
        self.truth(value, span)
    }

    /// Evaluates an argument and converts it.
    pub fn argument_as(&mut self, argument: &Node<Expression>, ty: &Ty) -> Lowered<Operand> {
        let span = self.span(argument.span);
        let value = self.rvalue(argument)?;
        Ok(self.convert(value, ty, span)?.operand)
    }

    /// A register for a result of the declared type, or of `otherwise` if there is no declaration.
    fn result_register(
        &mut self,
        declared: Option<FunctionIndex>,
        otherwise: Ty,
        span: Span,
    ) -> Lowered<(RegisterId, Value)> {
        let ty = declared.map_or(otherwise, |index| self.functions[index.0].ty.result.clone());
        let scalar = self.scalar(&ty, span)?;
        let register = self.body.register(scalar, None);
        Ok((register, Value::new(Operand::Register(register), ty)))
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

    fn nondet_type(&self, name: &str, declared: Option<FunctionIndex>) -> Option<Ty> {
        let suffix = name.strip_prefix("__VERIFIER_nondet_").or_else(|| {
            let short = name.strip_prefix("nondet_");
            short.filter(|_| declared.is_some())
        })?;
        if let Some(index) = declared {
            return Some(self.functions[index.0].ty.result.clone());
        }
        use IntKind::*;
        Some(match suffix {
            "bool" | "_Bool" => Ty::Bool,
            "char" => Ty::Int(Char),
            "schar" | "s8" | "int8_t" => Ty::Int(SChar),
            "uchar" | "u8" | "uint8_t" | "unsigned_char" => Ty::Int(UChar),
            "short" | "s16" | "int16_t" => Ty::Int(Short),
            "ushort" | "u16" | "uint16_t" => Ty::Int(UShort),
            "uint" | "u32" | "unsigned" | "uint32_t" | "unsigned_int" => Ty::Int(UInt),
            "long" => Ty::Int(Long),
            "ulong" | "unsigned_long" | "sector_t" => Ty::Int(ULong),
            "longlong" | "s64" | "int64_t" | "loff_t" => Ty::Int(LongLong),
            "ulonglong" | "u64" | "uint64_t" => Ty::Int(ULongLong),
            "size_t" => Ty::size(self.model),
            "ssize_t" | "ptrdiff_t" => Ty::difference(self.model),
            "float" => Ty::Float(crate::frontend::types::FloatKind::Float),
            "double" => Ty::Float(crate::frontend::types::FloatKind::Double),
            "pointer" | "pchar" | "charp" => Ty::Void.pointer_to(),
            _ => Ty::INT,
        })
    }

    /// An argument that is only printed. A stream that no model defines is not touched.
    fn output_argument(&mut self, argument: &Node<Expression>) -> Lowered<()> {
        if let Expression::Identifier(name) = &argument.node
            && let Some(Symbol::Object(index)) = self.scopes.symbol(&name.node.name)
        {
            let index = *index;
            if matches!(self.objects[index.0].state, crate::frontend::lower::lowering::ObjectState::Declared)
            {
                return Ok(());
            }
        }
        self.effect(argument)
    }
}

fn wrong_arguments(name: &str, count: usize, span: Span) -> Diagnostic {
    Diagnostic::error(span, format!("'{name}' takes {count} arguments"))
}

/// The text of a string literal, for descriptions.
pub fn string_text(parts: &[String]) -> String {
    // Only the type of the elements would depend on the data model.
    let elements = crate::frontend::lower::literal::string(parts, DataModel::Lp64)
        .map_or(Vec::new(), |(units, _)| units);
    elements.iter().filter(|c| **c != 0).filter_map(|&c| char::from_u32(c)).collect()
}

/// Functions that only write to a stream: nothing in the program depends on them.
pub fn is_output(name: &str) -> bool {
    matches!(
        name,
        "printf"
            | "fprintf"
            | "dprintf"
            | "puts"
            | "putchar"
            | "putc"
            | "fputc"
            | "fputs"
            | "perror"
            | "fflush"
            | "vprintf"
            | "vfprintf"
            | "putchar_unlocked"
            | "__builtin_printf"
    )
}
