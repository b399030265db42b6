//! Names that nothing defines and that mean something all the same.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::frontend::lower::scope::ObjectIndex;
use crate::source::Span;

#[derive(Default)]
pub struct OpenNames {
    /// Functions that get a body of ours, with the first place that uses them.
    pub functions: FxHashMap<usize, Span>,
    /// Variables that get contents when the program starts.
    pub objects: Vec<ObjectIndex>,
    /// Names that are null if nothing defines them.
    pub weak: FxHashSet<String>,
}
