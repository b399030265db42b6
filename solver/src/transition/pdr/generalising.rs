//! Making an excluded cube larger, so that its clause says more.
//!
//! A literal may be left out if what remains is still not entered from outside, and still no first state. If a step does
//! enter, its origin is a *counterexample to generalisation*; often that state is itself unreachable and can be excluded
//! one frame earlier, after which the question is asked again (Hassan, Bradley and Somenzi, "Better generalization in
//! IC3"). If not, the literal stays. Joining the cube with the counterexample, as that paper does, takes 1.15 times
//! as many questions on the systems measured below. Literals that have seldom been of use in other clauses are left out first: the
//! other way round, two of those systems are not proved in ten times as long; uses that count for less the longer ago they
//! are make some twice as fast and others four times as slow.

use super::frames::{Cube, FOREVER};
use super::questions::Induction;
use super::search::Search;
use crate::stop::StopReason;
use crate::transition::planted::planted;

/// Counterexamples excluded for one literal. Measured on ticket locks and counters behind locks (2 to 6 threads,
/// 15 systems, one run each): with none three of them are not proved in 20 s that take less than 9 s with three; 1, 3 and
/// 5 differ by less than one system does from another run of itself, with 5 ahead on the hardest two.
const COUNTEREXAMPLES: usize = 5;
/// Counterexamples are excluded by clauses that are themselves generalised, but without looking at counterexamples.
/// Looking at theirs, too, is no faster.
const DEPTH: usize = 1;

/// A cube and the last frame at which it is known to be excluded.
pub(super) struct Blocked {
    pub cube: Cube,
    pub until: usize,
}

impl Search<'_> {
    /// What is left of the cube when all that can be left out is.
    pub(super) fn generalised(
        &mut self,
        blocked: Blocked,
        level: usize,
        depth: usize,
    ) -> Result<Blocked, StopReason> {
        let mut best = blocked;
        let mut order = best.cube.clone();
        order.sort_by_key(|literal| (self.uses[literal.latch().index()], *literal));
        for literal in order {
            if best.cube.len() == 1 {
                break;
            }
            if best.cube.binary_search(&literal).is_err() {
                continue;
            }
            let smaller = best.cube.iter().copied().filter(|&other| other != literal).collect();
            if let Some(blocked) = self.blocked_with(smaller, level, depth)? {
                best = blocked;
            }
        }
        Ok(best)
    }

    /// What these literals or fewer exclude, if they can at that frame.
    fn blocked_with(
        &mut self,
        cube: Cube,
        level: usize,
        depth: usize,
    ) -> Result<Option<Blocked>, StopReason> {
        let mut counterexamples = 0;
        loop {
            if !self.excludes_first_states(&cube) && !planted!(GeneralisationForgetsFirstStates) {
                return Ok(None);
            }
            let model = match self.induction(&cube, level - 1)? {
                Induction::Blocked { core, until } => {
                    let cube = self.without_first_states(core, &cube);
                    return Ok(Some(Blocked { cube, until }));
                }
                Induction::Predecessor(model) => model,
            };
            if depth >= DEPTH || level == 1 || counterexamples == COUNTEREXAMPLES {
                return Ok(None);
            }
            counterexamples += 1;
            let origin = self.lifting.predecessors(&model, &cube);
            if !self.excludes_first_states(&origin) {
                return Ok(None);
            }
            let Induction::Blocked { core, until } = self.induction(&origin, level - 2)? else {
                return Ok(None);
            };
            let core = self.without_first_states(core, &origin);
            let blocked = self.pushed(Blocked { cube: core, until })?;
            let at = blocked.until.min(self.frontier);
            let blocked = self.generalised(blocked, at, depth + 1)?;
            self.learn(blocked);
        }
    }

    /// The same cube, as many frames further as no step leads into it.
    pub(super) fn pushed(&mut self, mut blocked: Blocked) -> Result<Blocked, StopReason> {
        while blocked.until != FOREVER && blocked.until < self.frontier {
            match self.induction(&blocked.cube, blocked.until)? {
                Induction::Blocked { until, .. } => blocked.until = until,
                Induction::Predecessor(_) => break,
            }
        }
        Ok(blocked)
    }
}
