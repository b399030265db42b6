//! The kinds of generated programs, each with what is looked for in them.

use bmc_conc::property::{Check, Checks};

use super::{
    arrays, blocks, calls, endless, flow, generate, jobs, lifetimes, misuse, orders, rare, spinning,
    synchronise, unchecked, undefined, waiting,
};

#[derive(Clone, Copy)]
pub struct Part {
    pub name: &'static str,
    pub generate: fn(u64) -> String,
    pub checks: Checks,
    /// Both answers must occur, at least once in so many programs (0: anything goes), or the comparison is blind.
    pub rarest: u64,
    /// Runs go around loops more often than what is unwound: exploration gets the bound, too.
    pub cuts_loops: bool,
    /// The smallest such bound. Loops that constants decide have no more iterations: `check` follows them to their end.
    pub least_unwind: u32,
}

/// What goes wrong in one thread. Most programs that are made without a thought of races have one.
const fn usual() -> Checks {
    Checks::NONE.with(Check::Assert).with(Check::Memory).with(Check::Api)
}

impl Part {
    const fn new(name: &'static str, generate: fn(u64) -> String, checks: Checks, rarest: u64) -> Part {
        Part { name, generate, checks, rarest, cuts_loops: false, least_unwind: 1 }
    }

    /// The bound on loops that exploration gets for a seed.
    pub fn unwind(self, seed: u64) -> Option<u32> {
        self.cuts_loops.then_some(self.least_unwind + (seed % 3) as u32)
    }
}

pub fn values() -> Part {
    Part::new("values", generate::program, usual(), 5)
}

/// All that is looked for by default, so that one violation could hide another.
pub fn together() -> Part {
    Part::new("together", generate::program, Checks::default(), 0)
}

pub fn together_with_locks() -> Part {
    Part::new("together with locks", synchronise::program, Checks::default(), 0)
}

pub fn races() -> Part {
    let checks = Checks::NONE.with(Check::Race);
    Part::new("races", synchronise::program, checks, 5)
}

pub fn races_on_values() -> Part {
    let checks = Checks::NONE.with(Check::Race);
    Part::new("races on values", generate::program, checks, 0)
}

pub fn deadlocks() -> Part {
    let checks = Checks::NONE.with(Check::Deadlock);
    Part::new("deadlocks", synchronise::program, checks, 10)
}

pub fn lives() -> Part {
    Part::new("lives", synchronise::program, usual(), 10)
}

pub fn misuse() -> Part {
    let checks = Checks::NONE.with(Check::Api);
    Part::new("misuse", misuse::program, checks, 10)
}

pub fn leaks() -> Part {
    let checks = Checks::NONE.with(Check::Leak);
    Part::new("leaks", synchronise::program, checks, 10)
}

pub fn rare() -> Part {
    Part::new("rare", rare::program, usual(), 10)
}

pub fn indices() -> Part {
    Part::new("indices", arrays::program, usual(), 10)
}

pub fn races_on_elements() -> Part {
    let checks = Checks::NONE.with(Check::Race);
    Part::new("races on elements", arrays::program, checks, 0)
}

pub fn waiting() -> Part {
    let checks = usual().with(Check::Deadlock);
    Part::new("waiting", waiting::program, checks, 10)
}

pub fn waking() -> Part {
    let checks = usual().with(Check::Deadlock);
    Part::new("waking", waiting::in_vain, checks, 10)
}

pub fn orders() -> Part {
    Part::new("orders", orders::program, usual(), 10)
}

/// Without the checks that would find what goes wrong in them.
pub fn unchecked() -> Part {
    let checks = Checks::NONE.with(Check::Assert);
    Part::new("unchecked", unchecked::program, checks, 10)
}

pub fn undefined() -> Part {
    Part::new("undefined", undefined::program, usual(), 10)
}

pub fn calls() -> Part {
    let checks = Checks::NONE.with(Check::Assert);
    Part::new("calls", calls::program, checks, 10)
}

pub fn types_of_calls() -> Part {
    let checks = Checks::NONE.with(Check::Memory);
    Part::new("types of calls", calls::program, checks, 10)
}

pub fn jobs() -> Part {
    Part { cuts_loops: true, ..Part::new("jobs", jobs::program, Checks::default(), 10) }
}

pub fn blocks() -> Part {
    Part::new("blocks", blocks::program, usual(), 10)
}

pub fn control_flow() -> Part {
    Part { cuts_loops: true, ..Part::new("control flow", flow::program, usual(), 10) }
}

pub fn scopes() -> Part {
    Part::new("scopes", lifetimes::scopes, usual(), 10)
}

pub fn reuse() -> Part {
    Part::new("reuse", lifetimes::reuse, usual(), 10)
}

pub fn spinning() -> Part {
    let checks = usual().with(Check::Deadlock);
    Part { cuts_loops: true, ..Part::new("spinning", spinning::program, checks, 10) }
}

pub fn races_beside_spinning() -> Part {
    let checks = Checks::NONE.with(Check::Race);
    Part { cuts_loops: true, ..Part::new("races beside spinning", spinning::program, checks, 10) }
}

pub fn endless() -> Part {
    let checks = usual().with(Check::Deadlock);
    Part { cuts_loops: true, least_unwind: 2, ..Part::new("endless", endless::program, checks, 10) }
}

/// Locks can be misused here without anybody asking.
pub fn endless_unasked() -> Part {
    let checks = Checks::NONE.with(Check::Assert);
    Part { cuts_loops: true, least_unwind: 2, ..Part::new("endless unasked", endless::program, checks, 10) }
}

pub fn races_in_endless() -> Part {
    let checks = Checks::NONE.with(Check::Race);
    Part { cuts_loops: true, least_unwind: 2, ..Part::new("races in endless", endless::program, checks, 10) }
}

/// Kinds of programs that are too large to be explored.
pub fn larger() -> [Part; 2] {
    [
        Part::new("larger values", generate::larger, usual(), 0),
        Part { cuts_loops: true, ..Part::new("larger control flow", flow::larger, usual(), 0) },
    ]
}

pub fn all() -> Vec<Part> {
    vec![
        scopes(),
        reuse(),
        control_flow(),
        spinning(),
        races_beside_spinning(),
        endless(),
        endless_unasked(),
        orders(),
        rare(),
        indices(),
        races_on_elements(),
        waiting(),
        waking(),
        blocks(),
        jobs(),
        calls(),
        types_of_calls(),
        unchecked(),
        undefined(),
        values(),
        together(),
        together_with_locks(),
        races(),
        races_on_values(),
        deadlocks(),
        lives(),
        misuse(),
        leaks(),
    ]
}

/// Also those that bounded search takes too long for.
pub fn for_proofs() -> Vec<Part> {
    [all(), vec![races_in_endless()]].concat()
}
