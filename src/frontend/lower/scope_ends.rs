//! The end of a block ends the lives of its variables: on the way through it, and on every jump out of it.
//!
//! Where `break` and `continue` lead is known when they are met; where a `goto` leads is not, if its label comes later.
//! So a `goto` remembers the blocks it stands in, and what has been declared in them, until the function is complete.
//!
//! What is emitted here is more than needed: variables whose address nobody takes cannot be missed, and those whose
//! declaration can be jumped over live as long as their function (`lifetimes`). Linking takes such ends out again.

use crate::frontend::lower::frame::Label;
use crate::frontend::lower::lowering::Lowering;
use crate::frontend::lower::scope::Scope;
use crate::ir::{BlockId, Layout, LocalId, Op};
use crate::source::Span;

/// A `goto` whose label may be still to come.
pub struct PendingGoto {
    /// The block that it ends.
    block: BlockId,
    label: String,
    /// The blocks of the source that it stands in, outermost first, with the variables declared there so far.
    scopes: Vec<(u32, Vec<LocalId>)>,
    span: Span,
}

impl Lowering<'_> {
    pub fn enter_scope(&mut self) {
        self.frame.scopes += 1;
        self.unit.scopes.inner.push(Scope { number: self.frame.scopes, ..Scope::default() });
    }

    /// Control comes to the end of the innermost block.
    pub fn leave_scope(&mut self, span: Span) {
        self.end_lives_above(self.unit.scopes.inner.len() - 1, span);
        self.unit.scopes.inner.pop();
    }

    /// The innermost block ends, but what it has made is still needed behind it.
    pub fn leave_scope_with_value(&mut self) {
        let Some(scope) = self.unit.scopes.inner.pop() else { return };
        self.unit.scopes.innermost().locals.extend(scope.locals);
    }

    /// Control leaves all but so many of the blocks that it is in.
    pub fn end_lives_above(&mut self, depth: usize, span: Span) {
        if self.body.has_ended() {
            return;
        }
        let left = self.unit.scopes.inner.get(depth..).unwrap_or_default();
        let ended: Vec<LocalId> = left.iter().rev().flat_map(|scope| scope.locals.iter().copied()).collect();
        for local in ended {
            self.body.emit(Op::EndLife { local: Some(local) }, span);
        }
    }

    /// A variable in memory that belongs to the innermost block.
    pub fn new_local(&mut self, name: String, layout: Layout, span: Span) -> LocalId {
        let local = self.body.local(name, layout, span);
        // An operand that is evaluated early or late has the same locals both times.
        let locals = &mut self.unit.scopes.innermost().locals;
        if !locals.contains(&local) {
            locals.push(local);
        }
        local
    }

    /// The numbers of the blocks around, outermost first.
    pub fn scope_numbers(&self) -> Vec<u32> {
        self.unit.scopes.inner.iter().map(|scope| scope.number).collect()
    }

    /// The block being built ends in a `goto`.
    pub fn note_goto(&mut self, label: &str, span: Span) {
        let scopes =
            self.unit.scopes.inner.iter().map(|scope| (scope.number, scope.locals.clone())).collect();
        let (block, label) = (self.body.current(), label.to_owned());
        self.frame.gotos.push(PendingGoto { block, label, scopes, span });
    }

    /// The function is complete: every `goto` ends the lives of what it leaves behind.
    pub fn end_lives_before_gotos(&mut self) {
        for PendingGoto { block, label, scopes, span } in std::mem::take(&mut self.frame.gotos) {
            let Some(Label { scopes: around, .. }) = self.frame.labels.get(&label) else { continue };
            for (_, locals) in scopes.iter().rev().filter(|(number, _)| !around.contains(number)) {
                for &local in locals {
                    self.body.append(block, Op::EndLife { local: Some(local) }, span);
                }
            }
        }
    }
}
