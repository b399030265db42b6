//! From a program to a verdict.
//!
//! Comes in: the IR of a program, and what is asked of it. Goes out: an [`Outcome`]. A [`Strategy`] finds it out: bounded
//! search (`bounded`), which is to unfold, encode, solve (`search`), replay (`confirm`), find out what was left out
//! (`cuts`), deepen (`deepen`); the search for a proof without bounds (`proof`); or both at a time (`race`).
//!
//! A limit may strike at any time. What was shown until then is the answer (`progress`), and everything that
//! would be one is told as soon as it is known, for callers that cannot wait until a stage listens.

mod assumed;
mod bounded;
pub mod certify;
mod confirm;
mod cuts;
mod deepen;
mod options;
mod outcome;
mod progress;
mod proof;
mod race;
mod search;
mod settled;
mod shorten;
mod strategy;
mod unfolding;
mod unreached;

pub use self::bounded::Bounded;
pub use self::deepen::DEFAULT_SECONDS;
pub use self::options::{CheckOptions, DEFAULT_THREADS, MOST_KNOWN_ITERATIONS, Method};
pub use self::outcome::{
    Assumption, AssumptionKind, Basis, Bounds, Counterexample, Cut, Invariant, Limitation, Outcome, Rest,
    Statistics, UnknownReason, Unreached, UnreachedKind, WithinBounds,
};
pub use self::progress::{Listener, Progress, Stage, Stopped};
pub use self::proof::Unbounded;
pub use self::race::Race;
pub use self::strategy::{Strategy, Task};
use crate::ir::Program;
pub use crate::sequentialize::Schedule;
use crate::source::Diagnostic;

/// Checks the program. `progress` hears what is being done and what is known.
pub fn check(
    program: &Program,
    options: &CheckOptions,
    progress: Listener<'_>,
) -> Result<Outcome, Vec<Diagnostic>> {
    let question = options.question(program, 1)?;
    let strategy: &dyn Strategy = match options.method {
        Method::Proof => &Unbounded,
        Method::Race if options.races() => &Race,
        Method::Race | Method::Bounded => &Bounded,
    };
    strategy.run(&Task { program, options, question, progress })
}
