//! Search, Houdini and the checker on small random systems, against trying all states.

use super::small_systems::{SmallSystem, random_system, random_term};
use crate::tests::Random;
use crate::transition::certificate::{self, Part, Refusal};
use crate::transition::circuit::Circuit;
use crate::transition::houdini::{self, houdini};
use crate::transition::pdr::{self, Outcome};
use crate::{EngineKind, Stop, StopReason, TermId};

/// What is wrong with what the search says about a system, or with the check of that.
pub(super) fn mistake_of_search(small: &mut SmallSystem) -> Option<String> {
    let circuit = Circuit::from_system(&small.terms, &small.system, &[]).reduced();
    match pdr::prove(&circuit, &pdr::Options::default(), &mut |_| {}).outcome {
        Outcome::Stopped(reason) => Some(format!("nobody stops it: {reason}")),
        Outcome::Refuted(refutation) => {
            circuit.run_of_system(&small.terms, &small.system, &refutation);
            small.is_safe().then(|| "nothing bad is possible".to_string())
        }
        Outcome::Proved { invariant } => {
            let clause_term = |clause| circuit.clause_term(&mut small.terms, &small.system, clause);
            let invariant: Vec<TermId> = invariant.iter().map(Vec::as_slice).map(clause_term).collect();
            if !small.is_proof(&invariant) {
                return Some("the invariant is none".to_string());
            }
            mistake_of_checker(small, &invariant)
        }
    }
}

/// What is wrong with the checker's judgement.
pub(super) fn mistake_of_checker(small: &mut SmallSystem, invariant: &[TermId]) -> Option<String> {
    let is_proof = small.is_proof(invariant);
    let checked = certificate::check(&mut small.terms, &small.system, invariant, &Stop::new());
    match checked {
        Ok(_) if !small.cases_are_complete => Some("steps outside all cases were overlooked".to_string()),
        Ok(_) => (!is_proof).then(|| "what is no invariant was accepted".to_string()),
        Err(Refusal::Wrong { part: Part::Cases, .. }) => {
            small.cases_are_complete.then(|| "the cases are complete".to_string())
        }
        Err(refusal @ Refusal::Wrong { .. }) => {
            is_proof.then(|| format!("an invariant was refused: {refusal}"))
        }
        Err(refusal) => Some(format!("nothing should stop it: {refusal}")),
    }
}

/// What is wrong with what Houdini leaves of random candidates.
pub(super) fn mistake_of_houdini(
    small: &mut SmallSystem,
    random: &mut Random,
    engine: EngineKind,
) -> Option<String> {
    let variables: Vec<TermId> = small.system.state.iter().map(|state| state.variable).collect();
    let mut any = |small: &mut SmallSystem| random_term(random, &mut small.terms, &variables, 1, 2);
    let candidates: Vec<TermId> = (0..30).map(|_| any(small)).collect();
    let reachable = small.reachable();
    let mut known: Vec<TermId> = (0..6).map(|_| any(small)).collect();
    known.retain(|&known| {
        small.where_holds(known).iter().zip(&reachable).all(|(holds, reached)| *holds || !reached)
    });
    // A limit of few candidates a question exercises the groups.
    let options =
        houdini::Options { engine, candidates_per_question: 1 + random.below(10), ..Default::default() };
    let all = houdini::Candidate::all(&mut small.terms, &small.system, &candidates);
    let result = houdini(&mut small.terms, &small.system, &known, &all, &Stop::new(), &options);
    let expected = small.inductive_subset(&known, &candidates);
    let found = result.survivors().expect("nobody stops it");
    (small.cases_are_complete && found != expected).then(|| format!("{found:?} instead of {expected:?}"))
}

/// An invariant of a safe system with a random change.
pub(super) fn damaged_invariant(small: &mut SmallSystem, random: &mut Random) -> Option<Vec<TermId>> {
    let circuit = Circuit::from_system(&small.terms, &small.system, &[]).reduced();
    let Outcome::Proved { mut invariant } =
        pdr::prove(&circuit, &pdr::Options::default(), &mut |_| {}).outcome
    else {
        return None;
    };
    if !invariant.is_empty() {
        let place = random.below(invariant.len());
        match random.below(4) {
            0 => drop(invariant.remove(place)),
            1 => {
                let literal = random.below(invariant[place].len());
                invariant[place][literal] = !invariant[place][literal];
            }
            2 => drop(invariant[place].pop()),
            _ => {
                let other = invariant[random.below(invariant.len())].clone();
                invariant[place].extend(other);
            }
        }
    }
    let clause_term = |clause| circuit.clause_term(&mut small.terms, &small.system, clause);
    let mut invariant: Vec<TermId> = invariant.iter().map(Vec::as_slice).map(clause_term).collect();
    if random.below(3) == 0 {
        let variables: Vec<TermId> = small.system.state.iter().map(|state| state.variable).collect();
        invariant.push(random_term(random, &mut small.terms, &variables, 1, 2));
    }
    Some(invariant)
}

#[test]
fn invariants_of_random_systems_are_accepted_by_the_checker_and_refutations_run() {
    let mut safe = 0;
    for seed in 1..400 {
        let mut small = random_system(&mut Random::new(seed));
        safe += usize::from(small.is_safe());
        let mistake = mistake_of_search(&mut small);
        assert_eq!(mistake, None, "system {seed}");
    }
    assert!((80..320).contains(&safe), "{safe} are safe");
}

#[test]
fn the_checker_accepts_exactly_what_is_an_invariant() {
    let mut accepted = 0;
    let mut refused = 0;
    for seed in 1..500 {
        let mut random = Random::new(seed);
        let mut small = random_system(&mut random);
        if let Some(invariant) = damaged_invariant(&mut small, &mut random) {
            let mistake = mistake_of_checker(&mut small, &invariant);
            assert_eq!(mistake, None, "system {seed}");
            match small.is_proof(&invariant) {
                true => accepted += 1,
                false => refused += 1,
            }
        }
    }
    assert!(accepted > 30 && refused > 30, "{accepted} invariants and {refused} damaged ones");
}

#[test]
fn houdini_leaves_the_largest_inductive_subset() {
    for seed in 1..300 {
        let mut random = Random::new(seed);
        let mut small = random_system(&mut random);
        let engine = if seed % 8 == 0 { EngineKind::Varisat } else { EngineKind::default() };
        let mistake = mistake_of_houdini(&mut small, &mut random, engine);
        assert_eq!(mistake, None, "system {seed}");
    }
}

#[test]
fn after_a_stop_nothing_is_believed() {
    let mut random = Random::new(3);
    let mut small = random_system(&mut random);
    let variables: Vec<TermId> = small.system.state.iter().map(|state| state.variable).collect();
    let candidates: Vec<TermId> =
        (0..20).map(|_| random_term(&mut random, &mut small.terms, &variables, 1, 2)).collect();
    let stop = Stop::new();
    stop.request();
    let options = houdini::Options::default();
    let candidates = houdini::Candidate::all(&mut small.terms, &small.system, &candidates);
    let result = houdini(&mut small.terms, &small.system, &[], &candidates, &stop, &options);
    assert_eq!((result.survivors(), result.stopped), (None, Some(StopReason::Interrupted)));
    let circuit = Circuit::from_system(&small.terms, &small.system, &[]);
    let options = pdr::Options { stop: stop.clone(), ..Default::default() };
    let report = pdr::prove(&circuit, &options, &mut |_| {});
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Interrupted));
    // Simplification may have shown some parts by itself.
    let bad = small.terms.variable(1);
    small.system.bad = bad;
    let refusal =
        certificate::check(&mut small.terms, &small.system, &[], &stop).expect_err("it was stopped");
    assert!(matches!(refusal, Refusal::Stopped { reason: StopReason::Interrupted, .. }), "{refusal}");
}
