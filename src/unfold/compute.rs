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
        self.words().unary(op, value)
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
        self.words().binary(op, left, right)
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
        self.words().convert(value, width, signed)
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
        self.words().float_binary(op, left, right)
    }
}
