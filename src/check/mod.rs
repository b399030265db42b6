//! From a program to a verdict.
//!
//! Comes in: the IR of a program, and what is asked of it. Goes out: an [`Outcome`]. A [`Strategy`] finds it out; today
//! there is one, bounded search (`bounded`): unfold, encode, solve (`search`), replay (`confirm`), find out what was left
//! out (`cuts`), deepen (`deepen`).
//!
//! A limit may strike at any time. What was shown until then is the answer (`progress`), and everything that
//! would be one is told as soon as it is known, for callers that cannot wait until a stage listens.

mod bounded;
pub mod certify;
mod confirm;
mod cuts;
mod deepen;
mod options;
mod outcome;
mod progress;
mod search;
mod settled;
mod shorten;
mod strategy;
mod unfolding;
mod unreached;

pub use self::bounded::Bounded;
pub use self::deepen::DEFAULT_SECONDS;
pub use self::options::{CheckOptions, DEFAULT_THREADS, MOST_KNOWN_ITERATIONS};
pub use self::outcome::{
    Assumption, AssumptionKind, Basis, Bounds, Counterexample, Cut, Limitation, Outcome, Rest, Statistics,
    UnknownReason, Unreached, UnreachedKind, WithinBounds,
};
pub use self::progress::{Progress, Stage, Stopped};
pub use self::strategy::{Strategy, Task};
use crate::ir::Program;
pub use crate::sequentialize::Schedule;
use crate::source::Diagnostic;

/// Checks the program. `progress` hears what is being done and what is known.
pub fn check(
    program: &Program,
    options: &CheckOptions,
    progress: &dyn Fn(Progress<'_>),
) -> Result<Outcome, Vec<Diagnostic>> {
    let question = options.question(program, 1)?;
    Bounded.run(&Task { program, options, question, progress })
}
