//! Reproducers: for violated programs, `--repro` is built with gcc and run.
//!
//! Of `tests/programs`, the ordinary run takes every ninth, so that it is short; `REPRO=all` takes all of them and
//! `REPRO=text` those with the text in their name. Programs that cannot work are listed with the reason, and one
//! of them that starts to work fails the run. Of the programs that the oracle generates, the ordinary run takes the
//! first violated one of each kind; `BMC_ORACLE_SEEDS=from..to` takes all of these seeds. Larger programs, in the shape of
//! real ones, are folders of `tests/inputs/reproduced`. Every violation of a program is to be reproduced. Without gcc
//! there is nothing to do.

#[path = "oracle/arrays.rs"]
mod arrays;
#[path = "oracle/blocks.rs"]
mod blocks;
#[path = "oracle/calls.rs"]
mod calls;
#[path = "oracle/endless.rs"]
mod endless;
#[path = "support/expectation.rs"]
mod expectation;
#[allow(dead_code, reason = "tests/verdicts_with_gcc.rs shares it")]
#[path = "oracle/flow.rs"]
mod flow;
#[path = "oracle/generate.rs"]
mod generate;
#[path = "oracle/jobs.rs"]
mod jobs;
#[path = "oracle/lifetimes.rs"]
mod lifetimes;
#[path = "oracle/misuse.rs"]
mod misuse;
#[path = "oracle/orders.rs"]
mod orders;
#[expect(dead_code, reason = "the oracle asks for more")]
#[path = "oracle/parts.rs"]
mod parts;
#[path = "support/program.rs"]
mod program;
#[path = "oracle/rare.rs"]
mod rare;
#[path = "oracle/spinning.rs"]
mod spinning;
#[path = "oracle/synchronise.rs"]
mod synchronise;
#[path = "oracle/unchecked.rs"]
mod unchecked;
#[path = "oracle/undefined.rs"]
mod undefined;
#[path = "oracle/waiting.rs"]
mod waiting;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bmc_conc::check::{CheckOptions, Counterexample, check};
use bmc_conc::repro::{self, Compilation, UserFile};
use bmc_conc::source::Input;
use expectation::Expectation;
use parts::Part;

const WORKERS: usize = 2;
const ONE_IN: usize = 9;
/// Bounds for generated programs.
const ROUNDS: u32 = 4;
const UNWIND: u32 = 3;
const UNNOTICED: &str = "whether the error shows is not as it should be";
const REPRODUCED: i32 = 10;
const NOT_FOLLOWED: i32 = 11;

/// Whether the program works may depend on the machine.
enum Obstacle {
    Always,
    HereAndThere,
}
use Obstacle::{Always, HereAndThere};

const OTHER_ORDER: &str = "gcc evaluates the operands in the other order";
const NEVER_FAILS: &str = "on this machine a weak exchange fails only if the values differ";

/// What the code of gcc finds where nothing was passed, or returned.
const BY_CHANCE: &str = "what is not passed is whatever the register or the stack has";
const ADDRESS_IS_INPUT: &str = "the input is the address of a function, which gcc puts elsewhere";
const IN_THE_LIBRARY: &str = "in the library, gcc does not notice a call with another type";

const CANNOT_WORK: &[(&str, Obstacle, &str)] = &[
    (
        "assembly_without_instructions",
        Always,
        "its assembly is for 32 bits: what it does to the stack ends a program of 64 bits by a signal",
    ),
    ("asynchronous_calls_of_cbmc", Always, "for gcc the label that starts a thread is only a label"),
    ("call_back_once_takes_too_much", Always, IN_THE_LIBRARY),
    ("call_thread_takes_too_much", Always, IN_THE_LIBRARY),
    ("call_backs_of_the_library", HereAndThere, BY_CHANCE),
    ("call_by_an_old_declaration_unchecked", HereAndThere, BY_CHANCE),
    ("call_end_without_return", HereAndThere, BY_CHANCE),
    ("call_of_anything_of_another_type", Always, ADDRESS_IS_INPUT),
    ("call_of_anything_reaches_the_bad_one", Always, ADDRESS_IS_INPUT),
    ("call_missing_argument_unchecked", HereAndThere, BY_CHANCE),
    ("call_number_too_narrow_unchecked", HereAndThere, BY_CHANCE),
    ("call_result_of_a_void_function", HereAndThere, BY_CHANCE),
    ("call_thread_takes_too_much_unchecked", HereAndThere, BY_CHANCE),
    ("call_thread_with_narrow_result", HereAndThere, BY_CHANCE),
    ("call_thread_without_result", HereAndThere, BY_CHANCE),
    ("library_c11_detached", HereAndThere, OTHER_ORDER),
    ("functions_of_cbmc", Always, "gcc has no __CPROVER_bool"),
    (
        "library_cleanup_left_by_return",
        Always,
        "with glibc's macros the handler is a place to jump to in a function that has returned",
    ),
    (
        "library_format_wants_more",
        Always,
        "a missing argument is whatever the register or the stack has, and sprintf does not notice",
    ),
    ("pointer_goes_far_and_comes_back", Always, "the machine does not mind where a pointer was in between"),
    ("order_and_the_end_of_the_program", HereAndThere, OTHER_ORDER),
    ("order_and_waiting_for_ever", HereAndThere, OTHER_ORDER),
    ("order_of_arguments_from_right", HereAndThere, OTHER_ORDER),
    ("order_of_calls_with_effects", HereAndThere, OTHER_ORDER),
    ("order_of_compound_assignment", HereAndThere, OTHER_ORDER),
    ("order_of_function_and_argument", HereAndThere, OTHER_ORDER),
    ("order_of_initialisers", HereAndThere, OTHER_ORDER),
    ("order_of_join_and_read", HereAndThere, OTHER_ORDER),
    ("order_of_nested_operands", HereAndThere, OTHER_ORDER),
    ("order_of_write_and_publication", HereAndThere, OTHER_ORDER),
    ("thread_of_anything_unchecked", Always, ADDRESS_IS_INPUT),
    ("types_without_a_header", Always, "gcc knows wchar_t only from a header"),
    ("weak_exchange_builtin_may_fail", HereAndThere, NEVER_FAILS),
    ("weak_exchange_may_fail", HereAndThere, NEVER_FAILS),
    ("weak_exchange_races_on_what_it_expects", HereAndThere, NEVER_FAILS),
    ("weak_exchange_with_counted_attempts", HereAndThere, NEVER_FAILS),
    ("words_of_c23", HereAndThere, "older versions of gcc do not know the words of C23"),
];

/// Programs whose error gcc's code does not show: that the schedule leads to its place is all there is to see.
const NOT_NOTICED: [(&str, &str); 9] = [
    ("call_by_an_old_declaration", BY_CHANCE),
    ("call_missing_argument", BY_CHANCE),
    ("call_number_for_a_float", BY_CHANCE),
    ("call_number_too_narrow", BY_CHANCE),
    ("call_struct_of_another_kind", BY_CHANCE),
    ("call_without_a_declaration", BY_CHANCE),
    ("overflow_atomic_operators", "gcc does not check the arithmetic of atomic operators"),
    ("overflow_constant_expression", "gcc evaluates constant expressions when it compiles"),
    ("variadic_too_few_arguments", "a missing argument is whatever the register or the stack has"),
];

#[test]
fn reproducers_of_violated_programs_fail_the_same_way_every_time() {
    if !has_gcc() {
        println!("skipped: there is no gcc");
        return;
    }
    let chosen = chosen_programs();
    assert!(!chosen.is_empty(), "no violated program is chosen");
    let judged =
        in_parallel(&chosen, |path| judge(path).err().map(|what| format!("{}: {what}", name_of(path))));
    let failures: Vec<String> = judged.into_iter().flatten().collect();
    println!("test programs: {} tried, {} disagree", chosen.len(), failures.len());
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), chosen.len(), failures.join("\n"));
}

#[test]
fn reproducers_of_larger_programs_fail_the_same_way_every_time() {
    if !has_gcc() {
        println!("skipped: there is no gcc");
        return;
    }
    let mut folders = entries(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs/reproduced"));
    if let Ok(text) = std::env::var("REPRO") {
        folders.retain(|folder| text == "all" || name_of(folder).contains(&text));
    }
    for folder in folders {
        let directory = fresh_directory(&name_of(&folder));
        let files = entries(&folder).into_iter().filter(|path| path.extension().is_some_and(|it| it == "c"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
        command.args(["check", "-q", "--repro"]).arg(&directory).args(files);
        let result = write_reproducers(&mut command, &directory)
            .and_then(|reproducers| {
                in_parallel(&reproducers, build_and_run).into_iter().collect::<Result<Vec<_>, _>>()
            })
            .and_then(
                |noticed| if noticed.iter().all(|is| *is) { Ok(()) } else { Err(UNNOTICED.to_string()) },
            );
        assert_eq!(result, Ok(()), "{}", name_of(&folder));
        let _ = std::fs::remove_dir_all(directory);
    }
}

#[test]
fn reproducers_of_generated_programs_fail_the_same_way_every_time() {
    if !has_gcc() {
        println!("skipped: there is no gcc");
        return;
    }
    let seeds = std::env::var("BMC_ORACLE_SEEDS").ok().map(|range| {
        let (from, to) = range.split_once("..").expect("BMC_ORACLE_SEEDS is FROM..TO");
        from.parse().expect("FROM is a number")..to.parse().expect("TO is a number")
    });
    let (mut tried, mut violated) = (0, 0);
    let mut failures = Vec::new();
    // What gcc's code finds where nothing was passed is beyond the control of a reproducer.
    let parts = parts::all().into_iter().filter(|part| !part.name.ends_with("calls"));
    for part in parts {
        for seed in seeds.clone().unwrap_or(0..u64::MAX) {
            tried += 1;
            match reproduce_generated(part, seed) {
                None => continue,
                Some(Ok(())) => {}
                Some(Err(what)) => failures.push(format!("{}, seed {seed}: {what}", part.name)),
            }
            violated += 1;
            if seeds.is_none() {
                break;
            }
        }
    }
    println!("reproducers: {tried} tried, {violated} violated, {} disagree", failures.len());
    assert!(failures.is_empty(), "{} of {violated}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_program_that_was_repaired_does_not_reproduce_the_violation() {
    if !has_gcc() {
        println!("skipped: there is no gcc");
        return;
    }
    for (name, wrong, right) in [
        ("lost_update", "assert(counter == 2)", "assert(counter >= 1)"),
        ("deadlock_lock_inversion", "pthread_mutex_lock", "pthread_mutex_trylock"),
        ("deadlock_forgotten_unlock", "if (used == 1)", "if (used == 5)"),
        ("leak_when_main_does_not_wait", "&number);", "&number); pthread_join(thread, 0);"),
        ("api_key_never_created", "pthread_setspecific(key, &value);", ";"),
        ("race_of_use_and_free", "free(shared)", "(void)shared"),
        ("library_formatted_text_too_long", "12345", "123"),
        ("uninitialised_local", "local == 123456", "local == 123456 && 0"),
    ] {
        let path = programs().join(format!("{name}.c"));
        let directory = fresh_directory(&format!("{name}_repaired"));
        let directory =
            write_reproducers(&mut check_program(&path, &directory).unwrap(), &directory).unwrap();
        let directory = directory.last().expect("it is violated");
        let copy = directory.join(format!("user0_{name}.c"));
        let text = std::fs::read_to_string(&copy).unwrap();
        assert!(text.contains(wrong), "{name} contains {wrong}");
        std::fs::write(&copy, text.replace(wrong, right)).unwrap();
        build(directory).unwrap();
        let (code, output) = run(directory);
        assert_eq!(code, Some(NOT_FOLLOWED), "{name}: {output}");
        assert!(output.starts_with("not reproduced: "), "{name}: {output}");
    }
}

#[test]
fn every_program_that_is_listed_exists() {
    let unnoticed = NOT_NOTICED.iter().map(|(name, reason)| (*name, *reason));
    for (name, reason) in CANNOT_WORK.iter().map(|(name, _, reason)| (*name, *reason)).chain(unnoticed) {
        assert!(programs().join(format!("{name}.c")).exists(), "{name} is listed: {reason}");
    }
}

#[test]
fn without_a_violation_nothing_is_written() {
    let directory = fresh_directory("nothing");
    let output = Command::new(env!("CARGO_BIN_EXE_bmc-conc"))
        .args(["check", "-q", "--repro"])
        .arg(&directory)
        .arg(programs().join("two_locks_in_order.c"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(!directory.exists());
}

/// The results for all paths, in their order.
fn in_parallel<T: Send>(paths: &[PathBuf], work: impl Fn(&Path) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = paths.get(index) else { break };
                    let result = work(path);
                    results.lock().unwrap().insert(index, result);
                }
            });
        }
    });
    results.into_inner().unwrap().into_values().collect()
}

fn judge(path: &Path) -> Result<(), String> {
    let listed = CANNOT_WORK.iter().find(|(name, _, _)| *name == name_of(path));
    match (listed, reproduce(path)) {
        (None, result) => result,
        (Some((_, Always, reason)), Ok(())) => Err(format!("works, though it is listed: {reason}")),
        (Some(_), _) => Ok(()),
    }
}

/// Builds the reproducer of every violation and runs it twice.
fn reproduce(path: &Path) -> Result<(), String> {
    let directory = fresh_directory(&name_of(path));
    let mut unnoticed = 0;
    for reproducer in write_reproducers(&mut check_program(path, &directory)?, &directory)? {
        unnoticed += usize::from(!build_and_run(&reproducer)?);
    }
    let is_listed = NOT_NOTICED.iter().any(|(name, _)| *name == name_of(path));
    if is_listed != (unnoticed > 0) {
        return Err(UNNOTICED.to_string());
    }
    let _ = std::fs::remove_dir_all(directory);
    Ok(())
}

/// Whether the program itself shows the error.
fn build_and_run(directory: &Path) -> Result<bool, String> {
    if let Err(what) = build(directory) {
        let text = std::fs::read_to_string(directory.join("build.sh")).unwrap_or_default();
        if text.contains("-m32") && !has_headers_for_32_bits() {
            println!("{} skipped: gcc has no headers for 32 bits", name_of(directory));
            return Ok(true);
        }
        return Err(what);
    }
    run_twice(directory)
}

/// The reproducer of a generated program, if that is violated.
fn reproduce_generated(part: Part, seed: u64) -> Option<Result<(), String>> {
    let text = (part.generate)(seed);
    let name = format!("seed{seed}.c");
    let input = Input::Text { name: name.clone(), text: text.clone() };
    let program = program::program(input, part.checks).expect("generated programs compile");
    let options = CheckOptions { rounds: Some(ROUNDS), unwind: Some(UNWIND), ..CheckOptions::default() };
    let outcome = check(&program, &options, &|_| {}).expect("generated programs are supported");
    if outcome.violations.is_empty() {
        return None;
    }
    let directory = fresh_directory(&format!("{} {seed}", part.name));
    let files = [UserFile { name, text, directory: PathBuf::from(".") }];
    for (number, Counterexample { trace, script, .. }) in outcome.violations.iter().enumerate() {
        let reproducer = directory.join((number + 1).to_string());
        let compilation = Compilation::default();
        let composed = repro::compose(&program, script, &trace.violation, &files, &compilation, &reproducer);
        let composed = composed.unwrap_or_else(|| panic!("{} seed {seed}: there is no schedule", part.name));
        for (name, text) in composed.files {
            let path = reproducer.join(name);
            std::fs::create_dir_all(path.parent().expect("a file is in a folder"))
                .expect("folders can be made");
            std::fs::write(path, text).expect("the program can be written");
        }
        let noticed = build(&reproducer).and_then(|()| run_twice(&reproducer));
        let reproduced = noticed.and_then(|is| if is { Ok(()) } else { Err(UNNOTICED.to_string()) });
        if reproduced.is_err() && part.name == parts::orders().name {
            println!("{}, seed {seed}: gcc decides otherwise what C leaves open", part.name);
            return None;
        }
        if part.name == parts::jobs().name && reproduced == Err(UNNOTICED.to_string()) {
            println!("{}, seed {seed}: what a job that nobody filled calls is left to chance", part.name);
            return None;
        }
        if reproduced.is_err() && has_reads_that_gcc_leaves_out(&files[0].text) {
            println!("{}, seed {seed}: gcc leaves out a read", part.name);
            return None;
        }
        if reproduced.is_err() {
            return Some(reproduced);
        }
    }
    let _ = std::fs::remove_dir_all(directory);
    Some(Ok(()))
}

/// Whether there is something like `y == y + 2` or `y - y`, of which gcc knows the answer, or `*p++;`, whose value
/// nobody wants: gcc does not read the variable.
fn has_reads_that_gcc_leaves_out(text: &str) -> bool {
    let has_equal_operands = |operator| {
        text.split(operator).zip(text.split(operator).skip(1)).any(|(before, after)| {
            let is_part = |c: char| c.is_ascii_alphanumeric() || "_[]*>-.".contains(c);
            let left = &before[before.trim_end_matches(is_part).len()..];
            let right = &after[..after.find(|c| !is_part(c)).unwrap_or(after.len())];
            !left.is_empty() && left == right
        })
    };
    [" == ", " - "].into_iter().any(has_equal_operands) || text.lines().any(|line| line.trim() == "*p++;")
}

/// Whether the program itself shows the error.
fn run_twice(directory: &Path) -> Result<bool, String> {
    let mut is_noticed = true;
    for _ in 0..2 {
        let (code, output) = run(directory);
        if code != Some(REPRODUCED) || !output.contains("reproduced: ") {
            return Err(format!("{}, {code:?}: {output}", directory.display()));
        }
        is_noticed &= !output.contains("does not notice");
    }
    Ok(is_noticed)
}

/// What checks a test program with the options that it says.
fn check_program(path: &Path, directory: &Path) -> Result<Command, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let header = expectation::read(&text)?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    command.args(["check", "-q", "--repro"]).arg(directory).arg(path).args(&header.options);
    for (option, bound) in [("--rounds", header.rounds), ("--unwind", header.unwind)] {
        if let Some(bound) = bound {
            command.arg(option).arg(bound.to_string());
        }
    }
    Ok(command)
}

/// The directories of the reproducers, one for each violation.
fn write_reproducers(check: &mut Command, directory: &Path) -> Result<Vec<PathBuf>, String> {
    let output = check.output().map_err(|error| error.to_string())?;
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut written = vec![directory.to_path_buf()];
    if !directory.join("build.sh").exists() && directory.exists() {
        written = entries(directory);
        written.sort_by_key(|path| name_of(path).parse::<u32>().ok());
    }
    written.retain(|path| path.join("build.sh").exists());
    match output.status.code() {
        Some(10) if !written.is_empty() => Ok(written),
        code => Err(format!("no reproducer, exit code {code:?}: {complaint}")),
    }
}

fn build(directory: &Path) -> Result<(), String> {
    let output = Command::new("sh").arg(directory.join("build.sh")).output();
    let output = output.map_err(|error| error.to_string())?;
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(()) } else { Err(format!("gcc: {complaint}")) }
}

/// Exit code and last line.
fn run(directory: &Path) -> (Option<i32>, String) {
    // What the program writes stays beside it.
    let mut reproduce = Command::new(directory.join("reproduce"));
    let output = reproduce.current_dir(directory).output().expect("the program was built");
    let text = String::from_utf8_lossy(&output.stdout);
    (output.status.code(), text.lines().last().unwrap_or_default().to_string())
}

fn chosen_programs() -> Vec<PathBuf> {
    let mut paths = entries(&programs());
    paths.retain(|path| {
        path.extension().is_some_and(|extension| extension == "c") && {
            let text = std::fs::read_to_string(path).unwrap();
            let header = expectation::read(&text).unwrap();
            header.known_bug.is_none() && matches!(header.expectation, Expectation::Violated { .. })
        }
    });
    match std::env::var("REPRO") {
        Ok(text) if text == "all" => paths,
        Ok(text) => paths.into_iter().filter(|path| name_of(path).contains(&text)).collect(),
        Err(_) => paths.into_iter().step_by(ONE_IN).collect(),
    }
}

fn has_gcc() -> bool {
    Command::new("gcc").arg("--version").output().is_ok_and(|output| output.status.success())
}

fn has_headers_for_32_bits() -> bool {
    let program = fresh_directory("bits");
    let _ = std::fs::create_dir_all(&program);
    let file = program.join("empty.c");
    let _ = std::fs::write(&file, "#include <pthread.h>\nint main(void) { return 0; }\n");
    let output = Command::new("gcc").arg("-m32").arg(&file).arg("-o").arg(program.join("empty")).output();
    output.is_ok_and(|output| output.status.success())
}

fn fresh_directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("repro").join(name);
    let _ = std::fs::remove_dir_all(&directory);
    directory
}

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// What is in the directory, by name.
fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("the directory can be read");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn name_of(path: &Path) -> String {
    path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
