//! What is true on one path of a thread: registers of the running function, private memory, what has escaped.

use std::rc::Rc;

use bmc_solver::TermId;

use super::locks::Lock;
use super::operands::InOperand;
use crate::ir::ThreadId;
use crate::symbolic::Path;
use crate::symbolic::PersistentVec;

/// A path of a thread, somewhere in the running function.
#[derive(Clone, Debug, Default)]
pub struct PathState {
    pub path: Path,
    /// Registers, then the addresses of locals, of the running activation. `None`: not assigned on this path.
    pub registers: PersistentVec<Option<TermId>>,
    /// Contents of cells as this thread left them, by `CellId`. Only meaningful for cells no other thread can
    /// change now. `None`: never written; the cell holds its first contents.
    pub store: PersistentVec<Option<TermId>>,
    /// Under which condition this thread has made an object on its way here, by `ObjectId`; `None`: it has not.
    pub made: PersistentVec<Option<TermId>>,
    /// Objects of this thread that others may know, by `ObjectId`; for main, index 0 stands for all globals.
    pub escaped: PersistentVec<bool>,
    /// Locks this thread surely holds.
    pub held: Rc<Vec<Lock>>,
    /// Threads that have surely ended.
    pub joined: Rc<Vec<ThreadId>>,
    /// The label of the outermost open atomic section, and how many sections are open.
    pub section: Option<(usize, u32)>,
    /// The operands being evaluated whose order C leaves open, outermost first.
    pub operands: Rc<Vec<InOperand>>,
    /// The last label on this path.
    pub label: usize,
}
