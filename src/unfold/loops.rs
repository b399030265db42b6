//! Iterations of loops: which of them count against the bound, and which end by themselves.

use bmc_solver::TermId;

use super::activation::{Activation, Comparison};
use super::pass::Unfolder;
use super::state::PathState;
use crate::events::Bound;
use crate::ir::*;

impl Unfolder<'_> {
    /// To come to the body of a loop is to begin an iteration. `None` if the bound cuts it off.
    pub(super) fn count_iteration(
        &mut self,
        top: &mut Activation,
        block: BlockId,
        state: PathState,
    ) -> Option<PathState> {
        let function = self.program.function(top.function);
        for (index, lp) in function.loops.iter().enumerate() {
            if block != lp.body {
                continue;
            }
            let id = LoopId::new(index);
            let of = Repetition::Loop { function: top.function, id };
            let own_bound = self.options.loops.get(&of).copied();
            let most = own_bound.unwrap_or(self.options.unwind);
            let iterations = top.loops.entry(id).or_default();
            // Paths in different atomic sections come one after the other in the same iteration.
            if !std::mem::replace(&mut iterations.is_counted, true) {
                let decided = std::mem::take(&mut iterations.progress);
                let count = if decided { &mut iterations.decided } else { &mut iterations.counted };
                *count += 1;
            }
            let entered = iterations.again.saturating_add(1);
            let place = self.place.unwrap_or(lp.span);
            if iterations.counted > most {
                self.mark_entry(&state, Bound::Unwinding { of, most }, entered, place);
                return None;
            }
            let decided = iterations.decided;
            self.note_known_iteration(of, decided);
            let known = own_bound.unwrap_or(0).max(self.options.known);
            if decided > known {
                let bound = Bound::KnownLoop { of, iterations: known };
                self.mark_entry(&state, bound, entered, place);
                return None;
            }
        }
        Some(state)
    }

    /// Notes whether a branch that may leave loops was decided by constants that change.
    pub(super) fn note_exit(
        &mut self,
        top: &mut Activation,
        block: BlockId,
        condition: &Operand,
        targets: [BlockId; 2],
        decided: Option<u128>,
    ) {
        let function = self.program.function(top.function);
        let operands = match condition {
            Operand::Register(register) => top.comparisons.get(register).copied(),
            _ => None,
        };
        // By value: a variable that is read again is a new symbol, and no progress if its value is the same.
        let operands = operands.map(|Comparison { operands: [left, right], origins: [from, other_from] }| {
            let mut known = |term: TermId| self.values_of(term).as_constant();
            let [left, right, from, other] =
                [Some(left), Some(right), from, other_from].map(|term| term.and_then(&mut known));
            // Only the place within its object: a variable that a loop declares anew is another object each time.
            let place = |address: Option<u128>| address.map(|a| self.program.pointers.offset(a) as u128);
            [left, right, place(from), place(other)]
        });
        for (index, lp) in function.loops.iter().enumerate() {
            if block < lp.first || lp.last < block {
                continue;
            }
            let (Some(_), Some(operands)) = (decided, operands) else { continue };
            let key = (top.function, LoopId::new(index));
            let stays =
                self.functions.stays_in_loop.entry(key).or_insert_with(|| function.blocks_that_stay_in(lp));
            if targets.iter().all(|t| stays[t.index()]) {
                continue;
            }
            let iterations = top.loops.entry(LoopId::new(index)).or_default();
            if iterations.last_operands.insert(block, operands) != Some(operands) {
                iterations.progress = true;
            }
        }
    }
}
