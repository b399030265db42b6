//! The schedule as C text: the tables that the runtime follows, and functions for the inputs.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::observe::{Action, Deed, called_function};
use super::select::{Selection, pointee};
use crate::ir::{FunctionId, Kind, Op, Program, Type};
use crate::trace::Violation;

pub fn schedule(program: &Program, selection: &Selection, violation: &Violation) -> String {
    let mut text = String::from(
        "/* The schedule that leads to the violation; see follow.h. */\n#include \"follow.h\"\n",
    );
    for (thread, history) in selection.histories.iter().enumerate() {
        entries(&mut text, selection, thread, history);
    }
    let _ = writeln!(text, "\nconst struct history bmc_histories[] = {{");
    for (thread, history) in selection.histories.iter().enumerate() {
        let _ = writeln!(text, "    {{ entries_{thread}, {}, passed_{thread} }},", history.len());
    }
    let _ = writeln!(text, "}};\n\nconst struct context bmc_contexts[] = {{");
    for (thread, limit) in &selection.contexts {
        let _ = writeln!(text, "    {{ {}, {limit} }},", thread.0);
    }
    let _ = writeln!(text, "}};\n\nconst struct range bmc_ranges[] = {{");
    for (object, from, to) in &selection.ranges {
        let _ = writeln!(text, "    {{ {object}, {from}, {to} }},");
    }
    if selection.ranges.is_empty() {
        let _ = writeln!(text, "    {{ 0, 0, 0 }},");
    }
    let _ = writeln!(text, "}};\n\nconst int bmc_thread_count = {};", selection.histories.len());
    let _ = writeln!(text, "const int bmc_context_count = {};", selection.contexts.len());
    let _ = writeln!(text, "const int bmc_range_count = {};", selection.ranges.len());
    let _ = writeln!(text, "const int bmc_object_count = {};", selection.objects.len());
    let _ = writeln!(text, "void *bmc_bases[{}];", selection.objects.len().max(1));
    let _ = writeln!(
        text,
        "const struct goal bmc_goal = {{ {}, {}, {}, {}, {}, {} }};",
        quoted(violation.kind.name()),
        quoted(&violation.property),
        quoted(&violation.location.to_string()),
        violation.thread.0,
        violation.location.line,
        u8::from(violation.kind.is_of_a_state()),
    );
    inputs(&mut text, program);
    text
}

fn entries(text: &mut String, selection: &Selection, thread: usize, history: &[Deed]) {
    for (index, deed) in history.iter().enumerate() {
        if let Action::Return { contents, .. } = &deed.action
            && !contents.is_empty()
        {
            let bytes: Vec<String> = contents.iter().map(u8::to_string).collect();
            let _ = writeln!(
                text,
                "static const unsigned char contents_{thread}_{index}[] = {{ {} }};",
                bytes.join(", ")
            );
        }
    }
    let _ = writeln!(text, "\nstatic const struct entry entries_{thread}[] = {{");
    for (index, deed) in history.iter().enumerate() {
        let _ = writeln!(text, "    {{ {} }},", entry(selection, thread, index, deed));
    }
    if history.is_empty() {
        let _ = writeln!(text, "    {{ ENDS, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0 }},");
    }
    let _ = writeln!(text, "}};\nstatic unsigned char passed_{thread}[{}];", history.len().max(1));
}

fn entry(selection: &Selection, thread: usize, index: usize, deed: &Deed) -> String {
    let object = |object| selection.number(object).map_or(-1, |number| number as i64);
    let to = pointee(&deed.action);
    let (target, target_offset) = to.map_or((-1, 0), |to| (object(to.object), to.offset));
    let mut contents = ("0".to_string(), 0);
    let (action, name, number, place, value) = match &deed.action {
        Action::Access { place, writes, section, .. } => {
            let action = if *writes { "WRITES" } else { "READS" };
            let place = (object(place.object), place.offset as i64, place.bytes);
            (action, String::new(), i64::from(*section), place, 0)
        }
        Action::Input { name, value, .. } => ("INPUT", name.clone(), 0, (-1, 0, 0), *value),
        Action::Begin { call, name, number, runs_routine, .. } => {
            let place = (-1, i64::from(*runs_routine), 0);
            ("BEGINS", name.clone(), i64::from(*call), place, u128::from(*number))
        }
        Action::Return { call, value, joined, contents: bytes, .. } => {
            if !bytes.is_empty() {
                contents = (format!("contents_{thread}_{index}"), bytes.len());
            }
            let joined = joined.map_or(-1, i64::from);
            ("RETURNS", String::new(), i64::from(*call), (-1, joined, 0), *value)
        }
        Action::End => ("ENDS", String::new(), 0, (-1, 0, 0), 0),
        Action::Violation { access, call } => {
            let place =
                access.map_or((-1, 0, 0), |place| (object(place.object), place.offset as i64, place.bytes));
            ("VIOLATES", String::new(), call.map_or(-1, i64::from), place, 0)
        }
    };
    let name = if name.is_empty() { "0".to_string() } else { quoted(&name) };
    let (at, offset, size) = place;
    let value = value as u64;
    let (contents, contents_size) = contents;
    format!(
        "{action}, {name}, {number}, {at}, {offset}, {size}, {value}ULL, {target}, {target_offset}, {contents}, {contents_size}"
    )
}

/// Functions without a body whose results are inputs, whether the run calls them or not.
fn inputs(text: &mut String, program: &Program) {
    let mut types: BTreeMap<String, Type> = BTreeMap::new();
    for (index, function) in program.functions.iter().enumerate() {
        if program.sources.is_embedded(function.span) {
            continue;
        }
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            if let Op::Nondet { dst } = instruction.op
                && let Some(name) = called_function(program, FunctionId::new(index), instruction.span)
            {
                types.entry(name).or_insert(function.register(dst).ty);
            }
        }
    }
    for (name, ty) in types {
        let Some(result) = c_type(ty) else { continue };
        let _ = writeln!(
            text,
            "\n__attribute__((weak)) {result} {name}()\n{{\n    union {{ unsigned long long bits; {result} value; }} input = {{ bmc_input({}) }};\n    return input.value;\n}}",
            quoted(&name)
        );
    }
}

fn c_type(ty: Type) -> Option<&'static str> {
    Some(match (ty.kind, ty.bits) {
        (Kind::Float, 32) => "float",
        (Kind::Float, 64) => "double",
        (_, 1) => "_Bool",
        (_, 8) => "unsigned char",
        (_, 16) => "unsigned short",
        (_, 32) => "unsigned int",
        (_, 64) => "unsigned long long",
        _ => return None,
    })
}

/// A C string literal.
fn quoted(text: &str) -> String {
    let mut result = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => {
                result.push('\\');
                result.push(byte as char);
            }
            b' '..=b'~' if byte != b'?' => result.push(byte as char),
            _ => {
                let _ = write!(result, "\\{byte:03o}");
            }
        }
    }
    result.push('"');
    result
}
