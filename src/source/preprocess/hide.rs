//! Hide sets: which macros must not expand a token any more, because it came out of them.
//!
//! Sets are interned, so a token carries one number, and the few operations on them are remembered. The size
//! of a set is the depth to which macros nest; `MOST_NESTED` bounds it so that a long chain of macros costs
//! neither quadratic memory nor time.

use rustc_hash::FxHashMap;

use super::token::Symbol;

/// The number of an interned set; 0 is the empty set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HideSet(u32);

/// Macros that expand to macros that expand to macros …
pub const MOST_NESTED: usize = 1000;

pub struct HideSets {
    sets: Vec<Vec<Symbol>>,
    numbers: FxHashMap<Vec<Symbol>, HideSet>,
    additions: FxHashMap<(HideSet, Symbol), HideSet>,
    unions: FxHashMap<(HideSet, HideSet), HideSet>,
    intersections: FxHashMap<(HideSet, HideSet), HideSet>,
}

impl HideSets {
    pub fn new() -> HideSets {
        let mut sets = HideSets {
            sets: Vec::new(),
            numbers: FxHashMap::default(),
            additions: FxHashMap::default(),
            unions: FxHashMap::default(),
            intersections: FxHashMap::default(),
        };
        sets.number(Vec::new());
        sets
    }

    pub fn contains(&self, set: HideSet, name: Symbol) -> bool {
        self.sets[set.0 as usize].binary_search(&name).is_ok()
    }

    pub fn size(&self, set: HideSet) -> usize {
        self.sets[set.0 as usize].len()
    }

    pub fn with(&mut self, set: HideSet, name: Symbol) -> HideSet {
        if let Some(&known) = self.additions.get(&(set, name)) {
            return known;
        }
        let mut members = self.sets[set.0 as usize].clone();
        if let Err(place) = members.binary_search(&name) {
            members.insert(place, name);
        }
        let result = self.number(members);
        self.additions.insert((set, name), result);
        result
    }

    pub fn union(&mut self, a: HideSet, b: HideSet) -> HideSet {
        if a == b || b == HideSet(0) {
            return a;
        }
        if a == HideSet(0) {
            return b;
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        let mut members = self.sets[a.0 as usize].clone();
        members.extend_from_slice(&self.sets[b.0 as usize]);
        members.sort_unstable();
        members.dedup();
        let result = self.number(members);
        self.unions.insert((a, b), result);
        result
    }

    pub fn intersection(&mut self, a: HideSet, b: HideSet) -> HideSet {
        if a == b {
            return a;
        }
        if a == HideSet(0) || b == HideSet(0) {
            return HideSet(0);
        }
        if let Some(&known) = self.intersections.get(&(a, b)) {
            return known;
        }
        let other = &self.sets[b.0 as usize];
        let members = self.sets[a.0 as usize]
            .iter()
            .copied()
            .filter(|name| other.binary_search(name).is_ok())
            .collect();
        let result = self.number(members);
        self.intersections.insert((a, b), result);
        result
    }

    fn number(&mut self, members: Vec<Symbol>) -> HideSet {
        if let Some(&known) = self.numbers.get(&members) {
            return known;
        }
        let set = HideSet(self.sets.len() as u32);
        self.sets.push(members.clone());
        self.numbers.insert(members, set);
        set
    }
}
