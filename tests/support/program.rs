//! A C file as a program, without the command line.

use bmc_conc::frontend::CompileOptions;
use bmc_conc::ir::Program;
use bmc_conc::load::{LoadOptions, load};
use bmc_conc::property::Checks;
use bmc_conc::source::{Diagnostic, Input};

pub fn program(input: Input, checks: Checks) -> Result<Program, Vec<Diagnostic>> {
    let compile = CompileOptions { checks, ..CompileOptions::default() };
    match load([input], &LoadOptions { compile, ..LoadOptions::default() }) {
        Ok(loaded) => Ok(loaded.program),
        Err(error) => Err(error.diagnostics),
    }
}
