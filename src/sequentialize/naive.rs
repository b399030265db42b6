//! Every statement once per round: the encoding that the lazy one is compared with.
//!
//! In each round every thread is executed again, with what its reads have yielded so far. A read that happens in the
//! round takes what memory holds then, any other one keeps its value; guards, addresses and values of all events
//! are built anew from that. So the formula grows with the rounds times the program, not only times its accesses.
//! It decides the same runs in another way, which makes it a check on the lazy one, and a measure of what that
//! saves.

use bmc_solver::{Node, StopReason, Substitution, TermId, Terms};

use super::relevance::Relevance;
use super::sweep::{Moment, Round, Sweep};
use crate::events::{EventKind, EventStructure, Place};

#[derive(Default)]
pub(super) struct Naive {
    /// What the variables of reads stand for.
    now: Substitution,
}

impl Sweep for Naive {
    fn add_round(&mut self, round: &mut Round<'_>) -> Result<Vec<TermId>, StopReason> {
        round.sweep(&mut |round, moment| execute(round, moment, &mut self.now))
    }

    /// What claims and conditions of the schedule say of a symbol, they say of its last value.
    fn end(&mut self, terms: &mut Terms, structure: &EventStructure, relevance: &mut Relevance) {
        self.now.forget_results();
        for event in structure.threads.iter().flat_map(|thread| &thread.events) {
            if let EventKind::Read { symbol, .. } = &event.kind {
                let last = self.now.of(terms, *symbol);
                let binding = terms.eq(*symbol, last);
                relevance.bind(terms, *symbol, binding);
            }
        }
    }
}

/// The access, with what its terms mean now.
fn execute(round: &mut Round<'_>, moment: Moment<'_>, now: &mut Substitution) {
    let Moment { thread, event, places, runs, is_first } = moment;
    if is_first {
        now.forget_results();
    }
    let (terms, memory) = (&mut *round.terms, &mut *round.memory);
    let places = places_now(terms, now, places);
    match &event.kind {
        EventKind::Read { symbol, .. } => {
            let value = memory.contents(terms, thread, &places);
            for (variable, low) in variables(terms, *symbol) {
                let before = now.of(terms, variable);
                let read = terms.extract(value, low, terms.width(variable));
                let after = terms.ite(runs, read, before);
                now.set(variable, after);
            }
        }
        EventKind::Write { value, .. } => {
            let value = now.of(terms, *value);
            let guard = now.of(terms, event.guard);
            let effective = terms.and(runs, guard);
            memory.write(terms, thread, &places, value, effective);
        }
        EventKind::Create { .. } | EventKind::Join { .. } => {}
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
