//! The search against exploring all states, on random circuits and with all engines.

use super::explicit::{Explicit, random_circuit, random_known};
use crate::EngineKind;
use crate::tests::Random;
use crate::transition::circuit::Circuit;
use crate::transition::pdr::{self, Options, Outcome};

fn outcome(circuit: &Circuit, options: &Options) -> Outcome {
    pdr::prove(circuit, options, &mut |_| {}).outcome
}

/// What is wrong with the answer about a circuit.
pub(super) fn mistake_about(circuit: &Circuit, options: &Options) -> Option<String> {
    let explicit = Explicit::new(circuit);
    match (outcome(circuit, options), explicit.shortest_refutation()) {
        (Outcome::Proved { .. }, Some(length)) => Some(format!("refuted in {length} steps, not proved")),
        (Outcome::Proved { invariant }, None) => {
            let all: Vec<_> = invariant.iter().chain(&options.known).cloned().collect();
            // What is known need not be inductive by itself.
            let is_proof = !options.known.is_empty() || explicit.is_proof(&all);
            (!is_proof).then(|| format!("not an invariant: {invariant:?}"))
        }
        (Outcome::Refuted(refutation), Some(length)) => {
            (refutation.steps.len() <= length).then(|| "a refutation that is too short".into())
        }
        (Outcome::Refuted(_), None) => Some("nothing bad is possible".into()),
        (Outcome::Stopped(reason), _) => Some(format!("nobody stops it: {reason}")),
    }
}

fn compare(engine: EngineKind, seeds: std::ops::Range<u64>) {
    let mut proved = 0;
    for seed in seeds.clone() {
        let mut random = Random::new(seed + 1);
        let circuit = random_circuit(&mut random);
        let explicit = Explicit::new(&circuit);
        let known = if seed % 3 == 0 { random_known(&mut random, &explicit) } else { None };
        let options = Options { engine, known: known.into_iter().collect(), ..Options::default() };
        proved += usize::from(explicit.shortest_refutation().is_none());
        if let Some(mistake) = mistake_about(&circuit, &options) {
            panic!("circuit {seed} with {engine}: {mistake}");
        }
    }
    let all = seeds.count();
    assert!(proved > all / 5 && proved < all * 4 / 5, "{proved} of {all} are safe");
}

#[cfg(feature = "cadical")]
#[test]
fn answers_about_random_circuits_agree_with_exploring_all_states() {
    compare(EngineKind::Cadical, 0..3000);
}

#[test]
fn answers_of_the_pure_engine_agree_with_exploring_all_states() {
    compare(EngineKind::Varisat, 0..300);
}

#[test]
fn leaving_out_latches_that_do_not_matter_changes_no_answer() {
    let mut fewer = 0;
    for seed in 0..300 {
        let circuit = random_circuit(&mut Random::new(seed + 1));
        let reduced = circuit.reduced();
        fewer += usize::from(reduced.latch_count() < circuit.latch_count());
        let [full, small] = [&circuit, &reduced].map(|circuit| Explicit::new(circuit).shortest_refutation());
        assert_eq!(full, small, "circuit {seed}");
    }
    assert!(fewer > 30, "only {fewer} circuits have latches that do not matter");
}
