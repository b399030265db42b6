//! What lowering knows about the function it is in, besides its instructions (`builder`).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::frontend::lower::scope_ends::PendingGoto;
use crate::frontend::lower::switch::Switch;
use crate::frontend::types::Ty;
use crate::ir::{BlockId, Operand, PropertyKind};
use crate::source::Span;

#[derive(Default)]
pub struct Frame {
    pub result: Option<Ty>,
    /// Where a struct result goes.
    pub result_address: Option<Operand>,
    /// The body runs as one atomic section.
    pub atomic: bool,
    pub address_taken: FxHashSet<String>,
    /// Those of which others may know (`retry`).
    pub given_away: FxHashSet<String>,
    pub labels: FxHashMap<String, Label>,
    pub gotos: Vec<PendingGoto>,
    /// Blocks of the source so far, for their numbers.
    pub scopes: u32,
    pub jumps: Vec<JumpTargets>,
    pub switches: Vec<Switch>,
    /// How many properties of each kind there are, for their names.
    pub properties: [u32; PropertyKind::COUNT],
    /// Locals made by the compiler, numbered for their names.
    pub temporaries: u32,
    pub statics: FxHashMap<String, u32>,
    /// Where the variable arguments are.
    pub variable_arguments: Option<Operand>,
}

pub struct Label {
    pub block: BlockId,
    pub placed: bool,
    /// The numbers of the blocks it stands in, once it is placed.
    pub scopes: Vec<u32>,
    pub span: Span,
}

/// Where `break` and `continue` go.
pub struct JumpTargets {
    pub on_break: BlockId,
    /// `None` in a `switch`: `continue` belongs to the loop around it.
    pub on_continue: Option<BlockId>,
    /// How many blocks are around the statement.
    pub depth: usize,
}
