//! The program between C and the formula: typed registers, memory objects, basic blocks with spans.
//!
//! Comes from `frontend`; is read by `unfold` (symbolically) and `exec` (concretely), which must agree on
//! every detail said here. Knows neither C's syntax nor SAT.

pub mod entity;
pub mod exact;
pub mod float;
mod function;
mod implied;
mod instruction;
pub mod integer;
mod liveness;
mod loops;
mod memory_order;
mod names;
mod operator;
mod parse;
mod pass;
mod pointer;
mod print;
mod program;
mod property;
mod signature;
mod taken;
mod types;
mod unshared;
mod verify;
mod visit;
pub(crate) mod word;

pub use entity::*;
pub use function::*;
pub use instruction::*;
pub use liveness::{Liveness, LocalLiveness};
pub use loops::*;
pub use memory_order::*;
pub use operator::*;
pub use parse::{ParseError, parse};
pub use pass::{Pass, run_passes};
pub use pointer::PointerLayout;
pub use print::{layout_text, op_text, operand_text, terminator_text, type_text};
pub use program::*;
pub use property::*;
pub use signature::*;
pub use types::*;
pub use unshared::unshared_locals;
pub use verify::verify;
