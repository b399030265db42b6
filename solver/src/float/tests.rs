//! Small formats exhaustively against exact fractions, float and double at random against the machine.

use std::cmp::Ordering;

use super::*;
use crate::tests::Random;
use crate::{Assignment, Evaluator};

/// A number as sign and magnitude; the magnitude is a fraction.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Nan,
    Infinite(bool),
    Finite(bool, i128, i128),
}

/// By definition, with no bit trick of the product.
fn decode(format: Format, bits: u128) -> Value {
    let fraction = (bits % (1 << format.fraction_bits)) as i128;
    let field = (bits >> format.fraction_bits) % (1 << format.exponent_bits);
    let sign = bits >> (format.fraction_bits + format.exponent_bits) == 1;
    let whole = 1i128 << format.fraction_bits;
    let bias = (1i128 << (format.exponent_bits - 1)) - 1;
    if field == (1 << format.exponent_bits) - 1 {
        return if fraction == 0 { Value::Infinite(sign) } else { Value::Nan };
    }
    let (significand, exponent) =
        if field == 0 { (fraction, 1 - bias) } else { (whole + fraction, field as i128 - bias) };
    if exponent >= 0 {
        Value::Finite(sign, significand << exponent, whole)
    } else {
        Value::Finite(sign, significand, whole << -exponent)
    }
}

/// The pattern nearest to an exact magnitude, found by comparing it with the middle between all neighbours.
fn nearest(format: Format, sign: bool, compare_with: impl Fn(i128, i128) -> Ordering) -> u128 {
    let infinity = format.infinity();
    let mut chosen = 0;
    for pattern in 0..infinity {
        let Value::Finite(_, n, d) = decode(format, pattern) else { panic!("finite patterns come first") };
        // Beyond the largest number the next one is what it would be with a larger exponent.
        let above = match decode(format, pattern + 1) {
            Value::Finite(_, n, d) => (n, d),
            _ => {
                let Value::Finite(_, n1, d1) = decode(format, pattern - 1) else { panic!("finite") };
                (2 * n * d1 - n1 * d, d * d1)
            }
        };
        let middle = (n * above.1 + above.0 * d, 2 * d * above.1);
        let up = match compare_with(middle.0, middle.1) {
            Ordering::Greater => true,
            Ordering::Equal => pattern % 2 == 1,
            Ordering::Less => false,
        };
        if up {
            chosen = pattern + 1;
        }
    }
    chosen | u128::from(sign) << (format.width() - 1)
}

fn nearest_fraction(format: Format, sign: bool, n: i128, d: i128) -> u128 {
    nearest(format, sign, |middle_n, middle_d| (n * middle_d).cmp(&(middle_n * d)))
}

fn signed(value: (bool, i128)) -> i128 {
    if value.0 { -value.1 } else { value.1 }
}

fn reference(format: Format, op: &str, a: u128, b: u128) -> u128 {
    use Value::*;
    let nan = format.quiet_nan();
    let negative = |sign: bool| u128::from(sign) << (format.width() - 1);
    let infinity = |sign: bool| format.infinity() | negative(sign);
    let (left, right) = (decode(format, a), decode(format, b));
    let right = match (op, right) {
        ("sub", Infinite(s)) => Infinite(!s),
        ("sub", Finite(s, n, d)) => Finite(!s, n, d),
        _ => right,
    };
    match (op, left, right) {
        (_, Nan, _) | (_, _, Nan) => nan,
        ("add" | "sub", Infinite(s), Infinite(t)) => {
            if s == t {
                infinity(s)
            } else {
                nan
            }
        }
        ("add" | "sub", Infinite(s), _) | ("add" | "sub", _, Infinite(s)) => infinity(s),
        ("add" | "sub", Finite(s, n, d), Finite(t, m, e)) => {
            let sum = signed((s, n * e)) + signed((t, m * d));
            if sum == 0 {
                return negative(s && t);
            }
            nearest_fraction(format, sum < 0, sum.abs(), d * e)
        }
        ("mul", Infinite(s), Infinite(t)) => infinity(s != t),
        ("mul", Infinite(s), Finite(t, n, _)) | ("mul", Finite(t, n, _), Infinite(s)) => {
            if n == 0 {
                nan
            } else {
                infinity(s != t)
            }
        }
        ("mul", Finite(s, n, d), Finite(t, m, e)) => nearest_fraction(format, s != t, n * m, d * e),
        ("div", Infinite(_), Infinite(_)) => nan,
        ("div", Infinite(s), Finite(t, ..)) => infinity(s != t),
        ("div", Finite(s, ..), Infinite(t)) => negative(s != t),
        ("div", Finite(_, 0, _), Finite(_, 0, _)) => nan,
        ("div", Finite(s, ..), Finite(t, 0, _)) => infinity(s != t),
        ("div", Finite(s, n, d), Finite(t, m, e)) => nearest_fraction(format, s != t, n * e, d * m),
        _ => panic!("no operation {op}"),
    }
}

type Operation = fn(&mut Terms, Format, TermId, TermId) -> TermId;
const ARITHMETIC: [(&str, Operation); 4] = [("add", add), ("sub", sub), ("mul", mul), ("div", div)];
const COMPARISONS: [(&str, Operation); 3] = [("eq", eq), ("lt", lt), ("le", le)];
const SMALL: [Format; 4] = [
    Format { exponent_bits: 3, fraction_bits: 3 },
    Format { exponent_bits: 2, fraction_bits: 3 },
    Format { exponent_bits: 4, fraction_bits: 1 },
    Format { exponent_bits: 3, fraction_bits: 2 },
];

fn evaluate(terms: &Terms, inputs: &[(TermId, u128)], result: TermId) -> u128 {
    let mut assignment = Assignment::new();
    for &(variable, value) in inputs {
        assignment.set(variable, value, terms.width(variable));
    }
    Evaluator::new(terms, &assignment).value(result)
}

fn all_pairs(format: Format, operation: Operation, expected: impl Fn(u128, u128) -> u128, name: &str) {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable(format.width()), terms.variable(format.width()));
    let result = operation(&mut terms, format, x, y);
    for a in 0..1u128 << format.width() {
        for b in 0..1u128 << format.width() {
            let found = evaluate(&terms, &[(x, a), (y, b)], result);
            assert_eq!(found, expected(a, b), "{name} of {a:#b} and {b:#b} in {format:?}");
        }
    }
}

#[test]
fn arithmetic_of_small_formats_is_exact_on_all_pairs() {
    for format in SMALL {
        for (name, operation) in ARITHMETIC {
            all_pairs(format, operation, |a, b| reference(format, name, a, b), name);
        }
    }
}

#[test]
fn comparisons_of_small_formats_are_exact_on_all_pairs() {
    for format in SMALL {
        for (name, operation) in COMPARISONS {
            let expected = |a, b| {
                use Value::*;
                let order = |value| match value {
                    Nan => None,
                    Infinite(s) => Some((signed((s, 1 << 60)), 1)),
                    Finite(s, n, d) => Some((signed((s, n)), d)),
                };
                let (Some((n, d)), Some((m, e))) = (order(decode(format, a)), order(decode(format, b)))
                else {
                    return 0;
                };
                let ordering = (n * e).cmp(&(m * d));
                u128::from(match name {
                    "eq" => ordering.is_eq(),
                    "lt" => ordering.is_lt(),
                    _ => ordering.is_le(),
                })
            };
            all_pairs(format, operation, expected, name);
        }
    }
}

#[test]
fn square_roots_of_small_formats_are_exact() {
    for format in SMALL.into_iter().chain([Format { exponent_bits: 4, fraction_bits: 4 }]) {
        let mut terms = Terms::new();
        let x = terms.variable(format.width());
        let root = sqrt(&mut terms, format, x);
        for a in 0..1u128 << format.width() {
            let expected = match decode(format, a) {
                Value::Finite(_, 0, _) => a,
                Value::Finite(false, n, d) => nearest(format, false, |m, e| (n * e * e).cmp(&(m * m * d))),
                Value::Infinite(false) => format.infinity(),
                _ => format.quiet_nan(),
            };
            assert_eq!(evaluate(&terms, &[(x, a)], root), expected, "root of {a:#b} in {format:?}");
        }
    }
}

#[test]
fn conversions_between_small_formats_round_once() {
    for from in SMALL {
        for to in SMALL {
            let mut terms = Terms::new();
            let x = terms.variable(from.width());
            let result = resize(&mut terms, from, to, x);
            for a in 0..1u128 << from.width() {
                let expected = match decode(from, a) {
                    _ if from == to => a,
                    Value::Nan => to.quiet_nan(),
                    Value::Infinite(s) => to.infinity() | u128::from(s) << (to.width() - 1),
                    Value::Finite(s, n, d) => nearest_fraction(to, s, n, d),
                };
                assert_eq!(evaluate(&terms, &[(x, a)], result), expected, "{a:#b} from {from:?} to {to:?}");
            }
        }
    }
}

#[test]
fn conversions_of_small_formats_to_and_from_integers_are_exact() {
    for format in SMALL {
        for width in [1u32, 2, 4, 7, 10] {
            for signed_integer in [false, true] {
                let mut terms = Terms::new();
                let (x, i) = (terms.variable(format.width()), terms.variable(width));
                let integer = to_integer(&mut terms, format, x, width, signed_integer);
                let number = from_integer(&mut terms, format, i, signed_integer);
                let wraps = |v: u128| signed_integer && v >> (width - 1) == 1;
                for value in 0..1u128 << width {
                    let exact = value as i128 - if wraps(value) { 1 << width } else { 0 };
                    let expected = nearest_fraction(format, exact < 0, exact.abs(), 1);
                    assert_eq!(evaluate(&terms, &[(i, value)], number), expected, "{exact} in {format:?}");
                }
                for a in 0..1u128 << format.width() {
                    let (low, high) = match signed_integer {
                        true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
                        false => (0, (1 << width) - 1),
                    };
                    let expected = match decode(format, a) {
                        Value::Finite(s, n, d) if (low..=high).contains(&signed((s, n / d))) => {
                            signed((s, n / d)) as u128 & ((1 << width) - 1)
                        }
                        _ => 1 << (width - 1),
                    };
                    let found = evaluate(&terms, &[(x, a)], integer);
                    assert_eq!(found, expected, "{a:#b} of {format:?} to {width} bits");
                }
            }
        }
    }
}

/// Patterns that are often special, and pairs of them that are often close.
fn pattern(random: &mut Random, format: Format) -> u128 {
    let sign = u128::from(random.bits() & 1) << (format.width() - 1);
    let fraction_mask = (1u128 << format.fraction_bits) - 1;
    let any = u128::from(random.bits());
    let fraction = match random.below(5) {
        0 => 0,
        1 => 1 << random.below(format.fraction_bits as usize),
        2 => fraction_mask,
        _ => any & fraction_mask,
    };
    let largest = (1u128 << format.exponent_bits) - 1;
    let field = match random.below(8) {
        0 => 0,
        1 => 1,
        2 => largest,
        3 => largest - 1,
        4 | 5 => (largest >> 1) + u128::from(random.bits() % 8),
        _ => u128::from(random.bits()) & largest,
    };
    sign | field << format.fraction_bits | fraction
}

fn canonical32(value: f32) -> u128 {
    if value.is_nan() { 0x7fc0_0000 } else { value.to_bits().into() }
}

fn canonical64(value: f64) -> u128 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits().into() }
}

#[test]
fn float_and_double_agree_with_the_machine() {
    let mut random = Random::new(11);
    for format in [Format::FLOAT, Format::DOUBLE] {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable(format.width()), terms.variable(format.width()));
        let mut results: Vec<TermId> = Vec::new();
        for (_, operation) in ARITHMETIC.iter().chain(&COMPARISONS) {
            results.push(operation(&mut terms, format, x, y));
        }
        results.push(sqrt(&mut terms, format, x));
        for _ in 0..4000 {
            let a = pattern(&mut random, format);
            let b = if random.below(3) == 0 {
                a ^ 1 << random.below(format.width() as usize)
            } else {
                pattern(&mut random, format)
            };
            let mut assignment = Assignment::new();
            assignment.set(x, a, format.width());
            assignment.set(y, b, format.width());
            let mut evaluator = Evaluator::new(&terms, &assignment);
            let found: Vec<u128> = results.iter().map(|&r| evaluator.value(r)).collect();
            let expected: Vec<u128> = if format == Format::FLOAT {
                let (p, q) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
                let numbers = [p + q, p - q, p * q, p / q].map(canonical32);
                let truths = [p == q, p < q, p <= q].map(u128::from);
                [&numbers[..], &truths, &[canonical32(p.sqrt())]].concat()
            } else {
                let (p, q) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
                let numbers = [p + q, p - q, p * q, p / q].map(canonical64);
                let truths = [p == q, p < q, p <= q].map(u128::from);
                [&numbers[..], &truths, &[canonical64(p.sqrt())]].concat()
            };
            assert_eq!(found, expected, "on {a:#x} and {b:#x}");
        }
    }
}

#[test]
fn conversions_of_float_and_double_agree_with_the_machine() {
    let mut random = Random::new(12);
    let mut terms = Terms::new();
    let (x, y) = (terms.variable(32), terms.variable(64));
    let wider = resize(&mut terms, Format::FLOAT, Format::DOUBLE, x);
    let narrower = resize(&mut terms, Format::DOUBLE, Format::FLOAT, y);
    let to_int = to_integer(&mut terms, Format::FLOAT, x, 32, true);
    let to_long = to_integer(&mut terms, Format::DOUBLE, y, 64, true);
    let to_unsigned_long = to_integer(&mut terms, Format::DOUBLE, y, 64, false);
    let int_to_float = from_integer(&mut terms, Format::FLOAT, x, true);
    let unsigned_to_double = from_integer(&mut terms, Format::DOUBLE, x, false);
    let long_to_double = from_integer(&mut terms, Format::DOUBLE, y, true);
    let unsigned_long_to_float = from_integer(&mut terms, Format::FLOAT, y, false);
    for round in 0..4000 {
        let (mut a, mut b) = (pattern(&mut random, Format::FLOAT), pattern(&mut random, Format::DOUBLE));
        if round % 2 == 0 {
            (a, b) = (random.word(32), random.word(64) >> random.below(64));
        } else if round % 3 == 0 {
            b = canonical64(f64::from_bits(b as u64) as f32 as f64);
        }
        let (p, q) = (f32::from_bits(a as u32), f64::from_bits(b as u64));
        let inputs = [(x, a), (y, b)];
        let check = |term, expected: u128, name: &str| {
            assert_eq!(evaluate(&terms, &inputs, term), expected, "{name} of {a:#x}, {b:#x}");
        };
        check(wider, canonical64(f64::from(p)), "wider");
        check(narrower, canonical32(q as f32), "narrower");
        // The machine's casts saturate; beyond the range ours give the smallest number.
        let int = if (-2147483648.0..2147483648.0).contains(&p) { p as i32 } else { i32::MIN };
        check(to_int, (int as u32).into(), "to int");
        let limit = 9223372036854775808.0;
        let long = if (-limit..limit).contains(&q) { q as i64 } else { i64::MIN };
        check(to_long, (long as u64).into(), "to long");
        let unsigned = if q > -1.0 && q < 2.0 * limit { q as u64 } else { 1 << 63 };
        check(to_unsigned_long, unsigned.into(), "to unsigned long");
        check(int_to_float, canonical32(a as u32 as i32 as f32), "from int");
        check(unsigned_to_double, canonical64(f64::from(a as u32)), "from unsigned");
        check(long_to_double, canonical64(b as u64 as i64 as f64), "from long");
        check(unsigned_long_to_float, canonical32(b as u64 as f32), "from unsigned long");
    }
}

#[test]
fn wide_integers_convert_too() {
    let mut terms = Terms::new();
    let all = terms.constant(128, u128::MAX);
    let number = from_integer(&mut terms, Format::DOUBLE, all, false);
    assert_eq!(terms.as_constant(number), Some((u128::MAX as f64).to_bits().into()));
    let large = terms.constant(64, 1e30f64.to_bits().into());
    let integer = to_integer(&mut terms, Format::DOUBLE, large, 128, true);
    assert_eq!(terms.as_constant(integer), Some(1e30f64 as u128));
}

#[test]
fn gates() {
    for format in [Format::FLOAT, Format::DOUBLE] {
        let mut counts = Vec::new();
        let mut count = |build: &dyn Fn(&mut Terms, TermId, TermId) -> TermId| {
            let mut terms = Terms::new();
            let (x, y) = (terms.variable(format.width()), terms.variable(format.width()));
            let result = build(&mut terms, x, y);
            let parity = (0..terms.width(result)).map(|i| terms.extract(result, i, 1)).collect::<Vec<_>>();
            let mut aig = crate::aig::Aig::default();
            let mut blaster = crate::blast::Blaster::default();
            for bit in parity {
                blaster.truth_value(&terms, &mut aig, bit);
            }
            counts.push(aig.gate_count());
        };
        count(&|t, x, y| add(t, format, x, y));
        count(&|t, x, y| mul(t, format, x, y));
        count(&|t, x, y| div(t, format, x, y));
        count(&|t, x, _| sqrt(t, format, x));
        count(&|t, x, y| lt(t, format, x, y));
        count(&|t, x, _| to_integer(t, format, x, 32, true));
        count(&|t, x, _| {
            let low = t.extract(x, 0, 32);
            from_integer(t, format, low, true)
        });
        println!("{format:?}: {counts:?}");
        assert!(counts.iter().all(|&gates| gates < 60_000), "{format:?} has grown: {counts:?}");
    }
}
