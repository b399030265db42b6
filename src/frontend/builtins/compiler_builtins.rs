//! gcc's builtins that advise or ask the compiler: they compute nothing, and some are their first argument.

use lang_c::ast::Expression;
use lang_c::span::Node;

use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::{IntKind, Ty};
use crate::source::{Diagnostic, Span};

impl Lowering<'_> {
    /// `None` if the name is none of these builtins.
    pub fn compiler_builtin(
        &mut self,
        name: &str,
        arguments: &[Node<Expression>],
        span: Span,
    ) -> Lowered<Option<Value>> {
        let missing = || Diagnostic::error(span, format!("'{name}' needs more arguments"));
        match name {
            "__builtin_prefetch"
            | "__builtin___clear_cache"
            | "__builtin_ia32_pause"
            | "__builtin_ia32_lfence"
            | "__builtin_ia32_mfence"
            | "__builtin_ia32_sfence" => {
                for argument in arguments {
                    self.effect(argument)?;
                }
                Ok(Some(Value::void()))
            }
            // The alignment is not looked at: every object is aligned to any power of two.
            "__builtin_assume_aligned" => {
                let (pointer, rest) = arguments.split_first().ok_or_else(missing)?;
                let value = self.rvalue(pointer)?;
                for argument in rest {
                    self.effect(argument)?;
                }
                self.convert(value, &Ty::Void.pointer_to(), span).map(Some)
            }
            "__builtin_expect_with_probability" => {
                let [value, expected, _] = arguments else { return Err(missing()) };
                let value = self.rvalue(value)?;
                self.effect(expected)?;
                self.convert(value, &Ty::Int(IntKind::Long), span).map(Some)
            }
            "__builtin_alloca_with_align" => {
                let [size, _] = arguments else { return Err(missing()) };
                self.intrinsic("alloca", None, std::slice::from_ref(size), true, span)
            }
            // Some address in the code or on the stack.
            "__builtin_return_address" | "__builtin_frame_address" => {
                self.nondet(&Ty::Void.pointer_to(), span).map(Some)
            }
            _ => Ok(None),
        }
    }
}
