//! What is assumed of memory while threads are unfolded one by one, until the assumptions prove true.
//!
//! Unfolding a thread alone needs to know what the others do to memory: which cells they touch at the same
//! time, and which values they leave there. The answer depends on their unfolding in turn. So the program is
//! unfolded under assumptions, optimistic at first (nothing is shared); what contradicts them is recorded and
//! the program unfolded again, until a pass contradicts nothing. Assumptions only grow, and values are widened
//! after a while, so this ends; at the end every assumption holds on every run within the bounds, by induction
//! over the events of the run.
//!
//! Values need not even stop growing. If a pass assumes all values that occur in the first `n` writes of any
//! run, it finds all that occur in the first `n + 1`. So once everything else is steady, as many passes as
//! there are writes to the cells that still grow are enough: a counter that two threads increment holds 0, 1 or
//! 2, nothing else.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use rustc_hash::FxHashSet;

use super::births::{BirthPlace, Births};
use super::cells::{CellFacts, MOST_EXACT_GROWTHS, Writers};
use super::objects::{ObjectFacts, ObjectShape};
use super::values::Values;
use crate::ir::{BlockId, ConstantBytes, FunctionId, Layout, ObjectId, ThreadId};
use crate::planted::planted;

/// Where an order of evaluation is chosen. Not the chain of calls: whatever leads here, the same is assumed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OrderPlace {
    pub thread: ThreadId,
    pub function: FunctionId,
    pub block: BlockId,
    pub index: usize,
}

#[derive(Debug)]
pub struct Assumptions {
    objects: Vec<ObjectFacts>,
    births: Births,
    /// What threads return, kept like cells.
    results: Vec<CellFacts>,
    /// Where the order of evaluation may make a difference.
    orders: FxHashSet<OrderPlace>,
    /// Values below this are numbers, not pointers.
    number_limit: u128,
    /// Otherwise shared memory may hold any number.
    follows_values: bool,
    pass: u32,
    frees_blocks: bool,
    /// What is shared, freed or known to others, or how memory is cut, was contradicted in this pass.
    contradicted: bool,
    /// For each pass in a row in which nothing but values changed: whose values grew.
    growth: Vec<Vec<Growing>>,
    /// Values found in this pass, kept if nothing else was contradicted.
    found: BTreeMap<(ObjectId, u64), Values>,
    returned: Vec<(ThreadId, Values)>,
    /// Objects that others used in this pass although they were not seen to escape.
    unseen: Vec<ObjectId>,
    /// Objects that turned out to have another shape after the pass had used them.
    reshaped: Vec<(ObjectId, ObjectShape, Layout)>,
}

/// What is found to hold more values than assumed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Growing {
    Cell(ObjectId, u64),
    Result(ThreadId),
}

impl Assumptions {
    pub fn new(first_dynamic: ObjectId, number_limit: u128, follows_values: bool) -> Assumptions {
        Assumptions {
            objects: (0..first_dynamic.index()).map(|_| ObjectFacts::default()).collect(),
            births: Births::default(),
            results: Vec::new(),
            orders: FxHashSet::default(),
            number_limit,
            follows_values,
            pass: 0,
            frees_blocks: false,
            contradicted: false,
            growth: Vec::new(),
            found: BTreeMap::new(),
            returned: Vec::new(),
            unseen: Vec::new(),
            reshaped: Vec::new(),
        }
    }

    pub fn begin_pass(&mut self) {
        self.pass += 1;
        self.contradicted = false;
    }

    /// Takes over what the pass found. True if the assumptions under which the pass was made hold on every run.
    pub fn end_pass(&mut self) -> bool {
        let found = std::mem::take(&mut self.found);
        let returned = std::mem::take(&mut self.returned);
        let unseen = std::mem::take(&mut self.unseen);
        for (object, shape, layout) in std::mem::take(&mut self.reshaped) {
            self.objects[object.index()].take_shape(shape, &layout);
        }
        if self.contradicted {
            // Values computed under assumptions that do not hold may be anything; only what is wrong with the
            // assumptions is of interest.
            self.growth.clear();
            return false;
        }
        if self.all_writes_followed() {
            return self.leak_all(&unseen);
        }
        let mut grown = Vec::new();
        for ((object, offset), values) in found {
            let Some(cell) = self.objects[object.index()].cells.get_mut(offset) else { continue };
            if cell.values.width == values.width && cell.grow(&values, self.number_limit, self.follows_values)
            {
                grown.push(Growing::Cell(object, offset));
            }
        }
        for (thread, values) in returned {
            while self.results.len() <= thread.index() {
                self.results.push(CellFacts::new(u64::from(values.width / 8)));
            }
            if self.results[thread.index()].grow(&values, self.number_limit, self.follows_values) {
                grown.push(Growing::Result(thread));
            }
        }
        let steady = grown.is_empty();
        self.growth.push(grown);
        steady && self.leak_all(&unseen)
    }

    /// Others know these objects after all. True if there are none.
    fn leak_all(&mut self, objects: &[ObjectId]) -> bool {
        for &object in objects {
            self.leak(object);
            self.growth.clear();
        }
        objects.is_empty()
    }

    /// In the last passes only some cells grew, and there were as many passes as there can be writes to them.
    ///
    /// Let all other cells be steady during `n + 1` passes. The values they hold are then those assumed at the
    /// beginning, as long as the growing cells hold what is assumed; and what these hold after `k` writes to
    /// them was found by the pass `k`. There are at most `n` such writes in a run.
    fn all_writes_followed(&self) -> bool {
        let mut seen: FxHashSet<Growing> = FxHashSet::default();
        let mut writes = 0;
        // The first steady pass only finds what is there before any write.
        for (index, grown) in self.growth.iter().enumerate().skip(1).rev() {
            for &growing in grown {
                if seen.insert(growing) {
                    writes += match growing {
                        Growing::Cell(object, offset) => self.cell(object, offset).writes as usize,
                        Growing::Result(_) => 1,
                    };
                }
            }
            if writes < self.growth.len() - index {
                return true;
            }
            if writes > MOST_EXACT_GROWTHS as usize {
                return false;
            }
        }
        false
    }

    pub fn is_written(&mut self, object: ObjectId, offset: u64, writes: u32) {
        if let Some(cell) = self.objects[object.index()].cells.get_mut(offset) {
            cell.writes = writes.max(1);
        }
    }

    pub fn passes(&self) -> u32 {
        self.pass
    }

    /// The number of a chain of calls, the same in all passes.
    pub fn chain_of_calls(&mut self, chain: (u32, FunctionId, u32, u32)) -> u32 {
        self.births.chain_of_calls(chain)
    }

    /// The number of the object born here.
    pub fn object_born_at(&mut self, place: BirthPlace) -> ObjectId {
        let next = ObjectId::new(self.objects.len());
        let id = self.births.object_at(place, next);
        if id == next {
            self.objects.push(ObjectFacts::default());
        }
        id
    }

    /// Threads that earlier passes saw end.
    pub fn thread_count(&self) -> usize {
        self.results.len()
    }

    pub fn object_count(&self) -> usize {
        self.objects.len()
    }

    pub fn shape(&self, object: ObjectId) -> Option<ObjectShape> {
        self.objects.get(object.index())?.shape
    }

    /// The object exists, with this shape; `layout` gives it its first cells.
    pub fn exists(&mut self, object: ObjectId, shape: ObjectShape, layout: &Layout) {
        let facts = &mut self.objects[object.index()];
        if facts.shape == Some(shape) {
            return;
        }
        self.contradicted = true;
        // A thread that was unfolded before has used the cells of another size: they stay until the end of the pass,
        // of which nothing else is kept.
        if facts.cells.is_any_used_in(self.pass) {
            self.reshaped.push((object, shape, layout.clone()));
        } else {
            facts.take_shape(shape, layout);
        }
    }

    /// What of an object is constant, known since it exists.
    pub fn set_constant(&mut self, object: ObjectId, constant: &ConstantBytes) {
        self.objects[object.index()].constant.clone_from(constant);
    }

    /// The parts of an object that nobody may write, in order.
    pub fn constant_parts(&self, object: ObjectId) -> &ConstantBytes {
        &self.objects[object.index()].constant
    }

    /// Whether a part of these bytes is constant.
    pub fn is_constant(&self, object: ObjectId, offset: u64, bytes: u64) -> bool {
        let parts = &self.objects[object.index()].constant;
        parts.iter().any(|part| part.start < offset + bytes && offset < part.end)
    }

    /// The cells that make up `bytes` bytes at `offset`: their offsets. Cuts cells where the access begins or
    /// ends inside one.
    pub fn cells_at(&mut self, object: ObjectId, offset: u64, bytes: u64) -> Vec<u64> {
        let cells = &mut self.objects[object.index()].cells;
        for at in [offset, offset + bytes] {
            self.contradicted |= cells.cut(at, self.pass);
        }
        cells.use_within(offset, bytes, self.pass)
    }

    pub fn cell(&self, object: ObjectId, offset: u64) -> &CellFacts {
        self.objects[object.index()].cells.get(offset).expect("a cell in use exists")
    }

    /// Whether whole cells make up that range.
    pub fn has_cells(&self, object: ObjectId, offset: u64, bytes: u64) -> bool {
        self.objects[object.index()].cells.make_up(offset, bytes)
    }

    /// Whether that range is a part of memory that nobody has accessed yet, so that it may become whole cells.
    pub fn is_untouched(&self, object: ObjectId, offset: u64, bytes: u64) -> bool {
        self.objects[object.index()].cells.are_untouched(offset, bytes)
    }

    pub fn shared_cells(&self, object: ObjectId) -> Vec<u64> {
        self.objects[object.index()].cells.shared()
    }

    pub fn share(&mut self, object: ObjectId, offset: u64) {
        let Some(cell) = self.objects[object.index()].cells.get_mut(offset) else { return };
        if !cell.shared {
            cell.shared = true;
            self.contradicted = true;
        }
    }

    /// A thread uses a cell whose contents it does not know. True if that is known since an earlier pass.
    pub fn is_known_abroad(&mut self, object: ObjectId, offset: u64) -> bool {
        let Some(cell) = self.objects[object.index()].cells.get_mut(offset) else { return true };
        let since = *cell.foreign_since.get_or_insert(self.pass);
        self.contradicted |= since == self.pass;
        since < self.pass
    }

    pub fn unprotect(&mut self, object: ObjectId, offset: u64) {
        let Some(cell) = self.objects[object.index()].cells.get_mut(offset) else { return };
        self.contradicted |= !cell.unprotected;
        cell.unprotected = true;
    }

    pub fn is_distrusted(&self, object: ObjectId) -> bool {
        self.objects[object.index()].distrusted
    }

    /// A lock in the object is released by a thread that may not hold it.
    pub fn distrust(&mut self, object: ObjectId) {
        let Some(facts) = self.objects.get_mut(object.index()) else { return };
        self.contradicted |= !facts.distrusted;
        facts.distrusted = true;
    }

    /// A thread writes a shared cell, and puts one of `values` there.
    pub fn writes(&mut self, object: ObjectId, offset: u64, thread: ThreadId, values: &Values) {
        let Some(cell) = self.objects[object.index()].cells.get_mut(offset) else { return };
        let writers = match cell.writers {
            Writers::Nobody => Writers::Only(thread),
            Writers::Only(known) if known == thread => Writers::Only(thread),
            _ => Writers::Several,
        };
        self.contradicted |= writers != cell.writers;
        cell.writers = writers;
        if !(planted!(WrittenValuesAreForgotten) && writers == Writers::Several) {
            self.holds(object, offset, values);
        }
    }

    /// A shared cell holds one of `values` at some time.
    pub fn holds(&mut self, object: ObjectId, offset: u64, values: &Values) {
        if self.cell(object, offset).values.includes(values) {
            return;
        }
        match self.found.entry((object, offset)) {
            Entry::Vacant(free) => {
                free.insert(values.clone());
            }
            Entry::Occupied(mut known) if known.get().width == values.width => {
                let joined = known.get().join(values);
                known.insert(joined);
            }
            // The cell was cut in between; the pass will be repeated.
            Entry::Occupied(_) => {}
        }
    }

    /// Whether somebody may be able to tell in which order operands are evaluated there.
    pub fn order_tells(&self, place: OrderPlace) -> bool {
        self.orders.contains(&place)
    }

    pub fn let_order_tell(&mut self, place: OrderPlace) {
        self.contradicted |= self.orders.insert(place);
    }

    /// Whether an access has to ask if the object is alive.
    pub fn may_be_dead(&self, object: ObjectId) -> bool {
        self.objects[object.index()].mortal
    }

    /// The object is freed, or used where it may have ended.
    pub fn watch_life(&mut self, object: ObjectId) {
        let facts = &mut self.objects[object.index()];
        self.contradicted |= !facts.mortal;
        facts.mortal = true;
    }

    /// Whether any block is freed.
    pub fn frees_blocks(&self) -> bool {
        self.frees_blocks
    }

    pub fn frees(&mut self, block: ObjectId, thread: ThreadId) {
        self.frees_blocks = true;
        let facts = &mut self.objects[block.index()];
        if !facts.freed_by.contains(&thread) {
            facts.freed_by.push(thread);
            self.contradicted = true;
        }
    }

    pub fn freed_by(&self, block: ObjectId) -> &[ThreadId] {
        &self.objects[block.index()].freed_by
    }

    /// A pointer to the one block is compared with a pointer to the other, of the same size.
    pub fn meet(&mut self, one: ObjectId, other: ObjectId) {
        for (of, with) in [(one, other), (other, one)] {
            self.contradicted |= self.objects[of.index()].met.insert(with);
        }
    }

    pub fn met_by(&self, block: ObjectId) -> impl Iterator<Item = ObjectId> {
        self.objects[block.index()].met.iter().copied()
    }

    /// Another thread knows the object although its address was never seen to escape.
    pub fn is_leaked(&self, object: ObjectId) -> bool {
        self.objects[object.index()].leaked
    }

    pub fn leak(&mut self, object: ObjectId) {
        let facts = &mut self.objects[object.index()];
        self.contradicted |= !facts.leaked;
        facts.leaked = true;
    }

    /// Whether others may look at the life of an object that has not escaped.
    pub fn is_life_known(&self, object: ObjectId) -> bool {
        self.objects[object.index()].life_known
    }

    pub fn let_life_be_known(&mut self, object: ObjectId) {
        let facts = &mut self.objects[object.index()];
        self.contradicted |= !facts.life_known;
        facts.life_known = true;
    }

    /// Another thread used the object although its address was not seen to escape in this pass. As long as values grow
    /// that may be because the owner's path had nothing to read and ended before.
    pub fn leaks_unless_seen(&mut self, object: ObjectId) {
        if !self.is_leaked(object) {
            self.unseen.push(object);
        }
    }

    /// Known since an earlier pass or earlier in this one; a pass in which objects are new is always repeated.
    pub fn may_outlive(&self, thread: ThreadId, object: ObjectId) -> bool {
        self.objects[object.index()].ended_before_death.as_ref().is_some_and(|ended| !ended.contains(&thread))
    }

    /// The life of a variable ends, after the threads in `ended` have ended.
    pub fn dies(&mut self, object: ObjectId, ended: &[ThreadId]) {
        let known = self.objects[object.index()].ended_before_death.get_or_insert_with(|| ended.to_vec());
        known.retain(|thread| ended.contains(thread));
    }

    /// What a thread may return, as far as earlier passes saw it.
    pub fn result(&self, thread: ThreadId, width: u32) -> Values {
        self.results.get(thread.index()).map_or_else(|| Values::none(width), |r| r.values.clone())
    }

    pub fn returns(&mut self, thread: ThreadId, values: Values) {
        self.returned.push((thread, values));
    }
}
