//! The steps of a trace as they grow: consecutive effects of the same line of the same activation are one step.

use crate::exec::step::thread_handle;
use crate::ir::ThreadId;
use crate::source::Location;
use crate::trace::{Context, Effect, Frame, Step};

pub const ATOMIC_BEGIN: &str = "begins an atomic section";
pub const ATOMIC_END: &str = "ends the atomic section";

/// What makes two effects belong to the same step.
#[derive(Clone, PartialEq, Eq)]
struct StepKey {
    activation: u64,
    iteration: u64,
    location: (std::sync::Arc<str>, u32),
}

/// A context as it grows.
struct Stretch {
    thread: ThreadId,
    round: u32,
    steps: Vec<(StepKey, Step)>,
}

#[derive(Default)]
pub struct Steps {
    contexts: Vec<Stretch>,
}

impl Steps {
    pub fn begin_context(&mut self, thread: ThreadId, round: u32) {
        self.contexts.push(Stretch { thread, round, steps: Vec::new() });
    }

    /// Adds an effect (or only makes sure that the step exists). `describe` gives source line, function and call
    /// stack of a new step.
    pub fn add(
        &mut self,
        activation: u64,
        iteration: u64,
        location: &Location,
        effect: Option<Effect>,
        describe: impl FnOnce() -> (String, String, Vec<Frame>),
    ) {
        let Some(context) = self.contexts.last_mut() else { return };
        let key = StepKey { activation, iteration, location: (location.file.clone(), location.line) };
        if context.steps.last().is_none_or(|(open, _)| *open != key) {
            let (source, function, call_stack) = describe();
            let (location, effects) = (location.clone(), Vec::new());
            context.steps.push((key, Step { number: 0, location, source, function, call_stack, effects }));
        }
        if let (Some((_, step)), Some(effect)) = (context.steps.last_mut(), effect) {
            append(&mut step.effects, effect);
        }
    }

    /// The contexts without the empty ones, adjacent ones of a thread as one, steps numbered.
    pub fn finish(mut self) -> Vec<Context> {
        // A step can be left with nothing to tell when its atomic marks cancel out; the last one is where the run
        // ended and stays.
        let last = self.contexts.last_mut().and_then(|context| context.steps.pop());
        for context in &mut self.contexts {
            context.steps.retain(|(_, step)| !step.effects.is_empty());
        }
        if let Some(context) = self.contexts.last_mut() {
            context.steps.extend(last);
        }
        let mut joined: Vec<Stretch> = Vec::new();
        for context in self.contexts.into_iter().filter(|context| !context.steps.is_empty()) {
            match joined.last_mut() {
                Some(before) if before.thread == context.thread => before.join(context),
                _ => joined.push(context),
            }
        }
        let mut number = 0;
        let mut numbered = |(_, mut step): (StepKey, Step)| {
            number += 1;
            step.number = number;
            step
        };
        joined
            .into_iter()
            .map(|Stretch { thread, round, steps }| {
                let steps = steps.into_iter().map(&mut numbered).collect();
                Context { thread, round, steps }
            })
            .collect()
    }
}

impl Stretch {
    /// Goes on with a later context of the same thread, which may begin in the middle of a step.
    fn join(&mut self, later: Stretch) {
        for (key, step) in later.steps {
            match self.steps.last_mut() {
                Some((open, before)) if *open == key => {
                    step.effects.into_iter().for_each(|effect| append(&mut before.effects, effect));
                }
                _ => self.steps.push((key, step)),
            }
        }
    }
}

/// Adds an effect to a step, saying nothing twice.
fn append(effects: &mut Vec<Effect>, effect: Effect) {
    match &effect {
        Effect::Read { variable, value } => {
            let said = |known: &Effect| match known {
                Effect::Read { variable: v, value: w } | Effect::Write { variable: v, value: w } => {
                    v == variable && w == value
                }
                _ => false,
            };
            if effects.last().is_some_and(said) {
                return;
            }
        }
        // `x = input()`: the input is the value of x.
        Effect::Assign { variable, value } | Effect::Write { variable, value } => {
            let said = |known: &Effect| match known {
                Effect::Input { variable: Some(v), value: w } => v == variable && w == value,
                _ => false,
            };
            if matches!(effect, Effect::Assign { .. }) && effects.last().is_some_and(said) {
                return;
            }
            if let Some(Effect::Input { variable: unnamed @ None, value: input }) = effects.last_mut()
                && input == value
            {
                *unnamed = Some(variable.clone());
                return;
            }
        }
        // The number by which the program knows the thread is no news.
        Effect::Join { thread } => {
            let handle = thread_handle(*thread).to_string();
            if matches!(effects.last(), Some(Effect::Read { value, .. }) if *value == handle) {
                effects.pop();
            }
        }
        // One line that is atomic as a whole needs no marks: it looks atomic.
        Effect::Note(text) if text == ATOMIC_END => {
            let begin = |known: &Effect| matches!(known, Effect::Note(text) if text == ATOMIC_BEGIN);
            if let Some(index) = effects.iter().rposition(begin) {
                effects.remove(index);
                return;
            }
        }
        _ => {}
    }
    effects.push(effect);
}
