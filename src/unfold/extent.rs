//! How far a pass has come: the sizes of what there is of the event structure, for whoever ends it early and wants to
//! know what it was busy with.

use super::pass::Unfolder;
use crate::ir::Repetition;

/// Sizes of a pass under way.
#[derive(Clone, Debug, Default)]
pub struct Extent {
    /// Passes that were begun, this one included.
    pub passes: u32,
    pub threads: usize,
    pub events: usize,
    pub labels: usize,
    pub cells: usize,
    pub terms: usize,
    /// Among the loops whose end is known, the one with the most iterations at a time, and how many those are.
    pub longest_loop: Option<(Repetition, u32)>,
}

impl Unfolder<'_> {
    pub(super) fn extent(&self) -> Extent {
        Extent {
            passes: self.assumptions.passes(),
            threads: self.threads.len(),
            events: self.threads.iter().map(|thread| thread.events.len()).sum(),
            labels: self.threads.iter().map(|thread| thread.labels).sum(),
            cells: self.memory.cells.len(),
            terms: self.terms.len(),
            longest_loop: self.found.longest_loop,
        }
    }

    /// Takes note of an iteration whose end is known, the one with this number.
    pub(super) fn note_known_iteration(&mut self, of: Repetition, iterations: u32) {
        if iterations > self.found.longest_loop.map_or(0, |(_, most)| most) {
            self.found.longest_loop = Some((of, iterations));
        }
    }
}
