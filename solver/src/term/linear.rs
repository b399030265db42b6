//! Sums in a normal form: what is on both sides of an equation, or there with opposite signs, goes away.
//!
//! Comes in: terms. Goes out: terms with the same values. Every word is kept as a constant and a sum of words that are no sums
//! themselves, each so many times. What both sides of `if … then … else` have in common is added afterwards. The words of a
//! sum are always added in the same order, so that sums of the same words share their circuits.

use rustc_hash::{FxHashMap, FxHashSet};

use super::semantics::{mask, signed};
use super::{Node, TermId, Terms};

/// The normal forms of the terms that were asked for, and of all that is in them.
#[derive(Default)]
pub struct Linear(FxHashMap<TermId, Sum>);

/// What a term is, modulo a power of two. A condition is its only summand.
#[derive(Clone)]
struct Sum {
    /// In the order of their ids, each so many times, which is not zero.
    summands: Vec<(TermId, u128)>,
    constant: u128,
}

impl Linear {
    /// The term, rebuilt.
    pub fn of(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        self.sum(terms, term).whole(terms, terms.width(term))
    }

    /// If the term is an equation that says what a variable is: the variable, and what it is, without that variable.
    pub fn solve(&mut self, terms: &mut Terms, term: TermId) -> Option<(TermId, TermId)> {
        let Node::Eq(a, b) = terms.node(term) else { return None };
        let width = terms.width(a);
        let difference = self.sum(terms, a).plus(&self.sum(terms, b).times(u128::MAX, width), width);
        let is_variable = |term: TermId| terms.node(term) == Node::Variable;
        let occurs_once = |&variable: &TermId| {
            let mut others = difference.summands.iter().filter(|(other, _)| *other != variable);
            others.all(|(other, _)| !terms.contains(*other, variable))
        };
        let mut odd = difference.summands.iter().filter(|(word, times)| times & 1 == 1 && is_variable(*word));
        let &(variable, times) = odd.find(|(word, _)| occurs_once(word))?;
        // What the others are together, with the other sign, and once.
        let factor = inverse(times).wrapping_neg() & mask(width);
        let mut others = difference.times(factor, width);
        others.summands.retain(|(word, _)| *word != variable);
        Some((variable, others.whole(terms, width)))
    }

    /// If the term is the difference of two variables and a constant: the two.
    pub fn compared(&mut self, terms: &mut Terms, term: TermId) -> Option<[TermId; 2]> {
        let sum = self.sum(terms, term);
        let &[(one, times), (other, less)] = sum.summands.as_slice() else { return None };
        let is_difference = times & 1 == 1 && times.wrapping_add(less) & mask(terms.width(term)) == 0;
        let are_variables = [one, other].into_iter().all(|word| terms.node(word) == Node::Variable);
        (is_difference && are_variables).then_some([one, other])
    }

    fn sum(&mut self, terms: &mut Terms, term: TermId) -> Sum {
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            if self.0.contains_key(&next) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            pending.extend(terms.node(next).operands().filter(|operand| !self.0.contains_key(operand)));
            if pending.len() == before {
                let sum = self.of_operands(terms, next);
                self.0.insert(next, sum);
                pending.pop();
            }
        }
        self.0[&term].clone()
    }

    /// Of a term whose operands have been rebuilt.
    fn of_operands(&self, terms: &mut Terms, term: TermId) -> Sum {
        let width = terms.width(term);
        let node = terms.node(term);
        if width == 1 {
            let Node::Eq(a, b) = node else { return self.rebuilt(terms, term) };
            let equation = equation(terms, &self.0[&a], &self.0[&b], terms.width(a));
            return Sum::of(terms, equation);
        }
        match node {
            Node::Add(a, b) => self.0[&a].plus(&self.0[&b], width),
            Node::Neg(a) => self.0[&a].times(u128::MAX, width),
            // All ones less the word.
            Node::Not(a) => self.0[&a].times(u128::MAX, width).plus(&Sum::constant(mask(width)), width),
            Node::Mul(a, b) => match (terms.as_constant(a), terms.as_constant(b)) {
                (_, Some(times)) => self.0[&a].times(times, width),
                (Some(times), _) => self.0[&b].times(times, width),
                _ => self.rebuilt(terms, term),
            },
            // A word that is shifted: its low bits above a constant.
            Node::Concat(high, low) => match (terms.node(high), terms.as_constant(low)) {
                (Node::Extract { term, low: 0 }, Some(constant)) if terms.width(term) == width => {
                    let shifted = self.0[&term].times(1 << terms.width(low), width);
                    shifted.plus(&Sum::constant(constant), width)
                }
                _ => self.rebuilt(terms, term),
            },
            Node::Ite(condition, yes, no) => {
                let (yes, no) = (&self.0[&yes], &self.0[&no]);
                let constant = [yes, no].map(|side| side.constant).into_iter();
                let constant = constant.min_by_key(|&constant| signed(width, constant)).unwrap_or_default();
                let mut common = Sum { summands: yes.summands.clone(), constant };
                common.summands.retain(|summand| no.summands.contains(summand));
                let opposite = common.times(u128::MAX, width);
                let [yes, no] = [yes, no].map(|side| side.plus(&opposite, width).whole(terms, width));
                let condition = self.0[&condition].whole(terms, 1);
                let rest = terms.ite(condition, yes, no);
                Sum::of(terms, rest).plus(&common, width)
            }
            _ => self.rebuilt(terms, term),
        }
    }

    /// Of what its operands have become.
    fn rebuilt(&self, terms: &mut Terms, term: TermId) -> Sum {
        let operands: Vec<TermId> = terms.node(term).operands().collect();
        let new: Vec<TermId> =
            operands.iter().map(|operand| self.0[operand].whole(terms, terms.width(*operand))).collect();
        let rebuilt = terms.rebuild(term, |operand| {
            let place = operands.iter().position(|known| *known == operand);
            new[place.expect("it is one of the operands")]
        });
        Sum::of(terms, rebuilt)
    }
}

impl Sum {
    fn constant(constant: u128) -> Sum {
        Sum { summands: Vec::new(), constant }
    }

    /// Of a term that is not looked into.
    fn of(terms: &Terms, term: TermId) -> Sum {
        match terms.as_constant(term) {
            Some(constant) => Sum::constant(constant),
            None => Sum { summands: vec![(term, 1)], constant: 0 },
        }
    }

    fn plus(&self, other: &Sum, width: u32) -> Sum {
        let mut summands = self.summands.clone();
        for &(word, times) in &other.summands {
            match summands.binary_search_by_key(&word, |(known, _)| *known) {
                Ok(place) => summands[place].1 = summands[place].1.wrapping_add(times) & mask(width),
                Err(place) => summands.insert(place, (word, times)),
            }
        }
        summands.retain(|(_, times)| *times != 0);
        Sum { summands, constant: self.constant.wrapping_add(other.constant) & mask(width) }
    }

    fn times(&self, times: u128, width: u32) -> Sum {
        let product = |known: u128| known.wrapping_mul(times) & mask(width);
        let summands = self.summands.iter().map(|&(word, known)| (word, product(known)));
        Sum {
            summands: summands.filter(|(_, times)| *times != 0).collect(),
            constant: product(self.constant),
        }
    }

    fn whole(&self, terms: &mut Terms, width: u32) -> TermId {
        let mut sum = None;
        for &(word, times) in &self.summands {
            let times = terms.constant(width, times);
            let product = terms.mul(word, times);
            sum = Some(sum.map_or(product, |sum| terms.add(sum, product)));
        }
        let constant = terms.constant(width, self.constant);
        sum.map_or(constant, |sum| terms.add(sum, constant))
    }
}

/// That two sums are equal, with what both have left out, and nothing on a side with a sign.
fn equation(terms: &mut Terms, a: &Sum, b: &Sum, width: u32) -> TermId {
    let difference = a.plus(&b.times(u128::MAX, width), width);
    let is_negative = |times: u128| times > mask(width) / 2;
    let is_turned = difference.summands.first().is_some_and(|(_, times)| is_negative(*times));
    let difference = if is_turned { difference.times(u128::MAX, width) } else { difference };
    let (right, left) = difference.summands.iter().partition(|(_, times)| is_negative(*times));
    let left = Sum { summands: left, constant: 0 };
    let right = Sum { summands: right, constant: difference.constant }.times(u128::MAX, width);
    let [left, right] = [left, right].map(|side| side.whole(terms, width));
    terms.eq(left, right)
}

/// What gives one together with an odd number.
fn inverse(odd: u128) -> u128 {
    // Every round doubles the number of bits that are right; of any odd number, three are.
    (0..6).fold(odd, |inverse, _| inverse.wrapping_mul(2_u128.wrapping_sub(odd.wrapping_mul(inverse))))
}

impl Terms {
    /// Whether a variable occurs in a term.
    fn contains(&self, term: TermId, variable: TermId) -> bool {
        let (mut open, mut seen) = (vec![term], FxHashSet::default());
        while let Some(next) = open.pop() {
            if next == variable {
                return true;
            }
            if seen.insert(next) {
                open.extend(self.node(next).operands());
            }
        }
        false
    }
}
