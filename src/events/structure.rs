//! Threads, events, cells, claims and marks. Every value is a term over the symbols of reads and inputs, and every event
//! has the guard under which its thread gets there.

use std::collections::BTreeMap;

use bmc_solver::{TermId, Terms};

use crate::ir::{FunctionId, ObjectId, Open, Program, PropertyId, PropertyKind, Repetition, ThreadId};
use crate::property::Check;
use crate::source::Span;

crate::ir::entity::entity!(
    /// A range of bytes that is always read and written as a whole.
    CellId, "c");

/// What unfolding makes of a program: a structure, and the store that its terms live in. Who encodes the structure
/// extends the store and leaves the structure alone.
pub struct Unfolding {
    pub terms: Terms,
    pub structure: EventStructure,
}

pub struct EventStructure {
    pub threads: Vec<Thread>,
    pub cells: Vec<Cell>,
    /// Violations, each a state of one thread.
    pub claims: Vec<Claim>,
    /// Violations that are states of the whole program: a property of the kind `Race` or `Deadlock`.
    pub states: Vec<(PropertyKind, PropertyId)>,
    /// Where a bound cut a path off.
    pub marks: Vec<Mark>,
    /// Where iterations that change nothing were left out. That says nothing about the runs, only why they may not get
    /// any further.
    pub left_out: Vec<LeftOut>,
    /// Where a check ought to come to.
    pub milestones: Vec<Milestone>,
    /// What is assumed of the functions and variables that no file defines, as far as some path comes to them.
    pub assumed: Vec<Open>,
    /// Where a path uses addresses as numbers, so that it matters where objects lie.
    pub numbers: Vec<Span>,
    /// Symbols that stand for a term made elsewhere: the symbol, and the condition that binds it.
    pub definitions: Vec<(TermId, TermId)>,
    /// For the replay: what the first contents of every dynamic object are made of.
    pub objects: Vec<ObjectContents>,
    /// For the replay: blocks that may be where freed ones were, and which these are.
    pub reuses: BTreeMap<ObjectId, Vec<Reuse>>,
    /// How often the program was unfolded until the assumptions on shared memory held.
    pub passes: u32,
}

pub struct Thread {
    pub function: FunctionId,
    /// `None` for main. The event that creates it is among the creator's.
    pub created_at: Option<Span>,
    /// Events in program order; behind `sequentialize::labels` also in the order of their labels. Those of one label happen together.
    pub events: Vec<Event>,
    /// At least one: to have passed the first label means at least to have started.
    pub labels: usize,
    /// What must hold for a label to happen at all (conditions inside atomic sections).
    pub requirements: Vec<Requirement>,
    /// Guard under which the thread ends in a way that `join` sees, and the value it returns.
    pub ends: TermId,
    pub result: TermId,
    /// Everything a replay counts or asks for, in program order.
    pub steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    pub label: usize,
    pub holds: TermId,
    /// The step of the thread that comes before it.
    pub step: usize,
    pub reason: Reason,
    /// In the user's own code.
    pub place: Span,
}

/// Why a label happens only under a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The thread waits for it.
    Waits,
    /// It is an assumption about the runs to look at.
    Assumed,
    /// A path was cut off in the middle of the atomic section, at the mark of this number. No other thread can see such
    /// a state, so the section counts as not entered, except where the question is whether the mark is reached.
    Cut { mark: usize },
}

impl Reason {
    pub fn is_cut(self) -> bool {
        matches!(self, Reason::Cut { .. })
    }
}

pub struct Event {
    pub label: usize,
    pub guard: TermId,
    pub kind: EventKind,
    /// In the user's own code: of what a model of the library does, that is the call.
    pub span: Span,
    /// The step of the thread that causes it.
    pub step: usize,
    /// Nobody can tell whether it happens now or together with the thread's step before it: `sequentialize::labels` says
    /// so, unfolding never does.
    pub moves: bool,
    pub manner: Manner,
}

/// What an access means for data races.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    Plain,
    /// Of an atomic object, or inside an atomic section: such accesses do not race with each other.
    Atomic,
    /// Not an access of the program but a consequence of how it is unfolded; also creating and joining.
    Silent,
}

pub enum EventKind {
    /// `symbol` is what is in memory at that moment.
    Read {
        places: Vec<Place>,
        /// The word that says which of the places is meant, unless it may also mean one that is not among them.
        address: Option<TermId>,
        symbol: TermId,
    },
    Write {
        places: Vec<Place>,
        /// The word that says which of the places is meant, or that it is none of them.
        address: Option<TermId>,
        value: TermId,
    },
    Create {
        thread: ThreadId,
    },
    /// Waits for one of the threads; `result` is the value it returned.
    Join {
        threads: Vec<(TermId, ThreadId)>,
        result: TermId,
    },
}

/// One of the places an access may go to.
#[derive(Clone, Debug)]
pub struct Place {
    /// When it goes there.
    pub condition: TermId,
    /// The cells that make up the access, lowest address first.
    pub cells: Vec<CellId>,
}

pub struct Cell {
    /// Where it is: a constant, or the term of an address that is followed instead (`sequentialize::addresses`).
    pub address: TermId,
    pub bytes: u64,
    /// Contents before any write event; `None` if no event ever needed them.
    pub initial: Option<TermId>,
    /// Every access to it that could happen at the same time as another thread's is made under one and the same lock.
    pub is_protected: bool,
}

impl Cell {
    pub fn bits(&self) -> u32 {
        (self.bytes * 8) as u32
    }
}

/// The thread violates the property if it has passed `label` and `violated` holds.
pub struct Claim {
    pub thread: ThreadId,
    pub label: usize,
    /// How many of the thread's steps lie before it in program order.
    pub steps: usize,
    pub violated: TermId,
    pub property: PropertyId,
    pub span: Span,
    /// Inside of a model of the library: where the user calls that.
    pub call: Option<Span>,
}

/// A bound that cut a path off, reached under the same conditions as a claim.
pub struct Mark {
    pub thread: ThreadId,
    pub label: usize,
    pub steps: usize,
    pub guard: TermId,
    pub bound: Bound,
    /// Of a loop or a function that calls itself: how often it had been entered, with the time that was cut off. 0 for
    /// other bounds.
    pub entered: u32,
    pub span: Span,
}

/// A path ends here, behind an iteration of a loop that changes nothing.
pub struct LeftOut {
    pub thread: ThreadId,
    pub steps: usize,
    pub of: Repetition,
    pub span: Span,
}

/// A place of a thread without which a check has hardly looked at the program, come to under the same conditions as a
/// claim.
pub struct Milestone {
    pub thread: ThreadId,
    pub label: usize,
    pub guard: TermId,
    pub kind: MilestoneKind,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MilestoneKind {
    /// The program ends, as main returns or the process exits.
    End,
    /// An assertion is evaluated, one that can hold.
    Assertion(PropertyId),
}

/// Why something of the program is left out.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Bound {
    /// The program does something here that the formula does not follow, said in words.
    NotFollowed { what: String },
    /// What is demanded here is not so, and nobody asks about it: the path is only followed where it is.
    Unchecked(Unchecked),
    /// More iterations of a loop, or calls of a function nested deeper, than this.
    Unwinding { of: Repetition, most: u32 },
    /// A loop whose end is known, after that many iterations: to unroll all of it would be too much.
    KnownLoop { of: Repetition, iterations: u32 },
    /// A block whose size is not known was taken to have at most this many bytes.
    Allocation { bytes: u64 },
    /// No more threads than this are created, besides main.
    Threads { most: u32 },
    /// Schedules with more rounds than this. No path ends for that, so no mark has it.
    Rounds { most: u32 },
    /// What comes into the program from outside was bounded, in these words. It was so before there was a path.
    Input { what: String },
}

impl Bound {
    /// Whether more unwinding can bring in what was cut off.
    pub fn is_unwinding(&self) -> bool {
        self.repetition().is_some()
    }

    /// Whether it is a number that was not enough.
    pub fn is_number(&self) -> bool {
        !matches!(self, Bound::NotFollowed { .. } | Bound::Unchecked(_))
    }

    /// The loop or the function that was not followed to its end.
    pub fn repetition(&self) -> Option<Repetition> {
        match self {
            Bound::Unwinding { of, .. } | Bound::KnownLoop { of, .. } => Some(*of),
            _ => None,
        }
    }

    /// What it means to reach it, as the subject of a sentence.
    pub fn in_words(&self, program: &Program) -> String {
        match self {
            Bound::Unwinding { of, .. } | Bound::KnownLoop { of, .. } => {
                let name = program.repetition_name(*of);
                match of {
                    Repetition::Loop { .. } => format!("the bound of loop {name}"),
                    Repetition::Recursion { .. } => format!("the bound on recursion of {name}"),
                }
            }
            Bound::Allocation { .. } => "the bound on the size of a block".to_string(),
            Bound::Threads { .. } => "the bound on threads".to_string(),
            Bound::Rounds { .. } => "the bound on rounds".to_string(),
            Bound::NotFollowed { what } | Bound::Input { what } => what.clone(),
            Bound::Unchecked(what) => what.in_words().to_string(),
        }
    }
}

/// What a path takes for granted without being asked to look at it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Unchecked {
    /// An access lies inside a live object.
    Access,
    /// What is freed can be freed.
    Free,
    /// What is called, or started as a thread, is a function.
    Callee,
    /// What is joined is a thread.
    Joined,
    /// Arithmetic has a defined result.
    Arithmetic,
    /// The library is used as it demands.
    Use,
}

impl Unchecked {
    /// What is not so.
    pub fn in_words(self) -> &'static str {
        match self {
            Unchecked::Access => "an access outside of all live objects",
            Unchecked::Free => "a free of something that cannot be freed",
            Unchecked::Callee => "a call of something that is no function",
            Unchecked::Joined => "a wait for the end of something that is no thread",
            Unchecked::Arithmetic => "arithmetic that has no defined result",
            Unchecked::Use => "a use of the library that it does not allow",
        }
    }

    /// Who would ask.
    pub fn check(self) -> Check {
        match self {
            Unchecked::Access | Unchecked::Free | Unchecked::Callee => Check::Memory,
            Unchecked::Joined | Unchecked::Use => Check::Api,
            Unchecked::Arithmetic => Check::Overflow,
        }
    }
}

pub struct Step {
    pub guard: TermId,
    pub kind: StepKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    Plain,
    AtomicBegin,
    AtomicEnd,
    Input(TermId),
    Object(ObjectId),
    /// The thread's copy of a thread-local global, made when it starts: a replay asks for it but counts no step.
    ThreadLocal(ObjectId),
    Thread(ThreadId),
}

impl StepKind {
    /// Whether a replay counts it.
    pub fn is_counted(self) -> bool {
        !matches!(self, StepKind::ThreadLocal(_))
    }
}

/// A new block is where a freed one was.
#[derive(Clone, Copy, Debug)]
pub struct Reuse {
    /// When it is; at most one of several holds.
    pub chosen: TermId,
    pub block: ObjectId,
}

/// First contents of a dynamic object: terms at byte offsets.
pub struct ObjectContents {
    pub object: ObjectId,
    pub parts: Vec<(u64, TermId)>,
}
