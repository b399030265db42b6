//! What no run comes to within the bounds, and what to do about it.

use serde::{Deserialize, Serialize};

use super::cut;
use crate::check;
use crate::ir::Program;
use crate::source::Location;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unreached {
    pub kind: UnreachedKind,
    /// How far main comes; of an assertion, where it is.
    pub location: Option<Location>,
    /// That line; empty without one.
    pub source: String,
    /// All of it in words.
    pub description: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnreachedKind {
    Threads,
    End,
    Assertion,
}

impl Unreached {
    pub(super) fn new(unreached: &check::Unreached, program: &Program, cuts: bool) -> Unreached {
        let check::Unreached { what, location, source, stopped_by } = unreached;
        let (kind, what) = match what {
            check::UnreachedKind::Threads => (UnreachedKind::Threads, "No thread besides main starts"),
            check::UnreachedKind::End => (UnreachedKind::End, "The program does not come to its end"),
            check::UnreachedKind::Assertion(_) => (UnreachedKind::Assertion, "An assertion is never reached"),
        };
        let how_far = match (kind, stopped_by, location) {
            (UnreachedKind::Assertion, ..) => ":".to_string(),
            (_, Some(bound), _) => format!(": main stops at {}:", cut::in_words(bound, program)),
            (_, None, Some(_)) => ": main does not get beyond this:".to_string(),
            (_, None, None) => ".".to_string(),
        };
        let within = if cuts { " within these bounds" } else { "" };
        let description = format!("{what}{within}{how_far}");
        Unreached { kind, location: location.clone(), source: source.clone(), description }
    }
}
