//! One pass: what it works on, and the small things that everything in it needs.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use bmc_solver::{Stop, StopWatch, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::fixpoint::states_of_interest;
use super::objects::MemoryInTheMaking;
use super::operands::Orders;
use super::path::Path;
use super::thread::ThreadBuilder;
use super::{UnfoldError, UnfoldOptions, numbers};
use crate::analysis::{Assumptions, Column, Facts, ObjectKind, ObjectShape, TermValues, Values};
use crate::events::*;
use crate::ir::{FunctionId, LoopId, ObjectId, Program, PropertyId, PropertyKind, Repetition, ThreadId};
use crate::source::Span;

/// So many of the latest conditions of a path are asked what a term can be.
pub(super) const MOST_CONDITIONS: usize = 32;
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
}

/// What goes into the event structure besides threads and cells.
#[derive(Default)]
pub(super) struct Found {
    pub claims: Vec<Claim>,
    pub marks: Vec<Mark>,
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
                alignment: numbers::alignment(&global.layout),
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

    pub fn values_of(&mut self, term: TermId) -> Values {
        self.values.of(&self.terms, term)
    }

    /// The values of a term on a path.
    pub fn values_on(&mut self, path: &Path, term: TermId) -> Values {
        let always = self.values_of(term);
        if always.as_constant().is_some() {
            return always;
        }
        let mut facts = Facts::default();
        for condition in path.conditions().take(MOST_CONDITIONS) {
            facts.learn(&self.terms, condition);
        }
        if facts.is_empty() { always } else { self.values.under(&self.terms, &facts, term) }
    }

    pub fn pointer(&mut self, object: ObjectId, offset: u64) -> TermId {
        let bits = self.program.pointers.pack(object, offset);
        self.terms.constant(self.program.pointers.pointer_bits, bits)
    }

    /// A symbol that takes only the given values: bits that are the same in all of them are constants, and bits
    /// that always equal each other are one variable. Zero, one and minus one need two variables, not 32.
    pub fn symbol(&mut self, values: Values) -> TermId {
        let columns = values.columns();
        let mut variables: FxHashMap<Column, TermId> = FxHashMap::default();
        let mut symbol: Option<TermId> = None;
        let mut low = 0;
        while low < columns.len() {
            // Neighbours of the same kind form one part.
            let column = columns[low];
            let same = |c: &&Column| match column {
                Column::Free => matches!(c, Column::Free),
                known => **c == known,
            };
            let width = columns[low..].iter().take_while(same).count();
            let part = match column {
                Column::Constant(bit) => self.terms.constant(width as u32, if bit { u128::MAX } else { 0 }),
                Column::Free => self.terms.variable(width as u32),
                Column::Pattern(_) => {
                    let terms = &mut self.terms;
                    let bit = *variables.entry(column).or_insert_with(|| terms.variable(1));
                    terms.sign_extend(bit, width as u32)
                }
            };
            symbol = Some(symbol.map_or(part, |below| self.terms.concat(part, below)));
            low += width;
        }
        let symbol = symbol.expect("a symbol has at least one bit");
        self.values.set(symbol, values);
        symbol
    }

    pub fn shape(&self, object: ObjectId) -> ObjectShape {
        self.assumptions.shape(object).expect("an object in use exists")
    }

    /// The size of a block whose size is not a constant.
    pub fn size_symbol(&mut self, object: ObjectId) -> TermId {
        let bits = self.program.pointers.pointer_bits;
        *self.memory.sizes.entry(object).or_insert_with(|| self.terms.variable(bits))
    }

    /// `condition ? yes : no`. Building the term may forget that it is one of a few values; those of the two
    /// sides say it.
    pub fn choose(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        let term = self.terms.ite(condition, yes, no);
        if term != yes && term != no && self.terms.width(term) >= 8 {
            let values = self.values_of(yes).join(&self.values_of(no));
            self.values.refine(&self.terms, term, values);
        }
        term
    }

    /// Whoever executes the instruction adds the place.
    pub fn too_large<T>(&self, what: impl Into<String>) -> Result<T, UnfoldError> {
        Err(UnfoldError::TooLarge { what: what.into(), span: None })
    }
}
