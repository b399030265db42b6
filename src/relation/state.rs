//! A path through a step: what it has computed and changed so far, and how far it has got among the movers.

use std::rc::Rc;

use bmc_solver::TermId;

use super::builder::{Builder, Interrupted};
use super::company::{Company, Lock, common};
use super::facts::Mover;
use super::place::Spot;
use crate::analysis::Facts;
use crate::events::CellId;
use crate::symbolic::{Path, PersistentVec};

#[derive(Clone, Default)]
pub struct PathState {
    pub path: Path,
    /// Of the running function; `None`: not assigned.
    pub registers: PersistentVec<Option<TermId>>,
    /// What the step has changed, by cell; `None`: it is as it was when the step began.
    pub store: PersistentVec<Option<TermId>>,
    pub company: Rc<Company>,
    pub section: Option<Section>,
    pub progress: Progress,
}

/// How far a step has got: right movers, at most one event that is neither, left movers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// Something was passed that is not a right mover: only left movers may follow.
    pub is_past_event: bool,
    /// Something was passed that is not a mover in both directions.
    pub has_moved: bool,
    /// Others may notice what was done: the step can no longer be taken back.
    pub is_noticed: bool,
}

impl Progress {
    fn join(self, other: Progress) -> Progress {
        Progress {
            is_past_event: self.is_past_event || other.is_past_event,
            has_moved: self.has_moved || other.has_moved,
            is_noticed: self.is_noticed || other.is_noticed,
        }
    }
}

/// The outermost atomic section that is open.
#[derive(Clone)]
pub struct Section {
    /// Where it may have begun: several places, if paths meet in it.
    pub begins: Rc<Vec<Spot>>,
    pub depth: u32,
    pub held_before: Rc<Vec<Lock>>,
    /// What was accessed in it, as numbers of recorded accesses.
    pub accesses: Rc<Vec<usize>>,
    /// What else was done in it.
    pub mover: Mover,
    /// Something in it could have been noticed by now.
    pub is_noticed: bool,
}

impl Builder<'_> {
    /// Merges the paths that meet at a place, the latest first: those parted last.
    pub(super) fn merge(&mut self, paths: Vec<PathState>) -> Result<Option<PathState>, Interrupted> {
        let mut alive = paths.into_iter().rev().filter(|state| !state.path.is_dead());
        let Some(mut merged) = alive.next() else { return Ok(None) };
        for other in alive {
            let depths = [&merged, &other].map(|state| state.section.as_ref().map(|section| section.depth));
            if depths[0] != depths[1] {
                let what = "paths inside and outside of an atomic section that meet";
                return Err(self.obstacle(what, self.here.1));
            }
            merged = self.merge_two(merged, other);
        }
        Ok(Some(merged))
    }

    fn merge_two(&mut self, mut a: PathState, b: PathState) -> PathState {
        let (path, tells) = a.path.join(&mut self.terms, &b.path);
        let registers = self.merge_registers(tells, &a.registers, &b.registers);
        for (index, x, y) in a.store.clone().differences(&b.store) {
            let cell = CellId::new(index);
            let [x, y] = [x, y].map(|value| value.unwrap_or_else(|| self.cell_symbol(cell)));
            let merged = self.choose(tells, x, y);
            a.store.set(index, Some(merged));
        }
        a.registers = registers;
        a.path = path;
        a.company = match Rc::ptr_eq(&a.company, &b.company) || a.company == b.company {
            true => a.company,
            false => Rc::new(a.company.join(&b.company)),
        };
        a.section = match (a.section, b.section) {
            (Some(one), Some(other)) => Some(one.join(other)),
            (one, other) => one.or(other),
        };
        a.progress = a.progress.join(b.progress);
        a
    }

    /// The registers of an activation on two paths that meet.
    pub(super) fn merge_registers(
        &mut self,
        tells: TermId,
        of_a: &PersistentVec<Option<TermId>>,
        of_b: &PersistentVec<Option<TermId>>,
    ) -> PersistentVec<Option<TermId>> {
        let mut merged = of_a.clone();
        for (index, x, y) in of_a.differences(of_b) {
            let value = match (x, y) {
                (Some(x), Some(y)) => Some(self.choose(tells, x, y)),
                (x, y) => x.or(y),
            };
            merged.set(index, value);
        }
        merged
    }

    /// What the condition shows of the two values is not forgotten.
    pub(super) fn choose(&mut self, tells: TermId, x: TermId, y: TermId) -> TermId {
        let merged = self.terms.ite(tells, x, y);
        if merged != x && merged != y && self.terms.width(merged) > 1 {
            let not = self.terms.not(tells);
            let [of_x, of_y] = [(tells, x), (not, y)].map(|(condition, value)| {
                let mut facts = Facts::default();
                facts.learn(&self.terms, condition);
                self.values.under(&self.terms, &facts, value)
            });
            self.values.refine(&self.terms, merged, of_x.join(&of_y));
        }
        merged
    }
}

impl Section {
    /// The same section, or one of the same depth.
    fn join(self, other: Section) -> Section {
        Section {
            begins: all_of(self.begins, &other.begins),
            depth: self.depth,
            held_before: match Rc::ptr_eq(&self.held_before, &other.held_before) {
                true => self.held_before,
                false => Rc::new(common(&self.held_before, &other.held_before)),
            },
            accesses: all_of(self.accesses, &other.accesses),
            mover: self.mover.join(other.mover),
            is_noticed: self.is_noticed || other.is_noticed,
        }
    }
}

/// What is in either of two lists.
fn all_of<T: Clone + Ord>(mut one: Rc<Vec<T>>, other: &Rc<Vec<T>>) -> Rc<Vec<T>> {
    if !Rc::ptr_eq(&one, other) {
        let all = Rc::make_mut(&mut one);
        all.extend(other.iter().cloned());
        all.sort_unstable();
        all.dedup();
    }
    one
}
