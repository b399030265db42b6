//! Turns a run into a trace.
//!
//! The recorder watches the interpreter. Every happening goes two ways: into the *shadow* of the run, which knows
//! from which variables each value was computed, and into the steps of the trace, if a person would want to see
//! it. A person sees their own lines: what a library model does is summarised at the line of the call.

mod dependencies;
mod naming;
mod parties;
mod places;
mod shadow;
mod steps;
mod wording;

use dependencies::Source;
use naming::{Names, Viewer, users_name};
use places::{Places, Site};
use shadow::Shadows;
use steps::{Anchor, Steps};
use wording::{fill, wording};

use std::collections::BTreeMap;

use super::machine::State;
use super::memory::{Life, MemoryFault};
use super::observe::{Happening, Observer};
use super::script::ScriptContext;
use crate::ir::{
    FunctionId, Kind, Leeway, ObjectId, Operand, Program, PropertyId, RegisterId, ThreadId, Type,
};
use crate::trace::{Effect, ThreadName, Trace, Variable, Violation};

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

/// A call that is told in words: its words belong where others could notice it, not where it was called or returned,
/// which may be long before or after.
#[derive(Default)]
struct Told {
    /// What is to be said of its beginning, and has not been said yet.
    enter: Option<String>,
    /// Its first access to memory.
    first: Option<Anchor>,
    /// The end of its last atomic section, or else its last access to memory.
    last: Option<Anchor>,
    has_sections: bool,
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

    /// Name and shown value of a part of memory, if it is to be shown.
    fn access(
        &mut self,
        state: &State,
        thread: ThreadId,
        (object, offset): (ObjectId, u64),
        ty: Type,
        value: u128,
        check: Option<PropertyId>,
    ) -> Option<(String, String)> {
        if self.shadows.is_told_in_words(thread) || !self.names.is_users(&mut self.places, state, object) {
            return None;
        }
        let viewer = self.viewer(state, thread);
        let (mut name, part_type) = self.names.part(state, viewer, object, offset, ty.bytes());
        if let Some(text) = check.and_then(|check| self.program.property(check).accessed.as_ref())
            && self.in_user_code(state, thread)
            && self.names.set_heap_text(object, offset, text)
        {
            name = format!("{text} ({name})");
        }
        Some((name, self.names.value(state, viewer, value, part_type.unwrap_or(ty))))
    }

    fn assigned(&mut self, state: &State, thread: ThreadId, skip: usize, register: RegisterId, value: u128) {
        let Some(running) = state.thread(thread) else { return };
        let Some(frame) = running.frames.iter().rev().nth(skip) else { return };
        let register = self.program.function(frame.function).register(register);
        let Some(variable) = users_name(register.name.as_ref()).cloned() else { return };
        if self.places.is_embedded(frame.span(self.program)) {
            return;
        }
        let viewer = Viewer { thread, function: frame.function };
        let value = self.names.value(state, viewer, value, register.ty);
        self.show(state, thread, skip, Some(Effect::Assign { variable, value }));
    }

    fn input(&mut self, state: &State, thread: ThreadId, register: RegisterId, value: u128) -> Option<()> {
        let frame = state.frame(thread)?;
        let viewer = self.viewer(state, thread);
        let ty = self.program.function(frame.function).register(register).ty;
        let value = self.names.value(state, viewer, value, ty);
        let in_user_code = self.in_user_code(state, thread);
        let name = users_name(self.program.function(frame.function).register(register).name.as_ref());
        let variable = name.filter(|_| in_user_code).cloned();
        let site = self.places.site(state, thread, 0)?;
        let name = variable.clone().unwrap_or_else(|| format!("input at {}", site.location));
        self.inputs.push(Variable { name, value: value.clone() });
        if !self.shadows.is_told_in_words(thread) {
            self.show(state, thread, 0, Some(Effect::Input { variable, value }));
        }
        Some(())
    }

    fn allocated(&mut self, state: &State, thread: ThreadId, object: ObjectId, bytes: u64) -> Option<()> {
        let site = self.places.site(state, thread, 0)?;
        let frames = &state.thread(thread)?.frames;
        // The function the user called, if the allocation is in a model.
        let called =
            frames.get(site.depth + 1).map(|frame| self.program.function(frame.function).name.as_str());
        let made_by = format!("{} at {}", called.unwrap_or("allocated"), site.location);
        let (name, before) = self.names.add_heap_block(object, made_by);
        let plural = if bytes == 1 { "" } else { "s" };
        let place = before.map(|block| format!(", where {block} was")).unwrap_or_default();
        let text = format!("allocates {name} ({bytes} byte{plural}{place})");
        self.show(state, thread, 0, Some(Effect::Note(text)));
        Some(())
    }

    fn called(&mut self, state: &State, thread: ThreadId, function: FunctionId, values: &[u128]) {
        let callee = self.program.function(function);
        let viewer = self.viewer(state, thread);
        if self.places.is_user_function(function) {
            if !self.in_user_code(state, thread) {
                return;
            }
            for (parameter, value) in callee.parameters.iter().zip(values) {
                let register = callee.register(*parameter);
                if let Some(variable) = users_name(register.name.as_ref()).cloned() {
                    let value = self.names.value(state, viewer, *value, register.ty);
                    self.show(state, thread, 0, Some(Effect::Assign { variable, value }));
                }
            }
        } else if let Some(words) =
            wording(&callee.name).filter(|words| words.is_remark() || !self.shadows.is_told_in_words(thread))
        {
            let subjects: Vec<String> = callee
                .parameters
                .iter()
                .zip(values)
                .map(|(parameter, value)| match callee.register(*parameter).ty {
                    ty if ty.kind == Kind::Pointer => self.names.pointee(state, viewer, *value),
                    ty => self.names.value(state, viewer, *value, ty),
                })
                .collect();
            let enter = fill(words.enter, &subjects);
            match (words.is_remark(), enter) {
                (true, Some(text)) => self.show(state, thread, 0, Some(Effect::Note(text))),
                (true, None) => {}
                (false, enter) => drop(self.told.insert(thread, Told { enter, ..Told::default() })),
            }
            self.shadows.tell_callee_in_words(words, subjects);
        }
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

    fn returned(&mut self, state: &State, thread: ThreadId, value: u128) {
        let Some((words, subjects)) = self.shadows.words_of_callee(thread) else { return };
        if words.is_remark() {
            return;
        }
        let mut told = self.told.remove(&thread).unwrap_or_default();
        let mut leave = fill(if value == 0 { words.leave } else { words.refused }, &subjects);
        if value != 0 && leave.is_some() && !told.has_sections {
            // It was refused before it did anything that others could notice.
            told.enter = None;
            leave = Some(format!("{} fails", words.function));
        }
        let notes = [(leave, told.last), (told.enter, told.first)];
        // What goes to earlier places goes there last first, so that the places stay where they are.
        let (placed, unplaced): (Vec<_>, Vec<_>) =
            notes.into_iter().partition(|(_, anchor)| anchor.is_some());
        for (text, anchor) in placed {
            if let (Some(text), Some(anchor)) = (text, anchor) {
                self.steps.insert(anchor, Effect::Note(text));
            }
        }
        for text in unplaced.into_iter().rev().filter_map(|(text, _)| text) {
            self.show(state, thread, 1, Some(Effect::Note(text)));
        }
    }

    /// A call that is told in words has done something that others could notice.
    fn noticed(&mut self, state: &State, thread: ThreadId, is_section: bool) {
        if !self.shadows.is_told_in_words(thread) {
            return;
        }
        let enter = self.told.get_mut(&thread).and_then(|told| told.enter.take_if(|_| is_section));
        self.show(state, thread, 0, enter.map(Effect::Note));
        let anchor = self.steps.anchor();
        if let Some(told) = self.told.get_mut(&thread) {
            told.first = told.first.or(anchor);
            if is_section || !told.has_sections {
                told.last = anchor;
            }
            told.has_sections |= is_section;
        }
    }

    fn violated(
        &mut self,
        state: &State,
        thread: ThreadId,
        property: PropertyId,
        operand: Operand,
        fault: Option<MemoryFault>,
    ) -> Option<()> {
        let viewer = self.viewer(state, thread);
        let begun = self.told.remove(&thread).and_then(|told| told.enter).filter(|_| fault.is_some());
        self.show(state, thread, 0, begun.map(Effect::Note));
        let note = fault.map(|fault| Effect::Note(self.names.fault(state, viewer, fault)));
        self.show(state, thread, 0, note);
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
                && !variables.iter().any(|known| known.name == variable.name)
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
        let (mut name, part_type) = self.names.part(state, viewer, object, offset, ty.bytes());
        if let Some(made_by) = self.names.made_by(object) {
            name = match self.names.heap_text(object, offset) {
                Some(text) => format!("{text} ({name}, {made_by})"),
                None => format!("{name} ({made_by})"),
            };
        }
        let (value, _) = state.memory.peek(object, offset, ty.bytes())?;
        let mut value = self.names.value(state, viewer, value, part_type.unwrap_or(ty));
        match state.memory.object(object)?.life {
            Life::Alive => {}
            Life::Freed => value.push_str(" (freed)"),
            Life::Over => value.push_str(" (no longer exists)"),
        }
        Some(Variable { name, value })
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
        let variable = function.register(register);
        let own = frame.function == viewer.function && thread == viewer.thread;
        let name = users_name(variable.name.as_ref())?;
        let name = if own { name.clone() } else { format!("{}::{name}", function.name) };
        let value = self.names.value(state, viewer, frame.registers[register.index()], variable.ty);
        Some(Variable { name, value })
    }
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
                let name = self.names.pointer(state, viewer, self.program.pointers.pack(object, 0));
                self.show(state, thread, 0, Some(Effect::Note(format!("frees {name}"))));
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
                self.show(state, thread, 0, Some(Effect::Note(steps::ATOMIC_BEGIN.to_string())));
            }
            Happening::AtomicEnded if self.in_user_code(state, thread) => {
                self.show(state, thread, 0, Some(Effect::Note(steps::ATOMIC_END.to_string())));
            }
            Happening::Violated { property, operand, fault } => {
                self.violated(state, thread, property, operand, fault);
            }
            Happening::Chosen { leeway, value: true, .. } => {
                let what = match leeway {
                    Leeway::Order { .. } => "evaluates from right to left",
                    Leeway::WeakExchange => "fails spuriously",
                };
                self.show(state, thread, 0, Some(Effect::Note(what.to_string())));
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
