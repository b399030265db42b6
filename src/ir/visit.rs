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

/// At most three operands and the arguments of a call.
macro_rules! operands {
    ($op:expr, $slice:ident) => {{
        let (fixed, arguments) = match $op {
            Op::Copy { value, .. }
            | Op::Unary { value, .. }
            | Op::Convert { value, .. }
            | Op::FloatUnary { value, .. } => ([Some(value), None, None], Default::default()),
            Op::Binary { left, right, .. } | Op::FloatBinary { left, right, .. } => {
                ([Some(left), Some(right), None], Default::default())
            }
            Op::Select { condition, yes, no, .. } => {
                ([Some(condition), Some(yes), Some(no)], Default::default())
            }
            Op::Displace { pointer, index, size, .. } => {
                ([Some(pointer), Some(index), Some(size)], Default::default())
            }
            Op::Load { address, .. }
            | Op::Free { address, .. }
            | Op::BlockSize { address, .. }
            | Op::Room { address, .. }
            | Op::Hold { address, .. } => ([Some(address), None, None], Default::default()),
            Op::Store { address, value, .. } => ([Some(address), Some(value), None], Default::default()),
            Op::Allocate { size, .. } | Op::Declare { size: Some(size), .. } => {
                ([Some(size), None, None], Default::default())
            }
            Op::Call { callee, arguments, .. } => ([Some(callee), None, None], arguments.$slice()),
            Op::Wait { condition, object } => ([Some(condition), Some(object), None], Default::default()),
            Op::Limit { condition, .. } | Op::Assume { condition } | Op::Assert { condition, .. } => {
                ([Some(condition), None, None], Default::default())
            }
            Op::CreateThread { function, argument, .. } => {
                ([Some(function), Some(argument), None], Default::default())
            }
            Op::JoinThread { thread, .. } => ([Some(thread), None, None], Default::default()),
            Op::Declare { size: None, .. }
            | Op::EndLife { .. }
            | Op::CheckLeaks { .. }
            | Op::Nondet { .. }
            | Op::Choose { .. }
            | Op::Unsequenced { .. }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Fence { .. }
            | Op::CurrentThread { .. } => ([None, None, None], Default::default()),
        };
        fixed.into_iter().flatten().chain(arguments)
    }};
}

macro_rules! destination {
    ($op:expr, $as_option:ident) => {
        match $op {
            Op::Copy { dst, .. }
            | Op::Unary { dst, .. }
            | Op::Binary { dst, .. }
            | Op::Convert { dst, .. }
            | Op::FloatBinary { dst, .. }
            | Op::FloatUnary { dst, .. }
            | Op::Select { dst, .. }
            | Op::Displace { dst, .. }
            | Op::Load { dst, .. }
            | Op::Nondet { dst }
            | Op::Choose { dst, .. }
            | Op::Allocate { dst, .. }
            | Op::CreateThread { dst, .. }
            | Op::JoinThread { dst, .. }
            | Op::BlockSize { dst, .. }
            | Op::Room { dst, .. }
            | Op::CurrentThread { dst } => Some(dst),
            Op::Call { dst, .. } => dst.$as_option(),
            Op::Store { .. }
            | Op::Declare { .. }
            | Op::EndLife { .. }
            | Op::Unsequenced { .. }
            | Op::Free { .. }
            | Op::CheckLeaks { .. }
            | Op::Assume { .. }
            | Op::Limit { .. }
            | Op::Wait { .. }
            | Op::Assert { .. }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Fence { .. }
            | Op::Hold { .. } => None,
        }
    };
}

macro_rules! property {
    ($op:expr, $as_option:ident) => {
        match $op {
            Op::Load { check, .. }
            | Op::Store { check, .. }
            | Op::Call { check, .. }
            | Op::Free { check, .. }
            | Op::CreateThread { check, .. } => check.$as_option(),
            Op::Assert { property, .. } | Op::CheckLeaks { property } => Some(property),
            _ => None,
        }
    };
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
        operands!(self, as_slice).copied()
    }

    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Operand> {
        operands!(self, as_mut_slice)
    }

    /// The register that the instruction sets.
    pub fn destination(&self) -> Option<RegisterId> {
        destination!(self, as_ref).copied()
    }

    pub fn destination_mut(&mut self) -> Option<&mut RegisterId> {
        destination!(self, as_mut)
    }

    /// What must hold where the instruction stands.
    pub fn property(&self) -> Option<PropertyId> {
        property!(self, as_ref).copied()
    }

    pub fn property_mut(&mut self) -> Option<&mut PropertyId> {
        property!(self, as_mut)
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
