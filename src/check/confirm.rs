//! From a model to a violation that a person can read: replayed first, shortened then.
//!
//! The first model is replayed at once and told, so that a limit that is hit while a shorter run is looked for
//! costs nothing but brevity. A shorter one counts only when it has been replayed too.

use std::time::{Duration, Instant};

use bmc_solver::{Answer, Assignment, Evaluator, TermId};

use super::bounded::{BoundedSearch, Found};
use super::outcome::{Bounds, Cut, UnknownReason};
use super::progress::{Progress, Stage};
use super::search::Search;
use super::shorten::contexts_used;
use crate::events::{Bound, Unfolding};
use crate::exec;
use crate::formula::assert_all;
use crate::ir::{PropertyKind, Repetition};
use crate::script::Script;
use crate::selection::property_of_bound;
use crate::sequentialize::{Destination, Violated, first_violation, script, script_to_state};
use crate::trace::Violation;

impl BoundedSearch<'_> {
    /// Has the interpreter confirm the violation, and looks for one with the fewest contexts.
    pub(super) fn confirm(
        &mut self,
        unfolding: &mut Unfolding,
        mut search: Search,
        bounds: Bounds,
        solved_in: Duration,
    ) -> Found {
        let mut model = search.solver.assignment().clone();
        let first = self.replay(unfolding, &mut search, model.clone());
        match &first {
            Found::Violation { trace, script, .. } => {
                let (trace, script) = (trace.clone(), script.clone());
                let known = Found::Violation { trace, script, unshortened: None };
                (self.progress)(Progress::Known(&self.outcome(known, bounds)));
            }
            Found::Unknown(reason) if reason.is_limit() => return first,
            // A replay that does not confirm it: what is shown to the user decides, and that is the shortest run.
            Found::Unknown(_) | Found::Nothing { .. } => {}
        }

        self.enter(Stage::Shorten);
        let begin = Instant::now();
        let found_with = contexts_used(unfolding, &search.formula.encoding, &model);
        let used = self.shorten(unfolding, &mut search, &mut model, found_with, solved_in);
        self.statistics.add_time("shorten", begin);
        let unshortened = self.stop.requested().map(UnknownReason::from);
        let first = |reason: Option<UnknownReason>| match first {
            Found::Violation { trace, script, .. } => Found::Violation { trace, script, unshortened: reason },
            other => other,
        };
        if used == found_with {
            return first(unshortened);
        }
        let shorter = self.replay(unfolding, &mut search, model);
        self.enter(Stage::Shorten);
        match shorter {
            Found::Violation { trace, script, .. } => Found::Violation { trace, script, unshortened },
            // There was no time left to confirm it.
            Found::Unknown(reason) if reason.is_limit() => first(Some(reason)),
            other => other,
        }
    }

    /// Completes the model, and executes the run that it describes.
    fn replay(&mut self, unfolding: &mut Unfolding, search: &mut Search, mut model: Assignment) -> Found {
        self.enter(Stage::Replay);
        let begin = Instant::now();
        let violation = search.formula.violation;
        if let Err(reason) = self.fill_in(unfolding, search, violation, &mut model) {
            return Found::Unknown(reason);
        }
        let Unfolding { terms, structure } = unfolding;
        let encoding = &search.formula.encoding;
        let script = match first_violation(terms, structure, encoding, &model) {
            None => return Found::Unknown(UnknownReason::Internal("the model violates no property".into())),
            Some(Violated::State(state)) => script_to_state(terms, structure, encoding, &model, state),
            Some(Violated::Claim(claim)) => {
                let destination =
                    Destination { thread: claim.thread, label: claim.label, steps: claim.steps };
                let script = script(terms, structure, encoding, &model, destination);
                script.map(|script| Script { goal: Some(claim.property), ..script })
            }
        };
        let Some(script) = script else {
            return Found::Unknown(UnknownReason::Internal("the model does not reach its violation".into()));
        };
        let script = Script { only_goal: self.question.only.is_some(), ..script };
        let replayed = exec::replay(self.program, &script);
        self.statistics.add_time("replay", begin);
        match replayed {
            Ok(trace) => Found::Violation { trace: Box::new(trace), script, unshortened: None },
            Err(error) => {
                let what = format!("a violation was found that the replay does not confirm: {error}");
                Found::Unknown(UnknownReason::Internal(what))
            }
        }
    }

    /// A bound that was reached, at one of the marks, counts as a violation: replays the way there.
    pub(super) fn confirm_cut(
        &mut self,
        unfolding: &mut Unfolding,
        search: &mut Search,
        marks: &[usize],
        cut: &Cut,
    ) -> Found {
        let mut model = search.solver.assignment().clone();
        let mut evaluator = Evaluator::new(&unfolding.terms, &model);
        let reached = |mark: usize| search.formula.encoding.marks()[mark];
        let mark = marks.iter().find(|&&mark| evaluator.value(reached(mark)) == 1);
        let &index = mark.expect("one of the marks is reached");
        self.enter(Stage::Replay);
        if let Err(reason) = self.fill_in(unfolding, search, reached(index), &mut model) {
            return Found::Unknown(reason);
        }
        let Unfolding { terms, structure } = unfolding;
        let mark = &structure.marks[index];
        let (property, description) = self.bound_as_property(&cut.bound);
        let ending = Violation {
            property,
            kind: PropertyKind::Unwinding,
            description,
            thread: mark.thread,
            location: self.program.sources.locate(mark.span),
            source: cut.source.clone(),
            call_stack: Vec::new(),
            parties: Vec::new(),
        };
        let destination = Destination { thread: mark.thread, label: mark.label, steps: mark.steps };
        let Some(script) = script(terms, structure, &search.formula.encoding, &model, destination) else {
            return Found::Unknown(UnknownReason::Internal("the model does not reach its bound".into()));
        };
        let script = Script { entered: (mark.entered > 0).then_some(mark.entered), ..script };
        match exec::replay_until(self.program, &script, ending, cut.bound.repetition()) {
            Ok(trace) => Found::Violation { trace: Box::new(trace), script, unshortened: None },
            Err(error) => {
                let what = format!("a bound is reached that the replay does not confirm: {error}");
                Found::Unknown(UnknownReason::Internal(what))
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
    /// which way every branch goes.
    fn fill_in(
        &self,
        unfolding: &mut Unfolding,
        search: &mut Search,
        violation: TermId,
        model: &mut Assignment,
    ) -> Result<(), UnknownReason> {
        let Search { formula, solver } = search;
        let terms = &mut unfolding.terms;
        let mut fixed = vec![violation];
        for variable in formula.encoding.schedule() {
            let holds = model.get(variable) == 1;
            fixed.push(if holds { variable } else { terms.not(variable) });
        }
        assert_all(solver, terms, &formula.encoding.details, &self.stop)?;
        match solver.solve(terms, &fixed) {
            Answer::Satisfiable => *model = solver.assignment().clone(),
            // The replay decides whether the model is good enough as it is.
            Answer::Unsatisfiable => {}
            Answer::Unknown(reason) => return Err(reason.into()),
        }
        Ok(())
    }
}
