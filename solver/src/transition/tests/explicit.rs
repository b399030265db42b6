//! Small circuits, state by state: what is reachable, and whether clauses are an invariant.

use crate::tests::Random;
use crate::transition::circuit::{Circuit, Clause, Latch, LatchId, Signal};

use crate::aig::AigLit;

/// All steps of a circuit with few latches and inputs.
pub(super) struct Explicit<'a> {
    circuit: &'a Circuit,
    /// By state: the states that follow, and whether something bad is possible in it.
    steps: Vec<(Vec<usize>, bool)>,
}

pub(super) fn bits(number: usize, count: usize) -> Vec<bool> {
    (0..count).map(|bit| number >> bit & 1 == 1).collect()
}

fn number(bits: &[bool]) -> usize {
    bits.iter().rev().fold(0, |number, &bit| number << 1 | usize::from(bit))
}

impl<'a> Explicit<'a> {
    pub fn new(circuit: &'a Circuit) -> Explicit<'a> {
        let steps = (0..1 << circuit.latch_count()).map(|state| {
            let state = bits(state, circuit.latch_count());
            let mut following = Vec::new();
            let mut is_bad = false;
            for inputs in 0..1 << circuit.input_count() {
                let values = circuit.values(&state, &bits(inputs, circuit.input_count()));
                if circuit.is_allowed(&values) {
                    following.push(number(&circuit.next_state(&values)));
                    is_bad |= circuit.is_bad(&values);
                }
            }
            following.sort_unstable();
            following.dedup();
            (following, is_bad)
        });
        Explicit { circuit, steps: steps.collect() }
    }

    fn is_first(&self, state: usize) -> bool {
        let values = bits(state, self.circuit.latch_count());
        self.circuit.latches.iter().zip(values).all(|(latch, value)| latch.first.is_none_or(|f| f == value))
    }

    /// By state, the number of steps it takes to get there.
    pub fn distances(&self) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.steps.len()];
        let mut layer: Vec<usize> = (0..self.steps.len()).filter(|&state| self.is_first(state)).collect();
        for distance in 0.. {
            layer.retain(|&state| distances[state].is_none());
            if layer.is_empty() {
                break;
            }
            for &state in &layer {
                distances[state] = Some(distance);
            }
            layer = layer.iter().flat_map(|&state| self.steps[state].0.iter().copied()).collect();
        }
        distances
    }

    /// The number of steps after which something bad is possible.
    pub fn shortest_refutation(&self) -> Option<usize> {
        let distances = self.distances();
        (0..self.steps.len()).filter(|&state| self.steps[state].1).filter_map(|state| distances[state]).min()
    }

    /// Whether the states in which the clauses hold include the first ones and, among those that are known to be all
    /// there are, are closed under steps and none is bad.
    pub fn is_proof(&self, clauses: &[Clause], known: &[Clause]) -> bool {
        let where_all_hold = |clauses: &[Clause]| -> Vec<bool> {
            let states = (0..self.steps.len()).map(|state| bits(state, self.circuit.latch_count()));
            states.map(|state| clauses.iter().all(|clause| holds(clause, &state))).collect()
        };
        let (inside, possible) = (where_all_hold(clauses), where_all_hold(known));
        (0..self.steps.len()).all(|state| {
            let (following, is_bad) = &self.steps[state];
            let first_is_inside = inside[state] || !self.is_first(state);
            let is_left = inside[state] && possible[state] && following.iter().any(|&next| !inside[next]);
            first_is_inside && !is_left && !(inside[state] && possible[state] && *is_bad)
        })
    }
}

pub(super) fn holds(clause: &Clause, state: &[bool]) -> bool {
    clause.iter().any(|literal| state[literal.latch().index()] == literal.value())
}

/// A circuit of random gates; about half of them are safe.
pub(super) fn random_circuit(random: &mut Random) -> Circuit {
    let mut circuit = Circuit::new();
    let mut edges: Vec<AigLit> = Vec::new();
    for _ in 0..random.below(5) {
        let edge = circuit.graph.input();
        circuit.inputs.push(edge.into());
        edges.push(edge);
    }
    for _ in 0..1 + random.below(8) {
        let edge = circuit.graph.input();
        let first = [Some(false), Some(false), Some(true), None][random.below(4)];
        circuit.latches.push(Latch { edge, first, next: edge, name: None, origin: None });
        edges.push(edge);
    }
    let any = |random: &mut Random, edges: &[AigLit]| {
        edges[random.below(edges.len())].invert_if(random.below(2) == 0)
    };
    for _ in 0..random.below(40) {
        let (a, b, c) = (any(random, &edges), any(random, &edges), any(random, &edges));
        let edge = match random.below(4) {
            0 => circuit.graph.xor(a, b),
            1 => circuit.graph.ite(a, b, c),
            _ => circuit.graph.and(a, b),
        };
        edges.push(edge);
    }
    for latch in 0..circuit.latches.len() {
        circuit.latches[latch].next = any(random, &edges);
    }
    for _ in 0..1 + random.below(2) {
        let conjuncts: Vec<AigLit> = (0..1 + random.below(4)).map(|_| any(random, &edges)).collect();
        let bad = conjuncts.into_iter().fold(AigLit::TRUE, |all, edge| circuit.graph.and(all, edge));
        circuit.bads.push(bad.into());
    }
    for _ in 0..random.below(3) {
        let (a, b) = (any(random, &edges), any(random, &edges));
        circuit.constraints.push(Signal::from(circuit.graph.or(a, b)));
    }
    circuit
}

/// A clause that holds in all states that can be reached, if the random one does.
pub(super) fn random_known(random: &mut Random, explicit: &Explicit) -> Option<Clause> {
    let latches = explicit.circuit.latch_count();
    let clause: Clause =
        (0..2).map(|_| LatchId::new(random.below(latches)).is(random.below(2) == 0)).collect();
    let distances = explicit.distances();
    let is_known = |state: usize| distances[state].is_none() || holds(&clause, &bits(state, latches));
    (0..distances.len()).all(is_known).then_some(clause)
}
