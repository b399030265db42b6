//! The SAT engines behind one trait.
//!
//! Literals are non-zero integers as in DIMACS. Clauses may be added between calls of `solve`; assumptions
//! hold for one call. Engines know nothing of gates, and nothing above this folder knows which engine runs.

#[cfg(feature = "cadical")]
mod cadical;
mod eliminating;
mod portfolio;
mod shuffled;
#[cfg(test)]
mod tests;
mod varisat;

use std::fmt;
use std::str::FromStr;

use crate::solver::Answer;
use crate::stop::Stop;

/// An incremental SAT solver.
pub trait Engine: Send {
    fn kind(&self) -> EngineKind;

    /// Adds clauses, each ended by 0.
    fn add_clauses(&mut self, literals: &[i32]);

    /// Looks for a model of all clauses in which the assumptions hold.
    fn solve(&mut self, assumptions: &[i32], stop: &Stop) -> Answer;

    /// The value of a variable in the model; only after `Satisfiable`. Variables that no clause mentions may
    /// have any value.
    fn value(&self, variable: i32) -> bool;

    /// Whether the assumption was needed for the answer; only after `Unsatisfiable`.
    fn failed(&self, assumption: i32) -> bool;

    /// False after a stop that this engine does not survive. It then answers every call with `Unknown`, and
    /// whoever wants to go on must make a new one.
    fn is_usable(&self) -> bool {
        true
    }
}

/// The engines that exist. Which are compiled in is told by [`EngineKind::available`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EngineKind {
    Varisat,
    Cadical,
    /// All others at once, on as many cores as there are.
    Portfolio,
}

impl EngineKind {
    /// The engines of this build, the default one first.
    pub fn available() -> &'static [EngineKind] {
        if cfg!(feature = "cadical") {
            &[EngineKind::Cadical, EngineKind::Varisat, EngineKind::Portfolio]
        } else {
            &[EngineKind::Varisat, EngineKind::Portfolio]
        }
    }

    /// Those that work alone.
    fn single() -> &'static [EngineKind] {
        let available = EngineKind::available();
        &available[..available.len() - 1]
    }

    pub fn is_available(self) -> bool {
        EngineKind::available().contains(&self)
    }

    /// A new engine. One that is not compiled in is replaced by the pure Rust one, which always is; callers
    /// who care ask [`EngineKind::is_available`] first. Seed 0 takes the variables as they are numbered; any
    /// other one sends the engine on another way through the same search space.
    pub fn create(self, seed: u64) -> Box<dyn Engine> {
        let engine: Box<dyn Engine> = match self {
            EngineKind::Portfolio => return Box::new(portfolio::Portfolio::new(seed)),
            #[cfg(feature = "cadical")]
            EngineKind::Cadical => Box::new(cadical::Cadical::new()),
            // CaDiCaL eliminates variables itself.
            _ => Box::new(eliminating::Eliminating::new(varisat::Varisat::new())),
        };
        match seed {
            0 => engine,
            _ => Box::new(shuffled::Shuffled::new(engine, seed)),
        }
    }
}

/// Looks for a model of the clauses, each ended by 0, and logs a proof if there is none: text, in DRAT.
///
/// Always by varisat, whichever engine answered first. The crate through which CaDiCaL is called does not pass
/// on its way of logging proofs, and a proof by another engine is also a second opinion.
pub(crate) fn prove(clauses: &[i32], stop: &Stop) -> (Answer, Vec<u8>) {
    varisat::prove(clauses, stop)
}

impl Default for EngineKind {
    fn default() -> Self {
        EngineKind::available()[0]
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineKind::Varisat => "varisat",
            EngineKind::Cadical => "cadical",
            EngineKind::Portfolio => "portfolio",
        })
    }
}

/// A name that is no engine, or one that is not part of this build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownEngine {
    name: String,
}

impl fmt::Display for UnknownEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = EngineKind::available().iter().map(EngineKind::to_string).collect();
        write!(f, "no engine `{}` in this build; there is {}", self.name, names.join(", "))
    }
}

impl std::error::Error for UnknownEngine {}

impl FromStr for EngineKind {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, UnknownEngine> {
        let found = EngineKind::available().iter().find(|kind| kind.to_string() == name);
        found.copied().ok_or_else(|| UnknownEngine { name: name.to_string() })
    }
}
