//! Which instructions only compute, and where steps may be cut because of it.

use crate::ir::{BlockId, Function, Op};

/// An instruction that only computes: whether it happens before or after what others do makes no difference.
pub fn is_computation(op: &Op) -> bool {
    op.is_computation() || matches!(op, Op::Unsequenced { .. } | Op::Fence { .. })
}

/// If a step may be cut before this instruction, the instruction the cut is for: the first one from here on that does
/// more than compute. What is computed for it belongs to the step in which it happens, so that between steps the
/// variables of the program are kept and not what was computed from them.
pub fn cut_for(function: &Function, block: BlockId, instruction: usize) -> Option<usize> {
    let instructions = &function.block(block).instructions;
    let computes = |index: usize| instructions.get(index).is_some_and(|one| is_computation(&one.op));
    if instruction > 0 && computes(instruction - 1) {
        return None;
    }
    (instruction..instructions.len()).find(|&index| !computes(index))
}
