//! What ends a search early: the options for time and memory, Ctrl-C, and a guard for stages that do not
//! listen.
//!
//! All of them raise one [`Stop`], which the search asks often. Stages before the search (a very long file, a
//! very deep unfolding) may go on for a while after it was raised; the guard gives them a grace and then ends
//! the process itself, with the same answer. Whoever takes the right to answer first ([`Answer::take`])
//! prints; the other is silent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bmc_solver::{Stop, StopReason};

use super::arguments::LimitArguments;
use super::output;
use super::progress::ProgressLine;

/// How long a stage may go on after the search was told to stop.
const GRACE: Duration = Duration::from_secs(2);
const POLL: Duration = Duration::from_millis(50);

/// The right to print the answer, which exactly one party gets.
#[derive(Clone, Default)]
pub struct Answer(Arc<AtomicBool>);

impl Answer {
    /// True for the first caller only.
    pub fn take(&self) -> bool {
        !self.0.swap(true, Ordering::SeqCst)
    }
    fn is_taken(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// The stop flag with the limits of the command line.
pub fn stop_for(arguments: &LimitArguments) -> Stop {
    let mut stop = Stop::new();
    if let Some(timeout) = arguments.timeout {
        stop = stop.with_timeout(timeout);
    }
    if let Some(megabytes) = arguments.memory_limit {
        stop = stop.with_memory_limit(megabytes.saturating_mul(1 << 20));
    }
    stop
}

/// Lets Ctrl-C raise the flag. Without a handler Ctrl-C still ends the process, only without an answer, so a
/// failure to install one is not an error.
pub fn stop_on_interrupt(stop: &Stop) {
    let stop = stop.clone();
    let _ = ctrlc::set_handler(move || stop.request());
}

/// Watches the limits beside the search and draws the progress line. `unknown` prints the answer for a
/// reason and gives the exit code.
pub fn guard(
    stop: Stop,
    answer: Answer,
    progress: Arc<ProgressLine>,
    unknown: impl Fn(StopReason) -> i32 + Send + 'static,
) {
    let watch = move || {
        let mut stopped_at: Option<Instant> = None;
        while !answer.is_taken() {
            std::thread::sleep(POLL);
            progress.draw();
            let Some(reason) = stop.requested() else { continue };
            let since = *stopped_at.get_or_insert_with(Instant::now);
            if since.elapsed() >= GRACE && answer.take() {
                progress.clear();
                std::process::exit(unknown(reason));
            }
        }
    };
    if let Err(error) = std::thread::Builder::new().name("guard".into()).spawn(watch) {
        output::print_error(&format!("bmc-conc: limits are not guarded: {error}\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_may_answer() {
        let answer = Answer::default();
        let other = answer.clone();
        assert!(!answer.is_taken());
        assert!(other.take());
        assert!(!answer.take());
        assert!(answer.is_taken());
    }
}
