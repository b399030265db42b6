//! The unfolding of a pair of bounds: all of it, or as much of the loops whose end is known as can be done; or else why
//! there is none.

use std::time::{Duration, Instant};

use bmc_solver::StopReason;

use super::assumed::{assumed_layout, assumed_of};
use super::bounded::BoundedSearch;
use super::outcome::{Limitation, UnknownReason};
use super::progress::Stage;
use crate::events::Unfolding;
use crate::formula::{self, Question};
use crate::ir::{Program, Repetition};
use crate::source::{Diagnostic, Span};
use crate::unfold::{Extent, Unfinished, UnfoldError};

/// While deepening, unrolling loops whose end is known completely may take this long.
pub(super) const PATIENCE_FOR_KNOWN_LOOPS: Duration = Duration::from_secs(10);
/// If that is too much: so many iterations for each one that other loops get.
const KNOWN_ITERATIONS_PER_UNWINDING: u32 = 4;

/// Why a pair of bounds has no unfolding.
#[derive(Debug)]
pub(super) enum NoUnfolding {
    /// The program asks for something that is not supported.
    Unsupported(Diagnostic),
    Unknown(UnknownReason),
}

impl BoundedSearch<'_> {
    fn question(&self, unwind: u32) -> Question {
        let mut question = self.question.clone();
        question.bounds.unwind = unwind;
        question
    }

    /// The last one, if it is of this unwinding.
    pub(super) fn unfolding(&mut self, unwind: u32) -> Result<Unfolding, NoUnfolding> {
        match self.unfolded.take() {
            Some((known, unfolding)) if known == unwind => return Ok(unfolding),
            _ => {}
        }
        self.last_search = None;
        self.enter(Stage::Unfold);
        let begin = Instant::now();
        let unfolded = self.unfold(unwind);
        self.statistics.add_time("unfold", begin);
        if let Ok(Unfolding { terms, structure }) = &unfolded {
            self.statistics.set_extent(&Extent {
                passes: structure.passes,
                threads: structure.threads.len(),
                events: structure.threads.iter().map(|t| t.events.len()).sum(),
                labels: structure.threads.iter().map(|t| t.labels).sum(),
                cells: structure.cells.len(),
                terms: terms.len(),
                longest_loop: None,
            });
            let open = structure.assumed.iter().map(|open| assumed_of(self.program, *open));
            let numbers = structure.numbers.iter().map(|span| assumed_layout(self.program, *span));
            self.assumptions = open.chain(numbers).collect();
        }
        unfolded
    }

    /// Unrolls loops whose end is known completely, as long as that can be done; otherwise some iterations of
    /// them, more with more unwinding. A part of the program is better than nothing, and the outcome says what
    /// was left out.
    fn unfold(&mut self, unwind: u32) -> Result<Unfolding, NoUnfolding> {
        let all = self.question(unwind);
        let mut some = all.clone();
        some.bounds.known = KNOWN_ITERATIONS_PER_UNWINDING * unwind.max(1);
        if self.cuts_known_loops {
            let unfolded = formula::unfold(self.program, &some, &self.stop);
            return unfolded.map_err(|unfinished| self.explain(unfinished));
        }
        let stop = match self.options.deepens() {
            true => self.stop.clone().with_timeout(self.patience_for_known_loops),
            false => self.stop.clone(),
        };
        let completely = match formula::unfold(self.program, &all, &stop) {
            Ok(unfolding) => return Ok(unfolding),
            Err(unfinished) => unfinished,
        };
        let is_too_large = matches!(completely.error, UnfoldError::TooLarge { .. });
        let is_too_long = matches!(completely.error, UnfoldError::Stopped(StopReason::Timeout))
            && self.stop.requested().is_none();
        if !is_too_large && !is_too_long {
            return Err(self.explain(completely));
        }
        let partly = match formula::unfold(self.program, &some, &self.stop) {
            Ok(unfolding) => {
                self.cuts_known_loops = true;
                return Ok(unfolding);
            }
            Err(unfinished) => unfinished,
        };
        Err(match partly.error {
            _ if is_too_large => self.explain(completely),
            UnfoldError::TooLarge { what, span } => self.explain_both(&completely.extent, &what, span),
            UnfoldError::Unsupported(_) | UnfoldError::Stopped(_) => self.explain(partly),
        })
    }

    /// Nothing but what the unfolding itself says. Its sizes are those of the check.
    fn explain(&mut self, Unfinished { error, extent }: Unfinished) -> NoUnfolding {
        self.statistics.set_extent(&extent);
        match error {
            UnfoldError::Unsupported(diagnostic) => NoUnfolding::Unsupported(diagnostic),
            UnfoldError::Stopped(reason) => NoUnfolding::Unknown(reason.into()),
            UnfoldError::TooLarge { what, span } => {
                let limitation = Limitation::new(what, span, &self.program.sources);
                NoUnfolding::Unknown(UnknownReason::TooLarge(limitation))
            }
        }
    }

    /// All iterations of loops whose end is known took too long, and some of them are too large.
    fn explain_both(&mut self, completely: &Extent, what: &str, span: Option<Span>) -> NoUnfolding {
        self.statistics.set_extent(completely);
        let longest = completely.longest_loop.map(|longest| in_words(self.program, longest));
        let what = format!(
            "unrolling the loops whose end is known takes more than {} seconds{}, and with few of their iterations {what}",
            self.patience_for_known_loops.as_secs(),
            longest.map(|longest| format!(" ({longest})")).unwrap_or_default(),
        );
        let limitation = Limitation::new(what, span, &self.program.sources);
        NoUnfolding::Unknown(UnknownReason::KnownLoops(limitation))
    }
}

fn in_words(program: &Program, (of, iterations): (Repetition, u32)) -> String {
    let plural = if iterations == 1 { "" } else { "s" };
    format!("{iterations} iteration{plural} of loop {} by then", program.repetition_name(of))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::CheckOptions;
    use crate::check::strategy::Task;
    use crate::load::{LoadOptions, load};
    use crate::source::Input;

    const WRITES_ANYWHERE: &str = "
        unsigned __VERIFIER_nondet_uint(void);
        static char places[30000];
        int main(void) {
            int sum = 0;
            for (int i = 0; i < 3; i++) sum += i;
            unsigned index = __VERIFIER_nondet_uint();
            if (index < sizeof places)
                places[index] = sum;
            return 0;
        }";

    fn reason_with(patience: Duration, options: &CheckOptions) -> (UnknownReason, u32) {
        let input = Input::Text { name: "test.c".into(), text: WRITES_ANYWHERE.into() };
        let loaded = load([input], &LoadOptions::default()).unwrap_or_else(|_| panic!("it is valid"));
        let program = &loaded.program;
        let question = options.question(program, 1).expect("all names are known");
        let mut search = BoundedSearch::new(&Task { program, options, question, progress: &|_| {} });
        search.patience_for_known_loops = patience;
        match search.unfolding(1) {
            Err(NoUnfolding::Unknown(reason)) => (reason, search.statistics.unfolding_passes),
            Err(NoUnfolding::Unsupported(diagnostic)) => panic!("{diagnostic:?}"),
            Ok(_) => panic!("so many places are not followed"),
        }
    }

    #[test]
    fn a_patience_of_ours_is_not_called_the_time_limit() {
        let (reason, passes) = reason_with(Duration::ZERO, &CheckOptions::default());
        let UnknownReason::KnownLoops(limitation) = reason else { panic!("{reason:?}") };
        assert!(limitation.what.contains("loops whose end is known"), "{}", limitation.what);
        assert!(limitation.what.contains("too many places"), "{}", limitation.what);
        assert_eq!(limitation.source, "places[index] = sum;");
        assert_eq!(passes, 1);
    }

    #[test]
    fn with_bounds_given_nothing_but_the_limits_of_the_user_end_an_unfolding() {
        let options = CheckOptions { rounds: Some(1), unwind: Some(1), ..CheckOptions::default() };
        let (reason, passes) = reason_with(Duration::ZERO, &options);
        let UnknownReason::TooLarge(limitation) = reason else { panic!("{reason:?}") };
        assert_eq!(limitation.location.map(|location| location.line), Some(9));
        assert!(passes >= 1);
    }

    #[test]
    fn the_longest_loop_is_named() {
        let input = Input::Text { name: "test.c".into(), text: WRITES_ANYWHERE.into() };
        let loaded = load([input], &LoadOptions::default()).unwrap_or_else(|_| panic!("it is valid"));
        let question = CheckOptions::default().question(&loaded.program, 1).expect("all names are known");
        let unfolded = formula::unfold(&loaded.program, &question, &bmc_solver::Stop::new());
        let longest = unfolded.err().and_then(|unfinished| unfinished.extent.longest_loop);
        let words = in_words(&loaded.program, longest.expect("a loop has an end that is known"));
        assert_eq!(words, "3 iterations of loop main.0 by then");
    }
}
