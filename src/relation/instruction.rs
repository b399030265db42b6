//! What each instruction does to a path of a step: the table of instructions, calls, assertions and assumptions.
//!
//! The meaning is that of `exec` and `unfold`; memory is in `memory`, objects in `objects`, threads in `threads`.

use bmc_solver::TermId;

use super::builder::{Builder, Interrupted};
use super::control::Next;
use super::facts::{Conduct, Mover};
use super::memory::Accessed;
use super::state::PathState;
use crate::ir::*;
use crate::planted::planted;

/// An address of more values than this is not followed to functions.
const MOST_FUNCTIONS: u128 = 256;

impl Builder<'_> {
    pub(super) fn operand(&mut self, function: &Function, state: &PathState, operand: &Operand) -> TermId {
        match *operand {
            Operand::Register(register) => match state.registers.get(register.index()) {
                Some(value) => value,
                None => self.terms.constant(function.register(register).ty.bits, 0),
            },
            Operand::Constant { bits, ty } => self.terms.constant(ty.bits, bits),
            Operand::Function(function) => {
                let object = self.program.function_object(function);
                self.words().pointer(object, 0)
            }
            Operand::Global { global, offset } => {
                let object = self.global_object(global);
                let base = self.words().pointer(object, 0);
                self.words().displaced(&state.path, base, offset)
            }
            Operand::Local { local, offset } => {
                let object = self.local_object(function, local);
                let base = self.words().pointer(object, 0);
                self.words().displaced(&state.path, base, offset)
            }
        }
    }

    pub(super) fn execute(
        &mut self,
        function: &Function,
        state: &mut PathState,
        op: &Op,
    ) -> Result<Next, Interrupted> {
        let value = match op {
            Op::Copy { value, .. } => self.operand(function, state, value),
            Op::Unary { op, value, .. } => {
                let value = self.operand(function, state, value);
                self.words().unary(*op, value)
            }
            Op::Binary { op, left, right, .. } => {
                let [left, right] = [left, right].map(|operand| self.operand(function, state, operand));
                self.note_number(*op, [left, right]);
                self.words().binary(*op, left, right)
            }
            Op::Convert { dst, value, signed } => {
                let value = self.operand(function, state, value);
                self.words().convert(value, function.register(*dst).ty.bits, *signed)
            }
            Op::FloatBinary { op, left, right, .. } => {
                let [left, right] = [left, right].map(|operand| self.operand(function, state, operand));
                self.words().float_binary(*op, left, right)
            }
            Op::FloatUnary { dst, op, value } => {
                let value = self.operand(function, state, value);
                self.words().float_unary(*op, value, function.register(*dst).ty.bits)
            }
            Op::Select { condition, yes, no, .. } => {
                let [condition, yes, no] =
                    [condition, yes, no].map(|operand| self.operand(function, state, operand));
                self.choose(condition, yes, no)
            }
            Op::Displace { pointer, index, size, .. } => {
                let [pointer, index, size] =
                    [pointer, index, size].map(|operand| self.operand(function, state, operand));
                self.words().displace(&state.path, pointer, index, size)
            }
            Op::Nondet { dst } => self.input(function.register(*dst).ty.bits),
            Op::Choose { .. } => self.input(1),
            Op::Allocate { size, contents, .. } => {
                let size = self.operand(function, state, size);
                self.allocate(state, size, *contents)?
            }
            Op::BlockSize { address, .. } => {
                let address = self.operand(function, state, address);
                self.block_size(state, address)?
            }
            Op::Room { address, .. } => {
                let address = self.operand(function, state, address);
                self.room(state, address)?
            }
            Op::CurrentThread { dst } => {
                let width = function.register(*dst).ty.bits;
                self.terms.constant(width, u128::from(self.thread.0) + 1)
            }
            &Op::Load { ref address, ty, access, check, .. } => {
                let address = self.operand(function, state, address);
                let accessed = Accessed { address, bytes: ty.bytes(), access, check };
                match self.load(state, &accessed)? {
                    Some(value) => self.words().resize(value, ty.bits),
                    None => return Ok(Next::Stop),
                }
            }
            Op::CreateThread { dst, function: start, argument, signature, check } => {
                let address = self.operand(function, state, start);
                let argument = self.operand(function, state, argument);
                let targets = self.functions_meant(state, address, *signature, *check)?;
                let width = function.register(*dst).ty.bits;
                match self.create_threads(state, targets, argument, width)? {
                    Some(number) => number,
                    None => return Ok(Next::Stop),
                }
            }
            Op::JoinThread { thread, .. } => {
                let thread = self.operand(function, state, thread);
                self.join_thread(state, thread)
            }
            other => return self.execute_without_result(function, state, other),
        };
        if let Some(dst) = op.destination() {
            let value = self.words().resize(value, function.register(dst).ty.bits);
            state.registers.set(dst.index(), Some(value));
        }
        Ok(Next::Continue)
    }

    /// Instructions that give no register a value at once.
    fn execute_without_result(
        &mut self,
        function: &Function,
        state: &mut PathState,
        op: &Op,
    ) -> Result<Next, Interrupted> {
        match op {
            &Op::Store { ref address, ref value, ty, access, check } => {
                let address = self.operand(function, state, address);
                let value = self.operand(function, state, value);
                let accessed = Accessed { address, bytes: ty.bytes(), access, check };
                return self.store(state, &accessed, value);
            }
            Op::Declare { local, size } => {
                let size = size.as_ref().map(|size| self.operand(function, state, size));
                self.declare(function, state, *local, size)?;
            }
            Op::EndLife { local } => self.end_lives(function, state, *local),
            Op::CheckLeaks { property } => self.check_leaks(state, *property),
            Op::Free { address, check } => {
                let address = self.operand(function, state, address);
                self.free(state, address, *check)?;
            }
            Op::Call { callee, arguments, signature, check, .. } => {
                let address = self.operand(function, state, callee);
                let arguments =
                    arguments.iter().map(|argument| self.operand(function, state, argument)).collect();
                let functions = self.functions_meant(state, address, *signature, *check)?;
                return Ok(Next::Call { functions, arguments });
            }
            Op::Assume { condition } => {
                let condition = self.operand(function, state, condition);
                self.assume(state, condition);
            }
            Op::Limit { condition, what } => {
                let condition = self.operand(function, state, condition);
                self.limit(state, condition, what);
            }
            Op::Wait { condition, .. } => {
                let condition = self.operand(function, state, condition);
                self.wait(state, condition);
            }
            Op::Assert { condition, property } => {
                let condition = self.operand(function, state, condition);
                self.assert(state, condition, *property);
            }
            Op::Hold { address, held } => {
                let address = self.operand(function, state, address);
                self.hold(state, address, *held);
            }
            Op::AtomicBegin => self.begin_section(state),
            Op::AtomicEnd => self.end_section(state)?,
            // There is one memory, which orders everything, and the order of operands is an input.
            Op::Fence { .. } | Op::Unsequenced { .. } => {}
            with_result => unreachable!("{with_result:?} is executed where its result is kept"),
        }
        Ok(Next::Continue)
    }

    /// The functions that an address may mean, each with the condition that it does; the path goes on with one of them.
    fn functions_meant(
        &mut self,
        state: &mut PathState,
        address: TermId,
        signature: Option<SignatureId>,
        check: Option<PropertyId>,
    ) -> Result<Vec<(FunctionId, TermId)>, Interrupted> {
        let Some(addresses) = self.words().values_on(&state.path, address).enumerate(MOST_FUNCTIONS) else {
            return Err(self.obstacle("a call through a pointer that may be any function", self.here.1));
        };
        let pointers = self.program.pointers;
        let mut functions = Vec::new();
        for pointer in addresses.into_iter().filter(|&pointer| pointers.offset(pointer) == 0) {
            let Some(function) = self.program.function_of_object(pointers.object(pointer)) else { continue };
            let Some(reached) = self.program.reached(function, signature, check) else { continue };
            let pointer = self.terms.constant(pointers.pointer_bits, pointer);
            functions.push((reached, self.terms.eq(address, pointer)));
        }
        let known = self.terms.or_all(functions.iter().map(|target| target.1).collect::<Vec<_>>());
        self.demand(state, known, check, "a call of something that is no such function");
        Ok(functions)
    }

    /// An assumption that fails ends the path. What the step has done by then must not be taken back if others may have
    /// noticed; otherwise the step just does not happen. In a section, the whole section does not happen.
    fn assume(&mut self, state: &mut PathState, condition: TermId) {
        if state.section.is_some() {
            return self.follow_section_if(state, condition);
        }
        if state.progress.is_noticed
            && !planted!(AssumptionsUndoTheStep)
            && self.words().values_on(&state.path, condition).as_constant() != Some(1)
        {
            let mut failed = state.clone();
            let fails = self.terms.not(condition);
            failed.path.assume(&mut self.terms, fails);
            self.end_process(failed);
        }
        state.path.assume(&mut self.terms, condition);
    }

    /// The section that is open happens only if the condition holds.
    fn follow_section_if(&mut self, state: &mut PathState, condition: TermId) {
        if self.words().values_on(&state.path, condition).as_constant() != Some(1) {
            let section = state.section.as_ref().expect("a section is open");
            let conduct = Conduct { may_fail: true, ..Conduct::UNNOTICED };
            section.begins.iter().for_each(|begin| self.facts.behaves(begin, conduct));
        }
        state.path.assume(&mut self.terms, condition);
    }

    /// The thread waits for others.
    fn wait(&mut self, state: &mut PathState, condition: TermId) {
        let Some(section) = &state.section else { return self.assume(state, condition) };
        let conduct = Conduct { waits: true, ..Conduct::UNNOTICED };
        section.begins.iter().for_each(|begin| self.facts.behaves(begin, conduct));
        let fails = self.terms.not(condition);
        let blocked = self.terms.and(state.path.guard(), fails);
        self.step.waits.push(blocked);
        self.follow_section_if(state, condition);
    }

    fn assert(&mut self, state: &mut PathState, condition: TermId, property: PropertyId) {
        let is_assertion = self.program.property(property).kind == PropertyKind::Assertion;
        if is_assertion && !(self.wanted)(property) {
            // One that nobody asks about ends the process if it fails, as it would when the program runs.
            let mut failed = state.clone();
            let fails = self.terms.not(condition);
            failed.path.assume(&mut self.terms, fails);
            if self.words().values_on(&state.path, fails).as_constant() != Some(0) {
                self.end_process(failed);
            }
            return state.path.assume(&mut self.terms, condition);
        }
        self.demand(state, condition, Some(property), "what a property that is not checked forbids");
    }

    /// An instruction outside of sections turned out to do what others may notice, or not.
    pub(super) fn passes(&mut self, state: &mut PathState, conduct: Conduct) {
        let spot = self.here.0.clone();
        self.facts.behaves(&spot, conduct);
        let mover = self.facts.conduct(&spot).mover;
        self.moves(state, mover);
    }

    /// The step gets past something with that mover.
    pub(super) fn moves(&mut self, state: &mut PathState, mover: Mover) {
        state.progress.is_past_event |= !mover.is_right;
        state.progress.has_moved |= mover != Mover::BOTH;
    }
}
