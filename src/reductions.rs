//! What makes the formula smaller or the search shorter without changing an answer.
//!
//! Each of them is on unless the user says otherwise (`--reduce`), so that what it is worth can be measured, and so
//! that the answers with and without it can be compared. Why it changes nothing is said where it is made.

use std::fmt;

/// One reduction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reduction {
    /// Reads of shared memory yield only values that the cell can hold (`analysis::Assumptions`).
    Values,
    /// Accesses under a common lock, and creations, happen together with the step before (`sequentialize::labels`).
    Labels,
    /// Operands are evaluated from left to right where nobody can tell (`unfold::operands`).
    Orders,
    /// Iterations of loops that change nothing are left out (`unfold::iterations`).
    Iterations,
    /// Steps do not happen in rounds that they cannot be reached in (`sequentialize::earliest`).
    Rounds,
    /// What no claim and no condition of the schedule depends on is left out (`sequentialize::relevance`).
    Relevance,
    /// Of arrays what is at the addresses that are read is kept, not every element (`sequentialize::addresses`).
    Addresses,
    /// Of runs that differ only in the order of independent steps one is looked at (`sequentialize::canonical`).
    Schedules,
}

impl Reduction {
    pub const ALL: [Reduction; 8] = [
        Reduction::Values,
        Reduction::Labels,
        Reduction::Orders,
        Reduction::Iterations,
        Reduction::Rounds,
        Reduction::Relevance,
        Reduction::Addresses,
        Reduction::Schedules,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Reduction::Values => "values",
            Reduction::Labels => "labels",
            Reduction::Orders => "orders",
            Reduction::Iterations => "iterations",
            Reduction::Rounds => "rounds",
            Reduction::Relevance => "relevance",
            Reduction::Addresses => "addresses",
            Reduction::Schedules => "schedules",
        }
    }

    fn named(name: &str) -> Option<Reduction> {
        Reduction::ALL.into_iter().find(|reduction| reduction.name() == name)
    }
}

/// A set of reductions; the default is all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reductions(u16);

impl Reductions {
    pub const NONE: Reductions = Reductions(0);
    pub const ALL: Reductions = Reductions((1 << Reduction::ALL.len()) - 1);

    pub fn contains(self, reduction: Reduction) -> bool {
        self.0 & 1 << reduction as u8 != 0
    }

    #[must_use]
    pub fn with(self, reduction: Reduction) -> Reductions {
        Reductions(self.0 | 1 << reduction as u8)
    }

    #[must_use]
    pub fn without(self, reduction: Reduction) -> Reductions {
        Reductions(self.0 & !(1 << reduction as u8))
    }

    /// Reads `all`, `none`, or names separated by commas: those to use, or, each with `no-` before it, those to do
    /// without.
    pub fn parse(text: &str) -> Result<Reductions, UnknownReduction> {
        let words: Vec<&str> = text.split(',').map(str::trim).collect();
        let mut result = match words[0].starts_with("no-") {
            true => Reductions::ALL,
            false => Reductions::NONE,
        };
        for word in words {
            let unknown = || UnknownReduction { word: word.to_string() };
            result = match (word, word.strip_prefix("no-")) {
                ("all", _) => Reductions::ALL,
                ("none", _) => Reductions::NONE,
                (_, Some(name)) => result.without(Reduction::named(name).ok_or_else(unknown)?),
                (name, None) => result.with(Reduction::named(name).ok_or_else(unknown)?),
            };
        }
        Ok(result)
    }
}

impl Default for Reductions {
    fn default() -> Reductions {
        Reductions::ALL
    }
}

/// A word that names no reduction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownReduction {
    word: String,
}

impl fmt::Display for UnknownReduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Reduction::ALL.into_iter().map(Reduction::name).collect();
        let word = &self.word;
        write!(
            f,
            "no reduction `{word}`; there are all, none, {}, each also with no- before it",
            names.join(", ")
        )
    }
}

impl std::error::Error for UnknownReduction {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_read_as_they_are_written() {
        let parse = |text: &str| Reductions::parse(text);
        assert_eq!(parse("all"), Ok(Reductions::ALL));
        assert_eq!(parse("none"), Ok(Reductions::NONE));
        let two = Reductions::NONE.with(Reduction::Values).with(Reduction::Rounds);
        assert_eq!(parse("values, rounds"), Ok(two));
        assert_eq!(parse("no-values"), Ok(Reductions::ALL.without(Reduction::Values)));
        assert_eq!(parse("all,no-rounds"), Ok(Reductions::ALL.without(Reduction::Rounds)));
        let error = parse("value").unwrap_err().to_string();
        assert!(error.contains("`value`") && error.contains("values"), "{error}");
    }
}
