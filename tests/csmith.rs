//! Programs made by csmith: `bmc-conc run` must print what they print when gcc compiles them, and `bmc-conc check` must
//! find that the checksum is that one and no other.
//!
//! For the latter the checksum becomes an assertion: that it differs from gcc's is violated, that it equals gcc's is not.
//! Those programs are smaller, since every value in them becomes part of a formula.
//!
//! csmith writes programs without undefined behaviour that use most of sequential C and print a checksum of all
//! their variables. Nothing of it is switched off: bit-fields, packed structs, unions, volatiles, pointers, jumps
//! and 64-bit arithmetic are in every program, builtins, floating-point numbers and inline functions in some. A
//! few things are not csmith's to decide:
//!
//! - `__builtin_ia32_crc32qi` is an instruction of some processors, not C; `csmith_prelude.h` replaces it.
//! - csmith calls `__builtin_clz` and `__builtin_ctz` with 0 too, whose results are undefined;
//!   `csmith_prelude.h` gives both sides a result for that.
//! - The x87 of 32 bits computes with more precision than C asks for, so gcc is told not to use it.
//! - It converts floating-point numbers to integers that do not hold them, which is undefined. If the answers differ,
//!   the program counts only if gcc's sanitizer finds no such conversion.
//! - A program that does not end within seconds proves nothing and is left out. So is one that gcc refuses.
//!
//! `BMC_CSMITH_SEEDS=from..to` compares other programs than the few of the ordinary run. Without csmith, its
//! headers or gcc there is nothing to compare with; without libraries for 32 bits, half of it is left out. A program
//! on which the two differ is kept with the programs that the oracle keeps.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The programs of the ordinary run, in each data model.
const PROGRAMS: u64 = 6;
const WORKERS: usize = 2;
/// What a program gets when gcc has compiled it, and what the interpreter gets for it.
const SECONDS_WITH_GCC: &str = "2";
const SECONDS: &str = "60";
/// The exit codes of bmc-conc if it has no answer and if something is violated, and what it says if it has none for lack
/// of time.
const UNKNOWN: i32 = 4;
const VIOLATED: i32 = 10;
const OUT_OF_TIME: &str = "the time limit was reached";
/// The exit code of `timeout` if it had to end the program.
const TIMED_OUT: i32 = 124;

/// Read before every program, on both sides.
const PRELUDE: &str = "csmith_prelude.h";

/// How gcc and bmc-conc name a data model.
const MODELS: [(&str, &str); 2] = [("-m64", "lp64"), ("-m32", "ilp32")];

#[test]
fn programs_of_csmith_print_what_they_print_with_gcc() {
    compare_seeds("printed by csmith's programs", compare);
}

#[test]
fn checksums_of_csmith_are_what_they_are_with_gcc() {
    compare_seeds("checksums of csmith's programs", compare_verdicts);
}

type Comparison = fn(u64, &str, &str, &Path) -> Result<bool, String>;

fn compare_seeds(name: &str, compare: Comparison) {
    let Some(headers) = headers() else {
        eprintln!("there is no csmith with its headers, or no gcc; nothing is compared");
        return;
    };
    let given = std::env::var("BMC_CSMITH_SEEDS").ok();
    let seeds = match &given {
        Some(range) => {
            let (from, to) = range.split_once("..").expect("BMC_CSMITH_SEEDS is FROM..TO");
            from.parse().expect("FROM is a number")..to.parse().expect("TO is a number")
        }
        None => 0..PROGRAMS,
    };
    let models: Vec<(&str, &str)> = MODELS.into_iter().filter(|(width, _)| links(width)).collect();
    for (width, model) in MODELS.iter().filter(|model| !models.contains(model)) {
        eprintln!("gcc {width} cannot link; {model} is not compared");
    }

    let next = AtomicU64::new(seeds.start);
    let (tried, compared, disagreements) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    for (width, model) in &models {
                        tried.fetch_add(1, Ordering::Relaxed);
                        match compare(seed, width, model, &headers) {
                            Ok(true) => {
                                compared.fetch_add(1, Ordering::Relaxed);
                            }
                            Ok(false) => {}
                            Err(what) => {
                                disagreements.lock().unwrap().push(format!("seed {seed}, {model}: {what}"))
                            }
                        }
                    }
                }
            });
        }
    });
    let mut disagreements = disagreements.into_inner().unwrap();
    disagreements.sort();
    let compared = compared.into_inner();
    println!("{name}: {} tried, {compared} agree, {} disagree", tried.into_inner(), disagreements.len());
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
    // A single seed may well stand for a program that does not end.
    assert!(compared > 0 || given.is_some() || models.is_empty(), "some program can be compared");
}

/// False if gcc has no answer to compare with.
fn compare(seed: u64, width: &str, model: &str, headers: &Path) -> Result<bool, String> {
    let source = temporary(&format!("csmith_{seed}_{model}.c"));
    let binary = source.with_extension("out");
    generate(seed, &source, &[])?;
    let Some(wanted) = output_with_gcc(seed, &source, width, headers)? else { return Ok(false) };
    let mut run = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    run.args(["run", "--timeout", SECONDS, "--data-model", model, "-I"]).arg(headers);
    run.arg("--include").arg(prelude()).arg(&source);
    let got = run.output().map_err(|error| format!("bmc-conc cannot be started: {error}"))?;
    if got.status.code() == Some(UNKNOWN) && String::from_utf8_lossy(&got.stderr).contains(OUT_OF_TIME) {
        eprintln!("seed {seed}: {model} takes more than {SECONDS} seconds");
        return Ok(false);
    }
    if got.stdout != wanted.stdout || got.status.code() != wanted.status.code() {
        if has_undefined_conversion(&source, &binary, width, headers) {
            eprintln!("seed {seed}: {width} converts a number to a type that does not hold it");
            return Ok(false);
        }
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_string();
        let what = format!(
            "gcc prints '{}' ({:?}), bmc-conc '{}' ({:?}) {}",
            text(&wanted.stdout),
            wanted.status.code(),
            text(&got.stdout),
            got.status.code(),
            text(&got.stderr)
        );
        return Err(format!("{what}\n{}", keep(&source, &format!("csmith-{seed}-{model}.c"))));
    }
    let _ = std::fs::remove_file(&source);
    Ok(true)
}

/// What csmith writes at the end of main, and what it prints.
const CHECKSUM: &str = "crc32_context ^ 0xFFFFFFFFUL";
const LAST_STATEMENT: &str = "platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);";
const PRINTED: &str = "checksum = ";
/// Programs that `check` can follow to the end.
const SMALL: [&str; 10] = [
    "--max-funcs",
    "4",
    "--max-block-size",
    "3",
    "--max-block-depth",
    "3",
    "--max-expr-complexity",
    "5",
    "--max-array-len-per-dim",
    "5",
];

fn compare_verdicts(seed: u64, width: &str, model: &str, headers: &Path) -> Result<bool, String> {
    let source = temporary(&format!("csmith_checksum_{seed}_{model}.c"));
    generate(seed, &source, &SMALL)?;
    let Some(wanted) = output_with_gcc(seed, &source, width, headers)? else { return Ok(false) };
    let text = std::fs::read_to_string(&source).map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&wanted.stdout).trim().to_string();
    let Some(checksum) = printed.strip_prefix(PRINTED).filter(|_| text.contains(LAST_STATEMENT)) else {
        return Err(format!("csmith's program is not as expected, it prints '{printed}'"));
    };
    let mut all_decided = true;
    for (operator, must_be_violated) in [("!=", true), ("==", false)] {
        let claim = format!("if (!(({CHECKSUM}) {operator} 0x{checksum}UL)) reach_error();");
        let asserting = format!("void reach_error(void);\n{}", text.replace(LAST_STATEMENT, &claim));
        let asserted = source.with_extension("asserted.c");
        std::fs::write(&asserted, asserting).map_err(|error| error.to_string())?;
        let mut check = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
        check.args(["check", "--check", "assert", "--timeout", SECONDS, "--data-model", model, "-I"]);
        check.arg(headers).arg("--include").arg(prelude()).arg(&asserted);
        let got = check.output().map_err(|error| format!("bmc-conc cannot be started: {error}"))?;
        // Loops may be cut, or the time may be over, before a violation is found.
        let is_violated = got.status.code() == Some(VIOLATED);
        let is_cut =
            String::from_utf8_lossy(&got.stdout).contains("--unwind") && got.status.code() == Some(0);
        let has_no_answer = got.status.code() == Some(UNKNOWN) || is_cut;
        all_decided &= !(must_be_violated && has_no_answer);
        if is_violated != must_be_violated && !(must_be_violated && has_no_answer) {
            if has_undefined_conversion(&source, &source.with_extension("out"), width, headers) {
                return Ok(false);
            }
            let answer = String::from_utf8_lossy(&got.stdout).lines().next().unwrap_or_default().to_string();
            let what =
                format!("checksum {operator} {checksum}: {answer} {}", String::from_utf8_lossy(&got.stderr));
            return Err(format!("{what}\n{}", keep(&asserted, &format!("csmith-checksum-{seed}-{model}.c"))));
        }
        let _ = std::fs::remove_file(&asserted);
    }
    let _ = std::fs::remove_file(&source);
    Ok(all_decided)
}

/// Lets csmith write a program.
fn generate(seed: u64, source: &Path, options: &[&str]) -> Result<(), String> {
    // It leaves a file about the platform where it runs.
    let mut generate = Command::new("csmith");
    generate.current_dir(env!("CARGO_TARGET_TMPDIR"));
    generate.args(["--seed", &seed.to_string(), "--output"]).arg(source).args(options);
    for (divisor, option) in [(2, "--builtins"), (3, "--float"), (5, "--inline-function")] {
        if seed.is_multiple_of(divisor) {
            generate.arg(option);
        }
    }
    let generated = generate.output().map_err(|error| format!("csmith cannot be started: {error}"))?;
    if generated.status.success() { Ok(()) } else { Err("csmith fails".to_string()) }
}

/// What the program prints when gcc has compiled it; `None` if it does not end.
fn output_with_gcc(seed: u64, source: &Path, width: &str, headers: &Path) -> Result<Option<Output>, String> {
    let binary = source.with_extension("out");
    let compiled = gcc(source, &binary, width, headers).output();
    let compiled = compiled.map_err(|error| format!("gcc cannot be started: {error}"))?;
    if !compiled.status.success() {
        eprintln!("seed {seed}: gcc {width} does not compile it");
        return Ok(None);
    }
    let wanted = Command::new("timeout").arg(SECONDS_WITH_GCC).arg(&binary).output();
    let wanted = wanted.map_err(|error| format!("what gcc made cannot be started: {error}"))?;
    let _ = std::fs::remove_file(&binary);
    Ok((wanted.status.code() != Some(TIMED_OUT)).then_some(wanted))
}

fn gcc(source: &Path, binary: &Path, width: &str, headers: &Path) -> Command {
    let mut gcc = Command::new("gcc");
    gcc.args([width, "-w", "-O0", "-msse2", "-mfpmath=sse", "-ffp-contract=off", "-I"]).arg(headers);
    gcc.arg("-include").arg(prelude()).arg("-o").arg(binary).arg(source);
    gcc
}

/// Whether a run converts a floating-point number to an integer type that does not hold it. No, if that cannot be
/// found out.
fn has_undefined_conversion(source: &Path, binary: &Path, width: &str, headers: &Path) -> bool {
    let mut compile = gcc(source, binary, width, headers);
    let compiled = compile.arg("-fsanitize=float-cast-overflow").output();
    if !compiled.is_ok_and(|compiled| compiled.status.success()) {
        return false;
    }
    let run = Command::new("timeout").arg(SECONDS).arg(binary).output();
    let _ = std::fs::remove_file(binary);
    run.is_ok_and(|run| {
        String::from_utf8_lossy(&run.stderr).contains("is outside the range of representable")
    })
}

/// Puts a program where the oracle keeps its own, and says so.
fn keep(source: &Path, name: &str) -> String {
    match keep_in_folder(source, name) {
        Ok(kept) => format!("kept as {}", kept.display()),
        Err(error) => format!("it cannot be kept: {error}"),
    }
}

/// In `BMC_ORACLE_KEEP`, or in a folder of the build.
fn keep_in_folder(source: &Path, name: &str) -> std::io::Result<PathBuf> {
    let given = std::env::var_os("BMC_ORACLE_KEEP").map(PathBuf::from);
    let folder = given.unwrap_or_else(|| temporary("disagreements"));
    std::fs::create_dir_all(&folder)?;
    let kept = folder.join(name);
    std::fs::rename(source, &kept).or_else(|_| std::fs::copy(source, &kept).map(|_| ()))?;
    Ok(kept)
}

fn prelude() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs").join(PRELUDE)
}

/// Where csmith's headers are, if csmith and gcc are there too.
fn headers() -> Option<PathBuf> {
    for tool in ["csmith", "gcc"] {
        Command::new(tool).arg("--version").current_dir(env!("CARGO_TARGET_TMPDIR")).output().ok()?;
    }
    let is_found = |directory: &PathBuf| directory.join("csmith.h").is_file();
    [
        "/usr/include/csmith",
        "/usr/local/include/csmith",
        "/usr/include/csmith-2.3.0",
        "/usr/local/include/csmith-2.3.0",
    ]
    .into_iter()
    .map(PathBuf::from)
    .find(is_found)
}

fn links(width: &str) -> bool {
    let source = temporary(&format!("csmith_links{width}.c"));
    std::fs::write(&source, "#include <stdio.h>\nint main(void) { return 0; }\n").expect("it can be written");
    let output =
        Command::new("gcc").args([width, "-o"]).arg(source.with_extension("out")).arg(&source).output();
    output.is_ok_and(|output| output.status.success())
}

fn temporary(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}
