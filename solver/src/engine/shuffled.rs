//! An engine that knows the variables by other numbers: the same search space, walked another way.

use super::{Engine, EngineKind};
use crate::solver::Answer;
use crate::stop::Stop;

pub(super) struct Shuffled {
    engine: Box<dyn Engine>,
    state: u64,
    /// By variable, from 1.
    names: Vec<i32>,
}

impl Shuffled {
    pub fn new(engine: Box<dyn Engine>, seed: u64) -> Shuffled {
        Shuffled { engine, state: seed, names: Vec::new() }
    }

    /// Numbers the variables that are new, at random among themselves.
    fn grow(&mut self, literals: &[i32]) {
        let count = literals.iter().map(|literal| literal.unsigned_abs() as usize).max().unwrap_or(0);
        let start = self.names.len();
        if start >= count {
            return;
        }
        self.names.extend((start..count).map(|i| i as i32 + 1));
        for i in (start + 1..count).rev() {
            let j = start + (self.next() % (i - start + 1) as u64) as usize;
            self.names.swap(i, j);
        }
    }

    fn renamed(&self, literals: &[i32]) -> Vec<i32> {
        literals.iter().map(|&literal| self.rename(literal)).collect()
    }

    fn rename(&self, literal: i32) -> i32 {
        match literal {
            0 => 0,
            _ => self.names[literal.unsigned_abs() as usize - 1] * literal.signum(),
        }
    }

    /// The splitmix generator: enough to shuffle with.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl Engine for Shuffled {
    fn kind(&self) -> EngineKind {
        self.engine.kind()
    }

    fn add_clauses(&mut self, literals: &[i32]) {
        self.grow(literals);
        self.engine.add_clauses(&self.renamed(literals));
    }

    fn solve(&mut self, assumptions: &[i32], stop: &Stop) -> Answer {
        self.grow(assumptions);
        let renamed = self.renamed(assumptions);
        self.engine.solve(&renamed, stop)
    }

    fn value(&self, variable: i32) -> bool {
        let is_known = variable.unsigned_abs() as usize <= self.names.len();
        is_known && self.engine.value(self.rename(variable))
    }

    fn failed(&self, assumption: i32) -> bool {
        self.engine.failed(self.rename(assumption))
    }

    fn is_usable(&self) -> bool {
        self.engine.is_usable()
    }
}
