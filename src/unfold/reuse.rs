//! A new block may be where a freed one was.
//!
//! To the program a block is its address: a stale pointer equals the pointer to a new block at the same place, and a
//! compare-and-swap that expects the old block succeeds with the new one. So an allocation may bring a freed block back
//! to life instead of making a new object; which of the two is a choice of the run, like an input.
//!
//! That is possible for every freed block of the same size, and would cost every access through the new pointer a
//! choice of places. It can only be told where two pointers are compared, one to either block (using the stale pointer
//! is wrong with or without reuse). So pairs of blocks that meet in a comparison are assumptions like others, found while
//! unfolding, and all other allocations stay as they are. Blocks of different sizes, and variables, never share a place.

use bmc_solver::TermId;

use super::lives::{ALIVE, OVER};
use super::memory::{InstructionGroup, Site};
use super::pass::Unfolder;
use super::resolve::Target;
use super::state::PathState;
use crate::events::{Bound, Reuse};
use crate::ir::{BinaryOp, ObjectId};
use crate::planted::planted;
use crate::source::Span;

/// An allocation is followed to the places of no more freed blocks than this.
const MOST_PLACES: usize = 8;

impl Unfolder<'_> {
    /// Two words are compared: blocks that they may point to meet.
    pub(super) fn note_comparison(&mut self, op: BinaryOp, left: TermId, right: TermId) {
        let tells = op.is_comparison() || matches!(op, BinaryOp::Sub | BinaryOp::Xor);
        let is_pointer = self.terms.width(left) == self.program.pointers.pointer_bits;
        if !tells || !is_pointer || !self.assumptions.frees_blocks() || planted!(AddressesAreNeverReused) {
            return;
        }
        let (on_left, on_right) = (self.blocks_in(left), self.blocks_in(right));
        for &one in &on_left {
            for &other in &on_right {
                let (a, b) = (self.shape(one), self.shape(other));
                if one != other && a.size == b.size && !a.varies && !b.varies {
                    self.assumptions.meet(one, other);
                }
            }
        }
    }

    /// The program's heap blocks that a word may point into.
    fn blocks_in(&mut self, word: TermId) -> Vec<ObjectId> {
        let layout = self.program.pointers;
        let first_dynamic = self.program.first_dynamic_object().index();
        let mut found = Vec::new();
        for piece in self.values_of(word).pieces() {
            let first = layout.object(piece.low).index().max(first_dynamic);
            let last = layout.object(piece.high).index().min(self.assumptions.object_count() - 1);
            found.extend(
                (first..=last).map(ObjectId::new).filter(|&object| {
                    self.assumptions.shape(object).is_some_and(|shape| shape.kind.can_leak())
                }),
            );
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The address of the block that an allocation yields, `object` or a freed one, and the condition under which it
    /// is `object`.
    pub(super) fn place_of_block(
        &mut self,
        state: &mut PathState,
        object: ObjectId,
        is_zeroed: bool,
        span: Span,
    ) -> (TermId, TermId) {
        let mut address = self.pointer(object, 0);
        let mut is_new = TermId::TRUE;
        let mut label = InstructionGroup::default();
        let site = Site::silent(span);
        let mut reuses = Vec::new();
        for block in self.freed_before(state, object, span) {
            // Others must not be taken to have made the block before they did: no pointer leads here.
            if self.shape(block).owner != self.current {
                self.assumptions.let_life_be_known(block);
            }
            let life = self.life_of(block, TermId::TRUE);
            let Some(byte) = self.read(state, &[life], &mut label, site) else { continue };
            let over = self.terms.constant(8, OVER);
            let is_over = self.terms.eq(byte, over);
            let chosen = self.terms.variable(1);
            let chosen = self.terms.and(chosen, is_over);
            let chosen = self.terms.and(chosen, is_new);
            if chosen == TermId::FALSE {
                continue;
            }
            self.set_life(state, block, chosen, ALIVE, &mut label, site);
            if is_zeroed {
                self.clear(state, block, chosen, &mut label, site);
            }
            let there = self.pointer(block, 0);
            address = self.choose(chosen, there, address);
            let not_chosen = self.terms.not(chosen);
            is_new = self.terms.and(is_new, not_chosen);
            reuses.push(Reuse { chosen, block });
        }
        if !reuses.is_empty() {
            self.found.reuses.insert(object, reuses);
        }
        (address, is_new)
    }

    /// Freed blocks whose place the new one may get in a way that the program can tell.
    fn freed_before(&mut self, state: &PathState, object: ObjectId, span: Span) -> Vec<ObjectId> {
        let (current, freed) = (self.current, &self.memory.freed);
        let by_now = |block: &ObjectId| {
            let by = self.assumptions.freed_by(*block);
            by.iter().any(|&thread| thread != current || freed.contains(block))
        };
        let met = self.assumptions.met_by(object);
        let mut blocks: Vec<ObjectId> = met.filter(by_now).collect();
        if blocks.len() > MOST_PLACES {
            // The last ones freed are those that allocators give out first.
            blocks.drain(..blocks.len() - MOST_PLACES);
            let what = format!("new blocks at the places of more than {MOST_PLACES} freed ones");
            self.mark(state, Bound::NotFollowed { what }, span);
        }
        blocks
    }

    fn clear(
        &mut self,
        state: &mut PathState,
        block: ObjectId,
        condition: TermId,
        label: &mut InstructionGroup,
        site: Site,
    ) {
        let size = self.shape(block).size;
        for offset in self.assumptions.cells_at(block, 0, size) {
            let bytes = self.assumptions.cell(block, offset).bytes;
            // A cell as wide as that was never used.
            if bytes > 16 {
                continue;
            }
            let zero = self.terms.constant((bytes * 8) as u32, 0);
            let target =
                Target { condition, address: self.pointer(block, offset), object: block, offset, bytes };
            self.write(state, &[target], zero, label, site);
        }
    }
}
