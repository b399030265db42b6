//! Properties of the function being lowered.

use crate::frontend::lower::lowering::Lowering;
use crate::ir::{Op, Operand, Property, PropertyId, PropertyKind, Terminator};
use crate::source::Span;

impl Lowering<'_> {
    /// A fresh property of the function being lowered; `None` if nobody asks for this kind.
    pub fn new_property(
        &mut self,
        kind: PropertyKind,
        description: String,
        span: Span,
    ) -> Option<PropertyId> {
        let is_wanted = kind.check().is_some_and(|check| self.options.checks.contains(check));
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
}
