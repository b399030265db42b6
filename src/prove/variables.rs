//! The variables of the state as numbers, for those who look for relations between them.
//!
//! Three kinds. *Controls* say where a thread is. *Kinds* have few values, which are told apart but not computed with: flags,
//! states of locks, pointers. *Numbers* are computed with. A register has a value only while its thread is where it is needed.

use bmc_solver::TermId;

use super::samples::Samples;
use crate::ir::ThreadId;
use crate::relation::{Control, Part, Relation};

/// A variable with no more values than that is of a kind.
const MOST_KINDS: u128 = 4;
/// One whose values are listed as if they were pointers is no number.
const MOST_ADDRESSES: u128 = 64;

/// A number.
pub struct Word {
    /// Its variable in the system.
    pub index: usize,
    pub width: u32,
    pub variable: TermId,
    /// For registers: the thread, and by number of its controls whether the register is needed there.
    pub needed_at: Option<(ThreadId, Vec<bool>)>,
    /// That it is needed.
    pub is_needed: TermId,
}

/// A variable with few values.
pub struct Kind {
    pub index: usize,
    pub variable: TermId,
    pub values: Vec<u128>,
}

/// The variables of a relation, sorted.
pub struct Variables {
    pub numbers: Vec<Word>,
    pub kinds: Vec<Kind>,
}

impl Variables {
    pub fn of(relation: &mut Relation) -> Variables {
        let (mut numbers, mut kinds) = (Vec::new(), Vec::new());
        for index in 0..relation.parts.len() {
            let part = relation.parts[index];
            let variable = relation.system.state[index].variable;
            let width = relation.terms.width(variable);
            let values = &relation.values[index];
            if width > 64 || matches!(part, Part::Control(_)) || values.count() < 2 {
                continue;
            }
            let is_address = |value: &u128| width >= 32 && value >> (width / 2) != 0;
            let listed = values.enumerate(MOST_ADDRESSES);
            let few = values.enumerate(MOST_KINDS);
            if let (Some(few), Part::Cell(_)) = (&few, part) {
                kinds.push(Kind { index, variable, values: few.clone() });
            } else if few.is_none() && !listed.is_some_and(|all| all.iter().any(is_address)) {
                let needed_at = needed_at(relation, part);
                let is_needed = is_needed(relation, &needed_at);
                numbers.push(Word { index, width, variable, needed_at, is_needed });
            }
        }
        Variables { numbers, kinds }
    }
}

impl Word {
    /// By sample, whether it has a value.
    pub fn is_needed_in(&self, relation: &Relation, samples: &Samples, sample: usize) -> bool {
        self.needed_at.as_ref().is_none_or(|(thread, needed)| {
            let control = relation.control_index(*thread);
            needed[samples.column(control)[sample] as usize]
        })
    }

    pub fn is_needed_at(&self, thread: ThreadId, control: usize) -> bool {
        self.needed_at.as_ref().is_none_or(|(of, needed)| *of == thread && needed[control])
    }
}

fn needed_at(relation: &Relation, part: Part) -> Option<(ThreadId, Vec<bool>)> {
    let Part::Register(chain, register) = part else { return None };
    let thread = relation.assumed.places.chain(chain).thread;
    let needed = relation.controls[thread.index()].iter().map(|control| match *control {
        Control::At(place) => {
            let running = relation.assumed.places.running_at(relation.assumed.places.spot(place));
            let entry =
                relation.assumed.entries[place.index()].as_ref().expect("a thread comes to the place");
            let mut activations = running.iter().zip(&entry.registers);
            activations.any(|(at, known)| at.chain == chain && known.contains_key(&register))
        }
        _ => false,
    });
    Some((thread, needed.collect()))
}

fn is_needed(relation: &mut Relation, needed_at: &Option<(ThreadId, Vec<bool>)>) -> TermId {
    let Some((thread, needed)) = needed_at else { return TermId::TRUE };
    let controls = relation.controls[thread.index()].clone();
    let there: Vec<TermId> = controls
        .into_iter()
        .zip(needed)
        .filter(|(_, needed)| **needed)
        .map(|(control, _)| relation.is_at(*thread, control))
        .collect();
    relation.terms.or_all(there)
}
