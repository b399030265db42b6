//! What counts as an error, and how a user says which errors to look for.
//!
//! A program is compiled for a set of [`Checks`]: the IR then contains the properties of these checks and no
//! others. Assertions, memory, arithmetic and the use of the library are conditions at places of the program.
//! Races and deadlocks are states of the whole program; they are one property each, which belongs to no place.

mod specification;

pub use specification::{Specification, SpecificationError, read_specification};

use crate::ir::PropertyKind;

/// One kind of error that can be looked for by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Check {
    /// Assertions hold and `reach_error` is not called.
    Assert,
    /// No two threads access the same memory at the same time, one of them writing.
    Race,
    /// Some thread can go on until all have ended.
    Deadlock,
    /// Accesses stay inside live objects, and `free` gets live blocks.
    Memory,
    /// Arithmetic has a defined result.
    Overflow,
    /// Functions of the library are called as their specification demands.
    Api,
    /// Every heap block is freed when the program ends.
    Leak,
}

impl Check {
    pub const ALL: [Check; 7] = [
        Check::Assert,
        Check::Memory,
        Check::Api,
        Check::Race,
        Check::Deadlock,
        Check::Overflow,
        Check::Leak,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Check::Assert => "assert",
            Check::Race => "race",
            Check::Deadlock => "deadlock",
            Check::Memory => "memory",
            Check::Overflow => "overflow",
            Check::Api => "api",
            Check::Leak => "leak",
        }
    }

    pub fn named(name: &str) -> Option<Check> {
        Check::ALL.into_iter().find(|check| check.name() == name)
    }
}

/// A set of checks. The default is what is wrong in every program: failing assertions, invalid accesses, misuse of the
/// library, data races and deadlocks. That signed arithmetic overflows or that memory is not freed at the end is more
/// often known and meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checks(u8);

impl Checks {
    pub const NONE: Checks = Checks(0);

    pub fn all() -> Checks {
        Check::ALL.into_iter().collect()
    }

    pub fn contains(self, check: Check) -> bool {
        self.0 & 1 << check as u8 != 0
    }

    #[must_use]
    pub const fn with(self, check: Check) -> Checks {
        Checks(self.0 | 1 << check as u8)
    }

    #[must_use]
    pub fn union(self, other: Checks) -> Checks {
        Checks(self.0 | other.0)
    }

    pub fn iter(self) -> impl Iterator<Item = Check> {
        Check::ALL.into_iter().filter(move |&check| self.contains(check))
    }
}

impl Default for Checks {
    fn default() -> Checks {
        [Check::Assert, Check::Memory, Check::Api, Check::Race, Check::Deadlock].into_iter().collect()
    }
}

impl FromIterator<Check> for Checks {
    fn from_iter<I: IntoIterator<Item = Check>>(checks: I) -> Checks {
        checks.into_iter().fold(Checks::NONE, Checks::with)
    }
}

impl PropertyKind {
    /// The check a property belongs to. Bounds are not part of any.
    pub fn check(self) -> Option<Check> {
        match self {
            PropertyKind::Assertion => Some(Check::Assert),
            PropertyKind::Pointer | PropertyKind::Free => Some(Check::Memory),
            PropertyKind::Overflow => Some(Check::Overflow),
            PropertyKind::Api => Some(Check::Api),
            PropertyKind::Race => Some(Check::Race),
            PropertyKind::Deadlock => Some(Check::Deadlock),
            PropertyKind::Leak => Some(Check::Leak),
            PropertyKind::Unwinding => None,
        }
    }

    /// What must hold, for the properties that belong to no place.
    pub fn of_the_whole_program(self) -> &'static str {
        match self {
            PropertyKind::Race => {
                "no two threads access the same memory at the same time, one of them writing it"
            }
            PropertyKind::Deadlock => "some thread can go on until all have ended",
            PropertyKind::Leak => "every block is freed before the program ends",
            _ => "",
        }
    }
}
