//! What the tests of several stages share: random numbers, the operators by name, and a reference of what they
//! compute that shares no code with the product.

mod circuits;
mod clauses;
mod linear;
mod simplification;
mod solving;

use crate::{TermId, Terms};

/// A small deterministic generator (xorshift with a multiplier).
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        ((self.bits() >> 11) % bound as u64) as usize
    }

    /// A word of that width, often one of the interesting ones at the edges.
    pub fn word(&mut self, width: u32) -> u128 {
        let all = ones(width);
        let any = (u128::from(self.bits()) << 64 | u128::from(self.bits())) & all;
        match self.below(8) {
            0 => 0,
            1 => 1,
            2 => all,
            3 => all >> 1,
            4 => (all >> 1) + 1,
            5 => any & 7,
            _ => any,
        }
    }
}

pub(crate) fn ones(width: u32) -> u128 {
    (0..width).fold(0, |all, i| all | 1 << i)
}

pub(crate) type Build = fn(&mut Terms, TermId, TermId) -> TermId;

/// Every operator on two words of equal width.
pub(crate) const BINARY: [(&str, Build); 22] = [
    ("and", Terms::and),
    ("or", Terms::or),
    ("xor", Terms::xor),
    ("add", Terms::add),
    ("sub", Terms::sub),
    ("mul", Terms::mul),
    ("udiv", Terms::udiv),
    ("urem", Terms::urem),
    ("sdiv", Terms::sdiv),
    ("srem", Terms::srem),
    ("shl", Terms::shl),
    ("lshr", Terms::lshr),
    ("ashr", Terms::ashr),
    ("eq", Terms::eq),
    ("ne", Terms::ne),
    ("ult", Terms::ult),
    ("ule", Terms::ule),
    ("slt", Terms::slt),
    ("sle", Terms::sle),
    ("add_fits", Terms::add_fits),
    ("sub_fits", Terms::sub_fits),
    ("mul_fits", Terms::mul_fits),
];

pub(crate) fn yields_truth(name: &str) -> bool {
    matches!(name, "eq" | "ne" | "ult" | "ule" | "slt" | "sle") || name.ends_with("_fits")
}

fn bit(value: u128, i: u32) -> bool {
    value & (1 << i) != 0
}

/// Reads a word as a signed number by its definition.
fn as_signed(width: u32, value: u128) -> i128 {
    if width < 128 && bit(value, width - 1) { value as i128 - (1i128 << width) } else { value as i128 }
}

/// Whether the number, if it is one of 128 bits at all, is one of that width.
fn is_signed(width: u32, number: Option<i128>) -> bool {
    number.is_some_and(|number| as_signed(width, cut(width, number)) == number)
}

fn cut(width: u32, value: i128) -> u128 {
    value as u128 & ones(width)
}

/// What the operators compute, bit by bit or on signed 128-bit numbers.
pub(crate) fn reference(name: &str, width: u32, a: u128, b: u128) -> u128 {
    let (sa, sb) = (as_signed(width, a), as_signed(width, b));
    let gather = |f: &dyn Fn(u32) -> bool| (0..width).fold(0, |word, i| word | u128::from(f(i)) << i);
    match name {
        "and" => gather(&|i| bit(a, i) && bit(b, i)),
        "or" => gather(&|i| bit(a, i) || bit(b, i)),
        "xor" => gather(&|i| bit(a, i) != bit(b, i)),
        "add" => cut(width, sa.wrapping_add(sb)),
        "sub" => cut(width, sa.wrapping_sub(sb)),
        "mul" => cut(width, sa.wrapping_mul(sb)),
        "udiv" if b == 0 => ones(width),
        "udiv" => a / b,
        "urem" if b == 0 => a,
        "urem" => a % b,
        "sdiv" if b == 0 => {
            if sa < 0 {
                1
            } else {
                ones(width)
            }
        }
        "sdiv" => cut(width, sa.wrapping_div(sb)),
        "srem" if b == 0 => a,
        "srem" => cut(width, sa.wrapping_rem(sb)),
        "shl" => gather(&|i| u128::from(i) >= b && bit(a, i - b as u32)),
        "lshr" => gather(&|i| b < u128::from(width - i) && bit(a, i + b as u32)),
        "ashr" => gather(&|i| if b < u128::from(width - i) { bit(a, i + b as u32) } else { sa < 0 }),
        "eq" => u128::from(a == b),
        "ne" => u128::from(a != b),
        "ult" => u128::from(a < b),
        "ule" => u128::from(a <= b),
        "slt" => u128::from(sa < sb),
        "sle" => u128::from(sa <= sb),
        "add_fits" => u128::from(is_signed(width, sa.checked_add(sb))),
        "sub_fits" => u128::from(is_signed(width, sa.checked_sub(sb))),
        "mul_fits" => u128::from(is_signed(width, sa.checked_mul(sb))),
        _ => panic!("no operator {name}"),
    }
}
