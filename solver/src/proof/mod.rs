//! Checking proofs of unsatisfiability, by code that had no part in finding them.
//!
//! Comes in: a list of clauses and a proof in DRAT, the format that SAT solvers log. Goes out: that the clauses
//! have no model, or what is wrong with the proof. Nothing here knows of terms, gates or engines, and nothing
//! there knows how a proof is checked; all they share is the list of clauses.
//!
//! A proof is a list of clauses to add (lemmas) and to delete. A lemma must follow by *reverse unit
//! propagation*: with all its literals false, propagation runs into a conflict. Failing that, it may be a
//! *resolution asymmetric tautology* on its first literal: it need not follow, but cannot make a satisfiable
//! formula unsatisfiable. The proof is complete when propagation alone refutes what has been collected.
//!
//! The checker goes forward, from the first lemma to the last. Going backward from the empty clause would skip
//! lemmas that were not needed, at the price of a proof held in memory and of twice the code. A checker is
//! trusted because it can be read.
//!
//! What was compared: the checker that comes with varisat reads only varisat's own format, in which each lemma
//! names the clauses it follows from, and comes from the same hands as the engine. LRAT, which also names them,
//! would be faster to check, but varisat does not write it. DRAT is written by every engine and can be checked
//! again by other programs.

mod arena;
mod checker;
mod dimacs;
mod drat;
#[cfg(test)]
mod tampering;
#[cfg(test)]
mod tests;

use std::fmt;

use checker::Checker;
pub use dimacs::{DimacsError, read_dimacs, write_dimacs};
use drat::Step;

/// The stop is asked for after this many steps of a proof; a step takes far less than a millisecond.
const STEPS_BETWEEN_QUESTIONS: usize = 64;

/// What an accepted proof consists of.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Checked {
    /// Clauses that were added, as far as the proof was needed.
    pub lemmas: usize,
    /// Those of them that needed the second, weaker criterion.
    pub weak_lemmas: usize,
    /// Clauses that were deleted. The checker is free to ignore a deletion.
    pub deletions: usize,
}

/// Why a proof does not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// The text is not a proof.
    Malformed { line: usize, what: String },
    /// The lemma does not follow.
    Unfounded { line: usize, lemma: Vec<i32> },
    /// Every lemma follows, but they do not add up to a contradiction.
    Incomplete,
    /// The caller did not want to wait.
    Stopped,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Malformed { line, what } => write!(f, "line {line} of the proof: {what}"),
            Rejection::Unfounded { line, lemma } => {
                let literals: Vec<String> = lemma.iter().map(i32::to_string).collect();
                write!(f, "line {line} of the proof does not follow: [{}]", literals.join(" "))
            }
            Rejection::Incomplete => f.write_str("the proof ends without a contradiction"),
            Rejection::Stopped => f.write_str("the check was stopped"),
        }
    }
}

impl std::error::Error for Rejection {}

/// Checks that `clauses`, each ended by 0, have no model. `wants_to_stop` is asked now and then.
pub fn check(
    clauses: &[i32],
    proof: &[u8],
    mut wants_to_stop: impl FnMut() -> bool,
) -> Result<Checked, Rejection> {
    let largest = clauses.iter().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
    let mut checker = Checker::new(largest);
    for (count, clause) in clauses.split_inclusive(|&literal| literal == 0).enumerate() {
        if count % STEPS_BETWEEN_QUESTIONS == 0 && wants_to_stop() {
            return Err(Rejection::Stopped);
        }
        checker.add(clause.strip_suffix(&[0]).unwrap_or(clause));
    }
    let mut checked = Checked::default();
    for (count, step) in drat::steps(proof, largest).enumerate() {
        if checker.is_refuted() {
            break;
        }
        if count % STEPS_BETWEEN_QUESTIONS == 0 && wants_to_stop() {
            return Err(Rejection::Stopped);
        }
        match step? {
            (_, Step::Delete(clause)) => {
                checker.delete(&clause);
                checked.deletions += 1;
            }
            (line, Step::Add(lemma)) => {
                if !checker.follows(&lemma) {
                    if !checker.is_harmless(&lemma) {
                        return Err(Rejection::Unfounded { line, lemma });
                    }
                    checked.weak_lemmas += 1;
                }
                checker.add(&lemma);
                checked.lemmas += 1;
            }
        }
    }
    if checker.is_refuted() { Ok(checked) } else { Err(Rejection::Incomplete) }
}
