//! Passes: named steps that change a program, one after the other, in a list that can be read.
//!
//! A pass takes a valid program and leaves a valid one. In debug builds the verifier looks after each of them, so that
//! one that breaks a rule is named at once, and not the stage that stumbles over it later. Whoever changes programs
//! writes a function and adds it to a list; what it needs to know of instructions is in `ir::visit`.

use super::program::Program;

/// A named change of a whole program.
#[derive(Clone, Copy)]
pub struct Pass {
    /// What it does, as a sentence without its subject: `make adapters`.
    pub name: &'static str,
    pub run: fn(&mut Program),
}

/// Applies passes in their order. The program must be valid.
pub fn run_passes(program: &mut Program, passes: &[Pass]) {
    expect_valid(program, "what comes before the first pass");
    for pass in passes {
        (pass.run)(program);
        expect_valid(program, pass.name);
    }
}

#[cfg(debug_assertions)]
fn expect_valid(program: &Program, origin: &str) {
    if let Err(broken) = super::verify(program) {
        panic!("'{origin}' must leave valid IR, but: {}", broken.join("; "));
    }
}

#[cfg(not(debug_assertions))]
fn expect_valid(_: &Program, _: &str) {}
