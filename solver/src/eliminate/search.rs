//! Which variables are eliminated, in which order, and for how long.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Elimination;
use super::clauses::{Clauses, Lit, decode};
use crate::stop::Stop;

/// A variable that occurs more often than this both ways stays.
const MOST_OCCURRENCES: u32 = 20;
/// Longer resolvents are not made.
const LONGEST_RESOLVENT: usize = 40;
/// Literals looked at, for each one of the formula.
const EFFORT: u64 = 60;
/// How many variables are tried between two looks at the stop.
const TRIES_PER_LOOK: u32 = 500;

/// Eliminates variables that are not given from clauses, each ended by 0; yields what is left.
pub(super) fn eliminate(literals: &[i32], given: &[bool], stop: &Stop) -> (Vec<i32>, Vec<Elimination>) {
    let mut watch = stop.watch();
    let Some(mut clauses) = Clauses::new(literals, given.len(), &mut watch) else {
        // Nobody will look for a model.
        return (literals.to_vec(), Vec::new());
    };
    let most_effort = EFFORT * literals.len() as u64;
    let mut eliminated = Vec::new();
    let mut is_gone = vec![false; given.len()];
    let mut candidates: Vec<u32> = (1..given.len() as u32).collect();
    let mut tries = 0;
    while !clauses.contradiction && clauses.effort < most_effort {
        clauses.subsume(most_effort, &mut watch);
        clauses.touched.clear();
        let cost =
            |clauses: &Clauses, v: u32| clauses.count(v << 1) as u64 * clauses.count(v << 1 | 1) as u64;
        candidates.retain(|&v| !given[v as usize] && !is_gone[v as usize]);
        let mut heap: BinaryHeap<Reverse<(u64, u32)>> =
            candidates.iter().map(|&v| Reverse((cost(&clauses, v), v))).collect();
        let before = eliminated.len();
        while let Some(Reverse((known_cost, variable))) = heap.pop() {
            tries += 1;
            if tries % TRIES_PER_LOOK == 0 && watch.requested().is_some() || clauses.effort >= most_effort {
                return (clauses.into_literals(), eliminated);
            }
            let now = cost(&clauses, variable);
            if now > known_cost {
                heap.push(Reverse((now, variable)));
            } else if let Some(elimination) = try_variable(&mut clauses, variable) {
                is_gone[variable as usize] = true;
                eliminated.push(elimination);
            }
        }
        if eliminated.len() == before {
            break;
        }
        candidates = std::mem::take(&mut clauses.touched);
        candidates.sort_unstable();
        candidates.dedup();
    }
    (clauses.into_literals(), eliminated)
}

/// Eliminates a variable unless that makes more clauses.
fn try_variable(clauses: &mut Clauses, variable: u32) -> Option<Elimination> {
    let (positive, negative): (Lit, Lit) = (variable << 1, variable << 1 | 1);
    let (yes, no) = (clauses.count(positive), clauses.count(negative));
    if yes + no == 0 || yes > MOST_OCCURRENCES && no > MOST_OCCURRENCES {
        return None;
    }
    let (yes, no) = (clauses.with(positive), clauses.with(negative));
    let mut resolvents = Vec::new();
    for &first in &yes {
        for &second in &no {
            if let Some(resolvent) = clauses.resolvent(first, second, positive) {
                if resolvents.len() == yes.len() + no.len() || resolvent.len() > LONGEST_RESOLVENT {
                    return None;
                }
                resolvents.push(resolvent);
            }
        }
    }
    let mut kept = Vec::new();
    for &clause in yes.iter().chain(&no) {
        kept.extend(clauses.literals(clause).iter().map(|&literal| decode(literal)).chain([0]));
        clauses.remove(clause);
    }
    resolvents.into_iter().for_each(|resolvent| clauses.add(resolvent));
    Some(Elimination { variable: variable as i32, clauses: kept })
}
