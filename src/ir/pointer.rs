//! How a pointer is laid out in a machine word, and what arithmetic does to it.
//!
//! A word is `object << offset_bits` plus a signed offset in bytes: the object is the *nearest* multiple. So an
//! address a little before its object (`p--` in a loop that walks down, an array counted from one) still belongs to
//! it, comes back exactly, and is less than the object's start; null is the number 0, and small numbers, negative
//! ones too, are offsets to the object 0, which is none. The split is the same for a whole program, so casts
//! between pointers and integers are free.
//!
//! Arithmetic on pointers never leads from one object to another. Objects and what is near them reach a quarter of the
//! way to the next one; what would go further is *lost*: it stays between a quarter and half of the way, where no
//! object is, and no arithmetic leads back. Two bits of a word tell.

use std::ops::{Range, RangeInclusive};

use super::entity::ObjectId;
use super::types::{DataModel, LARGEST_OBJECT_BYTES};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PointerLayout {
    pub pointer_bits: u32,
    pub offset_bits: u32,
}

impl PointerLayout {
    pub const NULL: u128 = 0;

    /// A split that leaves room for objects of `largest` bytes and for one-past-the-end pointers.
    /// `None` if fewer than 512 object numbers would remain.
    pub fn for_objects_up_to(model: DataModel, largest: u64) -> Option<PointerLayout> {
        let pointer_bits = model.pointer_bits();
        let least = if pointer_bits == 64 { 32 } else { 18 };
        let offset_bits = (64 - largest.leading_zeros() + 2).max(least);
        (offset_bits + 9 <= pointer_bits).then_some(PointerLayout { pointer_bits, offset_bits })
    }

    /// `offset` is inside the object or at its end.
    pub fn pack(self, object: ObjectId, offset: u64) -> u128 {
        (u128::from(object.0) << self.offset_bits).wrapping_add(offset.into()) & self.mask()
    }

    /// The object a word belongs to, whether there is such an object or not.
    pub fn object(self, word: u128) -> ObjectId {
        let numbers = (1 << (self.pointer_bits - self.offset_bits)) - 1;
        ObjectId((self.nearest(word) & numbers) as u32)
    }

    pub fn offset(self, word: u128) -> i64 {
        let unused = 64 - self.offset_bits;
        ((word as u64) << unused) as i64 >> unused
    }

    pub fn is_lost(self, word: u128) -> bool {
        !self.reach().contains(&self.offset(word).into())
    }

    /// `word + index * size` if that is within the reach of the same object, otherwise lost. An index that is not one
    /// of `indices` goes too far whatever the size.
    pub fn displace(self, word: u128, index: i128, size: i128) -> u128 {
        let offset = i128::from(self.offset(word));
        let bytes = index.checked_mul(size).filter(|_| self.indices().contains(&index));
        let moved = bytes.and_then(|bytes| bytes.checked_add(offset));
        let sum = word.wrapping_add((index as u128).wrapping_mul(size as u128)) & self.mask();
        if !self.is_lost(word) && moved.is_some_and(|moved| self.reach().contains(&moved)) {
            return sum;
        }
        let lost = self.lost(word);
        lost | sum & (self.reach().end as u128 - 1)
    }

    /// The first of the lost addresses between which a word is when it goes too far.
    pub fn lost(self, word: u128) -> u128 {
        let above = (word & self.mask()) >> self.offset_bits << self.offset_bits;
        above | self.reach().end as u128
    }

    /// The offsets of addresses that are not lost.
    pub fn reach(self) -> Range<i128> {
        let quarter = 1 << (self.offset_bits - 2);
        -quarter..quarter
    }

    /// The greatest distances between two addresses of an object, and more: all signed numbers with as many bits as an
    /// offset.
    pub fn indices(self) -> Range<i128> {
        let half = 1 << (self.offset_bits - 1);
        -half..half
    }

    /// The objects that the words of a range belong to; those at the very top belong to the object 0 again, which
    /// is left out.
    pub fn objects_between(self, low: u128, high: u128) -> RangeInclusive<usize> {
        let greatest = (1 << (self.pointer_bits - self.offset_bits)) - 1;
        self.nearest(low) as usize..=self.nearest(high).min(greatest) as usize
    }

    /// A range of words, cut by the objects that they belong to: each with its first and its last word.
    pub fn parts_of(self, low: u128, high: u128) -> impl Iterator<Item = (ObjectId, u128, u128)> {
        let half = 1 << (self.offset_bits - 1);
        (self.nearest(low)..=self.nearest(high)).map(move |number| {
            let middle = number << self.offset_bits;
            let (first, last) = (low.max(middle.saturating_sub(half)), high.min(middle + half - 1));
            (self.object(first), first, last)
        })
    }

    pub fn are_of_one_object(self, low: u128, high: u128) -> bool {
        self.nearest(low) == self.nearest(high)
    }

    /// The words within the reach of an object, as one range, or two if they go around the end.
    pub fn words_of(self, object: ObjectId) -> Vec<(u128, u128)> {
        let (start, reach) = (self.pack(object, 0), self.reach());
        let first = start.wrapping_add(reach.start as u128) & self.mask();
        let last = start + (reach.end - 1) as u128;
        if first <= last { vec![(first, last)] } else { vec![(0, last), (first, self.mask())] }
    }

    pub fn most_objects(self) -> u64 {
        (1u64 << (self.pointer_bits - self.offset_bits).min(32)) - 1
    }

    /// The size of the largest object whose end still belongs to it.
    pub fn largest_object(self) -> u64 {
        (self.reach().end as u64 - 1).min(LARGEST_OBJECT_BYTES)
    }

    /// Words below this are numbers that were never an address, most likely.
    pub fn number_limit(self) -> u128 {
        1 << self.offset_bits
    }

    fn nearest(self, word: u128) -> u128 {
        ((word & self.mask()) + (1 << (self.offset_bits - 1))) >> self.offset_bits
    }

    fn mask(self) -> u128 {
        (1 << self.pointer_bits) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: PointerLayout = PointerLayout { pointer_bits: 12, offset_bits: 6 };

    #[test]
    fn a_range_is_cut_where_the_next_object_begins() {
        for (low, high) in [(0, 0xfff), (3, 3), (31, 32), (32, 95), (40, 200), (4064, 4095)] {
            let words = SMALL.parts_of(low, high).flat_map(|(object, first, last)| {
                assert!(first <= last);
                (first..=last).map(move |word| (object, word))
            });
            let expected = (low..=high).map(|word| (SMALL.object(word), word));
            assert!(words.eq(expected), "{low}..={high}");
        }
    }

    #[test]
    fn every_word_belongs_to_one_object_at_one_offset() {
        for word in 0..1 << 12 {
            let (object, offset) = (SMALL.object(word), SMALL.offset(word));
            assert!((-32..32).contains(&offset));
            assert_eq!(SMALL.pack(object, 0).wrapping_add_signed(offset.into()) & SMALL.mask(), word);
            let is_near = SMALL.words_of(object).iter().any(|(low, high)| (*low..=*high).contains(&word));
            assert_eq!(is_near, !SMALL.is_lost(word));
        }
        assert_eq!((SMALL.object(0), SMALL.offset(0)), (ObjectId(0), 0));
        assert_eq!((SMALL.object(0xfff), SMALL.offset(0xfff)), (ObjectId(0), -1));
    }

    #[test]
    fn arithmetic_is_exact_inside_and_lost_outside() {
        for (object, offset) in [(0, 0), (1, 0), (1, -3), (7, 12), (63, 15), (63, -16)] {
            let object = ObjectId(object);
            let word = SMALL.displace(SMALL.pack(object, 0), offset, 1);
            assert_eq!((SMALL.object(word), i128::from(SMALL.offset(word))), (object, offset));
            for index in -5000..5000 {
                let moved = SMALL.displace(word, index, 3);
                let expected = offset + 3 * index;
                match (-16..16).contains(&expected) {
                    true => {
                        assert_eq!(
                            (SMALL.object(moved), i128::from(SMALL.offset(moved))),
                            (object, expected)
                        );
                    }
                    false => assert!(SMALL.is_lost(moved)),
                }
            }
            let lost = SMALL.displace(word, i128::MAX, 4);
            assert!((-100..100).all(|index| SMALL.is_lost(SMALL.displace(lost, index, 1))));
        }
    }
}
