//! Terms with other terms in place of variables.

use rustc_hash::FxHashMap;

use super::{Node, TermId, Terms};

/// What variables stand for, and the terms that were rebuilt so far.
#[derive(Default)]
pub struct Substitution {
    variables: FxHashMap<TermId, TermId>,
    results: FxHashMap<TermId, TermId>,
}

impl Substitution {
    /// Terms that were asked for before and contain the variable keep their result until
    /// [`forget_results`](Substitution::forget_results).
    pub fn set(&mut self, variable: TermId, term: TermId) {
        self.variables.insert(variable, term);
        self.results.insert(variable, term);
    }

    pub fn forget_results(&mut self) {
        self.results.clear();
    }

    /// The term with every variable replaced.
    pub fn of(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            if self.results.contains_key(&next) {
                pending.pop();
                continue;
            }
            let node = terms.node(next);
            let before = pending.len();
            pending.extend(node.operands().filter(|operand| !self.results.contains_key(operand)));
            if pending.len() == before {
                let result = self.rebuilt(terms, next, node);
                self.results.insert(next, result);
                pending.pop();
            }
        }
        self.results[&term]
    }

    /// The node, of operands that have been rebuilt.
    fn rebuilt(&self, terms: &mut Terms, term: TermId, node: Node) -> TermId {
        match node {
            Node::Variable => self.variables.get(&term).copied().unwrap_or(term),
            _ => terms.rebuild(term, |operand| self.results[&operand]),
        }
    }
}

impl Terms {
    /// The term, of what its operands have become.
    pub fn rebuild(&mut self, term: TermId, new: impl Fn(TermId) -> TermId) -> TermId {
        let node = self.node(term);
        if node.operands().all(|operand| new(operand) == operand) {
            return term;
        }
        let width = self.width(term);
        let terms = self;
        match node {
            Node::Constant(_) | Node::Variable => term,
            Node::Not(a) => terms.not(new(a)),
            Node::Neg(a) => terms.neg(new(a)),
            Node::And(a, b) => terms.and(new(a), new(b)),
            Node::Xor(a, b) => terms.xor(new(a), new(b)),
            Node::Add(a, b) => terms.add(new(a), new(b)),
            Node::Mul(a, b) => terms.mul(new(a), new(b)),
            Node::Udiv(a, b) => terms.udiv(new(a), new(b)),
            Node::Urem(a, b) => terms.urem(new(a), new(b)),
            Node::Shl(a, b) => terms.shl(new(a), new(b)),
            Node::Lshr(a, b) => terms.lshr(new(a), new(b)),
            Node::Ashr(a, b) => terms.ashr(new(a), new(b)),
            Node::Eq(a, b) => terms.eq(new(a), new(b)),
            Node::Ult(a, b) => terms.ult(new(a), new(b)),
            Node::Slt(a, b) => terms.slt(new(a), new(b)),
            Node::Ite(a, b, c) => terms.ite(new(a), new(b), new(c)),
            Node::Concat(a, b) => terms.concat(new(a), new(b)),
            Node::Extract { term, low } => terms.extract(new(term), low, width),
            Node::SignExtend(a) => terms.sign_extend(new(a), width),
        }
    }
}
