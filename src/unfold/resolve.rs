//! From an address to the places it may mean, and to the condition under which it means none of them.

use bmc_solver::TermId;

use super::UnfoldError;
use super::memory::{InstructionGroup, Site};
use super::pass::Unfolder;
use super::state::PathState;
use crate::analysis::{ObjectKind, ObjectShape, Piece, Values};
use crate::events::{Bound, Unchecked};
use crate::ir::{ObjectId, PointerLayout, PropertyId};
use crate::planted::planted;
use crate::source::Span;

/// An address that could mean more places than this is given up.
const MOST_TARGETS: usize = 20_000;
const MEANS_ANOTHERS: &str =
    "what is done to a variable of another thread through a pointer that may point anywhere";
const POINTS_ANYWHERE: &str = "what is written through a pointer that may point anywhere";

/// One place an access may mean.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// The address is this one.
    pub condition: TermId,
    pub address: TermId,
    pub object: ObjectId,
    pub offset: u64,
    pub bytes: u64,
}

/// An access as an instruction states it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    pub address: TermId,
    pub bytes: u64,
    pub purpose: Purpose,
    /// The property that the address is valid.
    pub check: Option<PropertyId>,
    pub site: Site,
}

/// What is done at the address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Read,
    Write,
    /// Gives first contents, also to what is constant.
    WriteFirst,
    /// Only the start of a heap block will do.
    Free,
}

impl Unfolder<'_> {
    /// The places an access may mean. Where the address may be invalid, that is claimed under `check`, or marked, and
    /// the path goes on under the assumption that it is valid.
    pub(super) fn resolve(
        &mut self,
        state: &mut PathState,
        request: Request,
        label: &mut InstructionGroup,
    ) -> Result<Vec<Target>, UnfoldError> {
        let Request { address, bytes, purpose, check, site } = request;
        let span = site.span;
        let values = self.words().values_on(&state.path, address);
        let (mut candidates, mut surely_valid) = self.candidates(&values, bytes, purpose)?;
        if is_wild(self.program.pointers, &values) {
            self.leave_out_variables_of_others(state, address, &mut candidates, span);
        }
        let mut targets = Vec::with_capacity(candidates.len());
        let mut valid = Vec::with_capacity(candidates.len());
        for (object, offset) in candidates {
            let pointer = self.pointer(object, offset);
            let condition = self.terms.eq(address, pointer);
            if condition == TermId::FALSE {
                continue;
            }
            // Where it can be told at all, such an address is none of a block that was given to the program.
            if !self.may_lead_to(state, address, object) {
                continue;
            }
            self.note_mortality(object);
            let target = Target { condition, address, object, offset, bytes };
            let alive = self.is_alive(state, &target, label, site);
            surely_valid &= alive == TermId::TRUE;
            if alive == TermId::FALSE {
                continue;
            }
            valid.push(self.terms.and(condition, alive));
            targets.push(target);
        }
        surely_valid &= !targets.is_empty();
        if purpose == Purpose::Free {
            let null = self.terms.constant(self.program.pointers.pointer_bits, PointerLayout::NULL);
            valid.push(self.terms.eq(address, null));
        }
        if !surely_valid && !planted!(InvalidAddressesPass) {
            let valid = self.terms.or_all(valid);
            let demanded = if purpose == Purpose::Free { Unchecked::Free } else { Unchecked::Access };
            self.demand(state, valid, check, demanded, span);
            if check.is_none_or(|property| !(self.wanted)(property)) {
                // Nobody asks for runs in which it is invalid, so a replay must not take this step in one.
                let guard = state.path.guard();
                if let Some(step) = self.thread().steps.last_mut() {
                    step.guard = guard;
                }
            }
        }
        if let [only] = &mut targets[..]
            && purpose != Purpose::Free
        {
            only.condition = TermId::TRUE;
        }
        Ok(targets)
    }

    /// The size of the heap block that begins at the address; 0 if there is none.
    pub(super) fn block_size(&mut self, address: TermId) -> Result<TermId, UnfoldError> {
        let width = self.program.pointers.pointer_bits;
        let mut size = self.terms.constant(width, 0);
        let values = self.values_of(address);
        for (object, _) in self.candidates(&values, 0, Purpose::Free)?.0 {
            let ObjectShape { size: bytes, varies, .. } = self.shape(object);
            let own = match varies {
                true => self.size_symbol(object),
                false => self.terms.constant(width, u128::from(bytes)),
            };
            let pointer = self.pointer(object, 0);
            let here = self.terms.eq(address, pointer);
            size = self.terms.ite(here, own, size);
        }
        Ok(size)
    }

    /// The bytes that can be written from the address on in what it points into; 0 if there are none. A pointer that may be
    /// anything is not followed.
    pub(super) fn room(&mut self, state: &PathState, address: TermId, span: Span) -> TermId {
        let width = self.program.pointers.pointer_bits;
        let mut room = self.terms.constant(width, 0);
        let values = self.words().values_on(&state.path, address);
        let Ok((candidates, _)) = self.candidates(&values, 1, Purpose::Write) else {
            let bound = Bound::NotFollowed { what: POINTS_ANYWHERE.to_string() };
            self.mark(state, bound, self.place.unwrap_or(span));
            return room;
        };
        let mut objects: Vec<ObjectId> = candidates.into_iter().map(|(object, _)| object).collect();
        objects.dedup();
        for object in objects {
            let ObjectShape { size: bytes, varies, .. } = self.shape(object);
            let size = match varies {
                true => self.size_symbol(object),
                false => self.terms.constant(width, u128::from(bytes)),
            };
            let start = self.pointer(object, 0);
            let before = self.terms.sub(address, start);
            let is_here = self.terms.ule(before, size);
            let mut behind = self.terms.sub(size, before);
            // As far as the next part that is constant.
            for part in self.assumptions.constant_parts(object).to_vec().into_iter().rev() {
                let [start, end] =
                    [part.start, part.end].map(|at| self.terms.constant(width, u128::from(at)));
                let (is_before, is_inside) = (self.terms.ult(before, start), self.terms.ult(before, end));
                let until = self.terms.sub(start, before);
                let zero = self.terms.constant(width, 0);
                let here = self.terms.ite(is_before, until, zero);
                behind = self.terms.ite(is_inside, here, behind);
            }
            room = self.terms.ite(is_here, behind, room);
        }
        room
    }

    /// Objects and offsets an address of these values may have such that the access lies inside the object; and whether it
    /// has no other values.
    fn candidates(
        &mut self,
        values: &Values,
        bytes: u64,
        purpose: Purpose,
    ) -> Result<(Vec<(ObjectId, u64)>, bool), UnfoldError> {
        let mut all_inside = true;
        let mut found = Vec::new();
        for &piece in values.pieces() {
            let inside = self.candidates_in(piece, bytes, purpose, &mut found);
            all_inside &= piece.count() == inside as u128;
            if found.len() > MOST_TARGETS {
                return self.too_large("a pointer may point to too many places");
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok((found, all_inside))
    }

    fn candidates_in(
        &self,
        piece: Piece,
        bytes: u64,
        purpose: Purpose,
        found: &mut Vec<(ObjectId, u64)>,
    ) -> usize {
        let layout = self.program.pointers;
        let before = found.len();
        let objects = layout.objects_between(piece.low, piece.high);
        let (first, last) = (*objects.start(), *objects.end());
        // A range of single bytes within one object comes from walking through it; one that goes on into other
        // objects from a pointer of which nothing is known, unless it is one into several texts.
        let is_anything = piece.step == 1 && bytes > 1 && last != first;
        for index in first..=last.min(self.assumptions.object_count() - 1) {
            let id = ObjectId::new(index);
            let Some(object) = self.assumptions.shape(id) else { continue };
            if bytes > object.size || !self.permits(&object, purpose) {
                continue;
            }
            let (start, end) = match purpose {
                Purpose::Free => (layout.pack(id, 0), layout.pack(id, 0)),
                _ => (layout.pack(id, 0), layout.pack(id, object.size - bytes)),
            };
            // A pointer that may be anything is taken to mean something that is there: C gives no meaning to
            // others.
            let step = match piece.step {
                0 | 1 => u128::from(bytes.max(1)),
                step => step,
            };
            let mut at = match piece.step {
                0 => piece.low,
                1 => start.max(piece.low.next_multiple_of(step)),
                step if piece.low >= start => piece.low.min(end + step),
                step => piece.low + (start - piece.low).div_ceil(step) * step,
            };
            while at >= start && at <= end && at <= piece.high && found.len() <= before + MOST_TARGETS {
                let offset = layout.offset(at) as u64;
                let is_refused = purpose == Purpose::Write && self.assumptions.is_constant(id, offset, bytes);
                if !is_refused && (!is_anything || self.is_there(id, offset, bytes)) {
                    found.push((id, offset));
                }
                at += step;
            }
        }
        found.len() - before
    }

    /// Whether a pointer of which nothing is known may mean this: something that is accessed as a whole, or a part of a
    /// block that has not been given a form yet.
    fn is_there(&self, object: ObjectId, offset: u64, bytes: u64) -> bool {
        self.assumptions.has_cells(object, offset, bytes)
            || self.shape(object).kind.is_on_the_heap()
                && self.assumptions.is_untouched(object, offset, bytes)
    }

    /// A variable that may have ended when it is used has to be watched.
    fn note_mortality(&mut self, object: ObjectId) {
        let may_be_dead = match self.shape(object).owner == self.current {
            true => self.memory.dead.contains(&object),
            false => self.assumptions.may_outlive(self.current, object),
        };
        if may_be_dead {
            self.assumptions.watch_life(object);
        }
    }

    /// By an address that comes from nowhere, a thread may mean a variable that another one has not made yet.
    fn leave_out_variables_of_others(
        &mut self,
        state: &mut PathState,
        address: TermId,
        candidates: &mut Vec<(ObjectId, u64)>,
        span: Span,
    ) {
        let older = &self.threads[self.current.index()].older_objects;
        let is_anothers = |object: ObjectId| {
            let ObjectShape { kind, owner, .. } = self.shape(object);
            kind == ObjectKind::Local && owner != self.current && !older.contains(&object)
        };
        let left_out: Vec<(ObjectId, u64)> =
            candidates.extract_if(.., |(object, _)| is_anothers(*object)).collect();
        let mut means_none = TermId::TRUE;
        for (object, offset) in left_out {
            let pointer = self.pointer(object, offset);
            let means_it = self.terms.eq(address, pointer);
            let means_another = self.terms.not(means_it);
            means_none = self.terms.and(means_none, means_another);
        }
        if means_none != TermId::TRUE {
            let bound = Bound::NotFollowed { what: MEANS_ANOTHERS.to_string() };
            self.follow_only_if(state, means_none, bound, span);
            let guard = state.path.guard();
            if let Some(step) = self.thread().steps.last_mut() {
                step.guard = guard;
            }
        }
    }

    fn permits(&self, object: &ObjectShape, purpose: Purpose) -> bool {
        match (purpose, object.kind) {
            (Purpose::Free, kind) => kind.is_on_the_heap(),
            _ => true,
        }
    }

    /// The condition under which the object of a target is alive and large enough, if that target is meant.
    fn is_alive(
        &mut self,
        state: &mut PathState,
        target: &Target,
        label: &mut InstructionGroup,
        site: Site,
    ) -> TermId {
        let Target { condition, object, .. } = *target;
        let varies = self.shape(object).varies;
        let mut alive = TermId::TRUE;
        if varies {
            let size = self.size_symbol(object);
            let end = u128::from(target.offset + target.bytes);
            let end = self.terms.constant(self.terms.width(size), end);
            alive = self.terms.ule(end, size);
        }
        if self.assumptions.may_be_dead(object) && !planted!(NothingDies) {
            let life = self.life_of(object, condition);
            let lives = match self.read(state, &[life], label, site) {
                Some(byte) => self.terms.extract(byte, 0, 1),
                None => TermId::FALSE,
            };
            alive = self.terms.and(alive, lives);
        }
        alive
    }
}

/// Whether a pointer comes from nowhere: it may be any address, of objects that have nothing to do with each other.
fn is_wild(layout: PointerLayout, values: &Values) -> bool {
    values.pieces().iter().any(|piece| {
        let objects = layout.objects_between(piece.low, piece.high);
        piece.step == 1 && objects.start() != objects.end()
    })
}
