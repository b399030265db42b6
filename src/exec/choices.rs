//! Where a run gets what the program does not decide: inputs, the numbers of new objects and threads.

use std::fmt;

use super::machine::State;
use crate::ir::{FloatUnaryOp, Kind, ObjectId, Program, ThreadId, Type, float, integer};
use crate::script::{Choice, Script};

pub trait Choices {
    /// A value for `Nondet`.
    fn value(&mut self, thread: ThreadId, ty: Type) -> Result<u128, ChoiceFault>;
    /// Number and first contents of an object that `thread` makes.
    fn object(&mut self, state: &State, thread: ThreadId) -> Result<(ObjectId, Vec<u8>), ChoiceFault>;
    /// The number of the thread that `creator` creates.
    fn thread(&mut self, state: &State, creator: ThreadId) -> Result<ThreadId, ChoiceFault>;
}

/// The script does not fit the run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceFault {
    pub thread: ThreadId,
    /// How many choices the thread had made before.
    pub position: usize,
    pub wanted: &'static str,
    /// `None` if the script has no more.
    pub found: Option<Choice>,
}

impl fmt::Display for ChoiceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ChoiceFault { thread, position, wanted, found } = self;
        write!(f, "choice {position} of thread {thread} must be {wanted}, ")?;
        match found {
            None => write!(f, "but the script has no more"),
            Some(choice) => write!(f, "not {choice:?}"),
        }
    }
}

/// The choices of a script, each thread's in order.
#[derive(Clone)]
pub struct Scripted<'s> {
    script: &'s Script,
    used: Vec<usize>,
}

impl<'s> Scripted<'s> {
    pub fn new(script: &'s Script) -> Scripted<'s> {
        Scripted { script, used: vec![0; script.choices.len()] }
    }

    /// How many choices the thread has made.
    pub fn position(&self, thread: ThreadId) -> usize {
        self.used.get(thread.index()).copied().unwrap_or(0)
    }

    /// The next choice of the thread if it is of the kind that `pick` wants.
    fn next<T>(
        &mut self,
        thread: ThreadId,
        wanted: &'static str,
        pick: impl Fn(&Choice) -> Option<T>,
    ) -> Result<T, ChoiceFault> {
        let position = self.position(thread);
        let found = self.script.choices.get(thread.index()).and_then(|choices| choices.get(position));
        let Some(value) = found.and_then(pick) else {
            return Err(ChoiceFault { thread, position, wanted, found: found.cloned() });
        };
        self.used[thread.index()] += 1;
        Ok(value)
    }
}

impl Choices for Scripted<'_> {
    fn value(&mut self, thread: ThreadId, _: Type) -> Result<u128, ChoiceFault> {
        self.next(thread, "a value", |choice| match choice {
            Choice::Value(value) => Some(*value),
            _ => None,
        })
    }

    fn object(&mut self, _: &State, thread: ThreadId) -> Result<(ObjectId, Vec<u8>), ChoiceFault> {
        self.next(thread, "an object", |choice| match choice {
            Choice::Object { object, contents } => Some((*object, contents.clone())),
            _ => None,
        })
    }

    fn thread(&mut self, _: &State, creator: ThreadId) -> Result<ThreadId, ChoiceFault> {
        self.next(creator, "a thread", |choice| match choice {
            Choice::Thread(thread) => Some(*thread),
            _ => None,
        })
    }
}

/// No script: one fixed input value, zeros in new objects, the next free number for everything new.
///
/// Object numbers depend only on the thread and on how many objects it has made, not on the interleaving, so
/// that the explorer recognises states that differ in the order of independent steps.
pub struct Counted<'a> {
    pub program: &'a Program,
    pub input: i64,
    /// The number of a freed block that a new one gets.
    pub reuse: Option<ObjectId>,
    /// Everything chosen so far, so that the run can be replayed.
    pub made: &'a mut Vec<(ThreadId, Choice)>,
}

/// Threads beyond this many share numbers with others and look for the next free one.
const NUMBERED_THREADS: u32 = 8;

impl Choices for Counted<'_> {
    fn value(&mut self, thread: ThreadId, ty: Type) -> Result<u128, ChoiceFault> {
        let value = match ty.kind {
            Kind::Float => float::unary(FloatUnaryOp::FromSigned, 64, ty.bits, self.input as u64 as u128),
            _ => integer::cut(i128::from(self.input) as u128, ty.bits),
        };
        self.made.push((thread, Choice::Value(value)));
        Ok(value)
    }

    fn object(&mut self, state: &State, thread: ThreadId) -> Result<(ObjectId, Vec<u8>), ChoiceFault> {
        if let Some(object) = self.reuse {
            self.made.push((thread, Choice::Object { object, contents: Vec::new() }));
            return Ok((object, Vec::new()));
        }
        let made = state.thread(thread).map_or(0, |thread| thread.objects);
        let first = self.program.first_dynamic_object().0;
        let mut number = ObjectId(first + made * NUMBERED_THREADS + thread.0 % NUMBERED_THREADS);
        while state.memory.is_taken(number) {
            number.0 += NUMBERED_THREADS;
        }
        self.made.push((thread, Choice::Object { object: number, contents: Vec::new() }));
        Ok((number, Vec::new()))
    }

    fn thread(&mut self, state: &State, creator: ThreadId) -> Result<ThreadId, ChoiceFault> {
        let created = ThreadId::new(state.threads.len());
        self.made.push((creator, Choice::Thread(created)));
        Ok(created)
    }
}
