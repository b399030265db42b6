//! Sums in normal form: the same values as before, and the same term for the same sum.

use super::Random;
use crate::term::Linear;
use crate::{Assignment, Evaluator, Node, TermId, Terms};

struct Generator {
    random: Random,
    terms: Terms,
    words: Vec<TermId>,
    conditions: Vec<TermId>,
}

impl Generator {
    fn new(seed: u64, width: u32) -> Generator {
        let mut terms = Terms::new();
        let words = (0..4).map(|_| terms.variable(width)).collect();
        let conditions = (0..3).map(|_| terms.variable(1)).collect();
        Generator { random: Random::new(seed), terms, words, conditions }
    }

    /// Mostly sums.
    fn word(&mut self, depth: usize) -> TermId {
        let width = self.terms.width(self.words[0]);
        if depth == 0 {
            return match self.random.below(4) {
                0 => self.terms.constant(width, self.random.word(width)),
                _ => self.words[self.random.below(self.words.len())],
            };
        }
        let a = self.word(depth - 1);
        match self.random.below(9) {
            0 => self.terms.neg(a),
            1 => self.terms.not(a),
            2 => {
                let times = self.terms.constant(width, self.random.word(width));
                self.terms.mul(a, times)
            }
            3 | 4 => {
                let (condition, b) = (self.condition(depth - 1), self.word(depth - 1));
                self.terms.ite(condition, a, b)
            }
            5 => {
                let b = self.word(depth - 1);
                self.terms.xor(a, b)
            }
            6 => {
                let b = self.word(depth - 1);
                self.terms.sub(a, b)
            }
            _ => {
                let b = self.word(depth - 1);
                self.terms.add(a, b)
            }
        }
    }

    fn condition(&mut self, depth: usize) -> TermId {
        if depth == 0 {
            return self.conditions[self.random.below(self.conditions.len())];
        }
        let [a, b] = [self.word(depth - 1), self.word(depth - 1)];
        match self.random.below(4) {
            0 => self.terms.ult(a, b),
            1 => self.terms.slt(a, b),
            _ => self.terms.eq(a, b),
        }
    }

    fn assignment(&mut self) -> Assignment {
        let mut assignment = Assignment::new();
        for &variable in self.words.iter().chain(&self.conditions) {
            let width = self.terms.width(variable);
            assignment.set(variable, self.random.word(width), width);
        }
        assignment
    }
}

fn occurs(terms: &Terms, variable: TermId, term: TermId) -> bool {
    term == variable || terms.node(term).operands().any(|operand| occurs(terms, variable, operand))
}

#[test]
fn sums_keep_their_values() {
    let mut changed = 0;
    for seed in 0..2_000 {
        let width = [1, 2, 3, 8, 32, 64, 128][seed as usize % 7];
        let mut generator = Generator::new(seed, width);
        let term = if seed % 2 == 0 { generator.word(4) } else { generator.condition(4) };
        let mut linear = Linear::default();
        let rebuilt = linear.of(&mut generator.terms, term);
        changed += u64::from(rebuilt != term);
        for _ in 0..8 {
            let assignment = generator.assignment();
            let mut evaluator = Evaluator::new(&generator.terms, &assignment);
            assert_eq!(evaluator.value(rebuilt), evaluator.value(term), "seed {seed}");
        }
    }
    assert!(changed > 1_000, "only {changed} terms had anything to put in order");
}

#[test]
fn a_solution_is_what_the_variable_is_and_nothing_else() {
    let mut solved = 0;
    for seed in 0..2_000 {
        let width = [2, 3, 8, 32, 64, 128][seed as usize % 6];
        let mut generator = Generator::new(seed, width);
        let [a, b] = [generator.word(3), generator.word(2)];
        let equation = generator.terms.eq(a, b);
        let Some((variable, value)) = Linear::default().solve(&mut generator.terms, equation) else {
            continue;
        };
        assert_eq!(generator.terms.node(variable), Node::Variable);
        assert!(!occurs(&generator.terms, variable, value), "seed {seed}");
        for _ in 0..8 {
            let mut assignment = generator.assignment();
            let is = Evaluator::new(&generator.terms, &assignment).value(value);
            for other in [is, generator.random.word(width)] {
                assignment.set(variable, other, width);
                let holds = Evaluator::new(&generator.terms, &assignment).holds(equation);
                assert_eq!(holds, other == is, "seed {seed}");
            }
        }
        solved += 1;
    }
    assert!(solved > 500, "only {solved} equations were solved");
}

#[test]
fn what_is_on_both_sides_of_a_comparison_goes_away() {
    let mut terms = Terms::new();
    let [base, small] = [terms.variable(32), terms.variable(2)];
    let distance = terms.zero_extend(small, 32);
    let word = terms.add(base, distance);
    let one = terms.constant(32, 1);
    let next = terms.add(base, one);
    let condition = terms.variable(1);
    let either = terms.ite(condition, next, word);
    let equal = terms.eq(either, base);
    let rebuilt = Linear::default().of(&mut terms, equal);
    assert!(!occurs(&terms, base, rebuilt));
}

#[test]
fn the_same_sum_is_the_same_term() {
    for seed in 0..200 {
        let mut generator = Generator::new(seed, 32);
        let all: Vec<(TermId, u128)> =
            (0..5).map(|_| (generator.word(0), generator.random.word(32))).collect();
        let terms = &mut generator.terms;
        let product = |&(word, times): &(TermId, u128)| {
            let times = terms.constant(32, times);
            terms.mul(word, times)
        };
        let all: Vec<TermId> = all.iter().map(product).collect();
        let mut linear = Linear::default();
        let forwards = all.iter().fold(all[0], |sum, &one| terms.add(sum, one));
        let backwards = all.iter().rev().fold(all[0], |sum, &one| terms.add(one, sum));
        let [forwards, backwards] = [forwards, backwards].map(|sum| linear.of(terms, sum));
        assert_eq!(forwards, backwards, "seed {seed}");
    }
}

#[test]
fn two_variables_are_compared_by_their_difference() {
    let mut terms = Terms::new();
    let [one, other] = [terms.variable(16), terms.variable(16)];
    let three = terms.constant(16, 3);
    let mut linear = Linear::default();
    let difference = terms.sub(one, other);
    let shifted = terms.add(difference, three);
    assert_eq!(linear.compared(&mut terms, shifted), Some([one, other]));
    let sum = terms.add(one, other);
    assert_eq!(linear.compared(&mut terms, sum), None);
    let four = terms.constant(16, 4);
    let multiple = terms.mul(difference, four);
    assert_eq!(linear.compared(&mut terms, multiple), None);
}
