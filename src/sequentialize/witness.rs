//! From a model of the formula back to a run: who runs when, and every input.

use bmc_solver::{Assignment, Evaluator, Terms};

use super::encoding::Encoding;
use super::questions::{Settled, is_settled};
use super::standing::{Stand, is_known_deadlock};
use crate::events::*;
use crate::ir::{ObjectId, PropertyId, PropertyKind, ThreadId};
use crate::script::{Choice, Script, ScriptContext};

/// A place of a thread that a run must come to: after a label, and after a number of its steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Destination {
    pub thread: ThreadId,
    pub label: usize,
    pub steps: usize,
}

/// Where in a schedule a thread passes a label.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Moment {
    round: u32,
    thread: ThreadId,
    label: usize,
}

/// What a model violates.
pub enum Violated<'a> {
    Claim(&'a Claim),
    /// The last state: who stands where.
    Race(PropertyId, [Stand; 2]),
    Deadlock(PropertyId, Vec<Stand>),
}

/// The first claim that the model violates, or else a property of its last state, without what is settled. `None` if it
/// violates nothing else, which would be a mistake of the encoding.
pub fn first_violation<'a>(
    terms: &Terms,
    structure: &'a EventStructure,
    encoding: &Encoding,
    model: &Assignment,
    settled: &dyn Settled,
) -> Option<Violated<'a>> {
    let mut evaluator = Evaluator::new(terms, model);
    let mut first: Option<(Moment, &Claim)> = None;
    for (claim, &violated) in structure.claims.iter().zip(&encoding.questions.claims) {
        if is_settled(claim, settled) || evaluator.value(violated) == 0 {
            continue;
        }
        let moment = moment(encoding, &mut evaluator, claim.thread, claim.label)?;
        if first.as_ref().is_none_or(|(known, _)| moment < *known) {
            first = Some((moment, claim));
        }
    }
    if let Some((_, claim)) = first {
        return Some(Violated::Claim(claim));
    }
    let standing = encoding.questions.standing.as_ref()?;
    for state in &encoding.questions.states {
        if settled.is_violated(state.property) || evaluator.value(state.violated) == 0 {
            continue;
        }
        if state.kind == PropertyKind::Race {
            if let Some(racing) = standing.racing(&mut evaluator, settled) {
                return Some(Violated::Race(state.property, racing));
            }
            continue;
        }
        let waiting = standing.waiting(&mut evaluator);
        if !is_known_deadlock(&waiting, settled) {
            return Some(Violated::Deadlock(state.property, waiting));
        }
    }
    None
}

/// Whether the run of the model comes to a violation of another property, too: whoever comes to it stops there.
pub fn violates_another(
    terms: &Terms,
    structure: &EventStructure,
    encoding: &Encoding,
    model: &Assignment,
    property: PropertyId,
) -> bool {
    let mut evaluator = Evaluator::new(terms, model);
    let mut claims = structure.claims.iter().zip(&encoding.questions.claims);
    claims.any(|(claim, &violated)| claim.property != property && evaluator.value(violated) == 1)
}

/// The whole run of the model, up to where the threads stand that violate a property of the last state.
pub fn script_to_state(
    terms: &Terms,
    structure: &EventStructure,
    encoding: &Encoding,
    model: &Assignment,
    (property, stands): (PropertyId, &[Stand]),
) -> Option<Script> {
    let mut evaluator = Evaluator::new(terms, model);
    let last = ThreadId::new(structure.threads.len());
    let end = Moment { round: encoding.rounds(), thread: last, label: 0 };
    let mut contexts = contexts_until(structure, encoding, &mut evaluator, end, 0);
    for &Stand { thread: id, step, .. } in stands {
        let thread = &structure.threads[id.index()];
        let start = indivisible_start(thread, &mut evaluator, step);
        let until = steps_before(thread, &mut evaluator, start);
        let run: u64 = contexts.iter().filter(|c| c.thread == id).map(|c| c.steps).sum();
        let steps = until.checked_sub(run)?;
        // What is left is the thread's own business, so it can be done in its last turn.
        match contexts.iter_mut().rev().find(|c| c.thread == id) {
            Some(context) => context.steps += steps,
            None => contexts.push(ScriptContext { thread: id, round: encoding.rounds(), steps }),
        }
    }
    let choices = structure.threads.iter().map(|t| choices(terms, structure, t, &mut evaluator)).collect();
    Some(Script { contexts, choices, goal: Some(property), ..Script::default() })
}

/// The first step of the atomic section a step is in on the thread's path, or the step itself.
fn indivisible_start(thread: &Thread, evaluator: &mut Evaluator<'_>, step: usize) -> usize {
    let (mut depth, mut start) = (0u32, step);
    for (index, candidate) in thread.steps[..=step].iter().enumerate() {
        // Whether it would take the step itself need not be decided: it stands before it.
        if index < step && evaluator.value(candidate.guard) == 0 {
            continue;
        }
        if depth == 0 {
            start = index;
        }
        match candidate.kind {
            StepKind::AtomicBegin => depth += 1,
            StepKind::AtomicEnd => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    start
}

/// The run of the model up to the destination; `None` if it does not get there.
pub fn script(
    terms: &Terms,
    structure: &EventStructure,
    encoding: &Encoding,
    model: &Assignment,
    destination: Destination,
) -> Option<Script> {
    let mut evaluator = Evaluator::new(terms, model);
    let end = moment(encoding, &mut evaluator, destination.thread, destination.label)?;
    let contexts = contexts_until(structure, encoding, &mut evaluator, end, destination.steps);
    let choices = structure.threads.iter().map(|t| choices(terms, structure, t, &mut evaluator)).collect();
    Some(Script { contexts, choices, goal: None, ..Script::default() })
}

fn moment(
    encoding: &Encoding,
    evaluator: &mut Evaluator<'_>,
    thread: ThreadId,
    label: usize,
) -> Option<Moment> {
    let round =
        (1..=encoding.rounds()).find(|&r| evaluator.value(encoding.timetable.done(thread, label, r)) == 1)?;
    Some(Moment { round, thread, label })
}

fn contexts_until(
    structure: &EventStructure,
    encoding: &Encoding,
    evaluator: &mut Evaluator<'_>,
    end: Moment,
    steps_to_claim: usize,
) -> Vec<ScriptContext> {
    let mut contexts = Vec::new();
    // How many steps of each thread have run.
    let mut run = vec![0u64; structure.threads.len()];
    for round in 1..=end.round {
        for (index, thread) in structure.threads.iter().enumerate() {
            let id = ThreadId::new(index);
            if (round, id) > (end.round, end.thread) {
                break;
            }
            let is_last = (round, id) == (end.round, end.thread);
            let mut runs = |label: usize| {
                evaluator.value(encoding.timetable.done(id, label, round)) == 1
                    && evaluator.value(encoding.timetable.done(id, label, round - 1)) == 0
            };
            let running: Vec<bool> = (0..thread.labels).map(&mut runs).collect();
            let happens = |e: &&Event| running[e.label] && evaluator.value(e.guard) == 1;
            let last_step = thread.events.iter().filter(happens).map(|e| e.step).max();
            let finishes = running[thread.labels - 1] && evaluator.value(thread.ends) == 1;
            let until = if is_last {
                steps_before(thread, evaluator, steps_to_claim)
            } else if finishes {
                // Nobody can interrupt what is left; a join waits for it.
                steps_before(thread, evaluator, thread.steps.len())
            } else {
                last_step.map_or(run[index], |step| steps_through(thread, evaluator, step))
            };
            if until > run[index] || is_last || finishes {
                contexts.push(ScriptContext { thread: id, round, steps: until - run[index] });
                run[index] = until;
            }
        }
    }
    contexts
}

/// How many of the first `limit` steps in program order the thread takes on its path.
fn steps_before(thread: &Thread, evaluator: &mut Evaluator<'_>, limit: usize) -> u64 {
    let mut counts = |s: &&Step| s.kind.is_counted() && evaluator.value(s.guard) == 1;
    thread.steps[..limit].iter().filter(&mut counts).count() as u64
}

/// How many steps the thread takes on its path up to and including `step`, and on to the end of the atomic
/// section that is open then.
fn steps_through(thread: &Thread, evaluator: &mut Evaluator<'_>, step: usize) -> u64 {
    let mut count = 0;
    let mut depth = 0u32;
    for (index, candidate) in thread.steps.iter().enumerate() {
        if index > step && depth == 0 {
            break;
        }
        if evaluator.value(candidate.guard) == 0 {
            continue;
        }
        count += u64::from(candidate.kind.is_counted());
        match candidate.kind {
            StepKind::AtomicBegin => depth += 1,
            StepKind::AtomicEnd => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    count
}

fn choices(
    terms: &Terms,
    structure: &EventStructure,
    thread: &Thread,
    evaluator: &mut Evaluator<'_>,
) -> Vec<Choice> {
    let mut choices = Vec::new();
    for step in &thread.steps {
        if evaluator.value(step.guard) == 0 {
            continue;
        }
        match step.kind {
            StepKind::Plain | StepKind::AtomicBegin | StepKind::AtomicEnd => {}
            StepKind::Input(value) => choices.push(Choice::Value(evaluator.value(value))),
            StepKind::Thread(thread) => choices.push(Choice::Thread(thread)),
            StepKind::Object(object) | StepKind::ThreadLocal(object) => {
                let reuses = structure.reuses.get(&object).map_or(&[][..], Vec::as_slice);
                if let Some(reuse) = reuses.iter().find(|reuse| evaluator.value(reuse.chosen) == 1) {
                    choices.push(Choice::Object { object: reuse.block, contents: Vec::new() });
                    continue;
                }
                let contents = contents(terms, structure, object, evaluator);
                choices.push(Choice::Object { object, contents });
            }
        }
    }
    choices
}

fn contents(
    terms: &Terms,
    structure: &EventStructure,
    object: ObjectId,
    evaluator: &mut Evaluator<'_>,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let Some(contents) = structure.objects.iter().find(|o| o.object == object) else { return bytes };
    for &(offset, term) in &contents.parts {
        let (offset, width) = (offset as usize, terms.width(term) as usize / 8);
        if bytes.len() < offset + width {
            bytes.resize(offset + width, 0);
        }
        bytes[offset..offset + width].copy_from_slice(&evaluator.value(term).to_le_bytes()[..width]);
    }
    bytes
}
