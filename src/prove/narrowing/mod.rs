//! The same system with fewer bits: what is known of its variables is built in.
//!
//! Bits that are the same in all values are constants, and bits that always equal each other are one. A number that keeps
//! near others is said as the distance from them; then often nothing depends on those any more ([`Linear`]), and of a pair of
//! counters that grow for ever a few bits are left. The engines search in the narrow system; what they find is said of the
//! wide one again before it is checked there. So a mistake in here can lose proofs, but not make wrong ones.

mod shapes;

use bmc_solver::transition::{StateVariable, System};
use bmc_solver::{Linear, Node, Substitution, TermId, Terms};

use crate::analysis::{TermValues, Values};
use crate::ir::PointerLayout;
use crate::planted::planted;
use crate::relation::Relation;
use crate::symbolic::Symbolic;
pub use shapes::shapes;

/// What a variable is made of.
#[derive(Clone)]
pub enum Shape {
    /// Bits of its own, as far as these values differ in them.
    Values(Values),
    /// It is a sum of others, of a constant and of a distance of up to `length`, where it is needed.
    Near(Near),
}

/// All terms are over the variables of the wide system.
#[derive(Clone)]
pub struct Near {
    pub others: TermId,
    pub low: u64,
    pub length: u64,
    pub is_needed: TermId,
}

pub struct Narrow {
    pub system: System,
    to_narrow: Substitution,
    to_wide: Substitution,
    linear: Linear,
}

/// A distance that is a variable of the narrow system.
struct Distance {
    variable: TermId,
    /// Of the wide system.
    index: usize,
    near: Near,
}

impl Narrow {
    /// Of a relation, by nothing but the values that its variables can have.
    pub fn by_values(relation: &mut Relation, pointers: PointerLayout) -> Narrow {
        let shapes: Vec<Shape> = relation.values.iter().cloned().map(Shape::Values).collect();
        Narrow::of(&mut relation.terms, &relation.system, &shapes, &[], pointers)
    }

    /// Of a system whose variables have these shapes. `order` says in which to build those that are near others, each after
    /// the others.
    pub fn of(
        terms: &mut Terms,
        wide: &System,
        shapes: &[Shape],
        order: &[usize],
        pointers: PointerLayout,
    ) -> Narrow {
        let mut narrow = Narrow {
            system: System {
                state: Vec::new(),
                cases: Vec::new(),
                constraint: wide.constraint,
                bad: wide.bad,
            },
            to_narrow: Substitution::default(),
            to_wide: Substitution::default(),
            linear: Linear::default(),
        };
        let mut known = TermValues::default();
        // By state of the narrow system.
        let mut parts = Vec::new();
        for (index, shape) in shapes.iter().enumerate() {
            let Shape::Values(values) = shape else { continue };
            let values = if values.is_none() { Values::constant(values.width, 0) } else { values.clone() };
            let lowest = values.pieces()[0].low;
            let values =
                if planted!(RangesAreLost) { Values::constant(values.width, lowest) } else { values };
            let symbol = Symbolic { terms, values: &mut known, pointers }.symbol_of_parts(values);
            narrow.to_narrow.set(wide.state[index].variable, symbol.term);
            parts.extend(symbol.parts.iter().map(|&(variable, low)| (index, variable, low)));
        }
        let mut distances = Vec::new();
        for &index in order {
            let Shape::Near(near) = &shapes[index] else { continue };
            let halves = if planted!(DistancesAreHalved) { 2 } else { 1 };
            let near = &Near { length: near.length / halves, ..near.clone() };
            let width = terms.width(wide.state[index].variable);
            let others = narrow.to_narrow.of(terms, near.others);
            let low = terms.constant(width, u128::from(near.low));
            let mut value = terms.add(others, low);
            if near.length > 0 {
                let variable = terms.variable(u64::BITS - near.length.leading_zeros());
                let distance = terms.zero_extend(variable, width);
                value = terms.add(value, distance);
                distances.push(Distance { variable, index, near: near.clone() });
            }
            narrow.to_narrow.set(wide.state[index].variable, value);
        }
        for (index, variable, low) in parts {
            let (of_wide, width) = (&wide.state[index], terms.width(variable));
            let next = terms.extract(of_wide.next, low, width);
            let next = narrow.narrow(terms, next);
            let first = of_wide.first.map(|first| terms.extract(first, low, width));
            let bits = terms.extract(of_wide.variable, low, width);
            narrow.add(variable, first, next, format!("{}@{low}", of_wide.name), bits);
        }
        narrow.add_distances(terms, wide, distances);
        narrow.system.cases = wide.cases.iter().map(|&case| narrow.narrow(terms, case)).collect();
        narrow.system.constraint = narrow.narrow(terms, wide.constraint);
        narrow.system.bad = narrow.narrow(terms, wide.bad);
        narrow
    }

    fn add(&mut self, variable: TermId, first: Option<TermId>, next: TermId, name: String, is: TermId) {
        self.system.state.push(StateVariable { variable, first, next, name });
        self.to_wide.set(variable, is);
    }

    fn add_distances(&mut self, terms: &mut Terms, wide: &System, distances: Vec<Distance>) {
        let (mut at_first, mut after) = (Substitution::default(), Substitution::default());
        for state in &wide.state {
            after.set(state.variable, state.next);
            if let Some(first) = state.first {
                at_first.set(state.variable, first);
            }
        }
        for Distance { variable, index, near } in distances {
            let word = wide.state[index].variable;
            let (width, word_width) = (terms.width(variable), terms.width(word));
            let low = terms.constant(word_width, u128::from(near.low));
            let whole = terms.sub(word, near.others);
            let whole = terms.sub(whole, low);
            let distance = terms.extract(whole, 0, width);
            let nothing = terms.constant(width, 0);
            let is = terms.ite(near.is_needed, distance, nothing);
            let first = at_first.of(terms, is);
            // The whole difference is made narrow, so that what is on both sides of it goes away.
            let next = after.of(terms, whole);
            let next = self.narrow(terms, next);
            let next = terms.extract(next, 0, width);
            let is_needed = after.of(terms, near.is_needed);
            let is_needed = self.narrow(terms, is_needed);
            let next = terms.ite(is_needed, next, nothing);
            let first = terms.as_constant(first).map(|_| first);
            self.add(variable, first, next, format!("{}@near", wide.state[index].name), is);
        }
    }

    /// Of a term over the variables of the wide system, what is left of it.
    pub fn narrow(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        let term = self.to_narrow.of(terms, term);
        self.linear.of(terms, term)
    }

    /// A term over variables of the narrow system, said of the wide one.
    pub fn widen(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        self.to_wide.of(terms, term)
    }

    /// The variables of the narrow system that occur in a term, in order.
    pub fn parts_of(&self, terms: &Terms, term: TermId) -> Vec<TermId> {
        let (mut open, mut parts) = (vec![term], Vec::new());
        while let Some(term) = open.pop() {
            match terms.node(term) {
                Node::Variable => parts.push(term),
                node => open.extend(node.operands()),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}
