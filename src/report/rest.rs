//! What is known of everything that is not violated, in a word.

use serde::{Deserialize, Serialize};

use super::Verdict;
use crate::check;

/// The field `rest` of an answer that has violations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rest {
    Safe,
    SafeUnderAssumptions,
    SafeWithBoundedThreads,
    NoViolationWithinBounds,
    /// One violation was all that was asked for.
    NotLookedFor,
    Unknown,
}

impl Rest {
    /// What the verdict of an answer without violations says of all that was looked for.
    pub(super) fn of(verdict: Verdict) -> Option<Rest> {
        match verdict {
            Verdict::Safe => Some(Rest::Safe),
            Verdict::SafeUnderAssumptions => Some(Rest::SafeUnderAssumptions),
            Verdict::SafeWithBoundedThreads => Some(Rest::SafeWithBoundedThreads),
            Verdict::NoViolationWithinBounds => Some(Rest::NoViolationWithinBounds),
            Verdict::Unknown => Some(Rest::Unknown),
            Verdict::Violated | Verdict::Error | Verdict::NotReproduced => None,
        }
    }
}

impl From<&check::Rest> for Rest {
    fn from(rest: &check::Rest) -> Rest {
        match rest {
            check::Rest::Safe => Rest::Safe,
            check::Rest::SafeUnderAssumptions => Rest::SafeUnderAssumptions,
            check::Rest::SafeWithBoundedThreads => Rest::SafeWithBoundedThreads,
            check::Rest::NoViolationWithinBounds => Rest::NoViolationWithinBounds,
            check::Rest::NotLookedFor => Rest::NotLookedFor,
            check::Rest::Unknown(_) => Rest::Unknown,
        }
    }
}
