//! The incremental solver: terms in, answers and values out.
//!
//! Keeps the graph, the clauses and one engine in step. Asserted terms hold from then on; assumed ones for one
//! call. The same [`Terms`] must be passed to every call, since translations are remembered by term id.

use std::io::{self, Write};

use crate::aig::{Aig, AigLit};
use crate::blast::Blaster;
use crate::certify::{Certificate, CertifyError};
use crate::cnf::Cnf;
use crate::congruence::Congruences;
use crate::engine::{Engine, EngineKind};
use crate::evaluate::Assignment;
use crate::stop::{Stop, StopReason};
use crate::term::{TermId, Terms};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Satisfiable,
    Unsatisfiable,
    Unknown(StopReason),
}

#[derive(Clone, Default, Debug)]
pub struct SolverOptions {
    pub engine: EngineKind,
    /// 0 numbers the variables as they come; any other seed shuffles them, which sends every engine on
    /// another way through the same search space.
    pub seed: u64,
    pub stop: Stop,
}

/// Sizes so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// And-gates of the graph.
    pub aig_nodes: usize,
    pub cnf_variables: usize,
    pub cnf_clauses: usize,
    /// And-gates made for sums, products, quotients, remainders and orders (not equality).
    pub arithmetic_gates: usize,
}

pub struct Solver {
    options: SolverOptions,
    aig: Aig,
    blaster: Blaster,
    congruences: Congruences,
    cnf: Cnf,
    engine: Box<dyn Engine>,
    /// How many of the literals of `cnf` the engine has got.
    fed: usize,
    /// A term that is constantly false was asserted.
    contradiction: bool,
    assignment: Assignment,
    failed: Vec<TermId>,
}

impl Solver {
    pub fn new(options: SolverOptions) -> Solver {
        Solver {
            engine: options.engine.create(options.seed),
            options,
            aig: Aig::new(),
            blaster: Blaster::default(),
            congruences: Congruences::default(),
            cnf: Cnf::default(),
            fed: 0,
            contradiction: false,
            assignment: Assignment::new(),
            failed: Vec::new(),
        }
    }

    /// Replaces the stop, for the calls that follow.
    pub fn set_stop(&mut self, stop: Stop) {
        self.options.stop = stop;
    }

    /// The term, of width 1, must hold from now on.
    pub fn assert(&mut self, terms: &Terms, t: TermId) {
        match self.blaster.truth_value(terms, &mut self.aig, t) {
            AigLit::TRUE => {}
            AigLit::FALSE => self.contradiction = true,
            edge => self.cnf.assert(&self.aig, edge),
        }
    }

    /// Looks for values of the variables under which all asserted terms and the assumptions hold.
    pub fn solve(&mut self, terms: &Terms, assumptions: &[TermId]) -> Answer {
        self.failed.clear();
        if self.contradiction {
            return Answer::Unsatisfiable;
        }
        let mut literals = Vec::with_capacity(assumptions.len());
        let mut owners = Vec::with_capacity(assumptions.len());
        for &t in assumptions {
            match self.blaster.truth_value(terms, &mut self.aig, t) {
                AigLit::TRUE => {}
                AigLit::FALSE => {
                    self.failed.push(t);
                    return Answer::Unsatisfiable;
                }
                edge => {
                    literals.push(self.cnf.assumption(&self.aig, edge));
                    owners.push(t);
                }
            }
        }
        for lemma in self.congruences.lemmas(terms, &mut self.blaster, &mut self.aig) {
            self.cnf.assert(&self.aig, lemma);
        }
        self.feed();
        let answer = self.engine.solve(&literals, &self.options.stop);
        match answer {
            Answer::Satisfiable => self.read_model(),
            Answer::Unsatisfiable => {
                let needed =
                    literals.iter().zip(&owners).filter(|(literal, _)| self.engine.failed(**literal));
                self.failed = needed.map(|(_, &t)| t).collect();
            }
            Answer::Unknown(_) => {}
        }
        crate::planted::answer(answer)
    }

    /// After `Satisfiable`: the values of all variables that were translated. Variables that no clause depends
    /// on are 0, which is as good as any other value.
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    /// After `Unsatisfiable`: assumptions that cannot hold together with what was asserted. Empty if what was
    /// asserted is contradictory by itself.
    pub fn failed_assumptions(&self) -> Vec<TermId> {
        self.failed.clone()
    }

    pub fn statistics(&self) -> Statistics {
        Statistics {
            aig_nodes: self.aig.gate_count(),
            cnf_variables: self.cnf.variable_count(),
            cnf_clauses: self.cnf.clause_count(),
            arithmetic_gates: self.blaster.arithmetic_gates(),
        }
    }

    /// Writes the clauses so far, and the assumptions as unit clauses. An assumption must have been used in a
    /// call of `solve` before, otherwise it has no literal and the error is `InvalidInput`.
    pub fn write_dimacs(&self, out: &mut dyn Write, assumptions: &[TermId]) -> io::Result<()> {
        let units = self
            .units(assumptions)
            .map_err(|t| io::Error::new(io::ErrorKind::InvalidInput, format!("{t} was never assumed")))?;
        match units {
            None => out.write_all(b"p cnf 0 1\n0\n"),
            Some(units) => self.cnf.write_dimacs(out, &units),
        }
    }

    /// After `Unsatisfiable` under these assumptions: proves it again, and has the proof checked by other code.
    ///
    /// # Panics
    ///
    /// If the assumptions are not those of a call before.
    pub fn certify(&self, assumptions: &[TermId]) -> Result<Certificate, CertifyError> {
        let units = self.units(assumptions).unwrap_or_else(|t| panic!("{t} was never assumed"));
        let clauses = match units {
            None => vec![0],
            Some(units) => {
                let mut clauses = self.cnf.literals().to_vec();
                clauses.extend(units.iter().flat_map(|&unit| [unit, 0]));
                clauses
            }
        };
        Certificate::new(clauses, &self.options.stop)
    }

    /// The literals of assumptions; `None` if simplification has found that they cannot hold. The error is an
    /// assumption that has no literal.
    fn units(&self, assumptions: &[TermId]) -> Result<Option<Vec<i32>>, TermId> {
        let mut units = Vec::new();
        let mut impossible = self.contradiction;
        for &t in assumptions {
            match self.blaster.known(t, 1) {
                Some(&[AigLit::TRUE]) => {}
                Some(&[AigLit::FALSE]) => impossible = true,
                bits if !impossible => {
                    let literal = bits.and_then(|bits| self.cnf.known(bits[0]));
                    units.push(literal.ok_or(t)?);
                }
                _ => {}
            }
        }
        Ok((!impossible).then_some(units))
    }

    /// Gives the engine the clauses it does not have yet.
    fn feed(&mut self) {
        if !self.engine.is_usable() {
            self.engine = self.options.engine.create(self.options.seed);
            self.fed = 0;
        }
        let new = &self.cnf.literals()[self.fed..];
        if !new.is_empty() {
            self.engine.add_clauses(new);
            self.fed = self.cnf.literals().len();
        }
    }

    fn read_model(&mut self) {
        let mut assignment = Assignment::new();
        for &(variable, width) in self.blaster.variables() {
            let bits = self.blaster.known(variable, width).expect("translated variables have bits");
            let mut value = 0;
            for (i, &bit) in bits.iter().enumerate() {
                let holds = self
                    .cnf
                    .known(bit)
                    .is_some_and(|literal| self.engine.value(literal.abs()) == (literal > 0));
                value |= u128::from(holds) << i;
            }
            assignment.set(variable, value, width);
        }
        self.assignment = assignment;
    }
}
