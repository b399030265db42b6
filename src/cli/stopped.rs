//! How the end of a check before its time is told: why, during what, and what to try next.

use bmc_conc::check::{Bounds, DEFAULT_SECONDS, Outcome, Stage, Stopped, UnknownReason, Verdict};
use serde_json::{Value, json};

use super::crash;
use super::known::{Doing, Known};
use super::report::{reason_in_words, reason_name, within};

pub struct EarlyEnd {
    pub reason: UnknownReason,
    /// The same in words.
    pub why: String,
    /// What was being done.
    pub during: String,
    bounds: Option<Bounds>,
    pub advice: Option<String>,
}

impl EarlyEnd {
    /// `has_time_limit`: the user has set one; otherwise it is that of deepening.
    pub fn of_check(stopped: &Stopped, outcome: &Outcome, has_time_limit: bool) -> EarlyEnd {
        let why = match stopped.reason {
            UnknownReason::Timeout if !has_time_limit => {
                format!("the {DEFAULT_SECONDS} seconds for deepening are over")
            }
            _ => reason_in_words(&stopped.reason),
        };
        EarlyEnd {
            reason: stopped.reason.clone(),
            why,
            during: stopped.stage.to_string(),
            bounds: Some(stopped.bounds),
            advice: advice(stopped, outcome),
        }
    }

    /// Of work that had not come to a search, or has none.
    pub fn of_other_work(reason: UnknownReason, known: &Known) -> EarlyEnd {
        let during = match known.snapshot().doing {
            Doing::Reading => "reading the files",
            Doing::Compiling => "compiling",
            Doing::Checking(..) => "checking",
            Doing::Writing => "writing files",
            Doing::Replaying => "executing the saved run",
        };
        let option = option_that_raises(&reason);
        EarlyEnd {
            why: reason_in_words(&reason),
            advice: option.map(|option| format!("a higher {option}")),
            during: during.to_string(),
            bounds: None,
            reason,
        }
    }

    /// The field `stopped` of the JSON object.
    pub fn to_json(&self) -> Value {
        json!({
            "kind": reason_name(&self.reason),
            "message": self.why,
            "during": self.during,
            "bounds": self.bounds.map(|bounds| json!({ "rounds": bounds.rounds, "unwind": bounds.unwind })),
            "advice": self.advice,
        })
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
fn advice(stopped: &Stopped, outcome: &Outcome) -> Option<String> {
    let bounds_alone = |bounds: Bounds| format!("--rounds {} --unwind {}", bounds.rounds, bounds.unwind);
    let Some(option) = option_that_raises(&stopped.reason) else {
        let is_interrupt = stopped.reason == UnknownReason::Interrupted;
        let completed = outcome.completed.filter(|_| is_interrupt);
        return completed
            .map(|bounds| format!("{}, for an answer within these bounds", bounds_alone(bounds)));
    };
    let smallest = Bounds { rounds: 1, unwind: 1 };
    match outcome.verdict {
        Verdict::Violated(_) | Verdict::Safe | Verdict::SafeUnderAssumptions => None,
        Verdict::NoViolationWithinBounds
            if stopped.stage == Stage::Cuts && stopped.bounds == outcome.bounds =>
        {
            Some(format!("a higher {option}, to find out which bounds matter"))
        }
        Verdict::Unknown(_) if outcome.completed.is_none() && stopped.bounds != smallest => {
            Some(format!("smaller bounds, such as {}, or a higher {option}", bounds_alone(smallest)))
        }
        Verdict::NoViolationWithinBounds | Verdict::Unknown(_) => {
            Some(format!("a higher {option}, or one --property at a time (--show-properties lists them)"))
        }
    }
}

/// Lines for the end of the text output; none if there is nothing to tell.
pub fn text(outcome: &Outcome, has_time_limit: bool) -> String {
    let Some(stopped) = &outcome.stopped else { return String::new() };
    let end = EarlyEnd::of_check(stopped, outcome, has_time_limit);
    let mut text = match outcome.verdict {
        Verdict::Violated(_) => format!("\nStopped: {}, while {}.\n", end.why, end.during),
        Verdict::NoViolationWithinBounds => {
            format!("Stopped: {}, while {} in {}.\n", end.why, end.during, within(stopped.bounds))
        }
        Verdict::Unknown(_) => {
            let mut text = format!("Stopped while checking {}: {}.\n", within(stopped.bounds), end.during);
            if let Some(completed) = outcome.completed {
                text.push_str(&format!("No violation in {}.\n", within(completed)));
            }
            text
        }
        Verdict::Safe | Verdict::SafeUnderAssumptions => String::new(),
    };
    if let (Verdict::Violated(_), UnknownReason::Internal(_)) = (&outcome.verdict, &end.reason) {
        text.push_str(&format!("{}\n", crash::request_for_report()));
    }
    if let Some(advice) = end.advice {
        text.push_str(&format!("Try {advice}.\n"));
    }
    text
}
