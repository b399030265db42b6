//! One program, several ways to the same answer.
//!
//! The interpreter explores all interleavings; `check` unfolds, encodes and solves. Per number of rounds they must
//! agree whether a property can be violated, so they also agree in how few rounds. Where `check` says that nothing
//! was left out, exploration without a bound must find nothing either, and no run that is cut off. What was found with K rounds is found with
//! K+1. On some programs every engine has to answer, and the formula of all runs is compared with that of the runs
//! in their shortest form. Of programs that are too large to be explored, runs by chance are compared: what they
//! violate, `check` has to find.

use bmc_conc::check::{CheckOptions, UnknownReason, Verdict, check};
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
    let first = first_violation(explored, &exploration);
    let least = first.map(|(rounds, _)| rounds);
    let mut complete = false;
    for rounds in 1..=ROUNDS {
        let expected = least.is_some_and(|least| least <= rounds);
        let verdict = answer(checked, rounds, extent, EngineKind::default())?;
        match &verdict {
            Verdict::Violated(trace) => {
                // Inputs outside the explored values are the interpreter's word: it replayed them.
                if !expected && !has_inputs(trace) {
                    let what = format!("violated in {rounds} rounds, exploration says {least:?}");
                    let answers = ["nothing", name(&verdict)];
                    return disagree(Kind::Invented, Some(trace.violation.kind), answers, what);
                }
                compare_further(checked, rounds, &verdict, extent)?;
                return Ok(Some(Agreement { violated: true, complete }));
            }
            Verdict::Safe | Verdict::SafeUnderAssumptions => {
                complete = true;
                let unlimited = ExploreLimits { rounds: u32::MAX, unwind: None, ..limits.clone() };
                let everywhere = explore(explored, &unlimited);
                let anywhere = if expected { first } else { first_violation(explored, &everywhere) };
                if let Some((needed, kind)) = anywhere {
                    let what = format!("safe in {rounds} rounds, but violated in {needed} rounds");
                    return disagree(Kind::Missed, Some(kind), ["violated", name(&verdict)], what);
                }
                if let Some((what, needed)) = everywhere.cuts.first_key_value() {
                    let what = format!("safe in {rounds} rounds, but cut off in {needed} rounds: {what}");
                    return disagree(Kind::CutSilently, None, ["cut off", name(&verdict)], what);
                }
            }
            Verdict::NoViolationWithinBounds if expected => {
                let what = format!("nothing in {rounds} rounds, exploration needs {least:?}");
                let kind = first.map(|(_, kind)| kind);
                return disagree(Kind::Missed, kind, ["violated", name(&verdict)], what);
            }
            Verdict::NoViolationWithinBounds => {}
            Verdict::Unknown(reason) => {
                let answers = [if expected { "violated" } else { "nothing" }, reason_name(reason)];
                let kind = first.filter(|_| expected).map(|(_, kind)| kind);
                return disagree(Kind::Unknown, kind, answers, format!("unknown: {reason:?}"));
            }
        }
        if complete || rounds == ROUNDS {
            compare_further(checked, rounds, &verdict, extent)?;
            break;
        }
    }
    Ok(Some(Agreement { violated: false, complete }))
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
    let verdict = answer(checked, rounds, extent, EngineKind::default())?;
    if matches!(verdict, Verdict::Violated(_)) {
        return Ok(true);
    }
    let what = format!("{} in {rounds} rounds, but a run violates in as many", name(&verdict));
    disagree(Kind::Missed, Some(kind), ["violated", name(&verdict)], what)
}

fn answer(
    program: &Program,
    rounds: u32,
    extent: Extent,
    solver: EngineKind,
) -> Result<Verdict, Disagreement> {
    answer_with(program, rounds, extent, CheckOptions { solver, ..CheckOptions::default() })
}

fn answer_with(
    program: &Program,
    rounds: u32,
    extent: Extent,
    options: CheckOptions,
) -> Result<Verdict, Disagreement> {
    let options = CheckOptions { rounds: Some(rounds), unwind: Some(extent.unwind()), ..options };
    match check(program, &options, &|_| {}) {
        Ok(outcome) => Ok(outcome.verdict),
        Err(errors) => disagree(Kind::Unknown, None, ["", "refused"], format!("{errors:?}")),
    }
}

fn compare_further(
    program: &Program,
    rounds: u32,
    verdict: &Verdict,
    extent: Extent,
) -> Result<(), Disagreement> {
    let is_violated = matches!(verdict, Verdict::Violated(_));
    if extent.more_rounds && (is_violated || rounds < ROUNDS) {
        let more = answer(program, rounds + 1, extent, EngineKind::default())?;
        if is_violated != matches!(more, Verdict::Violated(_)) {
            let what = format!("{} in {rounds} rounds, but {} in one more", name(verdict), name(&more));
            let kind = violated_kind(verdict).or(violated_kind(&more));
            return disagree(Kind::LostByMoreRounds, kind, [name(verdict), name(&more)], what);
        }
    }
    if extent.engines {
        for &engine in EngineKind::available().iter().filter(|e| **e != EngineKind::default()) {
            let other = answer(program, rounds, extent, engine)?;
            if name(&other) != name(verdict) {
                let what =
                    format!("{} in {rounds} rounds, but {} says {engine:?}", name(verdict), name(&other));
                let kind = violated_kind(verdict).or(violated_kind(&other));
                return disagree(Kind::Engines, kind, [name(verdict), name(&other)], what);
            }
        }
    }
    if let Some(variant) = extent.variant {
        let other = answer_with(program, rounds, extent, variant.options())?;
        // Without values a pointer may point to more than can be followed.
        let gives_up = matches!(other, Verdict::Unknown(UnknownReason::TooLarge(_)));
        let is_unknown = matches!(other, Verdict::Unknown(_));
        if (is_unknown || matches!(other, Verdict::Violated(_)) != is_violated) && !gives_up {
            let what = format!("{} in {rounds} rounds, but {} with {variant:?}", name(verdict), name(&other));
            let answers = [name(verdict), name(&other)];
            return disagree(Kind::Variants, violated_kind(verdict), answers, what);
        }
    }
    let is_decided = is_violated || matches!(verdict, Verdict::Safe | Verdict::SafeUnderAssumptions);
    if extent.deepening && is_decided {
        let options = CheckOptions { unwind: Some(extent.unwind()), ..CheckOptions::default() };
        let deepened = check(program, &options, &|_| {}).expect("what was checked can be checked");
        let after = deepened.bounds().expect("deepening has bounds").rounds;
        if name(&deepened.verdict) != name(verdict) || is_violated && after != rounds {
            let other = name(&deepened.verdict);
            let what =
                format!("{} in {rounds} rounds, but {other} after {after} by deepening", name(verdict));
            return disagree(Kind::Deepening, violated_kind(verdict), [name(verdict), other], what);
        }
    }
    if extent.all_runs && is_violated != is_violated_by_some_run(program, rounds, extent) {
        let what = format!("{} in {rounds} rounds, but not so in the formula of all runs", name(verdict));
        let other = if is_violated { "nothing" } else { "violated" };
        return disagree(Kind::Runs, violated_kind(verdict), [name(verdict), other], what);
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

fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Violated(_) => "violated",
        Verdict::Safe => "safe",
        Verdict::SafeUnderAssumptions => "safe under assumptions",
        Verdict::NoViolationWithinBounds => "nothing",
        Verdict::Unknown(_) => "unknown",
    }
}

/// Internal errors differ in the part of the program that noticed something.
fn reason_name(reason: &UnknownReason) -> &'static str {
    match reason {
        UnknownReason::Internal(what) if what.contains("replay") => "contradicted by the replay",
        UnknownReason::Internal(_) => "contradicted",
        UnknownReason::TooLarge(_) => "too large",
        UnknownReason::Interrupted
        | UnknownReason::Timeout
        | UnknownReason::Deepening
        | UnknownReason::Memory
        | UnknownReason::KnownLoops(_) => "out of time or memory",
    }
}

fn violated_kind(verdict: &Verdict) -> Option<PropertyKind> {
    match verdict {
        Verdict::Violated(trace) => Some(trace.violation.kind),
        _ => None,
    }
}

fn has_inputs(trace: &Trace) -> bool {
    let mut effects = trace.contexts.iter().flat_map(|c| &c.steps).flat_map(|s| &s.effects);
    effects.any(|e| matches!(e, Effect::Input { .. }))
}
