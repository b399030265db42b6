//! Values of variables, and of terms under them.

use bitvec::prelude::*;
use rustc_hash::FxHashMap;

use crate::term::semantics::{self, mask, signed};
use crate::term::{Node, Op, TermId, Terms};

/// Values of variables; a variable that was never set is 0.
#[derive(Clone, Default, Debug)]
pub struct Assignment {
    /// Where the bits of a variable begin, and how many there are.
    places: FxHashMap<TermId, (usize, u32)>,
    bits: BitVec<u64, Lsb0>,
}

impl Assignment {
    pub fn new() -> Assignment {
        Assignment::default()
    }

    pub fn set(&mut self, var: TermId, value: u128, width: u32) {
        assert!((1..=128).contains(&width), "terms are 1 to 128 bits wide, not {width}");
        let start = match self.places.get(&var) {
            Some(&(start, known)) if known == width => start,
            _ => {
                let start = self.bits.len();
                self.bits.resize(start + width as usize, false);
                self.places.insert(var, (start, width));
                start
            }
        };
        self.bits[start..start + width as usize].store_le(value & mask(width));
    }

    /// The value, 0 if it was never set.
    pub fn get(&self, var: TermId) -> u128 {
        match self.places.get(&var) {
            Some(&(start, width)) => self.bits[start..start + width as usize].load_le(),
            None => 0,
        }
    }

    pub fn contains(&self, var: TermId) -> bool {
        self.places.contains_key(&var)
    }

    /// The variables that were set, in the order of their ids.
    pub fn variables(&self) -> Vec<TermId> {
        let mut variables: Vec<TermId> = self.places.keys().copied().collect();
        variables.sort_unstable();
        variables
    }
}

/// Computes the values of terms under an assignment and remembers them.
pub struct Evaluator<'a> {
    terms: &'a Terms,
    assignment: &'a Assignment,
    /// For each term one more than the place of its value, or 0.
    places: Vec<u32>,
    values: Vec<u128>,
    stack: Vec<TermId>,
}

impl<'a> Evaluator<'a> {
    pub fn new(terms: &'a Terms, assignment: &'a Assignment) -> Self {
        Evaluator { terms, assignment, places: vec![0; terms.len()], values: Vec::new(), stack: Vec::new() }
    }

    pub fn value(&mut self, t: TermId) -> u128 {
        if let Some(value) = self.known(t) {
            return value;
        }
        self.stack.push(t);
        while let Some(&top) = self.stack.last() {
            if self.known(top).is_some() {
                self.stack.pop();
                continue;
            }
            if let Some(value) = self.try_compute(top) {
                self.values.push(value & mask(self.terms.width(top)));
                self.places[top.index()] = self.values.len() as u32;
                self.stack.pop();
            }
        }
        self.known(t).expect("the value was just computed")
    }

    /// Whether a term of width 1 holds.
    pub fn holds(&mut self, t: TermId) -> bool {
        self.value(t) == 1
    }

    fn known(&self, t: TermId) -> Option<u128> {
        let place = self.places[t.index()];
        (place != 0).then(|| self.values[place as usize - 1])
    }

    /// The value of an operand, which is put on the stack if it is not known yet.
    fn ask(&mut self, t: TermId) -> Option<u128> {
        let value = self.known(t);
        if value.is_none() {
            self.stack.push(t);
        }
        value
    }

    fn try_compute(&mut self, t: TermId) -> Option<u128> {
        let value = match self.terms.node(t) {
            Node::Constant(value) => value,
            Node::Variable => self.assignment.get(t),
            Node::Not(a) => !self.ask(a)?,
            Node::Neg(a) => self.ask(a)?.wrapping_neg(),
            Node::Ite(c, yes, no) => {
                let branch = if self.ask(c)? == 1 { yes } else { no };
                self.ask(branch)?
            }
            Node::Concat(high, low) => {
                let (high, low_value) = (self.ask(high)?, self.ask(low)?);
                (high << self.terms.width(low)) | low_value
            }
            Node::Extract { term, low } => self.ask(term)? >> low,
            Node::SignExtend(a) => signed(self.terms.width(a), self.ask(a)?) as u128,
            Node::And(a, b) => self.binary(Op::And, a, b)?,
            Node::Xor(a, b) => self.binary(Op::Xor, a, b)?,
            Node::Add(a, b) => self.binary(Op::Add, a, b)?,
            Node::Mul(a, b) => self.binary(Op::Mul, a, b)?,
            Node::Udiv(a, b) => self.binary(Op::Udiv, a, b)?,
            Node::Urem(a, b) => self.binary(Op::Urem, a, b)?,
            Node::Shl(a, b) => self.binary(Op::Shl, a, b)?,
            Node::Lshr(a, b) => self.binary(Op::Lshr, a, b)?,
            Node::Ashr(a, b) => self.binary(Op::Ashr, a, b)?,
            Node::Eq(a, b) => self.binary(Op::Eq, a, b)?,
            Node::Ult(a, b) => self.binary(Op::Ult, a, b)?,
            Node::Slt(a, b) => self.binary(Op::Slt, a, b)?,
        };
        Some(value)
    }

    fn binary(&mut self, op: Op, a: TermId, b: TermId) -> Option<u128> {
        let (left, right) = (self.ask(a)?, self.ask(b)?);
        Some(semantics::binary(op, self.terms.width(a), left, right))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unset_variable_is_zero_and_a_set_one_keeps_its_width() {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable(7), terms.variable(128));
        let mut assignment = Assignment::new();
        assert_eq!((assignment.get(x), assignment.contains(x)), (0, false));
        assignment.set(x, 0x1ff, 7);
        assignment.set(y, u128::MAX - 1, 128);
        assert_eq!((assignment.get(x), assignment.get(y)), (0x7f, u128::MAX - 1));
        assignment.set(x, 5, 7);
        assert_eq!((assignment.get(x), assignment.get(y)), (5, u128::MAX - 1));
        assert_eq!(assignment.variables(), vec![x, y]);
    }

    #[test]
    fn very_deep_terms_are_evaluated_without_deep_recursion() {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable(32), terms.variable(32));
        let mut sum = x;
        for _ in 0..200_000 {
            sum = terms.xor(sum, y);
            sum = terms.add(sum, y);
        }
        let mut assignment = Assignment::new();
        assignment.set(x, 1, 32);
        assignment.set(y, 3, 32);
        let expected = (0..200_000).fold(1u32, |sum, _| (sum ^ 3).wrapping_add(3));
        assert_eq!(Evaluator::new(&terms, &assignment).value(sum), u128::from(expected));
    }
}
