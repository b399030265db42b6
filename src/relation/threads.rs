//! Threads that are created and joined, sections that are atomic, locks that are held.

use std::collections::BTreeMap;
use std::rc::Rc;

use bmc_solver::TermId;

use super::builder::{Builder, Destination, Interrupted, Start};
use super::company::{Company, Lock, MOST_THREADS, common, either};
use super::facts::{Conduct, Mover, Origin, ThreadFacts};
use super::place::{Chain, Spot};
use super::state::{PathState, Section};
use crate::analysis::Values;
use crate::ir::*;
use crate::planted::planted;

impl Builder<'_> {
    /// Creates a thread that begins with one of these functions; its number. `None` if there are too many threads.
    pub(super) fn create_threads(
        &mut self,
        state: &mut PathState,
        functions: Vec<(FunctionId, TermId)>,
        argument: TermId,
        width: u32,
    ) -> Result<Option<TermId>, Interrupted> {
        // There is one thread for every place that makes one. Loops around it are unrolled where they are known to make some.
        if self.may_repeat() && !planted!(ThreadsReplaceEachOther) {
            return Err(self.obstacle("a thread that is created again in a loop", self.here.1));
        }
        let mut number: Option<TermId> = None;
        for (function, condition) in functions {
            let Some(thread) = self.thread_made_here(function) else {
                self.is_cut_at_threads = true;
                self.finish(state.clone(), Destination::Over);
                return Ok(None);
            };
            self.begin_thread(state, thread, argument);
            Rc::make_mut(&mut state.company).created.insert(thread);
            let guard = self.terms.and(state.path.guard(), condition);
            self.step.starts.push(Start { guard, thread, argument });
            let own = self.terms.constant(width, u128::from(thread.0) + 1);
            number = Some(number.map_or(own, |other| self.terms.ite(condition, own, other)));
        }
        match &mut state.section {
            Some(section) => {
                section.mover = section.mover.join(Mover::LEFT);
                section.is_noticed = true;
            }
            None => {
                self.passes(state, Conduct::of(Mover::LEFT));
                state.progress.is_noticed = true;
            }
        }
        Ok(number)
    }

    fn thread_made_here(&mut self, function: FunctionId) -> Option<ThreadId> {
        let key = (self.here.0.clone(), function);
        if let Some(&known) = self.facts.thread_numbers.get(&key) {
            return Some(known);
        }
        let thread = ThreadId::new(self.facts.threads.len());
        if thread.index() > self.most_threads.min(MOST_THREADS) {
            return None;
        }
        self.facts.thread_numbers.insert(key, thread);
        self.add_thread(thread, function, Some(self.thread));
        Some(thread)
    }

    pub(super) fn add_thread(&mut self, thread: ThreadId, function: FunctionId, creator: Option<ThreadId>) {
        let chain = self.facts.places.chain_of(Chain { thread, function, caller: None });
        let start = Spot { chain, turns: Vec::new(), block: BlockId(0), instruction: 0 };
        let bytes = u64::from(self.program.pointers.pointer_bits / 8);
        let result = self.facts.object(Origin::Result(thread), bytes, || vec![0, bytes]);
        self.facts.threads.push(ThreadFacts { function, start, creator, result });
        self.facts.is_restructured = true;
    }

    /// What the first step of a thread can rely on.
    fn begin_thread(&mut self, state: &PathState, thread: ThreadId, argument: TermId) {
        let ThreadFacts { function, start, .. } = &self.facts.threads[thread.index()];
        let (function, start) = (*function, start.clone());
        self.note_met(function);
        let registers = self.parameters(function, &[argument]);
        let live = self.liveness_of(function).before(self.program.function(function), BlockId(0), 0);
        let mut known = BTreeMap::new();
        for register in live.iter_ones() {
            let values = match registers.get(register) {
                Some(value) => self.words().values_on(&state.path, value),
                None => Values::constant(self.program.function(function).registers[register].ty.bits, 0),
            };
            known.insert(RegisterId::new(register), values);
        }
        let company = Company { ended: state.company.ended, ..Company::default() };
        let place = self.facts.places.place_of(start);
        self.facts.arrives(place, vec![known], &company);
    }

    /// Waits until a thread has ended, and yields what it returned.
    pub(super) fn join_thread(&mut self, state: &mut PathState, thread: TermId) -> TermId {
        let values = self.words().values_on(&state.path, thread);
        let width = self.program.pointers.pointer_bits;
        let (mut meant, mut has_ended) = (Vec::new(), Vec::new());
        let mut result: Option<TermId> = None;
        let mut joined = Vec::new();
        for index in 0..self.facts.threads.len() {
            let number = index as u128 + 1;
            if !values.contains(number) {
                continue;
            }
            let id = ThreadId::new(index);
            let constant = self.terms.constant(self.terms.width(thread), number);
            let is_it = self.terms.eq(thread, constant);
            let ended = self.ended_symbol(id);
            meant.push(is_it);
            has_ended.push(self.terms.and(is_it, ended));
            let cell = self.facts.cells_at(self.facts.threads[index].result, 0, u64::from(width / 8))[0];
            let own = self.stored(state, cell);
            result = Some(result.map_or(own, |other| self.choose(is_it, own, other)));
            joined.push(id);
        }
        let is_thread = self.terms.or_all(meant);
        self.limit(state, is_thread, "a join of what is no thread");
        let ended = self.terms.or_all(has_ended);
        let fails = self.terms.not(ended);
        let blocked = self.terms.and(state.path.guard(), fails);
        self.step.waits.push(blocked);
        match &mut state.section {
            Some(section) => {
                section.mover = section.mover.join(Mover::RIGHT);
                let conduct = Conduct { waits: true, may_fail: true, mover: Mover::BOTH };
                section.begins.iter().for_each(|begin| self.facts.behaves(begin, conduct));
            }
            None => self.passes(state, Conduct { mover: Mover::RIGHT, waits: true, may_fail: true }),
        }
        state.path.assume(&mut self.terms, ended);
        if let [only] = joined[..] {
            Rc::make_mut(&mut state.company).ended.insert(only);
        }
        result.unwrap_or_else(|| self.terms.constant(width, 0))
    }

    pub(super) fn begin_section(&mut self, state: &mut PathState) {
        if let Some(section) = &mut state.section {
            section.depth += 1;
            return;
        }
        let begin = self.here.0.clone();
        let mover = self.facts.conduct(&begin).mover;
        self.moves(state, mover);
        state.section = Some(Section {
            begins: Rc::new(vec![begin]),
            depth: 1,
            held_before: Rc::new(state.company.held.clone()),
            accesses: Rc::default(),
            mover: Mover::BOTH,
            is_noticed: false,
        });
    }

    /// What the section has done decides how it moves among the steps of others. While it happens, both the locks that
    /// were held before and those that are held behind it keep others away. It may have other ends, on other paths.
    pub(super) fn end_section(&mut self, state: &mut PathState) -> Result<(), Interrupted> {
        let Some(mut section) = state.section.take() else {
            return Err(self.obstacle("an atomic section that ends without having begun", self.here.1));
        };
        if section.depth > 1 {
            section.depth -= 1;
            state.section = Some(section);
            return Ok(());
        }
        let (before, behind) = (&*section.held_before, &state.company.held);
        let held: Vec<Lock> = either(before, behind);
        let mut is_visible = false;
        for &number in section.accesses.iter() {
            let access = &mut self.accesses[number];
            is_visible |= self.facts.cells[access.cell.index()].is_visible;
            if let Some((in_step, guard)) = access.in_step {
                let of_step = &mut self.step.accesses[in_step];
                let here = self.terms.and(guard, state.path.guard());
                of_step.guard = match access.held {
                    Some(_) if planted!(SectionsComeToAllEnds) => self.terms.and(of_step.guard, here),
                    Some(_) => self.terms.or(of_step.guard, here),
                    None => here,
                };
            }
            access.held = Some(match &access.held {
                Some(known) => common(known, &held),
                None => held.clone(),
            });
        }
        let acquires = behind.iter().any(|lock| before.binary_search(lock).is_err());
        let releases = before.iter().any(|lock| behind.binary_search(lock).is_err());
        let releases = releases && !planted!(ReleasesMoveLater);
        let own = Mover { is_right: !is_visible && !releases, is_left: !is_visible && !acquires };
        let mover = section.mover.join(own);
        section.begins.iter().for_each(|begin| self.facts.behaves(begin, Conduct::of(mover)));
        state.progress.is_noticed |= section.is_noticed || releases;
        Ok(())
    }

    /// The thread holds a lock from here on, or no longer does.
    pub(super) fn hold(&mut self, state: &mut PathState, address: TermId, held: bool) {
        let layout = self.program.pointers;
        let values = self.words().values_on(&state.path, address);
        let company = Rc::clone(&state.company);
        let Some(pointer) = values.as_constant() else {
            // It is not known which lock that is: nothing is gained, and any of them may have been released.
            if !held {
                Rc::make_mut(&mut state.company).held.clear();
                match values.enumerate(1024) {
                    Some(all) => all.into_iter().for_each(|one| self.facts.distrust(layout.object(one))),
                    None => self.facts.distrust_all(),
                }
            }
            return;
        };
        let lock = (layout.object(pointer), layout.offset(pointer) as u64);
        if held {
            Rc::make_mut(&mut state.company).hold(lock);
            return self.note_cells_of_lock(state, lock.0);
        }
        let was_held = Rc::make_mut(&mut state.company).release(lock);
        if !was_held && !self.is_alone(&company) {
            self.facts.distrust(lock.0);
        }
    }

    /// What a section has accessed of a lock until it holds it says whether it is free.
    fn note_cells_of_lock(&mut self, state: &PathState, lock: ObjectId) {
        let Some(section) = &state.section else { return self.facts.distrust(lock) };
        for &number in section.accesses.iter() {
            let cell = self.accesses[number].cell;
            if self.facts.cells[cell.index()].object == lock {
                self.facts.is_of_lock(cell);
            }
        }
    }

    /// What says whether locks are free gets other contents than those of who takes and releases them: whoever holds one
    /// may no longer be the only one.
    pub(super) fn overwrite_locks(&mut self, state: &mut PathState, object: ObjectId) {
        if planted!(OverwrittenLocksAreTrusted) {
            return;
        }
        let is_alone = self.is_alone(&state.company);
        Rc::make_mut(&mut state.company).held.retain(|lock| lock.0 != object);
        if !is_alone {
            self.facts.distrust(object);
        }
    }

    /// Whether no other thread can be running beside this one, which knows that of them.
    fn is_alone(&self, company: &Company) -> bool {
        let mut others = (0..self.facts.threads.len()).map(ThreadId::new);
        others.all(|other| !self.facts.may_run(other, self.thread, company))
    }

    /// Whether the function at hand takes or releases locks: then it may write what says whether they are free.
    pub(super) fn handles_locks(&self) -> bool {
        let function = self.facts.places.chain(self.here.0.chain).function;
        let blocks = &self.program.function(function).blocks;
        blocks.iter().flat_map(|block| &block.instructions).any(|one| matches!(one.op, Op::Hold { .. }))
    }
}
