//! Eager schedules (Lal and Reps, CSeq): what memory holds when a round begins is guessed.
//!
//! Each thread could then be run through all its rounds by itself, before the next one; in the end every guess must be
//! what the round before it left, and a run in which one is not does not count. As constraints the order in which
//! threads are written down makes no difference, so rounds are added one by one here, too: a round begins with fresh
//! variables in every cell that may have changed, and the guess that they are right is bound to them.
//!
//! Terms are smaller than with lazy schedules, because no term reaches over the end of a round; the solver has more to
//! find out.

use bmc_solver::{StopReason, TermId};

use super::lazy::Lazy;
use super::sweep::{Round, Sweep};
use crate::planted::planted;

pub(super) struct Eager;

impl Sweep for Eager {
    fn add_round(&mut self, round: &mut Round<'_>) -> Result<Vec<TermId>, StopReason> {
        if round.timetable.rounds > 1 {
            let Round { terms, memory, relevance, .. } = round;
            memory.replace(&mut |left| {
                if terms.as_constant(left).is_some() {
                    return left;
                }
                let guess = terms.variable(terms.width(left));
                if !planted!(GuessesAreNotChecked) {
                    let is_right = terms.eq(guess, left);
                    relevance.bind(terms, guess, is_right);
                }
                guess
            });
        }
        Lazy.add_round(round)
    }
}
