//! A C file as a program, without the command line.

use bmc_conc::frontend::CompileOptions;
use bmc_conc::ir::Program;
use bmc_conc::load::{LoadOptions, load};
use bmc_conc::property::Checks;
use bmc_conc::source::{Diagnostic, Input};

pub fn program(input: Input, checks: Checks) -> Result<Program, Vec<Diagnostic>> {
    compiled(input, CompileOptions { checks, ..CompileOptions::default() })
}

/// With the runs in which a thread comes back to where it was, which `check` leaves out.
#[allow(dead_code, reason = "not every test explores")]
pub fn with_repetitions(input: Input, checks: Checks) -> Result<Program, Vec<Diagnostic>> {
    compiled(input, CompileOptions { checks, leaves_out_repetitions: false, ..CompileOptions::default() })
}

fn compiled(input: Input, compile: CompileOptions) -> Result<Program, Vec<Diagnostic>> {
    match load([input], &LoadOptions { compile, ..LoadOptions::default() }) {
        Ok(loaded) => Ok(loaded.program),
        Err(error) => Err(error.diagnostics),
    }
}
