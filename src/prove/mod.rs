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

mod narrowing;
mod sentence;
mod templates;
mod words;

use std::fmt;

use bmc_solver::transition::certificate::{self, Refusal, Summary};
use bmc_solver::transition::{Circuit, Refutation, System, houdini, minimise, pdr};
use bmc_solver::{EngineKind, Evaluator, Stop, StopReason, TermId};

use crate::ir::{FunctionId, Program, PropertyId};
use crate::relation::{Cause, Interrupted, Relation, assemble, find_steps};
use crate::source::Span;
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
    /// The system comes to something that must not happen. Whether the program does is for a replay to say.
    Possible { what: Cause, span: Span, steps: usize },
    /// A limit of time or memory; the variables of the state that were asked about last, the most frequent first.
    Stopped { reason: StopReason, about: Vec<String> },
    /// The checker does not accept the invariant: a mistake in here.
    Refused(Refusal),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::NotFollowed { what, .. } => write!(f, "{what} is not followed without bounds"),
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
    let terms = &mut relation.terms;
    let mut narrow = Narrow::of(terms, &relation.system, &relation.values, program.pointers);
    let facts = relation.facts.clone();
    let mut known: Vec<TermId> = facts.iter().map(|&fact| narrow.narrow(terms, fact)).collect();
    let candidates = match options.engines.houdini {
        true => templates::candidates(&mut relation),
        false => Vec::new(),
    };
    progress(Activity::Candidates(candidates.len()));
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
    let report = pdr::prove(&circuit, &how, &mut |so_far| {
        progress(Activity::Clauses { steps: so_far.frames, learnt: so_far.learnt_clauses });
    });
    let clauses = match report.outcome {
        pdr::Outcome::Proved { invariant } => invariant,
        pdr::Outcome::Refuted(refutation) => {
            return Verdict::Unknown(what_happens(&mut relation, &mut narrow, &circuit, &refutation));
        }
        pdr::Outcome::Stopped(reason) => {
            let names = report.obstacles.iter().filter_map(|&latch| circuit.latch_name(latch));
            let about = names.map(str::to_string).collect();
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
        Ok(summary) => {
            let (sentences, facts_unsaid) = match options.tells_invariant {
                true => match told(program, &mut relation, &invariant, kept.len(), options) {
                    Ok(told) => told,
                    Err(reason) => return stopped(reason),
                },
                false => (Vec::new(), facts.len()),
            };
            Verdict::Proved(Proof {
                facts: facts.len(),
                candidates: kept.len(),
                clauses: clauses.len(),
                summary,
                met: relation.met,
                invariant: sentences,
                facts_unsaid,
                most_threads: relation.is_cut_at_threads.then_some(options.threads),
            })
        }
        Err(Refusal::Stopped { reason, .. }) => stopped(reason),
        Err(refusal) => Verdict::Unknown(Obstacle::Refused(refusal)),
    }
}

/// The circuit in which properties are searched for a proof: what is known of values is built in. Something bad can be
/// reached in it if, and only if, it can be in the relation, as long as what is known of values is true; that is not a part
/// of the circuit.
pub fn narrow_circuit(program: &Program, relation: &mut Relation) -> Circuit {
    let narrow = Narrow::of(&mut relation.terms, &relation.system, &relation.values, program.pointers);
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

/// What a verified invariant says, as far as the proof needs it, and how many facts are not among that. Its members are
/// facts, then candidates, then clauses.
fn told(
    program: &Program,
    relation: &mut Relation,
    invariant: &[TermId],
    candidates: usize,
    options: &ProveOptions,
) -> Result<(Vec<Sentence>, usize), StopReason> {
    let facts = relation.facts.len();
    // What is about few variables is easier to read, and so is tried without the rest.
    let mut members: Vec<(usize, usize, usize)> = Vec::new();
    for (member, &conjunct) in invariant.iter().enumerate() {
        let kind = usize::from(member >= facts) + usize::from(member >= facts + candidates);
        members.push((kind, words::variable_count(&relation.terms, conjunct), member));
    }
    members.sort_unstable();
    let prefixes = members.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)).map(<[_]>::len);
    let prefixes = prefixes.scan(0, |sum, count| {
        *sum += count;
        Some(*sum)
    });
    let how = minimise::Options {
        engine: options.solver,
        seed: options.seed,
        prefixes: prefixes.collect(),
        ..Default::default()
    };
    let in_order: Vec<TermId> = members.iter().map(|&(_, _, member)| invariant[member]).collect();
    let found = minimise::minimise(&mut relation.terms, &relation.system, &in_order, &options.stop, &how)?;
    let kept = found.expect("an invariant that was verified is a proof").kept;
    let mut kept: Vec<usize> = kept.iter().map(|&number| members[number].2).collect();
    kept.sort_unstable();
    let conjuncts: Vec<TermId> = kept.iter().map(|&member| invariant[member]).collect();
    if cfg!(debug_assertions) {
        let checked = certificate::check(&mut relation.terms, &relation.system, &conjuncts, &options.stop);
        let is_wrong = matches!(checked, Err(Refusal::Wrong { .. } | Refusal::Unproved { .. }));
        assert!(!is_wrong, "what is said of an invariant must be one: {checked:?}");
    }
    let (sentences, is_left_out) = words::tell(program, relation, &conjuncts);
    let said = kept.iter().zip(is_left_out).filter(|(member, is_left_out)| **member < facts && !is_left_out);
    Ok((sentences, facts - said.count()))
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
