//! The rules about single instructions and terminators: widths, and that what they mention exists and is of its kind.

use super::super::*;
use super::Verifier;

impl Verifier<'_> {
    pub(super) fn instruction(&mut self, function: &Function, op: &Op) {
        let pointer = self.program.data_model.pointer_bits();
        if let Some(dst) = op.destination() {
            let exists = dst.index() < function.registers.len();
            self.require(exists, "the destination exists");
            if !exists {
                return;
            }
        }
        let dst_width = op.destination().map_or(0, |d| function.register(d).ty.bits);
        let mut width = |operand: Operand| self.width(Some(function), operand);
        match op {
            Op::Copy { value, .. } | Op::Unary { value, .. } => {
                let equal = width(*value) == dst_width;
                self.require(equal, "the width is kept");
            }
            Op::Binary { op, left, right, .. } => {
                let (left, right) = (width(*left), width(*right));
                self.require(left == right, "operands have equal widths");
                let expected = if op.yields_truth() { 1 } else { left };
                self.require(dst_width == expected, "the result has the operator's width");
            }
            Op::Convert { value, .. } => {
                width(*value);
            }
            Op::FloatBinary { op, left, right, .. } => {
                let (left, right) = (width(*left), width(*right));
                let expected = if op.is_comparison() { 1 } else { left };
                let holds = left == right && matches!(left, 32 | 64) && dst_width == expected;
                self.require(
                    holds,
                    "both operands are floats of one width and the result is too, or one bit",
                );
            }
            Op::FloatUnary { op, value, .. } => {
                let value = width(*value);
                let float = |width: u32| matches!(width, 32 | 64);
                let holds = match op {
                    FloatUnaryOp::SquareRoot => float(value) && value == dst_width,
                    FloatUnaryOp::Resize => float(value) && float(dst_width),
                    FloatUnaryOp::FromSigned | FloatUnaryOp::FromUnsigned => float(dst_width),
                    FloatUnaryOp::ToSigned | FloatUnaryOp::ToUnsigned => float(value),
                };
                self.require(holds, "floats have 32 or 64 bits");
            }
            Op::Select { condition, yes, no, .. } => {
                let holds = width(*condition) == 1 && width(*yes) == dst_width && width(*no) == dst_width;
                self.require(holds, "a select has a one-bit condition and keeps the width");
            }
            Op::Displace { pointer: from, index, size, .. } => {
                width(*index);
                let holds = [width(*from), width(*size), dst_width].iter().all(|&width| width == pointer);
                self.require(
                    holds,
                    "addresses and the size of what they are moved by are as wide as pointers",
                );
            }
            Op::Load { address, ty, check, .. } => {
                let holds = width(*address) == pointer && ty.bits % 8 == 0 && ty.bits == dst_width;
                self.require(holds, "a load moves whole bytes of its register's width from a pointer");
                self.check(*check, PropertyKind::Pointer);
            }
            Op::Store { address, value, ty, check, .. } => {
                let holds = width(*address) == pointer && ty.bits % 8 == 0 && ty.bits == width(*value);
                self.require(holds, "a store moves whole bytes of its value's width to a pointer");
                self.check(*check, PropertyKind::Pointer);
            }
            Op::EndLife { local: None } => {}
            Op::CheckLeaks { property } => self.check(Some(*property), PropertyKind::Leak),
            Op::Declare { local, .. } | Op::EndLife { local: Some(local) } => {
                self.require(local.index() < function.locals.len(), "the local exists");
            }
            Op::Allocate { size, .. } => {
                let holds = width(*size) == pointer && dst_width == pointer;
                self.require(holds, "an allocation has pointer width");
            }
            Op::Free { address, check } => {
                let holds = width(*address) == pointer;
                self.require(holds, "an address has pointer width");
                self.check(*check, PropertyKind::Free);
            }
            Op::BlockSize { address, .. } | Op::Room { address, .. } => {
                let holds = width(*address) == pointer && dst_width == pointer;
                self.require(holds, "a block has an address and a size of pointer width");
            }
            Op::Call { dst, callee, arguments, signature, check } => {
                self.check(*check, PropertyKind::Pointer);
                self.signature(*signature);
                self.call(function, *dst, *callee, arguments, *signature);
            }
            Op::Wait { condition, object } => {
                let holds = width(*condition) == 1 && width(*object) == pointer;
                self.require(holds, "a wait has a condition and an address");
            }
            Op::Assume { condition } | Op::Limit { condition, .. } => {
                let holds = width(*condition) == 1;
                self.require(holds, "a condition is one bit");
            }
            Op::Assert { condition, property } => {
                let holds = width(*condition) == 1;
                self.require(holds, "a condition is one bit");
                let kind = self.program.properties.get(property.index()).map(|p| p.kind);
                let fits = matches!(
                    kind,
                    Some(
                        PropertyKind::Assertion
                            | PropertyKind::Pointer
                            | PropertyKind::Overflow
                            | PropertyKind::Api
                    )
                );
                self.require(fits, "an asserted property exists and is a condition at a place");
            }
            Op::CreateThread { function: start, argument, signature, check, .. } => {
                let holds = width(*start) == pointer && width(*argument) == pointer;
                self.require(holds, "a thread starts with pointers");
                self.signature(*signature);
                self.check(*check, PropertyKind::Pointer);
            }
            Op::Hold { address, .. } => {
                let holds = width(*address) == pointer;
                self.require(holds, "a lock has an address");
            }
            Op::JoinThread { thread, .. } => {
                width(*thread);
            }
            Op::Choose { dst, .. } => {
                self.require(function.register(*dst).ty.bits == 1, "a choice is one bit");
            }
            Op::Unsequenced { .. }
            | Op::Nondet { .. }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Fence { .. }
            | Op::CurrentThread { .. } => {}
        }
    }

    fn signature(&mut self, signature: Option<SignatureId>) {
        let exists = signature.is_none_or(|s| s.index() < self.program.signatures.len());
        self.require(exists, "the signature exists");
    }

    fn call(
        &mut self,
        function: &Function,
        dst: Option<RegisterId>,
        callee: Operand,
        arguments: &[Operand],
        signature: Option<SignatureId>,
    ) {
        let pointer = self.program.data_model.pointer_bits();
        let callee_width = self.width(Some(function), callee);
        self.require(callee_width == pointer, "a callee has pointer width");
        let widths: Vec<u32> = arguments.iter().map(|a| self.width(Some(function), *a)).collect();
        let Operand::Function(id) = callee else { return };
        let called = match signature {
            Some(signature) => self.program.adapters.get(&(signature, id)),
            None => Some(&id),
        };
        let Some(called) = called.and_then(|id| self.program.functions.get(id.index())) else { return };
        let expected: Vec<u32> = called.parameters.iter().map(|p| called.register(*p).ty.bits).collect();
        self.require(widths == expected, "arguments fit the parameters");
        if let Some(dst) = dst {
            let width = function.register(dst).ty.bits;
            self.require(called.result.map(|r| r.bits) == Some(width), "the result fits the function");
        }
    }

    pub(super) fn terminator(&mut self, function: &Function, terminator: &Terminator) {
        match terminator {
            Terminator::Branch { condition, .. } => {
                let width = self.width(Some(function), *condition);
                self.require(width == 1, "a condition is one bit");
            }
            Terminator::Return(value) => {
                let width = value.map(|v| self.width(Some(function), v));
                self.require(width == function.result.map(|r| r.bits), "the value fits the result");
            }
            Terminator::ExitThread(value) => {
                let width = self.width(Some(function), *value);
                self.require(width == self.program.data_model.pointer_bits(), "a thread ends with a pointer");
            }
            Terminator::Jump(_) | Terminator::ExitProcess | Terminator::Unreachable => {}
        }
    }

    fn check(&mut self, check: Option<PropertyId>, kind: PropertyKind) {
        if let Some(id) = check {
            let property = self.program.properties.get(id.index());
            self.require(
                property.is_some_and(|p| p.kind == kind),
                "the property exists and has the right kind",
            );
        }
    }
}
