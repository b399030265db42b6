//! Simplification while terms are built: random programs against plain values, and the rules by example.

use super::{BINARY, Random, ones, reference, yields_truth};
use crate::{Assignment, Evaluator, Node, Solver, SolverOptions, TermId, Terms};

const SAMPLES: usize = 6;

/// A term together with its values under a few assignments, computed without the terms.
#[derive(Clone)]
struct Pair {
    term: TermId,
    width: u32,
    values: [u128; SAMPLES],
}

struct Generator {
    random: Random,
    terms: Terms,
    pairs: Vec<Pair>,
    samples: Vec<Assignment>,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        let mut random = Random::new(seed);
        let mut terms = Terms::new();
        let mut samples = vec![Assignment::new(); SAMPLES];
        let mut pairs = Vec::new();
        let widths: &[u32] = if seed.is_multiple_of(3) { &[1, 1, 8, 32] } else { &[1, 1, 2, 3, 4] };
        for &width in widths {
            for _ in 0..2 {
                let term = terms.variable(width);
                let mut values = [0; SAMPLES];
                for (sample, value) in samples.iter_mut().zip(&mut values) {
                    *value = random.word(width);
                    sample.set(term, *value, width);
                }
                pairs.push(Pair { term, width, values });
            }
        }
        Generator { random, terms, pairs, samples }
    }

    /// Recent terms are chosen more often, so that rules meet terms that other rules have made.
    fn pick(&mut self) -> Pair {
        let count = self.pairs.len();
        let index = if self.random.below(2) == 0 {
            count - 1 - self.random.below(count.min(8))
        } else {
            self.random.below(count)
        };
        self.pairs[index].clone()
    }

    /// A term of that width: an existing one cut or extended, or a constant.
    fn fitting(&mut self, width: u32) -> Pair {
        let same: Vec<usize> = (0..self.pairs.len()).filter(|&i| self.pairs[i].width == width).collect();
        match self.random.below(4) {
            0 => {
                let value = self.random.word(width);
                let term = self.terms.constant(width, value);
                Pair { term, width, values: [value; SAMPLES] }
            }
            1 | 2 if !same.is_empty() => self.pairs[same[self.random.below(same.len())]].clone(),
            _ => {
                let from = self.pick();
                if from.width >= width {
                    let low = self.random.below((from.width - width + 1) as usize) as u32;
                    let term = self.terms.extract(from.term, low, width);
                    Pair { term, width, values: from.values.map(|v| (v >> low) & ones(width)) }
                } else if self.random.below(2) == 0 {
                    let term = self.terms.zero_extend(from.term, width);
                    Pair { term, width, values: from.values }
                } else {
                    let term = self.terms.sign_extend(from.term, width);
                    let top = ones(width) & !ones(from.width);
                    let extend = |v: u128| if v >> (from.width - 1) == 1 { v | top } else { v };
                    Pair { term, width, values: from.values.map(extend) }
                }
            }
        }
    }

    fn step(&mut self) {
        let a = self.pick();
        let pair = match self.random.below(12) {
            0 => Pair { term: self.terms.not(a.term), values: a.values.map(|v| v ^ ones(a.width)), ..a },
            1 => {
                let values = a.values.map(|v| (ones(a.width) - v).wrapping_add(1) & ones(a.width));
                Pair { term: self.terms.neg(a.term), values, ..a }
            }
            2..=4 => {
                let (c, b) = (self.fitting(1), self.fitting(a.width));
                let term = self.terms.ite(c.term, a.term, b.term);
                let values =
                    std::array::from_fn(|i| if c.values[i] == 1 { a.values[i] } else { b.values[i] });
                Pair { term, width: a.width, values }
            }
            5 if a.width <= 30 => {
                let b = self.pick();
                if a.width + b.width > 64 {
                    return;
                }
                let term = self.terms.concat(a.term, b.term);
                let values = std::array::from_fn(|i| a.values[i] << b.width | b.values[i]);
                Pair { term, width: a.width + b.width, values }
            }
            6 => {
                let width = 1 + self.random.below(8) as u32;
                self.fitting(width)
            }
            _ => {
                let b = self.fitting(a.width);
                let (name, build) = BINARY[self.random.below(BINARY.len())];
                let (x, y) = if self.random.below(2) == 0 { (a, b) } else { (b, a) };
                let term = build(&mut self.terms, x.term, y.term);
                let values = std::array::from_fn(|i| reference(name, x.width, x.values[i], y.values[i]));
                Pair { term, width: if yields_truth(name) { 1 } else { x.width }, values }
            }
        };
        assert_eq!(self.terms.width(pair.term), pair.width);
        self.pairs.push(pair);
    }
}

#[test]
fn random_terms_keep_their_values_through_simplification() {
    for seed in 0..1500 {
        let mut generator = Generator::new(seed);
        for _ in 0..80 {
            generator.step();
        }
        for (i, sample) in generator.samples.iter().enumerate() {
            let mut evaluator = Evaluator::new(&generator.terms, sample);
            for (step, pair) in generator.pairs.iter().enumerate() {
                assert_eq!(
                    evaluator.value(pair.term),
                    pair.values[i],
                    "seed {seed}, step {step}, sample {i}"
                );
            }
        }
    }
}

#[test]
fn random_terms_have_exactly_their_values_for_the_solver() {
    for seed in 0..150 {
        let mut generator = Generator::new(seed);
        for _ in 0..40 {
            generator.step();
        }
        let mut solver = Solver::new(SolverOptions { seed: seed % 4, ..Default::default() });
        let Generator { terms, pairs, samples, random } = &mut generator;
        // The variables are fixed by assumptions; then every term has one value and no other.
        for (i, sample) in samples.iter().enumerate().take(3) {
            let mut fixed = Vec::new();
            for variable in sample.variables() {
                let width = terms.width(variable);
                let value = terms.constant(width, sample.get(variable));
                fixed.push(terms.eq(variable, value));
            }
            for _ in 0..6 {
                let pair = &pairs[pairs.len() - 1 - random.below(12)];
                let value = terms.constant(pair.width, pair.values[i]);
                let same = terms.eq(pair.term, value);
                for (claim, possible) in [(same, true), (terms.not(same), false)] {
                    let assumptions: Vec<TermId> = fixed.iter().copied().chain([claim]).collect();
                    let answer = solver.solve(terms, &assumptions);
                    let expected =
                        if possible { crate::Answer::Satisfiable } else { crate::Answer::Unsatisfiable };
                    assert_eq!(answer, expected, "seed {seed}, sample {i}");
                }
            }
        }
    }
}

#[test]
fn a_chain_of_constants_compared_with_a_constant_has_no_words_left() {
    let mut terms = Terms::new();
    let mut chain = terms.constant(32, 0);
    let conditions: Vec<TermId> = (0..2000).map(|_| terms.variable(1)).collect();
    for (i, &c) in conditions.iter().enumerate() {
        let value = terms.constant(32, (i % 5) as u128);
        chain = terms.ite(c, value, chain);
    }
    let five = terms.constant(32, 5);
    assert_eq!(terms.eq(chain, five), TermId::FALSE);
    assert_eq!(terms.ult(chain, five), TermId::TRUE);
    let before = terms.len();
    let three = terms.constant(32, 3);
    let is_three = terms.eq(chain, three);
    assert!(terms.len() - before < 2000 * 8, "grew by {}", terms.len() - before);
    for t in terms.ids().skip(before) {
        assert!(terms.width(t) == 1 || terms.as_constant(t).is_some(), "{t} is a word");
    }
    assert_ne!(is_three, TermId::FALSE);
}

#[test]
fn long_chains_of_all_kinds_do_not_exhaust_the_stack() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable(32), terms.variable(32));
    let (three, seven) = (terms.constant(32, 3), terms.constant(32, 7));
    let (mut hash, mut sum, mut other, mut reset, mut difference) = (x, x, y, x, x);
    for i in 0..100_000u32 {
        hash = terms.xor(hash, three);
        hash = terms.add(hash, seven);
        if i % 10 == 0 {
            let z = terms.variable(32);
            let c = terms.variable(1);
            sum = terms.add(sum, z);
            other = terms.add(other, z);
            difference = terms.sub(z, difference);
            let next = terms.add(reset, three);
            reset = terms.ite(c, seven, next);
        }
    }
    for t in [hash, sum, reset, difference] {
        let same = terms.eq(t, three);
        let less = terms.ult(t, three);
        let narrow = terms.extract(t, 0, 8);
        let negated = terms.neg(t);
        assert!(terms.width(same) == 1 && terms.width(less) == 1);
        assert!(terms.width(narrow) == 8 && terms.width(negated) == 32);
    }
    let same = terms.eq(sum, other);
    assert_eq!(terms.node(same), Node::Eq(x, y), "equal addends cancel");
}

#[test]
fn sums_collect_their_constants() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable(8), terms.variable(8));
    let (one, two, three) = (terms.constant(8, 1), terms.constant(8, 2), terms.constant(8, 3));
    let x1 = terms.add(x, one);
    let x3 = terms.add(x1, two);
    assert_eq!(x3, terms.add(three, x));
    let sum = terms.add(x1, y);
    let same = terms.add(x, y);
    assert_eq!(sum, terms.add(same, one));
    let difference = terms.sub(sum, y);
    let one_less = terms.sub(difference, one);
    let (eq1, eq2) = (terms.eq(x1, three), terms.eq(x, two));
    assert_eq!(eq1, eq2);
    assert_eq!(terms.sub(x, x), terms.constant(8, 0));
    let minus = terms.neg(x);
    assert_eq!(terms.neg(minus), x);
    let back = terms.add(same, minus);
    assert_eq!(back, y);
    assert_eq!(terms.width(one_less), 8);
}

#[test]
fn words_put_together_again_are_the_same_words() {
    let mut terms = Terms::new();
    let x = terms.variable(32);
    let bytes: Vec<TermId> = (0..4).map(|i| terms.extract(x, 8 * i, 8)).collect();
    let low = terms.concat(bytes[1], bytes[0]);
    let high = terms.concat(bytes[3], bytes[2]);
    assert_eq!(terms.concat(high, low), x);
    let wide = terms.zero_extend(bytes[2], 32);
    assert_eq!(terms.extract(wide, 0, 8), bytes[2]);
    assert_eq!(terms.extract(wide, 8, 8), terms.constant(8, 0));
    let too_large = terms.constant(32, 256);
    assert_eq!(terms.eq(wide, too_large), TermId::FALSE);
    assert_eq!(terms.ult(wide, too_large), TermId::TRUE);
}

#[test]
fn choices_with_shared_outcomes_merge() {
    let mut terms = Terms::new();
    let (c, d) = (terms.variable(1), terms.variable(1));
    let (x, y) = (terms.variable(8), terms.variable(8));
    let inner = terms.ite(d, x, y);
    let either = terms.or(c, d);
    assert_eq!(terms.ite(c, x, inner), terms.ite(either, x, y));
    let both = terms.and(c, d);
    assert_eq!(terms.ite(c, inner, y), terms.ite(both, x, y));
    let again = terms.ite(c, x, y);
    assert_eq!(terms.ite(c, again, y), again);
    let not_c = terms.not(c);
    assert_eq!(terms.ite(not_c, y, x), again);
    let same = terms.eq(x, y);
    assert_eq!(terms.ite(same, x, y), y);
    let (one, two, three) = (terms.constant(8, 1), terms.constant(8, 2), terms.constant(8, 3));
    let constants = terms.ite(c, one, two);
    assert_eq!(terms.eq(constants, two), not_c);
    assert_eq!(terms.eq(constants, three), TermId::FALSE);
    let sum = terms.add(constants, one);
    assert_eq!(terms.eq(sum, three), not_c);
}

#[test]
fn absorbed_and_contradictory_conjunctions_disappear() {
    let mut terms = Terms::new();
    let (a, b) = (terms.variable(1), terms.variable(1));
    let (not_a, not_b) = (terms.not(a), terms.not(b));
    let both = terms.and(a, b);
    assert_eq!(terms.and(a, both), both);
    assert_eq!(terms.and(not_a, both), TermId::FALSE);
    assert_eq!(terms.or(a, both), a);
    assert_eq!(terms.or(not_a, a), TermId::TRUE);
    let either = terms.or(a, b);
    assert_eq!(terms.and(a, either), a);
    let only_b = terms.and(not_a, either);
    assert_eq!(only_b, terms.and(not_a, b));
    let first = terms.or(a, not_b);
    assert_eq!(terms.and(either, first), a);
    let x = terms.variable(8);
    let (one, two) = (terms.constant(8, 1), terms.constant(8, 2));
    let (is_one, is_two) = (terms.eq(x, one), terms.eq(x, two));
    assert_eq!(terms.and(is_one, is_two), TermId::FALSE);
    let not_two = terms.not(is_two);
    assert_eq!(terms.and(is_one, not_two), is_one);
}
