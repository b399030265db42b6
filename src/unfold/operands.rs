//! Orders of evaluation that nobody can tell apart are not both looked at.
//!
//! The front end marks where C leaves an order open (`Op::Choose`) and what belongs to which operand
//! (`Op::Unsequenced`), wherever an operand touches memory at all. In most places it makes no difference, and then
//! the order is from left to right and costs nothing. That is an assumption like those about memory: at first it is
//! made everywhere, what each operand does is noted, and where it proves wrong the program is unfolded again with an
//! input that decides (see `analysis::Assumptions`).
//!
//! The order of two operands can be told if
//! - one writes memory that the other touches,
//! - others may see or cause a change between the two: both have events. Events under a lock that is held all along
//!   do not count, for nobody else touches the memory meanwhile; neither do those that happen when all others who use
//!   the memory have ended or are not there yet. Nothing counts if the whole expression is part of an atomic section;
//! - one changes what others can do meanwhile, by a lock, a thread or an address that it gives away, and the other
//!   touches memory that others use;
//! - the first may wait or end the path: what the second would have done then was not looked at. If the second ends
//!   the thread, others can tell that the first did nothing.
//!
//! An operand that was evaluated second does what it would have done first, unless one of these holds; so it is
//! enough to look at one order.

use std::rc::Rc;

use bmc_solver::TermId;
use rustc_hash::FxHashSet;

use super::locks::Use;
use super::pass::Unfolder;
use super::state::PathState;
use crate::analysis::OrderPlace;
use crate::events::{CellId, EventKind};
use crate::planted::planted;
use crate::reductions::Reduction;

/// A path is inside the operand with this number of a choice, by its place in `Orders::passed`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InOperand {
    order: usize,
    operand: usize,
}

/// The choices of a pass.
#[derive(Default)]
pub(super) struct Orders {
    /// Every choice of an order that was passed, a choice inside another behind it.
    passed: Vec<Operands>,
    /// The innermost operand that the instruction at hand belongs to.
    pub in_operand: Option<InOperand>,
}

/// One choice of an order that was passed, and what its operands did.
struct Operands {
    place: OrderPlace,
    /// The operand it is itself part of.
    outer: Option<InOperand>,
    /// The choice was made inside an atomic section.
    is_alone: bool,
    /// How many operands there are, also of those that were not reached.
    count: usize,
    footprints: Vec<Footprint>,
}

#[derive(Default)]
struct Footprint {
    reads: FxHashSet<CellId>,
    writes: FxHashSet<CellId>,
    has_events: bool,
    /// Accesses of events that are not under the lock of their cell.
    uses: Vec<(CellId, Use)>,
    /// Events that another thread's step may come before or behind.
    has_free_events: bool,
    /// A lock is taken or given back, a thread begins or has ended, or an object becomes known to others.
    changes_company: bool,
    /// Memory is touched that others use, too, whenever that is.
    touches_shared: bool,
    /// The path may end here without a violation.
    may_end: bool,
    may_end_thread: bool,
}

impl Footprint {
    fn tells_order_to(&self, other: &Footprint, is_alone: bool) -> bool {
        let is_seen = |f: &Footprint| !is_alone && f.has_free_events;
        let depends =
            |a: &Footprint, b: &Footprint| a.changes_company && (b.touches_shared || b.changes_company);
        let shows = |f: &Footprint| f.has_events || !f.writes.is_empty();
        !self.writes.is_disjoint(&other.reads)
            || !self.writes.is_disjoint(&other.writes)
            || !self.reads.is_disjoint(&other.writes)
            || (is_seen(self) && is_seen(other))
            || depends(self, other)
            || depends(other, self)
            || (other.may_end_thread && shows(self))
    }

    fn absorb(&mut self, other: Footprint) {
        for (mine, mut others) in [(&mut self.reads, other.reads), (&mut self.writes, other.writes)] {
            if mine.len() < others.len() {
                std::mem::swap(mine, &mut others);
            }
            mine.extend(others);
        }
        self.has_events |= other.has_events;
        self.uses.extend(other.uses);
        self.has_free_events |= other.has_free_events;
        self.changes_company |= other.changes_company;
        self.touches_shared |= other.touches_shared;
        self.may_end |= other.may_end;
        self.may_end_thread |= other.may_end_thread;
    }
}

/// Of paths that meet: the choices that both are in. Between operands it does not matter which one is over.
pub(super) fn common(a: &Rc<Vec<InOperand>>, b: &Rc<Vec<InOperand>>) -> Rc<Vec<InOperand>> {
    if Rc::ptr_eq(a, b) || a == b {
        return Rc::clone(a);
    }
    let same = a.iter().zip(b.iter()).take_while(|(a, b)| a.order == b.order);
    Rc::new(same.map(|(a, _)| *a).collect())
}

impl Unfolder<'_> {
    /// Whether operands are evaluated from right to left.
    pub(super) fn choose_order(&mut self, state: &mut PathState, place: OrderPlace, count: u32) -> TermId {
        let order = self.orders.passed.len();
        let (outer, is_alone, count) = (self.orders.in_operand, state.section.is_some(), count as usize);
        self.orders.passed.push(Operands { place, outer, is_alone, count, footprints: Vec::new() });
        Rc::make_mut(&mut state.operands).push(InOperand { order, operand: 0 });
        let is_open =
            !self.options.reductions.contains(Reduction::Orders) || self.assumptions.order_tells(place);
        if is_open { self.terms.variable(1) } else { TermId::FALSE }
    }

    pub(super) fn evaluate_operand(&mut self, state: &mut PathState, operand: Option<u32>) {
        let operands = Rc::make_mut(&mut state.operands);
        match (operand, operands.last_mut()) {
            (Some(number), Some(innermost)) => innermost.operand = number as usize,
            _ => drop(operands.pop()),
        }
    }

    fn footprint(&mut self) -> Option<&mut Footprint> {
        let InOperand { order, operand } = self.orders.in_operand?;
        let footprints = &mut self.orders.passed[order].footprints;
        if footprints.len() <= operand {
            footprints.resize_with(operand + 1, Footprint::default);
        }
        footprints.get_mut(operand)
    }

    pub(super) fn note_access_in_operand(&mut self, cell: CellId, writes: bool) {
        if let Some(footprint) = self.footprint() {
            let cells = if writes { &mut footprint.writes } else { &mut footprint.reads };
            cells.insert(cell);
        }
    }

    pub(super) fn note_event_in_operand(&mut self, kind: &EventKind) {
        if self.orders.in_operand.is_none() {
            return;
        }
        let mut uses = Vec::new();
        let mut stays = matches!(kind, EventKind::Create { .. } | EventKind::Join { .. });
        // Under a lock no other thread touches the memory meanwhile.
        let looks_at_locks = self.options.reductions.contains(Reduction::Labels);
        if let EventKind::Read { places, .. } | EventKind::Write { places, .. } = kind
            && !(looks_at_locks && places.iter().all(|place| self.is_protected(&place.cells)))
        {
            for &cell in places.iter().flat_map(|place| &place.cells) {
                match self.latest_use(cell) {
                    Some(access) => uses.push((cell, access)),
                    None => stays = true,
                }
            }
        }
        if let Some(footprint) = self.footprint() {
            footprint.has_events = true;
            footprint.has_free_events |= stays;
            footprint.changes_company |= stays;
            footprint.uses.extend(uses);
        }
    }

    pub(super) fn note_change_of_company(&mut self) {
        if let Some(footprint) = self.footprint() {
            footprint.changes_company = true;
        }
    }

    /// The path may end here, or wait for ever.
    pub(super) fn note_end_in_operand(&mut self, state: &PathState, of_thread: bool) {
        self.orders.in_operand = state.operands.last().copied();
        if let Some(footprint) = self.footprint() {
            footprint.may_end = true;
            footprint.may_end_thread |= of_thread;
        }
    }

    /// Contradicts the assumption that an order makes no difference where it may make one.
    pub(super) fn find_orders_that_tell(&mut self) {
        while let Some(Operands { place, outer, is_alone, count, footprints }) = self.orders.passed.pop() {
            let mut before = Footprint::default();
            let mut tells = false;
            for (number, mut footprint) in footprints.into_iter().enumerate() {
                let is_free = |(cell, access): &(CellId, Use)| {
                    !self.is_alone(access, &self.memory.cells[cell.index()].uses)
                };
                footprint.has_free_events |= footprint.uses.iter().any(is_free);
                // What others can tell of one they can tell of all; to have them once is enough.
                footprint.uses.clear();
                let mut touched = footprint.reads.iter().chain(&footprint.writes);
                footprint.touches_shared = footprint.touches_shared
                    || touched.any(|cell| {
                        self.memory.cells[cell.index()]
                            .accesses
                            .iter()
                            .any(|access| access.thread != place.thread)
                    });
                tells |= footprint.may_end && number + 1 < count;
                tells |= before.tells_order_to(&footprint, is_alone);
                before.absorb(footprint);
            }
            if tells && !planted!(OrdersAreNeverTold) {
                self.assumptions.let_order_tell(place);
            }
            // What is done inside is done by the operand around it; that one comes earlier in the list.
            self.orders.in_operand = outer;
            if let Some(around) = self.footprint() {
                around.absorb(before);
            }
        }
    }
}
