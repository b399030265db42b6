//! From a program to its steps: a transition system, for proofs without bounds.
//!
//! Comes in: the IR. Goes out: for every place where a thread can be between two steps, all that can happen until the next
//! such place, as terms over what the state was before. Calls are inlined, threads are told apart by where they are
//! created, loops stay. Between two places everything is one step, as large as can be (`control`): what others cannot
//! notice ends none (`sharing`).
//!
//! Which places, objects and threads there are, and what memory and registers can hold between steps, is assumed and
//! corrected until no step contradicts it (`facts`). What is assumed of values is not believed: it becomes a part of the
//! invariant, which a checker verifies on the steps.

mod builder;
mod company;
mod computation;
mod control;
mod facts;
mod fixpoint;
mod instruction;
mod memory;
mod numbers;
mod objects;
mod place;
mod sharing;
mod state;
mod system;
mod threads;

pub use builder::{Destination, Failure, Interrupted, Start, Step, StepAccess, StepClaim, StepEnd};
pub use company::Lock;
pub use facts::{Cell, Facts, Object, Origin};
pub use fixpoint::{Steps, find_steps};
pub use place::{ChainId, PlaceId, Spot};
pub use system::{Bad, Cause, Control, Part, Relation, assemble, member};
