//! An engine that gets its clauses after variable elimination (see `eliminate`).

use crate::eliminate::Eliminator;
use crate::engine::{Engine, EngineKind};
use crate::solver::Answer;
use crate::stop::Stop;

pub(super) struct Eliminating<E> {
    engine: E,
    eliminator: Eliminator,
    /// Clauses that came since the last call.
    waiting: Vec<i32>,
    /// By variable, after `Satisfiable`.
    model: Vec<bool>,
}

impl<E: Engine> Eliminating<E> {
    pub fn new(engine: E) -> Eliminating<E> {
        Eliminating { engine, eliminator: Eliminator::default(), waiting: Vec::new(), model: Vec::new() }
    }
}

impl<E: Engine> Engine for Eliminating<E> {
    fn kind(&self) -> EngineKind {
        self.engine.kind()
    }

    fn add_clauses(&mut self, literals: &[i32]) {
        self.waiting.extend_from_slice(literals);
    }

    fn solve(&mut self, assumptions: &[i32], stop: &Stop) -> Answer {
        let waiting = std::mem::take(&mut self.waiting);
        let clauses = self.eliminator.simplify(&waiting, assumptions, stop);
        self.engine.add_clauses(&clauses);
        let answer = self.engine.solve(assumptions, stop);
        if answer == Answer::Satisfiable {
            let variables = self.eliminator.variables();
            self.model = (0..variables).map(|v| v > 0 && self.engine.value(v as i32)).collect();
            self.eliminator.complete(&mut self.model);
        }
        answer
    }

    fn value(&self, variable: i32) -> bool {
        self.model.get(variable as usize).is_some_and(|&value| value)
    }

    fn failed(&self, assumption: i32) -> bool {
        self.engine.failed(assumption)
    }

    fn is_usable(&self) -> bool {
        self.engine.is_usable()
    }
}
