//! What a circuit does, step by step, without any search.
//!
//! A refutation is a first state and the inputs of each step. It counts only if running the circuit on them leads to
//! what must never be possible. [`System`] is run in the same way, on terms, so that what was found on bits is shown
//! on the words that somebody wrote.

use super::circuit::Circuit;
use super::system::System;
use crate::aig::AigLit;
use crate::evaluate::{Assignment, Evaluator};
use crate::term::Terms;

/// Values of all nodes of the graph in one step.
pub(crate) struct Values(Vec<bool>);

impl Values {
    pub fn of(&self, edge: AigLit) -> bool {
        self.0[edge.node()] ^ edge.is_inverted()
    }
}

/// A run that ends where something bad is possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// By latch.
    pub first: Vec<bool>,
    /// By step, then by input. The last step is the one that must not be possible.
    pub steps: Vec<Vec<bool>>,
}

impl Circuit {
    /// What the nodes of the graph are in a state with these inputs.
    pub(crate) fn values(&self, state: &[bool], inputs: &[bool]) -> Values {
        let mut values = Values(vec![false; self.graph.node_count()]);
        for (latch, &value) in self.latches.iter().zip(state) {
            values.0[latch.edge.node()] = value;
        }
        for (input, &value) in self.inputs.iter().zip(inputs) {
            values.0[input.edge.node()] = value;
        }
        for node in 0..self.graph.node_count() {
            if let Some([a, b]) = self.graph.gate(node) {
                values.0[node] = values.of(a) && values.of(b);
            }
        }
        values
    }

    /// Whether the step may be made at all, and whether it must not be possible.
    pub(crate) fn is_allowed(&self, values: &Values) -> bool {
        self.constraints.iter().all(|constraint| values.of(constraint.edge))
    }

    pub(crate) fn is_bad(&self, values: &Values) -> bool {
        self.bads.iter().any(|bad| values.of(bad.edge))
    }

    pub(crate) fn next_state(&self, values: &Values) -> Vec<bool> {
        self.latches.iter().map(|latch| values.of(latch.next)).collect()
    }

    /// Runs the circuit; the error says in which step it goes another way than the refutation says.
    pub fn replay(&self, refutation: &Refutation) -> Result<(), String> {
        let Refutation { first, steps } = refutation;
        if first.len() != self.latches.len() {
            return Err(format!("{} latches have {} values", self.latches.len(), first.len()));
        }
        let wrong =
            |(latch, value): (&super::circuit::Latch, &bool)| latch.first.is_some_and(|f| f != *value);
        if let Some(latch) = self.latches.iter().zip(first).position(wrong) {
            return Err(format!("latch l{latch} does not begin with that value"));
        }
        let mut state = first.clone();
        for (index, inputs) in steps.iter().enumerate() {
            if inputs.len() != self.inputs.len() {
                return Err(format!(
                    "step {index}: {} inputs have {} values",
                    self.inputs.len(),
                    inputs.len()
                ));
            }
            let values = self.values(&state, inputs);
            if !self.is_allowed(&values) {
                return Err(format!("step {index}: a constraint does not hold"));
            }
            if index + 1 == steps.len() {
                return if self.is_bad(&values) { Ok(()) } else { Err("the last step is not bad".into()) };
            }
            state = self.next_state(&values);
        }
        Err("there is no step".into())
    }

    /// The refutation of the circuit of a system, step by step: the values of all state variables and inputs.
    ///
    /// # Panics
    ///
    /// If the system does not go that way.
    pub fn run_of_system(&self, terms: &Terms, system: &System, refutation: &Refutation) -> Vec<Assignment> {
        // What the circuit does not depend on may be anything.
        let mut state: Vec<u128> = system
            .state
            .iter()
            .map(|state| state.first.and_then(|first| terms.as_constant(first)).unwrap_or(0))
            .collect();
        for (latch, &value) in self.latches.iter().zip(&refutation.first) {
            let origin = latch.origin.expect("the circuit was made from this system");
            let word = &mut state[origin.state_variable];
            *word = *word & !(1 << origin.bit) | u128::from(value) << origin.bit;
        }
        let mut run = Vec::new();
        for (index, inputs) in refutation.steps.iter().enumerate() {
            let mut assignment = Assignment::new();
            for (variable, &value) in system.state.iter().zip(&state) {
                assignment.set(variable.variable, value, terms.width(variable.variable));
            }
            for (&(variable, bit), &value) in self.input_origins.iter().zip(inputs) {
                let word = assignment.get(variable) | u128::from(value) << bit;
                assignment.set(variable, word, terms.width(variable));
            }
            let mut evaluator = Evaluator::new(terms, &assignment);
            assert!(evaluator.holds(system.constraint), "step {index} breaks the constraint of the system");
            let is_last = index + 1 == refutation.steps.len();
            assert!(!is_last || evaluator.holds(system.bad), "the system is not bad in the last step");
            state = system.state.iter().map(|state| evaluator.value(state.next)).collect();
            drop(evaluator);
            run.push(assignment);
        }
        run
    }
}
