//! A violation as a C program that fails the same way every time.
//!
//! The user's files are compiled as they are. Rewriting them was considered and dropped: a context switch may lie
//! inside an expression, between the read and the write of `c++`, or inside a macro, and splitting expressions
//! means to write C for gcc from what another preprocessor and other headers have made of it. Writing C from the
//! IR would be exact, but then it is not the user's program that fails. Instead gcc itself instruments the
//! program: with `-fsanitize=thread` it calls a function before every access to memory, and our own runtime (see
//! `runtime/`) defines these functions in place of gcc's library. At each of them a thread can be held. Calls of
//! the library that synchronise or bring in values go to stand-ins by the linker's `--wrap`.
//!
//! What comes in is a program and the script of a violation that the replay has confirmed. `observe` watches the
//! interpreter run it, `select` keeps what the schedule depends on, `tables` writes that as C.
//!
//! A thread is held at the accesses of its history in order, recognised by their addresses. Where gcc evaluates
//! the operands of one expression in another order, or does in one access what the front end does in two, the
//! order within the history is not insisted on. A program that cannot follow says so and exits with 11; one that
//! ends in the violation says so and exits with 10.

mod observe;
mod select;
mod tables;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::exec::{Script, retell};
use crate::ir::{DataModel, ObjectId, Program, PropertyKind};
use crate::trace::Violation;
use observe::Story;
use select::{Selection, is_nameable, select};

const RUNTIME: [(&str, &str); 5] = [
    ("follow.h", include_str!("runtime/follow.h")),
    ("follow.c", include_str!("runtime/follow.c")),
    ("accesses.c", include_str!("runtime/accesses.c")),
    ("library.c", include_str!("runtime/library.c")),
    ("errors.c", include_str!("runtime/errors.c")),
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
    let stand_ins = stand_ins();
    let mut story = Story::new(program, &stand_ins);
    if !retell(program, script, &mut story) {
        return None;
    }
    let selection = select(program, script, &story);
    let mut names = Vec::new();
    let mut composed = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let name = file_name(index, file);
        let mut text = file.text.clone();
        text.push_str(&places(program, &selection, index));
        composed.push((name.clone(), text));
        names.push(name);
    }
    composed.extend(RUNTIME.map(|(name, text)| (name.to_string(), text.to_string())));
    composed.push(("schedule.c".to_string(), tables::schedule(program, &selection, violation)));
    let wraps: String = stand_ins.iter().map(|name| format!("-Wl,--wrap={name}\n")).collect();
    composed.push(("wrap.options".to_string(), wraps));
    let command = build_command(program, violation, &names, files, compilation);
    let script = format!("#!/bin/sh\ncd \"$(dirname \"$0\")\" && {command}\n");
    composed.push(("build.sh".to_string(), script));
    let command = format!("cd {} && {command}", quoted(&directory.display().to_string()));
    Some(Composed { files: composed, command })
}

/// The library functions that the runtime defines anew.
fn stand_ins() -> Vec<String> {
    let mut names = vec![];
    for (_, text) in RUNTIME {
        for line in text.lines() {
            let name = match line.strip_prefix("SCRIPTED(").or_else(|| line.strip_prefix("MOVES(")) {
                Some(rest) => rest.split([')', ',']).next(),
                None if line.starts_with("#define") || line.starts_with(' ') => None,
                None => line.split("__wrap_").nth(1).and_then(|rest| rest.split('(').next()),
            };
            names.extend(name.map(str::to_string));
        }
    }
    names.sort();
    names.dedup();
    names
}

/// A function at the end of a file that tells the runtime where its variables are.
fn places(program: &Program, selection: &Selection, file: usize) -> String {
    let mut text = String::new();
    for (number, object) in selection.objects.iter().enumerate() {
        let Some(index) = object.index().checked_sub(1).filter(|index| *index < program.globals.len()) else {
            continue;
        };
        let global = &program.globals[index];
        if is_nameable(program, index) && unit_of(program, global.span.start) == file {
            debug_assert_eq!(*object, ObjectId::new(index + 1));
            let _ = writeln!(text, "    bmc_is_at({number}, &{});", global.name);
        }
    }
    if text.is_empty() {
        return text;
    }
    format!(
        "\n/* For the reproduction of the violation: where the variables are. */\nvoid bmc_is_at(int, const volatile void *);\n__attribute__((constructor, no_sanitize(\"thread\"))) static void bmc_tell_places_{file}(void)\n{{\n{text}}}\n"
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

fn build_command(
    program: &Program,
    violation: &Violation,
    names: &[String],
    files: &[UserFile],
    compilation: &Compilation,
) -> String {
    let model = if program.data_model == DataModel::Ilp32 { " -m32" } else { "" };
    let mut command = format!(
        "gcc{model} -g -O0 -w -fno-pie -pthread -D_GNU_SOURCE -fno-builtin -ftrivial-auto-var-init=zero -fsanitize=thread --param tsan-instrument-func-entry-exit=0"
    );
    if violation.kind == PropertyKind::Overflow {
        command
            .push_str(" -fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow");
    }
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
    let _ = write!(command, " -c {}", names.join(" "));
    let objects: Vec<String> = names.iter().map(|name| format!("{}.o", &name[..name.len() - 2])).collect();
    let runtime: Vec<&str> =
        RUNTIME.iter().map(|(name, _)| *name).filter(|name| name.ends_with(".c")).collect();
    let _ = write!(
        command,
        " && gcc{model} -g -w -no-pie -fno-pie -fno-builtin -pthread -o reproduce {} {} schedule.c @wrap.options -Wl,--unresolved-symbols=ignore-all -lm",
        objects.join(" "),
        runtime.join(" ")
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
