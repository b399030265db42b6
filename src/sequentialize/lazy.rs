//! Lazy round-robin schedules: every event is encoded once, only shared cells are swept once per round.
//!
//! A read has one symbol in the whole formula, which is bound to what memory holds in the round in which its label
//! runs; a write changes the term of its cell there, if its guard holds. What a round begins with is what the round
//! before it left. In the end every model is a schedule with at most as many contexts per thread as there are rounds,
//! and every such schedule is a model.

use bmc_solver::{StopReason, TermId};

use super::sweep::{Moment, Round, Sweep};
use crate::events::EventKind;
use crate::planted::planted;

pub(super) struct Lazy;

impl Sweep for Lazy {
    fn add_round(&mut self, round: &mut Round<'_>) -> Result<Vec<TermId>, StopReason> {
        let late = planted!(ReadsAreBoundLate).then(|| round.memory.fork());
        round.sweep(&mut |round, moment| {
            let Moment { thread, event, places, runs, .. } = moment;
            match &event.kind {
                EventKind::Read { symbol, .. } => {
                    let when = match planted!(BranchesAreEvaluatedAgain) {
                        true => round.timetable.passed(thread, event.label),
                        false => runs,
                    };
                    let value = match &late {
                        Some(memory) => memory.contents(round.terms, thread, places),
                        None => round.memory.contents(round.terms, thread, places),
                    };
                    let equal = round.terms.eq(*symbol, value);
                    let binding = round.terms.implies(when, equal);
                    round.relevance.bind(round.terms, *symbol, binding);
                }
                EventKind::Write { value, .. } => {
                    let effective = round.terms.and(runs, event.guard);
                    round.memory.write(round.terms, thread, places, *value, effective);
                }
                EventKind::Create { .. } | EventKind::Join { .. } => {}
            }
        })
    }
}
