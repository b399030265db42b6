//! The rewriting of the graph on its own: random gates over four inputs against their truth tables. The rules of
//! the terms would hide most of these shapes.

use super::{Aig, AigLit};
use crate::tests::Random;

/// The truth table of every node, one bit for each of the 16 values of the inputs.
fn tables(aig: &Aig) -> Vec<u16> {
    let mut inputs = [0xaaaa, 0xcccc, 0xf0f0, 0xff00].into_iter();
    let mut tables: Vec<u16> = vec![0];
    for node in 1..aig.node_count() {
        let table = match aig.gate(node) {
            Some([a, b]) => table(&tables, a) & table(&tables, b),
            None => inputs.next().expect("four inputs"),
        };
        tables.push(table);
    }
    tables
}

fn table(tables: &[u16], edge: AigLit) -> u16 {
    let positive = tables[edge.node()];
    if edge.is_inverted() { !positive } else { positive }
}

fn majority(a: u16, b: u16, c: u16) -> u16 {
    (a & b) | (a & c) | (b & c)
}

#[test]
fn random_gates_keep_their_truth_tables_through_rewriting() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut aig = Aig::new();
        let mut made: Vec<(AigLit, u16)> = vec![(AigLit::FALSE, 0)];
        for table in [0xaaaa, 0xcccc, 0xf0f0, 0xff00] {
            made.push((aig.input(), table));
        }
        for _ in 0..60 {
            let mut pick = || {
                let (edge, table) = made[random.below(made.len())];
                if random.below(2) == 0 { (edge, table) } else { (!edge, !table) }
            };
            let ((a, ta), (b, tb), (c, tc)) = (pick(), pick(), pick());
            made.push(match random.below(6) {
                0 => (aig.xor(a, b), ta ^ tb),
                1 => (aig.ite(a, b, c), (ta & tb) | (!ta & tc)),
                2 => (aig.majority(a, b, c), majority(ta, tb, tc)),
                3 => (aig.or(a, b), ta | tb),
                _ => (aig.and(a, b), ta & tb),
            });
        }
        let tables = tables(&aig);
        for (step, &(edge, expected)) in made.iter().enumerate() {
            assert_eq!(table(&tables, edge), expected, "seed {seed}, step {step}");
        }
        for node in 1..aig.node_count() {
            if let Some(gate) = aig.as_ite(node) {
                let [c, yes, no] = [gate.condition, gate.yes, gate.no].map(|edge| table(&tables, edge));
                assert_eq!(tables[node], (c & yes) | (!c & no), "seed {seed}, choice {node}");
            }
            if let Some(edges) = aig.as_majority(node) {
                let [a, b, c] = edges.map(|edge| table(&tables, edge));
                assert_eq!(tables[node], majority(a, b, c), "seed {seed}, majority {node}");
            }
        }
    }
}

#[test]
fn choices_and_majorities_are_recognised_again() {
    let mut aig = Aig::new();
    let [a, b, c] = [aig.input(), aig.input(), aig.input()];
    let choice = aig.ite(a, b, c);
    assert!(aig.as_ite(choice.node()).is_some_and(|gate| gate.condition == a));
    let differ = aig.xor(a, b);
    assert!(aig.as_ite(differ.node()).is_some_and(|gate| gate.yes == !gate.no));
    let carry = aig.majority(a, !b, c);
    assert!(aig.as_majority(carry.node()).is_some());
    assert!(aig.as_ite(carry.node()).is_none());
    let before = aig.gate_count();
    assert_eq!(aig.ite(!a, c, b), choice);
    assert_eq!(aig.xor(!b, a), !differ);
    assert_eq!(aig.gate_count(), before, "nothing is built twice");
}
