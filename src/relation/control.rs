//! One step of a thread: from a place along all paths to the places where the step is cut.
//!
//! A step ends where the next one begins: at the head of a loop, before something that others may notice if the step has
//! done such a thing already, and where the thread ends. In between, control flows as in the unfolding: an activation
//! keeps the paths that wait at the start of each block, goes on with the lowest one, and merges all that wait there.
//! Only loops that are unrolled, and those inside atomic sections, are followed around.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use bmc_solver::TermId;

use super::builder::{Builder, Destination, Interrupted, StepEnd};
use super::computation::cut_for;
use super::facts::Conduct;
use super::place::{Chain, ChainId, Spot, Turns, turns_at};
use super::state::PathState;
use crate::ir::*;
use crate::planted::planted;
use crate::symbolic::PersistentVec;

/// A loop in an atomic section, or one that makes threads or blocks, is followed so many times.
const MOST_TURNS: u32 = 512;

/// An activation of a function, with the paths in it.
pub(super) struct Activation {
    pub chain: ChainId,
    pub function: FunctionId,
    pub turns: Turns,
    waiting: BTreeMap<Turn, Vec<PathState>>,
    /// The path in the middle of a block.
    running: Option<(PathState, BlockId, usize)>,
    returned: Vec<(PathState, Option<TermId>)>,
    pub caller: Option<Caller>,
}

/// Where paths wait, in the order in which they go on: as in the unfolding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    block: BlockId,
    again: Option<Reverse<LoopId>>,
}

/// Where an activation was called from.
pub(super) struct Caller {
    registers: PersistentVec<Option<TermId>>,
    block: BlockId,
    instruction: usize,
    /// What is called next if the callee is not known exactly.
    waiting: Vec<(FunctionId, PathState)>,
    arguments: Vec<TermId>,
    returned: Vec<(PathState, Option<TermId>)>,
}

/// What an instruction does to control.
pub(super) enum Next {
    Continue,
    /// The path ends here.
    Stop,
    Call {
        functions: Vec<(FunctionId, TermId)>,
        arguments: Vec<TermId>,
    },
}

impl Builder<'_> {
    /// Executes the step that begins at a spot with these registers, of the activations from the outermost on.
    pub(super) fn follow(
        &mut self,
        spot: &Spot,
        registers: Vec<PersistentVec<Option<TermId>>>,
        mut state: PathState,
    ) -> Result<(), Interrupted> {
        let mut stack: Vec<Activation> = Vec::new();
        let mut caller: Option<Caller> = None;
        for (at, registers) in self.facts.places.running_at(spot).into_iter().zip(registers) {
            let function = self.facts.places.chain(at.chain).function;
            let mut activation = Activation::new(at.chain, function, caller.take());
            activation.turns.clone_from(&at.turns);
            stack.push(activation);
            let (block, instruction) = (at.block, at.instruction);
            state.registers = registers.clone();
            caller = Some(Caller {
                registers,
                block,
                instruction,
                waiting: Vec::new(),
                arguments: Vec::new(),
                returned: Vec::new(),
            });
        }
        let innermost = stack.last_mut().expect("a thread is in a function");
        innermost.running = Some((state, spot.block, spot.instruction));
        self.has_begun = false;
        while let Some(top) = stack.last_mut() {
            self.go_on()?;
            if let Some((state, block, instruction)) = top.running.take() {
                self.run_block(&mut stack, state, block, instruction)?;
            } else if let Some((turn, paths)) = top.waiting.pop_first() {
                self.take_turn(&mut stack, turn, paths)?;
            } else {
                self.leave(&mut stack)?;
            }
        }
        Ok(())
    }

    /// The paths whose turn it is begin another iteration, or go on as one.
    fn take_turn(
        &mut self,
        stack: &mut [Activation],
        turn: Turn,
        paths: Vec<PathState>,
    ) -> Result<(), Interrupted> {
        let top = stack.last_mut().expect("an activation is running");
        let function = self.program.function(top.function);
        if let Some(Reverse(id)) = turn.again {
            let turns = top.begin_again(function, id);
            if turns > MOST_TURNS {
                let what = format!(
                    "a loop in {} that makes threads or blocks, or is part of an atomic section",
                    function.name
                );
                return Err(self.obstacle(what, function.loops[id.index()].span));
            }
            let head = Turn { block: function.loops[id.index()].first, again: None };
            top.waiting.entry(head).or_default().extend(paths);
            return Ok(());
        }
        if let Some(state) = self.merge(paths)? {
            top.running = Some((state, turn.block, 0));
        }
        Ok(())
    }

    /// Goes on from an instruction to the end of its block, or to where the path leaves it.
    fn run_block(
        &mut self,
        stack: &mut Vec<Activation>,
        mut state: PathState,
        block: BlockId,
        first: usize,
    ) -> Result<(), Interrupted> {
        let program = self.program;
        let (function_id, chain) = {
            let top = stack.last().expect("an activation is running");
            (top.function, top.chain)
        };
        let function = program.function(function_id);
        let body = function.block(block);
        for index in first..=body.instructions.len() {
            self.go_on()?;
            let turns = turns_at(function, &stack[stack.len() - 1].turns, block);
            let here = Spot { chain, turns, block, instruction: index };
            let has_begun = std::mem::replace(&mut self.has_begun, true);
            if has_begun && self.is_cut(function, &here, &state) {
                return self.stop_at(stack, here, state);
            }
            let Some(instruction) = body.instructions.get(index) else {
                return self.terminate(stack, state, here, body);
            };
            if let Op::Declare { .. } = &instruction.op {
                self.note_live_here(&here, &all_registers(stack, &state));
            }
            self.here = (here, instruction.span);
            match self.execute(function, &mut state, &instruction.op)? {
                Next::Continue => {}
                Next::Stop => return Ok(()),
                Next::Call { functions, arguments } => {
                    return self.call(stack, state, (block, index), functions, arguments);
                }
            }
            if state.path.is_dead() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether a step that has come to a spot ends before it.
    fn is_cut(&mut self, function: &Function, here: &Spot, state: &PathState) -> bool {
        if state.section.is_some() {
            return false;
        }
        let Some(event) = cut_for(function, here.block, here.instruction) else { return false };
        let at = Spot { instruction: event, ..here.clone() };
        self.must_be_cut_before(state, &at)
    }

    /// Whether what an instruction is known to do must begin another step.
    pub(super) fn must_be_cut_before(&self, state: &PathState, spot: &Spot) -> bool {
        let conduct = self.facts.conduct(spot);
        let progress = state.progress;
        (progress.is_past_event && !conduct.mover.is_left && !planted!(StepsGoPastEvents))
            || (conduct.waits && progress.has_moved && self.looks_for_deadlocks)
            || (conduct.may_fail && progress.is_noticed && !planted!(SectionsUndoTheStep))
    }

    fn terminate(
        &mut self,
        stack: &mut [Activation],
        mut state: PathState,
        here: Spot,
        body: &Block,
    ) -> Result<(), Interrupted> {
        let block = here.block;
        let function = self.program.function(stack[stack.len() - 1].function);
        self.here = (here, body.terminator_span);
        match &body.terminator {
            Terminator::Jump(target) => self.go(stack, block, *target, state)?,
            Terminator::Branch { condition, yes, no } => {
                let term = self.operand(function, &state, condition);
                let decided = self.words().values_on(&state.path, term).as_constant();
                let not_term = self.terms.not(term);
                for (target, condition, value) in [(*no, not_term, 0), (*yes, term, 1)] {
                    match decided {
                        Some(known) if known != value => {}
                        Some(_) => self.go(stack, block, target, state.clone())?,
                        None => {
                            let mut path = state.clone();
                            path.path.assume(&mut self.terms, condition);
                            self.go(stack, block, target, path)?;
                        }
                    }
                }
            }
            Terminator::Return(value) => {
                let value = value.as_ref().map(|value| self.operand(function, &state, value));
                stack.last_mut().expect("an activation returns").returned.push((state, value));
            }
            Terminator::ExitThread(value) => {
                let value = self.operand(function, &state, value);
                self.end_thread(state, Some(value))?;
            }
            Terminator::ExitProcess => self.end_process(state),
            Terminator::Unreachable => {
                self.limit(
                    &mut state,
                    TermId::FALSE,
                    "control comes to a place that the program calls unreachable",
                );
            }
        }
        Ok(())
    }

    /// The path goes on at the start of a block: in this step when its turn comes, or in another one.
    fn go(
        &mut self,
        stack: &mut [Activation],
        from: BlockId,
        to: BlockId,
        state: PathState,
    ) -> Result<(), Interrupted> {
        let top = stack.last_mut().expect("an activation is running");
        let function = self.program.function(top.function);
        let id = function.loop_jumped_back_to(from, to);
        let is_head = id.is_some() || function.loops.iter().any(|lp| lp.first == to);
        if is_head && state.section.is_none() && !self.is_unrolled(top.function, to) {
            let turns = turns_at(function, &top.turns, to);
            let here = Spot { chain: top.chain, turns, block: to, instruction: 0 };
            return self.stop_at(stack, here, state);
        }
        let turn = match id {
            Some(id) => Turn { block: function.loops[id.index()].last, again: Some(Reverse(id)) },
            None => Turn { block: to, again: None },
        };
        top.waiting.entry(turn).or_default().push(state);
        Ok(())
    }

    /// The step ends here on this path.
    fn stop_at(&mut self, stack: &[Activation], here: Spot, state: PathState) -> Result<(), Interrupted> {
        let registers = all_registers(stack, &state);
        self.arrive(here, registers, state)
    }

    fn call(
        &mut self,
        stack: &mut Vec<Activation>,
        state: PathState,
        (block, instruction): (BlockId, usize),
        functions: Vec<(FunctionId, TermId)>,
        arguments: Vec<TermId>,
    ) -> Result<(), Interrupted> {
        let mut waiting = Vec::new();
        for (function, condition) in functions.into_iter().rev() {
            let mut path = state.clone();
            path.path.assume(&mut self.terms, condition);
            if !path.path.is_dead() {
                waiting.push((function, path));
            }
        }
        let registers = state.registers;
        let caller = Caller { registers, block, instruction, waiting, arguments, returned: Vec::new() };
        self.enter_next(stack, caller)
    }

    /// Begins the next callee of a caller, or goes on behind the call if there is none left.
    fn enter_next(&mut self, stack: &mut Vec<Activation>, mut caller: Caller) -> Result<(), Interrupted> {
        let top = stack.last_mut().expect("a call has a caller");
        let function = self.program.function(top.function);
        if let Some((callee, mut state)) = caller.waiting.pop() {
            let body = self.program.function(callee);
            if !body.is_defined() {
                return Err(self.obstacle(format!("a call of '{}', which has no body", body.name), body.span));
            }
            if self.facts.places.is_running(top.chain, callee) {
                return Err(self.obstacle(format!("the recursion of {}", body.name), body.span));
            }
            let turns = turns_at(function, &top.turns, caller.block);
            let spot = Spot { chain: top.chain, turns, block: caller.block, instruction: caller.instruction };
            let thread = self.thread;
            let chain = self.facts.places.chain_of(Chain { thread, function: callee, caller: Some(spot) });
            state.registers = self.parameters(callee, &caller.arguments);
            self.note_met(callee);
            let mut activation = Activation::new(chain, callee, Some(caller));
            activation.waiting.insert(Turn { block: BlockId(0), again: None }, vec![state]);
            stack.push(activation);
            return Ok(());
        }
        let mut states = Vec::new();
        for (mut state, value) in caller.returned {
            state.registers = caller.registers.clone();
            let op = &function.block(caller.block).instructions[caller.instruction].op;
            if let Some(dst) = op.destination() {
                let width = function.register(dst).ty.bits;
                let value = match value {
                    Some(value) => self.words().resize(value, width),
                    None => self.terms.constant(width, 0),
                };
                state.registers.set(dst.index(), Some(value));
            }
            states.push(state);
        }
        if let Some(state) = self.merge(states)? {
            top.running = Some((state, caller.block, caller.instruction + 1));
        }
        Ok(())
    }

    /// The registers of a function that begins.
    pub(super) fn parameters(
        &mut self,
        function: FunctionId,
        arguments: &[TermId],
    ) -> PersistentVec<Option<TermId>> {
        let body = self.program.function(function);
        let mut registers = PersistentVec::default();
        for (index, &register) in body.parameters.iter().enumerate() {
            let width = body.register(register).ty.bits;
            let argument = match arguments.get(index) {
                Some(&argument) => self.words().resize(argument, width),
                None => self.terms.constant(width, 0),
            };
            registers.set(register.index(), Some(argument));
        }
        registers
    }

    /// The running activation has no path left.
    fn leave(&mut self, stack: &mut Vec<Activation>) -> Result<(), Interrupted> {
        let activation = stack.pop().expect("an activation is running");
        let mut merged: Option<(PathState, Option<TermId>)> = None;
        for (mut state, value) in activation.returned {
            // The value takes part in merging as a register does.
            state.registers = PersistentVec::default();
            state.registers.set(0, value);
            let states = merged.take().map(|(before, _)| before).into_iter().chain([state]).collect();
            let state = self.merge(states)?;
            merged = state.map(|state| (state.registers.get(0), state)).map(|(value, state)| (state, value));
        }
        match activation.caller {
            Some(mut caller) => {
                caller.returned.extend(merged);
                self.enter_next(stack, caller)
            }
            None => {
                if let Some((state, value)) = merged {
                    match self.thread == ThreadId(0) {
                        true => self.end_process(state),
                        false => self.end_thread(state, value)?,
                    }
                }
                Ok(())
            }
        }
    }

    /// The thread ends in a way that others can wait for. So does a section that is open.
    fn end_thread(&mut self, mut state: PathState, value: Option<TermId>) -> Result<(), Interrupted> {
        if let Some(section) = &mut state.section
            && !planted!(ThreadsEndBesideTheirSections)
        {
            section.depth = 1;
            self.end_section(&mut state)?;
        }
        let thread = self.thread;
        let bits = self.program.pointers.pointer_bits;
        let value = match value {
            Some(value) => self.words().resize(value, bits),
            None => self.terms.constant(bits, 0),
        };
        let result = self.facts.threads[thread.index()].result;
        let cell = self.facts.cells_at(result, 0, u64::from(bits / 8))[0];
        state.store.set(cell.index(), Some(value));
        self.finish(state, Destination::Ended);
        Ok(())
    }

    /// The thread does nothing any more, and nobody can wait for that. A section that is open never happens: there is no
    /// moment between its effects and the end.
    pub(super) fn end_process(&mut self, state: PathState) {
        let Some(section) = state.section else { return self.finish(state, Destination::Over) };
        let never = Conduct { may_fail: true, ..Conduct::UNNOTICED };
        section.begins.iter().for_each(|begin| self.facts.behaves(begin, never));
    }

    pub(super) fn finish(&mut self, state: PathState, to: Destination) {
        let PathState { path, store, .. } = state;
        self.note_store(&path, &store);
        self.step.ends.push(StepEnd { guard: path.guard(), to, registers: Vec::new(), store });
    }
}

/// The registers of all activations, the outermost first.
fn all_registers(stack: &[Activation], state: &PathState) -> Vec<PersistentVec<Option<TermId>>> {
    let inner = stack.iter().skip(1);
    let callers = inner.map(|inner| inner.caller.as_ref().expect("an inner activation was called"));
    callers.map(|caller| caller.registers.clone()).chain([state.registers.clone()]).collect()
}

impl Activation {
    fn new(chain: ChainId, function: FunctionId, caller: Option<Caller>) -> Activation {
        Activation {
            chain,
            function,
            turns: Turns::new(),
            waiting: BTreeMap::new(),
            running: None,
            returned: Vec::new(),
            caller,
        }
    }

    /// A loop is run once more, and those inside begin anew; how often it has begun again.
    fn begin_again(&mut self, function: &Function, id: LoopId) -> u32 {
        self.turns.retain(|(inner, _)| !function.is_inside(*inner, id));
        match self.turns.iter_mut().find(|(known, _)| *known == id) {
            Some((_, turns)) => {
                *turns += 1;
                *turns
            }
            None => {
                self.turns.push((id, 1));
                self.turns.sort_unstable();
                1
            }
        }
    }
}
