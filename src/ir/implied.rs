//! What the text of a program leaves unsaid about types, because its place says it.
//!
//! A constant has a type, but `add %1, 5 : i32` need not say it twice. The printer leaves out a type that is the one
//! implied here, and the parser puts it in again; both ask with the same words, so that they cannot differ. What is
//! implied depends on registers and on types that stand in the line, never on other constants.

use super::entity::RegisterId;
use super::function::{Function, Register};
use super::instruction::{Op, Operand, Terminator};
use super::types::Type;

/// That of a number about whose type nothing is known.
const INT: Type = Type { bits: 32, kind: super::types::Kind::Signed };

/// The type of a constant that is the operand of an instruction with this position, if the text does not say one.
pub fn of_operand(registers: &[Register], op: &Op, position: usize) -> Type {
    let type_of = |id: RegisterId| registers.get(id.index()).map(|register| register.ty);
    let result = op.destination().and_then(type_of).unwrap_or(INT);
    match (op, position) {
        (Op::Binary { op: operator, .. }, _) if operator.yields_truth() => of_first_register(registers, op),
        (Op::FloatBinary { op: operator, .. }, _) if operator.is_comparison() => {
            of_first_register(registers, op)
        }
        (Op::Copy { .. } | Op::Unary { .. } | Op::Binary { .. } | Op::FloatBinary { .. }, _) => result,
        (Op::Select { .. } | Op::Wait { .. }, 0) => Type::BOOL,
        (Op::Select { .. }, _) => result,
        (Op::Displace { .. }, 1 | 2) => Type::signed(result.bits),
        (Op::Allocate { .. }, _) => Type::unsigned(result.bits),
        (Op::Store { ty, .. }, 1) => *ty,
        (Op::Assume { .. } | Op::Limit { .. } | Op::Assert { .. }, _) => Type::BOOL,
        _ => INT,
    }
}

fn of_first_register(registers: &[Register], op: &Op) -> Type {
    let types = op.operands().filter_map(|operand| match operand {
        Operand::Register(id) => registers.get(id.index()).map(|register| register.ty),
        _ => None,
    });
    types.into_iter().next().unwrap_or(INT)
}

/// The same for the operand of a terminator.
pub fn at_end(result: Option<Type>, terminator: &Terminator) -> Type {
    match terminator {
        Terminator::Branch { .. } => Type::BOOL,
        Terminator::Return(_) => result.unwrap_or(INT),
        _ => INT,
    }
}

/// The type that the line of an instruction says its destination has. That of a load is the type of the access: the
/// register may see the same bits in another way.
pub fn of_destination(registers: &[Register], op: &Op) -> Option<(RegisterId, Type)> {
    let id = op.destination()?;
    let ty = match op {
        Op::Load { ty, .. } => *ty,
        Op::Choose { .. } => Type::BOOL,
        _ => registers.get(id.index())?.ty,
    };
    Some((id, ty))
}

/// For each register, the type that the first line that sets it says.
pub fn of_registers(function: &Function) -> Vec<Option<Type>> {
    let mut said = vec![None; function.registers.len()];
    for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
        if let Some((id, ty)) = of_destination(&function.registers, &instruction.op)
            && let Some(place) = said.get_mut(id.index())
        {
            place.get_or_insert(ty);
        }
    }
    said
}
