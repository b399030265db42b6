//! The end of a run in a violation: what failed, and the variables that the violated condition depends on.

use super::dependencies::Source;
use super::naming::Viewer;
use super::places::Site;
use super::{Recorder, register_place};
use crate::exec::machine::State;
use crate::exec::memory::{Life, MemoryFault};
use crate::ir::{ObjectId, Operand, PropertyId, RegisterId, ThreadId, Type};
use crate::trace::{self, Deed, Qualification, Variable, Violation};

impl Recorder<'_> {
    pub(super) fn violated(
        &mut self,
        state: &State,
        thread: ThreadId,
        property: PropertyId,
        operand: Operand,
        fault: Option<MemoryFault>,
    ) -> Option<()> {
        let viewer = self.viewer(state, thread);
        let begun = self.told.remove(&thread).and_then(|told| told.enter).filter(|_| fault.is_some());
        self.tell(state, thread, 0, begun);
        let told = fault.map(|fault| Deed::Fault { fault: self.names.fault(state, viewer, fault) });
        self.tell(state, thread, 0, told);
        self.steps.end_in_step();
        let site = self.places.site(state, thread, 0)?;
        let property = self.program.property(property);
        let violation = Violation {
            property: property.name.clone(),
            kind: property.kind,
            description: property.description.clone(),
            thread,
            source: self.places.source_line(site.span),
            call_stack: self.places.call_stack(state, thread, &site),
            location: site.location.clone(),
            parties: Vec::new(),
            depends_on: Vec::new(),
        };
        let spans: Vec<_> =
            state.thread(thread)?.frames.iter().map(|frame| frame.span(self.program)).collect();
        let places = &mut self.places;
        let lines: Vec<(bool, u32)> =
            spans.iter().map(|span| (places.is_embedded(*span), places.location(*span).line)).collect();
        let sources = self.shadows.reasons(thread, operand, &lines, fault.is_some());
        let variables = self.final_values(state, thread, &site, &sources);
        self.violation = Some((violation, variables));
        Some(())
    }

    fn final_values(
        &mut self,
        state: &State,
        thread: ThreadId,
        site: &Site,
        sources: &[Source],
    ) -> Vec<Variable> {
        let viewer = Viewer { thread, function: site.function };
        let mut variables: Vec<Variable> = Vec::new();
        for source in sources {
            let variable = match *source {
                Source::Cell { object, offset, ty } => self.cell_variable(state, viewer, object, offset, ty),
                Source::Register { thread, activation, register } => {
                    self.register_variable(state, viewer, thread, activation, register)
                }
                Source::Input(number) => self.inputs.get(number).cloned(),
            };
            if let Some(variable) = variable
                && !variables.iter().any(|known| known.name() == variable.name())
            {
                variables.push(variable);
            }
        }
        variables
    }

    fn cell_variable(
        &mut self,
        state: &State,
        viewer: Viewer,
        object: ObjectId,
        offset: u64,
        ty: Type,
    ) -> Option<Variable> {
        if !self.names.is_users(&mut self.places, state, object) {
            return None;
        }
        let (mut place, part_type) = self.names.part(state, viewer, object, offset, ty.bytes());
        place.spelling = self.names.spelling(object, offset);
        let (value, _) = state.memory.peek(object, offset, ty.bytes())?;
        let value = self.names.value(state, viewer, value, part_type.unwrap_or(ty));
        let life = match state.memory.object(object)?.life {
            Life::Alive => trace::Life::Alive,
            Life::Freed => trace::Life::Freed,
            Life::Over => trace::Life::Over,
        };
        Some(Variable { place, value, life })
    }

    fn register_variable(
        &mut self,
        state: &State,
        viewer: Viewer,
        thread: ThreadId,
        activation: u64,
        register: RegisterId,
    ) -> Option<Variable> {
        let depth = self.shadows.depth_of(thread, activation)?;
        let frame = state.thread(thread)?.frames.get(depth)?;
        if !self.places.is_user_function(frame.function) || self.program.is_adapter(frame.function) {
            return None;
        }
        let function = self.program.function(frame.function);
        let is_own = frame.function == viewer.function && thread == viewer.thread;
        let qualified_by = if is_own { Qualification::Nothing } else { Qualification::Function };
        let place = register_place(function, thread, register, qualified_by)?;
        let ty = function.register(register).ty;
        let value = self.names.value(state, viewer, frame.registers[register.index()], ty);
        Some(Variable { place, value, life: trace::Life::Alive })
    }
}
