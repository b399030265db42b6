//! What a check comes to: a verdict, what it rests on, and what was left out.

use std::time::Instant;

use bmc_solver::{Statistics as SolverStatistics, StopReason};

use super::certify::Certified;
use super::progress::Stopped;
use crate::events::Unchecked;
use crate::exec::Script;
use crate::source::Location;
use crate::trace::Trace;

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
    pub(super) const ROUNDS: Cut = Cut { kind: CutKind::Rounds, location: None, source: String::new() };
}

impl CutKind {
    /// Whether more unwinding can bring in what was cut off.
    pub(super) fn is_unwinding(&self) -> bool {
        matches!(self, CutKind::Loop { .. } | CutKind::KnownLoop { .. } | CutKind::Recursion { .. })
    }

    /// Whether it is a number that was not enough.
    pub(super) fn is_bound(&self) -> bool {
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
