//! The values a term may take, computed bottom-up over the term graph from what is known of its symbols.

use bmc_solver::{Node, TermId, Terms};

use super::values::Values;

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
                let values = self.compute(terms, next);
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

    fn compute(&self, terms: &Terms, term: TermId) -> Values {
        let width = terms.width(term);
        let shift_limit = u128::from(width);
        let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        match terms.node(term) {
            Node::Constant(value) => Values::constant(width, value),
            Node::Variable => Values::any(width),
            Node::Not(a) => self.at(a).complement(),
            Node::Neg(a) => self.at(a).negate(),
            Node::And(a, b) => self.at(a).bitwise(self.at(b), |x, y| x & y),
            Node::Xor(a, b) => self.at(a).bitwise(self.at(b), |x, y| x ^ y),
            Node::Add(a, b) => self.at(a).add(self.at(b)),
            Node::Mul(a, b) => self.at(a).mul(self.at(b)),
            Node::Udiv(a, b) => self.at(a).udiv(self.at(b)),
            Node::Urem(a, b) => self.at(a).urem(self.at(b)),
            Node::Shl(a, b) => {
                self.at(a).shift(self.at(b), |x, y| if y >= shift_limit { 0 } else { (x << y) & mask })
            }
            Node::Lshr(a, b) => {
                self.at(a).shift(self.at(b), |x, y| if y >= shift_limit { 0 } else { x >> y })
            }
            Node::Ashr(..) => Values::any(width),
            Node::Eq(a, b) => self.at(a).equal(self.at(b)),
            Node::Ult(a, b) => self.at(a).less(self.at(b), false, false),
            Node::Slt(a, b) => self.at(a).less(self.at(b), false, true),
            Node::Ite(c, yes, no) => match self.at(c).as_constant() {
                Some(0) => self.at(no).clone(),
                Some(_) => self.at(yes).clone(),
                None if self.at(c).is_none() => Values::none(width),
                None => self.at(yes).join(self.at(no)),
            },
            Node::Concat(high, low) => self.at(high).concat(self.at(low)),
            Node::Extract { term, low } => self.at(term).extract(low, width),
            Node::SignExtend(a) => self.at(a).sign_extend(width),
        }
    }
}
