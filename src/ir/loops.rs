//! Which blocks belong to a loop in the sense that control can come around again from them.

use super::entity::BlockId;
use super::program::{Function, Loop, Terminator};

impl Terminator {
    /// The blocks control may go to next.
    pub fn successors(&self) -> impl Iterator<Item = BlockId> {
        let (first, second) = match self {
            Terminator::Jump(target) => (Some(*target), None),
            Terminator::Branch { yes, no, .. } => (Some(*yes), Some(*no)),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }
}

impl Function {
    /// For each block, whether control can get from it to the beginning of the loop without leaving the
    /// loop's range of blocks. A block in the range that cannot, such as a `break`, is on its way out.
    pub fn blocks_that_stay_in(&self, lp: &Loop) -> Vec<bool> {
        let mut stays = vec![false; self.blocks.len()];
        // Mostly edges go forward, so going backwards through the blocks settles most of them at once.
        loop {
            let mut changed = false;
            for index in (lp.first.index()..=lp.last.index()).rev() {
                let around = |target: BlockId| {
                    target == lp.first || (target <= lp.last && target > lp.first && stays[target.index()])
                };
                if !stays[index] && self.blocks[index].terminator.successors().any(around) {
                    stays[index] = true;
                    changed = true;
                }
            }
            if !changed {
                return stays;
            }
        }
    }
}
