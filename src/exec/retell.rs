//! Runs a script that was replayed before once more, for someone who wants to see every instruction.
//!
//! The replay has its own watcher, which makes the trace that a person reads. Whoever needs something else from
//! the same run, such as the accesses to memory by which a compiled program can be made to follow it, watches here.

use super::choices::{Counted, Scripted};
use super::machine::{State, Status};
use super::observe::Observer;
use super::replay::why_not_followed;
use super::step::{Progress, advance, next_op};
use crate::ir::{Program, ThreadId};
use crate::script::{Script, ScriptContext};

/// Instructions of one context beyond this count are given up; the replay has a stricter limit.
const MOST_INSTRUCTIONS: u64 = 50_000_000;
/// So far is looked ahead of where a thread stands in the end.
const MOST_AHEAD: usize = 20_000;

/// A watcher that also hears where the contexts end.
pub trait Listener: Observer {
    /// The thread is about to execute an instruction.
    fn is_about_to(&mut self, state: &State, thread: ThreadId);
    /// The context that just ran is over.
    fn context_ends(&mut self, thread: ThreadId);
    /// From here on: what the thread would do next, by itself, after the end of the run.
    fn looks_ahead(&mut self, thread: ThreadId);
    /// Whether enough has been seen of what lies ahead.
    fn has_seen_enough(&self) -> bool;
}

/// Runs the contexts, and then lets every thread that is left look ahead. `false` if the run could not be retold.
pub fn retell<L: Listener>(program: &Program, script: &Script, listener: &mut L) -> bool {
    let Ok(mut state) = State::at_start(program) else { return false };
    let mut choices = Scripted::new(script);
    let mut ended_in_violation = None;
    for context in &script.contexts {
        let outcome = run_context(program, script, &mut state, *context, &mut choices, listener);
        listener.context_ends(context.thread);
        match outcome {
            Some(Progress::Violated(_)) => {
                ended_in_violation = Some(context.thread);
                break;
            }
            Some(_) => {}
            None => return false,
        }
    }
    // An access that is itself the violation may not have been counted as a step.
    let last = script.contexts.last().map(|context| context.thread);
    let kind = script.goal.map(|goal| program.property(goal).kind);
    if let (None, Some(last), Some(kind)) = (ended_in_violation, last, kind)
        && !kind.is_of_a_state()
    {
        listener.is_about_to(&state, last);
        if let Ok(Progress::Violated(_)) = advance(program, &mut state, last, &mut choices, listener) {
            ended_in_violation = Some(last);
        }
    }
    let threads: Vec<ThreadId> = state.threads.keys().copied().collect();
    for thread in threads {
        let runs = state.thread(thread).is_some_and(|thread| thread.status == Status::Running);
        if runs && ended_in_violation != Some(thread) {
            // A violation inside an atomic section leaves it open.
            state.atomic = state.atomic.filter(|owner| *owner == thread);
            listener.looks_ahead(thread);
            look_ahead(program, state.clone(), thread, listener);
        }
    }
    true
}

/// `None` if the script does not fit.
fn run_context<L: Listener>(
    program: &Program,
    script: &Script,
    state: &mut State,
    context: ScriptContext,
    choices: &mut Scripted<'_>,
    listener: &mut L,
) -> Option<Progress> {
    let ScriptContext { thread, steps, .. } = context;
    let mut done = 0;
    for _ in 0..MOST_INSTRUCTIONS {
        let Some(next) = next_op(program, state, thread) else {
            return (done == steps).then_some(Progress::Ended);
        };
        if next.is_step() {
            if done == steps {
                return Some(Progress::Moved);
            }
            done += 1;
        } else if why_not_followed(program, script, state, thread, choices).is_some() {
            return (done == steps).then_some(Progress::Killed);
        }
        listener.is_about_to(state, thread);
        match advance(program, state, thread, choices, listener).ok()? {
            Progress::Moved => {}
            Progress::Blocked(_) if done < steps || next.is_step() => return None,
            other => return Some(other),
        }
    }
    None
}

fn look_ahead<L: Listener>(program: &Program, mut state: State, thread: ThreadId, listener: &mut L) {
    let mut made = Vec::new();
    let mut choices = Counted { program, input: 0, reuse: None, made: &mut made };
    for _ in 0..MOST_AHEAD {
        if listener.has_seen_enough() {
            return;
        }
        match advance(program, &mut state, thread, &mut choices, listener) {
            Ok(Progress::Moved) => {}
            _ => return,
        }
    }
}
