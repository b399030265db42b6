//! The end of a body: `finish` drops what cannot be reached, numbers the blocks in the order in which they were placed, and
//! derives the loops: a structured loop keeps the range of blocks recorded while it was lowered; a backward
//! `goto` makes a loop from its target to the last jump back. A loop whose end a later `goto` jumps into the middle
//! of goes on to that jump, so that loops nest.

use super::{Builder, PendingBlock, PendingLoop};
use crate::ir::*;

impl Builder {
    pub fn finish(mut self) -> (Function, Vec<Property>) {
        let span = self.span;
        for block in &mut self.blocks {
            block.terminator.get_or_insert((Terminator::Unreachable, span));
        }
        let reachable = self.reachable();
        let mut number = vec![None; self.blocks.len()];
        let mut next = 0;
        for &block in &self.order {
            if reachable[block.index()] {
                number[block.index()] = Some(BlockId(next));
                next += 1;
            }
        }
        let renumber =
            |block: BlockId| number[block.index()].expect("targets of reachable blocks are placed");
        let mut pending: Vec<Option<PendingBlock>> = self.blocks.into_iter().map(Some).collect();
        let mut blocks = Vec::new();
        for &id in self.order.iter().filter(|b| reachable[b.index()]) {
            let block = pending[id.index()].take().expect("a block is placed once");
            let (mut terminator, terminator_span) = block.terminator.expect("set above");
            terminator.successors_mut().for_each(|target| *target = renumber(*target));
            blocks.push(Block { instructions: block.instructions, terminator, terminator_span });
        }
        let loops = find_loops(&blocks, &self.loops, &self.order, &number);
        let function = Function {
            name: self.name,
            signature: Signature::default(),
            parameters: self.parameters,
            result: self.result,
            registers: self.registers,
            locals: self.locals,
            blocks,
            loops,
            span: self.span,
        };
        (function, self.properties)
    }

    fn reachable(&self) -> Vec<bool> {
        let mut seen = vec![false; self.blocks.len()];
        let mut stack = vec![self.order[0]];
        while let Some(block) = stack.pop() {
            if std::mem::replace(&mut seen[block.index()], true) {
                continue;
            }
            if let Some((terminator, _)) = &self.blocks[block.index()].terminator {
                stack.extend(terminator.successors());
            }
        }
        seen
    }
}

fn find_loops(
    blocks: &[Block],
    pending: &[PendingLoop],
    order: &[BlockId],
    number: &[Option<BlockId>],
) -> Vec<Loop> {
    let mut loops: Vec<Loop> = Vec::new();
    let mut position = vec![usize::MAX; number.len()];
    for (index, block) in order.iter().enumerate() {
        position[block.index()] = index;
    }
    let mut last_jump_to: Vec<Option<BlockId>> = vec![None; blocks.len()];
    for (index, block) in blocks.iter().enumerate() {
        for target in block.terminator.successors() {
            if target.index() <= index {
                last_jump_to[target.index()] = Some(BlockId::new(index));
            }
        }
    }
    for pending in pending {
        let range = position[pending.first.index()]..=position[pending.last.index()];
        let inside = || order[range.clone()].iter().filter_map(|b| number[b.index()]);
        let (Some(first), Some(last)) = (inside().min(), inside().max()) else { continue };
        let (Some(header), Some(body)) = (number[pending.first.index()], number[pending.body.index()]) else {
            continue;
        };
        if header == first && last_jump_to[first.index()].is_some() {
            let last = last.max(last_jump_to[first.index()].take().unwrap_or(last));
            loops.push(Loop { first, last, body, span: pending.span });
        }
    }
    for (index, last) in last_jump_to.into_iter().enumerate() {
        if let Some(last) = last {
            let target = BlockId::new(index);
            let first_instruction = blocks[index].instructions.first().map(|i| i.span);
            let span = first_instruction.unwrap_or(blocks[index].terminator_span);
            loops.push(Loop { first: target, last, body: target, span });
        }
    }
    loops.sort_by_key(|l| l.first);
    nest(&mut loops);
    loops
}

/// Extends loops, ordered by their heads, to the ends of those that begin inside them.
fn nest(loops: &mut [Loop]) {
    // From the last head to the first: the loops that begin later have their final ends.
    for index in (0..loops.len()).rev() {
        let mut last = loops[index].last;
        for inner in &loops[index + 1..] {
            if inner.first > last {
                break;
            }
            last = last.max(inner.last);
        }
        loops[index].last = last;
    }
}
