//! `bmc-conc check`, step by step.
//!
//! Whatever happens, there is one answer, printed at the end (see `work`).

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use bmc_conc::check::certify::Certify;
use bmc_conc::check::{CheckOptions, Outcome, Progress, UnknownReason, Verdict, check as check_program};
use bmc_conc::ir::{Limit, Program};
use bmc_conc::load::{InputError, LoadOptions, compile, read};
use bmc_conc::source;
use bmc_solver::Stop;

use super::arguments::{CheckArguments, Stage};
use super::dump::DumpError;
use super::known::{Doing, Known};
use super::limits::Limits;
use super::load;
use super::output::{self, Colors};
use super::progress::ProgressLine;
use super::stopped::EarlyEnd;
use super::work::{Ending, carry_out};
use super::{dump, json, names, proofs, report, repro};

/// The parts of the environment that every step needs.
pub struct Surroundings {
    pub colors: Colors,
    pub stop: Stop,
    pub progress: Arc<ProgressLine>,
    pub known: Arc<Known>,
}

/// What the answer needs besides the outcome.
pub struct Loaded {
    options: LoadOptions,
    warnings: String,
    warnings_json: serde_json::Value,
    /// Seconds of the stages before the search.
    seconds: Vec<(&'static str, f64)>,
}

pub fn check(arguments: CheckArguments) -> i32 {
    if arguments.list_support {
        output::print(&names::show_support(arguments.json));
        return 0;
    }
    let colors = Colors::choose(arguments.color);
    let limits = Limits::new(&arguments.limits);
    let known = Arc::new(Known::default());
    let progress = Arc::new(ProgressLine::new(!arguments.quiet && !arguments.verbose));
    let arguments = Arc::new(arguments);
    let surroundings = Surroundings {
        colors,
        stop: limits.stop.clone(),
        progress: Arc::clone(&progress),
        known: Arc::clone(&known),
    };
    let for_answer = Arc::clone(&arguments);
    let unfinished = move |reason| unfinished(&for_answer, colors, &known, reason);
    carry_out(limits, progress, unfinished, move || steps(&arguments, &surroundings))
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
    surroundings.known.doing(Doing::Compiling);
    let begin = Instant::now();
    let loaded = match compile(preprocessed, &options) {
        Ok(loaded) => loaded,
        Err(error) => return input_error(arguments, surroundings, &error),
    };
    let seconds = vec![("preprocess", preprocess_seconds), ("compile", begin.elapsed().as_secs_f64())];
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
        let loaded = Arc::new(Loaded { options, warnings, warnings_json, seconds });
        surroundings.known.loaded(Arc::clone(&loaded));
        return search(&program, arguments, surroundings, &loaded);
    };
    Ending { code: 0, stdout, stderr: warnings }
}

fn search(
    program: &Program,
    arguments: &CheckArguments,
    surroundings: &Surroundings,
    loaded: &Loaded,
) -> Ending {
    let known = &surroundings.known;
    let options = options(arguments, surroundings);
    let failed = |diagnostics: Vec<source::Diagnostic>| {
        let ending = input_error(arguments, surroundings, &error_in(program, diagnostics));
        Ending { stderr: format!("{}{}", loaded.warnings, ending.stderr), ..ending }
    };
    if let Some(stage) = arguments.dump {
        return match dump::of_search(program, &options, stage) {
            Ok(text) => Ending { stderr: loaded.warnings.clone(), ..Ending::with_output(text) },
            Err(DumpError::Input(errors)) => failed(errors),
            Err(DumpError::Limit(reason)) => unfinished(arguments, surroundings.colors, known, reason),
        };
    }
    let progress = |news: Progress<'_>| {
        known.hear(&news);
        match (&news, known.snapshot().doing) {
            (Progress::Bounds(bounds), _) => {
                narrate(arguments, surroundings, format!("checking {}", report::within(*bounds)));
            }
            (Progress::Stage(stage), Doing::Checking(bounds, _)) => {
                narrate(arguments, surroundings, format!("checking {}: {stage}", report::within(bounds)));
            }
            _ => {}
        }
    };
    let outcome = match check_program(program, &options, &progress) {
        Ok(outcome) => outcome,
        Err(diagnostics) => return failed(diagnostics),
    };
    known.hear(&Progress::Known(&outcome));
    known.doing(Doing::Writing);
    let kept = arguments.proof.as_deref().map_or(Ok(()), |file| proofs::keep(file, &outcome.certified));
    let reproducer = match &arguments.repro {
        Some(directory) => repro::write(program, &outcome, arguments, directory),
        None => Ok(None),
    };
    known.files_are_written();
    answer(arguments, surroundings.colors, loaded, outcome, kept, reproducer)
}

/// The answer as it is printed. `kept`: whether there are proofs; `reproducer`: the command that builds it, if there
/// is one.
fn answer(
    arguments: &CheckArguments,
    colors: Colors,
    loaded: &Loaded,
    mut outcome: Outcome,
    kept: Result<(), String>,
    reproducer: Result<Option<String>, String>,
) -> Ending {
    outcome.statistics.seconds.splice(0..0, loaded.seconds.iter().copied());
    let code = report::exit_code(&outcome.verdict, arguments.require_complete);
    let proof = arguments.proof.as_deref().filter(|_| kept.is_ok());
    let mut stdout = match arguments.json {
        true => {
            let warnings = loaded.warnings_json.clone();
            json::print(&json::outcome(&outcome, arguments, proof, &loaded.options, warnings))
        }
        false => report::text(&outcome, &style(arguments, colors, proof)),
    };
    let mut stderr = loaded.warnings.clone();
    match reproducer {
        Ok(Some(command)) if !arguments.json && !arguments.quiet => {
            stdout.push_str(&format!("\nTo see it happen:\n  {command} && ./reproduce\n"));
        }
        Ok(_) => {}
        Err(what) => stderr.push_str(&format!("warning: no reproducer: {what}\n")),
    }
    match kept {
        Ok(()) => Ending { code, stdout, stderr },
        // The answer is as good as before, but it is not all that was asked for.
        Err(what) => Ending { code: report::USAGE_ERROR, stdout, stderr: format!("{stderr}error: {what}\n") },
    }
}

/// The answer to work that is ended for a reason, from what is known.
fn unfinished(arguments: &CheckArguments, colors: Colors, known: &Known, reason: UnknownReason) -> Ending {
    let snapshot = known.snapshot();
    let outcome = snapshot.outcome_ended_by(&reason, arguments.unwinding_assertions);
    if let (Some(loaded), Some(outcome)) = (&snapshot.loaded, outcome) {
        let missing = |wanted: bool| match wanted && !snapshot.files_are_written {
            true => Err(report::reason_in_words(&reason)),
            false => Ok(()),
        };
        let has_proofs = arguments.proof.is_some() && !outcome.certified.is_empty();
        let kept = missing(has_proofs).map_err(|why| format!("the proofs were not written: {why}"));
        let is_violated = matches!(outcome.verdict, Verdict::Violated(_));
        let reproducer = missing(arguments.repro.is_some() && is_violated).map(|()| None);
        return answer(arguments, colors, loaded, outcome, kept, reproducer);
    }
    let end = EarlyEnd::of_other_work(reason, known);
    let stdout = match arguments.json {
        true => json::print(&json::unknown(&end)),
        false => report::text_without_outcome(&end, colors.stdout, arguments.quiet),
    };
    Ending { code: report::UNKNOWN, stdout, stderr: String::new() }
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
        schedule: arguments.encoding.into(),
        reductions: arguments.reduce,
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

fn style<'a>(arguments: &'a CheckArguments, colors: Colors, proof: Option<&'a Path>) -> report::Style<'a> {
    report::Style {
        color: colors.stdout,
        quiet: arguments.quiet,
        statistics: arguments.stats,
        has_time_limit: arguments.limits.timeout.is_some(),
        proof,
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
