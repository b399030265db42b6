//! The schedule as C text: the tables that the runtime follows, and functions for the inputs.

use std::fmt::Write;

use super::models::{RENAMED, inputs, open_functions};
use super::observe::{ARGUMENT, Action, Deed, Story};
use super::select::{Selection, pointee};
use crate::ir::{Function, Instruction, Kind, Op, Operand, Program, RegisterId, Type};
use crate::script::Script;
use crate::trace::Violation;

pub fn schedule(
    program: &Program,
    story: &Story<'_>,
    selection: &Selection,
    script: &Script,
    violation: &Violation,
) -> String {
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
    let _ = writeln!(text, "    {{ 0, 0, 0 }},\n}};\n\nconst struct answer bmc_answers[] = {{");
    for (question, answer) in &program.answers {
        let _ = writeln!(text, "    {{ {}, {} }},", quoted(question), u8::from(*answer));
    }
    let _ =
        writeln!(text, "    {{ 0, 0 }},\n}};\n\nconst int bmc_thread_count = {};", selection.histories.len());
    let _ = writeln!(text, "const int bmc_context_count = {};", selection.contexts.len());
    let _ = writeln!(text, "const int bmc_range_count = {};", selection.ranges.len());
    let objects = selection.objects.len();
    let _ = writeln!(text, "const int bmc_object_count = {objects};");
    let _ = writeln!(text, "void *bmc_bases[{0}];\nunsigned char bmc_is_over[{0}];", objects.max(1));
    let in_library =
        story.violated.is_some_and(|(id, _)| program.sources.is_embedded(program.property(id).span));
    let _ = writeln!(
        text,
        "const struct goal bmc_goal = {{ {}, {}, {}, {}, {}, {}, {} }};",
        quoted(violation.kind.name()),
        quoted(&violation.property),
        quoted(&violation.location.to_string()),
        violation.thread.0,
        if in_library { 0 } else { violation.location.line },
        u8::from(violation.kind.is_of_a_state()),
        story.violated.map_or(1, |(_, visits)| visits),
    );
    let untold = selection.untold.as_deref().unwrap_or_default();
    let _ = writeln!(text, "const char bmc_untold[] = {};", quoted(untold));
    let _ = writeln!(text, "const int bmc_is_only_goal = {};", u8::from(script.only_goal));
    undefined_variables(&mut text, program, story);
    input_functions(&mut text, program);
    undefined_functions(&mut text, program);
    start(&mut text, program);
    text
}

fn entries(text: &mut String, selection: &Selection, thread: usize, history: &[Deed]) {
    for (index, deed) in history.iter().enumerate() {
        if let Action::Declare { contents, .. } | Action::Allocate { contents, .. } = &deed.action
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
    let mut first = |bytes: &[u8]| {
        if !bytes.is_empty() {
            contents = (format!("contents_{thread}_{index}"), bytes.len());
        }
    };
    let nowhere = (-1, 0, 0);
    let (action, name, number, place, value) = match &deed.action {
        Action::Access { place, writes, section, .. } => {
            let action = if *writes { "WRITES" } else { "READS" };
            let place = (object(place.object), place.offset as i64, place.bytes);
            (action, None, *section as usize, place, 0)
        }
        Action::Input { name, value, bytes } => ("INPUT", Some(name), 0, (-1, 0, *bytes), *value),
        Action::Declare { site, object: of, contents } => {
            first(contents);
            let site = selection.site(*site).unwrap_or_default();
            ("DECLARES", None, site, (of.map_or(-1, object), 0, 0), 0)
        }
        Action::Allocate { object: of, contents } => {
            first(contents);
            ("ALLOCATES", None, 0, (object(*of), 0, 0), 0)
        }
        Action::Leave { object: of } => ("LEAVES", None, 0, (object(*of), 0, 0), 0),
        Action::Free { object: of } => ("FREES", None, 0, (object(*of), 0, 0), 0),
        Action::Create { created, .. } => ("CREATES", None, created.index(), nowhere, 0),
        Action::Join { joined } => ("JOINS", None, joined.index(), nowhere, 0),
        Action::End => ("ENDS", None, 0, nowhere, 0),
        Action::Violation { access, .. } => {
            let place =
                access.map_or(nowhere, |place| (object(place.object), place.offset as i64, place.bytes));
            ("VIOLATES", None, 0, place, 0)
        }
    };
    let name = name.map_or("0".to_string(), |name| quoted(name));
    let (at, offset, size) = place;
    let value = value as u64;
    let (contents, contents_size) = contents;
    format!(
        "{action}, {name}, {number}, {at}, {offset}, {size}, {value}ULL, {target}, {target_offset}, {contents}, {contents_size}"
    )
}

/// Variables that no file defines, with the contents that they began with.
fn undefined_variables(text: &mut String, program: &Program, story: &Story<'_>) {
    for (object, contents) in &story.undefined {
        let Some(global) = program.globals.get(object.index().wrapping_sub(1)) else { continue };
        let bytes: Vec<String> = contents.iter().map(u8::to_string).collect();
        let _ = writeln!(
            text,
            "__attribute__((weak, aligned(16))) unsigned char {}[{}] = {{ {} }};",
            global.name,
            global.layout.size().max(1),
            bytes.join(", ")
        );
    }
}

/// The functions whose results are inputs, whether the run calls them or not.
fn input_functions(text: &mut String, program: &Program) {
    let _ = writeln!(
        text,
        "\nunsigned long long bmc_input(const char *name);\nint bmc_expects(const char *name);"
    );
    for (name, ty) in inputs(program) {
        let Some(result) = c_type(ty) else { continue };
        // What is not asked for in this run is a call of a function that only writes, such as `printf`.
        let is_optional = !name.starts_with("__VERIFIER_");
        let otherwise = if is_optional {
            format!("bmc_expects({0}) ? bmc_input({0}) : 0", quoted(&name))
        } else {
            format!("bmc_input({})", quoted(&name))
        };
        let _ = writeln!(
            text,
            "\n__attribute__((weak)) {result} {RENAMED}{name}()\n{{\n    union {{ unsigned long long bits; {result} value; }} input = {{ {otherwise} }};\n    return input.value;\n}}"
        );
    }
}

/// The functions that no file defines: the runtime does what they did in the run.
fn undefined_functions(text: &mut String, program: &Program) {
    let _ = writeln!(text, "\nvoid bmc_do_undefined(const char *name, int decisions, void **parameters);");
    for function in open_functions(program) {
        let decides = |instruction: &&Instruction| matches!(instruction.op, Op::Room { .. });
        let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
        let decisions = instructions.filter(decides).count();
        let (mut parameters, mut pointers) = (Vec::new(), Vec::new());
        for (position, register) in function.parameters.iter().enumerate() {
            let ty = function.register(*register).ty;
            parameters.push(format!("{} p{position}", c_type(ty).unwrap_or("long long")));
            pointers.push(if ty.kind == Kind::Pointer { format!("p{position}") } else { "0".to_string() });
        }
        pointers.push("0".to_string());
        let result = function.result.and_then(c_type);
        let name = quoted(&function.name);
        let _ = writeln!(
            text,
            "\n__attribute__((weak)) {} {RENAMED}{}({})\n{{",
            result.unwrap_or("void"),
            function.name,
            parameters.join(", ")
        );
        if let Some(result) = result {
            let input = format!("{{ bmc_expects({name}) ? bmc_input({name}) : 0 }}");
            let _ =
                writeln!(text, "    union {{ unsigned long long bits; {result} value; }} input = {input};");
        }
        let _ = writeln!(text, "    void *parameters[] = {{ {} }};", pointers.join(", "));
        let _ = writeln!(text, "    bmc_do_undefined({name}, {decisions}, parameters);");
        let _ = writeln!(text, "{}}}", if result.is_some() { "    return input.value;\n" } else { "" });
    }
}

/// Calls the entry with what the program is started with.
fn start(text: &mut String, program: &Program) {
    let entry = program.function(program.entry);
    let _ =
        writeln!(text, "\nint bmc_entry();\nchar **__bmc_arguments(int count);\nvoid bmc_start(void)\n{{");
    let input = format!("bmc_input({})", quoted(ARGUMENT));
    for (position, parameter) in entry.parameters.iter().enumerate() {
        let ty = c_type(entry.register(*parameter).ty).unwrap_or("int");
        let value = match received(entry, *parameter) {
            Received::Nothing => "0".to_string(),
            Received::Input => input.clone(),
            Received::Texts(count) => {
                let known = entry.parameters[..position].iter().position(|other| Some(*other) == count);
                let count = known.map_or(input.clone(), |known| format!("p{known}"));
                format!("__bmc_arguments((int){count})")
            }
        };
        let _ = writeln!(text, "    {ty} p{position} = ({ty})({value});");
    }
    let arguments: Vec<String> = (0..entry.parameters.len()).map(|position| format!("p{position}")).collect();
    let _ = writeln!(text, "    bmc_entry({});\n}}", arguments.join(", "));
}

/// What a parameter of the entry gets, if the entry mentions it.
enum Received {
    Nothing,
    Input,
    /// As many texts as this register says.
    Texts(Option<RegisterId>),
}

fn received(entry: &Function, parameter: RegisterId) -> Received {
    for instruction in entry.blocks.first().iter().flat_map(|block| &block.instructions) {
        match &instruction.op {
            Op::Call { dst, arguments, .. } if *dst == Some(parameter) => {
                return Received::Texts(match arguments.as_slice() {
                    [Operand::Register(count)] => Some(*count),
                    _ => None,
                });
            }
            Op::Copy { dst, .. } | Op::Convert { dst, .. } | Op::Nondet { dst } if *dst == parameter => {
                return Received::Input;
            }
            _ => {}
        }
    }
    Received::Nothing
}

pub fn c_type(ty: Type) -> Option<&'static str> {
    Some(match (ty.kind, ty.bits) {
        (Kind::Float, 32) => "float",
        (Kind::Float, 64) => "double",
        (Kind::Pointer, _) => "void *",
        (_, 1) => "_Bool",
        (Kind::Signed, 8) => "signed char",
        (Kind::Signed, 16) => "short",
        (Kind::Signed, 32) => "int",
        (Kind::Signed, 64) => "long long",
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
