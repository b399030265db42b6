//! A violation as a C program that fails the same way every time.
//!
//! The user's files are compiled nearly as they are. Rewriting them so that they follow a schedule was considered and
//! dropped: a context switch may lie inside an expression, between the read and the write of `c++`, or inside a macro,
//! and splitting expressions means to write C for gcc from what another preprocessor and other headers have made of
//! it. Writing C from the IR would be exact, but then it is not the user's program that fails. Instead gcc itself
//! instruments the program: with `-fsanitize=thread` it calls a function before every access to memory, and our own
//! runtime (see `runtime/`) defines these functions in place of gcc's library. At each of them a thread can be held.
//! The library is the one that the program was checked with: gcc compiles the models, too, and the runtime defines the
//! few functions that they are written in. Only declarations are extended, where the runtime has to know a variable, and
//! structures that calls take or return get a variable, where gcc would not say that they are read or written.
//!
//! What comes in is a program and the script of a violation that the replay has confirmed. `observe` watches the
//! interpreter run it, `select` keeps what the schedule depends on, `sites` extends declarations, `models` chooses
//! what of the library is needed, `tables` writes the schedule as C.
//!
//! A thread is held at the accesses of its history in order, recognised by their addresses. Where gcc evaluates
//! the operands of one expression in another order, or does in one access what the front end does in two, the
//! order within the history is not insisted on. If the violation depends on an order of evaluation that gcc does not
//! choose, or on a weak exchange that fails without need, there is nothing to be done about it. A program that cannot
//! follow says so, and where a thread has left the schedule, and exits with 11; one that ends in the violation says so
//! and exits with 10.

mod models;
mod observe;
mod select;
mod sites;
mod tables;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::exec::retell;
use crate::ir::{DataModel, Program, PropertyKind};
use crate::script::Script;
use crate::source::{EMBEDDED_PREFIX, Span};
use crate::trace::Violation;
use models::Model;
use observe::Story;
use select::{Selection, is_nameable, is_static_local, select};
use sites::Edited;

const RUNTIME: [(&str, &str); 8] = [
    ("follow.h", include_str!("runtime/follow.h")),
    ("follow.c", include_str!("runtime/follow.c")),
    ("accesses.c", include_str!("runtime/accesses.c")),
    ("blocks.c", include_str!("runtime/blocks.c")),
    ("errors.c", include_str!("runtime/errors.c")),
    ("recognise.c", include_str!("runtime/recognise.c")),
    ("inputs.c", include_str!("runtime/inputs.c")),
    ("threads.c", include_str!("runtime/threads.c")),
];

/// One of the user's files.
pub struct UserFile {
    pub name: String,
    pub text: String,
    /// Where the files are that it includes by name alone.
    pub directory: PathBuf,
}

/// How the user's files are to be compiled.
#[derive(Default)]
pub struct Compilation {
    pub include_directories: Vec<PathBuf>,
    pub forced_includes: Vec<PathBuf>,
    pub definitions: Vec<(String, Option<String>)>,
}

/// A program that fails.
pub struct Composed {
    /// Names and texts; the script that builds it comes last.
    pub files: Vec<(String, String)>,
    /// What builds it, for a shell.
    pub command: String,
}

/// The program as files for a directory; `None` if the run cannot be told as a schedule.
pub fn compose(
    program: &Program,
    script: &Script,
    violation: &Violation,
    files: &[UserFile],
    compilation: &Compilation,
    directory: &Path,
) -> Option<Composed> {
    if violation.kind == PropertyKind::Unwinding {
        return None;
    }
    let mut story = Story::new(program);
    if !retell(program, script, &mut story) {
        return None;
    }
    let can_tell = |span: Span| {
        let file = files.get(unit_of(program, span.start));
        file.is_some_and(|file| edited(program, file).declare(span, 0))
    };
    let selection = select(program, script, &story, can_tell);
    let mut names = Vec::new();
    let mut composed = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let name = file_name(index, file);
        let mut edited = edited(program, file);
        extend_declarations(program, &selection, index, &mut edited);
        if let Some((violated, _)) = story.violated
            && unit_of(program, program.property(violated).span.start) == index
        {
            edited.mark_violation(program.property(violated), story.is_misfit);
        }
        let mut text = edited.finish(&undeclared_inputs(program, index));
        text.push_str(&places(program, &story, &selection, |span| unit_of(program, span.start) == index));
        composed.push((name.clone(), text));
        names.push(name);
    }
    let models = models::models(program);
    compose_library(program, &story, &selection, &models, &mut composed);
    composed.extend(RUNTIME.map(|(name, text)| (name.to_string(), text.to_string())));
    composed
        .push(("schedule.c".to_string(), tables::schedule(program, &story, &selection, script, violation)));
    composed.push(("names.txt".to_string(), models::names(program, &models, &RUNTIME)));
    let in_library =
        story.violated.is_some_and(|(id, _)| program.sources.is_embedded(program.property(id).span));
    let checks = match violation.kind {
        PropertyKind::Overflow => ARITHMETIC,
        PropertyKind::Pointer => INDICES,
        _ => "",
    };
    let checked = (checks, in_library);
    let command = build_command(program, checked, &names, &models, files, compilation);
    let script = format!("#!/bin/sh\ncd \"$(dirname \"$0\")\" && {command}\n");
    composed.push(("build.sh".to_string(), script));
    let command = format!("cd {} && {command}", quoted(&directory.display().to_string()));
    Some(Composed { files: composed, command })
}

fn edited<'t>(program: &'t Program, file: &'t UserFile) -> Edited<'t> {
    let id = program.sources.find_file(&file.name).or_else(|| program.sources.find_file("<stdin>"));
    Edited::new(&file.text, program, id)
}

/// The models and their headers.
fn compose_library(
    program: &Program,
    story: &Story<'_>,
    selection: &Selection,
    models: &[Model],
    composed: &mut Vec<(String, String)>,
) {
    if models.is_empty() {
        return;
    }
    composed
        .extend(models::headers().map(|(name, text)| (format!("library/include/{name}"), text.to_string())));
    for model in models {
        let is_here =
            |span: Span| *program.sources.locate(span).file == format!("{EMBEDDED_PREFIX}{}", model.name);
        let text = format!("{}{}", model.text, places(program, story, selection, is_here));
        composed.push((format!("library/{}", model.name), text));
    }
}

fn extend_declarations(program: &Program, selection: &Selection, file: usize, edited: &mut Edited<'_>) {
    for (number, site) in selection.sites.iter().enumerate() {
        if unit_of(program, site.start) == file {
            edited.declare(*site, number);
        }
    }
    for function in &program.functions {
        let is_section = function.name.starts_with("__VERIFIER_atomic_") && !function.blocks.is_empty();
        if is_section && unit_of(program, function.span.start) == file {
            edited.make_section(function.span);
        }
    }
    // The outer of two that begin together is the first.
    let expressions = selection.expressions.iter().filter(|span| unit_of(program, span.start) == file);
    let mut expressions: Vec<_> = expressions.collect();
    expressions.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    for expression in expressions {
        edited.copy_value(*expression);
    }
    for (number, object) in selection.objects.iter().enumerate() {
        let index = object.index().wrapping_sub(1);
        if index < program.globals.len()
            && is_static_local(program, index)
            && unit_of(program, program.globals[index].span.start) == file
        {
            edited.tell_static(program.globals[index].span, number);
        }
    }
}

/// Prototypes of inputs that the file does not declare: gcc would take each for a function that returns `int`.
fn undeclared_inputs(program: &Program, file: usize) -> String {
    let Some(unit) = program.sources.units().get(file) else { return String::new() };
    let mut text = String::new();
    for (name, ty) in models::inputs(program) {
        if let (true, Some(result)) = (name.starts_with("__VERIFIER_nondet_"), tables::c_type(ty))
            && unit.text.contains(&name)
            && !is_declared(&unit.text, &name)
        {
            let _ = write!(text, " {result} {name}();");
        }
    }
    text
}

/// Whether a type stands before the name somewhere.
fn is_declared(text: &str, name: &str) -> bool {
    let is_part = |c: char| c == '_' || c.is_ascii_alphanumeric();
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].trim_end();
        let word = &before[before.trim_end_matches(is_part).len()..];
        let begins_a_statement = ["return", "else", "do", "case"].contains(&word);
        let is_whole = !text[at + name.len()..].starts_with(is_part) && before.len() < at;
        is_whole && !word.is_empty() && !begins_a_statement
    })
}

/// Functions at the end of a file that tell the runtime where its variables are.
fn places(
    program: &Program,
    story: &Story<'_>,
    selection: &Selection,
    is_here: impl Fn(Span) -> bool,
) -> String {
    let (mut places, mut places_of_threads) = (String::new(), String::new());
    for (number, object) in selection.objects.iter().enumerate() {
        let of_thread = story.thread_locals.get(object);
        let index = of_thread.map_or(object.index().wrapping_sub(1), |(global, _)| global.index());
        let Some(global) = program.globals.get(index) else { continue };
        if !is_nameable(program, index) || !is_here(global.span) {
            continue;
        }
        let call = format!("bmc_is_at({number}, &{});", global.name);
        let _ = match of_thread {
            Some((_, thread)) => {
                writeln!(places_of_threads, "    if (thread == {})\n        {call}", thread.0)
            }
            None => writeln!(places, "    {call}"),
        };
    }
    if places.is_empty() && places_of_threads.is_empty() {
        return String::new();
    }
    format!(
        "\n/* For the reproduction of the violation: where the variables are. */
void bmc_is_at(int, const volatile void *);
void bmc_each_thread(void (*)(int));
__attribute__((no_sanitize(\"thread\"))) static void bmc_tell_places_of_thread(int thread)
{{
{places_of_threads}}}
__attribute__((constructor, no_sanitize(\"thread\"))) static void bmc_tell_places(void)
{{
{places}    bmc_each_thread(bmc_tell_places_of_thread);
}}
"
    )
}

fn unit_of(program: &Program, offset: u32) -> usize {
    program.sources.units().partition_point(|unit| unit.base <= offset).saturating_sub(1)
}

fn file_name(index: usize, file: &UserFile) -> String {
    let name = Path::new(&file.name).file_name().and_then(|name| name.to_str()).unwrap_or("program.c");
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect();
    let plain = if plain.ends_with(".c") || plain.ends_with(".i") { plain } else { format!("{plain}.c") };
    format!("user{index}_{plain}")
}

const ARITHMETIC: &str =
    " -fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow";

const INDICES: &str = " -fsanitize=bounds";

/// `checked` is what gcc is to check, and whether the mistake is noticed in the library.
fn build_command(
    program: &Program,
    checked: (&str, bool),
    names: &[String],
    models: &[Model],
    files: &[UserFile],
    compilation: &Compilation,
) -> String {
    let model = if program.data_model == DataModel::Ilp32 { " -m32" } else { "" };
    let compiler = format!(
        "gcc{model} -g -O0 -w -fno-pie -fno-builtin -ftrivial-auto-var-init=zero -fsanitize=thread --param tsan-instrument-func-entry-exit=0 -r -nostdlib"
    );
    let mut command = format!("{compiler} -pthread -D_GNU_SOURCE");
    command.push_str(checked.0);
    let mut directories: Vec<&PathBuf> = files.iter().map(|file| &file.directory).collect();
    directories.dedup();
    for directory in directories {
        let _ = write!(command, " -iquote {}", quoted(&directory.display().to_string()));
    }
    for directory in &compilation.include_directories {
        let _ = write!(command, " -I {}", quoted(&directory.display().to_string()));
    }
    for file in &compilation.forced_includes {
        let _ = write!(command, " -include {}", quoted(&file.display().to_string()));
    }
    for (name, value) in &compilation.definitions {
        let value = value.as_ref().map(|value| format!("={value}")).unwrap_or_default();
        let _ = write!(command, " -D {}", quoted(&format!("{name}{value}")));
    }
    let _ = write!(command, " -o program.o {}", names.join(" "));
    let _ = write!(command, " && objcopy --redefine-syms=names.txt program.o");
    let mut library = "";
    if !models.is_empty() {
        let checks = if checked.1 { checked.0 } else { "" };
        let _ = write!(
            command,
            " && {compiler}{checks} -Wl,-z,muldefs -nostdinc -I library/include -o library.o library/*.c && objcopy -w --weaken-symbol='bmc_library_*' --weaken-symbol='__bmc_*' --redefine-syms=names.txt library.o"
        );
        library = " library.o";
    }
    let _ = write!(
        command,
        " && gcc{model} -g -w -no-pie -fno-pie -pthread -o reproduce program.o{library} {} schedule.c{} -Wl,--unresolved-symbols=ignore-all -lm",
        RUNTIME
            .map(|(name, _)| name)
            .into_iter()
            .filter(|name| name.ends_with(".c"))
            .collect::<Vec<_>>()
            .join(" "),
        models::aliases(models)
    );
    command
}

/// For a shell.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-=+,:".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_string();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}
