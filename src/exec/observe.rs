//! What a run tells whoever watches it.
//!
//! The interpreter reports every instruction *before* it changes the state: the watcher sees the activation still
//! at the instruction, memory still with the old contents, and gets the new values with the report. Watching is
//! a trait so that the explorer, which watches nothing, pays nothing.

use super::machine::State;
use super::memory::MemoryFault;
use crate::ir::{FunctionId, Leeway, LocalId, ObjectId, Op, Operand, PropertyId, RegisterId, ThreadId, Type};

pub trait Observer {
    fn observe(&mut self, state: &State, thread: ThreadId, happening: &Happening<'_>);
}

/// Watches nothing.
impl Observer for () {
    fn observe(&mut self, _: &State, _: ThreadId, _: &Happening<'_>) {}
}

#[derive(Clone, Copy, Debug)]
pub enum Happening<'a> {
    /// A register gets a value computed from other registers.
    Computed {
        op: &'a Op,
        dst: RegisterId,
        value: u128,
    },
    Loaded {
        dst: RegisterId,
        address: Operand,
        object: ObjectId,
        offset: u64,
        ty: Type,
        value: u128,
        known: bool,
        check: Option<PropertyId>,
    },
    Stored {
        operand: Operand,
        object: ObjectId,
        offset: u64,
        ty: Type,
        value: u128,
        check: Option<PropertyId>,
    },
    Input {
        dst: RegisterId,
        value: u128,
    },
    /// What the standard leaves open was decided.
    Chosen {
        dst: RegisterId,
        leeway: Leeway,
        value: bool,
    },
    /// `contents` are the first bytes of the block; what is missing is zero.
    Allocated {
        dst: RegisterId,
        object: ObjectId,
        bytes: u64,
        contents: &'a [u8],
    },
    /// A local begins a life, with these first bytes; what is missing is zero.
    Declared {
        local: LocalId,
        object: ObjectId,
        contents: &'a [u8],
    },
    /// A local's life is over before the thread does anything else.
    Left {
        object: ObjectId,
    },
    /// `None` for null.
    Freed {
        object: Option<ObjectId>,
    },
    Called {
        function: FunctionId,
        arguments: &'a [Operand],
        values: &'a [u128],
    },
    /// `into` is the caller's register; `None` also when nothing is returned.
    Returned {
        operand: Option<Operand>,
        value: u128,
        into: Option<RegisterId>,
    },
    /// Control moves on; `backwards` if to a block that is not later.
    Branched {
        condition: Option<Operand>,
        backwards: bool,
    },
    Created {
        dst: RegisterId,
        thread: ThreadId,
        function: FunctionId,
        argument: Operand,
    },
    Joined {
        dst: RegisterId,
        thread: ThreadId,
    },
    AtomicBegan,
    AtomicEnded,
    /// The thread ends here, maybe with the whole process.
    Ended,
    /// The run ends here: `operand` is the condition or the address that is wrong.
    Violated {
        property: PropertyId,
        operand: Operand,
        fault: Option<MemoryFault>,
    },
}
