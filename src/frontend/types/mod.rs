//! C types, and what they look like in memory.

pub mod attribute;
mod c_type;
mod constness;
pub mod layout;

pub use c_type::*;
