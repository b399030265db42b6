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

use super::choices::Counted;
use super::fault::Fault;
use super::machine::State;
use super::script::{Choice, Script, ScriptContext};
use super::step::{NextOp, Progress, advance, next_op};
use crate::ir::{FunctionId, LocalId, Op, Operand, Program, PropertyId, Terminator, ThreadId};

/// Instructions without a step beyond this count are taken for an endless loop.
const MOST_INSTRUCTIONS_BETWEEN_STEPS: usize = 100_000;

#[derive(Clone, Debug)]
pub struct ExploreLimits {
    /// The values an input can have, as numbers of its type. Uninitialised memory is zero.
    pub inputs: Vec<i64>,
    /// A thread that has executed this many steps is not run any further.
    pub steps_per_thread: u64,
    /// Distinct states after which the search gives up.
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
        unshared: unshared_locals(program),
        seen: FxHashMap::default(),
        found: Exploration::default(),
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

struct Explorer<'a> {
    program: &'a Program,
    limits: &'a ExploreLimits,
    /// Per function and local: whether only its own activation can ever touch it.
    unshared: Vec<Vec<bool>>,
    /// By hash of the state: the lowest round and thread with which it was reached.
    seen: FxHashMap<u128, (u32, ThreadId)>,
    found: Exploration,
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
        for thread in point.state.threads.keys().rev() {
            if !point.state.is_running(*thread) {
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
    }

    /// Runs one thread for one step that others can notice, with all that follows up to the next such step.
    /// Inputs make several results of it.
    fn run_thread(&mut self, point: &Point, path: Stretch, results: &mut Vec<Point>) {
        let thread = path.thread;
        let (state, steps) = (point.state.clone(), point.steps.clone());
        let mut start = Point { state, current: thread, steps, path };
        start.steps.resize(start.steps.len().max(thread.index() + 1), 0);
        let mut work = vec![(start, false)];
        while let Some((mut point, mut has_stepped)) = work.pop() {
            let mut instructions = 0;
            loop {
                let Some(next) = next_op(self.program, &point.state, thread) else {
                    results.push(point);
                    break;
                };
                if next.is_step() {
                    if self.is_visible(&point.state, thread, next) {
                        if has_stepped {
                            results.push(point);
                            break;
                        }
                        has_stepped = true;
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
                if let NextOp::Op(Op::Nondet { .. }) = next {
                    for input in self.limits.inputs.iter().skip(1) {
                        let mut other = point.clone();
                        if self.advance(&mut other, *input) {
                            work.push((other, has_stepped));
                        }
                    }
                }
                let input = self.limits.inputs.first().copied().unwrap_or(0);
                if !self.advance(&mut point, input) {
                    break;
                }
            }
        }
    }

    /// Executes one instruction; false if the run ends here or the thread cannot go on.
    fn advance(&mut self, point: &mut Point, input: i64) -> bool {
        let Point { state, current, path, .. } = point;
        let mut choices = Counted { program: self.program, input, made: &mut path.choices };
        match advance(self.program, state, *current, &mut choices, &mut ()) {
            Ok(Progress::Moved | Progress::Killed | Progress::Ended) => true,
            Ok(Progress::Blocked(_)) => false,
            Ok(Progress::Violated(property)) => {
                // A step into the next round is taken while the present one is searched, so the first run found
                // need not be one with the fewest rounds.
                let rounds = path.round;
                if self.found.violations.get(&property).is_none_or(|known| rounds < known.rounds) {
                    let script = path.script(property);
                    self.found.violations.insert(property, Witness { rounds, script });
                }
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
            NextOp::Op(Op::Declare { .. } | Op::Nondet { .. } | Op::Allocate { .. }) => false,
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

/// The locals whose address is used for nothing but direct loads and stores.
fn unshared_locals(program: &Program) -> Vec<Vec<bool>> {
    let functions = (0..program.functions.len()).map(FunctionId::new);
    functions.map(|function| unshared_locals_of(program, function)).collect()
}

fn unshared_locals_of(program: &Program, function: FunctionId) -> Vec<bool> {
    let function = program.function(function);
    let mut unshared = vec![true; function.locals.len()];
    let mut escapes = |operand: &Operand| {
        if let Operand::Local { local: LocalId(local), .. } = operand {
            unshared[*local as usize] = false;
        }
    };
    for block in &function.blocks {
        for instruction in &block.instructions {
            match &instruction.op {
                Op::Load { .. }
                | Op::Declare { .. }
                | Op::Nondet { .. }
                | Op::AtomicBegin
                | Op::AtomicEnd
                | Op::BlockSize { .. }
                | Op::CurrentThread { .. } => {}
                Op::Store { value, .. } | Op::Copy { value, .. } => escapes(value),
                Op::Unary { value, .. } | Op::Convert { value, .. } | Op::FloatUnary { value, .. } => {
                    escapes(value);
                }
                Op::Binary { left, right, .. } | Op::FloatBinary { left, right, .. } => {
                    [left, right].into_iter().for_each(&mut escapes);
                }
                Op::Select { condition, yes, no, .. } => {
                    [condition, yes, no].into_iter().for_each(&mut escapes);
                }
                Op::Allocate { size, .. } => escapes(size),
                Op::Free { address, .. } | Op::Hold { address, .. } => escapes(address),
                Op::Call { callee, arguments, .. } => {
                    escapes(callee);
                    arguments.iter().for_each(&mut escapes);
                }
                Op::Assume { condition } | Op::Wait { condition, .. } | Op::Assert { condition, .. } => {
                    escapes(condition);
                }
                Op::CreateThread { function, argument, .. } => {
                    [function, argument].into_iter().for_each(&mut escapes);
                }
                Op::JoinThread { thread, .. } => escapes(thread),
            }
        }
        match &block.terminator {
            Terminator::Branch { condition, .. } => escapes(condition),
            Terminator::Return(Some(value)) | Terminator::ExitThread(value) => escapes(value),
            _ => {}
        }
    }
    unshared
}
