//! Operators on values, and what the path remembers of them: what was compared, and where it came from.

use bmc_solver::TermId;

use super::activation::Comparison;
use super::instruction::Here;
use super::numbers::is_address;
use super::pass::Unfolder;
use crate::ir::*;

impl Unfolder<'_> {
    pub(super) fn copy(&mut self, here: &mut Here<'_>, dst: RegisterId, value: &Operand) -> TermId {
        here.top.set_origin(dst, here.top.origins_of([value, value])[0]);
        self.operand(here, value)
    }

    pub(super) fn unary(
        &mut self,
        here: &mut Here<'_>,
        dst: RegisterId,
        op: UnaryOp,
        value: &Operand,
    ) -> TermId {
        // The opposite of a comparison compares the same: there is no operator for `x != y` on floats.
        if let Operand::Register(register) = value
            && let Some(&compared) = here.top.comparisons.get(register)
        {
            here.top.comparisons.insert(dst, compared);
        }
        let value = self.operand(here, value);
        match op {
            UnaryOp::Not => self.terms.not(value),
            UnaryOp::Negate => self.terms.neg(value),
        }
    }

    pub(super) fn binary(
        &mut self,
        here: &mut Here<'_>,
        dst: RegisterId,
        op: BinaryOp,
        operands: [&Operand; 2],
    ) -> TermId {
        let origins = here.top.origins_of(operands);
        let has_address = operands.iter().any(|operand| is_address(here.top, here.function, operand));
        let [left, right] = operands.map(|operand| self.operand(here, operand));
        if op.is_comparison() {
            here.top.comparisons.insert(dst, Comparison { operands: [left, right], origins });
        }
        self.note_comparison(op, left, right);
        if has_address {
            self.note_number(op, left, right, here.span);
        }
        self.combine(op, left, right)
    }

    pub(super) fn convert(
        &mut self,
        here: &mut Here<'_>,
        dst: RegisterId,
        value: &Operand,
        signed: bool,
    ) -> TermId {
        let value = self.copy(here, dst, value);
        let width = here.function.register(dst).ty.bits;
        match signed && self.terms.width(value) < width {
            true => self.terms.sign_extend(value, width),
            false => self.resize(value, width),
        }
    }

    pub(super) fn compute_float_binary(
        &mut self,
        here: &mut Here<'_>,
        dst: RegisterId,
        op: FloatBinaryOp,
        operands: [&Operand; 2],
    ) -> TermId {
        let [left, right] = operands.map(|operand| self.operand(here, operand));
        if op.is_comparison() {
            here.top.comparisons.insert(dst, Comparison { operands: [left, right], origins: [None; 2] });
        }
        self.float_binary(op, left, right)
    }

    fn combine(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let terms = &mut self.terms;
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
}
