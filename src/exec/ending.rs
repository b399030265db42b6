//! The end of a run that violates a property of the whole program: who stands where, and why that is wrong.

use super::attempt::{Attempt, Touch, attempt};
use super::choices::Scripted;
use super::fault::Blockage;
use super::machine::State;
use crate::ir::{Program, PropertyKind, ThreadId};

/// What each thread concerned is about to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The two accesses that conflict.
    Race([(ThreadId, Touch); 2]),
    /// Every thread that waits, and for what.
    Deadlock(Vec<(ThreadId, Blockage)>),
}

/// Whether the state is what the property forbids; a race only between two threads, if they are given.
pub fn ending(
    program: &Program,
    state: &State,
    choices: &Scripted<'_>,
    kind: PropertyKind,
    racing: Option<[ThreadId; 2]>,
) -> Option<Ending> {
    let attempts: Vec<(ThreadId, Attempt)> = state
        .threads
        .keys()
        .filter(|thread| racing.is_none_or(|racing| racing.contains(thread)))
        .map(|&thread| (thread, attempt(program, state, thread, &mut choices.clone())))
        .collect();
    match kind {
        PropertyKind::Race => race(&attempts),
        PropertyKind::Deadlock => deadlock(&attempts),
        _ => None,
    }
}

pub fn race(attempts: &[(ThreadId, Attempt)]) -> Option<Ending> {
    for (index, (thread, attempt)) in attempts.iter().enumerate() {
        let Attempt::Possible(touches) = attempt else { continue };
        for (other, attempt) in &attempts[index + 1..] {
            let Attempt::Possible(others) = attempt else { continue };
            if other == thread {
                continue;
            }
            for touch in touches {
                if let Some(conflict) = others.iter().find(|o| touch.conflicts(o)) {
                    return Some(Ending::Race([(*thread, *touch), (*other, *conflict)]));
                }
            }
        }
    }
    None
}

pub fn deadlock(attempts: &[(ThreadId, Attempt)]) -> Option<Ending> {
    let mut waiting = Vec::new();
    for (thread, attempt) in attempts {
        match attempt {
            Attempt::Blocked(blockage) => waiting.push((*thread, *blockage)),
            Attempt::Ended => {}
            Attempt::Possible(_) | Attempt::Other => return None,
        }
    }
    // Whoever only waits for others to end is not where the mistake is.
    waiting.sort_by_key(|(thread, blockage)| (matches!(blockage, Blockage::Join(_)), *thread));
    (!waiting.is_empty()).then_some(Ending::Deadlock(waiting))
}
