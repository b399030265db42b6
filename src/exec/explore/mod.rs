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
//!
//! A thread that goes around a loop for ever comes back to a state that was seen (`around`), so the search ends for every
//! program with finitely many states, if the limits allow it.

mod around;
mod judge;
mod moves;
mod stretch;
mod walk;

pub use walk::walk;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use self::around::Forgetting;
use self::judge::Tried;
use self::stretch::Stretch;
use super::attempt::Attempt;
use super::iterations::Iterations;
use super::machine::{State, Status};
use crate::ir::{Op, Program, PropertyId, ThreadId, unshared_locals};
use crate::script::Script;

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
    forgetting: Forgetting<'a>,
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
            forgetting: Forgetting::new(program),
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
            while let Some(mut point) = this_round.pop() {
                self.forgetting.forget(&mut point.state);
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
}

fn frees_blocks(program: &Program) -> bool {
    let mut blocks = program.functions.iter().flat_map(|function| &function.blocks);
    blocks.any(|block| block.instructions.iter().any(|i| matches!(i.op, Op::Free { .. })))
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
