//! Objects that come and go: variables, blocks of the heap; whether they are alive.
//!
//! There is one object for all times that an instruction makes one. That is exact if it is executed at most once, or if
//! nothing that is left of the time before can lead to it; where a pointer may be left, that is not followed. The life of
//! an object is a byte behind its end, kept only for those that can be dead when they are used.

use bmc_solver::TermId;

use super::builder::{Builder, Interrupted};
use super::computation::is_computation;
use super::facts::Origin;
use super::memory::{Accessed, Purpose, Target};
use super::place::Spot;
use super::state::PathState;
use crate::analysis::{Values, cuts_of};
use crate::events::{CellId, Manner};
use crate::ir::*;
use crate::symbolic::PersistentVec;

/// What the byte behind the end of an object says.
pub(super) const DEAD: u128 = 0;
pub(super) const ALIVE: u128 = 1;

impl Builder<'_> {
    pub(super) fn global_object(&mut self, global: GlobalId) -> ObjectId {
        let of = self.program.global(global);
        if !of.thread_local || self.thread == ThreadId(0) {
            return self.program.global_object(global);
        }
        let origin = Origin::ThreadLocal { thread: self.thread, global };
        self.facts.object(origin, of.layout.size(), || cuts_of(&of.layout))
    }

    pub(super) fn local_object(&mut self, function: &Function, local: LocalId) -> ObjectId {
        let Spot { chain, turns, .. } = &self.here.0;
        let origin = Origin::Local { chain: *chain, turns: turns.clone(), local };
        if let Some(known) = self.facts.known_object(&origin) {
            return known;
        }
        // Declared in a loop around that is unrolled: the latest one.
        let mut turns = turns.clone();
        while turns.pop().is_some() {
            let origin = Origin::Local { chain: *chain, turns: turns.clone(), local };
            if let Some(known) = self.facts.known_object(&origin) {
                return known;
            }
        }
        let of = function.local(local);
        let id = self.facts.object(origin, of.layout.size(), || cuts_of(&of.layout));
        self.facts.objects[id.index()].constant.clone_from(&of.constant);
        id
    }

    /// A local comes to life with arbitrary contents.
    pub(super) fn declare(
        &mut self,
        function: &Function,
        state: &mut PathState,
        local: LocalId,
        size: Option<TermId>,
    ) -> Result<(), Interrupted> {
        let of = function.local(local);
        let origin = {
            let Spot { chain, turns, .. } = &self.here.0;
            Origin::Local { chain: *chain, turns: turns.clone(), local }
        };
        let object = match size {
            Some(size) => {
                let bytes = self.constant_size(size)?;
                self.facts.object(origin, bytes, || vec![0, bytes])
            }
            None => self.facts.object(origin, of.layout.size(), || cuts_of(&of.layout)),
        };
        self.facts.objects[object.index()].constant.clone_from(&of.constant);
        self.forbid_pointers_to(state, object)?;
        self.fill(state, object, false);
        self.set_life(state, object, TermId::TRUE, ALIVE, Manner::Silent);
        Ok(())
    }

    /// New contents, arbitrary or zero.
    fn fill(&mut self, state: &mut PathState, object: ObjectId, zero: bool) {
        let size = self.facts.objects[object.index()].size;
        let cells: Vec<CellId> = self.facts.cells_within(object, size);
        if self.may_repeat() && cells.iter().any(|cell| self.facts.cells[cell.index()].is_of_lock) {
            self.overwrite_locks(state, object);
        }
        for cell in cells {
            let bytes = self.facts.cells[cell.index()].bytes;
            // Nobody has accessed it.
            if bytes > 16 {
                continue;
            }
            let bits = (bytes * 8) as u32;
            let value = if zero { self.terms.constant(bits, 0) } else { self.input(bits) };
            state.store.set(cell.index(), Some(value));
        }
    }

    /// Where a variable begins another life, nothing may be left that points to it: it would lead to the new one.
    fn forbid_pointers_to(&mut self, state: &mut PathState, object: ObjectId) -> Result<(), Interrupted> {
        if !self.may_repeat() {
            return Ok(());
        }
        let (low, high) = {
            let layout = self.program.pointers;
            let size = self.facts.objects[object.index()].size;
            (layout.pack(object, 0), layout.pack(object, size))
        };
        let pointer_bits = self.program.pointers.pointer_bits;
        let leads_there = |values: &Values| {
            values.width == pointer_bits && !values.meet(&Values::between(pointer_bits, low, high)).is_none()
        };
        let mut left = Vec::new();
        for index in 0..self.facts.cells.len() {
            if !leads_there(&self.facts.cells[index].values.values) {
                continue;
            }
            left.push(self.stored(state, CellId::new(index)));
        }
        left.extend(
            self.live_here.clone().into_iter().filter(|&term| self.terms.width(term) == pointer_bits),
        );
        for entry in self.facts.entries.iter().enumerate().filter_map(|(index, entry)| {
            let thread = self.facts.places.thread(super::place::PlaceId::new(index));
            entry.as_ref().filter(|_| thread != self.thread)
        }) {
            let mut registers = entry.registers.iter().flat_map(|known| known.values());
            if registers.any(|growing| leads_there(&growing.values)) {
                let what = "a variable in a loop whose address another thread has";
                return Err(self.obstacle(what, self.here.1));
            }
        }
        for word in left {
            let is_below = {
                let low = self.terms.constant(pointer_bits, low);
                self.terms.ult(word, low)
            };
            let is_above = {
                let high = self.terms.constant(pointer_bits, high);
                self.terms.ult(high, word)
            };
            let leads_elsewhere = self.terms.or(is_below, is_above);
            self.limit(
                state,
                leads_elsewhere,
                "a variable of a loop whose address is kept until it is declared again",
            );
        }
        Ok(())
    }

    /// Whether the instruction at hand is executed more than once, as far as loops tell.
    pub(super) fn may_repeat(&self) -> bool {
        self.facts.places.running_at(&self.here.0).iter().any(|at| {
            let id = self.facts.places.chain(at.chain).function;
            let loops = self.program.function(id).loops.iter();
            loops
                .filter(|lp| lp.first <= at.block && at.block <= lp.last)
                .any(|lp| !self.is_unrolled(id, lp.first))
        })
    }

    /// The life of a local ends, or of all that the thread has made.
    pub(super) fn end_lives(&mut self, function: &Function, state: &mut PathState, local: Option<LocalId>) {
        let dying = match local {
            Some(local) => vec![self.local_object(function, local)],
            // What main leaves behind stays where it is.
            None if self.thread == ThreadId(0) => Vec::new(),
            None => {
                let all = (0..self.facts.objects.len()).map(ObjectId::new);
                let is_own = |origin: &Origin| match origin {
                    Origin::Local { chain, .. } => self.facts.places.chain(*chain).thread == self.thread,
                    Origin::ThreadLocal { thread, .. } => *thread == self.thread,
                    _ => false,
                };
                all.filter(|object| is_own(&self.facts.objects[object.index()].origin)).collect()
            }
        };
        for object in dying {
            self.set_life(state, object, TermId::TRUE, DEAD, Manner::Silent);
        }
    }

    fn set_life(
        &mut self,
        state: &mut PathState,
        object: ObjectId,
        condition: TermId,
        life: u128,
        manner: Manner,
    ) {
        if !self.facts.objects[object.index()].is_mortal {
            return;
        }
        let target = Target { condition, object, cells: vec![self.facts.life_of(object)] };
        let life = self.terms.constant(8, life);
        self.note_accesses_of(state, std::slice::from_ref(&target), manner, true);
        self.put(state, &target, life);
    }

    /// An object that is used through a pointer may be dead then, unless it is a variable of a function that is running
    /// and that ends its life only where it returns.
    pub(super) fn note_mortality(&mut self, object: ObjectId) {
        let is_mortal = match &self.facts.objects[object.index()].origin {
            Origin::Local { chain, local, .. } => {
                let here = self.facts.places.running_at(&self.here.0);
                let id = self.facts.places.chain(*chain).function;
                !here.iter().any(|at| at.chain == *chain)
                    || !lives_until_return(self.program.function(id), *local)
            }
            Origin::ThreadLocal { thread, .. } => *thread != self.thread,
            _ => false,
        };
        if is_mortal {
            self.facts.may_die(object);
        }
    }

    /// A new block. Its place is executed at most once: loops around it are unrolled.
    pub(super) fn allocate(
        &mut self,
        state: &mut PathState,
        size: TermId,
        contents: Contents,
    ) -> Result<TermId, Interrupted> {
        if self.may_repeat() {
            return Err(self.obstacle("memory that is allocated in a loop", self.here.1));
        }
        let bytes = self.constant_size(size)?;
        let origin = Origin::Block { made_at: self.here.0.clone(), contents };
        let object = self.facts.object(origin, bytes, || vec![0, bytes]);
        self.fill(state, object, contents == Contents::Zeroed);
        self.set_life(state, object, TermId::TRUE, ALIVE, Manner::Silent);
        Ok(self.words().pointer(object, 0))
    }

    fn constant_size(&mut self, size: TermId) -> Result<u64, Interrupted> {
        let largest = u128::from(self.program.pointers.largest_object());
        match self.words().values_of(size).as_constant() {
            Some(bytes) if bytes <= largest => Ok(bytes as u64),
            Some(_) => Err(self.obstacle("a block that is too large", self.here.1)),
            None => Err(self.obstacle("memory whose size is not known", self.here.1)),
        }
    }

    pub(super) fn free(
        &mut self,
        state: &mut PathState,
        address: TermId,
        check: Option<PropertyId>,
    ) -> Result<(), Interrupted> {
        // What may be freed may be dead; of that the address must be asked before anything else.
        let (candidates, _) = self.candidates(state, address, 0, Purpose::Free)?;
        for (object, _) in candidates {
            self.facts.may_die(object);
            let is_users = |origin: &Origin| {
                matches!(origin, Origin::Block { contents: Contents::Arbitrary | Contents::Zeroed, .. })
            };
            let users = self.facts.objects.iter().filter(|object| is_users(&object.origin)).count();
            if is_users(&self.facts.objects[object.index()].origin) && users > 1 {
                return Err(
                    self.obstacle("memory that is freed, and whose place another block may get", self.here.1)
                );
            }
        }
        let accessed = Accessed { address, bytes: 0, access: Access::Plain, check };
        for target in self.resolve(state, &accessed, Purpose::Free)? {
            self.set_life(state, target.object, target.condition, DEAD, Manner::Plain);
        }
        Ok(())
    }

    /// The size of the heap block that begins at the address; 0 if there is none.
    pub(super) fn block_size(&mut self, state: &PathState, address: TermId) -> Result<TermId, Interrupted> {
        let width = self.program.pointers.pointer_bits;
        let mut size = self.terms.constant(width, 0);
        for (object, _) in self.candidates(state, address, 0, Purpose::Free)?.0 {
            let bytes = self.facts.objects[object.index()].size;
            let own = self.terms.constant(width, u128::from(bytes));
            let pointer = self.words().pointer(object, 0);
            let here = self.terms.eq(address, pointer);
            size = self.terms.ite(here, own, size);
        }
        Ok(size)
    }

    /// The bytes that can be written from the address on in what it points into; 0 if there are none.
    pub(super) fn room(&mut self, state: &PathState, address: TermId) -> Result<TermId, Interrupted> {
        let width = self.program.pointers.pointer_bits;
        let mut room = self.terms.constant(width, 0);
        for (object, offset) in self.candidates(state, address, 1, Purpose::Write)?.0 {
            let of = &self.facts.objects[object.index()];
            let parts = of.constant.iter().map(|part| part.start).filter(|&start| start > offset);
            let end = parts.min().unwrap_or(of.size);
            let bytes = self.terms.constant(width, u128::from(end - offset));
            let pointer = self.words().pointer(object, offset);
            let here = self.terms.eq(address, pointer);
            room = self.terms.ite(here, bytes, room);
        }
        Ok(room)
    }

    pub(super) fn check_leaks(&mut self, state: &mut PathState, property: PropertyId) {
        if (self.wanted)(property) {
            self.limit(state, TermId::FALSE, "blocks that are left when the program ends");
        }
    }

    /// The registers that are needed behind the instruction at hand, in all activations of the thread.
    pub(super) fn note_live_here(&mut self, here: &Spot, registers: &[PersistentVec<Option<TermId>>]) {
        self.live_here.clear();
        let running = self.facts.places.running_at(here);
        for (index, (at, of_activation)) in running.iter().zip(registers).enumerate() {
            let id = self.facts.places.chain(at.chain).function;
            let (function, liveness) = (self.program.function(id), self.liveness_of(id));
            let live = match index + 1 == running.len() {
                true => liveness.before(function, at.block, at.instruction + 1),
                false => liveness.after_call(function, at.block, at.instruction),
            };
            self.live_here.extend(live.iter_ones().filter_map(|register| of_activation.get(register)));
        }
    }
}

/// Whether the life of a variable ends only where its function returns.
fn lives_until_return(function: &Function, local: LocalId) -> bool {
    function.blocks.iter().all(|block| {
        let end = |one: &Instruction| matches!(one.op, Op::EndLife { local: Some(ended) } if ended == local);
        match block.instructions.iter().position(end) {
            None => true,
            Some(at) => {
                let is_harmless =
                    |one: &Instruction| matches!(one.op, Op::EndLife { .. }) || is_computation(&one.op);
                matches!(block.terminator, Terminator::Return(_))
                    && block.instructions[at..].iter().all(is_harmless)
            }
        }
    })
}
