//! What kind of formula is made of an event structure.

use crate::reductions::Reductions;

/// Which runs the constraints leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runs {
    All,
    /// Of all runs that order dependent steps alike, one that needs the fewest rounds.
    Shortest,
}

/// How often a statement is encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Statements {
    #[default]
    Once,
    /// Once in every round (`naive`).
    PerRound,
}

/// What kind of formula is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    pub runs: Runs,
    pub statements: Statements,
    pub reductions: Reductions,
}

impl Form {
    /// The usual formula for these runs.
    pub fn of(runs: Runs) -> Form {
        Form { runs, statements: Statements::Once, reductions: Reductions::ALL }
    }
}
