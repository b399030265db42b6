//! What an answer takes for granted of a program, and what the program as it stands leaves out, whatever the strategy.

use super::outcome::{Assumption, AssumptionKind, Cut};
use crate::events::Bound;
use crate::ir::{Open, Program};
use crate::source::Span;

/// That what no file defines does no more than it may.
pub(super) fn assumed_of(program: &Program, open: Open) -> Assumption {
    let (kind, name, span) = match open {
        Open::Function(function) => {
            let function = program.function(function);
            (AssumptionKind::Function, &function.name, function.span)
        }
        Open::Variable(global) => {
            let global = program.global(global);
            (AssumptionKind::Variable, &global.name, global.span)
        }
    };
    at(program, kind, name.clone(), span)
}

/// That objects lie in memory as they do here.
pub(super) fn assumed_layout(program: &Program, span: Span) -> Assumption {
    let name = program.sources.text(span).lines().next().unwrap_or_default().trim().to_string();
    at(program, AssumptionKind::Layout, name, span)
}

fn at(program: &Program, kind: AssumptionKind, name: String, span: Span) -> Assumption {
    let source = program.sources.line_text(span).trim().to_string();
    Assumption { kind, name, location: program.sources.locate(span), source }
}

pub(super) fn limits_of_input(program: &Program) -> impl Iterator<Item = Cut> {
    let limits = program.limits.iter();
    limits.map(|limit| cut(program, Bound::Input { what: limit.description.clone() }, limit.span))
}

pub(super) fn cut(program: &Program, bound: Bound, span: Span) -> Cut {
    let source = program.sources.line_text(span).trim().to_string();
    Cut { bound, location: Some(program.sources.locate(span)), source }
}
