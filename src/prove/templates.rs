//! Candidates for invariants.

use bmc_solver::TermId;

use crate::ir::ThreadId;
use crate::relation::{Control, Part, Relation};

pub fn candidates(relation: &mut Relation) -> Vec<TermId> {
    let mut found = Vec::new();
    // Two threads are never at these two places.
    let mut places = Vec::new();
    for index in 0..relation.thread_count() {
        let thread = ThreadId::new(index);
        for control in relation.controls[index].clone() {
            if let Control::At(_) = control {
                let is_at = relation.is_at(thread, control);
                places.push((thread, is_at));
            }
        }
    }
    for (i, &(thread, here)) in places.iter().enumerate() {
        for &(other, there) in &places[i + 1..] {
            if thread != other {
                let both = relation.terms.and(here, there);
                found.push(relation.terms.not(both));
            }
        }
    }
    // A cell has one value at a place.
    let parts = relation.parts.clone();
    for (index, part) in parts.iter().enumerate() {
        if let Part::Cell(_) = part {
            let values = relation.values[index].clone();
            let Some(few) = values.enumerate(16) else { continue };
            if few.len() < 2 {
                continue;
            }
            let variable = relation.system.state[index].variable;
            let width = relation.terms.width(variable);
            for value in few {
                let value = relation.terms.constant(width, value);
                let is = relation.terms.eq(variable, value);
                for &(_, here) in &places {
                    found.push(relation.terms.implies(here, is));
                    let not = relation.terms.not(is);
                    found.push(relation.terms.implies(here, not));
                }
            }
        }
    }
    found
}
