//! varisat, which is pure Rust.
//!
//! It can neither be moved between threads nor be interrupted. So it lives on a thread of its own, fed through
//! a channel; the caller waits for the answer and looks at the stop every few milliseconds. When the stop
//! comes first, the thread is left behind. What ends its search then is the proof that varisat writes all the
//! time: nobody keeps it, but once the thread has been left behind, writing it fails. Such an engine is no longer
//! usable.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bitvec::prelude::*;
use varisat::{ExtendFormula, Lit, ProofFormat};

use super::{Engine, EngineKind};
use crate::solver::Answer;
use crate::stop::{Stop, StopReason};

/// How long a raised stop may go unnoticed.
const PATIENCE: Duration = Duration::from_millis(10);

enum Request {
    Clauses(Vec<i32>),
    Solve(Vec<i32>),
}

enum Reply {
    /// The values of the variables 1, 2, …
    Model(BitVec),
    /// The assumptions that were needed.
    Core(Vec<i32>),
    GaveUp,
}

pub(super) struct Varisat {
    /// `None` once the thread has been left behind.
    channels: Option<(Sender<Request>, Receiver<Reply>)>,
    leash: Leash,
    model: BitVec,
    core: Vec<i32>,
}

impl Varisat {
    pub fn new() -> Varisat {
        Varisat::start(None)
    }

    /// With somewhere to log a proof to. Then there is one call of `solve`, without assumptions: varisat's DRAT
    /// knows neither assumptions nor clauses that come later.
    fn start(log: Option<Log>) -> Varisat {
        let (requests, incoming) = mpsc::channel();
        let (outgoing, replies) = mpsc::channel();
        let leash = Leash::default();
        let of_thread = leash.clone();
        thread::Builder::new()
            .name("varisat".to_string())
            .spawn(move || serve(&incoming, &outgoing, log, of_thread))
            .expect("the system refuses to start a thread");
        Varisat { channels: Some((requests, replies)), leash, model: BitVec::new(), core: Vec::new() }
    }
}

impl Engine for Varisat {
    fn kind(&self) -> EngineKind {
        EngineKind::Varisat
    }

    fn add_clauses(&mut self, literals: &[i32]) {
        if let Some((requests, _)) = &self.channels {
            requests.send(Request::Clauses(literals.to_vec())).expect("varisat's thread is listening");
        }
    }

    fn solve(&mut self, assumptions: &[i32], stop: &Stop) -> Answer {
        if let Some(reason) = stop.requested() {
            return Answer::Unknown(reason);
        }
        let Some((requests, replies)) = &self.channels else {
            return Answer::Unknown(StopReason::Interrupted);
        };
        requests.send(Request::Solve(assumptions.to_vec())).expect("varisat's thread is listening");
        loop {
            match replies.recv_timeout(PATIENCE) {
                Ok(Reply::Model(model)) => {
                    self.model = model;
                    return Answer::Satisfiable;
                }
                Ok(Reply::Core(core)) => {
                    self.core = core;
                    return Answer::Unsatisfiable;
                }
                Ok(Reply::GaveUp) => return Answer::Unknown(StopReason::Interrupted),
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(reason) = stop.requested() {
                        self.leash.let_go();
                        self.channels = None;
                        return Answer::Unknown(reason);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => panic!("varisat's thread ended without an answer"),
            }
        }
    }

    fn value(&self, variable: i32) -> bool {
        let index = usize::try_from(variable - 1).expect("variables are positive");
        self.model.get(index).is_some_and(|bit| *bit)
    }

    fn failed(&self, assumption: i32) -> bool {
        self.core.contains(&assumption)
    }

    fn is_usable(&self) -> bool {
        self.channels.is_some()
    }
}

/// Takes a proof and throws it away, until the thread that writes it is left behind.
#[derive(Clone, Default)]
struct Leash(Arc<AtomicBool>);

impl Leash {
    fn let_go(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl io::Write for Leash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.load(Ordering::Relaxed) {
            false => Ok(bytes.len()),
            true => Err(io::Error::other("nobody waits for the answer any more")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A proof in memory, which both threads can reach. Once it is taken nothing more can be written to it, which
/// also ends a search that was left behind.
#[derive(Clone)]
struct Log(Arc<Mutex<Option<Vec<u8>>>>);

impl Log {
    fn new() -> Log {
        Log(Arc::new(Mutex::new(Some(Vec::new()))))
    }

    fn take(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(proof) => proof.extend_from_slice(bytes),
            None => return Err(io::Error::other("nobody wants the proof any more")),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Solves once, with a proof of the answer that there is no model.
pub(super) fn prove(clauses: &[i32], stop: &Stop) -> (Answer, Vec<u8>) {
    let log = Log::new();
    let mut engine = Varisat::start(Some(log.clone()));
    engine.add_clauses(clauses);
    let answer = engine.solve(&[], stop);
    (answer, log.take())
}

/// The life of the thread: ends when the other side is gone.
fn serve(requests: &Receiver<Request>, replies: &Sender<Reply>, log: Option<Log>, leash: Leash) {
    let mut solver = varisat::Solver::new();
    let logs = log.is_some();
    match log {
        Some(log) => solver.write_proof(log, ProofFormat::Drat),
        // Of the formats only varisat's own knows assumptions.
        None => solver.write_proof(leash, ProofFormat::Varisat),
    }
    let mut clause = Vec::new();
    while let Ok(request) = requests.recv() {
        match request {
            Request::Clauses(literals) => {
                for literal in literals {
                    if literal != 0 {
                        clause.push(Lit::from_dimacs(literal as isize));
                    } else {
                        solver.add_clause(&clause);
                        clause.clear();
                    }
                }
            }
            Request::Solve(assumptions) => {
                let assumptions: Vec<Lit> =
                    assumptions.iter().map(|&literal| Lit::from_dimacs(literal as isize)).collect();
                if !logs {
                    solver.assume(&assumptions);
                }
                let reply = match solver.solve() {
                    Ok(true) => Reply::Model(values(&solver.model().unwrap_or_default())),
                    Ok(false) => {
                        let core = solver.failed_core().unwrap_or_default();
                        Reply::Core(core.iter().map(|literal| literal.to_dimacs() as i32).collect())
                    }
                    Err(_) => Reply::GaveUp,
                };
                if replies.send(reply).is_err() {
                    return;
                }
            }
        }
    }
}

fn values(model: &[Lit]) -> BitVec {
    let count = model.iter().map(|literal| literal.index() + 1).max().unwrap_or(0);
    let mut values = bitvec![0; count];
    for literal in model {
        values.set(literal.index(), literal.is_positive());
    }
    values
}
