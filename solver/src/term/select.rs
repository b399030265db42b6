//! `ite`: the choice between two terms.

use super::{Op, TermId, Terms};

impl Terms {
    pub fn ite(&mut self, c: TermId, yes: TermId, no: TermId) -> TermId {
        let width = self.same_width(yes, no);
        assert!(self.width(c) == 1, "a condition is one bit wide, {c} is {}", self.width(c));
        let (mut condition, mut yes, mut no) = (c, yes, no);
        if let Some(inner) = self.single(Op::Not, condition) {
            condition = inner;
            (yes, no) = (no, yes);
        }
        if condition == TermId::TRUE {
            return yes;
        }
        if condition == TermId::FALSE {
            return no;
        }
        // A branch that asks the same question again has only one answer left.
        while let Some((inner, x, _)) = self.as_ite(yes)
            && inner == condition
        {
            yes = x;
        }
        while let Some((inner, _, y)) = self.as_ite(no)
            && inner == condition
        {
            no = y;
        }
        if yes == no {
            return yes;
        }
        if width == 1
            && let Some(result) = self.ite_of_truth_values(condition, yes, no)
        {
            return result;
        }
        if let Some((p, q)) = self.pair(Op::Eq, condition)
            && ((yes == p && no == q) || (yes == q && no == p))
        {
            return no;
        }
        if let Some(result) = self.merge_nested(condition, yes, no) {
            return result;
        }
        if let (Some(x), Some(y)) = (self.single(Op::Not, yes), self.single(Op::Not, no)) {
            let inner = self.ite(condition, x, y);
            return self.not(inner);
        }
        if let Some(result) = self.ite_of_parts(width, condition, yes, no) {
            return result;
        }
        self.intern(Op::Ite, width, [condition.0, yes.0, no.0])
    }

    fn ite_of_truth_values(&mut self, condition: TermId, yes: TermId, no: TermId) -> Option<TermId> {
        if yes == TermId::TRUE || yes == condition {
            return Some(self.or(condition, no));
        }
        if no == TermId::FALSE || no == condition {
            return Some(self.and(condition, yes));
        }
        if yes == TermId::FALSE || self.complementary(yes, condition) {
            let otherwise = self.not(condition);
            return Some(self.and(otherwise, no));
        }
        if no == TermId::TRUE || self.complementary(no, condition) {
            return Some(self.implies(condition, yes));
        }
        if self.complementary(yes, no) {
            let differ = self.xor(condition, no);
            return Some(differ);
        }
        // The condition is known inside its own branch.
        if let Some((p, q)) = self.pair(Op::And, yes)
            && (p == condition || q == condition)
        {
            let rest = if p == condition { q } else { p };
            return Some(self.ite(condition, rest, no));
        }
        None
    }

    /// Two choices that share an outcome become one choice with a richer condition.
    fn merge_nested(&mut self, condition: TermId, yes: TermId, no: TermId) -> Option<TermId> {
        if let Some((inner, x, y)) = self.as_ite(yes) {
            if y == no {
                let both = self.and(condition, inner);
                return Some(self.ite(both, x, no));
            }
            if x == no {
                let not_inner = self.not(inner);
                let both = self.and(condition, not_inner);
                return Some(self.ite(both, y, no));
            }
        }
        if let Some((inner, x, y)) = self.as_ite(no) {
            if x == yes {
                let either = self.or(condition, inner);
                return Some(self.ite(either, yes, y));
            }
            if y == yes {
                let not_inner = self.not(inner);
                let either = self.or(condition, not_inner);
                return Some(self.ite(either, yes, x));
            }
        }
        None
    }

    /// Parts on which both branches agree need no choice. Each step leaves a narrower term.
    fn ite_of_parts(&mut self, width: u32, condition: TermId, yes: TermId, no: TermId) -> Option<TermId> {
        if let (Some(x), Some(y)) = (self.single(Op::SignExtend, yes), self.single(Op::SignExtend, no))
            && self.width(x) == self.width(y)
        {
            let inner = self.ite(condition, x, y);
            return Some(self.sign_extend(inner, width));
        }
        let (high, low) = self.pair(Op::Concat, yes).or_else(|| self.pair(Op::Concat, no))?;
        let (high_width, low_width) = (self.width(high), self.width(low));
        let parts = |terms: &mut Terms, t: TermId| match terms.pair(Op::Concat, t) {
            Some((h, l)) => (terms.width(l) == low_width).then_some((h, l)),
            None if terms.is_constant(t) => {
                Some((terms.extract(t, low_width, high_width), terms.extract(t, 0, low_width)))
            }
            None => None,
        };
        let (yes_high, yes_low) = parts(self, yes)?;
        let (no_high, no_low) = parts(self, no)?;
        if yes_high != no_high && yes_low != no_low {
            return None;
        }
        let high = self.ite(condition, yes_high, no_high);
        let low = self.ite(condition, yes_low, no_low);
        Some(self.concat(high, low))
    }
}
