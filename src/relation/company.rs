//! Who else may be running while a thread is at a place, and which locks it holds there.
//!
//! A thread knows which threads it has created and which it has joined. Two accesses can only happen at the same time if
//! each happens while the other's thread may be running.

use crate::ir::{ObjectId, ThreadId};
use crate::planted::planted;

/// Where a lock is.
pub type Lock = (ObjectId, u64);

/// More threads besides main are not followed.
pub const MOST_THREADS: usize = 127;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ThreadSet(u128);

impl ThreadSet {
    pub fn contains(self, thread: ThreadId) -> bool {
        self.0 >> thread.0 & 1 == 1
    }
    pub fn insert(&mut self, thread: ThreadId) {
        self.0 |= 1 << thread.0;
    }
    pub fn union(self, other: ThreadSet) -> ThreadSet {
        ThreadSet(self.0 | other.0)
    }
    pub fn intersection(self, other: ThreadSet) -> ThreadSet {
        ThreadSet(self.0 & other.0)
    }
}

/// What a thread knows of others.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Company {
    /// Locks it surely holds, in order.
    pub held: Vec<Lock>,
    /// Threads it may have created.
    pub created: ThreadSet,
    /// Threads that have surely ended.
    pub ended: ThreadSet,
}

impl Company {
    /// What holds on either of two ways.
    pub fn join(&self, other: &Company) -> Company {
        Company {
            held: match planted!(LocksOfOnePathAreHeld) {
                true => either(&self.held, &other.held),
                false => common(&self.held, &other.held),
            },
            created: self.created.union(other.created),
            ended: self.ended.intersection(other.ended),
        }
    }

    pub fn hold(&mut self, lock: Lock) {
        if let Err(place) = self.held.binary_search(&lock) {
            self.held.insert(place, lock);
        }
    }

    /// False if it was not known to be held.
    pub fn release(&mut self, lock: Lock) -> bool {
        let place = self.held.binary_search(&lock);
        place.map(|place| self.held.remove(place)).is_ok()
    }
}

/// What is in both of two sorted lists.
pub fn common(a: &[Lock], b: &[Lock]) -> Vec<Lock> {
    a.iter().copied().filter(|lock| b.binary_search(lock).is_ok()).collect()
}

/// What is in either of two sorted lists.
pub fn either(a: &[Lock], b: &[Lock]) -> Vec<Lock> {
    let mut all: Vec<Lock> = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}
