//! What a check comes to: a verdict, what it rests on, and what was left out.

use std::fmt;
use std::time::{Duration, Instant};

use bmc_solver::transition::certificate::Summary;
use bmc_solver::{Statistics as SolverStatistics, StopReason};
use serde::{Deserialize, Serialize};

use super::certify::Certified;
use super::progress::Stopped;
use crate::events::Bound;
use crate::ir::PropertyId;
use crate::prove::Sentence;
use crate::script::Script;
use crate::source::{Location, SourceMap, Span};
use crate::trace::Trace;
use crate::unfold::Extent;

#[derive(Clone, Debug)]
pub struct Outcome {
    /// What is violated: each found, replayed and confirmed; the shortest run first.
    pub violations: Vec<Counterexample>,
    /// What is known of everything else that is looked for; of all of it if nothing is violated.
    pub rest: Rest,
    /// What that rests on.
    pub basis: Basis,
    /// What is assumed of the program besides: the answer is about programs of which it is true.
    pub assumptions: Vec<Assumption>,
    /// The proofs that the rest rests on, if they were asked for.
    pub certified: Vec<Certified>,
    /// What ended the check, if it would have gone on.
    pub stopped: Option<Stopped>,
    pub statistics: Statistics,
}

/// A run that ends in a violation.
#[derive(Clone, Debug)]
pub struct Counterexample {
    pub trace: Trace,
    /// What decides the run.
    pub script: Script,
    /// The bounds with which it was found.
    pub bounds: Bounds,
}

impl Counterexample {
    /// What comes first is easier to read: fewer contexts, then fewer steps.
    pub fn length(&self) -> (usize, usize) {
        let steps = self.trace.contexts.iter().map(|context| context.steps.len());
        (self.trace.contexts.len(), steps.sum())
    }
}

/// What an answer rests on. Each strategy has its own way to be sure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Basis {
    /// Nothing: the check was ended before it had looked at anything.
    Nothing,
    /// All runs within bounds.
    Bounded(WithinBounds),
    /// All runs, whatever their number of iterations and context switches.
    Invariant(Invariant),
}

/// An invariant of all states that the program can come to, which excludes what must not happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// Its parts: what is known of values, candidates that were kept, clauses that were learnt.
    pub facts: usize,
    pub candidates: usize,
    pub clauses: usize,
    /// The proofs that it is one, all of which were checked.
    pub checked: Summary,
    /// It is one if the program creates no more threads than that besides main.
    pub most_threads: Option<usize>,
    /// What the proof needs of it, in the words of the program, if that was asked for.
    pub sentences: Vec<Sentence>,
    /// So many facts are not said.
    pub facts_unsaid: usize,
    /// What the program as it stands leaves out.
    pub cuts: Vec<Cut>,
}

/// How far a bounded search came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WithinBounds {
    /// The last bounds that were tried to the end.
    pub bounds: Bounds,
    /// While deepening, the bounds before those; they showed no violation.
    pub completed: Option<Bounds>,
    /// What the bounds cut off.
    pub cuts: Vec<Cut>,
    /// What no run comes to within them, though a check is about little without it.
    pub unreached: Vec<Unreached>,
}

/// Something that no run comes to within the bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreached {
    pub what: UnreachedKind,
    /// How far main comes; of an assertion, where it is.
    pub location: Option<Location>,
    pub source: String,
    /// The bound that stops main there, if it does not wait.
    pub stopped_by: Option<Bound>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnreachedKind {
    /// Any thread besides main.
    Threads,
    /// The end of the program.
    End,
    Assertion(PropertyId),
}

impl Basis {
    /// The same, with the bounds that were tried before.
    pub(super) fn after(self, completed: Option<Bounds>) -> Basis {
        match self {
            Basis::Bounded(within) => Basis::Bounded(WithinBounds { completed, ..within }),
            other => other,
        }
    }
}

impl Outcome {
    /// How far a bounded search came, if there was one.
    pub fn within_bounds(&self) -> Option<&WithinBounds> {
        match &self.basis {
            Basis::Bounded(within) => Some(within),
            Basis::Nothing | Basis::Invariant(_) => None,
        }
    }

    /// With the violation that is the easiest to read first.
    pub fn in_order(mut self) -> Outcome {
        self.violations.sort_by_key(Counterexample::length);
        self
    }

    pub fn is_violated(&self) -> bool {
        !self.violations.is_empty()
    }

    pub fn bounds(&self) -> Option<Bounds> {
        self.within_bounds().map(|within| within.bounds)
    }

    /// What no run comes to within the bounds.
    pub fn unreached(&self) -> &[Unreached] {
        self.within_bounds().map_or(&[], |within| &within.unreached)
    }

    pub fn completed(&self) -> Option<Bounds> {
        self.within_bounds().and_then(|within| within.completed)
    }

    /// What was left out.
    pub fn cuts(&self) -> &[Cut] {
        match &self.basis {
            Basis::Nothing => &[],
            Basis::Bounded(within) => &within.cuts,
            Basis::Invariant(invariant) => &invariant.cuts,
        }
    }

    /// A bound on loops or recursion has left something out.
    pub(super) fn cuts_loops(&self) -> bool {
        self.cuts().iter().any(|cut| cut.bound.is_unwinding())
    }
}

/// What is known of what is not violated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rest {
    /// Nothing was cut: it cannot be violated at all.
    Safe,
    /// Nothing was cut, but something is assumed that may be wrong.
    SafeUnderAssumptions,
    /// It cannot be violated unless the program creates more threads than were followed.
    SafeWithBoundedThreads,
    NoViolationWithinBounds,
    /// One violation was all that was asked for.
    NotLookedFor,
    Unknown(UnknownReason),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnknownReason {
    /// The user's limit.
    Timeout,
    /// What deepening may take, whatever the user's limit is.
    Deepening,
    /// What a search for a proof may take, whatever the user's limit is.
    Proving,
    /// Something is violated, and nothing else was found for so long.
    NoOther {
        after: Duration,
    },
    Memory,
    Interrupted,
    /// Loops whose end is known take longer than deepening waits for them, and without all of their iterations there is
    /// no unfolding either.
    KnownLoops(Limitation),
    /// A limit of the representation.
    TooLarge(Limitation),
    /// Proofs do not follow what the program does there.
    NotFollowed(Limitation),
    /// As far as the search for a proof can tell, it may be violated there.
    NotProved(Limitation),
    /// A check of our own failed: a mistake in bmc-conc.
    Internal(String),
}

impl UnknownReason {
    /// Nothing is wrong with the program or with us; there was only not enough of something.
    pub fn is_limit(&self) -> bool {
        match self {
            UnknownReason::Interrupted => true,
            UnknownReason::TooLarge(_) | UnknownReason::NotFollowed(_) | UnknownReason::NotProved(_) => false,
            UnknownReason::Internal(_) => false,
            _ => self.leaves_an_answer(),
        }
    }

    /// Time or memory was not enough, so that what was known before is the answer.
    pub(super) fn leaves_an_answer(&self) -> bool {
        matches!(
            self,
            UnknownReason::Timeout
                | UnknownReason::Deepening
                | UnknownReason::Proving
                | UnknownReason::NoOther { .. }
                | UnknownReason::Memory
                | UnknownReason::KnownLoops(_)
        )
    }
}

/// What cannot be done, in words, and where the program asks for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limitation {
    pub what: String,
    /// `None` if it is no single place.
    pub location: Option<Location>,
    /// That line; empty without one.
    pub source: String,
}

impl Limitation {
    pub fn new(what: String, span: Option<Span>, sources: &SourceMap) -> Limitation {
        Limitation {
            what,
            location: span.map(|span| sources.locate(span)),
            source: span.map(|span| sources.line_text(span).trim().to_string()).unwrap_or_default(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bounds {
    pub rounds: u32,
    pub unwind: u32,
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |number: u32| if number == 1 { "" } else { "s" };
        let Bounds { rounds, unwind } = *self;
        write!(f, "{rounds} round{} and {unwind} unwinding{}", plural(rounds), plural(unwind))
    }
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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
    pub bound: Bound,
    /// The loop, function or allocation; `None` for rounds.
    pub location: Option<Location>,
    pub source: String,
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
    /// Those of the unfolding under way; there is no formula of it yet.
    pub(super) fn set_extent(&mut self, extent: &Extent) {
        let &Extent { passes, threads, events, labels, cells, terms, longest_loop: _ } = extent;
        (self.threads, self.events, self.labels, self.cells) = (threads, events, labels, cells);
        (self.terms, self.unfolding_passes) = (terms, passes);
        self.solver = SolverStatistics::default();
    }

    pub(super) fn add_time(&mut self, stage: &'static str, since: Instant) {
        let seconds = since.elapsed().as_secs_f64();
        match self.seconds.iter_mut().find(|(name, _)| *name == stage) {
            Some((_, total)) => *total += seconds,
            None => self.seconds.push((stage, seconds)),
        }
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
