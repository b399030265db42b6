//! Where the lives of locals begin and end.
//!
//! In C an object lives from the entry of its block, whether or not control passes its declaration, as in
//! `switch (x) { int t; case 1: use(&t); }`. Declarations are lowered where they stand; one pass finds the
//! locals that some path uses without passing a `Declare` since the block was last left, declares those at the entry
//! as well, and lets them live until the function returns. C has no jumps over the declaration of an array of variable
//! length.
//!
//! Another pass ends the lives of those that somebody could miss where their function returns.

use crate::ir::*;

/// Locals whose declaration can be jumped over still exist: their life begins with the function.
pub fn declare_what_can_be_jumped_over(program: &mut Program) {
    program.functions.iter_mut().for_each(declare_early);
}

/// The variables of a function die when it returns, unless it is main. Those whose address is never taken cannot be
/// missed, so their ends are nobody's business.
pub fn end_lives(program: &mut Program) {
    let entry = program.entry.index();
    for (index, function) in program.functions.iter_mut().enumerate() {
        end_lives_of(function, index == entry);
    }
}

fn declare_early(function: &mut Function) {
    let count = function.locals.len();
    if count == 0 {
        return;
    }
    let before = predecessors(function);
    let declared_at_end = declared_on_every_path(function, &before);
    let mut missing = vec![false; count];
    for (index, block) in function.blocks.iter().enumerate() {
        let mut declared = at_start(count, &declared_at_end, &before, index);
        for instruction in &block.instructions {
            note_life(&instruction.op, &mut declared);
            instruction.op.operands().for_each(|operand| note_use(operand, &declared, &mut missing));
        }
        if let Some(operand) = block.terminator.operand() {
            note_use(operand, &declared, &mut missing);
        }
    }
    let early = (0..count).filter(|&local| missing[local]).map(|local| Instruction {
        op: Op::Declare { local: LocalId::new(local), size: None },
        span: function.locals[local].span,
    });
    let early: Vec<Instruction> = early.collect();
    for block in &mut function.blocks {
        let outlives = |op: &Op| matches!(op, Op::EndLife { local: Some(local) } if missing[local.index()]);
        block.instructions.retain(|instruction| !outlives(&instruction.op));
    }
    function.blocks[0].instructions.splice(0..0, early);
}

fn note_life(op: &Op, declared: &mut [bool]) {
    match *op {
        Op::Declare { local, .. } => declared[local.index()] = true,
        Op::EndLife { local: Some(local) } => declared[local.index()] = false,
        _ => {}
    }
}

fn note_use(operand: Operand, declared: &[bool], missing: &mut [bool]) {
    if let Operand::Local { local, .. } = operand {
        missing[local.index()] |= !declared[local.index()];
    }
}

/// For the end of every block, the locals that have been declared on every path to it.
fn declared_on_every_path(function: &Function, before: &[Vec<usize>]) -> Vec<Vec<bool>> {
    let count = function.locals.len();
    let mut ends = vec![vec![true; count]; function.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (index, block) in function.blocks.iter().enumerate() {
            let mut declared = at_start(count, &ends, before, index);
            block.instructions.iter().for_each(|instruction| note_life(&instruction.op, &mut declared));
            if ends[index] != declared {
                ends[index] = declared;
                changed = true;
            }
        }
    }
    ends
}

fn at_start(count: usize, ends: &[Vec<bool>], before: &[Vec<usize>], block: usize) -> Vec<bool> {
    let mut declared = vec![block != 0; count];
    for &from in &before[block] {
        declared.iter_mut().zip(&ends[from]).for_each(|(here, there)| *here &= there);
    }
    declared
}

fn predecessors(function: &Function) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); function.blocks.len()];
    for (index, block) in function.blocks.iter().enumerate() {
        block.terminator.successors().for_each(|to| before[to.index()].push(index));
    }
    before
}

fn end_lives_of(function: &mut Function, is_main: bool) {
    let unshared = unshared_locals(function);
    let is_in_vain = |op: &Op| matches!(op, Op::EndLife { local: Some(local) } if unshared[local.index()]);
    for block in &mut function.blocks {
        block.instructions.retain(|instruction| !is_in_vain(&instruction.op));
        if matches!(block.terminator, Terminator::Return(_)) && !is_main {
            let mortal = (0..unshared.len()).filter(|&local| !unshared[local]).map(LocalId::new);
            let span = block.terminator_span;
            block
                .instructions
                .extend(mortal.map(|local| Instruction { op: Op::EndLife { local: Some(local) }, span }));
        }
    }
}
