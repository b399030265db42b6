//! The constants of a program's steps: bounds are mostly among them.

use std::collections::BTreeMap;

use bmc_solver::{Node, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::relation::Relation;

/// By width, ascending.
pub struct Constants(BTreeMap<u32, Vec<u64>>);

impl Constants {
    pub fn of(relation: &Relation) -> Constants {
        let terms: &Terms = &relation.terms;
        let mut open: Vec<TermId> = relation.system.state.iter().map(|state| state.next).collect();
        open.extend([relation.system.bad, relation.system.constraint]);
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut found: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match terms.node(term) {
                Node::Constant(value) => {
                    if let (width @ 2..=64, Ok(value)) = (terms.width(term), u64::try_from(value)) {
                        let near = [value.wrapping_sub(1), value, value.wrapping_add(1)];
                        found.entry(width).or_default().extend(near.map(|value| value & mask(width)));
                    }
                }
                node => open.extend(node.operands()),
            }
        }
        for constants in found.values_mut() {
            constants.sort_unstable();
            constants.dedup();
        }
        Constants(found)
    }

    pub fn contains(&self, width: u32, value: u64) -> bool {
        self.0.get(&width).is_some_and(|all| all.binary_search(&value).is_ok())
    }

    /// The constants from a value on, the nearest first, and those down from it.
    pub fn from(&self, width: u32, value: u64) -> (impl Iterator<Item = u64>, impl Iterator<Item = u64>) {
        let all: &[u64] = self.0.get(&width).map_or(&[], |all| all);
        let above = all.partition_point(|&constant| constant < value);
        let below = all.partition_point(|&constant| constant <= value);
        (all[above..].iter().copied(), all[..below].iter().rev().copied())
    }
}

pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}
