//! A proof without bounds beside exhaustive exploration.

use std::time::Duration;

use bmc_conc::exec::{Exploration, ExploreLimits, explore};
use bmc_conc::ir::Program;
use bmc_conc::prove::{Obstacle, ProveOptions, Verdict, prove};
use bmc_solver::Stop;

/// What comes of a search for a proof that nothing at all is violated.
pub fn verdict(program: &Program, seconds: u64) -> Verdict {
    let stop = Stop::new().with_timeout(Duration::from_secs(seconds));
    prove(program, &|_| true, &ProveOptions { stop, ..ProveOptions::default() }, &|_| ())
}

/// All runs, if there are few enough states.
pub fn exploration(program: &Program) -> Exploration {
    let limits = ExploreLimits {
        inputs: vec![0, 1, 2, 3, 4, 8, -1],
        // Who goes around for ever comes back to where it was.
        steps_per_thread: u64::MAX,
        states: 30_000,
        ..ExploreLimits::default()
    };
    explore(program, &limits)
}

pub fn is_complete(exploration: &Exploration) -> bool {
    !exploration.truncated && exploration.faults.is_empty()
}

/// What tells that a verdict is wrong.
pub fn complaint(verdict: &Verdict, explored: &Program, exploration: &Exploration) -> Option<String> {
    match verdict {
        Verdict::Unknown(Obstacle::Refused(refusal)) => Some(format!("refused: {refusal}")),
        Verdict::Unknown(_) => None,
        Verdict::Proved(_) => match exploration.violations.keys().next() {
            Some(id) => Some(format!("proved, but exploration violates {}", explored.property(*id).name)),
            None if is_complete(exploration) && !exploration.cuts.is_empty() => {
                Some(format!("proved, but runs are cut off: {:?}", exploration.cuts))
            }
            None => None,
        },
    }
}
