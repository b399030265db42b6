//! Sets of values a term may take: a short list of strided ranges.
//!
//! A piece `low, low+step, …, high` stands for a constant when `low == high`. Lists of constants keep pointers
//! apart (one piece per object), ranges keep counters and array offsets finite. All operations
//! over-approximate: the result contains every value the operands can produce.

use std::fmt;

use crate::ir::exact::Range;

/// More pieces than this are merged, nearest neighbours first.
const MOST_PIECES: usize = 48;
/// Pieces are combined pairwise only if there are no more pairs than this; otherwise both sides are merged to
/// fewer pieces before.
const MOST_PAIRS: usize = 1024;
const MOST_PIECES_OF_A_PAIR: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Piece {
    pub low: u128,
    pub high: u128,
    /// 0 exactly when `low == high`.
    pub step: u128,
}

impl Piece {
    fn constant(value: u128) -> Piece {
        Piece { low: value, high: value, step: 0 }
    }
    fn new(low: u128, high: u128, step: u128) -> Piece {
        if low == high { Piece::constant(low) } else { Piece { low, high, step: step.max(1) } }
    }
    pub fn contains(self, value: u128) -> bool {
        self.low <= value
            && value <= self.high
            && (self.step == 0 || (value - self.low).is_multiple_of(self.step))
    }
    fn includes(self, other: Piece) -> bool {
        self.contains(other.low)
            && self.contains(other.high)
            && (other.step == 0 || (self.step != 0 && other.step.is_multiple_of(self.step)))
    }
    fn hull(self, other: Piece) -> Piece {
        let low = self.low.min(other.low);
        let step = gcd(gcd(self.step, other.step), self.low.abs_diff(other.low));
        Piece::new(low, self.high.max(other.high), step)
    }
    /// Together with a piece that does not begin before it, it is a range without gaps.
    fn continues_with(self, next: Piece) -> bool {
        self.step <= 1 && next.step <= 1 && next.low <= self.high.saturating_add(1)
    }
    /// Its values from `low` to `high`.
    pub fn within(self, low: u128, high: u128) -> Option<Piece> {
        if self.high < low || high < self.low {
            return None;
        }
        if self.is_constant() {
            return Some(self);
        }
        let first = self.low + low.saturating_sub(self.low).div_ceil(self.step) * self.step;
        let last = self.low + (self.high.min(high) - self.low) / self.step * self.step;
        (first <= last).then(|| Piece::new(first, last, self.step))
    }
    fn is_constant(self) -> bool {
        self.step == 0
    }
    pub fn count(self) -> u128 {
        (self.high - self.low).checked_div(self.step).map_or(1, |steps| steps.saturating_add(1))
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

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

/// Brings a range computed without wrapping back into `width` bits: whole if it lies within one period.
fn wrap(width: u32, low: u128, high: u128, step: u128) -> Option<Vec<Piece>> {
    if width >= 127 {
        return (high <= mask(width)).then(|| vec![Piece::new(low, high, step)]);
    }
    let period = 1u128 << width;
    if low / period == high / period {
        return Some(vec![Piece::new(low % period, high % period, step)]);
    }
    if high - low >= period || step == 0 {
        return None;
    }
    // Two periods: cut at the border, keeping the stride on both sides.
    let border = (low / period + 1) * period;
    let last_below = low + (border - 1 - low) / step * step;
    let first_above = last_below + step;
    Some(vec![
        Piece::new(low % period, last_below % period, step),
        Piece::new(first_above % period, high % period, step),
    ])
}

/// The transfer functions, one per operator of the terms.
impl Values {
    pub fn add(&self, other: &Values) -> Values {
        let w = self.width;
        self.lift2(other, w, |a, b| {
            wrap(w, a.low.checked_add(b.low)?, a.high.checked_add(b.high)?, gcd(a.step, b.step))
        })
    }
    pub fn negate(&self) -> Values {
        let w = self.width;
        self.lift(w, |p| {
            if p.low == 0 && p.high == 0 {
                return Some(vec![p]);
            }
            if w >= 127 {
                return None;
            }
            let period = 1u128 << w;
            wrap(w, period - p.high, period - p.low, p.step)
        })
    }
    pub fn sub(&self, other: &Values) -> Values {
        self.add(&other.negate())
    }
    pub fn mul(&self, other: &Values) -> Values {
        let w = self.width;
        self.lift2(other, w, |a, b| {
            let (constant, range) = if a.is_constant() { (a, b) } else { (b, a) };
            if constant.is_constant() {
                let c = signed(constant.low, w);
                if c < 0 {
                    // Multiply by the absolute value, then negate.
                    let magnitude = c.unsigned_abs();
                    let scaled = wrap(
                        w,
                        range.low.checked_mul(magnitude)?,
                        range.high.checked_mul(magnitude)?,
                        range.step.checked_mul(magnitude)?,
                    )?;
                    return Some(Values::of(w, scaled).negate().pieces);
                }
                let c = constant.low;
                return wrap(
                    w,
                    range.low.checked_mul(c)?,
                    range.high.checked_mul(c)?,
                    range.step.checked_mul(c)?,
                );
            }
            wrap(w, a.low.checked_mul(b.low)?, a.high.checked_mul(b.high)?, 1)
        })
    }
    pub fn udiv(&self, other: &Values) -> Values {
        let w = self.width;
        self.lift2(other, w, |a, b| {
            let low = b.low.max(1);
            let mut pieces = vec![Piece::new(a.low / b.high.max(1), a.high / low, 1)];
            if b.low == 0 {
                pieces.push(Piece::constant(mask(w)));
            }
            Some(pieces)
        })
    }
    pub fn urem(&self, other: &Values) -> Values {
        let w = self.width;
        self.lift2(other, w, |a, b| {
            if b.low > a.high || (b.is_constant() && b.low == 0) {
                return Some(vec![a]);
            }
            let high = if b.low == 0 { a.high } else { a.high.min(b.high - 1) };
            Some(vec![Piece::new(0, high, 1)])
        })
    }
    pub fn bitwise(&self, other: &Values, f: impl Fn(u128, u128) -> u128) -> Values {
        if self.is_none() || other.is_none() {
            return Values::none(self.width);
        }
        if let Some(exact) = self.pointwise(other, self.width, &f) {
            return exact;
        }
        // Bits known on both sides give known bits of the result only for and/or/xor with the same mask:
        // evaluate with all unknown bits 0 and all 1; a bit that never changes under the four combinations is
        // known, because these operators work on each bit alone.
        let ((known_a, a), (known_b, b)) = (self.known_bits(), other.known_bits());
        let all = mask(self.width);
        let combinations = [
            f(a, b),
            f(a | (all & !known_a), b),
            f(a, b | (all & !known_b)),
            f(a | (all & !known_a), b | (all & !known_b)),
        ];
        let varying = combinations.iter().fold(0, |v, &c| v | (c ^ combinations[0]));
        let low = combinations[0] & !varying & all;
        let step = if varying == 0 { 0 } else { 1u128 << varying.trailing_zeros() };
        Values::of(self.width, vec![Piece::new(low, low | varying, step)])
    }
    pub fn shift(&self, other: &Values, f: impl Fn(u128, u128) -> u128) -> Values {
        self.pointwise(other, self.width, f).unwrap_or_else(|| Values::any(self.width))
    }
    pub fn equal(&self, other: &Values) -> Values {
        if self.is_none() || other.is_none() {
            return Values::none(1);
        }
        if let (Some(a), Some(b)) = (self.as_constant(), other.as_constant()) {
            return Values::constant(1, (a == b).into());
        }
        let may_meet = self.pieces.iter().any(|a| {
            other.pieces.iter().any(|b| {
                let step = gcd(a.step, b.step);
                let congruent = step == 0 || a.low.abs_diff(b.low).is_multiple_of(step);
                a.low <= b.high && b.low <= a.high && congruent
            })
        });
        if may_meet { Values::any(1) } else { Values::constant(1, 0) }
    }
    pub fn less(&self, other: &Values, or_equal: bool, as_signed: bool) -> Values {
        if self.is_none() || other.is_none() {
            return Values::none(1);
        }
        let ((a_low, a_high), (b_low, b_high)) = (self.extremes(as_signed), other.extremes(as_signed));
        let always = if or_equal { a_high <= b_low } else { a_high < b_low };
        let never = if or_equal { a_low > b_high } else { a_low >= b_high };
        match (always, never) {
            (true, _) => Values::constant(1, 1),
            (_, true) => Values::constant(1, 0),
            _ => Values::any(1),
        }
    }
    /// Least and greatest value in an order where signed comparison becomes unsigned.
    fn extremes(&self, as_signed: bool) -> (u128, u128) {
        let half = if as_signed { 1u128 << (self.width - 1) } else { 0 };
        let mut low = u128::MAX;
        let mut high = 0;
        for p in &self.pieces {
            if as_signed && p.low < half && p.high >= half {
                return (0, mask(self.width));
            }
            low = low.min(p.low ^ half);
            high = high.max(p.high ^ half);
        }
        (low, high)
    }
    /// The values read as signed numbers; `None` if there are none.
    pub fn signed_range(&self) -> Option<Range> {
        let (low, high) = self.extremes(true);
        let number = |value: u128| signed(value ^ 1 << (self.width - 1), self.width);
        (!self.is_none()).then(|| Range { least: number(low), greatest: number(high) })
    }
    pub fn extract(&self, low: u32, width: u32) -> Values {
        self.lift(width, |p| {
            if p.is_constant() {
                return Some(vec![Piece::constant((p.low >> low) & mask(width))]);
            }
            if low == 0 {
                return wrap(width, p.low, p.high, p.step);
            }
            let (from, to) = (p.low >> low, p.high >> low);
            let step = if p.step.trailing_zeros() >= low { p.step >> low } else { 1 };
            wrap(width, from, to, step)
        })
    }
    pub fn concat(&self, low: &Values) -> Values {
        let width = self.width + low.width;
        let shift = low.width;
        self.lift2(low, width, |h, l| {
            if h.is_constant() {
                let base = h.low << shift;
                return Some(vec![Piece::new(base | l.low, base | l.high, l.step)]);
            }
            let step = gcd(h.step << shift, l.step);
            Some(vec![Piece::new(
                (h.low << shift) | l.low,
                (h.high << shift) | l.high,
                if l.is_constant() { h.step << shift } else { gcd(step, 1) },
            )])
        })
    }
    pub fn zero_extend(&self, width: u32) -> Values {
        Values { width, pieces: self.pieces.clone() }
    }
    pub fn sign_extend(&self, width: u32) -> Values {
        let half = 1u128 << (self.width - 1);
        let high_bits = mask(width) & !mask(self.width);
        self.lift(width, |p| {
            if p.high < half {
                return Some(vec![p]);
            }
            if p.low >= half {
                return Some(vec![Piece::new(p.low | high_bits, p.high | high_bits, p.step)]);
            }
            let last_below = p.low + (half - 1 - p.low) / p.step * p.step;
            let first_above = last_below + p.step;
            Some(vec![
                Piece::new(p.low, last_below, p.step),
                Piece::new(first_above | high_bits, p.high | high_bits, p.step),
            ])
        })
    }
    pub fn complement(&self) -> Values {
        let all = mask(self.width);
        self.lift(self.width, |p| Some(vec![Piece::new(all - p.high, all - p.low, p.step)]))
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
