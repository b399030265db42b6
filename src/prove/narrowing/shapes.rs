//! Which numbers to say as distances from others, by what was found to hold.
//!
//! A number that stays in a short range needs few bits. One that an equation gives needs none: it is put together from the
//! others. Of those that are left and keep near each other, one keeps its bits, and the others are distances from it.

use super::{Near, Shape};
use crate::analysis::Values;
use crate::prove::modulus::inverse;
use crate::prove::templates::{Candidate, Equation, Range, Says};
use crate::prove::variables::Variables;
use crate::relation::Relation;
use bmc_solver::{TermId, Terms};

/// A number, as a sum of others.
struct Solved {
    word: usize,
    numbers: Vec<(usize, u64)>,
    rest: TermId,
}

/// The shapes of all variables.
pub struct Shapes {
    pub of: Vec<Shape>,
    /// In which order to build those that are near others.
    pub order: Vec<usize>,
    /// The candidates that are built in: without them, this is another system.
    pub rests_on: Vec<usize>,
}

/// Shapes by what candidates say.
pub fn shapes(relation: &mut Relation, variables: &Variables, candidates: &[Candidate]) -> Shapes {
    let (mut ranges, mut equations) = (Vec::new(), Vec::new());
    for (index, candidate) in candidates.iter().enumerate() {
        match &candidate.says {
            Says::Range(range) if range.is_trusted && range.place.is_none() => {
                ranges.push((index, range.clone()))
            }
            Says::Equation(equation) if !equation.numbers.is_empty() => {
                equations.push((index, equation.clone()));
            }
            _ => {}
        }
    }
    // The shortest first.
    ranges.sort_by_key(|(_, range)| (range.length, range.low));
    let mut found = Shapes {
        of: relation.values.iter().cloned().map(Shape::Values).collect(),
        order: Vec::new(),
        rests_on: Vec::new(),
    };
    let mut is_free = vec![true; variables.numbers.len()];
    let of_itself = ranges.iter().filter(|(_, range)| range.base.is_none());
    for (index, range) in of_itself {
        if std::mem::replace(&mut is_free[range.word], false) {
            let nothing = relation.terms.constant(variables.numbers[range.word].width, 0);
            found.near(variables, range.word, nothing, (range.low, range.length));
            found.rests_on.push(*index);
        }
    }
    found.rests_on.extend(equations.iter().map(|(index, _)| *index));
    let solved = solve(&mut relation.terms, variables, equations.into_iter().map(|(_, one)| one), &is_free);
    solved.iter().for_each(|one| is_free[one.word] = false);
    // Whatever has most others near it keeps its bits.
    let mut bases = vec![false; variables.numbers.len()];
    loop {
        let partners = |base: usize| {
            let is_open = |word: &usize| *word != base && is_free[*word] && !bases[*word];
            let near = |word| distance(&ranges, variables, word, base).map(|by| (word, by));
            (0..variables.numbers.len()).filter(is_open).filter_map(near).collect::<Vec<_>>()
        };
        let candidates = (0..variables.numbers.len())
            .filter(|&base| is_free[base] && !bases[base] && variables.numbers[base].needed_at.is_none());
        let Some(base) = candidates.max_by_key(|&base| (partners(base).len(), std::cmp::Reverse(base)))
        else {
            break;
        };
        let near_base = partners(base);
        bases[base] = true;
        for (word, (index, low, length)) in near_base {
            is_free[word] = false;
            found.near(variables, word, variables.numbers[base].variable, (low, length));
            found.rests_on.push(index);
        }
    }
    for one in solved {
        let others = sum(&mut relation.terms, variables, &one);
        found.near(variables, one.word, others, (0, 0));
    }
    for (word, _) in variables.numbers.iter().zip(is_free).filter(|(_, is_free)| *is_free) {
        found.of[word.index] = Shape::Values(Values::any(word.width));
    }
    found
}

impl Shapes {
    fn near(&mut self, variables: &Variables, word: usize, others: TermId, (low, length): (u64, u64)) {
        let of = &variables.numbers[word];
        self.of[of.index] = Shape::Near(Near { others, low, length, is_needed: of.is_needed });
        self.order.push(of.index);
    }
}

/// How far a number is from another one, if a candidate says so, and which one does.
fn distance(
    ranges: &[(usize, Range)],
    variables: &Variables,
    word: usize,
    base: usize,
) -> Option<(usize, u64, u64)> {
    let mask = u64::MAX >> (64 - variables.numbers[word].width);
    ranges.iter().find_map(|(index, range)| {
        if (range.word, range.base) == (word, Some(base)) {
            return Some((*index, range.low, range.length));
        }
        // From the other's side.
        let is_turned = (range.word, range.base) == (base, Some(word));
        let high = range.low.wrapping_add(range.length);
        is_turned.then_some((*index, high.wrapping_neg() & mask, range.length))
    })
}

/// Solves equations for numbers that have no short range, as far as such have an odd coefficient.
fn solve(
    terms: &mut Terms,
    variables: &Variables,
    equations: impl Iterator<Item = Equation>,
    is_free: &[bool],
) -> Vec<Solved> {
    let mut solved: Vec<Solved> = Vec::new();
    for Equation { numbers, rest } in equations {
        let width = variables.numbers[numbers[0].0].width;
        let mask = u64::MAX >> (64 - width);
        let mut equation = Solved { word: usize::MAX, numbers, rest };
        for known in &solved {
            insert(terms, &mut equation, known, mask);
        }
        let may_be_solved = |(word, times): &&(usize, u64)| is_free[*word] && times & 1 == 1;
        let Some(&(word, times)) = equation.numbers.iter().find(may_be_solved) else { continue };
        // The number is what the others are together, times the inverse, with the other sign.
        let factor = inverse(times).wrapping_neg() & mask;
        equation.word = word;
        equation.numbers.retain(|(other, _)| *other != word);
        equation.numbers.iter_mut().for_each(|(_, times)| *times = times.wrapping_mul(factor) & mask);
        let factor = terms.constant(width, u128::from(factor));
        equation.rest = terms.mul(equation.rest, factor);
        for known in &mut solved {
            insert(terms, known, &equation, mask);
        }
        solved.push(equation);
    }
    solved
}

/// Puts what a number is in its place.
fn insert(terms: &mut Terms, into: &mut Solved, known: &Solved, mask: u64) {
    let Some(place) = into.numbers.iter().position(|(word, _)| *word == known.word) else { return };
    let (_, times) = into.numbers.remove(place);
    for &(word, of_known) in &known.numbers {
        let more = of_known.wrapping_mul(times);
        match into.numbers.iter_mut().find(|(other, _)| *other == word) {
            Some((_, sum)) => *sum = sum.wrapping_add(more) & mask,
            None => into.numbers.push((word, more & mask)),
        }
    }
    into.numbers.retain(|(_, times)| *times != 0);
    let width = terms.width(into.rest);
    if terms.width(known.rest) == width {
        let times = terms.constant(width, u128::from(times));
        let rest = terms.mul(known.rest, times);
        into.rest = terms.add(into.rest, rest);
    }
}

fn sum(terms: &mut Terms, variables: &Variables, solved: &Solved) -> TermId {
    let width = terms.width(solved.rest);
    solved.numbers.iter().fold(solved.rest, |sum, &(word, times)| {
        let times = terms.constant(width, u128::from(times));
        let product = terms.mul(variables.numbers[word].variable, times);
        terms.add(sum, product)
    })
}
