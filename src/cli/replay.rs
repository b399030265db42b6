//! `bmc-conc replay`: violations that were found earlier, executed again.
//!
//! The trace says for which options its program was made; under others it would be another program, so that is
//! an error with the options to give. That the program itself has changed is what a replay is for: then the
//! answer is that the violation is still there, or where the program leaves the trace.

use std::sync::Arc;

use bmc_conc::check::UnknownReason;
use bmc_conc::exec::{Divergence, ReplayError, SavedScript};
use bmc_conc::load::compile;
use bmc_conc::report::{Report, ReportedScript, Style, View};
use bmc_conc::source;

use super::arguments::ReplayArguments;
use super::known::{Doing, Known};
use super::limits::Limits;
use super::load;
use super::output::{self, Colors};
use super::progress::ProgressLine;
use super::work::{Ending, carry_out};

pub fn replay(arguments: ReplayArguments) -> i32 {
    let colors = Colors::choose(arguments.color);
    let limits = Limits::new(&arguments.limits);
    let progress = Arc::new(ProgressLine::new(false));
    let style = Style { color: colors.stdout, quiet: arguments.quiet, statistics: false };
    let view = output::view(arguments.json, style);
    let known = Arc::new(Known::default());
    let for_work = Arc::clone(&known);
    let unfinished = move |reason: UnknownReason| {
        let report = Report::unfinished(&reason, known.snapshot().doing.in_words());
        Ending::with_report(&report, view, String::new())
    };
    carry_out(limits, progress, unfinished, move || {
        steps(&arguments, colors, view, &for_work).unwrap_or_else(|ending| ending)
    })
}

/// An early end is an `Err`, whatever it is.
fn steps(arguments: &ReplayArguments, colors: Colors, view: View, known: &Known) -> Result<Ending, Ending> {
    let name = arguments.trace.display();
    let bad_trace = |what: String| Ending::usage_error(format!("{name}: {what}"));
    let text = std::fs::read_to_string(&arguments.trace).map_err(|error| bad_trace(error.to_string()))?;
    let written = ReportedScript::read_all(&text).map_err(bad_trace)?;
    let specification = load::specification(&arguments.program).map_err(Ending::usage_error)?;
    let mut options = load::options(&arguments.program, &specification);
    // The files may say their data model, so they are read first; that options differ explains errors in them, though.
    let preprocessed = load::read(&arguments.files, &arguments.program, &mut options);
    written.iter().try_for_each(|one| one.program.check(&options)).map_err(bad_trace)?;
    let loaded = preprocessed.and_then(|preprocessed| {
        known.doing(Doing::Compiling);
        compile(preprocessed, &options)
    });
    let loaded = loaded.map_err(|error| {
        let stderr = source::render(&error.diagnostics, &error.sources, colors.stderr);
        Ending::with_report(&Report::of_wrong_input(&error.diagnostics, &error.sources), view, stderr)
    })?;
    let program = &loaded.program;
    known.doing(Doing::Replaying);
    let saved: Vec<SavedScript> = written.into_iter().map(|one| one.script.of_program(program)).collect();
    let mut notes = String::new();
    let replayed = saved.iter().map(|saved| match saved.replay(program) {
        Err(ReplayError { divergence: Divergence::OtherViolation { trace, .. }, .. }) => {
            let found = &trace.violation.property;
            notes.push_str(&format!("note: a trace was of '{}'; now '{found}' is violated\n", saved.goal));
            (saved, Ok(*trace))
        }
        result => (saved, result),
    });
    let report = Report::of_replayed(replayed.collect(), (program, &options), &loaded.warnings);
    let notes = if arguments.quiet { String::new() } else { notes };
    Ok(Ending::with_report(&report, view, notes))
}
