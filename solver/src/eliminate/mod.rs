//! Bounded variable elimination and subsumption (Eén and Biere, "Effective preprocessing in SAT through variable
//! and clause elimination"), for an engine that does not do it itself.
//!
//! A variable is eliminated by replacing its clauses with their resolvents, if these are not more. The clauses
//! are kept on a stack: walked backwards, they give the variable its value in a model. That works between calls,
//! too. The engine cannot forget clauses, so only variables that it has never seen are candidates; if a variable
//! that was eliminated comes back, in a clause or an assumption, its clauses are restored, and with them those of
//! other eliminated variables that they mention. What was resolved in the meantime is implied by them.

mod clauses;
mod search;
#[cfg(test)]
mod tests;

use crate::stop::Stop;

/// What was eliminated so far, between clauses that come and an engine that gets what is left of them.
#[derive(Default)]
pub(crate) struct Eliminator {
    /// By variable: the engine has it.
    given: Vec<bool>,
    /// By variable: its place on the stack, and one more.
    place: Vec<u32>,
    stack: Vec<Elimination>,
}

pub(crate) struct Elimination {
    variable: i32,
    /// All its clauses, each ended by 0.
    clauses: Vec<i32>,
}

impl Eliminator {
    /// Simplifies clauses, each ended by 0; yields those for the engine, for a call with these assumptions.
    pub fn simplify(&mut self, clauses: &[i32], assumptions: &[i32], stop: &Stop) -> Vec<i32> {
        let mut result = Vec::new();
        for literal in clauses.iter().chain(assumptions) {
            self.grow(literal.abs());
            self.restore(literal.abs(), &mut result);
        }
        for literal in result.iter().chain(assumptions) {
            self.given[literal.unsigned_abs() as usize] = true;
        }
        let (left, eliminated) = search::eliminate(clauses, &self.given, stop);
        for literal in &left {
            self.given[literal.unsigned_abs() as usize] = true;
        }
        for elimination in eliminated {
            self.stack.push(elimination);
            let variable = self.stack[self.stack.len() - 1].variable;
            self.place[variable as usize] = self.stack.len() as u32;
        }
        result.extend(left);
        result
    }

    fn grow(&mut self, variable: i32) {
        let length = self.given.len().max(variable as usize + 1);
        self.given.resize(length, false);
        self.place.resize(length, 0);
    }

    /// Gives the engine back what a variable was eliminated from.
    fn restore(&mut self, variable: i32, result: &mut Vec<i32>) {
        let mut open = vec![variable];
        while let Some(variable) = open.pop() {
            let place = std::mem::take(&mut self.place[variable as usize]);
            if place != 0 {
                let clauses = std::mem::take(&mut self.stack[place as usize - 1].clauses);
                open.extend(clauses.iter().map(|literal| literal.abs()).filter(|&other| other != 0));
                result.extend(clauses);
            }
        }
    }

    /// All variables seen so far are below this.
    pub fn variables(&self) -> usize {
        self.given.len()
    }

    /// Extends a model of what the engine has to the eliminated variables. `values` is by variable.
    pub fn complete(&self, values: &mut Vec<bool>) {
        values.resize(values.len().max(self.given.len()), false);
        for Elimination { variable, clauses } in self.stack.iter().rev() {
            let variable = *variable as usize;
            if self.place[variable] == 0 {
                continue;
            }
            // The value counts only in clauses that nothing else satisfies; they all want the same one.
            let wants_true = clauses.split(|&literal| literal == 0).any(|clause| {
                let others = clause.iter().filter(|literal| literal.unsigned_abs() as usize != variable);
                clause.contains(&(variable as i32))
                    && others.into_iter().all(|&l| values[l.unsigned_abs() as usize] != (l > 0))
            });
            values[variable] = wants_true;
        }
    }
}
