use super::Eliminator;
use crate::stop::Stop;
use crate::tests::Random;

fn flat(clauses: &[Vec<i32>]) -> Vec<i32> {
    clauses.iter().flat_map(|clause| clause.iter().copied().chain([0])).collect()
}

fn holds(clauses: &[i32], values: &[bool]) -> bool {
    let ends = clauses.split_inclusive(|&literal| literal == 0);
    ends.into_iter().all(|clause| {
        let literals = clause.iter().filter(|&&literal| literal != 0);
        literals.into_iter().any(|&literal| values[literal.unsigned_abs() as usize] == (literal > 0))
    })
}

fn models(clauses: &[i32], variables: usize) -> Vec<Vec<bool>> {
    let all =
        (0..1u32 << variables).map(|bits| (0..=variables).map(move |v| v > 0 && bits >> (v - 1) & 1 == 1));
    all.map(Iterator::collect).filter(|values: &Vec<bool>| holds(clauses, values)).collect()
}

#[test]
fn what_is_left_has_a_model_for_every_way_to_go_on_and_it_extends() {
    let mut fewer = 0;
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let variables = 4 + random.below(6);
        let (mut eliminator, mut all, mut given) = (Eliminator::default(), Vec::new(), Vec::new());
        for _ in 0..5 {
            let mut literal = || {
                let variable = 1 + random.below(variables) as i32;
                if random.below(2) == 0 { variable } else { -variable }
            };
            let new: Vec<Vec<i32>> =
                (0..4).map(|n| (0..1 + (n + seed as usize) % 4).map(|_| literal()).collect()).collect();
            let assumptions: Vec<i32> = (0..seed % 3).map(|_| literal()).collect();
            all.extend(flat(&new));
            given.extend(eliminator.simplify(&flat(&new), &assumptions, &Stop::new()));
            let units: Vec<i32> = assumptions.iter().flat_map(|&unit| [unit, 0]).collect();
            let (with_all, with_given) = ([&all[..], &units].concat(), [&given[..], &units].concat());
            let possible = models(&with_given, variables);
            assert_eq!(possible.is_empty(), models(&with_all, variables).is_empty(), "seed {seed}");
            for mut model in possible {
                eliminator.complete(&mut model);
                assert!(holds(&with_all, &model), "seed {seed}: {all:?} became {given:?}");
            }
        }
        fewer += usize::from(given.len() < all.len());
    }
    assert!(fewer > 150, "something is eliminated in most formulas, not only in {fewer}");
}

#[test]
fn a_chain_of_definitions_disappears_and_comes_back() {
    let mut eliminator = Eliminator::default();
    // Each of 3 to 9 equals the one before it.
    let chain: Vec<i32> = (2..9).flat_map(|v| [-v, v + 1, 0, v, -(v + 1), 0]).collect();
    assert_eq!(eliminator.simplify(&chain, &[2, 9], &Stop::new()).len(), 6, "2 = 9 is left");
    let mut model = vec![false, false, true, false, false, false, false, false, false, true];
    eliminator.complete(&mut model);
    assert_eq!(&model[2..], &[true; 8]);
    let restored = eliminator.simplify(&[5, 0], &[], &Stop::new());
    assert!(models(&[&restored[..], &[-2, 9, 0, 2, -9, 0]].concat(), 9).iter().all(|m| m[5] && m[2] && m[9]));
}

#[test]
fn contradictions_are_not_lost() {
    let mut eliminator = Eliminator::default();
    let clauses = eliminator.simplify(&[1, 2, 0, -1, 2, 0, 1, -2, 0, -1, -2, 0], &[], &Stop::new());
    assert!(models(&clauses, 2).is_empty(), "{clauses:?}");
}
