//! From a program to a verdict: unfold, encode, solve, replay, deepen.
//!
//! With bounds given, exactly those are tried. Without, rounds and unwinding grow together until there is a
//! violation, nothing is left to look at, or the budget is used up. Rounds are added to the formula; an unwinding is a
//! new one, so there are few of them: each is twice the one before.
//!
//! A limit may strike at any time. What was shown until then is the answer (`progress`), and everything that
//! would be one is told as soon as it is known, for callers that cannot wait until a stage listens.

mod confirm;
mod progress;

use std::time::{Duration, Instant};

use bmc_solver::{
    Answer, EngineKind, Evaluator, Solver, SolverOptions, Statistics as SolverStatistics, Stop, StopReason,
    TermId,
};
use rustc_hash::FxHashMap;

use self::confirm::assert_all;
pub use self::progress::{Progress, Stage, Stopped};
use crate::certify::{Certified, Certifier, Certify, bound_in_words};
use crate::exec::Script;
use crate::ir::{Open, Program, PropertyId};
use crate::reductions::{Reduction, Reductions};
use crate::selection::{check_name, find_property};
use crate::sequentialize::{
    Encoding, Form, Runs, Statements, follow_addresses, rounds_that_suffice, uses_last_round,
};
use crate::source::{Diagnostic, Location, Span};
use crate::trace::Trace;
pub use crate::unfold::Unchecked;
use crate::unfold::{Bound, EventStructure, Mark, UnfoldError, UnfoldOptions, unfold};

/// What deepening tries before it gives up, if no bounds are given.
pub const DEFAULT_ROUNDS: u32 = 8;
pub const DEFAULT_UNWIND: u32 = 8;
pub const DEFAULT_SECONDS: u64 = 60;
/// Beyond a few times what the search itself took, this long is spent on whether more rounds are needed.
const PATIENCE_FOR_MORE_ROUNDS: Duration = Duration::from_secs(4);
/// While deepening, unrolling loops whose end is known completely may take this long.
const PATIENCE_FOR_KNOWN_LOOPS: Duration = Duration::from_secs(10);
/// Iterations of a loop whose end is known, before it is taken to run forever.
pub const MOST_KNOWN_ITERATIONS: u32 = 200_000;
/// If that is too much: so many for each one that other loops get.
const KNOWN_ITERATIONS_PER_UNWINDING: u32 = 4;
/// Threads besides main.
pub const DEFAULT_THREADS: u32 = 64;

#[derive(Clone)]
pub struct CheckOptions {
    /// Exactly this many rounds; `None` deepens.
    pub rounds: Option<u32>,
    /// Exactly this many iterations and nested calls; `None` deepens.
    pub unwind: Option<u32>,
    /// Iterations of single loops, by name.
    pub unwindset: Vec<(String, u32)>,
    /// At most this many threads are created, besides main.
    pub threads: u32,
    /// A loop that is cut off counts as a violation.
    pub unwinding_assertions: bool,
    /// Only this property is checked.
    pub property: Option<String>,
    pub solver: EngineKind,
    pub seed: u64,
    pub statements: Statements,
    pub reductions: Reductions,
    /// Whether answers that rest on unsatisfiability are proved, and the proofs checked.
    pub certify: Certify,
    pub stop: Stop,
}

impl Default for CheckOptions {
    fn default() -> Self {
        CheckOptions {
            rounds: None,
            unwind: None,
            unwindset: Vec::new(),
            threads: DEFAULT_THREADS,
            unwinding_assertions: false,
            property: None,
            solver: EngineKind::default(),
            seed: 0,
            statements: Statements::default(),
            reductions: Reductions::default(),
            certify: Certify::No,
            stop: Stop::new(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    /// For a violation: what decides the run that ends in it.
    pub script: Option<Script>,
    /// The last bounds that were tried to the end.
    pub bounds: Bounds,
    /// While deepening, the bounds before those; they showed no violation.
    pub completed: Option<Bounds>,
    /// What the bounds cut off.
    pub cuts: Vec<Cut>,
    /// What is assumed of the program besides: the answer is about programs of which it is true.
    pub assumptions: Vec<Assumption>,
    /// The proofs that the verdict rests on, if they were asked for; none for a violation.
    pub certified: Vec<Certified>,
    /// What ended the check, if it would have gone on.
    pub stopped: Option<Stopped>,
    pub statistics: Statistics,
}

#[derive(Clone, Debug)]
pub enum Verdict {
    /// Found, replayed and confirmed.
    Violated(Box<Trace>),
    /// Nothing was cut: there is no violation at all.
    Safe,
    /// Nothing was cut, but something is assumed that may be wrong.
    SafeUnderAssumptions,
    NoViolationWithinBounds,
    Unknown(UnknownReason),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnknownReason {
    Timeout,
    Memory,
    Interrupted,
    /// A limit of the representation.
    TooLarge(String),
    /// A check of our own failed: a mistake in bmc-conc.
    Internal(String),
}

impl UnknownReason {
    /// Nothing is wrong with the program or with us; there was only not enough of something.
    pub fn is_limit(&self) -> bool {
        match self {
            UnknownReason::Timeout | UnknownReason::Memory | UnknownReason::Interrupted => true,
            UnknownReason::TooLarge(_) | UnknownReason::Internal(_) => false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    pub rounds: u32,
    pub unwind: u32,
}

/// Something that is assumed of what the program uses and no file defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assumption {
    pub kind: AssumptionKind,
    pub name: String,
    /// Where it is declared, or used without a declaration; where addresses are used as numbers.
    pub location: Location,
    pub source: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AssumptionKind {
    /// It returns any value and changes nothing but what its parameters point to.
    Function,
    /// It begins with any contents, and only this program changes it.
    Variable,
    /// Addresses are used as numbers there: objects lie in memory as they do here.
    Layout,
}

/// Something a bound left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    pub kind: CutKind,
    /// The loop, function or allocation; `None` for rounds.
    pub location: Option<Location>,
    pub source: String,
}

#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum CutKind {
    /// Something that is not followed, in words; no bound brings it in.
    NotFollowed {
        what: String,
    },
    /// Runs in which something is wrong that nobody asks about: they are followed up to there.
    Unchecked(Unchecked),
    /// Schedules with more rounds.
    Rounds,
    Loop {
        name: String,
    },
    /// The loop ends by itself, but after more iterations than could be looked at.
    KnownLoop {
        name: String,
        iterations: u32,
    },
    Recursion {
        function: String,
    },
    Allocation {
        bytes: u64,
    },
    Threads {
        most: u32,
    },
    /// What comes into the program from outside was bounded, in these words.
    Input {
        what: String,
    },
}

impl Cut {
    const ROUNDS: Cut = Cut { kind: CutKind::Rounds, location: None, source: String::new() };
}

impl CutKind {
    /// Whether more unwinding can bring in what was cut off.
    fn is_unwinding(&self) -> bool {
        matches!(self, CutKind::Loop { .. } | CutKind::KnownLoop { .. } | CutKind::Recursion { .. })
    }

    /// Whether it is a number that was not enough.
    fn is_bound(&self) -> bool {
        !matches!(self, CutKind::NotFollowed { .. } | CutKind::Unchecked(_))
    }
}

#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub threads: usize,
    pub events: usize,
    /// Points at which a thread can be interrupted.
    pub labels: usize,
    pub cells: usize,
    pub terms: usize,
    pub unfolding_passes: u32,
    pub solver: SolverStatistics,
    /// Seconds per stage, over all bounds tried.
    pub seconds: Vec<(&'static str, f64)>,
}

impl Statistics {
    fn add_time(&mut self, stage: &'static str, since: Instant) {
        let seconds = since.elapsed().as_secs_f64();
        match self.seconds.iter_mut().find(|(name, _)| *name == stage) {
            Some((_, total)) => *total += seconds,
            None => self.seconds.push((stage, seconds)),
        }
    }
}

/// Checks the program. `progress` hears what is being done and what is known.
pub fn check(
    program: &Program,
    options: &CheckOptions,
    progress: &dyn Fn(Progress<'_>),
) -> Result<Outcome, Vec<Diagnostic>> {
    let mut checker = Checker::new(program, options, progress)?;
    let deepens = options.rounds.is_none() || options.unwind.is_none();
    if deepens {
        checker.stop = options.stop.clone().with_timeout(Duration::from_secs(DEFAULT_SECONDS));
    }
    let mut known: Option<Outcome> = None;
    let mut next = Some(Bounds { rounds: options.rounds.unwrap_or(1), unwind: options.unwind.unwrap_or(1) });
    while let Some(bounds) = next {
        progress(Progress::Bounds(bounds));
        let mut outcome = checker.try_bounds(bounds)?;
        if let Some(mut known) = known.take() {
            if let Verdict::Unknown(reason) = &outcome.verdict
                && reason.is_limit()
            {
                known.statistics = outcome.statistics;
                known.stopped = outcome.stopped;
                return checker.conclude(known);
            }
            outcome.completed = Some(known.bounds);
        }
        if !matches!(outcome.verdict, Verdict::Unknown(_)) {
            progress(Progress::Known(&outcome));
        }
        next = match outcome.verdict {
            Verdict::NoViolationWithinBounds if outcome.stopped.is_none() => {
                deeper(options, bounds, &outcome.cuts)
            }
            _ => None,
        };
        known = Some(outcome);
    }
    checker.conclude(known.expect("at least one pair of bounds is tried"))
}

/// The bounds to try after `bounds` showed nothing, growing only what cut something off.
fn deeper(options: &CheckOptions, bounds: Bounds, cuts: &[Cut]) -> Option<Bounds> {
    let cuts_rounds = cuts.iter().any(|c| c.kind == CutKind::Rounds);
    let cuts_loops = cuts.iter().any(|cut| cut.kind.is_unwinding());
    let mut next = bounds;
    if options.unwind.is_none() && cuts_loops && bounds.unwind < DEFAULT_UNWIND {
        next.unwind = (2 * bounds.unwind).min(DEFAULT_UNWIND);
    }
    if options.rounds.is_none() && cuts_rounds && bounds.rounds < DEFAULT_ROUNDS {
        next.rounds += 1;
    }
    (next != bounds).then_some(next)
}

/// One program under changing bounds.
struct Checker<'a> {
    program: &'a Program,
    options: &'a CheckOptions,
    progress: &'a dyn Fn(Progress<'_>),
    stage: Stage,
    stop: Stop,
    property: Option<PropertyId>,
    /// Reaching a bound on loops or recursion counts as a violation.
    asserts_unwinding: bool,
    certifier: Certifier,
    statistics: Statistics,
    /// The last search that found nothing, or its formula with one round more.
    last_search: Option<Search>,
    /// What the last unfolding assumes.
    assumptions: Vec<Assumption>,
    /// The last unfolding, and the unwinding it was made with.
    unfolded: Option<(u32, EventStructure)>,
    /// Loops whose end is known are cut off too, because unrolling them completely is too much.
    cuts_known_loops: bool,
}

/// A formula and the solver that has it.
struct Search {
    encoding: Encoding,
    solver: Solver,
    /// How many of the constraints the solver has.
    asserted: usize,
    /// Some claim is violated.
    violation: TermId,
}

/// What one pair of bounds showed.
enum Found {
    Violation {
        trace: Box<Trace>,
        script: Script,
        /// What kept us from finding a shorter one.
        unshortened: Option<UnknownReason>,
    },
    /// No violation. If something kept us from finding out which bounds are reached, the cuts are all that may be.
    Nothing {
        cuts: Vec<Cut>,
        undecided: Option<UnknownReason>,
    },
    Unknown(UnknownReason),
}

impl<'a> Checker<'a> {
    fn new(
        program: &'a Program,
        options: &'a CheckOptions,
        progress: &'a dyn Fn(Progress<'_>),
    ) -> Result<Self, Vec<Diagnostic>> {
        let property = match &options.property {
            None => None,
            Some(name) => Some(find_property(program, name)?),
        };
        for (name, _) in &options.unwindset {
            check_name(program, name)?;
        }
        Ok(Checker {
            program,
            options,
            progress,
            stage: Stage::default(),
            stop: options.stop.clone(),
            property,
            asserts_unwinding: options.unwinding_assertions && options.unwind.is_some(),
            certifier: Certifier::new(options.certify),
            statistics: Statistics::default(),
            last_search: None,
            assumptions: Vec::new(),
            unfolded: None,
            cuts_known_loops: false,
        })
    }

    fn try_bounds(&mut self, bounds: Bounds) -> Result<Outcome, Vec<Diagnostic>> {
        self.certifier.take();
        let found = match self.unfolding(bounds.unwind) {
            Ok(mut structure) => {
                let found = self.search(&mut structure, bounds);
                self.unfolded = Some((bounds.unwind, structure));
                found
            }
            Err(UnfoldError::Unsupported(diagnostic)) => return Err(vec![diagnostic]),
            Err(UnfoldError::Stopped(reason)) => Found::Unknown(reason.into()),
            Err(UnfoldError::TooLarge(what)) => Found::Unknown(UnknownReason::TooLarge(what)),
        };
        let mut outcome = self.outcome(found, bounds);
        if !matches!(outcome.verdict, Verdict::Violated(_) | Verdict::Unknown(_)) {
            outcome.certified = self.certifier.take();
        }
        Ok(outcome)
    }

    /// Without certificates.
    fn outcome(&self, found: Found, bounds: Bounds) -> Outcome {
        let stopped = |reason: UnknownReason| Stopped { reason, bounds, stage: self.stage };
        let mut outcome = match found {
            Found::Violation { trace, script, unshortened } => Outcome {
                verdict: Verdict::Violated(trace),
                script: Some(script),
                bounds,
                completed: None,
                cuts: Vec::new(),
                assumptions: self.assumptions.clone(),
                certified: Vec::new(),
                stopped: unshortened.map(stopped),
                statistics: Statistics::default(),
            },
            Found::Nothing { cuts, undecided } => Outcome {
                verdict: match (cuts.is_empty(), self.assumptions.is_empty()) {
                    (true, true) => Verdict::Safe,
                    (true, false) => Verdict::SafeUnderAssumptions,
                    (false, _) => Verdict::NoViolationWithinBounds,
                },
                script: None,
                bounds,
                completed: None,
                cuts,
                assumptions: self.assumptions.clone(),
                stopped: undecided.map(stopped),
                certified: Vec::new(),
                statistics: Statistics::default(),
            },
            Found::Unknown(reason) => Outcome::unknown(stopped(reason)),
        };
        outcome.statistics = self.statistics.clone();
        outcome
    }

    /// The last word: what was known when the check was stopped, or else what a bound that was reached counts as.
    fn conclude(&mut self, known: Outcome) -> Result<Outcome, Vec<Diagnostic>> {
        let asserts = self.options.unwinding_assertions;
        let is_final = !matches!(known.verdict, Verdict::NoViolationWithinBounds);
        let stopped = known.stopped.clone();
        if let Some(stopped) = stopped
            && (is_final || !asserts || !known.cuts_loops() || self.options.stop.requested().is_some())
        {
            return Ok(known.ended_by(stopped, asserts));
        }
        if asserts && known.cuts_loops() {
            // Deepening went as far as it does; what is still cut off now counts.
            self.asserts_unwinding = true;
            self.stop = self.options.stop.clone();
            return self.try_bounds(known.bounds);
        }
        Ok(known)
    }

    fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        (self.progress)(Progress::Stage(stage));
    }

    fn unfolding(&mut self, unwind: u32) -> Result<EventStructure, UnfoldError> {
        match self.unfolded.take() {
            Some((known, structure)) if known == unwind => return Ok(structure),
            _ => {}
        }
        self.last_search = None;
        self.enter(Stage::Unfold);
        let begin = Instant::now();
        let mut structure = self.unfold(unwind);
        if let Ok(structure) = &mut structure {
            follow_addresses(structure, self.options.statements, self.options.reductions);
        }
        self.statistics.add_time("unfold", begin);
        if let Ok(structure) = &structure {
            self.statistics.threads = structure.threads.len();
            self.statistics.events = structure.threads.iter().map(|t| t.events.len()).sum();
            self.statistics.labels = structure.threads.iter().map(|t| t.labels).sum();
            self.statistics.cells = structure.cells.len();
            self.statistics.unfolding_passes = structure.passes;
            let open = structure.assumed.iter().map(|open| self.assumption(*open));
            let numbers = structure.numbers.iter().map(|span| self.assumed_layout(*span));
            self.assumptions = open.chain(numbers).collect();
        }
        structure
    }

    /// Unrolls loops whose end is known completely, as long as that can be done; otherwise some iterations of
    /// them, more with more unwinding. A part of the program is better than nothing, and the outcome says what
    /// was left out.
    fn unfold(&mut self, unwind: u32) -> Result<EventStructure, UnfoldError> {
        let loops: FxHashMap<String, u32> = self.options.unwindset.iter().cloned().collect();
        let only = self.property;
        let wanted = |property: PropertyId| only.is_none_or(|only| only == property);
        let mut bounds = UnfoldOptions {
            unwind,
            loops,
            threads: self.options.threads,
            known: MOST_KNOWN_ITERATIONS,
            reductions: self.options.reductions,
        };
        if !self.cuts_known_loops {
            let deepens = self.options.rounds.is_none() || self.options.unwind.is_none();
            let stop = match deepens {
                true => self.stop.clone().with_timeout(PATIENCE_FOR_KNOWN_LOOPS),
                false => self.stop.clone(),
            };
            let unfolded = unfold(self.program, &bounds, &wanted, &stop);
            let too_much = match &unfolded {
                Err(UnfoldError::TooLarge(_)) => true,
                Err(UnfoldError::Stopped(StopReason::Timeout)) => self.stop.requested().is_none(),
                _ => false,
            };
            if !too_much {
                return unfolded;
            }
            bounds.known = KNOWN_ITERATIONS_PER_UNWINDING * unwind.max(1);
            let partly = unfold(self.program, &bounds, &wanted, &self.stop);
            if partly.is_err() {
                return unfolded;
            }
            self.cuts_known_loops = true;
            return partly;
        }
        bounds.known = KNOWN_ITERATIONS_PER_UNWINDING * unwind.max(1);
        unfold(self.program, &bounds, &wanted, &self.stop)
    }

    fn search(&mut self, structure: &mut EventStructure, bounds: Bounds) -> Found {
        let stop = self.stop.clone();
        let runs = match self.options.reductions.contains(Reduction::Schedules) {
            true => Runs::Shortest,
            false => Runs::All,
        };
        let mut search = match self.begin_search(structure, bounds.rounds, runs, &stop) {
            Ok(search) => search,
            Err(reason) => return Found::Unknown(reason),
        };
        self.enter(Stage::Solve);
        let begin = Instant::now();
        let answer = search.solver.solve(&structure.terms, &[search.violation]);
        self.statistics.solver = search.solver.statistics();
        self.statistics.add_time("solve", begin);
        match answer {
            Answer::Unknown(reason) => Found::Unknown(reason.into()),
            Answer::Satisfiable => self.confirm(structure, search, bounds, begin.elapsed()),
            Answer::Unsatisfiable => {
                let solved_in = begin.elapsed();
                self.enter(Stage::Certify);
                let shown =
                    || format!("no violation with --rounds {} --unwind {}", bounds.rounds, bounds.unwind);
                if let Err(reason) = self.certifier.certify(&search.solver, search.violation, shown) {
                    return Found::Unknown(reason);
                }
                self.enter(Stage::Cuts);
                let begin = Instant::now();
                let found = self.find_cuts(structure, search, bounds, solved_in);
                self.statistics.add_time("completeness", begin);
                found
            }
        }
    }

    /// The formula for a number of rounds, in a solver: that of the last search with more rounds, if it is for the
    /// same runs, so that what was learnt there is kept.
    fn begin_search(
        &mut self,
        structure: &mut EventStructure,
        rounds: u32,
        runs: Runs,
        stop: &Stop,
    ) -> Result<Search, UnknownReason> {
        let CheckOptions { statements, reductions, solver: engine, seed, .. } = *self.options;
        let mut search = match self.last_search.take() {
            Some(search) if search.encoding.form.runs == runs && search.encoding.rounds <= rounds => search,
            _ => Search {
                encoding: Encoding::new(structure, Form { runs, statements, reductions }),
                solver: Solver::new(SolverOptions { engine, seed, stop: stop.clone() }),
                asserted: 0,
                violation: TermId::FALSE,
            },
        };
        if search.encoding.rounds == rounds {
            return Ok(search);
        }
        if self.stage == Stage::Unfold {
            self.enter(Stage::Encode);
        }
        let begin = Instant::now();
        let Search { encoding, solver, asserted, violation } = &mut search;
        solver.set_stop(stop.clone());
        encoding.extend_to(structure, rounds, stop)?;
        *violation = structure.terms.or_all(encoding.violations().collect::<Vec<_>>());
        let added = assert_all(structure, solver, &encoding.constraints[*asserted..], stop);
        *asserted = encoding.constraints.len();
        self.statistics.terms = structure.terms.len();
        self.statistics.add_time("encode", begin);
        added?;
        Ok(search)
    }

    /// Whether some run needs more rounds: counted first, then searched for. A limit hit on the way leaves the
    /// question open, which counts as yes. If more rounds would be tried next anyway, the question must not take
    /// the time that they need.
    fn needs_more_rounds(
        &mut self,
        structure: &mut EventStructure,
        rounds: u32,
        solved_in: Duration,
    ) -> Result<bool, UnknownReason> {
        if u64::from(rounds) >= rounds_that_suffice(structure) {
            return Ok(false);
        }
        let stop = self.stop.clone();
        let Ok(mut search) = self.begin_search(structure, rounds + 1, Runs::Shortest, &stop) else {
            return Ok(true);
        };
        let last = uses_last_round(structure, &search.encoding);
        if self.options.rounds.is_none() && rounds < DEFAULT_ROUNDS {
            let patience = 4 * solved_in + PATIENCE_FOR_MORE_ROUNDS;
            search.solver.set_stop(self.stop.clone().with_timeout(patience));
        }
        let answer = search.solver.solve(&structure.terms, &[last]);
        search.solver.set_stop(self.stop.clone());
        let needed = match answer {
            Answer::Unsatisfiable => {
                let shown = || format!("no run needs more than --rounds {rounds}");
                match self.certifier.certify(&search.solver, last, shown) {
                    Ok(()) => Ok(false),
                    Err(reason @ UnknownReason::Internal(_)) => Err(reason),
                    Err(_) => Ok(true),
                }
            }
            _ => Ok(true),
        };
        self.last_search = Some(search);
        needed
    }

    /// What the bounds left out of the search that just found nothing.
    fn find_cuts(
        &mut self,
        structure: &mut EventStructure,
        mut search: Search,
        bounds: Bounds,
        solved_in: Duration,
    ) -> Found {
        let Search { encoding, solver, asserted, .. } = &mut search;
        if !self.asserts_unwinding {
            let found = Found::Nothing { cuts: self.possible_cuts(structure), undecided: None };
            let known = Outcome { certified: self.certifier.summary(), ..self.outcome(found, bounds) };
            (self.progress)(Progress::Known(&known));
        }
        encoding.ask_for_marks(&structure.terms);
        if let Err(reason) = assert_all(structure, solver, &encoding.constraints[*asserted..], &self.stop) {
            let cuts = self.possible_cuts(structure);
            return match self.asserts_unwinding {
                true => Found::Unknown(reason),
                false => Found::Nothing { cuts, undecided: Some(reason) },
            };
        }
        *asserted = encoding.constraints.len();
        let mut undecided = None;
        let mut cuts: Vec<Cut> = Vec::new();
        for (cut, marks) in self.marks_by_cut(structure) {
            let reached =
                structure.terms.or_all(marks.iter().map(|&mark| encoding.marks[mark]).collect::<Vec<_>>());
            match solver.solve(&structure.terms, &[reached]) {
                Answer::Satisfiable if self.asserts_unwinding && cut.kind.is_bound() => {
                    let mut evaluator = Evaluator::new(&structure.terms, solver.assignment());
                    let mark = marks.iter().find(|&&mark| evaluator.value(encoding.marks[mark]) == 1);
                    let &mark = mark.expect("one of the marks is reached");
                    return self.confirm_cut(structure, encoding, solver, (mark, encoding.marks[mark]), &cut);
                }
                Answer::Satisfiable => cuts.push(cut),
                Answer::Unsatisfiable => {
                    let shown = || format!("{} is not reached", bound_in_words(&cut));
                    match self.certifier.certify(solver, reached, shown) {
                        Ok(()) => {}
                        Err(reason) if reason.is_limit() && !self.asserts_unwinding => {
                            undecided = Some(reason);
                            cuts.push(cut);
                        }
                        Err(reason) => return Found::Unknown(reason),
                    }
                }
                Answer::Unknown(reason) if self.asserts_unwinding => return Found::Unknown(reason.into()),
                Answer::Unknown(reason) => {
                    undecided = Some(reason.into());
                    cuts.push(cut);
                }
            }
        }
        cuts.extend(self.limits_of_input());
        self.last_search = Some(search);
        match self.needs_more_rounds(structure, bounds.rounds, solved_in) {
            Ok(true) => cuts.push(Cut::ROUNDS),
            Ok(false) => {}
            Err(reason) => return Found::Unknown(reason),
        }
        Found::Nothing { cuts, undecided }
    }

    /// All that the bounds may leave out, before anything is known about it.
    fn possible_cuts(&self, structure: &EventStructure) -> Vec<Cut> {
        let mut cuts: Vec<Cut> = self.marks_by_cut(structure).into_iter().map(|(cut, _)| cut).collect();
        cuts.extend(self.limits_of_input());
        cuts.push(Cut::ROUNDS);
        cuts
    }

    fn assumption(&self, open: Open) -> Assumption {
        let (kind, name, span) = match open {
            Open::Function(function) => {
                let function = self.program.function(function);
                (AssumptionKind::Function, &function.name, function.span)
            }
            Open::Variable(global) => {
                let global = self.program.global(global);
                (AssumptionKind::Variable, &global.name, global.span)
            }
        };
        let source = self.program.sources.line_text(span).trim().to_string();
        Assumption { kind, name: name.clone(), location: self.program.sources.locate(span), source }
    }

    fn assumed_layout(&self, span: Span) -> Assumption {
        let name = self.program.sources.text(span).lines().next().unwrap_or_default().trim().to_string();
        let source = self.program.sources.line_text(span).trim().to_string();
        let location = self.program.sources.locate(span);
        Assumption { kind: AssumptionKind::Layout, name, location, source }
    }

    /// The marks that mean the same to the user, in the order of the first of each.
    fn marks_by_cut(&self, structure: &EventStructure) -> Vec<(Cut, Vec<usize>)> {
        let mut found: Vec<(Cut, Vec<usize>)> = Vec::new();
        let mut known: FxHashMap<(&Bound, u32), usize> = FxHashMap::default();
        for (index, mark) in structure.marks.iter().enumerate() {
            let place = *known.entry((&mark.bound, mark.span.start)).or_insert_with(|| {
                found.push((self.cut_at(mark), Vec::new()));
                found.len() - 1
            });
            found[place].1.push(index);
        }
        found
    }

    fn cut_at(&self, mark: &Mark) -> Cut {
        let kind = match &mark.bound {
            Bound::Loop { name } => CutKind::Loop { name: name.clone() },
            Bound::KnownLoop { name, iterations } => {
                CutKind::KnownLoop { name: name.clone(), iterations: *iterations }
            }
            Bound::Recursion { function } => CutKind::Recursion { function: function.clone() },
            Bound::Allocation { bytes } => CutKind::Allocation { bytes: *bytes },
            Bound::Threads { most } => CutKind::Threads { most: *most },
            Bound::NotFollowed { what } => CutKind::NotFollowed { what: what.clone() },
            Bound::Unchecked(what) => CutKind::Unchecked(*what),
        };
        let location = Some(self.program.sources.locate(mark.span));
        let source = self.program.sources.line_text(mark.span).trim().to_string();
        Cut { kind, location, source }
    }

    fn limits_of_input(&self) -> impl Iterator<Item = Cut> {
        self.program.limits.iter().map(|limit| {
            let kind = CutKind::Input { what: limit.description.clone() };
            let location = Some(self.program.sources.locate(limit.span));
            let source = self.program.sources.line_text(limit.span).trim().to_string();
            Cut { kind, location, source }
        })
    }
}

impl From<StopReason> for UnknownReason {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Interrupted => UnknownReason::Interrupted,
            StopReason::Timeout => UnknownReason::Timeout,
            StopReason::Memory => UnknownReason::Memory,
        }
    }
}
