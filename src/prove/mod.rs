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

mod names;
mod narrowing;
mod sentence;
mod templates;

use std::fmt;

use bmc_solver::transition::certificate::{self, Part, Refusal, Summary};
use bmc_solver::transition::{Circuit, Refutation, houdini, pdr};
use bmc_solver::{EngineKind, Evaluator, Stop, StopReason, TermId};

use crate::ir::{FunctionId, Program, PropertyId};
use crate::relation::{Cause, Interrupted, Relation, assemble, find_steps};
use crate::source::Span;
use narrowing::Narrow;
pub use sentence::Sentence;

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
    /// The invariant in the words of the program, if that was asked for.
    pub invariant: Vec<Sentence>,
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
    let terms = &mut relation.terms;
    let mut narrow = Narrow::of(terms, &relation.system, &relation.values, program.pointers);
    let facts = relation.facts.clone();
    let mut known: Vec<TermId> = facts.iter().map(|&fact| narrow.narrow(terms, fact)).collect();
    let candidates = match options.engines.houdini {
        true => templates::candidates(&mut relation),
        false => Vec::new(),
    };
    progress(Activity::Candidates(candidates.len()));
    if let Some(reason) = options.stop.requested() {
        return stopped(reason);
    }
    let terms = &mut relation.terms;
    let of_narrow: Vec<TermId> = candidates.iter().map(|&one| narrow.narrow(terms, one)).collect();
    let how = houdini::Options { engine: options.solver, seed: options.seed, ..Default::default() };
    let found = houdini::houdini(terms, &narrow.system, &known, &of_narrow, &options.stop, &how);
    let Some(survives) = found.survivors() else {
        return stopped(found.stopped.expect("a search that was not stopped has survivors"));
    };
    let kept: Vec<usize> = (0..candidates.len()).filter(|&index| survives[index]).collect();
    known.extend(kept.iter().map(|&index| of_narrow[index]));
    known.retain(|&one| one != TermId::TRUE);
    known.sort_unstable();
    known.dedup();

    let circuit = Circuit::from_system(terms, &narrow.system, &known).reduced();
    let how = pdr::Options {
        engine: options.solver,
        seed: options.seed,
        stop: options.stop.clone(),
        ..Default::default()
    };
    let learns = options.engines.pdr.then(|| {
        pdr::prove(&circuit, &how, &mut |so_far| {
            progress(Activity::Clauses { steps: so_far.frames, learnt: so_far.learnt_clauses });
        })
    });
    let clauses = match learns {
        None => Vec::new(),
        Some(pdr::Report { outcome: pdr::Outcome::Proved { invariant }, .. }) => invariant,
        Some(pdr::Report { outcome: pdr::Outcome::Refuted(refutation), .. }) => {
            return Verdict::Unknown(what_happens(&mut relation, &mut narrow, &circuit, &refutation));
        }
        Some(pdr::Report { outcome: pdr::Outcome::Stopped(reason), obstacles, .. }) => {
            let names = obstacles.iter().filter_map(|&latch| circuit.latch_name(latch));
            let about = names::in_words(program, &relation, names);
            return Verdict::Unknown(Obstacle::Stopped { reason, about });
        }
    };
    let mut invariant = facts.clone();
    invariant.extend(kept.iter().map(|&index| candidates[index]));
    for clause in &clauses {
        let clause = circuit.clause_term(terms, &narrow.system, clause);
        invariant.push(narrow.widen(terms, clause));
    }
    progress(Activity::Checking);
    match certificate::check(terms, &relation.system, &invariant, &options.stop) {
        Ok(summary) => Verdict::Proved(Proof {
            facts: facts.len(),
            candidates: kept.len(),
            clauses: clauses.len(),
            summary,
            met: relation.met,
            numbers: relation.numbers,
            invariant: Vec::new(),
            most_threads: relation.is_cut_at_threads.then_some(options.threads),
        }),
        Err(Refusal::Stopped { reason, .. }) => stopped(reason),
        Err(Refusal::Wrong { part: Part::Safety, .. }) if !options.engines.pdr => {
            Verdict::Unknown(Obstacle::TooWeak)
        }
        Err(refusal) => Verdict::Unknown(Obstacle::Refused(refusal)),
    }
}

fn stopped(reason: StopReason) -> Verdict {
    Verdict::Unknown(Obstacle::Stopped { reason, about: Vec::new() })
}

/// What the last state of a run shows.
fn what_happens(
    relation: &mut Relation,
    narrow: &mut Narrow,
    circuit: &Circuit,
    refutation: &Refutation,
) -> Obstacle {
    let terms = &mut relation.terms;
    let possible: Vec<TermId> = relation.bads.iter().map(|bad| narrow.narrow(terms, bad.possible)).collect();
    let run = circuit.run_of_system(&relation.terms, &narrow.system, refutation);
    let last = run.last().expect("a refutation has a step");
    let mut evaluator = Evaluator::new(&relation.terms, last);
    let happens = possible.iter().position(|&possible| evaluator.value(possible) == 1);
    let bad = &relation.bads[happens.expect("the system is bad where one of its bads is")];
    Obstacle::Possible { what: bad.what.clone(), span: bad.span, steps: run.len() }
}
