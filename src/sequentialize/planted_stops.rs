//! A mistake to be planted: threads stop only before what happens.

use bmc_solver::{TermId, Terms};

use super::Encoding;
use crate::events::EventStructure;
use crate::ir::ThreadId;
use crate::planted::{Mistake, is_enabled};

/// A reduction that would be right if it left alone the threads that an assumption has ended: to stop before
/// steps without effect leads nowhere that stopping behind them does not.
pub fn stop_only_before_what_happens(terms: &mut Terms, structure: &EventStructure, encoding: &mut Encoding) {
    if !is_enabled(Mistake::StopsOnlyBeforeWhatHappens) {
        return;
    }
    let threads = &structure.threads;
    for (index, thread) in threads.iter().enumerate().skip(1) {
        let id = ThreadId::new(index);
        for label in 0..thread.labels {
            let passed = encoding.passed(id, label);
            let (next_passed, happens) = match label + 1 < thread.labels {
                false => (TermId::FALSE, thread.ends),
                true => {
                    let next = thread.events.iter().filter(|e| e.label == label + 1);
                    let happens = terms.or_all(next.map(|e| e.guard).collect::<Vec<_>>());
                    (encoding.passed(id, label + 1), happens)
                }
            };
            let goes_on = terms.or(next_passed, happens);
            encoding.constraints.push(terms.implies(passed, goes_on));
        }
    }
}
