//! A report: all there is to say about a check or a replay, as plain data.
//!
//! Comes in: an [`Outcome`], or what came instead of one, with the program that it is about. Goes out: a [`Report`], in
//! which names, places and words are made and nothing refers to the program any more. Text (`text`) and JSON (`json`) are
//! views of it that decide nothing; the exit code and the first line are its verdict's. Another format is one more file
//! beside these two.
//!
//! Lists of what the command line can name ([`List`]) have the same two views.

mod assumption;
mod certificate;
mod cut;
mod divergence;
mod invariant;
mod json;
mod list;
mod rest;
mod scope;
mod script;
mod statistics;
mod stopped;
mod text;
mod unreached;
mod verdict;
mod view;

pub use self::assumption::Assumption;
pub use self::certificate::{Certificate, proof_files};
pub use self::cut::{Cut, CutKind};
pub use self::divergence::{Divergence, Followed};
pub use self::invariant::{Invariant, Sentence};
pub use self::list::{List, NamedFunction, NamedLoop, NamedProperty};
pub use self::rest::Rest;
pub use self::scope::Scope;
pub use self::script::{ProgramOptions, ReportedScript};
pub use self::statistics::{StageTime, Statistics};
pub use self::stopped::{Reason, ReasonKind, Stopped};
pub use self::unreached::{Unreached, UnreachedKind};
pub use self::verdict::Verdict;
pub use self::view::{Printable, Style, View};

use std::path::Path;

use serde::{Deserialize, Deserializer, Serialize};

use crate::check::{self, Bounds, Outcome, UnknownReason, WithinBounds};
use crate::exec::{ReplayError, SavedScript};
use crate::ir::Program;
use crate::load::LoadOptions;
use crate::source::{self, Location, Severity, SourceMap};
use crate::trace::Trace;

/// Raised when a field changes its meaning or goes away; new fields do not raise it.
const SCHEMA: u32 = 2;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    pub tool: String,
    pub version: String,
    pub schema: u32,
    pub verdict: Verdict,
    /// Warnings, or what is wrong with the input.
    pub diagnostics: Vec<Diagnostic>,
    /// What the verdict rests on.
    #[serde(flatten)]
    pub basis: Option<Basis>,
    /// If a search took place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumptions: Option<Vec<Assumption>>,
    /// If a search took place: what ended it before its time, or nothing did.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Option<Stopped>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub certificates: Vec<Certificate>,
    /// The easiest to read first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub violations: Vec<Finding>,
    /// With violations that a search found: what is known of everything else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<Rest>,
    /// If a search took place.
    #[serde(flatten)]
    pub scope: Option<Scope>,
    /// Of saved runs that do not end in a violation any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub divergences: Vec<Divergence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The commands that build programs in which the violations happen, if some were written. For the text only.
    #[serde(skip)]
    pub reproducers: Vec<String>,
}

/// One violation, and what it takes to see it again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    pub trace: Trace,
    pub script: ReportedScript,
    /// The bounds with which it was found, by a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
}

/// What a verdict rests on. Each way to be sure has its own fields.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Basis {
    Bounded { bounds: Bounds, completed: Option<Bounds>, cuts: Vec<Cut>, unreached: Vec<Unreached> },
    Invariant { invariant: Invariant, cuts: Vec<Cut> },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Diagnostic {
    pub severity: Severity,
    pub message: String,
    pub location: Option<Location>,
    pub help: Option<String>,
}

/// What a report about a check needs besides its outcome.
pub struct Circumstances<'a> {
    pub program: &'a Program,
    /// Those that the program was made with.
    pub options: &'a LoadOptions,
    pub warnings: &'a [source::Diagnostic],
    /// The only property that was looked at.
    pub only: Option<&'a str>,
    /// Seconds of the stages before the check.
    pub seconds: &'a [(&'static str, f64)],
    /// Where proofs were kept.
    pub proofs: Option<&'a Path>,
}

impl Report {
    fn new(verdict: Verdict, diagnostics: Vec<Diagnostic>) -> Report {
        Report {
            tool: "bmc-conc".to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            schema: SCHEMA,
            verdict,
            diagnostics,
            basis: None,
            assumptions: None,
            stopped: None,
            statistics: None,
            certificates: Vec::new(),
            violations: Vec::new(),
            rest: None,
            scope: None,
            divergences: Vec::new(),
            reason: None,
            reproducers: Vec::new(),
        }
    }

    /// The answer of a check.
    pub fn of_check(outcome: Outcome, of: &Circumstances<'_>) -> Report {
        let Circumstances { program, options, .. } = *of;
        let stopped = outcome.stopped.as_ref();
        let reported = |found: &check::Counterexample| Finding {
            script: ReportedScript::new(&found.script, &found.trace.violation, options),
            trace: found.trace.clone(),
            bounds: Some(found.bounds),
        };
        let reason = match &outcome.rest {
            check::Rest::Unknown(reason) => Some(Reason::from(reason)),
            _ => None,
        };
        Report {
            basis: Basis::new(&outcome.basis, program),
            stopped: Some(stopped.map(|end| Stopped::in_check(end, &outcome))),
            statistics: Some(Statistics::new(&outcome.statistics, of.seconds)),
            certificates: Certificate::all(&outcome.certified, of.proofs),
            violations: outcome.violations.iter().map(reported).collect(),
            rest: outcome.is_violated().then(|| Rest::from(&outcome.rest)),
            scope: Some(Scope::new(program, &options.compile, of.only, &outcome)),
            reason,
            ..Report::new(Verdict::from(&outcome), diagnostics(of.warnings, &program.sources))
        }
        .with_assumptions(outcome.assumptions)
    }

    fn with_assumptions(self, assumptions: Vec<check::Assumption>) -> Report {
        Report { assumptions: Some(assumptions.into_iter().map(Assumption::from).collect()), ..self }
    }

    /// Something struck before a search had begun, or where there is none. `during`: what was being done, in words.
    pub fn unfinished(reason: &UnknownReason, during: &str) -> Report {
        Report {
            reason: Some(Reason::from(reason)),
            stopped: Some(Some(Stopped::in_other_work(reason, during))),
            ..Report::new(Verdict::Unknown, Vec::new())
        }
    }

    /// The program cannot be checked.
    pub fn of_wrong_input(errors: &[source::Diagnostic], sources: &SourceMap) -> Report {
        Report::new(Verdict::Error, diagnostics(errors, sources))
    }

    /// The runs of saved scripts were executed again: if not in the violation that one was saved for, it ends in
    /// another, or in none.
    pub fn of_replayed(
        replayed: Vec<(&SavedScript, Result<Trace, ReplayError>)>,
        (program, options): (&Program, &LoadOptions),
        warnings: &[source::Diagnostic],
    ) -> Report {
        let (mut violations, mut divergences) = (Vec::new(), Vec::new());
        for (saved, result) in replayed {
            match result {
                Ok(trace) => {
                    let script = ReportedScript::new(&saved.script, &trace.violation, options);
                    violations.push(Finding { trace, script, bounds: None });
                }
                Err(error) => divergences.push(Divergence::new(saved, &error)),
            }
        }
        let verdict = if violations.is_empty() { Verdict::NotReproduced } else { Verdict::Violated };
        let diagnostics = diagnostics(warnings, &program.sources);
        Report { violations, divergences, ..Report::new(verdict, diagnostics) }
    }
}

impl Basis {
    fn new(of: &check::Basis, program: &Program) -> Option<Basis> {
        let reported = |cuts: &[check::Cut]| cuts.iter().map(|cut| Cut::new(cut, program)).collect();
        match of {
            check::Basis::Nothing => None,
            check::Basis::Bounded(WithinBounds { bounds, completed, cuts, unreached }) => {
                let unreached =
                    unreached.iter().map(|one| Unreached::new(one, program, !cuts.is_empty())).collect();
                let cuts = reported(cuts);
                Some(Basis::Bounded { bounds: *bounds, completed: *completed, cuts, unreached })
            }
            check::Basis::Invariant(of) => {
                Some(Basis::Invariant { invariant: Invariant::from(of), cuts: reported(&of.cuts) })
            }
        }
    }

    fn cuts(&self) -> &[Cut] {
        match self {
            Basis::Bounded { cuts, .. } | Basis::Invariant { cuts, .. } => cuts,
        }
    }
}

fn diagnostics(diagnostics: &[source::Diagnostic], sources: &SourceMap) -> Vec<Diagnostic> {
    let one = |diagnostic: &source::Diagnostic| Diagnostic {
        severity: diagnostic.severity,
        message: diagnostic.message.clone(),
        location: diagnostic.span.map(|span| sources.locate(span)),
        help: diagnostic.help.clone(),
    };
    diagnostics.iter().map(one).collect()
}

/// A field that is there, if only to say that there is nothing.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::check::{CheckOptions, check};
    use crate::load::load;
    use crate::source::Input;

    fn reported(text: &str, options: &CheckOptions) -> Report {
        let load_options = LoadOptions::default();
        let input = Input::Text { name: "prog.c".to_string(), text: text.to_string() };
        let loaded = load([input], &load_options).unwrap_or_else(|_| panic!("it is valid C"));
        let outcome = check(&loaded.program, options, &|_| {}).expect("it is supported");
        let circumstances = Circumstances {
            program: &loaded.program,
            options: &load_options,
            warnings: &loaded.warnings,
            only: None,
            seconds: &[("read", 0.5)],
            proofs: None,
        };
        Report::of_check(outcome, &circumstances)
    }

    fn json(report: &Report) -> Value {
        serde_json::from_str(&View::Json.print(report)).expect("it is JSON")
    }

    #[test]
    fn what_was_cut_off_is_named_with_the_bound_that_was_its_own() {
        let program = "int input(void); int main(void) { int i = 0; while (i < input()) i++; return i; }";
        let unwindset = vec![("main.0".to_string(), 3)];
        let options = CheckOptions { rounds: Some(1), unwind: Some(2), unwindset, ..CheckOptions::default() };
        let report = reported(program, &options);
        assert_eq!(report.verdict, Verdict::NoViolationWithinBounds);
        let object = json(&report);
        let cut = &object["cuts"][0];
        assert_eq!(
            (&cut["kind"], &cut["name"], &cut["bound"]),
            (&"loop".into(), &"main.0".into(), &3.into())
        );
        assert_eq!(object["bounds"]["unwind"], 2);
        assert_eq!(object["assumptions"][0]["name"], "input");
        assert_eq!(object["statistics"]["stages"][0]["stage"], "read");
        let text = View::Text(Style::default()).print(&report);
        assert!(text.starts_with("NO VIOLATION WITHIN BOUNDS\nNo violation in 1 round and 2 unwindings.\n"));
        assert!(text.contains("--unwindset main.0:4") && text.contains("no file defines it"), "{text}");
    }

    #[test]
    fn both_views_have_the_trace_of_a_violation() {
        let report = reported("#include <assert.h>\nint main(void) { assert(0); }", &CheckOptions::default());
        assert_eq!(report.verdict.exit_code(), 10);
        let object = json(&report);
        assert_eq!(object["violations"][0]["trace"]["violation"]["location"]["line"], 2);
        assert_eq!(object["violations"][0]["script"]["goal"], "main.assertion.1");
        assert_eq!(object["violations"][0]["script"]["program"]["data-model"], "lp64");
        assert!(View::Text(Style::default()).print(&report).contains("prog.c:2"));
        let quiet = Style { quiet: true, ..Style::default() };
        assert_eq!(View::Text(quiet).print(&report), "VIOLATED\n");
    }

    #[test]
    fn a_report_is_read_as_it_was_printed() {
        let texts =
            ["#include <assert.h>\nint x; int main(void) { assert(x); }", "int main(void) { return 0; }"];
        let mut reports = texts.map(|text| reported(text, &CheckOptions::default())).to_vec();
        let loop_is_cut = "int input(void); int main(void) { while (input()); }";
        let bounded = CheckOptions { rounds: Some(1), unwind: Some(1), ..CheckOptions::default() };
        reports.push(reported(loop_is_cut, &bounded));
        reports.push(Report::unfinished(&UnknownReason::Timeout, "compiling"));
        let style = Style { statistics: true, ..Style::default() };
        for mut report in reports {
            // Of other fractions the last bit may be read differently.
            let stages = report.statistics.iter_mut().flat_map(|statistics| &mut statistics.stages);
            stages.for_each(|stage| stage.seconds = 0.5);
            let printed = View::Json.print(&report);
            let read: Report = serde_json::from_str(&printed).expect("it is a report");
            assert_eq!(View::Json.print(&read), printed);
            assert_eq!(View::Text(style).print(&read), View::Text(style).print(&report));
        }
    }

    #[test]
    fn a_divergence_that_was_read_says_where_it_is_and_not_of_which_trace() {
        let followed = Followed { contexts: 2, goal: "main.race.1".to_string(), goal_is_lost: false };
        let message = "it has ended".to_string();
        let divergence =
            Divergence { context: 1, thread: 3, steps: 4, location: None, message, followed: Some(followed) };
        let report =
            Report { divergences: vec![divergence], ..Report::new(Verdict::NotReproduced, Vec::new()) };
        let read: Report = serde_json::from_str(&View::Json.print(&report)).expect("it is a report");
        let text = |report: &Report| View::Text(Style::default()).print(report);
        assert_eq!(
            text(&report),
            "NOT REPRODUCED\nThe violation of 'main.race.1' does not happen any more in this run.\n\
             Program and trace part in context 2 of 2, after 4 of its steps, in thread 3: it has ended.\n"
        );
        assert_eq!(
            text(&read),
            "NOT REPRODUCED\n\
             Program and trace part in context 2, after 4 of its steps, in thread 3: it has ended.\n"
        );
    }

    #[test]
    fn an_end_before_a_search_says_what_was_being_done() {
        let report = Report::unfinished(&UnknownReason::Memory, "compiling");
        let object = json(&report);
        assert_eq!(object["stopped"]["during"], "compiling");
        assert_eq!((&object["stopped"]["bounds"], object.get("bounds")), (&Value::Null, None));
        let text = View::Text(Style::default()).print(&report);
        let lines: Vec<&str> = text.lines().collect();
        let expected = [
            "UNKNOWN",
            "Reason: the memory limit was reached",
            "Stopped while compiling.",
            "Try a higher --memory-limit.",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn what_is_wrong_with_the_input_is_no_text_of_the_answer() {
        let error = source::Diagnostic::error_without_place("there is no main");
        let report = Report::of_wrong_input(&[error], &SourceMap::default());
        assert_eq!(json(&report)["diagnostics"][0]["message"], "there is no main");
        assert_eq!(View::Text(Style::default()).print(&report), "");
        assert_eq!(report.verdict.exit_code(), 1);
    }
}
