//! A run with fewer contexts that violates the same: what is shown to a person should be short.
//!
//! That no run has fewer contexts can be much harder to show than that there is one, so there is a limit to the search
//! for it.

use std::time::Duration;

use bmc_solver::{Answer, Assignment, Evaluator, Stop, TermId};

use super::bounded::BoundedSearch;
use super::search::Search;
use super::settled::Only;
use crate::events::Unfolding;
use crate::ir::PropertyId;
use crate::sequentialize::{Encoding, Runs, at_least};

/// Beyond half the time it took to find a violation, this long is spent on finding one with fewer contexts; less for each
/// further one.
const PATIENCE_FOR_SHORTER: Duration = Duration::from_secs(3);

impl BoundedSearch<'_> {
    /// Replaces the model by one with the fewest contexts that can be found and in which the same property is violated.
    /// It belongs to one of the two searches; the second is begun when it is needed. Returns which one that is, and how
    /// many contexts the model uses: `found_with` if there is none with fewer.
    pub(super) fn shorten(
        &mut self,
        unfolding: &mut Unfolding,
        (search, all_runs): (&mut Search, &mut Option<Search>),
        (property, model): (PropertyId, &mut Assignment),
        (found_with, solved_in): (usize, Duration),
    ) -> (Runs, usize) {
        let shared_by = self.violations.len() as u32 + 1;
        let stop = self.stop.clone().with_timeout(solved_in / 2 + PATIENCE_FOR_SHORTER / shared_by);
        let only = Only { property, found: &self.found };
        let mut used = shorten_within(unfolding, search, (&only, &stop), model, found_with);
        let mut runs = search.formula.encoding.form.runs;
        search.solver.set_stop(self.stop.clone());
        // A run in its shortest form need not be one with the fewest contexts.
        let rounds = search.formula.encoding.rounds();
        if used > 1
            && runs != Runs::All
            && let Ok(mut all) = self.begin_search(all_runs.take(), unfolding, (rounds, Runs::All), &stop)
        {
            let only = Only { property, found: &self.found };
            let with_all = shorten_within(unfolding, &mut all, (&only, &stop), model, used);
            if with_all < used {
                (runs, used) = (Runs::All, with_all);
            }
            all.solver.set_stop(self.stop.clone());
            *all_runs = Some(all);
        }
        (runs, used)
    }
}

/// Among the runs of one formula, below `limit`.
fn shorten_within(
    unfolding: &mut Unfolding,
    search: &mut Search,
    (only, stop): (&Only<'_>, &Stop),
    model: &mut Assignment,
    limit: usize,
) -> usize {
    let Search { formula, solver, .. } = search;
    solver.set_stop(stop.clone());
    let violation = formula.open_violation(unfolding, only);
    let contexts = all_contexts(&formula.encoding);
    let mut used = limit;
    let counts = at_least(&mut unfolding.terms, &contexts, used);
    while used > 1 {
        let fewer = unfolding.terms.not(counts[used - 1]);
        if solver.solve(&unfolding.terms, &[violation, fewer]) != Answer::Satisfiable {
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
