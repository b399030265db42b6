//! Where a thread can be between two steps, and how it got into the functions that are running there.
//!
//! Calls are inlined: a function that is called from two places is two copies of it. A loop in which threads or blocks
//! are made is unrolled, so that each of them has a place of its own; all other loops stay loops. So a place is a chain
//! of calls, how often the unrolled loops around it have been run, and an instruction.

use rustc_hash::FxHashMap;

use crate::ir::{BlockId, Function, FunctionId, LoopId, Program, ThreadId, entity::entity};
use crate::source::Span;

entity!(
    /// An activation of a function: all calls that led to it, from the first function of its thread on.
    ChainId, "c");
entity!(
    /// A place of one thread.
    PlaceId, "q");

/// How often each unrolled loop around a place has begun again, by the number of the loop.
pub type Turns = Vec<(LoopId, u32)>;

/// One activation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Chain {
    pub thread: ThreadId,
    pub function: FunctionId,
    /// The call that led here; `None` if the thread began with it.
    pub caller: Option<Spot>,
}

/// An instruction of an activation; the one behind the last of a block is its terminator.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot {
    pub chain: ChainId,
    pub turns: Turns,
    pub block: BlockId,
    pub instruction: usize,
}

/// All activations and places that were met.
#[derive(Default)]
pub struct Places {
    chains: Vec<Chain>,
    chain_numbers: FxHashMap<Chain, ChainId>,
    spots: Vec<Spot>,
    numbers: FxHashMap<Spot, PlaceId>,
}

impl Places {
    pub fn chain_of(&mut self, chain: Chain) -> ChainId {
        let chains = &mut self.chains;
        *self.chain_numbers.entry(chain.clone()).or_insert_with(|| {
            chains.push(chain);
            ChainId::new(chains.len() - 1)
        })
    }

    pub fn chain(&self, id: ChainId) -> &Chain {
        &self.chains[id.index()]
    }

    pub fn place_of(&mut self, spot: Spot) -> PlaceId {
        let spots = &mut self.spots;
        *self.numbers.entry(spot.clone()).or_insert_with(|| {
            spots.push(spot);
            PlaceId::new(spots.len() - 1)
        })
    }

    pub fn spot(&self, id: PlaceId) -> &Spot {
        &self.spots[id.index()]
    }

    pub fn thread(&self, id: PlaceId) -> ThreadId {
        self.chain(self.spot(id).chain).thread
    }

    pub fn count(&self) -> usize {
        self.spots.len()
    }

    /// Forgets the places; chains keep their numbers.
    pub fn forget_places(&mut self) {
        self.spots.clear();
        self.numbers.clear();
    }

    /// The activations that are running at a spot, the outermost first, each with where it is.
    pub fn running_at(&self, spot: &Spot) -> Vec<Spot> {
        let mut running = vec![spot.clone()];
        while let Some(caller) = &self.chain(running[running.len() - 1].chain).caller {
            running.push(caller.clone());
        }
        running.reverse();
        running
    }

    /// Where the user's program is when the thread is at the spot: inside a model of the library, the call of it.
    pub fn users_span(&self, program: &Program, spot: &Spot) -> Span {
        let mut innermost = Span::default();
        for spot in self.running_at(spot) {
            let function = program.function(self.chain(spot.chain).function);
            let block = function.block(spot.block);
            let instruction = block.instructions.get(spot.instruction);
            let span = instruction.map_or(block.terminator_span, |instruction| instruction.span);
            if program.sources.is_embedded(span) {
                break;
            }
            innermost = span;
        }
        innermost
    }

    /// Whether a function is already running in an activation or those that called it.
    pub fn is_running(&self, mut chain: ChainId, function: FunctionId) -> bool {
        loop {
            let Chain { function: running, caller, .. } = self.chain(chain);
            if *running == function {
                return true;
            }
            let Some(caller) = caller else { return false };
            chain = caller.chain;
        }
    }
}

/// Of the turns of loops those that a block is part of.
pub fn turns_at(function: &Function, turns: &Turns, block: BlockId) -> Turns {
    let is_around = |(id, _): &&(LoopId, u32)| {
        let around = &function.loops[id.index()];
        around.first <= block && block <= around.last
    };
    turns.iter().filter(is_around).copied().collect()
}
