//! The answer in a word: what the first line of the text says, the field `verdict`, and the exit code.

use serde::{Deserialize, Serialize};

use crate::check;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Violated,
    Safe,
    SafeUnderAssumptions,
    NoViolationWithinBounds,
    Unknown,
    /// The input cannot be checked.
    Error,
    /// The run of a saved trace does not end in a violation any more.
    NotReproduced,
}

impl Verdict {
    /// The first line of the text; `None` if there is nothing to say but what is wrong with the input.
    pub fn first_line(self) -> Option<&'static str> {
        match self {
            Verdict::Violated => Some("VIOLATED"),
            Verdict::Safe => Some("SAFE"),
            Verdict::SafeUnderAssumptions => Some("SAFE UNDER ASSUMPTIONS"),
            Verdict::NoViolationWithinBounds => Some("NO VIOLATION WITHIN BOUNDS"),
            Verdict::Unknown => Some("UNKNOWN"),
            Verdict::NotReproduced => Some("NOT REPRODUCED"),
            Verdict::Error => None,
        }
    }

    pub fn exit_code(self) -> i32 {
        match self {
            Verdict::Safe | Verdict::SafeUnderAssumptions | Verdict::NoViolationWithinBounds => 0,
            Verdict::Error => 1,
            Verdict::Unknown => 4,
            Verdict::NotReproduced => 6,
            Verdict::Violated => 10,
        }
    }

    /// For who wants a complete answer: one that leaves something out or assumes something is no success.
    pub fn strict_exit_code(self) -> i32 {
        match self {
            Verdict::SafeUnderAssumptions | Verdict::NoViolationWithinBounds => 5,
            _ => self.exit_code(),
        }
    }
}

impl From<&check::Verdict> for Verdict {
    fn from(verdict: &check::Verdict) -> Verdict {
        match verdict {
            check::Verdict::Violated(_) => Verdict::Violated,
            check::Verdict::Safe => Verdict::Safe,
            check::Verdict::SafeUnderAssumptions => Verdict::SafeUnderAssumptions,
            check::Verdict::NoViolationWithinBounds => Verdict::NoViolationWithinBounds,
            check::Verdict::Unknown(_) => Verdict::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_answer_without_reservations_is_complete() {
        for verdict in [Verdict::SafeUnderAssumptions, Verdict::NoViolationWithinBounds] {
            assert_eq!((verdict.exit_code(), verdict.strict_exit_code()), (0, 5));
        }
        for verdict in [Verdict::Safe, Verdict::Violated, Verdict::Unknown, Verdict::Error] {
            assert_eq!(verdict.exit_code(), verdict.strict_exit_code());
        }
    }

    #[test]
    fn the_field_is_the_first_line_in_small_letters() {
        for verdict in [Verdict::Safe, Verdict::SafeUnderAssumptions, Verdict::NotReproduced] {
            let field = serde_json::to_value(verdict).expect("it is a word");
            let line = verdict.first_line().expect("it has one");
            assert_eq!(field, line.to_lowercase().replace(' ', "-"));
        }
    }
}
