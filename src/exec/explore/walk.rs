//! One run by chance, through programs that are too large to be explored.
//!
//! It takes the explorer's own steps, so it stops where the explorer stops, counts rounds as it does, and what it finds
//! is a violation with the same certainty. Only direct violations: a race and a deadlock are judged by all that threads
//! could do next.

use std::sync::Arc;

use super::{Exploration, ExploreLimits, Explorer, Stretch, comes_before};
use crate::ir::{Program, ThreadId};

/// Executes one run, in which chance decides who goes on and what inputs are. A run through programs that are too large
/// to be explored; what it violates, it violates in no more rounds than said.
pub fn walk(program: &Program, limits: &ExploreLimits, seed: u64) -> Exploration {
    let mut explorer = Explorer::new(program, limits);
    explorer.walk(seed);
    explorer.found
}

impl Explorer<'_> {
    /// Chance decides at every step that others can notice; most of the time the same thread goes on.
    fn walk(&mut self, seed: u64) {
        let Some(mut point) = self.start() else { return };
        let mut drawn = seed;
        let mut draw = |below: usize| {
            // The generator of Knuth's MMIX; its high bits are good enough.
            drawn = drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (drawn >> 33) as usize % below.max(1)
        };
        while self.found.violations.is_empty() {
            let mut threads: Vec<ThreadId> =
                point.state.threads.keys().copied().filter(|&t| point.state.is_running(t)).collect();
            let mut results = Vec::new();
            while results.is_empty() && !threads.is_empty() {
                let same = threads.iter().position(|&t| t == point.current).filter(|_| draw(4) > 0);
                let thread = threads.remove(same.unwrap_or_else(|| draw(threads.len())));
                let lower = comes_before(&point.state, thread, point.current);
                let round = point.path.round + u32::from(lower);
                if round > self.limits.rounds {
                    continue;
                }
                let before = Some(Arc::new(point.path.clone()));
                let path = Stretch { thread, round, steps: 0, choices: Vec::new(), before };
                self.run_thread(&point, path, &mut results);
                if !self.found.violations.is_empty() {
                    return;
                }
            }
            if results.is_empty() {
                return;
            }
            point = results.swap_remove(draw(results.len()));
        }
    }
}
