//! Which name means what where. The innermost scope is last; behind all of them stands the unit's file scope.

use rustc_hash::FxHashMap;

use crate::frontend::types::{Qual, RecordId, Ty};
use crate::ir::{LocalId, Operand, RegisterId};

/// An object with linkage or static storage, by its place in the table of all units' objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ObjectIndex(pub usize);

/// A function, by its place in the table of all units' functions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FunctionIndex(pub usize);

#[derive(Clone, Debug)]
pub enum Symbol {
    Typedef(Qual),
    Enumerator {
        value: i128,
        ty: Ty,
    },
    Register {
        register: RegisterId,
        ty: Qual,
    },
    Local {
        local: LocalId,
        ty: Qual,
    },
    /// A struct parameter: the caller's copy, reached through a pointer that is always valid.
    Indirect {
        address: Operand,
        ty: Qual,
    },
    Object(ObjectIndex),
    Function(FunctionIndex),
}

#[derive(Clone, Debug)]
pub enum Tag {
    Record(RecordId),
    Enum(Ty),
}

#[derive(Default)]
pub struct Scope {
    /// Of a block: its number in the function.
    pub number: u32,
    /// Of a block: its variables in memory.
    pub locals: Vec<LocalId>,
    pub symbols: FxHashMap<String, Symbol>,
    pub tags: FxHashMap<String, Tag>,
}

/// The file scope of one unit and the blocks around the current statement.
#[derive(Default)]
pub struct Scopes {
    pub file: Scope,
    pub inner: Vec<Scope>,
}

impl Scopes {
    pub fn symbol(&self, name: &str) -> Option<&Symbol> {
        self.inner.iter().rev().find_map(|s| s.symbols.get(name)).or_else(|| self.file.symbols.get(name))
    }

    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.inner.iter().rev().find_map(|s| s.tags.get(name)).or_else(|| self.file.tags.get(name))
    }

    pub fn innermost(&mut self) -> &mut Scope {
        self.inner.last_mut().unwrap_or(&mut self.file)
    }

    pub fn is_file_scope(&self) -> bool {
        self.inner.is_empty()
    }

    pub fn declare(&mut self, name: &str, symbol: Symbol) {
        self.innermost().symbols.insert(name.to_owned(), symbol);
    }
}
