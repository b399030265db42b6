//! Whether a result of signed arithmetic fits: by what is known of the operands, else as a circuit.
//!
//! A counter that memory holds is mostly one of a few small numbers. Then the question is answered here, and
//! neither a gate nor a claim is left of it.

use bmc_solver::TermId;

use super::Symbolic;
use crate::ir::{BinaryOp, exact};

impl Symbolic<'_> {
    /// `op` is one of `AddFits`, `SubFits` and `MulFits`.
    pub fn fits(&mut self, op: BinaryOp, left: TermId, right: TermId) -> TermId {
        let width = self.terms.width(left);
        let ranges = (self.values_of(left).signed_range(), self.values_of(right).signed_range());
        if let (Some(lefts), Some(rights)) = ranges
            && exact::always_fits(op, lefts, rights, width)
        {
            return TermId::TRUE;
        }
        match op {
            BinaryOp::AddFits => self.terms.add_fits(left, right),
            BinaryOp::SubFits => self.terms.sub_fits(left, right),
            _ => self.terms.mul_fits(left, right),
        }
    }
}
