//! What each thread does in a run, as far as a compiled program can be made to follow it.
//!
//! A run of the interpreter is told here instruction by instruction. Kept are the accesses to memory, calls of the
//! library functions that the runtime stands in for, inputs, and the ends of threads, each with the thread and in
//! order. What a stand-in does inside is not kept: the call is one thing.

use std::collections::BTreeSet;

use crate::exec::{Happening, Listener, MemoryFault, Observer, State};
use crate::ir::{FunctionId, Instruction, ObjectId, Op, Operand, Program, ThreadId};
use crate::source::Span;

/// One thing that a thread does.
#[derive(Clone, Debug)]
pub struct Deed {
    pub thread: ThreadId,
    pub action: Action,
}

#[derive(Clone, Debug)]
pub enum Action {
    Access {
        place: Place,
        writes: bool,
        /// Accesses of one atomic section have the same number.
        section: u32,
        pointee: Option<Pointee>,
    },
    Input {
        name: String,
        value: u128,
    },
    Begin {
        call: u32,
        name: String,
        /// The thread that is created, or whether the routine is run that the function gets.
        number: u64,
        runs_routine: bool,
        pointee: Option<Pointee>,
    },
    Return {
        call: u32,
        value: u128,
        /// The thread that was joined.
        joined: Option<u32>,
        pointee: Option<Pointee>,
        contents: Vec<u8>,
    },
    End,
    /// With the place of the access that is wrong, if it is one.
    Violation {
        access: Option<Place>,
        /// The call of a stand-in in which it happens.
        call: Option<u32>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub object: ObjectId,
    pub offset: u64,
    pub bytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointee {
    pub object: ObjectId,
    pub offset: u64,
}

/// A touch of memory by anyone, stand-ins included.
#[derive(Clone, Copy, Debug)]
pub struct Touched {
    pub thread: ThreadId,
    pub place: Place,
    pub writes: bool,
    pub ahead: bool,
}

pub struct Story<'a> {
    program: &'a Program,
    stand_ins: &'a [String],
    is_library: Vec<bool>,
    pub deeds: Vec<Deed>,
    pub touched: Vec<Touched>,
    /// The context and the number of deeds when it was over.
    pub contexts: Vec<(ThreadId, usize)>,
    /// Objects to which a pointer was stored or passed to a thread: before that nobody else can touch them.
    escaped: BTreeSet<ObjectId>,
    open: Vec<Vec<Open>>,
    sections: u32,
    calls: u32,
    ahead: Option<ThreadId>,
    seen_enough: bool,
}

/// A call of a stand-in that has not returned.
struct Open {
    depth: usize,
    call: u32,
    /// Where its `Begin` is among the deeds.
    begin: usize,
    joined: Option<u32>,
    out: Vec<u8>,
}

/// More of the contents of a block is not kept.
const MOST_CONTENTS: usize = 4096;

impl<'a> Story<'a> {
    pub fn new(program: &'a Program, stand_ins: &'a [String]) -> Story<'a> {
        let is_library = program.functions.iter().map(|f| program.sources.is_embedded(f.span)).collect();
        Story {
            program,
            stand_ins,
            is_library,
            deeds: Vec::new(),
            touched: Vec::new(),
            contexts: Vec::new(),
            escaped: BTreeSet::new(),
            open: Vec::new(),
            sections: 0,
            calls: 0,
            ahead: None,
            seen_enough: false,
        }
    }

    fn add(&mut self, thread: ThreadId, action: Action) {
        self.deeds.push(Deed { thread, action });
    }

    fn open(&mut self, thread: ThreadId) -> &mut Vec<Open> {
        if self.open.len() <= thread.index() {
            self.open.resize_with(thread.index() + 1, Vec::new);
        }
        &mut self.open[thread.index()]
    }

    fn is_library(&self, function: FunctionId) -> bool {
        self.is_library[function.index()]
    }

    /// Whether the thread is inside a stand-in: in the model of one, not in the user's code that it calls.
    fn is_inside(&mut self, state: &State, thread: ThreadId) -> bool {
        let in_library = state.frame(thread).is_some_and(|frame| self.is_library(frame.function));
        in_library && !self.open(thread).is_empty()
    }

    /// What a value points to, if it is an object that was made while the program ran.
    fn pointee(&self, state: &State, value: u128) -> Option<Pointee> {
        let object = self.program.pointers.object(value);
        let is_dynamic = object >= self.program.first_dynamic_object() && state.memory.is_taken(object);
        is_dynamic.then(|| Pointee { object, offset: self.program.pointers.offset(value) })
    }

    fn access(&mut self, state: &State, thread: ThreadId, place: Place, writes: bool, value: u128) {
        let ahead = self.ahead.is_some();
        let inside = self.is_inside(state, thread);
        let is_pointer = place.bytes * 8 == u64::from(self.program.pointers.pointer_bits);
        let pointee = is_pointer.then(|| self.pointee(state, value)).flatten();
        if writes {
            self.escaped.extend(pointee.map(|pointee| pointee.object));
        }
        if place.object < self.program.first_dynamic_object() || self.escaped.contains(&place.object) {
            self.touched.push(Touched { thread, place, writes, ahead: ahead && !inside });
        }
        if inside {
            return;
        }
        let section = if state.atomic == Some(thread) { self.sections } else { 0 };
        self.add(thread, Action::Access { place, writes, section, pointee });
        if ahead && !self.is_own_local(state, thread, place.object) {
            self.seen_enough = true;
        }
    }

    fn is_own_local(&self, state: &State, thread: ThreadId, object: ObjectId) -> bool {
        state
            .thread(thread)
            .is_some_and(|thread| thread.frames.iter().any(|frame| frame.locals.contains(&Some(object))))
    }

    fn called(&mut self, state: &State, thread: ThreadId, function: FunctionId, values: &[u128]) {
        let Some(frame) = state.frame(thread) else { return };
        let name = &self.program.function(function).name;
        if !self.is_library(function) || self.is_library(frame.function) {
            let inside_once = self.open(thread).last().map(|open| open.begin);
            if let (Some(begin), true) = (inside_once, self.is_library(frame.function))
                && let Action::Begin { runs_routine, .. } = &mut self.deeds[begin].action
            {
                *runs_routine |= !self.is_library[function.index()];
            }
            return;
        }
        if !self.stand_ins.contains(name) {
            return;
        }
        let depth = state.thread(thread).map_or(0, |thread| thread.frames.len()) + 1;
        let (name, call) = (name.clone(), self.calls);
        self.calls += 1;
        let argument = match name.as_str() {
            "pthread_create" => values.get(3),
            "thrd_create" => values.get(2),
            _ => None,
        };
        let pointee = argument.and_then(|value| self.pointee(state, *value));
        self.escaped.extend(pointee.map(|pointee| pointee.object));
        let begin = self.deeds.len();
        self.add(thread, Action::Begin { call, name, number: 0, runs_routine: false, pointee });
        self.open(thread).push(Open { depth, call, begin, joined: None, out: Vec::new() });
        if self.ahead.is_some() {
            self.seen_enough = true;
        }
    }

    fn returned(&mut self, state: &State, thread: ThreadId, value: u128) {
        let depth = state.thread(thread).map_or(0, |thread| thread.frames.len());
        if self.open(thread).last().is_none_or(|open| open.depth != depth) {
            return;
        }
        let Some(open) = self.open(thread).pop() else { return };
        let pointee = self.pointee(state, value);
        let block = pointee.and_then(|pointee| state.memory.object(pointee.object));
        let mut contents = open.out;
        if let Some(block) = block {
            contents = block.bytes.iter().copied().take(MOST_CONTENTS).collect();
        }
        self.add(thread, Action::Return { call: open.call, value, joined: open.joined, pointee, contents });
    }

    fn input(&mut self, state: &State, thread: ThreadId, value: u128) {
        if self.is_inside(state, thread) {
            return;
        }
        let Some(frame) = state.frame(thread) else { return };
        let span = frame.span(self.program);
        if let Some(name) = called_function(self.program, frame.function, span) {
            self.add(thread, Action::Input { name, value });
            self.seen_enough |= self.ahead.is_some();
        }
    }
}

/// The function whose call is at the place, if it is one: inputs also come from variables without initialiser.
pub fn called_function(program: &Program, function: FunctionId, span: Span) -> Option<String> {
    // A function without a body has been given one that does nothing but to return an input.
    let function = program.function(function);
    if let [block] = function.blocks.as_slice()
        && matches!(block.instructions.as_slice(), [Instruction { op: Op::Nondet { .. }, .. }])
    {
        return Some(function.name.clone());
    }
    let (before, _) = program.sources.text(span).split_once('(')?;
    let before = before.trim_end();
    let is_part = |c: char| c == '_' || c == '$' || c.is_ascii_alphanumeric();
    let name = &before[before.trim_end_matches(is_part).len()..];
    let is_identifier = name.starts_with(|c: char| !c.is_ascii_digit());
    let is_assembly = ["asm", "__asm", "__asm__"].contains(&name);
    (is_identifier && !is_assembly).then(|| name.to_string())
}

impl Observer for Story<'_> {
    fn observe(&mut self, state: &State, thread: ThreadId, happening: &Happening<'_>) {
        match *happening {
            Happening::Loaded { object, offset, ty, value, .. } => {
                self.access(state, thread, Place { object, offset, bytes: ty.bytes() }, false, value);
            }
            Happening::Stored { object, offset, ty, value, .. } => {
                let bytes = ty.bytes();
                if let Some(open) = self.open(thread).last_mut() {
                    open.out = value.to_le_bytes()[..bytes as usize].to_vec();
                }
                self.access(state, thread, Place { object, offset, bytes }, true, value);
            }
            Happening::Input { value, .. } => self.input(state, thread, value),
            Happening::Called { function, values, .. } => self.called(state, thread, function, values),
            Happening::Returned { value, .. } => self.returned(state, thread, value),
            Happening::Created { thread: created, .. } => {
                let begin = self.open(thread).last().map(|open| open.begin);
                if let Some(begin) = begin
                    && let Action::Begin { number, .. } = &mut self.deeds[begin].action
                {
                    *number = u64::from(created.0);
                }
            }
            Happening::Joined { thread: joined, .. } => {
                if let Some(open) = self.open(thread).last_mut() {
                    open.joined = Some(joined.0);
                }
            }
            Happening::AtomicBegan => self.sections += 1,
            Happening::Ended => self.add(thread, Action::End),
            Happening::Violated { operand, fault, .. } => {
                let is_access = fault.is_some_and(|fault| !matches!(fault, MemoryFault::Leaked(_)));
                let address = is_access.then(|| self.address(state, thread, operand)).flatten();
                let access = address.map(|pointer| Place {
                    object: self.program.pointers.object(pointer),
                    offset: self.program.pointers.offset(pointer),
                    bytes: 1,
                });
                let inside = self.is_inside(state, thread);
                let call = self.open(thread).last().filter(|_| inside).map(|open| open.call);
                self.add(thread, Action::Violation { access, call });
            }
            _ => {}
        }
    }
}

impl Story<'_> {
    fn address(&self, state: &State, thread: ThreadId, operand: Operand) -> Option<u128> {
        state.frame(thread)?.value(self.program, state.thread(thread)?, operand)
    }
}

impl Listener for Story<'_> {
    fn context_ends(&mut self, thread: ThreadId) {
        self.contexts.push((thread, self.deeds.len()));
    }

    fn looks_ahead(&mut self, thread: ThreadId) {
        self.ahead = Some(thread);
        self.seen_enough = false;
    }

    fn has_seen_enough(&self) -> bool {
        self.seen_enough
    }
}
