//! Signed arithmetic without a limit on the result: what `AddFits`, `SubFits` and `MulFits` ask.
//!
//! Constants and the interpreter ask about two numbers. Lowering and unfolding know ranges of numbers, from types
//! and from what memory can hold, and ask whether the result fits whichever numbers they are: such a question
//! needs no circuit.

use super::BinaryOp;

/// Least and greatest number, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub least: i128,
    pub greatest: i128,
}

impl Range {
    pub fn of(number: i128) -> Range {
        Range { least: number, greatest: number }
    }

    /// All signed numbers of a width of at most 128 bits.
    pub fn signed(width: u32) -> Range {
        let greatest = i128::MAX >> (128 - width);
        Range { least: -greatest - 1, greatest }
    }

    fn contains(self, number: i128) -> bool {
        self.least <= number && number <= self.greatest
    }
}

/// Whether the sum, difference or product of two numbers is a signed number of `width` bits.
pub fn fits(op: BinaryOp, left: i128, right: i128, width: u32) -> bool {
    let result = match op {
        BinaryOp::AddFits => left.checked_add(right),
        BinaryOp::SubFits => left.checked_sub(right),
        BinaryOp::MulFits => left.checked_mul(right),
        _ => panic!("{op:?} does not ask whether a result fits"),
    };
    result.is_some_and(|number| Range::signed(width).contains(number))
}

/// Whether the result fits for all numbers of the two ranges. Each operator is greatest and least at corners.
pub fn always_fits(op: BinaryOp, left: Range, right: Range, width: u32) -> bool {
    let corners = [
        (left.least, right.least),
        (left.least, right.greatest),
        (left.greatest, right.least),
        (left.greatest, right.greatest),
    ];
    corners.into_iter().all(|(l, r)| fits(op, l, r, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUESTIONS: [BinaryOp; 3] = [BinaryOp::AddFits, BinaryOp::SubFits, BinaryOp::MulFits];

    #[test]
    fn the_limits_of_every_width_are_known() {
        assert_eq!(Range::signed(1), Range { least: -1, greatest: 0 });
        assert_eq!(Range::signed(32), Range { least: i32::MIN.into(), greatest: i32::MAX.into() });
        assert_eq!(Range::signed(128), Range { least: i128::MIN, greatest: i128::MAX });
        assert!(fits(BinaryOp::AddFits, i128::MAX, -1, 128));
        assert!(!fits(BinaryOp::AddFits, i128::MAX, 1, 128));
        assert!(!fits(BinaryOp::MulFits, i128::MIN, -1, 128));
    }

    #[test]
    fn ranges_fit_exactly_if_all_their_numbers_do() {
        let width = 3;
        let ranges = |range: Range| {
            let Range { least, greatest } = range;
            (least..=greatest).flat_map(move |l| (l..=greatest).map(move |g| Range { least: l, greatest: g }))
        };
        for op in QUESTIONS {
            for left in ranges(Range::signed(width)) {
                for right in ranges(Range::signed(width)) {
                    let each = (left.least..=left.greatest)
                        .all(|l| (right.least..=right.greatest).all(|r| fits(op, l, r, width)));
                    assert_eq!(always_fits(op, left, right, width), each, "{op:?} {left:?} {right:?}");
                }
            }
        }
    }
}
