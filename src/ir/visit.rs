//! What an instruction mentions: its operands, its destination, its property; and where control goes after a block.
//!
//! Whoever only walks over instructions asks here and matches no `Op`. So an instruction that is added is described
//! once, and passes that rename registers, functions or blocks know it at once. Operands come in the order in which
//! they stand in the instruction; the callee of a call comes before its arguments.
//!
//! What is read and what is changed are the same, so each list stands here once, as a macro over a shared or a
//! mutable reference.

use super::entity::{BlockId, PropertyId, RegisterId};
use super::instruction::{Op, Operand, Terminator};

/// The destination, at most three operands, the arguments of a call, and the property.
macro_rules! parts {
    ($op:expr, $as_option:ident, $as_slice:ident) => {{
        let no_arguments = Default::default;
        match $op {
            Op::Copy { dst, value }
            | Op::Unary { dst, value, op: _ }
            | Op::Convert { dst, value, signed: _ }
            | Op::FloatUnary { dst, value, op: _ } => {
                (Some(dst), [Some(value), None, None], no_arguments(), None)
            }
            Op::Binary { dst, left, right, op: _ } | Op::FloatBinary { dst, left, right, op: _ } => {
                (Some(dst), [Some(left), Some(right), None], no_arguments(), None)
            }
            Op::Select { dst, condition, yes, no } => {
                (Some(dst), [Some(condition), Some(yes), Some(no)], no_arguments(), None)
            }
            Op::Displace { dst, pointer, index, size } => {
                (Some(dst), [Some(pointer), Some(index), Some(size)], no_arguments(), None)
            }
            Op::Load { dst, address, check, ty: _, access: _ } => {
                (Some(dst), [Some(address), None, None], no_arguments(), check.$as_option())
            }
            Op::Store { address, value, check, ty: _, access: _ } => {
                (None, [Some(address), Some(value), None], no_arguments(), check.$as_option())
            }
            Op::Declare { size, local: _ } => (None, [size.$as_option(), None, None], no_arguments(), None),
            Op::Allocate { dst, size, contents: _ } => {
                (Some(dst), [Some(size), None, None], no_arguments(), None)
            }
            Op::Free { address, check } => {
                (None, [Some(address), None, None], no_arguments(), check.$as_option())
            }
            Op::BlockSize { dst, address } | Op::Room { dst, address } => {
                (Some(dst), [Some(address), None, None], no_arguments(), None)
            }
            Op::Call { dst, callee, arguments, check, signature: _ } => {
                (dst.$as_option(), [Some(callee), None, None], arguments.$as_slice(), check.$as_option())
            }
            Op::CreateThread { dst, function, argument, check, signature: _ } => {
                (Some(dst), [Some(function), Some(argument), None], no_arguments(), check.$as_option())
            }
            Op::JoinThread { dst, thread } => (Some(dst), [Some(thread), None, None], no_arguments(), None),
            Op::Wait { condition, object } => {
                (None, [Some(condition), Some(object), None], no_arguments(), None)
            }
            Op::Assume { condition } | Op::Limit { condition, what: _ } => {
                (None, [Some(condition), None, None], no_arguments(), None)
            }
            Op::Assert { condition, property } => {
                (None, [Some(condition), None, None], no_arguments(), Some(property))
            }
            Op::CheckLeaks { property } => (None, [None, None, None], no_arguments(), Some(property)),
            Op::Hold { address, held: _ } => (None, [Some(address), None, None], no_arguments(), None),
            Op::Nondet { dst } | Op::Choose { dst, leeway: _ } | Op::CurrentThread { dst } => {
                (Some(dst), [None, None, None], no_arguments(), None)
            }
            Op::EndLife { local: _ }
            | Op::Unsequenced { operand: _ }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Fence { order: _, scope: _ } => (None, [None, None, None], no_arguments(), None),
        }
    }};
}

macro_rules! successors {
    ($terminator:expr) => {{
        let targets = match $terminator {
            Terminator::Jump(target) => [Some(target), None],
            Terminator::Branch { yes, no, .. } => [Some(yes), Some(no)],
            Terminator::Return(_)
            | Terminator::ExitThread(_)
            | Terminator::ExitProcess
            | Terminator::Unreachable => [None, None],
        };
        targets.into_iter().flatten()
    }};
}

macro_rules! operand {
    ($terminator:expr, $as_option:ident) => {
        match $terminator {
            Terminator::Branch { condition, .. } => Some(condition),
            Terminator::Return(value) => value.$as_option(),
            Terminator::ExitThread(value) => Some(value),
            Terminator::Jump(_) | Terminator::ExitProcess | Terminator::Unreachable => None,
        }
    };
}

impl Op {
    /// What the instruction reads.
    pub fn operands(&self) -> impl Iterator<Item = Operand> {
        let (_, operands, arguments, _) = parts!(self, as_ref, as_slice);
        operands.into_iter().flatten().chain(arguments).copied()
    }

    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Operand> {
        let (_, operands, arguments, _) = parts!(self, as_mut, as_mut_slice);
        operands.into_iter().flatten().chain(arguments)
    }

    /// The register that the instruction sets.
    pub fn destination(&self) -> Option<RegisterId> {
        parts!(self, as_ref, as_slice).0.copied()
    }

    pub fn destination_mut(&mut self) -> Option<&mut RegisterId> {
        parts!(self, as_mut, as_mut_slice).0
    }

    /// What must hold where the instruction stands.
    pub fn property(&self) -> Option<PropertyId> {
        parts!(self, as_ref, as_slice).3.copied()
    }

    pub fn property_mut(&mut self) -> Option<&mut PropertyId> {
        parts!(self, as_mut, as_mut_slice).3
    }
}

impl Terminator {
    /// What decides where control goes, or is handed back.
    pub fn operand(&self) -> Option<Operand> {
        operand!(self, as_ref).copied()
    }

    pub fn operand_mut(&mut self) -> Option<&mut Operand> {
        operand!(self, as_mut)
    }

    /// The blocks control may go to next.
    pub fn successors(&self) -> impl Iterator<Item = BlockId> {
        successors!(self).copied()
    }

    pub fn successors_mut(&mut self) -> impl Iterator<Item = &mut BlockId> {
        successors!(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REGISTERS: [Operand; 3] = [
        Operand::Register(RegisterId(1)),
        Operand::Register(RegisterId(2)),
        Operand::Register(RegisterId(3)),
    ];

    #[test]
    fn the_callee_comes_before_its_arguments() {
        let [callee, first, second] = REGISTERS;
        let arguments = vec![first, second];
        let call = Op::Call { dst: None, callee, arguments, signature: None, check: None };
        assert_eq!(call.operands().collect::<Vec<_>>(), REGISTERS);
        assert_eq!(call.destination(), None);
    }

    #[test]
    fn what_is_changed_is_what_is_seen() {
        let [condition, yes, no] = REGISTERS;
        let mut select = Op::Select { dst: RegisterId(7), condition, yes, no };
        for operand in select.operands_mut() {
            *operand = Operand::Local { local: crate::ir::LocalId(0), offset: 0 };
        }
        assert!(select.operands().all(|operand| matches!(operand, Operand::Local { .. })));
        assert_eq!(select.operands().count(), 3);
        *select.destination_mut().unwrap() = RegisterId(8);
        assert_eq!(select.destination(), Some(RegisterId(8)));

        let mut branch = Terminator::Branch { condition, yes: BlockId(1), no: BlockId(2) };
        branch.successors_mut().for_each(|block| block.0 += 10);
        assert_eq!(branch.successors().collect::<Vec<_>>(), [BlockId(11), BlockId(12)]);
        assert_eq!(branch.operand(), Some(condition));
    }
}
