//! The unfolding of a pair of bounds: all of it, or as much of the loops whose end is known as can be done.

use std::time::{Duration, Instant};

use bmc_solver::StopReason;

use super::bounded::BoundedSearch;
use super::progress::Stage;
use crate::events::Unfolding;
use crate::formula::{self, Question};
use crate::unfold::UnfoldError;

/// While deepening, unrolling loops whose end is known completely may take this long.
const PATIENCE_FOR_KNOWN_LOOPS: Duration = Duration::from_secs(10);
/// If that is too much: so many iterations for each one that other loops get.
const KNOWN_ITERATIONS_PER_UNWINDING: u32 = 4;

impl BoundedSearch<'_> {
    fn question(&self, unwind: u32) -> Question {
        let mut question = self.question.clone();
        question.bounds.unwind = unwind;
        question
    }

    /// The last one, if it is of this unwinding.
    pub(super) fn unfolding(&mut self, unwind: u32) -> Result<Unfolding, UnfoldError> {
        match self.unfolded.take() {
            Some((known, unfolding)) if known == unwind => return Ok(unfolding),
            _ => {}
        }
        self.last_search = None;
        self.enter(Stage::Unfold);
        let begin = Instant::now();
        let unfolded = self.unfold(unwind);
        self.statistics.add_time("unfold", begin);
        if let Ok(Unfolding { structure, .. }) = &unfolded {
            self.statistics.threads = structure.threads.len();
            self.statistics.events = structure.threads.iter().map(|t| t.events.len()).sum();
            self.statistics.labels = structure.threads.iter().map(|t| t.labels).sum();
            self.statistics.cells = structure.cells.len();
            self.statistics.unfolding_passes = structure.passes;
            let open = structure.assumed.iter().map(|open| self.assumption(*open));
            let numbers = structure.numbers.iter().map(|span| self.assumed_layout(*span));
            self.assumptions = open.chain(numbers).collect();
        }
        unfolded
    }

    /// Unrolls loops whose end is known completely, as long as that can be done; otherwise some iterations of
    /// them, more with more unwinding. A part of the program is better than nothing, and the outcome says what
    /// was left out.
    fn unfold(&mut self, unwind: u32) -> Result<Unfolding, UnfoldError> {
        let mut question = self.question(unwind);
        let some = KNOWN_ITERATIONS_PER_UNWINDING * unwind.max(1);
        if self.cuts_known_loops {
            question.bounds.known = some;
            return formula::unfold(self.program, &question, &self.stop);
        }
        let stop = match self.options.deepens() {
            true => self.stop.clone().with_timeout(PATIENCE_FOR_KNOWN_LOOPS),
            false => self.stop.clone(),
        };
        let unfolded = formula::unfold(self.program, &question, &stop);
        let too_much = match &unfolded {
            Err(UnfoldError::TooLarge(_)) => true,
            Err(UnfoldError::Stopped(StopReason::Timeout)) => self.stop.requested().is_none(),
            _ => false,
        };
        if !too_much {
            return unfolded;
        }
        question.bounds.known = some;
        let partly = formula::unfold(self.program, &question, &self.stop);
        if partly.is_err() {
            return unfolded;
        }
        self.cuts_known_loops = true;
        partly
    }
}
