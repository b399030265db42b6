//! AIGER and BTOR2 files: what is written means the same, what is broken is refused.

use super::explicit::{bits, random_circuit};
use crate::tests::Random;
use crate::transition::aiger::{self, Place};
use crate::transition::circuit::Circuit;

fn written(circuit: &Circuit, is_binary: bool) -> Vec<u8> {
    let mut file = Vec::new();
    let write = if is_binary { aiger::write_binary } else { aiger::write_ascii };
    write(circuit, &mut file).expect("memory takes all");
    file
}

fn read(file: &[u8]) -> Circuit {
    aiger::read(file).unwrap_or_else(|error| panic!("{error}"))
}

fn assert_same(one: &Circuit, other: &Circuit) {
    assert_eq!((one.latch_count(), one.input_count()), (other.latch_count(), other.input_count()));
    let latches = |circuit: &Circuit| {
        let latches = circuit.latches.iter().map(|latch| (latch.first, latch.name.clone()));
        latches.collect::<Vec<_>>()
    };
    assert_eq!(latches(one), latches(other));
    let names = |circuit: &Circuit| {
        circuit.bads.iter().chain(&circuit.inputs).map(|s| s.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(one), names(other));
    for state in 0..1 << one.latch_count() {
        let state = bits(state, one.latch_count());
        for inputs in 0..1 << one.input_count() {
            let inputs = bits(inputs, one.input_count());
            let [left, right] = [one, other].map(|circuit| {
                let values = circuit.values(&state, &inputs);
                let bads: Vec<bool> = circuit.bads.iter().map(|bad| values.of(bad.edge)).collect();
                let allowed: Vec<bool> = circuit.constraints.iter().map(|c| values.of(c.edge)).collect();
                (circuit.next_state(&values), bads, allowed)
            });
            assert_eq!(left, right);
        }
    }
}

fn random_named_circuit(random: &mut Random) -> Circuit {
    let mut circuit = random_circuit(random);
    for index in 0..circuit.latches.len() {
        circuit.latches[index].name = (random.below(2) == 0).then(|| format!("state {index}"));
    }
    for (index, input) in circuit.inputs.iter_mut().enumerate() {
        input.name = (random.below(2) == 0).then(|| format!("input[{index}]"));
    }
    circuit.bads[0].name = Some("c is bad".to_string());
    circuit
}

#[test]
fn what_is_written_in_either_format_reads_as_the_same_circuit() {
    for seed in 1..300 {
        let circuit = random_named_circuit(&mut Random::new(seed));
        for is_binary in [false, true] {
            let file = written(&circuit, is_binary);
            let again = read(&file);
            assert_same(&circuit, &again);
            assert_eq!(written(&read(&written(&again, is_binary)), is_binary), written(&again, is_binary));
        }
    }
}

#[test]
fn gates_of_a_text_come_in_any_order_and_numbers_may_be_left_out() {
    let circuit =
        read(b"aag 2000000 1 1 1 2\n2\n8 1000000 8\n3\n1000000 12 8\n12 3 9\ni0 go\nl0 on\nc\nno symbol\n");
    assert_eq!((circuit.input_count(), circuit.latch_count(), circuit.gate_count()), (1, 1, 1));
    let latch = &circuit.latches[0];
    assert_eq!((latch.first, latch.name.as_deref()), (None, Some("on")));
    let values = circuit.values(&[true], &[false]);
    assert_eq!((circuit.next_state(&values), circuit.is_bad(&values)), (vec![false], true));
}

#[test]
fn outputs_are_bad_only_if_nothing_else_is() {
    let with_bad = read(b"aag 2 2 0 1 0 1\n2\n4\n2\n5\nb0 this\no0 not this\n");
    assert_eq!(with_bad.bads.len(), 1);
    assert_eq!(with_bad.bads[0].name.as_deref(), Some("this"));
    let without = read(b"aag 2 2 0 1 0\n2\n4\n5\no0 this\n");
    assert_eq!(without.bads[0].name.as_deref(), Some("this"));
    assert!(without.is_bad(&without.values(&[], &[true, false])));
}

#[test]
fn the_half_adder_of_the_specification_reads_the_same_in_both_formats() {
    let text = read(b"aag 7 2 0 2 3\n2\n4\n6\n12\n6 13 15\n12 2 4\n14 3 5\ni0 x\ni1 y\no0 s\no1 c\n");
    let binary =
        read(b"aig 5 2 0 2 3\n10\n6\n\x02\x02\x03\x02\x01\x02i0 x\ni1 y\no0 s\no1 c\nc\nhalf adder\n");
    assert_same(&text, &binary);
    for (x, y) in [(false, false), (false, true), (true, false), (true, true)] {
        let values = binary.values(&[], &[x, y]);
        let outputs: Vec<bool> = binary.bads.iter().map(|output| values.of(output.edge)).collect();
        assert_eq!(outputs, [x ^ y, x && y]);
    }
}

#[test]
fn broken_files_are_refused_with_the_place_where_they_are_broken() {
    let cases: &[(&[u8], Place, &str)] = &[
        (b"", Place::Line(1), "begins with `aag` or `aig`"),
        (b"agg 0 0 0 0 0\n", Place::Line(1), "begins with `aag` or `aig`"),
        (b"aag 0 0 0 0\n", Place::Line(1), "5 to 9 numbers, not 4"),
        (b"aag 1 x 0 0 0\n2\n", Place::Line(1), "`x` is not a number"),
        (b"aag 1 +1 0 0 0\n2\n", Place::Line(1), "`+1` is not a number"),
        (b"aag 1 99999999999 0 0 0\n2\n", Place::Line(1), "too large"),
        (b"aag 1 0 0 0 0 0 0 1\n", Place::Line(1), "justice and fairness are not supported"),
        (b"aag 1 1 1 0 0\n2\n", Place::Line(1), "do not fit"),
        (b"aig 7 3 3 0 0\n", Place::Line(1), "do not fit"),
        (b"aag 4000000000 4000000000 0 0 0\n2\n", Place::Line(1), "more than 2^31"),
        (b"aag 2000000000 2000000000 0 0 0\n2\n", Place::Line(1), "too short"),
        (b"aig 2000000000 2000000000 0 0 0\n2\n", Place::Line(1), "inputs"),
        (b"aig 2000000000 0 0 0 2000000000\n2\n", Place::Line(1), "too short"),
        (b"aag 1 1 0 1 0\n2\n\n\n", Place::Line(3), "an output should be 1 numbers, not 0"),
        (b"aag 1 1 0 1 0\n2     ", Place::Line(3), "the file ends where an output should be"),
        (b"aag 1 1 0 1 0\n3\n2\n", Place::Line(2), "3 cannot be defined"),
        (b"aag 1 1 0 1 0\n2\n4\n", Place::Line(3), "not a literal"),
        (b"aag 2 1 0 1 0\n2\n4\n", Place::Line(3), "4 is not defined"),
        (b"aag 2 2 0 0 0\n2\n2\n", Place::Line(1), "variable 1 is defined twice"),
        (b"aag 2 1 0 0 1\n2\n2 2 2\n", Place::Line(3), "variable 1 is defined twice"),
        (b"aag 2 0 1 0 0\n2 2 4\n", Place::Line(2), "begins with 0, 1 or itself, not 4"),
        (b"aag 2 0 0 1 2\n2\n2 4 4\n4 2 2\n", Place::Line(4), "depends on itself"),
        (b"aag 1 1 0 0 0\n2\nx0 name\n", Place::Line(3), "a symbol begins with"),
        (b"aag 1 1 0 0 0\n2\ni1 name\n", Place::Line(3), "number 1 of 1"),
        (b"aag 1 1 0 0 0\n2\ni0\n", Place::Line(3), "a name after a space"),
        (b"aig 2 1 0 0 1\n\x00\x02", Place::Byte(14), "smaller numbers"),
        (b"aig 2 1 0 0 1\n\x02\x05", Place::Byte(14), "smaller numbers"),
        (b"aig 2 1 0 0 1\n\x82\x80", Place::Byte(14), "ends in a gate"),
        (b"aig 2 1 0 0 1\n\xff\xff\xff\xff\xff\xff", Place::Byte(14), "too large"),
    ];
    for (file, place, what) in cases {
        let text = String::from_utf8_lossy(file);
        let Err(error) = aiger::read(file) else { panic!("{text:?} is accepted") };
        assert_eq!(error.place, *place, "{text:?}: {error}");
        assert!(error.what.contains(what), "{text:?}: {error}");
    }
}

#[test]
fn no_change_of_a_file_makes_the_reader_fail_otherwise_than_with_an_error() {
    let mut random = Random::new(5);
    let mut refused = 0;
    for seed in 1..400 {
        let circuit = random_named_circuit(&mut Random::new(seed));
        let mut file = written(&circuit, seed % 2 == 0);
        for _ in 0..1 + random.below(3) {
            let place = random.below(file.len());
            match random.below(4) {
                0 => file.truncate(place.max(1)),
                1 => file[place] = random.bits() as u8,
                2 => file[place] = b'0' + random.below(10) as u8,
                _ => drop(file.splice(place..place, b"9 ".iter().copied())),
            }
        }
        refused += usize::from(aiger::read(&file).is_err());
    }
    assert!(refused > 100, "{refused} files are refused");
}
