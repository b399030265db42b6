//! What each instruction does to a path.

use std::rc::Rc;

use bmc_solver::TermId;

use super::control::{Activation, Call, Callee, Comparison, Next, Targets};
use super::lives::OVER;
use super::memory::{InstructionGroup, Site};
use super::numbers::{follow_addresses, is_address};
use super::resolve::{Purpose, Request};
use super::state::State;
use super::thread::{Creator, ThreadBuilder};
use super::{UnfoldError, Unfolder};
use crate::analysis::{ObjectKind, OrderPlace};
use crate::events::*;
use crate::ir::*;
use crate::planted::planted;
use crate::source::{Diagnostic, Span};

/// A block whose size is not known is taken to be no larger than this.
const MOST_UNKNOWN_BYTES: u64 = 256;
/// While assumptions about shared memory are still being corrected it happens; afterwards nobody has seen it.
const NOTHING_TO_READ: &str = "a read of memory that nothing is known to be in";

impl Unfolder<'_> {
    pub(super) fn operand(
        &mut self,
        top: &Activation,
        state: &State,
        operand: &Operand,
    ) -> Result<TermId, UnfoldError> {
        let function = self.program.function(top.function);
        Ok(match *operand {
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
                self.displaced(&state.path, base, offset)
            }
            Operand::Local { local, offset } => {
                let index = function.registers.len() + local.index();
                let base = match state.registers.get(index) {
                    Some(address) => address,
                    None => self.no_result(),
                };
                self.displaced(&state.path, base, offset)
            }
        })
    }

    pub(super) fn execute(
        &mut self,
        top: &mut Activation,
        state: &mut State,
        block: BlockId,
        index: usize,
        instruction: &Instruction,
    ) -> Result<Next, UnfoldError> {
        let span = instruction.span;
        let function = self.program.function(top.function);
        let birth = (block.0, index as u32);
        follow_addresses(top, function, &instruction.op);
        let mut label = InstructionGroup::default();
        self.in_operand = state.operands.last().copied();
        let value = match &instruction.op {
            Op::Copy { dst, value } => {
                top.set_origin(*dst, top.origins_of([value, value])[0]);
                self.operand(top, state, value)?
            }
            Op::Unary { dst, op, value } => {
                // The opposite of a comparison compares the same: there is no operator for `x != y` on floats.
                if let Operand::Register(register) = value
                    && let Some(&compared) = top.comparisons.get(register)
                {
                    top.comparisons.insert(*dst, compared);
                }
                let value = self.operand(top, state, value)?;
                match op {
                    UnaryOp::Not => self.terms.not(value),
                    UnaryOp::Negate => self.terms.neg(value),
                }
            }
            Op::Binary { dst, op, left, right } => {
                let origins = top.origins_of([left, right]);
                let has_address = is_address(top, function, left) || is_address(top, function, right);
                let (left, right) = (self.operand(top, state, left)?, self.operand(top, state, right)?);
                if op.is_comparison() {
                    top.comparisons.insert(*dst, Comparison { operands: [left, right], origins });
                }
                self.note_comparison(*op, left, right);
                if has_address {
                    self.note_number(*op, left, right, span);
                }
                self.binary(*op, left, right)
            }
            Op::Convert { dst, value, signed } => {
                top.set_origin(*dst, top.origins_of([value, value])[0]);
                let value = self.operand(top, state, value)?;
                let width = function.register(*dst).ty.bits;
                match *signed && self.terms.width(value) < width {
                    true => self.terms.sign_extend(value, width),
                    false => self.resize(value, width),
                }
            }
            Op::FloatBinary { dst, op, left, right } => {
                let (left, right) = (self.operand(top, state, left)?, self.operand(top, state, right)?);
                if op.is_comparison() {
                    let origins = [None; 2];
                    top.comparisons.insert(*dst, Comparison { operands: [left, right], origins });
                }
                self.float_binary(*op, left, right)
            }
            Op::FloatUnary { dst, op, value } => {
                let value = self.operand(top, state, value)?;
                self.float_unary(*op, value, function.register(*dst).ty.bits)
            }
            Op::Select { condition, yes, no, .. } => {
                let condition = self.operand(top, state, condition)?;
                let (yes, no) = (self.operand(top, state, yes)?, self.operand(top, state, no)?);
                self.choose(condition, yes, no)
            }
            Op::Displace { pointer, index, size, .. } => {
                let pointer = self.operand(top, state, pointer)?;
                let (index, size) = (self.operand(top, state, index)?, self.operand(top, state, size)?);
                self.displace(&state.path, pointer, index, size)
            }
            Op::Load { dst, address, ty, access, check } => {
                let address = self.operand(top, state, address)?;
                top.set_origin(*dst, Some(address));
                self.step(state, StepKind::Plain);
                let (bytes, check, site) = (ty.bytes(), *check, Site::of(state, *access, span));
                let request = Request { address, bytes, purpose: Purpose::Read, check, site };
                let targets = self.resolve(state, request, &mut label)?;
                match self.read(state, &targets, &mut label, site) {
                    Some(value) => self.resize(value, ty.bits),
                    None => {
                        // It is no reason to look at other orders of evaluation.
                        state.operands = Rc::default();
                        let bound = Bound::NotFollowed { what: NOTHING_TO_READ.to_string() };
                        self.follow_only_if(state, TermId::FALSE, bound, span);
                        return Ok(Next::Stop);
                    }
                }
            }
            Op::Store { address, value, ty, access, check } => {
                let address = self.operand(top, state, address)?;
                let value = self.operand(top, state, value)?;
                self.step(state, StepKind::Plain);
                let (bytes, check, site) = (ty.bytes(), *check, Site::of(state, *access, span));
                let purpose = match access {
                    Access::First => Purpose::WriteFirst,
                    _ => Purpose::Write,
                };
                let request = Request { address, bytes, purpose, check, site };
                let targets = self.resolve(state, request, &mut label)?;
                let value = self.resize(value, (bytes * 8) as u32);
                self.write(state, &targets, value, &mut label, site);
                return Ok(if targets.is_empty() { Next::Stop } else { Next::Continue });
            }
            Op::Declare { local, size } => {
                let Local { layout, constant, .. } = function.local(*local);
                let object = match size {
                    Some(size) => {
                        let size = self.operand(top, state, size)?;
                        self.sized_object(top.calls, birth, state, size, ObjectKind::Local, span)?
                    }
                    None => self.new_object(top.calls, birth, layout, false, ObjectKind::Local),
                };
                self.assumptions.set_constant(object, constant);
                self.step(state, StepKind::Object(object));
                let (address, slot) = (self.pointer(object, 0), function.registers.len() + local.index());
                if let Some(before) = state.registers.get(slot) {
                    self.end_life(state, before, span);
                }
                state.registers.set(slot, Some(address));
                return Ok(Next::Continue);
            }
            Op::EndLife { local: Some(local) } => {
                self.step(state, StepKind::Plain);
                let slot = function.registers.len() + local.index();
                if let Some(address) = state.registers.get(slot)
                    && !planted!(BlocksEndNothing)
                {
                    self.end_life(state, address, span);
                }
                return Ok(Next::Continue);
            }
            Op::EndLife { local: None } => {
                self.step(state, StepKind::Plain);
                self.end_all_lives(state, span);
                return Ok(Next::Continue);
            }
            // Only the end of the process follows, so runs that leak need not be told from others if nobody asks.
            Op::CheckLeaks { property } if !(self.wanted)(*property) => {
                self.thread().steps.push(Step { guard: TermId::FALSE, kind: StepKind::Plain });
                return Ok(Next::Continue);
            }
            Op::CheckLeaks { property } => {
                self.step(state, StepKind::Plain);
                self.check_leaks(state, *property, span);
                return Ok(Next::Continue);
            }
            Op::Nondet { dst } => {
                let bits = function.register(*dst).ty.bits;
                let is_zero = planted!(MissingArgumentsAreZero) && self.program.is_adapter(top.function);
                let value = if is_zero { self.terms.constant(bits, 0) } else { self.terms.variable(bits) };
                self.step(state, StepKind::Input(value));
                value
            }
            Op::Choose { leeway: Leeway::Order { operands }, .. } => {
                let place = OrderPlace { thread: self.current, function: top.function, block, index };
                let order = self.choose_order(state, place, *operands);
                self.step(state, StepKind::Input(order));
                order
            }
            Op::Choose { leeway: Leeway::WeakExchange, .. } => {
                let never = planted!(WeakExchangeNeverFails);
                let fails = if never { TermId::FALSE } else { self.terms.variable(1) };
                self.step(state, StepKind::Input(fails));
                fails
            }
            Op::Unsequenced { operand } => {
                self.evaluate_operand(state, *operand);
                return Ok(Next::Continue);
            }
            Op::Allocate { size, contents, .. } => {
                let size = self.operand(top, state, size)?;
                self.allocate(top.calls, birth, state, size, *contents, span)?
            }
            Op::BlockSize { address, .. } => {
                let address = self.operand(top, state, address)?;
                self.block_size(address)?
            }
            Op::Room { address, .. } => {
                let address = self.operand(top, state, address)?;
                self.room(state, address, span)
            }
            Op::Free { address, check } => {
                let address = self.operand(top, state, address)?;
                self.step(state, StepKind::Plain);
                return self.free(state, address, *check, span);
            }
            Op::Call { callee, arguments, signature, check, .. } => {
                let address = self.operand(top, state, callee)?;
                let callee = Callee { address, signature: *signature, check: *check };
                let arguments: Result<Vec<_>, _> =
                    arguments.iter().map(|a| self.operand(top, state, a)).collect();
                return Ok(Next::Call { callee, arguments: arguments? });
            }
            Op::Assume { condition } => {
                let condition = self.operand(top, state, condition)?;
                return Ok(self.assume(state, condition));
            }
            Op::Limit { condition, what } => {
                let condition = self.operand(top, state, condition)?;
                self.follow_only_if(state, condition, Bound::NotFollowed { what: what.clone() }, span);
                return Ok(Next::Continue);
            }
            Op::Wait { condition, .. } => {
                let condition = self.operand(top, state, condition)?;
                return Ok(self.wait(state, condition, Reason::Waits));
            }
            Op::Assert { condition, property } => {
                let condition = self.operand(top, state, condition)?;
                // What always holds is neither claimed nor carried along by the path.
                if self.values_on(&state.path, condition).as_constant() == Some(1) {
                    return Ok(Next::Continue);
                }
                let demanded = match self.program.property(*property).kind {
                    // One that nobody asks about ends the process if it fails, as it would when the program runs.
                    PropertyKind::Assertion if !(self.wanted)(*property) => {
                        let mut failed = state.clone();
                        let fails = self.terms.not(condition);
                        failed.path.assume(&mut self.terms, fails);
                        self.exit_process(&failed);
                        state.path.assume(&mut self.terms, condition);
                        return Ok(Next::Continue);
                    }
                    PropertyKind::Overflow => Unchecked::Arithmetic,
                    PropertyKind::Pointer => Unchecked::Access,
                    _ => Unchecked::Use,
                };
                self.demand(state, condition, Some(*property), demanded, span);
                return Ok(Next::Continue);
            }
            Op::Hold { address, held } => {
                let address = self.operand(top, state, address)?;
                self.hold(state, address, *held);
                return Ok(Next::Continue);
            }
            // Threads see one memory, which orders everything.
            Op::Fence { .. } => return Ok(Next::Continue),
            Op::AtomicBegin => {
                self.step(state, StepKind::AtomicBegin);
                let label = self.label(state, &mut label);
                state.section = Some(state.section.map_or((label, 1), |(outer, depth)| (outer, depth + 1)));
                return Ok(Next::Continue);
            }
            Op::AtomicEnd => {
                self.step(state, StepKind::AtomicEnd);
                state.section = match state.section {
                    Some((_, 1)) => None,
                    Some((label, depth)) => Some((label, depth - 1)),
                    None => {
                        let message = "an atomic section ends that was not begun";
                        return Err(UnfoldError::Unsupported(Diagnostic::error(span, message)));
                    }
                };
                return Ok(Next::Continue);
            }
            Op::CreateThread { dst, function: start, argument, signature, check } => {
                let address = self.operand(top, state, start)?;
                let callee = Callee { address, signature: *signature, check: *check };
                let argument = self.operand(top, state, argument)?;
                let width = function.register(*dst).ty.bits;
                match self.create_thread(state, callee, argument, span)? {
                    Some(thread) => self.terms.constant(width, u128::from(thread.0) + 1),
                    None => return Ok(Next::Stop),
                }
            }
            Op::JoinThread { thread, .. } => {
                let thread = self.operand(top, state, thread)?;
                match self.join_thread(state, thread, span)? {
                    Some(result) => result,
                    None => return Ok(Next::Stop),
                }
            }
            Op::CurrentThread { dst } => {
                let width = function.register(*dst).ty.bits;
                self.terms.constant(width, u128::from(self.current.0) + 1)
            }
        };
        if let Some(dst) = instruction.op.destination() {
            let width = function.register(dst).ty.bits;
            let value = self.resize(value, width);
            state.registers.set(dst.index(), Some(value));
        }
        Ok(Next::Continue)
    }

    fn step(&mut self, state: &State, kind: StepKind) {
        let guard = state.path.guard();
        self.thread().steps.push(Step { guard, kind });
    }

    fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let terms = &mut self.terms;
        match op {
            BinaryOp::Add => terms.add(a, b),
            BinaryOp::Sub => terms.sub(a, b),
            BinaryOp::Mul => terms.mul(a, b),
            BinaryOp::UDiv => terms.udiv(a, b),
            BinaryOp::URem => terms.urem(a, b),
            BinaryOp::SDiv => terms.sdiv(a, b),
            BinaryOp::SRem => terms.srem(a, b),
            BinaryOp::And => terms.and(a, b),
            BinaryOp::Or => terms.or(a, b),
            BinaryOp::Xor => terms.xor(a, b),
            BinaryOp::Shl => terms.shl(a, b),
            BinaryOp::LShr => terms.lshr(a, b),
            BinaryOp::AShr => terms.ashr(a, b),
            BinaryOp::Eq => terms.eq(a, b),
            BinaryOp::Ne => terms.ne(a, b),
            BinaryOp::ULt => terms.ult(a, b),
            BinaryOp::ULe => terms.ule(a, b),
            BinaryOp::SLt => terms.slt(a, b),
            BinaryOp::SLe => terms.sle(a, b),
            BinaryOp::AddFits | BinaryOp::SubFits | BinaryOp::MulFits => self.fits(op, a, b),
        }
    }

    /// Outside an atomic section a failed assumption ends the path, leaving what it did before. Inside one,
    /// the section as a whole cannot happen (yet).
    fn assume(&mut self, state: &mut State, condition: TermId) -> Next {
        if self.values_on(&state.path, condition).as_constant() != Some(1) {
            self.note_end_in_operand(state, false);
        }
        if state.section.is_some() {
            if !planted!(AssumptionsSplitSections) {
                return self.wait(state, condition, Reason::Assumed);
            }
        } else if planted!(AssumptionsUndoTheStepBefore) {
            let (label, holds) = (state.label, self.terms.implies(state.path.guard(), condition));
            self.thread().requirements.push(Requirement { label, holds, step: 0, reason: Reason::Assumed });
        }
        state.path.assume(&mut self.terms, condition);
        Next::Continue
    }

    /// The atomic section happens only when the condition holds.
    fn wait(&mut self, state: &mut State, condition: TermId, reason: Reason) -> Next {
        let (label, _) = state.section.expect("the front end waits in atomic sections only");
        self.note_end_in_operand(state, false);
        let holds = self.terms.implies(state.path.guard(), condition);
        let step = self.thread().steps.len().saturating_sub(1);
        self.thread().requirements.push(Requirement { label, holds, step, reason });
        let impossible = self.values_of(condition).as_constant() == Some(0);
        if impossible { Next::Stop } else { Next::Continue }
    }

    fn allocate(
        &mut self,
        calls: u32,
        birth: (u32, u32),
        state: &mut State,
        size: TermId,
        contents: Contents,
        span: Span,
    ) -> Result<TermId, UnfoldError> {
        let kind = ObjectKind::Block(contents);
        let object = self.sized_object(calls, birth, state, size, kind, span)?;
        self.step(state, StepKind::Object(object));
        let (address, is_new) = match kind.can_leak() && !self.shape(object).varies {
            true => self.place_of_block(state, object, contents == Contents::Zeroed, span),
            false => (self.pointer(object, 0), TermId::TRUE),
        };
        if self.looks_for_leaks && kind.can_leak() {
            self.begin_life(state, object, is_new, span);
        }
        Ok(address)
    }

    /// A new object of a size that need not be a constant.
    fn sized_object(
        &mut self,
        calls: u32,
        birth: (u32, u32),
        state: &mut State,
        size: TermId,
        kind: ObjectKind,
        span: Span,
    ) -> Result<ObjectId, UnfoldError> {
        let values = self.values_of(size);
        let most = values.greatest();
        let (bytes, varies) = match values.as_constant() {
            Some(bytes) if bytes > u128::from(self.program.pointers.largest_object()) => {
                let message = format!("a block of {bytes} bytes is too large");
                let limit = self.program.pointers.largest_object();
                let error = Diagnostic::error(span, message)
                    .with_help(format!("at most {limit} bytes can be checked; allocate less"));
                return Err(UnfoldError::Unsupported(error));
            }
            Some(bytes) => (bytes as u64, false),
            None if most <= u128::from(MOST_UNKNOWN_BYTES) => (most as u64, true),
            None => {
                let limit = self.terms.constant(self.terms.width(size), u128::from(MOST_UNKNOWN_BYTES));
                let fits = self.terms.ule(size, limit);
                let bound = Bound::Allocation { bytes: MOST_UNKNOWN_BYTES };
                self.follow_only_if(state, fits, bound, span);
                (MOST_UNKNOWN_BYTES, true)
            }
        };
        let object = self.new_object(calls, birth, &Layout::Opaque { size: bytes }, varies, kind);
        if varies {
            let symbol = self.size_symbol(object);
            let size = self.resize(size, self.program.pointers.pointer_bits);
            let equal = self.terms.eq(symbol, size);
            let defined = self.terms.implies(state.path.guard(), equal);
            self.definitions.push((symbol, defined));
        }
        Ok(object)
    }

    fn free(
        &mut self,
        state: &mut State,
        address: TermId,
        check: Option<PropertyId>,
        span: Span,
    ) -> Result<Next, UnfoldError> {
        let mut label = InstructionGroup::default();
        let site = Site::of(state, Access::Plain, span);
        let request = Request { address, bytes: 0, purpose: Purpose::Free, check, site };
        let targets = self.resolve(state, request, &mut label)?;
        for target in targets {
            self.assumptions.watch_life(target.object);
            self.assumptions.frees(target.object, self.current);
            self.freed.insert(target.object);
            self.set_life(state, target.object, target.condition, OVER, &mut label, site);
        }
        Ok(Next::Continue)
    }

    /// `None` if the bound on threads cuts the path off.
    fn create_thread(
        &mut self,
        state: &mut State,
        callee: Callee,
        argument: TermId,
        span: Span,
    ) -> Result<Option<ThreadId>, UnfoldError> {
        if self.threads.len() > self.options.threads as usize {
            self.mark(state, Bound::Threads { most: self.options.threads }, span);
            return Ok(None);
        }
        let thread = ThreadId::new(self.threads.len());
        let Targets { known, is_all, .. } = self.targets(callee)?;
        let is_claimed = callee.check.is_some_and(|property| (self.wanted)(property));
        // Where nobody asks, a replay must not take the step with something else.
        if !is_all && !is_claimed {
            self.demand(state, known, None, Unchecked::Callee, span);
        }
        self.step(state, StepKind::Thread(thread));
        if !is_all && is_claimed {
            self.demand(state, known, callee.check, Unchecked::Callee, span);
        }
        if state.path.is_dead() {
            return Ok(None);
        }
        self.escape_all(state, span);
        let mut label = InstructionGroup::default();
        let label = self.label(state, &mut label);
        let guard = state.path.guard();
        self.event(label, guard, EventKind::Create { thread }, Site::silent(span));
        let values = self.values_of(callee.address);
        let functions = values
            .pieces()
            .iter()
            .filter_map(|piece| self.program.function_of_object(self.program.pointers.object(piece.low)));
        let Some(function) = functions.min() else { return Ok(None) };
        let creator = Creator { thread: self.current, step: self.thread().steps.len(), span };
        let (store, joined) = (state.store.clone(), state.joined.clone());
        let first = State { store, joined, ..State::default() };
        let start = Call { callee, arguments: vec![argument], state: first };
        let no_result = self.no_result();
        self.threads.push(ThreadBuilder::new(start, function, Some(creator), no_result));
        Ok(Some(thread))
    }

    fn join_thread(
        &mut self,
        state: &mut State,
        thread: TermId,
        span: Span,
    ) -> Result<Option<TermId>, UnfoldError> {
        self.step(state, StepKind::Plain);
        self.note_end_in_operand(state, false);
        // A number that is no thread's has no meaning to join; threads may also be unfolded only later.
        let values = self.values_of(thread);
        let known = self.threads.len().max(self.assumptions.thread_count()) as u128;
        let numbers = (1..=known).filter(|&number| values.contains(number));
        let numbers: Vec<u128> = numbers.collect();
        let width = self.program.pointers.pointer_bits;
        let mut threads = Vec::new();
        let mut possible = crate::analysis::Values::none(width);
        for number in numbers {
            let id = ThreadId(number as u32 - 1);
            let constant = self.terms.constant(self.terms.width(thread), number);
            let condition = self.terms.eq(thread, constant);
            possible = possible.join(&self.assumptions.result(id, width));
            threads.push((condition, id));
        }
        let is_thread =
            self.terms.or_all(threads.iter().map(|(condition, _)| *condition).collect::<Vec<_>>());
        let mut joins_nobody = state.clone();
        self.follow_only_if(&mut joins_nobody, is_thread, Bound::Unchecked(Unchecked::Joined), span);
        // No one that could be meant ever ends: the thread waits forever.
        let waits_forever = possible.is_none();
        let result = match possible.as_constant() {
            None if waits_forever => self.no_result(),
            Some(constant) => self.terms.constant(width, constant),
            None => self.symbol(possible),
        };
        let mut label = InstructionGroup::default();
        let label = self.label(state, &mut label);
        if let [(TermId::TRUE, only)] = threads[..]
            && !state.joined.contains(&only)
        {
            Rc::make_mut(&mut state.joined).push(only);
        }
        let site = Site::silent(span);
        self.event(label, state.path.guard(), EventKind::Join { threads, result }, site);
        Ok((!waits_forever).then_some(result))
    }
}
