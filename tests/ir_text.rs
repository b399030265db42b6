//! The text of a program is the program: what is printed is read back, prints the same, and gets the same verdict.
//!
//! Every program of the tests and of the documentation is printed with the options of its first lines and read.
//! Of those that need few options everything is compared, places in the sources aside, and `check` answers about
//! every fifth of them twice. And texts in which something was deleted, doubled, swapped or replaced are refused or
//! read, but never make the parser panic.

#[path = "support/expectation.rs"]
mod expectation;
#[path = "support/random.rs"]
mod random;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bmc_conc::check::{CheckOptions, check};
use bmc_conc::ir::{Block, DataModel, Function, Global, Op, Program, parse, verify};
use bmc_conc::load::{LoadOptions, load};
use bmc_conc::property::Check;
use bmc_conc::source::Input;
use expectation::Header;
use random::Random;

const WORKERS: usize = 2;
const SAMPLE: usize = 5;
const MUTATIONS: u64 = 300;

#[test]
fn every_program_is_read_as_it_is_printed() {
    let mut paths = files("tests/programs", "c");
    paths.extend(files("docs/examples", "c"));
    let read = AtomicUsize::new(0);
    let failures = for_each(&paths, |path| {
        let options = header(path).map_or(Vec::new(), |header| header.options);
        let Some(text) = dumped(path, &options) else { return Ok(()) };
        read.fetch_add(1, Ordering::Relaxed);
        let program = parse(&text).map_err(|error| error.to_string())?;
        verify(&program).map_err(|broken| broken.join("; "))?;
        first_difference(&text, &program.to_text())
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let read = read.into_inner();
    assert!(read > paths.len() * 9 / 10, "only {read} of {} programs compile", paths.len());
}

#[test]
fn the_text_gets_the_verdict_of_the_program() {
    let paths: Vec<PathBuf> = files("tests/programs", "c").into_iter().step_by(SAMPLE).collect();
    let (violated, others) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let failures = for_each(&paths, |path| {
        let Some((program, options)) = header(path).and_then(|header| compiled(path, &header)) else {
            return Ok(());
        };
        let again = parse(&program.to_text()).map_err(|error| error.to_string())?;
        let (expected, found) = (answer(&program, &options), answer(&again, &options));
        let count = if expected.starts_with("violated {\"") { &violated } else { &others };
        count.fetch_add(1, Ordering::Relaxed);
        if expected == found { Ok(()) } else { Err(format!("{expected}, but from its text {found}")) }
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let (violated, others) = (violated.into_inner(), others.into_inner());
    assert!(violated > 15 && others > 15, "{violated} violated, {others} others");
}

#[test]
fn nothing_of_a_program_is_lost() {
    let paths = files("tests/programs", "c");
    let compared = AtomicUsize::new(0);
    let failures = for_each(&paths, |path| {
        let Some((program, _)) = header(path).and_then(|header| compiled(path, &header)) else {
            return Ok(());
        };
        compared.fetch_add(1, Ordering::Relaxed);
        let again = parse(&program.to_text()).map_err(|error| error.to_string())?;
        is_same(&program, &again)
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(compared.into_inner() > paths.len() * 8 / 10);
}

#[test]
fn the_example_of_the_documentation_is_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ir.md");
    let documentation = std::fs::read_to_string(path).expect("the documentation can be read");
    let (_, example) = documentation.split_once("```text\n").expect("there is an example");
    let (example, _) = example.split_once("```").expect("the example has an end");
    let bare = example.lines().map(|line| line.split_once(';').map_or(line, |(line, _)| line).trim_end());
    let program = parse(example).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(program.to_text().lines().collect::<Vec<_>>(), bare.collect::<Vec<_>>());
}

#[test]
fn no_mutation_of_a_text_makes_the_parser_panic() {
    let small = files("src/frontend/tests/lower", "ir").into_iter();
    let small = small.map(|path| std::fs::read_to_string(path).expect("a text can be read"));
    let whole = files("docs/examples", "c").into_iter();
    let whole = whole.map(|path| dumped(&path, &[]).expect("the examples compile"));
    let mut random = Random::new(1);
    let (mut refused, mut accepted) = (0, 0);
    for text in small.chain(whole) {
        let parts = parts(&text);
        for _ in 0..MUTATIONS {
            let mutated = mutated(&parts, &mut random);
            let Ok(result) = std::panic::catch_unwind(|| parse(&mutated)) else {
                panic!("the parser panics on\n{mutated}");
            };
            let Ok(program) = result else {
                refused += 1;
                continue;
            };
            accepted += 1;
            let text = program.to_text();
            let again = parse(&text).unwrap_or_else(|error| panic!("{error}\n{mutated}\n{text}"));
            assert_eq!(again.to_text(), text, "{mutated}");
        }
    }
    assert!(refused > 1000 && accepted > 300, "{refused} refused, {accepted} accepted");
}

/// What the work says is wrong, with the names of the files.
fn for_each(paths: &[PathBuf], work: impl Fn(&Path) -> Result<(), String> + Sync) -> Vec<String> {
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(what) = work(path) {
                        failures.lock().unwrap().push(format!("{}: {what}", path.display()));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    failures
}

fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|e| e == extension)).collect();
    paths.sort();
    paths
}

/// The examples of the documentation have none.
fn header(path: &Path) -> Option<Header> {
    expectation::read(&std::fs::read_to_string(path).expect("a program can be read")).ok()
}

/// `None` if the program does not compile.
fn dumped(path: &Path, options: &[String]) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    let output = command.arg("check").args(options).args(["--dump", "ir"]).arg(path).output();
    let output = output.expect("the binary runs");
    let text = String::from_utf8(output.stdout).expect("the output is text");
    output.status.success().then_some(text)
}

/// `None` if the program does not compile, or asks for more than is understood here.
fn compiled(path: &Path, header: &Header) -> Option<(Program, CheckOptions)> {
    let mut options = LoadOptions::default();
    for option in header.options.chunks(2) {
        match option {
            [name, value] if name == "--check" => {
                options.compile.checks = value.split(',').map(Check::named).collect::<Option<_>>()?;
            }
            [name, value] if name == "--data-model" => {
                options.compile.data_model = DataModel::named(value)?;
                options.preprocess.data_model = DataModel::named(value)?;
            }
            _ => return None,
        }
    }
    let loaded = load([Input::Path(path.into())], &options).ok()?;
    let (rounds, unwind) = (header.rounds.or(Some(2)), header.unwind.or(Some(2)));
    Some((loaded.program, CheckOptions { rounds, unwind, ..CheckOptions::default() }))
}

/// The verdict and what it rests on, without places in the sources.
fn answer(program: &Program, options: &CheckOptions) -> String {
    let outcome = match check(program, options, &|_| {}) {
        Ok(outcome) => outcome,
        Err(diagnostics) => return format!("refused: {}", diagnostics[0].message),
    };
    let mut cuts: Vec<String> = outcome.cuts().iter().map(|cut| format!("{:?}", cut.bound)).collect();
    cuts.sort();
    // How many races are told depends on which of them is found first.
    let violated: BTreeSet<&str> =
        outcome.violations.iter().map(|one| one.trace.violation.property.as_str()).collect();
    format!("violated {violated:?}, others {:?}, left out {cuts:?}", outcome.rest)
}

fn first_difference(expected: &str, found: &str) -> Result<(), String> {
    let mut lines = expected.lines().zip(found.lines());
    match lines.find(|(expected, found)| expected != found) {
        Some((expected, found)) => Err(format!("'{expected}' becomes '{found}'")),
        None if expected.len() != found.len() => Err("lines are lost".to_string()),
        None => Ok(()),
    }
}

/// Apart from places in the sources.
fn is_same(one: &Program, other: &Program) -> Result<(), String> {
    let of_program = |p: &Program| {
        let properties = p.properties.iter().map(|p| (p.name.clone(), p.kind, p.description.clone()));
        let limits = p.limits.iter().map(|limit| limit.description.clone());
        let all = (properties.collect::<Vec<_>>(), limits.collect::<Vec<_>>(), p.open.clone());
        let target = (p.data_model, p.pointers, p.entry);
        (target, all, p.signatures.clone(), p.adapters.clone(), p.answers.clone())
    };
    let of_global = |g: &Global| {
        let initial: Vec<_> = g.initial.iter().map(|i| (i.offset, i.ty, i.value)).collect();
        (g.name.clone(), g.layout.clone(), initial, g.thread_local, g.constant.clone())
    };
    let of_function = |f: &Function| {
        let registers: Vec<_> = f.registers.iter().map(|r| (r.ty, r.name.clone())).collect();
        let locals = f.locals.iter().map(|l| (l.name.clone(), l.layout.clone(), l.constant.clone()));
        let loops: Vec<_> = f.loops.iter().map(|l| (l.first, l.last, l.body)).collect();
        let head = (f.name.clone(), f.signature.clone(), f.parameters.clone(), f.result);
        (head, registers, locals.collect::<Vec<_>>(), loops)
    };
    let of_block = |b: &Block| {
        let ops: Vec<Op> = b.instructions.iter().map(|instruction| instruction.op.clone()).collect();
        (ops, b.terminator.clone())
    };
    let blocks = |p: &Program| p.functions.iter().flat_map(|f| &f.blocks).map(of_block).collect::<Vec<_>>();
    equal(&of_program(one), &of_program(other))?;
    let globals = |p: &Program| p.globals.iter().map(of_global).collect::<Vec<_>>();
    equal(&globals(one), &globals(other))?;
    let functions = |p: &Program| p.functions.iter().map(of_function).collect::<Vec<_>>();
    equal(&functions(one), &functions(other))?;
    equal(&blocks(one), &blocks(other))
}

fn equal<T: PartialEq + std::fmt::Debug>(one: &T, other: &T) -> Result<(), String> {
    if one == other { Ok(()) } else { Err(format!("{one:?}\nbecomes\n{other:?}")) }
}

/// Words and single marks; nothing is lost.
fn parts(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_in_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '%' | '&');
        let length = rest.find(|c| !is_in_word(c)).unwrap_or(rest.len());
        let (part, behind) = rest.split_at(length.max(first.len_utf8()));
        parts.push(part.to_string());
        rest = behind;
    }
    parts
}

#[derive(Clone, Copy)]
enum Change {
    Delete,
    Double,
    Swap,
    Word,
    Number,
}

fn mutated(parts: &[String], random: &mut Random) -> String {
    const CHANGES: [Change; 5] = [Change::Delete, Change::Double, Change::Swap, Change::Word, Change::Number];
    let (high, wide) = (u32::MAX, "340282366920938463463374607431768211456");
    let (register, block) = (format!("%{high}"), format!("b{high}"));
    let words = ["-1", wide, "nan", "\"", "\\u{", &register, &block, "é", "ptr", "i128", "\n"];
    let mut parts = parts.to_vec();
    for _ in 0..=random.below(2) {
        let (one, other) = (place(&parts, random), place(&parts, random));
        match random.of(&CHANGES) {
            Change::Delete => parts[one].clear(),
            Change::Double => parts.insert(one, parts[one].clone()),
            Change::Swap => parts.swap(one, other),
            Change::Word => parts[one] = random.pick(&words).to_string(),
            Change::Number => parts[one] = random.value().to_string(),
        }
    }
    parts.concat()
}

/// Mostly not a space, since one more or less of those means nothing.
fn place(parts: &[String], random: &mut Random) -> usize {
    loop {
        let at = random.below(parts.len() as u64) as usize;
        if parts[at] != " " || random.chance(10) {
            return at;
        }
    }
}
