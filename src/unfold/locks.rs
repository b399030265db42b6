//! Cells that a lock protects: every access that could happen at the same time as another thread's is made while
//! holding one and the same lock.
//!
//! Whoever uses such a cell is alone with it for as long as the lock is held. That is an assumption like others, made of
//! every cell at first.
//!
//! Locks are known by what the library says about them (`Op::Hold`). A lock that is released by a thread that
//! does not hold it protects nothing, nor does one whose first word something else writes while others may use it.

use std::rc::Rc;

use bmc_solver::TermId;
use rustc_hash::FxHashSet;

use super::objects::CellState;
use super::pass::Unfolder;
use super::resolve::Target;
use super::state::PathState;
use crate::events::CellId;
use crate::ir::{Function, FunctionId, ObjectId, Op, Program, ThreadId};
use crate::planted::planted;

/// How many bytes of a lock say whether it is free.
const WORD: u64 = 4;

/// Where a lock is.
pub(super) type Lock = (ObjectId, u64);

/// Accesses to a shared cell under the same circumstances.
#[derive(Clone, Debug)]
pub(super) struct Use {
    thread: ThreadId,
    /// The last step that accessed it.
    last: usize,
    held: Rc<Vec<Lock>>,
    joined: Rc<Vec<ThreadId>>,
}

/// What both have.
pub(super) fn intersection<T: Copy + PartialEq>(a: &Rc<Vec<T>>, b: &Rc<Vec<T>>) -> Rc<Vec<T>> {
    if Rc::ptr_eq(a, b) || a == b {
        return Rc::clone(a);
    }
    Rc::new(a.iter().copied().filter(|x| b.contains(x)).collect())
}

/// The functions that take or release locks: they may write what says whether locks are free.
pub(super) fn functions_of_locks(program: &Program) -> FxHashSet<FunctionId> {
    let is_of_lock = |function: &Function| {
        let mut all = function.blocks.iter().flat_map(|block| &block.instructions);
        all.any(|one| matches!(one.op, Op::Hold { .. }))
    };
    let functions = program.functions.iter().enumerate();
    functions.filter(|(_, function)| is_of_lock(function)).map(|(index, _)| FunctionId::new(index)).collect()
}

impl Unfolder<'_> {
    pub(super) fn hold(&mut self, state: &mut PathState, address: TermId, held: bool) {
        self.note_change_of_company();
        let layout = self.program.pointers;
        let Some(pointer) = self.terms.as_constant(address) else {
            // It is not known which lock that is: nothing is gained, and any lock may have been released.
            if !held {
                state.held = Rc::default();
                for value in self.values_of(address).enumerate(1024).unwrap_or_default() {
                    self.assumptions.distrust(layout.object(value));
                }
            }
            return;
        };
        let lock = (layout.object(pointer), layout.offset(pointer) as u64);
        let position = state.held.iter().position(|&known| known == lock);
        match (held, position) {
            (true, known) => {
                self.memory.locks.insert(lock);
                if known.is_none() {
                    Rc::make_mut(&mut state.held).push(lock);
                }
            }
            (false, Some(index)) => drop(Rc::make_mut(&mut state.held).remove(index)),
            (false, None) if self.assumptions.shape(lock.0).is_none() => {}
            (false, None) if !self.is_escaped(state, lock.0) => {}
            (false, None) => self.assumptions.distrust(lock.0),
        }
    }

    /// The target is a lock that this thread holds, whose first word nobody else writes meanwhile: what the thread
    /// has written there itself is still there.
    pub(super) fn is_own_lock(&self, state: &PathState, target: &Target) -> bool {
        state.held.contains(&(target.object, target.offset)) && !self.assumptions.is_distrusted(target.object)
    }

    /// What has just been written may say whether a lock is free: the thread no longer knows that it holds it.
    pub(super) fn note_overwriting(&mut self, state: &mut PathState, targets: &[Target]) {
        for target in targets {
            let is_written = |&(object, offset): &Lock| {
                object == target.object
                    && offset < target.offset + target.bytes
                    && target.offset < offset + WORD
            };
            if state.held.iter().any(is_written) {
                Rc::make_mut(&mut state.held).retain(|lock| !is_written(lock));
            }
            for cell in self.cells(target.object, target.offset, target.bytes) {
                if let Some(access) = self.latest_use(cell) {
                    self.memory.cells[cell.index()].overwrites.push(access);
                }
            }
        }
    }

    /// Distrusts locks whose first word is overwritten where another thread may use it.
    pub(super) fn find_overwritten_locks(&mut self) {
        for cell in &self.memory.cells {
            let is_alone = |access: &Use| self.is_alone(access, &cell.uses);
            let is_written = |&(object, offset): &Lock| {
                object == cell.object && offset < cell.offset + cell.bytes && cell.offset < offset + WORD
            };
            if !cell.overwrites.iter().all(is_alone) && self.memory.locks.iter().any(is_written) {
                self.assumptions.distrust(cell.object);
            }
        }
    }

    /// Notes the circumstances of an access to a shared cell.
    pub(super) fn note_use(&mut self, state: &PathState, cell: CellId) {
        let (thread, last) = (self.current, self.thread().steps.len());
        let uses = &mut self.memory.cells[cell.index()].uses;
        let same = |u: &&mut Use| u.thread == thread && u.held == state.held && u.joined == state.joined;
        match uses.iter_mut().rev().find(same) {
            Some(known) => known.last = last,
            None => {
                let (held, joined) = (Rc::clone(&state.held), Rc::clone(&state.joined));
                uses.push(Use { thread, last, held, joined });
            }
        }
    }

    /// The access just noted.
    pub(super) fn latest_use(&self, cell: CellId) -> Option<Use> {
        let (thread, now) = (self.current, self.threads[self.current.index()].steps.len());
        let uses = &self.memory.cells[cell.index()].uses;
        uses.iter().rev().find(|access| access.thread == thread && access.last == now).cloned()
    }

    /// Every access to the cells is under a lock, or nobody else is there.
    pub(super) fn is_protected(&self, cells: &[CellId]) -> bool {
        cells.iter().all(|cell| {
            let CellState { object, offset, .. } = self.memory.cells[cell.index()];
            !self.assumptions.cell(object, offset).unprotected
        })
    }

    /// Contradicts the assumption that a cell is protected where it is not.
    pub(super) fn find_unprotected_cells(&mut self) {
        for cell in &self.memory.cells {
            let mut common: Option<Rc<Vec<Lock>>> = None;
            for access in &cell.uses {
                if self.is_alone(access, &cell.uses) {
                    continue;
                }
                common = Some(match common {
                    None => Rc::clone(&access.held),
                    Some(locks) => intersection(&locks, &access.held),
                });
            }
            let has_lock = common
                .is_none_or(|locks| locks.iter().any(|(object, _)| !self.assumptions.is_distrusted(*object)));
            let has_any = planted!(AnyLockProtects) && cell.uses.iter().all(|access| !access.held.is_empty());
            if !has_lock && !has_any {
                self.assumptions.unprotect(cell.object, cell.offset);
            }
        }
    }

    /// All other threads that use the cell have been joined before the access, or are created only after it.
    pub(super) fn is_alone(&self, access: &Use, uses: &[Use]) -> bool {
        uses.iter().all(|other| {
            other.thread == access.thread
                || access.joined.contains(&other.thread)
                || self.is_created_after(other.thread, access)
        })
    }

    fn is_created_after(&self, mut thread: ThreadId, access: &Use) -> bool {
        while let Some(creator) = &self.threads[thread.index()].creator {
            if creator.thread == access.thread {
                return access.last < creator.step;
            }
            thread = creator.thread;
        }
        false
    }
}
