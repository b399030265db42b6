//! Loops as ranges of blocks: which jumps go around again, which loops lie in which, and which blocks belong to a
//! loop in the sense that control can come around again from them.
//!
//! Every jump backwards goes to the head of a loop that contains it, and of two loops one lies inside the other or
//! they have no block in common. So control that moves through a program iterates loops in order: when a loop
//! around begins a new iteration, those inside begin anew.

use super::entity::{BlockId, FunctionId, LoopId};
use super::function::Function;
use super::program::Program;
use crate::source::Span;

pub struct Loop {
    /// First and last block of the loop; an edge from inside to outside this range leaves it.
    pub first: BlockId,
    pub last: BlockId,
    /// Entering this block is one iteration: the body for `for` and `while`, whose condition is evaluated
    /// once more than their body; the target of the backward jump for `do` and `goto`.
    pub body: BlockId,
    pub span: Span,
}

/// What control can come to again and again, and bounds are about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Repetition {
    Loop { function: FunctionId, id: LoopId },
    Recursion { function: FunctionId },
}

impl Program {
    /// `main.0` for the first loop of `main`; the recursion of a function has its name.
    pub fn repetition_name(&self, repetition: Repetition) -> String {
        match repetition {
            Repetition::Loop { function, id } => format!("{}.{}", self.function(function).name, id.0),
            Repetition::Recursion { function } => self.function(function).name.clone(),
        }
    }

    /// All that a user means by a name: functions of different files may have the same one.
    pub fn repetitions_named(&self, name: &str) -> Vec<Repetition> {
        let ids = || (0..self.functions.len()).map(FunctionId::new);
        let recursion = ids().filter(|id| self.function(*id).name == name);
        let mut found: Vec<Repetition> =
            recursion.map(|function| Repetition::Recursion { function }).collect();
        if let Some((of, number)) = name.rsplit_once('.')
            && let Ok(number) = number.parse::<u32>()
        {
            let id = LoopId(number);
            let holds = |function: &Function| function.name == of && id.index() < function.loops.len();
            let loops = ids().filter(|function| holds(self.function(*function)));
            found.extend(loops.map(|function| Repetition::Loop { function, id }));
        }
        found
    }
}

impl Function {
    /// The loop of which control begins one more iteration when it goes from the end of `from` to `to`.
    pub fn loop_jumped_back_to(&self, from: BlockId, to: BlockId) -> Option<LoopId> {
        let is_back = to <= from;
        is_back.then(|| self.loops.iter().position(|lp| lp.first == to).map(LoopId::new)).flatten()
    }

    /// Whether the one loop is a proper part of the other.
    pub fn is_inside(&self, inner: LoopId, outer: LoopId) -> bool {
        let (inner, outer) = (&self.loops[inner.index()], &self.loops[outer.index()]);
        outer.first < inner.first && inner.last <= outer.last
    }

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
