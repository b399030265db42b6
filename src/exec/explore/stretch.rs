//! How a state was reached: what each thread did without being interrupted, one stretch behind the other.

use std::sync::Arc;

use crate::ir::{PropertyId, ThreadId};
use crate::script::{Choice, Script, ScriptContext};

/// What one thread did without being interrupted, and what it followed.
#[derive(Clone)]
pub(super) struct Stretch {
    pub thread: ThreadId,
    pub round: u32,
    pub steps: u64,
    pub choices: Vec<(ThreadId, Choice)>,
    pub before: Option<Arc<Stretch>>,
}

/// A path can be long: it is taken apart in a loop, where the compiler's own way would recurse.
impl Drop for Stretch {
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut stretch) = before.and_then(|stretch| Arc::try_unwrap(stretch).ok()) {
            before = stretch.before.take();
        }
    }
}

impl Stretch {
    /// The script that leads here and then into the violation.
    pub fn script(&self, goal: PropertyId) -> Script {
        let mut stretches = vec![self];
        while let Some(before) = stretches.last().and_then(|stretch| stretch.before.as_deref()) {
            stretches.push(before);
        }
        let mut script = Script { goal: Some(goal), ..Script::default() };
        for stretch in stretches.into_iter().rev() {
            let Stretch { thread, round, steps, .. } = *stretch;
            match script.contexts.last_mut() {
                Some(last) if (last.thread, last.round) == (thread, round) => last.steps += steps,
                _ => script.contexts.push(ScriptContext { thread, round, steps }),
            }
            for (thread, choice) in &stretch.choices {
                let needed = script.choices.len().max(thread.index() + 1);
                script.choices.resize(needed, Vec::new());
                script.choices[thread.index()].push(choice.clone());
            }
        }
        script
    }
}
