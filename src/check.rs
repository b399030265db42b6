//! The product: a program and options in, an outcome out.

use bmc_solver::{EngineKind, Stop, StopReason};

use crate::ir::Program;
use crate::source::{Diagnostic, Location};
use crate::trace::Trace;

pub struct CheckOptions {
    pub rounds: Option<u32>,
    pub unwind: Option<u32>,
    pub unwindset: Vec<(String, u32)>,
    pub unwinding_assertions: bool,
    pub property: Option<String>,
    pub solver: EngineKind,
    pub seed: u64,
    pub stop: Stop,
    pub progress: Option<Box<dyn Fn(&Progress)>>,
}

#[derive(Clone, Debug)]
pub struct Progress {
    pub rounds: u32,
    pub unwind: u32,
    pub stage: &'static str,
}

pub struct Outcome {
    pub verdict: Verdict,
    pub bounds: Bounds,
    pub cuts: Vec<Cut>,
    pub statistics: Statistics,
}

pub enum Verdict {
    Violated(Box<Trace>),
    Safe,
    NoViolationWithinBounds,
    Unknown(UnknownReason),
}

#[derive(Clone, Debug)]
pub enum UnknownReason {
    Stopped(StopReason),
    Internal(String),
}

#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub rounds: u32,
    pub unwind: u32,
}

/// Something a bound has left out.
#[derive(Clone, Debug)]
pub struct Cut {
    pub kind: CutKind,
    /// `main.0`; empty for rounds.
    pub name: String,
    pub location: Option<Location>,
    pub bound: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CutKind {
    Loop,
    Recursion,
    Rounds,
}

#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub threads: usize,
    pub events: usize,
    pub cells: usize,
    pub terms: usize,
    pub aig_nodes: usize,
    pub cnf_variables: usize,
    pub cnf_clauses: usize,
    /// Seconds per stage, in the order of the stages.
    pub stages: Vec<(&'static str, f64)>,
}

pub fn check(_program: &Program, _options: &CheckOptions) -> Result<Outcome, Vec<Diagnostic>> {
    Err(vec![Diagnostic::error_without_place("the check is not part of this branch")])
}

/// The stages whose result depends on the bounds, for `--dump`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DumpStage {
    Events,
    Formula,
    Dimacs,
}

pub fn dump(
    _program: &Program,
    _options: &CheckOptions,
    _stage: DumpStage,
) -> Result<String, Vec<Diagnostic>> {
    Err(vec![Diagnostic::error_without_place("the check is not part of this branch")])
}
