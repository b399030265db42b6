//! That a word has one of some values, as an expression of C: the shorter of what it can be and what it cannot be.

use super::clauses::{Ranges, complement, joined, meet, shifted};
use super::names::{Names, Word};
use super::text::{Level, Text};
use crate::ir::Kind;

/// More comparisons than that are not written down.
const MOST_COMPARISONS: usize = 24;

/// `domain` is what the word is known to be: that it is nothing else need not be said, but may be.
pub fn member(names: &Names, word: &Word, allowed: &Ranges, domain: &Ranges) -> Text {
    let inside = meet(allowed, domain);
    let greatest = u128::MAX >> (128 - word.ty.bits);
    let outside = meet(&complement(allowed, greatest), domain);
    let singles = |ranges: &Ranges| -> Option<Vec<u128>> {
        ranges.iter().map(|&(low, high)| (low == high).then_some(low)).collect()
    };
    let excluded = singles(&outside).filter(|_| outside.len() < comparisons(&inside, greatest));
    if let Some(excluded) = excluded.filter(|excluded| !excluded.is_empty()) {
        let parts: Vec<Text> = excluded.iter().map(|&value| equation(names, word, value, false)).collect();
        return Text::all(&parts);
    }
    // Pointers have no order that could be told.
    let is_apart = word.mutex.is_some() || word.ty.kind == Kind::Pointer;
    let inside = if is_apart { apart(&inside) } else { inside };
    let is_signed = word.ty.kind == Kind::Signed;
    let sign = 1u128 << (word.ty.bits - 1);
    // In the order of the type.
    let ordered = if is_signed { shifted(&inside, sign) } else { inside };
    if comparisons(&ordered, greatest) > MOST_COMPARISONS {
        return Text::new(Level::Operator, format!("{} is one of …", word.name));
    }
    let back = |value: u128| if is_signed { value ^ sign } else { value };
    let mut parts = Vec::new();
    for (low, high) in ordered {
        if low == high {
            parts.push(equation(names, word, back(low), true));
            continue;
        }
        let bound = |value: u128| names.value(word.ty, back(value)).text;
        let mut both = Vec::new();
        if low > 0 {
            both.push(Text::new(Level::Operator, format!("{} <= {}", bound(low), word.name)));
        }
        if high < greatest {
            both.push(Text::new(Level::Operator, format!("{} <= {}", word.name, bound(high))));
        }
        parts.push(Text::all(&both));
    }
    Text::any(&parts)
}

fn equation(names: &Names, word: &Word, value: u128, is: bool) -> Text {
    if let Some(mutex) = &word.mutex {
        return names.holder(mutex, value, is);
    }
    let operator = if is { "==" } else { "!=" };
    let value = names.value(word.ty, value);
    Text::new(Level::Operator, format!("{} {operator} {value}", word.name))
}

/// How many comparisons it takes to say that something is in there.
fn comparisons(ranges: &Ranges, greatest: u128) -> usize {
    let of = |&(low, high): &(u128, u128)| match low == high {
        true => 1,
        false => usize::from(low > 0) + usize::from(high < greatest),
    };
    ranges.iter().map(of).sum()
}

/// Small ranges as single values.
fn apart(ranges: &Ranges) -> Ranges {
    let mut values = Vec::new();
    for &(low, high) in ranges {
        match high - low < MOST_COMPARISONS as u128 {
            true => values.extend((low..=high).map(|value| (value, value))),
            false => values.push((low, high)),
        }
    }
    values
}

/// These values as ranges.
pub fn ranges(values: &[u128]) -> Ranges {
    joined(values.iter().map(|&value| (value, value)).collect())
}
