//! `bmc-conc check`, step by step.
//!
//! Whatever happens, there is one answer, printed at the end (see `work`).

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Instant;

use bmc_conc::certify::Certify;
use bmc_conc::check::{Bounds, CheckOptions, UnknownReason, check as check_program};
use bmc_conc::ir::{Limit, Program};
use bmc_conc::load::{InputError, LoadOptions, compile, read};
use bmc_conc::source;
use bmc_conc::unfold::UnfoldError;
use bmc_solver::Stop;

use super::arguments::{CheckArguments, Stage};
use super::load;
use super::output::{self, Colors};
use super::progress::ProgressLine;
use super::work::{Ending, carry_out};
use super::{dump, json, limits, names, proofs, report, repro};

/// The parts of the environment that every step needs.
pub struct Surroundings {
    pub colors: Colors,
    pub stop: Stop,
    pub progress: Arc<ProgressLine>,
}

pub fn check(arguments: CheckArguments) -> i32 {
    if arguments.list_support {
        output::print(&names::show_support(arguments.json));
        return 0;
    }
    let colors = Colors::choose(arguments.color);
    let stop = limits::stop_for(&arguments.limits);
    let progress = Arc::new(ProgressLine::new(!arguments.quiet && !arguments.verbose));
    let arguments = Arc::new(arguments);
    let for_unknown = Arc::clone(&arguments);
    let surroundings = Surroundings { colors, stop: stop.clone(), progress: Arc::clone(&progress) };
    let unknown = move |reason| unknown(&for_unknown, colors, reason);
    carry_out(stop, progress, unknown, move || steps(&arguments, &surroundings))
}

/// Preprocess, compile, check; ends early where an option asks for less.
fn steps(arguments: &CheckArguments, surroundings: &Surroundings) -> Ending {
    let say = |what: &str| narrate(arguments, surroundings, what.to_string());
    if arguments.files.iter().filter(|file| file.as_os_str() == "-").count() > 1 {
        return Ending::usage_error("standard input can be read only once".to_string());
    }
    say("reading");
    let begin = Instant::now();
    let specification = match load::specification(&arguments.program) {
        Ok(specification) => specification,
        Err(what) => return Ending::usage_error(what),
    };
    let options = load::options(&arguments.program, &specification);
    let preprocessed = match load::inputs(&arguments.files).and_then(|inputs| read(inputs, &options)) {
        Ok(preprocessed) => preprocessed,
        Err(error) => return input_error(arguments, surroundings, &error),
    };
    match arguments.dump {
        Some(Stage::Preprocessed) => return Ending::with_output(dump::preprocessed(&preprocessed)),
        Some(Stage::Ast) => {
            return match dump::syntax_trees(&preprocessed) {
                Ok(text) => Ending::with_output(text),
                Err(diagnostics) => {
                    let error = InputError { sources: Arc::new(preprocessed.sources), diagnostics };
                    input_error(arguments, surroundings, &error)
                }
            };
        }
        _ => {}
    }
    let preprocess_seconds = begin.elapsed().as_secs_f64();
    say("compiling");
    let begin = Instant::now();
    let loaded = match compile(preprocessed, &options) {
        Ok(loaded) => loaded,
        Err(error) => return input_error(arguments, surroundings, &error),
    };
    let front = [("preprocess", preprocess_seconds), ("compile", begin.elapsed().as_secs_f64())];
    let mut program = loaded.program;
    if specification.tracks_memory {
        let description = "blocks whose last pointer is lost (valid-memtrack)".to_string();
        let span = program.function(program.entry).span;
        program.limits.push(Limit { description, span });
    }
    if let Some(what) = names::unknown_name(&program, arguments) {
        return Ending::usage_error(what);
    }
    let warnings = match arguments.quiet {
        true => String::new(),
        false => source::render(&loaded.warnings, &program.sources, surroundings.colors.stderr),
    };
    let stdout = if arguments.show_loops {
        names::show_loops(&program, arguments.json)
    } else if arguments.show_properties {
        names::show_properties(&program, arguments.json, arguments.verbose)
    } else if arguments.dump == Some(Stage::Ir) {
        dump::ir(&program)
    } else {
        let warnings_json = json::diagnostics(&loaded.warnings, &program.sources);
        let mut ending = search(&program, arguments, surroundings, &options, &front, warnings_json);
        ending.stderr.insert_str(0, &warnings);
        return ending;
    };
    Ending { code: 0, stdout, stderr: warnings }
}

fn search(
    program: &Program,
    arguments: &CheckArguments,
    surroundings: &Surroundings,
    load_options: &LoadOptions,
    front: &[(&'static str, f64)],
    warnings: serde_json::Value,
) -> Ending {
    let options = options(arguments, surroundings);
    if let Some(stage) = arguments.dump {
        return match dump::of_search(program, &options, stage) {
            Ok(text) => Ending::with_output(text),
            Err(UnfoldError::Unsupported(error)) => {
                input_error(arguments, surroundings, &error_in(program, vec![error]))
            }
            Err(UnfoldError::Stopped(reason)) => unknown(arguments, surroundings.colors, reason.into()),
            Err(UnfoldError::TooLarge(what)) => {
                unknown(arguments, surroundings.colors, UnknownReason::TooLarge(what))
            }
        };
    }
    let tried = RefCell::new(Vec::new());
    let progress = |bounds: Bounds| {
        tried.borrow_mut().push(bounds);
        narrate(arguments, surroundings, format!("checking {}", report::within(bounds)));
    };
    match check_program(program, &options, &progress) {
        Ok(mut outcome) => {
            outcome.statistics.seconds.splice(0..0, front.iter().copied());
            // Every pair of bounds but the last was tried to the end, or there would have been no next.
            let completed = tried.borrow().iter().rev().nth(1).copied();
            let code = report::exit_code(&outcome.verdict, arguments.require_complete);
            let kept =
                arguments.proof.as_deref().map_or(Ok(()), |file| proofs::keep(file, &outcome.certified));
            let mut stdout = match arguments.json {
                true => json::print(&json::outcome(&outcome, completed, arguments, load_options, warnings)),
                false => report::text(&outcome, completed, &style(arguments, surroundings.colors)),
            };
            let mut stderr = String::new();
            if let Some(directory) = &arguments.repro {
                match repro::write(program, &outcome, arguments, directory) {
                    Ok(Some(command)) if !arguments.json && !arguments.quiet => {
                        stdout.push_str(&format!("\nTo see it happen:\n  {command} && ./reproduce\n"));
                    }
                    Ok(_) => {}
                    Err(what) => stderr = format!("warning: no reproducer: {what}\n"),
                }
            }
            match kept {
                Ok(()) => Ending { code, stdout, stderr },
                // The answer is as good as before, but it is not all that was asked for.
                Err(what) => {
                    Ending { code: report::USAGE_ERROR, stdout, stderr: format!("{stderr}error: {what}\n") }
                }
            }
        }
        Err(diagnostics) => input_error(arguments, surroundings, &error_in(program, diagnostics)),
    }
}

fn options(arguments: &CheckArguments, surroundings: &Surroundings) -> CheckOptions {
    CheckOptions {
        rounds: arguments.rounds,
        unwind: arguments.unwind,
        unwindset: arguments.unwindset.clone(),
        threads: arguments.threads,
        unwinding_assertions: arguments.unwinding_assertions,
        property: arguments.property.clone(),
        solver: arguments.solver,
        seed: arguments.seed,
        certify: match (&arguments.proof, arguments.certify) {
            (Some(_), _) => Certify::Keep,
            (None, true) => Certify::Check,
            (None, false) => Certify::No,
        },
        stop: surroundings.stop.clone(),
    }
}

fn narrate(arguments: &CheckArguments, surroundings: &Surroundings, what: String) {
    match arguments.verbose {
        true => output::print_error(&format!("bmc-conc: {what}\n")),
        false => surroundings.progress.set(what),
    }
}

fn style(arguments: &CheckArguments, colors: Colors) -> report::Style<'_> {
    report::Style {
        color: colors.stdout,
        quiet: arguments.quiet,
        statistics: arguments.stats,
        proof: arguments.proof.as_deref(),
        unwindset: &arguments.unwindset,
    }
}

fn error_in(program: &Program, diagnostics: Vec<source::Diagnostic>) -> InputError {
    InputError { sources: Arc::clone(&program.sources), diagnostics }
}

fn input_error(arguments: &CheckArguments, surroundings: &Surroundings, error: &InputError) -> Ending {
    let stderr = source::render(&error.diagnostics, &error.sources, surroundings.colors.stderr);
    let stdout = match arguments.json {
        true => json::print(&json::input_error(json::diagnostics(&error.diagnostics, &error.sources))),
        false => String::new(),
    };
    Ending { code: report::INPUT_ERROR, stdout, stderr }
}

fn unknown(arguments: &CheckArguments, colors: Colors, reason: UnknownReason) -> Ending {
    let stdout = match arguments.json {
        true => json::print(&json::unknown(&reason)),
        false => report::text_without_outcome(reason, &style(arguments, colors)),
    };
    Ending { code: report::UNKNOWN, stdout, stderr: String::new() }
}
