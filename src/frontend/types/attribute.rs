//! The attributes that change a layout: `packed`, `aligned`, `mode` and `vector_size`, and what the bridge makes of
//! `#pragma pack`; and those that say what a name without a definition means. All others are accepted and ignored.

use crate::data_model::DataModel;
use crate::frontend::types::{IntKind, Qual, Ty};

#[derive(Clone, Copy, Default)]
pub struct Attributes {
    pub packed: bool,
    /// The largest alignment of a member, by `#pragma pack`.
    pub pack: Option<u64>,
    pub aligned: Option<u64>,
    /// The type that an enumeration names as its own.
    pub underlying: Option<Underlying>,
    pub constexpr: bool,
    /// The width in bits that `mode` gives to an integer type; 0 for that of a pointer.
    pub mode: Option<u32>,
    /// The size in bytes of a vector.
    pub vector: Option<u64>,
    /// With `extern inline`: the body is only there to be inlined, the function is defined elsewhere.
    pub gnu_inline: bool,
    /// Without a definition its address is null.
    pub weak: bool,
}

#[derive(Clone, Copy)]
pub enum Underlying {
    Bool,
    Integer(IntKind),
}

impl Underlying {
    pub fn ty(self) -> Ty {
        match self {
            Underlying::Bool => Ty::Bool,
            Underlying::Integer(kind) => Ty::Int(kind),
        }
    }
}

impl Attributes {
    pub fn raise(&mut self, aligned: Option<u64>) {
        self.aligned = self.aligned.max(aligned);
    }

    /// The type that a declaration with `mode` really has.
    pub fn with_mode(&self, declared: Qual, model: DataModel) -> Qual {
        use IntKind::*;
        let Some(bits) = self.mode else { return declared };
        let (signed, unsigned) = match if bits == 0 { model.pointer_bits() } else { bits } {
            8 => (SChar, UChar),
            16 => (Short, UShort),
            32 => (Int, UInt),
            128 => (Int128, UInt128),
            _ => (LongLong, ULongLong),
        };
        match declared.ty {
            Ty::Int(kind) => {
                Qual { ty: Ty::Int(if kind.is_signed() { signed } else { unsigned }), ..declared }
            }
            _ => declared,
        }
    }
}
