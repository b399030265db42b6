//! Whether a violation depends on what functions return that no file defines.
//!
//! Such a function returns whatever leads to the violation, and the real one may never do that. So the run is executed
//! again with other values instead: if it does not end in the same violation then, whoever reads about it should know.
//! A few other values may all lead there though the real one does not. Then nothing is said, and the answer names the
//! function among its assumptions, as always.

use std::collections::BTreeMap;

use super::replay::{Divergence, replay_as_it_is};
use crate::ir::{FunctionId, Program, ThreadId, integer};
use crate::script::{Choice, Script};
use crate::trace::Trace;

/// A value that a function without a body has made up in a run.
pub(super) struct MadeUp {
    pub function: FunctionId,
    pub thread: ThreadId,
    /// Which of the choices of the thread it is.
    pub position: usize,
    pub bits: u32,
}

/// The names of the functions without whose values the run does not end like this.
pub(super) fn depends_on(
    program: &Program,
    script: &Script,
    trace: &Trace,
    made_up: &[MadeUp],
) -> Vec<String> {
    let mut by_function: BTreeMap<FunctionId, Vec<&MadeUp>> = BTreeMap::new();
    for one in made_up {
        by_function.entry(one.function).or_default().push(one);
    }
    let matters = |values: &[&MadeUp]| {
        OTHERS.iter().any(|other| {
            let changed = with_others(script, values, *other);
            changed.is_some_and(|changed| avoids(program, &changed, trace))
        })
    };
    let found = by_function.into_iter().filter(|(_, values)| matters(values));
    found.map(|(function, _)| program.function(function).name.clone()).collect()
}

/// What is taken in place of a value.
const OTHERS: [fn(u128) -> u128; 4] = [|_| 0, |_| 1, |_| u128::MAX, |value| !value];

/// `None` if it is the same script.
fn with_others(script: &Script, values: &[&MadeUp], other: fn(u128) -> u128) -> Option<Script> {
    let mut changed = script.clone();
    let mut differs = false;
    for MadeUp { thread, position, bits, .. } in values {
        let choice = changed.choices.get_mut(thread.index())?.get_mut(*position)?;
        let Choice::Value(value) = choice else { return None };
        let instead = integer::cut(other(*value), *bits);
        differs |= std::mem::replace(value, instead) != instead;
    }
    differs.then_some(changed)
}

/// A run that goes wrong earlier does not tell whether it would have avoided the violation.
fn avoids(program: &Program, script: &Script, trace: &Trace) -> bool {
    match replay_as_it_is(program, script) {
        Ok((other, _)) => {
            let (then, now) = (&trace.violation, &other.violation);
            (&then.property, then.thread, &then.location) != (&now.property, now.thread, &now.location)
        }
        Err(error) => !matches!(error.divergence, Divergence::OtherViolation { .. }),
    }
}
