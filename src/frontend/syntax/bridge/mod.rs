//! What C programs contain and lang-c does not take, brought into a form that it takes.
//!
//! Preprocessed text comes in; text of the same meaning goes out, with the way back to the original offsets,
//! so that every message and every step of a trace still names what the user wrote. Each file here looks for
//! one kind of construct and asks for edits; none changes what a program means. What has no equivalent gets a
//! name that begins with `__bmc_`, which lowering knows: see [`names`]. What cannot be checked is refused by
//! its name instead of being a syntax error.
//!
//! It works on tokens and the `outline` of the file, not on a grammar: a grammar of GNU C would be a parser.

mod assembly;
mod attributes;
mod conditional;
mod empty_braces;
mod enumerations;
mod implicit_int;
mod labels;
mod missing_types;
pub mod names;
mod nested_functions;
mod offsets;
mod outline;
mod pack;
mod semicolons;
mod static_assert;
#[cfg(test)]
mod tests;
pub mod token;
mod wide_types;
mod words;

pub use missing_types::header_of;
pub use offsets::Offsets;

use offsets::Edits;
use outline::Outline;

pub struct Bridged {
    pub text: String,
    pub offsets: Offsets,
}

/// A construct that cannot be checked: what it is called, and a way around it.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    pub start: usize,
    pub end: usize,
    pub what: String,
    pub help: Option<&'static str>,
}

impl Refusal {
    fn new(outline: &Outline, index: usize, what: impl Into<String>, help: &'static str) -> Refusal {
        let (start, end) = outline.tokens.get(index).map_or((0, 0), |t| (t.start, t.end()));
        Refusal { start, end, what: what.into(), help: Some(help).filter(|h| !h.is_empty()) }
    }
}

pub fn bridge(text: &str) -> Result<Bridged, Refusal> {
    let outline = Outline::new(text);
    let mut edits = Edits::default();
    nested_functions::refuse(&outline)?;
    assembly::rewrite(&outline, &mut edits);
    labels::rewrite(&outline, &mut edits);
    attributes::rewrite(&outline, &mut edits)?;
    implicit_int::rewrite(&outline, &mut edits);
    pack::rewrite(&outline, &mut edits);
    semicolons::rewrite(&outline, &mut edits);
    static_assert::rewrite(&outline, &mut edits);
    conditional::rewrite(&outline, &mut edits);
    empty_braces::rewrite(&outline, &mut edits);
    enumerations::rewrite(&outline, &mut edits);
    wide_types::rewrite(&outline, &mut edits);
    words::rewrite(&outline, &mut edits)?;
    missing_types::rewrite(&outline, &mut edits);
    let (text, offsets) = edits.apply(text);
    Ok(Bridged { text, offsets })
}
