//! Families of circuits whose answers are known, taken through AIGER in both formats.

use super::families::*;
use crate::transition::certificate;
use crate::transition::circuit::Circuit;
use crate::transition::pdr::{self, Options, Outcome};
use crate::transition::{aiger, houdini};
use crate::{EngineKind, Stop, TermId};

fn families() -> Vec<(String, Family)> {
    let mut families: Vec<(String, Family)> = Vec::new();
    let mut add = |name: &str, family: Family| families.push((name.to_string(), family));
    for (limit, bad) in [(5, 6), (5, 5), (12, 15), (9, 0), (3, 3)] {
        add(&format!("counter to {limit}, bad at {bad}"), counter(4, limit, bad));
    }
    add("a counter that is wider than it needs to be", counter(7, 6, 1 << 6));
    for width in [2, 5, 9] {
        add(&format!("shift register of {width}"), shift_register(width, false));
        add(&format!("guarded shift register of {width}"), shift_register(width, true));
        add(&format!("token ring of {width}"), token_ring(width as usize, false));
        add(&format!("faulty token ring of {width}"), token_ring(width as usize, true));
        add(&format!("lock of {width} digits"), combination_lock(width as usize, false));
        add(&format!("broken lock of {width} digits"), combination_lock(width as usize, true));
    }
    add("feedback register that is never zero", feedback_register(5, &[2], None));
    add("feedback register after 11 steps", feedback_register(5, &[2], Some(11)));
    add("Peterson's algorithm", peterson(true));
    add("Peterson's algorithm without turns", peterson(false));
    add("ticket lock", ticket_lock(2, 2, true));
    add("ticket lock that draws in two steps", ticket_lock(2, 2, false));
    add("locked counter", locked_counter(2, 2, true));
    add("counter without lock", locked_counter(2, 2, false));
    families
}

/// Whether the answer is right.
fn check(name: &str, circuit: &Circuit, engine: EngineKind, answer: Option<usize>) -> Outcome {
    let outcome = pdr::prove(circuit, &Options { engine, ..Options::default() }, &mut |_| {}).outcome;
    match (&outcome, answer) {
        (Outcome::Proved { .. }, None) => {}
        (Outcome::Refuted(refutation), Some(steps)) => {
            assert!(refutation.steps.len() > steps, "{name}: bad after {steps} steps, not {refutation:?}");
        }
        (outcome, answer) => panic!("{name}: {answer:?} expected, but {outcome:?}"),
    }
    outcome
}

#[test]
fn families_of_circuits_get_the_answers_that_are_known() {
    for (name, family) in families() {
        let circuit = Circuit::from_system(&family.terms, &family.system, &[]).reduced();
        for &engine in &[EngineKind::default(), EngineKind::Varisat] {
            check(&name, &circuit, engine, family.answer);
        }
        let mut text = Vec::new();
        aiger::write_ascii(&circuit, &mut text).expect("memory takes all");
        let circuit = aiger::read(&text).expect("what is written can be read");
        check(&name, &circuit, EngineKind::default(), family.answer);
        let mut binary = Vec::new();
        aiger::write_binary(&circuit, &mut binary).expect("memory takes all");
        let circuit = aiger::read(&binary).expect("what is written can be read");
        check(&name, &circuit, EngineKind::default(), family.answer);
    }
}

#[test]
fn invariants_of_families_are_accepted_and_refutations_run_on_words() {
    for (name, mut family) in families() {
        let circuit = Circuit::from_system(&family.terms, &family.system, &[]).reduced();
        match check(&name, &circuit, EngineKind::default(), family.answer) {
            Outcome::Refuted(refutation) => {
                let run = circuit.run_of_system(&family.terms, &family.system, &refutation);
                assert_eq!(run.len(), refutation.steps.len());
            }
            Outcome::Proved { invariant } => {
                let clause_term = |clause| circuit.clause_term(&mut family.terms, &family.system, clause);
                let invariant: Vec<TermId> = invariant.iter().map(Vec::as_slice).map(clause_term).collect();
                let checked = certificate::check(&mut family.terms, &family.system, &invariant, &Stop::new());
                let cases = family.system.cases.len().max(1);
                assert_eq!(checked.map(|summary| summary.proofs), Ok(cases + 3), "{name}");
            }
            Outcome::Stopped(reason) => panic!("{name}: {reason}"),
        }
    }
}

#[test]
fn what_houdini_leaves_helps_the_search() {
    let mut family = ticket_lock(3, 3, true);
    let Family { terms, system, .. } = &mut family;
    // All ticket and place combinations that could be said to exclude each other.
    let mut candidates = Vec::new();
    for one in &system.state.clone() {
        for other in &system.state.clone() {
            if terms.width(one.variable) == terms.width(other.variable) && one.variable != other.variable {
                candidates.push(terms.ne(one.variable, other.variable));
                candidates.push(terms.ule(one.variable, other.variable));
            }
            for value in 0..1u128 << terms.width(other.variable) {
                let value = terms.constant(terms.width(other.variable), value);
                let is_value = terms.eq(other.variable, value);
                candidates.push(terms.not(is_value));
                if terms.width(one.variable) == 2 {
                    let two = terms.constant(2, 2);
                    let is_low = terms.ult(one.variable, two);
                    candidates.push(terms.or(is_low, is_value));
                }
            }
        }
    }
    let options = houdini::Options::default();
    let all = houdini::Candidate::all(terms, system, &candidates);
    let result = houdini::houdini(terms, system, &[], &all, &Stop::new(), &options);
    let survives = result.survivors().expect("nobody stops it");
    let known: Vec<TermId> =
        candidates.iter().zip(survives).filter(|(_, survives)| **survives).map(|(&t, _)| t).collect();
    // No thread is ever at place 1.
    assert!(known.len() >= 3, "{} of {} candidates survive", known.len(), candidates.len());
    let circuit = Circuit::from_system(terms, system, &known).reduced();
    let Outcome::Proved { invariant } = pdr::prove(&circuit, &Options::default(), &mut |_| {}).outcome else {
        panic!("the lock is right")
    };
    let mut all = known;
    all.extend(invariant.iter().map(|clause| circuit.clause_term(terms, system, clause)));
    let checked = certificate::check(terms, system, &all, &Stop::new());
    assert!(checked.is_ok(), "{checked:?}");
}
