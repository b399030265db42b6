//! Integer expressions without undefined behaviour.
//!
//! What cannot go wrong (bits, comparisons, logic, casts) takes any operands, so that their types are whatever
//! C makes of them. What can overflow casts its operands to chosen types first; if they meet in a signed type,
//! the operands are reduced until the result fits.

use super::random::Random;
use super::types::{Integer, any};
use bmc_conc::ir::DataModel;

pub struct Expressions<'r> {
    pub random: &'r mut Random,
    pub model: DataModel,
    /// Names of variables; without any, all leaves are constants and the expressions constant.
    pub variables: Vec<String>,
}

impl Expressions<'_> {
    pub fn expression(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.leaf();
        }
        let a = self.expression(depth - 1);
        match self.random.below(20) {
            0..=2 => {
                let b = self.smaller(depth);
                format!("({a} {} {b})", self.random.pick(&["&", "|", "^"]))
            }
            3..=4 => {
                let b = self.smaller(depth);
                format!("({a} {} {b})", self.random.pick(&["<", ">", "<=", ">=", "==", "!="]))
            }
            5 => {
                let b = self.smaller(depth);
                format!("({a} {} {b})", self.random.pick(&["&&", "||"]))
            }
            6 => format!("({}{a})", self.random.pick(&["!", "~", "+"])),
            7..=8 => {
                let (b, c) = (self.smaller(depth), self.smaller(depth));
                format!("({a} ? {b} : {c})")
            }
            9 if !self.variables.is_empty() => format!("({a}, {})", self.smaller(depth)),
            9 => format!("(sizeof({a}) + {})", self.smaller(0)),
            10..=11 => format!("(({}){a})", any(self.random, self.model).name),
            12..=15 => {
                let b = self.smaller(depth);
                self.arithmetic(&a, &b)
            }
            16 => {
                let b = self.smaller(depth);
                self.division(&a, &b)
            }
            17..=18 => {
                let b = self.smaller(depth);
                self.shift(&a, &b)
            }
            _ => {
                let ty = any(self.random, self.model);
                let reduced = self.reduced(ty, ty.promoted(), &a);
                format!("(-{reduced})")
            }
        }
    }

    fn smaller(&mut self, depth: u32) -> String {
        let depth = if self.random.chance(50) { 0 } else { depth.saturating_sub(1) };
        self.expression(depth)
    }

    fn leaf(&mut self) -> String {
        if !self.variables.is_empty() && self.random.chance(70) {
            let index = self.random.below(self.variables.len() as u64);
            return self.variables[index as usize].clone();
        }
        match self.random.below(12) {
            0 => self
                .random
                .pick(&["'a'", "'\\377'", "'\\x80'", "L'x'", "'ab'", "u'z'", "U'\\xffffffff'", "'\\0'"])
                .to_string(),
            1 => format!("sizeof({})", any(self.random, self.model).name),
            2 => {
                let form = self.random.pick(&["_Alignof", "__alignof__"]);
                format!("{form}({})", any(self.random, self.model).name)
            }
            3 => format!("(-{})", self.literal()),
            _ => self.literal(),
        }
    }

    /// A literal of every base and suffix, of a value that the suffix has a type for.
    pub fn literal(&mut self) -> String {
        let value = self.random.value();
        let unsigned = self.random.pick(&["", "", "u", "U"]);
        let size = self.random.pick(&["", "", "l", "L", "ll", "LL"]);
        let suffix =
            if self.random.chance(50) { format!("{unsigned}{size}") } else { format!("{size}{unsigned}") };
        match self.random.below(5) {
            0 => format!("0x{value:x}{suffix}"),
            1 => format!("0{value:o}{suffix}"),
            2 => format!("0b{value:b}{suffix}"),
            _ if unsigned.is_empty() => format!("{}{suffix}", value >> 1),
            _ => format!("{value}{suffix}"),
        }
    }

    /// The operand converted to `ty`, small enough for a sum or product in `meeting`.
    fn reduced(&mut self, ty: Integer, meeting: Integer, operand: &str) -> String {
        if !meeting.signed {
            return format!("({}){operand}", ty.name);
        }
        let limit = if meeting.bits(self.model) > 32 { 1 << 31 } else { 30_000 };
        format!("((({}){operand}) % {})", ty.name, 1 + self.random.below(limit - 1))
    }

    fn arithmetic(&mut self, a: &str, b: &str) -> String {
        let (left, right) = (any(self.random, self.model), any(self.random, self.model));
        let meeting = left.common(right, self.model);
        let (a, b) = (self.reduced(left, meeting, a), self.reduced(right, meeting, b));
        format!("({a} {} {b})", self.random.pick(&["+", "-", "*"]))
    }

    /// The divisor is odd, and the dividend not the least number.
    fn division(&mut self, a: &str, b: &str) -> String {
        let (left, right) = (any(self.random, self.model), any(self.random, self.model));
        let a = self.reduced(left, left.common(right, self.model), a);
        format!("({a} {} (({})({b} | 1)))", self.random.pick(&["/", "%"]), right.name)
    }

    fn shift(&mut self, a: &str, b: &str) -> String {
        let ty = any(self.random, self.model);
        let most = ty.promoted().bits(self.model) - 1;
        if self.random.chance(50) || ty.promoted().signed {
            return format!("((({}){a}) >> ({b} & {most}))", ty.name);
        }
        format!("((({}){a}) << ({b} & {most}))", ty.name)
    }
}
