//! The formula grows with `program + rounds × shared accesses`, not with `rounds × program`.
//!
//! Each thread is executed once, so its adders and comparisons are there once, whatever the number of rounds.
//! Measured on the formula, never on time.

#[path = "support/program.rs"]
mod program;

use std::path::Path;

use bmc_conc::check::CheckOptions;
use bmc_conc::events::Bound;
use bmc_conc::formula::{self, Built, Question};
use bmc_conc::ir::Program;
use bmc_conc::property::Checks;
use bmc_conc::sequentialize::Schedule;
use bmc_conc::source::Input;
use bmc_solver::{SolverOptions, Statistics, Stop};

fn sizes(name: &str, unwind: u32, rounds: u32) -> Statistics {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name);
    let program = program::program(Input::Path(path), Checks::default()).expect("the program is correct");
    sizes_of(&program, unwind, rounds, Schedule::Lazy)
}

fn sizes_of(program: &Program, unwind: u32, rounds: u32, schedule: Schedule) -> Statistics {
    let question = question(program, unwind, schedule);
    let runs = question.runs();
    let built = formula::build(program, &question, (rounds, runs), SolverOptions::default());
    let Built { unfolding, formula, mut solver } = built.expect("the program can be unfolded");
    solver.assert(&unfolding.terms, formula.violation);
    solver.statistics()
}

fn question(program: &Program, unwind: u32, schedule: Schedule) -> Question {
    let options = CheckOptions { schedule, ..CheckOptions::default() };
    options.question(program, unwind).expect("the defaults name nothing")
}

/// Two threads that add to each other's variable, that often. Every bit of the variables varies.
fn fibonacci(iterations: u32) -> Program {
    let turn = |own: &str, other: &str| {
        format!(
            "void *add_to_{own}(void *arg) {{ for (int n = 0; n < {iterations}; n++) {own} += {other}; return arg; }}\n"
        )
    };
    let text = format!(
        "#include <assert.h>\n#include <pthread.h>\nint i, j;\nextern int __VERIFIER_nondet_int(void);\n{}{}int main(void) {{
            pthread_t first, second;
            i = __VERIFIER_nondet_int();
            j = __VERIFIER_nondet_int();
            pthread_create(&first, 0, add_to_i, 0);
            pthread_create(&second, 0, add_to_j, 0);
            pthread_join(first, 0);
            pthread_join(second, 0);
            assert(i != j);
        }}",
        turn("i", "j"),
        turn("j", "i")
    );
    let input = Input::Text { name: "fibonacci.c".to_string(), text };
    program::program(input, Checks::default()).expect("the program is correct")
}

#[test]
fn clauses_grow_no_faster_than_rounds_times_iterations() {
    let clauses = |schedule: Schedule, iterations: u32, rounds: u32| {
        sizes_of(&fibonacci(iterations), 1, rounds, schedule).cnf_clauses
    };
    let once = |iterations, rounds| clauses(Schedule::Lazy, iterations, rounds);
    for (iterations, rounds) in [(3, 3), (3, 6), (6, 3)] {
        let (small, large) = (once(iterations, rounds), once(2 * iterations, 2 * rounds));
        assert!(large <= 4 * small, "{iterations} iterations, {rounds} rounds: {small}, both twice: {large}");
        let repeated = clauses(Schedule::Naive, iterations, rounds);
        assert!(repeated > small, "repeating every statement takes {repeated} clauses instead of {small}");
    }
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
        let mut question = question(&program, 1, Schedule::Lazy);
        question.bounds.known = known;
        let unfolding =
            formula::unfold(&program, &question, &Stop::new()).expect("the program can be unfolded");
        unfolding
            .structure
            .marks
            .iter()
            .filter(|mark| matches!(mark.bound, Bound::KnownLoop { iterations, .. } if iterations == known))
            .count()
    };
    assert!(cut_with(4) > 0, "memset and strlen need more iterations than four");
    assert_eq!(cut_with(200), 0);
}
