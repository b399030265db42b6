//! Which cells others may notice a step to use (the condition of Lipton's reduction).
//!
//! Accesses that cannot happen at the same time are never noticed; nor are those that one lock keeps apart, if every
//! access that could meet another one is made while it is held. What such a cell holds in the middle of a step, nobody
//! can see. That is assumed of every cell at first: let a run be the first to use one against the assumption; until then
//! its steps could be put together, so the use was among those that are looked at here.
//!
//! One thing must be kept in mind for that: who asks for a lock does so before holding it, and meets a state in which
//! others are in the middle of their steps. Whether a section always ends with the lock must not be concluded from what the
//! cells of the lock hold *between* steps, when it may always be free. So of such cells everything counts that is ever
//! stored.

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
            if self.facts.cells[index].is_visible {
                continue;
            }
            let meeting: Vec<usize> =
                numbers.iter().copied().filter(|&one| self.can_meet_any(one, &numbers)).collect();
            if meeting.is_empty() {
                continue;
            }
            let held = |access: &Access| access.held.clone().unwrap_or_default();
            if !self.is_under_one_lock(&meeting, held) {
                self.facts.shows(cell);
            } else if !self.is_under_one_lock(&meeting, |access| access.held_before.to_vec()) {
                self.facts.is_met_midway(cell);
            }
        }
    }

    fn can_meet_any(&self, one: usize, others: &[usize]) -> bool {
        others.iter().any(|&other| self.can_meet(&self.accesses[one], &self.accesses[other]))
    }

    /// Whether one lock that can be trusted is held by all of them.
    fn is_under_one_lock(&self, numbers: &[usize], held: impl Fn(&Access) -> Vec<Lock>) -> bool {
        let mut shared: Option<Vec<Lock>> = None;
        for &number in numbers {
            let held = held(&self.accesses[number]);
            shared = Some(match shared {
                None => held,
                Some(locks) if planted!(AnyLockKeepsApart) && !held.is_empty() => locks,
                Some(locks) => common(&locks, &held),
            });
        }
        let is_trusted = |lock: &Lock| !self.facts.distrusted.contains(&lock.0);
        shared.is_some_and(|locks| locks.iter().any(is_trusted))
    }

    fn can_meet(&self, one: &Access, other: &Access) -> bool {
        (one.writes || other.writes)
            && self.facts.may_run(one.thread, other.thread, &other.company)
            && self.facts.may_run(other.thread, one.thread, &one.company)
    }
}
