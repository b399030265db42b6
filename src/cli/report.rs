//! The outcome as text. The first line is the answer and nothing else.

use std::fmt::Write;
use std::path::Path;

use bmc_conc::check::{
    Assumption, AssumptionKind, Bounds, Cut, CutKind, Outcome, Statistics, UnknownReason, Verdict,
};
use bmc_conc::trace;

use super::proofs::Totals;
use super::stopped::{self, EarlyEnd};
use super::{crash, proofs};

pub const INPUT_ERROR: i32 = 1;
pub const USAGE_ERROR: i32 = 2;
pub const UNKNOWN: i32 = 4;
const INCOMPLETE: i32 = 5;
pub const VIOLATED: i32 = 10;
const RED: &str = "\x1b[1;31m";

pub fn exit_code(verdict: &Verdict, require_complete: bool) -> i32 {
    match verdict {
        Verdict::Violated(_) => VIOLATED,
        Verdict::Safe => 0,
        Verdict::SafeUnderAssumptions | Verdict::NoViolationWithinBounds if require_complete => INCOMPLETE,
        Verdict::SafeUnderAssumptions | Verdict::NoViolationWithinBounds => 0,
        Verdict::Unknown(_) => UNKNOWN,
    }
}

/// The first line of the output.
pub fn answer(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Violated(_) => "VIOLATED",
        Verdict::Safe => "SAFE",
        Verdict::SafeUnderAssumptions => "SAFE UNDER ASSUMPTIONS",
        Verdict::NoViolationWithinBounds => "NO VIOLATION WITHIN BOUNDS",
        Verdict::Unknown(_) => "UNKNOWN",
    }
}

pub struct Style<'a> {
    pub color: bool,
    /// The first line only.
    pub quiet: bool,
    pub statistics: bool,
    /// The user has set one.
    pub has_time_limit: bool,
    /// Where proofs were kept.
    pub proof: Option<&'a Path>,
    /// The bounds that single loops were given.
    pub unwindset: &'a [(String, u32)],
}

pub fn text(outcome: &Outcome, style: &Style<'_>) -> String {
    let mut text = first_line(&outcome.verdict, style.color);
    if style.quiet {
        return text;
    }
    match &outcome.verdict {
        Verdict::Violated(trace) => {
            text.push_str(&trace::render_text(trace, style.color));
            text.push_str(&stopped::text(outcome, style.has_time_limit));
        }
        Verdict::Safe => text.push_str(
            "No violation in any schedule: every loop and call was unwound completely and no schedule was left out.\n",
        ),
        Verdict::SafeUnderAssumptions => {
            text.push_str(
                "No violation in any schedule, if the assumptions below are true: every loop and call was unwound \
                 completely and no schedule was left out.\n",
            );
            text.push_str(&assumptions(outcome));
        }
        Verdict::NoViolationWithinBounds => {
            let _ = writeln!(text, "No violation in {}.", within(outcome.bounds));
            text.push_str(&stopped::text(outcome, style.has_time_limit));
            text.push_str(&cuts(outcome, style.unwindset));
            text.push_str(&assumptions(outcome));
        }
        Verdict::Unknown(reason) => {
            text.push_str(&unknown(reason));
            text.push_str(&stopped::text(outcome, style.has_time_limit));
        }
    }
    text.push_str(&proofs::text(style.proof, &outcome.certified));
    if style.statistics {
        text.push_str(&statistics(outcome));
    }
    text
}

/// The answer when there is no outcome: a limit or a bug of ours struck before the search had begun.
pub fn text_without_outcome(end: &EarlyEnd, color: bool, quiet: bool) -> String {
    let mut text = first_line(&Verdict::Unknown(end.reason.clone()), color);
    if !quiet {
        text.push_str(&unknown(&end.reason));
        let _ = writeln!(text, "Stopped while {}.", end.during);
        if let Some(advice) = &end.advice {
            let _ = writeln!(text, "Try {advice}.");
        }
    }
    text
}

/// The first line for a violation.
pub fn violated_line(color: bool) -> String {
    match color {
        true => format!("{RED}VIOLATED\x1b[0m\n"),
        false => "VIOLATED\n".to_string(),
    }
}

fn first_line(verdict: &Verdict, color: bool) -> String {
    let hue = match verdict {
        Verdict::Violated(_) => RED,
        Verdict::Safe | Verdict::SafeUnderAssumptions | Verdict::NoViolationWithinBounds => "\x1b[1;32m",
        Verdict::Unknown(_) => "\x1b[1;33m",
    };
    match color {
        true => format!("{hue}{}\x1b[0m\n", answer(verdict)),
        false => format!("{}\n", answer(verdict)),
    }
}

pub fn within(bounds: Bounds) -> String {
    format!("{} and {}", counted(bounds.rounds, "round"), counted(bounds.unwind, "unwinding"))
}

fn counted(number: u32, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

fn cuts(outcome: &Outcome, unwindset: &[(String, u32)]) -> String {
    let mut text = String::new();
    if !outcome.cuts.is_empty() {
        text.push_str("\nLeft out:\n");
    }
    for cut in &outcome.cuts {
        let _ = writeln!(text, "  {}", cut_in_words(cut, outcome.bounds, unwindset));
    }
    text
}

fn assumptions(outcome: &Outcome) -> String {
    let mut text = String::new();
    let is_layout = |assumption: &&Assumption| assumption.kind == AssumptionKind::Layout;
    let (layout, open): (Vec<_>, Vec<_>) = outcome.assumptions.iter().partition(is_layout);
    for (title, list) in [("Assumed, because no file defines it:", open), ("Assumed of addresses:", layout)] {
        if !list.is_empty() {
            let _ = writeln!(text, "\n{title}");
        }
        for assumption in list {
            let _ = writeln!(text, "  {}: {}", assumption.location, assumption_in_words(assumption));
        }
    }
    text
}

/// What is assumed, without the place.
pub fn assumption_in_words(assumption: &Assumption) -> String {
    let name = &assumption.name;
    match assumption.kind {
        AssumptionKind::Function => format!(
            "{name} returns, with any value, calls nothing back, and changes nothing but what its parameters point to"
        ),
        AssumptionKind::Variable => {
            format!("{name} begins with any contents, and only what is checked here changes it")
        }
        AssumptionKind::Layout => {
            format!("{name} depends on where objects lie in memory; they lie as bmc-conc places them")
        }
    }
}

/// The number that was not enough, if it is one of the user's bounds.
pub fn bound_of(cut: &Cut, bounds: Bounds, unwindset: &[(String, u32)]) -> Option<u32> {
    match &cut.kind {
        CutKind::Rounds => Some(bounds.rounds),
        CutKind::KnownLoop { iterations, .. } => Some(*iterations),
        CutKind::Loop { name } | CutKind::Recursion { function: name } => {
            // The last one counts, as for every option that is given twice.
            let own = unwindset.iter().rev().find(|(of, _)| of == name);
            Some(own.map_or(bounds.unwind, |(_, bound)| *bound))
        }
        CutKind::Threads { most } => Some(*most),
        CutKind::Allocation { .. }
        | CutKind::Input { .. }
        | CutKind::NotFollowed { .. }
        | CutKind::Unchecked(_) => None,
    }
}

/// What was left out, where, and the option that brings it in.
pub fn cut_in_words(cut: &Cut, bounds: Bounds, unwindset: &[(String, u32)]) -> String {
    let place = cut.location.as_ref().map(|location| format!("{location}: ")).unwrap_or_default();
    let bound = bound_of(cut, bounds, unwindset).unwrap_or(0);
    let more = bound.saturating_add(1);
    match &cut.kind {
        CutKind::Loop { name } => format!(
            "{place}loop {name} beyond {} (raise with --unwind {more} or --unwindset {name}:{more})",
            counted(bound, "iteration")
        ),
        CutKind::KnownLoop { name, .. } => format!(
            "{place}loop {name} beyond {} (raise with --unwindset {name}:{more})",
            counted(bound, "iteration")
        ),
        CutKind::Recursion { function } => format!(
            "{place}calls of {function} nested deeper than {bound} \
             (raise with --unwind {more} or --unwindset {function}:{more})"
        ),
        CutKind::Rounds => {
            format!("schedules of more than {} (raise with --rounds {more})", counted(bound, "round"))
        }
        CutKind::Threads { most } => {
            format!(
                "{place}more than {} besides main (raise with --threads {more})",
                counted(*most, "thread")
            )
        }
        CutKind::NotFollowed { what } => format!("{place}{what} (not checked)"),
        CutKind::Unchecked(what) => {
            format!("{place}runs after {} (--check {} looks for it)", what.in_words(), what.check().name())
        }
        CutKind::Input { what } => format!("{place}{what} (no option raises this)"),
        CutKind::Allocation { bytes } => {
            format!(
                "{place}a block of unknown size was taken to have at most {bytes} bytes (no option raises this)"
            )
        }
    }
}

/// The reason in a word, for machines.
pub fn reason_name(reason: &UnknownReason) -> &'static str {
    match reason {
        UnknownReason::Interrupted => "interrupted",
        UnknownReason::Timeout => "timeout",
        UnknownReason::Memory => "memory",
        UnknownReason::TooLarge(_) => "too-large",
        UnknownReason::Internal(_) => "internal",
    }
}

pub fn reason_in_words(reason: &UnknownReason) -> String {
    match reason {
        UnknownReason::Interrupted => "interrupted".to_string(),
        UnknownReason::Timeout => "the time limit was reached".to_string(),
        UnknownReason::Memory => "the memory limit was reached".to_string(),
        UnknownReason::TooLarge(what) => what.clone(),
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

fn statistics(outcome: &Outcome) -> String {
    let statistics: &Statistics = &outcome.statistics;
    let counts = [
        ("threads", statistics.threads),
        ("events", statistics.events),
        ("labels", statistics.labels),
        ("cells", statistics.cells),
        ("terms", statistics.terms),
        ("AIG nodes", statistics.solver.aig_nodes),
        ("arithmetic", statistics.solver.arithmetic_gates),
        ("CNF variables", statistics.solver.cnf_variables),
        ("CNF clauses", statistics.solver.cnf_clauses),
    ];
    let mut text = String::from("\nStatistics:\n");
    for (name, count) in counts {
        let _ = writeln!(text, "  {name:<14}{count:>12}");
    }
    for (stage, seconds) in &statistics.seconds {
        let _ = writeln!(text, "  {stage:<14}{seconds:>12.3} s");
    }
    if !outcome.certified.is_empty() {
        let totals = Totals::of(&outcome.certified);
        let sizes = [("proofs", totals.proofs), ("lemmas", totals.lemmas), ("proof bytes", totals.bytes)];
        for (name, count) in sizes {
            let _ = writeln!(text, "  {name:<14}{count:>12}");
        }
        for (stage, seconds) in [("prove", totals.proving_seconds), ("check proofs", totals.checking_seconds)]
        {
            let _ = writeln!(text, "  {stage:<14}{seconds:>12.3} s");
        }
    }
    text
}
