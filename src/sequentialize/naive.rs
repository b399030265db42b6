//! Every statement once per round: the encoding that the lazy one is compared with.
//!
//! In each round every thread is executed again, with what its reads have yielded so far. A read that happens in the
//! round takes what memory holds then, any other one keeps its value; guards, addresses and values of all events
//! are built anew from that. So the formula grows with the rounds times the program, not only times its accesses.
//! It decides the same runs in another way, which makes it a check on the lazy one, and a measure of what that
//! saves.

use bmc_solver::{Node, StopReason, StopWatch, Substitution, TermId, Terms};

use super::lazy::{Encoding, contents, go_on, note_context, runs, write};
use super::relevance::Relevance;
use crate::ir::ThreadId;
use crate::unfold::*;

/// Goes through all contexts in order, as `lazy::sweep` does. Returns what the cells hold at the end.
pub(super) fn sweep(
    structure: &mut EventStructure,
    encoding: &mut Encoding,
    relevance: &mut Relevance,
    watch: &mut StopWatch,
) -> Result<Vec<Option<TermId>>, StopReason> {
    let EventStructure { terms, threads, cells, .. } = structure;
    let mut memory: Vec<Option<TermId>> = cells.iter().map(|c| c.initial).collect();
    // What the variables of reads stand for now.
    let mut now = Substitution::default();
    for round in 1..=encoding.rounds {
        let mut active = Vec::with_capacity(threads.len());
        for (index, thread) in threads.iter().enumerate() {
            let id = ThreadId::new(index);
            active.push(note_context(terms, encoding, thread, id, round));
            now.forget_results();
            for event in &thread.events {
                go_on(watch)?;
                let runs = runs(terms, encoding, id, event.group, round);
                match &event.kind {
                    EventKind::Read { places, symbol } => {
                        let places = places_now(terms, &mut now, places);
                        let value = contents(terms, &memory, &places);
                        for (variable, low) in variables(terms, *symbol) {
                            let before = now.of(terms, variable);
                            let read = terms.extract(value, low, terms.width(variable));
                            let after = terms.ite(runs, read, before);
                            now.set(variable, after);
                        }
                    }
                    EventKind::Write { places, value } => {
                        let places = places_now(terms, &mut now, places);
                        let value = now.of(terms, *value);
                        let guard = now.of(terms, event.guard);
                        let effective = terms.and(runs, guard);
                        write(terms, &mut memory, cells, &places, value, effective);
                    }
                    EventKind::Create { .. } | EventKind::Join { .. } => {
                        encoding.order_of_lives(terms, threads, id, event, round, relevance);
                    }
                }
            }
        }
        encoding.contexts.push(active);
    }
    // What claims and conditions of the schedule say of a symbol, they say of its last value.
    now.forget_results();
    for event in threads.iter().flat_map(|thread| &thread.events) {
        if let EventKind::Read { symbol, .. } = &event.kind {
            let last = now.of(terms, *symbol);
            let binding = terms.eq(*symbol, last);
            relevance.bind(terms, *symbol, binding);
        }
    }
    Ok(memory)
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
