//! What the search asks an engine.
//!
//! All frames share one engine: a clause is switched on by the literal of its frame, and a question about frame `i`
//! assumes the switches from `i` on. The switches among the assumptions that were needed tell how far the answer
//! carries: if none before frame `j` was, the clause holds up to `j + 1`, and if none at all was, for ever. The clause
//! that a question is about is added behind a switch of its own, which is thrown off for good afterwards. When many
//! have been, a new engine starts without the rubbish.
//!
//! An engine for each frame, which needs fewer switches and forgets less, takes 1.2 times as long on the systems that are
//! measured in `generalising`, and up to 3 times on those with many frames. It would also need as many copies of the step.

use super::encoding::{Condition, Encoding};
use super::frames::{Cube, FOREVER, Frames};
use crate::engine::{Engine, EngineKind};
use crate::solver::Answer;
use crate::stop::{Stop, StopReason};
use crate::transition::circuit::{Circuit, LatchId, LatchLiteral};
use crate::transition::planted::planted;

/// So many questions with a clause of their own before the engine is replaced. A quarter of it takes about as long, five
/// times as many up to 3 times as long.
const QUESTIONS_PER_ENGINE: usize = 2000;

/// A state and inputs that the constraints allow in it.
pub(super) struct Model {
    pub state: Vec<bool>,
    pub inputs: Vec<bool>,
}

pub(super) enum Induction {
    /// No step leads into the cube.
    Blocked {
        /// The part of the cube that no step leads into.
        core: Cube,
        /// The last frame at which the cube is thereby excluded.
        until: usize,
    },
    Predecessor(Model),
}

pub(super) struct Questions {
    encoding: Encoding,
    /// Clauses that are known from elsewhere and those that hold at first, each ended by 0.
    known: Vec<i32>,
    first: Cube,
    kind: EngineKind,
    seed: u64,
    stop: Stop,
    engine: Box<dyn Engine>,
    /// By frame, as far as it has clauses.
    switches: Vec<Option<i32>>,
    variables: i32,
    discarded: usize,
    pub asked: usize,
}

impl Questions {
    pub fn new(
        circuit: &Circuit,
        known: &[Vec<LatchLiteral>],
        kind: EngineKind,
        seed: u64,
        stop: &Stop,
    ) -> Questions {
        let encoding = Encoding::new(circuit);
        let mut clauses = Vec::new();
        for clause in known {
            clauses.extend(clause.iter().map(|&literal| encoding.before(literal)));
            clauses.push(0);
        }
        let first = circuit.latch_ids().zip(&circuit.latches);
        let first = first.filter_map(|(id, latch)| latch.first.map(|value| id.is(value))).collect();
        let mut questions = Questions {
            variables: encoding.variables,
            encoding,
            known: clauses,
            first,
            kind,
            seed,
            stop: stop.clone(),
            engine: kind.create(seed),
            switches: Vec::new(),
            discarded: 0,
            asked: 0,
        };
        questions.begin(&Frames::default());
        questions
    }

    /// A new engine that knows what it has to.
    fn begin(&mut self, frames: &Frames) {
        self.engine = self.kind.create(self.seed);
        self.engine.add_clauses(&self.encoding.clauses);
        self.engine.add_clauses(&self.known);
        self.variables = self.encoding.variables;
        self.discarded = 0;
        self.switches.clear();
        let switch = self.switch(0);
        for literal in self.first.clone() {
            let clause = [-switch, self.encoding.before(literal), 0];
            self.engine.add_clauses(&clause);
        }
        if frames.is_started() {
            for level in (1..=frames.last()).chain([FOREVER]) {
                for cube in frames.at(level) {
                    self.exclude(cube, level);
                }
            }
        }
    }

    fn fresh_variable(&mut self) -> i32 {
        self.variables = self.variables.checked_add(1).expect("more than 2^31 variables");
        self.variables
    }

    fn switch(&mut self, level: usize) -> i32 {
        if self.switches.len() <= level {
            self.switches.resize(level + 1, None);
        }
        match self.switches[level] {
            Some(switch) => switch,
            None => {
                let switch = self.fresh_variable();
                self.switches[level] = Some(switch);
                switch
            }
        }
    }

    /// From now on the cube is excluded up to that frame.
    pub fn exclude(&mut self, cube: &[LatchLiteral], level: usize) {
        let mut clause = Vec::with_capacity(cube.len() + 2);
        if level != FOREVER {
            clause.push(-self.switch(level));
        }
        clause.extend(cube.iter().map(|&literal| -self.encoding.before(literal)));
        clause.push(0);
        self.engine.add_clauses(&clause);
    }

    fn solve(&mut self, assumptions: &[i32]) -> Result<bool, StopReason> {
        self.asked += 1;
        match self.engine.solve(assumptions, &self.stop) {
            Answer::Satisfiable => Ok(true),
            Answer::Unsatisfiable => Ok(false),
            Answer::Unknown(reason) => Err(reason),
        }
    }

    fn model(&self) -> Model {
        let latches = 0..self.encoding.latch_count();
        let before = |latch| self.encoding.before(LatchId::new(latch).is(true));
        Model {
            state: latches.map(|latch| self.engine.value(before(latch))).collect(),
            inputs: self.encoding.inputs.iter().map(|&input| self.engine.value(input)).collect(),
        }
    }

    /// A state of the frame in which something bad is possible.
    pub fn bad_state(&mut self, level: usize) -> Result<Option<Model>, StopReason> {
        let switches = &self.switches[level.min(self.switches.len())..];
        let mut assumptions: Vec<i32> = switches.iter().flatten().copied().collect();
        match self.encoding.bad {
            Condition::Constant(false) => return Ok(None),
            Condition::Constant(true) => {}
            Condition::Literal(bad) => assumptions.push(bad),
        }
        Ok(self.solve(&assumptions)?.then(|| self.model()))
    }

    /// Whether a step leads into the cube from a state of the frame, other than from the cube itself if it is not yet
    /// excluded there.
    pub fn induction(
        &mut self,
        cube: &Cube,
        level: usize,
        is_excluded: bool,
        frames: &Frames,
    ) -> Result<Induction, StopReason> {
        let mut after = Vec::with_capacity(cube.len());
        for &literal in cube {
            match self.encoding.after(literal) {
                Condition::Constant(true) => {}
                Condition::Constant(false) => {
                    return Ok(Induction::Blocked { core: vec![literal], until: FOREVER });
                }
                Condition::Literal(next) => after.push((literal, next)),
            }
        }
        if self.discarded >= QUESTIONS_PER_ENGINE {
            self.begin(frames);
        }
        let mut assumptions = Vec::with_capacity(cube.len() + 8);
        let own_switch = (!is_excluded && level > 0).then(|| self.fresh_variable());
        if let Some(switch) = own_switch {
            let mut clause = vec![-switch];
            clause.extend(cube.iter().map(|&literal| -self.encoding.before(literal)));
            clause.push(0);
            self.engine.add_clauses(&clause);
            assumptions.push(switch);
        }
        if level != FOREVER {
            assumptions.extend(self.switches[level.min(self.switches.len())..].iter().flatten());
        }
        assumptions.extend(after.iter().map(|&(_, next)| next));
        let answer = if self.solve(&assumptions)? {
            Induction::Predecessor(self.model())
        } else {
            let needed = after.iter().filter(|(_, next)| self.engine.failed(*next));
            let core: Cube = needed.map(|&(literal, _)| literal).collect();
            Induction::Blocked { core, until: self.reach(level) }
        };
        if let Some(switch) = own_switch {
            self.engine.add_clauses(&[-switch, 0]);
            self.discarded += 1;
        }
        Ok(answer)
    }

    /// How far the last answer carries, by the frames it needed.
    fn reach(&self, level: usize) -> usize {
        if level == FOREVER || planted!(CoresForgetFrames) {
            return FOREVER;
        }
        let switches = self.switches.iter().enumerate().skip(level);
        let mut needed = switches.filter(|(_, s)| s.is_some_and(|switch| self.engine.failed(switch)));
        needed.next().map_or(FOREVER, |(frame, _)| frame + 1)
    }
}
