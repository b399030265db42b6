//! Thread-modular symbolic execution: each thread instance once, by itself, under the bounds.
//!
//! Comes in: the IR. Goes out: one [`EventStructure`](crate::events::EventStructure). Calls are inlined, loops unrolled, paths merged where
//! they meet. A read of memory that another thread may change yields a fresh symbol; everything else is
//! computed. Which memory that is, and what the symbols can be, are assumptions that are checked by the
//! unfolding itself and corrected until they hold (see `analysis::Assumptions`).
//!
//! Knows nothing of schedules and memory models.

mod activation;
mod allocate;
mod calls;
mod compute;
mod control;
mod demand;
mod escape;
mod extent;
mod fixpoint;
mod instruction;
mod iterations;
mod lives;
mod locks;
mod loops;
mod memory;
mod merge;
mod numbers;
mod objects;
mod operands;
mod pass;
mod resolve;
mod reuse;
mod state;
mod synchronise;
mod thread;

pub use extent::Extent;
pub use fixpoint::unfold;

use bmc_solver::StopReason;
use rustc_hash::FxHashMap;

use crate::ir::Repetition;
use crate::reductions::Reductions;
use crate::source::{Diagnostic, Span};

/// How far loops and recursion are followed, and what is used to say less about it.
#[derive(Clone, Debug)]
pub struct UnfoldOptions {
    /// Iterations of a loop, and nested activations of a function, that are not decided by constants.
    pub unwind: u32,
    /// For single loops, and for the recursion of single functions.
    pub loops: FxHashMap<Repetition, u32>,
    /// Iterations of a loop that are decided by constants.
    pub known: u32,
    /// Threads that are created, besides main.
    pub threads: u32,
    pub reductions: Reductions,
}

/// Why there is no event structure.
#[derive(Debug)]
pub enum UnfoldError {
    /// The program asks for something that is not supported.
    Unsupported(Diagnostic),
    /// A limit of time or memory.
    Stopped(StopReason),
    /// A limit of the representation, said in words, and where the user's program meets it, if at one place.
    TooLarge { what: String, span: Option<Span> },
}

impl UnfoldError {
    /// The same; if it has no place yet, this is it.
    fn or_at(self, place: Span) -> UnfoldError {
        match self {
            UnfoldError::TooLarge { what, span } => {
                UnfoldError::TooLarge { what, span: span.or(Some(place)) }
            }
            UnfoldError::Unsupported(_) | UnfoldError::Stopped(_) => self,
        }
    }
}

/// An unfolding that came to no end.
#[derive(Debug)]
pub struct Unfinished {
    pub error: UnfoldError,
    /// How far it came.
    pub extent: Box<Extent>,
}
