//! The solver as a whole, with every engine of the build.

use super::{BINARY, Random};
use crate::{Answer, EngineKind, Evaluator, Solver, SolverOptions, Stop, StopReason, TermId, Terms};

fn each_engine(mut test: impl FnMut(SolverOptions)) {
    for &engine in EngineKind::available() {
        for seed in [0, 7] {
            test(SolverOptions { engine, seed, ..Default::default() });
        }
    }
}

/// Asserts that the terms are equal for all values, by finding no counterexample.
fn assert_equivalent(terms: &mut Terms, a: TermId, b: TermId, what: &str) {
    let differ = terms.ne(a, b);
    let mut solver = Solver::new(SolverOptions::default());
    solver.assert(terms, differ);
    assert_eq!(solver.solve(terms, &[]), Answer::Unsatisfiable, "{what}");
}

#[test]
fn known_equivalences_have_no_counterexample() {
    let mut terms = Terms::new();
    let (x, y, z) = (terms.variable(8), terms.variable(8), terms.variable(8));
    let (q, r) = (terms.udiv(x, y), terms.urem(x, y));
    let product = terms.mul(q, y);
    let whole = terms.add(product, r);
    assert_equivalent(&mut terms, whole, x, "x / y * y + x % y = x");
    let (q, r) = (terms.sdiv(x, y), terms.srem(x, y));
    let product = terms.mul(q, y);
    let whole = terms.add(product, r);
    assert_equivalent(&mut terms, whole, x, "the same, signed");
    let (either, both) = (terms.or(x, y), terms.and(x, y));
    let (left, right) = (terms.add(either, both), terms.add(x, y));
    assert_equivalent(&mut terms, left, right, "(x | y) + (x & y) = x + y");
    let sum = terms.add(y, z);
    let left = terms.and(x, sum);
    let difference = terms.sub(x, y);
    let moved = terms.eq(difference, z);
    let direct = terms.eq(x, sum);
    assert_equivalent(&mut terms, moved, direct, "x - y = z iff x = y + z");
    assert_ne!(left, x);
    let doubled = terms.add(x, x);
    let two = terms.constant(8, 2);
    let twice = terms.mul(x, two);
    assert_equivalent(&mut terms, doubled, twice, "x + x = 2x");
}

#[test]
fn a_model_satisfies_what_was_asked() {
    each_engine(|options| {
        let mut random = Random::new(5);
        for round in 0..60 {
            let mut terms = Terms::new();
            let width = [4, 8, 16][round % 3];
            let (x, y) = (terms.variable(width), terms.variable(width));
            let (_, build) = BINARY[round % 13];
            let t = build(&mut terms, x, y);
            let target = terms.constant(width, random.word(width));
            let goal = terms.eq(t, target);
            let mut solver = Solver::new(options.clone());
            solver.assert(&terms, goal);
            if solver.solve(&terms, &[]) == Answer::Satisfiable {
                assert!(Evaluator::new(&terms, solver.assignment()).holds(goal), "round {round}");
            }
        }
    });
}

#[test]
fn gates_are_completed_when_the_other_polarity_is_needed_later() {
    each_engine(|options| {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable(6), terms.variable(6));
        let (sum, product) = (terms.add(x, y), terms.mul(x, y));
        let same = terms.eq(sum, product);
        let less = terms.ult(sum, product);
        let (not_same, not_less) = (terms.not(same), terms.not(less));
        let mut solver = Solver::new(options);
        for claims in [[same, less], [same, not_less], [not_same, less], [not_same, not_less]] {
            let expected = if claims == [same, less] { Answer::Unsatisfiable } else { Answer::Satisfiable };
            assert_eq!(solver.solve(&terms, &claims), expected);
            if expected == Answer::Satisfiable {
                let mut evaluator = Evaluator::new(&terms, solver.assignment());
                assert!(claims.iter().all(|&claim| evaluator.holds(claim)));
            }
        }
        solver.assert(&terms, same);
        assert_eq!(solver.solve(&terms, &[not_same]), Answer::Unsatisfiable);
        assert_eq!(solver.solve(&terms, &[]), Answer::Satisfiable);
        let eight = terms.constant(6, 8);
        let both_large = {
            let (a, b) = (terms.eq(x, eight), terms.eq(y, eight));
            terms.or(a, b)
        };
        let found = solver.solve(&terms, &[both_large]);
        assert_eq!(found, Answer::Satisfiable, "8 + y = 8y has a solution modulo 64");
        assert!(Evaluator::new(&terms, solver.assignment()).holds(both_large));
    });
}

#[test]
fn random_formulas_agree_with_trying_all_values() {
    each_engine(|options| {
        for seed in 0..40 {
            let mut random = Random::new(seed);
            let mut terms = Terms::new();
            let variables: Vec<TermId> = (0..8).map(|_| terms.variable(1)).collect();
            let mut pool = variables.clone();
            for _ in 0..60 {
                let mut pick = || pool[random.below(pool.len())];
                let (a, b, c) = (pick(), pick(), pick());
                let t = match random.below(5) {
                    0 => terms.and(a, b),
                    1 => terms.or(a, b),
                    2 => terms.xor(a, b),
                    3 => terms.ite(a, b, c),
                    _ => terms.not(a),
                };
                pool.push(t);
            }
            let mut solver = Solver::new(options.clone());
            let mut asserted = Vec::new();
            for round in 0..12 {
                let mut pick = || pool[pool.len() - 1 - random.below(30)];
                let (a, b, c) = (pick(), pick(), pick());
                let not_c = terms.not(c);
                let assumptions = [a, not_c];
                let all: Vec<TermId> = asserted.iter().copied().chain(assumptions).collect();
                let possible = (0..256u32).any(|values| {
                    let mut assignment = crate::Assignment::new();
                    for (i, &variable) in variables.iter().enumerate() {
                        assignment.set(variable, u128::from(values >> i & 1), 1);
                    }
                    let mut evaluator = Evaluator::new(&terms, &assignment);
                    all.iter().all(|&t| evaluator.holds(t))
                });
                let answer = solver.solve(&terms, &assumptions);
                let expected = if possible { Answer::Satisfiable } else { Answer::Unsatisfiable };
                assert_eq!(answer, expected, "seed {seed}, round {round}");
                if possible {
                    let mut evaluator = Evaluator::new(&terms, solver.assignment());
                    assert!(all.iter().all(|&t| evaluator.holds(t)), "seed {seed}, round {round}");
                } else {
                    let failed = solver.failed_assumptions();
                    assert!(failed.iter().all(|t| assumptions.contains(t)));
                    assert_eq!(solver.solve(&terms, &failed), Answer::Unsatisfiable);
                }
                if round % 3 == 2 {
                    let claim = terms.or(a, b);
                    solver.assert(&terms, claim);
                    asserted.push(claim);
                }
            }
        }
    });
}

#[test]
fn failed_assumptions_leave_out_what_was_not_needed() {
    each_engine(|options| {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable(8), terms.variable(8));
        let (three, five) = (terms.constant(8, 3), terms.constant(8, 5));
        let (small, large) = (terms.ult(x, three), terms.ult(five, x));
        let unrelated = terms.ult(y, three);
        let mut solver = Solver::new(options);
        assert_eq!(solver.solve(&terms, &[unrelated, small, large]), Answer::Unsatisfiable);
        let failed = solver.failed_assumptions();
        assert!(failed.contains(&small) && failed.contains(&large), "{failed:?}");
        assert!(!failed.contains(&unrelated), "{failed:?}");
        assert_eq!(solver.solve(&terms, &[TermId::FALSE]), Answer::Unsatisfiable);
        assert_eq!(solver.failed_assumptions(), vec![TermId::FALSE]);
    });
}

#[test]
fn a_false_assertion_makes_everything_unsatisfiable() {
    each_engine(|options| {
        let mut terms = Terms::new();
        let x = terms.variable(1);
        let mut solver = Solver::new(options);
        solver.assert(&terms, TermId::FALSE);
        assert_eq!(solver.solve(&terms, &[x]), Answer::Unsatisfiable);
        assert!(solver.failed_assumptions().is_empty());
        let mut text = Vec::new();
        solver.write_dimacs(&mut text, &[]).unwrap();
        assert_eq!(text, b"p cnf 0 1\n0\n");
    });
}

#[test]
fn a_guarded_equality_needs_two_clauses_a_bit_and_no_further_variable() {
    let mut terms = Terms::new();
    let guard = terms.variable(1);
    let (x, y) = (terms.variable(32), terms.variable(32));
    let same = terms.eq(x, y);
    let claim = terms.implies(guard, same);
    let mut solver = Solver::new(SolverOptions::default());
    solver.assert(&terms, claim);
    let statistics = solver.statistics();
    assert_eq!((statistics.cnf_variables, statistics.cnf_clauses), (65, 64));
    assert!(statistics.aig_nodes > 0 && statistics.arithmetic_gates == 0);
}

#[test]
fn dimacs_lists_the_clauses_and_the_assumptions() {
    let mut terms = Terms::new();
    let (a, b, c) = (terms.variable(1), terms.variable(1), terms.variable(1));
    let either = terms.or(a, b);
    let mut solver = Solver::new(SolverOptions::default());
    solver.assert(&terms, either);
    let not_a = terms.not(a);
    assert_eq!(solver.solve(&terms, &[not_a]), Answer::Satisfiable);
    let mut text = Vec::new();
    solver.write_dimacs(&mut text, &[not_a]).unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), "p cnf 2 2\n1 2 0\n-1 0\n");
    let error = solver.write_dimacs(&mut Vec::new(), &[c]).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
}

#[test]
fn a_stopped_solver_can_be_used_again_with_a_new_stop() {
    each_engine(|options| {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable(16), terms.variable(16));
        let product = terms.mul(x, y);
        let target = terms.constant(16, 12345);
        let goal = terms.eq(product, target);
        let mut solver = Solver::new(options);
        solver.assert(&terms, goal);
        let stop = Stop::new();
        stop.request();
        solver.set_stop(stop);
        assert_eq!(solver.solve(&terms, &[]), Answer::Unknown(StopReason::Interrupted));
        solver.set_stop(Stop::new());
        assert_eq!(solver.solve(&terms, &[]), Answer::Satisfiable);
        assert!(Evaluator::new(&terms, solver.assignment()).holds(goal));
    });
}

#[test]
fn solvers_can_move_to_other_threads() {
    each_engine(|options| {
        let mut terms = Terms::new();
        let x = terms.variable(8);
        let three = terms.constant(8, 3);
        let goal = terms.eq(x, three);
        let mut solver = Solver::new(options);
        solver.assert(&terms, goal);
        let value = std::thread::spawn(move || {
            assert_eq!(solver.solve(&terms, &[]), Answer::Satisfiable);
            solver.assignment().get(x)
        });
        assert_eq!(value.join().unwrap(), 3);
    });
}
