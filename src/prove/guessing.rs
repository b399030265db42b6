//! Which candidates hold, and the narrow system that can be made of them.
//!
//! Candidates are guessed from states that were seen (`templates`), and most of them are true. So ranges and equations are
//! built into the system before they are proved. As long as all that is built in holds, the narrow system does what the
//! wide one does, and there little arithmetic is left: variables that are on both sides of an equation have gone away. Whether
//! every step preserves what is built in is asked in there. Houdini finds that it does, or it becomes a part of what must
//! never be possible, for those who search on. If it turns out to be wrong, the system is built again without it. The other
//! candidates that Houdini dropped by then were dropped rightly: the counterexample was a state in which all that were left
//! held.

use bmc_solver::transition::houdini::{self, Candidate as Claim};
use bmc_solver::{StopReason, Substitution, TermId};

use super::narrowing::{Narrow, shapes};
use super::samples::Samples;
use super::templates::{self, Candidate, Range, Says};
use super::variables::Variables;
use super::{Activity, ProveOptions};
use crate::ir::PointerLayout;
use crate::relation::Relation;

/// Candidates, of which nobody has shown yet that they are wrong.
pub struct Guesses {
    variables: Variables,
    candidates: Vec<Candidate>,
    pointers: PointerLayout,
}

/// A narrow system, and what holds in it.
pub struct Guessed {
    pub narrow: Narrow,
    /// What is built in and what Houdini has kept, over the wide system: inductive, if what is open is.
    pub holds: Vec<TermId>,
    pub open: Vec<Open>,
}

/// A candidate that is built in, and that no step may make wrong.
pub struct Open {
    /// Over state and inputs of the narrow system.
    pub fails: TermId,
    candidate: usize,
}

impl Guesses {
    /// Guesses nothing.
    pub fn none(pointers: PointerLayout) -> Guesses {
        let variables = Variables { numbers: Vec::new(), kinds: Vec::new() };
        Guesses { variables, candidates: Vec::new(), pointers }
    }

    pub fn new(relation: &mut Relation, pointers: PointerLayout, options: &ProveOptions) -> Guesses {
        let variables = Variables::of(relation);
        let mut narrow = Narrow::by_values(relation, pointers);
        let (terms, system) = (&mut relation.terms, &relation.system);
        let samples = Samples::collect(terms, system, &mut narrow, options.seed, &options.stop);
        let candidates = templates::candidates(relation, &variables, &samples);
        Guesses { variables, candidates, pointers }
    }

    /// These are wrong. Of ranges that a number leaves, those that are a little longer are hardly better.
    pub fn drop(&mut self, wrong: impl Iterator<Item = Open>) {
        let wrong: Vec<usize> = wrong.map(|open| open.candidate).collect();
        let left = |candidate: &Candidate| match &candidate.says {
            Says::Range(range) => Some((range.word, range.base)),
            _ => None,
        };
        let all_left: Vec<(usize, Option<usize>)> =
            wrong.iter().filter_map(|&index| left(&self.candidates[index])).collect();
        let is_wrong = |(index, candidate): (usize, &Candidate)| {
            wrong.contains(&index) || left(candidate).is_some_and(|range| all_left.contains(&range))
        };
        let is_wrong: Vec<bool> = self.candidates.iter().enumerate().map(is_wrong).collect();
        self.keep(|index| !is_wrong[index]);
    }

    fn keep(&mut self, keep: impl Fn(usize) -> bool) {
        let mut index = 0..;
        self.candidates.retain(|_| keep(index.next().expect("there is no end of numbers")));
    }

    /// What is left, without ranges that say no more than others.
    fn holds(&self) -> Vec<TermId> {
        let range = |candidate: &Candidate| match &candidate.says {
            Says::Range(range) => Some(range.clone()),
            _ => None,
        };
        let ranges: Vec<Range> = self.candidates.iter().filter_map(range).collect();
        let says_more = |candidate: &&Candidate| match &candidate.says {
            Says::Range(range) => !ranges.iter().any(|other| range.follows_from(other)),
            _ => true,
        };
        self.candidates.iter().filter(says_more).map(|one| one.holds).collect()
    }

    /// Builds in what can be, and drops what is not inductive with it.
    pub fn settle(
        &mut self,
        relation: &mut Relation,
        options: &ProveOptions,
        progress: &dyn Fn(Activity),
    ) -> Result<Guessed, StopReason> {
        progress(Activity::Candidates(self.candidates.len()));
        let shapes = shapes(relation, &self.variables, &self.candidates);
        let terms = &mut relation.terms;
        let mut narrow = Narrow::of(terms, &relation.system, &shapes.of, &shapes.order, self.pointers);
        let (mut at_first, mut after) = (Substitution::default(), Substitution::default());
        for state in &relation.system.state {
            after.set(state.variable, state.next);
            if let Some(first) = state.first {
                at_first.set(state.variable, first);
            }
        }
        let mut claims = Vec::with_capacity(self.candidates.len());
        for one in &self.candidates {
            let next = after.of(terms, one.holds);
            claims.push(Claim {
                now: narrow.narrow(terms, one.holds),
                first: at_first.of(terms, one.holds),
                after: narrow.narrow(terms, next),
            });
        }
        let mut known: Vec<TermId> = relation.facts.iter().map(|&fact| narrow.narrow(terms, fact)).collect();
        known.extend(shapes.rests_on.iter().map(|&candidate| claims[candidate].now));
        let how = houdini::Options { engine: options.solver, seed: options.seed, ..Default::default() };
        let found = houdini::houdini(terms, &narrow.system, &known, &claims, &options.stop, &how);
        let Some(survives) = found.survivors() else {
            return Err(found.stopped.expect("a search that was not stopped has survivors"));
        };
        let mut stays = survives.to_vec();
        shapes.rests_on.iter().for_each(|&candidate| stays[candidate] = true);
        let mut open = Vec::new();
        let mut left = 0;
        for (index, claim) in claims.iter().enumerate() {
            if stays[index] {
                if !survives[index] {
                    open.push(Open { fails: terms.not(claim.after), candidate: left });
                }
                left += 1;
            }
        }
        self.keep(|index| stays[index]);
        Ok(Guessed { narrow, holds: self.holds(), open })
    }
}
