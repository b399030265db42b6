//! `bmc-conc run`: the program's own output, and its exit code unless the run ends otherwise.
//!
//! Standard output belongs to the program, so everything there is to say about the run goes to standard error.

use std::sync::Arc;

use bmc_conc::check::UnknownReason;
use bmc_conc::exec::{self, RunEnd, Streams};
use bmc_conc::ir::{Program, PropertyId};
use bmc_conc::load::EvaluationOrder;
use bmc_conc::load::compile;
use bmc_conc::report::{Reason, Verdict};
use bmc_conc::source;
use bmc_conc::trace;
use bmc_solver::Stop;

use super::arguments::RunArguments;
use super::limits::Limits;
use super::load;
use super::output::Colors;
use super::progress::ProgressLine;
use super::work::{Ending, carry_out};

pub fn run(arguments: RunArguments) -> i32 {
    let colors = Colors::choose(arguments.color);
    let limits = Limits::new(&arguments.limits);
    let stop = limits.stop.clone();
    let progress = Arc::new(ProgressLine::new(false));
    carry_out(limits, progress, move |reason| unknown(&reason), move || steps(&arguments, colors, &stop))
}

fn steps(arguments: &RunArguments, colors: Colors, stop: &Stop) -> Ending {
    let specification = match load::specification(&arguments.program) {
        Ok(specification) => specification,
        Err(what) => return Ending::usage_error(what),
    };
    let mut options = load::options(&arguments.program, &specification);
    options.compile.is_run = true;
    // One run makes one choice each time: nothing fails without need, and operands come as they are written.
    options.compile.spurious_failures = false;
    options.compile.malloc_may_fail = false;
    if options.compile.evaluation_order == EvaluationOrder::Any {
        options.compile.evaluation_order = EvaluationOrder::Left;
    }
    let preprocessed = load::read(&arguments.files, &arguments.program, &mut options);
    let loaded = preprocessed.and_then(|preprocessed| compile(preprocessed, &options));
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(error) => {
            let stderr = source::render(&error.diagnostics, &error.sources, colors.stderr);
            return Ending { code: Verdict::Error.exit_code(), stdout: String::new(), stderr };
        }
    };
    let program = &loaded.program;
    super::output::print_error(&source::render(&loaded.warnings, &program.sources, colors.stderr));
    let mut streams = Streams { stdout: &mut std::io::stdout(), stderr: &mut std::io::stderr() };
    match exec::run(program, arguments.steps, stop, &mut streams) {
        RunEnd::Exited(status) => {
            Ending { code: status.into(), stdout: String::new(), stderr: String::new() }
        }
        RunEnd::Violated { property, trace } => {
            let stderr = match trace {
                Some(trace) => format!("VIOLATED\n{}", trace::render_text(&trace, colors.stderr)),
                None => without_trace(program, property),
            };
            Ending { code: Verdict::Violated.exit_code(), stdout: String::new(), stderr }
        }
        RunEnd::Deadlocked => cannot_go_on("every thread that is left waits for another"),
        RunEnd::Assumed => cannot_go_on("an assumption of the program does not hold in this run"),
        RunEnd::TooLong => {
            let limit = arguments.steps;
            cannot_go_on(&format!(
                "the program has not ended after {limit} instructions (raise with --steps)"
            ))
        }
        RunEnd::Stopped(reason) => unknown(&reason.into()),
        RunEnd::Fault(fault) => cannot_go_on(&fault.to_string()),
    }
}

fn without_trace(program: &Program, property: PropertyId) -> String {
    let property = program.property(property);
    let place = program.sources.locate(property.span);
    format!(
        "VIOLATED\n{place}: {} ({})\nThe run is too long to be shown.\n",
        property.description, property.name
    )
}

fn cannot_go_on(why: &str) -> Ending {
    let stderr = format!("UNKNOWN\n{why}\n");
    Ending { code: Verdict::Unknown.exit_code(), stdout: String::new(), stderr }
}

fn unknown(reason: &UnknownReason) -> Ending {
    cannot_go_on(&Reason::from(reason).message)
}
