//! What an answer assumes of the program.

use serde::{Deserialize, Serialize};

use crate::check::{self, AssumptionKind};
use crate::source::Location;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Assumption {
    pub kind: AssumptionKind,
    pub name: String,
    pub location: Location,
    pub source: String,
    /// What is assumed, in words, without the place.
    pub description: String,
}

impl From<check::Assumption> for Assumption {
    fn from(assumption: check::Assumption) -> Assumption {
        let check::Assumption { kind, name, location, source } = assumption;
        let description = in_words(kind, &name);
        Assumption { kind, name, location, source, description }
    }
}

fn in_words(kind: AssumptionKind, name: &str) -> String {
    match kind {
        AssumptionKind::Function => format!(
            "{name} returns, with any value, calls nothing back, and changes nothing but what its parameters point to"
        ),
        AssumptionKind::Variable => {
            format!("{name} begins with any contents, and only what is checked here changes it")
        }
        AssumptionKind::Layout => {
            format!("{name} depends on where objects lie in memory; they lie as bmc-conc places them")
        }
    }
}
