//! Cells that matter: those whose contents a claim, or whether a thread goes on, can depend on.
//!
//! A journal that nobody asserts anything of is shared memory all the same. But the order of two accesses to it makes
//! no difference to any claim: let the accesses to the other cells out of the program, and what is left has the same
//! claims, waits, assumptions and bounds, since none of them depends on what is read there. So two steps that only
//! have such cells in common are independent (`canonical`). A state of the whole program, a race or a deadlock, looks
//! at every access; where one is looked for, all cells matter.

use bmc_solver::{Node, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::events::*;
use crate::planted::planted;

/// By cell.
pub(super) fn cells_that_matter(terms: &Terms, structure: &EventStructure) -> Vec<bool> {
    if !structure.states.is_empty() {
        return vec![true; structure.cells.len()];
    }
    let mut search = Search::new(terms, structure);
    search.pending.extend(structure.claims.iter().map(|claim| claim.violated));
    search.pending.extend(structure.marks.iter().map(|mark| mark.guard));
    for thread in &structure.threads {
        search.pending.extend([thread.ends, thread.result]);
        search.pending.extend(thread.requirements.iter().map(|requirement| requirement.holds));
        for event in &thread.events {
            match &event.kind {
                EventKind::Create { .. } => search.pending.push(event.guard),
                EventKind::Join { threads, .. } => {
                    search.pending.push(event.guard);
                    search.pending.extend(threads.iter().map(|(condition, _)| *condition));
                }
                EventKind::Read { .. } | EventKind::Write { .. } => {}
            }
        }
    }
    search.run()
}

struct Search<'a> {
    terms: &'a Terms,
    structure: &'a EventStructure,
    /// The reads that a variable is made for, and what else binds it.
    reads: FxHashMap<TermId, Vec<&'a Event>>,
    definitions: FxHashMap<TermId, Vec<TermId>>,
    /// By cell.
    writes: Vec<Vec<&'a Event>>,
    pending: Vec<TermId>,
    matters: Vec<bool>,
}

impl<'a> Search<'a> {
    fn new(terms: &'a Terms, structure: &'a EventStructure) -> Search<'a> {
        let mut search = Search {
            terms,
            structure,
            reads: FxHashMap::default(),
            definitions: FxHashMap::default(),
            writes: vec![Vec::new(); structure.cells.len()],
            pending: Vec::new(),
            matters: vec![false; structure.cells.len()],
        };
        for event in structure.threads.iter().flat_map(|thread| &thread.events) {
            match &event.kind {
                EventKind::Read { symbol, .. } => {
                    for variable in variables(terms, *symbol) {
                        search.reads.entry(variable).or_default().push(event);
                    }
                }
                EventKind::Write { places, .. } => {
                    for cell in places.iter().flat_map(|place| &place.cells) {
                        search.writes[cell.index()].push(event);
                    }
                }
                EventKind::Create { .. } | EventKind::Join { .. } => {}
            }
        }
        for &(symbol, binding) in &structure.definitions {
            for variable in variables(terms, symbol) {
                search.definitions.entry(variable).or_default().push(binding);
            }
        }
        search
    }

    fn run(mut self) -> Vec<bool> {
        let mut seen = vec![false; self.terms.len()];
        while let Some(term) = self.pending.pop() {
            if std::mem::replace(&mut seen[term.index()], true) {
                continue;
            }
            match self.terms.node(term) {
                Node::Variable => self.variable_matters(term),
                node => self.pending.extend(node.operands()),
            }
        }
        self.matters
    }

    fn variable_matters(&mut self, variable: TermId) {
        self.pending.extend(self.definitions.get(&variable).into_iter().flatten());
        for event in self.reads.get(&variable).cloned().unwrap_or_default() {
            let EventKind::Read { places, .. } = &event.kind else { continue };
            for place in places {
                self.pending.push(place.condition);
                for &cell in &place.cells {
                    self.cell_matters(cell);
                }
            }
        }
    }

    fn cell_matters(&mut self, cell: CellId) {
        if std::mem::replace(&mut self.matters[cell.index()], true) {
            return;
        }
        self.pending.extend(self.structure.cells[cell.index()].initial);
        for event in self.writes[cell.index()].clone() {
            let EventKind::Write { places, value, .. } = &event.kind else { continue };
            if planted!(WhatIsWrittenDoesNotMatter) {
                continue;
            }
            self.pending.extend([*value, event.guard]);
            self.pending.extend(places.iter().map(|place| place.condition));
        }
    }
}

/// What a symbol is made of.
fn variables(terms: &Terms, symbol: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut pending = vec![symbol];
    while let Some(term) = pending.pop() {
        match terms.node(term) {
            Node::Variable => found.push(term),
            node => pending.extend(node.operands()),
        }
    }
    found
}
