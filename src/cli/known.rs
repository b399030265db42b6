//! What is known so far, for an answer that may be due at any time.
//!
//! The work writes it down as it goes; the guard reads it when a limit ends the process. The lock is held only
//! while something is put in its place, never while anything is made, so a thread that is held for lack of memory
//! (see `allocate`) does not keep the guard from answering.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bmc_conc::check::certify::Certified;
use bmc_conc::check::{Bounds, Counterexample, Outcome, Progress, Stage, Statistics, Stopped, UnknownReason};
use bmc_conc::prove::Activity;

use super::command::Loaded;

/// Where the work stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    Reading,
    Compiling,
    /// Inside the search.
    Checking(Option<Bounds>, Stage),
    /// The answer is there, but not all that was asked for besides.
    Writing,
    /// `replay`: a saved run is executed.
    Replaying,
}

impl Doing {
    pub fn in_words(self) -> &'static str {
        match self {
            Doing::Reading => "reading the files",
            Doing::Compiling => "compiling",
            Doing::Checking(..) => "checking",
            Doing::Writing => "writing files",
            Doing::Replaying => "executing the saved run",
        }
    }
}

#[derive(Default)]
pub struct Known {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    doing: Option<Doing>,
    proving: Option<Activity>,
    loaded: Option<Arc<Loaded>>,
    violations: Vec<Arc<Counterexample>>,
    outcome: Option<Arc<Outcome>>,
    statistics: Option<Arc<Statistics>>,
    files_are_written: bool,
}

/// All of it, at one moment.
pub struct Snapshot {
    pub doing: Doing,
    /// Beside that, by a search for a proof.
    pub proving: Option<Activity>,
    /// What the input was made with, once it is compiled.
    pub loaded: Option<Arc<Loaded>>,
    /// In the order in which they were found.
    pub violations: Vec<Arc<Counterexample>>,
    /// An answer, perhaps without the last of them.
    pub outcome: Option<Arc<Outcome>>,
    /// Sizes and times of the search.
    pub statistics: Option<Arc<Statistics>>,
    /// Proofs and reproducer are there, if they were asked for.
    pub files_are_written: bool,
}

impl Known {
    pub fn doing(&self, doing: Doing) {
        self.state().doing = Some(doing);
    }

    pub fn loaded(&self, loaded: Arc<Loaded>) {
        self.state().loaded = Some(loaded);
    }

    pub fn files_are_written(&self) {
        self.state().files_are_written = true;
    }

    /// Takes note of what a check tells.
    pub fn hear(&self, progress: &Progress<'_>) {
        match progress {
            Progress::Bounds(bounds) => self.doing(Doing::Checking(Some(*bounds), Stage::default())),
            Progress::Stage(stage) => {
                let mut state = self.state();
                let bounds = match state.doing {
                    Some(Doing::Checking(bounds, _)) => bounds,
                    _ => None,
                };
                state.doing = Some(Doing::Checking(bounds, *stage));
            }
            Progress::Proving(activity) => self.state().proving = Some(*activity),
            Progress::Statistics(statistics) => {
                let statistics = Arc::new(Statistics::clone(statistics));
                let before = self.state().statistics.replace(statistics);
                drop(before);
            }
            Progress::Violation { number, found } => {
                let found = Arc::new(Counterexample::clone(found));
                let mut state = self.state();
                let before = match state.violations.get_mut(*number) {
                    Some(known) => Some(std::mem::replace(known, found)),
                    None => {
                        state.violations.push(found);
                        None
                    }
                };
                drop(state);
                drop(before);
            }
            Progress::Known(outcome) => {
                let certified = outcome.certified.iter().map(Certified::without_contents).collect();
                let outcome = Arc::new(Outcome {
                    violations: outcome.violations.clone(),
                    rest: outcome.rest.clone(),
                    basis: outcome.basis.clone(),
                    assumptions: outcome.assumptions.clone(),
                    stopped: outcome.stopped.clone(),
                    statistics: outcome.statistics.clone(),
                    certified,
                });
                let before = self.state().outcome.replace(outcome);
                drop(before);
            }
        }
    }

    pub fn snapshot(&self) -> Snapshot {
        let state = self.state();
        Snapshot {
            doing: state.doing.unwrap_or(Doing::Reading),
            proving: state.proving,
            loaded: state.loaded.clone(),
            violations: state.violations.clone(),
            outcome: state.outcome.clone(),
            statistics: state.statistics.clone(),
            files_are_written: state.files_are_written,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Snapshot {
    /// What is being done, for a person who waits.
    pub fn in_words(&self, news: &Progress<'_>) -> String {
        let so_far = match self.violations.len() {
            0 => String::new(),
            1 => "1 violation so far; ".to_string(),
            count => format!("{count} violations so far; "),
        };
        let doing = match (self.doing, news) {
            (Doing::Checking(Some(bounds), _), Progress::Bounds(_)) => format!("checking {bounds}"),
            (Doing::Checking(Some(bounds), stage), _) => format!("checking {bounds}: {stage}"),
            (Doing::Checking(None, stage), _) => stage.to_string(),
            (other, _) => other.in_words().to_string(),
        };
        let beside = self.proving.map(|activity| format!("; {activity}")).unwrap_or_default();
        format!("{so_far}{doing}{beside}")
    }

    /// The answer if the work ends now; `None` if it had not come to a search.
    pub fn outcome_ended_by(&self, reason: &UnknownReason, unwinding_assertions: bool) -> Option<Outcome> {
        let ended = |bounds, stage| Stopped::new(reason.clone(), bounds, stage);
        let so_far = |outcome: Outcome| match &self.statistics {
            Some(statistics) => Outcome { statistics: Statistics::clone(statistics), ..outcome },
            None => outcome,
        };
        let with_all = |outcome: Outcome| {
            let violations = self.violations.iter().map(|found| Counterexample::clone(found)).collect();
            Outcome { violations, ..outcome }.in_order()
        };
        match (self.doing, &self.outcome) {
            (Doing::Checking(bounds, stage), Some(known)) => {
                let known = Outcome::clone(known).ended_by(ended(bounds, stage), unwinding_assertions);
                Some(so_far(with_all(known)))
            }
            (Doing::Checking(bounds, stage), None) => {
                Some(so_far(with_all(Outcome::unknown(ended(bounds, stage)))))
            }
            // The check itself has said its last word. If it cannot be told because of a mistake of ours, it would
            // not help to try that again.
            (Doing::Writing, Some(known)) if reason.is_limit() || !self.files_are_written => {
                Some(Outcome::clone(known))
            }
            _ => None,
        }
    }
}
