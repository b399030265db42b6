//! Bounded search and the search for a proof side by side: the first certain answer counts.
//!
//! Most violations are found, and most small programs are exhausted, before a proof could have begun; so bounded search has
//! a head start, and goes first where processors are scarce. What it finds ends the other: a program with a violation is
//! not proved. When it ends without being certain though there is time left, the search for a proof goes on for a while.
//!
//! The two must agree. A violation of something that is proved is a mistake of ours, and no answer.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bmc_solver::Stop;

use super::bounded::Bounded;
use super::options::CheckOptions;
use super::outcome::{Cut, Outcome, Rest, UnknownReason};
use super::progress::Progress;
use super::proof::search_for_proof;
use super::strategy::{Strategy, Task};
use crate::events::Bound;
use crate::source::Diagnostic;

/// How long bounded search is alone.
const HEAD_START: Duration = Duration::from_millis(300);
/// How long the search for a proof goes on when bounds no longer help.
const PATIENCE_FOR_PROOF: Duration = Duration::from_secs(10);
/// Where the user allows any size, that of a process in which the search for a proof ends.
const MOST_MEMORY: u64 = 4 << 30;
/// Only what is used of it is ever committed.
const STACK_BYTES: usize = 1 << 28;

/// The strategy, before it has a program.
pub struct Race;

impl Strategy for Race {
    fn run(&self, task: &Task<'_>) -> Result<Outcome, Vec<Diagnostic>> {
        let contest = Contest {
            task,
            ends_search: task.options.stop.child(),
            ends_proof: stop_of_proof(task.options),
            is_proved: Mutex::new(false),
        };
        let (hurry, hurried) = mpsc::channel();
        let (finish, finished) = mpsc::channel();
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().name("proof".into()).stack_size(STACK_BYTES);
            let Ok(prover) = builder.spawn_scoped(scope, || contest.look_for_proof(hurried, finish)) else {
                return Bounded.run(task);
            };
            let searched = contest.search();
            if searched.as_ref().is_ok_and(may_be_proved) {
                // It begins now if it has not; if it is over, there is nobody to hear that.
                let _ = hurry.send(());
                let _ = finished.recv_timeout(PATIENCE_FOR_PROOF);
            }
            contest.ends_proof.request();
            drop(hurry);
            let proof = prover.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok(settle(searched?, proof))
        })
    }
}

struct Contest<'a> {
    task: &'a Task<'a>,
    ends_search: Stop,
    ends_proof: Stop,
    /// Held while an answer is told, so that none takes the place of a better one.
    is_proved: Mutex<bool>,
}

impl Contest<'_> {
    fn search(&self) -> Result<Outcome, Vec<Diagnostic>> {
        let Task { program, question, .. } = self.task;
        let options = CheckOptions { stop: self.ends_search.clone(), ..self.task.options.clone() };
        let progress = &|news: Progress<'_>| self.hear(news);
        Bounded.run(&Task { program, options: &options, question: question.clone(), progress })
    }

    /// What bounded search tells.
    fn hear(&self, news: Progress<'_>) {
        let tell = self.task.progress;
        match news {
            Progress::Known(_) => {
                let proved = self.is_proved.lock().unwrap_or_else(PoisonError::into_inner);
                if !*proved {
                    tell(news);
                }
            }
            Progress::Violation { .. } => {
                self.ends_proof.request();
                tell(news);
            }
            _ => tell(news),
        }
    }

    /// `None` if nobody needs a proof: the other end of `hurried` was gone before it was looked for. Whoever waits for
    /// the end of the search hears that `finish` is gone.
    fn look_for_proof(&self, hurried: Receiver<()>, finish: Sender<()>) -> Option<Outcome> {
        if let Err(RecvTimeoutError::Disconnected) = hurried.recv_timeout(HEAD_START) {
            return None;
        }
        let_others_go_first();
        let tell = self.task.progress;
        let outcome = search_for_proof(self.task, &self.ends_proof, &|activity| {
            tell(Progress::Proving(activity));
        });
        if is_certain(&outcome) {
            let mut proved = self.is_proved.lock().unwrap_or_else(PoisonError::into_inner);
            *proved = true;
            tell(Progress::Known(&outcome));
            self.ends_search.request();
        }
        drop(finish);
        Some(outcome)
    }
}

/// Of two answers the one that says more.
fn settle(searched: Outcome, proof: Option<Outcome>) -> Outcome {
    let Some(proof) = proof.filter(is_certain) else { return searched };
    assert!(!searched.is_violated(), "what is proved is violated");
    if is_certain(&searched) {
        return searched;
    }
    let mut statistics = searched.statistics;
    statistics.seconds.extend(proof.statistics.seconds.iter().copied());
    Outcome { statistics, ..proof }
}

/// From now on, the calling thread has a tenth of the time of others that want the same processor, as `nice` would have it.
/// Where threads have no priorities of their own it has as much as they.
fn let_others_go_first() {
    // SAFETY: the call takes numbers and returns one.
    #[cfg(target_os = "linux")]
    unsafe {
        libc::setpriority(libc::PRIO_PROCESS, 0, 10);
    }
}

/// A search for a proof may take as long as deepening, and goes on only while the process has taken no more than half of
/// the memory that it may have: what the one takes is missing to the other.
fn stop_of_proof(options: &CheckOptions) -> Stop {
    let mut stop = options.stop.child();
    if let Some(patience) = options.patience {
        stop = stop.with_timeout(patience);
    }
    let most = stop.memory_limit().map_or(MOST_MEMORY, |bytes| bytes / 2);
    stop.with_memory_limit(most)
}

/// Nothing that another strategy might say would be better.
fn is_certain(outcome: &Outcome) -> bool {
    match outcome.rest {
        Rest::Safe | Rest::SafeUnderAssumptions | Rest::SafeWithBoundedThreads => true,
        // What is left out of a proof is left out of every search, and so is input that the program as it stands lacks.
        Rest::NoViolationWithinBounds => {
            let is_input = |cut: &Cut| matches!(cut.bound, Bound::Input { .. });
            outcome.within_bounds().is_none_or(|within| within.cuts.iter().all(is_input))
        }
        Rest::NotLookedFor | Rest::Unknown(_) => outcome.is_violated(),
    }
}

/// Bounded search is not certain, and it is not for want of time or memory.
fn may_be_proved(outcome: &Outcome) -> bool {
    let reason = outcome.stopped.as_ref().map(|stopped| &stopped.reason);
    let has_time =
        matches!(reason, None | Some(UnknownReason::TooLarge(_)) | Some(UnknownReason::KnownLoops(_)));
    !is_certain(outcome) && !outcome.is_violated() && has_time
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Basis, Bounds, Limitation, Stage, Stopped, WithinBounds};

    fn ended_by(reason: UnknownReason) -> Outcome {
        let bounds = Some(Bounds { rounds: 2, unwind: 1 });
        Outcome::unknown(Stopped::new(reason, bounds, Stage::Solve))
    }

    fn shown(rest: Rest, basis: Basis, stage: &'static str) -> Outcome {
        let mut outcome = ended_by(UnknownReason::Timeout);
        outcome.statistics.seconds.push((stage, 1.0));
        Outcome { rest, basis, stopped: None, ..outcome }
    }

    fn within(cuts: Vec<Cut>) -> Basis {
        let bounds = Bounds { rounds: 2, unwind: 1 };
        Basis::Bounded(WithinBounds { bounds, completed: None, cuts, unreached: Vec::new() })
    }

    fn cut(bound: Bound) -> Cut {
        Cut { bound, location: None, source: String::new() }
    }

    #[test]
    fn a_proof_is_waited_for_where_bounds_no_longer_help() {
        let limitation = || Limitation { what: "large".to_string(), location: None, source: String::new() };
        assert!(may_be_proved(&ended_by(UnknownReason::TooLarge(limitation()))));
        assert!(may_be_proved(&ended_by(UnknownReason::KnownLoops(limitation()))));
        for reason in [UnknownReason::Timeout, UnknownReason::Interrupted, UnknownReason::Deepening] {
            assert!(!may_be_proved(&ended_by(reason)));
        }
        assert!(!may_be_proved(&ended_by(UnknownReason::Internal("a proof is wrong".to_string()))));
        let threads = within(vec![cut(Bound::Threads { most: 3 })]);
        assert!(may_be_proved(&shown(Rest::NoViolationWithinBounds, threads, "solve")));
        let input = within(vec![cut(Bound::Input { what: "arguments".to_string() })]);
        assert!(!may_be_proved(&shown(Rest::NoViolationWithinBounds, input, "solve")));
        assert!(!may_be_proved(&shown(Rest::Safe, within(Vec::new()), "solve")));
    }

    #[test]
    fn the_answer_is_that_of_who_is_certain_and_the_time_is_that_of_both() {
        let proof = || shown(Rest::Safe, Basis::Nothing, "clauses");
        let searched = shown(Rest::Unknown(UnknownReason::Interrupted), within(Vec::new()), "solve");
        let settled = settle(searched.clone(), Some(proof()));
        assert_eq!((settled.rest, settled.basis), (Rest::Safe, Basis::Nothing));
        let stages: Vec<&str> = settled.statistics.seconds.iter().map(|(stage, _)| *stage).collect();
        assert_eq!(stages, ["solve", "clauses"]);
        let undecided = ended_by(UnknownReason::Proving);
        assert_eq!(settle(searched.clone(), Some(undecided)).rest, searched.rest);
        assert_eq!(settle(searched.clone(), None).rest, searched.rest);
        let complete = shown(Rest::SafeUnderAssumptions, within(Vec::new()), "solve");
        assert_eq!(settle(complete, Some(proof())).rest, Rest::SafeUnderAssumptions);
    }
}
