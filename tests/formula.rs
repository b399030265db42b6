//! The formula grows with `program + rounds × shared accesses`, not with `rounds × program`.
//!
//! Each thread is executed once, so its adders and comparisons are there once, whatever the number of rounds.
//! Measured on the formula, never on time.

#[path = "support/program.rs"]
mod program;

use std::path::Path;

use bmc_conc::property::Checks;
use bmc_conc::sequentialize::{Form, Runs, encode};
use bmc_conc::source::Input;
use bmc_conc::unfold::{Bound, UnfoldOptions, unfold};
use bmc_solver::{Solver, SolverOptions, Statistics, Stop};

fn sizes(name: &str, unwind: u32, rounds: u32) -> Statistics {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name);
    let program = program::program(Input::Path(path), Checks::default()).expect("the program is correct");
    let bounds = UnfoldOptions {
        unwind,
        loops: Default::default(),
        threads: 64,
        known: 200_000,
        reductions: Default::default(),
    };
    let mut structure =
        unfold(&program, &bounds, &|_| true, &Stop::new()).expect("the program can be unfolded");
    let encoding = encode(&mut structure, rounds, Form::of(Runs::All));
    let violation = structure.terms.or_all(encoding.claims.iter().copied());
    let mut solver = Solver::new(SolverOptions::default());
    for &constraint in encoding.constraints.iter().chain([&violation]) {
        solver.assert(&structure.terms, constraint);
    }
    solver.statistics()
}

#[test]
fn doubling_the_rounds_does_not_double_the_arithmetic() {
    for (name, unwind) in [("producer_consumer.c", 2), ("fibonacci_race.c", 1), ("ticket_lock.c", 2)] {
        let (four, eight) = (sizes(name, unwind, 4), sizes(name, unwind, 8));
        assert!(four.arithmetic_gates > 0, "{name} computes something");
        assert!(
            eight.arithmetic_gates * 10 <= four.arithmetic_gates * 11,
            "{name}: {} gates of arithmetic in 4 rounds, {} in 8",
            four.arithmetic_gates,
            eight.arithmetic_gates
        );
        assert!(eight.cnf_clauses > four.cnf_clauses, "{name}: the sweep over shared cells does grow");
    }
}

/// Twice as many operations, each on values of which twice as many bits may vary: four times, not more.
#[test]
fn doubling_the_unwinding_of_a_thread_at_most_quadruples_its_arithmetic() {
    let (two, four) = (sizes("producer_consumer.c", 2, 2), sizes("producer_consumer.c", 4, 2));
    assert!(four.arithmetic_gates <= two.arithmetic_gates * 4, "{two:?} {four:?}");
}

/// What cannot be unrolled completely is cut off, and that leaves a mark.
#[test]
fn a_loop_whose_end_is_known_is_cut_off_where_the_bound_says_so() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/strlen_of_many_equal_characters.c");
    let program = program::program(Input::Path(path), Checks::default()).expect("the program is correct");
    let cut_with = |known: u32| {
        let bounds = UnfoldOptions {
            unwind: 1,
            loops: Default::default(),
            threads: 64,
            known,
            reductions: Default::default(),
        };
        let structure =
            unfold(&program, &bounds, &|_| true, &Stop::new()).expect("the program can be unfolded");
        structure
            .marks
            .iter()
            .filter(|mark| matches!(mark.bound, Bound::KnownLoop { iterations, .. } if iterations == known))
            .count()
    };
    assert!(cut_with(4) > 0, "memset and strlen need more iterations than four");
    assert_eq!(cut_with(200), 0);
}
