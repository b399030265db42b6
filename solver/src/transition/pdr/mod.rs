//! Proving by property-directed reachability (IC3) that nothing bad is ever possible in a circuit.
//!
//! Comes in: a [`Circuit`]. Goes out: clauses over its latches that hold at first, that every step preserves and that
//! exclude what is bad; or a run to something bad, replayed before it is handed out; or why neither was found. After
//! Bradley, "SAT-based model checking without unrolling", and Eén, Mishchenko and Brayton, "Efficient implementation
//! of property directed reachability".
//!
//! ```text
//! search ──► obligations   states to be excluded, the lowest frame first
//!   │  └───► frames        what has been excluded, and how many steps long
//!   ├──────► generalising  excluding more than was asked for
//!   ├──────► lifting       from one state to all with the same reason
//!   └──────► questions ──► encoding ──► engine
//! ```
//!
//! A proof counts only when it has been checked: see [`certificate`](super::certificate).

mod encoding;
mod frames;
mod generalising;
mod lifting;
mod obligations;
mod questions;
mod search;

use super::circuit::{Circuit, Clause, LatchId};
use super::simulation::Refutation;
use crate::engine::EngineKind;
use crate::stop::{Stop, StopReason};

#[derive(Clone, Default, Debug)]
pub struct Options {
    pub engine: EngineKind,
    /// Any other than 0 sends the engine on another way through the same search space.
    pub seed: u64,
    pub stop: Stop,
    /// What holds in every state of every run, as was shown elsewhere.
    pub known: Vec<Clause>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Together with what is known, the clauses hold at first, hold after every step from where they hold, and
    /// exclude what is bad.
    Proved {
        invariant: Vec<Clause>,
    },
    /// Something bad is possible.
    Refuted(Refutation),
    Stopped(StopReason),
}

/// How far the search is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Nothing bad is possible in fewer steps than that.
    pub frames: usize,
    /// Sets of states that had to be excluded.
    pub obligations: usize,
    pub learnt_clauses: usize,
    /// Those of them that still say something.
    pub clauses: usize,
    /// Calls of the engine.
    pub questions: usize,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Report {
    pub outcome: Outcome,
    pub statistics: Statistics,
    /// The latches that are most often in the clauses learnt last, the most frequent first: after a stop they tell
    /// what stood in the way.
    pub obstacles: Vec<LatchId>,
}

/// Searches until there is an answer or the stop is requested; calls `progress` now and then.
///
/// # Panics
///
/// If the circuit does not go the way of a refutation that was found, which would be a mistake in here.
pub fn prove(circuit: &Circuit, options: &Options, progress: &mut dyn FnMut(&Statistics)) -> Report {
    let mut search = search::Search::new(circuit, options);
    let outcome = search.run(progress).unwrap_or_else(Outcome::Stopped);
    if let Outcome::Refuted(refutation) = &outcome
        && let Err(what) = circuit.replay(refutation)
    {
        panic!("a refutation must be a run of the circuit: {what}");
    }
    Report { outcome, statistics: search.statistics(), obstacles: search.obstacles() }
}
