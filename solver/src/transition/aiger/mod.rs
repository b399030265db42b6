//! Circuits in AIGER, the format that hardware model checkers share (version 1.9, both encodings).
//!
//! Reading makes no assumption about where a file comes from: every count is compared with what is left of the file
//! before anything is made for it, and what does not add up is an error with its place. Gates are hashed and simplified
//! while they are read, so what is written again may have fewer of them. Of liveness nothing is understood, and saying
//! so is better than leaving it out.

mod read;
mod write;

use std::fmt;

pub use read::read;
pub use write::{write_ascii, write_binary};

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AigerError {
    pub place: Place,
    pub what: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// From 1.
    Line(usize),
    /// In the part that is not text, from the beginning of the file.
    Byte(usize),
}

impl fmt::Display for AigerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::Line(line) => write!(f, "line {line}: {}", self.what),
            Place::Byte(byte) => write!(f, "byte {byte}: {}", self.what),
        }
    }
}

impl std::error::Error for AigerError {}
