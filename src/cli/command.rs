//! `bmc-conc check`, step by step.
//!
//! The work is done on a thread with a large stack, whose panics are caught: whatever happens, there is one
//! answer, printed at the end by whoever may answer first (see `limits`).

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Instant;

use bmc_conc::check::{Bounds, CheckOptions, UnknownReason, check as check_program};
use bmc_conc::ir::{Limit, Program};
use bmc_conc::load::{InputError, compile, read};
use bmc_conc::source;
use bmc_conc::unfold::UnfoldError;
use bmc_solver::Stop;

use super::arguments::{CheckArguments, Stage};
use super::limits::Answer;
use super::load;
use super::output::{self, Colors};
use super::progress::ProgressLine;
use super::{crash, dump, json, limits, names, report, repro};

/// Only what is used of it is ever committed.
const STACK_BYTES: usize = 1 << 29;

/// What the command prints in the end, and how it exits.
pub struct Ending {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ending {
    pub fn with_output(stdout: String) -> Ending {
        Ending { code: 0, stdout, stderr: String::new() }
    }
}

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
    crash::keep_panics_quiet();
    let arguments = Arc::new(arguments);
    let colors = Colors::choose(arguments.color);
    let stop = limits::stop_for(&arguments);
    limits::stop_on_interrupt(&stop);
    let progress = Arc::new(ProgressLine::new(!arguments.quiet && !arguments.verbose));
    let answer = Answer::default();
    let for_guard = Arc::clone(&arguments);
    limits::guard(stop.clone(), answer.clone(), Arc::clone(&progress), move |reason| {
        let ending = unknown(&for_guard, colors, UnknownReason::from(reason));
        print(&ending);
        ending.code
    });

    let surroundings = Surroundings { colors, stop, progress: Arc::clone(&progress) };
    let for_work = Arc::clone(&arguments);
    let work = move || steps(&for_work, &surroundings);
    let worker = std::thread::Builder::new().name("check".into()).stack_size(STACK_BYTES).spawn(work);
    let ending = match worker.map(|thread| thread.join()) {
        Ok(Ok(ending)) => ending,
        Ok(Err(_)) => unknown(&arguments, colors, UnknownReason::Internal(crash::first_panic())),
        Err(error) => {
            let why = format!("the system gives no thread to work on: {error}");
            unknown(&arguments, colors, UnknownReason::Internal(why))
        }
    };
    if !answer.take() {
        // The guard is printing its answer and ends the process.
        loop {
            std::thread::park();
        }
    }
    progress.clear();
    print(&ending);
    ending.code
}

fn print(ending: &Ending) {
    output::print_error(&ending.stderr);
    output::print(&ending.stdout);
}

/// Preprocess, compile, check; ends early where an option asks for less.
fn steps(arguments: &CheckArguments, surroundings: &Surroundings) -> Ending {
    let say = |what: &str| narrate(arguments, surroundings, what.to_string());
    if arguments.files.iter().filter(|file| file.as_os_str() == "-").count() > 1 {
        return usage_error("standard input can be read only once".to_string());
    }
    say("reading");
    let begin = Instant::now();
    let specification = match load::specification(arguments) {
        Ok(specification) => specification,
        Err(what) => return usage_error(what),
    };
    let options = load::options(arguments, &specification);
    let preprocessed = match load::inputs(arguments).and_then(|inputs| read(inputs, &options)) {
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
        return usage_error(what);
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
        let mut ending = search(&program, arguments, surroundings, &front, warnings_json);
        ending.stderr.insert_str(0, &warnings);
        return ending;
    };
    Ending { code: 0, stdout, stderr: warnings }
}

fn search(
    program: &Program,
    arguments: &CheckArguments,
    surroundings: &Surroundings,
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
            let mut stdout = match arguments.json {
                true => json::print(&json::outcome(&outcome, completed, &arguments.unwindset, warnings)),
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
            Ending { code, stdout, stderr }
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

fn usage_error(what: String) -> Ending {
    let stderr = format!("error: {what}\n\nFor more information, try '--help'.\n");
    Ending { code: report::USAGE_ERROR, stdout: String::new(), stderr }
}

fn unknown(arguments: &CheckArguments, colors: Colors, reason: UnknownReason) -> Ending {
    let stdout = match arguments.json {
        true => json::print(&json::unknown(&reason)),
        false => report::text_without_outcome(reason, &style(arguments, colors)),
    };
    Ending { code: report::UNKNOWN, stdout, stderr: String::new() }
}
