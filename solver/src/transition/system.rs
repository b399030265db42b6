//! A transition system over words.
//!
//! What a producer hands in: state variables with a first value and a next value, and conditions over them. One step
//! takes a state and a choice of inputs, of which a variable that is no state variable is one, to exactly one next
//! state. Everything that may happen in several ways is therefore a matter of the inputs.
//!
//! A *run* is a sequence of states, the first of which agrees with all `first`, with inputs in each state such that
//! `constraint` holds and each state but the first is the `next` of the one before it. The system is *safe* if in no
//! run `bad` holds. In the state in which it holds, the constraint has to hold too.

use bitvec::prelude::*;

use crate::term::{Node, TermId, Terms};

/// States, steps, and what must never be possible.
#[derive(Clone, Debug)]
pub struct System {
    pub state: Vec<StateVariable>,
    /// Conditions over inputs or the state, of which in every step that the constraint allows at least one holds:
    /// asking for one at a time splits the relation. If there are none, there is nothing to split.
    pub cases: Vec<TermId>,
    /// Width 1, over state and inputs: nothing happens, good or bad, where it does not hold. `TermId::TRUE` if there
    /// is none.
    pub constraint: TermId,
    /// Width 1, over state and inputs: what must never be possible.
    pub bad: TermId,
}

#[derive(Clone, Debug)]
pub struct StateVariable {
    /// A `Terms` variable, of any width.
    pub variable: TermId,
    /// A constant, or any value at first.
    pub first: Option<TermId>,
    /// Over state and inputs.
    pub next: TermId,
    pub name: String,
}

impl System {
    /// All variables that occur and are no state variables, in the order of their ids.
    pub fn inputs(&self, terms: &Terms) -> Vec<TermId> {
        let mut roots = vec![self.constraint, self.bad];
        roots.extend(&self.cases);
        roots.extend(self.state.iter().map(|state| state.next));
        let mut inputs = variables_of(terms, &roots);
        let mut states: Vec<TermId> = self.state.iter().map(|state| state.variable).collect();
        states.sort_unstable();
        inputs.retain(|input| states.binary_search(input).is_err());
        inputs
    }

    /// The cases, or the one that always holds if there are none.
    pub(crate) fn cases_or_everything(&self) -> Vec<TermId> {
        if self.cases.is_empty() { vec![TermId::TRUE] } else { self.cases.clone() }
    }

    /// # Panics
    ///
    /// If a rule is broken: state variables are variables and no two are the same; a first value is a constant; first
    /// and next values are as wide as their variable; cases, constraint and bad are truth values.
    pub fn verify(&self, terms: &Terms) {
        let mut seen: BitVec = bitvec![0; terms.len()];
        for state in &self.state {
            let StateVariable { variable, first, next, name } = state;
            assert!(terms.node(*variable) == Node::Variable, "{name}: {variable} is no variable");
            assert!(!seen.replace(variable.index(), true), "{name}: {variable} is there twice");
            let width = terms.width(*variable);
            assert!(terms.width(*next) == width, "{name}: the next value is not {width} bits wide");
            if let Some(first) = first {
                assert!(terms.as_constant(*first).is_some(), "{name}: the first value is no constant");
                assert!(terms.width(*first) == width, "{name}: the first value is not {width} bits wide");
            }
        }
        for &condition in self.cases.iter().chain([&self.constraint, &self.bad]) {
            assert!(terms.width(condition) == 1, "{condition} is not a truth value");
        }
    }

    /// # Panics
    ///
    /// If one of these is not a truth value over state variables alone.
    pub(crate) fn verify_over_state(&self, terms: &Terms, conditions: &[TermId]) {
        for condition in conditions {
            assert!(terms.width(*condition) == 1, "{condition} is not a truth value");
        }
        let mut states: Vec<TermId> = self.state.iter().map(|state| state.variable).collect();
        states.sort_unstable();
        for variable in variables_of(terms, conditions) {
            assert!(states.binary_search(&variable).is_ok(), "{variable} is no state variable");
        }
    }
}

/// Variables that a case gives a value: it is a conjunction of such equations, perhaps with other conditions.
pub(super) fn fixed_by(terms: &Terms, case: TermId) -> Vec<(TermId, TermId)> {
    let mut fixed: Vec<(TermId, TermId)> = Vec::new();
    let mut open = vec![case];
    while let Some(t) = open.pop() {
        let equation = match terms.node(t) {
            Node::And(a, b) => {
                open.extend([a, b]);
                continue;
            }
            Node::Eq(a, b) => (a, b),
            Node::Variable => (t, TermId::TRUE),
            Node::Not(a) => (a, TermId::FALSE),
            _ => continue,
        };
        let (variable, value) = equation;
        let is_new = fixed.iter().all(|&(known, _)| known != variable);
        let is_value = terms.as_constant(value).is_some();
        if is_new && is_value && terms.node(variable) == Node::Variable {
            fixed.push(equation);
        }
    }
    fixed
}

/// The variables that the terms depend on, in the order of their ids.
fn variables_of(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    let mut seen: BitVec = bitvec![0; terms.len()];
    let mut variables = Vec::new();
    let mut open = roots.to_vec();
    while let Some(t) = open.pop() {
        if seen.replace(t.index(), true) {
            continue;
        }
        match terms.node(t) {
            Node::Variable => variables.push(t),
            node => open.extend(node.operands()),
        }
    }
    variables.sort_unstable();
    variables
}
