//! Clauses against the reference: every operator, exhaustively at small widths, through an engine.
//!
//! Gates become clauses by polarity, so each bit of each result is tried three ways, each in a solver of its own
//! that never hears of the others: assumed to be one, assumed to be zero, asserted to be one. With the inputs
//! assumed, the answer is `Satisfiable` exactly if the bit is what the reference says.

use super::{BINARY, Build, ones, reference, yields_truth};
use crate::{Answer, EngineKind, Node, Solver, SolverOptions, TermId, Terms};

/// Tries every value of the inputs.
fn check_all(
    terms: &mut Terms,
    inputs: &[TermId],
    t: TermId,
    what: &str,
    expected: impl Fn(&[u128]) -> u128,
) {
    let bits: Vec<[TermId; 2]> = inputs
        .iter()
        .flat_map(|&input| (0..terms.width(input)).map(move |i| (input, i)))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|(input, i)| {
            let one = terms.extract(input, i, 1);
            [terms.not(one), one]
        })
        .collect();
    let widths: Vec<u32> = inputs.iter().map(|&input| terms.width(input)).collect();
    for i in 0..terms.width(t) {
        let one = terms.extract(t, i, 1);
        let zero = terms.not(one);
        let mut solvers = [(); 3].map(|()| Solver::new(SolverOptions::default()));
        solvers[2].assert(terms, one);
        for pattern in 0..1usize << bits.len() {
            let fixed: Vec<TermId> = bits.iter().enumerate().map(|(k, b)| b[pattern >> k & 1]).collect();
            let mut rest = pattern as u128;
            let values: Vec<u128> = widths
                .iter()
                .map(|&width| {
                    let value = rest & ones(width);
                    rest >>= width;
                    value
                })
                .collect();
            let is_one = expected(&values) >> i & 1 == 1;
            for (solver, (claim, holds)) in
                solvers.iter_mut().zip([(Some(one), is_one), (Some(zero), !is_one), (None, is_one)])
            {
                let assumptions: Vec<TermId> = claim.into_iter().chain(fixed.iter().copied()).collect();
                let wanted = if holds { Answer::Satisfiable } else { Answer::Unsatisfiable };
                let answer = solver.solve(terms, &assumptions);
                assert_eq!(answer, wanted, "{what} of {values:?}, bit {i}, {claim:?}");
            }
        }
    }
}

#[test]
fn the_clauses_of_every_operator_are_right_for_all_words_of_up_to_four_bits() {
    for (name, build) in BINARY {
        for width in 1..=4 {
            let mut terms = Terms::new();
            let (x, y) = (terms.variable(width), terms.variable(width));
            let t = build(&mut terms, x, y);
            let what = format!("{name}, width {width},");
            check_all(&mut terms, &[x, y], t, &what, |v| reference(name, width, v[0], v[1]));
        }
    }
}

#[test]
fn the_clauses_of_every_operator_are_right_with_constants() {
    for (name, build) in BINARY {
        for width in 1..=3 {
            for constant in 0..=ones(width) {
                let mut terms = Terms::new();
                let x = terms.variable(width);
                let k = terms.constant(width, constant);
                let (left, right) = (build(&mut terms, k, x), build(&mut terms, x, k));
                let what = format!("{name} with {constant}, width {width},");
                check_all(&mut terms, &[x], left, &what, |v| reference(name, width, constant, v[0]));
                check_all(&mut terms, &[x], right, &what, |v| reference(name, width, v[0], constant));
            }
        }
    }
}

#[test]
fn the_clauses_of_one_word_are_right() {
    for width in 1..=4 {
        let mut terms = Terms::new();
        let x = terms.variable(width);
        let (not, neg) = (terms.not(x), terms.neg(x));
        check_all(&mut terms, &[x], not, "not", |v| ones(width) - v[0]);
        check_all(&mut terms, &[x], neg, "neg", |v| (ones(width) + 1 - v[0]) & ones(width));
        for wide in width..=width + 3 {
            let (zeros, signs) = (terms.zero_extend(x, wide), terms.sign_extend(x, wide));
            let high = ones(wide) - ones(width);
            check_all(&mut terms, &[x], zeros, "zero_extend", |v| v[0]);
            let extended = |v: &[u128]| if v[0] >> (width - 1) == 1 { v[0] | high } else { v[0] };
            check_all(&mut terms, &[x], signs, "sign_extend", extended);
        }
        for low in 0..width {
            for kept in 1..=width - low {
                let part = terms.extract(x, low, kept);
                check_all(&mut terms, &[x], part, "extract", |v| v[0] >> low & ones(kept));
            }
        }
    }
}

#[test]
fn the_clauses_of_choices_and_of_words_joined_are_right() {
    for width in 1..=3 {
        let mut terms = Terms::new();
        let (c, x, y) = (terms.variable(1), terms.variable(width), terms.variable(width));
        let chosen = terms.ite(c, x, y);
        check_all(&mut terms, &[c, x, y], chosen, "ite", |v| if v[0] == 1 { v[1] } else { v[2] });
        for low_width in 1..=4 {
            let z = terms.variable(low_width);
            let joined = terms.concat(x, z);
            check_all(&mut terms, &[x, z], joined, "concat", |v| v[0] << low_width | v[1]);
            // A slice that crosses the border.
            let part = terms.extract(joined, low_width - 1, 2);
            let expected = |v: &[u128]| (v[0] << low_width | v[1]) >> (low_width - 1) & 3;
            check_all(&mut terms, &[x, z], part, "extract of concat", expected);
        }
    }
}

/// The name of a kind of node. A new kind does not compile until it is named here.
fn kind(node: Node) -> &'static str {
    match node {
        Node::Constant(_) => "constant",
        Node::Variable => "variable",
        Node::Not(_) => "not",
        Node::Neg(_) => "neg",
        Node::And(..) => "and",
        Node::Xor(..) => "xor",
        Node::Add(..) => "add",
        Node::Mul(..) => "mul",
        Node::Udiv(..) => "udiv",
        Node::Urem(..) => "urem",
        Node::Shl(..) => "shl",
        Node::Lshr(..) => "lshr",
        Node::Ashr(..) => "ashr",
        Node::Eq(..) => "eq",
        Node::Ult(..) => "ult",
        Node::Slt(..) => "slt",
        Node::Ite(..) => "ite",
        Node::Concat(..) => "concat",
        Node::Extract { .. } => "extract",
        Node::SignExtend(_) => "sign_extend",
    }
}

#[test]
fn the_operators_that_are_tried_make_every_kind_of_node() {
    let mut terms = Terms::new();
    let (x, y, c) = (terms.variable(4), terms.variable(4), terms.variable(1));
    for (name, build) in BINARY {
        let t = build(&mut terms, x, y);
        assert_eq!(terms.width(t) == 1, yields_truth(name), "{name}");
    }
    terms.not(x);
    terms.neg(x);
    terms.ite(c, x, y);
    terms.concat(x, y);
    terms.extract(x, 1, 2);
    terms.sign_extend(x, 6);
    let mut kinds: Vec<&str> = terms.ids().map(|t| kind(terms.node(t))).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), 20, "{kinds:?}");
}

#[test]
fn what_has_no_model_has_a_proof_that_checks() {
    for &engine in EngineKind::available() {
        for seed in [0, 7] {
            let mut terms = Terms::new();
            let (x, y) = (terms.variable(5), terms.variable(5));
            let (sum, product) = (terms.add(x, y), terms.mul(x, y));
            let (q, r) = (terms.udiv(product, sum), terms.urem(product, sum));
            let back = terms.mul(q, sum);
            let whole = terms.add(back, r);
            let differs = terms.ne(whole, product);
            let mut solver = Solver::new(SolverOptions { engine, seed, ..Default::default() });
            assert_eq!(solver.solve(&terms, &[differs]), Answer::Unsatisfiable);
            let certificate = solver.certify(&[differs]).expect("the proof is right");
            assert!(!certificate.is_trivial() && certificate.checked.lemmas > 10);
            assert!(certificate.clauses.ends_with(&[0]) && certificate.clause_count() > 100);
            // The solver can be asked and certified again, with more clauses.
            let same = terms.eq(x, y);
            solver.assert(&terms, same);
            assert_eq!(solver.solve(&terms, &[]), Answer::Satisfiable);
            assert_eq!(solver.certify(&[]), Err(crate::CertifyError::HasModel));
            assert_eq!(solver.solve(&terms, &[differs]), Answer::Unsatisfiable);
            assert!(solver.certify(&[differs]).is_ok());
            solver.assert(&terms, TermId::FALSE);
            assert_eq!(solver.solve(&terms, &[differs]), Answer::Unsatisfiable);
            assert!(solver.certify(&[differs]).expect("an empty clause needs no proof").is_trivial());
        }
    }
}

/// The operators whose circuits are compared with one another.
fn costly() -> impl Iterator<Item = (&'static str, Build)> {
    BINARY.into_iter().filter(|(name, _)| ["mul", "udiv", "urem"].contains(name))
}

/// What is said of equal operands must not take a model away.
#[test]
fn two_results_of_one_kind_keep_all_their_values() {
    let width = 2;
    for (name, build) in costly() {
        let mut terms = Terms::new();
        let words: [TermId; 4] = [(); 4].map(|()| terms.variable(width));
        let one = build(&mut terms, words[0], words[1]);
        let other = build(&mut terms, words[2], words[3]);
        let both = terms.concat(one, other);
        check_all(&mut terms, &words, both, name, |values| {
            let [one, other] = [0, 2].map(|i| reference(name, width, values[i], values[i + 1]));
            one << width | other
        });
    }
}

/// Deriving these from the gates alone takes an engine very long.
#[test]
fn equal_operands_have_equal_results() {
    for &engine in EngineKind::available() {
        for (name, build) in costly() {
            let mut terms = Terms::new();
            let words: [TermId; 4] = [(); 4].map(|()| terms.variable(32));
            let one = build(&mut terms, words[0], words[1]);
            let other = build(&mut terms, words[2], words[3]);
            let mut solver = Solver::new(SolverOptions { engine, ..SolverOptions::default() });
            for (a, b) in [(words[0], words[2]), (words[1], words[3])] {
                let equal = terms.eq(a, b);
                solver.assert(&terms, equal);
            }
            let differ = terms.ne(one, other);
            assert_eq!(solver.solve(&terms, &[differ]), Answer::Unsatisfiable, "{name}");
        }
    }
}
