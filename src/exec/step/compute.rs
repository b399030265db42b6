//! Operators and inputs: what only gives a register a value.

use super::activity::Activity;
use super::{Progress, thread_handle};
use crate::exec::choices::Choices;
use crate::exec::fault::Fault;
use crate::exec::observe::{Happening, Observer};
use crate::ir::{Leeway, Op, RegisterId, Type, float, integer};

impl<C: Choices, O: Observer> Activity<'_, C, O> {
    /// The operators without effect on anything but their register.
    pub(super) fn compute(&mut self, op: &Op) -> Result<Progress, Fault> {
        let (dst, result) = match op {
            Op::Copy { dst, value } => (*dst, self.value(*value)?),
            Op::Unary { dst, op, value } => {
                (*dst, integer::unary(*op, self.bits(*value), self.value(*value)?))
            }
            Op::Binary { dst, op, left, right } => {
                (*dst, integer::binary(*op, self.bits(*left), self.value(*left)?, self.value(*right)?))
            }
            Op::Convert { dst, value, signed } => {
                let (from, to) = (self.bits(*value), self.register_type(*dst).bits);
                (*dst, integer::convert(self.value(*value)?, from, to, *signed))
            }
            Op::FloatBinary { dst, op, left, right } => {
                (*dst, float::binary(*op, self.bits(*left), self.value(*left)?, self.value(*right)?))
            }
            Op::FloatUnary { dst, op, value } => {
                let (from, to) = (self.bits(*value), self.register_type(*dst).bits);
                (*dst, float::unary(*op, from, to, self.value(*value)?))
            }
            Op::Select { dst, condition, yes, no } => {
                (*dst, if self.value(*condition)? != 0 { self.value(*yes)? } else { self.value(*no)? })
            }
            Op::Displace { dst, pointer, index, size } => {
                let index = integer::as_signed(self.value(*index)?, self.bits(*index));
                let size = integer::as_signed(self.value(*size)?, self.bits(*size));
                (*dst, self.program.pointers.displace(self.value(*pointer)?, index, size))
            }
            Op::CurrentThread { dst } => (*dst, thread_handle(self.thread)),
            Op::BlockSize { dst, address } => {
                (*dst, u128::from(self.state.memory.block_size(self.value(*address)?)))
            }
            Op::Room { dst, address } => (*dst, u128::from(self.state.memory.room(self.value(*address)?))),
            _ => unreachable!("compute is called for operators on registers only"),
        };
        let result = integer::cut(result, self.register_type(dst).bits);
        self.report(&Happening::Computed { op, dst, value: result });
        self.assign(dst, result);
        self.done()
    }

    pub(super) fn input(&mut self, dst: RegisterId) -> Result<Progress, Fault> {
        let ty = self.register_type(dst);
        let value = integer::cut(self.choices.value(self.thread, ty)?, ty.bits);
        self.report(&Happening::Input { dst, value });
        self.assign(dst, value);
        self.done()
    }

    pub(super) fn choose(&mut self, dst: RegisterId, leeway: Leeway) -> Result<Progress, Fault> {
        let value = integer::cut(self.choices.value(self.thread, Type::BOOL)?, 1);
        self.report(&Happening::Chosen { dst, leeway, value: value != 0 });
        self.assign(dst, value);
        self.done()
    }
}
