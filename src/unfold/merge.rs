//! Paths that meet become one: what differs between them is chosen by the condition that tells them apart.

use super::locks::intersection;
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
            let x = x.unwrap_or_else(|| self.initial(cell));
            let y = y.unwrap_or_else(|| self.initial(cell));
            a.store.set(index, Some(self.choose(tells, x, y)));
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
