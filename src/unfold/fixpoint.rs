//! The program is unfolded under assumptions until a pass contradicts none of them.
//!
//! What threads share, what shared memory can hold, which objects there are, and which orders of evaluation can be told
//! depends on the unfolding of all threads; their unfolding depends on it in turn. So a pass unfolds every thread under
//! what is assumed so far, notes on its way what contradicts it (`analysis::Assumptions`), and at its end looks at what
//! the threads did to each other's memory. Why the last pass may be believed is said in `analysis::assumptions`.

use bmc_solver::Stop;

use super::pass::Unfolder;
use super::{Unfinished, UnfoldError, UnfoldOptions};
use crate::analysis::Assumptions;
use crate::events::{EventStructure, Unfolding};
use crate::ir::{Program, PropertyId, PropertyKind};
use crate::reductions::Reduction;

/// Assumptions settle after a few dozen passes; more mean that something is wrong.
const MOST_PASSES: u32 = 2_000;

/// Unfolds the program. Only properties for which `wanted` holds become claims. The others are assumed,
/// and where the assumption may be wrong there is a mark.
pub fn unfold(
    program: &Program,
    options: &UnfoldOptions,
    wanted: &dyn Fn(PropertyId) -> bool,
    stop: &Stop,
) -> Result<Unfolding, Unfinished> {
    let states = states_of_interest(program, wanted);
    let number_limit = program.pointers.number_limit();
    let follows_values = options.reductions.contains(Reduction::Values);
    let mut assumptions = Assumptions::new(program.first_dynamic_object(), number_limit, follows_values);
    loop {
        assumptions.begin_pass();
        let mut pass = Unfolder::new(program, options, wanted, stop, &mut assumptions);
        let settled =
            pass.carry_out().map_err(|error| Unfinished { error, extent: Box::new(pass.extent()) })?;
        if settled {
            let passes = pass.assumptions.passes();
            let Unfolding { terms, structure } = pass.finish();
            let structure = EventStructure { passes, states, ..structure };
            return Ok(Unfolding { terms, structure });
        }
    }
}

impl Unfolder<'_> {
    /// All of the pass. Whether it contradicts no assumption.
    fn carry_out(&mut self) -> Result<bool, UnfoldError> {
        self.make_globals();
        self.unfold_threads()?;
        self.find_shared_cells();
        self.find_overwritten_locks();
        self.find_unprotected_cells();
        self.count_writes();
        self.find_orders_that_tell();
        let most = self.program.pointers.most_objects();
        if self.assumptions.object_count() as u64 > most {
            return self.too_large(format!("there are more than {most} objects to point to"));
        }
        if self.assumptions.passes() > MOST_PASSES {
            return self.too_large("what threads share does not settle");
        }
        Ok(self.assumptions.end_pass())
    }
}

/// The wanted properties that are states of the whole program.
pub(super) fn states_of_interest(
    program: &Program,
    wanted: &dyn Fn(PropertyId) -> bool,
) -> Vec<(PropertyKind, PropertyId)> {
    let all = program.properties.iter().enumerate().map(|(index, p)| (p.kind, PropertyId::new(index)));
    all.filter(|&(kind, id)| kind.is_of_a_state() && wanted(id)).collect()
}
