//! Random runs against exhaustive exploration.

use super::small_systems::random_system;
use crate::tests::Random;
use crate::transition::circuit::Circuit;
use crate::transition::walks::Extent;
use crate::{Stop, TermId};

#[test]
fn walks_come_to_states_that_are_possible_and_to_most_of_them() {
    let (mut possible, mut seen) = (0, 0);
    for seed in 0..300 {
        let mut small = random_system(&mut Random::new(seed));
        let circuit = Circuit::from_system(&small.terms, &small.system, &[]);
        let walks = circuit.walks(seed, Extent { steps: 512, states: 64 }, &Stop::new());
        assert!(!walks.is_bad || !small.is_safe(), "system {seed}");
        let reachable = small.reachable();
        possible += reachable.iter().filter(|reachable| **reachable).count();
        for state in 0..walks.states.len() {
            let mut is_this = TermId::TRUE;
            for (latch, origin) in circuit.origins() {
                let variable = small.system.state[origin.state_variable].variable;
                let bit = small.terms.extract(variable, origin.bit, 1);
                let bit = if walks.value(state, latch) { bit } else { small.terms.not(bit) };
                is_this = small.terms.and(is_this, bit);
            }
            let here = small.where_holds(is_this);
            let is_reachable = here.iter().zip(&reachable).any(|(here, reachable)| *here && *reachable);
            assert!(is_reachable, "system {seed}: no run comes to state {state} of the walks");
            seen += 1;
        }
    }
    assert!(seen * 10 > possible * 9, "of {possible} states only {seen} are seen");
}
