//! Sums that are equal: `inside == [T1 is at a.c:3] + [T2 is at a.c:3]`, where brackets count whether something holds.
//!
//! Comes in: an equation between words. Goes out: what it says with all signs gone, or nothing if it is no more than a
//! comparison. What depends on a single variable with few values is said by them: the value that it mostly has is a part of
//! the constant, and each other one counts in brackets.

use std::collections::BTreeMap;

use bmc_solver::{Assignment, Evaluator, Node, TermId};

use super::expressions::Writer;
use super::pieces::MOST_VALUES;
use super::text::{Level, Text};
use super::{clauses, sets};
use crate::relation::Part;

/// Sums of more than that are not written down.
const MOST_SUMMANDS: usize = 40;

/// What is added, each so many times.
#[derive(Default)]
struct Sum {
    summands: Vec<(i128, Text)>,
    constant: i128,
    /// Something in it is counted.
    counts: bool,
}

impl Writer<'_> {
    /// That two words are equal, if that is about a sum.
    pub fn sums(&self, a: TermId, b: TermId, holds: bool) -> Option<Text> {
        let width = self.terms.width(a);
        let mut sum = Sum::default();
        self.add(&mut sum, a, 1)?;
        self.add(&mut sum, b, -1)?;
        sum.constant = signed(width, sum.constant);
        sum.summands.iter_mut().for_each(|(times, _)| *times = signed(width, *times));
        sum.summands.retain(|(times, _)| *times != 0);
        if !sum.counts && sum.summands.len() < 3 {
            return None;
        }
        let operator = if holds { "==" } else { "!=" };
        let [left, right] = sum.sides();
        Some(Text::new(Level::Operator, format!("{left} {operator} {right}")))
    }

    fn add(&self, sum: &mut Sum, t: TermId, times: i128) -> Option<()> {
        if sum.summands.len() > MOST_SUMMANDS {
            return None;
        }
        if let Some(value) = self.terms.as_constant(t) {
            sum.constant = sum.constant.wrapping_add(times.wrapping_mul(value as i128));
            return Some(());
        }
        if let Some(&index) = self.variables.get(&t) {
            sum.summands.push((times, Text::new(Level::Whole, self.names.word(index, self.viewer).name)));
            return Some(());
        }
        match self.terms.node(t) {
            Node::Add(a, b) => {
                self.add(sum, a, times)?;
                self.add(sum, b, times)
            }
            Node::Neg(a) => self.add(sum, a, times.wrapping_neg()),
            Node::Mul(a, b) => {
                let (factor, word) = match (self.terms.as_constant(a), self.terms.as_constant(b)) {
                    (Some(factor), _) => (factor, b),
                    (_, Some(factor)) => (factor, a),
                    _ => return None,
                };
                self.add(sum, word, times.wrapping_mul(factor as i128))
            }
            Node::Ite(..) => self.count(sum, t, times),
            _ => None,
        }
    }

    /// Adds what depends on one variable with few values.
    fn count(&self, sum: &mut Sum, t: TermId, times: i128) -> Option<()> {
        let variables = clauses::variables_of(self.terms, t, 1)?;
        let variable = *variables.first()?;
        let index = *self.variables.get(&variable)?;
        let relation = self.names.relation;
        let few = match relation.parts[index] {
            Part::Control(thread) => (0..relation.controls[thread.index()].len() as u128).collect(),
            _ => relation.values[index].enumerate(MOST_VALUES)?,
        };
        let mut of_results: BTreeMap<u128, Vec<u128>> = BTreeMap::new();
        for &value in &few {
            let mut assignment = Assignment::new();
            assignment.set(variable, value, self.terms.width(variable));
            let result = Evaluator::new(self.terms, &assignment).value(t);
            of_results.entry(result).or_default().push(value);
        }
        let usual = *of_results.iter().max_by_key(|(_, values)| values.len())?.0;
        sum.constant = sum.constant.wrapping_add(times.wrapping_mul(usual as i128));
        sum.counts = true;
        for (result, values) in of_results.into_iter().filter(|(result, _)| *result != usual) {
            let condition = match relation.parts[index] {
                Part::Control(thread) => {
                    let all: Vec<usize> = few.iter().map(|&value| value as usize).collect();
                    let there: Vec<usize> = values.iter().map(|&value| value as usize).collect();
                    self.labels.is_in(thread, &there, &all)
                }
                _ => {
                    let word = self.names.word(index, self.viewer);
                    sets::member(self.names, &word, &sets::ranges(&values), &sets::ranges(&few)).text
                }
            };
            let more = times.wrapping_mul((result as i128).wrapping_sub(usual as i128));
            sum.summands.push((more, Text::new(Level::Whole, format!("[{condition}]"))));
        }
        Some(())
    }
}

impl Sum {
    /// What is added on the left and on the right, so that nothing is subtracted.
    fn sides(&self) -> [String; 2] {
        let mut sides = [Vec::new(), Vec::new()];
        // Words before what is counted.
        let (counted, words): (Vec<_>, Vec<_>) =
            self.summands.iter().partition(|(_, text)| text.text.starts_with('['));
        for (times, text) in words.into_iter().chain(counted) {
            let side = &mut sides[usize::from(*times < 0)];
            side.push(match times.unsigned_abs() {
                1 => text.text.clone(),
                more => format!("{more} * {text}"),
            });
        }
        if self.constant != 0 {
            sides[usize::from(self.constant < 0)].push(self.constant.unsigned_abs().to_string());
        }
        // What stands alone is what the others add up to.
        if sides[1].len() == 1 && sides[0].len() > 1 || sides[0].is_empty() {
            sides.reverse();
        }
        sides.map(|side| if side.is_empty() { "0".to_string() } else { side.join(" + ") })
    }
}

/// The number of so many bits that is the same modulo their power of two, and nearest to zero.
fn signed(width: u32, value: i128) -> i128 {
    let unused = 128 - width;
    value << unused >> unused
}
