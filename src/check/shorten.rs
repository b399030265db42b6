//! A run with fewer contexts that violates something, too: what is shown to a person should be short.
//!
//! That no run has fewer contexts can be much harder to show than that there is one, so there is a limit to the search
//! for it.

use std::time::Duration;

use bmc_solver::{Answer, Assignment, Evaluator, TermId};

use super::bounded::BoundedSearch;
use super::search::Search;
use crate::events::Unfolding;
use crate::sequentialize::{Encoding, Runs, at_least};

/// Beyond half the time it took to find a violation, this long is spent on finding one with fewer contexts.
const PATIENCE_FOR_SHORTER: Duration = Duration::from_secs(3);

impl BoundedSearch<'_> {
    /// Replaces the model, and the search that it belongs to, by one with the fewest contexts that can be found.
    /// Returns how many it uses; `found_with` if there is none with fewer.
    pub(super) fn shorten(
        &mut self,
        unfolding: &mut Unfolding,
        search: &mut Search,
        model: &mut Assignment,
        found_with: usize,
        solved_in: Duration,
    ) -> usize {
        let stop = self.stop.clone().with_timeout(solved_in / 2 + PATIENCE_FOR_SHORTER);
        search.solver.set_stop(stop.clone());
        let mut used = shorten_within(unfolding, search, model, found_with);
        let rounds = search.formula.encoding.rounds();
        // A run in its shortest form need not be one with the fewest contexts.
        if used > 1
            && let Ok(mut all) = self.begin_search(unfolding, rounds, Runs::All, &stop)
        {
            let mut other = model.clone();
            let with_all = shorten_within(unfolding, &mut all, &mut other, used);
            if with_all < used {
                (*search, *model, used) = (all, other, with_all);
            }
        }
        search.solver.set_stop(self.stop.clone());
        used
    }
}

/// Among the runs of one formula, below `limit`.
fn shorten_within(
    unfolding: &mut Unfolding,
    search: &mut Search,
    model: &mut Assignment,
    limit: usize,
) -> usize {
    let Search { formula, solver } = search;
    let contexts = all_contexts(&formula.encoding);
    let mut used = limit;
    let counts = at_least(&mut unfolding.terms, &contexts, used);
    while used > 1 {
        let fewer = unfolding.terms.not(counts[used - 1]);
        if solver.solve(&unfolding.terms, &[formula.violation, fewer]) != Answer::Satisfiable {
            break;
        }
        *model = solver.assignment().clone();
        used = contexts_used(unfolding, &formula.encoding, model);
    }
    used
}

/// How many contexts the run of a model has.
pub(super) fn contexts_used(unfolding: &Unfolding, encoding: &Encoding, model: &Assignment) -> usize {
    let mut evaluator = Evaluator::new(&unfolding.terms, model);
    all_contexts(encoding).into_iter().filter(|&context| evaluator.value(context) == 1).count()
}

fn all_contexts(encoding: &Encoding) -> Vec<TermId> {
    encoding.contexts.iter().flatten().copied().collect()
}
