//! Arrays by the addresses that are read instead of by their elements.
//!
//! An access at an index that is not known may go to any element, and memory is swept once per round: an array of
//! thousands of elements costs thousands of choices for every access in every round. But all that reads can tell is
//! what is at their own addresses. An address is a term, and has one value in a run, whenever it is computed. So for
//! each address at which something is read there is one cell, *what is there*; a write changes it if its own address
//! is the same. The elements themselves are not kept.
//!
//! - A read at `a` takes the cell of `a`, which holds the value of the last write at an equal address, or else what
//!   the element held at first.
//! - In a branch that is not taken an address may be anything, also an element of which the read does not expect the
//!   values. So writes reach the cell of `a` only if some read at `a` is in a branch that is taken.
//! - Steps that touch no common cell are independent as before (`canonical`): no read tells their order. For races
//!   the writes count, too, so there the addresses of writes have cells as well.
//!
//! Addresses must not change while a run goes on. Where statements are repeated per round they do (`naive`), so this
//! is only for statements that are encoded once.

use std::collections::BTreeMap;

use bmc_solver::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::memory::contents;
use crate::events::*;
use crate::ir::PropertyKind;
use crate::planted::planted;

/// The structure with addresses instead of the elements of arrays, where that makes fewer places.
pub fn follow_addresses(terms: &mut Terms, mut structure: EventStructure) -> EventStructure {
    let counts_writes = structure.states.iter().any(|(kind, _)| *kind == PropertyKind::Race);
    for region in regions(&structure) {
        let followed = Followed::new(terms, &structure, &region, counts_writes);
        if followed.places(&structure, &region) < region.places {
            followed.replace(terms, &mut structure, &region);
        }
    }
    structure
}

/// Where an event is: thread and number.
type EventPlace = (usize, usize);

/// Cells that are accessed together, because some access may mean any of several.
struct Region {
    events: Vec<EventPlace>,
    bytes: u64,
    /// In all events together.
    places: usize,
}

/// The regions in which every access means one cell, all of the same size, which its address tells.
fn regions(structure: &EventStructure) -> Vec<Region> {
    let mut sets = DisjointSets::new(structure.cells.len());
    for (_, access) in accesses(structure) {
        let mut cells = access.places.iter().flat_map(|place| &place.cells);
        if let Some(first) = cells.next() {
            cells.for_each(|cell| sets.join(first.index(), cell.index()));
        }
    }
    let mut regions: BTreeMap<usize, Option<Region>> = BTreeMap::new();
    for (at, access) in accesses(structure) {
        let Some(first) = access.places.first() else { continue };
        let bytes = structure.cells[first.cells[0].index()].bytes;
        let region = regions
            .entry(sets.find(first.cells[0].index()))
            .or_insert_with(|| Some(Region { events: Vec::new(), bytes, places: 0 }));
        let is_plain =
            |place: &Place| place.cells.len() == 1 && structure.cells[place.cells[0].index()].bytes == bytes;
        match region {
            Some(known) if known.bytes == bytes && access.is_told() && access.places.iter().all(is_plain) => {
                known.events.push(at);
                known.places += access.places.len();
            }
            _ => *region = None,
        }
    }
    regions.into_values().flatten().collect()
}

/// An event that reads or writes memory.
struct Access<'a> {
    places: &'a [Place],
    address: Option<TermId>,
    guard: TermId,
    writes: bool,
}

impl Access<'_> {
    fn of(event: &Event) -> Option<Access<'_>> {
        let guard = event.guard;
        match &event.kind {
            EventKind::Read { places, address, .. } => {
                Some(Access { places, address: *address, guard, writes: false })
            }
            EventKind::Write { places, address, .. } => {
                Some(Access { places, address: *address, guard, writes: true })
            }
            EventKind::Create { .. } | EventKind::Join { .. } => None,
        }
    }

    fn is_told(&self) -> bool {
        self.places.len() == 1 || self.address.is_some()
    }

    /// The word that says where it goes. With a single place it is that of the cell.
    fn word(&self, cells: &[Cell]) -> TermId {
        match self.places {
            [only] => cells[only.cells[0].index()].address,
            _ => self.address.expect("a region has only accesses whose places are told by an address"),
        }
    }
}

fn accesses(structure: &EventStructure) -> impl Iterator<Item = (EventPlace, Access<'_>)> {
    structure.threads.iter().enumerate().flat_map(|(thread, events)| {
        let events = events.events.iter().enumerate();
        events.filter_map(move |(index, event)| Some(((thread, index), Access::of(event)?)))
    })
}

/// The addresses of a region that have cells.
struct Followed {
    addresses: Vec<Address>,
}

struct Address {
    word: TermId,
    /// Something in a branch that is taken accesses it; always, if the address is a constant.
    taken: TermId,
    /// Where it may be.
    places: Vec<Place>,
}

impl Followed {
    fn new(terms: &mut Terms, structure: &EventStructure, region: &Region, counts_writes: bool) -> Followed {
        let EventStructure { threads, cells, .. } = structure;
        let mut addresses: Vec<Address> = Vec::new();
        let mut known: FxHashMap<TermId, usize> = FxHashMap::default();
        let mut placed: FxHashSet<(usize, CellId)> = FxHashSet::default();
        for &(thread, index) in &region.events {
            let access = Access::of(&threads[thread].events[index]).expect("regions have accesses only");
            if access.writes && !counts_writes {
                continue;
            }
            let word = access.word(cells);
            let taken = match access.places.len() {
                1 => TermId::TRUE,
                _ => access.guard,
            };
            let at = *known.entry(word).or_insert_with(|| {
                addresses.push(Address { word, taken: TermId::FALSE, places: Vec::new() });
                addresses.len() - 1
            });
            let address = &mut addresses[at];
            address.taken = terms.or(address.taken, taken);
            let new = access.places.iter().filter(|place| placed.insert((at, place.cells[0])));
            address.places.extend(new.cloned());
        }
        Followed { addresses }
    }

    /// How many places the events would have; a read has one. First contents that are not all the same have to be
    /// looked up, which counts as much.
    fn places(&self, structure: &EventStructure, region: &Region) -> usize {
        let is_write = |&&(thread, index): &&EventPlace| {
            matches!(structure.threads[thread].events[index].kind, EventKind::Write { .. })
        };
        let writes = region.events.iter().filter(is_write).count();
        let reads = region.events.len() - writes;
        let initial = |place: &Place| structure.cells[place.cells[0].index()].initial;
        let lookups = self.addresses.iter().filter(|address| {
            address.places.iter().any(|place| initial(place) != initial(&address.places[0]))
        });
        writes * self.addresses.len() + reads + lookups.map(|address| address.places.len()).sum::<usize>()
    }

    fn replace(&self, terms: &mut Terms, structure: &mut EventStructure, region: &Region) {
        let EventStructure { threads, cells, .. } = structure;
        let initial: Vec<Option<TermId>> = cells.iter().map(|cell| cell.initial).collect();
        let mut cell_of: FxHashMap<TermId, CellId> = FxHashMap::default();
        for address in &self.addresses {
            cell_of.insert(address.word, CellId::new(cells.len()));
            cells.push(Cell {
                address: address.word,
                bytes: region.bytes,
                initial: Some(contents(terms, &initial, &address.places)),
                is_protected: false,
            });
        }
        for &(thread, index) in &region.events {
            let event = &mut threads[thread].events[index];
            let access = Access::of(event).expect("regions have accesses only");
            let word = access.word(cells);
            let new = match access.writes {
                true => self.places_of_write(terms, &access, word, &cell_of),
                false => vec![Place { condition: TermId::TRUE, cells: vec![cell_of[&word]] }],
            };
            if let EventKind::Read { places, .. } | EventKind::Write { places, .. } = &mut event.kind {
                *places = new;
            }
        }
    }

    fn places_of_write(
        &self,
        terms: &mut Terms,
        write: &Access<'_>,
        word: TermId,
        cell_of: &FxHashMap<TermId, CellId>,
    ) -> Vec<Place> {
        let goes_there = match write.places {
            [only] => only.condition,
            _ => TermId::TRUE,
        };
        let mut places = Vec::with_capacity(self.addresses.len());
        for address in &self.addresses {
            let is_same = match planted!(AddressesNeverMeet) && word != address.word {
                true => TermId::FALSE,
                false => terms.eq(word, address.word),
            };
            let condition = terms.and_all([is_same, address.taken, goes_there]);
            if condition != TermId::FALSE {
                places.push(Place { condition, cells: vec![cell_of[&address.word]] });
            }
        }
        places
    }
}

/// Sets of numbers that only grow together.
struct DisjointSets {
    parent: Vec<usize>,
}

impl DisjointSets {
    fn new(count: usize) -> DisjointSets {
        DisjointSets { parent: (0..count).collect() }
    }

    fn find(&mut self, of: usize) -> usize {
        let mut root = of;
        while self.parent[root] != root {
            self.parent[root] = self.parent[self.parent[root]];
            root = self.parent[root];
        }
        root
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[b] = a;
    }
}
