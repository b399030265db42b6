//! The text of a program, as `Program::to_text` prints it, back into the program.
//!
//! So that a program can be kept, changed by hand and given to `check`, and so that a test can say in one screen what
//! it is about. What comes out is well formed: `verify` has looked at it. The sources of the program are the text
//! itself, so a trace shows its lines; what the text says is of the library is in a file of the library.
//!
//! No text makes it panic, and none takes more memory than a constant times its length: numbers of things come in
//! order, sizes have limits, and only layouts nest, to a depth that is bounded. The grammar is in docs/ir.md.

mod cursor;
mod function;
mod instruction;
mod items;
mod lexer;
mod operand;
mod origin;
mod reader;
#[cfg(test)]
mod tests;
mod types;

use super::program::Program;
use super::verify::verify;
pub use lexer::is_name;

/// Why a text is no program; line and column count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads the text of a whole program.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    let program = items::program(text)?;
    match verify(&program) {
        Ok(()) => Ok(program),
        // What is wrong between lines has no line; the message names the place.
        Err(broken) => Err(ParseError { line: 1, column: 1, message: broken.join("; ") }),
    }
}
