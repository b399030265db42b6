//! Paths that meet become one: what differs between them is chosen by the condition that tells them apart.

use bmc_solver::TermId;

use super::locks::intersection;
use super::objects::CellState;
use super::operands;
use super::pass::Unfolder;
use super::state::PathState;
use crate::events::CellId;
use crate::planted::planted;

impl Unfolder<'_> {
    /// Merges the paths that meet at a place, the latest first: those parted last.
    /// They are in the same atomic section, or in none.
    pub(super) fn merge(&mut self, mut paths: Vec<PathState>) -> Option<PathState> {
        let mut merged = paths.pop()?;
        while let Some(other) = paths.pop() {
            merged = self.merge_two(merged, other);
        }
        (!merged.path.is_dead()).then_some(merged)
    }

    fn merge_two(&mut self, mut a: PathState, mut b: PathState) -> PathState {
        if a.path.is_dead() {
            return b;
        }
        if b.path.is_dead() {
            return a;
        }
        debug_assert_eq!(a.section, b.section, "only paths in the same section are merged");
        self.level_escapes(&mut a, &mut b);
        let (path, tells) = a.path.join(&mut self.terms, &b.path);
        for (index, x, y) in a.registers.differences(&b.registers) {
            let merged = match (x, y) {
                (Some(x), Some(y)) => Some(self.choose(tells, x, y)),
                (x, y) => x.or(y),
            };
            a.registers.set(index, merged);
        }
        for (index, x, y) in a.store.differences(&b.store) {
            let cell = CellId::new(index);
            let merged = match [&a, &b].map(|path| self.means_nothing(path, cell)) {
                [true, false] => y,
                [false, true] => x,
                _ => {
                    let x = x.unwrap_or_else(|| self.initial(cell));
                    let y = y.unwrap_or_else(|| self.initial(cell));
                    Some(self.choose(tells, x, y))
                }
            };
            a.store.set(index, merged);
        }
        for (index, x, y) in a.made.differences(&b.made) {
            let [x, y] = [x, y].map(|made| made.unwrap_or(TermId::FALSE));
            let made = self.terms.ite(tells, x, y);
            a.made.set(index, Some(made));
        }
        if planted!(OnePathHoldsForBoth) {
            std::rc::Rc::make_mut(&mut a.held).extend(b.held.iter().copied());
        } else {
            a.held = intersection(&a.held, &b.held);
        }
        a.joined = intersection(&a.joined, &b.joined);
        a.operands = operands::common(&a.operands, &b.operands);
        a.path = path;
        a.label = a.label.max(b.label);
        a
    }

    /// What a cell holds is of no account on a path on which its object has not been made. Only that it is not alive is.
    fn means_nothing(&self, state: &PathState, cell: CellId) -> bool {
        let CellState { object, offset, .. } = self.memory.cells[cell.index()];
        if planted!(UnwrittenIsUnmade) && state.store.get(cell.index()).is_none() {
            return object >= self.program.first_dynamic_object();
        }
        self.is_yet_to_be_made(state, object) && offset < self.shape(object).size
    }
}

/// Paths by the atomic section they are in, in the order of the first of each.
pub(super) fn by_section(states: Vec<PathState>) -> Vec<Vec<PathState>> {
    let mut labels: Vec<Vec<PathState>> = Vec::new();
    for state in states {
        match labels.iter_mut().find(|label| label[0].section == state.section) {
            Some(label) => label.push(state),
            None => labels.push(vec![state]),
        }
    }
    labels
}
