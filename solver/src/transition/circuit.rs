//! A transition system over bits: a graph of gates between latches.
//!
//! Made from a [`System`] by the translation that formulas go through, too, or read from AIGER. A latch that comes from
//! a word remembers which bit of which state variable it is, so that what is found out about latches can be said about
//! words. Clauses over latches are what proofs are made of.

use std::fmt;

use bitvec::prelude::*;

use super::system::System;
use crate::aig::{Aig, AigLit};
use crate::blast::Blaster;
use crate::term::{TermId, Terms};

/// A latch of one circuit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LatchId(u32);

impl LatchId {
    pub fn new(index: usize) -> LatchId {
        LatchId(u32::try_from(index).expect("fewer than 2^31 latches"))
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// That it holds `value`.
    pub fn is(self, value: bool) -> LatchLiteral {
        LatchLiteral(self.0 << 1 | u32::from(!value))
    }
}

impl fmt::Display for LatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "l{}", self.0)
    }
}

impl fmt::Debug for LatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// That a latch holds one, or that it holds zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LatchLiteral(u32);

impl LatchLiteral {
    pub fn latch(self) -> LatchId {
        LatchId(self.0 >> 1)
    }

    /// The value it says the latch has.
    pub fn value(self) -> bool {
        self.0 & 1 == 0
    }
}

impl std::ops::Not for LatchLiteral {
    type Output = LatchLiteral;
    fn not(self) -> LatchLiteral {
        LatchLiteral(self.0 ^ 1)
    }
}

impl fmt::Display for LatchLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.value() { "" } else { "!" }, self.latch())
    }
}

impl fmt::Debug for LatchLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// At least one of these holds.
pub type Clause = Vec<LatchLiteral>;

#[derive(Clone, Debug)]
pub(crate) struct Latch {
    pub edge: AigLit,
    /// `None`: any value.
    pub first: Option<bool>,
    pub next: AigLit,
    pub name: Option<String>,
    pub origin: Option<Origin>,
}

/// The bit of a state variable that a latch is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// An index into the state of the system.
    pub state_variable: usize,
    pub bit: u32,
}

/// An edge with the name it has outside, if any.
#[derive(Clone, Debug)]
pub(crate) struct Signal {
    pub edge: AigLit,
    pub name: Option<String>,
}

impl From<AigLit> for Signal {
    fn from(edge: AigLit) -> Signal {
        Signal { edge, name: None }
    }
}

/// Latches, inputs that are fresh in each step, and what must never be possible. Runs are those of a [`System`].
pub struct Circuit {
    pub(crate) graph: Aig,
    pub(crate) inputs: Vec<Signal>,
    pub(crate) latches: Vec<Latch>,
    pub(crate) bads: Vec<Signal>,
    pub(crate) constraints: Vec<Signal>,
    /// What holds in every state of every run, as somebody else has shown.
    pub(crate) known: Vec<AigLit>,
    /// For an input the variable and the bit that it is, if it comes from a system.
    pub(crate) input_origins: Vec<(TermId, u32)>,
}

impl Default for Circuit {
    fn default() -> Circuit {
        Circuit {
            graph: Aig::new(),
            inputs: Vec::new(),
            latches: Vec::new(),
            bads: Vec::new(),
            constraints: Vec::new(),
            known: Vec::new(),
            input_origins: Vec::new(),
        }
    }
}

impl Circuit {
    /// No latch, no input, and nothing that is bad.
    pub fn new() -> Circuit {
        Circuit::default()
    }

    /// The circuit of a system, of which `known` holds in all states of all runs: terms of width 1 over state
    /// variables. They help and need not follow from the circuit, but what is proved rests on them.
    pub fn from_system(terms: &Terms, system: &System, known: &[TermId]) -> Circuit {
        if cfg!(debug_assertions) {
            system.verify(terms);
            system.verify_over_state(terms, known);
        }
        let mut circuit = Circuit::new();
        let graph = &mut circuit.graph;
        let mut blaster = Blaster::default();
        for (index, state) in system.state.iter().enumerate() {
            let edges = blaster.word_of(terms, graph, state.variable);
            let first = state.first.and_then(|first| terms.as_constant(first));
            for (bit, edge) in edges.into_iter().enumerate() {
                circuit.latches.push(Latch {
                    edge,
                    first: first.map(|value| value >> bit & 1 == 1),
                    next: AigLit::FALSE,
                    name: Some(format!("{}[{bit}]", state.name)),
                    origin: Some(Origin { state_variable: index, bit: bit as u32 }),
                });
            }
        }
        let next = system.state.iter().flat_map(|state| blaster.word_of(terms, graph, state.next));
        let next: Vec<AigLit> = next.collect();
        for (latch, next) in circuit.latches.iter_mut().zip(next) {
            latch.next = next;
        }
        circuit.bads.push(blaster.truth_value(terms, graph, system.bad).into());
        circuit.constraints.push(blaster.truth_value(terms, graph, system.constraint).into());
        circuit.known = known.iter().map(|&t| blaster.truth_value(terms, graph, t)).collect();
        for &(variable, width) in &blaster.variables()[system.state.len()..] {
            let edges = blaster.known(variable, width).expect("translated variables have bits");
            circuit.inputs.extend(edges.iter().map(|&edge| Signal::from(edge)));
            circuit.input_origins.extend((0..width).map(|bit| (variable, bit)));
        }
        circuit
    }

    pub fn latch_count(&self) -> usize {
        self.latches.len()
    }

    pub fn input_count(&self) -> usize {
        self.inputs.len()
    }

    pub fn gate_count(&self) -> usize {
        self.graph.gate_count()
    }

    pub fn latch_name(&self, latch: LatchId) -> Option<&str> {
        self.latches[latch.index()].name.as_deref()
    }

    /// Which bit of which state variable the latch is, if the circuit was made from a system.
    pub fn origin(&self, latch: LatchId) -> Option<Origin> {
        self.latches[latch.index()].origin
    }

    /// All latches that come from words, with what they come from.
    pub fn origins(&self) -> impl Iterator<Item = (LatchId, Origin)> {
        self.latch_ids().filter_map(|latch| self.origin(latch).map(|origin| (latch, origin)))
    }

    pub(crate) fn latch_ids(&self) -> impl Iterator<Item = LatchId> + use<> {
        (0..self.latches.len()).map(LatchId::new)
    }

    /// The clause as a term over the state variables of the system that the circuit was made from.
    pub fn clause_term(&self, terms: &mut Terms, system: &System, clause: &[LatchLiteral]) -> TermId {
        let mut result = TermId::FALSE;
        for literal in clause {
            let origin = self.origin(literal.latch()).expect("the circuit was made from this system");
            let variable = system.state[origin.state_variable].variable;
            let bit = terms.extract(variable, origin.bit, 1);
            let holds = if literal.value() { bit } else { terms.not(bit) };
            result = terms.or(result, holds);
        }
        result
    }

    /// The circuit without latches that cannot influence what is asked. All inputs stay, with the same numbers.
    pub fn reduced(&self) -> Circuit {
        let needed = self.needed_latches();
        let mut copy = Copying { source: &self.graph, target: Aig::new(), edges: Vec::new() };
        copy.edges.resize(self.graph.node_count(), None);
        copy.edges[0] = Some(AigLit::FALSE);
        let mut circuit = Circuit { input_origins: self.input_origins.clone(), ..Circuit::default() };
        for input in &self.inputs {
            circuit.inputs.push(Signal { edge: copy.input(input.edge), name: input.name.clone() });
        }
        let kept = || self.latches.iter().zip(&needed).filter(|(_, needed)| **needed);
        for (latch, _) in kept() {
            circuit.latches.push(Latch { edge: copy.input(latch.edge), ..latch.clone() });
        }
        for (latch, (old, _)) in circuit.latches.iter_mut().zip(kept()) {
            latch.next = copy.edge(old.next);
        }
        let mut signals = |signals: &[Signal]| -> Vec<Signal> {
            let copied = |signal: &Signal| Signal { edge: copy.edge(signal.edge), name: signal.name.clone() };
            signals.iter().map(copied).collect()
        };
        circuit.bads = signals(&self.bads);
        circuit.constraints = signals(&self.constraints);
        circuit.known = self.known.iter().map(|&edge| copy.edge(edge)).collect();
        circuit.graph = copy.target;
        circuit
    }

    /// Which latches bad, the constraints and what is known depend on, in any number of steps.
    fn needed_latches(&self) -> Vec<bool> {
        let mut latch_of = vec![None; self.graph.node_count()];
        for (index, latch) in self.latches.iter().enumerate() {
            latch_of[latch.edge.node()] = Some(index);
        }
        let mut seen: BitVec = bitvec![0; self.graph.node_count()];
        let mut needed = vec![false; self.latches.len()];
        let asked = self.bads.iter().chain(&self.constraints).map(|signal| signal.edge);
        let mut open: Vec<AigLit> = asked.chain(self.known.iter().copied()).collect();
        while let Some(edge) = open.pop() {
            if seen.replace(edge.node(), true) {
                continue;
            }
            open.extend(self.graph.gate(edge.node()).into_iter().flatten());
            if let Some(latch) = latch_of[edge.node()] {
                needed[latch] = true;
                open.push(self.latches[latch].next);
            }
        }
        needed
    }
}

/// Copies what is asked for from one graph into another.
struct Copying<'a> {
    source: &'a Aig,
    target: Aig,
    /// By node of the source.
    edges: Vec<Option<AigLit>>,
}

impl Copying<'_> {
    fn input(&mut self, edge: AigLit) -> AigLit {
        let input = self.target.input();
        self.edges[edge.node()] = Some(input);
        input
    }

    fn known(&self, edge: AigLit) -> Option<AigLit> {
        self.edges[edge.node()].map(|copy| copy.invert_if(edge.is_inverted()))
    }

    fn edge(&mut self, edge: AigLit) -> AigLit {
        let mut stack = vec![edge];
        while let Some(&top) = stack.last() {
            if self.known(top).is_some() {
                stack.pop();
                continue;
            }
            let [a, b] = self.source.gate(top.node()).expect("inputs and latches are copied first");
            match (self.known(a), self.known(b)) {
                (Some(a), Some(b)) => {
                    self.edges[top.node()] = Some(self.target.and(a, b));
                    stack.pop();
                }
                (known_a, known_b) => {
                    stack.extend(known_a.is_none().then_some(a));
                    stack.extend(known_b.is_none().then_some(b));
                }
            }
        }
        self.known(edge).expect("the edge was just copied")
    }
}
