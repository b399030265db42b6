//! From a model to a violation that a person can read: replayed first, shortened then.
//!
//! The first model is replayed at once and told, so that a limit that is hit while a shorter run is looked for
//! costs nothing but brevity. A shorter one counts only when it has been replayed too.

use std::time::{Duration, Instant};

use bmc_solver::{Answer, Assignment, Evaluator, TermId};

use super::bounded::BoundedSearch;
use super::outcome::{Bounds, Counterexample, Cut, UnknownReason};
use super::progress::{Progress, Stage};
use super::search::Search;
use super::settled::{News, Only};
use super::shorten::contexts_used;
use crate::events::{Bound, Unfolding};
use crate::exec;
use crate::formula::assert_all;
use crate::ir::{PropertyId, PropertyKind, Repetition};
use crate::script::Script;
use crate::selection::property_of_bound;
use crate::sequentialize::{
    Destination, Settled, Stand, Violated, first_violation, script, script_to_state, violates_another,
};
use crate::trace::Violation;

impl BoundedSearch<'_> {
    /// Has the interpreter confirm the violation that the solver has just found, and looks for a run with the fewest
    /// contexts that ends in it.
    pub(super) fn confirm(
        &mut self,
        unfolding: &mut Unfolding,
        (search, all_runs): (&mut Search, &mut Option<Search>),
        bounds: Bounds,
        solved_in: Duration,
    ) -> Result<(), UnknownReason> {
        let mut model = search.solver.assignment().clone();
        let violated = self.violated(unfolding, search, &model, &self.found)?;
        let property = violated.property().expect("a claim or a state");
        let first = self.replay(unfolding, search, bounds, (property, model.clone()));
        match &first {
            Ok((found, _)) => {
                (self.progress)(Progress::Violation { number: self.violations.len(), found });
            }
            Err(reason) if reason.is_limit() => return Err(reason.clone()),
            // A replay that does not confirm it: what is shown to the user decides, and that is the shortest run.
            Err(_) => {}
        }

        self.enter(Stage::Shorten);
        let begin = Instant::now();
        let found_with = contexts_used(unfolding, &search.formula.encoding, &model);
        let (runs, used) = self.shorten(
            unfolding,
            (&mut *search, &mut *all_runs),
            (property, &mut model),
            (found_with, solved_in),
        );
        self.statistics.add_time("shorten", begin);
        let mut chosen = first;
        if used < found_with {
            let of = match all_runs {
                Some(all) if all.formula.encoding.form.runs == runs => all,
                _ => search,
            };
            let shorter = self.replay(unfolding, of, bounds, (property, model));
            self.enter(Stage::Shorten);
            // If there was no time left to confirm it, the first one will do.
            if !matches!(&shorter, Err(reason) if reason.is_limit()) {
                chosen = shorter;
            }
        }
        let (found, news) = chosen?;
        self.add_violation(found, &news);
        Ok(())
    }

    /// What the run of a model ends in, of what is not settled.
    fn violated(
        &self,
        unfolding: &Unfolding,
        search: &Search,
        model: &Assignment,
        settled: &dyn Settled,
    ) -> Result<News, UnknownReason> {
        let Unfolding { terms, structure } = unfolding;
        match first_violation(terms, structure, &search.formula.encoding, model, settled) {
            Some(Violated::Claim(claim)) => Ok(News::Property(claim.property, claim.call)),
            Some(Violated::Race(property, stands)) => Ok(News::Race(property, stands)),
            Some(Violated::Deadlock(property, stands)) => Ok(News::Deadlock(property, stands)),
            None => Err(UnknownReason::Internal("the model violates no property".into())),
        }
    }

    /// Completes the model, and executes the run that it describes, which ends in a violation of the property.
    fn replay(
        &mut self,
        unfolding: &mut Unfolding,
        search: &mut Search,
        bounds: Bounds,
        (property, mut model): (PropertyId, Assignment),
    ) -> Result<(Counterexample, News), UnknownReason> {
        self.enter(Stage::Replay);
        let begin = Instant::now();
        let only = Only { property, found: &self.found };
        let violation = search.formula.open_violation(unfolding, &only);
        self.fill_in(unfolding, search, violation, &mut model)?;
        let Unfolding { terms, structure } = unfolding;
        let encoding = &search.formula.encoding;
        let first = first_violation(terms, structure, encoding, &model, &only);
        let to_state = |property: PropertyId, stands: &[Stand]| {
            script_to_state(terms, structure, encoding, &model, (property, stands))
        };
        let (script, news) = match first {
            None => return Err(UnknownReason::Internal("the model violates no property".into())),
            Some(Violated::Race(property, stands)) => {
                let racing = Some(stands.map(|stand| stand.thread));
                let script = to_state(property, &stands).map(|script| Script { racing, ..script });
                (script, News::Race(property, stands))
            }
            Some(Violated::Deadlock(property, stands)) => {
                (to_state(property, &stands), News::Deadlock(property, stands))
            }
            Some(Violated::Claim(claim)) => {
                let destination =
                    Destination { thread: claim.thread, label: claim.label, steps: claim.steps };
                let script = script(terms, structure, encoding, &model, destination);
                let script = script.map(|script| Script { goal: Some(claim.property), ..script });
                (script, News::Property(claim.property, claim.call))
            }
        };
        let Some(script) = script else {
            return Err(UnknownReason::Internal("the model does not reach its violation".into()));
        };
        let only_goal =
            self.question.only.is_some() || violates_another(terms, structure, encoding, &model, property);
        let script = Script { only_goal, ..script };
        let replayed = exec::replay(self.program, &script);
        self.statistics.add_time("replay", begin);
        match replayed {
            Ok(trace) => Ok((Counterexample { trace, script, bounds }, news)),
            Err(error) => {
                let what = format!("a violation was found that the replay does not confirm: {error}");
                Err(UnknownReason::Internal(what))
            }
        }
    }

    /// A bound that was reached, at one of the marks, counts as a violation: replays the way there.
    pub(super) fn confirm_cut(
        &mut self,
        unfolding: &mut Unfolding,
        search: &mut Search,
        (marks, cut): (&[usize], &Cut),
        bounds: Bounds,
    ) -> Result<(), UnknownReason> {
        let (property, description) = self.bound_as_property(&cut.bound);
        if self.found.has_reached(&property) {
            return Ok(());
        }
        let mut model = search.solver.assignment().clone();
        let mut evaluator = Evaluator::new(&unfolding.terms, &model);
        let reached = |mark: usize| search.formula.encoding.marks()[mark];
        let mark = marks.iter().find(|&&mark| evaluator.value(reached(mark)) == 1);
        let &index = mark.expect("one of the marks is reached");
        self.enter(Stage::Replay);
        let reached = reached(index);
        self.fill_in(unfolding, search, reached, &mut model)?;
        let Unfolding { terms, structure } = unfolding;
        let mark = &structure.marks[index];
        let ending = Violation {
            property: property.clone(),
            kind: PropertyKind::Unwinding,
            description,
            thread: mark.thread,
            location: self.program.sources.locate(mark.span),
            source: cut.source.clone(),
            call_stack: Vec::new(),
            parties: Vec::new(),
            depends_on: Vec::new(),
        };
        let destination = Destination { thread: mark.thread, label: mark.label, steps: mark.steps };
        let Some(script) = script(terms, structure, &search.formula.encoding, &model, destination) else {
            return Err(UnknownReason::Internal("the model does not reach its bound".into()));
        };
        let script = Script { entered: (mark.entered > 0).then_some(mark.entered), ..script };
        match exec::replay_until(self.program, &script, ending, cut.bound.repetition()) {
            Ok(trace) => {
                self.add_violation(Counterexample { trace, script, bounds }, &News::Bound(property));
                Ok(())
            }
            Err(error) => {
                let what = format!("a bound is reached that the replay does not confirm: {error}");
                Err(UnknownReason::Internal(what))
            }
        }
    }

    /// That a bound is not reached, as a property: its name and what it demands.
    fn bound_as_property(&self, bound: &Bound) -> (String, String) {
        match bound {
            Bound::Unwinding { of, .. } | Bound::KnownLoop { of, .. } => {
                let name = self.program.repetition_name(*of);
                let what = match of {
                    Repetition::Loop { .. } => format!("loop {name} ends within the bound"),
                    Repetition::Recursion { .. } => format!("recursion of {name} ends within the bound"),
                };
                (property_of_bound(self.program, *of), what)
            }
            Bound::Allocation { bytes } => {
                ("allocation".into(), format!("blocks of unknown size have at most {bytes} bytes"))
            }
            Bound::Threads { most } => {
                ("threads".into(), format!("at most {most} threads are created besides main"))
            }
            Bound::Rounds { .. } | Bound::Input { .. } | Bound::NotFollowed { .. } | Bound::Unchecked(_) => {
                unreachable!("these are not bounds that can be reached")
            }
        }
    }

    /// Completes a model with what the claims do not depend on, keeping its schedule: a replay needs to know
    /// which way every branch goes. The next search is not to be slowed down by that, so the details hold only here.
    fn fill_in(
        &self,
        unfolding: &mut Unfolding,
        search: &mut Search,
        violation: TermId,
        model: &mut Assignment,
    ) -> Result<(), UnknownReason> {
        let Search { formula, solver, details } = search;
        let terms = &mut unfolding.terms;
        let rounds = formula.encoding.rounds();
        let minded = match *details {
            Some((known, minded)) if known == rounds => minded,
            _ => {
                let minded = terms.variable(1);
                let list = formula.encoding.details.iter();
                let guarded: Vec<TermId> = list.map(|&detail| terms.implies(minded, detail)).collect();
                assert_all(solver, terms, &guarded, &self.stop)?;
                *details = Some((rounds, minded));
                minded
            }
        };
        let mut fixed = vec![violation, minded];
        for variable in formula.encoding.schedule() {
            let holds = model.get(variable) == 1;
            fixed.push(if holds { variable } else { terms.not(variable) });
        }
        match solver.solve(terms, &fixed) {
            Answer::Satisfiable => *model = solver.assignment().clone(),
            // The replay decides whether the model is good enough as it is.
            Answer::Unsatisfiable => {}
            Answer::Unknown(reason) => return Err(reason.into()),
        }
        Ok(())
    }
}
