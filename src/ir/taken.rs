//! The functions whose address a program takes: all that a pointer can mean that comes from the program itself.

use super::entity::FunctionId;
use super::instruction::{Op, Operand};
use super::program::Program;

impl Program {
    /// Functions that are named other than to call them, ascending.
    pub fn taken_functions(&self) -> Vec<FunctionId> {
        let blocks = || self.functions.iter().flat_map(|function| &function.blocks);
        let initial = self.globals.iter().flat_map(|global| &global.initial).map(|initial| initial.value);
        let mut taken: Vec<FunctionId> = initial.filter_map(Operand::as_function).collect();
        for op in blocks().flat_map(|block| &block.instructions).map(|instruction| &instruction.op) {
            // The callee comes first.
            let is_call = matches!(op, Op::Call { .. });
            taken.extend(op.operands().skip(usize::from(is_call)).filter_map(Operand::as_function));
        }
        let ends = blocks().filter_map(|block| block.terminator.operand());
        taken.extend(ends.filter_map(Operand::as_function));
        taken.sort_unstable();
        taken.dedup();
        taken
    }
}

impl Operand {
    /// The function that it is the address of.
    pub fn as_function(self) -> Option<FunctionId> {
        match self {
            Operand::Function(function) => Some(function),
            _ => None,
        }
    }
}
