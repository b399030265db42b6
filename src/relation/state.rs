//! A path through a step: what it has computed and changed so far, and how far it has got among the movers.

use std::rc::Rc;

use bmc_solver::TermId;

use super::builder::Builder;
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
    pub begin: Spot,
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
    pub(super) fn merge(&mut self, mut paths: Vec<PathState>) -> Option<PathState> {
        let mut merged = paths.pop()?;
        while let Some(other) = paths.pop() {
            merged = self.merge_two(merged, other);
        }
        (!merged.path.is_dead()).then_some(merged)
    }

    fn merge_two(&mut self, mut a: PathState, b: PathState) -> PathState {
        if a.path.is_dead() {
            return b;
        }
        if b.path.is_dead() {
            return a;
        }
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
    /// The same section, or one that was begun where another ended and nobody could come in between.
    fn join(self, other: Section) -> Section {
        let mut accesses = self.accesses;
        if !Rc::ptr_eq(&accesses, &other.accesses) {
            let all = Rc::make_mut(&mut accesses);
            all.extend(other.accesses.iter());
            all.sort_unstable();
            all.dedup();
        }
        Section {
            begin: self.begin,
            depth: self.depth,
            held_before: match Rc::ptr_eq(&self.held_before, &other.held_before) {
                true => self.held_before,
                false => Rc::new(common(&self.held_before, &other.held_before)),
            },
            accesses,
            mover: self.mover.join(other.mover),
            is_noticed: self.is_noticed || other.is_noticed,
        }
    }
}
