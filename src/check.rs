//! From a program to a verdict: unfold, encode, solve, replay, deepen.
//!
//! With bounds given, exactly those are tried. Without, rounds and unwinding grow together until there is a
//! violation, nothing is left to look at, or the budget is used up.

use std::time::{Duration, Instant};

use bmc_solver::{
    Answer, Assignment, EngineKind, Evaluator, Solver, SolverOptions, Statistics as SolverStatistics, Stop,
    StopReason, TermId,
};
use rustc_hash::FxHashMap;

use crate::certify::{Certified, Certifier, Certify, bound_in_words};
use crate::exec::{self, Script};
use crate::ir::{Program, PropertyId, PropertyKind};
use crate::selection::{check_name, find_property};
use crate::sequentialize::{
    Destination, Encoding, Runs, Violated, at_least, encode, first_violation, rounds_that_suffice, script,
    script_to_state, uses_last_round,
};
use crate::source::{Diagnostic, Location};
use crate::trace::{Trace, Violation};
use crate::unfold::{Bound, EventStructure, UnfoldError, UnwindBounds, unfold};

/// What deepening tries before it gives up, if no bounds are given.
pub const DEFAULT_ROUNDS: u32 = 8;
pub const DEFAULT_UNWIND: u32 = 8;
pub const DEFAULT_SECONDS: u64 = 60;
/// Beyond twice the time it took to find a violation, this long is spent on finding one with fewer contexts.
const PATIENCE_FOR_SHORTER: Duration = Duration::from_secs(3);
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
    /// What the bounds cut off.
    pub cuts: Vec<Cut>,
    /// The proofs that the verdict rests on, if they were asked for; none for a violation.
    pub certified: Vec<Certified>,
    pub statistics: Statistics,
}

#[derive(Clone, Debug)]
pub enum Verdict {
    /// Found, replayed and confirmed.
    Violated(Box<Trace>),
    /// Nothing was cut: there is no violation at all.
    Safe,
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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    pub rounds: u32,
    pub unwind: u32,
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

impl CutKind {
    /// Whether more unwinding can bring in what was cut off.
    fn is_unwinding(&self) -> bool {
        matches!(self, CutKind::Loop { .. } | CutKind::KnownLoop { .. } | CutKind::Recursion { .. })
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

/// Checks the program. `progress` hears of every pair of bounds before it is tried.
pub fn check(
    program: &Program,
    options: &CheckOptions,
    progress: &dyn Fn(Bounds),
) -> Result<Outcome, Vec<Diagnostic>> {
    let mut checker = Checker::new(program, options)?;
    let deepens = options.rounds.is_none() || options.unwind.is_none();
    if deepens {
        // A limit of the user's must leave the time to say what was found until then.
        let budget = Duration::from_secs(DEFAULT_SECONDS);
        let budget = options.stop.time_left().map_or(budget, |left| budget.min(left.mul_f64(0.9)));
        checker.stop = options.stop.clone().with_timeout(budget);
    }
    let mut known: Option<Outcome> = None;
    let mut next = Some(Bounds { rounds: options.rounds.unwrap_or(1), unwind: options.unwind.unwrap_or(1) });
    while let Some(bounds) = next {
        progress(bounds);
        let outcome = checker.try_bounds(bounds)?;
        let out_of_time = matches!(outcome.verdict, Verdict::Unknown(UnknownReason::Timeout));
        if let Some(known) = known
            && out_of_time
            && options.stop.requested().is_none()
        {
            // The budget is used up, not a limit the user set: what was tried to the end is the answer.
            return Ok(Outcome { statistics: outcome.statistics, ..known });
        }
        next = match outcome.verdict {
            Verdict::NoViolationWithinBounds => deeper(options, bounds, &outcome.cuts),
            _ => None,
        };
        known = Some(outcome);
    }
    let known = known.expect("at least one pair of bounds is tried");
    let cuts_loops = known.cuts.iter().any(|c| c.kind.is_unwinding());
    if options.unwinding_assertions && cuts_loops {
        // Deepening went as far as it does; what is still cut off now counts.
        checker.asserts_unwinding = true;
        return checker.try_bounds(known.bounds);
    }
    Ok(known)
}

/// The bounds to try after `bounds` showed nothing, growing only what cut something off.
fn deeper(options: &CheckOptions, bounds: Bounds, cuts: &[Cut]) -> Option<Bounds> {
    let cuts_rounds = cuts.iter().any(|c| c.kind == CutKind::Rounds);
    let cuts_loops = cuts.iter().any(|c| c.kind.is_unwinding());
    let mut next = bounds;
    if options.unwind.is_none() && cuts_loops && bounds.unwind < DEFAULT_UNWIND {
        next.unwind += 1;
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
    stop: Stop,
    property: Option<PropertyId>,
    /// Reaching a bound on loops or recursion counts as a violation.
    asserts_unwinding: bool,
    certifier: Certifier,
    statistics: Statistics,
    /// The formula for one more round than the last one tried.
    prepared: Option<Search>,
    /// The last unfolding, and the unwinding it was made with.
    unfolded: Option<(u32, EventStructure)>,
    /// Loops whose end is known are cut off too, because unrolling them completely is too much.
    cuts_known_loops: bool,
}

/// A formula and the solver that has it.
struct Search {
    encoding: Encoding,
    solver: Solver,
    /// Some claim is violated.
    violation: TermId,
}

/// What one pair of bounds showed.
enum Found {
    Violation(Box<Trace>, Script),
    Nothing { cuts: Vec<Cut> },
    Unknown(UnknownReason),
}

impl<'a> Checker<'a> {
    fn new(program: &'a Program, options: &'a CheckOptions) -> Result<Self, Vec<Diagnostic>> {
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
            stop: options.stop.clone(),
            property,
            asserts_unwinding: options.unwinding_assertions && options.unwind.is_some(),
            certifier: Certifier::new(options.certify),
            statistics: Statistics::default(),
            prepared: None,
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
        let mut script = None;
        let (verdict, cuts) = match found {
            Found::Violation(trace, of_trace) => {
                script = Some(of_trace);
                (Verdict::Violated(trace), Vec::new())
            }
            Found::Nothing { cuts } if cuts.is_empty() => (Verdict::Safe, cuts),
            Found::Nothing { cuts } => (Verdict::NoViolationWithinBounds, cuts),
            Found::Unknown(reason) => (Verdict::Unknown(reason), Vec::new()),
        };
        let certified = match verdict {
            Verdict::Safe | Verdict::NoViolationWithinBounds => self.certifier.take(),
            Verdict::Violated(_) | Verdict::Unknown(_) => Vec::new(),
        };
        Ok(Outcome { verdict, script, bounds, cuts, certified, statistics: self.statistics.clone() })
    }

    fn unfolding(&mut self, unwind: u32) -> Result<EventStructure, UnfoldError> {
        match self.unfolded.take() {
            Some((known, structure)) if known == unwind => return Ok(structure),
            _ => {}
        }
        self.prepared = None;
        let begin = Instant::now();
        let structure = self.unfold(unwind);
        self.statistics.add_time("unfold", begin);
        if let Ok(structure) = &structure {
            self.statistics.threads = structure.threads.len();
            self.statistics.events = structure.threads.iter().map(|t| t.events.len()).sum();
            self.statistics.labels = structure.threads.iter().map(|t| t.groups).sum();
            self.statistics.cells = structure.cells.len();
            self.statistics.unfolding_passes = structure.passes;
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
        let mut bounds =
            UnwindBounds { unwind, loops, threads: self.options.threads, known: MOST_KNOWN_ITERATIONS };
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
        let mut search = self.begin_search(structure, bounds.rounds, Runs::Shortest);
        let begin = Instant::now();
        let answer = search.solver.solve(&structure.terms, &[search.violation]);
        self.statistics.solver = search.solver.statistics();
        self.statistics.add_time("solve", begin);
        match answer {
            Answer::Unknown(reason) => Found::Unknown(reason.into()),
            Answer::Satisfiable => self.confirm(structure, search, begin.elapsed()),
            Answer::Unsatisfiable => {
                let solved_in = begin.elapsed();
                let shown =
                    || format!("no violation with --rounds {} --unwind {}", bounds.rounds, bounds.unwind);
                if let Err(reason) = self.certifier.certify(&search.solver, search.violation, shown) {
                    return Found::Unknown(reason);
                }
                let begin = Instant::now();
                let found = self.find_cuts(structure, search, bounds, solved_in);
                self.statistics.add_time("completeness", begin);
                found
            }
        }
    }

    /// The formula for a number of rounds, in a solver. The one that was made to see whether more rounds are
    /// needed serves again when they are tried.
    fn begin_search(&mut self, structure: &mut EventStructure, rounds: u32, runs: Runs) -> Search {
        match self.prepared.take() {
            Some(search) if search.encoding.rounds == rounds && runs == Runs::Shortest => return search,
            _ => {}
        }
        let begin = Instant::now();
        let encoding = encode(structure, rounds, runs);
        let violation = structure.terms.or_all(encoding.violations().collect::<Vec<_>>());
        let options =
            SolverOptions { engine: self.options.solver, seed: self.options.seed, stop: self.stop.clone() };
        let mut solver = Solver::new(options);
        for &constraint in &encoding.constraints {
            solver.assert(&structure.terms, constraint);
        }
        self.statistics.terms = structure.terms.len();
        self.statistics.add_time("encode", begin);
        Search { encoding, solver, violation }
    }

    /// Looks for a violation with the fewest contexts, and has the interpreter confirm it.
    fn confirm(&mut self, structure: &mut EventStructure, mut search: Search, solved_in: Duration) -> Found {
        let begin = Instant::now();
        let mut model = search.solver.assignment().clone();
        // That no run has fewer contexts can be much harder to show than that there is one, so there is a limit
        // to the search for it.
        let patience = 2 * solved_in + PATIENCE_FOR_SHORTER;
        search.solver.set_stop(self.stop.clone().with_timeout(patience));
        let used = self.shorten(structure, &mut search, &mut model, usize::MAX);
        search.solver.set_stop(self.stop.clone());
        // A run in its shortest form need not be one with the fewest contexts.
        if used > 1 && begin.elapsed() < patience {
            let mut all = self.begin_search(structure, search.encoding.rounds, Runs::All);
            all.solver.set_stop(self.stop.clone().with_timeout(patience));
            let mut other = model.clone();
            if self.shorten(structure, &mut all, &mut other, used) < used {
                all.solver.set_stop(self.stop.clone());
                (search, model) = (all, other);
            }
        }
        let Search { encoding, solver, violation } = &mut search;
        let violation = *violation;
        self.fill_in(structure, encoding, solver, violation, &mut model);
        self.statistics.add_time("shorten", begin);

        let begin = Instant::now();
        let script = match first_violation(structure, encoding, &model) {
            None => return Found::Unknown(UnknownReason::Internal("the model violates no property".into())),
            Some(Violated::State(state)) => script_to_state(structure, encoding, &model, state),
            Some(Violated::Claim(claim)) => {
                let destination =
                    Destination { thread: claim.thread, group: claim.group, steps: claim.steps };
                let script = script(structure, encoding, &model, destination);
                script.map(|script| Script { goal: Some(claim.property), ..script })
            }
        };
        let Some(script) = script else {
            return Found::Unknown(UnknownReason::Internal("the model does not reach its violation".into()));
        };
        let replayed = exec::replay(self.program, &script);
        self.statistics.add_time("replay", begin);
        match replayed {
            Ok(trace) => Found::Violation(Box::new(trace), script),
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
        let contexts: Vec<TermId> = search.encoding.contexts.iter().flatten().copied().collect();
        let mut used = limit;
        if limit == usize::MAX {
            used = contexts_used(structure, &contexts, model);
        }
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
    fn confirm_cut(
        &mut self,
        structure: &mut EventStructure,
        encoding: &Encoding,
        solver: &mut Solver,
        (index, reached): (usize, TermId),
        cut: &Cut,
    ) -> Found {
        let mut model = solver.assignment().clone();
        self.fill_in(structure, encoding, solver, reached, &mut model);
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
            CutKind::Rounds | CutKind::Input { .. } | CutKind::NotFollowed { .. } => {
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
        let destination = Destination { thread: mark.thread, group: mark.group, steps: mark.steps };
        let entered = (mark.entered > 0).then_some(mark.entered);
        let Some(script) = script(structure, encoding, &model, destination) else {
            return Found::Unknown(UnknownReason::Internal("the model does not reach its bound".into()));
        };
        let script = Script { entered, ..script };
        match exec::replay_until(self.program, &script, ending) {
            Ok(trace) => Found::Violation(Box::new(trace), script),
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
    ) {
        let mut fixed = vec![violation];
        for variable in encoding.schedule() {
            let holds = model.get(variable) == 1;
            fixed.push(if holds { variable } else { structure.terms.not(variable) });
        }
        for &detail in &encoding.details {
            solver.assert(&structure.terms, detail);
        }
        if solver.solve(&structure.terms, &fixed) == Answer::Satisfiable {
            *model = solver.assignment().clone();
        }
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
        let mut search = self.begin_search(structure, rounds + 1, Runs::Shortest);
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
        self.prepared = Some(search);
        needed
    }

    /// What the bounds left out of the search that just found nothing.
    fn find_cuts(
        &mut self,
        structure: &mut EventStructure,
        search: Search,
        bounds: Bounds,
        solved_in: Duration,
    ) -> Found {
        let Search { encoding, mut solver, .. } = search;
        let mut cuts: Vec<Cut> = Vec::new();
        for (index, &reached) in encoding.marks.iter().enumerate() {
            let mark = &structure.marks[index];
            let cut = Cut {
                kind: match &mark.bound {
                    Bound::Loop { name } => CutKind::Loop { name: name.clone() },
                    Bound::KnownLoop { name, iterations } => {
                        CutKind::KnownLoop { name: name.clone(), iterations: *iterations }
                    }
                    Bound::Recursion { function } => CutKind::Recursion { function: function.clone() },
                    Bound::Allocation { bytes } => CutKind::Allocation { bytes: *bytes },
                    Bound::Threads { most } => CutKind::Threads { most: *most },
                    Bound::NotFollowed { what } => CutKind::NotFollowed { what: what.clone() },
                },
                location: Some(self.program.sources.locate(mark.span)),
                source: self.program.sources.line_text(mark.span).trim().to_string(),
            };
            if cuts.contains(&cut) {
                continue;
            }
            let is_bound = !matches!(cut.kind, CutKind::NotFollowed { .. });
            match solver.solve(&structure.terms, &[reached]) {
                Answer::Satisfiable if self.asserts_unwinding && is_bound => {
                    return self.confirm_cut(structure, &encoding, &mut solver, (index, reached), &cut);
                }
                Answer::Satisfiable => cuts.push(cut),
                Answer::Unsatisfiable => {
                    let shown = || format!("{} is not reached", bound_in_words(&cut));
                    if let Err(reason) = self.certifier.certify(&solver, reached, shown) {
                        return Found::Unknown(reason);
                    }
                }
                Answer::Unknown(reason) => return Found::Unknown(reason.into()),
            }
        }
        for limit in &self.program.limits {
            let kind = CutKind::Input { what: limit.description.clone() };
            let location = Some(self.program.sources.locate(limit.span));
            let source = self.program.sources.line_text(limit.span).trim().to_string();
            cuts.push(Cut { kind, location, source });
        }
        match self.needs_more_rounds(structure, bounds.rounds, solved_in) {
            Ok(true) => cuts.push(Cut { kind: CutKind::Rounds, location: None, source: String::new() }),
            Ok(false) => {}
            Err(reason) => return Found::Unknown(reason),
        }
        Found::Nothing { cuts }
    }
}

fn contexts_used(structure: &EventStructure, contexts: &[TermId], model: &Assignment) -> usize {
    let mut evaluator = Evaluator::new(&structure.terms, model);
    contexts.iter().filter(|&&c| evaluator.value(c) == 1).count()
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
