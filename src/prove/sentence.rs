//! An invariant in the words of the program.

use serde::{Deserialize, Serialize};

use crate::source::Location;

/// A part of an invariant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sentence {
    /// It holds while this thread is at this place; `None`: always.
    pub place: Option<(String, Location)>,
    /// An expression of C over the variables of the program.
    pub holds: String,
}
