//! Labels that need no context switch before them are one with the label before.
//!
//! Unfolding gives a label to everything that may happen by itself. Most of it nobody can tell from a part of the
//! step before. If every access to a cell that could happen at the same time as another thread's is made while holding
//! one and the same lock (`Cell::is_protected`), an access cannot be told from one made earlier: between it and the step
//! before it no other thread can touch the cell, for the lock is held all along or nobody else is there. So whatever
//! others did in between can as well be done afterwards, and the access may happen together with the step before it
//! (Lipton's reduction, movers to the left). The same is true of creating a thread, which no other thread can notice
//! before the new one runs.
//!
//! Comes in: a structure as it was unfolded. Goes out: one in which labels are numbered without those that nothing
//! happens at, and without those that are one with the label before.

use crate::events::*;
use crate::ir::ThreadId;
use crate::reductions::{Reduction, Reductions};

/// Merges and numbers the labels of every thread.
pub fn merge_labels(mut structure: EventStructure, reductions: Reductions) -> EventStructure {
    let EventStructure { threads, cells, claims, marks, milestones, .. } = &mut structure;
    for (index, thread) in threads.iter_mut().enumerate() {
        if reductions.contains(Reduction::Labels) {
            thread.events.iter_mut().for_each(|event| event.moves = moves(&event.kind, cells));
        }
        let here = ThreadId::new(index);
        let claimed = claims.iter_mut().filter(|claim| claim.thread == here).map(|claim| &mut claim.label);
        let marked = marks.iter_mut().filter(|mark| mark.thread == here).map(|mark| &mut mark.label);
        let milestones = milestones.iter_mut().filter(|one| one.thread == here).map(|one| &mut one.label);
        number_labels(thread, claimed.chain(marked).chain(milestones).collect());
    }
    structure
}

/// Nobody can tell whether it happens now or together with the thread's step before it.
fn moves(kind: &EventKind, cells: &[Cell]) -> bool {
    match kind {
        EventKind::Read { places, .. } | EventKind::Write { places, .. } => {
            places.iter().flat_map(|place| &place.cells).all(|cell| cells[cell.index()].is_protected)
        }
        EventKind::Create { .. } => true,
        EventKind::Join { .. } => false,
    }
}

/// Numbers the labels anew without those that need no label of their own. `positions` are places in the thread, each the
/// last label passed.
fn number_labels(thread: &mut Thread, positions: Vec<&mut usize>) {
    let Thread { events, requirements, labels, .. } = thread;
    let mut used = vec![false; *labels];
    for label in events.iter().map(|e| e.label).chain(requirements.iter().map(|r| r.label)) {
        used[label] = true;
    }
    // The start stays a label of its own if something is claimed before the first event.
    let first_used = used.iter().position(|&used| used).unwrap_or(*labels);
    used[0] |= first_used == *labels || positions.iter().any(|position| **position < first_used);
    // Labels in which everything moves happen together with the label before.
    let mut moves = vec![true; *labels];
    events.iter().filter(|e| !e.moves).for_each(|e| moves[e.label] = false);
    requirements.iter().for_each(|r| moves[r.label] = false);
    let mut number = Vec::with_capacity(used.len());
    *labels = 0;
    for (used, moves) in used.into_iter().zip(moves) {
        *labels += usize::from(used && (*labels == 0 || !moves));
        number.push(labels.saturating_sub(1));
    }
    for position in positions {
        *position = number[*position];
    }
    events.iter_mut().for_each(|e| e.label = number[e.label]);
    events.sort_by_key(|e| e.label);
    requirements.iter_mut().for_each(|r| r.label = number[r.label]);
}
