//! The threads of a race or a deadlock, told so that a person sees why each of them is part of it.

use super::Recorder;
use super::naming::Viewer;
use crate::exec::attempt::Touch;
use crate::exec::ending::Ending;
use crate::exec::fault::Blockage;
use crate::exec::machine::State;
use crate::ir::{Property, ThreadId};
use crate::trace::{Action, Party, Place, Trace, Violation};

impl Recorder<'_> {
    /// The trace of a run that ends in a state that violates a property of the whole program.
    pub fn finish_in_state(mut self, state: &State, property: &Property, ending: &Ending) -> Option<Trace> {
        let mut parties = Vec::new();
        let mut description = property.description.clone();
        match ending {
            Ending::Race(accesses) => {
                for (index, (thread, touch)) in accesses.iter().enumerate() {
                    let (place, action) = self.conflict(state, *thread, touch);
                    parties.push(self.party(state, *thread, action)?);
                    if index == 0 {
                        description = place.to_string();
                    }
                }
            }
            Ending::Deadlock(waiting) => {
                for (thread, blockage) in waiting {
                    let action = self.wait(state, *thread, *blockage);
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
            depends_on: Vec::new(),
        };
        Some(self.finish_with(violation, Vec::new()))
    }

    fn party(&mut self, state: &State, thread: ThreadId, action: Action) -> Option<Party> {
        let site = self.places.site(state, thread, 0)?;
        let viewer = Viewer { thread, function: site.function };
        let held = &state.thread(thread)?.held;
        let holds = held.iter().map(|lock| self.names.address(state, viewer, *lock)).collect();
        Some(Party {
            thread,
            action,
            location: site.location.clone(),
            source: self.places.source_line(site.span),
            call_stack: self.places.call_stack(state, thread, &site),
            holds,
        })
    }

    /// One of the accesses of a race, and where it is.
    fn conflict(&mut self, state: &State, thread: ThreadId, touch: &Touch) -> (Place, Action) {
        let viewer = self.viewer(state, thread);
        let bytes = if touch.frees { 1 } else { touch.bytes };
        let place = self.names.part(state, viewer, touch.object, touch.offset, bytes).0;
        let (named, atomic) = (place.clone(), touch.atomic);
        let action = match (touch.frees, touch.writes) {
            (true, _) => Action::Free { place, atomic },
            (false, true) => Action::Write { place, atomic },
            (false, false) => Action::Read { place, atomic },
        };
        (named, action)
    }

    fn wait(&mut self, state: &State, thread: ThreadId, blockage: Blockage) -> Action {
        match blockage {
            Blockage::Join(thread) => Action::Join { thread },
            Blockage::Wait(address) => {
                let viewer = self.viewer(state, thread);
                let holders = state.threads.iter().filter(|(_, t)| t.held.contains(&address));
                Action::Wait {
                    function: self.called_function(state, thread),
                    object: self.names.address(state, viewer, address),
                    held_by: holders.map(|(id, _)| *id).collect(),
                }
            }
            other => Action::Stuck { reason: other.to_string() },
        }
    }

    /// The library function that the user's code has called, if the thread is in one.
    fn called_function(&mut self, state: &State, thread: ThreadId) -> Option<String> {
        let site = self.places.site(state, thread, 0)?;
        let frame = state.thread(thread)?.frames.get(site.depth + 1)?;
        Some(self.program.function(frame.function).name.clone())
    }
}
