//! Addresses that are used as numbers.
//!
//! Where objects lie in memory is fixed here and open in C: which of two objects comes first, what an address leaves
//! when it is divided, which of its low bits are set beyond those that alignment clears. What every layout has in common
//! counts for nothing: equality, the way to an integer and back, marks in bits that alignment leaves free, order within
//! one object.

use crate::analysis::Values;
use crate::ir::{BinaryOp, Layout, ObjectId, PointerLayout, Program};

/// What `malloc` aligns to, and what other functions are asked for at most.
const ALIGNMENT_OF_BLOCKS: u64 = 16;
const LARGEST_ALIGNMENT: u64 = 4096;
/// Functions that align blocks as they are asked to. Which block is whose is not followed.
const ALIGNING: [&str; 5] = ["aligned_alloc", "posix_memalign", "memalign", "valloc", "pvalloc"];

pub fn alignment_of_blocks(program: &Program) -> u64 {
    let aligns = program.functions.iter().any(|function| ALIGNING.contains(&function.name.as_str()));
    if aligns { LARGEST_ALIGNMENT } else { ALIGNMENT_OF_BLOCKS }
}

/// What the type of an object guarantees.
pub fn alignment(layout: &Layout) -> u64 {
    match layout {
        Layout::Scalar(ty) => ty.bytes().next_power_of_two().min(ALIGNMENT_OF_BLOCKS),
        Layout::Array { element, .. } => alignment(element),
        Layout::Record { fields, .. } => fields.iter().map(|f| alignment(&f.layout)).max().unwrap_or(1),
        Layout::Opaque { .. } => 1,
    }
}

/// Whether another layout of memory could make another result of words with these values, as wide as pointers. `shape`:
/// size and alignment of an object, if there is one of that number.
pub fn depends_on_layout(
    op: BinaryOp,
    [left, right]: &[Values; 2],
    pointers: PointerLayout,
    shape: impl Fn(ObjectId) -> Option<(u64, u64)>,
) -> bool {
    use BinaryOp::*;
    let words = Words { pointers, shape };
    match op {
        ULt | ULe | SLt | SLe => {
            let (a, b) = (words.objects_in(left), words.objects_in(right));
            a.iter().any(|(one, _)| b.iter().any(|(other, _)| one != other))
        }
        And => words.looks_at_free_bits(left, right) || words.looks_at_free_bits(right, left),
        Mul | UDiv | URem | SDiv | SRem | Shl | LShr | AShr => match (op, right.as_constant()) {
            (Mul | UDiv | SDiv, Some(1)) | (Shl | LShr | AShr, Some(0)) => false,
            (URem, Some(power)) if power.is_power_of_two() => words.looks_at_bits(left, power - 1),
            _ => !words.objects_in(left).is_empty(),
        },
        _ => false,
    }
}

struct Words<S> {
    pointers: PointerLayout,
    shape: S,
}

impl<S: Fn(ObjectId) -> Option<(u64, u64)>> Words<S> {
    /// Whether a mask keeps or clears bits of an address that its alignment does not determine.
    fn looks_at_free_bits(&self, word: &Values, mask: &Values) -> bool {
        let all = (1u128 << self.pointers.pointer_bits) - 1;
        match mask.as_constant() {
            // Low bits alone, or all but low bits.
            Some(mask) => self.looks_at_bits(word, if mask <= all / 2 { mask } else { !mask & all }),
            None => !self.objects_in(word).is_empty(),
        }
    }

    fn looks_at_bits(&self, word: &Values, low: u128) -> bool {
        self.objects_in(word).iter().any(|&(_, alignment)| low >= u128::from(alignment))
    }

    /// The objects that a word points into, with their alignments.
    fn objects_in(&self, word: &Values) -> Vec<(ObjectId, u64)> {
        let mut objects = Vec::new();
        for piece in word.pieces() {
            let object = self.pointers.object(piece.low);
            let Some((size, alignment)) = (self.shape)(object) else { continue };
            let is_inside = |word: u128| (0..=size as i64).contains(&self.pointers.offset(word));
            if self.pointers.object(piece.high) == object && is_inside(piece.low) && is_inside(piece.high) {
                objects.push((object, alignment));
            }
        }
        objects.dedup();
        objects
    }
}
