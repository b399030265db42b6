//! A mistake to be planted: functions that nothing defines write nothing.
//!
//! The front end works in a thread of its own, where no mistake is enabled; so this one is made afterwards.

use crate::frontend::Compiled;
use crate::ir::{Op, Open};
use crate::planted::{Mistake, is_enabled};

pub fn without_writes(mut compiled: Compiled) -> Compiled {
    let program = &mut compiled.program;
    for open in &program.open {
        if let (Open::Function(id), true) = (open, is_enabled(Mistake::UndefinedFunctionsWriteNothing)) {
            for block in &mut program.functions[id.index()].blocks {
                block.instructions.retain(|instruction| !matches!(instruction.op, Op::Store { .. }));
            }
        }
    }
    compiled
}
