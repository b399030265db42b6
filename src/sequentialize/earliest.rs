//! The first round in which a label can be passed at all.
//!
//! Threads take their turns in the order of their numbers. A thread cannot begin before the round of its creation,
//! and what comes after a join not before the joined thread has ended: in the same round if its number is lower,
//! in the next one otherwise. So main, which joins the others, is past its first join in round 2 at the earliest,
//! and no claim, access or condition behind it needs to be encoded for round 1.
//!
//! Found by iteration from below: every step uses bounds that hold already, so each of them holds, also if the
//! iteration is ended early.

use bmc_solver::TermId;

use crate::events::{Event, EventKind, Thread};
use crate::ir::ThreadId;
use crate::planted::planted;

/// Where threads wait for each other the bound would grow forever; this is as good as never.
const LATEST: u32 = 1_000;

/// By thread and label.
pub(super) fn earliest_rounds(threads: &[Thread]) -> Vec<Vec<u32>> {
    let mut earliest: Vec<Vec<u32>> = threads.iter().map(|t| vec![1; t.labels]).collect();
    loop {
        let mut changed = false;
        for (index, thread) in threads.iter().enumerate() {
            let id = ThreadId::new(index);
            let mut bound = creation(threads, &earliest, id);
            let mut events = thread.events.iter().peekable();
            for label in 0..thread.labels {
                while let Some(event) = events.next_if(|e| e.label == label) {
                    bound = bound.max(join(event, &earliest, id));
                }
                bound = bound.min(LATEST);
                changed |= bound > earliest[index][label];
                earliest[index][label] = bound.max(earliest[index][label]);
                bound = earliest[index][label];
            }
        }
        if !changed {
            return earliest;
        }
    }
}

/// The round in which the thread can be created.
fn creation(threads: &[Thread], earliest: &[Vec<u32>], id: ThreadId) -> u32 {
    let mut first = None;
    for (creator, thread) in threads.iter().enumerate() {
        for event in &thread.events {
            if matches!(event.kind, EventKind::Create { thread } if thread == id) {
                let here = earliest[creator][event.label];
                first = Some(first.map_or(here, |known: u32| known.min(here)));
            }
        }
    }
    first.map_or(1, |round| round + u32::from(planted!(ThreadsBeginARoundLate)))
}

/// The round before which the event cannot happen, if it waits for a thread whatever happens.
fn join(event: &Event, earliest: &[Vec<u32>], id: ThreadId) -> u32 {
    let EventKind::Join { threads, .. } = &event.kind else { return 1 };
    if event.guard != TermId::TRUE {
        return 1;
    }
    let ends = threads.iter().filter_map(|&(_, other)| {
        let last = earliest.get(other.index())?.last()?;
        let later = if planted!(JoinsTakeTwoRounds) { 2 } else { 1 };
        Some(if other < id { *last } else { last + later })
    });
    ends.min().unwrap_or(1)
}
