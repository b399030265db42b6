//! A C file as a program, without the command line.

use bmc_conc::ir::Program;
use bmc_conc::load::{LoadOptions, load};
use bmc_conc::source::{Diagnostic, Input};

pub fn program(input: Input) -> Result<Program, Vec<Diagnostic>> {
    match load([input], &LoadOptions::default()) {
        Ok(loaded) => Ok(loaded.program),
        Err(error) => Err(error.diagnostics),
    }
}
