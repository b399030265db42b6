//! From the syntax tree to IR, function by function: declarations, statements, expressions.

pub mod aggregate;
pub mod assign;
pub mod bounds;
pub mod builder;
pub mod call;
pub mod condition;
pub mod constant;
pub mod convert;
pub mod expression;
pub mod floating;
pub mod function;
pub mod initializer;
pub mod initializer_list;
pub mod literal;
pub mod local;
pub mod lowering;
pub mod lvalue;
pub mod operator;
pub mod overflow;
pub mod retry;
pub mod scope;
pub mod scope_ends;
pub mod statement;
pub mod switch;
pub mod unsequenced;
pub mod variadic;
