//! The parts of a trace that are not written as they are; `docs/json.md` describes the whole as JSON.
//!
//! What a person wants to read comes twice: as a text, and next to it as the data the text was made from. A reader of
//! the data ignores the text.

use serde::{Deserialize, Serialize};

use super::{Action, Address, Deed, Effect, Frame, Life, Party, Place, Value, Variable};
use crate::ir::ThreadId;
use crate::source::Location;

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum WrittenEffect {
    Read(WrittenAccess),
    Write(WrittenAccess),
    Assign(WrittenAccess),
    Input {
        #[serde(default)]
        variable: Option<String>,
        #[serde(default)]
        value: String,
        place: Option<Place>,
        typed: Value,
    },
    Create {
        thread: ThreadId,
    },
    Join {
        thread: ThreadId,
    },
    Note {
        #[serde(default)]
        text: String,
        deed: Deed,
    },
}

#[derive(Serialize, Deserialize)]
pub(super) struct WrittenAccess {
    #[serde(default)]
    variable: String,
    #[serde(default)]
    value: String,
    place: Place,
    typed: Value,
}

impl WrittenAccess {
    fn new(place: Place, typed: Value) -> WrittenAccess {
        WrittenAccess { variable: place.to_string(), value: typed.to_string(), place, typed }
    }
}

impl From<Effect> for WrittenEffect {
    fn from(effect: Effect) -> WrittenEffect {
        match effect {
            Effect::Read { variable, value } => WrittenEffect::Read(WrittenAccess::new(variable, value)),
            Effect::Write { variable, value } => WrittenEffect::Write(WrittenAccess::new(variable, value)),
            Effect::Assign { variable, value } => WrittenEffect::Assign(WrittenAccess::new(variable, value)),
            Effect::Input { variable: place, value: typed } => {
                let variable = place.as_ref().map(Place::to_string);
                WrittenEffect::Input { variable, value: typed.to_string(), place, typed }
            }
            Effect::Create { thread } => WrittenEffect::Create { thread },
            Effect::Join { thread } => WrittenEffect::Join { thread },
            Effect::Deed(deed) => WrittenEffect::Note { text: deed.to_string(), deed },
        }
    }
}

impl From<WrittenEffect> for Effect {
    fn from(written: WrittenEffect) -> Effect {
        match written {
            WrittenEffect::Read(WrittenAccess { place, typed, .. }) => {
                Effect::Read { variable: place, value: typed }
            }
            WrittenEffect::Write(WrittenAccess { place, typed, .. }) => {
                Effect::Write { variable: place, value: typed }
            }
            WrittenEffect::Assign(WrittenAccess { place, typed, .. }) => {
                Effect::Assign { variable: place, value: typed }
            }
            WrittenEffect::Input { place, typed, .. } => Effect::Input { variable: place, value: typed },
            WrittenEffect::Create { thread } => Effect::Create { thread },
            WrittenEffect::Join { thread } => Effect::Join { thread },
            WrittenEffect::Note { deed, .. } => Effect::Deed(deed),
        }
    }
}

#[derive(Serialize, Deserialize)]
pub(super) struct WrittenVariable {
    #[serde(default)]
    name: String,
    #[serde(default)]
    value: String,
    place: Place,
    typed: Value,
    life: Life,
}

impl From<Variable> for WrittenVariable {
    fn from(variable: Variable) -> WrittenVariable {
        let (name, value) = (variable.name(), variable.value_in_words());
        let Variable { place, value: typed, life } = variable;
        WrittenVariable { name, value, place, typed, life }
    }
}

impl From<WrittenVariable> for Variable {
    fn from(WrittenVariable { place, typed, life, .. }: WrittenVariable) -> Variable {
        Variable { place, value: typed, life }
    }
}

#[derive(Serialize, Deserialize)]
pub(super) struct WrittenParty {
    thread: ThreadId,
    #[serde(default)]
    action: String,
    does: Action,
    location: Location,
    source: String,
    call_stack: Vec<Frame>,
    #[serde(default)]
    holds: Vec<String>,
    locks: Vec<Address>,
}

impl From<Party> for WrittenParty {
    fn from(party: Party) -> WrittenParty {
        let (action, holds) = (party.action_in_words(), party.locks_in_words());
        let Party { thread, action: does, location, source, call_stack, holds: locks } = party;
        WrittenParty { thread, action, does, location, source, call_stack, holds, locks }
    }
}

impl From<WrittenParty> for Party {
    fn from(written: WrittenParty) -> Party {
        let WrittenParty { thread, does: action, location, source, call_stack, locks: holds, .. } = written;
        Party { thread, action, location, source, call_stack, holds }
    }
}
