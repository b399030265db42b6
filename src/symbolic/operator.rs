//! Integer operators and conversions as terms.

use bmc_solver::TermId;

use super::Symbolic;
use crate::ir::{BinaryOp, UnaryOp};

impl Symbolic<'_> {
    pub fn unary(&mut self, op: UnaryOp, value: TermId) -> TermId {
        match op {
            UnaryOp::Not => self.terms.not(value),
            UnaryOp::Negate => self.terms.neg(value),
        }
    }

    pub fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let terms = &mut *self.terms;
        match op {
            BinaryOp::Add => terms.add(a, b),
            BinaryOp::Sub => terms.sub(a, b),
            BinaryOp::Mul => terms.mul(a, b),
            BinaryOp::UDiv => terms.udiv(a, b),
            BinaryOp::URem => terms.urem(a, b),
            BinaryOp::SDiv => terms.sdiv(a, b),
            BinaryOp::SRem => terms.srem(a, b),
            BinaryOp::And => terms.and(a, b),
            BinaryOp::Or => terms.or(a, b),
            BinaryOp::Xor => terms.xor(a, b),
            BinaryOp::Shl => terms.shl(a, b),
            BinaryOp::LShr => terms.lshr(a, b),
            BinaryOp::AShr => terms.ashr(a, b),
            BinaryOp::Eq => terms.eq(a, b),
            BinaryOp::Ne => terms.ne(a, b),
            BinaryOp::ULt => terms.ult(a, b),
            BinaryOp::ULe => terms.ule(a, b),
            BinaryOp::SLt => terms.slt(a, b),
            BinaryOp::SLe => terms.sle(a, b),
            BinaryOp::AddFits | BinaryOp::SubFits | BinaryOp::MulFits => self.fits(op, a, b),
        }
    }

    /// To `width` bits: cut, or extended with zeros or with the sign.
    pub fn convert(&mut self, value: TermId, width: u32, signed: bool) -> TermId {
        match signed && self.terms.width(value) < width {
            true => self.terms.sign_extend(value, width),
            false => self.resize(value, width),
        }
    }
}
