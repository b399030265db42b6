//! Counting contexts: among the violating runs within the bounds, one with the fewest is the easiest to read.

use bmc_solver::{TermId, Terms};

/// Terms that say "at least `n` of the inputs hold", for `n` from 1 to `most`, at index `n - 1`.
pub fn at_least(terms: &mut Terms, inputs: &[TermId], most: usize) -> Vec<TermId> {
    let mut counts = vec![TermId::FALSE; most];
    for &input in inputs {
        for n in (0..most).rev() {
            let before = if n == 0 { TermId::TRUE } else { counts[n - 1] };
            let reached = terms.and(before, input);
            counts[n] = terms.or(counts[n], reached);
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use bmc_solver::{Assignment, Evaluator};

    #[test]
    fn counts_are_exact_for_every_assignment() {
        let mut terms = Terms::new();
        let inputs: Vec<TermId> = (0..6).map(|_| terms.variable(1)).collect();
        let counts = at_least(&mut terms, &inputs, 4);
        for bits in 0..64u32 {
            let mut assignment = Assignment::new();
            for (i, &input) in inputs.iter().enumerate() {
                assignment.set(input, u128::from(bits >> i & 1), 1);
            }
            let mut evaluator = Evaluator::new(&terms, &assignment);
            for (n, &count) in counts.iter().enumerate() {
                assert_eq!(evaluator.value(count) == 1, bits.count_ones() as usize > n);
            }
        }
    }
}
