//! The steps of a trace as they grow: consecutive effects of the same line of the same activation are one step.
//!
//! What is shown is the run, in its order. A context of which nothing is shown is left out, unless it separates two
//! contexts of another thread: those must not look like one, so it is shown by the line it begins at.

use crate::exec::step::thread_handle;
use crate::ir::ThreadId;
use crate::script::ScriptContext;
use crate::source::Location;
use crate::trace::{Context, Deed, Effect, Frame, Place, Step, Value};

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
    /// Whether it does anything that a schedule counts.
    acts: bool,
    /// Where it begins.
    place: Option<(StepKey, Step)>,
    steps: Vec<(StepKey, Step)>,
}

/// A place among the effects.
#[derive(Clone, Copy, Debug)]
pub struct Anchor {
    context: usize,
    step: usize,
    effect: usize,
}

#[derive(Default)]
pub struct Steps {
    contexts: Vec<Stretch>,
    /// The last step is the violation.
    ends_in_step: bool,
}

impl Steps {
    pub fn begin_context(&mut self, context: ScriptContext) {
        let ScriptContext { thread, round, steps } = context;
        self.contexts.push(Stretch { thread, round, acts: steps > 0, place: None, steps: Vec::new() });
    }

    /// Whether it is not known yet where the context begins.
    pub fn is_placeless(&self) -> bool {
        self.contexts.last().is_some_and(|context| context.place.is_none())
    }

    pub fn place_context(
        &mut self,
        activation: u64,
        iteration: u64,
        location: &Location,
        (source, function, call_stack): (String, String, Vec<Frame>),
    ) {
        let Some(context) = self.contexts.last_mut() else { return };
        let key = StepKey { activation, iteration, location: (location.file.clone(), location.line) };
        let (location, effects) = (location.clone(), Vec::new());
        context.place = Some((key, Step { number: 0, location, source, function, call_stack, effects }));
    }

    pub fn end_in_step(&mut self) {
        self.ends_in_step = true;
    }

    /// Behind everything there is.
    pub fn anchor(&self) -> Option<Anchor> {
        let context = self.contexts.last()?;
        let (_, step) = context.steps.last()?;
        let effect = step.effects.len();
        Some(Anchor { context: self.contexts.len() - 1, step: context.steps.len() - 1, effect })
    }

    pub fn insert(&mut self, anchor: Anchor, effect: Effect) {
        let effects = &mut self.contexts[anchor.context].steps[anchor.step].1.effects;
        effects.insert(anchor.effect.min(effects.len()), effect);
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
        // A step can be left with nothing to tell when its atomic marks cancel out, or when a call has nothing to say; the
        // one with the violation stays.
        let last =
            self.contexts.last_mut().filter(|_| self.ends_in_step).and_then(|context| context.steps.pop());
        for context in &mut self.contexts {
            context.steps.retain(|(_, step)| !step.effects.is_empty());
        }
        if let Some(context) = self.contexts.last_mut() {
            context.steps.extend(last);
        }
        self.show_what_separates();
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
            .map(|Stretch { thread, round, steps, .. }| {
                let steps = steps.into_iter().map(&mut numbered).collect();
                Context { thread, round, steps }
            })
            .collect()
    }
}

impl Steps {
    /// Gives a step to contexts without any that are between two contexts of another thread.
    fn show_what_separates(&mut self) {
        let shown: Vec<usize> =
            (0..self.contexts.len()).filter(|index| !self.contexts[*index].steps.is_empty()).collect();
        for pair in shown.windows(2) {
            let thread = self.contexts[pair[0]].thread;
            if self.contexts[pair[1]].thread != thread {
                continue;
            }
            for context in &mut self.contexts[pair[0] + 1..pair[1]] {
                if context.thread != thread && context.acts {
                    context.steps.extend(context.place.take());
                }
            }
        }
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
                    says_the_same((v, w), (variable, value))
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
                Effect::Input { variable: Some(v), value: w } => says_the_same((v, w), (variable, value)),
                _ => false,
            };
            if matches!(effect, Effect::Assign { .. }) && effects.last().is_some_and(said) {
                return;
            }
            if let Some(Effect::Input { variable: unnamed @ None, value: input }) = effects.last_mut()
                && input.to_string() == value.to_string()
            {
                *unnamed = Some(variable.clone());
                return;
            }
        }
        // The number by which the program knows the thread is no news.
        Effect::Join { thread } => {
            let handle = thread_handle(*thread);
            if matches!(effects.last(), Some(Effect::Read { value, .. }) if value.is_number(handle)) {
                effects.pop();
            }
        }
        // One line that is atomic as a whole needs no marks: it looks atomic.
        Effect::Deed(Deed::EndAtomicSection) => {
            let begin = Effect::Deed(Deed::BeginAtomicSection);
            if let Some(index) = effects.iter().rposition(|known| *known == begin) {
                effects.remove(index);
                return;
            }
        }
        _ => {}
    }
    effects.push(effect);
}

/// Whether a person reads the same twice: types, and which of two variables of one name it is, are not shown.
fn says_the_same((variable, value): (&Place, &Value), (other, of_other): (&Place, &Value)) -> bool {
    variable.to_string() == other.to_string() && value.to_string() == of_other.to_string()
}
