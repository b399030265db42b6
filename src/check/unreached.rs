//! What no run comes to within the bounds, though a check is about little without it.
//!
//! A loop that clears an array, or one that reads options, can be in the way of everything else: then nothing is violated
//! because nothing was looked at. So three things are asked of a search that found nothing: does a thread besides main
//! start, does the program end, is each assertion evaluated. What some run has come to with smaller bounds is not asked
//! again. Where main does not come to, it is told how far it comes.

use std::collections::BTreeSet;

use bmc_solver::{Answer, Evaluator, Stop, TermId};

use super::bounded::BoundedSearch;
use super::outcome::{Cut, UnknownReason, Unreached, UnreachedKind};
use super::search::{Reply, Search};
use crate::events::{MilestoneKind, Unfolding};
use crate::ir::{BlockId, Op, Operand, Program, PropertyId, PropertyKind, Repetition, Terminator, ThreadId};
use crate::source::Span;

/// So often is it asked whether main comes further than in the run before; then the last one will do.
const MOST_STEPS_OF_MAIN: usize = 30;

/// What some run comes to.
#[derive(Default)]
pub(super) struct Reached {
    threads: bool,
    end: bool,
    assertions: BTreeSet<PropertyId>,
}

impl Reached {
    fn holds(&self, what: UnreachedKind) -> bool {
        match what {
            UnreachedKind::Threads => self.threads,
            UnreachedKind::End => self.end,
            UnreachedKind::Assertion(property) => self.assertions.contains(&property),
        }
    }

    fn add(&mut self, what: UnreachedKind) {
        match what {
            UnreachedKind::Threads => self.threads = true,
            UnreachedKind::End => self.end = true,
            UnreachedKind::Assertion(property) => {
                self.assertions.insert(property);
            }
        }
    }
}

impl BoundedSearch<'_> {
    /// What the runs of a search that found nothing do not come to. What time does not suffice to find out is not told.
    pub(super) fn find_unreached(
        &mut self,
        unfolding: &mut Unfolding,
        search: &mut Search,
        cuts: &[Cut],
    ) -> Result<Vec<Unreached>, UnknownReason> {
        let mut open = self.open_milestones(unfolding, search);
        if open.is_empty() {
            return Ok(Vec::new());
        }
        if search.formula.assert_in(&mut search.solver, &unfolding.terms, &self.stop).is_err() {
            return Ok(Vec::new());
        }
        while !open.is_empty() {
            let any: Vec<TermId> = open.iter().map(|(_, reached)| *reached).collect();
            let any = unfolding.terms.or_all(any);
            let shown = || "what is named is not reached".to_string();
            match self.ask(&mut search.solver, &unfolding.terms, any, shown) {
                Reply::Yes => {
                    let mut evaluator = Evaluator::new(&unfolding.terms, search.solver.assignment());
                    let (reached, others): (Vec<_>, Vec<_>) =
                        open.into_iter().partition(|(_, reached)| evaluator.value(*reached) == 1);
                    assert!(!reached.is_empty(), "the model comes to one of the milestones");
                    reached.into_iter().for_each(|(what, _)| self.reached.add(what));
                    open = others;
                }
                Reply::No => break,
                Reply::Undecided(_) => return Ok(Vec::new()),
                Reply::Mistaken(reason) => return Err(reason),
            }
        }
        let mut unreached: Vec<UnreachedKind> = open.into_iter().map(|(what, _)| what).collect();
        if unreached.contains(&UnreachedKind::Threads) {
            // It says the same.
            unreached.retain(|what| *what != UnreachedKind::End);
        }
        // Nobody expects an end of a program that is made to go on for ever.
        let left_out = unfolding.structure.left_out.iter().map(|one| Some(one.of));
        let repeated: Vec<_> = cuts.iter().map(|cut| cut.bound.repetition()).chain(left_out).collect();
        let is_endless = |of: &Option<Repetition>| of.is_some_and(|of| is_endless(self.program, of));
        if repeated.iter().any(Option::is_some) && repeated.iter().all(is_endless) {
            unreached.retain(|what| *what != UnreachedKind::End);
        }
        Ok(self.with_places(unfolding, search, cuts, unreached))
    }

    /// What is not known to be reached, with the conditions under which it is.
    fn open_milestones(
        &self,
        unfolding: &mut Unfolding,
        search: &mut Search,
    ) -> Vec<(UnreachedKind, TermId)> {
        let Unfolding { terms, structure } = unfolding;
        let mut asked: Vec<(UnreachedKind, Vec<TermId>)> = Vec::new();
        let wanted = self.question.only;
        if creates_threads(self.program) {
            asked.push((UnreachedKind::Threads, Vec::new()));
        }
        asked.push((UnreachedKind::End, Vec::new()));
        let assertions = assertions(self.program).into_iter();
        let assertions = assertions.filter(|property| wanted.is_none_or(|only| only == *property));
        asked.extend(assertions.map(|property| (UnreachedKind::Assertion(property), Vec::new())));
        asked.retain(|(what, _)| !self.reached.holds(*what));
        if asked.is_empty() {
            return Vec::new();
        }
        let encoding = &mut search.formula.encoding;
        let reached = encoding.ask_for_milestones(terms, structure);
        for (milestone, reached) in structure.milestones.iter().zip(reached) {
            let kind = match milestone.kind {
                MilestoneKind::End => UnreachedKind::End,
                MilestoneKind::Assertion(property) => UnreachedKind::Assertion(property),
            };
            if let Some((_, ways)) = asked.iter_mut().find(|(what, _)| *what == kind) {
                ways.push(reached);
            }
        }
        if let Some((UnreachedKind::Threads, ways)) = asked.first_mut() {
            let others = (1..structure.threads.len()).map(ThreadId::new);
            ways.extend(others.map(|thread| encoding.passed(thread, 0)));
        }
        asked.into_iter().map(|(what, ways)| (what, terms.or_all(ways))).collect()
    }

    fn with_places(
        &mut self,
        unfolding: &mut Unfolding,
        search: &mut Search,
        cuts: &[Cut],
        unreached: Vec<UnreachedKind>,
    ) -> Vec<Unreached> {
        let (mut end_of_main, stop) = (None, self.stop.clone());
        let sources = &self.program.sources;
        let line = |span: Span| (Some(sources.locate(span)), sources.line_text(span).trim().to_string());
        let told = unreached.into_iter().map(|what| match what {
            UnreachedKind::Assertion(property) => {
                let (location, source) = line(self.program.property(property).span);
                Unreached { what, location, source, stopped_by: None }
            }
            UnreachedKind::Threads | UnreachedKind::End => {
                let found = end_of_main.get_or_insert_with(|| end_of_main_in(unfolding, search, cuts, &stop));
                match found {
                    EndOfMain::Cut(cut) => Unreached {
                        what,
                        location: cut.location.clone(),
                        source: cut.source.clone(),
                        stopped_by: Some(cut.bound.clone()),
                    },
                    EndOfMain::At(span) => {
                        let (location, source) = line(*span);
                        Unreached { what, location, source, stopped_by: None }
                    }
                    EndOfMain::Unknown => {
                        Unreached { what, location: None, source: String::new(), stopped_by: None }
                    }
                }
            }
        });
        told.collect()
    }
}

/// How far main comes.
enum EndOfMain {
    /// To a bound that some run reaches.
    Cut(Cut),
    /// To a step that no run makes.
    At(Span),
    Unknown,
}

fn end_of_main_in(unfolding: &mut Unfolding, search: &mut Search, cuts: &[Cut], stop: &Stop) -> EndOfMain {
    let main = ThreadId(0);
    let Unfolding { terms, structure } = unfolding;
    let happens = search.formula.encoding.ask_for_events(terms, structure, main);
    if search.formula.assert_in(&mut search.solver, terms, stop).is_err() {
        return EndOfMain::Unknown;
    }
    let thread = &structure.threads[main.index()];
    // So many events of main happen in no run, in their order, and those before them do.
    let mut next = 0;
    for _ in 0..MOST_STEPS_OF_MAIN {
        let further = terms.or_all(happens[next..].to_vec());
        if further == TermId::FALSE || search.solver.solve(terms, &[further]) != Answer::Satisfiable {
            break;
        }
        let mut evaluator = Evaluator::new(terms, search.solver.assignment());
        let last = happens.iter().rposition(|&happens| evaluator.value(happens) == 1);
        next = last.map_or(next, |last| last + 1).max(next + 1);
    }
    let step = next.checked_sub(1).map_or(0, |last| thread.events[last].step);
    // A bound that is reached there is what stops it.
    let marks = structure.marks.iter().filter(|mark| mark.thread == main && mark.steps >= step);
    let reached = marks.filter_map(|mark| {
        let is_it = |cut: &&Cut| cut.bound == mark.bound && cut.bound.is_number();
        cuts.iter().find(is_it).map(|cut| (mark.steps, cut))
    });
    if let Some((_, cut)) = reached.max_by_key(|(steps, _)| *steps) {
        return EndOfMain::Cut(cut.clone());
    }
    let Some(event) = thread.events.get(next) else {
        // It may go around for ever behind the last one.
        let spins = structure.left_out.iter().rfind(|one| one.thread == main && one.steps >= step);
        return spins.map_or(EndOfMain::Unknown, |one| EndOfMain::At(one.span));
    };
    let waits = thread.requirements.iter().find(|one| one.label == event.label).map(|one| one.place);
    EndOfMain::At(waits.filter(|place| *place != Span::default()).unwrap_or(event.span))
}

fn creates_threads(program: &Program) -> bool {
    operations(program).any(|op| matches!(op, Op::CreateThread { .. }))
}

/// Those that can hold: what can never hold is a place that nobody should come to.
fn assertions(program: &Program) -> Vec<PropertyId> {
    let mut found: Vec<PropertyId> = operations(program)
        .filter_map(|op| match op {
            Op::Assert { condition: Operand::Constant { .. }, .. } => None,
            Op::Assert { property, .. } => Some(*property),
            _ => None,
        })
        .filter(|property| program.property(*property).kind == PropertyKind::Assertion)
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn operations(program: &Program) -> impl Iterator<Item = &Op> {
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    blocks.flat_map(|block| &block.instructions).map(|instruction| &instruction.op)
}

/// A loop that control cannot leave.
fn is_endless(program: &Program, of: Repetition) -> bool {
    let Repetition::Loop { function, id } = of else { return false };
    let function = program.function(function);
    let inside = &function.loops[id.index()];
    let is_inside = |block: BlockId| inside.first <= block && block <= inside.last;
    let blocks = &function.blocks[inside.first.index()..=inside.last.index()];
    blocks.iter().all(|block| match &block.terminator {
        Terminator::Return(_) | Terminator::ExitThread(_) => false,
        other => other.successors().all(is_inside),
    })
}
