//! When to give up: a flag that anyone may raise, a deadline, and a limit on memory.
//!
//! A [`Stop`] is cheap to clone and all clones share one flag, so that one raise ends every search that was
//! given a clone. Engines ask often; [`StopWatch`] keeps the question cheap by reading the size of the process
//! only now and then.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// Somebody called [`Stop::request`], or the engine gave up by itself.
    Interrupted,
    Timeout,
    Memory,
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            StopReason::Interrupted => "interrupted",
            StopReason::Timeout => "time limit",
            StopReason::Memory => "memory limit",
        })
    }
}

/// A shared flag with optional limits. The default never stops by itself.
#[derive(Clone, Default, Debug)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    deadline: Option<Instant>,
    memory_bytes: Option<u64>,
}

impl Stop {
    pub fn new() -> Stop {
        Stop::default()
    }

    /// The same flag, with a deadline; of several deadlines the earliest counts.
    pub fn with_deadline(mut self, deadline: Instant) -> Stop {
        self.deadline = Some(self.deadline.map_or(deadline, |known| known.min(deadline)));
        self
    }

    /// The same flag, with a deadline that far from now.
    pub fn with_timeout(self, timeout: Duration) -> Stop {
        match Instant::now().checked_add(timeout) {
            Some(deadline) => self.with_deadline(deadline),
            None => self,
        }
    }

    /// The same flag, with a limit on the resident size of the process. Has no effect where the system does
    /// not tell that size.
    pub fn with_memory_limit(mut self, bytes: u64) -> Stop {
        self.memory_bytes = Some(bytes);
        self
    }

    /// The same limits, with a flag of its own.
    pub fn separate(&self) -> Stop {
        Stop { deadline: self.deadline, memory_bytes: self.memory_bytes, ..Stop::default() }
    }

    /// Raises the flag of this and all clones.
    pub fn request(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// The shared flag, for signal handlers.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Until the deadline, if there is one.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    pub fn requested(&self) -> Option<StopReason> {
        self.requested_without_memory().or_else(|| self.over_memory().then_some(StopReason::Memory))
    }

    /// A view for loops that ask very often.
    pub fn watch(&self) -> StopWatch {
        StopWatch { stop: self.clone(), next_memory_reading: Instant::now() }
    }

    fn requested_without_memory(&self) -> Option<StopReason> {
        if self.flag.load(Ordering::Relaxed) {
            return Some(StopReason::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Some(StopReason::Timeout),
            _ => None,
        }
    }

    fn over_memory(&self) -> bool {
        match self.memory_bytes {
            Some(limit) => resident_bytes().is_some_and(|bytes| bytes > limit),
            None => false,
        }
    }
}

/// Asks a [`Stop`] but reads the memory size at most every 20 ms.
pub struct StopWatch {
    stop: Stop,
    next_memory_reading: Instant,
}

impl StopWatch {
    pub fn requested(&mut self) -> Option<StopReason> {
        if let Some(reason) = self.stop.requested_without_memory() {
            return Some(reason);
        }
        self.stop.memory_bytes?;
        let now = Instant::now();
        if now < self.next_memory_reading {
            return None;
        }
        self.next_memory_reading = now + Duration::from_millis(20);
        self.stop.over_memory().then_some(StopReason::Memory)
    }
}

/// The second field of `/proc/self/statm` counts resident pages. Pages are taken to be 4 KiB, which is true of
/// nearly all systems that have this file; where it is not, the limit is generous rather than too tight.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    pages.checked_mul(4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raising_the_flag_reaches_every_clone() {
        let stop = Stop::new();
        let clone = stop.clone().with_timeout(Duration::from_secs(3600));
        assert_eq!(clone.requested(), None);
        stop.request();
        assert_eq!(clone.requested(), Some(StopReason::Interrupted));
    }

    #[test]
    fn a_deadline_in_the_past_stops_at_once() {
        assert_eq!(Stop::new().with_deadline(Instant::now()).requested(), Some(StopReason::Timeout));
    }

    #[test]
    fn a_tiny_memory_limit_is_exceeded_where_the_size_is_known() {
        let stop = Stop::new().with_memory_limit(1);
        let expected = resident_bytes().map(|_| StopReason::Memory);
        assert_eq!(stop.requested(), expected);
        assert_eq!(stop.watch().requested(), expected);
        assert_eq!(Stop::new().with_memory_limit(u64::MAX).requested(), None);
    }
}
