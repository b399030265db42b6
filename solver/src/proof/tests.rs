//! Right proofs are accepted, wrong ones are not, and no proof at all convinces the checker of a formula that
//! has a model.

use super::{Checked, Rejection, check, read_dimacs, write_dimacs};
use crate::engine::prove;
use crate::solver::Answer;
use crate::stop::Stop;
use crate::tests::Random;

fn accepts(clauses: &[i32], proof: &str) -> Result<Checked, Rejection> {
    check(clauses, proof.as_bytes(), || false)
}

fn unfounded(line: usize, lemma: &[i32]) -> Result<Checked, Rejection> {
    Err(Rejection::Unfounded { line, lemma: lemma.to_vec() })
}

/// All clauses over two variables: no model, and propagation alone does not see it.
const SQUARE: [i32; 12] = [1, 2, 0, 1, -2, 0, -1, 2, 0, -1, -2, 0];

/// Clauses of three literals over few variables.
fn random_clauses(random: &mut Random, variables: usize, count: usize) -> Vec<i32> {
    let mut clauses = Vec::new();
    for _ in 0..count {
        for _ in 0..3 {
            let variable = 1 + random.below(variables) as i32;
            clauses.push(if random.below(2) == 0 { variable } else { -variable });
        }
        clauses.push(0);
    }
    clauses
}

fn has_model(clauses: &[i32], variables: usize) -> bool {
    (0..1u32 << variables).any(|values| {
        clauses.split(|&literal| literal == 0).filter(|clause| !clause.is_empty()).all(|clause| {
            clause.iter().any(|&literal| (values >> (literal.abs() - 1) & 1 == 1) == (literal > 0))
        })
    })
}

#[test]
fn a_lemma_that_follows_by_propagation_completes_the_proof() {
    let expected = Checked { lemmas: 1, ..Checked::default() };
    assert_eq!(accepts(&SQUARE, "1 0\n"), Ok(expected));
    assert_eq!(accepts(&SQUARE, "c a comment\n\n-2 0\n0\n"), Ok(expected));
}

#[test]
fn a_contradiction_that_propagation_sees_needs_no_lemma() {
    for clauses in [&[0][..], &[1, 0, -1, 0], &[1, 0, -1, 2, 0, -2, 0], &[-1, 2, 0, 1, 1, 0, -2, 0]] {
        assert_eq!(accepts(clauses, ""), Ok(Checked::default()), "{clauses:?}");
    }
}

#[test]
fn lemmas_that_do_not_follow_are_refused() {
    assert_eq!(accepts(&SQUARE, "0\n"), unfounded(1, &[]));
    assert_eq!(accepts(&SQUARE, ""), Err(Rejection::Incomplete));
    assert_eq!(accepts(&SQUARE, "1 2 0\n"), Err(Rejection::Incomplete));
    // Without the last clause there is a model.
    let three = &SQUARE[..9];
    assert_eq!(accepts(three, "2 0\n1 0\n0\n"), unfounded(3, &[]));
    assert_eq!(accepts(three, "-2 0\n0\n"), unfounded(1, &[-2]));
    assert_eq!(accepts(&[1, 2, 0], "d 1 2 0\n0\n"), unfounded(2, &[]));
}

#[test]
fn a_deleted_clause_is_no_longer_used() {
    assert_eq!(accepts(&SQUARE, "d 2 1 0\n1 0\n"), unfounded(2, &[1]));
    assert_eq!(accepts(&SQUARE, "1 2 0\nd 2 1 0\n1 0\n").map(|checked| checked.deletions), Ok(1));
    // Nobody has such a clause.
    assert_eq!(accepts(&SQUARE, "d 1 0\n1 0\n").map(|checked| checked.lemmas), Ok(1));
}

#[test]
fn what_was_assigned_for_good_stays_when_its_clause_is_deleted() {
    let clauses = [3, 0, -3, 1, 2, 0, 1, -2, 0, -1, 2, 0, -1, -2, 0];
    assert!(accepts(&clauses, "d 3 0\n1 0\n").is_ok());
    let clauses = [3, 0, -3, 4, 0, -4, 1, 2, 0, 1, -2, 0, -1, 2, 0, -1, -2, 0];
    assert!(accepts(&clauses, "d -3 4 0\n1 0\n").is_ok());
}

#[test]
fn a_lemma_may_lose_models_as_long_as_one_is_left() {
    // Variable 3 is defined by nothing: to say that it is 1 and 2 loses models, but not the last one.
    let free = [1, 2, 0, 3, -3, 0];
    for proof in ["3 -1 -2 0\n-3 1 0\n-3 2 0\n", "-3 0\n"] {
        assert_eq!(accepts(&free, proof), Err(Rejection::Incomplete), "{proof}");
    }
    // The first literal is the one that counts, and where it is used the other way it is too late.
    assert_eq!(accepts(&[1, 2, 0, -1, 3, 0], "3 2 0\n"), Err(Rejection::Incomplete));
    assert_eq!(accepts(&[1, 2, 0, -1, 3, 0], "-3 -1 0\n"), unfounded(1, &[-3, -1]));
    assert_eq!(accepts(&[1, 2, 0, -1, 2, 0, -2, 3, 0], "-3 0\n"), unfounded(1, &[-3]));
}

#[test]
fn the_weaker_criterion_serves_proofs_that_introduce_definitions() {
    // All clauses over three variables, and a fourth variable to be defined as the first.
    let mut clauses = vec![4, -4, 0];
    for signs in 0..8 {
        clauses.extend((0..3).map(|i| if signs >> i & 1 == 1 { i + 1 } else { -i - 1 }).chain([0]));
    }
    let checked = accepts(&clauses, "4 -1 0\n-4 1 0\n4 2 0\n4 0\n2 0\n").expect("the definition is harmless");
    assert_eq!((checked.lemmas, checked.weak_lemmas), (5, 2));
    // Both halves of the definition have to be about the same thing.
    assert_eq!(accepts(&clauses, "4 -1 0\n-4 -1 0\n"), unfounded(2, &[-4, -1]));
}

#[test]
fn text_that_is_no_proof_is_refused() {
    for (proof, line) in [("1 x 0\n", 1), ("1\n", 1), ("\n1 0 0\n", 2), ("d\n", 1), ("9 0\n", 1), ("1 0", 0)]
    {
        match accepts(&SQUARE, proof) {
            Err(Rejection::Malformed { line: found, .. }) => assert_eq!(found, line, "{proof:?}"),
            other => assert!(line == 0 && other.is_ok(), "{proof:?}: {other:?}"),
        }
    }
    assert!(matches!(check(&SQUARE, &[255, 10], || false), Err(Rejection::Malformed { line: 1, .. })));
    assert!(matches!(accepts(&SQUARE, "-2147483648 0\n"), Err(Rejection::Malformed { .. })));
}

#[test]
fn the_check_can_be_stopped() {
    assert_eq!(check(&SQUARE, b"1 0\n", || true), Err(Rejection::Stopped));
}

#[test]
fn proofs_of_the_engine_are_accepted_exactly_where_there_is_no_model() {
    let mut refuted = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let variables = 3 + random.below(8);
        let count = 3 * variables + random.below(3 * variables);
        let clauses = random_clauses(&mut random, variables, count);
        let (answer, proof) = prove(&clauses, &Stop::new());
        let accepted = check(&clauses, &proof, || false);
        match has_model(&clauses, variables) {
            true => {
                assert_eq!(answer, Answer::Satisfiable, "seed {seed}");
                assert!(accepted.is_err(), "seed {seed}");
            }
            false => {
                refuted += 1;
                assert_eq!(answer, Answer::Unsatisfiable, "seed {seed}");
                assert!(accepted.is_ok(), "seed {seed}: {accepted:?}");
            }
        }
    }
    assert!(refuted > 100, "only {refuted} formulas had no model");
}

#[test]
fn no_proof_convinces_of_a_formula_that_has_a_model() {
    let mut tried = 0;
    for seed in 0..3000 {
        let mut random = Random::new(1_000_000 + seed);
        let variables = 2 + random.below(4);
        let count = variables + random.below(3 * variables);
        let clauses = random_clauses(&mut random, variables, count);
        if !has_model(&clauses, variables) {
            continue;
        }
        tried += 1;
        // Random steps, one in three a deletion of something that is there; lemmas that fail are left out.
        let mut steps: Vec<String> = Vec::new();
        for _ in 0..20 {
            let mut literals: Vec<i32> = random_clauses(&mut random, variables, 1);
            literals.truncate(1 + random.below(3));
            let mut step: String = literals.iter().map(|literal| format!("{literal} ")).collect();
            if random.below(3) == 0 {
                let all: Vec<&[i32]> = clauses.split(|&literal| literal == 0).collect();
                let chosen = all[random.below(all.len() - 1)];
                step = format!("d {}", chosen.iter().map(|l| format!("{l} ")).collect::<String>());
            }
            steps.push(format!("{step}0"));
            let verdict = accepts(&clauses, &steps.join("\n"));
            assert!(verdict.is_err(), "seed {seed}: {steps:?}");
            if verdict != Err(Rejection::Incomplete) {
                steps.pop();
            }
        }
    }
    assert!(tried > 1000, "only {tried} formulas had a model");
}

#[test]
fn clauses_can_be_read_back() {
    let clauses = [1, -2, 0, 3, 0, 0];
    let mut text = Vec::new();
    write_dimacs(&mut text, &clauses, "two lines\nof comment").expect("memory does not fail");
    let text = String::from_utf8(text).expect("numbers are text");
    assert_eq!(text, "c two lines\nc of comment\np cnf 3 3\n1 -2 0\n3 0\n0\n");
    assert_eq!(read_dimacs(&text), Ok(clauses.to_vec()));
    for wrong in ["", "1 0\n", "p cnf 1 2\n1 0\n", "p cnf 1 1\n2 0\n", "p cnf 1 1\n1\n", "p cnf 1 1\nx 0\n"] {
        assert!(read_dimacs(wrong).is_err(), "{wrong:?}");
    }
}
