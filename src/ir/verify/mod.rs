//! Checks that a program is well formed. Runs after every pass in debug builds.
//!
//! The rules:
//! 1. `entry` is a function with a body; every function has at least one block, and every register, local,
//!    block, global, function and property that is mentioned exists.
//! 2. Constants have no bits above their width; widths are from 1 to 128.
//! 3. Both operands of `Binary` have the same width; its result is one bit for comparisons and for the questions
//!    whether a result fits, else that width.
//!    `Copy`, `Unary` and `Select` keep the width; conditions of `Select`, `Branch`, `Assume` and `Assert`
//!    are one bit wide. `Displace` takes and yields pointers; its index has any width.
//!    Floating-point operators work on 32 or 64 bits; only conversions change the width.
//! 4. `Load` and `Store` move whole bytes, and the register or value has the width of the access; addresses
//!    have the width of a pointer, also in `Free`, calls, `CreateThread` and `ExitThread`.
//! 5. A direct call passes as many arguments as the function has parameters, each of its parameter's width;
//!    a result is taken only from a function that has one, in its width.
//! 6. `Return` has a value exactly if the function has a result, of its width.
//! 7. A loop lies within the function, contains its body, and something inside jumps back to its first block;
//!    every jump to a block that is not later goes to the first block of some loop that contains its origin.
//! 8. Initial values are constants or addresses, inside their global, ascending, not overlapping.
//! 9. The names of properties are unique; an access check has the kind `Pointer`, a free check `Free`, an
//!    assertion `Assertion`.
//! 10. Pointers have the width of the data model and leave room for offsets and for the numbers of objects.
//!     What is constant of an object lies inside it.

mod instruction;

use rustc_hash::FxHashSet;

use super::*;

/// `Err` lists what is broken, one sentence each.
pub fn verify(program: &Program) -> Result<(), Vec<String>> {
    let mut verifier = Verifier { program, broken: Vec::new(), place: String::new() };
    verifier.program();
    if verifier.broken.is_empty() { Ok(()) } else { Err(verifier.broken) }
}

struct Verifier<'a> {
    program: &'a Program,
    broken: Vec<String>,
    place: String,
}

impl<'a> Verifier<'a> {
    fn require(&mut self, holds: bool, rule: &str) {
        if !holds && self.broken.len() < 20 {
            self.broken.push(format!("{}: {rule}", self.place));
        }
    }

    fn program(&mut self) {
        self.place = "program".into();
        let entry = self.program.functions.get(self.program.entry.index());
        self.require(entry.is_some_and(Function::is_defined), "the entry has a body");
        let PointerLayout { pointer_bits, offset_bits } = self.program.pointers;
        let fits = pointer_bits == self.program.data_model.pointer_bits();
        let has_room = (8..pointer_bits.saturating_sub(8)).contains(&offset_bits);
        self.require(fits && has_room, "pointers have room for offsets and for the numbers of objects");
        self.connections();
        let mut names = FxHashSet::default();
        for property in &self.program.properties {
            self.require(names.insert(&property.name), "the names of properties are unique");
        }
        for global in &self.program.globals {
            self.place = format!("global {}", global.name);
            self.global(global);
        }
        for function in &self.program.functions {
            self.function(function);
        }
    }

    /// Adapters, and what is open.
    fn connections(&mut self) {
        let Program { functions, globals, signatures, adapters, open, .. } = self.program;
        for ((signature, function), adapter) in adapters {
            let exist = [function, adapter].iter().all(|id| id.index() < functions.len());
            self.require(
                exist && signature.index() < signatures.len(),
                "an adapter and what it adapts exist",
            );
        }
        for open in open {
            let exists = match open {
                Open::Function(id) => id.index() < functions.len(),
                Open::Variable(id) => id.index() < globals.len(),
            };
            self.require(exists, "what is open exists");
        }
    }

    fn constant(&mut self, constant: &ConstantBytes, layout: &Layout) {
        let mut end = 0;
        for range in constant {
            let holds = end <= range.start && range.start <= range.end && range.end <= layout.size();
            self.require(holds, "what is constant lies inside the object, in ascending order");
            end = range.end;
        }
    }

    fn global(&mut self, global: &Global) {
        self.constant(&global.constant, &global.layout);
        let mut end = 0;
        for initial in &global.initial {
            let constant = !matches!(initial.value, Operand::Register(_) | Operand::Local { .. });
            self.require(constant, "initial values are constant");
            self.require(initial.offset >= end, "initial values ascend and do not overlap");
            end = initial.offset + initial.ty.bytes();
            if constant {
                let width = self.width(None, initial.value);
                self.require(width == initial.ty.bits, "an initial value has the width of its type");
            }
        }
        self.require(end <= global.layout.size(), "initial values lie inside the global");
    }

    fn function(&mut self, function: &'a Function) {
        self.place = format!("function {}", function.name);
        self.require(function.is_defined(), "a function has a body");
        for register in &function.registers {
            self.require((1..=128).contains(&register.ty.bits), "widths are from 1 to 128");
        }
        for parameter in &function.parameters {
            self.require(parameter.index() < function.registers.len(), "parameters are registers");
        }
        for local in &function.locals {
            self.constant(&local.constant, &local.layout);
        }
        for (index, block) in function.blocks.iter().enumerate() {
            for instruction in &block.instructions {
                self.place = format!(
                    "{} {}: {}",
                    function.name,
                    BlockId::new(index),
                    op_text_safe(function, &instruction.op)
                );
                self.instruction(function, &instruction.op);
            }
            let text = terminator_text(function, &block.terminator);
            self.place = format!("{} {}: {text}", function.name, BlockId::new(index));
            self.terminator(function, &block.terminator);
            self.back_edges(function, BlockId::new(index), &block.terminator);
        }
        self.place = format!("function {}", function.name);
        for l in &function.loops {
            let count = function.blocks.len();
            let inside = l.first <= l.body && l.body <= l.last && l.last.index() < count;
            self.require(inside, "a loop contains its body and lies in the function");
            let range = function.blocks.get(l.first.index()..=l.last.index()).unwrap_or_default();
            let returns = range.iter().any(|b| b.terminator.successors().any(|to| to == l.first));
            self.require(returns, "something inside a loop jumps to its first block");
        }
        for (index, a) in function.loops.iter().enumerate() {
            for b in &function.loops[index + 1..] {
                self.require(a.first != b.first, "a block is the head of one loop");
                let apart = a.last < b.first || b.last < a.first;
                let nested = (a.first <= b.first) == (b.last <= a.last);
                self.require(apart || nested, "of two loops one contains the other, or they are apart");
            }
        }
    }

    fn back_edges(&mut self, function: &Function, from: BlockId, terminator: &Terminator) {
        for to in terminator.successors() {
            self.require(to.index() < function.blocks.len(), "targets exist");
            if to <= from {
                let held = function.loops.iter().any(|l| l.first == to && l.last >= from);
                self.require(held, "a backward jump belongs to a loop");
            }
        }
    }

    /// The width of an operand; complains if it mentions something that does not exist.
    fn width(&mut self, function: Option<&Function>, operand: Operand) -> u32 {
        let pointer = self.program.data_model.pointer_bits();
        match operand {
            Operand::Register(register) => {
                let found = function.and_then(|f| f.registers.get(register.index()));
                self.require(found.is_some(), "the register exists");
                found.map_or(0, |r| r.ty.bits)
            }
            Operand::Constant { bits, ty } => {
                let fits = (1..=128).contains(&ty.bits) && (ty.bits == 128 || bits >> ty.bits == 0);
                self.require(fits, "a constant fits its width");
                ty.bits
            }
            Operand::Global { global, .. } => {
                self.require(global.index() < self.program.globals.len(), "the global exists");
                pointer
            }
            Operand::Function(id) => {
                self.require(id.index() < self.program.functions.len(), "the function exists");
                pointer
            }
            Operand::Local { local, .. } => {
                let exists = function.is_some_and(|f| local.index() < f.locals.len());
                self.require(exists, "the local exists");
                pointer
            }
        }
    }
}

/// The text of an instruction, unless its destination does not even exist.
fn op_text_safe(function: &Function, op: &Op) -> String {
    match op.destination() {
        Some(dst) if dst.index() >= function.registers.len() => format!("{op:?}"),
        _ => op_text(function, op),
    }
}
