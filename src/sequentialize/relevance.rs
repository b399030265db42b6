//! Cone of influence: a read that nothing depends on needs no constraint.
//!
//! The binding of a read's symbol only matters if the symbol occurs in something that does: a claim, a
//! condition of the schedule, or the binding of another symbol that matters.

use bmc_solver::{Node, TermId, Terms};
use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct Relevance {
    bindings: Vec<TermId>,
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

    /// The bindings that the roots depend on, and the others, in the order in which they were made.
    pub fn split(mut self, terms: &Terms, roots: impl Iterator<Item = TermId>) -> (Vec<TermId>, Vec<TermId>) {
        let mut seen = vec![false; terms.len()];
        let mut needed = vec![false; self.bindings.len()];
        let mut pending: Vec<TermId> = roots.collect();
        while let Some(term) = pending.pop() {
            if std::mem::replace(&mut seen[term.index()], true) {
                continue;
            }
            match terms.node(term) {
                Node::Constant(_) => {}
                Node::Variable => {
                    for index in self.of_variable.remove(&term).unwrap_or_default() {
                        if !std::mem::replace(&mut needed[index], true) {
                            pending.push(self.bindings[index]);
                        }
                    }
                }
                node => pending.extend(node.operands()),
            }
        }
        let (needed, others): (Vec<_>, Vec<_>) = self.bindings.into_iter().zip(needed).partition(|(_, n)| *n);
        let terms_of = |pairs: Vec<(TermId, bool)>| pairs.into_iter().map(|(term, _)| term).collect();
        (terms_of(needed), terms_of(others))
    }
}
