//! `bmc-conc check` and `bmc-conc prove`, step by step. The second is a check by a method of its own.
//!
//! Whatever happens, there is one answer, printed at the end (see `work`).

use std::sync::Arc;
use std::time::Instant;

use bmc_conc::check::certify::Certify;
use bmc_conc::check::{CheckOptions, Method, Outcome, Progress, UnknownReason, check as check_program};
use bmc_conc::dump::{self, DumpError};
use bmc_conc::ir::{Limit, Program};
use bmc_conc::load::{InputError, LoadOptions, compile};
use bmc_conc::report::{Circumstances, List, Reason, Report, Style, View};
use bmc_conc::source::{self, Diagnostic};
use bmc_solver::Stop;

use super::arguments::{CheckArguments, Stage};
use super::known::{Doing, Known};
use super::limits::Limits;
use super::load;
use super::output::{self, Colors};
use super::progress::ProgressLine;
use super::work::{Ending, USAGE_ERROR, carry_out};
use super::{names, proofs, repro};

/// The parts of the environment that every step needs.
pub struct Surroundings {
    pub colors: Colors,
    pub view: View,
    pub stop: Stop,
    pub progress: Arc<ProgressLine>,
    pub known: Arc<Known>,
}

/// What the answer needs besides the outcome.
pub struct Loaded {
    program: Program,
    options: LoadOptions,
    warnings: Vec<Diagnostic>,
    /// The warnings as they are printed.
    stderr: String,
    /// Seconds of the stages before the search.
    seconds: Vec<(&'static str, f64)>,
}

pub fn check(arguments: CheckArguments) -> i32 {
    let colors = Colors::choose(arguments.common.color);
    let style =
        Style { color: colors.stdout, quiet: arguments.common.quiet, statistics: arguments.common.stats };
    let view = output::view(arguments.common.json, style);
    if arguments.list_support {
        output::print(&view.print(&List::support()));
        return 0;
    }
    let limits = Limits::new(&arguments.common.limits);
    let known = Arc::new(Known::default());
    let progress = Arc::new(ProgressLine::new(!arguments.common.quiet && !arguments.common.verbose));
    let arguments = Arc::new(arguments);
    let surroundings = Surroundings {
        colors,
        view,
        stop: limits.stop.clone(),
        progress: Arc::clone(&progress),
        known: Arc::clone(&known),
    };
    let for_answer = Arc::clone(&arguments);
    let unfinished = move |reason| unfinished(&for_answer, view, &known, reason);
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
    let specification = match load::specification(&arguments.common.program) {
        Ok(specification) => specification,
        Err(what) => return Ending::usage_error(what),
    };
    let mut options = load::options(&arguments.common.program, &specification);
    let preprocessed = match load::read(&arguments.files, &arguments.common.program, &mut options) {
        Ok(preprocessed) => preprocessed,
        Err(error) => return input_error(surroundings, &error),
    };
    match arguments.dump {
        Some(Stage::Preprocessed) => return Ending::with_output(dump::preprocessed(&preprocessed)),
        Some(Stage::Ast) => {
            return match dump::syntax_trees(&preprocessed) {
                Ok(text) => Ending::with_output(text),
                Err(diagnostics) => {
                    let error = InputError { sources: Arc::new(preprocessed.sources), diagnostics };
                    input_error(surroundings, &error)
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
        Err(error) => return input_error(surroundings, &error),
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
    let stderr = match arguments.common.quiet {
        true => String::new(),
        false => source::render(&loaded.warnings, &program.sources, surroundings.colors.stderr),
    };
    let view = surroundings.view;
    let stdout = if arguments.show_loops {
        view.print(&List::loops(&program))
    } else if arguments.show_properties {
        view.print(&List::properties(&program, arguments.common.verbose))
    } else if arguments.dump == Some(Stage::Ir) {
        dump::ir(&program)
    } else {
        let loaded = Arc::new(Loaded { program, options, warnings: loaded.warnings, stderr, seconds });
        surroundings.known.loaded(Arc::clone(&loaded));
        return search(arguments, surroundings, &loaded);
    };
    Ending { code: 0, stdout, stderr }
}

fn search(arguments: &CheckArguments, surroundings: &Surroundings, loaded: &Loaded) -> Ending {
    let (program, known) = (&loaded.program, &surroundings.known);
    let options = options(arguments, surroundings);
    let failed = |diagnostics: Vec<Diagnostic>| {
        let error = InputError { sources: Arc::clone(&program.sources), diagnostics };
        let ending = input_error(surroundings, &error);
        Ending { stderr: format!("{}{}", loaded.stderr, ending.stderr), ..ending }
    };
    if let Some(stage) = arguments.dump {
        let dumped = match stage {
            Stage::Events => dump::events(program, &options),
            Stage::Formula => dump::size_of_formula(program, &options),
            Stage::Dimacs => dump::clauses(program, &options),
            Stage::Relation => dump::relation(program, &options),
            Stage::Aiger => dump::circuit(program, &options),
            Stage::Btor2 => dump::words(program, &options),
            Stage::Preprocessed | Stage::Ast | Stage::Ir => {
                unreachable!("what comes before the search is dumped before it")
            }
        };
        return match dumped {
            Ok(text) => Ending { stderr: loaded.stderr.clone(), ..Ending::with_output(text) },
            Err(DumpError::Input(errors)) => failed(errors),
            Err(DumpError::Limit(reason)) => unfinished(arguments, surroundings.view, known, reason),
        };
    }
    let progress = |news: Progress<'_>| {
        known.hear(&news);
        let is_told = match &news {
            Progress::Bounds(_) | Progress::Stage(_) => true,
            // A line each is too much; the progress line has them all.
            Progress::Proving(_) => !arguments.common.verbose,
            Progress::Statistics(_) | Progress::Violation { .. } | Progress::Known(_) => false,
        };
        if is_told {
            narrate(arguments, surroundings, known.snapshot().in_words(&news));
        }
    };
    let outcome = match check_program(program, &options, &progress) {
        Ok(outcome) => outcome,
        Err(diagnostics) => return failed(diagnostics),
    };
    known.hear(&Progress::Known(&outcome));
    known.doing(Doing::Writing);
    let kept = arguments.proof.as_deref().map_or(Ok(()), |file| proofs::keep(file, &outcome.certified));
    let reproducers = match &arguments.repro {
        Some(directory) => repro::write(program, &outcome, arguments, directory),
        None => Vec::new(),
    };
    known.files_are_written();
    answer(arguments, surroundings.view, loaded, outcome, kept, reproducers)
}

/// The answer as it is printed. `kept`: whether there are proofs; `reproducers`: the commands that build them, or why
/// there is none.
fn answer(
    arguments: &CheckArguments,
    view: View,
    loaded: &Loaded,
    outcome: Outcome,
    kept: Result<(), String>,
    reproducers: Vec<Result<String, String>>,
) -> Ending {
    let circumstances = Circumstances {
        program: &loaded.program,
        options: &loaded.options,
        warnings: &loaded.warnings,
        only: arguments.common.property.as_deref(),
        seconds: &loaded.seconds,
        proofs: arguments.proof.as_deref().filter(|_| kept.is_ok()),
    };
    let mut report = Report::of_check(outcome, &circumstances);
    let mut stderr = loaded.stderr.clone();
    for reproducer in reproducers {
        match reproducer {
            Ok(command) => report.reproducers.push(command),
            Err(what) => stderr.push_str(&format!("warning: no reproducer: {what}\n")),
        }
    }
    let stdout = view.print(&report);
    let code = match arguments.common.require_complete {
        true => report.verdict.strict_exit_code(),
        false => report.verdict.exit_code(),
    };
    match kept {
        Ok(()) => Ending { code, stdout, stderr },
        // The answer is as good as before, but it is not all that was asked for.
        Err(what) => Ending { code: USAGE_ERROR, stdout, stderr: format!("{stderr}error: {what}\n") },
    }
}

/// The answer to work that is ended for a reason, from what is known.
fn unfinished(arguments: &CheckArguments, view: View, known: &Known, reason: UnknownReason) -> Ending {
    let snapshot = known.snapshot();
    let outcome = snapshot.outcome_ended_by(&reason, arguments.unwinding_assertions);
    if let (Some(loaded), Some(outcome)) = (&snapshot.loaded, outcome) {
        let missing = |wanted: bool| match wanted && !snapshot.files_are_written {
            true => Err(Reason::from(&reason).message),
            false => Ok(()),
        };
        let has_proofs = arguments.proof.is_some() && !outcome.certified.is_empty();
        let kept = missing(has_proofs).map_err(|why| format!("the proofs were not written: {why}"));
        let reproducers = missing(arguments.repro.is_some() && outcome.is_violated());
        return answer(
            arguments,
            view,
            loaded,
            outcome,
            kept,
            reproducers.err().map(Err).into_iter().collect(),
        );
    }
    let report = Report::unfinished(&reason, snapshot.doing.in_words());
    Ending::with_report(&report, view, String::new())
}

fn options(arguments: &CheckArguments, surroundings: &Surroundings) -> CheckOptions {
    CheckOptions {
        rounds: arguments.rounds,
        unwind: arguments.unwind,
        // A limit that is given, also that there is none, takes the place of the usual one.
        patience: CheckOptions::default().patience.filter(|_| arguments.common.limits.timeout.is_none()),
        unwindset: arguments.unwindset.clone(),
        threads: arguments.common.threads,
        unwinding_assertions: arguments.unwinding_assertions,
        // Whoever asks with a property file asks whether it holds.
        only_first: arguments.first || arguments.common.program.spec.is_some(),
        property: arguments.common.property.clone(),
        solver: arguments.common.solver,
        seed: arguments.common.seed,
        schedule: arguments.encoding.into(),
        reductions: arguments.reduce,
        method: match (arguments.proof_search.is_alone, arguments.no_prove) {
            (true, _) => Method::Proof,
            (false, true) => Method::Bounded,
            (false, false) => Method::Race,
        },
        engines: arguments.proof_search.engines,
        tells_invariant: arguments.common.invariant,
        certify: match (&arguments.proof, arguments.certify) {
            (Some(_), _) => Certify::Keep,
            (None, true) => Certify::Check,
            (None, false) => Certify::No,
        },
        stop: surroundings.stop.clone(),
    }
}

fn narrate(arguments: &CheckArguments, surroundings: &Surroundings, what: String) {
    match arguments.common.verbose {
        true => output::print_error(&format!("bmc-conc: {what}\n")),
        false => surroundings.progress.set(what),
    }
}

fn input_error(surroundings: &Surroundings, error: &InputError) -> Ending {
    let stderr = source::render(&error.diagnostics, &error.sources, surroundings.colors.stderr);
    let report = Report::of_wrong_input(&error.diagnostics, &error.sources);
    Ending::with_report(&report, surroundings.view, stderr)
}
