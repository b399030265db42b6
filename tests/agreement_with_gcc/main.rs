//! Layouts, constants, conversions and arithmetic, compared with gcc on generated cases in both data models.
//!
//! gcc compiles one program for many cases and prints their results. With these values the cases become
//! assertions: the interpreter executes each case, and for some of them the formula has to prove the
//! assertions from inputs that are only assumed to be what they are, so that nothing is folded on the way.
//! Without gcc there is nothing to compare with; without libraries for 32 bits, half of it is left out.

mod arithmetic;
mod case;
mod constants;
mod conversions;
mod expressions;
mod layouts;
#[path = "../support/random.rs"]
mod random;
mod types;

use std::path::{Path, PathBuf};
use std::process::Command;

use bmc_conc::check::{CheckOptions, Rest, check};
use bmc_conc::exec::{ExploreLimits, explore};
use bmc_conc::ir::{DataModel, Program};
use bmc_conc::load::{LoadOptions, load};
use bmc_conc::source::Input;
use case::{Case, Inputs};
use random::Random;

/// How many programs of how many cases the ordinary test run compares, for each kind and data model.
/// `BMC_GCC_SEEDS=from..to` compares others.
const PROGRAMS: u64 = 1;
const CASES: u64 = 90;
/// Of these, the formula proves so many.
const PROVED: usize = 10;

type Generate = fn(&mut Random, DataModel) -> Case;

#[test]
fn structs_and_unions_have_the_layout_that_gcc_gives_them() {
    compare("layouts", layouts::case, layouts::DECLARATIONS);
}

#[test]
fn constant_expressions_have_the_values_and_types_that_gcc_gives_them() {
    compare("constants", constants::case, "");
}

#[test]
fn conversions_give_what_gcc_gives() {
    compare("conversions", conversions::case, "");
}

#[test]
fn arithmetic_gives_what_gcc_gives() {
    compare("arithmetic", arithmetic::case, "");
}

fn compare(kind: &str, generate: Generate, declarations: &str) {
    if Command::new("gcc").arg("--version").output().is_err() {
        eprintln!("there is no gcc to compare with");
        return;
    }
    let seeds = match std::env::var("BMC_GCC_SEEDS") {
        Ok(range) => {
            let (from, to) = range.split_once("..").expect("BMC_GCC_SEEDS is FROM..TO");
            from.parse().expect("FROM is a number")..to.parse().expect("TO is a number")
        }
        Err(_) => 0..PROGRAMS,
    };
    let mut disagreements = Vec::new();
    let mut tried = 0;
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        if !links(kind, model) {
            eprintln!("gcc cannot link programs for {model:?}; that half is not compared");
            continue;
        }
        for seed in seeds.clone() {
            tried += 1;
            let mut random = Random::new(seed);
            let mut cases: Vec<Case> = (0..CASES).map(|_| generate(&mut random, model)).collect();
            cases[0].declarations.insert_str(0, declarations);
            let name = format!("{kind}_{model:?}_{seed}");
            disagreements.extend(compare_program(&name, &cases, model));
        }
    }
    println!("{kind}: {tried} tried, {} disagree", disagreements.len());
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
}

fn compare_program(name: &str, cases: &[Case], model: DataModel) -> Vec<String> {
    let Some(printed) = run_with_gcc(name, &case::printing(cases), model) else { return Vec::new() };
    let values: Vec<&str> = printed.lines().collect();
    assert_eq!(values.len(), case::count_results(cases), "{name}: gcc prints every result");

    let program = match program(name, case::asserting(cases, &values, Inputs::Initialised), model) {
        Ok(program) => program,
        Err(what) => return vec![what],
    };
    let limits = ExploreLimits {
        inputs: (0..cases.len() as i64).collect(),
        steps_per_thread: 100_000,
        ..ExploreLimits::default()
    };
    let exploration = explore(&program, &limits);
    let mut disagreements: Vec<String> =
        exploration.faults.iter().map(|fault| format!("{name}: {fault}")).collect();
    if exploration.truncated {
        disagreements.push(format!("{name}: not everything was executed"));
    }
    for id in exploration.violations.keys() {
        let property = &program.properties[id.0 as usize];
        let line = program.sources.locate(property.span).line;
        disagreements.push(format!("{name}.c:{line}: {}", property.description));
    }
    if !disagreements.is_empty() {
        return disagreements;
    }

    let some = &cases[..cases.len().min(PROVED)];
    let text = case::asserting(some, &values[..case::count_results(some)], Inputs::Assumed);
    match program_and_verdict(&format!("{name}_assumed"), text, model) {
        Ok(()) => Vec::new(),
        Err(what) => vec![what],
    }
}

fn program_and_verdict(name: &str, text: String, model: DataModel) -> Result<(), String> {
    let program = program(name, text, model)?;
    let outcome = check(&program, &CheckOptions::default(), &|_| {}).map_err(|e| format!("{name}: {e:?}"))?;
    if let Some(violated) = outcome.violations.first() {
        return Err(format!("{name}: {:?}", violated.trace.violation));
    }
    match outcome.rest {
        Rest::Safe => Ok(()),
        Rest::SafeUnderAssumptions => Err(format!("{name}: {:?}", outcome.assumptions)),
        Rest::NoViolationWithinBounds | Rest::SafeWithBoundedThreads => {
            Err(format!("{name}: bounds were reached"))
        }
        Rest::NotLookedFor => Err(format!("{name}: nothing was looked for")),
        Rest::Unknown(reason) => Err(format!("{name}: unknown: {reason:?}")),
    }
}

fn program(name: &str, text: String, model: DataModel) -> Result<Program, String> {
    let path = write(&format!("{name}.c"), &text);
    let mut options = LoadOptions::default();
    options.preprocess.data_model = model;
    options.compile.data_model = model;
    match load([Input::Path(path)], &options) {
        Ok(loaded) => Ok(loaded.program),
        Err(error) => {
            let lines: Vec<String> = error
                .diagnostics
                .iter()
                .map(|d| {
                    let line = d.span.map_or(0, |span| error.sources.locate(span).line);
                    format!("{name}.c:{line}: {}", d.message)
                })
                .collect();
            Err(lines.join("\n"))
        }
    }
}

/// What the program prints, compiled by gcc; nothing if gcc breaks down over it.
fn run_with_gcc(name: &str, text: &str, model: DataModel) -> Option<String> {
    let source = write(&format!("{name}_gcc.c"), text);
    let binary = match compile(&source, model) {
        Ok(binary) => binary,
        Err(error) if error.contains("internal compiler error") => {
            eprintln!("{name}: gcc has an internal error; this program is not compared");
            return None;
        }
        Err(error) => panic!("{name}: {error}"),
    };
    let output = Command::new(binary).output().expect("what gcc made runs");
    assert!(output.status.success(), "{name}: what gcc made ends normally");
    Some(String::from_utf8(output.stdout).expect("numbers are text"))
}

fn links(kind: &str, model: DataModel) -> bool {
    let source =
        write(&format!("{kind}_{model:?}_links.c"), "#include <stdio.h>\nint main(void) { return 0; }\n");
    compile(&source, model).is_ok()
}

fn compile(source: &Path, model: DataModel) -> Result<PathBuf, String> {
    let binary = source.with_extension("out");
    let width = if model == DataModel::Lp64 { "-m64" } else { "-m32" };
    // The x87 of 32 bits computes with more precision than C asks for.
    let output = Command::new("gcc")
        .args([width, "-w", "-O0", "-msse2", "-mfpmath=sse", "-ffp-contract=off", "-o"])
        .arg(&binary)
        .arg(source)
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(binary)
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

fn write(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the directory for temporary files can be written");
    path
}
