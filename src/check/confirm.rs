//! From a model to a violation that a person can read: replayed first, shortened then.
//!
//! The first model is replayed at once and told, so that a limit that is hit while a shorter run is looked for
//! costs nothing but brevity. A shorter one counts only when it has been replayed too.

use std::time::{Duration, Instant};

use bmc_solver::{Answer, Assignment, Evaluator, Solver, Stop, TermId};

use super::progress::{Progress, Stage};
use super::{Bounds, Checker, Cut, CutKind, Found, Search, UnknownReason};
use crate::exec::{self, Script};
use crate::ir::PropertyKind;
use crate::sequentialize::{
    Destination, Encoding, Runs, Violated, at_least, first_violation, script, script_to_state,
};
use crate::trace::Violation;
use crate::unfold::EventStructure;

/// Beyond half the time it took to find a violation, this long is spent on finding one with fewer contexts.
const PATIENCE_FOR_SHORTER: Duration = Duration::from_secs(3);

impl Checker<'_> {
    /// Has the interpreter confirm the violation, and looks for one with the fewest contexts.
    pub(super) fn confirm(
        &mut self,
        structure: &mut EventStructure,
        mut search: Search,
        bounds: Bounds,
        solved_in: Duration,
    ) -> Found {
        let mut model = search.solver.assignment().clone();
        let first = self.replay(structure, &mut search, model.clone());
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
        // That no run has fewer contexts can be much harder to show than that there is one, so there is a limit
        // to the search for it.
        let patience = solved_in / 2 + PATIENCE_FOR_SHORTER;
        let stop = self.stop.clone().with_timeout(patience);
        search.solver.set_stop(stop.clone());
        let found_with = contexts_used(structure, &all_contexts(&search.encoding), &model);
        let mut used = self.shorten(structure, &mut search, &mut model, found_with);
        // A run in its shortest form need not be one with the fewest contexts.
        if used > 1
            && let Ok(mut all) = self.begin_search(structure, search.encoding.rounds, Runs::All, &stop)
        {
            let mut other = model.clone();
            let with_all = self.shorten(structure, &mut all, &mut other, used);
            if with_all < used {
                (search, model, used) = (all, other, with_all);
            }
        }
        search.solver.set_stop(self.stop.clone());
        self.statistics.add_time("shorten", begin);
        let unshortened = self.stop.requested().map(UnknownReason::from);
        let first = |reason: Option<UnknownReason>| match first {
            Found::Violation { trace, script, .. } => Found::Violation { trace, script, unshortened: reason },
            other => other,
        };
        if used == found_with {
            return first(unshortened);
        }
        let shorter = self.replay(structure, &mut search, model);
        self.enter(Stage::Shorten);
        match shorter {
            Found::Violation { trace, script, .. } => Found::Violation { trace, script, unshortened },
            // There was no time left to confirm it.
            Found::Unknown(reason) if reason.is_limit() => first(Some(reason)),
            other => other,
        }
    }

    /// Completes the model, and executes the run that it describes.
    fn replay(
        &mut self,
        structure: &mut EventStructure,
        search: &mut Search,
        mut model: Assignment,
    ) -> Found {
        self.enter(Stage::Replay);
        let begin = Instant::now();
        let Search { encoding, solver, violation, .. } = search;
        if let Err(reason) = self.fill_in(structure, encoding, solver, *violation, &mut model) {
            return Found::Unknown(reason);
        }
        let script = match first_violation(structure, encoding, &model) {
            None => return Found::Unknown(UnknownReason::Internal("the model violates no property".into())),
            Some(Violated::State(state)) => script_to_state(structure, encoding, &model, state),
            Some(Violated::Claim(claim)) => {
                let destination =
                    Destination { thread: claim.thread, label: claim.label, steps: claim.steps };
                let script = script(structure, encoding, &model, destination);
                script.map(|script| Script { goal: Some(claim.property), ..script })
            }
        };
        let Some(script) = script else {
            return Found::Unknown(UnknownReason::Internal("the model does not reach its violation".into()));
        };
        let script = Script { only_goal: self.property.is_some(), ..script };
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

    /// Replaces the model by one with ever fewer contexts, below `limit`. Returns how many it uses; `limit` if
    /// there is none with fewer.
    fn shorten(
        &self,
        structure: &mut EventStructure,
        search: &mut Search,
        model: &mut Assignment,
        limit: usize,
    ) -> usize {
        let contexts = all_contexts(&search.encoding);
        let mut used = limit;
        let counts = at_least(&mut structure.terms, &contexts, used);
        while used > 1 {
            let fewer = structure.terms.not(counts[used - 1]);
            if search.solver.solve(&structure.terms, &[search.violation, fewer]) != Answer::Satisfiable {
                break;
            }
            *model = search.solver.assignment().clone();
            used = contexts_used(structure, &contexts, model);
        }
        used
    }

    /// A bound that was reached counts as a violation: replays the way there.
    pub(super) fn confirm_cut(
        &mut self,
        structure: &mut EventStructure,
        encoding: &Encoding,
        solver: &mut Solver,
        (index, reached): (usize, TermId),
        cut: &Cut,
    ) -> Found {
        self.enter(Stage::Replay);
        let mut model = solver.assignment().clone();
        if let Err(reason) = self.fill_in(structure, encoding, solver, reached, &mut model) {
            return Found::Unknown(reason);
        }
        let mark = &structure.marks[index];
        let (property, description) = match &cut.kind {
            CutKind::Loop { name } | CutKind::KnownLoop { name, .. } => {
                let (function, number) = name.rsplit_once('.').unwrap_or((name, "0"));
                (format!("{function}.unwind.{number}"), format!("loop {name} ends within the bound"))
            }
            CutKind::Recursion { function } => {
                (format!("{function}.recursion"), format!("recursion of {function} ends within the bound"))
            }
            CutKind::Allocation { bytes } => {
                ("allocation".into(), format!("blocks of unknown size have at most {bytes} bytes"))
            }
            CutKind::Threads { most } => {
                ("threads".into(), format!("at most {most} threads are created besides main"))
            }
            CutKind::Rounds | CutKind::Input { .. } | CutKind::NotFollowed { .. } | CutKind::Unchecked(_) => {
                unreachable!("these are not bounds that can be reached")
            }
        };
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
        let Some(script) = script(structure, encoding, &model, destination) else {
            return Found::Unknown(UnknownReason::Internal("the model does not reach its bound".into()));
        };
        let script = Script { entered: (mark.entered > 0).then_some(mark.entered), ..script };
        match exec::replay_until(self.program, &script, ending) {
            Ok(trace) => Found::Violation { trace: Box::new(trace), script, unshortened: None },
            Err(error) => {
                let what = format!("a bound is reached that the replay does not confirm: {error}");
                Found::Unknown(UnknownReason::Internal(what))
            }
        }
    }

    /// Completes a model with what the claims do not depend on, keeping its schedule: a replay needs to know
    /// which way every branch goes.
    fn fill_in(
        &self,
        structure: &mut EventStructure,
        encoding: &Encoding,
        solver: &mut Solver,
        violation: TermId,
        model: &mut Assignment,
    ) -> Result<(), UnknownReason> {
        let mut fixed = vec![violation];
        for variable in encoding.schedule() {
            let holds = model.get(variable) == 1;
            fixed.push(if holds { variable } else { structure.terms.not(variable) });
        }
        assert_all(structure, solver, &encoding.details, &self.stop)?;
        match solver.solve(&structure.terms, &fixed) {
            Answer::Satisfiable => *model = solver.assignment().clone(),
            // The replay decides whether the model is good enough as it is.
            Answer::Unsatisfiable => {}
            Answer::Unknown(reason) => return Err(reason.into()),
        }
        Ok(())
    }
}

/// The terms must hold from now on. Each may be large, so the stop is asked in between.
pub(super) fn assert_all(
    structure: &EventStructure,
    solver: &mut Solver,
    constraints: &[TermId],
    stop: &Stop,
) -> Result<(), UnknownReason> {
    let mut watch = stop.watch();
    for &constraint in constraints {
        if let Some(reason) = watch.requested() {
            return Err(reason.into());
        }
        solver.assert(&structure.terms, constraint);
    }
    Ok(())
}

fn all_contexts(encoding: &Encoding) -> Vec<TermId> {
    encoding.contexts.iter().flatten().copied().collect()
}

fn contexts_used(structure: &EventStructure, contexts: &[TermId], model: &Assignment) -> usize {
    let mut evaluator = Evaluator::new(&structure.terms, model);
    contexts.iter().filter(|&&c| evaluator.value(c) == 1).count()
}
