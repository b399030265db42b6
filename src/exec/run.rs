//! One run of a program as a machine would do it: a fixed schedule, inputs 0, memory that begins as zeros.
//!
//! Each thread runs until it has to wait, ends, or has had its turn; then comes the next in the order of their
//! numbers. A turn is long, so that it matters only to threads that wait in a loop for another. A section that
//! must be atomic and cannot be finished did not happen: the state from before it comes back. What the program
//! writes is seen by watching the calls of one function of the library's `output.c`; nothing else of the
//! interpreter knows about output.
//!
//! Since the same program always runs the same way, nothing is recorded. Only a run that ends in a violation is
//! repeated with a record of what was chosen, and that is replayed into the trace.

use std::io::Write;

use bmc_solver::{Stop, StopReason};

use super::choices::{ChoiceFault, Choices};
use super::fault::Fault;
use super::machine::{State, Status};
use super::observe::{Happening, Observer};
use super::replay::replay;
use super::step::{NextOp, Progress, advance, next_op};
use crate::ir::{FunctionId, ObjectId, Op, Program, PropertyId, PropertyKind, Terminator, ThreadId, Type};
use crate::script::{Choice, Script, ScriptContext};
use crate::trace::Trace;

/// Instructions after which another thread gets its turn.
const TURN: u64 = 100_000;
/// Locals that are gone are kept until there are so many objects.
const OBJECTS_KEPT: usize = 4096;
/// Runs with more choices are not recorded.
const MOST_RECORDED_CHOICES: usize = 2_000_000;
const INSTRUCTIONS_BETWEEN_LOOKS_AT_THE_CLOCK: u64 = 1 << 14;
/// What a shell sees of a process that called `abort`.
const ABORTED: u8 = 134;

/// How a run ended.
#[derive(Debug)]
pub enum RunEnd {
    /// The process ended with this status.
    Exited(u8),
    /// `None` if the run is too long to be shown.
    Violated {
        property: PropertyId,
        trace: Option<Box<Trace>>,
    },
    /// Every thread that is left waits for another.
    Deadlocked,
    /// An assumption of the program does not hold in this run, and nothing else can go on.
    Assumed,
    /// The limit on instructions.
    TooLong,
    Stopped(StopReason),
    Fault(Fault),
}

/// Where the program's output goes.
pub struct Streams<'a> {
    pub stdout: &'a mut dyn Write,
    pub stderr: &'a mut dyn Write,
}

/// Runs the program for at most so many instructions.
pub fn run(program: &Program, most_instructions: u64, stop: &Stop, streams: &mut Streams<'_>) -> RunEnd {
    let mut machine = match Machine::new(program, None) {
        Ok(machine) => machine,
        Err(fault) => return RunEnd::Fault(fault),
    };
    let end = machine.run(most_instructions, stop, streams);
    let property = match &end {
        RunEnd::Violated { property, .. } => *property,
        RunEnd::Deadlocked => match deadlock_property(program) {
            Some(property) => property,
            None => return end,
        },
        _ => return end,
    };
    RunEnd::Violated { property, trace: record(program, property, most_instructions, stop) }
}

/// The property that is violated if every thread waits, if the program is checked for that.
fn deadlock_property(program: &Program) -> Option<PropertyId> {
    let found = program.properties.iter().position(|p| p.kind == PropertyKind::Deadlock);
    found.map(PropertyId::new)
}

/// The same run again, as a trace.
fn record(program: &Program, goal: PropertyId, most_instructions: u64, stop: &Stop) -> Option<Box<Trace>> {
    let mut machine = Machine::new(program, Some(Vec::new())).ok()?;
    let mut streams = Streams { stdout: &mut std::io::sink(), stderr: &mut std::io::sink() };
    machine.run(most_instructions, stop, &mut streams);
    let mut script = Script { contexts: machine.contexts, goal: Some(goal), ..Script::default() };
    for (thread, choice) in machine.choices.made? {
        let needed = script.choices.len().max(thread.index() + 1);
        script.choices.resize(needed, Vec::new());
        script.choices[thread.index()].push(choice);
    }
    replay(program, &script).ok().map(Box::new)
}

struct Machine<'a> {
    program: &'a Program,
    state: State,
    choices: Fixed<'a>,
    console: Console<'a>,
    contexts: Vec<ScriptContext>,
    round: u32,
    instructions: u64,
    objects_kept: usize,
}

/// Why a thread's turn is over.
enum Turn {
    /// It has had enough, has ended, or has to wait; true if it got anywhere.
    Over(bool),
    RunIsOver(RunEnd),
}

/// What comes back if an atomic section cannot be finished.
struct Before {
    state: State,
    chosen: usize,
    next_number: u32,
    written: usize,
    steps: u64,
}

impl<'a> Machine<'a> {
    fn new(program: &'a Program, made: Option<Vec<(ThreadId, Choice)>>) -> Result<Machine<'a>, Fault> {
        Ok(Machine {
            program,
            state: State::at_start(program)?,
            choices: Fixed { program, next_number: program.first_dynamic_object().0, made },
            console: Console::new(program),
            contexts: Vec::new(),
            round: 1,
            instructions: 0,
            objects_kept: OBJECTS_KEPT.min(program.pointers.most_objects() as usize / 2),
        })
    }

    fn run(&mut self, most_instructions: u64, stop: &Stop, streams: &mut Streams<'_>) -> RunEnd {
        let mut thread = ThreadId(0);
        // Threads that got nowhere since another one did.
        let mut waiting = 0;
        loop {
            let turn = self.turn(thread, most_instructions, stop, streams);
            self.console.flush(streams);
            match turn {
                Turn::RunIsOver(end) => return end,
                Turn::Over(true) => waiting = 0,
                Turn::Over(false) => waiting += 1,
            }
            if waiting >= self.state.threads.len() {
                return self.nobody_can_go_on();
            }
            thread = match self.state.threads.range(thread..).nth(1) {
                Some((next, _)) => *next,
                None => {
                    self.round = self.round.saturating_add(1);
                    ThreadId(0)
                }
            };
        }
    }

    fn nobody_can_go_on(&self) -> RunEnd {
        let status = |wanted: fn(&Status) -> bool| self.state.threads.values().any(|t| wanted(&t.status));
        if status(|s| *s == Status::Killed) {
            RunEnd::Assumed
        } else if status(|s| *s == Status::Running) {
            RunEnd::Deadlocked
        } else {
            RunEnd::Exited(0)
        }
    }

    fn turn(&mut self, thread: ThreadId, most: u64, stop: &Stop, streams: &mut Streams<'_>) -> Turn {
        let (mut moved, mut steps, mut before) = (false, 0, None);
        let began_at = self.instructions;
        while let Some(next) = next_op(self.program, &self.state, thread) {
            let is_atomic = self.state.atomic == Some(thread);
            if !is_atomic {
                before = None;
                if self.instructions - began_at >= TURN {
                    break;
                }
                if matches!(next, NextOp::Op(Op::AtomicBegin)) && self.state.threads.len() > 1 {
                    before = Some(self.before(steps));
                }
            }
            let (choices, console) = (&mut self.choices, &mut self.console);
            match advance(self.program, &mut self.state, thread, choices, console) {
                Err(fault) => return Turn::RunIsOver(RunEnd::Fault(fault)),
                Ok(Progress::Blocked(_)) => {
                    if let Some(before) = before.take() {
                        steps = before.steps;
                        self.restore(before);
                    }
                    break;
                }
                Ok(Progress::Violated(property)) => {
                    self.note_context(thread, steps + u64::from(next.is_step()));
                    return Turn::RunIsOver(RunEnd::Violated { property, trace: None });
                }
                Ok(Progress::Moved | Progress::Killed | Progress::Ended) => {
                    moved |= before.is_none();
                    steps += u64::from(next.is_step());
                }
            }
            if self.state.thread(thread).is_some_and(|thread| thread.status == Status::Exiting) {
                return Turn::RunIsOver(RunEnd::Exited(self.console.status));
            }
            if is_atomic && self.state.atomic.is_none() {
                moved = true;
            }
            if let Some(end) = self.limits(most, stop, streams) {
                return Turn::RunIsOver(end);
            }
        }
        if moved {
            self.note_context(thread, steps);
        }
        Turn::Over(moved)
    }

    fn before(&self, steps: u64) -> Before {
        Before {
            state: self.state.clone(),
            chosen: self.choices.made.as_ref().map_or(0, Vec::len),
            next_number: self.choices.next_number,
            written: self.console.pending.len(),
            steps,
        }
    }

    fn restore(&mut self, before: Before) {
        self.state = before.state;
        self.choices.next_number = before.next_number;
        if let Some(made) = &mut self.choices.made {
            made.truncate(before.chosen);
        }
        self.console.pending.truncate(before.written);
    }

    /// What has to be looked at now and then.
    fn limits(&mut self, most: u64, stop: &Stop, streams: &mut Streams<'_>) -> Option<RunEnd> {
        self.instructions += 1;
        if self.instructions >= most {
            return Some(RunEnd::TooLong);
        }
        if self.state.memory.count() > self.objects_kept {
            self.state.memory.forget_locals();
            let (count, most) = (self.state.memory.count(), self.program.pointers.most_objects() as usize);
            self.objects_kept =
                (2 * count).clamp(OBJECTS_KEPT, OBJECTS_KEPT.max(count + most.saturating_sub(count) / 2));
        }
        if self.instructions.is_multiple_of(INSTRUCTIONS_BETWEEN_LOOKS_AT_THE_CLOCK) {
            if self.state.atomic.is_none() {
                self.console.flush(streams);
            }
            if self.choices.made.as_ref().is_some_and(|made| made.len() > MOST_RECORDED_CHOICES) {
                self.choices.made = None;
            }
            return stop.requested().map(RunEnd::Stopped);
        }
        None
    }

    fn note_context(&mut self, thread: ThreadId, steps: u64) {
        let round = self.round;
        if self.choices.made.is_some() {
            self.contexts.push(ScriptContext { thread, round, steps });
        }
    }
}

/// Inputs are 0, new objects are zeros and get the next number. The numbers of locals that are gone are used again
/// only when no others are left.
struct Fixed<'a> {
    program: &'a Program,
    next_number: u32,
    /// What was chosen, if it is recorded.
    made: Option<Vec<(ThreadId, Choice)>>,
}

impl Fixed<'_> {
    fn note(&mut self, thread: ThreadId, choice: impl FnOnce() -> Choice) {
        if let Some(made) = &mut self.made {
            made.push((thread, choice()));
        }
    }
}

impl Choices for Fixed<'_> {
    fn value(&mut self, thread: ThreadId, _: Type) -> Result<u128, ChoiceFault> {
        self.note(thread, || Choice::Value(0));
        Ok(0)
    }

    fn object(&mut self, state: &State, thread: ThreadId) -> Result<(ObjectId, Vec<u8>), ChoiceFault> {
        let (first, most) = (self.program.first_dynamic_object().0, self.program.pointers.most_objects());
        for _ in u64::from(first)..=most {
            if !state.memory.is_taken(ObjectId(self.next_number)) {
                break;
            }
            let beyond = u64::from(self.next_number) >= most;
            self.next_number = if beyond { first } else { self.next_number + 1 };
        }
        let object = ObjectId(self.next_number);
        self.next_number = self.next_number.saturating_add(1);
        if u64::from(self.next_number) > most {
            self.next_number = first;
        }
        self.note(thread, || Choice::Object { object, contents: Vec::new() });
        Ok((object, Vec::new()))
    }

    fn thread(&mut self, state: &State, creator: ThreadId) -> Result<ThreadId, ChoiceFault> {
        let created = ThreadId::new(state.threads.len());
        self.note(creator, || Choice::Thread(created));
        Ok(created)
    }
}

/// Watches the calls of the functions that write or end the process.
struct Console<'a> {
    program: &'a Program,
    /// The function that all output goes through, if the program writes at all.
    put: Option<FunctionId>,
    /// What was written and may still not have happened; true for standard error.
    pending: Vec<(bool, u8)>,
    status: u8,
}

impl<'a> Console<'a> {
    fn new(program: &'a Program) -> Console<'a> {
        let put = program.functions.iter().position(|function| function.name == "__bmc_put");
        Console { program, put: put.map(FunctionId::new), pending: Vec::new(), status: 0 }
    }

    /// A program that nobody listens to goes on.
    fn flush(&mut self, streams: &mut Streams<'_>) {
        for part in self.pending.chunk_by(|one, other| one.0 == other.0) {
            let bytes: Vec<u8> = part.iter().map(|(_, byte)| *byte).collect();
            let stream = if part[0].0 { &mut streams.stderr } else { &mut streams.stdout };
            let _ = stream.write_all(&bytes).and_then(|()| stream.flush());
        }
        self.pending.clear();
    }

    /// `stream` is the number that the embedded stdio.h has for it. The variables of other headers are never set,
    /// so that their streams are null.
    fn put(&mut self, stream: u128, character: u128) {
        match stream {
            0 | 2 => self.pending.push((false, character as u8)),
            3 => self.pending.push((true, character as u8)),
            _ => {}
        }
    }

    fn called(&mut self, function: FunctionId, values: &[u128]) {
        if Some(function) == self.put
            && let [stream, character] = values
        {
            return self.put(*stream, *character);
        }
        let function = self.program.function(function);
        let is_end = matches!(function.name.as_str(), "exit" | "_exit" | "_Exit" | "quick_exit" | "abort");
        if is_end && self.program.sources.is_embedded(function.span) {
            self.status = values.first().map_or(ABORTED, |status| *status as u8);
        }
    }

    /// What main returns is the status of the process.
    fn ended(&mut self, state: &State, thread: ThreadId) {
        let Some(activity) = state.thread(thread).filter(|t| thread == ThreadId(0) && t.frames.len() == 1)
        else {
            return;
        };
        let frame = &activity.frames[0];
        let Some(block) = frame.block(self.program).filter(|_| frame.instruction(self.program).is_none())
        else {
            return;
        };
        if let Terminator::Return(Some(operand)) = block.terminator {
            self.status = frame.value(self.program, activity, operand).unwrap_or(0) as u8;
        }
    }
}

impl Observer for Console<'_> {
    fn observe(&mut self, state: &State, thread: ThreadId, happening: &Happening<'_>) {
        match happening {
            Happening::Called { function, values, .. } => self.called(*function, values),
            Happening::Ended => self.ended(state, thread),
            _ => {}
        }
    }
}
