//! The threads of a race or a deadlock, told so that a person sees why each of them is part of it.

use super::Recorder;
use super::naming::Viewer;
use crate::exec::attempt::Touch;
use crate::exec::ending::Ending;
use crate::exec::fault::Blockage;
use crate::exec::machine::State;
use crate::ir::{Property, ThreadId};
use crate::trace::{Party, Trace, Violation};

impl Recorder<'_> {
    /// The trace of a run that ends in a state that violates a property of the whole program.
    pub fn finish_in_state(mut self, state: &State, property: &Property, ending: &Ending) -> Option<Trace> {
        let mut parties = Vec::new();
        let mut description = property.description.clone();
        match ending {
            Ending::Race(accesses) => {
                for (index, (thread, touch)) in accesses.iter().enumerate() {
                    let action = self.access_in_words(state, *thread, touch);
                    parties.push(self.party(state, *thread, action)?);
                    if index == 0 {
                        description = self.place_of(state, *thread, touch);
                    }
                }
            }
            Ending::Deadlock(waiting) => {
                for (thread, blockage) in waiting {
                    let action = self.wait_in_words(state, *thread, *blockage);
                    parties.push(self.party(state, *thread, action)?);
                }
            }
        }
        let first = parties.first()?;
        let violation = Violation {
            property: property.name.clone(),
            kind: property.kind,
            description,
            thread: first.thread,
            location: first.location.clone(),
            source: first.source.clone(),
            call_stack: first.call_stack.clone(),
            parties,
        };
        Some(self.finish_with(violation, Vec::new()))
    }

    fn party(&mut self, state: &State, thread: ThreadId, action: String) -> Option<Party> {
        let site = self.places.site(state, thread, 0)?;
        let viewer = Viewer { thread, function: site.function };
        let held = &state.thread(thread)?.held;
        let holds = held.iter().map(|lock| self.names.pointee(state, viewer, *lock)).collect();
        Some(Party {
            thread,
            action,
            location: site.location.clone(),
            source: self.places.source_line(site.span),
            call_stack: self.places.call_stack(state, thread, &site),
            holds,
        })
    }

    fn place_of(&mut self, state: &State, thread: ThreadId, touch: &Touch) -> String {
        let viewer = self.viewer(state, thread);
        let bytes = if touch.frees { 1 } else { touch.bytes };
        self.names.part(state, viewer, touch.object, touch.offset, bytes).0
    }

    fn access_in_words(&mut self, state: &State, thread: ThreadId, touch: &Touch) -> String {
        let place = self.place_of(state, thread, touch);
        let verb = match (touch.frees, touch.writes) {
            (true, _) => "frees",
            (false, true) => "writes",
            (false, false) => "reads",
        };
        let how = if touch.atomic { " atomically" } else { "" };
        format!("{verb} {place}{how}")
    }

    fn wait_in_words(&mut self, state: &State, thread: ThreadId, blockage: Blockage) -> String {
        let called = self.called_function(state, thread);
        match blockage {
            Blockage::Join(other) => format!("waits for T{} to end", other.0),
            Blockage::Wait(address) => {
                let viewer = self.viewer(state, thread);
                let object = self.names.pointee(state, viewer, address);
                let holders = state.threads.iter().filter(|(_, t)| t.held.contains(&address));
                let by: Vec<String> = holders
                    .map(|(id, _)| if *id == thread { "itself".to_string() } else { format!("T{}", id.0) })
                    .collect();
                let held =
                    if by.is_empty() { String::new() } else { format!(", held by {}", by.join(" and ")) };
                let within = called.map(|name| format!(" in {name}")).unwrap_or_default();
                format!("waits{within} for {object}{held}")
            }
            other => format!("waits: {other}"),
        }
    }

    /// The library function that the user's code has called, if the thread is in one.
    fn called_function(&mut self, state: &State, thread: ThreadId) -> Option<String> {
        let site = self.places.site(state, thread, 0)?;
        let frame = state.thread(thread)?.frames.get(site.depth + 1)?;
        Some(self.program.function(frame.function).name.clone())
    }
}
