//! From one state with a certain future to all states that share it for the same reason.
//!
//! A model names a value for every latch, most of which do not matter. Walking back from the edges that have to be as
//! they are, a gate that is true needs both operands, one that is false needs only one false operand: the one that
//! rests on fewer latches. What is reached are latches that force the outcome, whatever the others are.

use super::frames::Cube;
use super::questions::Model;
use crate::aig::AigLit;
use crate::transition::circuit::{Circuit, LatchId, LatchLiteral};
use crate::transition::planted::planted;

/// By node: no latch, or which one it is.
const NO_LATCH: u32 = u32::MAX;

pub(super) struct Lifting<'a> {
    circuit: &'a Circuit,
    latch_of: Vec<u32>,
    /// By node, how many latches it takes at least to justify its value, roughly.
    costs: Vec<u32>,
    values: Vec<bool>,
    needed: Vec<bool>,
}

impl<'a> Lifting<'a> {
    pub fn new(circuit: &'a Circuit) -> Lifting<'a> {
        let nodes = circuit.graph.node_count();
        let mut latch_of = vec![NO_LATCH; nodes];
        for (index, latch) in circuit.latches.iter().enumerate() {
            latch_of[latch.edge.node()] = index as u32;
        }
        Lifting {
            circuit,
            latch_of,
            costs: vec![0; nodes],
            values: vec![false; nodes],
            needed: vec![false; nodes],
        }
    }

    /// States from which the inputs of the model lead into the cube.
    pub fn predecessors(&mut self, model: &Model, cube: &[LatchLiteral]) -> Cube {
        let circuit = self.circuit;
        self.evaluate(model);
        let next = cube.iter().map(|literal| circuit.latches[literal.latch().index()].next);
        self.justify(model, next.collect())
    }

    /// States in which the inputs of the model make something bad possible.
    pub fn bad_states(&mut self, model: &Model) -> Cube {
        let circuit = self.circuit;
        self.evaluate(model);
        let bad = circuit.bads.iter().find(|bad| self.value(bad.edge)).expect("the model is a bad one");
        self.justify(model, vec![bad.edge])
    }

    fn value(&self, edge: AigLit) -> bool {
        self.values[edge.node()] ^ edge.is_inverted()
    }

    fn evaluate(&mut self, model: &Model) {
        let circuit = self.circuit;
        for (latch, &value) in circuit.latches.iter().zip(&model.state) {
            self.values[latch.edge.node()] = value;
            self.costs[latch.edge.node()] = 1;
        }
        for (input, &value) in circuit.inputs.iter().zip(&model.inputs) {
            self.values[input.edge.node()] = value;
        }
        for node in 0..circuit.graph.node_count() {
            let Some([a, b]) = circuit.graph.gate(node) else { continue };
            let (cost_a, cost_b) = (self.costs[a.node()], self.costs[b.node()]);
            let (value, cost) = match (self.value(a), self.value(b)) {
                (true, true) => (true, cost_a.saturating_add(cost_b)),
                (false, true) => (false, cost_a),
                (true, false) => (false, cost_b),
                (false, false) => (false, cost_a.min(cost_b)),
            };
            self.values[node] = value;
            self.costs[node] = cost;
        }
    }

    /// The latches that force the edges, and all constraints, to be what they are.
    fn justify(&mut self, model: &Model, mut roots: Vec<AigLit>) -> Cube {
        let circuit = self.circuit;
        if !planted!(LiftingForgetsConstraints) {
            roots.extend(circuit.constraints.iter().map(|constraint| constraint.edge));
        }
        self.needed.fill(false);
        for root in roots {
            self.needed[root.node()] = true;
        }
        let mut cube = Cube::new();
        for node in (0..circuit.graph.node_count()).rev() {
            if !self.needed[node] {
                continue;
            }
            let Some([a, b]) = circuit.graph.gate(node) else {
                if self.latch_of[node] != NO_LATCH {
                    let latch = LatchId::new(self.latch_of[node] as usize);
                    cube.push(latch.is(model.state[latch.index()]));
                }
                continue;
            };
            match (self.value(a), self.value(b)) {
                (true, true) => {
                    self.needed[a.node()] = true;
                    self.needed[b.node()] = true;
                }
                (false, true) => self.needed[a.node()] = true,
                (true, false) => self.needed[b.node()] = true,
                (false, false) => {
                    let has_one = self.needed[a.node()] || self.needed[b.node()];
                    if !has_one {
                        let cheaper = self.costs[a.node()] <= self.costs[b.node()];
                        self.needed[if cheaper { a } else { b }.node()] = true;
                    }
                }
            }
        }
        cube.sort_unstable();
        cube
    }
}
