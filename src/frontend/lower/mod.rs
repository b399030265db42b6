//! From the syntax tree to IR, function by function: declarations, statements, expressions.
//!
//! `lowering` has the state of it, in groups: the program so far (`entities`), the unit being worked on (`unit`, with
//! its `scope`s), names without definitions (`open`), what is used of the library (`library_use`), the function being
//! lowered (`builder` for its instructions, `frame` for the rest) and what surrounds an expression (`context`). The
//! other files say what becomes of one kind of construct each.

pub mod aggregate;
mod assign;
pub mod bounds;
pub mod builder;
pub mod call;
pub mod check;
pub mod condition;
mod constant;
mod context;
pub mod convert;
mod declarations;
pub mod entities;
mod entry;
mod expression;
mod floating;
mod frame;
mod function;
mod initializer;
mod initializer_list;
pub mod library_use;
pub mod literal;
mod local;
pub mod lowering;
pub mod lvalue;
mod open;
mod operator;
pub mod overflow;
mod property;
pub mod references;
mod retry;
pub mod scope;
mod scope_ends;
mod signature;
mod statement;
mod switch;
mod undefined;
mod unit;
mod unsequenced;
mod variadic;
