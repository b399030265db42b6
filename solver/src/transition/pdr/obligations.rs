//! Sets of states from which something bad can be reached, and the frames at which they have yet to be excluded.
//!
//! An obligation remembers the inputs that lead from each of its states into the one it came from, so that a chain of
//! obligations that begins in a first state is a refutation. The lowest frame comes first: it is closest to the first
//! states. An obligation that was met comes back for a later frame, where it finds longer runs than breadth first would.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use bitvec::prelude::*;

use super::frames::Cube;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ObligationId(u32);

pub(super) struct Obligation {
    pub cube: Cube,
    pub inputs: BitBox,
    /// Where the inputs lead; `None` if they are what is bad.
    pub successor: Option<ObligationId>,
    /// Number of steps to what is bad.
    depth: u32,
}

#[derive(Default)]
pub(super) struct Obligations {
    all: Vec<Obligation>,
    /// By frame, then the ones that are farther from what is bad, then the older ones.
    queue: BinaryHeap<Reverse<(usize, Reverse<u32>, ObligationId)>>,
}

impl Obligations {
    pub fn add(
        &mut self,
        cube: Cube,
        inputs: &[bool],
        successor: Option<ObligationId>,
        level: usize,
    ) -> ObligationId {
        let id = ObligationId(u32::try_from(self.all.len()).expect("fewer than 2^32 obligations"));
        let depth = successor.map_or(0, |successor| self.get(successor).depth + 1);
        let inputs = inputs.iter().collect::<BitVec>().into_boxed_bitslice();
        self.all.push(Obligation { cube, inputs, successor, depth });
        self.put(id, level);
        id
    }

    /// The obligation has to be met at that frame.
    pub fn put(&mut self, id: ObligationId, level: usize) {
        self.queue.push(Reverse((level, Reverse(self.get(id).depth), id)));
    }

    pub fn get(&self, id: ObligationId) -> &Obligation {
        &self.all[id.0 as usize]
    }

    /// The most urgent one up to that frame.
    pub fn take(&mut self, last: usize) -> Option<(ObligationId, usize)> {
        let &Reverse((level, _, id)) = self.queue.peek()?;
        if level > last {
            return None;
        }
        self.queue.pop();
        Some((id, level))
    }

    pub fn count(&self) -> usize {
        self.all.len()
    }
}
