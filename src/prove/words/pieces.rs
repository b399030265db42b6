//! What a clause says, by the thing that it says it of; and clauses that say the same of all things but one, as one.

use std::collections::BTreeSet;

use bmc_solver::{Node, TermId, Terms};

use super::clauses::{Literal, Ranges, meet};
use crate::ir::ThreadId;

/// What a clause says of one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// The thread is in one of these controls.
    Thread(ThreadId, BTreeSet<usize>),
    /// The variable of the state has one of these values.
    Word(usize, Ranges),
    /// The bits of the variable that the mask shows are those.
    Bits(usize, u128, u128),
    Other(Literal),
}

/// A literal about a single bit of a word.
pub fn bits(terms: &Terms, index: usize, variable: TermId, literals: &[Literal]) -> Option<Piece> {
    let [literal] = literals else { return None };
    match terms.node(literal.term) {
        Node::Extract { term, low } if term == variable && terms.width(literal.term) == 1 => {
            Some(bits_of(terms.width(variable), index, 1 << low, u128::from(literal.holds) << low))
        }
        _ => None,
    }
}

/// Bits at the upper end, all of them, say in which range the word is.
fn bits_of(width: u32, index: usize, mask: u128, value: u128) -> Piece {
    Piece::Bits(index, mask | !(u128::MAX >> (128 - width)), value)
}

impl Piece {
    /// As a range of values, if the bits are all those above some bit.
    fn as_range(&self) -> Option<Piece> {
        match *self {
            Piece::Bits(index, mask, value) if mask.leading_ones() == mask.count_ones() => {
                Some(Piece::Word(index, vec![(value, value | !mask)]))
            }
            _ => None,
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
            (&Piece::Bits(one, mask, value), &Piece::Bits(other, other_mask, other_value))
                if one == other && (value ^ other_value) & mask & other_mask == 0 =>
            {
                Some(Piece::Bits(one, mask | other_mask, value | other_value))
            }
            _ => None,
        }
    }
}

/// The same clauses, where those that differ in what they say of one thing only are one.
pub fn merged(clauses: Vec<Vec<Piece>>) -> Vec<Vec<Piece>> {
    let mut merged = joined(clauses);
    for piece in merged.iter_mut().flatten() {
        if let Some(range) = piece.as_range() {
            *piece = range;
        }
    }
    joined(merged)
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

    #[test]
    fn bits_that_are_learnt_one_by_one_are_a_value_again() {
        let other = Piece::Thread(ThreadId(1), BTreeSet::from([2]));
        let bit = |bit: u32, is: bool| vec![other.clone(), bits_of(8, 3, 1 << bit, u128::from(is) << bit)];
        let all = (0..8).map(|number| bit(number, number == 2)).collect();
        assert_eq!(merged(all), vec![vec![other.clone(), Piece::Word(3, vec![(4, 4)])]]);
        let upper = (1..8).map(|number| bit(number, number == 2)).collect();
        assert_eq!(merged(upper), vec![vec![other.clone(), Piece::Word(3, vec![(4, 5)])]]);
    }

    #[test]
    fn clauses_that_differ_in_two_things_stay_apart() {
        let clause = |control: usize, value: u128| {
            vec![
                Piece::Thread(ThreadId(1), BTreeSet::from([control])),
                Piece::Word(0, vec![(value, value)]),
            ]
        };
        let apart = vec![clause(1, 1), clause(2, 2)];
        assert_eq!(merged(apart.clone()), apart);
    }
}
