//! Addresses that are used as numbers: the steps follow the one layout of memory there is, and notes where that matters.

use bmc_solver::TermId;

use super::builder::Builder;
use super::facts::Origin;
use crate::ir::{BinaryOp, ObjectId};
use crate::symbolic::{alignment, alignment_of_blocks, depends_on_layout};

impl Builder<'_> {
    /// Notes a use of addresses that another layout of memory could answer in another way. Models know what they do.
    pub(super) fn note_number(&mut self, op: BinaryOp, operands: [TermId; 2]) {
        let (pointers, span) = (self.program.pointers, self.here.1);
        if self.terms.width(operands[0]) != pointers.pointer_bits || self.program.sources.is_embedded(span) {
            return;
        }
        let values = operands.map(|operand| self.words().values_of(operand));
        if depends_on_layout(op, &values, pointers, |object| self.shape(object)) {
            self.numbers.insert((span.start, span.end));
        }
    }

    /// Size and alignment.
    fn shape(&self, object: ObjectId) -> Option<(u64, u64)> {
        let of = self.facts.objects.get(object.index())?;
        let alignment = match &of.origin {
            Origin::Nothing | Origin::Function(_) | Origin::Result(_) => return None,
            Origin::Global(global) | Origin::ThreadLocal { global, .. } => {
                alignment(&self.program.global(*global).layout)
            }
            Origin::Local { chain, local, .. } => {
                let function = self.program.function(self.facts.places.chain(*chain).function);
                alignment(&function.local(*local).layout)
            }
            Origin::Block { .. } => alignment_of_blocks(self.program),
        };
        Some((of.size, alignment))
    }
}
