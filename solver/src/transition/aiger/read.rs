//! Reading AIGER, as text or binary.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{AigerError, Place};
use crate::aig::{Aig, AigLit};
use crate::transition::circuit::{Circuit, Latch, Signal};

/// In a binary file inputs take no space, so only this stands between a header of a few bytes and all memory.
const MOST_INPUTS: usize = 1 << 22;

/// Reads a circuit. If the file names nothing as bad, its outputs are what must never be possible.
pub fn read(file: &[u8]) -> Result<Circuit, AigerError> {
    let mut reader = Reader { file, position: 0, line: 0 };
    let header = Header::read(&mut reader)?;
    let mut draft = Draft::read(&mut reader, &header)?;
    draft.read_symbols(&mut reader, &header)?;
    draft.circuit()
}

struct Reader<'a> {
    file: &'a [u8],
    position: usize,
    /// The number of the last line that was read.
    line: usize,
}

impl<'a> Reader<'a> {
    fn error<T>(&self, what: impl Into<String>) -> Result<T, AigerError> {
        Err(AigerError { place: Place::Line(self.line), what: what.into() })
    }

    fn left(&self) -> usize {
        self.file.len() - self.position
    }

    fn line(&mut self) -> Option<&'a [u8]> {
        if self.left() == 0 {
            return None;
        }
        self.line += 1;
        let rest = &self.file[self.position..];
        let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        self.position += (length + 1).min(rest.len());
        let line = &rest[..length];
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The numbers on the next line, as many as are allowed.
    fn numbers(
        &mut self,
        counts: std::ops::RangeInclusive<usize>,
        what: &str,
    ) -> Result<Vec<u32>, AigerError> {
        let Some(line) = self.line() else {
            self.line += 1;
            return self.error(format!("the file ends where {what} should be"));
        };
        let words: Vec<&[u8]> = line.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).collect();
        if !counts.contains(&words.len()) {
            return self.error(format!("{what} should be {} numbers, not {}", counts.start(), words.len()));
        }
        words.into_iter().map(|word| self.number(word)).collect()
    }

    fn number(&self, word: &[u8]) -> Result<u32, AigerError> {
        let text = String::from_utf8_lossy(word);
        let is_plain = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
        match text.parse::<u32>() {
            Ok(number) if is_plain && number < u32::MAX - 1 => Ok(number),
            _ if is_plain => self.error(format!("{text} is too large")),
            _ => self.error(format!("`{text}` is not a number")),
        }
    }

    /// A difference between literals of the binary format: seven bits a byte, the lowest first.
    fn difference(&mut self) -> Result<u32, AigerError> {
        let start = self.position;
        let error = |what: &str| Err(AigerError { place: Place::Byte(start), what: what.into() });
        let mut number: u64 = 0;
        for shift in (0..35).step_by(7) {
            let Some(&byte) = self.file.get(self.position) else { return error("the file ends in a gate") };
            self.position += 1;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return match u32::try_from(number) {
                    Ok(number) => Ok(number),
                    Err(_) => error("a difference is too large"),
                };
            }
        }
        error("a difference is too large")
    }
}

struct Header {
    is_binary: bool,
    /// The largest number of a variable.
    largest: usize,
    inputs: usize,
    latches: usize,
    outputs: usize,
    gates: usize,
    bads: usize,
    constraints: usize,
}

impl Header {
    fn read(reader: &mut Reader) -> Result<Header, AigerError> {
        let line = reader.line().unwrap_or_default();
        if reader.line == 0 {
            reader.line = 1;
        }
        let words: Vec<&[u8]> = line.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).collect();
        let is_binary = match words.first() {
            Some(&b"aag") => false,
            Some(&b"aig") => true,
            _ => return reader.error("an AIGER file begins with `aag` or `aig`"),
        };
        if !(6..=10).contains(&words.len()) {
            return reader.error(format!("a header has 5 to 9 numbers, not {}", words.len() - 1));
        }
        let numbers: Result<Vec<u32>, AigerError> =
            words[1..].iter().map(|word| reader.number(word)).collect();
        let mut numbers: Vec<usize> = numbers?.into_iter().map(|number| number as usize).collect();
        numbers.resize(9, 0);
        let [largest, inputs, latches, outputs, gates, bads, constraints, justice, fairness] = numbers[..]
        else {
            unreachable!("there are nine numbers")
        };
        if justice > 0 || fairness > 0 {
            return reader
                .error("justice and fairness are not supported: only what must never be possible is");
        }
        let defined = inputs + latches + gates;
        if largest < defined || is_binary && largest != defined {
            return reader.error(format!("{defined} variables do not fit into {largest} numbers"));
        }
        if largest >= (u32::MAX >> 1) as usize {
            return reader.error("there are more than 2^31 variables");
        }
        // A line or a pair of differences takes two bytes at least.
        let lines = latches + outputs + gates + bads + constraints + if is_binary { 0 } else { inputs };
        if lines > reader.left().div_ceil(2) {
            return reader
                .error(format!("the header promises {lines} lines, for which the file is too short"));
        }
        if inputs > MOST_INPUTS {
            return reader.error(format!("there are more than {MOST_INPUTS} inputs"));
        }
        Ok(Header { is_binary, largest, inputs, latches, outputs, gates, bads, constraints })
    }
}

/// A literal as the file writes it, and the line or byte where it is used.
#[derive(Clone, Copy)]
struct Use {
    literal: u32,
    place: Place,
}

struct DraftLatch {
    variable: u32,
    next: Use,
    first: Option<bool>,
}

/// What the file says, before there is a graph.
#[derive(Default)]
struct Draft {
    /// By input, its variable.
    inputs: Vec<u32>,
    latches: Vec<DraftLatch>,
    outputs: Vec<Use>,
    bads: Vec<Use>,
    constraints: Vec<Use>,
    gates: Vec<(u32, [Use; 2])>,
    names: Names,
}

#[derive(Default)]
struct Names {
    inputs: Vec<Option<String>>,
    latches: Vec<Option<String>>,
    outputs: Vec<Option<String>>,
    bads: Vec<Option<String>>,
    constraints: Vec<Option<String>>,
}

impl Draft {
    fn read(reader: &mut Reader, header: &Header) -> Result<Draft, AigerError> {
        let mut draft = Draft::default();
        for index in 0..header.inputs {
            let variable = if header.is_binary {
                index as u32 + 1
            } else {
                let literal = reader.numbers(1..=1, "an input")?[0];
                defined_variable(reader, header, literal)?
            };
            draft.inputs.push(variable);
        }
        for index in 0..header.latches {
            let of_file = usize::from(!header.is_binary);
            let numbers = reader.numbers(1 + of_file..=2 + of_file, "a latch")?;
            let variable = if header.is_binary {
                (header.inputs + index) as u32 + 1
            } else {
                defined_variable(reader, header, numbers[0])?
            };
            let first = match numbers.get(1 + of_file) {
                None | Some(0) => Some(false),
                Some(1) => Some(true),
                Some(&literal) if literal == variable << 1 => None,
                Some(other) => {
                    return reader.error(format!("a latch begins with 0, 1 or itself, not {other}"));
                }
            };
            let next = used(reader, header, numbers[of_file])?;
            draft.latches.push(DraftLatch { variable, next, first });
        }
        for (uses, count, what) in [
            (&mut draft.outputs, header.outputs, "an output"),
            (&mut draft.bads, header.bads, "a bad literal"),
            (&mut draft.constraints, header.constraints, "a constraint"),
        ] {
            for _ in 0..count {
                let literal = reader.numbers(1..=1, what)?[0];
                uses.push(used(reader, header, literal)?);
            }
        }
        for index in 0..header.gates {
            let gate = if header.is_binary {
                binary_gate(reader, (header.inputs + header.latches + index) as u32 + 1)?
            } else {
                let numbers = reader.numbers(3..=3, "a gate")?;
                let operands = [used(reader, header, numbers[1])?, used(reader, header, numbers[2])?];
                (defined_variable(reader, header, numbers[0])?, operands)
            };
            draft.gates.push(gate);
        }
        Ok(draft)
    }

    /// Lines such as `l3 counter`, up to a comment or the end.
    fn read_symbols(&mut self, reader: &mut Reader, header: &Header) -> Result<(), AigerError> {
        let names = &mut self.names;
        names.inputs.resize(header.inputs, None);
        names.latches.resize(header.latches, None);
        names.outputs.resize(header.outputs, None);
        names.bads.resize(header.bads, None);
        names.constraints.resize(header.constraints, None);
        while let Some(line) = reader.line() {
            if line == b"c" {
                return Ok(());
            }
            let names = match line.first() {
                Some(b'i') => &mut names.inputs,
                Some(b'l') => &mut names.latches,
                Some(b'o') => &mut names.outputs,
                Some(b'b') => &mut names.bads,
                Some(b'c') => &mut names.constraints,
                _ => return reader.error("a symbol begins with one of i, l, o, b and c"),
            };
            let Some(space) = line.iter().position(|&byte| byte == b' ') else {
                return reader.error("a symbol has a name after a space");
            };
            let index = reader.number(&line[1..space])? as usize;
            let count = names.len();
            let Some(name) = names.get_mut(index) else {
                return reader.error(format!("a symbol for number {index} of {count}"));
            };
            *name = Some(String::from_utf8_lossy(&line[space + 1..]).into_owned());
        }
        Ok(())
    }

    fn circuit(self) -> Result<Circuit, AigerError> {
        let mut circuit = Circuit::new();
        let mut wiring = Wiring::default();
        wiring.edges.insert(0, AigLit::FALSE);
        for (&variable, name) in self.inputs.iter().zip(self.names.inputs) {
            let edge = circuit.graph.input();
            wiring.define(variable, edge)?;
            circuit.inputs.push(Signal { edge, name });
        }
        for (latch, name) in self.latches.iter().zip(self.names.latches) {
            let edge = circuit.graph.input();
            wiring.define(latch.variable, edge)?;
            circuit.latches.push(Latch { edge, first: latch.first, next: edge, name, origin: None });
        }
        for (index, (variable, [left, _])) in self.gates.iter().enumerate() {
            let is_known = wiring.edges.contains_key(variable);
            if wiring.gate_of.insert(*variable, index as u32).is_some() || is_known {
                return Err(defined_twice(left.place, *variable));
            }
        }
        // Gates that nothing needs are built, too: what is wrong with them is wrong with the file.
        for &(variable, [left, _]) in &self.gates {
            let literal = variable << 1;
            wiring.edge(&mut circuit.graph, &self.gates, Use { literal, place: left.place })?;
        }
        for (latch, draft) in circuit.latches.iter_mut().zip(&self.latches) {
            latch.next = wiring.edge(&mut circuit.graph, &self.gates, draft.next)?;
        }
        let mut signals = |uses: &[Use], names: Vec<Option<String>>| -> Result<Vec<Signal>, AigerError> {
            let of =
                |(&of, name)| Ok(Signal { edge: wiring.edge(&mut circuit.graph, &self.gates, of)?, name });
            uses.iter().zip(names).map(of).collect()
        };
        circuit.constraints = signals(&self.constraints, self.names.constraints)?;
        let outputs = signals(&self.outputs, self.names.outputs)?;
        let bads = signals(&self.bads, self.names.bads)?;
        circuit.bads = if bads.is_empty() { outputs } else { bads };
        Ok(circuit)
    }
}

fn defined_variable(reader: &Reader, header: &Header, literal: u32) -> Result<u32, AigerError> {
    if literal < 2 || literal & 1 == 1 || (literal >> 1) as usize > header.largest {
        return reader.error(format!("{literal} cannot be defined"));
    }
    Ok(literal >> 1)
}

fn used(reader: &Reader, header: &Header, literal: u32) -> Result<Use, AigerError> {
    if (literal >> 1) as usize > header.largest {
        return reader.error(format!("{literal} is not a literal of {} variables", header.largest));
    }
    Ok(Use { literal, place: Place::Line(reader.line) })
}

fn binary_gate(reader: &mut Reader, variable: u32) -> Result<(u32, [Use; 2]), AigerError> {
    let place = Place::Byte(reader.position);
    let (first, second) = (reader.difference()?, reader.difference()?);
    let left = (variable << 1).checked_sub(first).filter(|_| first > 0);
    let right = left.and_then(|left| left.checked_sub(second));
    match (left, right) {
        (Some(left), Some(right)) => Ok((variable, [left, right].map(|literal| Use { literal, place }))),
        _ => Err(AigerError { place, what: "operands have smaller numbers than their gate".into() }),
    }
}

fn defined_twice(place: Place, variable: u32) -> AigerError {
    AigerError { place, what: format!("variable {variable} is defined twice") }
}

/// From variables of the file to edges of the graph. In a text numbers may be left out, as many as one likes.
#[derive(Default)]
struct Wiring {
    edges: FxHashMap<u32, AigLit>,
    /// By variable, the gate that defines it.
    gate_of: FxHashMap<u32, u32>,
}

impl Wiring {
    fn define(&mut self, variable: u32, edge: AigLit) -> Result<(), AigerError> {
        match self.edges.insert(variable, edge) {
            None => Ok(()),
            // Inputs and latches follow the header, a line each.
            Some(_) => Err(defined_twice(Place::Line(1), variable)),
        }
    }

    fn known(&self, literal: u32) -> Option<AigLit> {
        self.edges.get(&(literal >> 1)).map(|edge| edge.invert_if(literal & 1 == 1))
    }

    /// The edge of a literal, with the gates that it needs. Gates come in any order in a text.
    fn edge(&mut self, graph: &mut Aig, gates: &[(u32, [Use; 2])], root: Use) -> Result<AigLit, AigerError> {
        // Gates are on the stack from the moment their operands are asked for until they are built.
        let mut stack = vec![(root, false)];
        let mut is_open = FxHashSet::default();
        while let Some((of, is_waiting)) = stack.pop() {
            let variable = of.literal >> 1;
            if self.edges.contains_key(&variable) {
                continue;
            }
            let Some(&gate) = self.gate_of.get(&variable) else {
                return Err(AigerError { place: of.place, what: format!("{} is not defined", of.literal) });
            };
            let [left, right] = gates[gate as usize].1;
            if is_waiting {
                let [a, b] =
                    [left, right].map(|of| self.known(of.literal).expect("operands are built first"));
                self.edges.insert(variable, graph.and(a, b));
                is_open.remove(&variable);
                continue;
            }
            if !is_open.insert(variable) {
                return Err(AigerError {
                    place: of.place,
                    what: format!("{} depends on itself", of.literal),
                });
            }
            stack.extend([(of, true), (right, false), (left, false)]);
        }
        Ok(self.known(root.literal).expect("the edge was just built"))
    }
}
