//! The kinds of generated programs, each with what is looked for in them.

use bmc_conc::property::{Check, Checks};

use super::{arrays, generate, misuse, rare, synchronise, unchecked, undefined, waiting};

#[derive(Clone, Copy)]
pub struct Part {
    pub name: &'static str,
    pub generate: fn(u64) -> String,
    pub checks: Checks,
    /// Both answers must occur, at least once in so many programs (0: anything goes), or the comparison is blind.
    pub rarest: u64,
}

pub fn values() -> Part {
    Part { name: "values", generate: generate::program, checks: Checks::default(), rarest: 5 }
}

pub fn races() -> Part {
    let checks = Checks::NONE.with(Check::Race);
    Part { name: "races", generate: synchronise::program, checks, rarest: 5 }
}

pub fn races_on_values() -> Part {
    let checks = Checks::NONE.with(Check::Race);
    Part { name: "races on values", generate: generate::program, checks, rarest: 0 }
}

pub fn deadlocks() -> Part {
    let checks = Checks::NONE.with(Check::Deadlock);
    Part { name: "deadlocks", generate: synchronise::program, checks, rarest: 10 }
}

pub fn lives() -> Part {
    Part { name: "lives", generate: synchronise::program, checks: Checks::default(), rarest: 10 }
}

pub fn misuse() -> Part {
    let checks = Checks::NONE.with(Check::Api);
    Part { name: "misuse", generate: misuse::program, checks, rarest: 10 }
}

pub fn leaks() -> Part {
    let checks = Checks::NONE.with(Check::Leak);
    Part { name: "leaks", generate: synchronise::program, checks, rarest: 10 }
}

pub fn rare() -> Part {
    Part { name: "rare", generate: rare::program, checks: Checks::default(), rarest: 10 }
}

pub fn indices() -> Part {
    Part { name: "indices", generate: arrays::program, checks: Checks::default(), rarest: 10 }
}

pub fn races_on_elements() -> Part {
    let checks = Checks::NONE.with(Check::Race);
    Part { name: "races on elements", generate: arrays::program, checks, rarest: 0 }
}

pub fn waiting() -> Part {
    let checks = Checks::default().with(Check::Deadlock);
    Part { name: "waiting", generate: waiting::program, checks, rarest: 10 }
}

/// Without the checks that would find what goes wrong in them.
pub fn unchecked() -> Part {
    let checks = Checks::NONE.with(Check::Assert);
    Part { name: "unchecked", generate: unchecked::program, checks, rarest: 10 }
}

pub fn undefined() -> Part {
    Part { name: "undefined", generate: undefined::program, checks: Checks::default(), rarest: 10 }
}

pub fn all() -> [Part; 13] {
    [
        rare(),
        indices(),
        races_on_elements(),
        waiting(),
        unchecked(),
        undefined(),
        values(),
        races(),
        races_on_values(),
        deadlocks(),
        lives(),
        misuse(),
        leaks(),
    ]
}
