//! The values a term may take, computed bottom-up over the term graph from what is known of its symbols.

use bmc_solver::{Node, TermId, Terms};
use rustc_hash::FxHashMap;

use super::facts::Facts;
use super::values::Values;

/// Terms below one that is asked for under facts, at most: an address or a condition, not a long computation.
const MOST_TERMS_UNDER_FACTS: usize = 128;

/// Memoised: a term is visited once. A variable of which nothing was said can be anything.
#[derive(Default)]
pub struct TermValues {
    known: Vec<Option<Values>>,
}

impl TermValues {
    /// Says what a fresh symbol may be, before anything is built on it.
    pub fn set(&mut self, term: TermId, values: Values) {
        self.slot(term);
        self.known[term.index()] = Some(values);
    }

    /// Says that a term takes only these values, for reasons the term does not show. Of what it shows and these,
    /// the smaller set is kept.
    pub fn refine(&mut self, terms: &Terms, term: TermId, values: Values) {
        if values.count() < self.of(terms, term).count() {
            self.set(term, values);
        }
    }

    pub fn of(&mut self, terms: &Terms, term: TermId) -> Values {
        if let Some(Some(values)) = self.known.get(term.index()) {
            return values.clone();
        }
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            self.slot(next);
            if self.known[next.index()].is_some() {
                pending.pop();
                continue;
            }
            let before = pending.len();
            pending.extend(terms.node(next).operands().filter(|&operand| self.lacks(operand)));
            if pending.len() == before {
                let values = values_of_node(terms, next, |operand| self.at(operand));
                self.known[next.index()] = Some(values);
                pending.pop();
            }
        }
        self.at(term).clone()
    }

    fn slot(&mut self, term: TermId) {
        if self.known.len() <= term.index() {
            self.known.resize(term.index() + 1, None);
        }
    }

    fn lacks(&self, term: TermId) -> bool {
        !matches!(self.known.get(term.index()), Some(Some(_)))
    }

    fn at(&self, term: TermId) -> &Values {
        self.known[term.index()].as_ref().expect("operands are computed before their term")
    }

    /// The values of a term where the facts hold; those it always has if that is not found out soon.
    pub fn under(&mut self, terms: &Terms, facts: &Facts, term: TermId) -> Values {
        let always = self.of(terms, term);
        let mut here: FxHashMap<TermId, Values> = FxHashMap::default();
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            if here.contains_key(&next) {
                pending.pop();
                continue;
            }
            if here.len() + pending.len() > MOST_TERMS_UNDER_FACTS {
                return always;
            }
            let before = pending.len();
            pending.extend(terms.node(next).operands().filter(|operand| !here.contains_key(operand)));
            if pending.len() > before {
                continue;
            }
            pending.pop();
            let shown = values_of_node(terms, next, |operand| &here[&operand]);
            let known = self.of(terms, next);
            let smaller = if shown.count() < known.count() { shown } else { known };
            let values = facts.of(next).map_or(smaller.clone(), |fact| smaller.meet(fact));
            here.insert(next, values);
        }
        here.remove(&term).filter(|values| !values.is_none()).unwrap_or(always)
    }
}

/// What a term can be if its operands are one of these.
fn values_of_node<'a>(terms: &Terms, term: TermId, at: impl Fn(TermId) -> &'a Values) -> Values {
    let width = terms.width(term);
    let shift_limit = u128::from(width);
    let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
    match terms.node(term) {
        Node::Constant(value) => Values::constant(width, value),
        Node::Variable => Values::any(width),
        Node::Not(a) => at(a).complement(),
        Node::Neg(a) => at(a).negate(),
        Node::And(a, b) => at(a).bitwise(at(b), |x, y| x & y),
        Node::Xor(a, b) => at(a).bitwise(at(b), |x, y| x ^ y),
        Node::Add(a, b) => at(a).add(at(b)),
        Node::Mul(a, b) => at(a).mul(at(b)),
        Node::Udiv(a, b) => at(a).udiv(at(b)),
        Node::Urem(a, b) => at(a).urem(at(b)),
        Node::Shl(a, b) => at(a).shift(at(b), |x, y| if y >= shift_limit { 0 } else { (x << y) & mask }),
        Node::Lshr(a, b) => at(a).shift(at(b), |x, y| if y >= shift_limit { 0 } else { x >> y }),
        Node::Ashr(..) => Values::any(width),
        Node::Eq(a, b) => at(a).equal(at(b)),
        Node::Ult(a, b) => at(a).less(at(b), false, false),
        Node::Slt(a, b) => at(a).less(at(b), false, true),
        Node::Ite(c, yes, no) => match at(c).as_constant() {
            Some(0) => at(no).clone(),
            Some(_) => at(yes).clone(),
            None if at(c).is_none() => Values::none(width),
            None => at(yes).join(at(no)),
        },
        Node::Concat(high, low) => at(high).concat(at(low)),
        Node::Extract { term, low } => at(term).extract(low, width),
        Node::SignExtend(a) => at(a).sign_extend(width),
    }
}
