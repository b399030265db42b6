//! Candidates for invariants: what holds in all states that were seen and has one of the shapes that programs rest on.
//!
//! `places`: where threads are never together, what is never so at a place. `ranges`: numbers and differences of numbers
//! are within bounds. `equations`: sums of numbers and of threads at places are constant. None of them is believed:
//! Houdini keeps those that are inductive together.

mod constants;
mod equations;
mod places;
mod ranges;

use bmc_solver::{TermId, Terms};

use super::samples::Samples;
use super::variables::{Variables, Word};
use crate::ir::ThreadId;
use crate::relation::Relation;
use constants::{Constants, mask};

pub struct Candidate {
    /// Over the variables of the wide system.
    pub holds: TermId,
    pub says: Says,
}

/// What a candidate says, where fewer bits can be made of it.
#[derive(Clone, Debug)]
pub enum Says {
    Range(Range),
    Equation(Equation),
    Other,
}

/// A number, or its distance from another one, is one of `length + 1` that begin with `low`: at the place, or wherever it is
/// needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    pub word: usize,
    pub base: Option<usize>,
    pub place: Option<(ThreadId, usize)>,
    pub width: u32,
    pub low: u64,
    pub length: u64,
    /// It is so short, or was seen so full, that it is hardly due to chance.
    pub is_trusted: bool,
}

/// The sum of numbers, each so many times, and of the rest is zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equation {
    pub numbers: Vec<(usize, u64)>,
    pub rest: TermId,
}

/// Everything that candidates are made from.
struct Observed<'a> {
    variables: &'a Variables,
    samples: &'a Samples,
    constants: Constants,
}

pub fn candidates(relation: &mut Relation, variables: &Variables, samples: &Samples) -> Vec<Candidate> {
    let observed = Observed { variables, samples, constants: Constants::of(relation) };
    let mut found = Vec::new();
    places::add(relation, &observed, &mut found);
    ranges::add(relation, &observed, &mut found);
    equations::add(relation, &observed, &mut found);
    found.retain(|candidate| candidate.holds != TermId::TRUE);
    found
}

impl Range {
    /// Whether it says no more than another one.
    pub fn follows_from(&self, other: &Range) -> bool {
        let is_same = (self.word, self.base, self.place) == (other.word, other.base, other.place);
        let begins_after = other.low.wrapping_sub(self.low) & mask(self.width);
        is_same && self.length > other.length && begins_after <= self.length - other.length
    }
}

impl Candidate {
    fn new(holds: TermId) -> Candidate {
        Candidate { holds, says: Says::Other }
    }
}

/// That a term is one of `length + 1` numbers that begin with `low`.
pub fn is_within(terms: &mut Terms, term: TermId, low: u64, length: u64) -> TermId {
    let width = terms.width(term);
    let [low, length] = [low, length].map(|value| terms.constant(width, u128::from(value)));
    let distance = terms.sub(term, low);
    terms.ule(distance, length)
}

/// The distance of a number from another one, or from zero.
fn distance(terms: &mut Terms, word: &Word, base: Option<&Word>) -> TermId {
    base.map_or(word.variable, |base| terms.sub(word.variable, base.variable))
}
