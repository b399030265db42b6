//! Functions of a tree of `ite` whose leaves are constants.
//!
//! Memory cells that only ever hold a few known values are chains `ite(c1, 5, ite(c2, 7, 0))`. Comparing such
//! a chain with a constant is a question about the conditions alone, so it becomes a truth value without any
//! word left in it; adding a constant to it changes the leaves.
//!
//! A comparison may walk long chains: results are remembered per node, so that comparing a chain after it has
//! grown by one costs one step. Words are only mapped over small trees, since the mapped tree is a copy. The
//! walk has its own stack; where leaves lead to further trees the nesting is bounded.

use super::{Op, TermId, Terms};

/// Largest number of leaves over which a function that yields words is mapped.
const WORD_LEAVES: u16 = 16;
/// Nodes visited by one walk before the rest is left as it is.
const WALK_LIMIT: usize = 10_000;
/// Walks within walks.
const DEPTH_LIMIT: u32 = 16;
/// Remembered results before they are forgotten.
const MEMORY_LIMIT: usize = 1 << 20;

enum Step {
    Visit(TermId),
    /// The results of both branches lie on top of the results.
    Join(TermId),
}

/// A function of one word; the other operand, if any, is a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct LeafFunction {
    op: Op,
    other: TermId,
    /// The constant is the left operand.
    flipped: bool,
    low: u8,
    width: u8,
}

impl LeafFunction {
    pub(super) fn binary(op: Op, constant: TermId) -> LeafFunction {
        LeafFunction { op, other: constant, flipped: false, low: 0, width: 0 }
    }

    pub(super) fn binary_flipped(op: Op, constant: TermId) -> LeafFunction {
        LeafFunction { op, other: constant, flipped: true, low: 0, width: 0 }
    }

    pub(super) fn slice(op: Op, low: u32, width: u32) -> LeafFunction {
        LeafFunction { op, other: TermId::FALSE, flipped: false, low: low as u8, width: width as u8 }
    }
}

impl Terms {
    /// The function mapped over the tree, if it is a small tree of constants with at least two leaves.
    pub(super) fn map_leaves_of_word(&mut self, function: LeafFunction, tree: TermId) -> Option<TermId> {
        let leaves = self.nodes[tree.index()].leaves;
        ((2..=WORD_LEAVES).contains(&leaves)).then(|| self.walk_leaves(function, tree))
    }

    /// A comparison mapped over the tree, if it is a tree of constants or a chain with a constant in front.
    pub(super) fn map_leaves_of_comparison(
        &mut self,
        function: LeafFunction,
        tree: TermId,
    ) -> Option<TermId> {
        if !self.is_leafy(tree) || self.leaf_depth >= DEPTH_LIMIT {
            return None;
        }
        self.leaf_depth += 1;
        let result = self.walk_leaves(function, tree);
        self.leaf_depth -= 1;
        Some(result)
    }

    fn is_leafy(&self, t: TermId) -> bool {
        match self.as_ite(t) {
            Some((_, yes, no)) => {
                self.nodes[t.index()].leaves > 1 || self.is_constant(yes) || self.is_constant(no)
            }
            None => false,
        }
    }

    fn walk_leaves(&mut self, function: LeafFunction, tree: TermId) -> TermId {
        if self.leaf_results.len() > MEMORY_LIMIT {
            self.leaf_results.clear();
        }
        let mut visited = 0;
        let mut results: Vec<TermId> = Vec::new();
        let mut pending = vec![Step::Visit(tree)];
        while let Some(step) = pending.pop() {
            let t = match step {
                Step::Visit(t) => t,
                Step::Join(node) => {
                    let no = results.pop().expect("result of the second branch");
                    let yes = results.pop().expect("result of the first branch");
                    let result = self.ite(self.operand(node, 0), yes, no);
                    self.leaf_results.insert((function, node), result);
                    results.push(result);
                    continue;
                }
            };
            if let Some(&known) = self.leaf_results.get(&(function, t)) {
                results.push(known);
                continue;
            }
            visited += 1;
            if visited > WALK_LIMIT {
                results.push(self.apply_plainly(function, t));
            } else if self.is_leafy(t) {
                let (_, yes, no) = self.as_ite(t).expect("leafy terms are ite");
                pending.extend([Step::Join(t), Step::Visit(no), Step::Visit(yes)]);
            } else {
                results.push(self.apply(function, t));
            }
        }
        results.pop().expect("the walk leaves one result")
    }

    fn apply(&mut self, function: LeafFunction, t: TermId) -> TermId {
        let (a, b) = if function.flipped { (function.other, t) } else { (t, function.other) };
        match function.op {
            Op::Not => self.not(t),
            Op::Neg => self.neg(t),
            Op::And => self.and(a, b),
            Op::Xor => self.xor(a, b),
            Op::Add => self.add(a, b),
            Op::Mul => self.mul(a, b),
            Op::Eq => self.eq(a, b),
            Op::Ult => self.ult(a, b),
            Op::Slt => self.slt(a, b),
            Op::Concat => self.concat(a, b),
            Op::Extract => self.extract(t, function.low.into(), function.width.into()),
            Op::SignExtend => self.sign_extend(t, function.width.into()),
            other => unreachable!("{other:?} is not mapped over leaves"),
        }
    }

    /// The node itself, without looking into the term. Only comparisons can get this far.
    fn apply_plainly(&mut self, function: LeafFunction, t: TermId) -> TermId {
        let (a, b) = if function.flipped { (function.other, t) } else { (t, function.other) };
        self.intern_two(function.op, 1, a, b)
    }
}
