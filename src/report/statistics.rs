//! Sizes of the last formula, or of what there was of it when the search was ended, and times.

use serde::{Deserialize, Serialize};

use crate::check;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Statistics {
    /// Over the program, until what was assumed of it held.
    pub passes: u32,
    pub threads: usize,
    pub events: usize,
    pub labels: usize,
    pub cells: usize,
    pub terms: usize,
    pub aig_nodes: usize,
    pub arithmetic_gates: usize,
    pub cnf_variables: usize,
    pub cnf_clauses: usize,
    pub stages: Vec<StageTime>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StageTime {
    pub stage: String,
    pub seconds: f64,
}

impl Statistics {
    /// `earlier`: the stages before the check, with their seconds.
    pub(super) fn new(of: &check::Statistics, earlier: &[(&'static str, f64)]) -> Statistics {
        let stages = earlier.iter().chain(&of.seconds);
        Statistics {
            passes: of.unfolding_passes,
            threads: of.threads,
            events: of.events,
            labels: of.labels,
            cells: of.cells,
            terms: of.terms,
            aig_nodes: of.solver.aig_nodes,
            arithmetic_gates: of.solver.arithmetic_gates,
            cnf_variables: of.solver.cnf_variables,
            cnf_clauses: of.solver.cnf_clauses,
            stages: stages.map(|&(stage, seconds)| StageTime { stage: stage.to_string(), seconds }).collect(),
        }
    }
}
