//! Clauses as text, in the DIMACS format that goes with proofs on disk.

use std::fmt;
use std::io::{self, Write};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DimacsError {
    pub line: usize,
    pub what: String,
}

impl fmt::Display for DimacsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for DimacsError {}

/// Writes clauses, each ended by 0, after a comment.
pub fn write_dimacs(out: &mut dyn Write, clauses: &[i32], comment: &str) -> io::Result<()> {
    let variables = clauses.iter().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
    let count = clauses.iter().filter(|&&literal| literal == 0).count();
    for line in comment.lines() {
        writeln!(out, "c {line}")?;
    }
    writeln!(out, "p cnf {variables} {count}")?;
    for clause in clauses.split_inclusive(|&literal| literal == 0) {
        for &literal in clause {
            match literal {
                0 => writeln!(out, "0")?,
                _ => write!(out, "{literal} ")?,
            }
        }
    }
    Ok(())
}

/// Reads clauses, each ended by 0. What the header promises must be there.
pub fn read_dimacs(text: &str) -> Result<Vec<i32>, DimacsError> {
    let mut header: Option<(u32, usize)> = None;
    let mut clauses = Vec::new();
    let mut count = 0;
    for (index, text) in text.lines().enumerate() {
        let wrong = |what: &str| DimacsError { line: index + 1, what: what.to_string() };
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        match words[..] {
            [] => {}
            [first, ..] if first.starts_with('c') => {}
            ["p", "cnf", variables, clauses] if header.is_none() => {
                let variables = variables.parse().map_err(|_| wrong("the number of variables is none"))?;
                let clauses = clauses.parse().map_err(|_| wrong("the number of clauses is none"))?;
                header = Some((variables, clauses));
            }
            _ => {
                let (variables, _) = header.ok_or_else(|| wrong("a clause comes before the header"))?;
                for word in words {
                    let literal: i32 = word.parse().map_err(|_| wrong("this is not a literal"))?;
                    if literal.unsigned_abs() > variables {
                        return Err(wrong("the header promises fewer variables"));
                    }
                    count += usize::from(literal == 0);
                    clauses.push(literal);
                }
            }
        }
    }
    let wrong = |what: &str| DimacsError { line: text.lines().count(), what: what.to_string() };
    match header {
        None => Err(wrong("there is no header")),
        Some(_) if clauses.last().is_some_and(|&literal| literal != 0) => {
            Err(wrong("the last clause does not end in 0"))
        }
        Some((_, promised)) if promised != count => {
            Err(wrong("the header promises another number of clauses"))
        }
        Some(_) => Ok(clauses),
    }
}
