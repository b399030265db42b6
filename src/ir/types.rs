//! Scalar types and the shape of objects in memory.

pub use crate::data_model::DataModel;

/// The type of a register or of one memory access. Operations take only the width from it; `signed` and
/// `pointer` say how a value is shown to a person.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Type {
    /// 1 for truth values in registers; memory accesses are whole bytes, at most 128 bits.
    pub bits: u32,
    pub kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Signed,
    Unsigned,
    Pointer,
    Float,
}

impl Type {
    pub const BOOL: Type = Type { bits: 1, kind: Kind::Unsigned };

    pub fn signed(bits: u32) -> Type {
        Type { bits, kind: Kind::Signed }
    }
    pub fn unsigned(bits: u32) -> Type {
        Type { bits, kind: Kind::Unsigned }
    }
    /// 32 or 64 bits.
    pub fn float(bits: u32) -> Type {
        Type { bits, kind: Kind::Float }
    }
    pub fn pointer(model: DataModel) -> Type {
        Type { bits: model.pointer_bits(), kind: Kind::Pointer }
    }
    pub fn bytes(self) -> u64 {
        u64::from(self.bits.div_ceil(8))
    }
}

/// What is where in an object: names its parts in traces and gives the first guess of its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Layout {
    Scalar(Type),
    Array {
        element: Box<Layout>,
        count: u64,
    },
    /// A struct or a union (fields at overlapping offsets); `size` includes padding.
    Record {
        fields: Vec<Field>,
        size: u64,
    },
    /// Bytes of which nothing is known, such as a heap block.
    Opaque {
        size: u64,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Empty for an anonymous member.
    pub name: String,
    pub offset: u64,
    pub layout: Layout,
}

/// Larger objects are refused: no check gets through one, and a run that needs one is beyond what can be shown.
pub const LARGEST_OBJECT_BYTES: u64 = 64 << 20;

impl Layout {
    pub fn size(&self) -> u64 {
        match self {
            Layout::Scalar(ty) => ty.bytes(),
            Layout::Array { element, count } => element.size() * count,
            Layout::Record { size, .. } | Layout::Opaque { size } => *size,
        }
    }

    /// Whether there is the same in the same places, whatever it is called. Numbers and pointers of one width are alike.
    pub fn is_alike(&self, other: &Layout) -> bool {
        match (self, other) {
            (Layout::Scalar(one), Layout::Scalar(other)) => {
                one.bits == other.bits && (one.kind == Kind::Float) == (other.kind == Kind::Float)
            }
            (Layout::Array { element: one, count: m }, Layout::Array { element: other, count: n }) => {
                m == n && one.is_alike(other)
            }
            (Layout::Record { fields: ones, size: m }, Layout::Record { fields: others, size: n }) => {
                let pairs = || ones.iter().zip(others);
                m == n
                    && ones.len() == others.len()
                    && pairs()
                        .all(|(one, other)| one.offset == other.offset && one.layout.is_alike(&other.layout))
            }
            (one, other) => one == other,
        }
    }

    /// How many scalars and opaque parts there are.
    pub fn parts(&self) -> u64 {
        match self {
            Layout::Scalar(_) | Layout::Opaque { .. } => 1,
            Layout::Array { element, count } => element.parts().saturating_mul(*count),
            Layout::Record { fields, .. } => {
                fields.iter().fold(0, |sum: u64, field| sum.saturating_add(field.layout.parts()))
            }
        }
    }
}
