//! Names on the command line that the program does not have.

use bmc_conc::ir::Program;
use bmc_conc::selection::{find_property, find_repetitions};

use super::arguments::CheckArguments;

pub fn unknown_name(program: &Program, arguments: &CheckArguments) -> Option<String> {
    if let Some(name) = &arguments.common.property
        && find_property(program, name).is_err()
    {
        return Some(format!("the program has no property '{name}'; --show-properties lists them"));
    }
    let unknown = arguments.unwindset.iter().find(|(name, _)| find_repetitions(program, name).is_err());
    unknown.map(|(name, _)| {
        format!("the program has no loop or function '{name}'; --show-loops lists the loops")
    })
}
