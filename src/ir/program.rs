//! The program as data: functions of basic blocks over registers and memory.
//!
//! A register is a mutable scalar of one activation of a function. Variables whose address is not taken are
//! registers; all others are objects in memory, reached by `Load` and `Store`. One `Load` or `Store` touches
//! memory once: it is the smallest step another thread can see.
//!
//! Operators are total, as in SMT-LIB, so that every stage computes the same: unsigned division by zero gives
//! all ones, the remainder by zero the dividend; signed division truncates and is built from the unsigned one
//! on absolute values; a shift by the width or more gives zero (or copies of the sign bit for `AShr`). What the
//! operators on floating-point numbers compute is in `ir::float`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::entity::*;
use super::pointer::PointerLayout;
use super::signature::{Fit, Signature};
use super::types::*;
use crate::source::{SourceMap, Span};

pub struct Program {
    pub data_model: DataModel,
    pub pointers: PointerLayout,
    pub sources: Arc<SourceMap>,
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    pub properties: Vec<Property>,
    pub entry: FunctionId,
    /// What the callers pass that cannot know which function they reach.
    pub signatures: Vec<Signature>,
    /// What is called in place of a function by those whose call does not fit it well.
    pub adapters: BTreeMap<(SignatureId, FunctionId), FunctionId>,
    /// What the program as it stands here leaves out, whatever the bounds.
    pub limits: Vec<Limit>,
    /// What the program uses though no file defines it: something is assumed of it in its place.
    pub open: Vec<Open>,
    /// What the models of the library asked about the program, such as `mentions pthread_cancel`, with the answers.
    pub answers: BTreeMap<String, bool>,
}

/// Something from outside that is modelled up to a size only, such as the arguments of `main`.
pub struct Limit {
    /// `main with more than 4 arguments`
    pub description: String,
    pub span: Span,
}

/// Something that the program uses and no file defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    /// Its body here returns any value, and may write any into what its parameters point to.
    Function(FunctionId),
    /// It begins with any contents.
    Variable(GlobalId),
}

/// A variable (or string literal) that exists from the start. Its object number is its index plus one;
/// the functions follow.
pub struct Global {
    pub name: String,
    pub layout: Layout,
    pub initial: Vec<Initial>,
    pub span: Span,
    /// One copy per thread (`_Thread_local`).
    pub thread_local: bool,
    /// Ascending, apart from each other.
    pub constant: ConstantBytes,
}

/// The parts of an object that only its first contents may be written to.
pub type ConstantBytes = Vec<Range<u64>>;

/// A scalar at its offset in a global; everything not mentioned is zero.
pub struct Initial {
    pub offset: u64,
    pub ty: Type,
    /// `Constant`, `Global` or `Function`, possibly displaced.
    pub value: Operand,
}

pub struct Property {
    /// `function.kind.number`, unique: `consumer.assertion.1`.
    pub name: String,
    pub kind: PropertyKind,
    /// What must hold, as a person would say it: `c >= 0`.
    pub description: String,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PropertyKind {
    /// `assert`, `reach_error`, …
    Assertion,
    /// A dereference stays inside a live object.
    Pointer,
    /// `free` gets the start of a live heap block, or null.
    Free,
    /// Arithmetic has a defined result: no signed overflow, no division by zero, no shift out of range.
    Overflow,
    /// A library function is called as its specification demands.
    Api,
    /// No two threads access the same memory at the same time, one of them writing. One for the whole program.
    Race,
    /// Some thread can go on until all have ended. One for the whole program.
    Deadlock,
    /// No heap block is left when the program ends. One for the whole program.
    Leak,
    /// A bound on loops or recursion is not reached. Not part of a program: it comes from the bounds.
    Unwinding,
}

pub struct Function {
    pub name: String,
    pub signature: Signature,
    /// The registers that hold the arguments.
    pub parameters: Vec<RegisterId>,
    pub result: Option<Type>,
    pub registers: Vec<Register>,
    pub locals: Vec<Local>,
    /// In source order; block 0 is the entry. Empty for a function that is declared only.
    pub blocks: Vec<Block>,
    pub loops: Vec<Loop>,
    pub span: Span,
}

pub struct Register {
    pub ty: Type,
    /// The C variable it holds, if it is one.
    pub name: Option<String>,
}

pub struct Local {
    pub name: String,
    pub layout: Layout,
    pub span: Span,
    pub constant: ConstantBytes,
}

pub struct Loop {
    /// First and last block of the loop; an edge from inside to outside this range leaves it.
    pub first: BlockId,
    pub last: BlockId,
    /// Entering this block is one iteration: the body for `for` and `while`, whose condition is evaluated
    /// once more than their body; the target of the backward jump for `do` and `goto`.
    pub body: BlockId,
    pub span: Span,
}

pub struct Block {
    pub instructions: Vec<Instruction>,
    pub terminator: Terminator,
    pub terminator_span: Span,
}

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

/// How an access orders with others; the races of a later stage depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Access {
    #[default]
    Plain,
    Atomic,
    /// A plain store of first contents, which may also go to what is constant.
    First,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// Bitwise; on one bit, logical.
    Not,
    Negate,
}

/// Operands have equal widths; comparisons yield one bit, and so do the questions whether a result fits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    Eq,
    Ne,
    ULt,
    ULe,
    SLt,
    SLe,
    /// Whether the exact sum of two signed numbers is one of their width.
    AddFits,
    SubFits,
    MulFits,
}

impl BinaryOp {
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | ULt | ULe | SLt | SLe)
    }

    /// Whether the result is one bit whatever the operands.
    pub fn yields_truth(self) -> bool {
        use BinaryOp::*;
        self.is_comparison() || matches!(self, AddFits | SubFits | MulFits)
    }
}

/// Rounding is to nearest, ties to even. Negation and the like are `Binary` operators on the bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatBinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    /// Comparisons yield one bit, which is 0 if an operand is not a number.
    Eq,
    Lt,
    Le,
}

impl FloatBinaryOp {
    pub fn is_comparison(self) -> bool {
        use FloatBinaryOp::*;
        matches!(self, Eq | Lt | Le)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatUnaryOp {
    SquareRoot,
    /// From one floating-point type to another.
    Resize,
    FromSigned,
    FromUnsigned,
    /// Towards zero; what does not fit becomes the highest bit alone.
    ToSigned,
    ToUnsigned,
}

impl Op {
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
                | Op::Hold { .. }
                | Op::Unsequenced { .. }
                | Op::CurrentThread { .. }
                | Op::BlockSize { .. }
                | Op::Room { .. }
        )
    }
}

impl Program {
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }
    pub fn property(&self, id: PropertyId) -> &Property {
        &self.properties[id.index()]
    }
    pub fn global_object(&self, id: GlobalId) -> ObjectId {
        ObjectId(id.0 + 1)
    }
    pub fn function_object(&self, id: FunctionId) -> ObjectId {
        ObjectId::new(self.globals.len() + id.index() + 1)
    }
    /// What a call that meets `function` begins to execute: it or an adapter. `None` if the call is wrong, and a
    /// property says so.
    pub fn reached(
        &self,
        function: FunctionId,
        signature: Option<SignatureId>,
        check: Option<PropertyId>,
    ) -> Option<FunctionId> {
        let Some(signature) = signature else { return Some(function) };
        if check.is_some() && self.fit(function, signature) == Fit::Wrong {
            return None;
        }
        Some(self.adapters.get(&(signature, function)).copied().unwrap_or(function))
    }
    /// How a function suits those who pass that.
    pub fn fit(&self, function: FunctionId, signature: SignatureId) -> Fit {
        let call = &self.signatures[signature.index()];
        self.function(function).signature.fit(call, self.data_model.pointer_bits())
    }
    pub fn is_adapter(&self, function: FunctionId) -> bool {
        self.adapters.values().any(|adapter| *adapter == function)
    }
    /// The first object number that is neither a global nor a function.
    pub fn first_dynamic_object(&self) -> ObjectId {
        ObjectId::new(self.globals.len() + self.functions.len() + 1)
    }
    /// The function an object number stands for.
    pub fn function_of_object(&self, object: ObjectId) -> Option<FunctionId> {
        let index = object.index().checked_sub(self.globals.len() + 1)?;
        (index < self.functions.len()).then(|| FunctionId::new(index))
    }
}

impl Global {
    /// Nothing of it can change.
    pub fn is_constant(&self) -> bool {
        self.constant.first() == Some(&(0..self.layout.size()))
    }
}

impl Function {
    pub fn is_defined(&self) -> bool {
        !self.blocks.is_empty()
    }
    pub fn register(&self, id: RegisterId) -> &Register {
        &self.registers[id.index()]
    }
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.index()]
    }
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }
}
