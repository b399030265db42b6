//! Thread-modular symbolic execution: each thread instance once, by itself, under the bounds.
//!
//! Comes in: the IR. Goes out: one [`EventStructure`]. Calls are inlined, loops unrolled, paths merged where
//! they meet. A read of memory that another thread may change yields a fresh symbol; everything else is
//! computed. Which memory that is, and what the symbols can be, are assumptions that are checked by the
//! unfolding itself and corrected until they hold (see `analysis::Assumptions`).
//!
//! Knows nothing of schedules and memory models.

mod control;
mod displace;
mod escape;
mod events;
mod fits;
mod float;
mod instruction;
mod lives;
mod locks;
mod memory;
mod numbers;
mod operands;
mod path;
mod persistent;
mod print;
mod resolve;
mod reuse;
mod state;
mod thread;

pub use events::*;
pub use print::print_events;

use std::collections::{BTreeMap, BTreeSet};

use bmc_solver::{Stop, StopReason, StopWatch, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::{Assumptions, Column, Facts, ObjectKind, ObjectShape, TermValues, Values};
use crate::ir::{FunctionId, LoopId, ObjectId, Program, PropertyId, PropertyKind, Repetition, ThreadId};
use crate::reductions::{Reduction, Reductions};
use crate::source::{Diagnostic, Span};
use locks::Use;
use operands::{InOperand, Operands};
use path::Path;
use thread::{Access, ThreadBuilder};

/// How far loops and recursion are followed, and what is used to say less about it.
#[derive(Clone, Debug)]
pub struct UnfoldOptions {
    /// Iterations of a loop, and nested activations of a function, that are not decided by constants.
    pub unwind: u32,
    /// For single loops, and for the recursion of single functions.
    pub loops: FxHashMap<Repetition, u32>,
    /// Iterations of a loop that are decided by constants.
    pub known: u32,
    /// Threads that are created, besides main.
    pub threads: u32,
    pub reductions: Reductions,
}

/// Why there is no event structure.
#[derive(Debug)]
pub enum UnfoldError {
    /// The program asks for something that is not supported.
    Unsupported(Diagnostic),
    /// A limit of time or memory.
    Stopped(StopReason),
    /// A limit of the representation, said in words.
    TooLarge(String),
}

/// So many of the latest conditions of a path are asked what a term can be.
const MOST_CONDITIONS: usize = 32;
/// Assumptions settle after a few dozen passes; more mean that something is wrong.
const MOST_PASSES: u32 = 2_000;

/// Unfolds the program. Only properties for which `wanted` holds become claims. The others are assumed,
/// and where the assumption may be wrong there is a mark.
pub fn unfold(
    program: &Program,
    options: &UnfoldOptions,
    wanted: &dyn Fn(PropertyId) -> bool,
    stop: &Stop,
) -> Result<Unfolding, UnfoldError> {
    let states = states_of_interest(program, wanted);
    let number_limit = program.pointers.number_limit();
    let follows_values = options.reductions.contains(Reduction::Values);
    let mut assumptions = Assumptions::new(program.first_dynamic_object(), number_limit, follows_values);
    loop {
        assumptions.begin_pass();
        let mut unfolder = Unfolder::new(program, options, wanted, stop, &mut assumptions);
        unfolder.unfold_threads()?;
        unfolder.find_shared_cells();
        unfolder.find_unprotected_cells();
        unfolder.count_writes();
        unfolder.find_orders_that_tell();
        let assumptions = &mut unfolder.assumptions;
        if assumptions.object_count() as u64 > program.pointers.most_objects() {
            let most = program.pointers.most_objects();
            return Err(UnfoldError::TooLarge(format!("there are more than {most} objects to point to")));
        }
        if assumptions.passes() > MOST_PASSES {
            return Err(UnfoldError::TooLarge("what threads share does not settle".into()));
        }
        if assumptions.end_pass() {
            let passes = assumptions.passes();
            let Unfolding { terms, structure } = unfolder.finish();
            let structure = EventStructure { passes, states, ..structure };
            return Ok(Unfolding { terms, structure });
        }
    }
}

/// The wanted properties that are states of the whole program.
fn states_of_interest(
    program: &Program,
    wanted: &dyn Fn(PropertyId) -> bool,
) -> Vec<(PropertyKind, PropertyId)> {
    let all = program.properties.iter().enumerate().map(|(index, p)| (p.kind, PropertyId::new(index)));
    all.filter(|&(kind, id)| kind.is_of_a_state() && wanted(id)).collect()
}

/// A cell in the making.
struct CellState {
    object: ObjectId,
    offset: u64,
    bytes: u64,
    /// First contents, made when first asked for.
    initial: Option<TermId>,
    /// Contents when the object became visible to others; from then on only events change it.
    published: Option<TermId>,
    accesses: Vec<Access>,
    /// Accesses while other threads could see the cell.
    uses: Vec<Use>,
}

/// One pass over the program.
struct Unfolder<'a> {
    program: &'a Program,
    options: &'a UnfoldOptions,
    wanted: &'a dyn Fn(PropertyId) -> bool,
    stop: StopWatch,
    assumptions: &'a mut Assumptions,
    /// Every access that could be part of a race is an event.
    looks_for_races: bool,
    /// Blocks that are left at the end count.
    looks_for_leaks: bool,
    terms: Terms,
    values: TermValues,
    threads: Vec<ThreadBuilder>,
    /// The thread being unfolded.
    current: ThreadId,
    cells: Vec<CellState>,
    cell_at: FxHashMap<(ObjectId, u64), CellId>,
    /// The sizes of blocks whose size is not a constant, as symbols, and what they are.
    sizes: FxHashMap<ObjectId, TermId>,
    definitions: Vec<(TermId, TermId)>,
    /// Dynamic objects born so far in this pass; others are known only from earlier passes.
    born: FxHashSet<ObjectId>,
    /// Variables whose life has ended on some path, of the thread being unfolded or an earlier one.
    dead: FxHashSet<ObjectId>,
    /// Blocks that the thread being unfolded has freed on some path so far.
    freed: FxHashSet<ObjectId>,
    /// For blocks that may get the place of a freed one: which.
    reuses: BTreeMap<ObjectId, Vec<Reuse>>,
    alignment_of_blocks: u64,
    /// Where addresses are used as numbers, by the ends of the place.
    numbers: BTreeSet<(u32, u32)>,
    /// Objects whose address was seen to escape from their thread.
    escapes: FxHashSet<ObjectId>,
    claims: Vec<Claim>,
    marks: Vec<Mark>,
    /// Which functions are models of the library, or stand for functions that nothing defines, as far as anyone has
    /// asked.
    is_model: FxHashMap<FunctionId, bool>,
    /// Functions that some path has entered.
    met: FxHashSet<FunctionId>,
    /// While a model of the library runs: where the user's program calls it.
    place: Option<Span>,
    /// Which blocks of a function stay in one of its loops.
    stays_in_loop: FxHashMap<(FunctionId, LoopId), Vec<bool>>,
    occurrences: FxHashMap<(ThreadId, u32, u32, u32), u32>,
    /// Every choice of an order that was passed, a choice inside another behind it.
    orders: Vec<Operands>,
    /// The innermost operand that the instruction at hand belongs to.
    in_operand: Option<InOperand>,
}

impl<'a> Unfolder<'a> {
    fn new(
        program: &'a Program,
        options: &'a UnfoldOptions,
        wanted: &'a dyn Fn(PropertyId) -> bool,
        stop: &Stop,
        assumptions: &'a mut Assumptions,
    ) -> Self {
        for (index, global) in program.globals.iter().enumerate() {
            let shape = ObjectShape {
                size: global.layout.size(),
                alignment: numbers::alignment(&global.layout),
                varies: false,
                owner: ThreadId(0),
                kind: ObjectKind::Global { index },
            };
            assumptions.exists(ObjectId::new(index + 1), shape, &global.layout);
            assumptions.set_constant(ObjectId::new(index + 1), &global.constant);
        }
        Unfolder {
            program,
            options,
            wanted,
            stop: stop.watch(),
            assumptions,
            looks_for_races: states_of_interest(program, wanted).iter().any(|s| s.0 == PropertyKind::Race),
            looks_for_leaks: program.properties.iter().any(|p| p.kind == PropertyKind::Leak),
            terms: Terms::new(),
            values: TermValues::default(),
            threads: Vec::new(),
            current: ThreadId(0),
            cells: Vec::new(),
            cell_at: FxHashMap::default(),
            sizes: FxHashMap::default(),
            definitions: Vec::new(),
            born: FxHashSet::default(),
            dead: FxHashSet::default(),
            freed: FxHashSet::default(),
            reuses: BTreeMap::new(),
            alignment_of_blocks: numbers::alignment_of_blocks(program),
            numbers: BTreeSet::new(),
            escapes: FxHashSet::default(),
            claims: Vec::new(),
            marks: Vec::new(),
            is_model: FxHashMap::default(),
            met: FxHashSet::default(),
            place: None,
            stays_in_loop: FxHashMap::default(),
            occurrences: FxHashMap::default(),
            orders: Vec::new(),
            in_operand: None,
        }
    }

    fn thread(&mut self) -> &mut ThreadBuilder {
        &mut self.threads[self.current.index()]
    }

    fn values_of(&mut self, term: TermId) -> Values {
        self.values.of(&self.terms, term)
    }

    /// The values of a term on a path.
    fn values_on(&mut self, path: &Path, term: TermId) -> Values {
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

    fn pointer(&mut self, object: ObjectId, offset: u64) -> TermId {
        let bits = self.program.pointers.pack(object, offset);
        self.terms.constant(self.program.pointers.pointer_bits, bits)
    }

    /// A symbol that takes only the given values: bits that are the same in all of them are constants, and bits
    /// that always equal each other are one variable. Zero, one and minus one need two variables, not 32.
    fn symbol(&mut self, values: Values) -> TermId {
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

    fn shape(&self, object: ObjectId) -> ObjectShape {
        self.assumptions.shape(object).expect("an object in use exists")
    }

    /// The size of a block whose size is not a constant.
    fn size_symbol(&mut self, object: ObjectId) -> TermId {
        let bits = self.program.pointers.pointer_bits;
        *self.sizes.entry(object).or_insert_with(|| self.terms.variable(bits))
    }

    /// `condition ? yes : no`. Building the term may forget that it is one of a few values; those of the two
    /// sides say it.
    fn choose(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        let term = self.terms.ite(condition, yes, no);
        if term != yes && term != no && self.terms.width(term) >= 8 {
            let values = self.values_of(yes).join(&self.values_of(no));
            self.values.refine(&self.terms, term, values);
        }
        term
    }

    fn too_large<T>(&self, what: impl Into<String>) -> Result<T, UnfoldError> {
        Err(UnfoldError::TooLarge(what.into()))
    }

    fn claim(&mut self, property: PropertyId, violated: TermId, label: usize, span: Span) {
        debug_assert!((self.wanted)(property), "what nobody asks about leaves a mark instead");
        if violated == TermId::FALSE {
            return;
        }
        if self.values_of(violated).as_constant() == Some(0) {
            return;
        }
        let steps = self.thread().steps.len();
        self.claims.push(Claim { thread: self.current, label, steps, violated, property, span });
    }
}
