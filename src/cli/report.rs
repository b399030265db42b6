//! The outcome as text. The first line is the answer and nothing else.

use std::fmt::Write;

use bmc_conc::check::{Bounds, Cut, CutKind, Outcome, Statistics, UnknownReason, Verdict};
use bmc_conc::trace;
use bmc_solver::StopReason;

use super::crash;

pub const INPUT_ERROR: i32 = 1;
pub const USAGE_ERROR: i32 = 2;
pub const UNKNOWN: i32 = 4;
const INCOMPLETE: i32 = 5;
const VIOLATED: i32 = 10;

pub fn exit_code(verdict: &Verdict, require_complete: bool) -> i32 {
    match verdict {
        Verdict::Violated(_) => VIOLATED,
        Verdict::Safe => 0,
        Verdict::NoViolationWithinBounds if require_complete => INCOMPLETE,
        Verdict::NoViolationWithinBounds => 0,
        Verdict::Unknown(_) => UNKNOWN,
    }
}

/// The first line of the output.
pub fn answer(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Violated(_) => "VIOLATED",
        Verdict::Safe => "SAFE",
        Verdict::NoViolationWithinBounds => "NO VIOLATION WITHIN BOUNDS",
        Verdict::Unknown(_) => "UNKNOWN",
    }
}

pub struct Style {
    pub color: bool,
    /// The first line only.
    pub quiet: bool,
    pub statistics: bool,
}

pub fn text(outcome: &Outcome, style: &Style) -> String {
    let mut text = first_line(&outcome.verdict, style.color);
    if style.quiet {
        return text;
    }
    match &outcome.verdict {
        Verdict::Violated(trace) => text.push_str(&trace::render_text(trace, style.color)),
        Verdict::Safe => text.push_str(
            "No violation in any schedule: every loop and call was unwound completely and no schedule was left out.\n",
        ),
        Verdict::NoViolationWithinBounds => {
            let _ = writeln!(text, "No violation in {}.", within(outcome.bounds));
            text.push_str(&cuts(&outcome.cuts));
        }
        Verdict::Unknown(reason) => {
            text.push_str(&unknown(reason));
            let _ = writeln!(text, "No violation was found up to then; the last bounds tried: {}.", within(outcome.bounds));
        }
    }
    if style.statistics {
        text.push_str(&statistics(&outcome.statistics));
    }
    text
}

/// The answer when there is no outcome: a limit or a bug of ours struck before the search had begun.
pub fn text_without_outcome(reason: UnknownReason, style: &Style) -> String {
    let mut text = first_line(&Verdict::Unknown(reason.clone()), style.color);
    if !style.quiet {
        text.push_str(&unknown(&reason));
    }
    text
}

fn first_line(verdict: &Verdict, color: bool) -> String {
    let hue = match verdict {
        Verdict::Violated(_) => "\x1b[1;31m",
        Verdict::Safe => "\x1b[1;32m",
        Verdict::NoViolationWithinBounds => "\x1b[1;32m",
        Verdict::Unknown(_) => "\x1b[1;33m",
    };
    match color {
        true => format!("{hue}{}\x1b[0m\n", answer(verdict)),
        false => format!("{}\n", answer(verdict)),
    }
}

fn within(bounds: Bounds) -> String {
    format!("{} and {}", counted(bounds.rounds, "round"), counted(bounds.unwind, "unwinding"))
}

fn counted(number: u32, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

fn cuts(cuts: &[Cut]) -> String {
    let mut text = String::new();
    if !cuts.is_empty() {
        text.push_str("\nLeft out:\n");
    }
    for cut in cuts {
        let _ = writeln!(text, "  {}", cut_in_words(cut));
    }
    text
}

pub fn cut_in_words(cut: &Cut) -> String {
    let place = cut.location.as_ref().map(|location| format!("{location}: ")).unwrap_or_default();
    let more = cut.bound.saturating_add(1);
    match cut.kind {
        CutKind::Loop => format!(
            "{place}iterations of the loop {} beyond {} (raise with --unwind {more} or --unwindset {}:{more})",
            cut.name, cut.bound, cut.name
        ),
        CutKind::Recursion => format!(
            "{place}calls of {} nested deeper than {} (raise with --unwind {more} or --unwindset {}:{more})",
            cut.name, cut.bound, cut.name
        ),
        CutKind::Rounds => {
            format!(
                "{place}schedules of more than {} (raise with --rounds {more})",
                counted(cut.bound, "round")
            )
        }
    }
}

/// The reason in a word, for machines.
pub fn reason_name(reason: &UnknownReason) -> &'static str {
    match reason {
        UnknownReason::Stopped(StopReason::Interrupted) => "interrupted",
        UnknownReason::Stopped(StopReason::Timeout) => "timeout",
        UnknownReason::Stopped(StopReason::Memory) => "memory",
        UnknownReason::Internal(_) => "internal",
    }
}

pub fn reason_in_words(reason: &UnknownReason) -> String {
    match reason {
        UnknownReason::Stopped(StopReason::Interrupted) => "interrupted".to_string(),
        UnknownReason::Stopped(StopReason::Timeout) => "the time limit was reached (--timeout)".to_string(),
        UnknownReason::Stopped(StopReason::Memory) => {
            "the memory limit was reached (--memory-limit)".to_string()
        }
        UnknownReason::Internal(what) => format!("internal error: {what}"),
    }
}

fn unknown(reason: &UnknownReason) -> String {
    let mut text = format!("Reason: {}\n", reason_in_words(reason));
    if let UnknownReason::Internal(_) = reason {
        let _ = writeln!(text, "{}", crash::request_for_report());
    }
    text
}

fn statistics(statistics: &Statistics) -> String {
    let counts = [
        ("threads", statistics.threads),
        ("events", statistics.events),
        ("cells", statistics.cells),
        ("terms", statistics.terms),
        ("AIG nodes", statistics.aig_nodes),
        ("CNF variables", statistics.cnf_variables),
        ("CNF clauses", statistics.cnf_clauses),
    ];
    let mut text = String::from("\nStatistics:\n");
    for (name, count) in counts {
        let _ = writeln!(text, "  {name:<14}{count:>12}");
    }
    for (stage, seconds) in &statistics.stages {
        let _ = writeln!(text, "  {stage:<14}{seconds:>12.3} s");
    }
    text
}
