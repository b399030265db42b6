//! Instructions: what one thread does in one place of the program.
//!
//! A register is a mutable scalar of one activation of a function. Variables whose address is not taken are
//! registers; all others are objects in memory, reached by `Load` and `Store`. One `Load` or `Store` touches
//! memory once: it is the smallest step another thread can see.
//!
//! What an instruction reads, sets and demands is told by `ir::visit`, whatever it is.
//!
//! One that is added is described in `visit`, checked in `verify`, written in `print` and read in `parse`, and given its
//! meaning in `exec::step` and `unfold::instruction`; the compiler asks for all of these but `parse`, which the tests of
//! the text ask for. If a schedule does not count it, `Op::is_step` says so.

use super::entity::*;
use super::memory_order::{Access, FenceScope, MemoryOrder};
use super::names::names;
use super::operator::{BinaryOp, FloatBinaryOp, FloatUnaryOp, UnaryOp};
use super::types::Type;
use crate::source::Span;

pub struct Instruction {
    pub op: Op,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    Register(RegisterId),
    /// The low `ty.bits` bits of `bits`; the others are zero.
    Constant {
        bits: u128,
        ty: Type,
    },
    /// Address of a global plus a displacement in bytes.
    Global {
        global: GlobalId,
        offset: i64,
    },
    Function(FunctionId),
    /// Address of the activation's current instance of a local plus a displacement in bytes.
    Local {
        local: LocalId,
        offset: i64,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// `dst = value`.
    Copy {
        dst: RegisterId,
        value: Operand,
    },
    Unary {
        dst: RegisterId,
        op: UnaryOp,
        value: Operand,
    },
    Binary {
        dst: RegisterId,
        op: BinaryOp,
        left: Operand,
        right: Operand,
    },
    /// To the width of `dst`: cut, or extended with zeros or with the sign.
    Convert {
        dst: RegisterId,
        value: Operand,
        signed: bool,
    },
    /// IEEE 754 arithmetic on numbers of 32 or 64 bits.
    FloatBinary {
        dst: RegisterId,
        op: FloatBinaryOp,
        left: Operand,
        right: Operand,
    },
    /// A root, or a conversion to the type of `dst`.
    FloatUnary {
        dst: RegisterId,
        op: FloatUnaryOp,
        value: Operand,
    },
    /// `dst = condition ? yes : no`, without control flow.
    Select {
        dst: RegisterId,
        condition: Operand,
        yes: Operand,
        no: Operand,
    },
    /// The address `index * size` bytes further: `PointerLayout::displace`. `pointer` and `size` have the width of a
    /// pointer, `index` is a signed number of any width.
    Displace {
        dst: RegisterId,
        pointer: Operand,
        index: Operand,
        size: Operand,
    },
    /// One read of memory, of `ty.bytes()` bytes, little endian. `check` is the property that the address is
    /// valid; `None` if the front end knows it is (a named variable at a constant offset).
    Load {
        dst: RegisterId,
        address: Operand,
        ty: Type,
        access: Access,
        check: Option<PropertyId>,
    },
    Store {
        address: Operand,
        value: Operand,
        ty: Type,
        access: Access,
        check: Option<PropertyId>,
    },
    /// The local begins a new life with arbitrary contents. `size` is that of an array of variable length, in bytes.
    Declare {
        local: LocalId,
        size: Option<Operand>,
    },
    /// The local's present instance dies; without a local, all variables of the running thread die, its copies of
    /// thread-local globals included. Comes where control leaves the block of the variable, before a function returns
    /// and before a thread ends; main's own variables last as long as the program.
    EndLife {
        local: Option<LocalId>,
    },
    /// An arbitrary value: input, or a variable without initialiser.
    Nondet {
        dst: RegisterId,
    },
    /// One bit that the C standard leaves to the implementation.
    Choose {
        dst: RegisterId,
        leeway: Leeway,
    },
    /// What follows belongs to one of the operands whose order was chosen last, by its place in the source; `None`:
    /// all of them have been evaluated. Changes nothing; an order that nobody can tell need not be chosen.
    Unsequenced {
        operand: Option<u32>,
    },
    /// A new block of `size` bytes, zeroed or arbitrary. Never fails.
    Allocate {
        dst: RegisterId,
        size: Operand,
        contents: Contents,
    },
    Free {
        address: Operand,
        check: Option<PropertyId>,
    },
    /// The size in bytes of the heap block that begins at the address, alive or not; 0 if there is none.
    BlockSize {
        dst: RegisterId,
        address: Operand,
    },
    /// How many bytes of a variable or block that can be written, alive or not, there are from the address on; 0 if it
    /// points into none.
    Room {
        dst: RegisterId,
        address: Operand,
    },
    /// `signature` says what is passed, `None` if the front end knows that the callee takes that. `check` is the
    /// property that the callee is a function that does.
    Call {
        dst: Option<RegisterId>,
        callee: Operand,
        arguments: Vec<Operand>,
        signature: Option<SignatureId>,
        check: Option<PropertyId>,
    },
    /// The program is about to end: no heap block must be left.
    CheckLeaks {
        property: PropertyId,
    },
    /// The path goes on only if the condition holds; inside an atomic section the whole section waits.
    Assume {
        condition: Operand,
    },
    /// A model does not follow what happens if the condition fails, which `what` says in words. The path ends, and
    /// the outcome says so.
    Limit {
        condition: Operand,
        what: String,
    },
    /// Inside an atomic section: the section waits until the condition holds. Unlike an assumption it is part of
    /// what the program does: threads that all wait are deadlocked. `object` is what the thread waits for, such
    /// as a lock, for reports.
    Wait {
        condition: Operand,
        object: Operand,
    },
    Assert {
        condition: Operand,
        property: PropertyId,
    },
    /// No other thread runs until the matching end. Sections nest.
    AtomicBegin,
    AtomicEnd,
    /// Orders the accesses of the thread before it with those behind it.
    Fence {
        order: MemoryOrder,
        scope: FenceScope,
    },
    /// From here on the thread holds, or no longer holds, the lock at `address`, which no two threads hold at the
    /// same time. Changes nothing; what is only touched under one lock needs fewer context switches.
    Hold {
        address: Operand,
        held: bool,
    },
    /// Starts `function(argument)` in a new thread; `dst` gets its number (never 0: instance number plus one).
    /// `signature` and `check` are those of the call that the new thread begins with.
    CreateThread {
        dst: RegisterId,
        function: Operand,
        argument: Operand,
        signature: Option<SignatureId>,
        check: Option<PropertyId>,
    },
    /// Waits until the thread has ended and yields the value it returned.
    JoinThread {
        dst: RegisterId,
        thread: Operand,
    },
    /// The running thread's number, as `CreateThread` gives it.
    CurrentThread {
        dst: RegisterId,
    },
}

/// What an implementation may do one way or the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leeway {
    /// 1: so many operands or arguments are evaluated from right to left.
    Order { operands: u32 },
    /// 1: a weak compare-exchange fails though the values are equal.
    WeakExchange,
}

/// What a new block is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Contents {
    Zeroed,
    Arbitrary,
    /// Arbitrary, and made by a model for itself: it is nobody's leak.
    Internal,
    /// Arbitrary, and not on the heap: `alloca`. It cannot be freed.
    Automatic,
}

names!(Contents {
    Zeroed => "allocate_zeroed",
    Arbitrary => "allocate",
    Internal => "allocate_internal",
    Automatic => "allocate_automatic",
});

#[derive(Clone, PartialEq, Debug)]
pub enum Terminator {
    Jump(BlockId),
    /// `condition` is one bit wide.
    Branch {
        condition: Operand,
        yes: BlockId,
        no: BlockId,
    },
    Return(Option<Operand>),
    /// `pthread_exit`: ends the thread from any depth of calls.
    ExitThread(Operand),
    /// `exit`, `abort`: ends the program without an error.
    ExitProcess,
    /// Control cannot come here.
    Unreachable,
}

impl Op {
    /// An instruction that only gives its register a value, computed from other values.
    pub fn is_computation(&self) -> bool {
        matches!(
            self,
            Op::Copy { .. }
                | Op::Unary { .. }
                | Op::Binary { .. }
                | Op::Convert { .. }
                | Op::FloatBinary { .. }
                | Op::FloatUnary { .. }
                | Op::Select { .. }
                | Op::Displace { .. }
                | Op::CurrentThread { .. }
        )
    }

    /// Steps are the instructions that a schedule counts: those that touch memory or other threads or take a
    /// value from outside. A context of a schedule is a number of steps of one thread.
    pub fn is_step(&self) -> bool {
        !matches!(
            self,
            Op::Copy { .. }
                | Op::Unary { .. }
                | Op::Binary { .. }
                | Op::Convert { .. }
                | Op::FloatBinary { .. }
                | Op::FloatUnary { .. }
                | Op::Select { .. }
                | Op::Displace { .. }
                | Op::Call { .. }
                | Op::Assume { .. }
                | Op::Wait { .. }
                | Op::Limit { .. }
                | Op::Assert { .. }
                | Op::Fence { .. }
                | Op::Hold { .. }
                | Op::Unsequenced { .. }
                | Op::CurrentThread { .. }
                | Op::BlockSize { .. }
                | Op::Room { .. }
        )
    }
}
