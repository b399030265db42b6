//! Cone of influence: a read that nothing depends on needs no constraint.
//!
//! The binding of a read's symbol only matters if the symbol occurs in something that does: a claim, a
//! condition of the schedule, or the binding of another symbol that matters.

use bmc_solver::{Node, TermId, Terms};
use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct Relevance {
    bindings: Vec<TermId>,
    /// Which of them were found to be needed.
    taken: Vec<bool>,
    /// Which bindings speak of a variable.
    of_variable: FxHashMap<TermId, Vec<usize>>,
}

impl Relevance {
    /// `binding` says what `symbol` is; it is needed only if a variable of the symbol is.
    pub fn bind(&mut self, terms: &Terms, symbol: TermId, binding: TermId) {
        if binding == TermId::TRUE {
            return;
        }
        let index = self.bindings.len();
        self.bindings.push(binding);
        self.taken.push(false);
        let mut pending = vec![symbol];
        while let Some(term) = pending.pop() {
            match terms.node(term) {
                Node::Variable => self.of_variable.entry(term).or_default().push(index),
                Node::Concat(high, low) => pending.extend([high, low]),
                Node::SignExtend(bit) => pending.push(bit),
                Node::Constant(_) => {}
                other => unreachable!("a read's symbol is made of variables and constants, not {other:?}"),
            }
        }
    }

    /// The bindings that the roots depend on, in the order in which they were made, without those that were taken
    /// before.
    pub fn take_needed(&mut self, terms: &Terms, roots: impl Iterator<Item = TermId>) -> Vec<TermId> {
        let mut seen = vec![false; terms.len()];
        let mut needed = self.taken.clone();
        let mut pending: Vec<TermId> = roots.collect();
        while let Some(term) = pending.pop() {
            if std::mem::replace(&mut seen[term.index()], true) {
                continue;
            }
            match terms.node(term) {
                Node::Constant(_) => {}
                Node::Variable => {
                    for &index in self.of_variable.get(&term).map_or(&[][..], Vec::as_slice) {
                        if !std::mem::replace(&mut needed[index], true) {
                            pending.push(self.bindings[index]);
                        }
                    }
                }
                node => pending.extend(node.operands()),
            }
        }
        let is_new = |index: &usize| needed[*index] && !self.taken[*index];
        let new = (0..needed.len()).filter(is_new).map(|index| self.bindings[index]).collect();
        self.taken = needed;
        new
    }

    /// All bindings that were not taken before.
    pub fn take_all(&mut self) -> Vec<TermId> {
        let others = self.others();
        self.taken.fill(true);
        others
    }

    /// The bindings that nothing depends on.
    pub fn others(&self) -> Vec<TermId> {
        let untaken = self.bindings.iter().zip(&self.taken).filter(|(_, taken)| !**taken);
        untaken.map(|(&binding, _)| binding).collect()
    }
}
