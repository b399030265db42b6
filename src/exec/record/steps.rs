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

#[derive(Default)]
pub struct Steps {
    contexts: Vec<Context>,
    /// The step that is still growing.
    open: Option<StepKey>,
}

impl Steps {
    pub fn begin_context(&mut self, thread: ThreadId, round: u32) {
        if self.contexts.last().is_some_and(|context| context.steps.is_empty()) {
            self.contexts.pop();
        }
        if self.contexts.last().is_some_and(|context| context.thread == thread) {
            return;
        }
        self.contexts.push(Context { thread, round, steps: Vec::new() });
        self.open = None;
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
        if self.open.as_ref() != Some(&key) || context.steps.is_empty() {
            let (source, function, call_stack) = describe();
            let step = Step {
                number: 0,
                location: location.clone(),
                source,
                function,
                call_stack,
                effects: Vec::new(),
            };
            context.steps.push(step);
            self.open = Some(key);
        }
        if let (Some(step), Some(effect)) = (context.steps.last_mut(), effect) {
            append(&mut step.effects, effect);
        }
    }

    /// The contexts without the empty ones, adjacent ones of a thread as one, steps numbered.
    pub fn finish(self) -> Vec<Context> {
        let mut contexts: Vec<Context> = Vec::new();
        let last_context = self.contexts.len().saturating_sub(1);
        for (index, mut context) in self.contexts.into_iter().enumerate() {
            // A step can be left with nothing to tell when its atomic marks cancel out; the last one is where
            // the run ended and stays.
            let last_step = if index == last_context { context.steps.pop() } else { None };
            context.steps.retain(|step| !step.effects.is_empty());
            context.steps.extend(last_step);
            match contexts.last_mut() {
                _ if context.steps.is_empty() => {}
                Some(last) if last.thread == context.thread => last.steps.append(&mut context.steps),
                _ => contexts.push(context),
            }
        }
        let steps = contexts.iter_mut().flat_map(|context| &mut context.steps);
        for (index, step) in steps.enumerate() {
            step.number = index + 1;
        }
        contexts
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
