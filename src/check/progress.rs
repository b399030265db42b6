//! What a check tells while it goes on, and what is left of it when it is ended early.
//!
//! Whoever runs a check may have to answer before it returns: the time is over and a stage does not listen. So
//! everything that would be an answer is told as soon as it is known, and [`Outcome::ended_by`] makes of it the
//! same answer that the check itself would give.

use std::fmt;

use super::{Basis, Bounds, Counterexample, Outcome, Rest, Statistics, UnknownReason, WithinBounds};
use crate::prove::Activity;

/// Whoever wants to know. Strategies that do several things at a time call it from several threads.
pub type Listener<'a> = &'a (dyn Fn(Progress<'_>) + Sync);

/// News from a check.
pub enum Progress<'a> {
    /// These bounds are tried from now on.
    Bounds(Bounds),
    /// This is done from now on, for the bounds if there are any.
    Stage(Stage),
    /// Beside that, the search for a proof does this.
    Proving(Activity),
    /// Sizes and times until now.
    Statistics(&'a Statistics),
    /// A violation that was replayed. One of the same number takes its place; a shorter run is looked for.
    Violation { number: usize, found: &'a Counterexample },
    /// An answer, which stands unless a better one follows: bounds within which there is no other violation.
    Known(&'a Outcome),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    #[default]
    Unfold,
    Encode,
    Solve,
    Certify,
    Cuts,
    Replay,
    Shorten,
    /// There are no bounds: a proof is looked for.
    Prove(Activity),
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Prove(activity) => return activity.fmt(f),
            Stage::Unfold => "unfolding the threads",
            Stage::Encode => "making the formula",
            Stage::Solve => "looking for a violation",
            Stage::Certify => "proving that there is no violation",
            Stage::Cuts => "finding out what the bounds leave out",
            Stage::Replay => "replaying a violation",
            Stage::Shorten => "looking for a shorter run with a violation",
        })
    }
}

/// What ended a check early, and what it was doing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stopped {
    pub reason: UnknownReason,
    /// The bounds that were tried then, if it was a search within bounds.
    pub bounds: Option<Bounds>,
    pub stage: Stage,
    /// What a search for a proof asked about last, in words, the most frequent first.
    pub about: Vec<String>,
}

impl Stopped {
    pub fn new(reason: UnknownReason, bounds: Option<Bounds>, stage: Stage) -> Stopped {
        Stopped { reason, bounds, stage, about: Vec::new() }
    }
}

impl Outcome {
    /// Nothing is known but what was tried.
    pub fn unknown(stopped: Stopped) -> Outcome {
        Outcome {
            violations: Vec::new(),
            rest: Rest::Unknown(stopped.reason.clone()),
            basis: stopped.bounds.map_or(Basis::Nothing, |bounds| {
                Basis::Bounded(WithinBounds {
                    bounds,
                    completed: None,
                    cuts: Vec::new(),
                    unreached: Vec::new(),
                })
            }),
            assumptions: Vec::new(),
            certified: Vec::new(),
            stopped: Some(stopped),
            statistics: Default::default(),
        }
    }

    /// What becomes of this outcome when the search for a better one is ended. Violations that were replayed stay
    /// whatever happens, and a complete answer unless the end is a mistake of ours. Bounds without a violation are the
    /// answer if a limit was hit; who interrupts a check does not want an answer that looks like one, and is told what
    /// was known.
    pub fn ended_by(self, stopped: Stopped, unwinding_assertions: bool) -> Outcome {
        let is_limit = stopped.reason.leaves_an_answer();
        let violates = unwinding_assertions && self.cuts_loops();
        let stands = match self.rest {
            Rest::Safe | Rest::SafeUnderAssumptions | Rest::SafeWithBoundedThreads => {
                stopped.reason.is_limit()
            }
            Rest::NoViolationWithinBounds => is_limit && !violates,
            Rest::NotLookedFor => true,
            Rest::Unknown(_) => return self,
        };
        if stands {
            return Outcome { stopped: Some(stopped), ..self };
        }
        let unknown = Outcome::unknown(stopped);
        let basis = unknown.basis.after(self.bounds());
        Outcome { violations: self.violations, basis, statistics: self.statistics, ..unknown }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Cut;
    use crate::events::Bound;
    use crate::ir::{FunctionId, LoopId, Repetition};

    const BOUNDS: Bounds = Bounds { rounds: 2, unwind: 1 };

    fn within_bounds() -> Outcome {
        let stopped = Stopped::new(UnknownReason::Timeout, Some(BOUNDS), Stage::Solve);
        let of = Repetition::Loop { function: FunctionId(0), id: LoopId(0) };
        let cut = Cut { bound: Bound::Unwinding { of, most: 1 }, location: None, source: String::new() };
        let basis = within_these(vec![cut]);
        let rest = Rest::NoViolationWithinBounds;
        Outcome { rest, basis, stopped: None, ..Outcome::unknown(stopped) }
    }

    fn within_these(cuts: Vec<Cut>) -> Basis {
        Basis::Bounded(WithinBounds { bounds: BOUNDS, completed: None, cuts, unreached: Vec::new() })
    }

    fn ended_by(reason: UnknownReason, unwinding_assertions: bool) -> Outcome {
        let bounds = Some(Bounds { rounds: 3, unwind: 2 });
        let stopped = Stopped::new(reason, bounds, Stage::Encode);
        within_bounds().ended_by(stopped, unwinding_assertions)
    }

    #[test]
    fn bounds_that_were_tried_are_the_answer_when_a_limit_is_hit() {
        for reason in [UnknownReason::Timeout, UnknownReason::Memory] {
            let outcome = ended_by(reason.clone(), false);
            assert!(matches!(outcome.rest, Rest::NoViolationWithinBounds));
            assert_eq!(outcome.bounds(), Some(BOUNDS));
            let stopped = outcome.stopped.expect("it says what ended it");
            assert_eq!((stopped.reason, stopped.stage), (reason, Stage::Encode));
        }
    }

    #[test]
    fn an_interrupt_is_no_answer_but_tells_what_was_known() {
        let outcome = ended_by(UnknownReason::Interrupted, false);
        assert!(matches!(outcome.rest, Rest::Unknown(UnknownReason::Interrupted)));
        assert_eq!(outcome.completed(), Some(BOUNDS));
        assert_eq!(outcome.bounds(), Some(Bounds { rounds: 3, unwind: 2 }));
    }

    #[test]
    fn a_loop_that_was_cut_off_is_no_answer_where_that_counts_as_a_violation() {
        let outcome = ended_by(UnknownReason::Timeout, true);
        assert!(matches!(outcome.rest, Rest::Unknown(UnknownReason::Timeout)));
        assert_eq!(outcome.completed(), Some(BOUNDS));
    }

    #[test]
    fn what_is_final_stays_so() {
        let basis = within_these(Vec::new());
        let safe = Outcome { rest: Rest::Safe, basis, ..within_bounds() };
        let (reason, bounds) = (UnknownReason::Interrupted, Some(BOUNDS));
        let stopped = Stopped::new(reason, bounds, Stage::Cuts);
        assert!(matches!(safe.ended_by(stopped, true).rest, Rest::Safe));
    }
}
