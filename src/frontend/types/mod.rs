//! C types, what they look like in memory, and how declarations spell them.

pub mod attribute;
mod c_type;
pub mod constness;
pub mod declarator;
pub mod layout;
pub mod signature;
pub mod specifier;

pub use c_type::*;
