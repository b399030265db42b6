//! What kind of formula is made of an event structure.

use crate::reductions::Reductions;

/// Which runs the constraints leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runs {
    All,
    /// Of all runs that order dependent steps alike, one that needs the fewest rounds.
    Shortest,
}

/// How the contexts of a schedule follow each other in the formula. All of them decide the same runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Schedule {
    /// Round by round, every statement once (`lazy`).
    #[default]
    Lazy,
    /// Round by round, every statement once in every round (`naive`).
    Naive,
    /// Round by round, what each begins with being guessed (`eager`).
    Eager,
}

impl Schedule {
    /// The address of an access is the same in the whole formula, not one per round.
    pub fn has_fixed_addresses(self) -> bool {
        self != Schedule::Naive
    }
}

/// What kind of formula is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    pub runs: Runs,
    pub schedule: Schedule,
    pub reductions: Reductions,
}
