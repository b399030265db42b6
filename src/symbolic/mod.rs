//! Values of a program as terms: what the operators of the IR mean, and what is known of their results.
//!
//! Whoever executes the IR symbolically, thread by thread (`unfold`) or step by step (`relation`), computes with this.
//! Knows no memory, threads or events.

mod displace;
mod fits;
mod float;
mod layout;
mod operator;
mod path;
mod persistent;

pub use layout::{alignment, alignment_of_blocks, depends_on_layout};
pub use path::Path;
pub use persistent::PersistentVec;

use bmc_solver::{TermId, Terms};
use rustc_hash::FxHashMap;

use crate::analysis::{Column, Facts, TermValues, Values};
use crate::ir::{ObjectId, PointerLayout};

/// So many of the latest conditions of a path are asked what a term can be.
pub const MOST_CONDITIONS: usize = 32;

/// An unknown value, and the variables that it is made of: each with the lowest bit at which it stands.
#[derive(Clone, Debug)]
pub struct Symbol {
    pub term: TermId,
    pub parts: Vec<(TermId, u32)>,
}

/// The terms of a symbolic execution, and the values they can have.
pub struct Symbolic<'s> {
    pub terms: &'s mut Terms,
    pub values: &'s mut TermValues,
    pub pointers: PointerLayout,
}

impl Symbolic<'_> {
    pub fn values_of(&mut self, term: TermId) -> Values {
        self.values.of(self.terms, term)
    }

    /// The values of a term on a path.
    pub fn values_on(&mut self, path: &Path, term: TermId) -> Values {
        let always = self.values_of(term);
        if always.as_constant().is_some() {
            return always;
        }
        let mut facts = Facts::default();
        for condition in path.conditions().take(MOST_CONDITIONS) {
            facts.learn(self.terms, condition);
        }
        if facts.is_empty() { always } else { self.values.under(self.terms, &facts, term) }
    }

    pub fn pointer(&mut self, object: ObjectId, offset: u64) -> TermId {
        self.terms.constant(self.pointers.pointer_bits, self.pointers.pack(object, offset))
    }

    /// A symbol that takes only the given values: bits that are the same in all of them are constants, and bits
    /// that always equal each other are one variable. Zero, one and minus one need two variables, not 32.
    pub fn symbol(&mut self, values: Values) -> TermId {
        self.symbol_of_parts(values).term
    }

    /// The same, with the variables that it is made of.
    pub fn symbol_of_parts(&mut self, values: Values) -> Symbol {
        let columns = values.columns();
        let mut variables: FxHashMap<Column, TermId> = FxHashMap::default();
        let mut parts = Vec::new();
        let mut term: Option<TermId> = None;
        let mut low = 0;
        while low < columns.len() {
            // Neighbours of the same kind form one part.
            let column = columns[low];
            let same = |c: &&Column| match column {
                Column::Free => matches!(c, Column::Free),
                known => **c == known,
            };
            let width = columns[low..].iter().take_while(same).count();
            let part = match column {
                Column::Constant(bit) => self.terms.constant(width as u32, if bit { u128::MAX } else { 0 }),
                Column::Free => {
                    let variable = self.terms.variable(width as u32);
                    parts.push((variable, low as u32));
                    variable
                }
                Column::Pattern(_) => {
                    let terms = &mut *self.terms;
                    let bit = *variables.entry(column).or_insert_with(|| {
                        let variable = terms.variable(1);
                        parts.push((variable, low as u32));
                        variable
                    });
                    terms.sign_extend(bit, width as u32)
                }
            };
            term = Some(term.map_or(part, |below| self.terms.concat(part, below)));
            low += width;
        }
        let term = term.expect("a symbol has at least one bit");
        self.values.set(term, values);
        Symbol { term, parts }
    }

    /// `condition ? yes : no`. Building the term may forget that it is one of a few values; those of the two
    /// sides say it.
    pub fn choose(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        let term = self.terms.ite(condition, yes, no);
        if term != yes && term != no && self.terms.width(term) >= 8 {
            let values = self.values_of(yes).join(&self.values_of(no));
            self.values.refine(self.terms, term, values);
        }
        term
    }

    /// Cut, or extended with zeros.
    pub fn resize(&mut self, value: TermId, width: u32) -> TermId {
        if self.terms.width(value) > width {
            self.terms.extract(value, 0, width)
        } else {
            self.terms.zero_extend(value, width)
        }
    }
}
