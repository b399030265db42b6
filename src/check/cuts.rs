//! What the bounds left out of a search that found nothing: marks that some run reaches, and rounds.

use std::time::Duration;

use bmc_solver::TermId;
use rustc_hash::FxHashMap;

use super::assumed::{cut, limits_of_input};
use super::bounded::{BoundedSearch, Searched};
use super::certify::bound_in_words;
use super::outcome::{Bounds, Cut, Outcome, UnknownReason};
use super::progress::Progress;
use super::search::{Reply, Search};
use crate::events::{Bound, Unfolding};
use crate::sequentialize::{Runs, rounds_that_suffice};

/// Beyond a few times what the search itself took, this long is spent on whether more rounds are needed; twice as long
/// whenever that was not enough, so that a hard question is not asked in vain for ever.
pub(super) const PATIENCE_FOR_MORE_ROUNDS: Duration = Duration::from_secs(4);

impl BoundedSearch<'_> {
    /// What the bounds left out of the search that just found nothing.
    pub(super) fn find_cuts(
        &mut self,
        unfolding: &mut Unfolding,
        mut search: Search,
        bounds: Bounds,
        solved_in: Duration,
    ) -> Searched {
        if !self.asserts_unwinding {
            let cuts = self.possible_cuts(unfolding, bounds);
            let found = Searched::NoOther { cuts, unreached: Vec::new(), undecided: None };
            let known = Outcome { certified: self.certifier.summary(), ..self.outcome(found, bounds) };
            (self.progress)(Progress::Known(&known));
        }
        let Search { formula, solver, .. } = &mut search;
        formula.encoding.ask_for_marks(&unfolding.terms);
        if let Err(reason) = formula.assert_in(solver, &unfolding.terms, &self.stop) {
            let cuts = self.possible_cuts(unfolding, bounds);
            return match self.asserts_unwinding {
                true => Searched::Unknown(reason.into()),
                false => Searched::NoOther { cuts, unreached: Vec::new(), undecided: Some(reason.into()) },
            };
        }
        let mut undecided = None;
        let mut cuts: Vec<Cut> = Vec::new();
        for (cut, marks) in self.marks_by_cut(unfolding) {
            let reached: Vec<TermId> =
                marks.iter().map(|&mark| search.formula.encoding.marks()[mark]).collect();
            let reached = unfolding.terms.or_all(reached);
            let shown = || format!("{} is not reached", bound_in_words(self.program, &cut));
            match self.ask(&mut search.solver, &unfolding.terms, reached, shown) {
                Reply::No => {}
                Reply::Yes if self.asserts_unwinding && cut.bound.is_number() => {
                    if let Err(reason) = self.confirm_cut(unfolding, &mut search, (&marks, &cut), bounds) {
                        return Searched::Unknown(reason);
                    }
                    cuts.push(cut);
                }
                Reply::Yes => cuts.push(cut),
                Reply::Undecided(reason) if !self.asserts_unwinding => {
                    undecided = Some(reason);
                    cuts.push(cut);
                }
                Reply::Undecided(reason) | Reply::Mistaken(reason) => return Searched::Unknown(reason),
            }
        }
        let unreached = match self.asserts_unwinding || undecided.is_some() {
            true => Vec::new(),
            false => match self.find_unreached(unfolding, &mut search, &cuts) {
                Ok(unreached) => unreached,
                Err(reason) => return Searched::Unknown(reason),
            },
        };
        cuts.extend(limits_of_input(self.program));
        self.last_search = Some(search);
        match self.needs_more_rounds(unfolding, bounds.rounds, solved_in) {
            Ok(true) => cuts.push(more_rounds(bounds)),
            Ok(false) => {}
            Err(reason) => return Searched::Unknown(reason),
        }
        // What nothing cuts off cannot be reached at all; where a thread may go around for ever that is told.
        let unreached =
            if cuts.is_empty() && unfolding.structure.left_out.is_empty() { Vec::new() } else { unreached };
        Searched::NoOther { cuts, unreached, undecided }
    }

    /// Whether some run needs more rounds: counted first, then searched for. A limit hit on the way leaves the
    /// question open, which counts as yes. If more rounds would be tried next anyway, the question must not take
    /// the time that they need.
    fn needs_more_rounds(
        &mut self,
        unfolding: &mut Unfolding,
        rounds: u32,
        solved_in: Duration,
    ) -> Result<bool, UnknownReason> {
        if u64::from(rounds) >= rounds_that_suffice(&unfolding.structure) {
            return Ok(false);
        }
        let stop = self.stop.clone();
        let last = self.last_search.take();
        let Ok(mut search) = self.begin_search(last, unfolding, (rounds + 1, Runs::Shortest), &stop) else {
            return Ok(true);
        };
        let terms = &mut unfolding.terms;
        let last = search.formula.encoding.uses_last_round(terms);
        if self.options.rounds.is_none() {
            let patience = 4 * solved_in + self.patience_for_more_rounds;
            search.solver.set_stop(self.stop.clone().with_timeout(patience));
        }
        let shown = || format!("no run needs more than --rounds {rounds}");
        let reply = self.ask(&mut search.solver, terms, last, shown);
        search.solver.set_stop(self.stop.clone());
        self.last_search = Some(search);
        match reply {
            Reply::No => Ok(false),
            Reply::Yes => Ok(true),
            Reply::Undecided(_) => {
                self.patience_for_more_rounds = self.patience_for_more_rounds.saturating_mul(2);
                Ok(true)
            }
            Reply::Mistaken(reason) => Err(reason),
        }
    }

    /// All that the bounds may leave out, before anything is known about it.
    fn possible_cuts(&self, unfolding: &Unfolding, bounds: Bounds) -> Vec<Cut> {
        let mut cuts: Vec<Cut> = self.marks_by_cut(unfolding).into_iter().map(|(cut, _)| cut).collect();
        cuts.extend(limits_of_input(self.program));
        cuts.push(more_rounds(bounds));
        cuts
    }

    /// The marks that mean the same to the user, in the order of the first of each.
    fn marks_by_cut(&self, unfolding: &Unfolding) -> Vec<(Cut, Vec<usize>)> {
        let mut found: Vec<(Cut, Vec<usize>)> = Vec::new();
        let mut known: FxHashMap<(&Bound, u32), usize> = FxHashMap::default();
        for (index, mark) in unfolding.structure.marks.iter().enumerate() {
            let place = *known.entry((&mark.bound, mark.span.start)).or_insert_with(|| {
                found.push((cut(self.program, mark.bound.clone(), mark.span), Vec::new()));
                found.len() - 1
            });
            found[place].1.push(index);
        }
        found
    }
}

fn more_rounds(bounds: Bounds) -> Cut {
    Cut { bound: Bound::Rounds { most: bounds.rounds }, location: None, source: String::new() }
}
