//! One pass: what it works on, and the small things that everything in it needs.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use bmc_solver::{Stop, StopWatch, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::fixpoint::states_of_interest;
use super::objects::MemoryInTheMaking;
use super::operands::Orders;
use super::thread::ThreadBuilder;
use super::{UnfoldError, UnfoldOptions};
use crate::analysis::{Assumptions, ObjectKind, ObjectShape, TermValues, Values};
use crate::events::*;
use crate::ir::{
    FunctionId, Liveness, LocalLiveness, LoopId, ObjectId, Program, PropertyId, PropertyKind, Repetition,
    ThreadId,
};
use crate::source::Span;
use crate::symbolic::{Symbolic, alignment};

/// One pass over the program, under assumptions that it checks on its way.
pub(super) struct Unfolder<'a> {
    pub program: &'a Program,
    pub options: &'a UnfoldOptions,
    pub wanted: &'a dyn Fn(PropertyId) -> bool,
    pub looks_for: LooksFor,
    pub stop: StopWatch,
    pub assumptions: &'a mut Assumptions,
    pub terms: Terms,
    pub values: TermValues,
    pub threads: Vec<ThreadBuilder>,
    /// The thread being unfolded.
    pub current: ThreadId,
    pub memory: MemoryInTheMaking,
    pub orders: Orders,
    pub functions: FunctionFacts,
    /// While a model of the library runs: where the user's program calls it.
    pub place: Option<Span>,
    pub found: Found,
}

/// Properties that make a difference to what is unfolded.
pub(super) struct LooksFor {
    /// Every access that could be part of a race is an event.
    pub races: bool,
    /// Blocks that are left at the end count.
    pub leaks: bool,
}

/// What has been looked up about functions so far.
#[derive(Default)]
pub(super) struct FunctionFacts {
    /// Which functions are models of the library, or stand for functions that nothing defines.
    pub is_model: FxHashMap<FunctionId, bool>,
    /// The functions whose address the program takes.
    pub taken: Option<Rc<[FunctionId]>>,
    /// Which blocks of a function stay in one of its loops.
    pub stays_in_loop: FxHashMap<(FunctionId, LoopId), Vec<bool>>,
    /// What is needed at the heads of loops.
    pub needed: FxHashMap<FunctionId, Needed>,
}

/// What a function still needs at its places.
#[derive(Clone)]
pub(super) struct Needed {
    pub registers: Rc<Liveness>,
    pub locals: Rc<LocalLiveness>,
    /// Locals whose address goes nowhere.
    pub unshared: Rc<[bool]>,
}

/// What goes into the event structure besides threads and cells.
#[derive(Default)]
pub(super) struct Found {
    pub claims: Vec<Claim>,
    pub marks: Vec<Mark>,
    pub left_out: Vec<LeftOut>,
    pub milestones: Vec<Milestone>,
    /// Symbols for sizes of blocks, and what they are.
    pub definitions: Vec<(TermId, TermId)>,
    /// For blocks that may get the place of a freed one: which.
    pub reuses: BTreeMap<ObjectId, Vec<Reuse>>,
    /// Where addresses are used as numbers, by the ends of the place.
    pub numbers: BTreeSet<(u32, u32)>,
    /// Functions that some path has entered.
    pub met: FxHashSet<FunctionId>,
    /// The loop with the most iterations that are decided by constants, and how many it has.
    pub longest_loop: Option<(Repetition, u32)>,
}

impl<'a> Unfolder<'a> {
    pub fn new(
        program: &'a Program,
        options: &'a UnfoldOptions,
        wanted: &'a dyn Fn(PropertyId) -> bool,
        stop: &Stop,
        assumptions: &'a mut Assumptions,
    ) -> Self {
        let races = states_of_interest(program, wanted).iter().any(|s| s.0 == PropertyKind::Race);
        let leaks = program.properties.iter().any(|p| p.kind == PropertyKind::Leak);
        Unfolder {
            program,
            options,
            wanted,
            looks_for: LooksFor { races, leaks },
            stop: stop.watch(),
            assumptions,
            terms: Terms::new(),
            values: TermValues::default(),
            threads: Vec::new(),
            current: ThreadId(0),
            memory: MemoryInTheMaking::new(program),
            orders: Orders::default(),
            functions: FunctionFacts::default(),
            place: None,
            found: Found::default(),
        }
    }

    /// The globals are there before anything else.
    pub fn make_globals(&mut self) {
        for (index, global) in self.program.globals.iter().enumerate() {
            let shape = ObjectShape {
                size: global.layout.size(),
                alignment: alignment(&global.layout),
                varies: false,
                owner: ThreadId(0),
                kind: ObjectKind::Global { index },
            };
            self.assumptions.exists(ObjectId::new(index + 1), shape, &global.layout);
            self.assumptions.set_constant(ObjectId::new(index + 1), &global.constant);
        }
    }

    pub fn thread(&mut self) -> &mut ThreadBuilder {
        &mut self.threads[self.current.index()]
    }

    /// What is computed with.
    pub fn words(&mut self) -> Symbolic<'_> {
        let pointers = self.program.pointers;
        Symbolic { terms: &mut self.terms, values: &mut self.values, pointers }
    }

    pub fn values_of(&mut self, term: TermId) -> Values {
        self.values.of(&self.terms, term)
    }

    pub fn pointer(&mut self, object: ObjectId, offset: u64) -> TermId {
        self.words().pointer(object, offset)
    }

    pub fn shape(&self, object: ObjectId) -> ObjectShape {
        self.assumptions.shape(object).expect("an object in use exists")
    }

    /// The size of a block whose size is not a constant.
    pub fn size_symbol(&mut self, object: ObjectId) -> TermId {
        let bits = self.program.pointers.pointer_bits;
        *self.memory.sizes.entry(object).or_insert_with(|| self.terms.variable(bits))
    }

    pub fn choose(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        self.words().choose(condition, yes, no)
    }

    pub fn resize(&mut self, value: TermId, width: u32) -> TermId {
        self.words().resize(value, width)
    }

    /// Whoever executes the instruction adds the place.
    pub fn too_large<T>(&self, what: impl Into<String>) -> Result<T, UnfoldError> {
        Err(UnfoldError::TooLarge { what: what.into(), span: None })
    }
}
