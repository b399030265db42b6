//! Bounded search: the strategy that tries pairs of bounds, each with one formula of all runs within them.
//!
//! For each pair: unfold (or take the unfolding of the pair before), search for violations and confirm each until there is
//! no other, then find out what was left out. What was learnt for fewer rounds is kept, and so is what was found.

use std::time::{Duration, Instant};

use super::certify::Certifier;
use super::cuts::PATIENCE_FOR_MORE_ROUNDS;
use super::deepen::deepen;
use super::options::CheckOptions;
use super::outcome::{
    Assumption, Basis, Bounds, Counterexample, Cut, Outcome, Rest, Statistics, UnknownReason, Unreached,
    WithinBounds,
};
use super::progress::{Listener, Progress, Stage, Stopped};
use super::search::Search;
use super::settled::{Found, News};
use super::strategy::{Strategy, Task};
use super::unfolding::{NoUnfolding, PATIENCE_FOR_KNOWN_LOOPS};
use super::unreached::Reached;
use crate::events::Unfolding;
use crate::formula::Question;
use crate::ir::Program;
use crate::source::Diagnostic;
use bmc_solver::Stop;

/// While deepening, how long is waited for another violation after the last one, beyond twice the time until then.
const PATIENCE_FOR_OTHERS: Duration = Duration::from_secs(10);

/// The strategy, before it has a program.
pub struct Bounded;

impl Strategy for Bounded {
    fn run(&self, task: &Task<'_>) -> Result<Outcome, Vec<Diagnostic>> {
        deepen(&mut BoundedSearch::new(task))
    }
}

/// One program under changing bounds.
pub(super) struct BoundedSearch<'a> {
    pub program: &'a Program,
    pub options: &'a CheckOptions,
    pub progress: Listener<'a>,
    pub stage: Stage,
    pub stop: Stop,
    /// The same, if there were no violation.
    pub limit: Stop,
    pub began: Instant,
    /// How long is waited for another violation than the last one.
    patience_for_others: Duration,
    /// What the formula is about; each pair of bounds has its own unwinding.
    pub question: Question,
    /// Reaching a bound on loops or recursion counts as a violation.
    pub asserts_unwinding: bool,
    pub certifier: Certifier,
    pub statistics: Statistics,
    /// In the order in which they were found.
    pub violations: Vec<Counterexample>,
    /// What they settle.
    pub found: Found<'a>,
    /// The last search that found nothing, or its formula with one round more.
    pub last_search: Option<Search>,
    /// What the last unfolding assumes.
    pub assumptions: Vec<Assumption>,
    /// The last unfolding, and the unwinding it was made with.
    pub unfolded: Option<(u32, Unfolding)>,
    /// Loops whose end is known are cut off too, because unrolling them completely is too much.
    pub cuts_known_loops: bool,
    /// What some run comes to, with these bounds or smaller ones.
    pub reached: Reached,
    /// How long it may take to find out whether more rounds are needed, if more will be tried anyway.
    pub patience_for_more_rounds: Duration,
    /// While deepening, how long it may take to unroll them completely.
    pub patience_for_known_loops: Duration,
}

/// What one pair of bounds showed of what is not violated.
pub(super) enum Searched {
    /// There is no other violation. If something kept us from finding out which bounds are reached, the cuts are all that
    /// may be.
    NoOther {
        cuts: Vec<Cut>,
        unreached: Vec<Unreached>,
        undecided: Option<UnknownReason>,
    },
    /// One violation was enough; or else what kept us from finding a shorter one.
    Enough {
        unshortened: Option<UnknownReason>,
    },
    Unknown(UnknownReason),
}

impl<'a> BoundedSearch<'a> {
    pub(super) fn new(task: &Task<'a>) -> Self {
        let options = task.options;
        BoundedSearch {
            program: task.program,
            options,
            progress: task.progress,
            stage: Stage::default(),
            stop: options.stop.clone(),
            limit: options.stop.clone(),
            began: Instant::now(),
            patience_for_others: Duration::MAX,
            question: task.question.clone(),
            asserts_unwinding: options.unwinding_assertions && options.unwind.is_some(),
            certifier: Certifier::new(options.certify),
            statistics: Statistics::default(),
            violations: Vec::new(),
            found: Found::nothing(&task.program.sources),
            last_search: None,
            assumptions: Vec::new(),
            unfolded: None,
            cuts_known_loops: false,
            reached: Reached::default(),
            patience_for_more_rounds: PATIENCE_FOR_MORE_ROUNDS,
            patience_for_known_loops: PATIENCE_FOR_KNOWN_LOOPS,
        }
    }

    pub(super) fn try_bounds(&mut self, bounds: Bounds) -> Result<Outcome, Vec<Diagnostic>> {
        self.certifier.take();
        let searched = match self.unfolding(bounds.unwind) {
            Ok(mut unfolding) => {
                let searched = self.search(&mut unfolding, bounds);
                self.unfolded = Some((bounds.unwind, unfolding));
                searched
            }
            Err(NoUnfolding::Unsupported(diagnostic)) => return Err(vec![diagnostic]),
            Err(NoUnfolding::Unknown(reason)) => Searched::Unknown(reason),
        };
        let mut outcome = self.outcome(searched, bounds);
        if !matches!(outcome.rest, Rest::NotLookedFor | Rest::Unknown(_)) {
            outcome.certified = self.certifier.take();
        }
        Ok(outcome)
    }

    /// Without certificates.
    pub(super) fn outcome(&self, searched: Searched, bounds: Bounds) -> Outcome {
        let stopped = |reason: UnknownReason| {
            let reason = self.whose_limit(reason);
            Stopped::new(reason, Some(bounds), self.stage)
        };
        let (rest, cuts, unreached, stopped) = match searched {
            Searched::NoOther { cuts, unreached, undecided } => {
                let rest = match (cuts.is_empty(), self.assumptions.is_empty()) {
                    (true, true) => Rest::Safe,
                    (true, false) => Rest::SafeUnderAssumptions,
                    (false, _) => Rest::NoViolationWithinBounds,
                };
                (rest, cuts, unreached, undecided.map(stopped))
            }
            Searched::Enough { unshortened } => {
                (Rest::NotLookedFor, Vec::new(), Vec::new(), unshortened.map(stopped))
            }
            Searched::Unknown(reason) => {
                let stopped = stopped(reason);
                (Rest::Unknown(stopped.reason.clone()), Vec::new(), Vec::new(), Some(stopped))
            }
        };
        Outcome {
            violations: self.violations.clone(),
            rest,
            basis: Basis::Bounded(WithinBounds { bounds, completed: None, cuts, unreached }),
            assumptions: self.assumptions.clone(),
            certified: Vec::new(),
            stopped,
            statistics: self.statistics.clone(),
        }
        .in_order()
    }

    /// A violation that was confirmed: it is told, and not looked for again.
    pub(super) fn add_violation(&mut self, found: Counterexample, news: &News) {
        self.found.settle(news);
        (self.progress)(Progress::Violation { number: self.violations.len(), found: &found });
        self.violations.push(found);
        if self.options.deepens() {
            self.patience_for_others = PATIENCE_FOR_OTHERS + 2 * self.began.elapsed();
            self.stop = self.limit.clone().with_timeout(self.patience_for_others);
        }
    }

    /// Whoever is stopped cannot tell the user's time limit from those of deepening.
    fn whose_limit(&self, reason: UnknownReason) -> UnknownReason {
        match reason {
            UnknownReason::Timeout if self.options.stop.requested().is_some() => reason,
            UnknownReason::Timeout if self.limit.requested().is_some() => UnknownReason::Deepening,
            UnknownReason::Timeout => UnknownReason::NoOther { after: self.patience_for_others },
            _ => reason,
        }
    }

    /// The last word: what was known when the check was stopped, or else what a bound that was reached counts as.
    pub(super) fn conclude(&mut self, known: Outcome) -> Result<Outcome, Vec<Diagnostic>> {
        let asserts = self.options.unwinding_assertions;
        let is_final = known.rest != Rest::NoViolationWithinBounds;
        let stopped = known.stopped.clone();
        if let Some(stopped) = stopped
            && (is_final || !asserts || !known.cuts_loops() || self.options.stop.requested().is_some())
        {
            return Ok(known.ended_by(stopped, asserts));
        }
        match known.bounds() {
            // Deepening went as far as it does; what is still cut off now counts.
            Some(bounds) if asserts && known.cuts_loops() => {
                self.asserts_unwinding = true;
                self.stop = self.options.stop.clone();
                self.try_bounds(bounds)
            }
            _ => Ok(known),
        }
    }

    /// Deepening takes this long at the most.
    pub(super) fn limit_time(&mut self, patience: Duration) {
        self.limit = self.options.stop.clone().with_timeout(patience);
        self.stop = self.limit.clone();
    }

    pub(super) fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        (self.progress)(Progress::Statistics(&self.statistics));
        (self.progress)(Progress::Stage(stage));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{LoadOptions, load};
    use crate::source::Input;

    /// The reason if both time limits are these.
    fn reason_after(of_the_user: Option<Duration>, of_deepening: Duration) -> UnknownReason {
        let input = Input::Text { name: "test.c".into(), text: "int main(void) { return 0; }".into() };
        let loaded = load([input], &LoadOptions::default()).unwrap_or_else(|_| panic!("it is valid"));
        let stop = of_the_user.map_or(Stop::new(), |timeout| Stop::new().with_timeout(timeout));
        let (program, options) = (&loaded.program, &CheckOptions { stop, ..CheckOptions::default() });
        let question = options.question(program, 1).expect("all names are known");
        let mut search = BoundedSearch::new(&Task { program, options, question, progress: &|_| {} });
        search.limit_time(of_deepening);
        let outcome = search.try_bounds(Bounds { rounds: 1, unwind: 1 }).expect("it is supported");
        match outcome.rest {
            Rest::Unknown(reason) => reason,
            rest => panic!("there is no time: {rest:?}"),
        }
    }

    #[test]
    fn the_time_of_deepening_is_not_the_limit_of_the_user() {
        let hour = Duration::from_secs(3600);
        assert_eq!(reason_after(None, Duration::ZERO), UnknownReason::Deepening);
        assert_eq!(reason_after(Some(hour), Duration::ZERO), UnknownReason::Deepening);
        assert_eq!(reason_after(Some(Duration::ZERO), hour), UnknownReason::Timeout);
    }
}
