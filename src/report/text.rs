//! A report as text. The first line is the answer and nothing else.

use std::fmt::Write;

use super::{
    Assumption, Basis, Certificate, Divergence, Invariant, Printable, Reason, ReasonKind, Report, Rest,
    Statistics, Stopped, Style, Unreached, Verdict,
};
use crate::check::{AssumptionKind, Bounds};
use crate::trace::{self, Trace};

impl Printable for Report {
    fn text(&self, style: &Style) -> String {
        let mut text = first_line(self.verdict, style.color);
        if !style.quiet {
            text.push_str(&body(self, style));
        }
        text
    }
}

fn first_line(verdict: Verdict, color: bool) -> String {
    let Some(line) = verdict.first_line() else { return String::new() };
    let hue = match verdict {
        Verdict::Violated => "\x1b[1;31m",
        Verdict::Safe
        | Verdict::SafeUnderAssumptions
        | Verdict::SafeWithBoundedThreads
        | Verdict::NoViolationWithinBounds => "\x1b[1;32m",
        Verdict::Unknown => "\x1b[1;33m",
        Verdict::Error | Verdict::NotReproduced => return format!("{line}\n"),
    };
    match color {
        true => format!("{hue}{line}\x1b[0m\n"),
        false => format!("{line}\n"),
    }
}

fn body(report: &Report, style: &Style) -> String {
    let mut text = String::new();
    text.push_str(&violations(report, style));
    for divergence in &report.divergences {
        text.push_str(&where_they_part(divergence));
    }
    if let Some(rest) = report.rest.or(Rest::of(report.verdict))
        && report.violations.len() < 2
    {
        text.push_str(&claim(report, rest));
    }
    text.push_str(&left_open(report));
    if let Some(scope) = &report.scope {
        let _ = write!(text, "\n{}", scope.in_words());
    }
    if let Some(Basis::Invariant { invariant, .. }) = &report.basis {
        text.push_str(&what_excludes_it(invariant));
    }
    text.push_str(&proofs(&report.certificates));
    if let Some(statistics) = report.statistics.as_ref().filter(|_| style.statistics) {
        text.push_str(&sizes_and_times(statistics, &report.certificates));
    }
    if !report.reproducers.is_empty() {
        let it = if report.reproducers.len() == 1 { "it" } else { "them" };
        let _ = write!(text, "\nTo see {it} happen:\n");
        for command in &report.reproducers {
            let _ = writeln!(text, "  {command} && ./reproduce");
        }
    }
    text
}

/// One violation is shown at once; of several there is a list first, with what is known of others.
fn violations(report: &Report, style: &Style) -> String {
    let traces: Vec<&Trace> = report.violations.iter().map(|violation| &violation.trace).collect();
    if let [trace] = traces[..] {
        return trace::render_text(trace, style.color);
    }
    let mut text = String::new();
    if traces.is_empty() {
        return text;
    }
    let count = traces.len();
    let _ = writeln!(text, "{count} violations:");
    let digits = count.to_string().len();
    for (index, trace) in traces.iter().enumerate() {
        let _ = writeln!(text, "  {:>digits$}. {}", index + 1, trace::headline(trace, style.color));
    }
    if let Some(rest) = report.rest {
        text.push_str(&claim(report, rest));
    }
    for (index, trace) in traces.iter().enumerate() {
        let _ = write!(text, "\n═══ {} of {count} ═══\n", index + 1);
        text.push_str(&trace::render_text(trace, style.color));
    }
    text
}

/// What is said of all that is not violated.
fn claim(report: &Report, rest: Rest) -> String {
    let is_violated = !report.violations.is_empty();
    let (before, other) = if is_violated { ("\n", "other ") } else { ("", "") };
    // What goes on at a line that is told is not looked for again: another variable, another one who waits.
    let but = if is_violated { ", except perhaps one that involves a line above" } else { "" };
    let (scope, because) = match report.basis {
        Some(Basis::Invariant { .. }) => {
            ("any number of iterations and context switches", "an invariant excludes it, which was checked")
        }
        _ => ("any schedule", "every loop and call was unwound completely and no schedule was left out"),
    };
    let mut text = before.to_string();
    if let (Rest::Safe | Rest::SafeUnderAssumptions | Rest::NoViolationWithinBounds, Some(basis)) =
        (rest, &report.basis)
        && let Basis::Bounded { unreached, .. } = basis
    {
        text.push_str(&not_come_to(unreached));
    }
    match (rest, &report.basis) {
        (Rest::Safe, _) => {
            let _ = writeln!(text, "No {other}violation in {scope}{but}: {because}.");
        }
        (Rest::SafeUnderAssumptions, _) => {
            let _ = writeln!(
                text,
                "No {other}violation in {scope}{but}, if the assumptions below are true: {because}."
            );
        }
        (Rest::NoViolationWithinBounds, Some(Basis::Bounded { bounds, .. })) => {
            let _ = writeln!(text, "No {other}violation in {bounds}{but}.");
        }
        (Rest::SafeWithBoundedThreads | Rest::NoViolationWithinBounds, _) => {
            let _ =
                writeln!(text, "No {other}violation in {scope}{but}, except in what is left out: {because}.");
        }
        (Rest::NotLookedFor, _) => {
            text.push_str("Others were not looked for: --first and --spec end with the first.\n")
        }
        (Rest::Unknown, _) if is_violated => {
            let why = report.reason.as_ref().map_or("", |reason| reason.message.as_str());
            let _ = writeln!(text, "Whether there are other violations is not known: {why}.");
        }
        (Rest::Unknown, _) => text.push_str(&report.reason.as_ref().map(reason).unwrap_or_default()),
    }
    text.push_str(&stopped(report, rest));
    text
}

/// What hardly anything was checked without, before anything else.
fn not_come_to(unreached: &[Unreached]) -> String {
    let mut text = String::new();
    let mut before = "";
    for Unreached { description, location, source, .. } in unreached {
        if description != before {
            let _ = writeln!(text, "{description}");
        }
        if let Some(location) = location {
            let _ = writeln!(text, "  {location}: {source}");
        }
        before = description;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// What the answer leaves out or takes for granted, place by place.
fn left_open(report: &Report) -> String {
    match report.rest.or(Rest::of(report.verdict)) {
        Some(Rest::SafeUnderAssumptions) => assumptions(report),
        Some(Rest::NoViolationWithinBounds | Rest::SafeWithBoundedThreads) => {
            cuts(report) + &assumptions(report)
        }
        _ => String::new(),
    }
}

fn reason(reason: &Reason) -> String {
    let mut text = format!("Reason: {}\n", reason.message);
    if let Some(location) = &reason.location {
        let _ = writeln!(text, "  {location}: {}", reason.source);
    }
    if reason.kind == ReasonKind::Internal {
        text.push_str(REQUEST_FOR_REPORT);
    }
    text
}

/// What to do about an internal error.
const REQUEST_FOR_REPORT: &str = concat!(
    "This is a bug in bmc-conc ",
    env!("CARGO_PKG_VERSION"),
    ", not in your program. Please report it with the input and the command line.\n"
);

/// What ended the check; nothing if nothing did, or if there is no more to know.
fn stopped(report: &Report, rest: Rest) -> String {
    let Some(Some(end)) = &report.stopped else { return String::new() };
    let Stopped { kind, message, during, bounds, about, advice } = end;
    let within = |bounds: Bounds| format!(" in {bounds}");
    let mut text = match (rest, bounds) {
        (Rest::Unknown, Some(bounds)) => format!("Stopped while checking {bounds}: {during}.\n"),
        (Rest::Unknown, None) => format!("Stopped while {during}.\n"),
        _ => format!("Stopped: {message}, while {during}{}.\n", bounds.map(within).unwrap_or_default()),
    };
    if !about.is_empty() {
        let _ = writeln!(text, "What was asked about last: {}.", about.join("; "));
    }
    if let (Rest::Unknown, Some(Basis::Bounded { completed: Some(completed), .. })) = (rest, &report.basis) {
        let other = if report.violations.is_empty() { "" } else { "other " };
        let _ = writeln!(text, "No {other}violation in {completed}.");
    }
    if *kind == ReasonKind::Internal && (rest != Rest::Unknown || !report.violations.is_empty()) {
        text.push_str(REQUEST_FOR_REPORT);
    }
    if let Some(advice) = advice {
        let _ = writeln!(text, "Try {advice}.");
    }
    text
}

fn cuts(report: &Report) -> String {
    let Some(basis) = &report.basis else { return String::new() };
    let lines = basis.cuts().iter().map(|cut| format!("  {}\n", cut.description));
    with_title("Left out:", lines.collect())
}

fn assumptions(report: &Report) -> String {
    let all = report.assumptions.as_deref().unwrap_or_default();
    let of_addresses = |assumption: &&Assumption| assumption.kind == AssumptionKind::Layout;
    let (layout, open): (Vec<_>, Vec<_>) = all.iter().partition(of_addresses);
    let lines = |list: Vec<&Assumption>| {
        let line =
            |assumption: &Assumption| format!("  {}: {}\n", assumption.location, assumption.description);
        list.into_iter().map(line).collect()
    };
    with_title("Assumed, because no file defines it:", lines(open))
        + &with_title("Assumed of addresses:", lines(layout))
}

/// Nothing if there are no lines.
fn with_title(title: &str, lines: String) -> String {
    match lines.is_empty() {
        true => lines,
        false => format!("\n{title}\n{lines}"),
    }
}

/// A paragraph about what was certified; nothing if nothing was.
fn proofs(certificates: &[Certificate]) -> String {
    let Some(first) = certificates.first() else { return String::new() };
    let kept = first.cnf.as_ref().map(|name| format!(" Kept from {name} on.")).unwrap_or_default();
    let Totals { proofs, lemmas, bytes, .. } = Totals::of(certificates);
    let trivial = certificates.iter().filter(|one| one.trivial).count();
    format!("\nCertified: {}.{kept}\n", checked_proofs((proofs, trivial), lemmas, bytes))
}

/// How large an invariant is, and what it says if that was asked for.
fn what_excludes_it(invariant: &Invariant) -> String {
    let Invariant { facts, candidates, clauses, proofs, trivial_proofs, lemmas, proof_bytes, .. } =
        *invariant;
    let checked = checked_proofs((proofs, trivial_proofs), lemmas, proof_bytes);
    let parts = [(facts, "fact"), (candidates, "candidate"), (clauses, "clause")];
    let parts = parts.map(|(number, noun)| counted(number, noun)).join(", ");
    let lines = invariant.in_words().into_iter().map(|line| format!("  {line}\n"));
    format!("\nInvariant: {parts}. Certified: {checked}.\n{}", lines.collect::<String>())
}

fn checked_proofs((proofs, trivial): (usize, usize), lemmas: usize, bytes: usize) -> String {
    let by_simplification = match trivial {
        0 => String::new(),
        trivial => format!(", {trivial} of them by simplification alone"),
    };
    let (proofs, lemmas) = (counted(proofs, "proof"), counted(lemmas, "lemma"));
    format!("{proofs} checked{by_simplification} ({lemmas}, {})", counted(bytes, "byte"))
}

fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Sizes of all certificates together.
struct Totals {
    proofs: usize,
    lemmas: usize,
    bytes: usize,
    proving_seconds: f64,
    checking_seconds: f64,
}

impl Totals {
    fn of(certificates: &[Certificate]) -> Totals {
        Totals {
            proofs: certificates.len(),
            lemmas: certificates.iter().map(|one| one.lemmas).sum(),
            bytes: certificates.iter().map(|one| one.proof_bytes).sum(),
            proving_seconds: certificates.iter().map(|one| one.proving_seconds).sum(),
            checking_seconds: certificates.iter().map(|one| one.checking_seconds).sum(),
        }
    }
}

fn sizes_and_times(statistics: &Statistics, certificates: &[Certificate]) -> String {
    let sizes = [
        ("passes", statistics.passes as usize),
        ("threads", statistics.threads),
        ("events", statistics.events),
        ("labels", statistics.labels),
        ("cells", statistics.cells),
        ("terms", statistics.terms),
        ("AIG nodes", statistics.aig_nodes),
        ("arithmetic", statistics.arithmetic_gates),
        ("CNF variables", statistics.cnf_variables),
        ("CNF clauses", statistics.cnf_clauses),
    ];
    let times = statistics.stages.iter().map(|one| (one.stage.as_str(), one.seconds)).collect();
    // A search for a proof alone has no formula.
    let sizes = if statistics.passes == 0 { &[] } else { &sizes[..] };
    let mut text = format!("\nStatistics:\n{}", columns(sizes, times));
    if !certificates.is_empty() {
        let totals = Totals::of(certificates);
        let sizes = [("proofs", totals.proofs), ("lemmas", totals.lemmas), ("proof bytes", totals.bytes)];
        let times = vec![("prove", totals.proving_seconds), ("check proofs", totals.checking_seconds)];
        text.push_str(&columns(&sizes, times));
    }
    text
}

fn columns(sizes: &[(&str, usize)], times: Vec<(&str, f64)>) -> String {
    let sizes = sizes.iter().map(|(name, count)| format!("  {name:<14}{count:>12}\n"));
    let times = times.into_iter().map(|(stage, seconds)| format!("  {stage:<14}{seconds:>12.3} s\n"));
    sizes.chain(times).collect()
}

fn where_they_part(divergence: &Divergence) -> String {
    let Divergence { context, thread, steps, location, message, followed } = divergence;
    let mut text = String::new();
    if let Some(followed) = followed {
        let _ = writeln!(text, "The violation of '{}' does not happen any more in this run.", followed.goal);
        if followed.goal_is_lost {
            text.push_str("The program has no property of that name now.\n");
        }
    }
    let place = location.as_ref().map(|location| format!(", at {location}")).unwrap_or_default();
    let contexts = followed.as_ref().map(|followed| followed.contexts);
    let _ = match contexts.is_some_and(|contexts| *context >= contexts) {
        true => {
            writeln!(text, "The program follows the trace to its end, in thread {thread}{place}: {message}.")
        }
        false => writeln!(
            text,
            "Program and trace part in context {}{}, after {steps} of its steps, in thread {thread}{place}: {message}.",
            context + 1,
            contexts.map(|contexts| format!(" of {contexts}")).unwrap_or_default(),
        ),
    };
    text
}
