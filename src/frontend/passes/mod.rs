//! What is done to a linked program before anybody else sees it.

mod adapt;
mod lifetimes;

use crate::frontend::syntax::spelling;
use crate::ir::{Pass, Program, run_passes};

/// In this order: adapters are functions whose variables die, too.
const PASSES: [Pass; 4] = [
    Pass { name: "declare what can be jumped over", run: lifetimes::declare_what_can_be_jumped_over },
    Pass { name: "make adapters", run: adapt::make_adapters },
    Pass { name: "end lives", run: lifetimes::end_lives },
    Pass { name: "restore spelling", run: spelling::restore },
];

pub fn complete(program: &mut Program) {
    run_passes(program, &PASSES);
}
