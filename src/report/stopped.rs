//! Why there is no answer, or no better one: the reason, during what, and what to try next.

use serde::{Deserialize, Serialize};

use crate::check::{self, Bounds, DEFAULT_SECONDS, Outcome, Stage, UnknownReason, Verdict};

/// Why an answer is unknown.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reason {
    pub kind: ReasonKind,
    pub message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReasonKind {
    Timeout,
    Memory,
    Interrupted,
    TooLarge,
    /// A mistake in bmc-conc.
    Internal,
}

impl From<&UnknownReason> for Reason {
    fn from(reason: &UnknownReason) -> Reason {
        let (kind, message) = match reason {
            UnknownReason::Interrupted => (ReasonKind::Interrupted, "interrupted".to_string()),
            UnknownReason::Timeout => (ReasonKind::Timeout, "the time limit was reached".to_string()),
            UnknownReason::Memory => (ReasonKind::Memory, "the memory limit was reached".to_string()),
            UnknownReason::TooLarge(what) => (ReasonKind::TooLarge, what.clone()),
            UnknownReason::Internal(what) => (ReasonKind::Internal, format!("internal error: {what}")),
        };
        Reason { kind, message }
    }
}

/// What ended a check before its time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stopped {
    pub kind: ReasonKind,
    pub message: String,
    /// What was being done, in words.
    pub during: String,
    /// The bounds that were tried then.
    pub bounds: Option<Bounds>,
    /// What to try next, in words.
    pub advice: Option<String>,
}

impl Stopped {
    /// `has_time_limit`: the user has set one; otherwise it is that of deepening.
    pub(super) fn in_check(stopped: &check::Stopped, outcome: &Outcome, has_time_limit: bool) -> Stopped {
        let Reason { kind, message } = Reason::from(&stopped.reason);
        let message = match kind {
            ReasonKind::Timeout if !has_time_limit => {
                format!("the {DEFAULT_SECONDS} seconds for deepening are over")
            }
            _ => message,
        };
        let (during, advice) = (stopped.stage.to_string(), advice(stopped, outcome));
        Stopped { kind, message, during, bounds: stopped.bounds, advice }
    }

    /// Of work that had not come to a search, or has none.
    pub(super) fn in_other_work(reason: &UnknownReason, during: &str) -> Stopped {
        let Reason { kind, message } = Reason::from(reason);
        let advice = option_that_raises(reason).map(|option| format!("a higher {option}"));
        Stopped { kind, message, during: during.to_string(), bounds: None, advice }
    }
}

fn option_that_raises(reason: &UnknownReason) -> Option<&'static str> {
    match reason {
        UnknownReason::Timeout => Some("--timeout"),
        UnknownReason::Memory => Some("--memory-limit"),
        UnknownReason::Interrupted | UnknownReason::TooLarge(_) | UnknownReason::Internal(_) => None,
    }
}

/// What may bring the user further.
fn advice(stopped: &check::Stopped, outcome: &Outcome) -> Option<String> {
    let bounds_alone = |bounds: Bounds| format!("--rounds {} --unwind {}", bounds.rounds, bounds.unwind);
    let Some(option) = option_that_raises(&stopped.reason) else {
        let is_interrupt = stopped.reason == UnknownReason::Interrupted;
        let completed = outcome.completed().filter(|_| is_interrupt);
        return completed
            .map(|bounds| format!("{}, for an answer within these bounds", bounds_alone(bounds)));
    };
    let smallest = Bounds { rounds: 1, unwind: 1 };
    match outcome.verdict {
        Verdict::Violated(_) | Verdict::Safe | Verdict::SafeUnderAssumptions => None,
        Verdict::NoViolationWithinBounds
            if stopped.stage == Stage::Cuts && stopped.bounds == outcome.bounds() =>
        {
            Some(format!("a higher {option}, to find out which bounds matter"))
        }
        Verdict::Unknown(_)
            if outcome.completed().is_none() && stopped.bounds.is_some_and(|bounds| bounds != smallest) =>
        {
            Some(format!("smaller bounds, such as {}, or a higher {option}", bounds_alone(smallest)))
        }
        Verdict::NoViolationWithinBounds | Verdict::Unknown(_) => {
            Some(format!("a higher {option}, or one --property at a time (--show-properties lists them)"))
        }
    }
}
