//! Proofs that someone has tampered with: clauses of the formula left out or changed, lemmas left out or changed.
//!
//! Most such proofs must be refused. Some are right all the same, because a lemma was not needed or what became of
//! it follows too; these are checked once more by a checker that could not be simpler: it goes over all clauses
//! until nothing changes, has no watches, no memory between steps, and honours deletions as the format has them.

use super::{Rejection, check};
use crate::engine::prove;
use crate::solver::Answer;
use crate::stop::Stop;
use crate::tests::Random;

/// More guests than chairs, each on a chair of its own.
fn guests_and_chairs(chairs: i32) -> Vec<i32> {
    let sits = |guest: i32, chair: i32| guest * chairs + chair + 1;
    let mut clauses = Vec::new();
    for guest in 0..=chairs {
        clauses.extend((0..chairs).map(|chair| sits(guest, chair)).chain([0]));
        for (chair, other) in (0..chairs).flat_map(|chair| (0..guest).map(move |other| (chair, other))) {
            clauses.extend([-sits(guest, chair), -sits(other, chair), 0]);
        }
    }
    clauses
}

/// Clauses of three different variables each that have no model, if the seed is a lucky one.
fn random_formula(seed: u64) -> Vec<i32> {
    let mut random = Random::new(seed);
    let mut clauses = Vec::new();
    for _ in 0..70 {
        let first = random.below(12);
        let variables = [first, (first + 1 + random.below(5)) % 12, (first + 6 + random.below(6)) % 12];
        clauses.extend(variables.map(|variable| (variable as i32 + 1) * [1, -1][random.below(2)]));
        clauses.push(0);
    }
    clauses
}

/// What the engine logs if there is no model, line by line.
fn proof_of(clauses: &[i32]) -> Option<Vec<String>> {
    let (answer, proof) = prove(clauses, &Stop::new());
    let text = String::from_utf8(proof).expect("a textual proof is text");
    (answer == Answer::Unsatisfiable).then(|| text.lines().map(str::to_string).collect())
}

/// Formulas without a model, with their proofs.
fn proofs() -> Vec<(Vec<i32>, Vec<String>)> {
    let formulas = [guests_and_chairs(3), guests_and_chairs(4)].into_iter().chain((0..6).map(random_formula));
    let proofs = formulas.filter_map(|clauses| proof_of(&clauses).map(|proof| (clauses, proof)));
    proofs.filter(|(_, proof)| proof.len() > 1).collect()
}

fn verdict(clauses: &[i32], lines: &[String]) -> Result<(), Rejection> {
    check(clauses, lines.join("\n").as_bytes(), || false).map(|_| ())
}

fn split(clauses: &[i32]) -> Vec<Vec<i32>> {
    let mut all: Vec<Vec<i32>> = clauses.split(|&literal| literal == 0).map(<[i32]>::to_vec).collect();
    all.pop();
    all
}

fn same_literals(left: &[i32], right: &[i32]) -> bool {
    left.iter().all(|literal| right.contains(literal)) && right.iter().all(|literal| left.contains(literal))
}

/// What is true if these literals are, by propagation; nothing if that is impossible.
fn closure(clauses: &[Vec<i32>], mut holds: Vec<i32>) -> Option<Vec<i32>> {
    loop {
        if holds.iter().any(|literal| holds.contains(&-literal)) {
            return None;
        }
        let unit = clauses.iter().find_map(|clause| {
            if clause.iter().any(|literal| holds.contains(literal)) {
                return None;
            }
            let mut open: Vec<i32> = clause.iter().copied().filter(|l| !holds.contains(&-l)).collect();
            open.dedup();
            (open.len() <= 1).then_some(open)
        });
        match unit.as_deref() {
            None => return Some(holds),
            Some(&[literal]) => holds.push(literal),
            Some(_) => return None,
        }
    }
}

fn denied(clause: &[i32]) -> Vec<i32> {
    clause.iter().map(|literal| -literal).collect()
}

/// Whether the lemma follows by propagation, or every resolvent on its first literal does.
fn is_founded(clauses: &[Vec<i32>], lemma: &[i32]) -> bool {
    let Some(holds) = closure(clauses, denied(lemma)) else { return true };
    let Some(&pivot) = lemma.first() else { return false };
    clauses.iter().filter(|clause| clause.contains(&-pivot)).all(|clause| {
        let rest = clause.iter().filter(|&&literal| literal != -pivot).map(|literal| -literal);
        closure(clauses, holds.iter().copied().chain(rest).collect()).is_none()
    })
}

/// The simple checker. A deletion is ignored if the clause is all that is left to say that a literal is true.
fn is_proof(formula: &[i32], lines: &[String]) -> bool {
    let mut clauses = split(formula);
    for line in lines {
        if closure(&clauses, Vec::new()).is_none() {
            return true;
        }
        let literals: Vec<i32> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        let literals = &literals[..literals.len() - 1];
        if !line.starts_with('d') {
            if !is_founded(&clauses, literals) {
                return false;
            }
            clauses.push(literals.to_vec());
            continue;
        }
        let Some(place) = clauses.iter().position(|clause| same_literals(clause, literals)) else { continue };
        let holds = closure(&clauses, Vec::new()).expect("it was looked at above");
        let others = [&clauses[..place], &clauses[place + 1..]].concat();
        if closure(&others, Vec::new()).is_some_and(|fewer| fewer.len() == holds.len()) {
            clauses = others;
        }
    }
    closure(&clauses, Vec::new()).is_none()
}

#[test]
fn the_simple_checker_accepts_what_the_engine_logs() {
    let proofs = proofs();
    assert!(proofs.len() >= 5, "only {} proofs", proofs.len());
    for (clauses, lines) in proofs {
        assert!(is_proof(&clauses, &lines));
        assert!(!is_proof(&clauses, &[]), "some lemma is needed");
        assert!(!is_proof(&clauses, &["0".to_string()]), "the empty clause alone does not follow");
    }
}

#[test]
fn a_lemma_that_is_left_out_is_missed_or_was_not_needed() {
    let (mut accepted, mut refused) = (0, 0);
    for (clauses, lines) in proofs() {
        assert_eq!(verdict(&clauses, &lines), Ok(()));
        for index in (0..lines.len()).filter(|&index| !lines[index].starts_with('d')) {
            let mut lines = lines.clone();
            lines.remove(index);
            match verdict(&clauses, &lines) {
                Ok(()) => {
                    assert!(is_proof(&clauses, &lines), "without lemma {index} of {clauses:?}");
                    accepted += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    println!("one lemma left out: {accepted} proofs accepted, {refused} refused");
    assert!(refused > 20, "{accepted} accepted, {refused} refused");
}

#[test]
fn a_literal_that_is_flipped_or_left_out_is_found_out_or_does_no_harm() {
    let (mut accepted, mut refused) = (0, 0);
    for (clauses, lines) in proofs() {
        let refused_before = refused;
        for (index, line) in lines.iter().enumerate() {
            let words: Vec<&str> = line.split(' ').collect();
            for place in 0..words.len() {
                let Ok(literal @ (1.. | ..=-1)) = words[place].parse::<i32>() else { continue };
                let flipped = (-literal).to_string();
                let replaced = [&words[..place], &[&flipped], &words[place + 1..]].concat();
                let without = [&words[..place], &words[place + 1..]].concat();
                for changed in [replaced, without] {
                    let mut lines = lines.clone();
                    lines[index] = changed.join(" ");
                    match verdict(&clauses, &lines) {
                        Ok(()) => {
                            assert!(is_proof(&clauses, &lines), "line {index} as {changed:?} of {clauses:?}");
                            accepted += 1;
                        }
                        Err(_) => refused += 1,
                    }
                }
            }
        }
        // Of guests and chairs every clause is needed, so that little can be changed.
        let refused_here = refused - refused_before;
        assert!(clauses != guests_and_chairs(4) || refused_here > lines.len() / 2, "{refused_here} refused");
    }
    println!("one literal changed: {accepted} proofs accepted, {refused} refused");
    assert!(refused > 100, "{accepted} accepted, {refused} refused");
}

#[test]
fn a_proof_with_a_hole_is_found_out() {
    let clauses = guests_and_chairs(5);
    let lines = proof_of(&clauses).expect("there is no model");
    assert_eq!(verdict(&clauses, &lines), Ok(()));
    let lemmas = lines.iter().filter(|line| !line.starts_with('d')).count();
    assert!(lemmas > 30, "{lemmas} lemmas");
    // All but the last few lemmas left out.
    assert!(verdict(&clauses, &lines[lines.len() - 3..]).is_err());
    // The end left out.
    assert_eq!(verdict(&clauses, &lines[..lines.len() / 3]), Err(Rejection::Incomplete));
}

#[test]
fn a_proof_of_another_formula_is_found_out() {
    let clauses = guests_and_chairs(5);
    let lines = proof_of(&clauses).expect("there is no model");
    // Every clause is needed: without it, or with one literal the other way round, there is a model.
    for (start, &literal) in clauses.iter().enumerate() {
        if literal != 0 {
            let mut other = clauses.clone();
            other[start] = -literal;
            assert!(verdict(&other, &lines).is_err(), "with the literal at {start} the other way round");
        }
        if start == 0 || clauses[start - 1] == 0 {
            let end = start + clauses[start..].iter().position(|&l| l == 0).expect("clauses end");
            let without = [&clauses[..start], &clauses[end + 1..]].concat();
            assert!(verdict(&without, &lines).is_err(), "without the clause at {start}");
        }
    }
}
