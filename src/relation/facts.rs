//! What is assumed of the program while its steps are executed, until a pass contradicts nothing.
//!
//! Two kinds of facts. *Structure*: which objects there are and how they are cut into cells, which cells two threads may
//! use at the same time, at which instructions a step has to be cut. It only grows, and whenever it does, everything else
//! is found anew. *Values*: what cells and registers can hold between steps. They grow from nothing, and are widened
//! after a while, until each step leads from what is assumed to what is assumed: then they hold in every reachable state,
//! and later this is what the certificate says and its checker verifies.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::company::Company;
use super::objects::{ALIVE, DEAD};
use super::place::{ChainId, PlaceId, Places, Spot, Turns};
use crate::analysis::{Values, cuts_of};
use crate::events::CellId;
use crate::exec::Memory;
use crate::ir::{
    BlockId, ConstantBytes, Contents, FunctionId, GlobalId, LocalId, ObjectId, Program, RegisterId, ThreadId,
};

/// What an object is, and where it was made. There is one for all times an instruction is executed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// No object: the null pointer belongs to it.
    Nothing,
    Global(GlobalId),
    Function(FunctionId),
    ThreadLocal {
        thread: ThreadId,
        global: GlobalId,
    },
    Local {
        chain: ChainId,
        turns: Turns,
        local: LocalId,
    },
    Block {
        made_at: Spot,
        contents: Contents,
    },
    /// Not in memory: what a thread returns.
    Result(ThreadId),
}

impl Origin {
    pub fn is_on_the_heap(&self) -> bool {
        matches!(self, Origin::Block { contents, .. } if *contents != Contents::Automatic)
    }
    /// Whether pointers can lead to it.
    fn is_memory(&self) -> bool {
        !matches!(self, Origin::Nothing | Origin::Function(_) | Origin::Result(_))
    }
}

pub struct Object {
    pub origin: Origin,
    pub size: u64,
    pub constant: ConstantBytes,
    /// By offset; what lies behind the end is whether it is alive.
    cells: BTreeMap<u64, CellId>,
    /// Whether it can be dead when it is used: then the byte behind its end is kept.
    pub is_mortal: bool,
}

/// A range of bytes that is accessed as a whole.
pub struct Cell {
    pub object: ObjectId,
    pub offset: u64,
    pub bytes: u64,
    /// `None`: anything, which nobody reads before it is written.
    pub first: Option<u128>,
    /// Two threads may use it at the same time, one of them writing, and no lock keeps them apart.
    pub is_visible: bool,
    /// A lock keeps accesses apart that are made before it is taken, in the section that takes it. So they find what others
    /// have stored in the middle of their steps.
    pub is_met_midway: bool,
    /// It says whether a lock is free.
    pub is_of_lock: bool,
    pub values: Growing,
}

/// A set of values that grows from pass to pass.
#[derive(Clone)]
pub struct Growing {
    pub values: Values,
    growths: u32,
}

/// Growing sets are widened to ranges after so many growths, and given up after so many.
const GROWTHS_BEFORE_WIDENING: u32 = 12;
const MOST_GROWTHS: u32 = 20;

impl Growing {
    pub fn new(values: Values) -> Growing {
        Growing { values, growths: 0 }
    }

    /// Adds values; true if they are new.
    pub fn grow(&mut self, values: &Values, number_limit: u128) -> bool {
        if self.values.includes(values) {
            return false;
        }
        self.values = self.values.join(values);
        self.growths += 1;
        if self.growths > GROWTHS_BEFORE_WIDENING {
            self.values = self.values.widen(number_limit, self.growths > MOST_GROWTHS);
        }
        true
    }
}

/// What is known when a thread is at a place.
#[derive(Clone)]
pub struct Entry {
    /// Of the activations, the outermost first: the registers that are still needed.
    pub registers: Vec<BTreeMap<RegisterId, Growing>>,
    pub company: Company,
}

pub struct ThreadFacts {
    pub function: FunctionId,
    pub start: Spot,
    pub creator: Option<ThreadId>,
    /// Where what it returns is kept.
    pub result: ObjectId,
}

/// How a step of a thread can be moved among the steps of others (Lipton): right movers may as well happen later, left
/// movers earlier.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Mover {
    pub is_right: bool,
    pub is_left: bool,
}

impl Mover {
    pub const BOTH: Mover = Mover { is_right: true, is_left: true };
    pub const RIGHT: Mover = Mover { is_right: true, is_left: false };
    pub const LEFT: Mover = Mover { is_right: false, is_left: true };
    pub const NEITHER: Mover = Mover { is_right: false, is_left: false };

    pub fn join(self, other: Mover) -> Mover {
        Mover { is_right: self.is_right && other.is_right, is_left: self.is_left && other.is_left }
    }
}

/// What is known of an instruction that does something others may notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conduct {
    pub mover: Mover,
    /// It may wait for others, in a way that counts for deadlocks.
    pub waits: bool,
    /// It may turn out not to happen, after all that was done before in its step.
    pub may_fail: bool,
}

impl Conduct {
    pub const UNNOTICED: Conduct = Conduct { mover: Mover::BOTH, waits: false, may_fail: false };

    pub fn of(mover: Mover) -> Conduct {
        Conduct { mover, ..Conduct::UNNOTICED }
    }

    pub fn join(self, other: Conduct) -> Conduct {
        Conduct {
            mover: self.mover.join(other.mover),
            waits: self.waits || other.waits,
            may_fail: self.may_fail || other.may_fail,
        }
    }
}

pub struct Facts {
    pub objects: Vec<Object>,
    object_numbers: FxHashMap<Origin, ObjectId>,
    pub cells: Vec<Cell>,
    pub threads: Vec<ThreadFacts>,
    pub thread_numbers: FxHashMap<(Spot, FunctionId), ThreadId>,
    pub places: Places,
    pub entries: Vec<Option<Entry>>,
    conducts: FxHashMap<Spot, Conduct>,
    /// What holds these locks is not known well enough.
    pub distrusted: FxHashSet<ObjectId>,
    /// Structure was contradicted in this pass; values were.
    pub is_restructured: bool,
    pub has_grown: bool,
    first_memory: Memory,
    number_limit: u128,
}

impl Facts {
    pub fn new(program: &Program, first_memory: Memory) -> Facts {
        let mut facts = Facts {
            objects: Vec::new(),
            object_numbers: FxHashMap::default(),
            cells: Vec::new(),
            threads: Vec::new(),
            thread_numbers: FxHashMap::default(),
            places: Places::default(),
            entries: Vec::new(),
            conducts: FxHashMap::default(),
            distrusted: FxHashSet::default(),
            is_restructured: false,
            has_grown: false,
            first_memory,
            number_limit: program.pointers.number_limit(),
        };
        facts.object(Origin::Nothing, 0, Vec::new);
        for (index, global) in program.globals.iter().enumerate() {
            let id = facts.object(Origin::Global(GlobalId::new(index)), global.layout.size(), || {
                cuts_of(&global.layout)
            });
            facts.objects[id.index()].constant.clone_from(&global.constant);
        }
        for index in 0..program.functions.len() {
            facts.object(Origin::Function(FunctionId::new(index)), 0, Vec::new);
        }
        facts.is_restructured = false;
        facts
    }

    /// The object that is made there; `cuts` are where its parts begin, and its end.
    pub fn object(&mut self, origin: Origin, size: u64, cuts: impl FnOnce() -> Vec<u64>) -> ObjectId {
        if let Some(&known) = self.object_numbers.get(&origin) {
            return known;
        }
        let id = ObjectId::new(self.objects.len());
        self.object_numbers.insert(origin.clone(), id);
        self.objects.push(Object {
            origin,
            size,
            constant: Vec::new(),
            cells: BTreeMap::new(),
            is_mortal: false,
        });
        if size > 0 {
            for pair in cuts().windows(2) {
                self.add_cell(id, pair[0], pair[1] - pair[0]);
            }
        }
        self.is_restructured = true;
        id
    }

    pub fn known_object(&self, origin: &Origin) -> Option<ObjectId> {
        self.object_numbers.get(origin).copied()
    }

    fn add_cell(&mut self, object: ObjectId, offset: u64, bytes: u64) -> CellId {
        let id = CellId::new(self.cells.len());
        let first = self.first_contents(object, offset, bytes);
        let width = (bytes * 8).min(128) as u32;
        let values = first.map_or(Values::none(width), |first| Values::constant(width, first));
        let values = Growing::new(values);
        self.cells.push(Cell {
            object,
            offset,
            bytes,
            first,
            is_visible: false,
            is_met_midway: false,
            is_of_lock: false,
            values,
        });
        self.objects[object.index()].cells.insert(offset, id);
        id
    }

    fn first_contents(&self, object: ObjectId, offset: u64, bytes: u64) -> Option<u128> {
        let Object { origin, size, .. } = &self.objects[object.index()];
        match origin {
            Origin::Global(_) => self.first_contents_of(object, offset, bytes),
            Origin::ThreadLocal { .. } if offset >= *size => Some(ALIVE),
            Origin::ThreadLocal { global, .. } => {
                self.first_contents_of(ObjectId(global.0 + 1), offset, bytes)
            }
            Origin::Result(_) => Some(0),
            _ if offset >= *size => Some(DEAD),
            _ => None,
        }
    }

    /// Cells that are larger than a word have not been accessed.
    fn first_contents_of(&self, global: ObjectId, offset: u64, bytes: u64) -> Option<u128> {
        self.first_memory.peek(global, offset, bytes).map(|(value, _)| value)
    }

    /// Whether pointers can lead to it.
    pub fn is_memory(&self, object: ObjectId) -> bool {
        self.objects.get(object.index()).is_some_and(|object| object.origin.is_memory())
    }

    /// The cells that make up a part of an object, lowest first. Cuts cells where it begins or ends inside one.
    pub fn cells_at(&mut self, object: ObjectId, offset: u64, bytes: u64) -> Vec<CellId> {
        for at in [offset, offset + bytes] {
            self.cut(object, at);
        }
        self.objects[object.index()].cells.range(offset..offset + bytes).map(|(_, &cell)| cell).collect()
    }

    fn cut(&mut self, object: ObjectId, at: u64) {
        let before = self.objects[object.index()].cells.range(..at).next_back();
        let Some((&start, &cell)) = before else { return };
        let Cell { bytes, is_visible, is_met_midway, is_of_lock, .. } = self.cells[cell.index()];
        if start + bytes <= at {
            return;
        }
        self.is_restructured = true;
        for (offset, bytes) in [(start, at - start), (at, start + bytes - at)] {
            let part = self.add_cell(object, offset, bytes);
            let part = &mut self.cells[part.index()];
            (part.is_visible, part.is_met_midway) = (is_visible, is_met_midway);
            part.is_of_lock = is_of_lock;
        }
    }

    /// The byte that says whether an object is alive.
    pub fn life_of(&mut self, object: ObjectId) -> CellId {
        let size = self.objects[object.index()].size;
        match self.objects[object.index()].cells.get(&size) {
            Some(&cell) => cell,
            None => self.add_cell(object, size, 1),
        }
    }

    pub fn may_die(&mut self, object: ObjectId) {
        let object = &mut self.objects[object.index()];
        self.is_restructured |= !object.is_mortal;
        object.is_mortal = true;
    }

    pub fn shows(&mut self, cell: CellId) {
        let cell = &mut self.cells[cell.index()];
        self.is_restructured |= !cell.is_visible;
        cell.is_visible = true;
    }

    pub fn is_met_midway(&mut self, cell: CellId) {
        let cell = &mut self.cells[cell.index()];
        self.is_restructured |= !cell.is_met_midway;
        cell.is_met_midway = true;
    }

    pub fn is_of_lock(&mut self, cell: CellId) {
        let cell = &mut self.cells[cell.index()];
        self.is_restructured |= !cell.is_of_lock;
        cell.is_of_lock = true;
    }

    pub fn conduct(&self, spot: &Spot) -> Conduct {
        self.conducts.get(spot).copied().unwrap_or(Conduct::UNNOTICED)
    }

    /// What an instruction turned out to do.
    pub fn behaves(&mut self, spot: &Spot, conduct: Conduct) {
        let known = self.conduct(spot);
        let joined = known.join(conduct);
        if joined != known {
            self.conducts.insert(spot.clone(), joined);
            self.is_restructured = true;
        }
    }

    /// The cells of an object that begin before an offset.
    pub fn cells_within(&self, object: ObjectId, end: u64) -> Vec<CellId> {
        self.objects[object.index()].cells.range(..end).map(|(_, &cell)| cell).collect()
    }

    pub fn distrust_all(&mut self) {
        (0..self.objects.len()).for_each(|object| self.distrust(ObjectId::new(object)));
    }

    pub fn distrust(&mut self, object: ObjectId) {
        self.is_restructured |= self.distrusted.insert(object);
    }

    /// A cell holds one of these at the end of some step, or in the middle of one if others can see it there.
    pub fn holds(&mut self, cell: CellId, values: &Values) {
        self.has_grown |= self.cells[cell.index()].values.grow(values, self.number_limit);
    }

    /// A thread comes to a place like this.
    pub fn arrives(
        &mut self,
        place: PlaceId,
        registers: Vec<BTreeMap<RegisterId, Values>>,
        company: &Company,
    ) {
        if self.entries.len() <= place.index() {
            self.entries.resize_with(place.index() + 1, || None);
        }
        match &mut self.entries[place.index()] {
            Some(entry) => {
                for (known, new) in entry.registers.iter_mut().zip(registers) {
                    for (register, values) in new {
                        let known = known.entry(register);
                        let known = known.or_insert_with(|| Growing::new(Values::none(values.width)));
                        self.has_grown |= known.grow(&values, self.number_limit);
                    }
                }
                let joined = entry.company.join(company);
                self.has_grown |= joined != entry.company;
                entry.company = joined;
            }
            entry @ None => {
                let grown = |values: BTreeMap<RegisterId, Values>| {
                    values.into_iter().map(|(register, values)| (register, Growing::new(values))).collect()
                };
                let registers = registers.into_iter().map(grown).collect();
                *entry = Some(Entry { registers, company: company.clone() });
                self.has_grown = true;
            }
        }
    }

    /// Values are found anew, under another structure.
    pub fn forget_values(&mut self) {
        self.places.forget_places();
        self.entries.clear();
        for cell in &mut self.cells {
            let width = cell.values.values.width;
            let first = cell.first.map_or(Values::none(width), |first| Values::constant(width, first));
            cell.values = Growing::new(first);
        }
    }

    /// Whether a thread may be running while another one, of which that is known, is.
    pub fn may_run(&self, thread: ThreadId, beside: ThreadId, company: &Company) -> bool {
        if thread == beside || company.ended.contains(thread) {
            return false;
        }
        let ThreadFacts { creator, .. } = &self.threads[thread.index()];
        match creator {
            None => true,
            Some(creator) if *creator == beside => company.created.contains(thread),
            // Whoever has ended may have created it before.
            Some(creator) => {
                company.ended.contains(*creator)
                    || *creator == ThreadId(0)
                    || self.may_run(*creator, beside, company)
            }
        }
    }

    pub fn block_of(&self, spot: &Spot) -> (FunctionId, BlockId, usize) {
        (self.places.chain(spot.chain).function, spot.block, spot.instruction)
    }
}
