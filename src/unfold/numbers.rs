//! Addresses that are used as numbers.
//!
//! Where objects lie in memory is fixed here and open in C: which of two objects comes first, what an address leaves
//! when it is divided, which of its low bits are set beyond those that alignment clears. A program that looks at such
//! things is followed with the one layout there is, and the answer says so. What every layout has in common counts for
//! nothing: equality, the way to an integer and back, marks in bits that alignment leaves free, order within one object.

use bmc_solver::TermId;

use super::activation::Activation;
use super::pass::Unfolder;
use crate::ir::{BinaryOp, Function, Kind, Layout, ObjectId, Op, Operand, Program};
use crate::source::Span;

/// What `malloc` aligns to, and what other functions are asked for at most.
const ALIGNMENT_OF_BLOCKS: u64 = 16;
const LARGEST_ALIGNMENT: u64 = 4096;
/// Functions that align blocks as they are asked to. Which block is whose is not followed.
const ALIGNING: [&str; 5] = ["aligned_alloc", "posix_memalign", "memalign", "valloc", "pvalloc"];

pub(super) fn alignment_of_blocks(program: &Program) -> u64 {
    let aligns = program.functions.iter().any(|function| ALIGNING.contains(&function.name.as_str()));
    if aligns { LARGEST_ALIGNMENT } else { ALIGNMENT_OF_BLOCKS }
}

/// What the type of an object guarantees.
pub(super) fn alignment(layout: &Layout) -> u64 {
    match layout {
        Layout::Scalar(ty) => ty.bytes().next_power_of_two().min(ALIGNMENT_OF_BLOCKS),
        Layout::Array { element, .. } => alignment(element),
        Layout::Record { fields, .. } => fields.iter().map(|f| alignment(&f.layout)).max().unwrap_or(1),
        Layout::Opaque { .. } => 1,
    }
}

/// A number may look like an address, so a register counts as one only if it is a pointer or was computed from one
/// since. What comes from memory is what it was stored as.
pub(super) fn is_address(top: &Activation, function: &Function, operand: &Operand) -> bool {
    match operand {
        Operand::Global { .. } | Operand::Local { .. } => true,
        Operand::Register(register) => {
            function.register(*register).ty.kind == Kind::Pointer || top.addresses.contains(register)
        }
        Operand::Constant { .. } | Operand::Function(_) => false,
    }
}

/// Follows addresses through an instruction.
pub(super) fn follow_addresses(top: &mut Activation, function: &Function, op: &Op) {
    let Some(dst) = op.destination() else { return };
    let is = |operand: &Operand| is_address(top, function, operand);
    let holds_address = match op {
        Op::Copy { value, .. } | Op::Convert { value, .. } | Op::Unary { value, .. } => is(value),
        Op::Binary { op, left, right, .. } if !op.yields_truth() => is(left) != is(right),
        Op::Select { yes, no, .. } => is(yes) || is(no),
        Op::Load { ty, .. } => ty.kind == Kind::Pointer,
        _ => false,
    };
    match holds_address {
        true => drop(top.addresses.insert(dst)),
        false => drop(top.addresses.remove(&dst)),
    }
}

impl Unfolder<'_> {
    /// Notes a use of addresses that another layout of memory could answer in another way. Models know what they do.
    pub(super) fn note_number(&mut self, op: BinaryOp, left: TermId, right: TermId, span: Span) {
        use BinaryOp::*;
        if self.terms.width(left) != self.program.pointers.pointer_bits || self.place.is_some() {
            return;
        }
        let depends = match op {
            ULt | ULe | SLt | SLe => {
                let (a, b) = (self.objects_in(left), self.objects_in(right));
                a.iter().any(|one| b.iter().any(|other| one != other))
            }
            And => self.looks_at_free_bits(left, right) || self.looks_at_free_bits(right, left),
            Mul | UDiv | URem | SDiv | SRem | Shl | LShr | AShr => {
                match (op, self.values_of(right).as_constant()) {
                    (Mul | UDiv | SDiv, Some(1)) | (Shl | LShr | AShr, Some(0)) => false,
                    (URem, Some(power)) if power.is_power_of_two() => self.looks_at_bits(left, power - 1),
                    _ => !self.objects_in(left).is_empty(),
                }
            }
            _ => false,
        };
        if depends && !self.program.sources.is_embedded(span) {
            self.found.numbers.insert((span.start, span.end));
        }
    }

    /// Whether a mask keeps or clears bits of an address that its alignment does not determine.
    fn looks_at_free_bits(&mut self, word: TermId, mask: TermId) -> bool {
        let all = (1u128 << self.program.pointers.pointer_bits) - 1;
        match self.values_of(mask).as_constant() {
            // Low bits alone, or all but low bits.
            Some(mask) => self.looks_at_bits(word, if mask <= all / 2 { mask } else { !mask & all }),
            None => !self.objects_in(word).is_empty(),
        }
    }

    fn looks_at_bits(&mut self, word: TermId, low: u128) -> bool {
        let objects = self.objects_in(word);
        objects.iter().any(|&object| low >= u128::from(self.shape(object).alignment))
    }

    /// The objects that a word points into.
    fn objects_in(&mut self, word: TermId) -> Vec<ObjectId> {
        let layout = self.program.pointers;
        let mut objects = Vec::new();
        for piece in self.values_of(word).pieces() {
            let object = layout.object(piece.low);
            let Some(shape) = self.assumptions.shape(object) else { continue };
            let is_inside = |word: u128| (0..=shape.size as i64).contains(&layout.offset(word));
            if layout.object(piece.high) == object && is_inside(piece.low) && is_inside(piece.high) {
                objects.push(object);
            }
        }
        objects.dedup();
        objects
    }
}
