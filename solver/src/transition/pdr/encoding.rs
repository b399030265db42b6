//! One step of a circuit as clauses.
//!
//! Everything that will ever be asked about gets its literal at once, in both polarities: engines are made anew now and
//! then, and numbers that never change make that a matter of feeding the same clauses again. Variables after
//! `variables` are free for switches.

use crate::aig::AigLit;
use crate::cnf::Cnf;
use crate::transition::circuit::{Circuit, LatchLiteral};

/// An edge in a question.
#[derive(Clone, Copy, Debug)]
pub(super) enum Condition {
    Constant(bool),
    Literal(i32),
}

pub(super) struct Encoding {
    /// Each ended by 0.
    pub clauses: Vec<i32>,
    /// By latch, its value before the step.
    latches: Vec<i32>,
    /// By latch, its value after the step.
    next: Vec<Condition>,
    /// By input.
    pub inputs: Vec<i32>,
    pub bad: Condition,
    pub variables: i32,
}

impl Encoding {
    /// Constraints and what is known hold in every model.
    pub fn new(circuit: &Circuit) -> Encoding {
        let mut cnf = Cnf::default();
        let graph = &circuit.graph;
        let variable = |cnf: &mut Cnf, edge: AigLit| cnf.assumption(graph, edge);
        let latches: Vec<i32> = circuit.latches.iter().map(|latch| variable(&mut cnf, latch.edge)).collect();
        let inputs = circuit.inputs.iter().map(|input| variable(&mut cnf, input.edge)).collect();
        for constraint in &circuit.constraints {
            cnf.assert(graph, constraint.edge);
        }
        for &known in &circuit.known {
            cnf.assert(graph, known);
        }
        let mut condition = |edge: AigLit| match edge {
            AigLit::FALSE => Condition::Constant(false),
            AigLit::TRUE => Condition::Constant(true),
            _ => {
                cnf.assumption(graph, !edge);
                Condition::Literal(cnf.assumption(graph, edge))
            }
        };
        let next = circuit.latches.iter().map(|latch| condition(latch.next)).collect();
        let bads: Vec<Condition> = circuit.bads.iter().map(|bad| condition(bad.edge)).collect();
        let mut clauses = cnf.literals().to_vec();
        let mut variables = cnf.variable_count() as i32;
        let bad = any_of(&bads, &mut clauses, &mut variables);
        Encoding { clauses, latches, next, inputs, bad, variables }
    }

    pub fn latch_count(&self) -> usize {
        self.latches.len()
    }

    /// That the latch has the value before the step.
    pub fn before(&self, literal: LatchLiteral) -> i32 {
        let variable = self.latches[literal.latch().index()];
        if literal.value() { variable } else { -variable }
    }

    /// That the latch has the value after the step.
    pub fn after(&self, literal: LatchLiteral) -> Condition {
        match self.next[literal.latch().index()] {
            Condition::Constant(value) => Condition::Constant(value == literal.value()),
            Condition::Literal(next) => Condition::Literal(if literal.value() { next } else { -next }),
        }
    }
}

/// A condition that implies that one of the others holds.
fn any_of(conditions: &[Condition], clauses: &mut Vec<i32>, variables: &mut i32) -> Condition {
    let mut literals = Vec::new();
    for condition in conditions {
        match *condition {
            Condition::Constant(true) => return Condition::Constant(true),
            Condition::Constant(false) => {}
            Condition::Literal(literal) => literals.push(literal),
        }
    }
    match literals[..] {
        [] => Condition::Constant(false),
        [literal] => Condition::Literal(literal),
        _ => {
            *variables += 1;
            clauses.push(-*variables);
            clauses.extend(literals);
            clauses.push(0);
            Condition::Literal(*variables)
        }
    }
}
