//! Between what is to be found out about a program and how.
//!
//! Bounded search is one strategy, the search for a proof without bounds another, and that both race is a third; swarms of
//! small instances and proofs thread by thread would be others, each a file of its own. A strategy tells everything that would be an answer as soon as it knows it, listens to
//! the stop of its task, and can therefore run beside others: the first certain answer counts.

use super::options::CheckOptions;
use super::outcome::Outcome;
use super::progress::Listener;
use crate::formula::Question;
use crate::ir::Program;
use crate::source::Diagnostic;

/// What is to be found out.
pub struct Task<'a> {
    pub program: &'a Program,
    pub options: &'a CheckOptions,
    /// What is asked of the program.
    pub question: Question,
    /// Hears what is being done and what is known.
    pub progress: Listener<'a>,
}

pub trait Strategy {
    /// An answer, or what is wrong with the program.
    fn run(&self, task: &Task<'_>) -> Result<Outcome, Vec<Diagnostic>>;
}
