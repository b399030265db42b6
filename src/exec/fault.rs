//! Why a run cannot go on: a thread that has to wait, and a run that has no meaning.
//!
//! Neither is a violation. A blocked thread may go on when others have run; a fault ends the run for good.

use std::fmt;

use super::choices::ChoiceFault;
use super::memory::{MemoryFault, ObjectFault};
use super::step::DEEPEST_CALL;
use crate::ir::{BlockId, ThreadId};

/// Why a thread cannot go on now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blockage {
    /// Another thread is inside an atomic section.
    AtomicSectionOf(ThreadId),
    /// It waits for this thread to end.
    Join(ThreadId),
    /// It waits for a thread that does not exist.
    JoinOfNobody(u128),
    /// It waits for the object at this address, such as a lock.
    Wait(u128),
    /// An assumption fails inside an atomic section: the section could not have been entered.
    AssumeInAtomicSection,
}

/// A run that cannot be continued for a reason that is no property of the program: the script is wrong, or the
/// program does something the interpreter has no meaning for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    Choice(ChoiceFault),
    Object(ObjectFault),
    ThreadNumberTaken(ThreadId),
    NotRunning(ThreadId),
    UndefinedFunction(String),
    NotAFunction(u128),
    CallsTooDeep,
    UndeclaredLocal(String),
    /// An access that nobody asks about, or that the front end called valid, is not.
    UncheckedAccess(MemoryFault),
    /// What happens now has no meaning here, for the reason given in words.
    NotFollowed(String),
    MissingBlock(BlockId),
}

impl Fault {
    /// Whether the program may well do this, only that nobody follows it any further: the thread stays before it, and
    /// what the others do is what they could have done before.
    pub fn is_cut(&self) -> bool {
        matches!(self, Fault::UncheckedAccess(_) | Fault::NotAFunction(_) | Fault::NotFollowed(_))
    }
}

impl From<ChoiceFault> for Fault {
    fn from(fault: ChoiceFault) -> Fault {
        Fault::Choice(fault)
    }
}

impl From<ObjectFault> for Fault {
    fn from(fault: ObjectFault) -> Fault {
        Fault::Object(fault)
    }
}

impl fmt::Display for Blockage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Blockage::AtomicSectionOf(thread) => write!(f, "thread {thread} is inside an atomic section"),
            Blockage::Join(thread) => write!(f, "it waits for thread {thread} to end"),
            Blockage::Wait(address) => write!(f, "it waits for the object at {address:#x}"),
            Blockage::JoinOfNobody(handle) => {
                write!(f, "it waits for a thread that does not exist ({handle})")
            }
            Blockage::AssumeInAtomicSection => write!(f, "an assumption fails inside its atomic section"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Choice(fault) => fault.fmt(f),
            Fault::Object(fault) => fault.fmt(f),
            Fault::ThreadNumberTaken(thread) => write!(f, "thread number {thread} is in use already"),
            Fault::NotRunning(thread) => write!(f, "thread {thread} has not started or has ended"),
            Fault::UndefinedFunction(name) => write!(f, "function `{name}` has no body"),
            Fault::NotAFunction(pointer) => write!(f, "{pointer:#x} is not the address of a function"),
            Fault::CallsTooDeep => write!(f, "more than {DEEPEST_CALL} nested calls"),
            Fault::UndeclaredLocal(name) => {
                write!(f, "local variable `{name}` is used before its declaration")
            }
            Fault::NotFollowed(what) => write!(f, "{what} (not followed)"),
            Fault::UncheckedAccess(fault) => write!(f, "an access assumed valid is not: {fault:?}"),
            Fault::MissingBlock(block) => write!(f, "control reaches {block}, which does not exist"),
        }
    }
}
