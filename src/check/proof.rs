//! The search for a proof without bounds, as a strategy (`prove`).
//!
//! It answers that nothing of what was asked about can be violated, or else what stands in the way. A violation that seems
//! possible is none: only bounded search has runs that can be replayed.

use std::cell::{Cell, RefCell};
use std::time::Instant;

use bmc_solver::Stop;

use super::assumed::{assumed_layout, assumed_of, limits_of_input};
use super::outcome::{
    Assumption, Basis, Cut, Invariant, Limitation, Outcome, Rest, Statistics, UnknownReason,
};
use super::progress::{Progress, Stage, Stopped};
use super::strategy::{Strategy, Task};
use crate::events::Bound;
use crate::ir::{Open, Program};
use crate::prove::{Activity, Obstacle, Proof, ProveOptions, Verdict, prove};
use crate::relation::Cause;
use crate::source::Diagnostic;

/// The strategy, before it has a program.
pub struct Unbounded;

impl Strategy for Unbounded {
    fn run(&self, task: &Task<'_>) -> Result<Outcome, Vec<Diagnostic>> {
        let stop = match task.options.patience {
            Some(patience) => task.options.stop.clone().with_timeout(patience),
            None => task.options.stop.clone(),
        };
        Ok(search_for_proof(task, &stop, &|activity| {
            (task.progress)(Progress::Stage(Stage::Prove(activity)));
        }))
    }
}

/// Looks for a proof until there is an answer or the stop is requested.
pub(super) fn search_for_proof(task: &Task<'_>, stop: &Stop, hear: &dyn Fn(Activity)) -> Outcome {
    let Task { program, options, question, .. } = task;
    let how = ProveOptions {
        threads: options.threads as usize,
        engines: options.engines,
        solver: options.solver,
        seed: options.seed,
        stop: stop.clone(),
        tells_invariant: options.tells_invariant,
    };
    let course = Course::new();
    let wanted = |property| question.only.is_none_or(|only| only == property);
    let verdict = prove(program, &wanted, &how, &|activity| {
        course.enter(activity);
        hear(activity);
    });
    let (activity, statistics) = course.end();
    let outcome = match verdict {
        Verdict::Proved(proof) => proved(program, proof),
        Verdict::Unknown(obstacle) => {
            let (mut reason, about) = explain(program, obstacle);
            if reason == UnknownReason::Timeout && options.stop.requested().is_none() {
                reason = UnknownReason::Proving;
            }
            Outcome::unknown(Stopped { about, ..Stopped::new(reason, None, Stage::Prove(activity)) })
        }
    };
    Outcome { statistics, ..outcome }
}

fn proved(program: &Program, proof: Proof) -> Outcome {
    let Proof { facts, candidates, clauses, summary, met, numbers, invariant, facts_unsaid, most_threads } =
        proof;
    let is_met = |open: &&Open| match open {
        Open::Function(function) => met.contains(function),
        Open::Variable(_) => true,
    };
    let open = program.open.iter().filter(is_met).map(|open| assumed_of(program, *open));
    let layout = numbers.iter().map(|span| assumed_layout(program, *span));
    let assumptions: Vec<Assumption> = open.chain(layout).collect();
    let mut cuts: Vec<Cut> = limits_of_input(program).collect();
    let rest = match (cuts.is_empty(), most_threads, assumptions.is_empty()) {
        (false, _, _) => Rest::NoViolationWithinBounds,
        (true, Some(_), _) => Rest::SafeWithBoundedThreads,
        (true, None, false) => Rest::SafeUnderAssumptions,
        (true, None, true) => Rest::Safe,
    };
    cuts.extend(most_threads.map(|most| Cut {
        bound: Bound::Threads { most: most as u32 },
        location: None,
        source: String::new(),
    }));
    let basis = Basis::Invariant(Invariant {
        facts,
        candidates,
        clauses,
        checked: summary,
        most_threads,
        sentences: invariant,
        facts_unsaid,
        cuts,
    });
    Outcome {
        violations: Vec::new(),
        rest,
        basis,
        assumptions,
        certified: Vec::new(),
        stopped: None,
        statistics: Statistics::default(),
    }
}

/// Why there is no proof, and what was asked about last.
fn explain(program: &Program, obstacle: Obstacle) -> (UnknownReason, Vec<String>) {
    let at = |what: String, span| Limitation::new(what, Some(span), &program.sources);
    let steps_of = |steps: usize| format!("{steps} step{} of threads", if steps == 1 { "" } else { "s" });
    let reason = match obstacle {
        Obstacle::NotFollowed { what, span } => {
            UnknownReason::NotFollowed(at(format!("proofs do not follow {what}"), span))
        }
        Obstacle::Possible { what: Cause::NotFollowed(what), span, .. } => {
            UnknownReason::NotFollowed(at(format!("proofs do not follow {what}, which may happen"), span))
        }
        Obstacle::Possible { what: Cause::Property(property), span, steps } => {
            let property = program.property(property);
            let what = format!(
                "not proved: '{}' ({}) may be violated after {}",
                property.description,
                property.name,
                steps_of(steps)
            );
            UnknownReason::NotProved(at(what, span))
        }
        Obstacle::TooWeak => {
            let what = "not proved: the candidates that hold do not exclude every violation".to_string();
            UnknownReason::NotProved(Limitation::new(what, None, &program.sources))
        }
        Obstacle::Stopped { reason, about } => return (reason.into(), about),
        Obstacle::Refused(refusal) => {
            UnknownReason::Internal(format!("the invariant was not accepted: {refusal}"))
        }
    };
    (reason, Vec::new())
}

/// What is being done, since when, and what was done before.
struct Course {
    activity: Cell<Activity>,
    since: Cell<Instant>,
    statistics: RefCell<Statistics>,
}

impl Course {
    fn new() -> Course {
        Course {
            activity: Cell::new(Activity::Steps),
            since: Cell::new(Instant::now()),
            statistics: RefCell::default(),
        }
    }

    fn enter(&self, activity: Activity) {
        if name(activity) != name(self.activity.get()) {
            self.statistics.borrow_mut().add_time(name(self.activity.get()), self.since.get());
            self.since.set(Instant::now());
        }
        self.activity.set(activity);
    }

    fn end(self) -> (Activity, Statistics) {
        let mut statistics = self.statistics.into_inner();
        statistics.add_time(name(self.activity.get()), self.since.get());
        (self.activity.get(), statistics)
    }
}

fn name(activity: Activity) -> &'static str {
    match activity {
        Activity::Steps => "steps",
        Activity::Candidates(_) => "candidates",
        Activity::Clauses { .. } => "clauses",
        Activity::Checking => "certificate",
    }
}
