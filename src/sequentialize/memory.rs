//! Memory that is swept in the order of a schedule: what a thread finds at a place now, and what it leaves there.
//!
//! A [`Sweep`](super::sweep::Sweep) goes through the contexts in order and asks the memory; what a write does to what
//! others read later is the memory's business alone. Here it is sequentially consistent: one term per cell, a write is
//! there at once for everybody. A memory with store buffers is another implementation.

use bmc_solver::{TermId, Terms};

use crate::events::{Cell, Place};
use crate::ir::ThreadId;
use crate::planted::planted;

pub(super) trait Memory {
    /// What the thread reads at the places now. Exactly one of their conditions holds where it matters.
    fn contents(&self, terms: &mut Terms, thread: ThreadId, places: &[Place]) -> TermId;

    /// The thread writes the value to the places whose condition holds, if it is `effective` at all.
    fn write(
        &mut self,
        terms: &mut Terms,
        thread: ThreadId,
        places: &[Place],
        value: TermId,
        effective: TermId,
    );

    /// The same memory, for what might happen next.
    fn fork(&self) -> Box<dyn Memory>;

    /// Replaces what everybody finds in every cell, each by what `guess` makes of it.
    fn replace(&mut self, guess: &mut dyn FnMut(TermId) -> TermId);
}

/// One term per cell.
#[derive(Clone)]
pub(super) struct SequentiallyConsistent {
    /// `None` if no event ever needs it.
    cells: Vec<Option<TermId>>,
    bits: Vec<u32>,
}

impl SequentiallyConsistent {
    pub fn new(cells: &[Cell]) -> SequentiallyConsistent {
        SequentiallyConsistent {
            cells: cells.iter().map(|cell| cell.initial).collect(),
            bits: cells.iter().map(Cell::bits).collect(),
        }
    }
}

impl Memory for SequentiallyConsistent {
    fn contents(&self, terms: &mut Terms, _: ThreadId, places: &[Place]) -> TermId {
        contents(terms, &self.cells, places)
    }

    fn write(&mut self, terms: &mut Terms, _: ThreadId, places: &[Place], value: TermId, effective: TermId) {
        let reached = if planted!(WritesReachOnePlace) { 1 } else { places.len() };
        for place in &places[..reached] {
            let here = terms.and(effective, place.condition);
            let mut low = 0;
            for cell in &place.cells {
                let bits = self.bits[cell.index()];
                let part = terms.extract(value, low, bits);
                let before = self.cells[cell.index()].expect("a shared cell has first contents");
                self.cells[cell.index()] = Some(terms.ite(here, part, before));
                low += bits;
            }
        }
    }

    fn fork(&self) -> Box<dyn Memory> {
        Box::new(self.clone())
    }

    fn replace(&mut self, guess: &mut dyn FnMut(TermId) -> TermId) {
        for contents in self.cells.iter_mut().flatten() {
            *contents = guess(*contents);
        }
    }
}

/// What is at the places, given what is in every cell. The last place needs no condition.
pub(super) fn contents(terms: &mut Terms, cells: &[Option<TermId>], places: &[Place]) -> TermId {
    let mut value = None;
    for place in places.iter().rev() {
        let parts = place.cells.iter().map(|c| cells[c.index()].expect("a shared cell has first contents"));
        let here = parts.reduce(|low, high| terms.concat(high, low)).expect("a place has cells");
        value = Some(value.map_or(here, |other| terms.ite(place.condition, here, other)));
    }
    value.expect("a read has places")
}
