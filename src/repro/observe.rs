//! What each thread does in a run, as far as a compiled program can be made to follow it.
//!
//! A run of the interpreter is told here instruction by instruction. Kept are the accesses to memory, what the
//! library's models ask of the runtime (blocks, threads), inputs, variables that begin a life, and the ends of
//! threads, each with the thread and in order. Models are compiled like the user's files, so nothing distinguishes
//! their accesses.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::exec::{Frame, Happening, Listener, MemoryFault, Observer, Origin, State};
use crate::ir::{
    BlockId, Function, FunctionId, GlobalId, Instruction, LocalId, ObjectId, Op, Open, Operand, Program,
    PropertyId, RegisterId, ThreadId,
};
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
        /// The expression that gcc's code has to be asked to make the access for, since it does not announce that a
        /// call takes or returns a structure.
        expression: Option<Span>,
    },
    /// `bytes` is the size of the value.
    Input {
        name: String,
        value: u128,
        bytes: u64,
    },
    /// A variable begins a life at its declaration. One that is never in memory has no object.
    Declare {
        site: Span,
        object: Option<ObjectId>,
        contents: Vec<u8>,
    },
    /// The variable's life is over.
    Leave {
        object: ObjectId,
    },
    Allocate {
        object: ObjectId,
        contents: Vec<u8>,
    },
    Free {
        object: ObjectId,
    },
    Create {
        created: ThreadId,
        pointee: Option<Pointee>,
    },
    Join {
        joined: ThreadId,
    },
    End,
    /// With the place of the access that is wrong, if it is one.
    Violation {
        access: Option<Place>,
        /// As for an access.
        expression: Option<Span>,
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
    pub offset: i64,
}

/// A touch of memory.
#[derive(Clone, Copy, Debug)]
pub struct Touched {
    pub thread: ThreadId,
    pub place: Place,
    pub writes: bool,
    pub ahead: bool,
}

pub struct Story<'a> {
    program: &'a Program,
    pub deeds: Vec<Deed>,
    pub touched: Vec<Touched>,
    /// The context and the number of deeds when it was over.
    pub contexts: Vec<(ThreadId, usize)>,
    /// The copies that threads other than main have of thread-local variables.
    pub thread_locals: BTreeMap<ObjectId, (GlobalId, ThreadId)>,
    /// The locals that others may use.
    pub names: BTreeMap<ObjectId, String>,
    /// The first contents of variables that no file defines.
    pub undefined: BTreeMap<ObjectId, Vec<u8>>,
    /// The property that is violated, and how often the thread had come to that instruction by then.
    pub violated: Option<(PropertyId, u64)>,
    /// What is wrong is that a function is called with another type than its own.
    pub is_misfit: bool,
    /// How often each thread has come to which instruction.
    visits: FxHashMap<(ThreadId, FunctionId, BlockId, usize), u64>,
    /// Objects to which a pointer was stored or passed to a thread: before that nobody else can touch them.
    escaped: BTreeSet<ObjectId>,
    /// Per thread, the call of `scanf` or the like that it is in, and the instruction that its result comes from.
    scanning: BTreeMap<ThreadId, (FunctionId, Span, (BlockId, usize))>,
    /// Registers of the entry that hold what the program is started with.
    started_with: BTreeSet<RegisterId>,
    /// So many instructions at the beginning of the entry fill variables that no file defines.
    filling: usize,
    sections: u32,
    ahead: bool,
    seen_enough: bool,
}

/// More of the contents of an object is not kept.
const MOST_CONTENTS: usize = 4096;

/// The name of inputs that the entry gets as arguments, and of values that `scanf` reads.
pub const ARGUMENT: &str = "an argument of the program";
pub const SCANNED: &str = "a value that is read";

impl<'a> Story<'a> {
    pub fn new(program: &'a Program) -> Story<'a> {
        Story {
            program,
            deeds: Vec::new(),
            touched: Vec::new(),
            contexts: Vec::new(),
            thread_locals: BTreeMap::new(),
            names: BTreeMap::new(),
            undefined: BTreeMap::new(),
            violated: None,
            is_misfit: false,
            visits: FxHashMap::default(),
            escaped: BTreeSet::new(),
            scanning: BTreeMap::new(),
            started_with: started_with(program),
            filling: filling(program),
            sections: 0,
            ahead: false,
            seen_enough: false,
        }
    }

    fn add(&mut self, thread: ThreadId, action: Action) {
        self.deeds.push(Deed { thread, action });
    }

    /// What a value points to, if it is an object that was made while the program ran.
    fn pointee(&self, state: &State, value: u128) -> Option<Pointee> {
        let object = self.program.pointers.object(value);
        let is_dynamic = object >= self.program.first_dynamic_object() && state.memory.is_taken(object);
        is_dynamic.then(|| Pointee { object, offset: self.program.pointers.offset(value) })
    }

    /// Whether the entry is still giving contents to variables that no file defines.
    fn is_filling(&self, state: &State, thread: ThreadId) -> bool {
        state.frame(thread).is_some_and(|frame| {
            frame.function == self.program.entry && frame.block.index() == 0 && frame.index < self.filling
        })
    }

    fn access(&mut self, state: &State, thread: ThreadId, place: Place, writes: bool, value: u128) {
        if self.is_filling(state, thread) {
            let contents = self.undefined.entry(place.object).or_default();
            contents.resize(contents.len().max((place.offset + place.bytes) as usize), 0);
            contents[place.offset as usize..][..place.bytes as usize]
                .copy_from_slice(&value.to_le_bytes()[..place.bytes as usize]);
            return;
        }
        let is_pointer = place.bytes * 8 == u64::from(self.program.pointers.pointer_bits);
        let pointee = is_pointer.then(|| self.pointee(state, value)).flatten();
        if writes {
            self.escaped.extend(pointee.map(|pointee| pointee.object));
        }
        match state.memory.object(place.object).map(|object| object.origin) {
            Some(Origin::ThreadLocal { global, thread }) => {
                self.thread_locals.insert(place.object, (global, thread));
            }
            Some(Origin::Local { function, local, .. }) if self.escaped.contains(&place.object) => {
                let function = self.program.function(function);
                let name = format!("{} of {}", function.local(local).name, function.name);
                self.names.entry(place.object).or_insert(name);
            }
            _ => {}
        }
        if place.object < self.program.first_dynamic_object() || self.escaped.contains(&place.object) {
            self.touched.push(Touched { thread, place, writes, ahead: self.ahead });
        }
        let section = if state.atomic == Some(thread) { self.sections } else { 0 };
        let expression = self.passed_by_value(state, thread, writes);
        self.add(thread, Action::Access { place, writes, section, pointee, expression });
        // Inside a section others see nothing before its end, so all of it is looked at.
        if self.ahead && section == 0 && !self.is_own_local(state, thread, place.object) {
            self.seen_enough = true;
        }
    }

    /// The argument whose structure is read, or the call whose result is written.
    fn passed_by_value(&self, state: &State, thread: ThreadId, writes: bool) -> Option<Span> {
        let frame = state.frame(thread)?;
        let function = self.program.function(frame.function);
        let instructions = &function.block(frame.block).instructions;
        let is_named = |local: LocalId, name| function.local(local).name.starts_with(name);
        let here = instructions.get(frame.index)?;
        if !writes {
            let next = &instructions.get(frame.index + 1)?.op;
            let Op::Store { address: Operand::Local { local, .. }, .. } = next else { return None };
            return is_named(*local, "argument$").then_some(here.span);
        }
        let Op::Store { value: Operand::Register(value), .. } = here.op else { return None };
        let read = instructions[..frame.index].iter().rev().take(2).find_map(|before| match before.op {
            Op::Load { dst, address: Operand::Local { local, .. }, .. } if dst == value => Some(local),
            _ => None,
        });
        let result = read.filter(|local| is_named(*local, "result$"))?;
        function.blocks.iter().flat_map(|block| &block.instructions).find_map(|call| match &call.op {
            Op::Call { arguments, .. } => {
                let slot = Operand::Local { local: result, offset: 0 };
                (arguments.first() == Some(&slot)).then_some(call.span)
            }
            _ => None,
        })
    }

    fn is_own_local(&self, state: &State, thread: ThreadId, object: ObjectId) -> bool {
        state
            .thread(thread)
            .is_some_and(|thread| thread.frames.iter().any(|frame| frame.locals.contains(&Some(object))))
    }

    fn freed(&mut self, state: &State, thread: ThreadId, object: ObjectId) {
        let bytes = state.memory.object(object).map_or(0, |block| block.bytes.len() as u64);
        if self.escaped.contains(&object) && bytes > 0 {
            let place = Place { object, offset: 0, bytes };
            self.touched.push(Touched { thread, place, writes: true, ahead: self.ahead });
        }
        self.add(thread, Action::Free { object });
        self.seen_enough |= self.ahead;
    }

    fn input(&mut self, state: &State, thread: ThreadId, dst: RegisterId, value: u128) {
        let Some(frame) = state.frame(thread) else { return };
        if self.is_filling(state, thread) || self.program.is_adapter(frame.function) {
            return;
        }
        let function = self.program.function(frame.function);
        let span = frame.span(self.program);
        let bytes = u64::from(function.register(dst).ty.bits.div_ceil(8));
        let at = (frame.block, frame.index);
        if let Some((scanner, call, result)) = self.scanning.get(&thread) {
            let is_inside = call.start <= span.start && span.end <= call.end;
            if *scanner == frame.function && is_inside && *result != at {
                self.add(thread, Action::Input { name: SCANNED.to_string(), value, bytes });
                return;
            }
            self.scanning.remove(&thread);
        }
        if is_open(self.program, frame.function) {
            let name = self.input_of_open_function(state, thread, frame);
            self.add(thread, Action::Input { name, value, bytes });
            self.seen_enough |= self.ahead;
        } else if frame.function == self.program.entry && self.started_with.contains(&dst) {
            self.add(thread, Action::Input { name: ARGUMENT.to_string(), value, bytes });
        } else if let Some(name) = called_function(self.program, frame.function, span) {
            if is_scanner(&name) {
                self.scanning.insert(thread, (frame.function, span, at));
            }
            self.add(thread, Action::Input { name, value, bytes });
            self.seen_enough |= self.ahead;
        } else {
            let contents = value.to_le_bytes()[..bytes as usize].to_vec();
            self.add(thread, Action::Declare { site: span, object: None, contents });
        }
    }

    /// What an input of a function without a body is for: its result, whether it writes through a parameter, or what it
    /// writes, with the number of a parameter that points into the same object and the bytes from there.
    fn input_of_open_function(&self, state: &State, thread: ThreadId, frame: &Frame) -> String {
        let function = self.program.function(frame.function);
        if function.result.is_some() && frame.block.index() == 0 && frame.index == 0 {
            return function.name.clone();
        }
        let next = function.block(frame.block).instructions.get(frame.index + 1).map(|next| &next.op);
        let Some(Op::Store { address, .. }) = next else { return format!("{} decides", function.name) };
        let layout = self.program.pointers;
        let at = self.address(state, thread, *address).unwrap_or(0);
        let mut parameters = function.parameters.iter().enumerate();
        let found = parameters.find_map(|(number, register)| {
            let to = self.address(state, thread, Operand::Register(*register))?;
            let is_same = layout.object(to) == layout.object(at);
            is_same.then(|| (number, layout.offset(at) - layout.offset(to)))
        });
        let (number, distance) = found.unwrap_or_default();
        format!("{} writes {number} {distance}", function.name)
    }

    /// Whether the front end made the local, not the user.
    fn is_temporary(&self, state: &State, thread: ThreadId, local: LocalId) -> bool {
        let Some(function) = state.frame(thread).map(|frame| frame.function) else { return true };
        self.program.is_adapter(function) || self.program.function(function).local(local).name.contains('$')
    }

    fn declared(&mut self, state: &State, thread: ThreadId, object: ObjectId, contents: &[u8]) {
        let Some(frame) = state.frame(thread) else { return };
        let contents = contents.iter().copied().take(MOST_CONTENTS).collect();
        let site = frame.span(self.program);
        self.add(thread, Action::Declare { site, object: Some(object), contents });
    }

    /// A structure that is passed by value: the caller's copy of it is the callee's parameter.
    fn called(&mut self, state: &State, thread: ThreadId, function: FunctionId, passed: &[(Operand, u128)]) {
        let callee = self.program.function(function);
        if self.program.sources.is_embedded(callee.span) {
            return;
        }
        for (register, (operand, value)) in callee.parameters.iter().zip(passed) {
            let object = self.program.pointers.object(*value);
            let origin = state.memory.object(object).map(|object| object.origin);
            let Some(Origin::Local { function: caller, local, .. }) = origin else { continue };
            let is_copy = self.program.function(caller).local(local).name.starts_with("argument$");
            if !is_copy || *operand != (Operand::Local { local, offset: 0 }) {
                continue;
            }
            let name = callee.register(*register).name.as_deref();
            if let Some(site) = name.and_then(|name| parameter(self.program, callee, name)) {
                self.add(thread, Action::Declare { site, object: Some(object), contents: Vec::new() });
            }
        }
    }

    fn allocated(&mut self, state: &State, thread: ThreadId, object: ObjectId, contents: &[u8]) {
        let Some(frame) = state.frame(thread) else { return };
        if self.program.sources.is_embedded(self.program.function(frame.function).span) {
            let contents = contents.iter().copied().take(MOST_CONTENTS).collect();
            self.add(thread, Action::Allocate { object, contents });
        } else {
            // An array of variable length.
            self.declared(state, thread, object, contents);
        }
    }

    fn address(&self, state: &State, thread: ThreadId, operand: Operand) -> Option<u128> {
        state.frame(thread)?.value(self.program, state.thread(thread)?, operand)
    }

    fn violation(
        &mut self,
        state: &State,
        thread: ThreadId,
        property: PropertyId,
        operand: Operand,
        fault: Option<MemoryFault>,
    ) {
        self.is_misfit = matches!(fault, Some(MemoryFault::OtherType(_)));
        let is_access =
            fault.is_some_and(|fault| !matches!(fault, MemoryFault::Leaked(_))) && !self.is_misfit;
        let address = is_access.then(|| self.address(state, thread, operand)).flatten();
        let access = address.map(|pointer| Place {
            object: self.program.pointers.object(pointer),
            offset: self.program.pointers.offset(pointer) as u64,
            bytes: 1,
        });
        let visits = state.frame(thread).and_then(|frame| self.visits.get(&visit(thread, frame)));
        self.violated = Some((property, visits.copied().unwrap_or(1)));
        let passed = [false, true].map(|writes| self.passed_by_value(state, thread, writes));
        let expression = passed.into_iter().flatten().next();
        self.add(thread, Action::Violation { access, expression });
    }
}

/// Where the function's definition has the parameter.
fn parameter(program: &Program, function: &Function, name: &str) -> Option<Span> {
    let unit = program.sources.units().iter().rev().find(|unit| unit.base <= function.span.start)?;
    let from = (function.span.start - unit.base) as usize;
    let definition = unit.text.get(from..)?;
    let head = &definition[..definition.find('{')?];
    let is_part = |c: char| c == '_' || c == '$' || c.is_ascii_alphanumeric();
    let whole = head
        .match_indices(name)
        .filter(|(at, _)| !head[..*at].ends_with(is_part) && !head[at + name.len()..].starts_with(is_part));
    let start = function.span.start + u32::try_from(whole.last()?.0).ok()?;
    Some(Span { start, end: start + u32::try_from(name.len()).ok()? })
}

fn visit(thread: ThreadId, frame: &Frame) -> (ThreadId, FunctionId, BlockId, usize) {
    (thread, frame.function, frame.block, frame.index)
}

/// Whether values come through the arguments of the function.
pub fn is_scanner(name: &str) -> bool {
    let name = name.strip_prefix("__isoc99_").or_else(|| name.strip_prefix("__isoc23_")).unwrap_or(name);
    matches!(name, "scanf" | "fscanf" | "sscanf")
}

/// Whether the function has no body of its own.
pub fn is_open(program: &Program, function: FunctionId) -> bool {
    program.open.contains(&Open::Function(function))
}

/// The function whose call is at the place, if it is one: inputs also come from variables without initialiser.
pub fn called_function(program: &Program, function: FunctionId, span: Span) -> Option<String> {
    // What gcc's code finds where nothing was passed is beyond control.
    if is_open(program, function) || program.is_adapter(function) {
        return None;
    }
    let (before, _) = program.sources.text(span).split_once('(')?;
    let before = before.trim_end();
    let is_part = |c: char| c == '_' || c == '$' || c.is_ascii_alphanumeric();
    let name = before.trim_end_matches(is_part);
    let name = if name.is_empty() { before } else { return None };
    let is_identifier = name.starts_with(|c: char| !c.is_ascii_digit());
    let is_assembly = ["asm", "__asm", "__asm__"].contains(&name);
    (is_identifier && !is_assembly).then(|| name.to_string())
}

/// The registers of the entry into which inputs go that are passed on as its parameters.
fn started_with(program: &Program) -> BTreeSet<RegisterId> {
    let entry = program.function(program.entry);
    let mut found = BTreeSet::new();
    for instruction in entry.blocks.first().iter().flat_map(|block| &block.instructions) {
        match &instruction.op {
            Op::Nondet { dst } if entry.parameters.contains(dst) => {
                found.insert(*dst);
            }
            Op::Copy { dst, value: Operand::Register(register) }
            | Op::Convert { dst, value: Operand::Register(register), .. }
                if entry.parameters.contains(dst) =>
            {
                found.insert(*register);
            }
            Op::Call { dst: Some(dst), arguments, .. } if entry.parameters.contains(dst) => {
                if let [Operand::Register(register)] = arguments.as_slice() {
                    found.insert(*register);
                }
            }
            _ => {}
        }
    }
    found
}

fn filling(program: &Program) -> usize {
    let Some(block) = program.function(program.entry).blocks.first() else { return 0 };
    let pairs = block.instructions.chunks(2).take_while(|pair| {
        matches!(pair, [Instruction { op: Op::Nondet { dst }, .. },
                        Instruction { op: Op::Store { address: Operand::Global { .. },
                                                      value: Operand::Register(value), .. }, .. }]
            if dst == value)
    });
    pairs.count() * 2
}

impl Observer for Story<'_> {
    fn observe(&mut self, state: &State, thread: ThreadId, happening: &Happening<'_>) {
        match *happening {
            Happening::Loaded { object, offset, ty, value, .. } => {
                self.access(state, thread, Place { object, offset, bytes: ty.bytes() }, false, value);
            }
            Happening::Stored { object, offset, ty, value, .. } => {
                self.access(state, thread, Place { object, offset, bytes: ty.bytes() }, true, value);
            }
            Happening::Input { dst, value } => self.input(state, thread, dst, value),
            Happening::Declared { local, object, contents } if !self.is_temporary(state, thread, local) => {
                self.declared(state, thread, object, contents);
            }
            Happening::Allocated { object, contents, .. } => self.allocated(state, thread, object, contents),
            Happening::Left { object } => self.add(thread, Action::Leave { object }),
            Happening::Freed { object: Some(object) } => self.freed(state, thread, object),
            Happening::Created { thread: created, argument, .. } => {
                let value = self.address(state, thread, argument).unwrap_or(0);
                let pointee = self.pointee(state, value);
                self.escaped.extend(pointee.map(|pointee| pointee.object));
                self.add(thread, Action::Create { created, pointee });
                self.seen_enough |= self.ahead;
            }
            Happening::Joined { thread: joined, .. } => {
                self.add(thread, Action::Join { joined });
                self.seen_enough |= self.ahead;
            }
            Happening::Called { function, arguments, values } => {
                let passed: Vec<_> = arguments.iter().copied().zip(values.iter().copied()).collect();
                self.called(state, thread, function, &passed);
            }
            Happening::AtomicBegan => self.sections += 1,
            Happening::AtomicEnded => self.seen_enough |= self.ahead,
            Happening::Ended => self.add(thread, Action::End),
            Happening::Violated { property, operand, fault } => {
                self.violation(state, thread, property, operand, fault);
            }
            _ => {}
        }
    }
}

impl Listener for Story<'_> {
    fn is_about_to(&mut self, state: &State, thread: ThreadId) {
        if let Some(frame) = state.frame(thread) {
            *self.visits.entry(visit(thread, frame)).or_default() += 1;
        }
    }

    fn context_ends(&mut self, thread: ThreadId) {
        self.contexts.push((thread, self.deeds.len()));
    }

    fn looks_ahead(&mut self, _: ThreadId) {
        self.ahead = true;
        self.seen_enough = false;
    }

    fn has_seen_enough(&self) -> bool {
        self.seen_enough
    }
}
