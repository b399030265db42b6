//! Which variables and inputs a value was computed from.
//!
//! Every register and every memory cell has a small set of sources. Sets are interned, so that copying a value
//! copies a number, and hold at most `MOST_SOURCES` sources, the nearest first: what a condition reads directly
//! is kept, what flowed into that long ago is dropped first.

use rustc_hash::FxHashMap;

use crate::ir::{ObjectId, RegisterId, ThreadId, Type};

const MOST_SOURCES: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    Cell {
        object: ObjectId,
        offset: u64,
        ty: Type,
    },
    /// A C variable that lives in a register of one activation.
    Register {
        thread: ThreadId,
        activation: u64,
        register: RegisterId,
    },
    /// The n-th input of the run.
    Input(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SourceSet(u32);

impl SourceSet {
    pub const EMPTY: SourceSet = SourceSet(0);
}

pub struct Dependencies {
    sets: Vec<Vec<Source>>,
    numbers: FxHashMap<Vec<Source>, SourceSet>,
    /// By object and offset: what flowed into the value stored there last.
    cells: FxHashMap<(ObjectId, u64), SourceSet>,
}

impl Dependencies {
    pub fn new() -> Dependencies {
        let numbers = FxHashMap::from_iter([(Vec::new(), SourceSet::EMPTY)]);
        Dependencies { sets: vec![Vec::new()], numbers, cells: FxHashMap::default() }
    }

    pub fn single(&mut self, source: Source) -> SourceSet {
        self.intern(vec![source])
    }

    /// All sources of all sets, those of the first set first.
    pub fn union(&mut self, sets: &[SourceSet]) -> SourceSet {
        let mut distinct = sets.iter().filter(|set| **set != SourceSet::EMPTY);
        let Some(first) = distinct.next() else { return SourceSet::EMPTY };
        if distinct.all(|set| set == first) {
            return *first;
        }
        let mut sources: Vec<Source> = Vec::new();
        for source in sets.iter().flat_map(|set| &self.sets[set.0 as usize]) {
            if sources.len() < MOST_SOURCES && !sources.contains(source) {
                sources.push(*source);
            }
        }
        self.intern(sources)
    }

    /// The sources that are not variables in registers. Memory and callers outlive the activation such a
    /// variable belongs to, so that it could not be shown in the end and would only take the place of others.
    pub fn lasting(&mut self, set: SourceSet) -> SourceSet {
        let sources = self.sets[set.0 as usize].iter();
        let lasting = sources.filter(|source| !matches!(source, Source::Register { .. })).copied().collect();
        self.intern(lasting)
    }

    pub fn sources(&self, set: SourceSet) -> &[Source] {
        &self.sets[set.0 as usize]
    }

    pub fn of_cell(&self, object: ObjectId, offset: u64) -> SourceSet {
        self.cells.get(&(object, offset)).copied().unwrap_or(SourceSet::EMPTY)
    }

    pub fn set_cell(&mut self, object: ObjectId, offset: u64, sources: SourceSet) {
        self.cells.insert((object, offset), sources);
    }

    fn intern(&mut self, sources: Vec<Source>) -> SourceSet {
        if let Some(set) = self.numbers.get(&sources) {
            return *set;
        }
        let set = SourceSet(self.sets.len() as u32);
        self.sets.push(sources.clone());
        self.numbers.insert(sources, set);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_keeps_the_nearest_sources_and_forgets_the_rest() {
        let mut dependencies = Dependencies::new();
        let far: Vec<SourceSet> = (0..20).map(|n| dependencies.single(Source::Input(n))).collect();
        let all = dependencies.union(&far);
        let near = dependencies.single(Source::Input(99));
        let both = dependencies.union(&[near, all]);
        assert_eq!(dependencies.sources(both)[0], Source::Input(99));
        assert_eq!(dependencies.sources(both).len(), MOST_SOURCES);
        assert_eq!(dependencies.union(&[SourceSet::EMPTY, near, near]), near);
        assert_eq!(dependencies.union(&[both, near]), both);
    }
}
