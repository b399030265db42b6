//! The search: meet obligations, learn clauses, move them on, until two frames are the same or a run is found.

use super::frames::{Cube, FOREVER, Frames};
use super::generalising::Blocked;
use super::lifting::Lifting;
use super::obligations::{ObligationId, Obligations};
use super::questions::{Induction, Model, Questions};
use super::{Options, Outcome, Statistics};
use crate::stop::StopReason;
use crate::transition::circuit::{Circuit, Clause, LatchId, LatchLiteral};
use crate::transition::planted::planted;
use crate::transition::simulation::Refutation;

/// The last so many clauses tell what stands in the way.
const LAST_CLAUSES: usize = 100;
/// So many latches are named as standing in the way.
const OBSTACLES: usize = 10;
/// The hook is called at least after that many obligations.
const OBLIGATIONS_BETWEEN_REPORTS: usize = 64;

pub(super) struct Search<'a> {
    circuit: &'a Circuit,
    questions: Questions,
    pub(super) lifting: Lifting<'a>,
    frames: Frames,
    obligations: Obligations,
    /// The last frame of which is known that nothing bad is possible in those before it.
    pub(super) frontier: usize,
    /// By latch, in how many clauses it has been.
    pub(super) uses: Vec<u32>,
    last_clauses: std::collections::VecDeque<Cube>,
    learnt: usize,
}

impl<'a> Search<'a> {
    pub fn new(circuit: &'a Circuit, options: &Options) -> Search<'a> {
        let mut frames = Frames::default();
        (0..3).for_each(|_| frames.extend());
        Search {
            circuit,
            questions: Questions::new(circuit, &options.known, options.engine, options.seed, &options.stop),
            lifting: Lifting::new(circuit),
            frames,
            obligations: Obligations::default(),
            frontier: 1,
            uses: vec![0; circuit.latch_count()],
            last_clauses: Default::default(),
            learnt: 0,
        }
    }

    pub fn run(&mut self, progress: &mut dyn FnMut(&Statistics)) -> Result<Outcome, StopReason> {
        if let Some(model) = self.questions.bad_state(0)? {
            let cube = self.lifting.bad_states(&model);
            let only = self.obligations.add(cube, &model.inputs, None, 0);
            return Ok(self.refutation(only));
        }
        loop {
            progress(&self.statistics());
            if let Some(refutation) = self.meet_obligations(progress)? {
                return Ok(refutation);
            }
            while let Some(model) = self.questions.bad_state(self.frontier)? {
                let cube = self.lifting.bad_states(&model);
                let refutation = match self.oblige(cube, &model, None, self.frontier) {
                    Some(refutation) => Some(refutation),
                    None => self.meet_obligations(progress)?,
                };
                if let Some(refutation) = refutation {
                    return Ok(refutation);
                }
            }
            if let Some(level) = self.propagate()? {
                return Ok(Outcome::Proved { invariant: self.invariant(level) });
            }
            self.frontier += 1;
            self.frames.extend();
        }
    }

    pub fn statistics(&self) -> Statistics {
        Statistics {
            frames: self.frontier,
            obligations: self.obligations.count(),
            learnt_clauses: self.learnt,
            clauses: self.frames.count(),
            questions: self.questions.asked,
        }
    }

    /// The latches that are most often in the last clauses.
    pub fn obstacles(&self) -> Vec<LatchId> {
        let mut counts = vec![0; self.circuit.latch_count()];
        for literal in self.last_clauses.iter().flatten() {
            counts[literal.latch().index()] += 1;
        }
        let mut latches: Vec<LatchId> = self.circuit.latch_ids().collect();
        latches.retain(|latch| counts[latch.index()] > 0);
        latches.sort_by_key(|latch| (std::cmp::Reverse(counts[latch.index()]), *latch));
        latches.truncate(OBSTACLES);
        latches
    }

    /// Whether no first state is in the cube.
    pub(super) fn excludes_first_states(&self, cube: &[LatchLiteral]) -> bool {
        cube.iter().any(|&literal| self.is_never_first(literal))
    }

    fn is_never_first(&self, literal: LatchLiteral) -> bool {
        let first = self.circuit.latches[literal.latch().index()].first;
        first.or(planted!(AnyFirstValueIsZero).then_some(false)).is_some_and(|f| f != literal.value())
    }

    /// The part of a cube, with what it takes to have no first state in it.
    pub(super) fn without_first_states(&self, mut core: Cube, cube: &[LatchLiteral]) -> Cube {
        if !self.excludes_first_states(&core) && !planted!(GeneralisationForgetsFirstStates) {
            let literal = cube.iter().copied().find(|&literal| self.is_never_first(literal));
            core.push(literal.expect("the whole cube has no first state in it"));
            core.sort_unstable();
        }
        core
    }

    pub(super) fn induction(&mut self, cube: &Cube, level: usize) -> Result<Induction, StopReason> {
        self.questions.induction(cube, level, false, &self.frames)
    }

    pub(super) fn learn(&mut self, blocked: Blocked) {
        let Blocked { cube, until } = blocked;
        let until = if until == FOREVER { FOREVER } else { until.min(self.frames.last()) };
        for literal in &cube {
            self.uses[literal.latch().index()] += 1;
        }
        if self.last_clauses.len() == LAST_CLAUSES {
            self.last_clauses.pop_front();
        }
        self.last_clauses.push_back(cube.clone());
        self.learnt += 1;
        self.questions.exclude(&cube, until);
        self.frames.exclude(cube, until);
    }

    /// A new obligation, unless it contains a first state already.
    fn oblige(
        &mut self,
        cube: Cube,
        model: &Model,
        successor: Option<ObligationId>,
        level: usize,
    ) -> Option<Outcome> {
        let is_first = !self.excludes_first_states(&cube);
        let id = self.obligations.add(cube, &model.inputs, successor, level);
        is_first.then(|| self.refutation(id))
    }

    /// Excludes the states of all obligations up to the frontier, or finds that one is reached.
    fn meet_obligations(
        &mut self,
        progress: &mut dyn FnMut(&Statistics),
    ) -> Result<Option<Outcome>, StopReason> {
        let mut taken = 0;
        while let Some((id, level)) = self.obligations.take(self.frontier) {
            taken += 1;
            if taken % OBLIGATIONS_BETWEEN_REPORTS == 0 {
                progress(&self.statistics());
            }
            let cube = self.obligations.get(id).cube.clone();
            if let Some(until) = self.frames.excluded_until(&cube, level) {
                self.put_off(id, until);
                continue;
            }
            match self.induction(&cube, level - 1)? {
                Induction::Predecessor(model) => {
                    self.obligations.put(id, level);
                    let origin = self.lifting.predecessors(&model, &cube);
                    if let Some(refutation) = self.oblige(origin, &model, Some(id), level - 1) {
                        return Ok(Some(refutation));
                    }
                }
                Induction::Blocked { core, until } => {
                    let core = self.without_first_states(core, &cube);
                    let blocked = self.generalised(Blocked { cube: core, until }, level, 0)?;
                    let blocked = self.pushed(blocked)?;
                    self.put_off(id, blocked.until);
                    self.learn(blocked);
                }
            }
        }
        Ok(None)
    }

    /// The obligation is met up to that frame.
    fn put_off(&mut self, id: ObligationId, until: usize) {
        if until != FOREVER {
            self.obligations.put(id, until + 1);
        }
    }

    /// Moves clauses on; yields the frame that turns out to be the same as the next one.
    fn propagate(&mut self) -> Result<Option<usize>, StopReason> {
        for level in 1..=self.frontier {
            let cubes: Vec<Cube> = self.frames.at(level).cloned().collect();
            for cube in cubes {
                if !self.frames.contains(&cube, level) {
                    continue;
                }
                let blocked = match self.questions.induction(&cube, level, true, &self.frames)? {
                    Induction::Blocked { core, until } => {
                        Blocked { cube: self.without_first_states(core, &cube), until }
                    }
                    Induction::Predecessor(_) if planted!(PropagationDoesNotAsk) => {
                        Blocked { cube, until: level + 1 }
                    }
                    Induction::Predecessor(_) => continue,
                };
                let until =
                    if blocked.until == FOREVER { FOREVER } else { blocked.until.min(self.frames.last()) };
                self.questions.exclude(&blocked.cube, until);
                self.frames.exclude(blocked.cube, until);
            }
            if self.frames.is_empty_at(level) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// The clauses of all frames after that one.
    fn invariant(&self, level: usize) -> Vec<Clause> {
        let levels = (level + 1..=self.frames.last()).chain([FOREVER]);
        let cubes = levels.flat_map(|level| self.frames.at(level));
        cubes.map(|cube| cube.iter().map(|&literal| !literal).collect()).collect()
    }

    /// The run along a chain of obligations, from a first state in its first cube.
    fn refutation(&self, id: ObligationId) -> Outcome {
        let begin = self.obligations.get(id);
        let mut first: Vec<bool> =
            self.circuit.latches.iter().map(|latch| latch.first.unwrap_or(false)).collect();
        for literal in &begin.cube {
            first[literal.latch().index()] = literal.value();
        }
        let mut steps = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next {
            let obligation = self.obligations.get(id);
            steps.push(obligation.inputs.iter().by_vals().collect());
            next = obligation.successor;
        }
        Outcome::Refuted(Refutation { first, steps })
    }
}
