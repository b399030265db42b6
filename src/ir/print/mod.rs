//! The program as text, for dumps and tests; `ir::parse` reads it back.
//!
//! ```text
//! target lp64 pointer 64 offset 32
//! entry f0
//! global g0 x : i32
//! function f0 main() -> i32
//!   b0:
//!     %1 = load g0 : i32                    ; a comment
//!     %2 = add %1, 1 : i32
//!     store g0, %2 : i32
//!     return 0
//! ```
//! Everything is said but what the places of the program in its sources are: of those only whether something belongs
//! to the library, which matters for what is said about it. Structures are taken apart field by field here, so that
//! a field that is added and not printed does not compile. The grammar is in docs/ir.md.

mod instruction;
mod value;

use std::fmt::Write;

pub use instruction::{op_text, terminator_text};
use value::{constant_text, name_text, quoted, signature_text};
pub use value::{layout_text, operand_text, type_text};

use super::*;
use crate::source::Span;

impl Program {
    /// The whole program as text.
    pub fn to_text(&self) -> String {
        let Program { data_model, pointers, sources: _, functions, globals, properties, .. } = self;
        let Program { entry, signatures, adapters, limits, open, answers, .. } = self;
        let PointerLayout { pointer_bits, offset_bits } = pointers;
        let mut out = format!(
            "target {} pointer {pointer_bits} offset {offset_bits}\nentry {entry}\n",
            data_model.name()
        );
        for (index, global) in globals.iter().enumerate() {
            self.print_global(GlobalId::new(index), global, &mut out);
        }
        for index in 0..functions.len() {
            out.push_str(&self.function_text(FunctionId::new(index)));
        }
        for (index, signature) in signatures.iter().enumerate() {
            let _ = writeln!(out, "signature {} {}", SignatureId::new(index), signature_text(signature));
        }
        for ((signature, function), adapter) in adapters {
            let _ = writeln!(out, "adapter {adapter} of {function} for {signature}");
        }
        for (index, property) in properties.iter().enumerate() {
            let Property { name, kind, description, accessed, span } = property;
            let (origin, id) = (self.origin(*span), PropertyId::new(index));
            let (kind, name, description) = (kind.name(), name_text(name), quoted(description));
            let accessed = accessed.as_ref().map_or_else(String::new, |text| format!(" of {}", quoted(text)));
            let _ = writeln!(out, "{origin}property {id} {kind} {name} : {description}{accessed}");
        }
        for Limit { description, span } in limits {
            let _ = writeln!(out, "{}limit {}", self.origin(*span), quoted(description));
        }
        for open in open {
            let _ = match open {
                Open::Function(id) => writeln!(out, "open {id}"),
                Open::Variable(id) => writeln!(out, "open {id}"),
            };
        }
        for (question, answer) in answers {
            let _ = writeln!(out, "answer {} {}", quoted(question), if *answer { "yes" } else { "no" });
        }
        out
    }

    fn print_global(&self, id: GlobalId, global: &Global, out: &mut String) {
        let Global { name, layout, initial, span, thread_local, constant } = global;
        let words = if *thread_local { " thread_local" } else { "" };
        let constant = constant_text(constant, layout);
        let (origin, name) = (self.origin(*span), name_text(name));
        let _ = writeln!(out, "{origin}global {id} {name} : {}{words}{constant}", layout_text(layout));
        for Initial { offset, ty, value } in initial {
            let _ = writeln!(out, "  +{offset} = {} : {}", operand_text(*value, *ty), type_text(*ty));
        }
    }

    /// One function as text.
    pub fn function_text(&self, id: FunctionId) -> String {
        let function = self.function(id);
        let Function { name, signature, parameters, result, registers: _, locals, blocks, loops, span } =
            function;
        let (mut out, shown) =
            (self.origin(*span).to_string(), |id: &RegisterId| register_text(function, *id));
        let shown: Vec<String> = parameters.iter().map(shown).collect();
        let arrow = result.map_or(String::new(), |ty| format!(" -> {}", type_text(ty)));
        let _ = writeln!(out, "function {id} {}({}){arrow}", name_text(name), shown.join(", "));
        if *signature != function.plain_signature() {
            let _ = writeln!(out, "  takes {}", signature_text(signature));
        }
        print_registers(function, &mut out);
        for (index, Local { name, layout, span: _, constant }) in locals.iter().enumerate() {
            let (id, name, constant) =
                (LocalId::new(index), name_text(name), constant_text(constant, layout));
            let _ = writeln!(out, "  local {id} {name} : {}{constant}", layout_text(layout));
        }
        for (index, Loop { first, last, body, span: _ }) in loops.iter().enumerate() {
            let _ = writeln!(out, "  {} {first}..{last} body {body}", LoopId::new(index));
        }
        for (index, Block { instructions, terminator, terminator_span: _ }) in blocks.iter().enumerate() {
            let _ = writeln!(out, "  {}:", BlockId::new(index));
            for Instruction { op, span: _ } in instructions {
                let _ = writeln!(out, "    {}", op_text(function, op));
            }
            let _ = writeln!(out, "    {}", terminator_text(function, terminator));
        }
        out
    }

    fn origin(&self, span: Span) -> &'static str {
        let is_known = !self.sources.units().is_empty();
        if is_known && self.sources.is_embedded(span) { "library " } else { "" }
    }
}

/// Registers that have a name, and those whose type no line that sets them says.
fn print_registers(function: &Function, out: &mut String) {
    let said = implied::of_registers(function);
    for (index, Register { ty, name }) in function.registers.iter().enumerate() {
        let id = RegisterId::new(index);
        let is_needed = name.is_some() || said[index] != Some(*ty);
        if is_needed && !function.parameters.contains(&id) {
            let _ = writeln!(out, "  register {}", register_text(function, id));
        }
    }
}

fn register_text(function: &Function, id: RegisterId) -> String {
    let register = function.register(id);
    let name = register.name.as_ref().map_or(String::new(), |name| format!(" {}", name_text(name)));
    format!("{id}{name} : {}", type_text(register.ty))
}
