//! What a clause says, by the thing that it says it of; and clauses that say the same of all things but one, as one.

use std::collections::BTreeSet;

use bmc_solver::{Node, TermId, Terms};

use super::clauses::{Literal, Ranges, joined as joined_ranges, meet};
use crate::ir::ThreadId;

/// Words with at most so many values are known by them.
pub const MOST_VALUES: u128 = 64;

/// What a clause says of one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// The thread is in one of these controls.
    Thread(ThreadId, BTreeSet<usize>),
    /// The variable of the state has one of these values.
    Word(usize, Ranges),
    /// The bits of the variable that the mask shows are those.
    Bits(usize, Bits),
    /// The two variables have the same value.
    Equal(usize, usize),
    /// The term, which has few bits, has one of these values.
    Term(TermId, Ranges),
    Other(Literal),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    pub width: u32,
    pub mask: u128,
    pub value: u128,
}

impl Bits {
    pub fn allow(self, value: u128) -> bool {
        value & self.mask == self.value
    }

    /// As a range of values, if they are all the bits above some bit.
    fn as_range(self) -> Option<(u128, u128)> {
        let all = u128::MAX >> (128 - self.width);
        let free = all & !self.mask;
        (free & free.wrapping_add(1) == 0).then_some((self.value, self.value | free))
    }
}

/// A literal about a single bit of a word.
pub fn bits(terms: &Terms, index: usize, variable: TermId, literals: &[Literal]) -> Option<Piece> {
    let [literal] = literals else { return None };
    match terms.node(literal.term) {
        Node::Extract { term, low } if term == variable && terms.width(literal.term) == 1 => {
            let value = u128::from(literal.holds) << low;
            Some(Piece::Bits(index, Bits { width: terms.width(variable), mask: 1 << low, value }))
        }
        _ => None,
    }
}

/// What literals about single bits of a term say of it, if it has few; that one of them holds.
pub fn values_of_bits(terms: &Terms, term: TermId, literals: &[Literal]) -> Option<Piece> {
    let width = terms.width(term);
    if width > MOST_VALUES.ilog2() {
        return None;
    }
    let holds = |value: u128| {
        let is_bit = |literal: &Literal| match terms.node(literal.term) {
            Node::Extract { low, .. } => (value >> low & 1 == 1) == literal.holds,
            _ => unreachable!("bits are extracted"),
        };
        literals.iter().any(is_bit)
    };
    let values = (0..1 << width).filter(|&value| holds(value));
    Some(Piece::Term(term, joined_ranges(values.map(|value| (value, value)).collect())))
}

/// The term of which the literal tells one bit.
pub fn term_of_bit(terms: &Terms, literal: Literal) -> Option<TermId> {
    match terms.node(literal.term) {
        Node::Extract { term, .. } if terms.width(literal.term) == 1 => Some(term),
        _ => None,
    }
}

impl Piece {
    /// Bits become values, if the word has few of them anyway.
    pub fn know(&mut self, always: &[Ranges]) {
        let Piece::Bits(index, bits) = *self else { return };
        let count = |&(low, high): &(u128, u128)| (high - low).saturating_add(1);
        let known = &always[index];
        if known.iter().fold(0u128, |sum, range| sum.saturating_add(count(range))) <= MOST_VALUES {
            let values = known.iter().flat_map(|&(low, high)| low..=high).filter(|&value| bits.allow(value));
            *self = Piece::Word(index, joined_ranges(values.map(|value| (value, value)).collect()));
        }
    }

    /// Whether the other one holds wherever this one does.
    fn implies(&self, other: &Piece) -> bool {
        match (self, other) {
            (Piece::Thread(one, a), Piece::Thread(other, b)) => one == other && a.is_subset(b),
            (Piece::Word(one, a), Piece::Word(other, b)) => one == other && meet(a, b) == *a,
            (Piece::Term(one, a), Piece::Term(other, b)) => one == other && meet(a, b) == *a,
            (Piece::Bits(one, a), Piece::Bits(other, b)) => {
                one == other && a.mask & b.mask == b.mask && a.value & b.mask == b.value
            }
            _ => self == other,
        }
    }

    /// Both, if they are about the same thing.
    fn and(&self, other: &Piece) -> Option<Piece> {
        match (self, other) {
            (Piece::Thread(one, a), Piece::Thread(other, b)) if one == other => {
                Some(Piece::Thread(*one, a.intersection(b).copied().collect()))
            }
            (Piece::Word(one, a), Piece::Word(other, b)) if one == other => {
                Some(Piece::Word(*one, meet(a, b)))
            }
            (Piece::Term(one, a), Piece::Term(other, b)) if one == other => {
                Some(Piece::Term(*one, meet(a, b)))
            }
            (&Piece::Bits(one, a), &Piece::Bits(other, b))
                if one == other && (a.value ^ b.value) & a.mask & b.mask == 0 =>
            {
                let (mask, value) = (a.mask | b.mask, a.value | b.value);
                Some(Piece::Bits(one, Bits { mask, value, ..a }))
            }
            _ => None,
        }
    }
}

/// The same clauses, where those that differ in what they say of one thing only are one.
pub fn merged(clauses: Vec<Vec<Piece>>) -> Vec<Vec<Piece>> {
    let mut merged = joined(with_equations(clauses));
    for piece in merged.iter_mut().flatten() {
        if let Piece::Bits(index, bits) = *piece
            && let Some(range) = bits.as_range()
        {
            *piece = Piece::Word(index, vec![range]);
        }
    }
    joined(merged)
}

/// Leaves out clauses that follow from another one, here or among those that hold anyway.
pub fn without_weaker(clauses: Vec<Vec<Piece>>, anyway: &[Vec<Piece>]) -> Vec<Vec<Piece>> {
    let follows = |from: &[Piece], clause: &[Piece]| {
        from.iter().all(|piece| clause.iter().any(|weaker| piece.implies(weaker)))
    };
    let is_needed = |number: usize| {
        let clause = &clauses[number];
        // Of two that follow from each other the first one stays.
        let others = clauses
            .iter()
            .enumerate()
            .filter(|(other, from)| *other < number || (*other > number && !follows(clause, from)));
        let mut all = others.map(|(_, from)| from).chain(anyway);
        !all.any(|from| follows(from, clause))
    };
    (0..clauses.len()).filter(|&number| is_needed(number)).map(|number| clauses[number].clone()).collect()
}

/// For each pair of words whose bits are said to be equal, each bit in two clauses, one clause that says it of the words.
fn with_equations(clauses: Vec<Vec<Piece>>) -> Vec<Vec<Piece>> {
    let mut found: Vec<Equation> = Vec::new();
    for (number, clause) in clauses.iter().enumerate() {
        let Some(Implication { words, bits, is_reversed, rest }) = implication(clause) else { continue };
        let known = found.iter_mut().find(|known| known.words == words && known.rest == rest);
        let known = match known {
            Some(known) => known,
            None => {
                let (width, seen) = (bits.width, [0; 2]);
                found.push(Equation { words, width, rest, seen, clauses: Vec::new() });
                found.last_mut().expect("it has just been added")
            }
        };
        known.seen[usize::from(is_reversed)] |= bits.mask;
        known.clauses.push(number);
    }
    let is_complete = |one: &Equation| one.seen == [u128::MAX >> (128 - one.width); 2];
    found.retain(is_complete);
    let is_replaced = |number: usize| found.iter().any(|one| one.clauses.contains(&number));
    let left = clauses.iter().enumerate().filter(|(number, _)| !is_replaced(*number));
    let mut all: Vec<Vec<Piece>> = left.map(|(_, clause)| clause.clone()).collect();
    for Equation { words: (a, b), mut rest, .. } in found {
        rest.push(Piece::Equal(a, b));
        all.push(rest);
    }
    all
}

/// That two words are equal unless the rest holds, as far as it is known by now.
struct Equation {
    words: (usize, usize),
    width: u32,
    rest: Vec<Piece>,
    /// The bits of which it is known that one implies the other, and the other way round.
    seen: [u128; 2],
    clauses: Vec<usize>,
}

/// That a bit of the first word implies the same bit of the second, or the other way round, unless the rest holds.
struct Implication {
    words: (usize, usize),
    /// What the clause says of the first word.
    bits: Bits,
    is_reversed: bool,
    rest: Vec<Piece>,
}

fn implication(clause: &[Piece]) -> Option<Implication> {
    let is_bit = |piece: &&Piece| matches!(piece, Piece::Bits(..));
    let found: Vec<&Piece> = clause.iter().filter(is_bit).collect();
    let [&Piece::Bits(a, bits), &Piece::Bits(b, other)] = found[..] else { return None };
    let is_pair = bits.width == other.width && bits.mask == other.mask && bits.value != other.value;
    let rest = clause.iter().filter(|piece| !is_bit(piece)).cloned().collect();
    (is_pair && a < b).then_some(Implication { words: (a, b), bits, is_reversed: bits.value != 0, rest })
}

fn joined(clauses: Vec<Vec<Piece>>) -> Vec<Vec<Piece>> {
    let mut known: Vec<Vec<Piece>> = Vec::new();
    for mut clause in clauses {
        // What was joined may be joined again.
        while let Some((position, both)) =
            known.iter().enumerate().find_map(|(position, one)| Some((position, join(one, &clause)?)))
        {
            known.remove(position);
            clause = both;
        }
        known.push(clause);
    }
    known
}

/// Two clauses as one, if all their pieces but one are the same.
fn join(one: &[Piece], other: &[Piece]) -> Option<Vec<Piece>> {
    let own = |of: &[Piece], beside: &[Piece]| -> Vec<usize> {
        (0..of.len()).filter(|&index| !beside.contains(&of[index])).collect()
    };
    if one.len() != other.len() {
        return None;
    }
    match (&own(one, other)[..], &own(other, one)[..]) {
        ([], []) => Some(one.to_vec()),
        ([mine], [theirs]) => {
            let mut both = one.to_vec();
            both[*mine] = one[*mine].and(&other[*theirs])?;
            Some(both)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bit(index: usize, bit: u32, is: bool) -> Piece {
        Piece::Bits(index, Bits { width: 8, mask: 1 << bit, value: u128::from(is) << bit })
    }

    #[test]
    fn bits_that_are_learnt_one_by_one_are_a_value_again() {
        let other = Piece::Thread(ThreadId(1), BTreeSet::from([2]));
        let clause = |number| vec![other.clone(), bit(3, number, number == 2)];
        let all = (0..8).map(clause).collect();
        assert_eq!(merged(all), vec![vec![other.clone(), Piece::Word(3, vec![(4, 4)])]]);
        let upper = (1..8).map(clause).collect();
        assert_eq!(merged(upper), vec![vec![other.clone(), Piece::Word(3, vec![(4, 5)])]]);
    }

    #[test]
    fn bits_that_imply_each_other_are_equal_words() {
        let both = |number| [true, false].map(|is| vec![bit(1, number, is), bit(4, number, !is)]);
        let all: Vec<Vec<Piece>> = (0..8).flat_map(both).collect();
        assert_eq!(merged(all.clone()), vec![vec![Piece::Equal(1, 4)]]);
        let without_one = merged(all[1..].to_vec());
        assert!(without_one.len() > 1 && !without_one.contains(&vec![Piece::Equal(1, 4)]));
    }

    #[test]
    fn what_follows_from_another_clause_is_left_out() {
        let word = |low, high| Piece::Word(0, vec![(low, high)]);
        let other = Piece::Equal(1, 2);
        let clauses = vec![vec![word(0, 3), other.clone()], vec![word(1, 2)], vec![word(1, 2)]];
        assert_eq!(without_weaker(clauses.clone(), &[]), vec![vec![word(1, 2)]]);
        assert_eq!(without_weaker(clauses, &[vec![word(2, 2)]]), Vec::<Vec<Piece>>::new());
        let apart = vec![vec![word(0, 3), other.clone()], vec![word(2, 5)]];
        assert_eq!(without_weaker(apart.clone(), &[]), apart);
    }

    #[test]
    fn clauses_that_differ_in_two_things_stay_apart() {
        let clause = |control: usize, value: u128| {
            vec![Piece::Thread(ThreadId(1), BTreeSet::from([control])), Piece::Word(0, vec![(value, value)])]
        };
        let apart = vec![clause(1, 1), clause(2, 2)];
        assert_eq!(merged(apart.clone()), apart);
    }
}
