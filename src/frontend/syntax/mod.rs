//! From the text of a unit to its syntax tree: what lang-c does not know is rewritten before, nesting is bounded.

pub mod bridge;
pub mod mention;
pub mod model_text;
mod nesting;
pub mod parse;
pub mod spelling;
