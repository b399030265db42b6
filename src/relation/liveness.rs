//! What can be asked of a function once and for all: which registers matter at a place, and where steps may be cut.

use std::rc::Rc;

use bitvec::vec::BitVec;

use crate::ir::{BlockId, Function, Op, Operand, RegisterId};

/// The registers whose value is still needed, for every beginning of a block.
pub struct Liveness {
    at_start: Vec<BitVec>,
}

impl Liveness {
    pub fn of(function: &Function) -> Rc<Liveness> {
        let none = BitVec::repeat(false, function.registers.len());
        let mut liveness = Liveness { at_start: vec![none; function.blocks.len()] };
        loop {
            let mut changed = false;
            for index in (0..function.blocks.len()).rev() {
                let live = liveness.before(function, BlockId::new(index), 0);
                changed |= live != liveness.at_start[index];
                liveness.at_start[index] = live;
            }
            if !changed {
                return Rc::new(liveness);
            }
        }
    }

    /// Those needed from an instruction on.
    pub fn before(&self, function: &Function, block: BlockId, instruction: usize) -> BitVec {
        let body = function.block(block);
        let mut live: BitVec = BitVec::repeat(false, function.registers.len());
        for next in body.terminator.successors() {
            live |= &self.at_start[next.index()];
        }
        note(&mut live, body.terminator.operand());
        for one in body.instructions[instruction.min(body.instructions.len())..].iter().rev() {
            if let Some(dst) = one.op.destination() {
                live.set(dst.index(), false);
            }
            note(&mut live, one.op.operands());
        }
        live
    }

    /// Those needed when a call returns, the one that it sets aside.
    pub fn after_call(&self, function: &Function, block: BlockId, instruction: usize) -> BitVec {
        let mut live = self.before(function, block, instruction + 1);
        if let Some(dst) = function.block(block).instructions[instruction].op.destination() {
            live.set(dst.index(), false);
        }
        live
    }
}

fn note(live: &mut BitVec, operands: impl IntoIterator<Item = Operand>) {
    for operand in operands {
        if let Operand::Register(RegisterId(register)) = operand {
            live.set(register as usize, true);
        }
    }
}

/// An instruction that only computes: whether it happens before or after what others do makes no difference.
pub fn is_computation(op: &Op) -> bool {
    matches!(
        op,
        Op::Copy { .. }
            | Op::Unary { .. }
            | Op::Binary { .. }
            | Op::Convert { .. }
            | Op::FloatBinary { .. }
            | Op::FloatUnary { .. }
            | Op::Select { .. }
            | Op::Displace { .. }
            | Op::CurrentThread { .. }
            | Op::Unsequenced { .. }
            | Op::Fence { .. }
    )
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
