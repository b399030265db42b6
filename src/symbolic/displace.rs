//! Arithmetic on pointers, which never leads from one object to another.
//!
//! Nearly always the values of pointer and index show that the address stays with its object; then it is a sum like
//! any other. Only otherwise is it asked, by the bits above the offset, whether it does, and what goes too far
//! becomes a lost address (`PointerLayout`). Then it is known, too, that of all objects only those of the pointer can
//! be meant.

use bmc_solver::{Node, TermId};

use super::{Path, Symbolic};
use crate::analysis::Values;
use crate::ir::BinaryOp;
use crate::ir::exact::Range;
use crate::planted::planted;

/// Objects from the first to the last that a regular range of pointers may belong to.
const MOST_OBJECTS_BETWEEN: usize = 64;

impl Symbolic<'_> {
    /// The address `offset` bytes further.
    pub fn displaced(&mut self, path: &Path, pointer: TermId, offset: i64) -> TermId {
        let width = self.pointers.pointer_bits;
        let index = self.terms.constant(64, offset as u64 as u128);
        let one = self.terms.constant(width, 1);
        self.displace(path, pointer, index, one)
    }

    /// `pointer + index * size`, as `PointerLayout::displace` says.
    pub fn displace(&mut self, path: &Path, pointer: TermId, index: TermId, size: TermId) -> TermId {
        let always = [pointer, index, size].map(|term| self.values_of(term));
        if self.stays(&always) || planted!(PointersCarryIntoOthers) {
            return self.plain_sum(pointer, index, size);
        }
        let here = [pointer, index, size].map(|term| self.values_on(path, term));
        if self.stays(&here) {
            return self.plain_sum(pointer, index, size);
        }
        let layout = self.pointers;
        let (width, offset_bits) = (layout.pointer_bits, layout.offset_bits);
        let index_bits = signed_bits(&always[1]).min(offset_bits);
        let index_fits = self.is_number_of(index, index_bits);
        let index = self.resize_signed(index, width);
        let bytes = self.terms.mul(index, size);
        let bytes_bits = index_bits + 128 - always[2].greatest().leading_zeros();
        let product_fits = match bytes_bits <= width {
            true => TermId::TRUE,
            false => self.fits(BinaryOp::MulFits, index, size),
        };
        let offset = self.terms.extract(pointer, 0, offset_bits);
        let was_near = match self.may_be_lost(&always[0]) {
            true => self.is_number_of(offset, offset_bits - 1),
            false => TermId::TRUE,
        };
        // One bit more than both: the sum is exact.
        let sum_bits = (offset_bits.max(bytes_bits) + 1).min(width);
        let from = self.terms.sign_extend(offset, sum_bits);
        let by = self.terms.extract(bytes, 0, sum_bits);
        let moved = self.terms.add(from, by);
        let is_near = self.is_number_of(moved, offset_bits - 1);
        let fits = self.terms.and_all([index_fits, product_fits, was_near, is_near]);

        let sum = self.terms.add(pointer, bytes);
        let above = self.terms.extract(pointer, offset_bits, width - offset_bits);
        let quarter = self.terms.constant(2, 1);
        let lost = self.terms.concat(above, quarter);
        let near = self.terms.extract(sum, offset_bits - 2, width - offset_bits + 2);
        let upper = self.terms.ite(fits, near, lost);
        let lower = self.terms.extract(sum, 0, offset_bits - 2);
        let address = self.terms.concat(upper, lower);
        if let Some(values) = self.values_moved(&always) {
            self.values.refine(self.terms, address, values);
        }
        address
    }

    fn plain_sum(&mut self, pointer: TermId, index: TermId, size: TermId) -> TermId {
        let index = self.resize_signed(index, self.pointers.pointer_bits);
        // A way back that takes off what was added before is seen as such only as a difference.
        if let Node::Neg(back) = self.terms.node(index) {
            let bytes = self.terms.mul(back, size);
            return self.terms.sub(pointer, bytes);
        }
        let bytes = self.terms.mul(index, size);
        self.terms.add(pointer, bytes)
    }

    fn resize_signed(&mut self, term: TermId, width: u32) -> TermId {
        match self.terms.width(term) < width {
            true => self.terms.sign_extend(term, width),
            false => self.terms.extract(term, 0, width),
        }
    }

    /// Whether a term is a signed number of so many bits.
    fn is_number_of(&mut self, term: TermId, bits: u32) -> TermId {
        let width = self.terms.width(term);
        if width <= bits {
            return TermId::TRUE;
        }
        let sign = self.terms.extract(term, bits - 1, 1);
        let signs = self.terms.sign_extend(sign, width - bits);
        let rest = self.terms.extract(term, bits, width - bits);
        self.terms.eq(rest, signs)
    }

    fn may_be_lost(&self, pointer: &Values) -> bool {
        let layout = self.pointers;
        !pointer.pieces().iter().all(|piece| {
            layout.are_of_one_object(piece.low, piece.high)
                && !layout.is_lost(piece.low)
                && !layout.is_lost(piece.high)
        })
    }

    /// Whether pointer, index and size with these values always give an address of the pointer's own object.
    fn stays(&self, [pointer, index, size]: &[Values; 3]) -> bool {
        let layout = self.pointers;
        let (Some(index), Some(size)) = (index.signed_range(), size.signed_range()) else { return true };
        let indices = layout.indices();
        if !indices.contains(&index.least) || !indices.contains(&index.greatest) {
            return false;
        }
        let corner = |index: i128, size: i128| index.checked_mul(size);
        let corners = [
            corner(index.least, size.least),
            corner(index.least, size.greatest),
            corner(index.greatest, size.least),
            corner(index.greatest, size.greatest),
        ];
        let Some(corners) = corners.into_iter().collect::<Option<Vec<_>>>() else { return false };
        let least = corners.iter().copied().min().expect("there are four");
        let greatest = corners.iter().copied().max().expect("there are four");
        let is_inside = |offsets: Range| {
            let sums = [offsets.least.checked_add(least), offsets.greatest.checked_add(greatest)];
            sums.into_iter().all(|sum| sum.is_some_and(|sum| layout.reach().contains(&sum)))
                && layout.reach().contains(&offsets.least)
                && layout.reach().contains(&offsets.greatest)
        };
        (least, greatest) == (0, 0)
            || pointer.pieces().iter().all(|piece| {
                let (first, last) = (layout.offset(piece.low), layout.offset(piece.high));
                // Of one object, or of many objects the same place.
                (layout.are_of_one_object(piece.low, piece.high)
                    || piece.step.is_multiple_of(1 << layout.offset_bits))
                    && is_inside(Range { least: first.into(), greatest: last.into() })
            })
    }

    /// The values an address can have; `None` if the pointer may belong to any of many objects.
    fn values_moved(&self, [pointer, index, size]: &[Values; 3]) -> Option<Values> {
        let layout = self.pointers;
        let width = layout.pointer_bits;
        let index = match index.width < width {
            true => index.sign_extend(width),
            false => index.extract(0, width),
        };
        let bytes = index.mul(size);
        let mut values = Values::none(width);
        for piece in pointer.pieces() {
            for (passed, (object, first, last)) in layout.parts_of(piece.low, piece.high).enumerate() {
                if passed == MOST_OBJECTS_BETWEEN {
                    return None;
                }
                let Some(part) = piece.within(first, last) else { continue };
                // The lost ones: those of the object itself, and of the one below from where its offsets are negative.
                for word in [part.low, part.high] {
                    let least = layout.lost(word);
                    let greatest = least + layout.reach().end as u128 - 1;
                    values = values.join(&Values::between(width, least, greatest));
                }
                let moved = Values::from_piece(width, part).add(&bytes);
                for (first, last) in layout.words_of(object) {
                    values = values.join(&moved.meet(&Values::between(width, first, last)));
                }
            }
        }
        Some(values)
    }
}

/// How many bits the numbers have at most, with their sign.
fn signed_bits(values: &Values) -> u32 {
    let Some(Range { least, greatest }) = values.signed_range() else { return 1 };
    let bits = |number: i128| 129 - (number ^ (number >> 127)).leading_zeros();
    bits(least).max(bits(greatest))
}
