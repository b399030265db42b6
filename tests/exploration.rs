//! The expectations of the programs, compared with exhaustive exploration by the interpreter.
//!
//! The interpreter knows nothing of formulas, so an expectation that both it and the check confirm is very
//! likely right. It executes programs only with a few input values and gives up on large ones; what it finds
//! is certain all the same: a violation it finds in K rounds exists, so `min-rounds` cannot be larger.

#[path = "support/expectation.rs"]
mod expectation;

use std::collections::BTreeMap;
use std::path::Path;

use bmc_conc::exec::{ExploreLimits, explore};
use bmc_conc::frontend::{CompileOptions, EvaluationOrder};
use bmc_conc::load::{LoadOptions, load};
use bmc_conc::property::{Check, Checks};
use bmc_conc::source::Input;
use expectation::{Expectation, Header};

/// Violations that exploration confirms with exactly the rounds the program states. Fewer mean that the
/// exploration has become blind.
const CONFIRMED_AT_LEAST: usize = 50;

#[test]
fn exploration_agrees_with_what_the_programs_state() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = std::fs::read_dir(&directory).expect("tests/programs can be read");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    paths.sort();
    let mut contradictions = Vec::new();
    let mut confirmed = 0;
    for path in &paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).expect("a program can be read");
        let header = expectation::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let Some(options) = read_options(&header.options) else { continue };
        if matches!(header.expectation, Expectation::Error(_)) {
            continue;
        }
        match least_rounds(path, &header, options).and_then(|found| judge(&header, &found)) {
            Ok(is_confirmed) => confirmed += usize::from(is_confirmed),
            Err(what) => contradictions.push(format!("{name}: {what}")),
        }
    }
    assert!(contradictions.is_empty(), "{}", contradictions.join("\n"));
    assert!(confirmed >= CONFIRMED_AT_LEAST, "only {confirmed} programs are confirmed");
}

/// How a program is to be compiled; `None` if it has options that are not about that.
fn read_options(words: &[String]) -> Option<CompileOptions> {
    let mut options = CompileOptions::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--no-spurious-wakeups" => options.spurious_wakeups = false,
            "--malloc-may-fail" => options.malloc_may_fail = true,
            "--no-spurious-failures" => options.spurious_failures = false,
            "--evaluation-order" => {
                let orders = [EvaluationOrder::Left, EvaluationOrder::Right, EvaluationOrder::Any];
                let name = words.next()?;
                options.evaluation_order = orders.into_iter().find(|order| order.name() == name)?;
            }
            "--check" => {
                options.checks = match words.next()?.as_str() {
                    "all" => Checks::all(),
                    names => names.split(',').map(Check::named).collect::<Option<Checks>>()?,
                }
            }
            _ => return None,
        }
    }
    Some(options)
}

/// The fewest rounds in which exploration sees a violation of each kind.
fn least_rounds(path: &Path, header: &Header, compile: CompileOptions) -> Result<Found, String> {
    let input = Input::Path(path.to_path_buf());
    let loaded = load([input], &LoadOptions { compile, ..LoadOptions::default() });
    let program = loaded.map_err(|error| format!("{:?}", error.diagnostics))?.program;
    let rounds = match header.expectation {
        // Safe means: in no schedule at all.
        Expectation::Safe | Expectation::SafeUnderAssumptions => u32::MAX,
        _ => header.rounds.or(header.min_rounds).unwrap_or(4),
    };
    let limits = ExploreLimits {
        inputs: vec![0, 1, 3, -1],
        steps_per_thread: 300,
        states: 30_000,
        rounds,
        unwind: None,
    };
    let exploration = explore(&program, &limits);
    if let Some(fault) = exploration.faults.first() {
        return Err(fault.clone());
    }
    let is_safe = matches!(header.expectation, Expectation::Safe | Expectation::SafeUnderAssumptions);
    if let Some((cut, _)) = exploration.cuts.first_key_value().filter(|_| is_safe) {
        return Err(format!("not all of it is followed: {cut}"));
    }
    let mut found = Found::new();
    for (property, run) in &exploration.violations {
        let kind = program.property(*property).kind.name();
        let least = found.entry(kind).or_insert(run.rounds);
        *least = run.rounds.min(*least);
    }
    Ok(found)
}

/// How many rounds a violation takes, by its kind.
type Found = BTreeMap<&'static str, u32>;

/// Whether exploration confirms the expectation; an error if it contradicts it.
fn judge(header: &Header, found: &Found) -> Result<bool, String> {
    let Expectation::Violated { kind, .. } = &header.expectation else {
        // A bound on loops may hide a violation that the interpreter, which has no such bound, sees.
        return match found.first_key_value() {
            Some((kind, rounds)) if header.expectation != Expectation::Bounded => {
                Err(format!("{kind} violated in {rounds} rounds"))
            }
            _ => Ok(false),
        };
    };
    let stated = header.min_rounds.expect("every expected violation has it");
    if header.unwind.is_none() {
        let is_named =
            |other: &str| kind.as_deref().is_none_or(|kind| kind == other) || header.also.contains(other);
        if let Some(other) = found.keys().find(|other| !is_named(other)) {
            return Err(format!("{other} is violated, too"));
        }
    }
    let of_kind = found.iter().filter(|(other, _)| kind.as_deref().is_none_or(|kind| kind == **other));
    match of_kind.map(|(_, rounds)| *rounds).min() {
        Some(found) if found < stated => Err(format!("violated in {found} rounds already, not in {stated}")),
        least => Ok(least == Some(stated)),
    }
}
