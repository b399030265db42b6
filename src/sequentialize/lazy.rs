//! Lazy round-robin schedules: an event structure becomes constraints over `done` variables.
//!
//! Every event is encoded once; only shared cells are swept once per round. Unary `done` variables are used
//! instead of a binary program counter because order constraints propagate both ways. In the end every
//! model is a schedule with at most `rounds` contexts per thread, and every such schedule is a model.
//!
//! - `done[t][g][r]`: thread `t` has passed label `g` by the end of round `r`. It grows with `r` and shrinks
//!   with `g`.
//! - A label runs in the round in which its `done` changes. It takes effect where its events' guards hold.
//! - Memory is swept in the order of the schedule, holding the term of every cell; a write changes the term, a
//!   read binds its symbol to it.
//!
//! The only nondeterminism added to the program is `done`.

use bmc_solver::{StopReason, StopWatch, TermId, Terms};

use super::encoding::{Encoding, go_on};
use crate::ir::ThreadId;
use crate::planted::planted;
use crate::unfold::*;

/// Goes through the contexts of a round in order, changing the contents of the cells.
pub(super) fn add_round(
    terms: &mut Terms,
    structure: &EventStructure,
    encoding: &mut Encoding,
    watch: &mut StopWatch,
) -> Result<(), StopReason> {
    let EventStructure { threads, cells, .. } = structure;
    let round = encoding.rounds;
    let late = planted!(ReadsAreBoundLate).then(|| encoding.memory.clone());
    let mut active = Vec::with_capacity(threads.len());
    for (index, thread) in threads.iter().enumerate() {
        let id = ThreadId::new(index);
        active.push(encoding.note_context(terms, thread, id));
        for event in &thread.events {
            go_on(watch)?;
            let runs = encoding.runs(terms, id, event.label, round);
            match &event.kind {
                EventKind::Read { places, symbol, .. } => {
                    let when = match planted!(BranchesAreEvaluatedAgain) {
                        true => encoding.done(id, event.label, round),
                        false => runs,
                    };
                    let value = contents(terms, late.as_ref().unwrap_or(&encoding.memory), places);
                    let equal = terms.eq(*symbol, value);
                    let binding = terms.implies(when, equal);
                    encoding.relevance.bind(terms, *symbol, binding);
                }
                EventKind::Write { places, value, .. } => {
                    let effective = terms.and(runs, event.guard);
                    write(terms, &mut encoding.memory, cells, places, *value, effective);
                }
                EventKind::Create { .. } | EventKind::Join { .. } => {
                    encoding.order_of_lives(terms, threads, id, event, round);
                }
            }
        }
    }
    encoding.contexts.push(active);
    Ok(())
}

/// What is at the places now. Exactly one of their conditions holds where it matters, so the last needs none.
pub(super) fn contents(terms: &mut Terms, memory: &[Option<TermId>], places: &[Place]) -> TermId {
    let mut value = None;
    for place in places.iter().rev() {
        let cells = place.cells.iter().map(|c| memory[c.index()].expect("a shared cell has first contents"));
        let here = cells.reduce(|low, high| terms.concat(high, low)).expect("a place has cells");
        value = Some(value.map_or(here, |other| terms.ite(place.condition, here, other)));
    }
    value.expect("a read has places")
}

pub(super) fn write(
    terms: &mut Terms,
    memory: &mut [Option<TermId>],
    cells: &[Cell],
    places: &[Place],
    value: TermId,
    effective: TermId,
) {
    let reached = if planted!(WritesReachOnePlace) { 1 } else { places.len() };
    for place in &places[..reached] {
        let here = terms.and(effective, place.condition);
        let mut low = 0;
        for cell in &place.cells {
            let bits = cells[cell.index()].bits();
            let part = terms.extract(value, low, bits);
            let before = memory[cell.index()].expect("a shared cell has first contents");
            memory[cell.index()] = Some(terms.ite(here, part, before));
            low += bits;
        }
    }
}
