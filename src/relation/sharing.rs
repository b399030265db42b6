//! Which cells others may notice a step to use (the condition of Lipton's reduction).
//!
//! Accesses that cannot happen at the same time are never noticed; nor are those that one lock keeps apart, if every
//! access that could meet another one is made while it is held. What such a cell holds in the middle of a step, nobody
//! can see. That is assumed of every cell at first: let a run be the first to use one against the assumption; until then
//! its steps could be put together, so the use was among those that are looked at here.

use super::builder::{Access, Builder};
use super::company::{Lock, common};
use crate::events::CellId;
use crate::planted::planted;

impl Builder<'_> {
    /// Shows the cells whose accesses contradict that nobody notices.
    pub(super) fn find_visible_cells(&mut self) {
        let mut by_cell: Vec<Vec<usize>> = vec![Vec::new(); self.facts.cells.len()];
        for (number, access) in self.accesses.iter().enumerate() {
            by_cell[access.cell.index()].push(number);
        }
        for (index, numbers) in by_cell.into_iter().enumerate() {
            let cell = CellId::new(index);
            if !self.facts.cells[index].is_visible && !self.are_kept_apart(&numbers) {
                self.facts.shows(cell);
            }
        }
    }

    /// Whether no two of the accesses can meet, or one lock is held by all that can.
    fn are_kept_apart(&self, numbers: &[usize]) -> bool {
        let mut common_locks: Option<Vec<Lock>> = None;
        for &one in numbers {
            let access = &self.accesses[one];
            if !numbers.iter().any(|&other| self.can_meet(access, &self.accesses[other])) {
                continue;
            }
            let held = access.held.clone().unwrap_or_default();
            common_locks = Some(match common_locks {
                None => held,
                Some(locks) if planted!(AnyLockKeepsApart) && !held.is_empty() => locks,
                Some(locks) => common(&locks, &held),
            });
        }
        common_locks.is_none_or(|locks| locks.iter().any(|(object, _)| !self.facts.distrusted.contains(object)))
    }

    fn can_meet(&self, one: &Access, other: &Access) -> bool {
        (one.writes || other.writes)
            && self.facts.may_run(one.thread, other.thread, &other.company)
            && self.facts.may_run(other.thread, one.thread, &one.company)
    }
}
