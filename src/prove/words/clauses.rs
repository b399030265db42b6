//! A conjunct of an invariant, taken apart: clauses, their literals, and what a literal says of a single word.

use bmc_solver::{Node, Substitution, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Terms with more parts than that are not taken apart.
const MOST_PARTS: usize = 10_000;

/// Ranges of values, both ends included, ascending and apart from each other.
pub type Ranges = Vec<(u128, u128)>;

/// That a term holds, or that it does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    pub term: TermId,
    pub holds: bool,
}

impl Literal {
    /// Without negations at the top.
    fn new(terms: &Terms, mut term: TermId, mut holds: bool) -> Literal {
        while let Node::Not(inner) = terms.node(term) {
            (term, holds) = (inner, !holds);
        }
        Literal { term, holds }
    }

    /// The operands, if it is a conjunction of them (`holds`), or a disjunction of their opposites.
    fn operands_of_and(self, terms: &Terms, holds: bool) -> Option<[Literal; 2]> {
        match terms.node(self.term) {
            Node::And(a, b) if self.holds == holds && terms.width(self.term) == 1 => {
                Some([a, b].map(|operand| Literal::new(terms, operand, holds)))
            }
            _ => None,
        }
    }
}

/// Clauses whose conjunction is the same as the conjunct.
pub fn clauses_of(terms: &Terms, conjunct: TermId) -> Vec<Vec<Literal>> {
    let mut clauses = Vec::new();
    for conjunct in flat(terms, Literal::new(terms, conjunct, true), true) {
        let literals = flat(terms, conjunct, false);
        // That a condition implies several things is said of each of them.
        let is_compound = |literal: &&Literal| {
            literal.operands_of_and(terms, true).is_some()
                && variables_of(terms, literal.term, 2).is_none_or(|variables| variables.len() > 1)
        };
        let compound: Vec<Literal> = literals.iter().filter(is_compound).copied().collect();
        match compound[..] {
            [only] => clauses.extend(flat(terms, only, true).into_iter().map(|part| {
                let mut clause: Vec<Literal> =
                    literals.iter().copied().filter(|literal| *literal != only).collect();
                clause.extend(flat(terms, part, false));
                clause
            })),
            _ => clauses.push(literals),
        }
    }
    clauses
}

/// The parts of a conjunction (`holds`) or disjunction, however they are nested.
fn flat(terms: &Terms, literal: Literal, holds: bool) -> Vec<Literal> {
    let mut parts = Vec::new();
    let mut open = vec![literal];
    let mut steps = 0;
    while let Some(literal) = open.pop() {
        steps += 1;
        match literal.operands_of_and(terms, holds) {
            Some([a, b]) if steps < MOST_PARTS => open.extend([b, a]),
            _ => parts.push(literal),
        }
    }
    parts
}

/// The variables of a term, in the order of their ids, if there are at most so many.
pub fn variables_of(terms: &Terms, term: TermId, most: usize) -> Option<Vec<TermId>> {
    let mut variables = Vec::new();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut open = vec![term];
    while let Some(t) = open.pop() {
        if !seen.insert(t) {
            continue;
        }
        match terms.node(t) {
            Node::Variable => variables.push(t),
            node => open.extend(node.operands()),
        }
        if variables.len() > most || seen.len() > MOST_PARTS {
            return None;
        }
    }
    variables.sort_unstable();
    Some(variables)
}

/// Finds the values of a word for which literals about it hold, by trying all of them.
#[derive(Default)]
pub struct Trials {
    substitutions: FxHashMap<(TermId, u128), Substitution>,
}

impl Trials {
    /// Of the values those for which one of the literals holds; all are about this variable alone.
    pub fn values(
        &mut self,
        terms: &mut Terms,
        variable: TermId,
        values: &[u128],
        literals: &[Literal],
    ) -> Vec<u128> {
        let width = terms.width(variable);
        let mut found = Vec::new();
        for &value in values {
            let constant = terms.constant(width, value);
            let substitution = self.substitutions.entry((variable, value)).or_insert_with(|| {
                let mut substitution = Substitution::default();
                substitution.set(variable, constant);
                substitution
            });
            let is_true = |literal: &Literal| {
                let result = substitution.of(terms, literal.term);
                let result = terms.as_constant(result).expect("a term without variables is a constant");
                (result == 1) == literal.holds
            };
            if literals.iter().any(is_true) {
                found.push(value);
            }
        }
        found
    }
}

/// The values of the variable for which the literal holds, if it compares it with constants.
pub fn ranges_of(terms: &Terms, literal: Literal, variable: TermId) -> Option<Ranges> {
    let greatest = greatest(terms.width(variable));
    if literal.operands_of_and(terms, true).is_some() {
        let mut all = vec![(0, greatest)];
        for part in flat(terms, literal, true) {
            all = meet(&all, &comparison(terms, part, variable)?);
        }
        return Some(all);
    }
    let mut any = Vec::new();
    for part in flat(terms, literal, false) {
        any.extend(comparison(terms, part, variable)?);
    }
    Some(joined(any))
}

fn comparison(terms: &Terms, literal: Literal, variable: TermId) -> Option<Ranges> {
    let width = terms.width(variable);
    let greatest = greatest(width);
    let sign = 1u128 << (width - 1);
    let ranges = match terms.node(literal.term) {
        Node::Variable if literal.term == variable && width == 1 => vec![(1, 1)],
        Node::Eq(a, b) => {
            let value = terms.as_constant(b)?;
            match terms.node(a) {
                Node::Variable if a == variable => vec![(value, value)],
                Node::Extract { term, low } if term == variable && low + terms.width(a) == width => {
                    vec![(value << low, (value << low) + ((1 << low) - 1))]
                }
                _ => return None,
            }
        }
        Node::Extract { term, low } if term == variable && low + 1 == width => vec![(sign, greatest)],
        Node::Ult(a, b) if a == variable => below(terms.as_constant(b)?),
        Node::Ult(a, b) if b == variable => complement(&[(0, terms.as_constant(a)?)], greatest),
        // In the order of signed numbers the sign counts the other way.
        Node::Slt(a, b) if a == variable => shifted(&below(terms.as_constant(b)? ^ sign), sign),
        Node::Slt(a, b) if b == variable => {
            shifted(&complement(&[(0, terms.as_constant(a)? ^ sign)], greatest), sign)
        }
        _ => return None,
    };
    Some(if literal.holds { ranges } else { complement(&ranges, greatest) })
}

fn greatest(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

fn below(limit: u128) -> Ranges {
    limit.checked_sub(1).map(|last| (0, last)).into_iter().collect()
}

/// The same ranges in signed order made unsigned, or the other way round.
pub fn shifted(ranges: &[(u128, u128)], sign: u128) -> Ranges {
    let mut parts = Vec::new();
    for &(low, high) in ranges {
        match low < sign && high >= sign {
            true => parts.extend([(low ^ sign, (sign - 1) ^ sign), (0, high ^ sign)]),
            false => parts.push((low ^ sign, high ^ sign)),
        }
    }
    joined(parts)
}

/// Ranges in order, where those that touch are one.
pub fn joined(mut ranges: Ranges) -> Ranges {
    ranges.sort_unstable();
    let mut joined: Ranges = Vec::new();
    for (low, high) in ranges {
        match joined.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => joined.push((low, high)),
        }
    }
    joined
}

pub fn complement(ranges: &[(u128, u128)], greatest: u128) -> Ranges {
    let mut others = Vec::new();
    let mut next = Some(0);
    for &(low, high) in ranges {
        if let Some(begin) = next.filter(|begin| *begin < low) {
            others.push((begin, low - 1));
        }
        next = high.checked_add(1).filter(|next| *next <= greatest);
    }
    others.extend(next.map(|begin| (begin, greatest)));
    others
}

pub fn meet(a: &[(u128, u128)], b: &[(u128, u128)]) -> Ranges {
    let mut both = Vec::new();
    for &(low, high) in a {
        let inside = b.iter().map(|&(l, h)| (l.max(low), h.min(high)));
        both.extend(inside.filter(|(l, h)| l <= h));
    }
    joined(both)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_comparison_says_is_what_trying_all_values_says() {
        let mut terms = Terms::new();
        let x = terms.variable(4);
        let mut literals = Vec::new();
        for value in 0..16 {
            let constant = terms.constant(4, value);
            let (is, less, more) = (terms.eq(x, constant), terms.ult(x, constant), terms.ult(constant, x));
            let (below, above) = (terms.slt(x, constant), terms.slt(constant, x));
            let between = terms.and(more, below);
            for term in [is, less, more, below, above, between] {
                literals.extend([true, false].map(|holds| Literal::new(&terms, term, holds)));
            }
        }
        let all: Vec<u128> = (0..16).collect();
        let mut known = 0;
        for literal in literals {
            let Some(ranges) = ranges_of(&terms, literal, x) else { continue };
            if terms.as_constant(literal.term).is_some() {
                continue;
            }
            known += 1;
            let tried = Trials::default().values(&mut terms, x, &all, &[literal]);
            let said: Vec<u128> =
                all.iter().copied().filter(|v| ranges.iter().any(|(l, h)| l <= v && v <= h)).collect();
            assert_eq!(tried, said, "{literal:?}");
        }
        assert!(known > 100, "{known}");
    }

    #[test]
    fn an_implication_of_several_things_is_a_clause_for_each() {
        let mut terms = Terms::new();
        let [a, b, c] = [0; 3].map(|_| terms.variable(1));
        let both = terms.and(b, c);
        let term = terms.implies(a, both);
        let clauses = clauses_of(&terms, term);
        let of = |term, holds| Literal { term, holds };
        assert_eq!(clauses, vec![vec![of(a, false), of(b, true)], vec![of(a, false), of(c, true)]]);
    }
}
