//! The words for what a trace consists of, which all renderers share: places and values as a person would write them
//! in C (`buf[3].next`, `&c`, `heap#2+8`), and what is done to them as the rest of a sentence about a thread.

use std::fmt::{self, Display, Formatter};

use super::effect::{Deed, Fault, Verb};
use super::party::{Action, Party};
use super::place::{Maker, Part, Place, Qualification, Root};
use super::value::{Address, Integer, Value};
use super::{Life, Variable};
use crate::ir::{ThreadId, float};

impl Display for Root {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Root::Global { name } => f.write_str(name),
            Root::ThreadLocal { name, thread, qualified_by } => match qualified_by {
                Qualification::Thread => write!(f, "{name} of T{}", thread.0),
                Qualification::Nothing | Qualification::Function => f.write_str(name),
            },
            Root::Local { name, function, thread, qualified_by } => match qualified_by {
                Qualification::Nothing => f.write_str(name),
                Qualification::Function => write!(f, "{function}::{name}"),
                Qualification::Thread => write!(f, "T{}:{function}::{name}", thread.0),
            },
            Root::Heap { block, .. } => write!(f, "heap#{block}"),
            Root::Unnamed { object } => write!(f, "object {object}"),
            Root::Input { at } => write!(f, "input at {at}"),
        }
    }
}

impl Display for Maker {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.function.as_deref().unwrap_or("allocated"), self.at)
    }
}

impl Display for Part {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Part::Field(name) => write!(f, ".{name}"),
            Part::Index(index) => write!(f, "[{index}]"),
            Part::Offset(bytes) => write!(f, "{bytes:+}"),
            Part::Bytes { from, to } => write!(f, "<bytes {from}..{to}>"),
        }
    }
}

impl Place {
    /// Without the source's own words for it.
    fn bare(&self) -> String {
        let path: String = self.path.iter().map(Part::to_string).collect();
        format!("{}{path}", self.root)
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.spelling {
            Some(spelling) => write!(f, "{spelling} ({})", self.bare()),
            None => f.write_str(&self.bare()),
        }
    }
}

impl Display for Integer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => number.fmt(f),
            None => self.word.fmt(f),
        }
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(integer) => integer.fmt(f),
            Value::Float { word, bits } => f.write_str(&float::text(*word, *bits)),
            Value::Pointer { to } => to.fmt(f),
        }
    }
}

impl Display for Address {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Address::Null => f.write_str("NULL"),
            Address::Function { name } => f.write_str(name),
            Address::Number { number } => number.fmt(f),
            Address::Unknown { word } => write!(f, "{word:#x}"),
            Address::Literal { text, is_cut } => write!(f, "\"{text}{}\"", if *is_cut { "…" } else { "" }),
            Address::Lost { from } => write!(f, "an address far from {from}"),
            Address::Object { place } if place.root.is_named() => write!(f, "&{place}"),
            Address::Object { place } => place.fmt(f),
        }
    }
}

impl Address {
    /// What it points to, for use in a sentence: `m` rather than `&m`.
    pub fn pointee(&self) -> String {
        match self {
            Address::Object { place } => place.to_string(),
            other => other.to_string(),
        }
    }
}

impl Variable {
    /// A heap block is told with its origin.
    pub fn name(&self) -> String {
        let Place { root, spelling, .. } = &self.place;
        match (root, spelling) {
            (Root::Heap { made_by, .. }, Some(spelling)) => {
                format!("{spelling} ({}, {made_by})", self.place.bare())
            }
            (Root::Heap { made_by, .. }, None) => format!("{} ({made_by})", self.place),
            _ => self.place.to_string(),
        }
    }

    /// The value, and whether the variable has outlived its time.
    pub fn value_in_words(&self) -> String {
        let value = &self.value;
        match self.life {
            Life::Alive => value.to_string(),
            Life::Freed => format!("{value} (freed)"),
            Life::Over => format!("{value} (no longer exists)"),
        }
    }
}

impl Verb {
    /// `{0}`, `{1}`, … stand for the arguments of the call: for what a pointer points to, and for the value of a number.
    fn template(self) -> &'static str {
        match self {
            Verb::Initialises => "initialises {0}",
            Verb::Destroys => "destroys {0}",
            Verb::Locks => "locks {0}",
            Verb::LocksForReading => "locks {0} for reading",
            Verb::LocksForWriting => "locks {0} for writing",
            Verb::CannotLock => "cannot lock {0}",
            Verb::FindsLocked => "finds {0} locked",
            Verb::Unlocks => "unlocks {0}",
            Verb::CannotUnlock => "cannot unlock {0}",
            Verb::GivesUpWaiting => "gives up waiting for {0}",
            Verb::Waits => "releases {1}, waits for {0}",
            Verb::WakesUp => "wakes up, locks {1} again",
            Verb::StopsWaiting => "gives up waiting, locks {1} again",
            Verb::WakesUnasked => "no signal comes",
            Verb::Signals => "signals {0}",
            Verb::WakesAll => "wakes all that wait for {0}",
            Verb::ArrivesAt => "arrives at {0}",
            Verb::Passes => "passes {0}",
            Verb::Raises => "raises {0}",
            Verb::Lowers => "lowers {0}",
            Verb::FindsAtZero => "finds {0} at zero",
            Verb::Copies => "copies {1} to {0} ({2} bytes)",
            Verb::CopiesText => "copies {1} to {0}",
            Verb::CopiesAtMost => "copies {1} to {0} (at most {2} bytes)",
            Verb::Appends => "appends {1} to {0}",
            Verb::Fills => "fills {0} with {1} ({2} bytes)",
        }
    }
}

impl Display for Deed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Deed::Call { verb, arguments, .. } => f.write_str(&call(*verb, arguments)),
            Deed::FailedCall { function } => write!(f, "{function} fails"),
            Deed::Allocate { block, bytes, instead_of } => {
                let plural = if *bytes == 1 { "" } else { "s" };
                let before = instead_of.map(|block| format!(", where heap#{block} was")).unwrap_or_default();
                write!(f, "allocates {block} ({bytes} byte{plural}{before})")
            }
            Deed::Free { block } => write!(f, "frees {block}"),
            Deed::BeginAtomicSection => f.write_str("begins an atomic section"),
            Deed::EndAtomicSection => f.write_str("ends the atomic section"),
            Deed::EvaluateRightToLeft => f.write_str("evaluates from right to left"),
            Deed::FailSpuriously => f.write_str("fails spuriously"),
            Deed::Fault { fault } => fault.fmt(f),
        }
    }
}

/// The words of a verb with its places filled in.
fn call(verb: Verb, arguments: &[Value]) -> String {
    let mut pieces = verb.template().split('{');
    let mut text = pieces.next().unwrap_or_default().to_string();
    for (place, rest) in pieces.filter_map(|piece| piece.split_once('}')) {
        match place.parse::<usize>().ok().and_then(|index| arguments.get(index)) {
            Some(Value::Pointer { to }) => text.push_str(&to.pointee()),
            Some(value) => text.push_str(&value.to_string()),
            None => {}
        }
        text.push_str(rest);
    }
    text
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Null => f.write_str("the pointer is NULL"),
            Fault::NoObject { address } => write!(f, "{address} is not the address of an object"),
            Fault::OutOfBounds { object, size, is_lost: true, .. } => {
                write!(f, "the address is far from {object}, which has {size} bytes")
            }
            Fault::OutOfBounds { object, offset, bytes: 1, size, .. } => {
                write!(f, "byte {offset} is outside {object}, which has {size} bytes")
            }
            Fault::OutOfBounds { object, offset, bytes, size, .. } => {
                let last = i128::from(*offset) + i128::from(*bytes) - 1;
                write!(f, "bytes {offset} to {last} are outside {object}, which has {size} bytes")
            }
            Fault::Freed { object } => write!(f, "{object} has been freed"),
            Fault::Over { object } => write!(f, "{object} does not exist any more"),
            Fault::Constant { object } => write!(f, "{object} is constant"),
            Fault::NotOnTheHeap { address } => write!(f, "{address} is not a heap block"),
            Fault::NotTheStart { place } => write!(f, "{place} is not the start of the block"),
            Fault::NotAFunction { address } => write!(f, "{address} is not a function"),
            Fault::OtherType { function } => write!(f, "{function} is defined with another type"),
            Fault::Leaked { object } => match &object.root {
                Root::Heap { made_by, .. } => write!(f, "{object} is not freed ({made_by})"),
                _ => write!(f, "{object} is not freed (allocated)"),
            },
        }
    }
}

impl Party {
    /// `writes counter`, `waits in pthread_mutex_lock for b, held by T2`.
    pub fn action_in_words(&self) -> String {
        let how = |atomic: bool| if atomic { " atomically" } else { "" };
        match &self.action {
            Action::Read { place, atomic } => format!("reads {place}{}", how(*atomic)),
            Action::Write { place, atomic } => format!("writes {place}{}", how(*atomic)),
            Action::Free { place, atomic } => format!("frees {place}{}", how(*atomic)),
            Action::Join { thread } => format!("waits for T{} to end", thread.0),
            Action::Wait { function, object, held_by } => {
                let holder = |id: &ThreadId| match *id == self.thread {
                    true => "itself".to_string(),
                    false => format!("T{}", id.0),
                };
                let by: Vec<String> = held_by.iter().map(holder).collect();
                let held =
                    if by.is_empty() { String::new() } else { format!(", held by {}", by.join(" and ")) };
                let within = function.as_ref().map(|name| format!(" in {name}")).unwrap_or_default();
                format!("waits{within} for {}{held}", object.pointee())
            }
            Action::Stuck { reason } => format!("waits: {reason}"),
        }
    }

    pub fn locks_in_words(&self) -> Vec<String> {
        self.holds.iter().map(Address::pointee).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Location;

    fn global(name: &str) -> Place {
        Place::whole(Root::Global { name: name.to_string() })
    }

    fn pointer(place: Place) -> Value {
        Value::Pointer { to: Address::Object { place } }
    }

    #[test]
    fn places_of_a_wording_are_filled_with_the_names_of_the_arguments() {
        let arguments = vec![pointer(global("nonempty")), pointer(global("m"))];
        let deed = |verb| Deed::Call { function: "f".to_string(), verb, arguments: arguments.clone() };
        assert_eq!(deed(Verb::Waits).to_string(), "releases m, waits for nonempty");
        assert_eq!(deed(Verb::WakesUnasked).to_string(), "no signal comes");
    }

    #[test]
    fn a_local_says_as_much_of_its_whereabouts_as_the_reader_needs() {
        let texts = [Qualification::Nothing, Qualification::Function, Qualification::Thread].map(|by| {
            let (name, function) = ("x".to_string(), "f".to_string());
            let root = Root::Local { name, function, thread: ThreadId(2), qualified_by: by };
            pointer(Place { path: vec![Part::Index(3)], ..Place::whole(root) }).to_string()
        });
        assert_eq!(texts, ["&x[3]", "&f::x[3]", "&T2:f::x[3]"]);
    }

    #[test]
    fn a_heap_block_says_how_it_came_to_be_in_the_state_only() {
        let at = Location { file: "a.c".into(), line: 3, column: 1, end: None };
        let root = Root::Heap { block: 2, made_by: Maker { function: Some("malloc".to_string()), at } };
        let spelling = Some("p->next".to_string());
        let place = Place { root, path: vec![Part::Offset(8)], spelling };
        assert_eq!(place.to_string(), "p->next (heap#2+8)");
        let value = Value::Integer(Integer { word: 0xff, bits: 8, signed: true });
        let variable = Variable { place, value, life: Life::Freed };
        assert_eq!(variable.name(), "p->next (heap#2+8, malloc at a.c:3)");
        assert_eq!(variable.value_in_words(), "-1 (freed)");
    }
}
