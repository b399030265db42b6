//! All runs of a small program, and how many rounds each violation needs: the oracle for the encodings.
//!
//! The search goes round by round. Within a round it is a depth-first search over pairs of a state and the thread
//! that ran last: that thread or one of higher order may run next in the same round, a lower one only in the
//! next. A state seen before with a lower round, or in the same round with a lower thread, can reach all that it
//! can reach now, so it is not searched again. Threads are ordered as an encoder numbers them, first the children
//! of main in the order of their creation, then the children of the first child and so on, whatever the
//! interleaving in which they were created.
//!
//! A context switch is possible before every step that another thread could notice or that could notice another
//! thread. An atomic section is one step; if an assumption fails inside, the section is not entered at all.

mod walk;

pub use walk::walk;

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::attempt::{Attempt, Touches, blocked};
use super::choices::Counted;
use super::fault::{Blockage, Fault};
use super::iterations::{Before, Iterations};
use super::machine::{Frame, State, Status};
use super::script::{Choice, Script, ScriptContext};
use super::step::{NextOp, Progress, advance, next_op};
use crate::ir::{
    Contents, ObjectId, Op, Operand, Program, PropertyId, PropertyKind, RegisterId, ThreadId, unshared_locals,
};

/// Instructions without a step beyond this count are taken for an endless loop.
const MOST_INSTRUCTIONS_BETWEEN_STEPS: usize = 100_000;

#[derive(Clone, Debug)]
pub struct ExploreLimits {
    /// The values an input can have, as numbers of its type. Uninitialised memory is zero.
    pub inputs: Vec<i64>,
    /// A thread that has executed this many steps is not run any further.
    pub steps_per_thread: u64,
    /// Distinct states, or runs that inputs made of others, after which the search gives up.
    pub states: usize,
    /// Runs that need more rounds are not searched.
    pub rounds: u32,
    /// A thread that begins one more iteration of a loop than this, or calls a function that so many activations of
    /// it have called already, is not run any further.
    pub unwind: Option<u32>,
}

impl Default for ExploreLimits {
    fn default() -> ExploreLimits {
        let (inputs, states, rounds) = (vec![0, 1], 1_000_000, u32::MAX);
        ExploreLimits { inputs, steps_per_thread: 1000, states, rounds, unwind: None }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// Every property that some run violates.
    pub violations: BTreeMap<PropertyId, Witness>,
    /// Some run was cut by a limit: what is not in `violations` may still be possible.
    pub truncated: bool,
    /// What the interpreter had no meaning for, in words; such a run is dropped.
    pub faults: BTreeSet<String>,
    /// What ended runs although the program may go on (`Fault::is_cut`), in words, with the fewest rounds seen.
    pub cuts: BTreeMap<String, u32>,
    pub states: usize,
}

/// A run that violates a property.
#[derive(Clone, Debug)]
pub struct Witness {
    /// No run with fewer rounds violates the property.
    pub rounds: u32,
    /// Replays the run.
    pub script: Script,
}

impl Exploration {
    fn note_cut(&mut self, what: String, rounds: u32) {
        let fewest = self.cuts.entry(what).or_insert(rounds);
        *fewest = rounds.min(*fewest);
    }
}

/// Executes all interleavings.
pub fn explore(program: &Program, limits: &ExploreLimits) -> Exploration {
    let mut explorer = Explorer::new(program, limits);
    explorer.run();
    explorer.found
}

#[derive(Clone)]
struct Point {
    state: State,
    /// The thread that ran last.
    current: ThreadId,
    /// Per thread, how many steps it has executed.
    steps: Vec<u64>,
    /// The iterations of every thread's loops, if they are limited.
    iterations: BTreeMap<ThreadId, Iterations>,
    /// How the state was reached.
    path: Stretch,
}

/// What one thread did without being interrupted, and what it followed.
#[derive(Clone)]
struct Stretch {
    thread: ThreadId,
    round: u32,
    steps: u64,
    choices: Vec<(ThreadId, Choice)>,
    before: Option<Arc<Stretch>>,
}

/// One thread's next step that others can notice, tried from the state that is being expanded. Inputs can make
/// several of one thread.
struct Tried {
    thread: ThreadId,
    attempt: Attempt,
    /// What the thread did before that step.
    path: Stretch,
}

/// How far a thread is with that step.
#[derive(Clone)]
enum Progression {
    /// Everything so far is its own business.
    Leading,
    Trying {
        path: Stretch,
        touches: Touches,
    },
    Stepped,
}

/// One of the ways in which an instruction can go on.
#[derive(Clone, Copy)]
struct Pick {
    input: i64,
    /// The freed block whose place a new one gets.
    reuse: Option<ObjectId>,
}

struct Explorer<'a> {
    program: &'a Program,
    limits: &'a ExploreLimits,
    /// Per function and local: whether only its own activation can ever touch it.
    unshared: Vec<Vec<bool>>,
    /// Whether any block is ever freed.
    frees_blocks: bool,
    /// By hash of the state: the lowest round and thread with which it was reached.
    seen: FxHashMap<u128, (u32, ThreadId)>,
    found: Exploration,
    tried: Vec<Tried>,
    /// How often an input has made one more run of one.
    forks: usize,
}

impl<'a> Explorer<'a> {
    fn new(program: &'a Program, limits: &'a ExploreLimits) -> Explorer<'a> {
        Explorer {
            program,
            limits,
            unshared: program.functions.iter().map(unshared_locals).collect(),
            frees_blocks: frees_blocks(program),
            seen: FxHashMap::default(),
            found: Exploration::default(),
            tried: Vec::new(),
            forks: 0,
        }
    }

    fn start(&mut self) -> Option<Point> {
        let state = match State::at_start(self.program) {
            Ok(state) => state,
            Err(fault) => {
                self.found.faults.insert(fault.to_string());
                return None;
            }
        };
        let path = Stretch { thread: ThreadId(0), round: 1, steps: 0, choices: Vec::new(), before: None };
        Some(Point { state, current: ThreadId(0), path, steps: Vec::new(), iterations: BTreeMap::new() })
    }

    fn run(&mut self) {
        let Some(start) = self.start() else { return };
        let mut this_round = vec![start];
        let mut round = 1;
        while !this_round.is_empty() {
            if round > self.limits.rounds {
                self.found.truncated = true;
                return;
            }
            let mut next_round = Vec::new();
            while let Some(point) = this_round.pop() {
                if self.is_news(&point, round) {
                    if self.seen.len() > self.limits.states {
                        self.found.truncated = true;
                        return;
                    }
                    self.expand(&point, round, &mut this_round, &mut next_round);
                }
            }
            this_round = next_round;
            round += 1;
        }
    }

    fn is_news(&mut self, point: &Point, round: u32) -> bool {
        let key = hash_of(&(&point.state, &point.iterations));
        if let Some((known_round, known_thread)) = self.seen.get(&key) {
            let same_or_later = !comes_before(&point.state, point.current, *known_thread);
            if *known_round < round || (*known_round == round && same_or_later) {
                return false;
            }
        }
        self.seen.insert(key, (round, point.current));
        self.found.states = self.seen.len();
        true
    }

    fn expand(
        &mut self,
        point: &Point,
        round: u32,
        this_round: &mut Vec<Point>,
        next_round: &mut Vec<Point>,
    ) {
        let before = Some(Arc::new(point.path.clone()));
        self.tried.clear();
        for thread in point.state.threads.keys().rev() {
            if !point.state.is_running(*thread) {
                let status = point.state.thread(*thread).map(|t| t.status);
                let ended = matches!(status, Some(Status::Ended { .. }));
                let attempt = if ended { Attempt::Ended } else { Attempt::Other };
                self.tried.push(Tried { thread: *thread, attempt, path: point.path.clone() });
                continue;
            }
            let lower = comes_before(&point.state, *thread, point.current);
            let list = if lower { &mut *next_round } else { &mut *this_round };
            let cost = u32::from(lower);
            let round = round.saturating_add(cost);
            let path =
                Stretch { thread: *thread, round, steps: 0, choices: Vec::new(), before: before.clone() };
            self.run_thread(point, path, list);
        }
        self.judge_state(point, round);
    }

    /// Whether the state is a race or a deadlock, by what each thread would do next.
    fn judge_state(&mut self, point: &Point, round: u32) {
        let tried = std::mem::take(&mut self.tried);
        for (index, property) in self.program.properties.iter().enumerate() {
            let parties = match property.kind {
                PropertyKind::Race => racing(&tried),
                PropertyKind::Deadlock => deadlocked(&point.state, &tried),
                _ => None,
            };
            let Some(parties) = parties else { continue };
            let mut path = point.path.clone();
            for party in parties {
                // What a thread did alone before the step in question follows what has happened so far.
                let before = Some(Arc::new(path));
                let Stretch { thread, steps, ref choices, .. } = party.path;
                path = Stretch { thread, round, steps, choices: choices.clone(), before };
            }
            self.found_violation(PropertyId::new(index), round, &path);
        }
        self.tried = tried;
    }

    fn found_violation(&mut self, property: PropertyId, rounds: u32, path: &Stretch) {
        // A step into the next round is taken while the present one is searched, so the first run found need
        // not be one with the fewest rounds.
        if self.found.violations.get(&property).is_none_or(|known| rounds < known.rounds) {
            let script = path.script(property);
            self.found.violations.insert(property, Witness { rounds, script });
        }
    }

    /// Runs one thread for one step that others can notice, with all that follows up to the next such step.
    /// Inputs make several results of it.
    fn run_thread(&mut self, point: &Point, path: Stretch, results: &mut Vec<Point>) {
        let thread = path.thread;
        let mut start = Point { current: thread, path, ..point.clone() };
        start.steps.resize(start.steps.len().max(thread.index() + 1), 0);
        let mut work = vec![(start, Progression::Leading)];
        while let Some((mut point, mut progression)) = work.pop() {
            let mut instructions = 0;
            loop {
                if let Progression::Trying { path, touches } = &mut progression
                    && !touches.list.is_empty()
                    && point.state.atomic.is_none()
                {
                    let attempt = Attempt::Possible(std::mem::take(&mut touches.list));
                    self.tried.push(Tried { thread, attempt, path: path.clone() });
                    progression = Progression::Stepped;
                }
                let Some(next) = next_op(self.program, &point.state, thread) else {
                    self.note_end(thread, &point, progression);
                    results.push(point);
                    break;
                };
                if next.is_step() {
                    if self.is_visible(&point.state, thread, next) {
                        if !matches!(progression, Progression::Leading) {
                            self.note_end(thread, &point, progression);
                            results.push(point);
                            break;
                        }
                        let (path, touches) = (point.path.clone(), Touches::default());
                        progression = Progression::Trying { path, touches };
                    }
                    if point.steps[thread.index()] >= self.limits.steps_per_thread {
                        self.found.truncated = true;
                        break;
                    }
                    point.steps[thread.index()] += 1;
                    point.path.steps += 1;
                    instructions = 0;
                }
                instructions += 1;
                if instructions > MOST_INSTRUCTIONS_BETWEEN_STEPS {
                    self.found.truncated = true;
                    break;
                }
                let mut picks = self.picks(&point.state, thread, next).into_iter();
                let first = picks.next().expect("there is always a way to go on");
                for pick in picks {
                    // Between two steps inputs can multiply without any state being reached.
                    if self.forks >= self.limits.states {
                        self.found.truncated = true;
                        break;
                    }
                    self.forks += 1;
                    let (mut other, mut progression) = (point.clone(), progression.clone());
                    if self.advance(&mut other, &mut progression, pick) {
                        work.push((other, progression));
                    }
                }
                if !self.advance(&mut point, &mut progression, first) {
                    break;
                }
            }
        }
    }

    /// What the instruction may choose: the value of an input, the place of a block.
    fn picks(&self, state: &State, thread: ThreadId, next: NextOp<'_>) -> Vec<Pick> {
        let first = Pick { input: self.limits.inputs.first().copied().unwrap_or(0), reuse: None };
        match next {
            NextOp::Op(Op::Nondet { dst }) => {
                let others = self.further_inputs(state, thread, *dst).into_iter();
                std::iter::once(first).chain(others.map(|input| Pick { input, reuse: None })).collect()
            }
            NextOp::Op(Op::Choose { .. }) => [0, 1].map(|input| Pick { input, reuse: None }).to_vec(),
            NextOp::Op(Op::Allocate { size, contents: Contents::Zeroed | Contents::Arbitrary, .. }) => {
                let frame = state.frame(thread).zip(state.thread(thread));
                let size = frame.and_then(|(frame, of)| frame.value(self.program, of, *size)).unwrap_or(0);
                let freed = state.memory.freed(u64::try_from(size).unwrap_or(u64::MAX));
                let places = freed.map(|block| Pick { reuse: Some(block), ..first });
                std::iter::once(first).chain(places).collect()
            }
            _ => vec![first],
        }
    }

    /// The values an input can have besides the first: those that differ in a register of its width.
    fn further_inputs(&self, state: &State, thread: ThreadId, dst: RegisterId) -> Vec<i64> {
        let function = state.frame(thread).map(|frame| self.program.function(frame.function));
        let bits = function.map_or(u32::MAX, |function| function.register(dst).ty.bits);
        let cut = |input: &i64| if bits < 64 { input & ((1 << bits) - 1) } else { *input };
        let inputs = &self.limits.inputs;
        let is_new =
            |&(index, input): &(usize, &i64)| inputs[..index].iter().all(|other| cut(other) != cut(input));
        inputs.iter().enumerate().skip(1).filter(is_new).map(|(_, input)| *input).collect()
    }

    /// The first step that others can notice is over without having touched memory, or there was none.
    fn note_end(&mut self, thread: ThreadId, point: &Point, progression: Progression) {
        let path = match progression {
            Progression::Stepped => return,
            Progression::Trying { path, .. } => path,
            Progression::Leading => point.path.clone(),
        };
        let can_go_on = !matches!(point.state.thread(thread).map(|t| t.status), Some(Status::Killed));
        let attempt = if can_go_on { Attempt::Possible(Vec::new()) } else { Attempt::Other };
        self.tried.push(Tried { thread, attempt, path });
    }

    /// Executes one instruction; false if the run ends here or the thread cannot go on.
    fn advance(&mut self, point: &mut Point, progression: &mut Progression, pick: Pick) -> bool {
        let Point { state, current, path, iterations, .. } = point;
        let before = self.limits.unwind.and_then(|_| Before::of(self.program, state, *current));
        let Pick { input, reuse } = pick;
        let mut choices = Counted { program: self.program, input, reuse, made: &mut path.choices };
        let progress = match progression {
            Progression::Trying { touches, .. } => {
                touches.prepare(self.program, state, *current);
                advance(self.program, state, *current, &mut choices, touches)
            }
            _ => advance(self.program, state, *current, &mut choices, &mut ()),
        };
        match progress {
            Ok(Progress::Moved | Progress::Killed | Progress::Ended) => {
                if let (Some(most), Some(before)) = (self.limits.unwind, before) {
                    let iterations = iterations.entry(*current).or_default();
                    let begun = iterations.after(self.program, state, *current, &before);
                    if begun.is_some_and(|(_, number)| number > most) || recursion(state, *current) > most {
                        self.found.truncated = true;
                        if let Some(thread) = state.thread_mut(*current) {
                            thread.status = Status::Killed;
                        }
                    }
                }
                true
            }
            Ok(Progress::Blocked(blockage)) => {
                if let Blockage::JoinOfNobody(_) = blockage {
                    self.found.note_cut(blockage.to_string(), path.round);
                }
                if let Progression::Trying { path, .. } = progression {
                    let attempt = blocked(blockage);
                    self.tried.push(Tried { thread: *current, attempt, path: path.clone() });
                }
                false
            }
            Ok(Progress::Violated(property)) => {
                let path = path.clone();
                self.found_violation(property, path.round, &path);
                false
            }
            Err(fault) if fault.is_cut() => {
                self.found.note_cut(fault.to_string(), path.round);
                false
            }
            Err(Fault::CallsTooDeep | Fault::Object(_)) => {
                self.found.truncated = true;
                false
            }
            Err(fault) => {
                self.found.faults.insert(fault.to_string());
                false
            }
        }
    }

    /// Whether a context switch before the step can make a difference.
    fn is_visible(&self, state: &State, thread: ThreadId, next: NextOp<'_>) -> bool {
        if state.atomic == Some(thread) {
            return false;
        }
        match next {
            NextOp::Op(Op::Declare { .. } | Op::Nondet { .. } | Op::Choose { .. }) => false,
            // It may get the place of a block that another thread has freed.
            NextOp::Op(Op::Allocate { .. }) => self.frees_blocks,
            NextOp::Op(Op::Load { address, .. } | Op::Store { address, .. }) => match address {
                Operand::Local { local, .. } => {
                    let function = state.frame(thread).map(|frame| frame.function);
                    !function.is_some_and(|function| self.unshared[function.index()][local.index()])
                }
                Operand::Global { global, .. } => !self.program.global(*global).is_constant(),
                _ => true,
            },
            _ => true,
        }
    }
}

fn frees_blocks(program: &Program) -> bool {
    let mut blocks = program.functions.iter().flat_map(|function| &function.blocks);
    blocks.any(|block| block.instructions.iter().any(|i| matches!(i.op, Op::Free { .. })))
}

/// How many activations of the function that the thread is in have called it.
fn recursion(state: &State, thread: ThreadId) -> u32 {
    let Some(frames) = state.thread(thread).map(|thread| &thread.frames) else { return 0 };
    let same = |frame: &&Frame| Some(frame.function) == frames.last().map(|last| last.function);
    frames.iter().filter(same).count().saturating_sub(1) as u32
}

/// Two attempts of different threads that conflict.
fn racing(tried: &[Tried]) -> Option<Vec<&Tried>> {
    for (index, one) in tried.iter().enumerate() {
        let Attempt::Possible(touches) = &one.attempt else { continue };
        for other in tried[index + 1..].iter().filter(|other| other.thread != one.thread) {
            let Attempt::Possible(others) = &other.attempt else { continue };
            if touches.iter().any(|touch| others.iter().any(|o| touch.conflicts(o))) {
                return Some(vec![one, other]);
            }
        }
    }
    None
}

/// An attempt of every thread that is blocked, if all others have ended.
fn deadlocked<'t>(state: &State, tried: &'t [Tried]) -> Option<Vec<&'t Tried>> {
    let mut waiting = Vec::new();
    for thread in state.threads.keys() {
        let of_thread = || tried.iter().filter(|t| t.thread == *thread);
        match of_thread().find(|t| matches!(t.attempt, Attempt::Blocked(_))) {
            Some(blocked) => waiting.push(blocked),
            None if of_thread().any(|t| t.attempt == Attempt::Ended) => {}
            None => return None,
        }
    }
    (!waiting.is_empty()).then_some(waiting)
}

/// A path can be long: it is taken apart in a loop, where the compiler's own way would recurse.
impl Drop for Stretch {
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut stretch) = before.and_then(|stretch| Arc::try_unwrap(stretch).ok()) {
            before = stretch.before.take();
        }
    }
}

impl Stretch {
    /// The script that leads here and then into the violation.
    fn script(&self, goal: PropertyId) -> Script {
        let mut stretches = vec![self];
        while let Some(before) = stretches.last().and_then(|stretch| stretch.before.as_deref()) {
            stretches.push(before);
        }
        let mut script = Script { goal: Some(goal), ..Script::default() };
        for stretch in stretches.into_iter().rev() {
            let Stretch { thread, round, steps, .. } = *stretch;
            match script.contexts.last_mut() {
                Some(last) if (last.thread, last.round) == (thread, round) => last.steps += steps,
                _ => script.contexts.push(ScriptContext { thread, round, steps }),
            }
            for (thread, choice) in &stretch.choices {
                let needed = script.choices.len().max(thread.index() + 1);
                script.choices.resize(needed, Vec::new());
                script.choices[thread.index()].push(choice.clone());
            }
        }
        script
    }
}

/// Whether the first thread runs before the second in a round.
fn comes_before(state: &State, first: ThreadId, second: ThreadId) -> bool {
    let order = |thread| state.thread(thread).map(|thread| (thread.lineage.len(), &thread.lineage));
    order(first) < order(second)
}

fn hash_of(state: &impl Hash) -> u128 {
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        state.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}
