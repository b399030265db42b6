//! A small part of an invariant that is an invariant by itself and excludes what is bad.
//!
//! Comes in: a system and the members of an invariant, the best liked first. Goes out: which of them are kept. An engine
//! that says "no step violates this member" also says which members it has used for that (the assumptions that failed), so
//! what is needed can be followed backward from what is bad: the members that exclude it, those that these are preserved
//! by, and so on. Then each of what is left, the least liked first, is taken away with all that cannot be preserved
//! without it, and stays away if the rest still excludes what is bad. After Ivrii, Gurfinkel and Belov, "Small inductive
//! safe invariants", which also tells that smallest ones are far harder to find than small ones.
//!
//! Reasons are remembered: one holds whatever else is taken away, as long as all its members are there. Effort is counted
//! in questions and not in seconds, so that the same invariant always ends in the same part.

use rustc_hash::FxHashMap;

use crate::engine::EngineKind;
use crate::solver::{Answer, Solver, SolverOptions};
use crate::stop::{Stop, StopReason};
use crate::term::{Linear, Substitution, TermId, Terms};
use crate::transition::system::{System, fixed_by};

#[derive(Clone, Debug)]
pub struct Options {
    pub engine: EngineKind,
    pub seed: u64,
    /// After so many questions nothing more is taken away.
    pub most_questions: usize,
    /// So many members, the first ones, are tried without the others, one number after the other.
    pub prefixes: Vec<usize>,
}

impl Default for Options {
    fn default() -> Options {
        Options { engine: EngineKind::default(), seed: 0, most_questions: 20_000, prefixes: Vec::new() }
    }
}

/// What is left of an invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Minimised {
    /// Members by their number, in order.
    pub kept: Vec<usize>,
    /// None of them can be taken away, alone or with others that are not preserved without it.
    pub is_minimal: bool,
}

/// Looks for a part of `invariant`, terms of width 1 over state variables that hold in all first states, which every step
/// preserves and which excludes what is bad. `None` if there is no such part.
///
/// Members are not checked to hold at first, nor the cases to be complete: whoever wants to rely on the result has it
/// certified.
pub fn minimise(
    terms: &mut Terms,
    system: &System,
    invariant: &[TermId],
    stop: &Stop,
    options: &Options,
) -> Result<Option<Minimised>, StopReason> {
    if cfg!(debug_assertions) {
        system.verify(terms);
        system.verify_over_state(terms, invariant);
    }
    let mut search = Search::new(terms, system, invariant, stop, options);
    let mut first_needed = None;
    for &count in options.prefixes.iter().chain([&invariant.len()]) {
        let allowed = (0..invariant.len()).map(|member| member < count).collect();
        first_needed = search.needed_of(allowed, true)?;
        if first_needed.is_some() {
            break;
        }
    }
    let Some(mut needed) = first_needed else { return Ok(None) };
    let mut is_minimal = true;
    for member in (0..invariant.len()).rev() {
        if !needed[member] {
            continue;
        }
        if search.questions >= options.most_questions {
            is_minimal = false;
            break;
        }
        let mut others = needed.clone();
        others[member] = false;
        match search.needed_of(others, false) {
            Ok(Some(fewer)) => needed = fewer,
            Ok(None) => {}
            // What was found by then is as good as it was.
            Err(_) => {
                is_minimal = false;
                break;
            }
        }
    }
    let kept = (0..invariant.len()).filter(|&member| needed[member]).collect();
    Ok(Some(Minimised { kept, is_minimal }))
}

/// Something to be shown from members.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Claim {
    /// Nothing bad is possible.
    Safety,
    /// The steps of the case preserve the member.
    Consecution { case: usize, member: usize },
}

/// What is asked about the steps of a case.
struct Questions {
    solver: Solver,
    /// What the case fixes.
    before: Substitution,
    after: Substitution,
}

struct Search<'a> {
    terms: &'a mut Terms,
    /// With sums in a normal form, as the checker asks for them.
    invariant: Vec<TermId>,
    linear: Linear,
    safety: Solver,
    cases: Vec<Questions>,
    /// Members that a claim was shown from.
    reasons: FxHashMap<Claim, Vec<usize>>,
    questions: usize,
}

impl<'a> Search<'a> {
    fn new(
        terms: &'a mut Terms,
        system: &System,
        invariant: &[TermId],
        stop: &Stop,
        options: &Options,
    ) -> Search<'a> {
        let solver = || {
            let Options { engine, seed, .. } = *options;
            Solver::new(SolverOptions { engine, seed, stop: stop.clone() })
        };
        let mut safety = solver();
        let mut linear = Linear::default();
        let invariant = invariant.iter().map(|&member| linear.of(terms, member)).collect();
        let bad = linear.of(terms, system.bad);
        safety.assert(terms, system.constraint);
        safety.assert(terms, bad);
        let cases = system.cases_or_everything();
        let cases = cases.into_iter().map(|case| Questions::new(terms, system, case, solver())).collect();
        Search { terms, invariant, linear, safety, cases, reasons: FxHashMap::default(), questions: 0 }
    }

    /// The members that safety needs, those that these need, and so on; only allowed ones. Of those that the others do
    /// not preserve, none is allowed. `None` if safety needs more.
    fn needed_of(
        &mut self,
        mut allowed: Vec<bool>,
        prefers_needed: bool,
    ) -> Result<Option<Vec<bool>>, StopReason> {
        'again: loop {
            let mut needed = vec![false; self.invariant.len()];
            let mut open = vec![Claim::Safety];
            while let Some(claim) = open.pop() {
                // What is needed anyway costs nothing.
                let mut reason = None;
                if prefers_needed {
                    reason = self.reason(claim, &needed)?;
                }
                if reason.is_none() {
                    reason = self.reason(claim, &allowed)?;
                }
                let Some(reason) = reason else {
                    match claim {
                        Claim::Safety => return Ok(None),
                        Claim::Consecution { member, .. } => allowed[member] = false,
                    }
                    continue 'again;
                };
                for member in reason {
                    if !std::mem::replace(&mut needed[member], true) {
                        let claims = (0..self.cases.len()).map(|case| Claim::Consecution { case, member });
                        open.extend(claims);
                    }
                }
            }
            return Ok(Some(needed));
        }
    }

    /// Members among the allowed ones from which the claim follows.
    fn reason(&mut self, claim: Claim, allowed: &[bool]) -> Result<Option<Vec<usize>>, StopReason> {
        if let Some(known) = self.reasons.get(&claim).filter(|known| known.iter().all(|&one| allowed[one])) {
            return Ok(Some(known.clone()));
        }
        let found = match claim {
            Claim::Safety => {
                let members = numbered(&self.invariant, allowed, |member| member);
                self.questions += 1;
                ask(self.terms, &mut self.safety, members, None)?
            }
            Claim::Consecution { case, member } => self.reason_of_step(case, member, allowed)?,
        };
        if let Some(reason) = &found {
            self.reasons.insert(claim, reason.clone());
        }
        Ok(found)
    }

    fn reason_of_step(
        &mut self,
        case: usize,
        member: usize,
        allowed: &[bool],
    ) -> Result<Option<Vec<usize>>, StopReason> {
        let Questions { solver, before, after } = &mut self.cases[case];
        let terms = &mut *self.terms;
        let holds_after = after.of(terms, self.invariant[member]);
        let holds_after = self.linear.of(terms, holds_after);
        if holds_after == TermId::TRUE {
            return Ok(Some(Vec::new()));
        }
        // What a step does not touch preserves itself; but only a member that is kept holds before.
        if allowed[member] && holds_after == before.of(terms, self.invariant[member]) {
            return Ok(Some(vec![member]));
        }
        let members = numbered(&self.invariant, allowed, |member| before.of(terms, member));
        let fails = terms.not(holds_after);
        self.questions += 1;
        ask(terms, solver, members, Some(fails))
    }
}

impl Questions {
    fn new(terms: &mut Terms, system: &System, case: TermId, mut solver: Solver) -> Questions {
        let mut before = Substitution::default();
        let fixed = fixed_by(terms, case);
        for &(variable, value) in &fixed {
            before.set(variable, value);
        }
        let mut after = Substitution::default();
        for state in &system.state {
            let next = before.of(terms, state.next);
            after.set(state.variable, next);
        }
        for condition in [case, system.constraint] {
            let condition = before.of(terms, condition);
            solver.assert(terms, condition);
        }
        // Where the case fixes a part of the state, that is the value it has.
        for (variable, value) in fixed {
            let is_so = terms.eq(variable, value);
            solver.assert(terms, is_so);
        }
        Questions { solver, before, after }
    }
}

fn numbered(
    invariant: &[TermId],
    allowed: &[bool],
    mut as_term: impl FnMut(TermId) -> TermId,
) -> Vec<(usize, TermId)> {
    let allowed = (0..invariant.len()).filter(|&member| allowed[member]);
    allowed.map(|member| (member, as_term(invariant[member]))).collect()
}

/// The members that leave no model in which also `fails` holds; `None` if there is one.
fn ask(
    terms: &Terms,
    solver: &mut Solver,
    members: Vec<(usize, TermId)>,
    fails: Option<TermId>,
) -> Result<Option<Vec<usize>>, StopReason> {
    let mut assumptions: Vec<TermId> = members.iter().map(|&(_, member)| member).collect();
    assumptions.extend(fails);
    match solver.solve(terms, &assumptions) {
        Answer::Satisfiable => Ok(None),
        Answer::Unknown(reason) => Err(reason),
        Answer::Unsatisfiable => {
            // Of members that say the same here, the best liked one.
            let mut owners: FxHashMap<TermId, usize> = FxHashMap::default();
            for &(member, term) in &members {
                owners.entry(term).or_insert(member);
            }
            let failed = solver.failed_assumptions();
            let mut reason: Vec<usize> = failed.iter().filter_map(|t| owners.get(t).copied()).collect();
            reason.sort_unstable();
            reason.dedup();
            Ok(Some(reason))
        }
    }
}
