//! What a step does: to variables, to threads, to the heap, and by calling the library.

use serde::{Deserialize, Serialize};

use super::json::WrittenEffect;
use super::place::Place;
use super::value::{Address, Value};
use crate::ir::ThreadId;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "WrittenEffect", from = "WrittenEffect")]
pub enum Effect {
    Read {
        variable: Place,
        value: Value,
    },
    Write {
        variable: Place,
        value: Value,
    },
    /// A local variable in a register got a value.
    Assign {
        variable: Place,
        value: Value,
    },
    /// A value that came from outside: `__VERIFIER_nondet_int` or an uninitialised variable.
    Input {
        variable: Option<Place>,
        value: Value,
    },
    Create {
        thread: ThreadId,
    },
    Join {
        thread: ThreadId,
    },
    /// Whatever else is worth telling.
    Deed(Deed),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Deed {
    /// A call of a library function, or a part of it. A pointer among the arguments stands for what it points to.
    Call {
        function: String,
        verb: Verb,
        arguments: Vec<Value>,
    },
    /// A call of a library function was refused before it did anything that others could notice.
    FailedCall {
        function: String,
    },
    /// A new heap block, which may be where a freed one was.
    Allocate {
        block: Place,
        bytes: u64,
        instead_of: Option<usize>,
    },
    Free {
        block: Address,
    },
    BeginAtomicSection,
    EndAtomicSection,
    /// C leaves the order of operands open.
    EvaluateRightToLeft,
    /// A weak compare and exchange does not exchange what it could.
    FailSpuriously,
    /// An address cannot be used.
    Fault {
        fault: Fault,
    },
}

/// What a call of a library function amounts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verb {
    Initialises,
    Destroys,
    Locks,
    LocksForReading,
    LocksForWriting,
    CannotLock,
    FindsLocked,
    Unlocks,
    CannotUnlock,
    /// Of a lock or a semaphore.
    GivesUpWaiting,
    /// For a condition; the lock is released.
    Waits,
    WakesUp,
    /// For a condition; the lock is taken again.
    StopsWaiting,
    /// A thread wakes up that nobody has signalled.
    WakesUnasked,
    Signals,
    WakesAll,
    ArrivesAt,
    Passes,
    Raises,
    Lowers,
    FindsAtZero,
    Copies,
    CopiesText,
    CopiesAtMost,
    Appends,
    Fills,
}

/// What is wrong with an address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Fault {
    Null,
    NoObject {
        address: Address,
    },
    /// The first byte of the access counts from the start of the object.
    OutOfBounds {
        object: Place,
        offset: i64,
        bytes: u64,
        size: u64,
        /// So far away that its offset means nothing.
        is_lost: bool,
    },
    Freed {
        object: Place,
    },
    /// A local whose function has returned, or that was declared anew.
    Over {
        object: Place,
    },
    Constant {
        object: Place,
    },
    NotOnTheHeap {
        address: Address,
    },
    NotTheStart {
        place: Place,
    },
    NotAFunction {
        address: Address,
    },
    /// The call does not pass what the function takes.
    OtherType {
        function: String,
    },
    /// The block is left when the program ends.
    Leaked {
        object: Place,
    },
}
