//! CaDiCaL, compiled from its C++ source by the `cadical` crate.
//!
//! It asks the terminate callback often enough to be stopped within milliseconds, and stays usable afterwards.

use super::{Engine, EngineKind};
use crate::solver::Answer;
use crate::stop::{Stop, StopReason, StopWatch};

pub(super) struct Cadical {
    solver: cadical::Solver<Watching>,
    largest_variable: i32,
}

/// Remembers why it stopped the search.
struct Watching {
    watch: StopWatch,
    reason: Option<StopReason>,
}

impl cadical::Callbacks for Watching {
    fn terminate(&mut self) -> bool {
        self.reason = self.reason.or_else(|| self.watch.requested());
        self.reason.is_some()
    }
}

impl Cadical {
    pub fn new() -> Cadical {
        Cadical { solver: cadical::Solver::new(), largest_variable: 0 }
    }
}

impl Engine for Cadical {
    fn kind(&self) -> EngineKind {
        EngineKind::Cadical
    }

    fn add_clauses(&mut self, literals: &[i32]) {
        for clause in literals.split_inclusive(|&literal| literal == 0) {
            let clause = clause.strip_suffix(&[0]).unwrap_or(clause);
            for literal in clause {
                self.largest_variable = self.largest_variable.max(literal.abs());
            }
            self.solver.add_clause(clause.iter().copied());
        }
    }

    fn solve(&mut self, assumptions: &[i32], stop: &Stop) -> Answer {
        // Short searches may end before the callback is asked for the first time.
        if let Some(reason) = stop.requested() {
            return Answer::Unknown(reason);
        }
        for literal in assumptions {
            self.largest_variable = self.largest_variable.max(literal.abs());
        }
        self.solver.set_callbacks(Some(Watching { watch: stop.watch(), reason: None }));
        match self.solver.solve_with(assumptions.iter().copied()) {
            Some(true) => Answer::Satisfiable,
            Some(false) => Answer::Unsatisfiable,
            None => {
                let reason = self.solver.get_callbacks().and_then(|watching| watching.reason);
                Answer::Unknown(reason.unwrap_or(StopReason::Interrupted))
            }
        }
    }

    fn value(&self, variable: i32) -> bool {
        variable <= self.largest_variable && self.solver.value(variable) == Some(true)
    }

    fn failed(&self, assumption: i32) -> bool {
        self.solver.failed(assumption)
    }
}
