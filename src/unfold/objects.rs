//! The objects and cells of a pass: how they come to be, and what they hold at first.
//!
//! A path knows under which condition it has made each object. Where it has not, no pointer leads to the object, so what is
//! in it is of no account: paths that meet keep what the one that has made it wrote there, and a write through a pointer
//! that may lead elsewhere is certain for an object that exists only where it is meant. Otherwise the arbitrary first
//! contents of a block would be among the values of everything that is ever written to it.

use std::rc::Rc;

use bmc_solver::{Node, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::lives::{ALIVE, NOT_YET, OVER};
use super::locks::{Lock, Use, functions_of_locks};
use super::pass::Unfolder;
use super::state::PathState;
use super::thread::{CellAccess, LastWrite};
use crate::analysis::{BirthPlace, ObjectKind, ObjectShape};
use crate::events::{CellId, ObjectContents};
use crate::ir::*;
use crate::planted::planted;
use crate::symbolic::{MOST_CONDITIONS, Path, PersistentVec, alignment, alignment_of_blocks};

/// A pointer that is chosen from more words than this may lead to any object.
const MOST_TERMS_OF_A_POINTER: usize = 64;

/// The objects and cells of one pass.
pub(super) struct MemoryInTheMaking {
    pub cells: Vec<CellState>,
    pub cell_at: FxHashMap<(ObjectId, u64), CellId>,
    /// The sizes of blocks whose size is not a constant, as symbols.
    pub sizes: FxHashMap<ObjectId, TermId>,
    /// Dynamic objects born so far in this pass; others are known only from earlier passes.
    pub born: FxHashSet<ObjectId>,
    /// Locks that somebody takes.
    pub locks: FxHashSet<Lock>,
    /// The functions that take and release them.
    pub functions_of_locks: FxHashSet<FunctionId>,
    /// Words that were read from shared memory as a whole, with which of the thread's objects had escaped by then.
    pub symbols: FxHashMap<TermId, PersistentVec<bool>>,
    /// Variables whose life has ended on some path, of the thread being unfolded or an earlier one.
    pub dead: FxHashSet<ObjectId>,
    /// Blocks that the thread being unfolded has freed on some path so far.
    pub freed: FxHashSet<ObjectId>,
    /// Objects whose address was seen to escape from their thread.
    pub escapes: FxHashSet<ObjectId>,
    pub alignment_of_blocks: u64,
    /// How many objects were born at a place so far.
    pub occurrences: FxHashMap<(ThreadId, u32, u32, u32), u32>,
}

impl MemoryInTheMaking {
    pub fn new(program: &Program) -> MemoryInTheMaking {
        MemoryInTheMaking {
            cells: Vec::new(),
            cell_at: FxHashMap::default(),
            sizes: FxHashMap::default(),
            born: FxHashSet::default(),
            locks: FxHashSet::default(),
            functions_of_locks: functions_of_locks(program),
            symbols: FxHashMap::default(),
            dead: FxHashSet::default(),
            freed: FxHashSet::default(),
            escapes: FxHashSet::default(),
            alignment_of_blocks: alignment_of_blocks(program),
            occurrences: FxHashMap::default(),
        }
    }
}

/// The instruction that makes an object: the chain of calls that leads there, and its place in its function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Birth {
    pub calls: u32,
    pub block: u32,
    pub instruction: u32,
}

/// A cell in the making.
pub(super) struct CellState {
    pub object: ObjectId,
    pub offset: u64,
    pub bytes: u64,
    /// First contents, made when first asked for.
    pub initial: Option<TermId>,
    /// Contents when the object became visible to others; from then on only events change it.
    pub published: Option<TermId>,
    pub accesses: Vec<CellAccess>,
    /// Accesses while other threads could see the cell.
    pub uses: Vec<Use>,
    /// Those of them that write, in functions that neither take nor release locks.
    pub overwrites: Vec<Use>,
}

impl Unfolder<'_> {
    /// The cells of an access. If one of them is shared all must be, for the access is one step.
    pub(super) fn cells(&mut self, object: ObjectId, offset: u64, bytes: u64) -> Vec<CellId> {
        let offsets = self.assumptions.cells_at(object, offset, bytes);
        if offsets.iter().any(|&at| self.assumptions.cell(object, at).shared) {
            offsets.iter().for_each(|&at| self.assumptions.share(object, at));
        }
        offsets.into_iter().map(|at| self.cell(object, at)).collect()
    }

    pub(super) fn cell(&mut self, object: ObjectId, offset: u64) -> CellId {
        let bytes = self.assumptions.cell(object, offset).bytes;
        if let Some(&known) = self.memory.cell_at.get(&(object, offset)) {
            // A cell that was cut in this pass is another cell now; the pass will be repeated.
            if self.memory.cells[known.index()].bytes == bytes {
                return known;
            }
        }
        let cell = CellId::new(self.memory.cells.len());
        self.memory.cells.push(CellState {
            object,
            offset,
            bytes,
            initial: None,
            published: None,
            accesses: Vec::new(),
            uses: Vec::new(),
            overwrites: Vec::new(),
        });
        self.memory.cell_at.insert((object, offset), cell);
        cell
    }

    pub(super) fn touch(&mut self, state: &PathState, cell: CellId, writes: bool) {
        self.note_access_in_operand(cell, writes);
        let (thread, step) = (self.current, self.thread().steps.len());
        let accesses = &mut self.memory.cells[cell.index()].accesses;
        let index = accesses.iter().position(|a| a.thread == thread).unwrap_or_else(|| {
            accesses.push(CellAccess { thread, last: step, writes: Vec::new() });
            accesses.len() - 1
        });
        let access = &mut accesses[index];
        access.last = step;
        if writes {
            match access.writes.iter_mut().find(|write| write.joined == state.joined) {
                Some(write) => write.last = step,
                None => access.writes.push(LastWrite { last: step, joined: Rc::clone(&state.joined) }),
            }
        }
    }

    /// First contents of a cell.
    pub(super) fn initial(&mut self, cell: CellId) -> TermId {
        let CellState { object, offset, bytes, initial, .. } = self.memory.cells[cell.index()];
        if let Some(known) = initial {
            return known;
        }
        let bits = (bytes * 8) as u32;
        let shape = self.shape(object);
        let term = match shape.kind {
            // Where leaks count, a block is not alive before it is made.
            kind if kind.is_mortal() && offset == shape.size => {
                let life = match self.looks_for.leaks && kind.can_leak() {
                    true if self.assumptions.met_by(object).next().is_some() => NOT_YET,
                    true => OVER,
                    false => ALIVE,
                };
                self.terms.constant(bits, life)
            }
            ObjectKind::Global { index } | ObjectKind::ThreadLocal { index } => {
                let value = self.global_bytes(index, offset, bytes);
                self.terms.constant(bits, value)
            }
            ObjectKind::Block(Contents::Zeroed) => self.terms.constant(bits, 0),
            ObjectKind::Block(_) | ObjectKind::Local => self.terms.variable(bits),
        };
        self.memory.cells[cell.index()].initial = Some(term);
        term
    }

    /// The initialiser of a global, cut to a range of bytes.
    pub(super) fn global_bytes(&self, index: usize, offset: u64, bytes: u64) -> u128 {
        let mut value = 0u128;
        for initial in &self.program.globals[index].initial {
            let (start, end) = (initial.offset, initial.offset + initial.ty.bytes());
            if end <= offset || offset + bytes <= start {
                continue;
            }
            let bits = self.constant_operand(&initial.value);
            let mask = if bytes >= 16 { u128::MAX } else { (1u128 << (bytes * 8)) - 1 };
            value |= match start >= offset {
                true => bits << ((start - offset) * 8),
                false => bits >> ((offset - start) * 8),
            } & mask;
        }
        value
    }

    pub(super) fn constant_operand(&self, operand: &Operand) -> u128 {
        match *operand {
            Operand::Constant { bits, .. } => bits,
            Operand::Global { global, offset } => {
                let pointers = self.program.pointers;
                pointers.displace(pointers.pack(self.program.global_object(global), 0), offset.into(), 1)
            }
            Operand::Function(function) => {
                self.program.pointers.pack(self.program.function_object(function), 0)
            }
            Operand::Register(_) | Operand::Local { .. } => {
                unreachable!("initialisers of globals are constant: the verifier checks it")
            }
        }
    }

    /// A new object, numbered by the place of its birth in the unfolding.
    pub(super) fn new_object(
        &mut self,
        state: &mut PathState,
        birth: Birth,
        layout: &Layout,
        varies: bool,
        kind: ObjectKind,
    ) -> ObjectId {
        let Birth { calls, block, instruction } = birth;
        let thread = self.current;
        let count = self.memory.occurrences.entry((thread, calls, block, instruction)).or_insert(0);
        let place = BirthPlace { thread, calls, block, instruction, occurrence: *count };
        *count += 1;
        let object = self.assumptions.object_born_at(place);
        let alignment = match kind.is_on_the_heap() {
            true => self.memory.alignment_of_blocks,
            false => alignment(layout),
        };
        let shape = ObjectShape { size: layout.size(), alignment, varies, owner: thread, kind };
        self.assumptions.exists(object, shape, layout);
        self.thread().objects.push(object);
        self.memory.born.insert(object);
        state.made.set(object.index(), Some(TermId::TRUE));
        object
    }

    /// Whether the object is one that this thread makes somewhere, but not on this path: then no pointer on this path
    /// leads to it, and what is in it is of no account.
    pub(super) fn is_yet_to_be_made(&self, state: &PathState, object: ObjectId) -> bool {
        let is_dynamic = object >= self.program.first_dynamic_object();
        is_dynamic
            && self.shape(object).owner == self.current
            && state.made.get(object.index()).is_none_or(|made| self.is_ruled_out(&state.path, made))
    }

    /// Whether the path shows that a condition does not hold.
    fn is_ruled_out(&self, path: &Path, condition: TermId) -> bool {
        if condition == TermId::TRUE {
            return false;
        }
        let parts = self.conjuncts(condition);
        let decided = path.conditions().take(MOST_CONDITIONS).flat_map(|one| self.conjuncts(one));
        decided.into_iter().any(|one| parts.iter().any(|&part| self.are_opposite(one, part)))
    }

    /// Whether a pointer to an object of this thread may be what a word is. The program has none on a path on which the
    /// object has not been made, and what was read from shared memory before the object was known to others is none
    /// either.
    pub(super) fn may_lead_to(&self, state: &PathState, word: TermId, object: ObjectId) -> bool {
        if self.is_yet_to_be_made(state, object) {
            return false;
        }
        let is_dynamic = object >= self.program.first_dynamic_object();
        if !is_dynamic || self.shape(object).owner != self.current || self.assumptions.is_leaked(object) {
            return true;
        }
        let (mut pending, mut looked_at) = (vec![word], 0);
        while let Some(term) = pending.pop() {
            looked_at += 1;
            if looked_at > MOST_TERMS_OF_A_POINTER {
                return true;
            }
            let escaped = self.memory.symbols.get(&term);
            if escaped.is_some_and(|all| !all.get(object.index()) || planted!(OwnBlocksAreNeverFound)) {
                continue;
            }
            let offset = |term| self.terms.as_constant(term).filter(|&bits| self.is_small(bits));
            match self.terms.node(term) {
                Node::Constant(bits) if self.program.pointers.object(bits) != object => {}
                Node::Ite(_, yes, no) => pending.extend([yes, no]),
                Node::Add(a, b) if offset(b).is_some() => pending.push(a),
                Node::Add(a, b) if offset(a).is_some() => pending.push(b),
                _ => return true,
            }
        }
        false
    }

    /// Whether it is a number that pointers are moved by, not a pointer.
    fn is_small(&self, bits: u128) -> bool {
        self.program.pointers.object(bits) == ObjectId(0)
    }

    /// What the first contents of dynamic objects are made of, for the replay.
    pub(super) fn contents_of_objects(&self) -> Vec<ObjectContents> {
        let first = self.program.first_dynamic_object().index();
        let mut contents: Vec<ObjectContents> = (first..self.assumptions.object_count())
            .map(|object| ObjectContents { object: ObjectId::new(object), parts: Vec::new() })
            .collect();
        for cell in &self.memory.cells {
            let Some(initial) = cell.initial else { continue };
            let Some(index) = cell.object.index().checked_sub(first) else { continue };
            let shape = self.shape(cell.object);
            if cell.offset < shape.size {
                contents[index].parts.push((cell.offset, initial));
            }
        }
        contents
    }
}
