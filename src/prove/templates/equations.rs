//! Sums that are always zero: of numbers, each some times, of threads at places and of kinds that something is of.
//!
//! `next - serving` is the number of threads in line; `hits + misses == lookups`, but for the thread between the two. They
//! are read off the states that were seen by linear algebra modulo the size of a word, once for all states and once for
//! those with a thread at a certain place, where the registers of the thread take part.

use bmc_solver::TermId;

use super::constants::mask;
use super::{Candidate, Equation, Observed, Says};
use crate::ir::ThreadId;
use crate::prove::modulus::Span;
use crate::prove::variables::Word;
use crate::relation::{Control, Relation};

/// States that equations are read off; all others are asked afterwards.
const MOST_ROWS: usize = 4_000;
/// With fewer states than that beyond the number of columns, equations are due to chance.
const LEAST_SURPLUS: usize = 8;
/// Sums with more summands are not what programs rest on.
const MOST_COLUMNS: usize = 400;

/// A condition that takes part in sums, as it is in each state.
struct Condition {
    /// No two conditions about the same hold together.
    about: usize,
    values: Vec<bool>,
    term: TermId,
}

/// A sum that is zero: a constant, conditions, each so many times if it holds, and numbers.
struct Sum {
    constant: u64,
    conditions: Vec<(usize, u64)>,
    numbers: Vec<(usize, u64)>,
}

pub(super) fn add(relation: &mut Relation, observed: &Observed, found: &mut Vec<Candidate>) {
    let mut widths: Vec<u32> = observed.variables.numbers.iter().map(|word| word.width).collect();
    widths.sort_unstable();
    widths.dedup();
    let all: Vec<usize> = (0..observed.samples.count()).collect();
    let conditions = conditions(relation, observed);
    for (index, &width) in widths.iter().enumerate() {
        let of_width = |word: &&(usize, &Word)| word.1.width == width;
        let numbers: Vec<(usize, &Word)> = observed.variables.numbers.iter().enumerate().collect();
        let cells: Vec<(usize, &Word)> =
            numbers.iter().filter(of_width).filter(|word| word.1.needed_at.is_none()).copied().collect();
        let everywhere = Search { width, samples: &all, observed, conditions: &conditions };
        for sum in everywhere.sums(&cells) {
            // Sums of conditions alone are the same for all widths.
            if index == 0 || !sum.numbers.is_empty() {
                let (holds, equation) = everywhere.equation(relation, sum);
                found.push(Candidate { holds, says: Says::Equation(equation) });
            }
        }
        for thread in (0..relation.thread_count()).map(ThreadId::new) {
            let controls = observed.samples.column(relation.control_index(thread));
            for (control, what) in relation.controls[thread.index()].clone().into_iter().enumerate() {
                if !matches!(what, Control::At(_)) {
                    continue;
                }
                let needed: Vec<(usize, &Word)> = numbers
                    .iter()
                    .filter(of_width)
                    .filter(|(_, word)| word.is_needed_at(thread, control))
                    .copied()
                    .collect();
                let here: Vec<usize> =
                    all.iter().copied().filter(|&one| controls[one] as usize == control).collect();
                let search = Search { width, samples: &here, observed, conditions: &conditions };
                for sum in search.sums(&needed) {
                    let mut words = sum.numbers.iter().map(|(word, _)| numbers[*word].1);
                    let is_local = words.any(|word| word.needed_at.is_some());
                    if sum.numbers.is_empty()
                        || !is_local && all.iter().all(|&one| everywhere.is_zero(&sum, one))
                    {
                        continue;
                    }
                    let is_here = relation.is_at(thread, what);
                    let (holds, _) = search.equation(relation, sum);
                    found.push(Candidate::new(relation.terms.implies(is_here, holds)));
                }
            }
        }
    }
}

/// Threads at places and kinds, but for one of each, which is there when the others are not.
fn conditions(relation: &mut Relation, observed: &Observed) -> Vec<Condition> {
    let mut conditions = Vec::new();
    let mut add = |about: usize, value: u64, term: TermId| {
        let values = observed.samples.column(about).iter().map(|&seen| seen == value).collect();
        conditions.push(Condition { about, values, term });
    };
    for thread in (0..relation.thread_count()).map(ThreadId::new) {
        let about = relation.control_index(thread);
        for (control, what) in relation.controls[thread.index()].clone().into_iter().enumerate().skip(1) {
            let is_there = relation.is_at(thread, what);
            add(about, control as u64, is_there);
        }
    }
    for kind in &observed.variables.kinds {
        let width = relation.terms.width(kind.variable);
        for &value in kind.values.iter().skip(1) {
            let constant = relation.terms.constant(width, value);
            let is = relation.terms.eq(kind.variable, constant);
            add(kind.index, value as u64, is);
        }
    }
    conditions
}

/// Looks for sums in some of the states.
struct Search<'a> {
    width: u32,
    samples: &'a [usize],
    observed: &'a Observed<'a>,
    conditions: &'a [Condition],
}

impl Search<'_> {
    fn sums(&self, numbers: &[(usize, &Word)]) -> Vec<Sum> {
        // What never changes here takes no part.
        let changes = |index: &usize| {
            let mut seen = self.samples.iter().map(|&sample| self.conditions[*index].values[sample]);
            let first = seen.next();
            seen.any(|value| Some(value) != first)
        };
        let conditions: Vec<usize> = (0..self.conditions.len()).filter(changes).collect();
        let count = 1 + conditions.len() + numbers.len();
        if numbers.is_empty() || self.samples.len() < count + LEAST_SURPLUS || count > MOST_COLUMNS {
            return Vec::new();
        }
        let mut span = Span::new(self.width, count);
        let every = self.samples.len().div_ceil(MOST_ROWS);
        for &sample in self.samples.iter().step_by(every) {
            let of_conditions =
                conditions.iter().map(|&index| u64::from(self.conditions[index].values[sample]));
            let of_numbers = numbers.iter().map(|(index, _)| self.number(*index, sample));
            span.insert(std::iter::once(1).chain(of_conditions).chain(of_numbers).collect());
        }
        let vanishing = span.vanishing_sums(1 + conditions.len()).into_iter();
        let sums = vanishing.map(|times| {
            let (of_conditions, of_numbers) = times[1..].split_at(conditions.len());
            let conditions = conditions.iter().copied().zip(of_conditions.iter().copied());
            let numbers = numbers.iter().map(|(index, _)| *index).zip(of_numbers.iter().copied());
            Sum {
                constant: times[0],
                conditions: conditions.filter(|(_, times)| *times != 0).collect(),
                numbers: numbers.filter(|(_, times)| *times != 0).collect(),
            }
        });
        sums.filter(|sum| self.samples.iter().all(|&sample| self.is_zero(sum, sample))).collect()
    }

    fn about(&self, condition: usize) -> usize {
        self.conditions[condition].about
    }

    fn number(&self, index: usize, sample: usize) -> u64 {
        self.observed.samples.column(self.observed.variables.numbers[index].index)[sample]
    }

    fn is_zero(&self, sum: &Sum, sample: usize) -> bool {
        let holding = sum.conditions.iter().filter(|(index, _)| self.conditions[*index].values[sample]);
        let numbers =
            sum.numbers.iter().map(|&(index, times)| self.number(index, sample).wrapping_mul(times));
        let summands = holding.map(|(_, times)| *times).chain(numbers);
        summands.fold(sum.constant, u64::wrapping_add) & mask(self.width) == 0
    }

    /// That the sum is zero.
    fn equation(&self, relation: &mut Relation, sum: Sum) -> (TermId, Equation) {
        let terms = &mut relation.terms;
        let zero = terms.constant(self.width, 0);
        let mut rest = terms.constant(self.width, u128::from(sum.constant));
        // One summand of all conditions about the same: choosing among constants takes less than adding.
        for of_one in sum.conditions.chunk_by(|(one, _), (other, _)| self.about(*one) == self.about(*other)) {
            let summand = of_one.iter().fold(zero, |otherwise, &(condition, times)| {
                let times = terms.constant(self.width, u128::from(times));
                terms.ite(self.conditions[condition].term, times, otherwise)
            });
            rest = terms.add(rest, summand);
        }
        let mut total = rest;
        for &(number, times) in &sum.numbers {
            let times = terms.constant(self.width, u128::from(times));
            let product = terms.mul(self.observed.variables.numbers[number].variable, times);
            total = terms.add(total, product);
        }
        (terms.eq(total, zero), Equation { numbers: sum.numbers, rest })
    }
}
