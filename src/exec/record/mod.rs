//! Turns a run into a trace.
//!
//! The recorder watches the interpreter. Every happening goes two ways: into the *shadow* of the run, which knows
//! from which variables each value was computed, and into the steps of the trace, if a person would want to see
//! it. A person sees their own lines: what a library model does is summarised at the line of the call.

mod calls;
mod dependencies;
mod failure;
mod naming;
mod parties;
mod paths;
mod places;
mod shadow;
mod steps;
mod wording;

pub use paths::{path_of, path_to};

use calls::Told;
use naming::{Names, Viewer, users_name};
use places::Places;
use shadow::Shadows;
use steps::Steps;

use std::collections::BTreeMap;

use super::machine::State;
use super::observe::{Happening, Observer};
use crate::ir::{
    Function, FunctionId, Leeway, ObjectId, Operand, Program, PropertyId, RegisterId, ThreadId, Type,
};
use crate::script::ScriptContext;
use crate::trace::{
    self, Deed, Effect, Maker, Place, Qualification, Root, ThreadName, Trace, Value, Variable, Violation,
};

pub struct Recorder<'p> {
    program: &'p Program,
    places: Places<'p>,
    names: Names<'p>,
    shadows: Shadows<'p>,
    steps: Steps,
    threads: Vec<ThreadName>,
    /// How each input of the run is called, and its value.
    inputs: Vec<Variable>,
    violation: Option<(Violation, Vec<Variable>)>,
    /// The call that each thread is in that is told in words.
    told: BTreeMap<ThreadId, Told>,
}

impl<'p> Recorder<'p> {
    pub fn new(program: &'p Program) -> Recorder<'p> {
        let mut shadows = Shadows::new(program);
        shadows.start(ThreadId(0), program.entry, dependencies::SourceSet::EMPTY);
        let function = program.function(program.entry).name.clone();
        Recorder {
            program,
            places: Places::new(program),
            names: Names::new(program),
            shadows,
            steps: Steps::default(),
            threads: vec![ThreadName { thread: ThreadId(0), function, created_at: None }],
            inputs: Vec::new(),
            violation: None,
            told: BTreeMap::new(),
        }
    }

    /// What follows happens in this context.
    pub fn begin_context(&mut self, context: ScriptContext) {
        self.steps.begin_context(context);
    }

    /// The trace, if the run ended in a violation.
    pub fn finish(mut self) -> Option<Trace> {
        let (violation, state) = self.violation.take()?;
        Some(self.finish_with(violation, state))
    }

    /// The trace up to here, with what there is to say about its end.
    pub fn finish_with(self, violation: Violation, state: Vec<Variable>) -> Trace {
        let contexts = self.steps.finish();
        let context_switches = contexts.len().saturating_sub(1);
        let mut threads = self.threads;
        threads.sort_by_key(|name| name.thread);
        Trace { violation, threads, contexts, state, context_switches }
    }

    /// Adds an effect to the step of the innermost user line, leaving out `skip` activations.
    fn show(&mut self, state: &State, thread: ThreadId, skip: usize, effect: Option<Effect>) {
        let Some(site) = self.places.site(state, thread, skip) else { return };
        let (activation, iteration) = self.shadows.activation(thread, site.depth);
        let (program, places) = (self.program, &mut self.places);
        self.steps.add(activation, iteration, &site.location.clone(), effect, || {
            let stack = places.call_stack(state, thread, &site);
            (places.source_line(site.span), program.function(site.function).name.clone(), stack)
        });
    }

    /// The same for what is told in words, or for the step alone.
    fn tell(&mut self, state: &State, thread: ThreadId, skip: usize, deed: Option<Deed>) {
        self.show(state, thread, skip, deed.map(Effect::Deed));
    }

    /// Remembers where a context begins, in case that nothing else is shown of it.
    fn place_context(&mut self, state: &State, thread: ThreadId) {
        let Some(site) = self.places.site(state, thread, 0) else { return };
        let (activation, iteration) = self.shadows.activation(thread, site.depth);
        let (source, stack) =
            (self.places.source_line(site.span), self.places.call_stack(state, thread, &site));
        let function = self.program.function(site.function).name.clone();
        self.steps.place_context(activation, iteration, &site.location, (source, function, stack));
    }

    fn viewer(&mut self, state: &State, thread: ThreadId) -> Viewer {
        let function = self.places.site(state, thread, 0).map(|site| site.function);
        Viewer { thread, function: function.unwrap_or(self.program.entry) }
    }

    /// Whether the interpreter is in the user's own text, not in a model.
    fn in_user_code(&mut self, state: &State, thread: ThreadId) -> bool {
        state.frame(thread).is_some_and(|frame| !self.places.is_embedded(frame.span(self.program)))
    }

    /// A part of memory with its value, if it is to be shown.
    fn access(
        &mut self,
        state: &State,
        thread: ThreadId,
        (object, offset): (ObjectId, u64),
        ty: Type,
        value: u128,
        check: Option<PropertyId>,
    ) -> Option<(Place, Value)> {
        if self.shadows.is_told_in_words(thread) || !self.names.is_users(&mut self.places, state, object) {
            return None;
        }
        let viewer = self.viewer(state, thread);
        let (mut place, part_type) = self.names.part(state, viewer, object, offset, ty.bytes());
        if let Some(text) = check.and_then(|check| self.program.property(check).accessed.as_ref())
            && self.in_user_code(state, thread)
        {
            place.spelling = self.names.spell(object, offset, text);
        }
        Some((place, self.names.value(state, viewer, value, part_type.unwrap_or(ty))))
    }

    fn assigned(&mut self, state: &State, thread: ThreadId, skip: usize, register: RegisterId, value: u128) {
        let Some(running) = state.thread(thread) else { return };
        let Some(frame) = running.frames.iter().rev().nth(skip) else { return };
        let function = self.program.function(frame.function);
        let Some(variable) = own_register(function, thread, register) else { return };
        if self.places.is_embedded(frame.span(self.program)) {
            return;
        }
        let viewer = Viewer { thread, function: frame.function };
        let value = self.names.value(state, viewer, value, function.register(register).ty);
        self.show(state, thread, skip, Some(Effect::Assign { variable, value }));
    }

    fn input(&mut self, state: &State, thread: ThreadId, register: RegisterId, value: u128) -> Option<()> {
        let frame = state.frame(thread)?;
        let viewer = self.viewer(state, thread);
        let function = self.program.function(frame.function);
        let value = self.names.value(state, viewer, value, function.register(register).ty);
        let in_user_code = self.in_user_code(state, thread);
        let variable = own_register(function, thread, register).filter(|_| in_user_code);
        let at = self.places.site(state, thread, 0)?.location;
        let place = variable.clone().unwrap_or_else(|| Place::whole(Root::Input { at }));
        self.inputs.push(Variable { place, value: value.clone(), life: trace::Life::Alive });
        if !self.shadows.is_told_in_words(thread) {
            self.show(state, thread, 0, Some(Effect::Input { variable, value }));
        }
        Some(())
    }

    fn allocated(&mut self, state: &State, thread: ThreadId, object: ObjectId, bytes: u64) -> Option<()> {
        let site = self.places.site(state, thread, 0)?;
        let frames = &state.thread(thread)?.frames;
        // The function the user called, if the allocation is in a model.
        let called = frames.get(site.depth + 1);
        let function = called.map(|frame| self.program.function(frame.function).name.clone());
        let (block, instead_of) =
            self.names.add_heap_block(object, Maker { function, at: site.location.clone() });
        self.tell(state, thread, 0, Some(Deed::Allocate { block, bytes, instead_of }));
        Some(())
    }

    /// The function a thread starts with, as its creator would say. A model may start another one first, which gets
    /// the user's function at the beginning of its argument.
    fn users_start(
        &mut self,
        state: &State,
        creator: ThreadId,
        function: FunctionId,
        argument: Operand,
    ) -> FunctionId {
        let pointers = self.program.pointers;
        let bytes = u64::from(pointers.pointer_bits / 8);
        let thread = state.thread(creator);
        let mut argument =
            state.frame(creator).zip(thread).and_then(|(f, t)| f.value(self.program, t, argument));
        let mut start = function;
        while !self.places.is_user_function(start) {
            let word = |index: u64| {
                let address = argument?;
                let (object, offset) = (pointers.object(address), pointers.offset(address));
                let offset = u64::try_from(offset).ok()?;
                Some(state.memory.peek(object, offset + index * bytes, bytes)?.0)
            };
            let next = word(0).and_then(|pointer| self.program.function_of_object(pointers.object(pointer)));
            let Some(next) = next else { return function };
            (start, argument) = (next, word(1));
        }
        start
    }
}

/// A variable of the user's that lives in a register, as its own function calls it.
fn own_register(function: &Function, thread: ThreadId, register: RegisterId) -> Option<Place> {
    register_place(function, thread, register, Qualification::Nothing)
}

fn register_place(
    function: &Function,
    thread: ThreadId,
    register: RegisterId,
    qualified_by: Qualification,
) -> Option<Place> {
    let name = users_name(function.register(register).name.as_ref())?.clone();
    Some(Place::whole(Root::Local { name, function: function.name.clone(), thread, qualified_by }))
}

impl Observer for Recorder<'_> {
    fn observe(&mut self, state: &State, thread: ThreadId, happening: &Happening<'_>) {
        if self.steps.is_placeless() {
            self.place_context(state, thread);
        }
        match *happening {
            Happening::Computed { dst, value, .. } => self.assigned(state, thread, 0, dst, value),
            Happening::Loaded { dst, object, offset, ty, value, known, check, .. } => {
                let shown = self.access(state, thread, (object, offset), ty, value, check);
                if let Some((variable, value)) = shown {
                    let effect = if known {
                        Effect::Read { variable, value }
                    } else {
                        Effect::Input { variable: Some(variable), value }
                    };
                    self.show(state, thread, 0, Some(effect));
                }
                self.assigned(state, thread, 0, dst, value);
            }
            Happening::Stored { object, offset, ty, value, check, .. } => {
                let shown = self.access(state, thread, (object, offset), ty, value, check);
                if let Some((variable, value)) = shown {
                    self.show(state, thread, 0, Some(Effect::Write { variable, value }));
                }
            }
            Happening::Input { dst, value } => {
                self.input(state, thread, dst, value);
            }
            Happening::Allocated { dst, object, bytes, .. } => {
                self.allocated(state, thread, object, bytes);
                self.assigned(state, thread, 0, dst, self.program.pointers.pack(object, 0));
            }
            Happening::Freed { object: Some(object) } => {
                let viewer = self.viewer(state, thread);
                let block = self.names.address(state, viewer, self.program.pointers.pack(object, 0));
                self.tell(state, thread, 0, Some(Deed::Free { block }));
            }
            Happening::Called { function, values, .. } => self.called(state, thread, function, values),
            Happening::Returned { value, into, .. } => {
                self.returned(state, thread, value);
                if let Some(register) = into {
                    self.assigned(state, thread, 1, register, value);
                }
            }
            Happening::Created { thread: created, function, argument, .. } => {
                let created_at = self.places.site(state, thread, 0).map(|site| site.location);
                let function = self.users_start(state, thread, function, argument);
                let function = self.program.function(function).name.clone();
                self.threads.push(ThreadName { thread: created, function, created_at });
                self.show(state, thread, 0, Some(Effect::Create { thread: created }));
            }
            Happening::Joined { thread: joined, .. } => {
                self.show(state, thread, 0, Some(Effect::Join { thread: joined }));
            }
            Happening::AtomicBegan if self.in_user_code(state, thread) => {
                self.tell(state, thread, 0, Some(Deed::BeginAtomicSection));
            }
            Happening::AtomicEnded if self.in_user_code(state, thread) => {
                self.tell(state, thread, 0, Some(Deed::EndAtomicSection));
            }
            Happening::Violated { property, operand, fault } => {
                self.violated(state, thread, property, operand, fault);
            }
            Happening::Chosen { leeway, value: true, .. } => {
                let deed = match leeway {
                    Leeway::Order { .. } => Deed::EvaluateRightToLeft,
                    Leeway::WeakExchange => Deed::FailSpuriously,
                };
                self.tell(state, thread, 0, Some(deed));
            }
            Happening::Chosen { .. }
            | Happening::Freed { object: None }
            | Happening::Declared { .. }
            | Happening::Left { .. }
            | Happening::Branched { .. }
            | Happening::AtomicBegan
            | Happening::AtomicEnded
            | Happening::Ended => {}
        }
        match happening {
            Happening::AtomicEnded => self.noticed(state, thread, true),
            Happening::Loaded { .. } | Happening::Stored { .. } => self.noticed(state, thread, false),
            _ => {}
        }
        let line = match happening {
            Happening::Branched { .. } => {
                state.frame(thread).map_or(0, |frame| self.places.location(frame.span(self.program)).line)
            }
            _ => 0,
        };
        self.shadows.follow(thread, happening, line, self.inputs.len());
    }
}
