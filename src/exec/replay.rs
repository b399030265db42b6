//! Replays a script: the proof that a violation is real, and the trace a person reads.
//!
//! The contexts of the script are executed exactly. A context of `n` steps executes `n` instructions that are
//! steps, and with each everything that follows it up to the next step; what a thread does before its first step
//! belongs to its first context. The run must end in a violation of the goal. Everything else is an error that
//! says where run and script part: it means that formula and interpreter disagree, never that the user did
//! something wrong.

use std::fmt;

use super::choices::{Choices, Scripted};
use super::depends::{MadeUp, depends_on};
use super::ending::ending;
use super::fault::{Blockage, Fault};
use super::machine::{State, Status};
use super::record::Recorder;
use super::step::{NextOp, Progress, advance, next_op};
use super::until::Until;
use crate::ir::{Op, Open, Operand, Program, PropertyId, PropertyKind, Repetition, Terminator, ThreadId};
use crate::script::Script;
use crate::source::{EMBEDDED_PREFIX, Location};
use crate::trace::{Trace, Violation};

/// Non-step instructions between two steps beyond this count are taken for an endless loop.
const MOST_INSTRUCTIONS_BETWEEN_STEPS: u64 = 5_000_000;

/// Where and why run and script part.
#[derive(Clone, Debug)]
pub struct ReplayError {
    /// Index of the context in the script; its length if the script was used up.
    pub context: usize,
    pub thread: ThreadId,
    /// Steps of the context executed before.
    pub steps: u64,
    pub location: Option<Location>,
    pub divergence: Divergence,
}

#[derive(Clone, Debug)]
pub enum Divergence {
    /// A wrong or missing choice, or something the interpreter has no meaning for.
    Fault(Box<Fault>),
    /// The script wants a step of a thread that has to wait.
    Blocked(Blockage),
    /// The script wants a step of a thread that an assumption has stopped.
    Killed,
    /// The script wants a step of a thread that has ended or is about to end the process.
    Ended,
    /// Another property is violated first: a real violation, with its trace, but not the one asked for.
    OtherViolation { property: PropertyId, name: String, trace: Box<Trace> },
    /// The script wants a step of a thread that violates a property nobody asks about.
    Unasked(String),
    /// The script is used up and nothing was violated.
    NoViolation,
    /// Many instructions without a step.
    EndlessLoop,
}

pub fn replay(program: &Program, script: &Script) -> Result<Trace, ReplayError> {
    let (mut trace, made_up) = replay_as_it_is(program, script)?;
    trace.violation.depends_on = depends_on(program, script, &trace, &made_up);
    Ok(trace)
}

/// Without asking what the violation depends on, but with what can be asked about.
pub(super) fn replay_as_it_is(
    program: &Program,
    script: &Script,
) -> Result<(Trace, Vec<MadeUp>), ReplayError> {
    let mut replay = Replay::new(program, script)?;
    let ended = replay.run()?;
    let made_up = std::mem::take(&mut replay.made_up);
    Ok((replay.finish(ended)?, made_up))
}

/// Replays a script that ends without a violation, at a place about which there is something else to say: the bound of a
/// loop or of a recursion, if it is one.
pub fn replay_until(
    program: &Program,
    script: &Script,
    ending: Violation,
    bound_of: Option<Repetition>,
) -> Result<Trace, ReplayError> {
    let mut replay = Replay::new(program, script)?;
    let entry = bound_of.zip(script.entered);
    replay.until = entry.map(|(repetition, entered)| Until::new(repetition, ending.thread, entered));
    match replay.run_contexts()? {
        Part::Violated(property) => replay.violated(property),
        Part::Stopped(_) => Ok(replay.recorder.finish_with(ending, Vec::new())),
    }
}

struct Replay<'a> {
    program: &'a Program,
    script: &'a Script,
    state: State,
    choices: Scripted<'a>,
    recorder: Recorder<'a>,
    /// What functions without a body have returned so far.
    made_up: Vec<MadeUp>,
    /// A bound that ends the run, once the steps of the script are done.
    until: Option<Until>,
    /// Index of the running context, and the steps it has executed.
    context: usize,
    steps: u64,
    thread: ThreadId,
}

/// How a part of a context ended.
enum Part {
    /// Before the next step, or where the thread cannot go on.
    Stopped(Option<Divergence>),
    Violated(PropertyId),
}

/// What the whole run ended in.
enum Ended {
    Violated(PropertyId),
    /// A state that may be what a property of this kind forbids.
    InState(PropertyKind),
}

impl<'a> Replay<'a> {
    fn new(program: &'a Program, script: &'a Script) -> Result<Replay<'a>, ReplayError> {
        let state = State::at_start(program).map_err(|fault| ReplayError {
            context: 0,
            thread: ThreadId(0),
            steps: 0,
            location: None,
            divergence: Divergence::Fault(Box::new(fault.into())),
        })?;
        let (choices, recorder) = (Scripted::new(script), Recorder::new(program));
        let (context, steps, thread) = (0, 0, ThreadId(0));
        let (made_up, until) = (Vec::new(), None);
        Ok(Replay { program, script, state, choices, recorder, made_up, until, context, steps, thread })
    }

    fn run(&mut self) -> Result<Ended, ReplayError> {
        if let Part::Violated(property) = self.run_contexts()? {
            return Ok(Ended::Violated(property));
        }
        if let Some(kind) = self.goal_kind().filter(|kind| kind.is_of_a_state()) {
            return Ok(Ended::InState(kind));
        }
        // An access that is itself the violation may or may not have been counted as a step of the schedule.
        if self.goal_is_next()
            && let Progress::Violated(property) = self.advance()?
        {
            return Ok(Ended::Violated(property));
        }
        self.context = self.script.contexts.len();
        Err(self.error(Divergence::NoViolation))
    }

    fn finish(self, ended: Ended) -> Result<Trace, ReplayError> {
        match ended {
            Ended::Violated(property) => self.violated(property),
            Ended::InState(kind) => self.finish_in_state(kind),
        }
    }

    fn goal_kind(&self) -> Option<PropertyKind> {
        Some(self.program.property(self.script.goal?).kind)
    }

    /// The script ends in a state that violates a property of the whole program.
    fn finish_in_state(mut self, kind: PropertyKind) -> Result<Trace, ReplayError> {
        let ending = ending(self.program, &self.state, &self.choices, kind, self.script.racing);
        self.context = self.script.contexts.len();
        let error = self.error(Divergence::NoViolation);
        let (Some(ending), Some(goal)) = (ending, self.script.goal) else { return Err(error) };
        self.recorder.finish_in_state(&self.state, self.program.property(goal), &ending).ok_or(error)
    }

    fn run_contexts(&mut self) -> Result<Part, ReplayError> {
        for (index, context) in self.script.contexts.iter().enumerate() {
            (self.context, self.thread, self.steps) = (index, context.thread, 0);
            self.recorder.begin_context(*context);
            if let Part::Violated(property) = self.run_context(context.steps)? {
                return Ok(Part::Violated(property));
            }
        }
        Ok(Part::Stopped(None))
    }

    fn run_context(&mut self, steps: u64) -> Result<Part, ReplayError> {
        let is_last = self.context + 1 == self.script.contexts.len();
        loop {
            let is_over = is_last && self.steps == steps;
            let stopped = match self.run_to_next_step(is_over)? {
                Part::Violated(property) => return Ok(Part::Violated(property)),
                Part::Stopped(reason) => reason,
            };
            if self.steps == steps {
                return Ok(Part::Stopped(None));
            }
            if let Some(reason) = stopped {
                return Err(self.error(reason));
            }
            match self.advance()? {
                Progress::Violated(property) => return Ok(Part::Violated(property)),
                Progress::Blocked(blockage) => return Err(self.error(Divergence::Blocked(blockage))),
                Progress::Moved | Progress::Killed | Progress::Ended => self.steps += 1,
            }
        }
    }

    /// Executes everything up to, but not including, the next step; if no other step is to be executed, only up to
    /// the bound that ends the run.
    fn run_to_next_step(&mut self, is_over: bool) -> Result<Part, ReplayError> {
        let mut instructions = 0;
        loop {
            if is_over && self.until.as_ref().is_some_and(|until| until.is_reached(&self.state)) {
                return Ok(Part::Stopped(None));
            }
            let Some(next) = next_op(self.program, &self.state, self.thread) else {
                return Ok(Part::Stopped(Some(self.why_not_running())));
            };
            if next.is_step() {
                return Ok(Part::Stopped(None));
            }
            let Replay { program, script, state, thread, choices, .. } = self;
            if let Some(reason) = why_not_followed(program, script, state, *thread, choices) {
                return Ok(Part::Stopped(Some(reason)));
            }
            match self.advance()? {
                Progress::Moved => {}
                Progress::Violated(property) => return Ok(Part::Violated(property)),
                Progress::Blocked(blockage) => return Ok(Part::Stopped(Some(Divergence::Blocked(blockage)))),
                Progress::Killed => return Ok(Part::Stopped(Some(Divergence::Killed))),
                Progress::Ended => return Ok(Part::Stopped(Some(Divergence::Ended))),
            }
            instructions += 1;
            if instructions > MOST_INSTRUCTIONS_BETWEEN_STEPS {
                return Ok(Part::Stopped(Some(Divergence::EndlessLoop)));
            }
        }
    }

    /// Whether the next instruction of the last context is an access checked by the goal.
    fn goal_is_next(&self) -> bool {
        let check = match next_op(self.program, &self.state, self.thread) {
            Some(NextOp::Op(Op::Load { check, .. } | Op::Store { check, .. })) => *check,
            Some(NextOp::Op(Op::Free { check, .. } | Op::CreateThread { check, .. })) => *check,
            _ => None,
        };
        check.is_some() && check == self.script.goal
    }

    fn why_not_running(&self) -> Divergence {
        match self.state.thread(self.thread).map(|thread| thread.status) {
            None => Divergence::Fault(Box::new(Fault::NotRunning(self.thread))),
            Some(Status::Killed) => Divergence::Killed,
            Some(Status::Ended { .. } | Status::Exiting | Status::Running) => Divergence::Ended,
        }
    }

    fn advance(&mut self) -> Result<Progress, ReplayError> {
        self.note_what_is_made_up();
        let Replay { program, state, thread, choices, recorder, until, .. } = self;
        let before = until.as_ref().and_then(|until| until.before(program, state, *thread));
        let progress = advance(program, state, *thread, choices, recorder);
        if let (Some(until), Some(before)) = (until, before) {
            until.after(program, state, &before);
        }
        progress.map_err(|fault| self.error(Divergence::Fault(Box::new(fault))))
    }

    /// If the next instruction makes up what a function without a body returns.
    fn note_what_is_made_up(&mut self) {
        let Replay { program, state, thread, choices, made_up, .. } = self;
        if program.open.is_empty() {
            return;
        }
        let Some(NextOp::Op(Op::Nondet { dst })) = next_op(program, state, *thread) else { return };
        let Some(function) = state.frame(*thread).map(|frame| frame.function) else { return };
        if program.open.contains(&Open::Function(function)) {
            let bits = program.function(function).register(*dst).ty.bits;
            made_up.push(MadeUp { function, thread: *thread, position: choices.position(*thread), bits });
        }
    }

    fn violated(self, property: PropertyId) -> Result<Trace, ReplayError> {
        let mut error = self.error(Divergence::NoViolation);
        let Some(trace) = self.recorder.finish() else { return Err(error) };
        if self.script.goal.is_none_or(|goal| goal == property) {
            return Ok(trace);
        }
        let name = self.program.property(property).name.clone();
        error.divergence = Divergence::OtherViolation { property, name, trace: Box::new(trace) };
        Err(error)
    }

    fn error(&self, divergence: Divergence) -> ReplayError {
        ReplayError {
            context: self.context,
            thread: self.thread,
            steps: self.steps,
            location: self.location(),
            divergence,
        }
    }

    /// Where the thread is, in the user's files: inside a model of the library, at the call of it.
    fn location(&self) -> Option<Location> {
        let frames = self.state.thread(self.thread)?.frames.iter().rev();
        let mut places = frames.map(|frame| self.program.sources.locate(frame.span(self.program)));
        let innermost = places.next()?;
        if !innermost.file.starts_with(EMBEDDED_PREFIX) {
            return Some(innermost);
        }
        Some(places.find(|place| !place.file.starts_with(EMBEDDED_PREFIX)).unwrap_or(innermost))
    }
}

/// Why the thread stops before its next instruction, which is no step, though it could go on: nobody follows what
/// happens then. What was done until there is a run all the same.
pub(super) fn why_not_followed<C: Choices + Clone>(
    program: &Program,
    script: &Script,
    state: &State,
    thread: ThreadId,
    choices: &C,
) -> Option<Divergence> {
    let is_unasked = |property: PropertyId| script.only_goal && script.goal != Some(property);
    let frame = state.frame(thread)?;
    let is_demand = match frame.instruction(program).map(|instruction| &instruction.op) {
        Some(Op::Assert { property, .. }) => is_unasked(*property),
        Some(Op::Call { callee, .. }) => !matches!(callee, Operand::Function(_)),
        Some(Op::Limit { .. }) => true,
        None => matches!(frame.block(program)?.terminator, Terminator::Unreachable),
        _ => false,
    };
    if !is_demand {
        return None;
    }
    match advance(program, &mut state.clone(), thread, &mut choices.clone(), &mut ()) {
        Err(fault) if fault.is_cut() => Some(Divergence::Fault(Box::new(fault))),
        Ok(Progress::Violated(property)) if is_unasked(property) => {
            Some(Divergence::Unasked(program.property(property).name.clone()))
        }
        _ => None,
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "replay diverges in context {} ({} after {} steps", self.context, self.thread, self.steps)?;
        if let Some(location) = &self.location {
            write!(f, ", at {location}")?;
        }
        write!(f, "): {}", self.divergence)
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Divergence::Fault(fault) => fault.fmt(f),
            Divergence::Blocked(blockage) => write!(f, "the thread cannot go on: {blockage}"),
            Divergence::Killed => write!(f, "an assumption has stopped the thread"),
            Divergence::Ended => write!(f, "the thread has ended"),
            Divergence::OtherViolation { name, .. } => write!(f, "property `{name}` is violated instead"),
            Divergence::Unasked(name) => write!(f, "the thread violates `{name}`, which nobody asks about"),
            Divergence::NoViolation => write!(f, "the script ends without a violation"),
            Divergence::EndlessLoop => write!(f, "the thread loops without touching memory"),
        }
    }
}

impl std::error::Error for ReplayError {}
