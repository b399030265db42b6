//! The same system with fewer bits: what is known of the values of its variables is built in.
//!
//! Bits that are the same in all values are constants, and bits that always equal each other are one. The engines search
//! in the narrow system; what they find is said of the wide one again before it is checked there.

use bmc_solver::transition::{StateVariable, System};
use bmc_solver::{Substitution, TermId, Terms};

use crate::analysis::{TermValues, Values};
use crate::ir::PointerLayout;
use crate::symbolic::Symbolic;

pub struct Narrow {
    pub system: System,
    to_narrow: Substitution,
    to_wide: Substitution,
}

impl Narrow {
    /// Of a system whose variables have these values.
    pub fn of(terms: &mut Terms, wide: &System, values: &[Values], pointers: PointerLayout) -> Narrow {
        let mut known = TermValues::default();
        let mut to_narrow = Substitution::default();
        let mut to_wide = Substitution::default();
        let mut symbols = Vec::with_capacity(wide.state.len());
        for (state, values) in wide.state.iter().zip(values) {
            let values = if values.is_none() { Values::constant(values.width, 0) } else { values.clone() };
            let mut words = Symbolic { terms, values: &mut known, pointers };
            let symbol = words.symbol_of_parts(values);
            to_narrow.set(state.variable, symbol.term);
            symbols.push(symbol);
        }
        let mut state = Vec::new();
        for (of_wide, symbol) in wide.state.iter().zip(&symbols) {
            if symbol.parts.is_empty() {
                continue;
            }
            let next = to_narrow.of(terms, of_wide.next);
            for &(variable, low) in &symbol.parts {
                let width = terms.width(variable);
                let first = of_wide.first.map(|first| terms.extract(first, low, width));
                let next = terms.extract(next, low, width);
                let name = format!("{}@{low}", of_wide.name);
                state.push(StateVariable { variable, first, next, name });
                let bits = terms.extract(of_wide.variable, low, width);
                to_wide.set(variable, bits);
            }
        }
        let cases = wide.cases.iter().map(|&case| to_narrow.of(terms, case)).collect();
        let constraint = to_narrow.of(terms, wide.constraint);
        let bad = to_narrow.of(terms, wide.bad);
        let system = System { state, cases, constraint, bad };
        Narrow { system, to_narrow, to_wide }
    }

    /// Of a term over the variables of the wide system, what is left of it.
    pub fn narrow(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        self.to_narrow.of(terms, term)
    }

    /// A term over variables of the narrow system, said of the wide one.
    pub fn widen(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        self.to_wide.of(terms, term)
    }
}
