//! Objects that come and go: blocks of the heap, variables, arrays whose size is not known.

use bmc_solver::TermId;

use super::UnfoldError;
use super::control::Next;
use super::instruction::{Here, slot};
use super::lives::OVER;
use super::memory::{InstructionGroup, Site};
use super::pass::Unfolder;
use super::resolve::{Purpose, Request};
use crate::analysis::ObjectKind;
use crate::events::*;
use crate::ir::*;
use crate::planted::planted;
use crate::source::Diagnostic;

/// A block whose size is not known is taken to be no larger than this.
const MOST_UNKNOWN_BYTES: u64 = 256;

impl Unfolder<'_> {
    pub(super) fn allocate(
        &mut self,
        here: &mut Here<'_>,
        size: &Operand,
        contents: Contents,
    ) -> Result<TermId, UnfoldError> {
        let size = self.operand(here, size);
        let kind = ObjectKind::Block(contents);
        let object = self.sized_object(here, size, kind)?;
        let Here { state, span, .. } = here;
        self.step(state, StepKind::Object(object));
        self.note_effect(state.path.guard(), TermId::TRUE);
        let (address, is_new) = match kind.can_leak() && !self.shape(object).varies {
            true => self.place_of_block(state, object, contents == Contents::Zeroed, *span),
            false => (self.pointer(object, 0), TermId::TRUE),
        };
        state.made.set(object.index(), Some(is_new));
        if self.looks_for.leaks && kind.can_leak() {
            self.begin_life(state, object, is_new, *span);
        }
        Ok(address)
    }

    /// A local comes to life, and the one before it at the same place of the program ends.
    pub(super) fn declare(
        &mut self,
        here: &mut Here<'_>,
        local: LocalId,
        size: Option<&Operand>,
    ) -> Result<(), UnfoldError> {
        let Local { layout, constant, .. } = here.function.local(local);
        let object = match size {
            Some(size) => {
                let size = self.operand(here, size);
                self.sized_object(here, size, ObjectKind::Local)?
            }
            None => {
                let birth = here.birth();
                self.new_object(here.state, birth, layout, false, ObjectKind::Local)
            }
        };
        self.assumptions.set_constant(object, constant);
        let slot = slot(here.function, local);
        let Here { state, span, .. } = here;
        self.step(state, StepKind::Object(object));
        let address = self.pointer(object, 0);
        if let Some(before) = state.registers.get(slot) {
            self.end_life(state, before, *span);
        }
        state.registers.set(slot, Some(address));
        Ok(())
    }

    /// The life of a local ends, or of all that the thread has made.
    pub(super) fn end_lives(&mut self, here: &mut Here<'_>, local: Option<LocalId>) {
        let Here { state, span, function, .. } = here;
        self.step(state, StepKind::Plain);
        let Some(local) = local else { return self.end_all_lives(state, *span) };
        if let Some(address) = state.registers.get(slot(function, local))
            && !planted!(BlocksEndNothing)
        {
            self.end_life(state, address, *span);
        }
    }

    /// Only the end of the process follows, so runs that leak need not be told from others if nobody asks.
    pub(super) fn check_leaks_if_wanted(&mut self, here: &mut Here<'_>, property: PropertyId) {
        if (self.wanted)(property) {
            self.step(here.state, StepKind::Plain);
            self.check_leaks(here.state, property, here.span);
        } else {
            self.thread().steps.push(Step { guard: TermId::FALSE, kind: StepKind::Plain });
        }
    }

    /// A new object of a size that need not be a constant.
    fn sized_object(
        &mut self,
        here: &mut Here<'_>,
        size: TermId,
        kind: ObjectKind,
    ) -> Result<ObjectId, UnfoldError> {
        let birth = here.birth();
        let Here { state, span, .. } = here;
        let span = *span;
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
        let object = self.new_object(state, birth, &Layout::Opaque { size: bytes }, varies, kind);
        if varies {
            let symbol = self.size_symbol(object);
            let size = self.resize(size, self.program.pointers.pointer_bits);
            let equal = self.terms.eq(symbol, size);
            let defined = self.terms.implies(state.path.guard(), equal);
            self.found.definitions.push((symbol, defined));
        }
        Ok(object)
    }

    pub(super) fn free(
        &mut self,
        here: &mut Here<'_>,
        address: &Operand,
        check: Option<PropertyId>,
    ) -> Result<Next, UnfoldError> {
        let address = self.operand(here, address);
        let Here { state, span, .. } = here;
        self.step(state, StepKind::Plain);
        self.note_effect(state.path.guard(), TermId::TRUE);
        let mut label = InstructionGroup::default();
        let site = Site::of(state, Access::Plain, *span);
        let request = Request { address, bytes: 0, purpose: Purpose::Free, check, site };
        let targets = self.resolve(state, request, &mut label)?;
        // Who gets its place finds what was in it.
        if targets.iter().any(|target| self.assumptions.is_life_known(target.object)) {
            let label = self.label(state, &mut label);
            self.escape_value(state, address, label, *span);
        }
        for target in targets {
            self.assumptions.watch_life(target.object);
            self.assumptions.frees(target.object, self.current);
            self.memory.freed.insert(target.object);
            self.set_life(state, target.object, target.condition, OVER, &mut label, site);
        }
        Ok(Next::Continue)
    }
}
