//! The search against exploring all states, on random circuits and with all engines.

use super::explicit::{Explicit, random_circuit, random_known};
use super::families::ticket_lock;
use crate::tests::Random;
use crate::transition::circuit::Circuit;
use crate::transition::pdr::{self, Options, Outcome};
use crate::{EngineKind, Stop, StopReason};

fn outcome(circuit: &Circuit, options: &Options) -> Outcome {
    pdr::prove(circuit, options, &mut |_| {}).outcome
}

/// What is wrong with the answer about a circuit.
pub(super) fn mistake_about(circuit: &Circuit, options: &Options) -> Option<String> {
    let explicit = Explicit::new(circuit);
    match (outcome(circuit, options), explicit.shortest_refutation()) {
        (Outcome::Proved { .. }, Some(length)) => Some(format!("refuted in {length} steps, not proved")),
        (Outcome::Proved { invariant }, None) => (!explicit.is_proof(&invariant, &options.known))
            .then(|| format!("not an invariant: {invariant:?}")),
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

#[test]
fn a_stop_ends_the_search_and_tells_what_stood_in_the_way() {
    let family = ticket_lock(4, 4, true);
    let circuit = Circuit::from_system(&family.terms, &family.system, &[]).reduced();
    for engine in [EngineKind::default(), EngineKind::Varisat] {
        let stop = Stop::new();
        let options = Options { engine, stop: stop.clone(), ..Options::default() };
        let mut calls = 0;
        let report = pdr::prove(&circuit, &options, &mut |statistics| {
            calls += 1;
            if statistics.learnt_clauses > 20 {
                stop.request();
            }
        });
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Interrupted));
        assert!(calls > 1 && report.statistics.questions > 20, "{:?}", report.statistics);
        let names: Vec<&str> =
            report.obstacles.iter().filter_map(|&latch| circuit.latch_name(latch)).collect();
        assert!(names.iter().any(|name| name.starts_with("at")), "{names:?}");
    }
}
