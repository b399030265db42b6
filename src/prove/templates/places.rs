//! Where threads are: places at which no two of them are together, and what is never so at a place.

use bmc_solver::TermId;

use super::{Candidate, Observed};
use crate::ir::ThreadId;
use crate::relation::{Control, Relation};

/// A place of a thread.
struct Place {
    thread: ThreadId,
    control: usize,
    is_here: TermId,
}

pub(super) fn add(relation: &mut Relation, observed: &Observed, found: &mut Vec<Candidate>) {
    let mut places = Vec::new();
    for thread in (0..relation.thread_count()).map(ThreadId::new) {
        for (control, what) in relation.controls[thread.index()].clone().into_iter().enumerate() {
            let is_here = relation.is_at(thread, what);
            if let Control::At(_) = what {
                places.push(Place { thread, control, is_here });
            } else if !(0..observed.samples.count())
                .any(|sample| control_in(relation, observed, thread, sample) == control)
            {
                found.push(Candidate::new(relation.terms.not(is_here)));
            }
        }
    }
    add_meetings(relation, observed, &places, found);
    add_kinds(relation, observed, &places, found);
}

fn control_in(relation: &Relation, observed: &Observed, thread: ThreadId, sample: usize) -> usize {
    observed.samples.column(relation.control_index(thread))[sample] as usize
}

/// Two threads are never at these two places.
fn add_meetings(relation: &mut Relation, observed: &Observed, places: &[Place], found: &mut Vec<Candidate>) {
    let mut number_of = vec![Vec::new(); relation.thread_count()];
    for (number, place) in places.iter().enumerate() {
        let numbers: &mut Vec<Option<usize>> = &mut number_of[place.thread.index()];
        numbers.resize(place.control + 1, None);
        numbers[place.control] = Some(number);
    }
    let mut met = vec![vec![false; places.len()]; places.len()];
    for sample in 0..observed.samples.count() {
        let here = |(index, numbers): (usize, &Vec<Option<usize>>)| {
            numbers.get(control_in(relation, observed, ThreadId::new(index), sample)).copied().flatten()
        };
        let here: Vec<usize> = number_of.iter().enumerate().filter_map(here).collect();
        for (index, &one) in here.iter().enumerate() {
            for &other in &here[index..] {
                met[one][other] = true;
            }
        }
    }
    for (index, one) in places.iter().enumerate() {
        if !met[index][index] {
            found.push(Candidate::new(relation.terms.not(one.is_here)));
            continue;
        }
        for (number, other) in places.iter().enumerate().skip(index + 1) {
            if one.thread != other.thread && met[number][number] && !met[index][number] {
                let both = relation.terms.and(one.is_here, other.is_here);
                found.push(Candidate::new(relation.terms.not(both)));
            }
        }
    }
}

/// Something with few values never has one of them at a place.
fn add_kinds(relation: &mut Relation, observed: &Observed, places: &[Place], found: &mut Vec<Candidate>) {
    for kind in &observed.variables.kinds {
        let width = relation.terms.width(kind.variable);
        let values = observed.samples.column(kind.index);
        for place in places {
            let controls = observed.samples.column(relation.control_index(place.thread));
            let seen: Vec<u64> = kind
                .values
                .iter()
                .map(|&value| value as u64)
                .filter(|value| {
                    let mut both = values.iter().zip(controls);
                    both.any(|(seen, control)| seen == value && *control as usize == place.control)
                })
                .collect();
            if seen.is_empty() {
                continue;
            }
            for &value in kind.values.iter().filter(|value| !seen.contains(&(**value as u64))) {
                let value = relation.terms.constant(width, value);
                let is = relation.terms.eq(kind.variable, value);
                let both = relation.terms.and(place.is_here, is);
                found.push(Candidate::new(relation.terms.not(both)));
            }
        }
    }
}
