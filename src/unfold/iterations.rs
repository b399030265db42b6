//! Iterations of loops that change nothing are left out: what spinning threads do while they wait.
//!
//! An iteration goes from the head of a loop to a jump back to it. Whether it changes anything is decided on each path
//! by a term, for most loops that retry have iterations of both kinds: one changes nothing if
//!
//! 1. nothing happens in it that others may notice: no write to memory that they can see, unless it puts there what is
//!    there (a failed exchange), no block is made or freed, no thread is created or joined;
//! 2. the registers and the memory of this thread hold what they held at the head, as far as they are needed there;
//! 3. it neither begins nor ends inside of an atomic section.
//!
//! The path goes on where the iteration changes something. Where it does not, it ends without a mark.
//!
//! **Why that is sound.** Take any run, and leave out all steps of one thread that make up an iteration that changes
//! nothing on the way it took. What is left is a run of the same program. To the other threads memory is what it was at
//! every moment, by (1): a write that is left out put there what was there, in the middle of an atomic section in which
//! that was read, or where only this thread ever writes. The thread itself is at the head of the loop before and behind
//! what is left out, with the same in all that it will look at, by (2), so it goes on in the same way; what it takes as
//! an input later is arbitrary in any case and can be what it was. Nobody can be in the middle of a section of another,
//! so the sections that are left are whole, by (3). All threads stand at the same places at the end, with the same
//! memory: claims, marks, milestones, races and deadlocks, which are states at the end of a run, are what they were, and
//! so is every access that is about to happen. It takes no more rounds and no more iterations. A run has finitely many
//! steps, so after finitely many times there is no such iteration in it, and then it is among the runs that are left
//! here: they are all the runs in which no thread goes on behind an iteration that changes nothing. That is decided by
//! what was read and what is computed from it, so it is the same for all orders of independent steps, and for a run and
//! its beginning: the questions whether rounds suffice and whether a mark is reached are asked of these runs, with
//! answers that are true of all.
//!
//! Of an iteration that changes nothing, the first time is kept up to the jump back: what is wrong in it is found, and a
//! thread that stands in the middle of it stands there. A thread whose path ends here stands nowhere, as behind a failed
//! assumption: it is neither blocked nor has it ended, so no deadlock comes of it (`sequentialize::standing`). In the
//! program it could go around once more.
//!
//! **What is compared** is this path's value now with the one at the head of this iteration, when all ways to the head had
//! met there. A value that is not needed at the head does not count: of registers, and of locals whose address goes
//! nowhere, the code tells; other private memory counts if it existed at the head. Memory that others write, too, is read
//! anew whenever it is looked at, so what this thread left there does not count. Values that are computed anew in every
//! iteration count as changed unless they are the same term: counters are, and equations between products are worth
//! nothing to anybody.

use std::rc::Rc;

use bmc_solver::{Node, TermId};

use super::activation::Activation;
use super::instruction::slot;
use super::memory::MOST_CONJUNCTS;
use super::pass::{Needed, Unfolder};
use super::state::PathState;
use crate::analysis::ObjectKind;
use crate::events::{CellId, Event, EventKind, LeftOut, Place};
use crate::ir::*;
use crate::planted::planted;
use crate::reductions::Reduction;
use crate::symbolic::MOST_CONDITIONS;

/// An iteration that more values decide about counts as one that changes something.
const MOST_COMPARISONS: usize = 16;
/// So many alternatives of a value are compared one by one.
const MOST_ALTERNATIVES: u32 = 16;
/// So many events back a section is searched for the read of what a write replaces.
const MOST_EVENTS_BACK: usize = 32;

/// How an iteration begins, on the one path that comes to it outside of atomic sections.
pub(super) struct Head {
    state: PathState,
    /// How many effects there were in the thread by then.
    effects: usize,
}

impl Unfolder<'_> {
    /// All ways that lead to the block have met; loops that have it as their head begin an iteration.
    pub(super) fn note_head(&mut self, top: &mut Activation, block: BlockId, state: &PathState) {
        if !self.options.reductions.contains(Reduction::Iterations) || state.section.is_some() {
            return;
        }
        let function = self.program.function(top.function);
        let Some(index) = function.loops.iter().position(|lp| lp.first == block) else { return };
        let effects = self.thread().effects.len();
        let iterations = top.loops.entry(LoopId::new(index)).or_default();
        let first = iterations.head.take().filter(|_| planted!(IterationsAreComparedWithTheFirst));
        let state = first.map_or_else(|| state.clone(), |first| first.state.clone());
        iterations.head = Some(Rc::new(Head { state, effects }));
    }

    /// Something happens that others may notice, if `changes` holds.
    pub(super) fn note_effect(&mut self, guard: TermId, changes: TermId) {
        let effect = self.terms.and(guard, changes);
        if effect != TermId::FALSE {
            self.thread().effects.push(effect);
        }
    }

    /// The paths that jump back to the head of a loop, as far as their iteration has changed something.
    pub(super) fn without_idle(
        &mut self,
        top: &Activation,
        id: LoopId,
        paths: Vec<PathState>,
    ) -> Vec<PathState> {
        let Some(head) = top.loops.get(&id).and_then(|iterations| iterations.head.clone()) else {
            return paths;
        };
        let mut left = Vec::with_capacity(paths.len());
        for mut state in paths {
            let unchanged = match state.section {
                Some(_) => TermId::FALSE,
                None => self.changes_nothing(top.function, id, &head, &state),
            };
            let unchanged = match self.words().values_on(&state.path, unchanged).as_constant() {
                Some(0) => TermId::FALSE,
                Some(_) => TermId::TRUE,
                None => unchanged,
            };
            if unchanged == TermId::FALSE {
                left.push(state);
                continue;
            }
            self.note_end_in_operand(&state, false);
            self.note_left_out(top, id);
            if planted!(ThreadsThatSpinAreBlocked) {
                self.block_for_ever(&mut state, unchanged);
            }
            let changed = self.terms.not(unchanged);
            state.path.assume(&mut self.terms, changed);
            if !state.path.is_dead() {
                left.push(state);
            }
        }
        left
    }

    fn note_left_out(&mut self, top: &Activation, id: LoopId) {
        let (thread, steps) = (self.current, self.thread().steps.len());
        let span = top.place.unwrap_or(self.program.function(top.function).loops[id.index()].span);
        let of = Repetition::Loop { function: top.function, id };
        self.found.left_out.push(LeftOut { thread, steps, of, span });
    }

    /// The mistake of taking a thread whose path ends for one that waits.
    fn block_for_ever(&mut self, state: &mut PathState, condition: TermId) {
        use super::memory::InstructionGroup;
        use crate::events::{Reason, Requirement};
        let label = self.label(state, &mut InstructionGroup::default());
        let ends = self.terms.and(state.path.guard(), condition);
        let (holds, step) = (self.terms.not(ends), self.thread().steps.len().saturating_sub(1));
        let (reason, place) = (Reason::Waits, Default::default());
        self.thread().requirements.push(Requirement { label, holds, step, reason, place });
    }

    /// When the iteration that comes to its end on this path has changed nothing. What is not looked at, or would take
    /// too much, counts as changed.
    fn changes_nothing(
        &mut self,
        function: FunctionId,
        id: LoopId,
        head: &Head,
        state: &PathState,
    ) -> TermId {
        let mut unchanged = Conjunction::default();
        // A way that jumped into the middle of the loop has not come through the head.
        if !state.path.continues(&head.state.path) {
            unchanged.add(head.state.path.guard());
        }
        self.compare_registers(function, id, (head, state), &mut unchanged);
        self.compare_effects(head, state, &mut unchanged);
        self.compare_memory(function, id, (head, state), &mut unchanged);
        match unchanged.is_impossible {
            true => TermId::FALSE,
            false => self.terms.and_all(unchanged.parts),
        }
    }

    fn compare_registers(
        &mut self,
        id: FunctionId,
        of: LoopId,
        (head, state): (&Head, &PathState),
        unchanged: &mut Conjunction,
    ) {
        if planted!(RegistersAreNotCompared) {
            return;
        }
        let function = self.program.function(id);
        let first = function.loops[of.index()].first;
        let needed = self.needed(id);
        for (index, before, now) in head.state.registers.differences(&state.registers) {
            let is_needed = match index.checked_sub(function.registers.len()) {
                None => needed.registers.at_start(first)[index],
                Some(local) => needed.locals.is_instance_needed(first, LocalId::new(local)),
            };
            if unchanged.is_impossible {
                return;
            }
            if is_needed {
                let same = match (before, now) {
                    (Some(before), Some(now)) => self.same(state, before, now),
                    _ => TermId::FALSE,
                };
                unchanged.add(same);
            }
        }
    }

    fn compare_effects(&mut self, head: &Head, state: &PathState, unchanged: &mut Conjunction) {
        if planted!(VisibleWritesDoNotCount) {
            return;
        }
        let conditions = state.path.conditions().take(MOST_CONDITIONS);
        let decided: Vec<TermId> = conditions.flat_map(|one| self.conjuncts(one)).collect();
        for index in head.effects..self.thread().effects.len() {
            if unchanged.is_impossible {
                return;
            }
            let effect = self.thread().effects[index];
            let parts = self.conjuncts(effect);
            let is_refuted = |part: &TermId| decided.iter().any(|&one| self.are_opposite(one, *part));
            if parts.iter().any(is_refuted) {
                continue;
            }
            let is_shown = |part: &TermId| {
                matches!(self.terms.node(*part), Node::And(..)) && parts.len() < MOST_CONJUNCTS
                    || decided.contains(part)
            };
            let happens = parts.iter().all(is_shown);
            unchanged.add(if happens { TermId::FALSE } else { self.terms.not(effect) });
        }
    }

    fn compare_memory(
        &mut self,
        function: FunctionId,
        of: LoopId,
        (head, state): (&Head, &PathState),
        unchanged: &mut Conjunction,
    ) {
        if unchanged.is_impossible || planted!(PrivateMemoryIsNotCompared) {
            return;
        }
        let overwritten = self.overwritten_locals(function, of, state);
        for (index, _, _) in head.state.store.differences(&state.store) {
            if unchanged.is_impossible {
                return;
            }
            let cell = CellId::new(index);
            let object = self.memory.cells[index].object;
            if overwritten.contains(&object)
                || self.is_made_since(head, state, object)
                || self.is_read_anew(head, state, cell)
            {
                continue;
            }
            let [before, now] = [&head.state, state].map(|path| self.stored(path, cell));
            let same = self.same(state, before, now);
            unchanged.add(same);
        }
    }

    /// A variable of the iteration. Nothing that is needed at the head points to it, or that would have changed.
    fn is_made_since(&self, head: &Head, state: &PathState, object: ObjectId) -> bool {
        object >= self.program.first_dynamic_object()
            && self.shape(object).kind == ObjectKind::Local
            && head.state.made.get(object.index()).is_none()
            && state.made.get(object.index()).is_some()
    }

    /// What the thread itself left in the cell is of no account: a read of it asks what is there now.
    fn is_read_anew(&self, head: &Head, state: &PathState, cell: CellId) -> bool {
        let object = self.memory.cells[cell.index()].object;
        let is_lock = |path: &PathState| path.held.iter().any(|lock| lock.0 == object);
        self.is_visible(&head.state, object, &[cell])
            && !self.knows_contents(object, &[cell])
            && !is_lock(&head.state)
            && !is_lock(state)
    }

    /// Variables of this function whose contents are overwritten before anybody reads them, from the head on.
    fn overwritten_locals(&mut self, id: FunctionId, of: LoopId, state: &PathState) -> Vec<ObjectId> {
        let function = self.program.function(id);
        let first = function.loops[of.index()].first;
        let needed = self.needed(id);
        let mut found = Vec::new();
        for local in (0..function.locals.len()).map(LocalId::new) {
            if !needed.unshared[local.index()] || needed.locals.are_contents_needed(first, local) {
                continue;
            }
            let address = state.registers.get(slot(function, local));
            let pointer = address.and_then(|address| self.terms.as_constant(address));
            found.extend(pointer.map(|pointer| self.program.pointers.object(pointer)));
        }
        found
    }

    fn needed(&mut self, id: FunctionId) -> Needed {
        let function = self.program.function(id);
        let needed = self.functions.needed.entry(id).or_insert_with(|| Needed {
            registers: Liveness::of_use(function),
            locals: LocalLiveness::of(function),
            unshared: unshared_locals(function).into(),
        });
        needed.clone()
    }

    /// When a value is what it was. Of what is chosen each alternative is looked at by itself.
    fn same(&mut self, state: &PathState, before: TermId, now: TermId) -> TermId {
        let mut budget = MOST_ALTERNATIVES;
        let same = self.same_alternatives(before, now, &mut budget);
        match self.words().values_on(&state.path, same).as_constant() {
            Some(0) => TermId::FALSE,
            Some(_) => TermId::TRUE,
            None => same,
        }
    }

    fn same_alternatives(&mut self, before: TermId, now: TermId, budget: &mut u32) -> TermId {
        if before == now {
            return TermId::TRUE;
        }
        if self.terms.width(before) != self.terms.width(now) || *budget == 0 {
            return TermId::FALSE;
        }
        *budget -= 1;
        match self.terms.node(now) {
            Node::Ite(condition, yes, no) => {
                let yes = self.same_alternatives(before, yes, budget);
                let no = self.same_alternatives(before, no, budget);
                self.terms.ite(condition, yes, no)
            }
            Node::Neg(_)
            | Node::Add(..)
            | Node::Mul(..)
            | Node::Udiv(..)
            | Node::Urem(..)
            | Node::Shl(..)
            | Node::Lshr(..)
            | Node::Ashr(..) => TermId::FALSE,
            _ => self.terms.eq(before, now),
        }
    }

    /// When a write that others may see changes what is there. It does not if it puts there what was read in the same
    /// atomic section, with nothing written in between, or, where only this thread ever writes, what it last put there.
    pub(super) fn changes(&mut self, state: &PathState, places: &[Place], value: TermId) -> TermId {
        if !self.options.reductions.contains(Reduction::Iterations) {
            return TermId::TRUE;
        }
        if let Some((guard, symbol)) = self.read_in_section(state, places) {
            let same = self.terms.eq(symbol, value);
            let restores = self.terms.and(guard, same);
            return match planted!(ExchangesChangeNothing) {
                true => TermId::FALSE,
                false => self.terms.not(restores),
            };
        }
        let [place] = places else { return TermId::TRUE };
        let object = self.memory.cells[place.cells[0].index()].object;
        if !self.knows_contents(object, &place.cells) {
            return TermId::TRUE;
        }
        let parts: Vec<TermId> = place.cells.iter().map(|&cell| self.stored(state, cell)).collect();
        let known = self.join_parts(&parts);
        if self.terms.width(known) != self.terms.width(value) {
            return TermId::TRUE;
        }
        let same = self.terms.eq(known, value);
        let differs = self.terms.not(same);
        self.terms.and(place.condition, differs)
    }

    /// The latest read of the same places in the atomic section that the path is in, if nothing of them was written
    /// since: when it happens, and what it yields.
    fn read_in_section(&self, state: &PathState, places: &[Place]) -> Option<(TermId, TermId)> {
        let (label, _) = state.section?;
        let written = |others: &[Place]| {
            let cells = || places.iter().flat_map(|place| &place.cells);
            others.iter().flat_map(|place| &place.cells).any(|cell| cells().any(|own| own == cell))
        };
        let events = &self.threads[self.current.index()].events;
        for Event { label: its_label, guard, kind, .. } in events.iter().rev().take(MOST_EVENTS_BACK) {
            if *its_label != label {
                continue;
            }
            match kind {
                EventKind::Read { places: read, symbol, .. } if are_same(read, places) => {
                    return Some((*guard, *symbol));
                }
                EventKind::Write { places: others, .. } if written(others) => return None,
                EventKind::Read { .. } | EventKind::Write { .. } => {}
                EventKind::Create { .. } | EventKind::Join { .. } => return None,
            }
        }
        None
    }
}

fn are_same(some: &[Place], others: &[Place]) -> bool {
    let is_same =
        |(one, other): (&Place, &Place)| one.condition == other.condition && one.cells == other.cells;
    some.len() == others.len() && some.iter().zip(others).all(is_same)
}

/// What all must hold, as long as it can.
#[derive(Default)]
struct Conjunction {
    parts: Vec<TermId>,
    is_impossible: bool,
}

impl Conjunction {
    fn add(&mut self, part: TermId) {
        if part != TermId::TRUE {
            self.parts.push(part);
        }
        self.is_impossible |= part == TermId::FALSE || self.parts.len() > MOST_COMPARISONS;
    }
}
