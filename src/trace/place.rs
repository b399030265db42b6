//! What a value is in: a variable or a heap block, and the way to a part of it.
//!
//! A place knows the object itself; how much of that has to be said depends on where the reader stands, and is kept
//! with it, because only the run knew who was looking.

use serde::{Deserialize, Serialize};

use crate::ir::{ObjectId, ThreadId};
use crate::source::Location;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    pub root: Root,
    /// From the whole object to the part; empty for the whole.
    pub path: Vec<Part>,
    /// The source's own words for a part of a heap block: `p->next`.
    pub spelling: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Root {
    Global {
        name: String,
    },
    /// The copy that a thread other than main has of a thread-local variable.
    ThreadLocal {
        name: String,
        thread: ThreadId,
        qualified_by: Qualification,
    },
    /// A variable of a function, in memory or in a register.
    Local {
        name: String,
        function: String,
        thread: ThreadId,
        qualified_by: Qualification,
    },
    /// A heap block, numbered in the order of allocation.
    Heap {
        block: usize,
        made_by: Maker,
    },
    /// An object that nobody has a name for.
    Unnamed {
        object: ObjectId,
    },
    /// What came from outside into no variable.
    Input {
        at: Location,
    },
}

/// What must be said besides the name to whoever reads the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Qualification {
    Nothing,
    Function,
    Thread,
}

/// How a heap block came to be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Maker {
    /// The library function that the user's code has called.
    pub function: Option<String>,
    pub at: Location,
}

/// A step from an object to a part of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    Field(String),
    /// Before an array its elements are counted on.
    Index(i64),
    /// In bytes, where nothing is known of the layout, or where no part begins.
    Offset(i64),
    /// Bytes that are no part of their own, up to but not including the last.
    Bytes {
        from: u64,
        to: u64,
    },
}

impl Place {
    pub fn whole(root: Root) -> Place {
        Place { root, path: Vec::new(), spelling: None }
    }
}

impl Root {
    /// Whether the program has a name for it, so that `&` can stand before that.
    pub fn is_named(&self) -> bool {
        matches!(self, Root::Global { .. } | Root::ThreadLocal { .. } | Root::Local { .. })
    }
}
