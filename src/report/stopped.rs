//! Why there is no answer, or no better one: the reason, during what, and what to try next.

use serde::{Deserialize, Serialize};

use crate::check::{self, Bounds, DEFAULT_SECONDS, Limitation, Outcome, Rest, Stage, UnknownReason};
use crate::source::Location;

/// Why an answer is unknown.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reason {
    pub kind: ReasonKind,
    pub message: String,
    /// What cannot be done is asked for there.
    pub location: Option<Location>,
    /// That line; empty without one.
    pub source: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReasonKind {
    /// The user's limit, or that of deepening.
    Timeout,
    Memory,
    Interrupted,
    /// Loops whose end is known take longer than deepening waits for them.
    KnownLoops,
    TooLarge,
    /// Proofs do not follow something.
    NotFollowed,
    /// As far as the search for a proof can tell, something may be violated.
    NotProved,
    /// A mistake in bmc-conc.
    Internal,
}

impl From<&UnknownReason> for Reason {
    fn from(reason: &UnknownReason) -> Reason {
        let somewhere =
            |kind, message: String| Reason { kind, message, location: None, source: String::new() };
        let at = |kind, Limitation { what, location, source }: &Limitation| Reason {
            kind,
            message: what.clone(),
            location: location.clone(),
            source: source.clone(),
        };
        match reason {
            UnknownReason::Interrupted => somewhere(ReasonKind::Interrupted, "interrupted".to_string()),
            UnknownReason::Timeout => {
                somewhere(ReasonKind::Timeout, "the time limit was reached".to_string())
            }
            UnknownReason::Deepening => {
                let message = format!("the {DEFAULT_SECONDS} seconds for deepening are over");
                somewhere(ReasonKind::Timeout, message)
            }
            UnknownReason::Proving => {
                let message = format!("the {DEFAULT_SECONDS} seconds for a proof are over");
                somewhere(ReasonKind::Timeout, message)
            }
            UnknownReason::NoOther { after } => {
                let message = format!("no other violation was found for {} seconds", after.as_secs());
                somewhere(ReasonKind::Timeout, message)
            }
            UnknownReason::Memory => {
                somewhere(ReasonKind::Memory, "the memory limit was reached".to_string())
            }
            UnknownReason::KnownLoops(limitation) => at(ReasonKind::KnownLoops, limitation),
            UnknownReason::TooLarge(limitation) => at(ReasonKind::TooLarge, limitation),
            UnknownReason::NotFollowed(limitation) => at(ReasonKind::NotFollowed, limitation),
            UnknownReason::NotProved(limitation) => at(ReasonKind::NotProved, limitation),
            UnknownReason::Internal(what) => {
                somewhere(ReasonKind::Internal, format!("internal error: {what}"))
            }
        }
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
    /// What a search for a proof asked about last, in words, the most frequent first.
    #[serde(default)]
    pub about: Vec<String>,
    /// What to try next, in words.
    pub advice: Option<String>,
}

impl Stopped {
    pub(super) fn in_check(stopped: &check::Stopped, outcome: &Outcome) -> Stopped {
        let Reason { kind, message, .. } = Reason::from(&stopped.reason);
        let (during, advice) = (stopped.stage.to_string(), advice(stopped, outcome));
        Stopped { kind, message, during, bounds: stopped.bounds, about: stopped.about.clone(), advice }
    }

    /// Of work that had not come to a search, or has none.
    pub(super) fn in_other_work(reason: &UnknownReason, during: &str) -> Stopped {
        let Reason { kind, message, .. } = Reason::from(reason);
        let advice = option_that_raises(reason).map(|option| format!("a higher {option}"));
        Stopped { kind, message, during: during.to_string(), bounds: None, about: Vec::new(), advice }
    }
}

fn option_that_raises(reason: &UnknownReason) -> Option<&'static str> {
    match reason {
        UnknownReason::Timeout | UnknownReason::Proving => Some("--timeout"),
        UnknownReason::Memory => Some("--memory-limit"),
        UnknownReason::Interrupted
        | UnknownReason::Deepening
        | UnknownReason::NoOther { .. }
        | UnknownReason::KnownLoops(_)
        | UnknownReason::TooLarge(_)
        | UnknownReason::NotFollowed(_)
        | UnknownReason::NotProved(_)
        | UnknownReason::Internal(_) => None,
    }
}

/// What the search for a proof cannot do, another can.
fn advice_without_proof(reason: &UnknownReason) -> String {
    match (option_that_raises(reason), reason) {
        (Some(option), _) => format!("a higher {option}, or bmc-conc check, which looks for violations, too"),
        (None, UnknownReason::NotProved(Limitation { location: None, .. })) => {
            "--engine houdini,pdr, which looks for what is missing".to_string()
        }
        (None, UnknownReason::NotProved(_)) => "bmc-conc check, which looks for such a run".to_string(),
        (None, _) => "bmc-conc check, which looks for violations within bounds".to_string(),
    }
}

/// What may bring the user further.
fn advice(stopped: &check::Stopped, outcome: &Outcome) -> Option<String> {
    if let Stage::Prove(_) = stopped.stage {
        return Some(advice_without_proof(&stopped.reason));
    }
    let bounds_alone = |bounds: Bounds| format!("--rounds {} --unwind {}", bounds.rounds, bounds.unwind);
    let may_go_on = matches!(outcome.rest, Rest::NoViolationWithinBounds | Rest::Unknown(_));
    let Some(option) = option_that_raises(&stopped.reason) else {
        let tried = stopped.bounds.filter(|_| may_go_on);
        let (bounds, why) = match stopped.reason {
            UnknownReason::Interrupted => (outcome.completed(), "for an answer within these bounds"),
            UnknownReason::Deepening | UnknownReason::NoOther { .. } => {
                (tried, "which may take as long as --timeout allows")
            }
            UnknownReason::KnownLoops(_) => {
                (tried, "which unrolls these loops for as long as --timeout allows")
            }
            _ => (None, ""),
        };
        return bounds.map(|bounds| format!("{}, {why}", bounds_alone(bounds)));
    };
    let smallest = Bounds { rounds: 1, unwind: 1 };
    match outcome.rest {
        Rest::NotLookedFor | Rest::Safe | Rest::SafeUnderAssumptions | Rest::SafeWithBoundedThreads => None,
        Rest::NoViolationWithinBounds
            if stopped.stage == Stage::Cuts && stopped.bounds == outcome.bounds() =>
        {
            Some(format!("a higher {option}, to find out which bounds matter"))
        }
        Rest::Unknown(_)
            if outcome.completed().is_none() && stopped.bounds.is_some_and(|bounds| bounds != smallest) =>
        {
            Some(format!("smaller bounds, such as {}, or a higher {option}", bounds_alone(smallest)))
        }
        Rest::NoViolationWithinBounds | Rest::Unknown(_) => {
            Some(format!("a higher {option}, or one --property at a time (--show-properties lists them)"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stopped_by(reason: UnknownReason) -> Stopped {
        let bounds = Some(Bounds { rounds: 3, unwind: 2 });
        let stopped = check::Stopped::new(reason, bounds, Stage::Unfold);
        Stopped::in_check(&stopped, &Outcome::unknown(stopped.clone()))
    }

    #[test]
    fn more_time_is_advised_only_where_it_helps() {
        let what = "unrolling takes long".to_string();
        let limitation = Limitation { what, location: None, source: String::new() };
        let by_loops = stopped_by(UnknownReason::KnownLoops(limitation));
        assert_eq!(
            (by_loops.kind, by_loops.message.as_str()),
            (ReasonKind::KnownLoops, "unrolling takes long")
        );
        for stopped in [by_loops, stopped_by(UnknownReason::Deepening)] {
            let advice = stopped.advice.expect("there is something to try");
            assert!(advice.starts_with("--rounds 3 --unwind 2, which"), "{advice}");
        }
        let advice = stopped_by(UnknownReason::Timeout).advice.expect("there is something to try");
        assert!(advice.ends_with("a higher --timeout"), "{advice}");
    }
}
