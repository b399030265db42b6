//! Gates to clauses, by polarity.
//!
//! A gate that is only ever used positively needs only the clauses "gate implies its function", and the other
//! way round (Plaisted and Greenbaum). Requests come one at a time, so each gate remembers which half it has;
//! the other half is added when something needs it.
//!
//! Gates that are used once and have no variable yet melt into the clause that uses them: trees of `and`
//! become one long clause, a choice becomes two clauses, and `guard → a = b` becomes two clauses per bit with
//! no variable for any bit's equality. Whether a gate melts is decided at each use; a gate that melted and is
//! needed again later simply gets its variable then. Melting never duplicates another melted gate, so the
//! number of clauses stays linear.

use std::io::{self, Write};

use crate::aig::{Aig, AigLit, IteGate};

/// A gate that stands for several clauses melts only into clauses with at most this many other literals.
/// Measured on the Fibonacci race (three instances of 4 and 5 iterations in 5 rounds, three seeds, one run each
/// on a loaded machine, so that small ratios mean little): not melting at all takes 1.5 times as long with
/// CaDiCaL and 1.8 times with varisat, a limit of 4 takes 1.4 and 2.1 times as long, a limit of 1 is about the
/// same.
const MELT_LIMIT: usize = 2;

const POSITIVE: u8 = 1;
const NEGATIVE: u8 = 2;

/// Clauses over variables `1, 2, …` in the DIMACS convention, each ended by 0.
#[derive(Default)]
pub(crate) struct Cnf {
    /// The variable of each node of the graph, or 0.
    variable_of: Vec<i32>,
    /// The halves of the definition that are there or in the queue.
    halves: Vec<u8>,
    queue: Vec<(usize, u8)>,
    literals: Vec<i32>,
    /// The clause being sorted.
    scratch: Vec<i32>,
    clause_count: usize,
    variable_count: i32,
}

impl Cnf {
    pub fn clause_count(&self) -> usize {
        self.clause_count
    }

    pub fn variable_count(&self) -> usize {
        self.variable_count as usize
    }

    /// All clauses so far, each ended by 0.
    pub fn literals(&self) -> &[i32] {
        &self.literals
    }

    /// The literal of an edge, if its node has a variable.
    pub fn known(&self, edge: AigLit) -> Option<i32> {
        let variable = *self.variable_of.get(edge.node())?;
        (variable != 0).then_some(if edge.is_inverted() { -variable } else { variable })
    }

    /// The edge must hold from now on.
    pub fn assert(&mut self, aig: &Aig, root: AigLit) {
        self.grow(aig);
        let mut stack = vec![root];
        while let Some(edge) = stack.pop() {
            if edge == AigLit::TRUE {
                continue;
            }
            let Some([a, b]) = aig.gate(edge.node()) else {
                self.emit(aig, &[], &[edge]);
                continue;
            };
            if !edge.is_inverted() {
                stack.extend([b, a]);
            } else if let Some(IteGate { condition, yes, no }) = aig.as_ite(edge.node()) {
                self.emit(aig, &[], &[!condition, !yes]);
                self.emit(aig, &[], &[condition, !no]);
            } else {
                self.emit(aig, &[], &[!a, !b]);
            }
        }
        self.define_requested(aig);
    }

    /// A literal that, when true, forces the edge. The edge must not be constant.
    pub fn assumption(&mut self, aig: &Aig, edge: AigLit) -> i32 {
        assert!(!edge.is_constant(), "a constant has no literal");
        self.grow(aig);
        let literal = self.literal(aig, edge);
        self.define_requested(aig);
        literal
    }

    pub fn write_dimacs(&self, out: &mut dyn Write, units: &[i32]) -> io::Result<()> {
        writeln!(out, "p cnf {} {}", self.variable_count, self.clause_count + units.len())?;
        for clause in self.literals.split_inclusive(|&literal| literal == 0) {
            let mut separator = "";
            for literal in clause {
                write!(out, "{separator}{literal}")?;
                separator = " ";
            }
            writeln!(out)?;
        }
        for unit in units {
            writeln!(out, "{unit} 0")?;
        }
        Ok(())
    }

    fn grow(&mut self, aig: &Aig) {
        self.variable_of.resize(aig.node_count(), 0);
        self.halves.resize(aig.node_count(), 0);
    }

    /// The literal of an edge, with a request for the half of the definition that this use needs.
    fn literal(&mut self, aig: &Aig, edge: AigLit) -> i32 {
        let node = edge.node();
        if self.variable_of[node] == 0 {
            self.variable_count = self.variable_count.checked_add(1).expect("more than 2^31 variables");
            self.variable_of[node] = self.variable_count;
        }
        let half = if edge.is_inverted() { NEGATIVE } else { POSITIVE };
        if self.halves[node] & half == 0 {
            self.halves[node] |= half;
            if aig.gate(node).is_some() {
                self.queue.push((node, half));
            }
        }
        if edge.is_inverted() { -self.variable_of[node] } else { self.variable_of[node] }
    }

    fn define_requested(&mut self, aig: &Aig) {
        while let Some((node, half)) = self.queue.pop() {
            self.define(aig, node, half);
        }
    }

    /// The clauses of one half: "gate implies function" for the positive one, "function implies gate" for the
    /// negative one. With `s` for the sign both read: not (s gate), or (s function).
    fn define(&mut self, aig: &Aig, node: usize, half: u8) {
        let negative = half == NEGATIVE;
        let variable = self.variable_of[node];
        let head = [if negative { variable } else { -variable }];
        if let Some(IteGate { condition, yes, no }) = aig.as_ite(node) {
            let (yes, no) = (yes.invert_if(negative), no.invert_if(negative));
            self.emit(aig, &head, &[!condition, yes]);
            self.emit(aig, &head, &[condition, no]);
            // Implied by the two above, but not found by propagation while the condition is open. Without it
            // the benchmark above takes 1.3 times as long with either engine.
            if yes != !no && !self.melts(aig, yes) && !self.melts(aig, no) {
                self.emit(aig, &head, &[yes, no]);
            }
        } else if let Some([a, b, c]) = aig.as_majority(node) {
            let [a, b, c] = [a, b, c].map(|edge| edge.invert_if(negative));
            for pair in [[a, b], [a, c], [b, c]] {
                let literals = [head[0], self.literal(aig, pair[0]), self.literal(aig, pair[1])];
                self.push_clause(&literals);
            }
        } else {
            let mut leaves = self.conjuncts(aig, node);
            if negative {
                leaves.iter_mut().for_each(|leaf| *leaf = !*leaf);
                self.emit(aig, &head, &leaves);
            } else {
                for leaf in leaves {
                    self.emit(aig, &head, &[leaf]);
                }
            }
        }
    }

    /// A gate that is used once and has no variable yet.
    fn melts(&self, aig: &Aig, edge: AigLit) -> bool {
        let node = edge.node();
        self.variable_of[node] == 0 && aig.fanout(node) <= 1 && aig.gate(node).is_some()
    }

    /// The inputs of the tree of plain `and` gates below a gate.
    fn conjuncts(&self, aig: &Aig, node: usize) -> Vec<AigLit> {
        let mut leaves = Vec::new();
        let mut stack: Vec<AigLit> = aig.gate(node).into_iter().flatten().rev().collect();
        while let Some(edge) = stack.pop() {
            match aig.gate(edge.node()) {
                Some([a, b]) if !edge.is_inverted() && self.melts(aig, edge) && is_plain(aig, edge) => {
                    stack.extend([b, a]);
                }
                _ => leaves.push(edge),
            }
        }
        leaves
    }

    /// Adds the clause of these literals and edges, melting what melts.
    fn emit(&mut self, aig: &Aig, fixed: &[i32], edges: &[AigLit]) {
        let mut work = vec![(fixed.to_vec(), edges.to_vec())];
        'clauses: while let Some((mut fixed, mut open)) = work.pop() {
            open.reverse();
            // Gates that would stand for several clauses.
            let mut several = Vec::new();
            while let Some(edge) = open.pop() {
                if edge == AigLit::TRUE {
                    continue 'clauses;
                }
                if edge == AigLit::FALSE {
                    continue;
                }
                if !self.melts(aig, edge) || aig.as_majority(edge.node()).is_some() {
                    fixed.push(self.literal(aig, edge));
                } else if edge.is_inverted() && aig.as_ite(edge.node()).is_none() {
                    let [a, b] = aig.gate(edge.node()).expect("only gates melt");
                    open.extend([!b, !a]);
                } else {
                    several.push(edge);
                }
            }
            let melting = if fixed.len() + several.len() <= MELT_LIMIT + 1 { several.pop() } else { None };
            for edge in several {
                let literal = self.literal(aig, edge);
                fixed.push(literal);
            }
            let Some(edge) = melting else {
                self.push_clause(&fixed);
                continue;
            };
            if let Some(IteGate { condition, yes, no }) = aig.as_ite(edge.node()) {
                let (yes, no) = (yes.invert_if(edge.is_inverted()), no.invert_if(edge.is_inverted()));
                work.push((fixed.clone(), vec![condition, no]));
                work.push((fixed, vec![!condition, yes]));
            } else {
                for leaf in self.conjuncts(aig, edge.node()).into_iter().rev() {
                    work.push((fixed.clone(), vec![leaf]));
                }
            }
        }
    }

    fn push_clause(&mut self, clause: &[i32]) {
        self.scratch.clear();
        self.scratch.extend_from_slice(clause);
        self.scratch.sort_unstable_by_key(|&literal| (literal.unsigned_abs(), literal < 0));
        self.scratch.dedup();
        if self.scratch.windows(2).any(|pair| pair[0] == -pair[1]) {
            return;
        }
        self.literals.extend_from_slice(&self.scratch);
        self.literals.push(0);
        self.clause_count += 1;
    }
}

/// Neither a choice nor a majority, which have better clauses of their own.
fn is_plain(aig: &Aig, edge: AigLit) -> bool {
    aig.as_ite(edge.node()).is_none() && aig.as_majority(edge.node()).is_none()
}
