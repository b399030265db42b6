//! Proofs without bounds: an invariant of all states that a program can come to, found by engines and verified by a checker.
//!
//! Comes in: a program, and what must never happen. Goes out: that it never does, whatever the number of iterations and
//! context switches, or what stood in the way. The path: the steps of the program as a transition system (`relation`);
//! candidates for invariants (`templates`), of which those that are inductive are kept; the system with fewer bits
//! (`narrowing`), in which the rest is found by property-directed reachability; and in the end the whole invariant, said
//! of the system as it was before anything was left out, is verified with proofs that other code checks. Nothing is called
//! proved that has not passed this.
//!
//! What is trusted: the steps themselves, and that others cannot notice the middle of one (`relation::sharing`).

mod guessing;
mod modulus;
mod names;
mod narrowing;
mod samples;
mod sentence;
mod telling;
mod templates;
mod variables;
mod words;

use std::fmt;

use bmc_solver::transition::certificate::{self, Part, Refusal, Summary};
use bmc_solver::transition::{Circuit, Refutation, System, pdr};
use bmc_solver::{EngineKind, Evaluator, Stop, StopReason, TermId};

use crate::ir::{FunctionId, Program, PropertyId};
use crate::planted::planted;
use crate::relation::{Bad, Cause, Interrupted, Relation, assemble, find_steps};
use crate::source::Span;
use guessing::{Guessed, Guesses, Open};
use narrowing::Narrow;
pub use sentence::Sentence;
pub use words::steps;

#[derive(Clone, Debug)]
pub struct ProveOptions {
    /// The program may create so many threads besides main; with more, nothing is said.
    pub threads: usize,
    pub engines: Engines,
    pub solver: EngineKind,
    pub seed: u64,
    pub stop: Stop,
    /// Say the invariant in the words of the program.
    pub tells_invariant: bool,
}

impl Default for ProveOptions {
    fn default() -> ProveOptions {
        ProveOptions {
            threads: 64,
            engines: Engines::default(),
            solver: EngineKind::default(),
            seed: 0,
            stop: Stop::new(),
            tells_invariant: false,
        }
    }
}

/// What looks for an invariant. What is known of the values of variables is always part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Engines {
    /// Keeps of many candidates those that are inductive together.
    pub houdini: bool,
    /// Learns clauses over single bits.
    pub pdr: bool,
}

impl Default for Engines {
    fn default() -> Engines {
        Engines { houdini: true, pdr: true }
    }
}

/// What the search for a proof is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activity {
    /// Finding the steps of the program.
    Steps,
    /// Finding out which of so many candidates are inductive.
    Candidates(usize),
    /// Nothing bad is possible in fewer steps than that; so many clauses were learnt.
    Clauses { steps: usize, learnt: usize },
    /// Verifying the invariant.
    Checking,
}

impl fmt::Display for Activity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Activity::Steps => f.write_str("finding the steps of the program"),
            Activity::Candidates(count) => write!(f, "trying {count} candidates for an invariant"),
            Activity::Clauses { steps: 0, .. } => f.write_str("learning an invariant"),
            Activity::Clauses { steps, learnt } => {
                let [clauses, steps] = [(learnt, "clause"), (steps, "step")]
                    .map(|(number, noun)| format!("{number} {noun}{}", if *number == 1 { "" } else { "s" }));
                write!(f, "learning an invariant ({clauses}, nothing bad within {steps})")
            }
            Activity::Checking => f.write_str("verifying the invariant"),
        }
    }
}

/// What came of it.
#[derive(Debug)]
pub enum Verdict {
    Proved(Proof),
    Unknown(Obstacle),
}

/// Nothing that was asked about can happen.
#[derive(Debug)]
pub struct Proof {
    /// Parts of the invariant: what is known of values, candidates that were kept, clauses that were learnt.
    pub facts: usize,
    pub candidates: usize,
    pub clauses: usize,
    /// What the checker had to show, and with how much.
    pub summary: Summary,
    /// Functions that some run may enter.
    pub met: Vec<FunctionId>,
    /// Where addresses are used as numbers, so that it matters where objects lie.
    pub numbers: Vec<Span>,
    /// What of the invariant is needed, in the words of the program, if that was asked for. Every step of the system
    /// preserves it, and it excludes what is bad. That a thread is only where some step sends it is not said.
    pub invariant: Vec<Sentence>,
    /// So many facts are true besides what `invariant` says: the steps were executed for values that they allow.
    pub facts_unsaid: usize,
    /// It holds if the program creates no more threads than that besides main.
    pub most_threads: Option<usize>,
}

/// Why there is no proof.
#[derive(Debug)]
pub enum Obstacle {
    /// Something in the program is not followed without bounds.
    NotFollowed { what: String, span: Span },
    /// What was found does not exclude everything bad, and clauses were not looked for.
    TooWeak,
    /// The system comes to something that must not happen. Whether the program does is for a replay to say.
    Possible { what: Cause, span: Span, steps: usize },
    /// A limit of time or memory; what was asked about last, in words, the most frequent first.
    Stopped { reason: StopReason, about: Vec<String> },
    /// The checker does not accept the invariant: a mistake in here.
    Refused(Refusal),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::NotFollowed { what, .. } => write!(f, "{what} is not followed without bounds"),
            Obstacle::TooWeak => {
                f.write_str("the candidates that hold do not exclude everything that is bad")
            }
            Obstacle::Possible { what: Cause::NotFollowed(what), steps, .. } => {
                write!(f, "{what}: possible after {steps} steps")
            }
            Obstacle::Possible { what: Cause::Property(property), steps, .. } => {
                write!(f, "{property} can be violated after {steps} steps")
            }
            Obstacle::Stopped { reason, .. } => write!(f, "{reason}"),
            Obstacle::Refused(refusal) => write!(f, "the invariant was not accepted: {refusal}"),
        }
    }
}

/// Tries to prove that none of the properties for which `wanted` holds is ever violated. `progress` hears what is being
/// done.
pub fn prove(
    program: &Program,
    wanted: &dyn Fn(PropertyId) -> bool,
    options: &ProveOptions,
    progress: &dyn Fn(Activity),
) -> Verdict {
    progress(Activity::Steps);
    let steps = match find_steps(program, wanted, options.threads, &options.stop) {
        Ok(steps) => steps,
        Err(Interrupted::Obstacle { what, span }) => {
            return Verdict::Unknown(Obstacle::NotFollowed { what, span });
        }
        Err(Interrupted::Stopped(reason)) => return stopped(reason),
    };
    let mut relation = assemble(program, wanted, steps);
    if let Some(reason) = options.stop.requested() {
        return stopped(reason);
    }
    let mut guesses = match options.engines.houdini {
        true => Guesses::new(&mut relation, program.pointers, options),
        false => Guesses::none(program.pointers),
    };
    let (candidates, clauses) = loop {
        let guessed = match guesses.settle(&mut relation, options, progress) {
            Ok(guessed) => guessed,
            Err(reason) => return stopped(reason),
        };
        let candidates = guessed.holds.clone();
        match find_clauses(program, &mut relation, guessed, options, progress) {
            Search::Found(clauses) => break (candidates, clauses),
            Search::Wrong(wrong) => guesses.drop(wrong.into_iter()),
            Search::Ended(obstacle) => return Verdict::Unknown(obstacle),
        }
    };
    let mut invariant = relation.facts.clone();
    invariant.extend(candidates.iter().chain(&clauses));
    progress(Activity::Checking);
    match certificate::check(&mut relation.terms, &relation.system, &invariant, &options.stop) {
        Ok(summary) => {
            let facts = relation.facts.len();
            let (sentences, facts_unsaid) = match options.tells_invariant {
                true => match telling::told(program, &mut relation, &invariant, candidates.len(), options) {
                    Ok(told) => told,
                    Err(reason) => return stopped(reason),
                },
                false => (Vec::new(), facts),
            };
            Verdict::Proved(Proof {
                facts,
                candidates: candidates.len(),
                clauses: clauses.len(),
                summary,
                met: relation.met,
                numbers: relation.numbers,
                invariant: sentences,
                facts_unsaid,
                most_threads: relation.is_cut_at_threads.then_some(options.threads),
            })
        }
        Err(Refusal::Stopped { reason, .. }) => stopped(reason),
        // Without clauses, candidates may not be enough.
        Err(Refusal::Wrong { part: Part::Safety, .. }) if !options.engines.pdr => {
            Verdict::Unknown(Obstacle::TooWeak)
        }
        Err(refusal) => Verdict::Unknown(Obstacle::Refused(refusal)),
    }
}

/// What came of a search for clauses.
enum Search {
    /// Over the wide system.
    Found(Vec<TermId>),
    /// These are wrong that were built in.
    Wrong(Vec<Open>),
    Ended(Obstacle),
}

/// Learns clauses until nothing bad is possible, and nothing that makes wrong what is built in.
fn find_clauses(
    program: &Program,
    relation: &mut Relation,
    guessed: Guessed,
    options: &ProveOptions,
    progress: &dyn Fn(Activity),
) -> Search {
    let Guessed { mut narrow, holds, open } = guessed;
    if !options.engines.pdr {
        return if open.is_empty() { Search::Found(Vec::new()) } else { Search::Wrong(open) };
    }
    let terms = &mut relation.terms;
    let all = relation.facts.iter().chain(&holds);
    let mut known: Vec<TermId> = all.map(|&one| narrow.narrow(terms, one)).collect();
    known.retain(|&one| one != TermId::TRUE);
    known.sort_unstable();
    known.dedup();
    let fails = terms.or_all(open.iter().map(|open| open.fails).collect::<Vec<_>>());
    if !planted!(WhatIsBuiltInIsNotAsked) {
        narrow.system.bad = terms.or(narrow.system.bad, fails);
    }
    let circuit = Circuit::from_system(terms, &narrow.system, &known).reduced();
    let how = pdr::Options {
        engine: options.solver,
        seed: options.seed,
        stop: options.stop.clone(),
        ..Default::default()
    };
    let report = pdr::prove(&circuit, &how, &mut |so_far| {
        progress(Activity::Clauses { steps: so_far.frames, learnt: so_far.learnt_clauses });
    });
    match report.outcome {
        pdr::Outcome::Proved { invariant } => {
            let clauses = invariant.iter().map(|clause| {
                let clause = circuit.clause_term(terms, &narrow.system, clause);
                narrow.widen(terms, clause)
            });
            Search::Found(clauses.collect())
        }
        pdr::Outcome::Refuted(refutation) => what_happens(relation, &mut narrow, &circuit, &refutation, open),
        pdr::Outcome::Stopped(reason) => {
            let names = report.obstacles.iter().filter_map(|&latch| circuit.latch_name(latch));
            let about = names::in_words(program, relation, names);
            Search::Ended(Obstacle::Stopped { reason, about })
        }
    }
}

/// The circuit in which properties are searched for a proof: what is known of values is built in. Something bad can be
/// reached in it if, and only if, it can be in the relation, as long as what is known of values is true; that is not a part
/// of the circuit.
pub fn narrow_circuit(program: &Program, relation: &mut Relation) -> Circuit {
    let narrow = Narrow::by_values(relation, program.pointers);
    Circuit::from_system(&relation.terms, &narrow.system, &[]).reduced()
}

/// The system of a relation, for which it is bad as well if a fact is not true. So a proof that nothing bad can be reached
/// rests on no more than the steps.
pub fn whole_system(relation: &mut Relation) -> System {
    let all = relation.terms.and_all(relation.facts.iter().copied());
    let one_fails = relation.terms.not(all);
    let bad = relation.terms.or(relation.system.bad, one_fails);
    System { bad, ..relation.system.clone() }
}

fn stopped(reason: StopReason) -> Verdict {
    Verdict::Unknown(Obstacle::Stopped { reason, about: Vec::new() })
}

/// What a run shows first.
fn what_happens(
    relation: &mut Relation,
    narrow: &mut Narrow,
    circuit: &Circuit,
    refutation: &Refutation,
    open: Vec<Open>,
) -> Search {
    let terms = &mut relation.terms;
    let possible: Vec<TermId> = relation.bads.iter().map(|bad| narrow.narrow(terms, bad.possible)).collect();
    let run = circuit.run_of_system(&relation.terms, &narrow.system, refutation);
    // Once something is wrong that is built in, the rest of the run is no run of the program.
    for (index, step) in run.iter().enumerate() {
        let mut evaluator = Evaluator::new(&relation.terms, step);
        if let Some(happens) = possible.iter().position(|&possible| evaluator.holds(possible)) {
            let Bad { what, span, .. } = &relation.bads[happens];
            let (what, span) = (what.clone(), *span);
            return Search::Ended(Obstacle::Possible { what, span, steps: index + 1 });
        }
        if open.iter().any(|open| evaluator.holds(open.fails)) {
            return Search::Wrong(open.into_iter().filter(|open| evaluator.holds(open.fails)).collect());
        }
    }
    unreachable!("the system is bad in the last step of a refutation")
}
