//! Memory that the system refuses is a limit like any other.
//!
//! Rust aborts the process when an allocation fails, and what was known is lost. Here the thread that asked is
//! held instead, and the guard (see `limits`) answers with what is known and ends the process. The threads that
//! answer are never held.
//!
//! There is no counting: the limit of the user is one on the size of the process, which the engine written in C++
//! has its part in, so it is measured from outside.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub struct Allocator;

/// There is somebody who answers for threads that are held.
static GUARDED: AtomicBool = AtomicBool::new(false);
/// Some thread is held.
static REFUSED: AtomicBool = AtomicBool::new(false);

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

pub fn was_refused() -> bool {
    REFUSED.load(Ordering::Relaxed)
}

/// Passes on what the system gives. Returns only in case of success, or where nobody could answer instead.
fn given(pointer: *mut u8) -> *mut u8 {
    let answers = || ANSWERS.try_with(Cell::get).unwrap_or(true);
    if pointer.is_null() && GUARDED.load(Ordering::Relaxed) && !answers() {
        REFUSED.store(true, Ordering::Relaxed);
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
    pointer
}

// SAFETY: every call is passed on to the system's allocator as it is, and so is every pointer it returns.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        given(unsafe { System.realloc(pointer, layout, size) })
    }
}
