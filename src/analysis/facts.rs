//! What the conditions of a path say of the values of single terms.
//!
//! After `if (k < 8)` the index `k` is less than 8, which the term of `k` does not show. Only comparisons with
//! constants are understood; of everything else nothing is learnt, which is safe.

use bmc_solver::{Node, TermId, Terms};
use rustc_hash::FxHashMap;

use super::values::Values;
use crate::planted::planted;

/// By term: it takes only these values wherever the conditions hold.
#[derive(Default)]
pub struct Facts {
    known: FxHashMap<TermId, Values>,
}

impl Facts {
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    pub fn of(&self, term: TermId) -> Option<&Values> {
        self.known.get(&term)
    }

    /// Takes in that a condition holds.
    pub fn learn(&mut self, terms: &Terms, condition: TermId) {
        let mut pending = vec![(condition, true)];
        while let Some((condition, holds)) = pending.pop() {
            match terms.node(condition) {
                Node::Not(inner) if planted!(NegationsAreOverlooked) => pending.push((inner, holds)),
                Node::Not(inner) => pending.push((inner, !holds)),
                Node::And(a, b) if holds => pending.extend([(a, true), (b, true)]),
                Node::Eq(a, b) => {
                    self.learn_equal(terms, (a, b), holds);
                    self.learn_equal(terms, (b, a), holds);
                }
                // The sign of a number: how comparisons with zero are built.
                Node::Extract { term, low } if low + 1 == terms.width(term) => {
                    let (least, rest) = (u128::from(holds) << low, (1 << low) - 1);
                    self.note(term, Values::between(terms.width(term), least, least | rest));
                }
                Node::Ult(a, b) => self.learn_less(terms, (a, b), holds, false),
                Node::Slt(a, b) => self.learn_less(terms, (a, b), holds, true),
                _ => {}
            }
        }
    }

    fn learn_equal(&mut self, terms: &Terms, (term, constant): (TermId, TermId), holds: bool) {
        let Some(value) = terms.as_constant(constant) else { return };
        let (width, greatest) = (terms.width(term), Values::any(terms.width(term)).greatest());
        let (least, greatest) = match holds {
            true => (value, value),
            false if value == 0 => (1, greatest),
            false => {
                let above = match value == greatest {
                    true => Values::none(width),
                    false => Values::between(width, value + 1, greatest),
                };
                return self.note(term, Values::between(width, 0, value - 1).join(&above));
            }
        };
        self.note(term, Values::between(width, least, greatest));
        // The upper bits of a word: how comparisons with powers of two are built.
        if let Node::Extract { term: word, low } = terms.node(term)
            && low + width == terms.width(word)
        {
            let rest = (1 << low) - 1;
            self.note(word, Values::between(terms.width(word), least << low, greatest << low | rest));
        }
    }

    fn learn_less(&mut self, terms: &Terms, (a, b): (TermId, TermId), holds: bool, as_signed: bool) {
        let width = terms.width(a);
        if let Some(limit) = terms.as_constant(b) {
            self.note(a, Values::below(width, limit, as_signed, holds));
        }
        if let Some(limit) = terms.as_constant(a) {
            self.note(b, Values::above(width, limit, as_signed, holds));
        }
    }

    fn note(&mut self, term: TermId, values: Values) {
        let known = self.known.entry(term).or_insert_with(|| values.clone());
        *known = known.meet(&values);
    }
}
