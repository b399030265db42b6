//! Locals that no other thread can ever touch, by a look at the code alone.

use super::{Function, LocalId, Op, Operand, Terminator};

/// Per local of the function: its address is used for nothing but direct loads and stores.
pub fn unshared_locals(function: &Function) -> Vec<bool> {
    let mut unshared = vec![true; function.locals.len()];
    let mut escapes = |operand: &Operand| {
        if let Operand::Local { local: LocalId(local), .. } = operand {
            unshared[*local as usize] = false;
        }
    };
    for block in &function.blocks {
        for instruction in &block.instructions {
            match &instruction.op {
                Op::Load { .. }
                | Op::Declare { size: None, .. }
                | Op::EndLife { .. }
                | Op::CheckLeaks { .. }
                | Op::Nondet { .. }
                | Op::Choose { .. }
                | Op::Unsequenced { .. }
                | Op::AtomicBegin
                | Op::AtomicEnd
                | Op::BlockSize { .. }
                | Op::Room { .. }
                | Op::CurrentThread { .. } => {}
                Op::Store { value, .. } | Op::Copy { value, .. } => escapes(value),
                Op::Unary { value, .. } | Op::Convert { value, .. } | Op::FloatUnary { value, .. } => {
                    escapes(value);
                }
                Op::Binary { left, right, .. } | Op::FloatBinary { left, right, .. } => {
                    [left, right].into_iter().for_each(&mut escapes);
                }
                Op::Select { condition, yes, no, .. } => {
                    [condition, yes, no].into_iter().for_each(&mut escapes);
                }
                Op::Displace { pointer, index, size, .. } => {
                    [pointer, index, size].into_iter().for_each(&mut escapes);
                }
                Op::Allocate { size, .. } | Op::Declare { size: Some(size), .. } => escapes(size),
                Op::Free { address, .. } | Op::Hold { address, .. } => escapes(address),
                Op::Call { callee, arguments, .. } => {
                    escapes(callee);
                    arguments.iter().for_each(&mut escapes);
                }
                Op::Limit { condition, .. }
                | Op::Assume { condition }
                | Op::Wait { condition, .. }
                | Op::Assert { condition, .. } => {
                    escapes(condition);
                }
                Op::CreateThread { function, argument, .. } => {
                    [function, argument].into_iter().for_each(&mut escapes);
                }
                Op::JoinThread { thread, .. } => escapes(thread),
            }
        }
        match &block.terminator {
            Terminator::Branch { condition, .. } => escapes(condition),
            Terminator::Return(Some(value)) | Terminator::ExitThread(value) => escapes(value),
            _ => {}
        }
    }
    unshared
}
