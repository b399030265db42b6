//! Declarations: from specifiers, declarators and attributes to types, and from file scopes to entities of the program.

mod attribute_list;
pub mod declarator;
mod external;
mod specifier;
