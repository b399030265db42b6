//! When an object becomes known to other threads, its private contents become shared contents.
//!
//! Until then its thread's accesses are nobody's business and cost nothing. An object escapes when its address
//! is written to shared memory; creating a thread and ending let everything escape at once. For main, the
//! globals count as its own objects until it creates the first thread.

use bmc_solver::{Node, TermId};

use super::memory::{InstructionGroup, Site};
use super::pass::Unfolder;
use super::state::PathState;
use crate::events::*;
use crate::ir::{ObjectId, ThreadId};
use crate::planted::planted;
use crate::source::Span;

/// The entry of `PathState::escaped` that stands for all globals.
const GLOBALS: usize = 0;

impl Unfolder<'_> {
    pub(super) fn is_escaped(&self, state: &PathState, object: ObjectId) -> bool {
        let is_static = object < self.program.first_dynamic_object();
        let owner = self.shape(object).owner;
        owner != self.current
            || self.assumptions.is_leaked(object)
            || state.escaped.get(if is_static { GLOBALS } else { object.index() })
    }

    /// Others look at the life of the object without having its address: all that is done to it are events.
    pub(super) fn is_known_life(&self, object: ObjectId, offset: u64) -> bool {
        self.assumptions.is_life_known(object) && offset == self.shape(object).size
    }

    /// All objects of this thread escape.
    pub(super) fn escape_all(&mut self, state: &mut PathState, span: Span) {
        let mut label = InstructionGroup::default();
        if self.current == ThreadId(0) && !state.escaped.get(GLOBALS) {
            state.escaped.set(GLOBALS, true);
            for index in 0..self.program.globals.len() {
                self.publish(state, ObjectId::new(index + 1), &mut label, span);
            }
        }
        for object in self.thread().objects.clone() {
            if !state.escaped.get(object.index()) && !self.is_yet_to_be_made(state, object) {
                state.escaped.set(object.index(), true);
                self.publish(state, object, &mut label, span);
            }
        }
    }

    /// The objects a value may point to escape, and what can be reached from them.
    pub(super) fn escape_value(&mut self, state: &mut PathState, value: TermId, label: usize, span: Span) {
        let mut label = InstructionGroup::of(label);
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            let whole = match self.terms.node(value) {
                Node::Extract { term, .. } => term,
                _ => value,
            };
            for object in self.private_objects_in(state, whole) {
                state.escaped.set(object.index(), !planted!(EscapesAreMissed));
                for offset in self.assumptions.shared_cells(object) {
                    let cell = self.cell(object, offset);
                    pending.push(self.stored(state, cell));
                }
                self.publish(state, object, &mut label, span);
            }
        }
    }

    /// Objects of this thread that have not escaped and that the value may point into.
    fn private_objects_in(&mut self, state: &PathState, value: TermId) -> Vec<ObjectId> {
        let layout = self.program.pointers;
        if self.terms.width(value) < layout.pointer_bits {
            return Vec::new();
        }
        let values = self.values_of(value);
        let first_dynamic = self.program.first_dynamic_object().index();
        let mut found = Vec::new();
        for piece in values.pieces() {
            let objects = layout.objects_between(piece.low, piece.high);
            let last = *objects.end().min(&(self.assumptions.object_count() - 1));
            for index in first_dynamic.max(*objects.start())..=last {
                let object = ObjectId::new(index);
                if self.memory.born.contains(&object)
                    && !self.is_escaped(state, object)
                    && !self.is_yet_to_be_made(state, object)
                {
                    found.push(object);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Shared cells take over what the path stored in them. The first path to publish a cell sets its contents
    /// before all events, for no one can have seen it earlier; further paths write it.
    fn publish(&mut self, state: &mut PathState, object: ObjectId, label: &mut InstructionGroup, span: Span) {
        self.memory.escapes.insert(object);
        self.note_change_of_company();
        if self.assumptions.is_leaked(object) {
            // All that was done to it were events.
            return;
        }
        for offset in self.assumptions.shared_cells(object) {
            let cell = self.cell(object, offset);
            if self.memory.cells[cell.index()].bytes > 16 || self.is_known_life(object, offset) {
                continue;
            }
            let value = self.stored(state, cell);
            match self.memory.cells[cell.index()].published {
                None => self.memory.cells[cell.index()].published = Some(value),
                Some(before) if before == value => {}
                Some(_) => {
                    let values = self.values_of(value);
                    self.assumptions.writes(object, offset, self.current, &values);
                    self.note_use(state, cell);
                    let places = vec![Place { condition: TermId::TRUE, cells: vec![cell] }];
                    let label = self.label(state, label);
                    self.note_effect(state.path.guard(), TermId::TRUE);
                    let site = Site::silent(span);
                    self.event(
                        label,
                        state.path.guard(),
                        EventKind::Write { places, address: None, value },
                        site,
                    );
                }
            }
        }
    }

    /// Where two paths meet, what has escaped on one has escaped on both.
    pub(super) fn level_escapes(&mut self, a: &mut PathState, b: &mut PathState) {
        for (index, on_a, _) in a.escaped.differences(&b.escaped) {
            let state = if on_a { &mut *b } else { &mut *a };
            state.escaped.set(index, true);
            let mut label = InstructionGroup::default();
            if index == GLOBALS {
                for global in 0..self.program.globals.len() {
                    self.publish(state, ObjectId::new(global + 1), &mut label, Span::default());
                }
            } else if !self.is_yet_to_be_made(state, ObjectId::new(index)) {
                self.publish(state, ObjectId::new(index), &mut label, Span::default());
            }
        }
    }
}
