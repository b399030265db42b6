//! The integer types, and the type in which two of them meet: what a generator needs to know to stay clear of
//! overflow.

use super::random::Random;
use bmc_conc::ir::DataModel;

#[derive(Clone, Copy, Debug)]
pub struct Integer {
    pub name: &'static str,
    pub signed: bool,
    rank: u32,
    bits: [u32; 2],
}

const fn integer(name: &'static str, signed: bool, rank: u32, lp64: u32, ilp32: u32) -> Integer {
    Integer { name, signed, rank, bits: [lp64, ilp32] }
}

/// The last two are types of LP64 only.
const INTEGERS: &[Integer] = &[
    integer("_Bool", false, 0, 1, 1),
    integer("char", true, 1, 8, 8),
    integer("signed char", true, 1, 8, 8),
    integer("unsigned char", false, 1, 8, 8),
    integer("short", true, 2, 16, 16),
    integer("unsigned short", false, 2, 16, 16),
    integer("int", true, 3, 32, 32),
    integer("unsigned int", false, 3, 32, 32),
    integer("long", true, 4, 64, 32),
    integer("unsigned long", false, 4, 64, 32),
    integer("long long", true, 5, 64, 64),
    integer("unsigned long long", false, 5, 64, 64),
    integer("__int128", true, 6, 128, 128),
    integer("unsigned __int128", false, 6, 128, 128),
];

pub fn integers(model: DataModel) -> &'static [Integer] {
    if model == DataModel::Lp64 { INTEGERS } else { &INTEGERS[..INTEGERS.len() - 2] }
}

/// Any integer type, but the widest only now and then.
pub fn any(random: &mut Random, model: DataModel) -> Integer {
    let all = integers(model);
    let usual = if random.chance(10) { all.len() } else { 12 };
    all[random.below(usual as u64) as usize]
}

impl Integer {
    pub fn bits(&self, model: DataModel) -> u32 {
        self.bits[usize::from(model != DataModel::Lp64)]
    }

    pub fn promoted(self) -> Integer {
        if self.rank < 3 { INTEGERS[6] } else { self }
    }

    /// The usual arithmetic conversions.
    pub fn common(self, other: Integer, model: DataModel) -> Integer {
        let (left, right) = (self.promoted(), other.promoted());
        let (high, low) = if left.rank >= right.rank { (left, right) } else { (right, left) };
        if high.signed == low.signed || !high.signed || high.rank == low.rank {
            return if high.rank == low.rank && !low.signed { low } else { high };
        }
        if high.bits(model) > low.bits(model) { high } else { Integer { signed: false, ..high } }
    }
}
