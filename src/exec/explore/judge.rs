//! Violations that are states: races and deadlocks, by what each thread would do next.

use std::sync::Arc;

use super::stretch::Stretch;
use super::{Explorer, Point, Witness};
use crate::exec::attempt::Attempt;
use crate::exec::machine::State;
use crate::ir::{PropertyId, PropertyKind, ThreadId};

/// One thread's next step that others can notice, tried from the state that is being expanded. Inputs can make
/// several of one thread.
pub(super) struct Tried {
    pub thread: ThreadId,
    pub attempt: Attempt,
    /// What the thread did before that step.
    pub path: Stretch,
}

impl Explorer<'_> {
    /// Whether the state is a race or a deadlock, by what each thread would do next.
    pub(super) fn judge_state(&mut self, point: &Point, round: u32) {
        let tried = std::mem::take(&mut self.tried);
        for (index, property) in self.program.properties.iter().enumerate() {
            let parties = match property.kind {
                PropertyKind::Race => racing(&tried),
                PropertyKind::Deadlock => deadlocked(&point.state, &tried),
                _ => None,
            };
            let Some(parties) = parties else { continue };
            let mut path = point.path.clone();
            for party in parties {
                // What a thread did alone before the step in question follows what has happened so far.
                let before = Some(Arc::new(path));
                let Stretch { thread, steps, ref choices, .. } = party.path;
                path = Stretch { thread, round, steps, choices: choices.clone(), before };
            }
            self.found_violation(PropertyId::new(index), round, &path);
        }
        self.tried = tried;
    }

    pub(super) fn found_violation(&mut self, property: PropertyId, rounds: u32, path: &Stretch) {
        // A step into the next round is taken while the present one is searched, so the first run found need
        // not be one with the fewest rounds.
        if self.found.violations.get(&property).is_none_or(|known| rounds < known.rounds) {
            let script = path.script(property);
            self.found.violations.insert(property, Witness { rounds, script });
        }
    }
}

/// Two attempts of different threads that conflict.
fn racing(tried: &[Tried]) -> Option<Vec<&Tried>> {
    for (index, one) in tried.iter().enumerate() {
        let Attempt::Possible(touches) = &one.attempt else { continue };
        for other in tried[index + 1..].iter().filter(|other| other.thread != one.thread) {
            let Attempt::Possible(others) = &other.attempt else { continue };
            if touches.iter().any(|touch| others.iter().any(|o| touch.conflicts(o))) {
                return Some(vec![one, other]);
            }
        }
    }
    None
}

/// An attempt of every thread that is blocked, if all others have ended.
fn deadlocked<'t>(state: &State, tried: &'t [Tried]) -> Option<Vec<&'t Tried>> {
    let mut waiting = Vec::new();
    for thread in state.threads.keys() {
        let of_thread = || tried.iter().filter(|t| t.thread == *thread);
        match of_thread().find(|t| matches!(t.attempt, Attempt::Blocked(_))) {
            Some(blocked) => waiting.push(blocked),
            None if of_thread().any(|t| t.attempt == Attempt::Ended) => {}
            None => return None,
        }
    }
    (!waiting.is_empty()).then_some(waiting)
}
