//! What the operators of the terms make of sets of values. Every result contains what the operands can produce.

use super::piece::{Piece, gcd, mask};
use super::{Values, signed};
use crate::ir::exact::Range;

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
