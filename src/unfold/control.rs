//! Control flow: activations, blocks in source order, loops, merging of paths.
//!
//! An activation keeps the paths that wait at the start of each block and always goes on with the lowest
//! block. Blocks are numbered in source order, so whatever comes before a block has been unfolded when the
//! block is entered, and all paths that reach it are merged into one; a path that jumps back runs through the
//! loop once more before anything behind the loop is looked at. This works for any `goto`.
//!
//! Paths that are inside different atomic sections cannot be merged, for what follows belongs to another section
//! on each; they go on one after the other until their sections have ended.
//!
//! Calls keep an explicit stack of activations, so that recursion in the program is none in here.

use std::collections::BTreeMap;

use bmc_solver::TermId;
use rustc_hash::FxHashMap;

use super::events::{Bound, Mark, Requirement};
use super::locks::intersection;
use super::state::State;
use super::{UnfoldError, Unfolder};
use crate::ir::*;
use crate::planted::planted;
use crate::source::{Diagnostic, Span};

/// Activations on the stack, before recursion is taken to go on forever.
const MOST_ACTIVATIONS: usize = 1_000;

/// A call about to be made.
pub(super) struct Call {
    /// Address of a function.
    pub callee: TermId,
    pub arguments: Vec<TermId>,
    pub state: State,
}

/// Where an activation was called from.
struct Caller {
    registers: super::persistent::PersistentVec<Option<TermId>>,
    /// The call instruction, and what is called next if the callee is not known exactly.
    block: BlockId,
    instruction: usize,
    waiting: Vec<(FunctionId, State)>,
    arguments: Vec<TermId>,
    /// Paths that have returned from the callees so far.
    returned: Vec<(State, Option<TermId>)>,
}

/// One run of a function.
pub(super) struct Activation {
    pub function: FunctionId,
    /// Interned chain of calls that led here.
    pub calls: u32,
    /// Guard when it was entered, to see whether recursion is decided.
    entry_guard: TermId,
    /// Paths waiting at the start of a block, with the block they come from.
    waiting: BTreeMap<BlockId, Vec<(BlockId, State)>>,
    /// Paths in the middle of a block: one, or one for each atomic section.
    running: Vec<(State, BlockId, usize)>,
    returned: Vec<(State, Option<TermId>)>,
    loops: FxHashMap<LoopId, Iterations>,
    /// The operands of the comparison a register got its value from.
    pub comparisons: FxHashMap<RegisterId, Comparison>,
    /// The address a register was last loaded from.
    pub origins: FxHashMap<RegisterId, TermId>,
    caller: Option<Caller>,
}

/// What a condition compares, and where that was loaded from, if it was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    pub operands: [TermId; 2],
    pub origins: [Option<TermId>; 2],
}

/// A comparison by value.
type Compared = [Option<u128>; 4];

/// How often a loop has been run since it was entered from outside.
#[derive(Default)]
struct Iterations {
    counted: u32,
    decided: u32,
    /// Since the last iteration began, a condition that leaves the loop was decided by constants that are not
    /// those of the time before, or come from another place: a text may have many equal characters.
    progress: bool,
    last_operands: FxHashMap<BlockId, Compared>,
}

impl Activation {
    pub fn origins_of(&self, operands: [&Operand; 2]) -> [Option<TermId>; 2] {
        operands.map(|operand| match operand {
            Operand::Register(register) => self.origins.get(register).copied(),
            _ => None,
        })
    }

    pub fn set_origin(&mut self, register: RegisterId, origin: Option<TermId>) {
        match origin {
            Some(address) => drop(self.origins.insert(register, address)),
            None => drop(self.origins.remove(&register)),
        }
    }
}

/// What the instruction at hand does to control.
pub(super) enum Next {
    Continue,
    /// The path ends here.
    Stop,
    Call {
        callee: TermId,
        arguments: Vec<TermId>,
    },
}

impl Unfolder<'_> {
    /// Unfolds a call to its end. `None` if no path returns.
    pub(super) fn run(&mut self, call: Call) -> Result<Option<(State, Option<TermId>)>, UnfoldError> {
        let mut stack: Vec<Activation> = Vec::new();
        let mut finished = self.enter(&mut stack, call, None)?;
        while let Some(top) = stack.last_mut() {
            if let Some(reason) = self.stop.requested() {
                return Err(UnfoldError::Stopped(reason));
            }
            if let Some((state, block, instruction)) = top.running.pop() {
                finished = self.run_block(&mut stack, state, block, instruction)?;
            } else if let Some((block, mut paths)) = top.waiting.pop_first() {
                let section = paths.last().and_then(|(_, state)| state.section);
                let others: Vec<_> = paths.extract_if(.., |(_, state)| state.section != section).collect();
                if !others.is_empty() {
                    top.waiting.insert(block, others);
                }
                let from_inside = paths.iter().map(|(from, _)| *from).collect::<Vec<_>>();
                let state = self.merge(paths.into_iter().map(|(_, state)| state).collect());
                let Some(state) = state else { continue };
                if let Some(state) = self.count_iteration(&mut stack, block, &from_inside, state) {
                    stack.last_mut().expect("an activation is running").running.push((state, block, 0));
                }
            } else {
                finished = self.leave(&mut stack)?;
            }
        }
        Ok(finished)
    }

    /// Begins the activations for a call; with several possible callees one after the other.
    fn enter(
        &mut self,
        stack: &mut Vec<Activation>,
        call: Call,
        from: Option<(BlockId, usize)>,
    ) -> Result<Option<(State, Option<TermId>)>, UnfoldError> {
        let Call { callee, arguments, mut state } = call;
        let values = self.values_of(callee);
        let Some(candidates) = values.enumerate(4096) else {
            return self.too_large("a function pointer that may point anywhere is called");
        };
        let candidate_count = candidates.len();
        let mut targets = Vec::new();
        for pointer in candidates {
            let object = self.program.pointers.object(pointer);
            if self.program.pointers.offset(pointer) != 0 {
                continue;
            }
            if let Some(function) = self.program.function_of_object(object) {
                let constant = self.terms.constant(self.program.pointers.pointer_bits, pointer);
                targets.push((function, self.terms.eq(callee, constant)));
            }
        }
        // A call through anything else is an error, and such a path ends.
        let known = self.terms.or_all(targets.iter().map(|t| t.1).collect::<Vec<_>>());
        if candidate_count > targets.len() {
            let unknown = self.terms.not(known);
            match from.zip(stack.last()) {
                Some(((block, index), caller)) => {
                    let body = self.program.function(caller.function);
                    let Instruction { op, span } = &body.block(block).instructions[index];
                    if let Op::Call { check: Some(property), .. } = op {
                        let violated = self.terms.and(state.path.guard(), unknown);
                        self.claim(*property, violated, state.position, *span);
                    }
                }
                None => {
                    let mut astray = state.clone();
                    astray.path.assume(&mut self.terms, unknown);
                    let what = "a thread that starts with something that is no function".to_string();
                    self.mark(&astray, Bound::NotFollowed { what }, Span::default());
                }
            }
        }
        state.path.assume(&mut self.terms, known);
        let mut waiting = Vec::new();
        for &(function, condition) in targets.iter().rev() {
            let mut path = state.clone();
            path.path.assume(&mut self.terms, condition);
            if !path.path.is_dead() {
                waiting.push((function, path));
            }
        }
        let caller = Caller {
            registers: state.registers,
            block: from.map_or(BlockId(0), |f| f.0),
            instruction: from.map_or(0, |f| f.1),
            waiting,
            arguments,
            returned: Vec::new(),
        };
        self.enter_next(stack, caller, from.is_none())
    }

    /// Begins the next callee of `caller`, or goes on behind the call if there is none left.
    fn enter_next(
        &mut self,
        stack: &mut Vec<Activation>,
        mut caller: Caller,
        is_root: bool,
    ) -> Result<Option<(State, Option<TermId>)>, UnfoldError> {
        while let Some((function, mut state)) = caller.waiting.pop() {
            let body = self.program.function(function);
            if !body.is_defined() {
                let message = format!("function '{}' is called but has no body", body.name);
                return Err(UnfoldError::Unsupported(Diagnostic::error(body.span, message)));
            }
            if self.cuts_recursion(stack, function, &state) {
                continue;
            }
            state.registers = Default::default();
            for (index, &register) in body.parameters.iter().enumerate() {
                let width = body.register(register).ty.bits;
                let argument = match caller.arguments.get(index) {
                    Some(&argument) => self.resize(argument, width),
                    None => self.terms.constant(width, 0),
                };
                state.registers.set(register.index(), Some(argument));
            }
            let chain = stack.last().map_or(0, |a| a.calls);
            let key = (chain, function, caller.block.0, caller.instruction as u32);
            let next = self.call_chains.len() as u32 + 1;
            let calls = *self.call_chains.entry(key).or_insert(next);
            let entry_guard = state.path.guard();
            stack.push(Activation {
                function,
                calls,
                entry_guard,
                waiting: BTreeMap::from([(BlockId(0), vec![(BlockId(0), state)])]),
                running: Vec::new(),
                returned: Vec::new(),
                loops: FxHashMap::default(),
                comparisons: FxHashMap::default(),
                origins: FxHashMap::default(),
                caller: Some(caller),
            });
            return Ok(None);
        }
        // All callees are done: the paths that returned go on behind the call.
        let mut returned = caller.returned;
        for (state, value) in &mut returned {
            state.registers = caller.registers.clone();
            if !is_root {
                self.set_result(stack, caller.block, caller.instruction, state, *value);
            }
        }
        if is_root {
            let mut results = self.merge_results(returned);
            if results.len() > 1 {
                return self.too_large("a thread ends inside different atomic sections");
            }
            return Ok(results.pop());
        }
        let states = returned.into_iter().map(|(state, _)| state).collect();
        for states in by_section(states) {
            if let (Some(state), Some(top)) = (self.merge(states), stack.last_mut()) {
                top.running.push((state, caller.block, caller.instruction + 1));
            }
        }
        Ok(None)
    }

    /// The value a function returns, over all paths; one for each atomic section they are in.
    fn merge_results(&mut self, returned: Vec<(State, Option<TermId>)>) -> Vec<(State, Option<TermId>)> {
        let mut states = Vec::new();
        for (mut state, value) in returned {
            state.registers = Default::default();
            state.registers.set(0, value);
            states.push(state);
        }
        let merged = by_section(states).into_iter().filter_map(|states| self.merge(states));
        merged.map(|state| (state.registers.get(0), state)).map(|(value, state)| (state, value)).collect()
    }

    fn set_result(
        &mut self,
        stack: &[Activation],
        block: BlockId,
        instruction: usize,
        state: &mut State,
        value: Option<TermId>,
    ) {
        let function = self.program.function(stack.last().expect("a caller").function);
        if let Op::Call { dst: Some(dst), .. } = function.block(block).instructions[instruction].op {
            let width = function.register(dst).ty.bits;
            let value = match value {
                Some(value) => self.resize(value, width),
                None => self.terms.constant(width, 0),
            };
            state.registers.set(dst.index(), Some(value));
        }
    }

    /// The running activation has no path left.
    fn leave(&mut self, stack: &mut Vec<Activation>) -> Result<Option<(State, Option<TermId>)>, UnfoldError> {
        let activation = stack.pop().expect("an activation is running");
        let mut caller = activation.caller.expect("every activation has a caller");
        let is_root = stack.is_empty();
        let results = self.merge_results(activation.returned);
        caller.returned.extend(results);
        self.enter_next(stack, caller, is_root)
    }

    /// Nested activations of one function are bounded like the iterations of a loop.
    fn cuts_recursion(&mut self, stack: &[Activation], function: FunctionId, state: &State) -> bool {
        let mut guards: Vec<TermId> =
            stack.iter().filter(|a| a.function == function).map(|a| a.entry_guard).collect();
        guards.push(state.path.guard());
        let undecided = guards.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let name = &self.program.function(function).name;
        let bound = self.options.loops.get(name).copied().unwrap_or(self.options.unwind);
        if undecided <= bound as usize && stack.len() < MOST_ACTIVATIONS {
            return false;
        }
        let name = name.clone();
        let span = self.program.function(function).span;
        let entered = u32::try_from(guards.len()).unwrap_or(u32::MAX);
        self.mark_entry(state, Bound::Recursion { function: name }, entered, span);
        true
    }

    pub(super) fn mark(&mut self, state: &State, bound: Bound, span: Span) {
        self.mark_entry(state, bound, 0, span);
    }

    fn mark_entry(&mut self, state: &State, bound: Bound, entered: u32, span: Span) {
        let (thread, group, guard) = (self.current, state.position, state.path.guard());
        if guard != TermId::FALSE {
            self.note_end_in_operand(state, false);
            let steps = self.thread().steps.len();
            self.marks.push(Mark { thread, group, steps, guard, bound, entered, span });
        }
    }

    /// Entering the body of a loop is one iteration. `None` if the bound cuts it off.
    fn count_iteration(
        &mut self,
        stack: &mut [Activation],
        block: BlockId,
        from: &[BlockId],
        state: State,
    ) -> Option<State> {
        let top = stack.last_mut().expect("an activation is running");
        let function = self.program.function(top.function);
        for (index, lp) in function.loops.iter().enumerate() {
            let id = LoopId::new(index);
            let inside = |b: &BlockId| (lp.first..=lp.last).contains(b);
            if block == lp.first && !from.iter().any(inside) {
                top.loops.remove(&id);
            }
            if block != lp.body {
                continue;
            }
            let name = || format!("{}.{index}", function.name);
            let own_bound =
                if self.options.loops.is_empty() { None } else { self.options.loops.get(&name()) };
            let bound = own_bound.copied().unwrap_or(self.options.unwind);
            let iterations = top.loops.entry(id).or_default();
            let decided = std::mem::take(&mut iterations.progress);
            if decided {
                iterations.decided += 1;
            } else {
                iterations.counted += 1;
            }
            let entered = iterations.counted.saturating_add(iterations.decided);
            if iterations.counted > bound {
                self.mark_entry(&state, Bound::Loop { name: name() }, entered, lp.span);
                return None;
            }
            let known = own_bound.copied().unwrap_or(0).max(self.options.known);
            if iterations.decided > known {
                let bound = Bound::KnownLoop { name: name(), iterations: known };
                self.mark_entry(&state, bound, entered, lp.span);
                return None;
            }
        }
        Some(state)
    }

    /// What is wrong inside a model of the library is shown where the user calls it.
    fn at_users_place(&self, stack: &[Activation], error: UnfoldError) -> UnfoldError {
        let UnfoldError::Unsupported(mut diagnostic) = error else { return error };
        let Some(mut span) = diagnostic.span else { return UnfoldError::Unsupported(diagnostic) };
        for calls in stack.windows(2).rev() {
            let Some(caller) = &calls[1].caller else { break };
            if !self.program.sources.is_embedded(span) {
                break;
            }
            let block = self.program.function(calls[0].function).block(caller.block);
            span = block.instructions.get(caller.instruction).map_or(span, |call| call.span);
        }
        diagnostic.span = Some(span);
        UnfoldError::Unsupported(diagnostic)
    }

    fn run_block(
        &mut self,
        stack: &mut Vec<Activation>,
        mut state: State,
        block: BlockId,
        first: usize,
    ) -> Result<Option<(State, Option<TermId>)>, UnfoldError> {
        let program = self.program;
        let top = stack.last_mut().expect("an activation is running");
        let body = program.function(top.function).block(block);
        for (index, instruction) in body.instructions.iter().enumerate().skip(first) {
            let next = match self.execute(top, &mut state, block, index, instruction) {
                Ok(next) => next,
                Err(error) => return Err(self.at_users_place(stack, error)),
            };
            match next {
                Next::Continue => {}
                Next::Stop => return Ok(None),
                Next::Call { callee, arguments } => {
                    let call = Call { callee, arguments, state };
                    return self.enter(stack, call, Some((block, index)));
                }
            }
            if state.path.is_dead() {
                return Ok(None);
            }
        }
        self.terminate(top, state, block, body)?;
        Ok(None)
    }

    fn terminate(
        &mut self,
        top: &mut Activation,
        state: State,
        block: BlockId,
        body: &Block,
    ) -> Result<(), UnfoldError> {
        match &body.terminator {
            Terminator::Jump(target) => top.waiting.entry(*target).or_default().push((block, state)),
            Terminator::Branch { condition, yes, no } => {
                let term = self.operand(top, &state, condition)?;
                let decided = self.values_on(&state.path, term).as_constant();
                self.note_exit(top, block, condition, [*yes, *no], decided);
                let not_term = self.terms.not(term);
                for (target, condition, value) in [(*no, not_term, 0), (*yes, term, 1)] {
                    match decided {
                        Some(known) if known != value => {}
                        Some(_) => top.waiting.entry(target).or_default().push((block, state.clone())),
                        None => {
                            let mut path = state.clone();
                            path.path.assume(&mut self.terms, condition);
                            top.waiting.entry(target).or_default().push((block, path));
                        }
                    }
                }
            }
            Terminator::Return(value) => {
                let value = value.as_ref().map(|v| self.operand(top, &state, v)).transpose()?;
                top.returned.push((state, value));
            }
            Terminator::ExitThread(value) => {
                self.note_end_in_operand(&state, true);
                let value = self.operand(top, &state, value)?;
                let value = self.result_word(Some(value));
                if state.section.is_some() {
                    let message = "a thread ends inside an atomic section";
                    return Err(UnfoldError::Unsupported(Diagnostic::error(body.terminator_span, message)));
                }
                self.thread().exits.push((state, value));
            }
            Terminator::ExitProcess | Terminator::Unreachable => {
                self.note_end_in_operand(&state, false);
                self.exit_process(&state);
            }
        }
        Ok(())
    }

    /// The process ends. What other threads do afterwards they could also do before: no other thread can
    /// tell, so it is enough that this path stops. Only an atomic section has no moment between its effects
    /// and the end; there the section must not happen at all.
    fn exit_process(&mut self, state: &State) {
        if let Some((group, _)) = state.section {
            let never = self.terms.not(state.path.guard());
            let step = self.thread().steps.len().saturating_sub(1);
            self.thread().requirements.push(Requirement { group, holds: never, step, waits: false });
        }
    }

    /// Notes whether a branch that may leave loops was decided by constants that change.
    fn note_exit(
        &mut self,
        top: &mut Activation,
        block: BlockId,
        condition: &Operand,
        targets: [BlockId; 2],
        decided: Option<u128>,
    ) {
        let function = self.program.function(top.function);
        let operands = match condition {
            Operand::Register(register) => top.comparisons.get(register).copied(),
            _ => None,
        };
        // By value: a variable that is read again is a new symbol, and no progress if its value is the same.
        let operands = operands.map(|Comparison { operands: [left, right], origins: [from, other_from] }| {
            let mut known = |term: TermId| self.values_of(term).as_constant();
            let [left, right, from, other] =
                [Some(left), Some(right), from, other_from].map(|term| term.and_then(&mut known));
            // Only the place within its object: a variable that a loop declares anew is another object each time.
            let place = |address: Option<u128>| address.map(|a| u128::from(self.program.pointers.offset(a)));
            [left, right, place(from), place(other)]
        });
        for (index, lp) in function.loops.iter().enumerate() {
            if block < lp.first || lp.last < block {
                continue;
            }
            let (Some(_), Some(operands)) = (decided, operands) else { continue };
            let key = (top.function, LoopId::new(index));
            let stays = self.stays_in_loop.entry(key).or_insert_with(|| function.blocks_that_stay_in(lp));
            if targets.iter().all(|t| stays[t.index()]) {
                continue;
            }
            let iterations = top.loops.entry(LoopId::new(index)).or_default();
            if iterations.last_operands.insert(block, operands) != Some(operands) {
                iterations.progress = true;
            }
        }
    }

    /// Merges the paths that meet at a place, the latest first: those parted last.
    /// They are in the same atomic section, or in none.
    pub(super) fn merge(&mut self, mut paths: Vec<State>) -> Option<State> {
        let mut merged = paths.pop()?;
        while let Some(other) = paths.pop() {
            merged = self.merge_two(merged, other);
        }
        (!merged.path.is_dead()).then_some(merged)
    }

    fn merge_two(&mut self, mut a: State, mut b: State) -> State {
        if a.path.is_dead() {
            return b;
        }
        if b.path.is_dead() {
            return a;
        }
        debug_assert_eq!(a.section, b.section, "only paths in the same section are merged");
        self.level_escapes(&mut a, &mut b);
        let (path, tells) = a.path.join(&mut self.terms, &b.path);
        for (index, x, y) in a.registers.differences(&b.registers) {
            let merged = match (x, y) {
                (Some(x), Some(y)) => Some(self.choose(tells, x, y)),
                (x, y) => x.or(y),
            };
            a.registers.set(index, merged);
        }
        for (index, x, y) in a.store.differences(&b.store) {
            let cell = super::events::CellId::new(index);
            let x = x.unwrap_or_else(|| self.initial(cell));
            let y = y.unwrap_or_else(|| self.initial(cell));
            a.store.set(index, Some(self.choose(tells, x, y)));
        }
        if planted!(OnePathHoldsForBoth) {
            std::rc::Rc::make_mut(&mut a.held).extend(b.held.iter().copied());
        } else {
            a.held = intersection(&a.held, &b.held);
        }
        a.joined = intersection(&a.joined, &b.joined);
        a.operands = super::operands::common(&a.operands, &b.operands);
        a.path = path;
        a.position = a.position.max(b.position);
        a
    }
}

/// Paths by the atomic section they are in, in the order of the first of each.
fn by_section(states: Vec<State>) -> Vec<Vec<State>> {
    let mut groups: Vec<Vec<State>> = Vec::new();
    for state in states {
        match groups.iter_mut().find(|group| group[0].section == state.section) {
            Some(group) => group.push(state),
            None => groups.push(vec![state]),
        }
    }
    groups
}
