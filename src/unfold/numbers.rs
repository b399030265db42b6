//! Addresses that are used as numbers.
//!
//! A program whose answer could depend on where objects lie (`symbolic::layout`) is followed with the one layout there is,
//! and the answer says so.

use bmc_solver::TermId;

use super::activation::Activation;
use super::pass::Unfolder;
use crate::ir::{BinaryOp, Function, Kind, Op, Operand};
use crate::source::Span;
use crate::symbolic::depends_on_layout;

/// A number may look like an address, so a register counts as one only if it is a pointer or was computed from one
/// since. What comes from memory is what it was stored as.
pub(super) fn is_address(top: &Activation, function: &Function, operand: &Operand) -> bool {
    match operand {
        Operand::Global { .. } | Operand::Local { .. } => true,
        Operand::Register(register) => {
            function.register(*register).ty.kind == Kind::Pointer || top.addresses.contains(register)
        }
        Operand::Constant { .. } | Operand::Function(_) => false,
    }
}

/// Follows addresses through an instruction.
pub(super) fn follow_addresses(top: &mut Activation, function: &Function, op: &Op) {
    let Some(dst) = op.destination() else { return };
    let is = |operand: &Operand| is_address(top, function, operand);
    let holds_address = match op {
        Op::Copy { value, .. } | Op::Convert { value, .. } | Op::Unary { value, .. } => is(value),
        Op::Binary { op, left, right, .. } if !op.yields_truth() => is(left) != is(right),
        Op::Select { yes, no, .. } => is(yes) || is(no),
        Op::Load { ty, .. } => ty.kind == Kind::Pointer,
        _ => false,
    };
    match holds_address {
        true => drop(top.addresses.insert(dst)),
        false => drop(top.addresses.remove(&dst)),
    }
}

impl Unfolder<'_> {
    /// Notes a use of addresses that another layout of memory could answer in another way. Models know what they do.
    pub(super) fn note_number(&mut self, op: BinaryOp, left: TermId, right: TermId, span: Span) {
        let pointers = self.program.pointers;
        if self.terms.width(left) != pointers.pointer_bits || self.place.is_some() {
            return;
        }
        let operands = [left, right].map(|operand| self.values_of(operand));
        let shape = |object| self.assumptions.shape(object).map(|shape| (shape.size, shape.alignment));
        let depends = depends_on_layout(op, &operands, pointers, shape);
        if depends && !self.program.sources.is_embedded(span) {
            self.found.numbers.insert((span.start, span.end));
        }
    }
}
