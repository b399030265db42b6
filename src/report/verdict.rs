//! The answer in a word: what the first line of the text says, the field `verdict`, and the exit code.

use serde::{Deserialize, Serialize};

use crate::check::{Outcome, Rest};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Violated,
    Safe,
    SafeUnderAssumptions,
    /// Safe unless the program creates more threads than were followed.
    SafeWithBoundedThreads,
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
            Verdict::SafeWithBoundedThreads => Some("SAFE WITH BOUNDED THREADS"),
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
            Verdict::SafeWithBoundedThreads => 3,
            Verdict::Unknown => 4,
            Verdict::NotReproduced => 6,
            Verdict::Violated => 10,
        }
    }

    /// For who wants a complete answer: one that leaves something out or assumes something is no success.
    pub fn strict_exit_code(self) -> i32 {
        match self {
            Verdict::SafeUnderAssumptions
            | Verdict::SafeWithBoundedThreads
            | Verdict::NoViolationWithinBounds => 5,
            _ => self.exit_code(),
        }
    }
}

impl From<&Outcome> for Verdict {
    fn from(outcome: &Outcome) -> Verdict {
        match outcome.rest {
            _ if outcome.is_violated() => Verdict::Violated,
            Rest::Safe => Verdict::Safe,
            Rest::SafeUnderAssumptions => Verdict::SafeUnderAssumptions,
            Rest::SafeWithBoundedThreads => Verdict::SafeWithBoundedThreads,
            Rest::NoViolationWithinBounds => Verdict::NoViolationWithinBounds,
            Rest::NotLookedFor | Rest::Unknown(_) => Verdict::Unknown,
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
        let verdict = Verdict::SafeWithBoundedThreads;
        assert_eq!((verdict.exit_code(), verdict.strict_exit_code()), (3, 5));
        for verdict in [Verdict::Safe, Verdict::Violated, Verdict::Unknown, Verdict::Error] {
            assert_eq!(verdict.exit_code(), verdict.strict_exit_code());
        }
    }

    #[test]
    fn the_field_is_the_first_line_in_small_letters() {
        let all = [
            Verdict::Safe,
            Verdict::SafeUnderAssumptions,
            Verdict::SafeWithBoundedThreads,
            Verdict::NotReproduced,
        ];
        for verdict in all {
            let field = serde_json::to_value(verdict).expect("it is a word");
            let line = verdict.first_line().expect("it has one");
            assert_eq!(field, line.to_lowercase().replace(' ', "-"));
        }
    }
}
