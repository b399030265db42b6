//! When to give up: a flag that anyone may raise, a deadline, and a limit on memory.
//!
//! A [`Stop`] is cheap to clone and all clones share one flag, so that one raise ends every search that was
//! given a clone. Engines ask often; [`StopWatch`] keeps the question cheap by reading the size of the process
//! only now and then. A process that has once been over its limit stays stopped, even if the search gives memory
//! back while it ends: going on would only lead there again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// Somebody called [`Stop::request`], or the engine gave up by itself.
    Interrupted,
    Timeout,
    Memory,
}

impl StopReason {
    /// The place of a reason is what the flag holds; 0 is a flag that was not raised.
    const BY_CODE: [Option<StopReason>; 4] =
        [None, Some(StopReason::Interrupted), Some(StopReason::Timeout), Some(StopReason::Memory)];

    fn code(self) -> u8 {
        match self {
            StopReason::Interrupted => 1,
            StopReason::Timeout => 2,
            StopReason::Memory => 3,
        }
    }
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
    raised: Arc<Flag>,
    deadline: Option<Instant>,
    memory_bytes: Option<u64>,
}

/// What has been raised, and what counts as raised with it.
#[derive(Default, Debug)]
struct Flag {
    reason: AtomicU8,
    parent: Option<Arc<Flag>>,
}

impl Flag {
    fn raised(&self) -> Option<StopReason> {
        let own = StopReason::BY_CODE[usize::from(self.reason.load(Ordering::Relaxed))];
        own.or_else(|| self.parent.as_ref()?.raised())
    }
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

    /// The same limits, with a flag of its own that is also raised by raising this one: for work that can be ended while
    /// other work goes on.
    pub fn child(&self) -> Stop {
        let raised = Flag { parent: Some(Arc::clone(&self.raised)), ..Flag::default() };
        Stop { raised: Arc::new(raised), ..self.clone() }
    }

    /// On the size of the process, if there is one.
    pub fn memory_limit(&self) -> Option<u64> {
        self.memory_bytes
    }

    /// Raises the flag of this and all clones.
    pub fn request(&self) {
        self.raise(StopReason::Interrupted);
    }

    /// Raises the flag for a reason that somebody else has found; the first reason stays.
    pub fn raise(&self, reason: StopReason) {
        let flag = &self.raised.reason;
        let _ = flag.compare_exchange(0, reason.code(), Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Until the deadline, if there is one.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    pub fn requested(&self) -> Option<StopReason> {
        self.requested_without_memory().or_else(|| self.over_memory())
    }

    /// A view for loops that ask very often.
    pub fn watch(&self) -> StopWatch {
        StopWatch { stop: self.clone(), next_memory_reading: Instant::now() }
    }

    fn requested_without_memory(&self) -> Option<StopReason> {
        let is_late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.raised.raised().or_else(|| is_late().then_some(StopReason::Timeout))
    }

    fn over_memory(&self) -> Option<StopReason> {
        let limit = self.memory_bytes?;
        if resident_bytes()? <= limit {
            return None;
        }
        self.raise(StopReason::Memory);
        Some(StopReason::Memory)
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
        self.stop.over_memory()
    }
}

/// How much memory the process has now, where the system tells. The second field of `/proc/self/statm` counts
/// resident pages. Pages are taken to be 4 KiB, which is true of nearly all systems that have this file; where it
/// is not, the limit is generous rather than too tight. Takes some microseconds and no memory.
#[cfg(target_os = "linux")]
pub fn resident_bytes() -> Option<u64> {
    use std::os::unix::fs::FileExt;
    static STATM: std::sync::OnceLock<Option<std::fs::File>> = std::sync::OnceLock::new();
    let file = STATM.get_or_init(|| std::fs::File::open("/proc/self/statm").ok()).as_ref()?;
    let mut text = [0; 128];
    let length = file.read_at(&mut text, 0).ok()?;
    let field = text[..length].split(|byte| *byte == b' ').nth(1)?;
    let pages: u64 = std::str::from_utf8(field).ok()?.parse().ok()?;
    pages.checked_mul(4096)
}

#[cfg(not(target_os = "linux"))]
pub fn resident_bytes() -> Option<u64> {
    None
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
    fn a_child_stops_with_its_parent_and_not_the_other_way_round() {
        let parent = Stop::new();
        let [one, other] = [parent.child(), parent.child()];
        one.request();
        assert_eq!(one.requested(), Some(StopReason::Interrupted));
        assert_eq!((parent.requested(), other.requested()), (None, None));
        parent.raise(StopReason::Memory);
        assert_eq!(other.child().requested(), Some(StopReason::Memory));
        assert_eq!(one.requested(), Some(StopReason::Interrupted), "the first reason stays");
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

    #[test]
    fn a_process_that_was_over_its_limit_stays_stopped() {
        let stop = Stop::new();
        let limited = stop.clone().with_memory_limit(1);
        if limited.requested().is_some() {
            assert_eq!(stop.requested(), Some(StopReason::Memory));
        }
    }

    #[test]
    fn the_first_reason_stays() {
        let stop = Stop::new().with_deadline(Instant::now());
        stop.raise(StopReason::Memory);
        stop.request();
        assert_eq!(stop.requested(), Some(StopReason::Memory));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_size_of_the_process_grows_with_what_it_holds() {
        let before = resident_bytes().expect("the system tells");
        let block = vec![1u8; 64 << 20];
        let after = resident_bytes().expect("the system tells");
        assert!(block.iter().all(|byte| *byte == 1));
        assert!(after >= before + (48 << 20), "{before} {after}");
    }
}
