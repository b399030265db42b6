//! Writing a system in BTOR2, the word-level format of hardware model checkers (Niemetz, Preiner, Wolf and Biere,
//! "Btor2, BtorMC and Boolector 3.0").
//!
//! Every kind of term has an operator of the same meaning there, division by zero included. Constants stand first, as a
//! first value has to have a smaller number than its state. The cases of a system have no counterpart: they are implied.

use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::system::System;
use crate::term::{Node, TermId, Terms};

/// Writes the system; inputs are named after their terms.
pub fn write(terms: &Terms, system: &System, out: &mut dyn Write) -> io::Result<()> {
    let mut writer =
        Writer { terms, out, last: 0, sorts: FxHashMap::default(), numbers: FxHashMap::default() };
    for first in system.state.iter().filter_map(|state| state.first) {
        writer.term(first)?;
    }
    for state in &system.state {
        let sort = writer.sort(terms.width(state.variable))?;
        let name: String = state.name.split_whitespace().collect::<Vec<_>>().join("_");
        let number = writer.node(&format!("state {sort} {name}"))?;
        writer.numbers.insert(state.variable, number);
        if let Some(first) = state.first {
            let first = writer.term(first)?;
            writer.node(&format!("init {sort} {number} {first}"))?;
        }
    }
    for state in &system.state {
        let sort = writer.sort(terms.width(state.variable))?;
        let next = writer.term(state.next)?;
        let number = writer.term(state.variable)?;
        writer.node(&format!("next {sort} {number} {next}"))?;
    }
    if system.constraint != TermId::TRUE {
        let constraint = writer.term(system.constraint)?;
        writer.node(&format!("constraint {constraint}"))?;
    }
    let bad = writer.term(system.bad)?;
    writer.node(&format!("bad {bad}"))?;
    Ok(())
}

struct Writer<'a> {
    terms: &'a Terms,
    out: &'a mut dyn Write,
    last: u64,
    /// By width.
    sorts: FxHashMap<u32, u64>,
    numbers: FxHashMap<TermId, u64>,
}

impl Writer<'_> {
    fn node(&mut self, text: &str) -> io::Result<u64> {
        self.last += 1;
        writeln!(self.out, "{} {text}", self.last)?;
        Ok(self.last)
    }

    fn sort(&mut self, width: u32) -> io::Result<u64> {
        if let Some(&sort) = self.sorts.get(&width) {
            return Ok(sort);
        }
        let sort = self.node(&format!("sort bitvec {width}"))?;
        self.sorts.insert(width, sort);
        Ok(sort)
    }

    /// The number of a term, which is written with all it needs if it has none.
    fn term(&mut self, root: TermId) -> io::Result<u64> {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if self.numbers.contains_key(&t) {
                stack.pop();
                continue;
            }
            let node = self.terms.node(t);
            let waiting = stack.len();
            stack.extend(node.operands().filter(|operand| !self.numbers.contains_key(operand)));
            if stack.len() == waiting {
                let sort = self.sort(self.terms.width(t))?;
                let text = self.text(t, node, sort);
                let number = self.node(&text)?;
                self.numbers.insert(t, number);
                stack.pop();
            }
        }
        Ok(self.numbers[&root])
    }

    fn text(&self, t: TermId, node: Node, sort: u64) -> String {
        let of = |t: TermId| self.numbers[&t];
        let one = |name: &str, a: TermId| format!("{name} {sort} {}", of(a));
        let two = |name: &str, a: TermId, b: TermId| format!("{name} {sort} {} {}", of(a), of(b));
        let width = self.terms.width(t);
        match node {
            Node::Constant(value) => format!("constd {sort} {value}"),
            Node::Variable => format!("input {sort} v{}", t.index()),
            Node::Not(a) => one("not", a),
            Node::Neg(a) => one("neg", a),
            Node::And(a, b) => two("and", a, b),
            Node::Xor(a, b) => two("xor", a, b),
            Node::Add(a, b) => two("add", a, b),
            Node::Mul(a, b) => two("mul", a, b),
            Node::Udiv(a, b) => two("udiv", a, b),
            Node::Urem(a, b) => two("urem", a, b),
            Node::Shl(a, b) => two("sll", a, b),
            Node::Lshr(a, b) => two("srl", a, b),
            Node::Ashr(a, b) => two("sra", a, b),
            Node::Eq(a, b) => two("eq", a, b),
            Node::Ult(a, b) => two("ult", a, b),
            Node::Slt(a, b) => two("slt", a, b),
            Node::Ite(c, yes, no) => format!("{} {}", two("ite", c, yes), of(no)),
            Node::Concat(high, low) => two("concat", high, low),
            Node::Extract { term, low } => format!("{} {} {low}", one("slice", term), low + width - 1),
            Node::SignExtend(a) => format!("{} {}", one("sext", a), width - self.terms.width(a)),
        }
    }
}
