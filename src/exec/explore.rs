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

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::attempt::{Attempt, Touches, blocked};
use super::choices::Counted;
use super::fault::Fault;
use super::machine::{State, Status};
use super::script::{Choice, Script, ScriptContext};
use super::step::{NextOp, Progress, advance, next_op};
use crate::ir::{Op, Operand, Program, PropertyId, PropertyKind, ThreadId, unshared_locals};

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
}

impl Default for ExploreLimits {
    fn default() -> ExploreLimits {
        ExploreLimits { inputs: vec![0, 1], steps_per_thread: 1000, states: 1_000_000, rounds: u32::MAX }
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

/// Executes all interleavings.
pub fn explore(program: &Program, limits: &ExploreLimits) -> Exploration {
    let mut explorer = Explorer {
        program,
        limits,
        unshared: program.functions.iter().map(unshared_locals).collect(),
        seen: FxHashMap::default(),
        found: Exploration::default(),
        tried: Vec::new(),
        forks: 0,
    };
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

struct Explorer<'a> {
    program: &'a Program,
    limits: &'a ExploreLimits,
    /// Per function and local: whether only its own activation can ever touch it.
    unshared: Vec<Vec<bool>>,
    /// By hash of the state: the lowest round and thread with which it was reached.
    seen: FxHashMap<u128, (u32, ThreadId)>,
    found: Exploration,
    tried: Vec<Tried>,
    /// How often an input has made one more run of one.
    forks: usize,
}

impl Explorer<'_> {
    fn run(&mut self) {
        let state = match State::at_start(self.program) {
            Ok(state) => state,
            Err(fault) => {
                self.found.faults.insert(fault.to_string());
                return;
            }
        };
        let path = Stretch { thread: ThreadId(0), round: 1, steps: 0, choices: Vec::new(), before: None };
        let mut this_round = vec![Point { state, current: ThreadId(0), steps: Vec::new(), path }];
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
        let key = hash_of(&point.state);
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
        let (state, steps) = (point.state.clone(), point.steps.clone());
        let mut start = Point { state, current: thread, steps, path };
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
                let inputs = match next {
                    NextOp::Op(Op::Nondet { .. }) => &self.limits.inputs[..],
                    NextOp::Op(Op::Choose { .. }) => &[0, 1],
                    _ => &[],
                };
                for input in inputs.iter().skip(1) {
                    // Between two steps inputs can multiply without any state being reached.
                    if self.forks >= self.limits.states {
                        self.found.truncated = true;
                        break;
                    }
                    self.forks += 1;
                    let (mut other, mut progression) = (point.clone(), progression.clone());
                    if self.advance(&mut other, &mut progression, *input) {
                        work.push((other, progression));
                    }
                }
                let input = inputs.first().copied().unwrap_or(0);
                if !self.advance(&mut point, &mut progression, input) {
                    break;
                }
            }
        }
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
    fn advance(&mut self, point: &mut Point, progression: &mut Progression, input: i64) -> bool {
        let Point { state, current, path, .. } = point;
        let mut choices = Counted { program: self.program, input, made: &mut path.choices };
        let progress = match progression {
            Progression::Trying { touches, .. } => {
                touches.prepare(self.program, state, *current);
                advance(self.program, state, *current, &mut choices, touches)
            }
            _ => advance(self.program, state, *current, &mut choices, &mut ()),
        };
        match progress {
            Ok(Progress::Moved | Progress::Killed | Progress::Ended) => true,
            Ok(Progress::Blocked(blockage)) => {
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
            // Nobody asks whether the access is valid: it is taken to be.
            Err(Fault::UncheckedAccess(_)) => false,
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
            NextOp::Op(Op::Declare { .. } | Op::Nondet { .. } | Op::Choose { .. } | Op::Allocate { .. }) => {
                false
            }
            NextOp::Op(Op::Load { address, .. } | Op::Store { address, .. }) => match address {
                Operand::Local { local, .. } => {
                    let function = state.frame(thread).map(|frame| frame.function);
                    !function.is_some_and(|function| self.unshared[function.index()][local.index()])
                }
                Operand::Global { global, .. } => !self.program.global(*global).constant,
                _ => true,
            },
            _ => true,
        }
    }
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

fn hash_of(state: &State) -> u128 {
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        state.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}
