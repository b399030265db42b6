//! Which bounds are tried, in which order, and when that ends.
//!
//! With bounds given, exactly those are tried. Without, rounds and unwinding grow together until there is a
//! violation, nothing is left to look at, or the budget is used up. Rounds are added to the formula; an unwinding is a
//! new one, so there are few of them: each is twice the one before.

use std::time::Duration;

use super::bounded::BoundedSearch;
use super::options::CheckOptions;
use super::outcome::{Bounds, Cut, Outcome, Verdict};
use super::progress::Progress;
use crate::events::Bound;
use crate::source::Diagnostic;

/// What deepening tries before it gives up, if no bounds are given.
pub const DEFAULT_ROUNDS: u32 = 8;
pub const DEFAULT_UNWIND: u32 = 8;
pub const DEFAULT_SECONDS: u64 = 60;

/// Tries bounds until there is an answer.
pub(super) fn deepen(search: &mut BoundedSearch<'_>) -> Result<Outcome, Vec<Diagnostic>> {
    let (options, progress) = (search.options, search.progress);
    if options.deepens() {
        search.stop = options.stop.clone().with_timeout(Duration::from_secs(DEFAULT_SECONDS));
    }
    let mut known: Option<Outcome> = None;
    let mut next = Some(Bounds { rounds: options.rounds.unwrap_or(1), unwind: options.unwind.unwrap_or(1) });
    while let Some(bounds) = next {
        progress(Progress::Bounds(bounds));
        let mut outcome = search.try_bounds(bounds)?;
        if let Some(mut known) = known.take() {
            if let Verdict::Unknown(reason) = &outcome.verdict
                && reason.is_limit()
            {
                known.statistics = outcome.statistics;
                known.stopped = outcome.stopped;
                return search.conclude(known);
            }
            outcome.basis = outcome.basis.after(known.bounds());
        }
        if !matches!(outcome.verdict, Verdict::Unknown(_)) {
            progress(Progress::Known(&outcome));
        }
        next = match outcome.verdict {
            Verdict::NoViolationWithinBounds if outcome.stopped.is_none() => {
                deeper(options, bounds, outcome.cuts())
            }
            _ => None,
        };
        known = Some(outcome);
    }
    search.conclude(known.expect("at least one pair of bounds is tried"))
}

/// The bounds to try after `bounds` showed nothing, growing only what cut something off.
fn deeper(options: &CheckOptions, bounds: Bounds, cuts: &[Cut]) -> Option<Bounds> {
    let cuts_rounds = cuts.iter().any(|cut| matches!(cut.bound, Bound::Rounds { .. }));
    let cuts_loops = cuts.iter().any(|cut| cut.bound.is_unwinding());
    let mut next = bounds;
    if options.unwind.is_none() && cuts_loops && bounds.unwind < DEFAULT_UNWIND {
        next.unwind = (2 * bounds.unwind).min(DEFAULT_UNWIND);
    }
    if options.rounds.is_none() && cuts_rounds && bounds.rounds < DEFAULT_ROUNDS {
        next.rounds += 1;
    }
    (next != bounds).then_some(next)
}
