//! One run of a function: the paths in it, where they wait, and how often its loops have been run.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

use bmc_solver::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::calls::Caller;
use super::iterations::Head;
use super::state::PathState;
use crate::ir::*;
use crate::planted::planted;
use crate::source::Span;

/// One run of a function.
pub(super) struct Activation {
    pub function: FunctionId,
    /// Interned chain of calls that led here.
    pub calls: u32,
    /// Of a model of the library: where the user's program calls it.
    pub place: Option<Span>,
    /// Guard when it was entered, to see whether recursion is decided.
    pub entry_guard: TermId,
    pub waiting: BTreeMap<Turn, Vec<PathState>>,
    /// Paths in the middle of a block: one, or one for each atomic section.
    pub running: Vec<(PathState, BlockId, usize)>,
    pub returned: Vec<(PathState, Option<TermId>)>,
    pub loops: FxHashMap<LoopId, Iterations>,
    /// The operands of the comparison a register got its value from.
    pub comparisons: FxHashMap<RegisterId, Comparison>,
    /// Registers that hold an address, or something computed from one, though they are no pointers.
    pub addresses: FxHashSet<RegisterId>,
    /// The address a register was last loaded from.
    pub origins: FxHashMap<RegisterId, TermId>,
    pub caller: Option<Caller>,
}

/// What a condition compares, and where that was loaded from, if it was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    pub operands: [TermId; 2],
    pub origins: [Option<TermId>; 2],
}

/// A comparison by value.
type Compared = [Option<u128>; 4];

/// Where a path waits, in the order in which paths go on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    pub block: BlockId,
    /// It jumped back to the head of a loop whose last block this is. Of loops that end in the same block the
    /// innermost comes first.
    pub again: Option<Reverse<LoopId>>,
}

/// How often a loop has been run since the loops around it began their present iteration.
#[derive(Default)]
pub(super) struct Iterations {
    /// Jumps back to the head.
    pub again: u32,
    /// Iterations that count against the bound, and those that do not, since constants decide when they end.
    pub counted: u32,
    pub decided: u32,
    /// The present iteration is one of them.
    pub is_counted: bool,
    /// Since the last iteration began, a condition that leaves the loop was decided by constants that are not
    /// those of the time before, or come from another place: a text may have many equal characters.
    pub progress: bool,
    pub last_operands: FxHashMap<BlockId, Compared>,
    /// How the present iteration began, if it did so on one path outside of atomic sections.
    pub head: Option<Rc<Head>>,
}

impl Activation {
    /// A path is about to enter the function.
    pub fn new(
        function: FunctionId,
        calls: u32,
        place: Option<Span>,
        state: PathState,
        caller: Caller,
    ) -> Activation {
        Activation {
            function,
            calls,
            place,
            entry_guard: state.path.guard(),
            waiting: BTreeMap::from([(Turn { block: BlockId(0), again: None }, vec![state])]),
            running: Vec::new(),
            returned: Vec::new(),
            loops: FxHashMap::default(),
            comparisons: FxHashMap::default(),
            addresses: FxHashSet::default(),
            origins: FxHashMap::default(),
            caller: Some(caller),
        }
    }

    pub fn origins_of(&self, operands: [&Operand; 2]) -> [Option<TermId>; 2] {
        operands.map(|operand| match operand {
            Operand::Register(register) => self.origins.get(register).copied(),
            _ => None,
        })
    }

    /// The path goes on from the end of `from` at the start of `to`, when its turn comes.
    pub fn wait(&mut self, function: &Function, from: BlockId, to: BlockId, state: PathState) {
        let turn = match function.loop_jumped_back_to(from, to) {
            Some(id) if !planted!(EachWayBackHasItsOwnIterations) => {
                Turn { block: function.loops[id.index()].last, again: Some(Reverse(id)) }
            }
            Some(id) => {
                self.begin_iteration(function, id);
                Turn { block: to, again: None }
            }
            None => Turn { block: to, again: None },
        };
        self.waiting.entry(turn).or_default().push(state);
    }

    /// The loops inside begin anew.
    pub fn begin_iteration(&mut self, function: &Function, id: LoopId) {
        let iterations = self.loops.entry(id).or_default();
        iterations.again += 1;
        iterations.is_counted = false;
        if !planted!(IterationsAreComparedWithTheFirst) {
            iterations.head = None;
        }
        self.loops.retain(|inner, _| !function.is_inside(*inner, id));
    }

    pub fn set_origin(&mut self, register: RegisterId, origin: Option<TermId>) {
        match origin {
            Some(address) => drop(self.origins.insert(register, address)),
            None => drop(self.origins.remove(&register)),
        }
    }
}
