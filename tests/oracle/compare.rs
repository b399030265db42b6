//! One program, several ways to the same answer.
//!
//! The interpreter explores all interleavings; `check` unfolds, encodes and solves. Per number of rounds they must
//! agree which properties can be violated, so they also agree in how few rounds. Where `check` says that nothing
//! was left out, exploration without a bound must find nothing else either, and no run that is cut off. What was found
//! with K rounds is found with K+1. On some programs every engine has to answer, and the formula of all runs is compared with that of the runs
//! in their shortest form. Of programs that are too large to be explored, runs by chance are compared: what they
//! violate, `check` has to find.

use std::collections::{BTreeMap, BTreeSet};

use bmc_conc::check::{CheckOptions, Counterexample, Outcome, Rest, UnknownReason, UnreachedKind, check};
use bmc_conc::exec::{Exploration, ExploreLimits, explore, walk};
use bmc_conc::formula::{self, Built};
use bmc_conc::ir::{Program, PropertyKind};
use bmc_conc::reductions::{Reduction, Reductions};
use bmc_conc::sequentialize::{Runs, Schedule};
use bmc_conc::trace::{Effect, Trace};
use bmc_solver::{Answer, EngineKind, SolverOptions};

/// Violations that need more rounds are not looked for.
pub const ROUNDS: u32 = 4;
/// Loops whose end constants do not decide are unwound so often, unless the extent says otherwise.
const UNWIND: u32 = 3;

/// What is compared besides the verdicts per number of rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// A violation is also looked for with one more round.
    pub more_rounds: bool,
    pub engines: bool,
    /// The formula of all runs against that of the shortest ones.
    pub all_runs: bool,
    /// The usual formula against another one that must decide the same.
    pub variant: Option<Variant>,
    /// Rounds that are added one by one against those that are encoded at once.
    pub deepening: bool,
    /// Exploration goes around loops, and recurses, no more often than `check` does: for programs whose runs are longer
    /// than what is unwound.
    pub unwind: Option<u32>,
}

/// Another formula of the same runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    Scheduled(Schedule),
    Without(Reduction),
    WithoutReductions,
}

impl Variant {
    /// `eager`, `naive`, `none`, or the name of a reduction to do without.
    fn named(name: &str) -> Option<Variant> {
        match name {
            "eager" => Some(Variant::Scheduled(Schedule::Eager)),
            "naive" => Some(Variant::Scheduled(Schedule::Naive)),
            "none" => Some(Variant::WithoutReductions),
            _ => Reduction::ALL.into_iter().find(|one| one.name() == name).map(Variant::Without),
        }
    }

    fn options(self) -> CheckOptions {
        let defaults = CheckOptions::default();
        match self {
            Variant::Scheduled(schedule) => CheckOptions { schedule, ..defaults },
            Variant::Without(one) => CheckOptions { reductions: Reductions::ALL.without(one), ..defaults },
            Variant::WithoutReductions => CheckOptions { reductions: Reductions::NONE, ..defaults },
        }
    }
}

impl Extent {
    pub const VERDICTS: Extent = Extent {
        more_rounds: false,
        engines: false,
        all_runs: false,
        variant: None,
        deepening: false,
        unwind: None,
    };

    fn unwind(self) -> u32 {
        self.unwind.unwrap_or(UNWIND)
    }

    /// Each of them on some programs, to keep the time for the others. `BMC_ORACLE_VARIANT` names the formula that all
    /// programs are compared with.
    pub fn of_seed(seed: u64) -> Extent {
        let mut variants = vec![
            Variant::Scheduled(Schedule::Naive),
            Variant::Scheduled(Schedule::Eager),
            Variant::WithoutReductions,
        ];
        variants.extend(Reduction::ALL.map(Variant::Without));
        let turn = (seed / 2) as usize % variants.len();
        let chosen = std::env::var("BMC_ORACLE_VARIANT").ok().map(|name| {
            Variant::named(&name).unwrap_or_else(|| panic!("BMC_ORACLE_VARIANT={name} is no formula"))
        });
        Extent {
            more_rounds: seed.is_multiple_of(2),
            engines: seed % 8 == 1,
            all_runs: seed % 8 == 3,
            variant: chosen.or((seed % 2 == 1).then_some(variants[turn])),
            deepening: seed % 4 == 2,
            unwind: None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Agreement {
    pub violated: bool,
    /// Some number of rounds was shown to leave nothing out.
    pub complete: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    pub kind: Kind,
    /// What is violated according to one of the two answers.
    pub property: Option<PropertyKind>,
    /// The two answers, in words, in the order of the comparison.
    pub answers: [&'static str; 2],
    pub what: String,
}

impl Disagreement {
    /// Whether it may well have the same cause: the same comparison, the same answers on the same sides, and the same
    /// kind of property. A program that is being shrunk must not drift to another mistake.
    pub fn is_like(&self, other: &Disagreement) -> bool {
        (self.kind, self.property, self.answers) == (other.kind, other.property, other.answers)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Exploration finds a violation that `check` does not.
    Missed,
    /// The other way round.
    Invented,
    /// `check` says that it looked at everything, and exploration comes to where nobody goes on.
    CutSilently,
    /// More rounds show less.
    LostByMoreRounds,
    Engines,
    Runs,
    /// Another formula decides differently.
    Variants,
    Deepening,
    /// No answer, or the replay contradicts.
    Unknown,
}

fn disagree<T>(
    kind: Kind,
    property: Option<PropertyKind>,
    answers: [&'static str; 2],
    what: String,
) -> Result<T, Disagreement> {
    Err(Disagreement { kind, property, answers, what })
}

/// The kind of property that is violated in the fewest rounds, and how many these are.
fn first_violation(program: &Program, exploration: &Exploration) -> Option<(u32, PropertyKind)> {
    let violations = exploration.violations.iter();
    let (id, witness) = violations.min_by_key(|(id, witness)| (witness.rounds, **id))?;
    Some((witness.rounds, program.property(*id).kind))
}

/// `None` if there is too much to explore. The two programs are the same, but for repetitions that are left out of what is
/// checked, and unless the models of it have a mistake planted in them.
pub fn compare(
    explored: &Program,
    checked: &Program,
    extent: Extent,
) -> Result<Option<Agreement>, Disagreement> {
    let limits = ExploreLimits {
        // A signal may wake any one of the first four threads.
        inputs: vec![0, 1, 2, 3, 4, 8, -1],
        steps_per_thread: 400,
        states: 200_000,
        rounds: ROUNDS,
        unwind: extent.unwind,
    };
    let exploration = explore(explored, &limits);
    if !exploration.faults.is_empty() || exploration.states >= limits.states {
        return Ok(None);
    }
    let mut complete = false;
    for rounds in 1..=ROUNDS {
        let outcome = answer(checked, rounds, extent, EngineKind::default())?;
        compare_with_exploration(explored, &exploration, rounds, &outcome)?;
        if matches!(outcome.rest, Rest::Safe | Rest::SafeUnderAssumptions) {
            complete = true;
            let unlimited = ExploreLimits {
                steps_per_thread: u64::MAX,
                rounds: u32::MAX,
                unwind: None,
                ..limits.clone()
            };
            let everywhere = explore(explored, &unlimited);
            compare_with_exploration(explored, &everywhere, u32::MAX, &outcome)?;
            // A run that is cut off after a violation is not looked at.
            let cut = everywhere.cuts.first_key_value().filter(|_| !outcome.is_violated());
            if let Some((what, needed)) = cut {
                let what = format!("safe in {rounds} rounds, but cut off in {needed} rounds: {what}");
                return disagree(Kind::CutSilently, None, ["cut off", name(&outcome)], what);
            }
        }
        if outcome.is_violated() || complete || rounds == ROUNDS {
            compare_further(checked, rounds, &outcome, extent)?;
        }
        if outcome.is_violated() {
            // What takes more rounds is not to be hidden by what takes few.
            let most = exploration.violations.values().map(|run| run.rounds).max();
            if let Some(most) = most.filter(|most| *most > rounds) {
                let outcome = answer(checked, most, extent, EngineKind::default())?;
                compare_with_exploration(explored, &exploration, most, &outcome)?;
            }
            return Ok(Some(Agreement { violated: true, complete }));
        }
        if complete {
            break;
        }
    }
    Ok(Some(Agreement { violated: false, complete }))
}

/// What is violated in so many rounds, in both directions.
fn compare_with_exploration(
    explored: &Program,
    exploration: &Exploration,
    rounds: u32,
    outcome: &Outcome,
) -> Result<(), Disagreement> {
    let within = exploration.violations.iter().filter(|(_, run)| run.rounds <= rounds);
    let expected: BTreeMap<&str, PropertyKind> =
        within.map(|(id, _)| explored.property(*id)).map(|one| (one.name.as_str(), one.kind)).collect();
    for Counterexample { trace, .. } in &outcome.violations {
        let violation = &trace.violation;
        // Inputs outside the explored values are the interpreter's word: it replayed them.
        if !expected.contains_key(violation.property.as_str()) && !has_inputs(trace) {
            let what = format!("{} violated in {rounds} rounds, not by exploration", violation.property);
            return disagree(Kind::Invented, Some(violation.kind), ["nothing", name(outcome)], what);
        }
    }
    if let Rest::Unknown(reason) = &outcome.rest {
        let answers = [if expected.is_empty() { "nothing" } else { "violated" }, reason_name(reason)];
        let kind = expected.values().next().copied();
        return disagree(Kind::Unknown, kind, answers, format!("unknown: {reason:?}"));
    }
    for (id, _) in exploration.violations.iter().filter(|(_, run)| run.rounds <= rounds) {
        if outcome.unreached().iter().any(|one| one.what == UnreachedKind::Assertion(*id)) {
            let property = explored.property(*id);
            let what = format!("{} in {rounds} rounds by exploration, but never reached", property.name);
            return disagree(Kind::Missed, Some(property.kind), ["violated", "never reached"], what);
        }
    }
    let is_found =
        |property: &str| outcome.violations.iter().any(|one| one.trace.violation.property == property);
    // Of what a library function demands only the first is told, for each line that calls one. And an order of evaluation
    // is followed only if it can be told: not if it decides which of two violations of an expression comes first.
    let told = || outcome.violations.iter().map(|one| one.trace.violation.property.as_str());
    let tells_of_library = told().any(|name| is_of_library(explored, name));
    let lines: BTreeSet<u32> = told().filter_map(|name| line_of_thread(explored, name)).collect();
    let hides_behind_another = |name: &str| {
        tells_of_library && is_of_library(explored, name)
            || line_of_thread(explored, name).is_some_and(|line| lines.contains(&line))
    };
    match expected.iter().find(|(property, _)| !is_found(property) && !hides_behind_another(property)) {
        Some((property, kind)) => {
            let what = format!("{property} in {rounds} rounds by exploration, but only {}", name(outcome));
            disagree(Kind::Missed, Some(*kind), ["violated", name(outcome)], what)
        }
        None => Ok(()),
    }
}

/// How many runs by chance there are of a program, and how far each thread goes in them.
const WALKS: u64 = 150;
const STEPS: u64 = 2_000;

/// The other direction, for programs that are too large to be explored: what a run by chance violates, `check` finds
/// within the bounds of that run. Yields whether some run did.
pub fn compare_walks(explored: &Program, checked: &Program, extent: Extent) -> Result<bool, Disagreement> {
    let limits = ExploreLimits {
        inputs: vec![0, 1, 2, 3],
        steps_per_thread: STEPS,
        rounds: ROUNDS,
        unwind: Some(extent.unwind()),
        ..ExploreLimits::default()
    };
    let runs = (0..WALKS).map(|seed| walk(explored, &limits, seed));
    let violations = runs.filter_map(|run| first_violation(explored, &run));
    let Some((rounds, kind)) = violations.min_by_key(|(rounds, _)| *rounds) else { return Ok(false) };
    let outcome = answer(checked, rounds, extent, EngineKind::default())?;
    if outcome.is_violated() {
        return Ok(true);
    }
    let what = format!("{} in {rounds} rounds, but a run violates in as many", name(&outcome));
    disagree(Kind::Missed, Some(kind), ["violated", name(&outcome)], what)
}

fn answer(
    program: &Program,
    rounds: u32,
    extent: Extent,
    solver: EngineKind,
) -> Result<Outcome, Disagreement> {
    answer_with(program, rounds, extent, CheckOptions { solver, ..CheckOptions::default() })
}

fn answer_with(
    program: &Program,
    rounds: u32,
    extent: Extent,
    options: CheckOptions,
) -> Result<Outcome, Disagreement> {
    let options = CheckOptions { rounds: Some(rounds), unwind: Some(extent.unwind()), ..options };
    match check(program, &options, &|_| {}) {
        Ok(outcome) => Ok(outcome),
        Err(errors) => disagree(Kind::Unknown, None, ["", "refused"], format!("{errors:?}")),
    }
}

fn compare_further(
    program: &Program,
    rounds: u32,
    outcome: &Outcome,
    extent: Extent,
) -> Result<(), Disagreement> {
    let is_violated = outcome.is_violated();
    if extent.more_rounds && (is_violated || rounds < ROUNDS) {
        let more = answer(program, rounds + 1, extent, EngineKind::default())?;
        if is_violated != more.is_violated() {
            let what = format!("{} in {rounds} rounds, but {} in one more", name(outcome), name(&more));
            let kind = violated_kind(outcome).or(violated_kind(&more));
            return disagree(Kind::LostByMoreRounds, kind, [name(outcome), name(&more)], what);
        }
    }
    if extent.engines {
        for &engine in EngineKind::available().iter().filter(|e| **e != EngineKind::default()) {
            let other = answer(program, rounds, extent, engine)?;
            if name(&other) != name(outcome) {
                let what =
                    format!("{} in {rounds} rounds, but {} says {engine:?}", name(outcome), name(&other));
                let kind = violated_kind(outcome).or(violated_kind(&other));
                return disagree(Kind::Engines, kind, [name(outcome), name(&other)], what);
            }
        }
    }
    if let Some(variant) = extent.variant {
        let other = answer_with(program, rounds, extent, variant.options())?;
        // Without values a pointer may point to more than can be followed.
        let gives_up = matches!(other.rest, Rest::Unknown(UnknownReason::TooLarge(_)));
        let is_unknown = matches!(other.rest, Rest::Unknown(_));
        if (is_unknown || violated_properties(program, &other) != violated_properties(program, outcome))
            && !gives_up
        {
            let what = format!("{} in {rounds} rounds, but {} with {variant:?}", name(outcome), name(&other));
            let answers = [name(outcome), name(&other)];
            return disagree(Kind::Variants, violated_kind(outcome), answers, what);
        }
    }
    let is_decided = is_violated || matches!(outcome.rest, Rest::Safe | Rest::SafeUnderAssumptions);
    if extent.deepening && is_decided {
        // The first violation is enough: whether there are others may take any number of rounds.
        let unwind = Some(extent.unwind());
        let options = CheckOptions { unwind, only_first: is_violated, ..CheckOptions::default() };
        let deepened = check(program, &options, &|_| {}).expect("what was checked can be checked");
        let bounds = deepened.violations.first().map(|one| one.bounds).or(deepened.bounds());
        let after = bounds.expect("deepening has bounds").rounds;
        if name(&deepened) != name(outcome) || is_violated && after != rounds {
            let other = name(&deepened);
            let what =
                format!("{} in {rounds} rounds, but {other} after {after} by deepening", name(outcome));
            return disagree(Kind::Deepening, violated_kind(outcome), [name(outcome), other], what);
        }
    }
    if extent.all_runs && is_violated != is_violated_by_some_run(program, rounds, extent) {
        let what = format!("{} in {rounds} rounds, but not so in the formula of all runs", name(outcome));
        let other = if is_violated { "nothing" } else { "violated" };
        return disagree(Kind::Runs, violated_kind(outcome), [name(outcome), other], what);
    }
    Ok(())
}

/// Whether the formula that leaves no run out has a violation.
fn is_violated_by_some_run(program: &Program, rounds: u32, extent: Extent) -> bool {
    let options = CheckOptions::default();
    let question = options.question(program, extent.unwind()).expect("the defaults name nothing");
    let built = formula::build(program, &question, (rounds, Runs::All), SolverOptions::default());
    let Built { unfolding, formula, mut solver } = built.expect("what was checked can be unfolded");
    solver.solve(&unfolding.terms, &[formula.violation]) == Answer::Satisfiable
}

fn name(outcome: &Outcome) -> &'static str {
    match outcome.rest {
        _ if outcome.is_violated() => "violated",
        Rest::Safe => "safe",
        Rest::SafeUnderAssumptions => "safe under assumptions",
        Rest::NoViolationWithinBounds => "nothing",
        Rest::SafeWithBoundedThreads => "safe with bounded threads",
        Rest::NotLookedFor | Rest::Unknown(_) => "unknown",
    }
}

/// What is told as one: which demands of library functions that are, and which of several in an expression, depends on
/// what is found first.
fn violated_properties(program: &Program, outcome: &Outcome) -> BTreeSet<String> {
    let names = outcome.violations.iter().map(|one| one.trace.violation.property.as_str());
    let told = names.map(|name| match line_of_thread(program, name) {
        Some(_) if is_of_library(program, name) => "of the library".to_string(),
        Some(line) => format!("line {line}"),
        None => name.to_string(),
    });
    told.collect()
}

/// Where a property is that a thread violates by itself.
fn line_of_thread(program: &Program, name: &str) -> Option<u32> {
    let property = program.properties.iter().find(|property| property.name == name)?;
    (!property.kind.is_of_a_state()).then(|| program.sources.locate(property.span).line)
}

fn is_of_library(program: &Program, name: &str) -> bool {
    let property = program.properties.iter().find(|property| property.name == name);
    property.is_some_and(|property| program.sources.is_embedded(property.span))
}

/// Internal errors differ in the part of the program that noticed something.
fn reason_name(reason: &UnknownReason) -> &'static str {
    match reason {
        UnknownReason::Internal(what) if what.contains("replay") => "contradicted by the replay",
        UnknownReason::Internal(_) => "contradicted",
        UnknownReason::TooLarge(_) => "too large",
        UnknownReason::NotFollowed(_) | UnknownReason::NotProved(_) => "not proved",
        UnknownReason::Interrupted
        | UnknownReason::Timeout
        | UnknownReason::Deepening
        | UnknownReason::Proving
        | UnknownReason::NoOther { .. }
        | UnknownReason::Memory
        | UnknownReason::KnownLoops(_) => "out of time or memory",
    }
}

fn violated_kind(outcome: &Outcome) -> Option<PropertyKind> {
    outcome.violations.first().map(|one| one.trace.violation.kind)
}

fn has_inputs(trace: &Trace) -> bool {
    let mut effects = trace.contexts.iter().flat_map(|c| &c.steps).flat_map(|s| &s.effects);
    effects.any(|e| matches!(e, Effect::Input { .. }))
}
