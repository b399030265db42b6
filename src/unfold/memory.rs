//! Loads and stores: private memory is computed, shared memory becomes events.
//!
//! A cell that no other thread uses at the same time, or that no other thread can know yet, is a value in the
//! path's store. Any other access is an event, and a read yields a symbol that takes the values the cell is
//! assumed to hold.

use bmc_solver::{Node, TermId};

use super::objects::CellState;
use super::pass::Unfolder;
use super::resolve::Target;
use super::state::PathState;
use crate::analysis::{Values, Writers};
use crate::events::*;
use crate::ir::*;
use crate::planted::planted;
use crate::source::Span;

/// So many parts of a condition are looked at.
pub(super) const MOST_CONJUNCTS: usize = 64;

/// The label of one instruction's events, taken when the first of them occurs.
#[derive(Default)]
pub(super) struct InstructionGroup(Option<usize>);

/// Where in the source an access is, and what it means for races.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub span: Span,
    pub manner: Manner,
}

impl Site {
    /// An access of an instruction.
    pub fn of(state: &PathState, access: crate::ir::Access, span: Span) -> Site {
        let atomic = state.section.is_some() || access.is_atomic();
        Site { span, manner: if atomic { Manner::Atomic } else { Manner::Plain } }
    }

    /// Something that is no access of the program.
    pub fn silent(span: Span) -> Site {
        Site { span, manner: Manner::Silent }
    }
}

impl InstructionGroup {
    pub fn of(label: usize) -> InstructionGroup {
        InstructionGroup(Some(label))
    }
}

impl Unfolder<'_> {
    pub(super) fn label(&mut self, state: &mut PathState, label: &mut InstructionGroup) -> usize {
        if let Some(known) = label.0 {
            return known;
        }
        let number = match state.section {
            Some((section, _)) => section,
            None => {
                let thread = self.thread();
                thread.labels += 1;
                thread.labels - 1
            }
        };
        state.label = state.label.max(number);
        label.0 = Some(number);
        number
    }

    pub(super) fn event(&mut self, label: usize, guard: TermId, kind: EventKind, site: Site) {
        let Site { span, manner } = site;
        let span = self.place.unwrap_or(span);
        self.note_event_in_operand(&kind);
        if !matches!(kind, EventKind::Read { .. } | EventKind::Write { .. }) {
            self.note_effect(guard, TermId::TRUE);
        }
        let thread = self.thread();
        let step = thread.steps.len().saturating_sub(1);
        thread.events.push(Event { label, guard, kind, span, step, moves: false, manner });
    }

    /// The value at the targets, of which exactly one is meant; `None` if no value is possible.
    pub(super) fn read(
        &mut self,
        state: &mut PathState,
        targets: &[Target],
        label: &mut InstructionGroup,
        site: Site,
    ) -> Option<TermId> {
        let mut value = None;
        let mut places = Vec::new();
        let mut possible: Option<Values> = None;
        for target in targets.iter().rev() {
            let cells = self.cells(target.object, target.offset, target.bytes);
            cells.iter().for_each(|&cell| self.touch(state, cell, false));
            let known = self.knows_contents(target.object, &cells) || self.is_own_lock(state, target);
            if self.is_visible(state, target.object, &cells) && !known {
                let values = self.assumed_values(&cells);
                if values.is_none() {
                    continue;
                }
                possible = Some(possible.map_or(values.clone(), |p| p.join(&values)));
                cells.iter().for_each(|&cell| self.note_use(state, cell));
                places.push(Place { condition: target.condition, cells });
            } else if !self.has_contents(state, target.object, &cells) {
                // Written by its owner, it will turn out to be shared; until then nothing can be read.
                continue;
            } else {
                let parts: Vec<TermId> = cells.iter().map(|&cell| self.stored(state, cell)).collect();
                let here = self.join_parts(&parts);
                value = Some(value.map_or(here, |other| self.choose(target.condition, here, other)));
            }
        }
        let Some(possible) = possible else { return value };
        places.reverse();
        let symbol = match possible.as_constant() {
            Some(constant) => self.terms.constant(possible.width, constant),
            None => {
                let symbol = self.words().symbol(possible);
                // Part by part, an address can be written without being seen to escape.
                if places.iter().all(|place| place.cells.len() == 1) {
                    self.memory.symbols.insert(symbol, state.escaped.clone());
                }
                symbol
            }
        };
        // That there is only one value to read does not make a race harmless.
        if self.terms.as_constant(symbol).is_none() || self.looks_for.races {
            let label = self.label(state, label);
            let is_told = places.len() == targets.len();
            let address = targets.first().filter(|_| is_told).map(|target| target.address);
            let kind = EventKind::Read { places: places.clone(), address, symbol };
            self.event(label, state.path.guard(), kind, site);
        }
        let Some(private) = value else { return Some(symbol) };
        let is_shared = self.terms.or_all(places.iter().map(|p| p.condition).collect::<Vec<_>>());
        Some(self.choose(is_shared, symbol, private))
    }

    pub(super) fn write(
        &mut self,
        state: &mut PathState,
        targets: &[Target],
        value: TermId,
        label: &mut InstructionGroup,
        site: Site,
    ) {
        let mut places = Vec::new();
        let mut private = Vec::new();
        for target in targets {
            let cells = self.cells(target.object, target.offset, target.bytes);
            cells.iter().for_each(|&cell| self.touch(state, cell, true));
            let is_visible = self.is_visible(state, target.object, &cells);
            let place = Place { condition: target.condition, cells };
            if is_visible { places.push(place) } else { private.push(place) }
        }
        let changes = if places.is_empty() { TermId::FALSE } else { self.changes(state, &places, value) };
        let kept = if private.is_empty() { self.as_assumed(&places, value) } else { value };
        for place in private.iter().chain(&places) {
            self.store(state, place, kept);
        }
        for place in &places {
            place.cells.iter().for_each(|&cell| self.note_use(state, cell));
        }
        if places.is_empty() {
            return;
        }
        let label = self.label(state, label);
        self.escape_value(state, value, label, site.span);
        // Most places are alike: of an array of thousands of elements the value is looked at once.
        let mut known: Option<(TermId, Values)> = None;
        for place in &places {
            let mut low = 0;
            for &cell in &place.cells {
                let CellState { object, offset, bytes, .. } = self.memory.cells[cell.index()];
                let part = self.terms.extract(value, low, (bytes * 8) as u32);
                let values = match known.take() {
                    Some((same, values)) if same == part => values,
                    _ => self.words().values_on(&state.path, part),
                };
                self.assumptions.writes(object, offset, self.current, &values);
                known = Some((part, values));
                low += (bytes * 8) as u32;
            }
        }
        self.note_effect(state.path.guard(), changes);
        let address = targets.first().map(|target| target.address);
        self.event(label, state.path.guard(), EventKind::Write { places, address, value: kept }, site);
    }

    /// Puts a value into the path's own store.
    fn store(&mut self, state: &mut PathState, place: &Place, value: TermId) {
        let mut low = 0;
        for &cell in &place.cells {
            let bits = (self.memory.cells[cell.index()].bytes * 8) as u32;
            let part = self.terms.extract(value, low, bits);
            let new = match place.condition {
                TermId::TRUE => part,
                condition if self.is_meant_if_made(state, cell, condition) => part,
                condition => {
                    let old = self.stored(state, cell);
                    self.choose(condition, part, old)
                }
            };
            state.store.set(cell.index(), Some(new));
            low += bits;
        }
    }

    /// Whether the condition holds wherever the object of the cell has been made, as it does when a new block is filled
    /// whose address is one of several.
    fn is_meant_if_made(&self, state: &PathState, cell: CellId, condition: TermId) -> bool {
        let CellState { object, offset, .. } = self.memory.cells[cell.index()];
        let is_own =
            object >= self.program.first_dynamic_object() && self.shape(object).owner == self.current;
        let made = state.made.get(object.index());
        is_own && offset < self.shape(object).size && made.is_some_and(|made| self.implies(made, condition))
    }

    /// Whether one condition shows that the other holds; only conjunctions are looked into.
    fn implies(&self, one: TermId, other: TermId) -> bool {
        let shown = self.conjuncts(one);
        let is_shown = |condition: TermId| condition == TermId::TRUE || shown.contains(&condition);
        let mut pending = vec![other];
        while let Some(condition) = pending.pop() {
            match self.terms.node(condition) {
                _ if is_shown(condition) => {}
                Node::And(a, b) => pending.extend([a, b]),
                Node::Not(inner) if self.is_refuted(inner, &shown) => {}
                Node::Eq(a, b) if self.is_chosen(a, b, &shown) || self.is_chosen(b, a, &shown) => {}
                _ => return false,
            }
        }
        true
    }

    /// What must hold for a condition to hold, itself among it; not all of it if that is much.
    pub(super) fn conjuncts(&self, condition: TermId) -> Vec<TermId> {
        let mut found = Vec::new();
        let mut pending = vec![condition];
        while let Some(condition) = pending.pop() {
            found.push(condition);
            if found.len() > MOST_CONJUNCTS {
                break;
            }
            if let Node::And(a, b) = self.terms.node(condition) {
                pending.extend([a, b]);
            }
        }
        found
    }

    /// Whether the first is a choice that comes to the second.
    fn is_chosen(&self, choice: TermId, value: TermId, shown: &[TermId]) -> bool {
        let Node::Ite(condition, yes, no) = self.terms.node(choice) else { return false };
        yes == value && shown.contains(&condition)
            || no == value && shown.iter().any(|&one| self.are_opposite(one, condition))
    }

    pub(super) fn are_opposite(&self, one: TermId, other: TermId) -> bool {
        self.terms.node(one) == Node::Not(other) || self.terms.node(other) == Node::Not(one)
    }

    fn is_refuted(&self, conjunction: TermId, shown: &[TermId]) -> bool {
        let Node::And(a, b) = self.terms.node(conjunction) else { return false };
        [a, b].into_iter().any(|part| shown.iter().any(|&condition| self.are_opposite(condition, part)))
    }

    /// What is written to shared cells is one of the values assumed of them, where the write happens; elsewhere it
    /// does not matter. So bits that are the same in all of these need not be computed.
    fn as_assumed(&mut self, places: &[Place], value: TermId) -> TermId {
        let mut assumed = Values::none(self.terms.width(value));
        let mut is_narrowed = false;
        for place in places {
            is_narrowed |= place.cells.iter().any(|cell| {
                let cell = &self.memory.cells[cell.index()];
                self.assumptions.cell(cell.object, cell.offset).grows_by_single_writes()
            });
            let values = self.assumed_values(&place.cells);
            if values.is_none() {
                return value;
            }
            assumed = assumed.join(&values);
        }
        if !is_narrowed {
            return value;
        }
        let (known, bits) = assumed.known_bits();
        let known = if planted!(WrittenBitsAreCut) { known >> 1 } else { known };
        let values = self.values_of(value).with_bits(known, bits);
        let term = self.terms.with_bits(value, known, bits);
        // A term made of parts may forget that it is one of a few values.
        if let Some(values) = values.filter(|_| term != value) {
            self.values.refine(&self.terms, term, values);
        }
        term
    }

    /// The path's store says what private cells hold, if this thread made the object or inherited what is in
    /// it. What neither is the case for holds its first contents, but only if no one turns out to write it.
    fn has_contents(&mut self, state: &PathState, object: ObjectId, cells: &[CellId]) -> bool {
        let is_static = object < self.program.first_dynamic_object();
        if is_static || self.shape(object).owner == self.current {
            return true;
        }
        let mut all = true;
        for &cell in cells {
            let CellState { object, offset, .. } = self.memory.cells[cell.index()];
            all &=
                state.store.get(cell.index()).is_some() || self.assumptions.is_known_abroad(object, offset);
        }
        all
    }

    /// Nobody but this thread ever writes these cells while they are shared, so its own store says what they
    /// hold. That needs the contents from before they were shared, too: the thread made the object itself, or
    /// it is a global, whose contents threads inherit from main.
    pub(super) fn knows_contents(&self, object: ObjectId, cells: &[CellId]) -> bool {
        let is_static = object < self.program.first_dynamic_object();
        let inherits = is_static || self.shape(object).owner == self.current;
        inherits
            && cells.iter().all(|cell| {
                let cell = &self.memory.cells[cell.index()];
                match self.assumptions.cell(cell.object, cell.offset).writers {
                    Writers::Nobody => true,
                    Writers::Only(thread) => thread == self.current,
                    Writers::Several => false,
                }
            })
    }

    pub(super) fn is_visible(&self, state: &PathState, object: ObjectId, cells: &[CellId]) -> bool {
        let shared = cells.iter().any(|cell| {
            let cell = &self.memory.cells[cell.index()];
            self.assumptions.cell(cell.object, cell.offset).shared
        });
        let is_life = || self.is_known_life(object, self.memory.cells[cells[0].index()].offset);
        shared && (self.is_escaped(state, object) || is_life())
    }

    fn assumed_values(&mut self, cells: &[CellId]) -> Values {
        let mut whole: Option<Values> = None;
        for cell in cells {
            let cell = &self.memory.cells[cell.index()];
            let values = &self.assumptions.cell(cell.object, cell.offset).values;
            whole = Some(whole.map_or(values.clone(), |low| values.concat(&low)));
        }
        whole.expect("an access covers at least one cell")
    }

    /// What the path's own store says of a cell.
    pub(super) fn stored(&mut self, state: &PathState, cell: CellId) -> TermId {
        state.store.get(cell.index()).unwrap_or_else(|| self.initial(cell))
    }

    /// Values of adjacent cells, lowest first, as one.
    pub(super) fn join_parts(&mut self, parts: &[TermId]) -> TermId {
        let whole = parts.iter().copied().reduce(|low, high| self.terms.concat(high, low));
        whole.expect("an access covers at least one cell")
    }
}
