//! Inline assembly that has no meaning of its own: empty texts, barriers and hints to the processor.
//!
//! Programs use an empty text with operands to hide a value from the compiler. An output that is also an input,
//! by `+` or by an input that names its place, keeps that value; any other output is arbitrary afterwards. A text
//! with real instructions is refused.

use lang_c::ast::*;
use lang_c::span::Node;

use super::Call;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::literal::string_text;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::ir::{FenceScope, MemoryOrder, Op};
use crate::source::{Diagnostic, Span};

/// `asm("…")` may reach us as a call.
pub fn call(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    match call.arguments {
        [Node { node: Expression::StringLiteral(parts), .. }] => {
            let text = string_text(&parts.node);
            lowering.assembly_text(&text, call.span).map(|()| Value::void())
        }
        _ => Err(Diagnostic::unsupported(call.span, "inline assembly").with_help("replace it by C")),
    }
}

impl Lowering<'_> {
    pub fn assembly(&mut self, node: &AsmStatement, span: Span) -> Lowered<()> {
        match node {
            AsmStatement::GnuBasic(text) => self.assembly_text(&string_text(&text.node), span),
            AsmStatement::GnuExtended(extended) => {
                self.assembly_text(&string_text(&extended.template.node), span)?;
                self.assembly_operands(extended, span)
            }
        }
    }

    fn assembly_text(&mut self, text: &str, span: Span) -> Lowered<()> {
        let mut instructions = text.split([';', '\n', '\t']).map(str::trim);
        match instructions.clone().find(|line| !is_harmless(line)) {
            None => {
                if instructions.any(is_barrier) {
                    let (order, scope) = (MemoryOrder::SequentiallyConsistent, FenceScope::AllThreads);
                    self.body.emit(Op::Fence { order, scope }, span);
                }
                Ok(())
            }
            Some(line) => {
                let advice =
                    "replace it by C, for instance by an atomic operation such as __atomic_fetch_add";
                Err(Diagnostic::unsupported(span, format!("inline assembly ('{line}')")).with_help(advice))
            }
        }
    }

    fn assembly_operands(&mut self, node: &GnuExtendedAsmStatement, span: Span) -> Lowered<()> {
        let mut inputs = Vec::new();
        for input in &node.inputs {
            let constraint = string_text(&input.node.constraints.node);
            inputs.push((constraint, self.rvalue(&input.node.variable_name)?));
        }
        for (number, output) in node.outputs.iter().enumerate() {
            let mut target = self.lvalue(&output.node.variable_name)?;
            let constraint = string_text(&output.node.constraints.node);
            if constraint.starts_with('+') {
                continue;
            }
            let place = number.to_string();
            let name = output.node.symbolic_name.as_ref().map(|name| format!("[{}]", name.node.name));
            let same = |constraint: &str| constraint == place || Some(constraint) == name.as_deref();
            let ty = target.ty.ty.clone();
            let value = match inputs.iter().find(|(constraint, _)| same(constraint)) {
                Some((_, value)) => self.convert(value.clone(), &ty, span)?,
                None if ty.is_scalar() => self.nondet(&ty, self.span(output.node.variable_name.span))?,
                None => {
                    return Err(Diagnostic::unsupported(span, "inline assembly with an output of this type")
                        .with_help("replace it by C"));
                }
            };
            self.write(&mut target, value, span)?;
        }
        Ok(())
    }
}

/// Whether the processor orders all accesses before it with all behind it.
fn is_barrier(line: &str) -> bool {
    let word = line.split_whitespace().next();
    word.is_some_and(|word| ["lock", "mfence", "dmb", "dsb"].contains(&word))
}

/// Nothing, a barrier, a hint, or 0 added to memory, which is a barrier too.
fn is_harmless(line: &str) -> bool {
    const HARMLESS: [&str; 12] =
        ["", "lock", "nop", "rep", "pause", "yield", "mfence", "lfence", "sfence", "dmb", "dsb", "isb"];
    let line = line.strip_prefix("lock ").unwrap_or(line).trim();
    let (word, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let adds_nothing =
        matches!(word, "addl" | "addq" | "orl" | "orq") && operands.trim_start().starts_with("$0,");
    HARMLESS.contains(&word) || adds_nothing
}

#[cfg(test)]
mod tests {
    use super::is_harmless;

    #[test]
    fn barriers_are_harmless_and_arithmetic_is_not() {
        for line in ["", "mfence", "rep nop", "lock addl $0,0(%%rsp)", "orq $0, (%%rsp)", "dmb ish"] {
            assert!(is_harmless(line), "{line}");
        }
        for line in ["incl %0", "lock incl %0", "addl $1,%0", "addl $01,%0", "xchg %0,%1"] {
            assert!(!is_harmless(line), "{line}");
        }
    }
}
