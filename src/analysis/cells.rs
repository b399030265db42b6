//! How an object is cut into cells, and what is assumed of each of them.
//!
//! A cell is as large as the accesses to it: it is cut when one begins or ends inside it, and never put together again.

use std::collections::BTreeMap;

use super::values::Values;
use crate::ir::{Layout, ThreadId};

/// A range of bytes that is accessed as a whole.
#[derive(Clone, Debug)]
pub struct CellFacts {
    pub bytes: u64,
    /// Two threads may access it at the same time, one of them writing.
    pub shared: bool,
    /// A thread uses it that neither made the object nor got its contents from its creator.
    pub(super) foreign_since: Option<u32>,
    /// Some access while shared is not under the lock that the others are under.
    pub unprotected: bool,
    /// While shared, it is written by these.
    pub writers: Writers,
    /// While shared, it holds one of these.
    pub values: Values,
    pub(super) growths: u32,
    /// How many times a run can write it while it is shared.
    pub(super) writes: u32,
    /// The pass in which it was last used; a cell not yet used in a pass can still be cut.
    pub(super) used_in: u32,
}

/// Who writes a shared cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Writers {
    Nobody,
    Only(ThreadId),
    Several,
}

/// The values of a cell are followed exactly if it is written no more often than this, and for no more passes.
const MOST_EXACT_WRITES: u32 = 30;
pub(super) const MOST_EXACT_GROWTHS: u32 = 40;
/// Otherwise growing sets are widened to ranges after this many passes with growth, and given up after twice as
/// many.
const GROWTHS_BEFORE_WIDENING: u32 = 4;

impl CellFacts {
    pub(super) fn new(bytes: u64) -> CellFacts {
        CellFacts {
            bytes,
            shared: false,
            foreign_since: None,
            unprotected: false,
            writers: Writers::Nobody,
            values: Values::none(bits(bytes)),
            growths: 0,
            writes: 1,
            used_in: 0,
        }
    }

    /// Adds values; true if they are new.
    pub(super) fn grow(&mut self, values: &Values, number_limit: u128, follows: bool) -> bool {
        if self.values.includes(values) {
            return false;
        }
        self.growths += 1;
        self.values = self.values.join(values);
        if !follows {
            self.values = self.values.widen(number_limit, true);
            return true;
        }
        if !self.is_exact() && self.growths > GROWTHS_BEFORE_WIDENING {
            self.values = self.values.widen(number_limit, self.growths > 2 * GROWTHS_BEFORE_WIDENING);
        }
        true
    }

    fn is_exact(&self) -> bool {
        self.writes <= MOST_EXACT_WRITES && self.growths <= MOST_EXACT_GROWTHS
    }

    /// The values are followed write by write: then a pass should find what one more write does, not more. It is
    /// about the write after the first `n`, which hold what is assumed; so what a thread wrote earlier is one of the
    /// values assumed of the cell. Otherwise values would grow by all writes of a thread in every pass.
    pub fn grows_by_single_writes(&self) -> bool {
        self.is_exact() && self.growths >= 1
    }
}

/// The cells of an object, by their offsets.
#[derive(Debug, Default)]
pub(super) struct Cells(BTreeMap<u64, CellFacts>);

impl Cells {
    pub fn of(layout: &Layout) -> Cells {
        let mut cells = Cells::default();
        let cuts = if layout.size() > 0 { cuts_of(layout) } else { Vec::new() };
        for pair in cuts.windows(2) {
            cells.add(pair[0], pair[1] - pair[0]);
        }
        cells
    }

    pub fn add(&mut self, offset: u64, bytes: u64) {
        self.0.insert(offset, CellFacts::new(bytes));
    }

    pub fn get(&self, offset: u64) -> Option<&CellFacts> {
        self.0.get(&offset)
    }

    pub fn get_mut(&mut self, offset: u64) -> Option<&mut CellFacts> {
        self.0.get_mut(&offset)
    }

    /// The offsets of the cells that lie within that range; they are used in this pass.
    pub fn use_within(&mut self, offset: u64, bytes: u64, pass: u32) -> Vec<u64> {
        let used = |(&at, cell): (&u64, &mut CellFacts)| {
            cell.used_in = pass;
            at
        };
        self.0.range_mut(offset..offset + bytes).map(used).collect()
    }

    pub fn is_any_used_in(&self, pass: u32) -> bool {
        self.0.values().any(|cell| cell.used_in == pass)
    }

    /// Whether whole cells make up that range.
    pub fn make_up(&self, offset: u64, bytes: u64) -> bool {
        let end = offset + bytes;
        let last = self.0.range(..end).next_back();
        self.0.contains_key(&offset) && last.is_some_and(|(at, cell)| at + cell.bytes == end)
    }

    /// Whether that range is a part of memory that nobody has accessed yet, so that it may become whole cells.
    pub fn are_untouched(&self, offset: u64, bytes: u64) -> bool {
        let before = self.0.range(..=offset).next_back();
        before.is_some_and(|(at, cell)| cell.used_in == 0 && offset + bytes <= at + cell.bytes)
    }

    pub fn shared(&self) -> Vec<u64> {
        self.0.iter().filter(|(_, cell)| cell.shared).map(|(&at, _)| at).collect()
    }

    /// Cuts the cell that goes on beyond this place; true if it was used as a whole in this pass.
    pub fn cut(&mut self, at: u64, pass: u32) -> bool {
        let Some((&start, cell)) = self.0.range_mut(..at).next_back() else { return false };
        let end = start + cell.bytes;
        if end <= at {
            return false;
        }
        let was_used = cell.used_in == pass;
        let (low_bytes, high_bytes) = (at - start, end - at);
        let mut high = cell.clone();
        if cell.values.width > 0 && !cell.values.is_none() {
            high.values = extract(&cell.values, low_bytes, high_bytes);
            cell.values = extract(&cell.values, 0, low_bytes);
        } else {
            high.values = Values::none(bits(high_bytes));
            cell.values = Values::none(bits(low_bytes));
        }
        cell.bytes = low_bytes;
        high.bytes = high_bytes;
        high.used_in = 0;
        self.0.insert(at, high);
        was_used
    }
}

/// Cells wider than a term can be are never read as a whole: they are cut on first use.
fn bits(bytes: u64) -> u32 {
    (bytes * 8).min(128) as u32
}

fn extract(values: &Values, low_bytes: u64, bytes: u64) -> Values {
    if low_bytes * 8 + bytes * 8 <= u64::from(values.width) {
        values.extract((low_bytes * 8) as u32, (bytes * 8) as u32)
    } else {
        Values::any(bits(bytes))
    }
}

/// Objects of more parts than this begin as one cell, which accesses cut where they need it.
const MOST_FIRST_CELLS: u64 = 1 << 18;

/// Where cells of an object of this layout begin and end at first.
pub fn cuts_of(layout: &Layout) -> Vec<u64> {
    if layout.parts() > MOST_FIRST_CELLS {
        return vec![0, layout.size()];
    }
    let mut cuts = vec![0, layout.size()];
    let mut pending = vec![(0, layout)];
    while let Some((at, layout)) = pending.pop() {
        cuts.push(at);
        cuts.push(at + layout.size());
        match layout {
            Layout::Scalar(_) | Layout::Opaque { .. } => {}
            // Elements without a size are all in the same place, however many there are.
            Layout::Array { element, .. } if element.size() == 0 => {}
            Layout::Array { element, count } => {
                pending.extend((0..*count).map(|i| (at + i * element.size(), element.as_ref())));
            }
            Layout::Record { fields, .. } => {
                pending.extend(fields.iter().map(|f| (at + f.offset, &f.layout)));
            }
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}
