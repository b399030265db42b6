//! Circuits against the evaluator against the reference: exhaustively at small widths, at random above.

use super::{BINARY, Random, ones, reference, yields_truth};
use crate::aig::{Aig, AigLit};
use crate::blast::Blaster;
use crate::{Assignment, Evaluator, TermId, Terms};

/// A term translated to gates, ready to be simulated.
struct Circuit {
    aig: Aig,
    blaster: Blaster,
}

impl Circuit {
    /// Translates the term through its difference from a fresh variable, which keeps all its bits.
    fn new(terms: &mut Terms, t: TermId) -> Circuit {
        let mut circuit = Circuit { aig: Aig::new(), blaster: Blaster::default() };
        let other = terms.variable(terms.width(t));
        let differ = terms.ne(t, other);
        circuit.blaster.truth_value(terms, &mut circuit.aig, differ);
        if circuit.blaster.known(t, terms.width(t)).is_none() {
            // The comparison was turned inside out; each bit is a truth value of its own.
            for i in 0..terms.width(t) {
                let bit = terms.extract(t, i, 1);
                circuit.blaster.truth_value(terms, &mut circuit.aig, bit);
            }
        }
        circuit
    }

    fn simulate(&self, terms: &mut Terms, t: TermId, assignment: &Assignment) -> u128 {
        let mut values = vec![false; self.aig.node_count()];
        for &(variable, width) in self.blaster.variables() {
            for (i, bit) in self.blaster.known(variable, width).unwrap().iter().enumerate() {
                values[bit.node()] = assignment.get(variable) >> i & 1 == 1;
            }
        }
        let of = |values: &[bool], edge: AigLit| values[edge.node()] != edge.is_inverted();
        for node in 0..values.len() {
            if let Some([a, b]) = self.aig.gate(node) {
                values[node] = of(&values, a) && of(&values, b);
            }
        }
        let width = terms.width(t);
        let word = match self.blaster.known(t, width) {
            Some(bits) => bits.to_vec(),
            None => (0..width)
                .map(|i| {
                    let bit = terms.extract(t, i, 1);
                    self.blaster.known(bit, 1).unwrap()[0]
                })
                .collect(),
        };
        word.iter().enumerate().fold(0, |word, (i, &bit)| word | u128::from(of(&values, bit)) << i)
    }
}

fn check(
    terms: &mut Terms,
    circuit: &Circuit,
    t: TermId,
    inputs: &[(TermId, u128)],
    expected: u128,
    what: &str,
) {
    let mut assignment = Assignment::new();
    for &(variable, value) in inputs {
        assignment.set(variable, value, terms.width(variable));
    }
    let values: Vec<u128> = inputs.iter().map(|input| input.1).collect();
    assert_eq!(Evaluator::new(terms, &assignment).value(t), expected, "evaluator: {what} of {values:?}");
    assert_eq!(circuit.simulate(terms, t, &assignment), expected, "circuit: {what} of {values:?}");
}

#[test]
fn every_operator_is_right_for_all_words_of_up_to_four_bits() {
    for (name, build) in BINARY {
        for width in 1..=4 {
            let mut terms = Terms::new();
            let (x, y) = (terms.variable(width), terms.variable(width));
            let t = build(&mut terms, x, y);
            assert_eq!(terms.width(t), if yields_truth(name) { 1 } else { width });
            let circuit = Circuit::new(&mut terms, t);
            for a in 0..=ones(width) {
                for b in 0..=ones(width) {
                    let expected = reference(name, width, a, b);
                    check(&mut terms, &circuit, t, &[(x, a), (y, b)], expected, name);
                }
            }
        }
    }
}

#[test]
fn every_operator_is_right_with_a_constant_on_either_side() {
    for (name, build) in BINARY {
        for width in 1..=4 {
            for constant in 0..=ones(width) {
                let mut terms = Terms::new();
                let x = terms.variable(width);
                let k = terms.constant(width, constant);
                let (left, right) = (build(&mut terms, k, x), build(&mut terms, x, k));
                let both = build(&mut terms, x, x);
                let circuits = [left, right, both].map(|t| Circuit::new(&mut terms, t));
                for a in 0..=ones(width) {
                    let what = format!("{name} with constant {constant}, width {width},");
                    for (t, circuit, expected) in [
                        (left, &circuits[0], reference(name, width, constant, a)),
                        (right, &circuits[1], reference(name, width, a, constant)),
                        (both, &circuits[2], reference(name, width, a, a)),
                    ] {
                        check(&mut terms, circuit, t, &[(x, a)], expected, &what);
                    }
                }
            }
        }
    }
}

#[test]
fn every_operator_is_right_for_random_wide_words() {
    let mut random = Random::new(11);
    for (name, build) in BINARY {
        for width in [5, 8, 13, 16, 32, 33, 64, 65, 128] {
            // The divider of the widest words is large and built from the same cells as the others.
            if width > 64 && name.contains("div") | name.contains("rem") | name.contains("mul") {
                continue;
            }
            let mut terms = Terms::new();
            let (x, y) = (terms.variable(width), terms.variable(width));
            let t = build(&mut terms, x, y);
            let circuit = Circuit::new(&mut terms, t);
            for _ in 0..12 {
                let (a, mut b) = (random.word(width), random.word(width));
                if name.contains("sh") && random.below(2) == 0 {
                    b %= u128::from(width) + 2;
                }
                let expected = reference(name, width, a, b);
                check(
                    &mut terms,
                    &circuit,
                    t,
                    &[(x, a), (y, b)],
                    expected,
                    &format!("{name}, width {width},"),
                );
            }
        }
    }
}

#[test]
fn multiplication_by_constants_is_right_whatever_digits_are_used() {
    for factor in 0..=255 {
        let mut terms = Terms::new();
        let x = terms.variable(8);
        let k = terms.constant(8, factor);
        let t = terms.mul(x, k);
        let circuit = Circuit::new(&mut terms, t);
        for a in (0..=255).step_by(7) {
            check(&mut terms, &circuit, t, &[(x, a)], (a * factor) & 255, "mul");
        }
    }
}

#[test]
fn not_and_neg_are_right_for_all_small_words() {
    for width in 1..=4 {
        let mut terms = Terms::new();
        let x = terms.variable(width);
        let (not, neg) = (terms.not(x), terms.neg(x));
        let circuits = [Circuit::new(&mut terms, not), Circuit::new(&mut terms, neg)];
        for a in 0..=ones(width) {
            check(&mut terms, &circuits[0], not, &[(x, a)], ones(width) - a, "not");
            check(&mut terms, &circuits[1], neg, &[(x, a)], (ones(width) + 1 - a) & ones(width), "neg");
        }
    }
}

type Expected = Box<dyn Fn(u128, u128, u128) -> u128>;

#[test]
fn slices_extensions_and_choices_are_right_for_all_small_words() {
    let mut terms = Terms::new();
    let (x, y, c) = (terms.variable(3), terms.variable(2), terms.variable(1));
    let joined = terms.concat(x, y);
    let wide = terms.zero_extend(y, 3);
    let chosen = terms.ite(c, x, wide);
    let signed = terms.sign_extend(x, 6);
    let mut cases: Vec<(TermId, Expected)> = vec![
        (joined, Box::new(|x, y, _| x * 4 + y)),
        (chosen, Box::new(|x, y, c| if c == 1 { x } else { y })),
        (signed, Box::new(|x, _, _| if x >= 4 { x + 56 } else { x })),
    ];
    for low in 0..5 {
        for width in 1..=5 - low {
            let t = terms.extract(joined, low, width);
            cases.push((t, Box::new(move |x, y, _| (x * 4 + y) / (1 << low) % (1 << width))));
        }
    }
    for (t, expected) in cases {
        let circuit = Circuit::new(&mut terms, t);
        for (a, b, k) in (0..8).flat_map(|a| (0..4).flat_map(move |b| (0..2).map(move |k| (a, b, k)))) {
            check(&mut terms, &circuit, t, &[(x, a), (y, b), (c, k)], expected(a, b, k), "slice");
        }
    }
}
