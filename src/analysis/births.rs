//! Objects that come to be while the program is unfolded, known by the place of their birth.
//!
//! The same place in a later pass is the same object, so that what one pass finds out about it serves the next.

use rustc_hash::FxHashMap;

use crate::ir::{FunctionId, ObjectId, ThreadId};

/// Where in the unfolding a dynamic object is born; the same place in a later pass is the same object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BirthPlace {
    pub thread: ThreadId,
    /// Interned chain of calls.
    pub calls: u32,
    pub block: u32,
    pub instruction: u32,
    /// How many times this place was unfolded before.
    pub occurrence: u32,
}

#[derive(Debug, Default)]
pub struct Births {
    objects: FxHashMap<BirthPlace, ObjectId>,
    /// Chains of calls by the chain before, the function that is called, and the place of the call.
    call_chains: FxHashMap<(u32, FunctionId, u32, u32), u32>,
}

impl Births {
    /// The number of a chain of calls, the same in all passes: otherwise a call that only some passes come to would
    /// shift the numbers of the others, and with them the objects that are born there.
    pub fn chain_of_calls(&mut self, chain: (u32, FunctionId, u32, u32)) -> u32 {
        let next = self.call_chains.len() as u32 + 1;
        *self.call_chains.entry(chain).or_insert(next)
    }

    /// The object born here: one that is known, or `next`.
    pub fn object_at(&mut self, place: BirthPlace, next: ObjectId) -> ObjectId {
        *self.objects.entry(place).or_insert(next)
    }
}
