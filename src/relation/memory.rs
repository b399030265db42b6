//! Loads and stores: which cells an access may mean, what it finds there, what it leaves.
//!
//! All memory is state. A step sees what it has stored itself, and otherwise what the cell held when the step began.

use std::rc::Rc;

use bmc_solver::TermId;

use super::builder::{Access, Builder, Interrupted, StepAccess};
use super::control::Next;
use super::facts::{Conduct, Mover, Origin};
use super::state::PathState;
use crate::events::{CellId, Manner};
use crate::ir::{self, ObjectId, PointerLayout, PropertyId};
use crate::planted::planted;

/// An address that could mean more places than this is given up.
const MOST_TARGETS: usize = 4096;

/// What is accessed, and how.
pub(super) struct Accessed {
    pub address: TermId,
    pub bytes: u64,
    pub access: ir::Access,
    pub check: Option<PropertyId>,
}

/// A place that an access may mean.
pub(super) struct Target {
    /// The address is this one.
    pub condition: TermId,
    pub object: ObjectId,
    pub cells: Vec<CellId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Read,
    Write,
    /// Gives first contents, also to what is constant.
    WriteFirst,
    /// Only the start of a heap block will do.
    Free,
}

impl Builder<'_> {
    /// `None` if there is nothing to read: the path ends.
    pub(super) fn load(
        &mut self,
        state: &mut PathState,
        accessed: &Accessed,
    ) -> Result<Option<TermId>, Interrupted> {
        let targets = self.resolve(state, accessed, Purpose::Read)?;
        if targets.is_empty() {
            return Ok(None);
        }
        self.note_accesses(state, &targets, accessed.access, false);
        let mut value: Option<TermId> = None;
        for target in targets.into_iter().rev() {
            self.go_on()?;
            let here = self.contents(state, &target.cells);
            value = Some(match value {
                Some(otherwise) => self.choose(target.condition, here, otherwise),
                None => here,
            });
        }
        Ok(value)
    }

    pub(super) fn store(
        &mut self,
        state: &mut PathState,
        accessed: &Accessed,
        value: TermId,
    ) -> Result<Next, Interrupted> {
        let purpose = match accessed.access {
            ir::Access::First => Purpose::WriteFirst,
            _ => Purpose::Write,
        };
        let targets = self.resolve(state, accessed, purpose)?;
        if targets.is_empty() {
            return Ok(Next::Stop);
        }
        self.note_accesses(state, &targets, accessed.access, true);
        let value = self.words().resize(value, (accessed.bytes * 8) as u32);
        for target in targets {
            self.go_on()?;
            self.put(state, &target, value);
        }
        Ok(Next::Continue)
    }

    /// What adjacent cells hold on a path.
    pub(super) fn contents(&mut self, state: &PathState, cells: &[CellId]) -> TermId {
        let mut whole: Option<TermId> = None;
        for &cell in cells {
            let part = self.stored(state, cell);
            whole = Some(whole.map_or(part, |low| self.terms.concat(part, low)));
        }
        whole.expect("an access covers at least one cell")
    }

    pub(super) fn stored(&mut self, state: &PathState, cell: CellId) -> TermId {
        match state.store.get(cell.index()) {
            Some(value) => value,
            None => self.cell_symbol(cell),
        }
    }

    /// Puts a value into a place, if it is meant.
    pub(super) fn put(&mut self, state: &mut PathState, target: &Target, value: TermId) {
        let mut low = 0;
        for &cell in &target.cells {
            let bits = (self.facts.cells[cell.index()].bytes * 8) as u32;
            let part = self.terms.extract(value, low, bits);
            let new = match target.condition {
                TermId::TRUE => part,
                condition => {
                    let old = self.stored(state, cell);
                    self.choose(condition, part, old)
                }
            };
            state.store.set(cell.index(), Some(new));
            if self.facts.cells[cell.index()].is_met_midway && !planted!(LocksAreFreeBetweenSteps) {
                let values = self.words().values_on(&state.path, new);
                self.facts.holds(cell, &values);
            }
            low += bits;
        }
    }

    /// The places an access may mean. Where the address may be invalid, that must not be possible.
    pub(super) fn resolve(
        &mut self,
        state: &mut PathState,
        accessed: &Accessed,
        purpose: Purpose,
    ) -> Result<Vec<Target>, Interrupted> {
        let Accessed { address, bytes, access, check } = *accessed;
        let (candidates, mut surely_valid) = self.candidates(state, address, bytes, purpose)?;
        let mut targets = Vec::with_capacity(candidates.len());
        let mut valid = Vec::with_capacity(candidates.len());
        for (object, offset) in candidates {
            let pointer = self.words().pointer(object, offset);
            let condition = self.terms.eq(address, pointer);
            if condition == TermId::FALSE {
                continue;
            }
            let alive = self.is_alive(state, object, condition, access);
            surely_valid &= alive == TermId::TRUE;
            if alive == TermId::FALSE {
                continue;
            }
            valid.push(self.terms.and(condition, alive));
            let cells = match purpose {
                Purpose::Free => vec![self.facts.life_of(object)],
                _ => self.facts.cells_at(object, offset, bytes),
            };
            targets.push(Target { condition, object, cells });
        }
        surely_valid &= !targets.is_empty();
        if purpose == Purpose::Free {
            let null = self.terms.constant(self.program.pointers.pointer_bits, PointerLayout::NULL);
            valid.push(self.terms.eq(address, null));
        }
        if !surely_valid {
            let valid = self.terms.or_all(valid);
            self.demand(state, valid, check, "an access through a pointer that may be invalid");
        }
        if let [only] = &mut targets[..]
            && purpose != Purpose::Free
        {
            only.condition = TermId::TRUE;
        }
        Ok(targets)
    }

    /// Objects and offsets an address may have on a path such that the access lies inside the object; and whether it has
    /// no other values.
    pub(super) fn candidates(
        &mut self,
        state: &PathState,
        address: TermId,
        bytes: u64,
        purpose: Purpose,
    ) -> Result<(Vec<(ObjectId, u64)>, bool), Interrupted> {
        let layout = self.program.pointers;
        let values = self.words().values_on(&state.path, address);
        let mut found = Vec::new();
        let mut all_inside = true;
        for piece in values.pieces() {
            let before = found.len();
            let objects = layout.objects_between(piece.low, piece.high);
            if piece.step == 1 && bytes > 1 && objects.start() != objects.end() {
                return Err(self.obstacle("a pointer that may point anywhere", self.here.1));
            }
            for index in *objects.start()..=(*objects.end()).min(self.facts.objects.len().saturating_sub(1)) {
                let id = ObjectId::new(index);
                let object = &self.facts.objects[index];
                let is_possible = match purpose {
                    Purpose::Free => object.origin.is_on_the_heap(),
                    _ => self.facts.is_memory(id) && bytes <= object.size,
                };
                if !is_possible {
                    continue;
                }
                let start = layout.pack(id, 0);
                let end = if purpose == Purpose::Free { start } else { layout.pack(id, object.size - bytes) };
                let step = if piece.step <= 1 { u128::from(bytes.max(1)) } else { piece.step };
                let mut at = match piece.step {
                    0 => piece.low,
                    1 => start.max(piece.low.next_multiple_of(step)),
                    step if piece.low >= start => piece.low.min(end + step),
                    step => piece.low + (start - piece.low).div_ceil(step) * step,
                };
                while at >= start && at <= end && at <= piece.high {
                    let offset = layout.offset(at) as u64;
                    let is_constant =
                        object.constant.iter().any(|part| part.start < offset + bytes && offset < part.end);
                    if purpose != Purpose::Write || !is_constant {
                        found.push((id, offset));
                    }
                    if found.len() > MOST_TARGETS {
                        return Err(self.obstacle("a pointer that may point to too many places", self.here.1));
                    }
                    at += step;
                }
            }
            all_inside &= piece.count() == (found.len() - before) as u128;
        }
        found.sort_unstable();
        found.dedup();
        Ok((found, all_inside))
    }

    /// Whether the object that an access means is alive.
    fn is_alive(
        &mut self,
        state: &mut PathState,
        object: ObjectId,
        condition: TermId,
        access: ir::Access,
    ) -> TermId {
        self.note_mortality(object);
        if !self.facts.objects[object.index()].is_mortal {
            return TermId::TRUE;
        }
        let life = self.facts.life_of(object);
        let target = Target { condition, object, cells: vec![life] };
        self.note_accesses(state, std::slice::from_ref(&target), access, false);
        let life = self.stored(state, life);
        let alive = self.terms.constant(8, super::objects::ALIVE);
        self.terms.eq(life, alive)
    }

    /// An instruction accesses these places: others may notice, races may come of it.
    fn note_accesses(&mut self, state: &mut PathState, targets: &[Target], access: ir::Access, writes: bool) {
        let is_atomic = state.section.is_some() || access.is_atomic();
        let manner = if is_atomic { Manner::Atomic } else { Manner::Plain };
        self.note_accesses_of(state, targets, manner, writes);
    }

    pub(super) fn note_accesses_of(
        &mut self,
        state: &mut PathState,
        targets: &[Target],
        manner: Manner,
        writes: bool,
    ) {
        let mut is_visible = false;
        let span = self.users_span();
        for target in targets {
            for &cell in &target.cells {
                let shows = self.facts.cells[cell.index()].is_visible;
                is_visible |= shows;
                let is_result = matches!(self.facts.objects[target.object.index()].origin, Origin::Result(_));
                if writes && self.facts.cells[cell.index()].is_of_lock && !self.handles_locks() {
                    self.overwrite_locks(state, target.object);
                }
                let in_step = (shows && manner != Manner::Silent && !is_result).then(|| {
                    let guard = self.terms.and(state.path.guard(), target.condition);
                    let held = state.company.held.clone();
                    self.step.accesses.push(StepAccess { cell, guard, writes, manner, held, span });
                    (self.step.accesses.len() - 1, guard)
                });
                let (thread, company) = (self.thread, Rc::clone(&state.company));
                let (held_before, held) = match &mut state.section {
                    Some(section) => {
                        Rc::make_mut(&mut section.accesses).push(self.accesses.len());
                        (Rc::clone(&section.held_before), None)
                    }
                    None => (Rc::new(company.held.clone()), Some(company.held.clone())),
                };
                self.accesses.push(Access { cell, thread, writes, company, held_before, held, in_step });
            }
        }
        match &mut state.section {
            Some(section) => section.is_noticed |= is_visible && writes,
            None => {
                let mover = if is_visible { Mover::NEITHER } else { Mover::BOTH };
                self.passes(state, Conduct::of(mover));
                state.progress.is_noticed |= is_visible && writes;
            }
        }
    }
}
