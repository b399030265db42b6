//! BTOR2 files against a reader that knows nothing of the writer: it computes on plain numbers, line by line.

use std::collections::HashMap;

use super::small_systems::random_term;
use crate::evaluate::{Assignment, Evaluator};
use crate::tests::{BINARY, Random, reference, yields_truth};
use crate::transition::btor2;
use crate::transition::system::{StateVariable, System};
use crate::{TermId, Terms};

/// What one file says about one state and one choice of inputs.
#[derive(Default)]
struct Reading {
    sorts: HashMap<u64, u32>,
    /// Width and value.
    values: HashMap<u64, (u32, u128)>,
    states: Vec<u64>,
    init: HashMap<u64, u128>,
    next: HashMap<u64, u128>,
    constraints: Vec<u128>,
    bads: Vec<u128>,
}

/// Reads the file, with values for inputs by their names and for states by their order.
fn read(file: &str, inputs: &HashMap<String, u128>, states: &[u128]) -> Reading {
    let mut reading = Reading::default();
    let mut last = 0;
    for line in file.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let id: u64 = words[0].parse().expect("a line begins with a number");
        assert!(id > last, "numbers grow");
        last = id;
        let number = |place: usize| words[place].parse::<u64>().expect("a number");
        match words[1] {
            "sort" => drop(reading.sorts.insert(id, number(3) as u32)),
            "constraint" => reading.constraints.push(reading.values[&number(2)].1),
            "bad" => reading.bads.push(reading.values[&number(2)].1),
            "init" => {
                assert!(number(4) < number(3), "a first value stands before its state");
                assert_eq!(reading.values[&number(4)].0, reading.sorts[&number(2)]);
                reading.init.insert(number(3), reading.values[&number(4)].1);
            }
            "next" => {
                assert_eq!(reading.values[&number(4)].0, reading.sorts[&number(2)]);
                reading.next.insert(number(3), reading.values[&number(4)].1);
            }
            operator => {
                let width = reading.sorts[&number(2)];
                let of = |place: usize| reading.values[&number(place)];
                let value = match operator {
                    "state" => {
                        reading.states.push(id);
                        states[reading.states.len() - 1]
                    }
                    "input" => inputs[words[3]],
                    "constd" => words[3].parse().expect("a constant"),
                    "not" => !of(3).1,
                    "neg" => of(3).1.wrapping_neg(),
                    "ite" => {
                        if of(3).1 == 1 {
                            of(4).1
                        } else {
                            of(5).1
                        }
                    }
                    "concat" => of(3).1 << of(4).0 | of(4).1,
                    "slice" => {
                        assert_eq!(number(4) - number(5) + 1, u64::from(width));
                        of(3).1 >> number(5)
                    }
                    "sext" => {
                        let (narrow, value) = of(3);
                        assert_eq!(u64::from(narrow) + number(4), u64::from(width));
                        let sign = value >> (narrow - 1) & 1;
                        if sign == 1 { value | u128::MAX << (narrow - 1) } else { value }
                    }
                    _ => {
                        let name = match operator {
                            "sll" => "shl",
                            "srl" => "lshr",
                            "sra" => "ashr",
                            same => same,
                        };
                        assert_eq!(of(3).0, of(4).0, "{line}");
                        reference(name, of(3).0, of(3).1, of(4).1)
                    }
                };
                let mask = if width == 128 { u128::MAX } else { (1 << width) - 1 };
                reading.values.insert(id, (width, value & mask));
            }
        }
    }
    reading
}

/// The system must have the same next values, constraint and bad in the file.
fn assert_same(terms: &Terms, system: &System, random: &mut Random) {
    let mut file = Vec::new();
    btor2::write(terms, system, &mut file).expect("memory takes all");
    let file = String::from_utf8(file).expect("it is text");
    for _ in 0..10 {
        let mut assignment = Assignment::new();
        let mut inputs = HashMap::new();
        for input in system.inputs(terms) {
            let value = random.word(terms.width(input));
            assignment.set(input, value, terms.width(input));
            inputs.insert(format!("v{}", input.index()), value);
        }
        let widths = system.state.iter().map(|state| terms.width(state.variable));
        let values: Vec<u128> = widths.map(|width| random.word(width)).collect();
        for (state, &value) in system.state.iter().zip(&values) {
            assignment.set(state.variable, value, terms.width(state.variable));
        }
        let reading = read(&file, &inputs, &values);
        let mut evaluator = Evaluator::new(terms, &assignment);
        assert_eq!(reading.states.len(), system.state.len());
        for (state, number) in system.state.iter().zip(&reading.states) {
            assert_eq!(reading.next[number], evaluator.value(state.next), "{file}");
            let first = state.first.and_then(|first| terms.as_constant(first));
            assert_eq!(reading.init.get(number).copied(), first);
        }
        assert_eq!(reading.bads, [evaluator.value(system.bad)]);
        let constraint = reading.constraints.iter().all(|&holds| holds == 1);
        assert_eq!(constraint, evaluator.holds(system.constraint));
    }
}

#[test]
fn every_operator_is_written_with_its_meaning() {
    let mut random = Random::new(1);
    for width in [1, 5, 64, 128] {
        for (name, build) in BINARY {
            let mut terms = Terms::new();
            let (a, b) = (terms.variable(width), terms.variable(width));
            let next = build(&mut terms, a, b);
            let next = if yields_truth(name) { terms.ite(next, a, b) } else { next };
            let negated = terms.neg(a);
            let more = [(a, None, next), (b, Some(3), negated)];
            let mut state = Vec::new();
            for (variable, first, next) in more {
                let first = first.map(|first| terms.constant(width, first));
                state.push(StateVariable { variable, first, next, name: "a name".into() });
            }
            let bad = terms.slt(a, b);
            let system = System { state, cases: Vec::new(), constraint: TermId::TRUE, bad };
            assert_same(&terms, &system, &mut random);
        }
    }
}

#[test]
fn random_systems_mean_the_same_when_they_are_written() {
    for seed in 1..100 {
        let mut random = Random::new(seed);
        let mut terms = Terms::new();
        let variables: Vec<TermId> = [7, 7, 3, 1].iter().map(|&width| terms.variable(width)).collect();
        let mut any = |terms: &mut Terms, width| random_term(&mut random, terms, &variables, width, 4);
        let mut state = Vec::new();
        for &variable in &variables[..3] {
            let width = terms.width(variable);
            let next = any(&mut terms, width);
            state.push(StateVariable { variable, first: None, next, name: format!("x{variable}") });
        }
        let (constraint, bad) = (any(&mut terms, 1), any(&mut terms, 1));
        let system = System { state, cases: Vec::new(), constraint, bad };
        assert_same(&terms, &system, &mut random);
    }
}
