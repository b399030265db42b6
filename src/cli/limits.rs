//! What ends work early: the options for time and memory, Ctrl-C, memory that the system refuses.
//!
//! All of them raise one [`Stop`], which most stages ask often; the work then ends with its own answer. Not all
//! stages listen (a very long file, a single step of an engine), so there is a guard on a thread of its own: a
//! little later it ends the process itself, with what is known by then. Whoever takes the right to answer first
//! ([`Answer::take`]) prints; the other is silent.
//!
//! | limit | the work is told | the guard answers |
//! | --- | --- | --- |
//! | `--timeout` | 8 % before, at most a second | 2 % before, at most a quarter of a second |
//! | `--memory-limit` | 5 % below, at most 128 MB | 2 % above, a second later, or before a block that leads 5 % above |
//! | Ctrl-C, SIGTERM | at once | after a quarter of a second; a second signal ends the process |
//!
//! The size of the process is read every two milliseconds if there is a limit on it, which takes less than half a
//! percent of one processor, and before every large block (see `allocate`).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bmc_conc::report::Verdict;
use bmc_solver::{Stop, StopReason, resident_bytes};

use super::arguments::LimitArguments;
use super::progress::ProgressLine;
use super::{allocate, files, output};

const POLL: Duration = Duration::from_millis(20);
const POLL_FOR_MEMORY: Duration = Duration::from_millis(2);
const DRAW: Duration = Duration::from_millis(100);
const GRACE_AFTER_INTERRUPT: Duration = Duration::from_millis(250);
const GRACE_AFTER_MEMORY: Duration = Duration::from_secs(1);
const MOST_TIME_TO_ANSWER: Duration = Duration::from_secs(1);
/// The system takes back the memory of a process at some gigabytes a second, before the process has ended.
const MOST_TIME_TO_END: Duration = Duration::from_millis(250);
const MOST_MEMORY_TO_ANSWER: u64 = 128 << 20;

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

/// What the command line allows, from now on.
#[derive(Clone)]
pub struct Limits {
    /// What the work asks.
    pub stop: Stop,
    /// When the guard answers.
    deadline: Option<Instant>,
    /// The work is told at the first size, the guard answers at the second.
    memory_bytes: Option<(u64, u64)>,
}

impl Limits {
    pub fn new(arguments: &LimitArguments) -> Limits {
        let mut stop = Stop::new();
        let mut deadline = None;
        if let Some(timeout) = arguments.timeout.filter(|timeout| !timeout.is_zero()) {
            let kept = timeout.mul_f64(0.08).min(MOST_TIME_TO_ANSWER);
            stop = stop.with_timeout(timeout - kept);
            let to_end = timeout.mul_f64(0.02).min(MOST_TIME_TO_END);
            deadline = Instant::now().checked_add(timeout - to_end);
        }
        let memory_bytes = arguments.memory_limit.map(|megabytes| {
            let bytes = megabytes.saturating_mul(1 << 20);
            (bytes - (bytes / 20).min(MOST_MEMORY_TO_ANSWER), bytes.saturating_add(bytes / 50))
        });
        if let Some((told_at, most)) = memory_bytes {
            stop = stop.with_memory_limit(told_at);
            allocate::limit_to(most.saturating_add(most / 33));
        }
        Limits { stop, deadline, memory_bytes }
    }

    fn poll(&self) -> Duration {
        let poll = if self.memory_bytes.is_some() { POLL_FOR_MEMORY } else { POLL };
        match self.deadline {
            Some(deadline) => poll.min(deadline.saturating_duration_since(Instant::now())),
            None => poll,
        }
    }

    /// Why the process must end now, whatever the work is doing. `stopped_at`: since when the work should know.
    fn must_end(&self, stopped_at: &mut Option<Instant>) -> Option<StopReason> {
        if let Some((told_at, most)) = self.memory_bytes
            && let Some(bytes) = resident_bytes()
        {
            if bytes > most {
                return Some(StopReason::Memory);
            }
            if bytes > told_at {
                self.stop.raise(StopReason::Memory);
            }
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(StopReason::Timeout);
        }
        let reason = self.stop.requested()?;
        let since = stopped_at.get_or_insert_with(Instant::now).elapsed();
        let grace = match reason {
            StopReason::Interrupted => GRACE_AFTER_INTERRUPT,
            StopReason::Memory => GRACE_AFTER_MEMORY,
            StopReason::Timeout => return None,
        };
        (since >= grace).then_some(reason)
    }
}

/// Lets Ctrl-C raise the flag, and end the process at the second time. Without a handler Ctrl-C still ends the
/// process, only without an answer, so a failure to install one is not an error.
pub fn stop_on_interrupt(stop: &Stop) {
    let stop = stop.clone();
    let was_interrupted = AtomicBool::new(false);
    let _ = ctrlc::set_handler(move || {
        if was_interrupted.swap(true, Ordering::SeqCst) {
            files::remove_unfinished();
            std::process::exit(Verdict::Unknown.exit_code());
        }
        stop.request();
    });
}

/// Watches the limits beside the work and draws the progress line. `answer_now` prints what is known, for a
/// reason, and gives the exit code.
pub fn guard(
    limits: Limits,
    answer: Answer,
    progress: Arc<ProgressLine>,
    answer_now: impl Fn(StopReason) -> i32 + Send + 'static,
) {
    let watch = move || {
        allocate::this_thread_answers();
        let mut stopped_at: Option<Instant> = None;
        let mut drawn_at = Instant::now();
        while !answer.is_taken() {
            std::thread::sleep(limits.poll());
            if drawn_at.elapsed() >= DRAW {
                progress.draw();
                drawn_at = Instant::now();
            }
            let refused = allocate::was_refused().then_some(StopReason::Memory);
            let Some(reason) = refused.or_else(|| limits.must_end(&mut stopped_at)) else { continue };
            if answer.take() {
                progress.clear();
                let code = answer_now(reason);
                files::remove_unfinished();
                std::process::exit(code);
            }
        }
    };
    match std::thread::Builder::new().name("guard".into()).spawn(watch) {
        Ok(_) => allocate::hold_the_others(),
        Err(error) => output::print_error(&format!("bmc-conc: limits are not guarded: {error}\n")),
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

    #[test]
    fn the_work_is_told_before_the_guard_answers() {
        let arguments =
            LimitArguments { timeout: Some(Duration::from_secs(3600)), memory_limit: Some(1 << 20) };
        let limits = Limits::new(&arguments);
        let told_in = limits.stop.time_left().expect("there is a deadline");
        let left = limits.deadline.expect("there is one").saturating_duration_since(Instant::now());
        assert!(told_in < left && left - told_in < Duration::from_millis(1100), "{told_in:?} {left:?}");
        let (told_at, most) = limits.memory_bytes.expect("there is a limit");
        assert!(told_at < 1 << 40 && (1 << 40) < most);
        assert_eq!(limits.must_end(&mut None), None);
    }

    #[test]
    fn an_interrupt_leaves_the_work_a_moment_to_answer() {
        let limits = Limits::new(&LimitArguments { timeout: None, memory_limit: None });
        limits.stop.request();
        assert_eq!(limits.must_end(&mut None), None);
        let earlier = Instant::now().checked_sub(GRACE_AFTER_INTERRUPT);
        assert_eq!(
            limits.must_end(&mut Some(earlier.expect("time has passed"))),
            Some(StopReason::Interrupted)
        );
    }
}
