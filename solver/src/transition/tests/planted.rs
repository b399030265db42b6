//! Every planted mistake is noticed by what the ordinary tests do.

use super::explicit::random_circuit;
use super::search::mistake_about;
use super::small_systems::random_system;
use super::words::{damaged_invariant, mistake_of_checker, mistake_of_houdini, mistake_of_search};
use crate::EngineKind;
use crate::tests::Random;
use crate::transition::pdr::Options;
use crate::transition::planted::{Mistake, enable};

/// What the tests would say about their case of that number. A failed assertion tells as well.
fn complaint(seed: u64) -> Option<String> {
    let check = || {
        let mut random = Random::new(seed);
        let about = mistake_about(&random_circuit(&mut random), &Options::default());
        let mut random = Random::new(seed);
        let mut small = random_system(&mut random);
        let checker = |small: &mut _, random: &mut _| {
            let invariant = damaged_invariant(small, random)?;
            mistake_of_checker(small, &invariant)
        };
        about
            .or_else(|| mistake_of_search(&mut small))
            .or_else(|| checker(&mut small, &mut random))
            .or_else(|| mistake_of_houdini(&mut small, &mut random, EngineKind::default()))
    };
    std::panic::catch_unwind(check).unwrap_or_else(|_| Some("a panic".to_string()))
}

#[test]
fn every_planted_mistake_is_noticed() {
    assert_eq!((1..50).find_map(complaint), None, "nothing is wrong without a mistake");
    let mut unnoticed = Vec::new();
    for &mistake in Mistake::ALL {
        enable(Some(mistake));
        let first = (1..400).find_map(|seed| complaint(seed).map(|what| (seed, what)));
        enable(None);
        match first {
            Some((seed, what)) => println!("{mistake:?}: case {seed}: {what}"),
            None => unnoticed.push(mistake),
        }
    }
    assert_eq!(unnoticed, []);
}
