//! Indices of arrays that are parts of something larger: `s.a[4]` of four elements may still be inside `s`.
//!
//! The address alone does not tell, so the index itself is compared with the number of elements, once the element is
//! accessed (or its address taken, when it may also be the one behind the last). An array that is an object of its
//! own needs none of that. As gcc does by default, the last array of what a pointer leads to counts as one whose
//! length is not known, however long it is declared.

use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::check::Check;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::Lowering;
use crate::frontend::types::{Record, RecordId, Ty};
use crate::ir::{BinaryOp, Op, Operand, PropertyId, PropertyKind, Type};
use crate::source::Span;

/// Of what an lvalue is a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Belonging {
    /// An object of its own.
    #[default]
    Whole,
    OfVariable,
    /// What a pointer leads to, or an element of it.
    Pointed,
    /// The last part of that.
    Open,
    /// A part of that with another one behind it.
    Inner,
}

impl Belonging {
    pub fn member(self, is_last: bool) -> Belonging {
        match self {
            Belonging::Whole | Belonging::OfVariable => Belonging::OfVariable,
            Belonging::Pointed | Belonging::Open if is_last => Belonging::Open,
            Belonging::Pointed | Belonging::Open | Belonging::Inner => Belonging::Inner,
        }
    }

    pub fn element(self) -> Belonging {
        match self {
            Belonging::Whole | Belonging::OfVariable => Belonging::OfVariable,
            Belonging::Pointed | Belonging::Open | Belonging::Inner => Belonging::Pointed,
        }
    }

    fn has_known_length(self) -> bool {
        !matches!(self, Belonging::Whole | Belonging::Open)
    }
}

/// An index that has to be less than the number of elements.
#[derive(Clone, Copy, Debug)]
pub struct Within {
    index: Operand,
    count: u64,
}

impl Lowering<'_> {
    /// What has to hold of an index of an array, unless it certainly does.
    pub fn within(
        &mut self,
        belongs: Belonging,
        count: Option<u64>,
        index: &Value,
        span: Span,
    ) -> Option<Within> {
        let is_asked = PropertyKind::Pointer.check().is_some_and(|check| self.options.checks.contains(check));
        let count = count.filter(|&count| count > 0 && belongs.has_known_length() && is_asked)?;
        let ty = self.body.type_of(index.operand);
        if self.unit.home.is_model || ty.bits < 64 && count >> ty.bits != 0 {
            return None;
        }
        match index.operand {
            Operand::Constant { bits, .. } => {
                (bits >= u128::from(count)).then_some(Within { index: index.operand, count })
            }
            // A copy: the variable may have changed when the element is accessed.
            index => Some(Within { index: self.body.reinterpret(index, ty, span), count }),
        }
    }

    /// Asserts what has to hold of the indices of an element before it is accessed.
    pub fn assert_within(&mut self, indices: &[Within], property: PropertyId, span: Span) {
        for within in indices {
            self.assert_one_within(*within, BinaryOp::ULt, property, span);
        }
    }

    /// The same where only the address is taken: it may also be the one behind the last element.
    pub fn check_address(&mut self, check: &Check) {
        let Check::Needed { demand, span, within } = check else { return };
        let Some((last, outer)) = within.split_last() else { return };
        let description = demand.description();
        let Some(property) = self.new_property(PropertyKind::Pointer, description, *span) else { return };
        self.assert_within(outer, property, *span);
        self.assert_one_within(*last, BinaryOp::ULe, property, *span);
    }

    fn assert_one_within(&mut self, within: Within, op: BinaryOp, property: PropertyId, span: Span) {
        let count = Builder::constant(within.count.into(), self.body.type_of(within.index));
        let condition = self.body.binary(op, within.index, count, Type::BOOL, span);
        self.body.emit(Op::Assert { condition, property }, span);
    }

    /// Whether nothing comes behind a member in its record.
    pub fn is_last_member(&self, record: &Ty, name: &str) -> bool {
        matches!(record, Ty::Record(id) if ends_with(&self.records, *id, name))
    }
}

fn ends_with(records: &[Record], id: RecordId, name: &str) -> bool {
    let record = &records[id.0 as usize];
    let Some(body) = &record.body else { return false };
    let mut candidates = body.members.iter().rev().take(if record.union { usize::MAX } else { 1 });
    candidates.any(|member| match &member.ty.ty {
        Ty::Record(inner) if member.name.is_empty() => ends_with(records, *inner, name),
        _ => member.name == name,
    })
}
