//! The operators on integers and on floating-point numbers.
//!
//! They are total, as in SMT-LIB, so that every stage computes the same: unsigned division by zero gives
//! all ones, the remainder by zero the dividend; signed division truncates and is built from the unsigned one
//! on absolute values; a shift by the width or more gives zero (or copies of the sign bit for `AShr`). `ir::integer`
//! computes them, and `ir::float` those on floating-point numbers.

use super::names::names;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// Bitwise; on one bit, logical.
    Not,
    Negate,
}

names!(UnaryOp { Not => "not", Negate => "negate" });

/// Operands have equal widths; comparisons yield one bit, and so do the questions whether a result fits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    Eq,
    Ne,
    ULt,
    ULe,
    SLt,
    SLe,
    /// Whether the exact sum of two signed numbers is one of their width.
    AddFits,
    SubFits,
    MulFits,
}

names!(BinaryOp {
    Add => "add",
    Sub => "sub",
    Mul => "mul",
    UDiv => "udiv",
    URem => "urem",
    SDiv => "sdiv",
    SRem => "srem",
    And => "and",
    Or => "or",
    Xor => "xor",
    Shl => "shl",
    LShr => "lshr",
    AShr => "ashr",
    Eq => "eq",
    Ne => "ne",
    ULt => "ult",
    ULe => "ule",
    SLt => "slt",
    SLe => "sle",
    AddFits => "addfits",
    SubFits => "subfits",
    MulFits => "mulfits",
});

impl BinaryOp {
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | ULt | ULe | SLt | SLe)
    }

    /// Whether the result is one bit whatever the operands.
    pub fn yields_truth(self) -> bool {
        use BinaryOp::*;
        self.is_comparison() || matches!(self, AddFits | SubFits | MulFits)
    }
}

/// Rounding is to nearest, ties to even. Negation and the like are `Binary` operators on the bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatBinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    /// Comparisons yield one bit, which is 0 if an operand is not a number.
    Eq,
    Lt,
    Le,
}

names!(FloatBinaryOp {
    Add => "float_add",
    Sub => "float_sub",
    Mul => "float_mul",
    Div => "float_div",
    Eq => "float_eq",
    Lt => "float_lt",
    Le => "float_le",
});

impl FloatBinaryOp {
    pub fn is_comparison(self) -> bool {
        use FloatBinaryOp::*;
        matches!(self, Eq | Lt | Le)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatUnaryOp {
    SquareRoot,
    /// From one floating-point type to another.
    Resize,
    FromSigned,
    FromUnsigned,
    /// Towards zero; what does not fit becomes the highest bit alone.
    ToSigned,
    ToUnsigned,
}

names!(FloatUnaryOp {
    SquareRoot => "float_square_root",
    Resize => "float_resize",
    FromSigned => "float_from_signed",
    FromUnsigned => "float_from_unsigned",
    ToSigned => "float_to_signed",
    ToUnsigned => "float_to_unsigned",
});
