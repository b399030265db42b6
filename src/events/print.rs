//! The event structure as text, for `--dump events`.

use std::fmt::Write;

use bmc_solver::{Node, TermId, Terms};

use super::structure::*;
use crate::ir::Program;

/// Terms are shown down to this depth.
const DEPTH: u32 = 4;

/// One line per event: `t1.e3 g2 [guard] read c5 -> #17   prog.c:12`.
pub fn print_events(unfolding: &Unfolding, program: &Program) -> String {
    let mut text = String::new();
    let Unfolding { terms, structure } = unfolding;
    for (index, cell) in structure.cells.iter().enumerate() {
        let Some(initial) = cell.initial else { continue };
        let place = match terms.as_constant(cell.address) {
            Some(address) => place_of(program, address, cell.bytes),
            None => format!("{} bytes at {}", cell.bytes, show(terms, cell.address)),
        };
        let _ = writeln!(text, "{} = {place} initially {}", CellId::new(index), show(terms, initial));
    }
    for (index, thread) in structure.threads.iter().enumerate() {
        let name = &program.function(thread.function).name;
        let _ = writeln!(text, "thread t{index} {name}: {} labels", thread.labels);
        for (number, event) in thread.events.iter().enumerate() {
            let what = describe(terms, &event.kind);
            let place = program.sources.locate(event.span);
            let guard = show(terms, event.guard);
            let _ = writeln!(text, "  t{index}.e{number} g{} [{guard}] {what}   {place}", event.label);
        }
        for Requirement { label, holds, .. } in &thread.requirements {
            let _ = writeln!(text, "  g{label} requires {}", show(terms, *holds));
        }
        let _ = writeln!(text, "  ends if {}", show(terms, thread.ends));
    }
    for claim in &structure.claims {
        let name = &program.property(claim.property).name;
        let violated = show(terms, claim.violated);
        let _ = writeln!(text, "{name} is violated after {}.g{} if {violated}", claim.thread, claim.label);
    }
    for mark in &structure.marks {
        let (bound, guard) = (mark.bound.in_words(program), show(terms, mark.guard));
        let _ = writeln!(text, "{bound} is reached after {}.g{} if {guard}", mark.thread, mark.label);
    }
    text
}

/// `counter[0..4]`
fn place_of(program: &Program, address: u128, bytes: u64) -> String {
    let (object, offset) = (program.pointers.object(address), program.pointers.offset(address));
    let name = match program.globals.get(object.index().wrapping_sub(1)) {
        Some(global) => global.name.clone(),
        None => object.to_string(),
    };
    format!("{name}[{offset}..{}]", offset + bytes as i64)
}

fn describe(terms: &Terms, kind: &EventKind) -> String {
    let places = |places: &[Place]| {
        let one = |place: &Place| {
            let cells: Vec<String> = place.cells.iter().map(|c| c.to_string()).collect();
            match place.condition {
                TermId::TRUE => cells.join("+"),
                condition => format!("{} if {}", cells.join("+"), show(terms, condition)),
            }
        };
        places.iter().map(one).collect::<Vec<_>>().join(" | ")
    };
    match kind {
        EventKind::Read { places: p, symbol, .. } => {
            format!("read {} -> {}", places(p), show(terms, *symbol))
        }
        EventKind::Write { places: p, value, .. } => {
            format!("write {} := {}", places(p), show(terms, *value))
        }
        EventKind::Create { thread } => format!("create {thread}"),
        EventKind::Join { threads, result } => {
            let threads: Vec<String> = threads.iter().map(|(_, t)| t.to_string()).collect();
            format!("join {} -> {}", threads.join(" | "), show(terms, *result))
        }
    }
}

fn show(terms: &Terms, term: TermId) -> String {
    fn go(terms: &Terms, term: TermId, depth: u32, text: &mut String) {
        match terms.node(term) {
            Node::Constant(value) if terms.width(term) == 1 => {
                text.push_str(if value == 1 { "true" } else { "false" })
            }
            Node::Constant(value) => drop(write!(text, "{value:#x}")),
            Node::Variable => drop(write!(text, "{term}")),
            _ if depth == 0 => text.push('…'),
            node => {
                let name = format!("{node:?}");
                let name: String = name.chars().take_while(|c| c.is_alphanumeric()).collect();
                text.push_str(&name.to_lowercase());
                text.push('(');
                for (index, operand) in node.operands().enumerate() {
                    if index > 0 {
                        text.push_str(", ");
                    }
                    go(terms, operand, depth - 1, text);
                }
                text.push(')');
            }
        }
    }
    let mut text = String::new();
    go(terms, term, DEPTH, &mut text);
    text
}
