//! Locals that no other thread can ever touch, by a look at the code alone.

use super::{Function, LocalId, Op, Operand};

/// Per local of the function: its address is used for nothing but direct loads and stores.
pub fn unshared_locals(function: &Function) -> Vec<bool> {
    let mut unshared = vec![true; function.locals.len()];
    let mut escapes = |operand: Operand| {
        if let Operand::Local { local: LocalId(local), .. } = operand {
            unshared[local as usize] = false;
        }
    };
    for block in &function.blocks {
        for instruction in &block.instructions {
            match &instruction.op {
                // The address itself goes nowhere.
                Op::Load { .. } | Op::BlockSize { .. } | Op::Room { .. } => {}
                Op::Store { value, .. } => escapes(*value),
                Op::Wait { condition, .. } => escapes(*condition),
                op => op.operands().for_each(&mut escapes),
            }
        }
        block.terminator.operand().into_iter().for_each(&mut escapes);
    }
    unshared
}
