//! What is assumed of an object of memory: its shape, its life, who knows it.

use std::collections::BTreeSet;

use super::cells::Cells;
use crate::ir::{ConstantBytes, Contents, Layout, ObjectId, ThreadId};

/// What kind of memory an object is. Known from the pass before, because a thread may use an object of a thread
/// that is unfolded after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectShape {
    /// Bytes, or the most there can be.
    pub size: u64,
    /// What its address is a multiple of in every layout of memory.
    pub alignment: u64,
    /// The size is not a constant.
    pub varies: bool,
    pub owner: ThreadId,
    pub kind: ObjectKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// A global: its index.
    Global {
        index: usize,
    },
    /// A thread's copy of a thread-local global, which ends with the thread.
    ThreadLocal {
        index: usize,
    },
    Local,
    Block(Contents),
}

impl ObjectKind {
    /// Whether it can end before the program does. One byte behind the object says whether it is alive.
    pub fn is_mortal(self) -> bool {
        !matches!(self, ObjectKind::Global { .. })
    }

    pub fn is_on_the_heap(self) -> bool {
        matches!(self, ObjectKind::Block(Contents::Zeroed | Contents::Arbitrary | Contents::Internal))
    }

    /// Whether it must be freed before the program ends.
    pub fn can_leak(self) -> bool {
        matches!(self, ObjectKind::Block(Contents::Zeroed | Contents::Arbitrary))
    }
}

/// What is assumed of one object.
#[derive(Debug, Default)]
pub(super) struct ObjectFacts {
    /// `None` for the null object, functions, and objects not yet born.
    pub shape: Option<ObjectShape>,
    pub cells: Cells,
    pub mortal: bool,
    pub leaked: bool,
    /// Others look at whether it is alive without having its address.
    pub life_known: bool,
    /// A variable whose life ends, and the threads that have surely ended by then.
    pub ended_before_death: Option<Vec<ThreadId>>,
    /// Holds a lock that is released by threads that do not hold it.
    pub distrusted: bool,
    /// A block that these free.
    pub freed_by: Vec<ThreadId>,
    /// Blocks of the same size that it is compared with.
    pub met: BTreeSet<ObjectId>,
    pub constant: ConstantBytes,
}

impl ObjectFacts {
    /// What was known of a block of another size is void.
    pub fn take_shape(&mut self, shape: ObjectShape, layout: &Layout) {
        self.shape = Some(shape);
        self.cells = Cells::of(layout);
        if shape.kind.is_mortal() {
            self.cells.add(shape.size, 1);
        }
    }
}
