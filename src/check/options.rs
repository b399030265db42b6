//! What a check is asked to do.

use std::time::Duration;

use bmc_solver::{EngineKind, SolverOptions, Stop};
use rustc_hash::FxHashMap;

use super::certify::Certify;
use super::deepen::DEFAULT_SECONDS;
use crate::formula::Question;
use crate::ir::Program;
use crate::prove::Engines;
use crate::reductions::Reductions;
use crate::selection::{find_property, find_repetitions};
use crate::sequentialize::Schedule;
use crate::source::Diagnostic;
use crate::unfold::UnfoldOptions;

/// Iterations of a loop whose end is known, before it is taken to run forever.
pub const MOST_KNOWN_ITERATIONS: u32 = 200_000;
/// Threads besides main.
pub const DEFAULT_THREADS: u32 = 64;

/// How an answer is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Method {
    /// By bounded search and, unless bounds are given, by a search for a proof beside it.
    #[default]
    Race,
    /// By bounded search alone.
    Bounded,
    /// By a search for a proof alone.
    Proof,
}

#[derive(Clone)]
pub struct CheckOptions {
    /// Exactly this many rounds; `None` deepens.
    pub rounds: Option<u32>,
    /// Exactly this many iterations and nested calls; `None` deepens.
    pub unwind: Option<u32>,
    /// Deepening goes on for this long; `None`: until `stop` ends it.
    pub patience: Option<Duration>,
    /// Iterations of single loops, by name.
    pub unwindset: Vec<(String, u32)>,
    /// At most this many threads are created, besides main.
    pub threads: u32,
    /// A loop that is cut off counts as a violation.
    pub unwinding_assertions: bool,
    /// One violation is enough: whether there are others is not looked for.
    pub only_first: bool,
    /// Only this property is checked.
    pub property: Option<String>,
    pub solver: EngineKind,
    pub seed: u64,
    pub schedule: Schedule,
    pub reductions: Reductions,
    pub method: Method,
    /// What looks for an invariant.
    pub engines: Engines,
    /// Say the invariant that was found in the words of the program.
    pub tells_invariant: bool,
    /// Whether answers that rest on unsatisfiability are proved, and the proofs checked.
    pub certify: Certify,
    pub stop: Stop,
}

impl Default for CheckOptions {
    fn default() -> Self {
        CheckOptions {
            rounds: None,
            unwind: None,
            patience: Some(Duration::from_secs(DEFAULT_SECONDS)),
            unwindset: Vec::new(),
            threads: DEFAULT_THREADS,
            unwinding_assertions: false,
            only_first: false,
            property: None,
            solver: EngineKind::default(),
            seed: 0,
            schedule: Schedule::default(),
            reductions: Reductions::default(),
            method: Method::default(),
            engines: Engines::default(),
            tells_invariant: false,
            certify: Certify::No,
            stop: Stop::new(),
        }
    }
}

impl CheckOptions {
    /// What the formula for an unwinding is about, if all loops whose end is known are unrolled.
    pub fn question(&self, program: &Program, unwind: u32) -> Result<Question, Vec<Diagnostic>> {
        let only = self.property.as_ref().map(|name| find_property(program, name)).transpose()?;
        // The last one counts, as for every option that is given twice.
        let mut loops = FxHashMap::default();
        for (name, most) in &self.unwindset {
            loops.extend(find_repetitions(program, name)?.into_iter().map(|of| (of, *most)));
        }
        let bounds = UnfoldOptions {
            unwind,
            loops,
            threads: self.threads,
            known: MOST_KNOWN_ITERATIONS,
            reductions: self.reductions,
        };
        Ok(Question { bounds, only, schedule: self.schedule })
    }

    pub fn for_solver(&self, stop: Stop) -> SolverOptions {
        SolverOptions { engine: self.solver, seed: self.seed, stop }
    }

    /// A proof is looked for beside bounded search: no bound is asked about, and what shows a proof need not be kept.
    pub(super) fn races(&self) -> bool {
        let asks_about_bounds = self.rounds.is_some() || self.unwind.is_some() || self.unwinding_assertions;
        self.method == Method::Race && !asks_about_bounds && self.certify != Certify::Keep
    }

    /// Some bound is not given, and grows.
    pub fn deepens(&self) -> bool {
        self.rounds.is_none() || self.unwind.is_none()
    }
}
