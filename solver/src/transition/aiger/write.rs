//! Writing AIGER, as text or binary.
//!
//! Inputs, latches and gates are numbered in this order, gates after their operands, as the binary format wants it. What
//! is known about a circuit from elsewhere has no place in the format and is left out.

use std::io::{self, Write};

use crate::aig::AigLit;
use crate::transition::circuit::{Circuit, Signal};

/// Text, as a person can read it.
pub fn write_ascii(circuit: &Circuit, out: &mut dyn Write) -> io::Result<()> {
    let numbering = Numbering::new(circuit);
    numbering.write_header("aag", circuit, out)?;
    for input in &circuit.inputs {
        writeln!(out, "{}", numbering.literal(input.edge))?;
    }
    for (index, latch) in circuit.latches.iter().enumerate() {
        write!(out, "{} ", numbering.literal(latch.edge))?;
        numbering.write_latch(circuit, index, out)?;
    }
    numbering.write_uses(circuit, out)?;
    for &node in &numbering.gates {
        let [large, small] = numbering.operands(circuit, node);
        writeln!(out, "{} {large} {small}", numbering.of_node[node] << 1)?;
    }
    write_symbols(circuit, out)
}

/// The compact form.
pub fn write_binary(circuit: &Circuit, out: &mut dyn Write) -> io::Result<()> {
    let numbering = Numbering::new(circuit);
    numbering.write_header("aig", circuit, out)?;
    for index in 0..circuit.latches.len() {
        numbering.write_latch(circuit, index, out)?;
    }
    numbering.write_uses(circuit, out)?;
    for &node in &numbering.gates {
        let [large, small] = numbering.operands(circuit, node);
        write_difference((numbering.of_node[node] << 1) - large, out)?;
        write_difference(large - small, out)?;
    }
    write_symbols(circuit, out)
}

struct Numbering {
    /// The variable of each node.
    of_node: Vec<u32>,
    /// The nodes of gates that are needed.
    gates: Vec<usize>,
}

impl Numbering {
    fn new(circuit: &Circuit) -> Numbering {
        let mut of_node = vec![0; circuit.graph.node_count()];
        let inputs = circuit.inputs.iter().map(|input| input.edge);
        let leaves = inputs.chain(circuit.latches.iter().map(|latch| latch.edge));
        let mut variables = 0;
        for edge in leaves {
            variables += 1;
            of_node[edge.node()] = variables;
        }
        let mut is_needed = vec![false; circuit.graph.node_count()];
        let signals = circuit.bads.iter().chain(&circuit.constraints).map(|signal| signal.edge);
        for edge in signals.chain(circuit.latches.iter().map(|latch| latch.next)) {
            is_needed[edge.node()] = true;
        }
        for node in (0..circuit.graph.node_count()).rev().filter(|&node| circuit.graph.gate(node).is_some()) {
            if is_needed[node] {
                let [a, b] = circuit.graph.gate(node).expect("only gates are left");
                is_needed[a.node()] = true;
                is_needed[b.node()] = true;
            }
        }
        let gates = 0..circuit.graph.node_count();
        let gates: Vec<usize> =
            gates.filter(|&node| is_needed[node] && circuit.graph.gate(node).is_some()).collect();
        for &node in &gates {
            variables += 1;
            of_node[node] = variables;
        }
        Numbering { of_node, gates }
    }

    fn literal(&self, edge: AigLit) -> u32 {
        self.of_node[edge.node()] << 1 | u32::from(edge.is_inverted())
    }

    /// The larger one first.
    fn operands(&self, circuit: &Circuit, node: usize) -> [u32; 2] {
        let [a, b] = circuit.graph.gate(node).expect("only gates have operands");
        let (a, b) = (self.literal(a), self.literal(b));
        [a.max(b), a.min(b)]
    }

    fn write_header(&self, format: &str, circuit: &Circuit, out: &mut dyn Write) -> io::Result<()> {
        let (inputs, latches) = (circuit.inputs.len(), circuit.latches.len());
        let largest = inputs + latches + self.gates.len();
        write!(out, "{format} {largest} {inputs} {latches} 0 {}", self.gates.len())?;
        writeln!(out, " {} {}", circuit.bads.len(), circuit.constraints.len())
    }

    /// The next value and, unless it is zero, the first one.
    fn write_latch(&self, circuit: &Circuit, index: usize, out: &mut dyn Write) -> io::Result<()> {
        let latch = &circuit.latches[index];
        let next = self.literal(latch.next);
        match latch.first {
            Some(false) => writeln!(out, "{next}"),
            Some(true) => writeln!(out, "{next} 1"),
            None => writeln!(out, "{next} {}", self.literal(latch.edge)),
        }
    }

    fn write_uses(&self, circuit: &Circuit, out: &mut dyn Write) -> io::Result<()> {
        for signal in circuit.bads.iter().chain(&circuit.constraints) {
            writeln!(out, "{}", self.literal(signal.edge))?;
        }
        Ok(())
    }
}

/// Seven bits a byte, the lowest first; the highest bit of a byte says that more follow.
fn write_difference(mut difference: u32, out: &mut dyn Write) -> io::Result<()> {
    while difference > 0x7f {
        out.write_all(&[difference as u8 | 0x80])?;
        difference >>= 7;
    }
    out.write_all(&[difference as u8])
}

fn write_symbols(circuit: &Circuit, out: &mut dyn Write) -> io::Result<()> {
    let names = |signals: &[Signal]| signals.iter().map(|signal| signal.name.clone()).collect::<Vec<_>>();
    let latches = circuit.latches.iter().map(|latch| latch.name.clone()).collect();
    let all = [
        ('i', names(&circuit.inputs)),
        ('l', latches),
        ('b', names(&circuit.bads)),
        ('c', names(&circuit.constraints)),
    ];
    for (kind, names) in all {
        for (index, name) in names.iter().enumerate() {
            if let Some(name) = name {
                // A name ends with its line.
                writeln!(out, "{kind}{index} {}", name.replace(['\n', '\r'], " "))?;
            }
        }
    }
    Ok(())
}
