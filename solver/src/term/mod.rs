//! Hash-consed bit-vector terms, simplified while they are built.
//!
//! A term is a `u32` into an arena of 16-byte nodes; equal terms have equal ids. Operands always have smaller
//! ids than the term that uses them, so the arena is in topological order. Truth values are terms of width 1.
//!
//! The set of node kinds is small on purpose, because every pair of kinds is a rule that may be missing:
//! `or` is `not and not`, `a - b` is `a + neg b`, `ule` is `not ult` flipped, extension by zeros is a
//! concatenation, signed division is built from the unsigned one. Each file below owns the rules of some kinds.
//!
//! Rules look at most two levels deep and never recurse along a chain of unbounded length; the one rule that
//! walks a whole tree (`leaves`) has its own stack, a memory of what it did, and a bound.

mod arithmetic;
mod bitwise;
mod compare;
mod fits;
mod leaves;
mod linear;
mod select;
pub(crate) mod semantics;
mod slices;
mod substitute;

use std::hash::{Hash, Hasher};

use rustc_hash::FxHashMap;

use crate::congruence::{Costly, CostlyKind};
use leaves::LeafFunction;
pub use linear::Linear;
use semantics::mask;
pub use substitute::Substitution;

/// A term of one [`Terms`] store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(u32);

impl TermId {
    pub const FALSE: TermId = TermId(0);
    pub const TRUE: TermId = TermId(1);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for TermId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// What a term is made of, for inspection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    Constant(u128),
    Variable,
    Not(TermId),
    Neg(TermId),
    And(TermId, TermId),
    Xor(TermId, TermId),
    Add(TermId, TermId),
    Mul(TermId, TermId),
    Udiv(TermId, TermId),
    Urem(TermId, TermId),
    Shl(TermId, TermId),
    Lshr(TermId, TermId),
    Ashr(TermId, TermId),
    Eq(TermId, TermId),
    Ult(TermId, TermId),
    Slt(TermId, TermId),
    Ite(TermId, TermId, TermId),
    /// High part, low part.
    Concat(TermId, TermId),
    /// The bits from `low` on, as many as the term is wide.
    Extract {
        term: TermId,
        low: u32,
    },
    SignExtend(TermId),
}

impl Node {
    /// The terms it is made of, in order.
    pub fn operands(self) -> impl Iterator<Item = TermId> {
        self.operand_slots().into_iter().flatten()
    }

    pub(crate) fn operand_slots(self) -> [Option<TermId>; 3] {
        match self {
            Node::Constant(_) | Node::Variable => [None; 3],
            Node::Not(a) | Node::Neg(a) | Node::SignExtend(a) | Node::Extract { term: a, .. } => {
                [Some(a), None, None]
            }
            Node::And(a, b)
            | Node::Xor(a, b)
            | Node::Add(a, b)
            | Node::Mul(a, b)
            | Node::Udiv(a, b)
            | Node::Urem(a, b)
            | Node::Shl(a, b)
            | Node::Lshr(a, b)
            | Node::Ashr(a, b)
            | Node::Eq(a, b)
            | Node::Ult(a, b)
            | Node::Slt(a, b)
            | Node::Concat(a, b) => [Some(a), Some(b), None],
            Node::Ite(a, b, c) => [Some(a), Some(b), Some(c)],
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(crate) enum Op {
    Constant,
    Variable,
    Not,
    Neg,
    And,
    Xor,
    Add,
    Mul,
    Udiv,
    Urem,
    Shl,
    Lshr,
    Ashr,
    Eq,
    Ult,
    Slt,
    Ite,
    Concat,
    Extract,
    SignExtend,
}

/// A node as it lies in the arena. The operands of `Extract` are the term and the lowest bit, those of
/// `Constant` an index into the table of values, those of `Variable` its number.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Packed {
    op: Op,
    width: u8,
    /// For a constant 1; for an `Ite` tree with only constants at its leaves their number (saturating);
    /// otherwise 0.
    leaves: u16,
    operands: [u32; 3],
}

/// Two words instead of six fields: interning is the hottest path of the crate. `leaves` follows from the rest.
impl Hash for Packed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [a, b, c] = self.operands.map(u64::from);
        state.write_u64((self.op as u64) << 40 | u64::from(self.width) << 32 | a);
        state.write_u64(b << 32 | c);
    }
}

/// The store of terms.
pub struct Terms {
    nodes: Vec<Packed>,
    constant_values: Vec<u128>,
    constants: FxHashMap<(u8, u128), TermId>,
    interned: FxHashMap<Packed, TermId>,
    variable_count: u32,
    leaf_results: FxHashMap<(LeafFunction, TermId), TermId>,
    leaf_depth: u32,
    costly: Vec<Costly>,
}

impl Default for Terms {
    fn default() -> Self {
        Terms::new()
    }
}

impl Terms {
    pub fn new() -> Terms {
        let mut terms = Terms {
            nodes: Vec::new(),
            constant_values: Vec::new(),
            constants: FxHashMap::default(),
            interned: FxHashMap::default(),
            variable_count: 0,
            leaf_results: FxHashMap::default(),
            leaf_depth: 0,
            costly: Vec::new(),
        };
        let no = terms.constant(1, 0);
        let yes = terms.constant(1, 1);
        assert!(no == TermId::FALSE && yes == TermId::TRUE, "the truth values come first");
        terms
    }

    /// Number of terms; ids are below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    /// All terms, operands before the terms that use them.
    pub fn ids(&self) -> impl Iterator<Item = TermId> + use<> {
        (0..self.nodes.len() as u32).map(TermId)
    }

    /// Number of variables made so far.
    pub fn variable_count(&self) -> usize {
        self.variable_count as usize
    }

    /// The width in bits, 1 to 128.
    #[inline]
    pub fn width(&self, t: TermId) -> u32 {
        u32::from(self.nodes[t.index()].width)
    }

    pub fn node(&self, t: TermId) -> Node {
        let packed = self.nodes[t.index()];
        let [a, b, c] = packed.operands.map(TermId);
        match packed.op {
            Op::Constant => Node::Constant(self.constant_values[a.index()]),
            Op::Variable => Node::Variable,
            Op::Not => Node::Not(a),
            Op::Neg => Node::Neg(a),
            Op::And => Node::And(a, b),
            Op::Xor => Node::Xor(a, b),
            Op::Add => Node::Add(a, b),
            Op::Mul => Node::Mul(a, b),
            Op::Udiv => Node::Udiv(a, b),
            Op::Urem => Node::Urem(a, b),
            Op::Shl => Node::Shl(a, b),
            Op::Lshr => Node::Lshr(a, b),
            Op::Ashr => Node::Ashr(a, b),
            Op::Eq => Node::Eq(a, b),
            Op::Ult => Node::Ult(a, b),
            Op::Slt => Node::Slt(a, b),
            Op::Ite => Node::Ite(a, b, c),
            Op::Concat => Node::Concat(a, b),
            Op::Extract => Node::Extract { term: a, low: b.0 },
            Op::SignExtend => Node::SignExtend(a),
        }
    }

    /// The constant of that width; higher bits of `value` are cut off.
    pub fn constant(&mut self, width: u32, value: u128) -> TermId {
        assert!((1..=128).contains(&width), "terms are 1 to 128 bits wide, not {width}");
        let value = value & mask(width);
        let (nodes, values) = (&mut self.nodes, &mut self.constant_values);
        *self.constants.entry((width as u8, value)).or_insert_with(|| {
            let operands = [values.len() as u32, 0, 0];
            values.push(value);
            push(nodes, Packed { op: Op::Constant, width: width as u8, leaves: 1, operands })
        })
    }

    pub fn boolean(&mut self, value: bool) -> TermId {
        if value { TermId::TRUE } else { TermId::FALSE }
    }

    /// A fresh symbol.
    pub fn variable(&mut self, width: u32) -> TermId {
        assert!((1..=128).contains(&width), "terms are 1 to 128 bits wide, not {width}");
        let operands = [self.variable_count, 0, 0];
        self.variable_count += 1;
        push(&mut self.nodes, Packed { op: Op::Variable, width: width as u8, leaves: 0, operands })
    }

    #[inline]
    pub fn as_constant(&self, t: TermId) -> Option<u128> {
        let packed = &self.nodes[t.index()];
        (packed.op == Op::Constant).then(|| self.constant_values[packed.operands[0] as usize])
    }

    #[inline]
    pub(crate) fn op(&self, t: TermId) -> Op {
        self.nodes[t.index()].op
    }

    /// The operand, where the kind of node is known to have it.
    #[inline]
    fn operand(&self, t: TermId, position: usize) -> TermId {
        TermId(self.nodes[t.index()].operands[position])
    }

    /// The two operands if the term is of that kind.
    #[inline]
    fn pair(&self, op: Op, t: TermId) -> Option<(TermId, TermId)> {
        let packed = &self.nodes[t.index()];
        (packed.op == op).then(|| (TermId(packed.operands[0]), TermId(packed.operands[1])))
    }

    /// The only operand if the term is of that kind.
    #[inline]
    fn single(&self, op: Op, t: TermId) -> Option<TermId> {
        let packed = &self.nodes[t.index()];
        (packed.op == op).then(|| TermId(packed.operands[0]))
    }

    #[inline]
    fn as_ite(&self, t: TermId) -> Option<(TermId, TermId, TermId)> {
        let packed = &self.nodes[t.index()];
        let [c, yes, no] = packed.operands.map(TermId);
        (packed.op == Op::Ite).then_some((c, yes, no))
    }

    /// The operands of `op`, the constant one second with its value.
    fn with_constant(&self, op: Op, t: TermId) -> Option<(TermId, u128)> {
        let (a, b) = self.pair(op, t)?;
        self.as_constant(b).map(|value| (a, value))
    }

    fn is_constant(&self, t: TermId) -> bool {
        self.op(t) == Op::Constant
    }

    fn zero(&mut self, width: u32) -> TermId {
        self.constant(width, 0)
    }

    fn ones(&mut self, width: u32) -> TermId {
        self.constant(width, u128::MAX)
    }

    /// Whether one is the bitwise complement of the other, as far as that can be seen.
    fn complementary(&self, a: TermId, b: TermId) -> bool {
        self.single(Op::Not, a) == Some(b) || self.single(Op::Not, b) == Some(a)
    }

    /// Both operands of a commutative operator in normal order: constants last, else by age.
    fn ordered(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        match (self.is_constant(a), self.is_constant(b)) {
            (true, false) => (b, a),
            (false, true) => (a, b),
            _ => (a.min(b), a.max(b)),
        }
    }

    #[track_caller]
    fn same_width(&self, a: TermId, b: TermId) -> u32 {
        let (left, right) = (self.width(a), self.width(b));
        assert!(left == right, "operands {a} and {b} are {left} and {right} bits wide");
        left
    }

    fn intern(&mut self, op: Op, width: u32, operands: [u32; 3]) -> TermId {
        let leaves = if op == Op::Ite {
            let yes = self.nodes[operands[1] as usize].leaves;
            let no = self.nodes[operands[2] as usize].leaves;
            if yes == 0 || no == 0 { 0 } else { yes.saturating_add(no) }
        } else {
            0
        };
        let packed = Packed { op, width: width as u8, leaves, operands };
        let nodes = &mut self.nodes;
        let costly = &mut self.costly;
        *self.interned.entry(packed).or_insert_with(|| {
            let result = push(nodes, packed);
            let kind = match op {
                Op::Mul => Some(CostlyKind::Product),
                Op::Udiv => Some(CostlyKind::Quotient),
                Op::Urem => Some(CostlyKind::Remainder),
                _ => None,
            };
            if let Some(kind) = kind {
                let operands = [TermId(operands[0]), TermId(operands[1])];
                costly.push(Costly { kind, operands, result, part: result });
            }
            result
        })
    }

    /// What takes many gates, in the order in which it was made.
    pub(crate) fn costly(&self) -> &[Costly] {
        &self.costly
    }

    /// Tells of a result that is made of smaller terms.
    pub(crate) fn add_costly(&mut self, costly: Costly) {
        self.costly.push(costly);
    }

    fn intern_one(&mut self, op: Op, width: u32, a: TermId) -> TermId {
        self.intern(op, width, [a.0, 0, 0])
    }

    fn intern_two(&mut self, op: Op, width: u32, a: TermId, b: TermId) -> TermId {
        self.intern(op, width, [a.0, b.0, 0])
    }
}

fn push(nodes: &mut Vec<Packed>, packed: Packed) -> TermId {
    let id = u32::try_from(nodes.len()).expect("more than 2^32 terms");
    nodes.push(packed);
    TermId(id)
}
