//! The parts of a line: names, texts, types, layouts, operands.

use super::super::parse::is_name;
use super::super::*;

/// As it is, or in quotes if it is no word.
pub fn name_text(name: &str) -> String {
    if is_name(name) { name.to_string() } else { quoted(name) }
}

pub fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            control if control.is_control() => quoted.push_str(&format!("\\u{{{:x}}}", u32::from(control))),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// `i32`, `u32`, `f64` or `ptr`; `u1` for truth values.
pub fn type_text(ty: Type) -> String {
    match ty.kind {
        Kind::Signed => format!("i{}", ty.bits),
        Kind::Unsigned => format!("u{}", ty.bits),
        Kind::Float => format!("f{}", ty.bits),
        Kind::Pointer => "ptr".into(),
    }
}

pub fn layout_text(layout: &Layout) -> String {
    match layout {
        Layout::Scalar(ty) => type_text(*ty),
        Layout::Array { element, count } => format!("[{count} x {}]", layout_text(element)),
        Layout::Opaque { size } => format!("bytes({size})"),
        Layout::Record { fields, size } => {
            let field = |Field { name, offset, layout }: &Field| {
                let name = if name.is_empty() { String::new() } else { name_text(name) };
                format!("{name}@{offset}: {}", layout_text(layout))
            };
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{{{}}} size {size}", fields.join(", "))
        }
    }
}

/// ` constant` if all of an object is, ` constant 0..4, 8..12` if parts are.
pub fn constant_text(constant: &ConstantBytes, layout: &Layout) -> String {
    match constant.as_slice() {
        [] => return String::new(),
        [all] if *all == (0..layout.size()) => return " constant".to_string(),
        _ => {}
    }
    let ranges: Vec<String> =
        constant.iter().map(|range| format!("{}..{}", range.start, range.end)).collect();
    format!(" constant {}", ranges.join(", "))
}

/// A constant says its type unless it is the one that its place implies.
pub fn operand_text(operand: Operand, implied: Type) -> String {
    match operand {
        Operand::Register(register) => register.to_string(),
        Operand::Constant { bits: 0, ty } if ty.kind == Kind::Pointer => "null".into(),
        Operand::Constant { bits, ty } if ty == implied => number_text(bits, ty),
        Operand::Constant { bits, ty } => format!("{} {}", type_text(ty), number_text(bits, ty)),
        Operand::Global { global, offset } => displaced(global, offset),
        Operand::Local { local, offset } => displaced(local, offset),
        Operand::Function(function) => format!("&{function}"),
    }
}

/// What is not a number may carry other bits than those that arithmetic yields.
fn number_text(bits: u128, ty: Type) -> String {
    match ty.kind {
        Kind::Signed => integer::as_signed(bits, ty.bits).to_string(),
        Kind::Unsigned | Kind::Pointer => bits.to_string(),
        Kind::Float => match float::text(bits, ty.bits) {
            nan if nan == "nan" && bits != float::nan(ty.bits) => format!("nan {bits:#x}"),
            text => text,
        },
    }
}

fn displaced(object: impl std::fmt::Display, offset: i64) -> String {
    if offset == 0 { object.to_string() } else { format!("{object}{offset:+}") }
}

/// `(i32, ptr, ...) -> f64`
pub fn signature_text(signature: &Signature) -> String {
    let Signature { parameters, variadic, result } = signature;
    let passed = |passed: &Passed| match passed {
        Passed::Scalar(ty) => type_text(*ty),
        Passed::LongDouble(ty) => format!("long_double {}", type_text(*ty)),
        Passed::Record(layout) => format!("record {}", layout_text(layout)),
    };
    let mut parameters: Vec<String> = parameters.iter().map(passed).collect();
    if *variadic {
        parameters.push("...".to_string());
    }
    let result = result.as_ref().map_or(String::new(), |result| format!(" -> {}", passed(result)));
    format!("({}){result}", parameters.join(", "))
}
