//! An invariant in the words of the program.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::source::Location;

/// A part of an invariant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sentence {
    /// It holds while this thread is at this place; `None`: always.
    pub place: Option<(String, Location)>,
    /// Tells the place from others of the thread in the same line, if that is needed: `column 13`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// An expression of C over the variables of the program.
    pub holds: String,
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.place, &self.detail) {
            (Some((thread, location)), Some(detail)) => write!(f, "at {location}, {detail} ({thread}): ")?,
            (Some((thread, location)), None) => write!(f, "at {location} ({thread}): ")?,
            (None, _) => {}
        }
        f.write_str(&self.holds)
    }
}
