//! Functions and constructs that mean more than their declaration: those of gcc, of verifiers, of our own models.
//!
//! A function that means something to the checker is recognised by its name, unless the user defines it. All of them
//! are rows of one table (`table`): the names, what people who ask for the supported functions are told, and the
//! function that lowers a call. The library's models are C that bottoms out in such functions: `__bmc_create_thread`,
//! `__bmc_allocate`, … The other files lower the calls, one file for each kind of them, and a few constructs that are
//! no calls: assembly (`assembly`), an expanded `assert` (`assertion`), a statement that runs on its own
//! (`asynchronous`).

use lang_c::ast::Expression;
use lang_c::span::Node;

use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::scope::FunctionIndex;
use crate::source::{Diagnostic, Span};

mod arbitrary;
mod assembly;
mod assertion;
pub(super) mod asynchronous;
mod atomic;
mod blocks;
mod cancellation;
mod cleanup;
mod compiler;
mod conditions;
mod ending;
mod exchange;
mod floating;
mod memory;
mod output;
mod overflow;
mod questions;
mod scan;
mod table;
mod threads;
mod variable_arguments;

/// A row of the table.
pub struct Builtin {
    names: Names,
    /// For people who ask what is supported; what only models and preprocessed headers use is nobody's interface.
    listed: Option<Listed>,
    lower: Lower,
    /// The library function that is called instead where the program does not declare the name.
    instead: Option<Instead>,
    /// It means this even if the program defines it: its body is only there to be called.
    overrides_definition: bool,
    /// To call it once more changes nothing that the program could notice.
    is_idle: bool,
}

enum Names {
    These(&'static [&'static str]),
    Family { shown: &'static str, has: fn(&str) -> bool },
}

struct Listed {
    /// That declares the functions; empty if none does.
    header: &'static str,
    meaning: &'static str,
}

/// How a call becomes IR.
enum Lower {
    Always(fn(&mut Lowering, &Call) -> Lowered<Value>),
    /// `None` if this call is like that of any function.
    Perhaps(fn(&mut Lowering, &Call) -> Lowered<Option<Value>>),
    /// The parser knows it, or another function is called instead.
    Elsewhere,
}

/// How the name of gcc's builtin is made from that of the library function.
#[derive(Clone, Copy)]
enum Instead {
    /// `__builtin_strlen`
    Prefixed,
    /// `__builtin___memcpy_chk` of `_FORTIFY_SOURCE`, which also gets the size of the object. The checks of pointers
    /// know better.
    WithSize,
}

/// A call of a builtin.
pub struct Call<'c> {
    pub name: &'c str,
    /// The function that has this name, if the program declares one.
    pub declared: Option<FunctionIndex>,
    pub arguments: &'c [Node<Expression>],
    /// Somebody looks at the result.
    pub wanted: bool,
    pub span: Span,
}

impl<'c> Call<'c> {
    /// The arguments, if there are just so many.
    fn exactly<const COUNT: usize>(&self) -> Lowered<&'c [Node<Expression>; COUNT]> {
        self.arguments.try_into().map_err(|_| self.takes(COUNT))
    }

    fn takes(&self, count: usize) -> Diagnostic {
        self.wrong(format!("'{}' takes {count} arguments", self.name))
    }

    fn needs_more(&self) -> Diagnostic {
        self.wrong(format!("'{}' needs more arguments", self.name))
    }

    fn wrong(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.span, message)
    }
}

/// The builtin of a name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    table::BUILTINS.iter().find(|builtin| builtin.has(name))
}

/// Whether to call the function once more changes nothing that the program could notice.
pub fn is_idle(name: &str) -> bool {
    find(name).is_some_and(|builtin| builtin.is_idle)
}

/// Whether the function yields an input of the program.
pub fn is_input(name: &str) -> bool {
    arbitrary::is_arbitrary(name)
}

/// Name, header that declares it (empty if none does), and what it means.
pub fn listed() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    table::BUILTINS.iter().flat_map(|builtin| {
        let names = match &builtin.names {
            Names::These(names) => names,
            Names::Family { shown, .. } => std::slice::from_ref(shown),
        };
        let listed = builtin.listed.iter();
        listed.flat_map(move |listed| names.iter().map(|name| (*name, listed.header, listed.meaning)))
    })
}

impl Builtin {
    fn has(&self, name: &str) -> bool {
        match &self.names {
            Names::These(names) => names.contains(&name),
            Names::Family { has, .. } => has(name),
        }
    }

    pub fn overrides_definition(&self) -> bool {
        self.overrides_definition
    }

    /// The value of a call; `None` if it is like that of any function.
    pub fn lower(&self, lowering: &mut Lowering, call: &Call) -> Lowered<Option<Value>> {
        match self.lower {
            Lower::Always(lower) => lower(lowering, call).map(Some),
            Lower::Perhaps(lower) => lower(lowering, call),
            Lower::Elsewhere => Ok(None),
        }
    }
}

/// The library function that gcc knows under the name of a builtin, and how many of the arguments are its own. Headers
/// that were preprocessed with optimisation call the builtins.
pub fn library_function(builtin: &str, arguments: usize) -> Option<(&str, usize)> {
    match find(builtin)?.instead? {
        Instead::Prefixed => Some((builtin.strip_prefix("__builtin_")?, arguments)),
        Instead::WithSize => {
            let name = builtin.strip_prefix("__builtin___")?.strip_suffix("_chk")?;
            Some((name, arguments.saturating_sub(1)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtins_lead_to_the_functions_they_stand_for() {
        assert_eq!(library_function("__builtin_strlen", 1), Some(("strlen", 1)));
        assert_eq!(library_function("__builtin_memcpy", 3), Some(("memcpy", 3)));
        assert_eq!(library_function("__builtin___memcpy_chk", 4), Some(("memcpy", 3)));
        assert_eq!(library_function("__builtin_expect", 2), None);
        assert_eq!(library_function("strlen", 1), None);
    }

    #[test]
    fn every_name_is_in_one_row_and_every_row_with_another_function_has_its_name() {
        let mut seen = std::collections::BTreeSet::new();
        for builtin in table::BUILTINS {
            let Names::These(names) = builtin.names else { continue };
            for name in names {
                assert!(seen.insert(name), "{name} is there twice");
                assert_eq!(library_function(name, 1).is_some(), builtin.instead.is_some(), "{name}");
            }
        }
        assert!(seen.len() > 200, "{}", seen.len());
    }

    #[test]
    fn families_have_their_members_and_leave_other_names_alone() {
        for name in ["__VERIFIER_nondet_int", "__atomic_fetch_add", "__builtin_umull_overflow"] {
            let builtin = find(name).unwrap_or_else(|| panic!("{name}"));
            assert!(matches!(builtin.names, Names::Family { .. }), "{name}");
        }
        for name in ["main", "add_overflow", "__builtin_div_overflow", "fab", "inf"] {
            assert!(find(name).is_none(), "{name}");
        }
    }

    #[test]
    fn what_is_listed_can_be_called_by_its_name() {
        for (name, ..) in listed().filter(|(name, ..)| !name.ends_with(|c: char| c.is_ascii_uppercase())) {
            assert!(find(name).is_some(), "{name}");
        }
        assert!(listed().any(|(name, ..)| name == "__atomic_OPERATION"));
        assert!(listed().all(|(name, ..)| !name.starts_with("__bmc_")));
    }

    #[test]
    fn to_write_or_to_look_once_more_changes_nothing() {
        for name in ["printf", "__builtin_printf", "__atomic_load_n", "__VERIFIER_nondet_int"] {
            assert!(is_idle(name), "{name}");
        }
        for name in ["scanf", "__atomic_store_n", "assert", "f"] {
            assert!(!is_idle(name), "{name}");
        }
    }
}
