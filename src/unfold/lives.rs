//! Lives of variables and blocks.
//!
//! One byte behind an object says whether it is alive. It is memory like any other: as long as no other thread
//! can use the object, a value on the path; otherwise writes and reads of it are events, and a use after the end
//! is an interleaving like any other. Only objects that may be dead when they are used are watched at all (see
//! `resolve`), so most programs pay nothing.

use bmc_solver::TermId;

use super::memory::{InstructionGroup, Site};
use super::pass::Unfolder;
use super::resolve::Target;
use super::state::PathState;
use crate::analysis::ObjectKind;
use crate::ir::{ObjectId, PropertyId, ThreadId};
use crate::source::Span;

/// What the byte says: bit 0 tells the living from the others. A block that has not been made yet is told from one
/// that is over only where leaks count and its place may be used again.
pub(super) const OVER: u128 = 0;
pub(super) const ALIVE: u128 = 1;
pub(super) const NOT_YET: u128 = 2;

impl Unfolder<'_> {
    /// The variable at the address dies: its function returns, or it is declared anew.
    pub(super) fn end_life(&mut self, state: &mut PathState, address: TermId, span: Span) {
        let mut label = InstructionGroup::default();
        let values = self.values_of(address);
        let instances = match values.as_constant() {
            Some(pointer) => vec![self.program.pointers.object(pointer)],
            None => self.thread().objects.clone(),
        };
        for object in instances {
            let bits = self.program.pointers.pack(object, 0);
            if self.shape(object).kind == ObjectKind::Local && values.contains(bits) {
                let pointer = self.pointer(object, 0);
                let condition = self.terms.eq(address, pointer);
                self.dies(state, object, condition, &mut label, span);
            }
        }
    }

    /// The thread ends in the middle of its functions. What main leaves behind stays where it is.
    pub(super) fn end_all_lives(&mut self, state: &mut PathState, span: Span) {
        if self.current == ThreadId(0) {
            return;
        }
        let mut label = InstructionGroup::default();
        for object in self.thread().objects.clone() {
            if matches!(self.shape(object).kind, ObjectKind::Local | ObjectKind::ThreadLocal { .. }) {
                self.dies(state, object, TermId::TRUE, &mut label, span);
            }
        }
    }

    fn dies(
        &mut self,
        state: &mut PathState,
        object: ObjectId,
        condition: TermId,
        label: &mut InstructionGroup,
        span: Span,
    ) {
        self.memory.dead.insert(object);
        self.assumptions.dies(object, &state.joined);
        if self.assumptions.may_be_dead(object) {
            self.set_life(state, object, condition, OVER, label, Site::silent(span));
        }
    }

    /// The block is made, under a condition.
    pub(super) fn begin_life(
        &mut self,
        state: &mut PathState,
        object: ObjectId,
        condition: TermId,
        span: Span,
    ) {
        let mut label = InstructionGroup::default();
        self.set_life(state, object, condition, ALIVE, &mut label, Site::silent(span));
    }

    pub(super) fn set_life(
        &mut self,
        state: &mut PathState,
        object: ObjectId,
        condition: TermId,
        life: u128,
        label: &mut InstructionGroup,
        site: Site,
    ) {
        let life = self.terms.constant(8, life);
        let target = self.life_of(object, condition);
        self.write(state, &[target], life, label, site);
    }

    /// Where the byte is.
    pub(super) fn life_of(&mut self, object: ObjectId, condition: TermId) -> Target {
        let offset = self.shape(object).size;
        Target { condition, address: self.pointer(object, offset), object, offset, bytes: 1 }
    }

    /// Claims that no heap block is alive, whoever made it.
    /// Nothing but the end of the process follows.
    pub(super) fn check_leaks(&mut self, state: &mut PathState, property: PropertyId, span: Span) {
        let mut label = InstructionGroup::default();
        let mut left = TermId::FALSE;
        let first = self.program.first_dynamic_object().index();
        for index in first..self.assumptions.object_count() {
            let object = ObjectId::new(index);
            let Some(shape) = self.assumptions.shape(object) else { continue };
            if !shape.kind.can_leak() {
                continue;
            }
            // Others must not be taken to have made the block before they did: this reads what no pointer leads to.
            if shape.owner != self.current {
                self.assumptions.let_life_be_known(object);
            }
            let target = self.life_of(object, TermId::TRUE);
            if let Some(life) = self.read(state, &[target], &mut label, Site::silent(span)) {
                let is_alive = self.terms.extract(life, 0, 1);
                left = self.terms.or(left, is_alive);
            }
        }
        let violated = self.terms.and(state.path.guard(), left);
        self.claim(property, violated, state.label, span);
        let freed = self.terms.not(left);
        state.path.assume(&mut self.terms, freed);
    }
}
