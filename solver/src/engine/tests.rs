//! One suite that every engine of the build must pass.

use std::time::{Duration, Instant};

use super::portfolio::Portfolio;
use super::{Engine, EngineKind};
use crate::solver::Answer;
use crate::stop::{Stop, StopReason};
use crate::tests::Random;

fn each_engine(mut test: impl FnMut(Box<dyn Engine>)) {
    for kind in EngineKind::available() {
        let engine = kind.create(0);
        assert_eq!(engine.kind(), *kind);
        test(engine);
    }
}

fn flat(clauses: &[Vec<i32>]) -> Vec<i32> {
    clauses.iter().flat_map(|clause| clause.iter().copied().chain([0])).collect()
}

/// `holes + 1` pigeons, each in a hole, no two in the same: impossible, and hard to see.
fn pigeons(holes: i32) -> Vec<Vec<i32>> {
    let place = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i32>> =
        (0..=holes).map(|pigeon| (0..holes).map(|hole| place(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for first in 0..=holes {
            for second in 0..first {
                clauses.push(vec![-place(first, hole), -place(second, hole)]);
            }
        }
    }
    clauses
}

fn holds(clause: &[i32], value: impl Fn(i32) -> bool) -> bool {
    clause.iter().any(|&literal| value(literal.abs()) == (literal > 0))
}

#[test]
fn random_clauses_agree_with_trying_all_values() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let variables = 4 + random.below(7) as i32;
        let mut clauses: Vec<Vec<i32>> = Vec::new();
        let mut engines: Vec<_> = EngineKind::available().iter().map(|kind| kind.create(seed % 3)).collect();
        engines.push(Box::new(Portfolio::of(4, seed, Duration::ZERO)));
        // The formula grows between the calls, and every call has other assumptions.
        for round in 0..8 {
            let mut literal = || {
                let variable = 1 + random.below(variables as usize) as i32;
                if random.below(2) == 0 { variable } else { -variable }
            };
            let new: Vec<Vec<i32>> = (0..variables).map(|_| vec![literal(), literal(), literal()]).collect();
            let assumptions: Vec<i32> = (0..round % 4).map(|_| literal()).collect();
            clauses.extend(new.iter().cloned());
            let model_exists = |assumptions: &[i32]| {
                (0..1u32 << variables).any(|values| {
                    let value = |variable: i32| values >> (variable - 1) & 1 == 1;
                    clauses.iter().all(|clause| holds(clause, value))
                        && assumptions.iter().all(|&literal| holds(&[literal], value))
                })
            };
            let possible = model_exists(&assumptions);
            for engine in &mut engines {
                let what = format!("{}, seed {seed}, round {round}", engine.kind());
                engine.add_clauses(&flat(&new));
                let answer = engine.solve(&assumptions, &Stop::new());
                let expected = if possible { Answer::Satisfiable } else { Answer::Unsatisfiable };
                assert_eq!(answer, expected, "{what}");
                if possible {
                    assert!(clauses.iter().all(|clause| holds(clause, |v| engine.value(v))), "{what}");
                    assert!(assumptions.iter().all(|&l| holds(&[l], |v| engine.value(v))), "{what}");
                } else {
                    let core: Vec<i32> = assumptions.iter().copied().filter(|&l| engine.failed(l)).collect();
                    assert!(!model_exists(&core), "{what}");
                }
            }
        }
    }
}

#[test]
fn pigeons_do_not_fit_into_too_few_holes() {
    each_engine(|mut engine| {
        engine.add_clauses(&flat(&pigeons(6)));
        assert_eq!(engine.solve(&[], &Stop::new()), Answer::Unsatisfiable);
    });
}

#[test]
fn an_empty_clause_is_unsatisfiable_for_good() {
    each_engine(|mut engine| {
        engine.add_clauses(&[1, 2, 0]);
        assert_eq!(engine.solve(&[-1], &Stop::new()), Answer::Satisfiable);
        assert!(engine.value(2) && !engine.value(1));
        engine.add_clauses(&[0]);
        assert_eq!(engine.solve(&[-1], &Stop::new()), Answer::Unsatisfiable);
        assert!(!engine.failed(-1));
        assert_eq!(engine.solve(&[], &Stop::new()), Answer::Unsatisfiable);
    });
}

#[test]
fn variables_that_no_clause_mentions_do_no_harm() {
    each_engine(|mut engine| {
        engine.add_clauses(&[1, 0]);
        assert_eq!(engine.solve(&[50, -60], &Stop::new()), Answer::Satisfiable);
        assert!(engine.value(1) && engine.value(50) && !engine.value(60));
        let _ = engine.value(1000);
        assert_eq!(engine.solve(&[50, -50], &Stop::new()), Answer::Unsatisfiable);
        assert!(engine.failed(50) || engine.failed(-50));
    });
}

#[test]
fn failed_assumptions_are_reported_and_forgotten() {
    each_engine(|mut engine| {
        engine.add_clauses(&[-1, 2, 0, -2, 3, 0]);
        assert_eq!(engine.solve(&[4, 1, -3], &Stop::new()), Answer::Unsatisfiable);
        assert!(engine.failed(1) && engine.failed(-3) && !engine.failed(4));
        assert_eq!(engine.solve(&[1], &Stop::new()), Answer::Satisfiable);
        assert!(engine.value(2) && engine.value(3));
    });
}

#[test]
fn a_raised_flag_ends_a_long_search_soon() {
    each_engine(|mut engine| {
        engine.add_clauses(&flat(&pigeons(13)));
        let stop = Stop::new();
        let raiser = stop.clone();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            raiser.request();
        });
        let start = Instant::now();
        assert_eq!(engine.solve(&[], &stop), Answer::Unknown(StopReason::Interrupted));
        assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
        thread.join().unwrap();
        let answer = engine.solve(&[], &stop);
        assert_eq!(answer, Answer::Unknown(StopReason::Interrupted));
        assert_eq!(engine.is_usable(), engine.kind() != EngineKind::Varisat);
    });
}

#[test]
fn limits_are_told_apart() {
    each_engine(|mut engine| {
        engine.add_clauses(&flat(&pigeons(13)));
        let timeout = Stop::new().with_timeout(Duration::from_millis(50));
        assert_eq!(engine.solve(&[], &timeout), Answer::Unknown(StopReason::Timeout));
    });
}

#[test]
fn an_engine_that_lost_a_race_runs_in_the_next_one() {
    let mut portfolio = Portfolio::of(2, 0, Duration::ZERO);
    portfolio.add_clauses(&flat(&pigeons(7)));
    assert_eq!(portfolio.solve(&[], &Stop::new()), Answer::Unsatisfiable);
    let mut portfolio = Portfolio::of(4, 0, Duration::ZERO);
    portfolio.add_clauses(&flat(&pigeons(7)[1..]));
    for pigeon in 1..8 {
        let in_first_hole = pigeon * 7 + 1;
        assert_eq!(portfolio.solve(&[in_first_hole], &Stop::new()), Answer::Satisfiable);
        assert!(portfolio.value(in_first_hole));
        let with_another_one = [in_first_hole, if pigeon == 1 { 15 } else { 8 }];
        assert_eq!(portfolio.solve(&with_another_one, &Stop::new()), Answer::Unsatisfiable);
        assert!(with_another_one.iter().all(|&literal| portfolio.failed(literal)));
    }
}

#[test]
fn names_of_engines_can_be_read_back() {
    for kind in EngineKind::available() {
        assert_eq!(kind.to_string().parse(), Ok(*kind));
    }
    let error = "minisat".parse::<EngineKind>().unwrap_err().to_string();
    assert!(error.contains("minisat") && error.contains("varisat"), "{error}");
    assert_eq!("cadical".parse::<EngineKind>().is_ok(), EngineKind::Cadical.is_available());
}
