//! Calls: which functions are meant, what they are given, and what comes back from them.
//!
//! With several possible callees one is unfolded after the other; the paths that return go on together. Recursion is
//! bounded like the iterations of a loop.

use std::rc::Rc;

use bmc_solver::TermId;

use super::UnfoldError;
use super::activation::Activation;
use super::merge::by_section;
use super::pass::Unfolder;
use super::state::PathState;
use crate::analysis::Values;
use crate::events::{Bound, Unchecked};
use crate::ir::*;
use crate::source::{Diagnostic, Span};
use crate::symbolic::PersistentVec;

/// Activations on the stack, before recursion is taken to go on forever.
const MOST_ACTIVATIONS: usize = 1_000;
/// An address of more values than this may be any function whose address the program takes.
const MOST_ADDRESSES: u128 = 4096;
const OTHER_FUNCTION: &str = "a call of a function that is not defined or whose address is not taken";

/// A call about to be made.
pub(super) struct Call {
    pub callee: Callee,
    pub arguments: Vec<TermId>,
    pub state: PathState,
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
    /// A function is meant that is not followed.
    pub other: TermId,
    /// That is certain.
    pub is_all: bool,
}

/// Where an activation was called from.
pub(super) struct Caller {
    registers: PersistentVec<Option<TermId>>,
    /// The call instruction, and what is called next if the callee is not known exactly.
    block: BlockId,
    instruction: usize,
    waiting: Vec<(FunctionId, PathState)>,
    arguments: Vec<TermId>,
    /// Paths that have returned from the callees so far.
    returned: Vec<(PathState, Option<TermId>)>,
}

impl Unfolder<'_> {
    /// Begins the activations for a call; with several possible callees one after the other.
    pub(super) fn enter(
        &mut self,
        stack: &mut Vec<Activation>,
        call: Call,
        from: Option<(BlockId, usize)>,
    ) -> Result<Option<(PathState, Option<TermId>)>, UnfoldError> {
        let Call { callee, arguments, mut state } = call;
        let Targets { functions: targets, known, other, is_all } = self.targets(callee);
        // A call through anything else is an error, and such a path ends. What a thread starts with was looked at when it
        // was created.
        match from.zip(stack.last()) {
            Some(((block, index), caller)) if !is_all => {
                let span = self.program.function(caller.function).block(block).instructions[index].span;
                self.leave_out_calls(&mut state, other, span);
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

    /// What an address may call. If it has too many values to go through, these are the functions whose address is
    /// taken; that another one is meant can then only come from a number that the program made up.
    pub(super) fn targets(&mut self, callee: Callee) -> Targets {
        let values = self.values_of(callee.address);
        let Some(addresses) = values.enumerate(MOST_ADDRESSES) else {
            return self.targets_among_all(callee, &values);
        };
        let (pointers, mut functions) = (self.program.pointers, Vec::new());
        for &pointer in addresses.iter().filter(|pointer| pointers.offset(**pointer) == 0) {
            let function = self.program.function_of_object(pointers.object(pointer));
            functions.extend(function.and_then(|function| self.target(callee, function)));
        }
        let known = self.terms.or_all(functions.iter().map(|t| t.1).collect::<Vec<_>>());
        Targets { is_all: functions.len() == addresses.len(), functions, known, other: TermId::FALSE }
    }

    fn targets_among_all(&mut self, callee: Callee, values: &Values) -> Targets {
        let program = self.program;
        let taken = Rc::clone(self.functions.taken.get_or_insert_with(|| program.taken_functions().into()));
        let (mut functions, mut others) = (Vec::new(), Vec::new());
        for function in (0..program.functions.len()).map(FunctionId::new) {
            if !values.contains(program.pointers.pack(program.function_object(function), 0)) {
                continue;
            }
            let Some(target) = self.target(callee, function) else { continue };
            let is_followed =
                taken.binary_search(&function).is_ok() && program.function(function).is_defined();
            if is_followed { functions.push(target) } else { others.push(target.1) }
        }
        let known = self.terms.or_all(functions.iter().map(|t| t.1).collect::<Vec<_>>());
        Targets { functions, known, other: self.terms.or_all(others), is_all: false }
    }

    /// What is executed if an address means a function, with the condition that it does; `None` if to call it is an
    /// error.
    fn target(&mut self, callee: Callee, function: FunctionId) -> Option<(FunctionId, TermId)> {
        let reached = self.program.reached(function, callee.signature, callee.check)?;
        let pointer = self.pointer(self.program.function_object(function), 0);
        Some((reached, self.terms.eq(callee.address, pointer)))
    }

    /// The path goes on where no function is meant that is not followed.
    pub(super) fn leave_out_calls(&mut self, state: &mut PathState, other: TermId, span: Span) {
        if other != TermId::FALSE {
            let followed = self.terms.not(other);
            let bound = Bound::NotFollowed { what: OTHER_FUNCTION.to_string() };
            self.follow_only_if(state, followed, bound, span);
        }
    }

    /// Begins the next callee of `caller`, or goes on behind the call if there is none left.
    pub(super) fn enter_next(
        &mut self,
        stack: &mut Vec<Activation>,
        mut caller: Caller,
        is_root: bool,
    ) -> Result<Option<(PathState, Option<TermId>)>, UnfoldError> {
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
            let place = self.place_of_call(stack, function, &caller);
            self.found.met.insert(function);
            stack.push(Activation::new(function, calls, place, state, caller));
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
    pub(super) fn merge_results(
        &mut self,
        returned: Vec<(PathState, Option<TermId>)>,
    ) -> Vec<(PathState, Option<TermId>)> {
        let mut states = Vec::new();
        for (mut state, value) in returned {
            state.registers = Default::default();
            state.registers.set(0, value);
            states.push(state);
        }
        let merged = by_section(states).into_iter().filter_map(|states| self.merge(states));
        merged.map(|state| (state.registers.get(0), state)).map(|(value, state)| (state, value)).collect()
    }

    pub(super) fn set_result(
        &mut self,
        stack: &[Activation],
        block: BlockId,
        instruction: usize,
        state: &mut PathState,
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
    pub(super) fn leave(
        &mut self,
        stack: &mut Vec<Activation>,
    ) -> Result<Option<(PathState, Option<TermId>)>, UnfoldError> {
        let activation = stack.pop().expect("an activation is running");
        let mut caller = activation.caller.expect("every activation has a caller");
        let is_root = stack.is_empty();
        let results = self.merge_results(activation.returned);
        caller.returned.extend(results);
        self.enter_next(stack, caller, is_root)
    }

    /// Nested activations of one function are bounded like the iterations of a loop.
    pub(super) fn cuts_recursion(
        &mut self,
        stack: &[Activation],
        function: FunctionId,
        state: &PathState,
    ) -> bool {
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
        let is_model = self.program.sources.is_embedded(span);
        let span = self.place.filter(|_| is_model).unwrap_or(span);
        let entered = u32::try_from(guards.len()).unwrap_or(u32::MAX);
        self.mark_entry(state, Bound::Unwinding { of, most }, entered, span);
        true
    }

    /// Where the user's program calls the model of the library that `function` is; `None` if it is the user's own.
    pub(super) fn place_of_call(
        &mut self,
        stack: &[Activation],
        function: FunctionId,
        caller: &Caller,
    ) -> Option<Span> {
        let (program, span) = (self.program, self.program.function(function).span);
        let is_open = || program.open.contains(&Open::Function(function));
        let is_model = self
            .functions
            .is_model
            .entry(function)
            .or_insert_with(|| program.sources.is_embedded(span) || is_open());
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

    /// What is wrong inside a model of the library is shown where the user calls it.
    pub(super) fn at_users_place(&self, stack: &[Activation], error: UnfoldError) -> UnfoldError {
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
}
