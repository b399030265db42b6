//! Path conditions that can be joined again: each path is a chain of decisions.
//!
//! Two branches of an `if` meet again at its end. Their guards `g ∧ c` and `g ∧ ¬c` must become `g`, not a
//! disjunction, or guards grow with every statement passed. So a path keeps its decisions as a chain that
//! shares its beginning with the paths it split from; joining two paths goes back to where they parted.

use std::rc::Rc;

use bmc_solver::{TermId, Terms};

#[derive(Debug)]
struct Decision {
    before: Option<Rc<Decision>>,
    depth: u32,
    condition: TermId,
    /// The conjunction of this and all earlier conditions.
    guard: TermId,
}

/// The decisions that lead to a place of a thread's unfolding.
#[derive(Clone, Debug, Default)]
pub struct Path(Option<Rc<Decision>>);

impl Path {
    pub fn guard(&self) -> TermId {
        self.0.as_ref().map_or(TermId::TRUE, |d| d.guard)
    }

    /// The path goes on only under `condition`.
    pub fn assume(&mut self, terms: &mut Terms, condition: TermId) {
        if condition == TermId::TRUE {
            return;
        }
        let guard = terms.and(self.guard(), condition);
        let depth = self.depth() + 1;
        self.0 = Some(Rc::new(Decision { before: self.0.take(), depth, condition, guard }));
    }

    pub fn is_dead(&self) -> bool {
        self.guard() == TermId::FALSE
    }

    /// What was decided on the way, the latest first.
    pub fn conditions(&self) -> impl Iterator<Item = TermId> {
        let decisions = std::iter::successors(self.0.as_deref(), |decision| decision.before.as_deref());
        decisions.map(|decision| decision.condition)
    }

    /// The other path is the beginning of this one.
    pub fn continues(&self, other: &Path) -> bool {
        let mut decision = &self.0;
        while let Some(latest) = decision.as_ref().filter(|latest| latest.depth > other.depth()) {
            decision = &latest.before;
        }
        same(decision, &other.0)
    }

    fn depth(&self) -> u32 {
        self.0.as_ref().map_or(0, |d| d.depth)
    }

    /// The path that holds where either holds, and the condition that tells `self` (true) from `other`.
    pub fn join(&self, terms: &mut Terms, other: &Path) -> (Path, TermId) {
        let (mut a, mut b) = (self.0.clone(), other.0.clone());
        let (mut after_a, mut after_b) = (Vec::new(), Vec::new());
        let depth = |p: &Option<Rc<Decision>>| p.as_ref().map_or(0, |d| d.depth);
        let back = |p: &mut Option<Rc<Decision>>, after: &mut Vec<TermId>| {
            let decision = p.take().expect("a path of some depth has a decision");
            after.push(decision.condition);
            *p = decision.before.clone();
        };
        while depth(&a) > depth(&b) {
            back(&mut a, &mut after_a);
        }
        while depth(&b) > depth(&a) {
            back(&mut b, &mut after_b);
        }
        while !same(&a, &b) {
            back(&mut a, &mut after_a);
            back(&mut b, &mut after_b);
        }
        let mut joined = Path(a);
        let (Some(&first_a), Some(&first_b)) = (after_a.last(), after_b.last()) else {
            // One path is the beginning of the other: it covers both, but nothing short tells them apart.
            let whole = terms.and_all(after_a.iter().chain(&after_b).copied());
            let tells = if after_a.is_empty() { terms.not(whole) } else { whole };
            return (joined, tells);
        };
        let complementary = terms.not(first_a) == first_b;
        if complementary {
            after_a.pop();
            after_b.pop();
        }
        let rest_a = terms.and_all(after_a.iter().rev().copied());
        let rest_b = terms.and_all(after_b.iter().rev().copied());
        let either = match complementary {
            true => terms.ite(first_a, rest_a, rest_b),
            false => terms.or(rest_a, rest_b),
        };
        joined.assume(terms, either);
        (joined, if complementary { first_a } else { rest_a })
    }
}

fn same(a: &Option<Rc<Decision>>, b: &Option<Rc<Decision>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => Rc::ptr_eq(a, b),
        _ => false,
    }
}

/// Long chains must not be dropped recursively.
impl Drop for Decision {
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(decision) = next {
            match Rc::try_unwrap(decision) {
                Ok(mut owned) => next = owned.before.take(),
                Err(_) => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_branches_of_an_if_join_to_the_path_before_it() {
        let mut terms = Terms::new();
        let (c, d) = (terms.variable(1), terms.variable(1));
        let mut before = Path::default();
        before.assume(&mut terms, d);
        let (mut yes, mut no) = (before.clone(), before.clone());
        yes.assume(&mut terms, c);
        let not_c = terms.not(c);
        no.assume(&mut terms, not_c);
        let (joined, tells) = yes.join(&mut terms, &no);
        assert_eq!(joined.guard(), d);
        assert_eq!(tells, c);
    }

    #[test]
    fn an_assumption_in_one_branch_stays_bound_to_that_branch() {
        let mut terms = Terms::new();
        let (c, x) = (terms.variable(1), terms.variable(1));
        let (mut yes, mut no) = (Path::default(), Path::default());
        yes.assume(&mut terms, c);
        yes.assume(&mut terms, x);
        let not_c = terms.not(c);
        no.assume(&mut terms, not_c);
        let (joined, _) = yes.join(&mut terms, &no);
        let expected = terms.ite(c, x, TermId::TRUE);
        assert_eq!(joined.guard(), expected);
    }
}
