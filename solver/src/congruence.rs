//! Equal operands have equal results: told to the engine where finding it out is hard.
//!
//! Two multipliers with the same factors agree bit by bit, but to derive that from their gates takes an engine longer
//! than anybody waits. For two products, quotients, remainders or roots that both matter, a clause per bit says so. The
//! clauses follow from the circuits, so they take no model away.

use crate::aig::{Aig, AigLit};
use crate::blast::Blaster;
use crate::term::{TermId, Terms};

/// Which function of its operands a result is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CostlyKind {
    Product,
    Quotient,
    Remainder,
    /// Of significands, with more bits.
    QuotientOfFloats,
    RootOfFloat,
}

/// A result that takes many gates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Costly {
    pub kind: CostlyKind,
    pub operands: [TermId; 2],
    pub result: TermId,
    /// A term that the circuit needs, whatever is done with the result.
    pub part: TermId,
}

/// So many earlier circuits are compared with a new one. That is less than the new one itself costs.
const PARTNERS: usize = 16;

#[derive(Default)]
pub(crate) struct Congruences {
    /// How many of the terms' costly ones have been looked at.
    seen: usize,
    /// Nothing that was asserted or assumed depends on these so far.
    unused: Vec<Costly>,
    used: Vec<Costly>,
}

impl Congruences {
    /// What holds for the circuits that have come in use since the last call.
    pub fn lemmas(&mut self, terms: &Terms, blaster: &mut Blaster, aig: &mut Aig) -> Vec<AigLit> {
        self.unused.extend_from_slice(&terms.costly()[self.seen..]);
        self.seen = terms.costly().len();
        let mut lemmas = Vec::new();
        for costly in std::mem::take(&mut self.unused) {
            if blaster.known(costly.part, terms.width(costly.part)).is_none() {
                self.unused.push(costly);
                continue;
            }
            let partners = self.used.iter().rev().filter(|other| is_alike(terms, &costly, other));
            for other in partners.take(PARTNERS) {
                let mut equal = |a: TermId, b: TermId| {
                    let [a, b] = [a, b].map(|t| blaster.word_of(terms, aig, t));
                    aig.equal_words(&a, &b)
                };
                let same_left = equal(costly.operands[0], other.operands[0]);
                let same_right = equal(costly.operands[1], other.operands[1]);
                let agree = equal(costly.result, other.result);
                let same = aig.and(same_left, same_right);
                let lemma = !aig.and(same, !agree);
                if lemma != AigLit::TRUE {
                    lemmas.push(lemma);
                }
            }
            self.used.push(costly);
        }
        lemmas
    }
}

fn is_alike(terms: &Terms, one: &Costly, other: &Costly) -> bool {
    let widths =
        |costly: &Costly| [costly.operands[0], costly.operands[1], costly.result].map(|t| terms.width(t));
    one.kind == other.kind && widths(one) == widths(other) && one.result != other.result
}
