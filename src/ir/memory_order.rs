//! What C says about the order in which other threads see accesses: the memory orders of C11.
//!
//! The front end keeps them as the program gives them. Under sequential consistency, which is what the search and
//! the interpreter assume, they change nothing; a weaker memory model takes them from here. An operation that reads
//! and writes is an atomic section with a `Load` and a `Store`, which both carry the order of the operation. An
//! order that is not a constant counts as the strongest, and so does an access that names none.

use super::names::names;

/// As C11 defines them, from the weakest to the strongest, in the order of the numbers that C gives them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MemoryOrder {
    Relaxed,
    Consume,
    Acquire,
    Release,
    AcquireRelease,
    #[default]
    SequentiallyConsistent,
}

// The words are those of C, without `memory_order_`.
names!(MemoryOrder {
    Relaxed => "relaxed",
    Consume => "consume",
    Acquire => "acquire",
    Release => "release",
    AcquireRelease => "acq_rel",
    SequentiallyConsistent => "seq_cst",
});

impl MemoryOrder {
    /// By the value of `memory_order_relaxed` and its like.
    pub fn numbered(number: i128) -> Option<MemoryOrder> {
        usize::try_from(number).ok().and_then(|index| MemoryOrder::ALL.get(index).copied())
    }
}

/// How an access orders with others, and whether it may race with them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Access {
    #[default]
    Plain,
    Atomic(MemoryOrder),
    /// The read of a compare-exchange, which has one order if it succeeds and a weaker one if nothing is written.
    Compared {
        success: MemoryOrder,
        failure: MemoryOrder,
    },
    /// A plain store of first contents, which may also go to what is constant.
    First,
}

impl Access {
    /// What C gives an access to an atomic object that says nothing more.
    pub const ATOMIC: Access = Access::Atomic(MemoryOrder::SequentiallyConsistent);

    pub fn is_atomic(self) -> bool {
        matches!(self, Access::Atomic(_) | Access::Compared { .. })
    }
}

/// Who sees the accesses before a fence before those behind it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FenceScope {
    /// `atomic_thread_fence`
    AllThreads,
    /// `atomic_signal_fence`: only what interrupts the thread itself.
    OwnThread,
}

names!(FenceScope { AllThreads => "fence", OwnThread => "signal_fence" });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_have_the_numbers_of_c() {
        assert_eq!(MemoryOrder::numbered(0), Some(MemoryOrder::Relaxed));
        assert_eq!(MemoryOrder::numbered(4), Some(MemoryOrder::AcquireRelease));
        assert_eq!(MemoryOrder::numbered(5), Some(MemoryOrder::default()));
        assert_eq!(MemoryOrder::numbered(-1), None);
        assert_eq!(MemoryOrder::numbered(6), None);
    }
}
