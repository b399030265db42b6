//! Operators: folded if their operands are constants, emitted otherwise.

use super::Builder;
use crate::ir::*;
use crate::source::Span;

impl Builder {
    pub fn unary(&mut self, op: UnaryOp, value: Operand, span: Span) -> Operand {
        let ty = self.type_of(value);
        if let Operand::Constant { bits, .. } = value {
            return Operand::Constant { bits: integer::unary(op, ty.bits, bits), ty };
        }
        let dst = self.register(ty, None);
        self.emit(Op::Unary { dst, op, value }, span);
        Operand::Register(dst)
    }

    /// `ty` is the type of the result, one bit for comparisons.
    pub fn binary(&mut self, op: BinaryOp, left: Operand, right: Operand, ty: Type, span: Span) -> Operand {
        if let Some(folded) = self.fold_binary(op, left, right, ty) {
            return folded;
        }
        let dst = self.register(ty, None);
        self.emit(Op::Binary { dst, op, left, right }, span);
        Operand::Register(dst)
    }

    fn fold_binary(&self, op: BinaryOp, left: Operand, right: Operand, ty: Type) -> Option<Operand> {
        use Operand::Constant;
        let width = self.type_of(left).bits;
        if let (Constant { bits: l, .. }, Constant { bits: r, .. }) = (left, right) {
            return Some(Constant { bits: integer::binary(op, width, l, r), ty });
        }
        if let (BinaryOp::Add, Constant { .. }, false) = (op, left, matches!(right, Constant { .. }))
            && let Some(sum) = self.fold_binary(op, right, left, ty)
        {
            return Some(sum);
        }
        let truth = |value: bool| Some(Self::constant(value.into(), Type::BOOL));
        if let Constant { bits, .. } = right {
            let displacement = integer::as_signed(bits, width);
            match (op, displaced(left, displacement), displaced(left, displacement.wrapping_neg())) {
                (BinaryOp::Add, Some(address), _) | (BinaryOp::Sub, _, Some(address)) => {
                    return Some(address);
                }
                (BinaryOp::Eq, Some(_), _) if bits == 0 => return truth(false),
                (BinaryOp::Ne, Some(_), _) if bits == 0 => return truth(true),
                _ => {}
            }
            let neutral = match op {
                BinaryOp::Mul | BinaryOp::UDiv | BinaryOp::SDiv => bits == 1,
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor => bits == 0,
                BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => bits == 0,
                BinaryOp::And => bits == integer::mask(width),
                _ => false,
            };
            // Only between equal kinds, so that a register keeps the type it is shown with.
            if neutral && self.type_of(left) == ty {
                return Some(left);
            }
        }
        if let (Constant { bits: 0, .. }, BinaryOp::Eq | BinaryOp::Ne) = (left, op)
            && displaced(right, 0).is_some()
        {
            return truth(op == BinaryOp::Ne);
        }
        if let (Operand::Function(l), Operand::Function(r)) = (left, right) {
            return match op {
                BinaryOp::Eq => truth(l == r),
                BinaryOp::Ne => truth(l != r),
                _ => None,
            };
        }
        let ((left_base, left_offset), (right_base, right_offset)) = (base_of(left)?, base_of(right)?);
        if left_base != right_base {
            return None;
        }
        match op {
            BinaryOp::Sub => Some(Self::constant((left_offset - right_offset).into(), ty)),
            BinaryOp::Eq => truth(left_offset == right_offset),
            BinaryOp::Ne => truth(left_offset != right_offset),
            BinaryOp::ULt => truth(left_offset < right_offset),
            BinaryOp::ULe => truth(left_offset <= right_offset),
            _ => None,
        }
    }

    /// The address `index * size` bytes further. `index` is a signed number at least as wide as a pointer, `size` is as
    /// wide as a pointer.
    pub fn displace(&mut self, pointer: Operand, index: Operand, size: Operand, span: Span) -> Operand {
        use Operand::Constant;
        let (word, index_bits) = (self.pointer, self.type_of(index).bits);
        if let Constant { .. } = pointer {
            // A number that the program says is an address: so it may also compute with it.
            let index = self.convert(index, Type::signed(word.bits), true, span);
            let bytes = self.binary(BinaryOp::Mul, index, size, Type::signed(word.bits), span);
            return self.binary(BinaryOp::Add, pointer, bytes, word, span);
        }
        if let (Constant { bits: index, .. }, Constant { bits: size, .. }) = (index, size) {
            let (index, size) = (integer::as_signed(index, index_bits), integer::as_signed(size, word.bits));
            match index.checked_mul(size) {
                Some(0) if self.type_of(pointer) == word => return pointer,
                Some(bytes) => {
                    if let Some(address) = displaced(pointer, bytes) {
                        return address;
                    }
                }
                None => {}
            }
        }
        let dst = self.register(word, None);
        self.emit(Op::Displace { dst, pointer, index, size }, span);
        Operand::Register(dst)
    }

    /// To another width; between equal widths the operand stays as it is.
    pub fn convert(&mut self, value: Operand, to: Type, signed: bool, span: Span) -> Operand {
        let from = self.type_of(value);
        match value {
            Operand::Constant { bits, .. } => {
                Operand::Constant { bits: integer::convert(bits, from.bits, to.bits, signed), ty: to }
            }
            _ if from.bits == to.bits => value,
            _ => {
                let dst = self.register(to, None);
                self.emit(Op::Convert { dst, value, signed }, span);
                Operand::Register(dst)
            }
        }
    }

    /// `ty` is the type of the result, one bit for comparisons.
    pub fn float_binary(
        &mut self,
        op: FloatBinaryOp,
        left: Operand,
        right: Operand,
        ty: Type,
        span: Span,
    ) -> Operand {
        let width = self.type_of(left).bits;
        if let (Operand::Constant { bits: l, .. }, Operand::Constant { bits: r, .. }) = (left, right) {
            return Operand::Constant { bits: float::binary(op, width, l, r), ty };
        }
        let dst = self.register(ty, None);
        self.emit(Op::FloatBinary { dst, op, left, right }, span);
        Operand::Register(dst)
    }

    pub fn float_unary(&mut self, op: FloatUnaryOp, value: Operand, to: Type, span: Span) -> Operand {
        let from = self.type_of(value);
        if let Operand::Constant { bits, .. } = value {
            return Operand::Constant { bits: float::unary(op, from.bits, to.bits, bits), ty: to };
        }
        let dst = self.register(to, None);
        self.emit(Op::FloatUnary { dst, op, value }, span);
        Operand::Register(dst)
    }

    /// The same bits as another type of equal width, in a register that shows them so.
    pub fn reinterpret(&mut self, value: Operand, to: Type, span: Span) -> Operand {
        match value {
            Operand::Constant { bits, .. } => Operand::Constant { bits, ty: to },
            _ => {
                let dst = self.register(to, None);
                self.emit(Op::Copy { dst, value }, span);
                Operand::Register(dst)
            }
        }
    }
}

/// The address `displacement` bytes further, if the operand is the address of an object.
fn displaced(operand: Operand, displacement: i128) -> Option<Operand> {
    let sum = |offset: i64| i64::try_from(i128::from(offset).checked_add(displacement)?).ok();
    match operand {
        Operand::Global { global, offset } => Some(Operand::Global { global, offset: sum(offset)? }),
        Operand::Local { local, offset } => Some(Operand::Local { local, offset: sum(offset)? }),
        Operand::Function(_) if displacement == 0 => Some(operand),
        _ => None,
    }
}

/// The address of an object as the object and the distance from its start.
fn base_of(operand: Operand) -> Option<(Operand, i64)> {
    match operand {
        Operand::Global { global, offset } => Some((Operand::Global { global, offset: 0 }, offset)),
        Operand::Local { local, offset } => Some((Operand::Local { local, offset: 0 }, offset)),
        _ => None,
    }
}
