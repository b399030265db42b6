//! Threads in the making: from the list of created threads to finished columns of events.

use std::rc::Rc;

use bmc_solver::TermId;

use super::UnfoldError;
use super::calls::{Call, Callee};
use super::objects::{Birth, CellState};
use super::pass::Unfolder;
use super::state::PathState;
use crate::analysis::ObjectKind;
use crate::events::*;
use crate::ir::{FunctionId, ObjectId, Open, ThreadId};
use crate::planted::planted;
use crate::source::Span;

/// How one thread used a cell, by the last of its steps that did.
#[derive(Debug)]
pub(super) struct CellAccess {
    pub thread: ThreadId,
    pub last: usize,
    pub writes: Vec<LastWrite>,
}

/// The last step that wrote a cell after the thread had joined the same others.
#[derive(Debug)]
pub(super) struct LastWrite {
    pub last: usize,
    pub joined: Rc<Vec<ThreadId>>,
}

impl CellAccess {
    /// The last write that `other` may live to see.
    fn last_write_seen_by(&self, other: ThreadId) -> Option<usize> {
        self.writes.iter().filter(|write| !write.joined.contains(&other)).map(|write| write.last).max()
    }
}

/// A thread that was created, and what has been unfolded of it.
pub(super) struct ThreadBuilder {
    /// What it runs, until it is unfolded.
    pub start: Option<Call>,
    pub function: FunctionId,
    pub creator: Option<Creator>,
    pub events: Vec<Event>,
    pub labels: usize,
    pub requirements: Vec<Requirement>,
    /// Paths that end the thread with a result, merged at the end.
    pub exits: Vec<(PathState, TermId)>,
    pub ends: TermId,
    pub result: TermId,
    pub steps: Vec<Step>,
    /// When something happens that others may notice, in program order.
    pub effects: Vec<TermId>,
    /// This thread's copies of thread-local globals.
    pub thread_locals: Vec<(usize, ObjectId)>,
    /// Dynamic objects born in this thread.
    pub objects: Vec<ObjectId>,
    /// Those that were born before it was created, as far as that is known.
    pub older_objects: Vec<ObjectId>,
}

pub(super) struct Creator {
    pub thread: ThreadId,
    pub step: usize,
    pub span: Span,
}

impl ThreadBuilder {
    pub fn new(start: Call, function: FunctionId, creator: Option<Creator>, no_result: TermId) -> Self {
        ThreadBuilder {
            start: Some(start),
            function,
            creator,
            events: Vec::new(),
            labels: 1,
            requirements: Vec::new(),
            exits: Vec::new(),
            ends: TermId::FALSE,
            result: no_result,
            steps: Vec::new(),
            effects: Vec::new(),
            thread_locals: Vec::new(),
            objects: Vec::new(),
            older_objects: Vec::new(),
        }
    }
}

impl Unfolder<'_> {
    pub(super) fn unfold_threads(&mut self) -> Result<(), UnfoldError> {
        let entry = self.program.function_object(self.program.entry);
        let callee = Callee { address: self.pointer(entry, 0), signature: None, check: None };
        let start = Call { callee, arguments: Vec::new(), state: PathState::default() };
        let no_result = self.no_result();
        self.threads.push(ThreadBuilder::new(start, self.program.entry, None, no_result));
        let mut next = 0;
        while next < self.threads.len() {
            self.current = ThreadId::new(next);
            self.memory.freed.clear();
            let start = self.thread().start.take().expect("a thread is unfolded once");
            let ThreadBuilder { creator, function, .. } = &self.threads[next];
            let place = creator.as_ref().map(|creator| creator.span);
            let place = place.unwrap_or(self.program.function(*function).span);
            self.unfold_thread(start).map_err(|error| error.or_at(place))?;
            next += 1;
        }
        Ok(())
    }

    pub(super) fn no_result(&mut self) -> TermId {
        self.terms.constant(self.program.pointers.pointer_bits, 0)
    }

    fn unfold_thread(&mut self, mut start: Call) -> Result<(), UnfoldError> {
        self.make_thread_locals(&mut start.state);
        let finished = self.run(start)?;
        match finished {
            // Returning from `main` ends the process: no join sees it.
            Some((state, _)) if self.current == ThreadId(0) => self.milestone(&state, MilestoneKind::End),
            Some((state, value)) => {
                let value = self.result_word(value);
                self.thread().exits.push((state, value));
            }
            None => {}
        }
        let mut exits = std::mem::take(&mut self.thread().exits);
        while let Some((mut state, result)) = exits.pop() {
            // What this thread still holds privately may be reached through its result.
            self.escape_all(&mut state, Span::default());
            let (ends, previous) = (self.thread().ends, self.thread().result);
            let guard = state.path.guard();
            let merged = self.terms.ite(guard, result, previous);
            let thread = &mut self.threads[self.current.index()];
            let only = ends == TermId::FALSE || planted!(OneResultForAllPaths);
            thread.result = if only { result } else { merged };
            thread.ends = self.terms.or(ends, guard);
        }
        if self.thread().ends != TermId::FALSE {
            let (thread, result) = (self.current, self.thread().result);
            let values = self.values_of(result);
            self.assumptions.returns(thread, values);
        }
        Ok(())
    }

    /// A returned value as the pointer-sized word that `join` yields.
    pub(super) fn result_word(&mut self, value: Option<TermId>) -> TermId {
        match value {
            Some(value) => self.resize(value, self.program.pointers.pointer_bits),
            None => self.no_result(),
        }
    }

    /// Threads other than main get copies of the thread-local globals, with their first contents.
    fn make_thread_locals(&mut self, state: &mut PathState) {
        if self.current == ThreadId(0) {
            return;
        }
        let guard = state.path.guard();
        for index in 0..self.program.globals.len() {
            if !self.program.globals[index].thread_local {
                continue;
            }
            let object = self.new_object(
                state,
                Birth { calls: u32::MAX, block: index as u32, instruction: 0 },
                &self.program.globals[index].layout,
                false,
                ObjectKind::ThreadLocal { index },
            );
            self.assumptions.set_constant(object, &self.program.globals[index].constant);
            self.thread().thread_locals.push((index, object));
            self.thread().steps.push(Step { guard, kind: StepKind::ThreadLocal(object) });
        }
    }

    /// Cells that two threads use without one of them having finished with it before it created the other
    /// (or an ancestor of it), and which at least one of them writes.
    ///
    /// Their first contents are among the values they hold.
    pub(super) fn find_shared_cells(&mut self) {
        for cell in &self.memory.cells {
            let conflict = cell.accesses.iter().enumerate().any(|(i, a)| {
                cell.accesses[i + 1..].iter().any(|b| {
                    (!a.writes.is_empty() || !b.writes.is_empty())
                        && !(planted!(ReadersDoNotShare) && (a.writes.is_empty() || b.writes.is_empty()))
                        && !self.hands_over(a, b)
                        && !self.hands_over(b, a)
                })
            });
            if conflict {
                self.assumptions.share(cell.object, cell.offset);
            }
        }
        for index in 0..self.memory.cells.len() {
            let CellState { object, offset, bytes, published, .. } = self.memory.cells[index];
            let cut = self.memory.cell_at.get(&(object, offset)) != Some(&CellId::new(index));
            if cut || bytes > 16 || !self.assumptions.cell(object, offset).shared {
                continue;
            }
            let is_static = object < self.program.first_dynamic_object();
            let was_seen = is_static
                || self.memory.escapes.contains(&object)
                || self.assumptions.is_leaked(object)
                || self.is_known_life(object, offset);
            if was_seen {
                let first = published.unwrap_or_else(|| self.initial(CellId::new(index)));
                let values = self.values_of(first);
                self.assumptions.holds(object, offset, &values);
                continue;
            }
            let owner = self.shape(object).owner;
            if self.memory.cells[index].accesses.iter().any(|a| a.thread != owner) {
                self.assumptions.leaks_unless_seen(object);
            }
        }
    }

    /// `a` is done with the cell before it creates `b` or an ancestor of `b`, who then inherits the contents. If
    /// `b` only reads, it is enough that `a` does not write it before `b` has ended.
    fn hands_over(&self, a: &CellAccess, b: &CellAccess) -> bool {
        let mut thread = b.thread;
        while let Some(creator) = &self.threads[thread.index()].creator {
            if creator.thread == a.thread {
                let used = match b.writes.is_empty() {
                    true => a.last_write_seen_by(b.thread),
                    false => Some(a.last),
                };
                return used.is_none_or(|step| step < creator.step);
            }
            thread = creator.thread;
        }
        false
    }

    /// How many times a run can change each cell that another thread may read.
    pub(super) fn count_writes(&mut self) {
        let mut writes: Vec<u32> =
            self.memory.cells.iter().map(|c| u32::from(c.published.is_some())).collect();
        for event in self.threads.iter().flat_map(|t| &t.events) {
            if let EventKind::Write { places, .. } = &event.kind {
                places.iter().flat_map(|p| &p.cells).for_each(|cell| writes[cell.index()] += 1);
            }
        }
        for (cell, writes) in self.memory.cells.iter().zip(writes) {
            self.assumptions.is_written(cell.object, cell.offset, writes);
        }
    }

    pub(super) fn finish(mut self) -> Unfolding {
        let objects = self.contents_of_objects();
        let mut cells = Vec::with_capacity(self.memory.cells.len());
        for index in 0..self.memory.cells.len() {
            let CellState { object, offset, bytes, initial, published, .. } = self.memory.cells[index];
            let address = self.pointer(object, offset);
            let is_protected = self.is_protected(&[CellId::new(index)]);
            cells.push(Cell { address, bytes, initial: published.or(initial), is_protected });
        }
        let threads = self.threads.into_iter().map(ThreadBuilder::finish).collect();
        let is_met = |open: &Open| match open {
            Open::Function(function) => self.found.met.contains(function),
            Open::Variable(_) => true,
        };
        let assumed = self.program.open.iter().copied().filter(is_met).collect();
        let structure = EventStructure {
            threads,
            cells,
            claims: self.found.claims,
            states: Vec::new(),
            marks: self.found.marks,
            left_out: self.found.left_out,
            milestones: self.found.milestones,
            assumed,
            numbers: self.found.numbers.iter().map(|&(start, end)| Span { start, end }).collect(),
            objects,
            definitions: self.found.definitions,
            reuses: self.found.reuses,
            passes: 0,
        };
        Unfolding { terms: self.terms, structure }
    }
}

impl ThreadBuilder {
    fn finish(self) -> Thread {
        Thread {
            function: self.function,
            created_at: self.creator.map(|c| c.span),
            events: self.events,
            labels: self.labels,
            requirements: self.requirements,
            ends: self.ends,
            result: self.result,
            steps: self.steps,
        }
    }
}
