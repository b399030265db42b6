//! Calls of library functions that are told in words: where in the trace the words go.
//!
//! They belong where others could notice the call, not where it was called or returned, which may be long before or
//! after.

use super::steps::Anchor;
use super::wording::wording;
use super::{Recorder, own_register};
use crate::exec::machine::State;
use crate::ir::{FunctionId, ThreadId};
use crate::trace::{Deed, Effect, Value};

/// A call that is told in words.
#[derive(Default)]
pub(super) struct Told {
    /// What is to be said of its beginning, and has not been said yet.
    pub enter: Option<Deed>,
    /// Its first access to memory.
    first: Option<Anchor>,
    /// The end of its last atomic section, or else its last access to memory.
    last: Option<Anchor>,
    has_sections: bool,
}

impl Recorder<'_> {
    pub(super) fn called(&mut self, state: &State, thread: ThreadId, function: FunctionId, values: &[u128]) {
        let callee = self.program.function(function);
        let viewer = self.viewer(state, thread);
        if self.places.is_user_function(function) {
            if !self.in_user_code(state, thread) {
                return;
            }
            for (parameter, value) in callee.parameters.iter().zip(values) {
                if let Some(variable) = own_register(callee, thread, *parameter) {
                    let value = self.names.value(state, viewer, *value, callee.register(*parameter).ty);
                    self.show(state, thread, 0, Some(Effect::Assign { variable, value }));
                }
            }
        } else if let Some(words) =
            wording(&callee.name).filter(|words| words.is_remark || !self.shadows.is_told_in_words(thread))
        {
            let parameters = callee.parameters.iter().zip(values);
            let arguments: Vec<Value> = parameters
                .map(|(parameter, value)| {
                    self.names.value(state, viewer, *value, callee.register(*parameter).ty)
                })
                .collect();
            let enter = words.enter.map(|verb| words.deed(verb, &arguments));
            match (words.is_remark, enter) {
                (true, Some(deed)) => self.tell(state, thread, 0, Some(deed)),
                (true, None) => {}
                (false, enter) => drop(self.told.insert(thread, Told { enter, ..Told::default() })),
            }
            self.shadows.tell_callee_in_words(words, arguments);
        }
    }

    pub(super) fn returned(&mut self, state: &State, thread: ThreadId, value: u128) {
        let Some((words, arguments)) = self.shadows.words_of_callee(thread) else { return };
        if words.is_remark {
            return;
        }
        let mut told = self.told.remove(&thread).unwrap_or_default();
        let verb = if value == 0 { words.leave } else { words.refused };
        let mut leave = verb.map(|verb| words.deed(verb, &arguments));
        if value != 0 && leave.is_some() && !told.has_sections {
            // It was refused before it did anything that others could notice.
            told.enter = None;
            leave = Some(Deed::FailedCall { function: words.function.to_string() });
        }
        let deeds = [(leave, told.last), (told.enter, told.first)];
        // What goes to earlier places goes there last first, so that the places stay where they are.
        let (placed, unplaced): (Vec<_>, Vec<_>) =
            deeds.into_iter().partition(|(_, anchor)| anchor.is_some());
        for (deed, anchor) in placed {
            if let (Some(deed), Some(anchor)) = (deed, anchor) {
                self.steps.insert(anchor, Effect::Deed(deed));
            }
        }
        for deed in unplaced.into_iter().rev().filter_map(|(deed, _)| deed) {
            self.tell(state, thread, 1, Some(deed));
        }
    }

    /// A call that is told in words has done something that others could notice.
    pub(super) fn noticed(&mut self, state: &State, thread: ThreadId, is_section: bool) {
        if !self.shadows.is_told_in_words(thread) {
            return;
        }
        let enter = self.told.get_mut(&thread).and_then(|told| told.enter.take_if(|_| is_section));
        self.tell(state, thread, 0, enter);
        let anchor = self.steps.anchor();
        if let Some(told) = self.told.get_mut(&thread) {
            told.first = told.first.or(anchor);
            if is_section || !told.has_sections {
                told.last = anchor;
            }
            told.has_sections |= is_section;
        }
    }
}
