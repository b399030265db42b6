//! Several engines at once: the first answer counts.
//!
//! Which engine is faster depends on the formula, and on luck where there is a model. Most calls are over before
//! a thread has started, so the first engine gets a head start alone; only then all of them race, each on a core.
//! The others are stopped when one has answered. An engine that does not survive that is made anew for the next
//! race, from the clauses, which are kept.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::{Engine, EngineKind};
use crate::solver::Answer;
use crate::stop::{Stop, StopReason};

/// How long the first engine tries alone. Starting a race costs as much as a search of some milliseconds.
const HEAD_START: Duration = Duration::from_millis(100);
/// How long a raised stop may go unnoticed.
const PATIENCE: Duration = Duration::from_millis(10);

pub(super) struct Portfolio {
    racers: Vec<Racer>,
    /// All clauses, each ended by 0.
    clauses: Vec<i32>,
    /// Who gave the last answer.
    winner: usize,
    head_start: Duration,
}

struct Racer {
    kind: EngineKind,
    seed: u64,
    engine: Box<dyn Engine>,
    /// How many of the literals it has got.
    fed: usize,
}

impl Racer {
    fn new(kind: EngineKind, seed: u64) -> Racer {
        Racer { kind, seed, engine: kind.create(seed), fed: 0 }
    }

    /// Brings the engine up to the clauses.
    fn feed(&mut self, clauses: &[i32]) {
        if !self.engine.is_usable() {
            *self = Racer::new(self.kind, self.seed);
        }
        if self.fed < clauses.len() {
            self.engine.add_clauses(&clauses[self.fed..]);
            self.fed = clauses.len();
        }
    }
}

impl Portfolio {
    /// As many engines as there are cores, each kind with up to two seeds.
    pub fn new(seed: u64) -> Portfolio {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Portfolio::of(cores, seed, HEAD_START)
    }

    pub fn of(cores: usize, seed: u64, head_start: Duration) -> Portfolio {
        let seeds = [seed, seed.wrapping_add(1)];
        let all = seeds.iter().flat_map(|&s| EngineKind::single().iter().map(move |&kind| (kind, s)));
        let racers = all.take(cores.max(1)).map(|(kind, seed)| Racer::new(kind, seed)).collect();
        Portfolio { racers, clauses: Vec::new(), winner: 0, head_start }
    }

    fn race(&mut self, assumptions: &[i32], stop: &Stop) -> Answer {
        let over = stop.separate();
        let clauses = &self.clauses;
        let (winner, answer) = std::thread::scope(|scope| {
            let (finish, finished) = mpsc::channel();
            for (index, racer) in self.racers.iter_mut().enumerate() {
                let (finish, over) = (finish.clone(), over.clone());
                scope.spawn(move || {
                    racer.feed(clauses);
                    let answer = racer.engine.solve(assumptions, &over);
                    // Nobody listens any more once another one has won.
                    let _ = finish.send((index, answer));
                });
            }
            drop(finish);
            let first = first_answer(&finished, stop);
            over.request();
            first
        });
        self.winner = winner;
        answer
    }
}

/// The first engine that knows the answer. If none does, for whatever reason, it is unknown.
fn first_answer(finished: &mpsc::Receiver<(usize, Answer)>, stop: &Stop) -> (usize, Answer) {
    let mut last = (0, Answer::Unknown(StopReason::Interrupted));
    loop {
        match finished.recv_timeout(PATIENCE) {
            Ok(unknown @ (_, Answer::Unknown(_))) => last = unknown,
            Ok(known) => return known,
            Err(RecvTimeoutError::Disconnected) => return last,
            Err(RecvTimeoutError::Timeout) => {
                if let Some(reason) = stop.requested() {
                    return (0, Answer::Unknown(reason));
                }
            }
        }
    }
}

impl Engine for Portfolio {
    fn kind(&self) -> EngineKind {
        EngineKind::Portfolio
    }

    fn add_clauses(&mut self, literals: &[i32]) {
        self.clauses.extend_from_slice(literals);
    }

    fn solve(&mut self, assumptions: &[i32], stop: &Stop) -> Answer {
        let first = &mut self.racers[0];
        first.feed(&self.clauses);
        let alone = match self.racers.len() {
            1 => stop.clone(),
            _ => stop.clone().with_timeout(self.head_start),
        };
        self.winner = 0;
        let answer = self.racers[0].engine.solve(assumptions, &alone);
        match answer {
            Answer::Unknown(StopReason::Timeout) if stop.requested().is_none() => {
                self.race(assumptions, stop)
            }
            answer => answer,
        }
    }

    fn value(&self, variable: i32) -> bool {
        self.racers[self.winner].engine.value(variable)
    }

    fn failed(&self, assumption: i32) -> bool {
        self.racers[self.winner].engine.failed(assumption)
    }
}
