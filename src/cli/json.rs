//! The outcome as one JSON object; docs/json.md describes every field.

use std::path::Path;

use bmc_conc::check::{
    Assumption, AssumptionKind, Bounds, Cut, CutKind, Outcome, Statistics, UnknownReason, Verdict,
};
use bmc_conc::load::LoadOptions;
use bmc_conc::source::{Diagnostic, Severity, SourceMap};
use bmc_conc::trace;
use serde_json::{Value, json};

use super::arguments::CheckArguments;
use super::names::location_json;
use super::stopped::EarlyEnd;
use super::{proofs, report, settings};

/// Raised when a field changes its meaning or goes away; new fields do not raise it.
const SCHEMA: u32 = 1;

pub fn outcome(
    outcome: &Outcome,
    arguments: &CheckArguments,
    proof: Option<&Path>,
    options: &LoadOptions,
    warnings: Value,
) -> Value {
    let unwindset = &arguments.unwindset;
    let mut object = envelope(verdict_name(&outcome.verdict), warnings);
    object["bounds"] = bounds(outcome.bounds);
    object["completed"] = outcome.completed.map_or(Value::Null, bounds);
    object["stopped"] = outcome.stopped.as_ref().map_or(Value::Null, |stopped| {
        EarlyEnd::of_check(stopped, outcome, arguments.limits.timeout.is_some()).to_json()
    });
    object["cuts"] = outcome.cuts.iter().map(|one| cut(one, outcome.bounds, unwindset)).collect();
    object["assumptions"] = outcome.assumptions.iter().map(assumption).collect();
    object["statistics"] = statistics(&outcome.statistics);
    if !outcome.certified.is_empty() {
        object["certificates"] = proofs::to_json(proof, &outcome.certified);
    }
    match &outcome.verdict {
        Verdict::Violated(trace) => {
            object["trace"] = trace::to_json(trace);
            if let Some(script) = &outcome.script {
                object["script"] = settings::script(script, &trace.violation, options);
            }
        }
        Verdict::Unknown(why) => object["reason"] = reason(why),
        Verdict::Safe | Verdict::SafeUnderAssumptions | Verdict::NoViolationWithinBounds => {}
    }
    object
}

/// The object for a run that ended before there was an outcome.
pub fn unknown(end: &EarlyEnd) -> Value {
    let mut object = envelope("unknown", json!([]));
    object["reason"] = reason(&end.reason);
    object["stopped"] = end.to_json();
    object
}

/// The object for a program that cannot be checked.
pub fn input_error(diagnostics: Value) -> Value {
    envelope("error", diagnostics)
}

pub fn diagnostics(diagnostics: &[Diagnostic], sources: &SourceMap) -> Value {
    let one = |diagnostic: &Diagnostic| {
        json!({
            "severity": match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            "message": diagnostic.message,
            "location": diagnostic.span.map(|span| location_json(&sources.locate(span))),
            "help": diagnostic.help,
        })
    };
    diagnostics.iter().map(one).collect()
}

/// One object, indented, with a line end.
pub fn print(object: &Value) -> String {
    format!("{object:#}\n")
}

pub fn envelope(verdict: &str, diagnostics: Value) -> Value {
    json!({
        "tool": "bmc-conc",
        "version": env!("CARGO_PKG_VERSION"),
        "schema": SCHEMA,
        "verdict": verdict,
        "diagnostics": diagnostics,
    })
}

fn verdict_name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Violated(_) => "violated",
        Verdict::Safe => "safe",
        Verdict::SafeUnderAssumptions => "safe-under-assumptions",
        Verdict::NoViolationWithinBounds => "no-violation-within-bounds",
        Verdict::Unknown(_) => "unknown",
    }
}

fn bounds(bounds: Bounds) -> Value {
    json!({ "rounds": bounds.rounds, "unwind": bounds.unwind })
}

fn cut(cut: &Cut, bounds: Bounds, unwindset: &[(String, u32)]) -> Value {
    let (kind, name) = match &cut.kind {
        CutKind::Rounds => ("rounds", None),
        CutKind::Loop { name } | CutKind::KnownLoop { name, .. } => ("loop", Some(name)),
        CutKind::Recursion { function } => ("recursion", Some(function)),
        CutKind::Allocation { .. } => ("allocation", None),
        CutKind::Threads { .. } => ("threads", None),
        CutKind::Input { .. } => ("input", None),
        CutKind::NotFollowed { .. } => ("not-followed", None),
        CutKind::Unchecked(_) => ("unchecked", None),
    };
    json!({
        "kind": kind,
        "name": name,
        "location": cut.location.as_ref().map(location_json),
        "source": cut.source,
        "bound": report::bound_of(cut, bounds, unwindset),
        "description": report::cut_in_words(cut, bounds, unwindset),
    })
}

fn assumption(assumption: &Assumption) -> Value {
    json!({
        "kind": match assumption.kind {
            AssumptionKind::Function => "function",
            AssumptionKind::Variable => "variable",
            AssumptionKind::Layout => "layout",
        },
        "name": assumption.name,
        "location": location_json(&assumption.location),
        "source": assumption.source,
        "description": report::assumption_in_words(assumption),
    })
}

fn reason(reason: &UnknownReason) -> Value {
    json!({ "kind": report::reason_name(reason), "message": report::reason_in_words(reason) })
}

fn statistics(statistics: &Statistics) -> Value {
    let stages: Value = statistics
        .seconds
        .iter()
        .map(|(stage, seconds)| json!({ "stage": stage, "seconds": seconds }))
        .collect();
    json!({
        "threads": statistics.threads,
        "events": statistics.events,
        "labels": statistics.labels,
        "cells": statistics.cells,
        "terms": statistics.terms,
        "aig_nodes": statistics.solver.aig_nodes,
        "arithmetic_gates": statistics.solver.arithmetic_gates,
        "cnf_variables": statistics.solver.cnf_variables,
        "cnf_clauses": statistics.solver.cnf_clauses,
        "stages": stages,
    })
}
