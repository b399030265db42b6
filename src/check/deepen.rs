//! Which bounds are tried, in which order, and when that ends.
//!
//! With bounds given, exactly those are tried. Without, rounds and unwinding grow until nothing is left to look at or the
//! time is over. What is violated is not looked for again, and everything else is; but who has a violation waits for
//! others only a few times as long as it took to find it.
//!
//! Rounds are added to the formula; an unwinding is a new one, so at first each is twice the one before. Most bugs are
//! found while both are small and grow together. Later either may be the one that costs everything and shows nothing,
//! so what cuts something off grows in turns: the one whose formulas had fewer clauses so far. Not the one that took
//! less time, which would make the answer depend on the machine.

use super::bounded::BoundedSearch;
use super::options::CheckOptions;
use super::outcome::{Bounds, Outcome, Rest, UnknownReason};
use super::progress::{Progress, Stopped};
use crate::events::Bound;
use crate::source::Diagnostic;

/// How long deepening goes on if nobody says anything else.
pub const DEFAULT_SECONDS: u64 = 60;
/// As long as neither is more than this, rounds and unwinding grow together.
const TOGETHER: u32 = 8;

/// What has been learnt about the bounds of one program.
#[derive(Default)]
struct Experience {
    /// The clauses that were solved for more rounds alone, and for more unwinding alone.
    rounds: usize,
    unwinding: usize,
    /// More unwinding is too large, for this reason.
    too_large: Option<Stopped>,
}

/// Tries bounds until there is an answer.
pub(super) fn deepen(search: &mut BoundedSearch<'_>) -> Result<Outcome, Vec<Diagnostic>> {
    let (options, progress) = (search.options, search.progress);
    if let (true, Some(patience)) = (options.deepens(), options.patience) {
        search.limit_time(patience);
    }
    let mut experience = Experience::default();
    let mut bounds = Bounds { rounds: options.rounds.unwrap_or(1), unwind: options.unwind.unwrap_or(1) };
    let mut known: Option<Outcome> = None;
    loop {
        progress(Progress::Bounds(bounds));
        let mut outcome = search.try_bounds(bounds)?;
        if let Some(mut before) = known.take() {
            experience.learn(before.bounds(), bounds, outcome.statistics.solver.cnf_clauses);
            match &outcome.rest {
                Rest::Unknown(reason) if reason.is_limit() => {
                    before.violations = outcome.violations;
                    before.statistics = outcome.statistics;
                    before.stopped = outcome.stopped;
                    return search.conclude(before);
                }
                Rest::Unknown(UnknownReason::TooLarge(_)) => {
                    experience.too_large = outcome.stopped;
                    outcome = Outcome { violations: outcome.violations, ..before };
                }
                _ => outcome.basis = outcome.basis.after(before.bounds()),
            }
        }
        if !matches!(outcome.rest, Rest::Unknown(_)) {
            progress(Progress::Known(&outcome));
        }
        let next = match outcome.rest {
            Rest::NoViolationWithinBounds if outcome.stopped.is_none() => {
                experience.deeper(options, &outcome)
            }
            _ => None,
        };
        let Some(next) = next else {
            let is_open = outcome.rest == Rest::NoViolationWithinBounds;
            if let (true, None) = (is_open, &outcome.stopped) {
                outcome.stopped = experience.too_large;
            }
            return search.conclude(outcome);
        };
        (known, bounds) = (Some(outcome), next);
    }
}

impl Experience {
    fn learn(&mut self, before: Option<Bounds>, now: Bounds, clauses: usize) {
        match before {
            Some(before) if before.unwind == now.unwind => self.rounds += clauses,
            Some(before) if before.rounds == now.rounds => self.unwinding += clauses,
            _ => {}
        }
    }

    /// The bounds to try after those of the outcome showed nothing, growing only what cut something off.
    fn deeper(&self, options: &CheckOptions, outcome: &Outcome) -> Option<Bounds> {
        let bounds = outcome.bounds()?;
        let cuts_rounds = outcome.cuts().iter().any(|cut| matches!(cut.bound, Bound::Rounds { .. }));
        let cuts_loops = outcome.cuts().iter().any(|cut| cut.bound.is_unwinding());
        let mut grows_rounds = options.rounds.is_none() && cuts_rounds;
        let mut grows_unwinding = options.unwind.is_none() && cuts_loops && self.too_large.is_none();
        if grows_rounds && grows_unwinding && bounds.rounds.max(bounds.unwind) >= TOGETHER {
            grows_rounds = self.rounds <= self.unwinding;
            grows_unwinding = !grows_rounds;
        }
        let next = Bounds {
            rounds: bounds.rounds.saturating_add(u32::from(grows_rounds)),
            unwind: if grows_unwinding { more_unwinding(bounds.unwind) } else { bounds.unwind },
        };
        (next != bounds).then_some(next)
    }
}

/// Twice as much, later half as much again.
fn more_unwinding(unwind: u32) -> u32 {
    match unwind < TOGETHER {
        true => (2 * unwind).clamp(1, TOGETHER),
        false => unwind.saturating_add(unwind / 2),
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcome::{Basis, Cut, Statistics, WithinBounds};
    use super::*;
    use crate::ir::{FunctionId, LoopId, Repetition};

    fn nothing_within(rounds: u32, unwind: u32, cut: &[Bound]) -> Outcome {
        let cuts = cut
            .iter()
            .map(|bound| Cut { bound: bound.clone(), location: None, source: String::new() })
            .collect();
        let bounds = Bounds { rounds, unwind };
        Outcome {
            violations: Vec::new(),
            rest: Rest::NoViolationWithinBounds,
            basis: Basis::Bounded(WithinBounds { bounds, completed: None, cuts, unreached: Vec::new() }),
            assumptions: Vec::new(),
            certified: Vec::new(),
            stopped: None,
            statistics: Statistics::default(),
        }
    }

    const ROUNDS: Bound = Bound::Rounds { most: 1 };
    const LOOP: Bound =
        Bound::Unwinding { of: Repetition::Loop { function: FunctionId(0), id: LoopId(0) }, most: 1 };

    #[test]
    fn only_what_cuts_something_off_grows_and_there_is_no_last_bound() {
        let (options, new) = (CheckOptions::default(), Experience::default());
        let next = |rounds, unwind, cut: &[Bound]| {
            let next = new.deeper(&options, &nothing_within(rounds, unwind, cut))?;
            Some((next.rounds, next.unwind))
        };
        assert_eq!(next(1, 1, &[ROUNDS, LOOP]), Some((2, 2)));
        assert_eq!(next(3, 4, &[ROUNDS, LOOP]), Some((4, 8)));
        assert_eq!(next(8, 8, &[ROUNDS]), Some((9, 8)));
        assert_eq!(next(100, 1, &[ROUNDS]), Some((101, 1)));
        assert_eq!(next(8, 8, &[LOOP]), Some((8, 12)));
        assert_eq!(next(8, 8, &[]), None);
        assert_eq!(next(8, 8, &[Bound::Threads { most: 3 }]), None);
        let given = CheckOptions { rounds: Some(2), unwind: Some(3), ..CheckOptions::default() };
        assert_eq!(new.deeper(&given, &nothing_within(2, 3, &[ROUNDS, LOOP])), None);
    }

    #[test]
    fn what_was_smaller_so_far_grows_next() {
        let options = CheckOptions::default();
        let mut experience = Experience::default();
        let outcome = nothing_within(8, 8, &[ROUNDS, LOOP]);
        let [first, second] = [Bounds { rounds: 8, unwind: 8 }, Bounds { rounds: 9, unwind: 8 }];
        assert_eq!(experience.deeper(&options, &outcome), Some(second));
        experience.learn(Some(first), second, 300);
        assert_eq!(experience.deeper(&options, &outcome), Some(Bounds { rounds: 8, unwind: 12 }));
        let third = Bounds { rounds: 8, unwind: 12 };
        experience.learn(Some(first), third, 400);
        assert_eq!(experience.deeper(&options, &outcome), Some(second));
    }
}
