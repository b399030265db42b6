//! Numbered things. Each kind has its own newtype, so that mixing them does not compile, and prints the way
//! it looks in dumps (`%41`, `b3`, `@f2`).

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("more than 2^32 entities of one kind"))
            }
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}
pub(crate) use entity;

entity!(
    /// A virtual register of one function: a mutable scalar, not in memory, invisible to other threads.
    RegisterId, "%");
entity!(
    /// A basic block of one function. The order of the numbers is the source order: an edge to a block with
    /// a number that is not higher is a back edge.
    BlockId, "b");
entity!(
    /// A function of the program.
    FunctionId, "f");
entity!(
    /// What a caller passes and wants back.
    SignatureId, "s");
entity!(
    /// An object that exists from the start: a global or static variable, or a string literal.
    GlobalId, "g");
entity!(
    /// A variable of one function that lives in memory.
    LocalId, "l");
entity!(
    /// Something that must hold at a place of the program.
    PropertyId, "p");
entity!(
    /// A loop of one function, numbered in source order.
    LoopId, "loop");
entity!(
    /// A thread instance: 0 is `main`, the others in the order of their creation.
    ThreadId, "t");
entity!(
    /// A memory object at run time: global, function, escaped local or heap block. 0 is the null object.
    ObjectId, "o");
