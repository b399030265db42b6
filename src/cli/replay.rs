//! `bmc-conc replay`: a violation that was found earlier, executed again.
//!
//! The trace says for which options its program was made; under others it would be another program, so that is
//! an error with the options to give. That the program itself has changed is what a replay is for: then the
//! answer is that the violation is still there, or where the program leaves the trace.

use std::fmt::Write;
use std::sync::Arc;

use bmc_conc::check::UnknownReason;
use bmc_conc::exec::{Divergence, ReplayError, SavedScript, script_from_json};
use bmc_conc::load::{LoadOptions, compile, read};
use bmc_conc::source;
use bmc_conc::trace::{self, Trace};
use serde_json::{Value, json};

use super::arguments::ReplayArguments;
use super::known::{Doing, Known};
use super::limits::Limits;
use super::names::location_json;
use super::output::Colors;
use super::progress::ProgressLine;
use super::stopped::EarlyEnd;
use super::work::{Ending, carry_out};
use super::{json, load, report, settings};

const NOT_REPRODUCED: i32 = 6;

pub fn replay(arguments: ReplayArguments) -> i32 {
    let colors = Colors::choose(arguments.color);
    let limits = Limits::new(&arguments.limits);
    let progress = Arc::new(ProgressLine::new(false));
    let (as_json, quiet) = (arguments.json, arguments.quiet);
    let known = Arc::new(Known::default());
    let for_work = Arc::clone(&known);
    let unfinished = move |reason: UnknownReason| {
        let stopped = EarlyEnd::of_other_work(reason, &known);
        let stdout = match as_json {
            true => json::print(&json::unknown(&stopped)),
            false => report::text_without_outcome(&stopped, colors.stdout, quiet),
        };
        Ending { code: report::UNKNOWN, stdout, stderr: String::new() }
    };
    carry_out(limits, progress, unfinished, move || {
        steps(&arguments, colors, &for_work).unwrap_or_else(|ending| ending)
    })
}

/// An early end is an `Err`, whatever it is.
fn steps(arguments: &ReplayArguments, colors: Colors, known: &Known) -> Result<Ending, Ending> {
    let name = arguments.trace.display();
    let bad_trace = |what: String| Ending::usage_error(format!("{name}: {what}"));
    let text = std::fs::read_to_string(&arguments.trace).map_err(|error| bad_trace(error.to_string()))?;
    let saved: Value =
        serde_json::from_str(&text).map_err(|error| bad_trace(format!("this is not JSON: {error}")))?;
    let Some(script) = saved.get("script") else {
        let what = "there is no 'script' in it: a trace is what `check --json` prints for a violation";
        return Err(bad_trace(what.to_string()));
    };
    let specification = load::specification(&arguments.program).map_err(Ending::usage_error)?;
    let options = load::options(&arguments.program, &specification);
    settings::compare(script, &options).map_err(bad_trace)?;
    let loaded = load::inputs(&arguments.files).and_then(|inputs| {
        let preprocessed = read(inputs, &options)?;
        known.doing(Doing::Compiling);
        compile(preprocessed, &options)
    });
    let loaded = loaded.map_err(|error| {
        let stderr = source::render(&error.diagnostics, &error.sources, colors.stderr);
        let stdout = match arguments.json {
            true => json::print(&json::input_error(json::diagnostics(&error.diagnostics, &error.sources))),
            false => String::new(),
        };
        Ending { code: report::INPUT_ERROR, stdout, stderr }
    })?;
    let program = &loaded.program;
    known.doing(Doing::Replaying);
    let saved = script_from_json(program, script).map_err(bad_trace)?;
    let warnings = json::diagnostics(&loaded.warnings, &program.sources);
    Ok(match saved.replay(program) {
        Ok(trace) => confirmed(arguments, colors, &options, &saved, &trace, warnings),
        Err(ReplayError { divergence: Divergence::OtherViolation { trace, .. }, .. }) => {
            confirmed(arguments, colors, &options, &saved, &trace, warnings)
        }
        Err(error) => parted(arguments, &saved, &error, warnings),
    })
}

/// A violation, if not the one of the trace, then another on the way there.
fn confirmed(
    arguments: &ReplayArguments,
    colors: Colors,
    options: &LoadOptions,
    saved: &SavedScript,
    trace: &Trace,
    warnings: Value,
) -> Ending {
    let found = &trace.violation.property;
    let stderr = match *found == saved.goal || arguments.quiet {
        true => String::new(),
        false => format!("note: the trace was of '{}'; now '{found}' is violated\n", saved.goal),
    };
    let stdout = if arguments.json {
        let mut object = json::envelope("violated", warnings);
        object["trace"] = trace::to_json(trace);
        object["script"] = settings::script(&saved.script, &trace.violation, options);
        json::print(&object)
    } else if arguments.quiet {
        report::violated_line(colors.stdout)
    } else {
        format!("{}{}", report::violated_line(colors.stdout), trace::render_text(trace, colors.stdout))
    };
    Ending { code: report::VIOLATED, stdout, stderr }
}

fn parted(arguments: &ReplayArguments, saved: &SavedScript, error: &ReplayError, warnings: Value) -> Ending {
    let stdout = if arguments.json {
        let mut object = json::envelope("not-reproduced", warnings);
        object["divergence"] = json!({
            "context": error.context,
            "thread": error.thread.0,
            "steps": error.steps,
            "location": error.location.as_ref().map(location_json),
            "message": error.divergence.to_string(),
        });
        json::print(&object)
    } else {
        let mut text = "NOT REPRODUCED\n".to_string();
        if !arguments.quiet {
            text.push_str(&where_they_part(saved, error));
        }
        text
    };
    Ending { code: NOT_REPRODUCED, stdout, stderr: String::new() }
}

fn where_they_part(saved: &SavedScript, error: &ReplayError) -> String {
    let mut text = format!("The violation of '{}' does not happen any more in this run.\n", saved.goal);
    if saved.has_lost_its_goal() {
        text.push_str("The program has no property of that name now.\n");
    }
    let place = error.location.as_ref().map(|location| format!(", at {location}")).unwrap_or_default();
    let thread = error.thread.0;
    let contexts = saved.script.contexts.len();
    let _ = match error.context < contexts {
        true => writeln!(
            text,
            "Program and trace part in context {} of {contexts}, after {} of its steps, in thread {thread}{place}: {}.",
            error.context + 1,
            error.steps,
            error.divergence
        ),
        false => writeln!(
            text,
            "The program follows the trace to its end, in thread {thread}{place}: {}.",
            error.divergence
        ),
    };
    text
}
