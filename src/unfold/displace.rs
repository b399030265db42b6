//! Arithmetic on pointers, which never leads from one object to another.
//!
//! Nearly always the values of pointer and index show that the address stays with its object; then it is a sum like
//! any other. Only otherwise is it asked, by the bits above the offset, whether it does, and what goes too far
//! becomes the lost address of the object (`PointerLayout`). Then it is known, too, that of all objects only those
//! of the pointer can be meant.

use bmc_solver::TermId;

use super::Unfolder;
use super::path::Path;
use crate::analysis::Values;
use crate::ir::BinaryOp;
use crate::ir::exact::Range;
use crate::planted::planted;

impl Unfolder<'_> {
    /// The address `offset` bytes further.
    pub(super) fn displaced(&mut self, path: &Path, pointer: TermId, offset: i64) -> TermId {
        let width = self.program.pointers.pointer_bits;
        let index = self.terms.constant(64, offset as u64 as u128);
        let one = self.terms.constant(width, 1);
        self.displace(path, pointer, index, one)
    }

    /// `pointer + index * size`, as `PointerLayout::displace` says.
    pub(super) fn displace(&mut self, path: &Path, pointer: TermId, index: TermId, size: TermId) -> TermId {
        let always = [pointer, index, size].map(|term| self.values_of(term));
        if self.stays(&always) || planted!(PointersCarryIntoOthers) {
            return self.plain_sum(pointer, index, size);
        }
        let here = [pointer, index, size].map(|term| self.values_on(path, term));
        if self.stays(&here) {
            return self.plain_sum(pointer, index, size);
        }
        let layout = self.program.pointers;
        let (width, offset_bits) = (layout.pointer_bits, layout.offset_bits);
        let index_bits = offset_bits + 1;
        let (index, index_fits) = self.as_number_of(index, index_bits);
        let index = self.resize_signed(index, width);
        let bytes = self.terms.mul(index, size);
        let size_bits = 128 - always[2].greatest().leading_zeros();
        let product_fits = match index_bits + size_bits <= width {
            true => TermId::TRUE,
            false => self.fits(BinaryOp::MulFits, index, size),
        };
        let offset = self.terms.extract(pointer, 0, offset_bits);
        let from = self.terms.sign_extend(offset, width);
        let moved = self.terms.add(from, bytes);
        let (_, offset_fits) = self.as_number_of(moved, offset_bits);
        let lost_offset = layout.lost_offset().unsigned_abs();
        let is_found = match self.values_of(offset).contains(lost_offset) {
            true => {
                let lost_offset = self.terms.constant(offset_bits, lost_offset);
                self.terms.ne(offset, lost_offset)
            }
            false => TermId::TRUE,
        };
        let fits = self.terms.and_all([index_fits, product_fits, offset_fits, is_found]);

        let sum = self.terms.add(pointer, bytes);
        let half = self.terms.constant(width, lost_offset);
        let rounded = self.terms.add(pointer, half);
        let object = self.terms.extract(rounded, offset_bits, width - offset_bits);
        let zeros = self.terms.constant(offset_bits, 0);
        let start = self.terms.concat(object, zeros);
        let lost = self.terms.sub(start, half);
        let address = self.terms.ite(fits, sum, lost);
        if let Some(values) = self.values_moved(&always) {
            self.values.refine(&self.terms, address, values);
        }
        address
    }

    fn plain_sum(&mut self, pointer: TermId, index: TermId, size: TermId) -> TermId {
        let index = self.resize_signed(index, self.program.pointers.pointer_bits);
        let bytes = self.terms.mul(index, size);
        self.terms.add(pointer, bytes)
    }

    fn resize_signed(&mut self, term: TermId, width: u32) -> TermId {
        match self.terms.width(term) < width {
            true => self.terms.sign_extend(term, width),
            false => self.terms.extract(term, 0, width),
        }
    }

    /// The low bits of a signed number, and whether they say all of it.
    fn as_number_of(&mut self, term: TermId, bits: u32) -> (TermId, TermId) {
        let width = self.terms.width(term);
        if width <= bits {
            return (term, TermId::TRUE);
        }
        let low = self.terms.extract(term, 0, bits);
        let sign = self.terms.extract(term, bits - 1, 1);
        let signs = self.terms.sign_extend(sign, width - bits);
        let rest = self.terms.extract(term, bits, width - bits);
        (low, self.terms.eq(rest, signs))
    }

    /// Whether pointer, index and size with these values always give an address of the pointer's own object.
    fn stays(&self, [pointer, index, size]: &[Values; 3]) -> bool {
        let layout = self.program.pointers;
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
            sums.into_iter().all(|sum| sum.is_some_and(|sum| layout.offsets().contains(&sum)))
                && offsets.least != layout.lost_offset()
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

    /// The values an address can have; `None` if the pointer may belong to any of a range of objects.
    fn values_moved(&self, [pointer, index, size]: &[Values; 3]) -> Option<Values> {
        let layout = self.program.pointers;
        let width = layout.pointer_bits;
        let index = match index.width < width {
            true => index.sign_extend(width),
            false => index.extract(0, width),
        };
        let bytes = index.mul(size);
        let mut values = Values::none(width);
        for piece in pointer.pieces() {
            if !layout.are_of_one_object(piece.low, piece.high) {
                return None;
            }
            let object = layout.object(piece.low);
            values = values.join(&Values::constant(width, layout.lost(object)));
            let moved = Values::from_piece(width, *piece).add(&bytes);
            for (first, last) in layout.words_of(object) {
                values = values.join(&moved.meet(&Values::between(width, first, last)));
            }
        }
        Some(values)
    }
}
