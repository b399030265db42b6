//! What must hold: at a place of the program, or for the whole of it.

use serde::{Deserialize, Serialize};

use crate::source::Span;

pub struct Property {
    /// `function.kind.number`, unique: `consumer.assertion.1`.
    pub name: String,
    pub kind: PropertyKind,
    /// What must hold, as a person would say it: `c >= 0`.
    pub description: String,
    /// If it is about an access: what is accessed, in the words of the source: `p->key`.
    pub accessed: Option<String>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PropertyKind {
    /// `assert`, `reach_error`, …
    Assertion,
    /// A dereference stays inside a live object.
    Pointer,
    /// `free` gets the start of a live heap block, or null.
    Free,
    /// Arithmetic has a defined result: no signed overflow, no division by zero, no shift out of range.
    Overflow,
    /// A library function is called as its specification demands.
    Api,
    /// No two threads access the same memory at the same time, one of them writing. One for the whole program.
    Race,
    /// Some thread can go on until all have ended. One for the whole program.
    Deadlock,
    /// No heap block is left when the program ends. One for the whole program.
    Leak,
    /// A bound on loops or recursion is not reached. Not part of a program: it comes from the bounds.
    Unwinding,
}

impl PropertyKind {
    pub const COUNT: usize = PropertyKind::Unwinding as usize + 1;

    /// Those that a program can contain.
    const OF_PROGRAMS: [PropertyKind; 8] = [
        PropertyKind::Assertion,
        PropertyKind::Pointer,
        PropertyKind::Free,
        PropertyKind::Overflow,
        PropertyKind::Api,
        PropertyKind::Race,
        PropertyKind::Deadlock,
        PropertyKind::Leak,
    ];

    /// The kind of a program's properties that has this name.
    pub fn named(name: &str) -> Option<PropertyKind> {
        PropertyKind::OF_PROGRAMS.into_iter().find(|kind| kind.name() == name)
    }

    /// The word in names of properties and in machine-readable output.
    pub fn name(self) -> &'static str {
        match self {
            PropertyKind::Assertion => "assertion",
            PropertyKind::Pointer => "pointer",
            PropertyKind::Free => "free",
            PropertyKind::Overflow => "overflow",
            PropertyKind::Api => "api",
            PropertyKind::Race => "race",
            PropertyKind::Deadlock => "deadlock",
            PropertyKind::Leak => "leak",
            PropertyKind::Unwinding => "unwinding",
        }
    }

    /// Whether it is about the state of all threads together.
    pub fn is_of_a_state(self) -> bool {
        matches!(self, PropertyKind::Race | PropertyKind::Deadlock)
    }
}
