//! What a bound left out, where, and the option that brings it in.

use serde::{Deserialize, Serialize};

use crate::check;
use crate::events::Bound;
use crate::ir::{Program, Repetition};
use crate::source::Location;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cut {
    pub kind: CutKind,
    /// Of the loop, as `--unwindset` takes it, or of the function.
    pub name: Option<String>,
    pub location: Option<Location>,
    pub source: String,
    /// The number that was not enough, if the user can give another.
    pub bound: Option<u32>,
    /// All of it in words.
    pub description: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CutKind {
    Loop,
    Recursion,
    Rounds,
    Threads,
    Allocation,
    Input,
    Unchecked,
    NotFollowed,
}

impl Cut {
    pub fn new(cut: &check::Cut, program: &Program) -> Cut {
        let place = cut.location.as_ref().map(|location| format!("{location}: ")).unwrap_or_default();
        Cut {
            kind: kind(&cut.bound),
            name: cut.bound.repetition().map(|repetition| program.repetition_name(repetition)),
            location: cut.location.clone(),
            source: cut.source.clone(),
            bound: number(&cut.bound),
            description: format!("{place}{}", in_words(&cut.bound, program)),
        }
    }
}

fn kind(bound: &Bound) -> CutKind {
    match bound {
        Bound::Unwinding { of: Repetition::Recursion { .. }, .. } => CutKind::Recursion,
        Bound::Unwinding { .. } | Bound::KnownLoop { .. } => CutKind::Loop,
        Bound::Rounds { .. } => CutKind::Rounds,
        Bound::Threads { .. } => CutKind::Threads,
        Bound::Allocation { .. } => CutKind::Allocation,
        Bound::Input { .. } => CutKind::Input,
        Bound::Unchecked(_) => CutKind::Unchecked,
        Bound::NotFollowed { .. } => CutKind::NotFollowed,
    }
}

fn number(bound: &Bound) -> Option<u32> {
    match bound {
        Bound::Unwinding { most, .. } | Bound::Threads { most } | Bound::Rounds { most } => Some(*most),
        Bound::KnownLoop { iterations, .. } => Some(*iterations),
        Bound::Allocation { .. } | Bound::Input { .. } | Bound::NotFollowed { .. } | Bound::Unchecked(_) => {
            None
        }
    }
}

pub(super) fn in_words(bound: &Bound, program: &Program) -> String {
    let more = number(bound).unwrap_or(0).saturating_add(1);
    match bound {
        Bound::Unwinding { of: of @ Repetition::Loop { .. }, most } => {
            let (name, iterations) = (program.repetition_name(*of), counted(*most, "iteration"));
            format!(
                "loop {name} beyond {iterations} (raise with --unwind {more} or --unwindset {name}:{more})"
            )
        }
        Bound::Unwinding { of: of @ Repetition::Recursion { .. }, most } => {
            let name = program.repetition_name(*of);
            format!(
                "calls of {name} nested deeper than {most} \
                 (raise with --unwind {more} or --unwindset {name}:{more})"
            )
        }
        Bound::KnownLoop { of, iterations } => {
            let (name, iterations) = (program.repetition_name(*of), counted(*iterations, "iteration"));
            format!("loop {name} beyond {iterations} (raise with --unwindset {name}:{more})")
        }
        Bound::Rounds { most } => {
            format!("schedules of more than {} (raise with --rounds {more})", counted(*most, "round"))
        }
        Bound::Threads { most } => {
            format!("more than {} besides main (raise with --threads {more})", counted(*most, "thread"))
        }
        Bound::NotFollowed { what } => format!("{what} (not checked)"),
        Bound::Unchecked(what) => {
            format!("runs after {} (--check {} looks for it)", what.in_words(), what.check().name())
        }
        Bound::Input { what } => format!("{what} (no option raises this)"),
        Bound::Allocation { bytes } => {
            format!("a block of unknown size was taken to have at most {bytes} bytes (no option raises this)")
        }
    }
}

fn counted(number: u32, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
