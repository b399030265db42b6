//! What each instruction does to a path: the table of instructions, and what memory accesses and assertions mean.
//!
//! Operators are in `compute`, objects in `allocate`, threads and sections in `synchronise`.

use std::rc::Rc;

use bmc_solver::TermId;

use super::UnfoldError;
use super::activation::Activation;
use super::calls::Callee;
use super::control::Next;
use super::memory::{InstructionGroup, Site};
use super::numbers::follow_addresses;
use super::objects::Birth;
use super::pass::Unfolder;
use super::resolve::{Purpose, Request};
use super::state::PathState;
use crate::analysis::OrderPlace;
use crate::events::{Bound, MilestoneKind, Reason, Step, StepKind, Unchecked};
use crate::ir::*;
use crate::planted::planted;
use crate::source::Span;

/// While assumptions about shared memory are still being corrected it happens; afterwards nobody has seen it.
const NOTHING_TO_READ: &str = "a read of memory that nothing is known to be in";

/// An instruction that is executed: on which path of which activation, and where it stands.
pub(super) struct Here<'h> {
    pub top: &'h mut Activation,
    pub state: &'h mut PathState,
    pub function: &'h Function,
    pub block: BlockId,
    pub index: usize,
    pub span: Span,
}

impl Here<'_> {
    /// What is made here is known by this place.
    pub fn birth(&self) -> Birth {
        Birth { calls: self.top.calls, block: self.block.0, instruction: self.index as u32 }
    }
}

/// What is accessed, as an instruction says it.
struct Accessed<'i> {
    address: &'i Operand,
    ty: Type,
    access: Access,
    check: Option<PropertyId>,
}

impl Unfolder<'_> {
    /// The value of an operand on this path.
    pub(super) fn operand(&mut self, here: &Here<'_>, operand: &Operand) -> TermId {
        self.operand_in(here.function, here.state, operand)
    }

    pub(super) fn operand_in(&mut self, function: &Function, state: &PathState, operand: &Operand) -> TermId {
        match *operand {
            Operand::Register(register) => match state.registers.get(register.index()) {
                Some(value) => value,
                None => self.terms.constant(function.register(register).ty.bits, 0),
            },
            Operand::Constant { bits, ty } => self.terms.constant(ty.bits, bits),
            Operand::Function(function) => self.pointer(self.program.function_object(function), 0),
            Operand::Global { global, offset } => {
                let copies = &self.threads[self.current.index()].thread_locals;
                let own = copies.iter().find(|(index, _)| *index == global.index());
                let object = own.map_or(self.program.global_object(global), |(_, object)| *object);
                let base = self.pointer(object, 0);
                self.words().displaced(&state.path, base, offset)
            }
            Operand::Local { local, offset } => {
                let base = match state.registers.get(slot(function, local)) {
                    Some(address) => address,
                    None => self.no_result(),
                };
                self.words().displaced(&state.path, base, offset)
            }
        }
    }

    pub(super) fn execute(
        &mut self,
        top: &mut Activation,
        state: &mut PathState,
        block: BlockId,
        index: usize,
        instruction: &Instruction,
    ) -> Result<Next, UnfoldError> {
        let function = self.program.function(top.function);
        follow_addresses(top, function, &instruction.op);
        self.orders.in_operand = state.operands.last().copied();
        let here = &mut Here { top, state, function, block, index, span: instruction.span };
        let value = match &instruction.op {
            Op::Copy { dst, value } => self.copy(here, *dst, value),
            Op::Unary { dst, op, value } => self.unary(here, *dst, *op, value),
            Op::Binary { dst, op, left, right } => self.binary(here, *dst, *op, [left, right]),
            Op::Convert { dst, value, signed } => self.convert(here, *dst, value, *signed),
            Op::FloatBinary { dst, op, left, right } => {
                self.compute_float_binary(here, *dst, *op, [left, right])
            }
            Op::FloatUnary { dst, op, value } => {
                let value = self.operand(here, value);
                self.words().float_unary(*op, value, function.register(*dst).ty.bits)
            }
            Op::Select { condition, yes, no, .. } => {
                let [condition, yes, no] = [condition, yes, no].map(|operand| self.operand(here, operand));
                self.choose(condition, yes, no)
            }
            Op::Displace { pointer, index, size, .. } => {
                let [pointer, index, size] =
                    [pointer, index, size].map(|operand| self.operand(here, operand));
                self.words().displace(&here.state.path, pointer, index, size)
            }
            Op::Nondet { dst } => self.input(here, *dst),
            Op::Choose { leeway, .. } => self.leeway(here, *leeway),
            Op::Allocate { size, contents, .. } => self.allocate(here, size, *contents)?,
            Op::BlockSize { address, .. } => {
                let address = self.operand(here, address);
                self.block_size(address)?
            }
            Op::Room { address, .. } => {
                let address = self.operand(here, address);
                self.room(here.state, address, here.span)
            }
            Op::CurrentThread { dst } => {
                let width = function.register(*dst).ty.bits;
                self.terms.constant(width, u128::from(self.current.0) + 1)
            }
            &Op::Load { dst, ref address, ty, access, check } => {
                match self.load(here, dst, &Accessed { address, ty, access, check })? {
                    Some(value) => value,
                    None => return Ok(Next::Stop),
                }
            }
            Op::CreateThread { dst, function: start, argument, signature, check } => {
                let address = self.operand(here, start);
                let callee = Callee { address, signature: *signature, check: *check };
                let argument = self.operand(here, argument);
                let width = function.register(*dst).ty.bits;
                match self.create_thread(here.state, callee, argument, here.span)? {
                    Some(thread) => self.terms.constant(width, u128::from(thread.0) + 1),
                    None => return Ok(Next::Stop),
                }
            }
            Op::JoinThread { thread, .. } => {
                let thread = self.operand(here, thread);
                match self.join_thread(here.state, thread, here.span)? {
                    Some(result) => result,
                    None => return Ok(Next::Stop),
                }
            }
            other => return self.execute_without_result(here, other),
        };
        if let Some(dst) = instruction.op.destination() {
            let value = self.resize(value, function.register(dst).ty.bits);
            here.state.registers.set(dst.index(), Some(value));
        }
        Ok(Next::Continue)
    }

    /// Instructions that give no register a value at once.
    fn execute_without_result(&mut self, here: &mut Here<'_>, op: &Op) -> Result<Next, UnfoldError> {
        match op {
            &Op::Store { ref address, ref value, ty, access, check } => {
                return self.store_to(here, &Accessed { address, ty, access, check }, value);
            }
            Op::Declare { local, size } => self.declare(here, *local, size.as_ref())?,
            Op::EndLife { local } => self.end_lives(here, *local),
            Op::CheckLeaks { property } => self.check_leaks_if_wanted(here, *property),
            Op::Unsequenced { operand } => self.evaluate_operand(here.state, *operand),
            Op::Free { address, check } => return self.free(here, address, *check),
            Op::Call { callee, arguments, signature, check, .. } => {
                let address = self.operand(here, callee);
                let callee = Callee { address, signature: *signature, check: *check };
                let arguments = arguments.iter().map(|argument| self.operand(here, argument)).collect();
                return Ok(Next::Call { callee, arguments });
            }
            Op::Assume { condition } => {
                let condition = self.operand(here, condition);
                return Ok(self.assume(here.state, condition));
            }
            Op::Limit { condition, what } => {
                let condition = self.operand(here, condition);
                let bound = Bound::NotFollowed { what: what.clone() };
                self.follow_only_if(here.state, condition, bound, here.span);
            }
            Op::Wait { condition, .. } => {
                let condition = self.operand(here, condition);
                return Ok(self.wait(here.state, condition, Reason::Waits, here.span));
            }
            Op::Assert { condition, property } => self.assert(here, condition, *property),
            Op::Hold { address, held } => {
                let address = self.operand(here, address);
                self.hold(here.state, address, *held);
            }
            // Threads see one memory, which orders everything.
            Op::Fence { .. } => {}
            Op::AtomicBegin => self.begin_section(here.state),
            Op::AtomicEnd => self.end_section(here.state, here.span)?,
            with_result => unreachable!("{with_result:?} is executed where its result is kept"),
        }
        Ok(Next::Continue)
    }

    pub(super) fn step(&mut self, state: &PathState, kind: StepKind) {
        let guard = state.path.guard();
        self.thread().steps.push(Step { guard, kind });
    }

    /// `None` if there is nothing to read: the path ends.
    fn load(
        &mut self,
        here: &mut Here<'_>,
        dst: RegisterId,
        accessed: &Accessed<'_>,
    ) -> Result<Option<TermId>, UnfoldError> {
        let address = self.operand(here, accessed.address);
        here.top.set_origin(dst, Some(address));
        let Here { state, span, .. } = here;
        self.step(state, StepKind::Plain);
        let (bytes, check, site) =
            (accessed.ty.bytes(), accessed.check, Site::of(state, accessed.access, *span));
        let mut label = InstructionGroup::default();
        let request = Request { address, bytes, purpose: Purpose::Read, check, site };
        let targets = self.resolve(state, request, &mut label)?;
        if let Some(value) = self.read(state, &targets, &mut label, site) {
            return Ok(Some(self.resize(value, accessed.ty.bits)));
        }
        // It is no reason to look at other orders of evaluation.
        state.operands = Rc::default();
        let bound = Bound::NotFollowed { what: NOTHING_TO_READ.to_string() };
        self.follow_only_if(state, TermId::FALSE, bound, *span);
        Ok(None)
    }

    fn store_to(
        &mut self,
        here: &mut Here<'_>,
        accessed: &Accessed<'_>,
        value: &Operand,
    ) -> Result<Next, UnfoldError> {
        let address = self.operand(here, accessed.address);
        let value = self.operand(here, value);
        let Here { state, span, .. } = here;
        self.step(state, StepKind::Plain);
        let (bytes, check, site) =
            (accessed.ty.bytes(), accessed.check, Site::of(state, accessed.access, *span));
        let purpose = match accessed.access {
            Access::First => Purpose::WriteFirst,
            _ => Purpose::Write,
        };
        let mut label = InstructionGroup::default();
        let request = Request { address, bytes, purpose, check, site };
        let targets = self.resolve(state, request, &mut label)?;
        let value = self.resize(value, (bytes * 8) as u32);
        self.write(state, &targets, value, &mut label, site);
        if !self.memory.functions_of_locks.contains(&here.top.function) {
            self.note_overwriting(here.state, &targets);
        }
        Ok(if targets.is_empty() { Next::Stop } else { Next::Continue })
    }

    fn input(&mut self, here: &Here<'_>, dst: RegisterId) -> TermId {
        let bits = here.function.register(dst).ty.bits;
        let is_zero = planted!(MissingArgumentsAreZero) && self.program.is_adapter(here.top.function);
        let value = if is_zero { self.terms.constant(bits, 0) } else { self.terms.variable(bits) };
        self.step(here.state, StepKind::Input(value));
        value
    }

    /// A choice that C leaves open.
    fn leeway(&mut self, here: &mut Here<'_>, leeway: Leeway) -> TermId {
        let chosen = match leeway {
            Leeway::Order { operands } => {
                let Here { block, index, .. } = *here;
                let place = OrderPlace { thread: self.current, function: here.top.function, block, index };
                self.choose_order(here.state, place, operands)
            }
            Leeway::WeakExchange if planted!(WeakExchangeNeverFails) => TermId::FALSE,
            Leeway::WeakExchange => self.terms.variable(1),
        };
        self.step(here.state, StepKind::Input(chosen));
        chosen
    }

    fn assert(&mut self, here: &mut Here<'_>, condition: &Operand, property: PropertyId) {
        // What can never hold is the wrong place to come to.
        if self.program.property(property).kind == PropertyKind::Assertion
            && !matches!(condition, Operand::Constant { .. })
        {
            self.milestone(here.state, MilestoneKind::Assertion(property));
        }
        let condition = self.operand(here, condition);
        let Here { state, span, .. } = here;
        // What always holds is neither claimed nor carried along by the path.
        if self.words().values_on(&state.path, condition).as_constant() == Some(1) {
            return;
        }
        let demanded = match self.program.property(property).kind {
            // One that nobody asks about ends the process if it fails, as it would when the program runs.
            PropertyKind::Assertion if !(self.wanted)(property) => {
                let mut failed = state.clone();
                let fails = self.terms.not(condition);
                failed.path.assume(&mut self.terms, fails);
                self.exit_process(&failed);
                state.path.assume(&mut self.terms, condition);
                return;
            }
            PropertyKind::Overflow => Unchecked::Arithmetic,
            PropertyKind::Pointer => Unchecked::Access,
            _ => Unchecked::Use,
        };
        self.demand(state, condition, Some(property), demanded, *span);
    }
}

/// Where a path keeps the address of a local: behind the registers.
pub(super) fn slot(function: &Function, local: LocalId) -> usize {
    function.registers.len() + local.index()
}
