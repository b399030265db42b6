//! Every statement once per round: the encoding that the lazy one is compared with.
//!
//! In each round every thread is executed again, with what its reads have yielded so far. A read that happens in the
//! round takes what memory holds then, any other one keeps its value; guards, addresses and values of all events
//! are built anew from that. So the formula grows with the rounds times the program, not only times its accesses.
//! It decides the same runs in another way, which makes it a check on the lazy one, and a measure of what that
//! saves.

use bmc_solver::{Node, StopReason, StopWatch, Substitution, TermId, Terms};

use super::encoding::{Encoding, go_on};
use super::lazy::{contents, write};
use crate::ir::ThreadId;
use crate::unfold::*;

/// Goes through the contexts of a round in order, as `lazy::add_round` does.
pub(super) fn add_round(
    terms: &mut Terms,
    structure: &EventStructure,
    encoding: &mut Encoding,
    watch: &mut StopWatch,
) -> Result<(), StopReason> {
    let EventStructure { threads, cells, .. } = structure;
    let round = encoding.rounds;
    // What the variables of reads stand for now.
    let mut now = std::mem::take(&mut encoding.now);
    let mut active = Vec::with_capacity(threads.len());
    for (index, thread) in threads.iter().enumerate() {
        let id = ThreadId::new(index);
        active.push(encoding.note_context(terms, thread, id));
        now.forget_results();
        for event in &thread.events {
            go_on(watch)?;
            let runs = encoding.runs(terms, id, event.label, round);
            match &event.kind {
                EventKind::Read { places, symbol, .. } => {
                    let places = places_now(terms, &mut now, places);
                    let value = contents(terms, &encoding.memory, &places);
                    for (variable, low) in variables(terms, *symbol) {
                        let before = now.of(terms, variable);
                        let read = terms.extract(value, low, terms.width(variable));
                        let after = terms.ite(runs, read, before);
                        now.set(variable, after);
                    }
                }
                EventKind::Write { places, value, .. } => {
                    let places = places_now(terms, &mut now, places);
                    let value = now.of(terms, *value);
                    let guard = now.of(terms, event.guard);
                    let effective = terms.and(runs, guard);
                    write(terms, &mut encoding.memory, cells, &places, value, effective);
                }
                EventKind::Create { .. } | EventKind::Join { .. } => {
                    encoding.order_of_lives(terms, threads, id, event, round);
                }
            }
        }
    }
    encoding.now = now;
    encoding.contexts.push(active);
    Ok(())
}

/// What claims and conditions of the schedule say of a symbol, they say of its last value.
pub(super) fn bind_reads(terms: &mut Terms, structure: &EventStructure, encoding: &mut Encoding) {
    let threads = &structure.threads;
    encoding.now.forget_results();
    for event in threads.iter().flat_map(|thread| &thread.events) {
        if let EventKind::Read { symbol, .. } = &event.kind {
            let last = encoding.now.of(terms, *symbol);
            let binding = terms.eq(*symbol, last);
            encoding.relevance.bind(terms, *symbol, binding);
        }
    }
}

fn places_now(terms: &mut Terms, now: &mut Substitution, places: &[Place]) -> Vec<Place> {
    let here =
        |place: &Place| Place { condition: now.of(terms, place.condition), cells: place.cells.clone() };
    places.iter().map(here).collect()
}

/// The variables that a symbol is made of, and where in it each first occurs.
fn variables(terms: &Terms, symbol: TermId) -> Vec<(TermId, u32)> {
    let mut found: Vec<(TermId, u32)> = Vec::new();
    let mut pending = vec![(symbol, 0)];
    while let Some((term, low)) = pending.pop() {
        match terms.node(term) {
            Node::Variable if found.iter().all(|(known, _)| *known != term) => found.push((term, low)),
            Node::Concat(high, below) => {
                pending.push((high, low + terms.width(below)));
                pending.push((below, low));
            }
            Node::SignExtend(bit) => pending.push((bit, low)),
            _ => {}
        }
    }
    found
}
