//! Memory that the system refuses, or that would break the user's limit, ends the work and not the process.
//!
//! Rust aborts the process when an allocation fails, and what was known is lost. Here the thread that asked is
//! held instead, and the guard (see `limits`) answers with what is known and ends the process. The threads that
//! answer are never held.
//!
//! There is no counting: the limit of the user is one on the size of the process, which the engine written in C++
//! has its part in, so it is measured from outside, by the guard, all the time. But a table that doubles its size
//! is filled faster than the guard may get its turn on a busy machine. So before a large block is given, the size
//! is measured here too. A block that is cleared by the system takes no memory until it is used, and is not asked
//! about.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bmc_solver::resident_bytes;

pub struct Allocator;

/// There is somebody who answers for threads that are held.
static GUARDED: AtomicBool = AtomicBool::new(false);
/// Some thread is held.
static REFUSED: AtomicBool = AtomicBool::new(false);

/// The process must not become larger than this.
static MOST_BYTES: AtomicU64 = AtomicU64::new(u64::MAX);
/// Blocks below this size are left to the guard.
const LARGE_BYTES: usize = 1 << 20;
/// Blocks up to this size may be copied when they grow.
const COPIED_BYTES: usize = 1 << 26;

thread_local! {
    static ANSWERS: Cell<bool> = const { Cell::new(false) };
}

/// The calling thread may have to print the answer.
pub fn this_thread_answers() {
    ANSWERS.set(true);
}

/// From now on, threads that get no memory are held.
pub fn hold_the_others() {
    GUARDED.store(true, Ordering::Relaxed);
}

/// From now on, no large block is given that would make the process larger than this.
pub fn limit_to(bytes: u64) {
    MOST_BYTES.store(bytes, Ordering::Relaxed);
}

pub fn was_refused() -> bool {
    REFUSED.load(Ordering::Relaxed)
}

/// Holds the thread for good, unless nobody could answer then.
fn hold() {
    let answers = || ANSWERS.try_with(Cell::get).unwrap_or(true);
    if GUARDED.load(Ordering::Relaxed) && !answers() {
        REFUSED.store(true, Ordering::Relaxed);
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
}

/// To be called before the process grows by so much at once.
fn announce(bytes: usize) {
    let most = MOST_BYTES.load(Ordering::Relaxed);
    if bytes >= LARGE_BYTES
        && most != u64::MAX
        && resident_bytes().is_some_and(|now| now.saturating_add(bytes as u64) > most)
    {
        hold();
    }
}

/// Passes on what the system gives.
fn given(pointer: *mut u8) -> *mut u8 {
    if pointer.is_null() {
        hold();
    }
    pointer
}

// SAFETY: every call is passed on to the system's allocator as it is, and so is every pointer it returns.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        announce(layout.size());
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let kept = if size > COPIED_BYTES { layout.size() } else { 0 };
        announce(size.saturating_sub(kept));
        given(unsafe { System.realloc(pointer, layout, size) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_gets_no_memory_is_held_unless_it_answers() {
        let absurd = Layout::from_size_align(isize::MAX as usize / 2, 16).expect("the layout is valid");
        // SAFETY: the layout is not empty; nothing is done with what is returned.
        let ask = move || std::hint::black_box(unsafe { Allocator.alloc(absurd) }).is_null();
        assert!(!was_refused());
        hold_the_others();
        this_thread_answers();
        assert!(ask(), "nobody has that much memory");
        assert!(!was_refused());
        let other = std::thread::spawn(ask);
        while !was_refused() {
            std::thread::yield_now();
        }
        assert!(!other.is_finished());
    }
}
