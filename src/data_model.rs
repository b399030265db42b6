//! The data model: how large C's integers and pointers are.
//!
//! It is below all stages: the preprocessor defines macros by it, the front end lays out types, the IR has pointers of
//! its width.

/// Sizes of C types and pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DataModel {
    /// 32-bit `int`, 64-bit `long` and pointers: 64-bit Linux.
    #[default]
    Lp64,
    /// 32-bit `int`, `long` and pointers: 32-bit Linux.
    Ilp32,
}

impl DataModel {
    pub fn pointer_bits(self) -> u32 {
        match self {
            DataModel::Lp64 => 64,
            DataModel::Ilp32 => 32,
        }
    }
    pub fn pointer_bytes(self) -> u64 {
        u64::from(self.pointer_bits() / 8)
    }
}
