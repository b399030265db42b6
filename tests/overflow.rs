//! Undefined arithmetic, decided by the interpreter on generated programs and compared with exact arithmetic.
//!
//! What C11 says is written down here once more, on `i128`: the usual conversions, then whether the exact result
//! is a number of the type. A program takes two inputs and an operator; each run ends either in a violation of
//! kind overflow or at its last line. The circuits behind the same questions are compared with exact arithmetic
//! in the solver's own tests, and the whole way through the formula by the programs named `overflow_*`.

use bmc_conc::exec::replay;
use bmc_conc::ir::{Program, PropertyKind, ThreadId};
use bmc_conc::load::{LoadOptions, load};
use bmc_conc::property::{Check, Checks};
use bmc_conc::script::{Choice, Script, ScriptContext};
use bmc_conc::source::Input;

/// An integer type of LP64.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Integer {
    name: &'static str,
    bits: u32,
    signed: bool,
}

const INT: Integer = Integer { name: "int", bits: 32, signed: true };

const TYPES: [Integer; 9] = [
    Integer { name: "signed char", bits: 8, signed: true },
    Integer { name: "unsigned char", bits: 8, signed: false },
    Integer { name: "short", bits: 16, signed: true },
    Integer { name: "unsigned short", bits: 16, signed: false },
    INT,
    Integer { name: "unsigned", bits: 32, signed: false },
    Integer { name: "long", bits: 64, signed: true },
    Integer { name: "unsigned long", bits: 64, signed: false },
    Integer { name: "__int128", bits: 128, signed: true },
];

impl Integer {
    fn least(self) -> i128 {
        if self.signed { i128::MIN >> (128 - self.bits) } else { 0 }
    }

    fn greatest(self) -> i128 {
        let sign = u32::from(self.signed);
        (u128::MAX >> (128 - self.bits + sign)) as i128
    }

    fn holds(self, number: i128) -> bool {
        self.least() <= number && number <= self.greatest()
    }

    fn promoted(self) -> Integer {
        if self.bits < 32 { INT } else { self }
    }

    fn common(self, other: Integer) -> Integer {
        let (left, right) = (self.promoted(), other.promoted());
        match (left.bits >= right.bits, right.bits >= left.bits) {
            (true, true) if left.signed => right,
            (true, _) => left,
            _ => right,
        }
    }

    /// The number the type makes of another one.
    fn converted(self, number: i128) -> i128 {
        if self.bits == 128 {
            return number;
        }
        let cut = number & ((1i128 << self.bits) - 1);
        if self.signed && cut > self.greatest() { cut - (1 << self.bits) } else { cut }
    }

    fn corners(self) -> Vec<i128> {
        let mut numbers = vec![0, 1, -1, 2, -2, 31, 32, 63, 64, 127, -46_341, 46_340, 46_341];
        numbers.extend([self.greatest(), self.greatest() / 2, self.greatest() / 2 + 1]);
        numbers.extend([self.least(), self.least() + 1, self.least() / 2]);
        numbers.retain(|&number| self.holds(number));
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// In the order in which the programs number them.
const OPERATORS: [&str; 7] = ["+", "-", "*", "/", "%", "<<", ">>"];

/// Whether C defines the result.
fn is_defined(operator: &str, left_type: Integer, right_type: Integer, left: i128, right: i128) -> bool {
    if let "<<" | ">>" = operator {
        let ty = left_type.promoted();
        if right < 0 || right >= i128::from(ty.bits) {
            return false;
        }
        let result = (0..right).try_fold(left, |number, _| number.checked_mul(2));
        return operator == ">>"
            || !ty.signed
            || (left >= 0 && result.is_some_and(|number| ty.holds(number)));
    }
    let ty = left_type.common(right_type);
    let (left, right) = (ty.converted(left), ty.converted(right));
    let exact = match operator {
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        // The remainder is defined exactly if the quotient is.
        _ if right == 0 => return false,
        _ => left.checked_div(right),
    };
    !ty.signed || exact.is_some_and(|number| ty.holds(number))
}

fn compile(text: &str) -> Program {
    let mut options = LoadOptions::default();
    options.compile.checks = Checks::NONE.with(Check::Overflow).with(Check::Assert);
    let input = Input::Text { name: "generated.c".to_string(), text: text.to_string() };
    match load([input], &options) {
        Ok(loaded) => loaded.program,
        Err(error) => panic!("{text}\n{:?}", error.diagnostics),
    }
}

/// The kind of property that the run with these inputs violates.
fn ending(program: &Program, inputs: &[i128]) -> PropertyKind {
    let contexts = vec![ScriptContext { thread: ThreadId(0), round: 1, steps: 1_000 }];
    let choices = vec![inputs.iter().map(|&input| Choice::Value(input as u128)).collect()];
    let trace = replay(program, &Script { contexts, choices, goal: None, ..Script::default() });
    let trace = trace.unwrap_or_else(|error| panic!("{inputs:?}: {error}"));
    trace.violation.kind
}

fn cut(number: i128, bits: u32) -> i128 {
    if bits == 128 { number } else { number & ((1 << bits) - 1) }
}

#[test]
fn binary_operators_are_undefined_exactly_where_exact_arithmetic_says_so() {
    let mut undefined = [0; OPERATORS.len()];
    for left_type in TYPES {
        // Each type with itself, with `int`, and with one that is far from it.
        let far = TYPES.iter().rev().find(|other| **other != left_type && other.signed != left_type.signed);
        let mut right_types = vec![left_type, INT];
        right_types.extend(far);
        right_types.dedup();
        for right_type in right_types {
            // Assignments compute in the same types.
            let forms = if left_type == right_type { &["a OP b;", "a OP= b;"][..] } else { &["a OP b;"] };
            for form in forms {
                let cases = OPERATORS.iter().enumerate();
                let cases =
                    cases.map(|(number, op)| format!("if (k == {number}) {}\n", form.replace("OP", op)));
                let text = format!(
                    "extern int __VERIFIER_nondet_k(void);\nextern {left} __VERIFIER_nondet_a(void);\n\
                     extern {right} __VERIFIER_nondet_b(void);\nextern void reach_error(void);\n\
                     int main(void) {{\nint k = __VERIFIER_nondet_k();\n{left} a = __VERIFIER_nondet_a();\n\
                     {right} b = __VERIFIER_nondet_b();\n{}reach_error();\n}}\n",
                    cases.collect::<String>(),
                    left = left_type.name,
                    right = right_type.name,
                );
                let program = compile(&text);
                for (number, operator) in OPERATORS.iter().enumerate() {
                    for &left in &left_type.corners() {
                        for &right in &right_type.corners() {
                            let inputs =
                                [number as i128, cut(left, left_type.bits), cut(right, right_type.bits)];
                            let is_violated = ending(&program, &inputs) == PropertyKind::Overflow;
                            let expected = !is_defined(operator, left_type, right_type, left, right);
                            let (l, r) = (left_type.name, right_type.name);
                            assert_eq!(
                                is_violated, expected,
                                "({l}) {left} {operator} ({r}) {right}, {form}"
                            );
                            undefined[number] += usize::from(is_violated);
                        }
                    }
                }
            }
        }
    }
    assert!(undefined.iter().all(|&count| count > 100), "every operator is tried both ways: {undefined:?}");
}

#[test]
fn negation_and_steps_by_one_overflow_only_at_the_limits_of_the_promoted_type() {
    for ty in TYPES {
        let forms = ["-a", "a++", "++a", "a--", "--a", "+a", "~a", "!a"];
        let cases = forms.iter().enumerate();
        let cases = cases.map(|(number, form)| format!("if (k == {number}) {form};\n"));
        let text = format!(
            "extern int __VERIFIER_nondet_k(void);\nextern {name} __VERIFIER_nondet_a(void);\n\
             extern void reach_error(void);\nint main(void) {{\nint k = __VERIFIER_nondet_k();\n\
             {name} a = __VERIFIER_nondet_a();\n{}reach_error();\n}}\n",
            cases.collect::<String>(),
            name = ty.name,
        );
        let program = compile(&text);
        for (number, form) in forms.iter().enumerate() {
            for &value in &ty.corners() {
                let (least, greatest) = (value == ty.least(), value == ty.greatest());
                let can_overflow = ty.signed && ty.bits >= 32;
                let expected = can_overflow
                    && match *form {
                        "-a" | "a--" | "--a" => least,
                        "a++" | "++a" => greatest,
                        _ => false,
                    };
                let inputs = [number as i128, cut(value, ty.bits)];
                let is_violated = ending(&program, &inputs) == PropertyKind::Overflow;
                assert_eq!(is_violated, expected, "{form} for ({}) {value}", ty.name);
            }
        }
    }
}

/// Whether the integral part of a number is one of the type's.
fn integral_part_is_held(ty: Integer, number: f64) -> bool {
    let whole = number.trunc();
    // Beyond this a conversion to `i128` would be cut.
    let convertible = whole.abs() < 2f64.powi(126);
    match ty.bits {
        128 => whole >= -2f64.powi(127) && whole < 2f64.powi(127),
        _ => convertible && ty.holds(whole as i128),
    }
}

#[test]
fn numbers_with_a_fraction_are_converted_only_if_their_integral_part_fits() {
    for (float, bits) in [("float", 32), ("double", 64)] {
        for ty in TYPES {
            let text = format!(
                "extern {float} __VERIFIER_nondet_x(void);\nextern void reach_error(void);\n\
                 int main(void) {{\n{float} x = __VERIFIER_nondet_x();\n{name} n = x;\nreach_error();\n}}\n",
                name = ty.name,
            );
            let program = compile(&text);
            let mut numbers = vec![0.0, -0.0, 0.5, -0.5, -0.999_999, -1.0, 1e30, -1e30, f64::NAN];
            numbers.extend([f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, 5e-324]);
            for limit in [ty.least() as f64, ty.greatest() as f64, ty.greatest() as f64 + 1.0] {
                numbers.extend([limit, limit + 0.5, limit - 0.5, limit + 1.0, limit - 1.0]);
                numbers.extend([limit.next_up(), limit.next_down()]);
                let narrow = limit as f32;
                numbers.extend([narrow.next_up(), narrow.next_down()].map(f64::from));
            }
            let mut both = [false; 2];
            for number in numbers {
                let (pattern, number) = match bits {
                    32 => (u128::from((number as f32).to_bits()), f64::from(number as f32)),
                    _ => (u128::from(number.to_bits()), number),
                };
                let is_violated = ending(&program, &[pattern as i128]) == PropertyKind::Overflow;
                assert_eq!(
                    is_violated,
                    !integral_part_is_held(ty, number),
                    "({}) ({float}) {number}",
                    ty.name
                );
                both[usize::from(is_violated)] = true;
            }
            assert_eq!(both, [true; 2], "{} from {float}", ty.name);
        }
    }
}
