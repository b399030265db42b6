//! What is left of an invariant is one.

use super::small_systems::{SmallSystem, random_system, random_term};
use crate::tests::Random;
use crate::transition::certificate;
use crate::transition::circuit::Circuit;
use crate::transition::houdini::{self, Candidate};
use crate::transition::minimise::{Minimised, Options, minimise};
use crate::transition::pdr::{self, Outcome};
use crate::transition::system::{StateVariable, System};
use crate::{EngineKind, Stop, StopReason, TermId, Terms};

/// An invariant of a safe system, with much that is not needed.
fn padded_invariant(small: &mut SmallSystem, random: &mut Random) -> Option<Vec<TermId>> {
    let circuit = Circuit::from_system(&small.terms, &small.system, &[]).reduced();
    let Outcome::Proved { invariant } = pdr::prove(&circuit, &pdr::Options::default(), &mut |_| {}).outcome
    else {
        return None;
    };
    let variables: Vec<TermId> = small.system.state.iter().map(|state| state.variable).collect();
    let candidates: Vec<TermId> =
        (0..20).map(|_| random_term(random, &mut small.terms, &variables, 1, 2)).collect();
    let SmallSystem { terms, system, .. } = small;
    let guesses = Candidate::all(terms, system, &candidates);
    let found = houdini::houdini(terms, system, &[], &guesses, &Stop::new(), &houdini::Options::default());
    let survives = found.survivors().expect("nobody stops it");
    let mut all: Vec<TermId> =
        candidates.iter().zip(survives).filter(|(_, survives)| **survives).map(|(&one, _)| one).collect();
    all.extend(invariant.iter().map(|clause| circuit.clause_term(terms, system, clause)));
    Some(all)
}

#[test]
fn what_is_left_is_a_proof_and_with_less_there_is_none() {
    let (mut tried, mut dropped) = (0, 0);
    for seed in 1..300 {
        let mut random = Random::new(seed);
        let mut small = random_system(&mut random);
        let Some(invariant) = padded_invariant(&mut small, &mut random) else { continue };
        // The checker refuses what has steps outside all cases, and so this is not asked for them.
        if !small.cases_are_complete {
            continue;
        }
        assert!(small.is_proof(&invariant), "system {seed}");
        let engine = if seed % 8 == 0 { EngineKind::Varisat } else { EngineKind::default() };
        let options = Options { engine, ..Options::default() };
        let SmallSystem { terms, system, .. } = &mut small;
        let left = minimise(terms, system, &invariant, &Stop::new(), &options);
        let Minimised { kept, is_minimal } = left.expect("nobody stops it").expect("all of it is a proof");
        let terms: Vec<TermId> = kept.iter().map(|&member| invariant[member]).collect();
        assert!(is_minimal && small.is_proof(&terms), "system {seed}: {kept:?}");
        certificate::check(&mut small.terms, &small.system, &terms, &Stop::new())
            .unwrap_or_else(|refusal| panic!("system {seed}: {refusal}"));
        for member in 0..terms.len() {
            let mut less = terms.clone();
            less.remove(member);
            let inductive = small.inductive_subset(&[], &less);
            let less: Vec<TermId> =
                less.into_iter().zip(inductive).filter(|(_, is_kept)| *is_kept).map(|(t, _)| t).collect();
            assert!(!small.is_proof(&less), "system {seed}: {member} of {kept:?} is not needed");
        }
        tried += 1;
        dropped += invariant.len() - kept.len();
    }
    assert!(tried > 80 && dropped > 300, "{dropped} members of {tried} invariants were left out");
}

/// Two words that count together, and one that has nothing to do with them.
fn three_counters(terms: &mut Terms) -> (System, [TermId; 3]) {
    let words = [0; 3].map(|_| terms.variable(8));
    let goes_on = terms.variable(1);
    let one = terms.constant(8, 1);
    let first = terms.constant(8, 0);
    let state = words.iter().enumerate().map(|(index, &word)| {
        let more = terms.add(word, one);
        let next = terms.ite(goes_on, more, word);
        StateVariable { variable: word, first: Some(first), next, name: format!("w{index}") }
    });
    let state = state.collect();
    let same = terms.eq(words[0], words[1]);
    let bad = terms.not(same);
    (System { state, cases: Vec::new(), constraint: TermId::TRUE, bad }, words)
}

#[test]
fn a_proof_of_the_first_members_is_preferred() {
    let mut terms = Terms::new();
    let (system, [a, b, c]) = three_counters(&mut terms);
    let [ab, ac, bc] = [(a, b), (a, c), (b, c)].map(|(one, other)| terms.eq(one, other));
    let mut kept = |invariant: &[TermId], prefixes: &[usize]| {
        let options = Options { prefixes: prefixes.to_vec(), ..Options::default() };
        let left = minimise(&mut terms, &system, invariant, &Stop::new(), &options);
        left.expect("nobody stops it").map(|left| left.kept)
    };
    assert_eq!(kept(&[ab, ac, bc], &[]), Some(vec![0]));
    assert_eq!(kept(&[ac, bc, ab], &[1, 2]), Some(vec![0, 1]));
    assert_eq!(kept(&[ac, ab, bc], &[1, 2]), Some(vec![1]));
    assert_eq!(kept(&[ac], &[]), None);
}

#[test]
fn a_member_that_no_step_preserves_is_not_kept() {
    let mut terms = Terms::new();
    let (system, [a, b, _]) = three_counters(&mut terms);
    let zero = terms.constant(8, 0);
    let [is_zero, too, same] = [(a, zero), (b, zero), (a, b)].map(|(one, other)| terms.eq(one, other));
    let left = minimise(&mut terms, &system, &[is_zero, too, same], &Stop::new(), &Options::default());
    assert_eq!(left, Ok(Some(Minimised { kept: vec![2], is_minimal: true })));
}

#[test]
fn without_questions_what_was_needed_first_is_kept() {
    let mut terms = Terms::new();
    let (system, [a, b, c]) = three_counters(&mut terms);
    let [ab, ac, bc] = [(a, b), (a, c), (b, c)].map(|(one, other)| terms.eq(one, other));
    let invariant = [ac, bc, ab];
    let options = Options { most_questions: 0, ..Options::default() };
    let left = minimise(&mut terms, &system, &invariant, &Stop::new(), &options);
    let left = left.expect("nobody stops it").expect("it is a proof");
    assert!(!left.is_minimal);
    let kept: Vec<TermId> = left.kept.iter().map(|&member| invariant[member]).collect();
    certificate::check(&mut terms, &system, &kept, &Stop::new()).expect("what is kept is a proof");
}

#[test]
fn a_stop_before_anything_was_found_is_said() {
    let mut terms = Terms::new();
    let (system, [a, b, c]) = three_counters(&mut terms);
    let invariant = [(a, c), (b, c)].map(|(one, other)| terms.eq(one, other));
    let stop = Stop::new();
    stop.request();
    let left = minimise(&mut terms, &system, &invariant, &stop, &Options::default());
    assert_eq!(left, Err(StopReason::Interrupted));
}
