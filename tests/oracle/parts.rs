//! The kinds of generated programs, each with what is looked for in them.

use bmc_conc::property::{Check, Checks};

use super::{arrays, generate, misuse, orders, rare, synchronise, waiting};

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

pub fn orders() -> Part {
    Part { name: "orders", generate: orders::program, checks: Checks::default(), rarest: 10 }
}

pub fn all() -> [Part; 12] {
    [
        orders(),
        rare(),
        indices(),
        races_on_elements(),
        waiting(),
        values(),
        races(),
        races_on_values(),
        deadlocks(),
        lives(),
        misuse(),
        leaks(),
    ]
}
