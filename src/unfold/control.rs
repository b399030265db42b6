//! Control flow: activations, blocks in source order, loops, merging of paths.
//!
//! An activation keeps the paths that wait at the start of each block and always goes on with the lowest
//! block. Blocks are numbered in source order, so whatever comes before a block has been unfolded when the
//! block is entered, and all paths that reach it are merged into one. A path that jumps back waits behind the
//! last block of the loop whose head it jumps to: all ways through one iteration come to its end before the next
//! iteration begins, whether they end in `continue`, `goto` or the end of the body, and the loop comes to its end
//! before anything behind it is looked at. The ranges of loops nest (`ir::verify`), so this works for any `goto`,
//! also into the middle of a loop.
//!
//! Paths that are inside different atomic sections cannot be merged, for what follows belongs to another section
//! on each; they go on one after the other until their sections have ended.
//!
//! Calls keep an explicit stack of activations, so that recursion in the program is none in here.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use bmc_solver::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::events::{Bound, Mark, Reason, Requirement, Unchecked};
use super::locks::intersection;
use super::state::State;
use super::{UnfoldError, Unfolder};
use crate::ir::*;
use crate::planted::planted;
use crate::source::{Diagnostic, Span};

/// Activations on the stack, before recursion is taken to go on forever.
const MOST_ACTIVATIONS: usize = 1_000;
/// What happens at `__builtin_unreachable` and the like.
const UNREACHABLE: &str = "runs that come to a place that the program calls unreachable";

/// A call about to be made.
pub(super) struct Call {
    pub callee: Callee,
    pub arguments: Vec<TermId>,
    pub state: State,
}

/// What is called, and how.
#[derive(Clone, Copy)]
pub(super) struct Callee {
    /// Address of a function.
    pub address: TermId,
    pub signature: Option<SignatureId>,
    pub check: Option<PropertyId>,
}

/// The functions that a call may reach, each with the condition that it does.
pub(super) struct Targets {
    pub functions: Vec<(FunctionId, TermId)>,
    /// One of them is reached.
    pub known: TermId,
    /// That is certain.
    pub is_all: bool,
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
    /// Of a model of the library: where the user's program calls it.
    place: Option<Span>,
    /// Guard when it was entered, to see whether recursion is decided.
    entry_guard: TermId,
    waiting: BTreeMap<Turn, Vec<State>>,
    /// Paths in the middle of a block: one, or one for each atomic section.
    running: Vec<(State, BlockId, usize)>,
    returned: Vec<(State, Option<TermId>)>,
    loops: FxHashMap<LoopId, Iterations>,
    /// The operands of the comparison a register got its value from.
    pub comparisons: FxHashMap<RegisterId, Comparison>,
    /// Registers that hold an address, or something computed from one, though they are no pointers.
    pub addresses: FxHashSet<RegisterId>,
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

/// Where a path waits, in the order in which paths go on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    block: BlockId,
    /// It jumped back to the head of a loop whose last block this is. Of loops that end in the same block the
    /// innermost comes first.
    again: Option<Reverse<LoopId>>,
}

/// How often a loop has been run since the loops around it began their present iteration.
#[derive(Default)]
struct Iterations {
    /// Jumps back to the head.
    again: u32,
    /// Iterations that count against the bound, and those that do not, since constants decide when they end.
    counted: u32,
    decided: u32,
    /// The present iteration is one of them.
    is_counted: bool,
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

    /// The path goes on from the end of `from` at the start of `to`, when its turn comes.
    fn wait(&mut self, function: &Function, from: BlockId, to: BlockId, state: State) {
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
    fn begin_iteration(&mut self, function: &Function, id: LoopId) {
        let iterations = self.loops.entry(id).or_default();
        iterations.again += 1;
        iterations.is_counted = false;
        self.loops.retain(|inner, _| !function.is_inside(*inner, id));
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
        callee: Callee,
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
            } else if let Some((turn, mut paths)) = top.waiting.pop_first() {
                let function = self.program.function(top.function);
                if let Some(Reverse(id)) = turn.again {
                    top.begin_iteration(function, id);
                    let head = Turn { block: function.loops[id.index()].first, again: None };
                    top.waiting.entry(head).or_default().append(&mut paths);
                    continue;
                }
                let section = paths.last().and_then(|state| state.section);
                let others: Vec<_> = paths.extract_if(.., |state| state.section != section).collect();
                if !others.is_empty() {
                    top.waiting.insert(turn, others);
                }
                let Some(state) = self.merge(paths) else { continue };
                let top = stack.last_mut().expect("an activation is running");
                if let Some(state) = self.count_iteration(top, turn.block, state) {
                    top.running.push((state, turn.block, 0));
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
        let Targets { functions: targets, known, is_all } = self.targets(callee)?;
        // A call through anything else is an error, and such a path ends. What a thread starts with was looked at when it
        // was created.
        match from.zip(stack.last()) {
            Some(((block, index), caller)) if !is_all => {
                let span = self.program.function(caller.function).block(block).instructions[index].span;
                self.demand(&mut state, known, callee.check, Unchecked::Callee, span);
            }
            _ => state.path.assume(&mut self.terms, known),
        }
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

    pub(super) fn targets(&mut self, callee: Callee) -> Result<Targets, UnfoldError> {
        let Callee { address, signature, check } = callee;
        let Some(candidates) = self.values_of(address).enumerate(4096) else {
            return self.too_large("a function pointer that may point anywhere is called");
        };
        let count = candidates.len();
        let (pointers, mut functions) = (self.program.pointers, Vec::new());
        for pointer in candidates.into_iter().filter(|pointer| pointers.offset(*pointer) == 0) {
            let function = self.program.function_of_object(pointers.object(pointer));
            if let Some(reached) = function.and_then(|f| self.program.reached(f, signature, check)) {
                let constant = self.terms.constant(pointers.pointer_bits, pointer);
                functions.push((reached, self.terms.eq(address, constant)));
            }
        }
        let known = self.terms.or_all(functions.iter().map(|t| t.1).collect::<Vec<_>>());
        Ok(Targets { is_all: functions.len() == count, functions, known })
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
            let calls = self.assumptions.chain_of_calls(key);
            let entry_guard = state.path.guard();
            let place = self.place_of_call(stack, function, &caller);
            self.met.insert(function);
            stack.push(Activation {
                function,
                calls,
                place,
                entry_guard,
                waiting: BTreeMap::from([(Turn { block: BlockId(0), again: None }, vec![state])]),
                running: Vec::new(),
                returned: Vec::new(),
                loops: FxHashMap::default(),
                comparisons: FxHashMap::default(),
                origins: FxHashMap::default(),
                addresses: FxHashSet::default(),
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
        let of = Repetition::Recursion { function };
        let most = self.options.loops.get(&of).copied().unwrap_or(self.options.unwind);
        if undecided <= most as usize && stack.len() < MOST_ACTIVATIONS {
            return false;
        }
        let span = self.program.function(function).span;
        let entered = u32::try_from(guards.len()).unwrap_or(u32::MAX);
        self.mark_entry(state, Bound::Unwinding { of, most }, entered, span);
        true
    }

    /// Where the user's program calls the model of the library that `function` is; `None` if it is the user's own.
    fn place_of_call(&mut self, stack: &[Activation], function: FunctionId, caller: &Caller) -> Option<Span> {
        let (program, span) = (self.program, self.program.function(function).span);
        let is_open = || program.open.contains(&Open::Function(function));
        let is_model =
            self.is_model.entry(function).or_insert_with(|| program.sources.is_embedded(span) || is_open());
        if !*is_model {
            return None;
        }
        match stack.last() {
            Some(Activation { place: Some(place), .. }) => Some(*place),
            Some(top) => {
                let block = program.function(top.function).block(caller.block);
                block.instructions.get(caller.instruction).map(|call| call.span)
            }
            None => self.thread().creator.as_ref().map(|creator| creator.span),
        }
    }

    /// The condition must hold for the path to have a meaning. Where it may not, that is claimed if somebody asks, and
    /// marked if nobody does; the path goes on where it holds.
    pub(super) fn demand(
        &mut self,
        state: &mut State,
        condition: TermId,
        asked: Option<PropertyId>,
        demanded: Unchecked,
        span: Span,
    ) {
        match asked.filter(|&property| (self.wanted)(property)) {
            Some(property) => {
                let fails = self.terms.not(condition);
                let violated = self.terms.and(state.path.guard(), fails);
                self.claim(property, violated, state.label, span);
                state.path.assume(&mut self.terms, condition);
            }
            None if planted!(UncheckedPathsEndSilently) => state.path.assume(&mut self.terms, condition),
            None => self.follow_only_if(state, condition, Bound::Unchecked(demanded), span),
        }
    }

    /// The path goes on where the condition holds, and leaves a mark where it does not. What is wrong inside a model of
    /// the library is shown where the user calls it.
    pub(super) fn follow_only_if(&mut self, state: &mut State, condition: TermId, bound: Bound, span: Span) {
        let fails = self.terms.not(condition);
        if self.values_on(&state.path, fails).as_constant() != Some(0) {
            let mut beyond = state.clone();
            beyond.path.assume(&mut self.terms, fails);
            let place = self.place.unwrap_or(span);
            self.mark(&beyond, bound, place);
        }
        state.path.assume(&mut self.terms, condition);
    }

    pub(super) fn mark(&mut self, state: &State, bound: Bound, span: Span) {
        self.mark_entry(state, bound, 0, span);
    }

    fn mark_entry(&mut self, state: &State, bound: Bound, entered: u32, span: Span) {
        let (thread, label, guard) = (self.current, state.label, state.path.guard());
        if guard == TermId::FALSE {
            return;
        }
        self.note_end_in_operand(state, false);
        let steps = self.thread().steps.len();
        if let Some((label, _)) = state.section {
            let holds = self.terms.not(guard);
            let reason = Reason::Cut { mark: self.marks.len() };
            let step = steps.saturating_sub(1);
            self.thread().requirements.push(Requirement { label, holds, step, reason });
        }
        self.marks.push(Mark { thread, label, steps, guard, bound, entered, span });
    }

    /// To come to the body of a loop is to begin an iteration. `None` if the bound cuts it off.
    fn count_iteration(&mut self, top: &mut Activation, block: BlockId, state: State) -> Option<State> {
        let function = self.program.function(top.function);
        for (index, lp) in function.loops.iter().enumerate() {
            if block != lp.body {
                continue;
            }
            let id = LoopId::new(index);
            let of = Repetition::Loop { function: top.function, id };
            let own_bound = self.options.loops.get(&of).copied();
            let most = own_bound.unwrap_or(self.options.unwind);
            let iterations = top.loops.entry(id).or_default();
            // Paths in different atomic sections come one after the other in the same iteration.
            if !std::mem::replace(&mut iterations.is_counted, true) {
                let decided = std::mem::take(&mut iterations.progress);
                let count = if decided { &mut iterations.decided } else { &mut iterations.counted };
                *count += 1;
            }
            let entered = iterations.again.saturating_add(1);
            if iterations.counted > most {
                self.mark_entry(&state, Bound::Unwinding { of, most }, entered, lp.span);
                return None;
            }
            let known = own_bound.unwrap_or(0).max(self.options.known);
            if iterations.decided > known {
                let bound = Bound::KnownLoop { of, iterations: known };
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
        self.place = top.place;
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
        mut state: State,
        block: BlockId,
        body: &Block,
    ) -> Result<(), UnfoldError> {
        let function = self.program.function(top.function);
        match &body.terminator {
            Terminator::Jump(target) => top.wait(function, block, *target, state),
            Terminator::Branch { condition, yes, no } => {
                let term = self.operand(top, &state, condition)?;
                let decided = self.values_on(&state.path, term).as_constant();
                self.note_exit(top, block, condition, [*yes, *no], decided);
                let not_term = self.terms.not(term);
                for (target, condition, value) in [(*no, not_term, 0), (*yes, term, 1)] {
                    match decided {
                        Some(known) if known != value => {}
                        Some(_) => top.wait(function, block, target, state.clone()),
                        None => {
                            let mut path = state.clone();
                            path.path.assume(&mut self.terms, condition);
                            top.wait(function, block, target, path);
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
            Terminator::ExitProcess => {
                self.note_end_in_operand(&state, false);
                self.exit_process(&state);
            }
            Terminator::Unreachable => {
                let bound = Bound::NotFollowed { what: UNREACHABLE.to_string() };
                self.follow_only_if(&mut state, TermId::FALSE, bound, body.terminator_span);
            }
        }
        Ok(())
    }

    /// The process ends. What other threads do afterwards they could also do before: no other thread can
    /// tell, so it is enough that this path stops. Only an atomic section has no moment between its effects
    /// and the end; there the section must not happen at all.
    pub(super) fn exit_process(&mut self, state: &State) {
        if let Some((label, _)) = state.section {
            let holds = self.terms.not(state.path.guard());
            let step = self.thread().steps.len().saturating_sub(1);
            self.thread().requirements.push(Requirement { label, holds, step, reason: Reason::Assumed });
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
            let place = |address: Option<u128>| address.map(|a| self.program.pointers.offset(a) as u128);
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
        a.label = a.label.max(b.label);
        a
    }
}

/// Paths by the atomic section they are in, in the order of the first of each.
fn by_section(states: Vec<State>) -> Vec<Vec<State>> {
    let mut labels: Vec<Vec<State>> = Vec::new();
    for state in states {
        match labels.iter_mut().find(|label| label[0].section == state.section) {
            Some(label) => label.push(state),
            None => labels.push(vec![state]),
        }
    }
    labels
}
