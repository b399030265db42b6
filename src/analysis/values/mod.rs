//! Sets of values a term may take: a short list of strided ranges.
//!
//! A piece `low, low+step, …, high` stands for a constant when `low == high`. Lists of constants keep pointers
//! apart (one piece per object), ranges keep counters and array offsets finite. All operations
//! over-approximate: the result contains every value the operands can produce.

mod operators;
mod piece;

pub use piece::Piece;

use std::fmt;

use piece::mask;

/// More pieces than this are merged, nearest neighbours first.
const MOST_PIECES: usize = 48;
/// Pieces are combined pairwise only if there are no more pairs than this; otherwise both sides are merged to
/// fewer pieces before.
const MOST_PAIRS: usize = 1024;
const MOST_PIECES_OF_A_PAIR: usize = 32;

/// One bit of all values of a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Column {
    Constant(bool),
    /// Its value in each of the (few) values. Bits with the same pattern always equal each other.
    Pattern(u64),
    Free,
}

/// The values of a term of `width` bits; no pieces means that no value is possible (yet).
#[derive(Clone, PartialEq, Eq)]
pub struct Values {
    pub width: u32,
    /// Ascending by `low`.
    pieces: Vec<Piece>,
}

impl Values {
    pub fn none(width: u32) -> Values {
        Values { width, pieces: Vec::new() }
    }
    pub fn any(width: u32) -> Values {
        Values { width, pieces: vec![Piece::new(0, mask(width), 1)] }
    }
    pub fn constant(width: u32, value: u128) -> Values {
        Values { width, pieces: vec![Piece::constant(value & mask(width))] }
    }
    pub fn from_piece(width: u32, piece: Piece) -> Values {
        Values { width, pieces: vec![piece] }
    }
    pub fn from_constants(width: u32, values: impl IntoIterator<Item = u128>) -> Values {
        Values::of(width, values.into_iter().map(|v| Piece::constant(v & mask(width))).collect())
    }
    fn of(width: u32, pieces: Vec<Piece>) -> Values {
        let mut values = Values { width, pieces };
        values.normalise();
        values
    }

    pub fn between(width: u32, least: u128, greatest: u128) -> Values {
        match least <= greatest {
            true => Values { width, pieces: vec![Piece::new(least, greatest, 1)] },
            false => Values::none(width),
        }
    }
    /// The values for which it holds, or does not hold, that they are less than the limit.
    pub fn below(width: u32, limit: u128, as_signed: bool, holds: bool) -> Values {
        match (holds, order(limit, width, as_signed)) {
            (true, 0) => Values::none(width),
            (true, at) => Values::in_order(width, 0, at - 1, as_signed),
            (false, at) => Values::in_order(width, at, mask(width), as_signed),
        }
    }
    /// The values for which it holds, or does not hold, that the limit is less than they are.
    pub fn above(width: u32, limit: u128, as_signed: bool, holds: bool) -> Values {
        match (holds, order(limit, width, as_signed)) {
            (true, at) if at == mask(width) => Values::none(width),
            (true, at) => Values::in_order(width, at + 1, mask(width), as_signed),
            (false, at) => Values::in_order(width, 0, at, as_signed),
        }
    }
    /// From one place of an order to another.
    fn in_order(width: u32, first: u128, last: u128, as_signed: bool) -> Values {
        let half = 1u128 << (width - 1);
        if !as_signed {
            return Values::between(width, first, last);
        }
        let negative = Values::between(width, first ^ half, last.min(half - 1) ^ half);
        let others = Values::between(width, first.max(half) ^ half, last ^ half);
        match (first < half, last >= half) {
            (true, true) => negative.join(&others),
            (true, false) => negative,
            _ => others,
        }
    }

    /// With these of their bits set to others; `None` if they are not a list of constants.
    pub fn with_bits(&self, mask: u128, bits: u128) -> Option<Values> {
        let constants = self.pieces.iter().map(|piece| piece.is_constant().then_some(piece.low));
        let changed = constants.map(|constant| constant.map(|value| value & !mask | bits & mask));
        Some(Values::from_constants(self.width, changed.collect::<Option<Vec<u128>>>()?))
    }

    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
    /// 0 if there is none.
    pub fn greatest(&self) -> u128 {
        self.pieces.iter().map(|p| p.high).max().unwrap_or(0)
    }
    pub fn is_none(&self) -> bool {
        self.pieces.is_empty()
    }
    pub fn is_any(&self) -> bool {
        matches!(self.pieces[..], [p] if p.low == 0 && p.high == mask(self.width) && p.step <= 1)
    }
    pub fn as_constant(&self) -> Option<u128> {
        match self.pieces[..] {
            [p] if p.is_constant() => Some(p.low),
            _ => None,
        }
    }
    pub fn contains(&self, value: u128) -> bool {
        self.pieces.iter().any(|p| p.contains(value))
    }
    pub fn includes(&self, other: &Values) -> bool {
        other.pieces.iter().all(|&o| self.pieces.iter().any(|s| s.includes(o)))
    }
    /// How many there are at most: pieces may overlap.
    pub fn count(&self) -> u128 {
        self.pieces.iter().fold(0, |sum, p| sum.saturating_add(p.count()))
    }
    /// All values, if there are at most `most`.
    pub fn enumerate(&self, most: u128) -> Option<Vec<u128>> {
        (self.count() <= most).then(|| {
            let values = self.pieces.iter().flat_map(|p| (0..p.count()).map(|k| p.low + k * p.step));
            let mut values: Vec<u128> = values.collect();
            values.sort_unstable();
            values.dedup();
            values
        })
    }

    pub fn join(&self, other: &Values) -> Values {
        if self.includes(other) {
            return self.clone();
        }
        Values::of(self.width, self.pieces.iter().chain(&other.pieces).copied().collect())
    }

    /// A set that contains what is in both.
    pub fn meet(&self, other: &Values) -> Values {
        let mut pieces = Vec::new();
        for a in &self.pieces {
            pieces.extend(other.pieces.iter().filter_map(|b| a.within(b.low, b.high)));
        }
        Values::of(self.width, pieces)
    }

    /// A superset that a chain of growing sets reaches after few steps: numbers (values below
    /// `number_limit`) become one range up to a power of two; larger values, which are pointers, stay apart.
    pub fn widen(&self, number_limit: u128, to_any: bool) -> Values {
        if to_any && self.pieces.iter().all(|p| p.high < number_limit || p.high > mask(self.width) / 2) {
            return Values::any(self.width);
        }
        let (numbers, mut rest): (Vec<Piece>, Vec<Piece>) =
            self.pieces.iter().copied().partition(|p| p.high < number_limit);
        if let Some(hull) = numbers.into_iter().reduce(Piece::hull) {
            let high = mask(128 - hull.high.leading_zeros());
            rest.push(Piece::new(0, high.min(mask(self.width)), 1));
        }
        Values::of(self.width, rest)
    }

    /// The bits that are the same in all values: (which, their values).
    pub fn known_bits(&self) -> (u128, u128) {
        let Some(first) = self.pieces.first() else { return (mask(self.width), 0) };
        let mut differing = 0;
        for p in &self.pieces {
            differing |= p.low ^ first.low;
            if !p.is_constant() {
                // Below the highest bit in which the ends differ anything may vary, except for the low bits
                // that the step leaves alone.
                let below = mask(128 - (p.low ^ p.high).leading_zeros());
                let fixed_by_step = mask(p.step.trailing_zeros());
                differing |= below & !fixed_by_step;
            }
        }
        let known = mask(self.width) & !differing;
        (known, first.low & known)
    }

    /// How each bit, from the lowest, behaves over all values.
    pub fn columns(&self) -> Vec<Column> {
        let bits = 0..self.width;
        let few = self.enumerate(64).unwrap_or_default();
        if few.is_empty() {
            let (known, value) = self.known_bits();
            let column = |bit: u32| match known >> bit & 1 {
                0 => Column::Free,
                _ => Column::Constant(value >> bit & 1 == 1),
            };
            return bits.map(column).collect();
        }
        let all = if few.len() == 64 { u64::MAX } else { (1 << few.len()) - 1 };
        let column = |bit: u32| {
            let pattern = few.iter().enumerate().fold(0, |p, (i, v)| p | ((v >> bit & 1) as u64) << i);
            match pattern {
                0 => Column::Constant(false),
                pattern if pattern == all => Column::Constant(true),
                pattern => Column::Pattern(pattern),
            }
        };
        bits.map(column).collect()
    }

    fn normalise(&mut self) {
        self.pieces.sort_unstable();
        self.pieces.dedup();
        let mut kept: Vec<Piece> = Vec::with_capacity(self.pieces.len());
        for piece in self.pieces.drain(..) {
            if kept.iter().any(|k| k.includes(piece)) {
                continue;
            }
            match kept.last_mut() {
                Some(last) if last.continues_with(piece) => *last = last.hull(piece),
                _ => kept.push(piece),
            }
        }
        self.pieces = kept;
        self.merge_to(MOST_PIECES);
    }

    fn merge_to(&mut self, most: usize) {
        let pieces = &mut self.pieces;
        while pieces.len() > most {
            let at = (1..pieces.len())
                .min_by_key(|&i| pieces[i].high.saturating_sub(pieces[i - 1].low))
                .expect("more than one piece");
            pieces[at - 1] = pieces[at - 1].hull(pieces[at]);
            pieces.remove(at);
        }
    }

    fn lift(&self, width: u32, f: impl Fn(Piece) -> Option<Vec<Piece>>) -> Values {
        let mut pieces = Vec::new();
        for &p in &self.pieces {
            match f(p) {
                Some(some) => pieces.extend(some),
                None => return Values::any(width),
            }
        }
        Values::of(width, pieces)
    }

    fn lift2(&self, other: &Values, width: u32, f: impl Fn(Piece, Piece) -> Option<Vec<Piece>>) -> Values {
        if self.is_none() || other.is_none() {
            return Values::none(width);
        }
        if self.pieces.len() * other.pieces.len() > MOST_PAIRS {
            let (mut a, mut b) = (self.clone(), other.clone());
            a.merge_to(MOST_PIECES_OF_A_PAIR);
            b.merge_to(MOST_PIECES_OF_A_PAIR);
            return a.lift2(&b, width, f);
        }
        let mut pieces = Vec::new();
        for &a in &self.pieces {
            for &b in &other.pieces {
                match f(a, b) {
                    Some(some) => pieces.extend(some),
                    None => return Values::any(width),
                }
            }
        }
        Values::of(width, pieces)
    }

    /// Applies `f` to every pair of values if there are few of them.
    fn pointwise(&self, other: &Values, width: u32, f: impl Fn(u128, u128) -> u128) -> Option<Values> {
        let (a, b) = (self.enumerate(64)?, other.enumerate(64)?);
        if a.len() * b.len() > 256 {
            return None;
        }
        let all = a.iter().flat_map(|&x| b.iter().map(move |&y| (x, y))).map(|(x, y)| f(x, y));
        Some(Values::from_constants(width, all.collect::<Vec<_>>()))
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{")?;
        for (i, p) in self.pieces.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            match p.step {
                0 => write!(f, "{comma}{:#x}", p.low)?,
                step => write!(f, "{comma}{:#x}..{:#x}/{step}", p.low, p.high)?,
            }
        }
        write!(f, "}}")
    }
}

/// The place of a value in the order in which values are compared.
fn order(value: u128, width: u32, as_signed: bool) -> u128 {
    if as_signed { value ^ 1 << (width - 1) } else { value }
}

fn signed(value: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((value << shift) as i128) >> shift
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on every pair of small sets of 4-bit values contains every concrete result.
    #[test]
    fn operations_contain_every_concrete_result() {
        let width = 4;
        let mut sets = Vec::new();
        for low in 0..16u128 {
            for high in low..16 {
                for step in 1..4 {
                    if high > low && (high - low) % step == 0 {
                        sets.push(Values::of(width, vec![Piece::new(low, high, step)]));
                    }
                }
            }
            sets.push(Values::constant(width, low));
            sets.push(Values::from_constants(width, [low, (low * 7 + 3) % 16]));
        }
        let s = move |v: u128| signed(v, width);
        type Concrete = Box<dyn Fn(u128, u128) -> u128>;
        type Abstract = fn(&Values, &Values) -> Values;
        let pairs: Vec<(&str, Concrete, Abstract)> = vec![
            ("add", Box::new(|a, b| (a + b) & 15), |a, b| a.add(b)),
            ("sub", Box::new(|a, b| a.wrapping_sub(b) & 15), |a, b| a.sub(b)),
            ("mul", Box::new(|a, b| (a * b) & 15), |a, b| a.mul(b)),
            ("udiv", Box::new(|a, b| a.checked_div(b).unwrap_or(15)), |a, b| a.udiv(b)),
            ("urem", Box::new(|a, b| a.checked_rem(b).unwrap_or(a)), |a, b| a.urem(b)),
            ("and", Box::new(|a, b| a & b), |a, b| a.bitwise(b, |x, y| x & y)),
            ("xor", Box::new(|a, b| a ^ b), |a, b| a.bitwise(b, |x, y| x ^ y)),
            ("equal", Box::new(|a, b| (a == b).into()), |a, b| a.equal(b)),
            ("ult", Box::new(|a, b| (a < b).into()), |a, b| a.less(b, false, false)),
            ("sle", Box::new(move |a, b| (s(a) <= s(b)).into()), |a, b| a.less(b, true, true)),
            ("concat", Box::new(|a, b| a << 4 | b), |a, b| a.concat(b)),
        ];
        for a in &sets {
            let (values_a, known) = (a.enumerate(16).expect("4 bits"), a.known_bits());
            for &x in &values_a {
                assert_eq!(x & known.0, known.1, "known bits of {a:?}");
                let range = a.signed_range().expect("there are values");
                assert!(range.least <= s(x) && s(x) <= range.greatest, "signed range of {a:?}");
                assert!(a.extract(1, 2).contains((x >> 1) & 3), "extract of {a:?}");
                assert!(a.sign_extend(8).contains((s(x) as u128) & 255), "sign_extend of {a:?}");
                assert!(a.complement().contains(15 - x), "complement of {a:?}");
                assert!(a.negate().contains(x.wrapping_neg() & 15), "negate of {a:?}");
            }
            for b in sets.iter().step_by(3) {
                let values_b = b.enumerate(16).expect("4 bits");
                for (name, concrete, abstracted) in &pairs {
                    let result = abstracted(a, b);
                    for &x in &values_a {
                        for &y in &values_b {
                            assert!(
                                result.contains(concrete(x, y)),
                                "{name} {a:?} {b:?} = {result:?}: {x} {y}"
                            );
                        }
                    }
                }
                let met = a.meet(b);
                assert!(values_a.iter().all(|x| !values_b.contains(x) || met.contains(*x)), "{a:?} {b:?}");
                let joined = a.join(b);
                assert!(joined.includes(a) && joined.includes(b));
                let widened = joined.widen(8, false);
                assert!(values_a.iter().all(|&x| widened.contains(x)));
            }
        }
    }

    #[test]
    fn comparisons_with_a_limit_leave_exactly_the_values_that_pass_them() {
        for (limit, value) in (0..16u128).flat_map(|limit| (0..16).map(move |value| (limit, value))) {
            for (as_signed, holds) in [(false, false), (false, true), (true, false), (true, true)] {
                let less = |a, b| if as_signed { signed(a, 4) < signed(b, 4) } else { a < b };
                let below = Values::below(4, limit, as_signed, holds);
                assert_eq!(below.contains(value), less(value, limit) == holds, "{value} and {limit}");
                let above = Values::above(4, limit, as_signed, holds);
                assert_eq!(above.contains(value), less(limit, value) == holds, "{limit} and {value}");
            }
        }
    }

    #[test]
    fn pointers_to_different_objects_stay_apart() {
        let a = Values::from_constants(64, [0, 1 << 32, 2 << 32]);
        let index = Values::of(64, vec![Piece::new(0, 36, 12)]);
        let sum = a.add(&index);
        assert_eq!(sum.pieces().len(), 3);
        assert!(sum.contains((2 << 32) + 24) && !sum.contains((2 << 32) + 16));
    }
}
