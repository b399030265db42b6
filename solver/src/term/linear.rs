//! Sums in a normal form: a word that is on both sides of a comparison, or there with opposite signs, goes away.
//!
//! Comes in: words that everything else may be relative to, and terms. Goes out: terms with the same values. Every term is
//! kept as a sum of such words, each some times, and of something that does not depend on them, as long as it is one; also
//! through `if … then … else` if both sides have the same words in them. The words of a sum are always added in the same
//! order, so that sums of the same words share their circuits.

use rustc_hash::{FxHashMap, FxHashSet};

use super::semantics::mask;
use super::{Node, TermId, Terms};

/// What a term is.
#[derive(Clone)]
enum Form {
    /// A sum of words, in order, each so many times, and of what does not depend on them.
    Sum { words: Vec<(TermId, u128)>, rest: TermId },
    /// It depends on words in another way.
    Other(TermId),
}

pub struct Linear {
    words: FxHashSet<TermId>,
    forms: FxHashMap<TermId, Form>,
}

/// Sums of variables that are at least so wide are worth a normal form.
const LEAST_WIDTH: u32 = 16;

impl Linear {
    /// Relative to those of the variables that are words.
    pub fn over(terms: &Terms, variables: impl IntoIterator<Item = TermId>) -> Linear {
        Linear::new(variables.into_iter().filter(|&variable| terms.width(variable) >= LEAST_WIDTH))
    }

    pub fn new(words: impl IntoIterator<Item = TermId>) -> Linear {
        Linear { words: words.into_iter().collect(), forms: FxHashMap::default() }
    }

    /// The term, rebuilt.
    pub fn of(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            if self.forms.contains_key(&next) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            pending.extend(terms.node(next).operands().filter(|operand| !self.forms.contains_key(operand)));
            if pending.len() == before {
                let form = self.form(terms, next);
                self.forms.insert(next, form);
                pending.pop();
            }
        }
        self.whole(terms, term)
    }

    /// Of a term whose operands have been rebuilt.
    fn form(&self, terms: &mut Terms, term: TermId) -> Form {
        let width = terms.width(term);
        match terms.node(term) {
            Node::Variable if self.words.contains(&term) => {
                Form::Sum { words: vec![(term, 1)], rest: terms.constant(width, 0) }
            }
            Node::Constant(_) | Node::Variable => Form::Sum { words: Vec::new(), rest: term },
            Node::Add(a, b) => match (&self.forms[&a], &self.forms[&b]) {
                (Form::Sum { words, rest }, Form::Sum { words: others, rest: other }) => {
                    let rest = terms.add(*rest, *other);
                    Form::Sum { words: added(words, others, width), rest }
                }
                _ => self.rebuilt(terms, term),
            },
            Node::Neg(a) => match &self.forms[&a] {
                Form::Sum { words, rest } => {
                    let rest = terms.neg(*rest);
                    Form::Sum { words: multiplied(words, u128::MAX, width), rest }
                }
                Form::Other(_) => self.rebuilt(terms, term),
            },
            Node::Not(a) if width > 1 => match &self.forms[&a] {
                // All ones less the term.
                Form::Sum { words, rest } => {
                    let rest = terms.not(*rest);
                    Form::Sum { words: multiplied(words, u128::MAX, width), rest }
                }
                Form::Other(_) => self.rebuilt(terms, term),
            },
            Node::Mul(a, b) => {
                let times = terms.as_constant(b).map(|times| (a, times));
                let times = times.or(terms.as_constant(a).map(|times| (b, times)));
                match times.map(|(operand, times)| (&self.forms[&operand], times)) {
                    Some((Form::Sum { words, rest }, times)) => {
                        let constant = terms.constant(width, times);
                        let rest = terms.mul(*rest, constant);
                        Form::Sum { words: multiplied(words, times, width), rest }
                    }
                    _ => self.rebuilt(terms, term),
                }
            }
            Node::Ite(condition, yes, no) if width > 1 => match (&self.forms[&yes], &self.forms[&no]) {
                (Form::Sum { words, rest }, Form::Sum { words: others, rest: other }) if words == others => {
                    let (words, rest, other) = (words.clone(), *rest, *other);
                    match self.whole(terms, condition) {
                        TermId::TRUE => Form::Sum { words, rest },
                        TermId::FALSE => Form::Sum { words, rest: other },
                        condition => Form::Sum { words, rest: terms.ite(condition, rest, other) },
                    }
                }
                _ => self.rebuilt(terms, term),
            },
            Node::Eq(a, b) => match (&self.forms[&a], &self.forms[&b]) {
                (Form::Sum { words, rest }, Form::Sum { words: others, rest: other }) => {
                    let width = terms.width(a);
                    let (rest, other) = (*rest, *other);
                    let left = added(words, &multiplied(others, u128::MAX, width), width);
                    if left.is_empty() {
                        return Form::Sum { words: left, rest: terms.eq(rest, other) };
                    }
                    let (zero, constant) = (terms.constant(width, 0), terms.sub(other, rest));
                    let words = sum(terms, &left, zero);
                    Form::Other(terms.eq(words, constant))
                }
                _ => self.rebuilt(terms, term),
            },
            _ => self.rebuilt(terms, term),
        }
    }

    /// Of what its operands have become.
    fn rebuilt(&self, terms: &mut Terms, term: TermId) -> Form {
        let operands: Vec<TermId> = terms.node(term).operands().collect();
        let is_free = operands
            .iter()
            .all(|operand| matches!(&self.forms[operand], Form::Sum { words, .. } if words.is_empty()));
        let new: Vec<TermId> = operands.iter().map(|&operand| self.whole(terms, operand)).collect();
        let rebuilt = terms.rebuild(term, |operand| {
            let place = operands.iter().position(|known| *known == operand);
            new[place.expect("it is one of the operands")]
        });
        match is_free {
            true => Form::Sum { words: Vec::new(), rest: rebuilt },
            false => Form::Other(rebuilt),
        }
    }

    fn whole(&self, terms: &mut Terms, term: TermId) -> TermId {
        match &self.forms[&term] {
            Form::Sum { words, rest } => sum(terms, words, *rest),
            Form::Other(term) => *term,
        }
    }
}

fn sum(terms: &mut Terms, words: &[(TermId, u128)], rest: TermId) -> TermId {
    let width = terms.width(rest);
    let mut sum: Option<TermId> = None;
    for &(word, times) in words {
        let times = terms.constant(width, times);
        let product = terms.mul(word, times);
        sum = Some(sum.map_or(product, |sum| terms.add(sum, product)));
    }
    sum.map_or(rest, |sum| terms.add(sum, rest))
}

fn added(a: &[(TermId, u128)], b: &[(TermId, u128)], width: u32) -> Vec<(TermId, u128)> {
    let mut all = a.to_vec();
    for &(word, times) in b {
        match all.binary_search_by_key(&word, |(known, _)| *known) {
            Ok(place) => all[place].1 = all[place].1.wrapping_add(times) & mask(width),
            Err(place) => all.insert(place, (word, times)),
        }
    }
    all.retain(|(_, times)| *times != 0);
    all
}

fn multiplied(words: &[(TermId, u128)], times: u128, width: u32) -> Vec<(TermId, u128)> {
    let all = words.iter().map(|&(word, known)| (word, known.wrapping_mul(times) & mask(width)));
    all.filter(|(_, times)| *times != 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_on_both_sides_of_a_comparison_goes_away() {
        let mut terms = Terms::new();
        let [base, small] = [terms.variable(32), terms.variable(2)];
        let distance = terms.zero_extend(small, 32);
        let word = terms.add(base, distance);
        let one = terms.constant(32, 1);
        let next = terms.add(base, one);
        let condition = terms.variable(1);
        let either = terms.ite(condition, next, word);
        let equal = terms.eq(either, base);
        let mut linear = Linear::new([base]);
        let rebuilt = linear.of(&mut terms, equal);
        let mut open = vec![rebuilt];
        while let Some(term) = open.pop() {
            assert_ne!(term, base);
            open.extend(terms.node(term).operands());
        }
    }
}
