//! What is left of terms where an invariant is assumed.
//!
//! Comes in: conjuncts. Goes out: terms that hold, with the conjuncts, in a state if and only if those hold that they are made
//! of. A word that an equation among the conjuncts gives is replaced by what it is. One that is compared with another is said
//! as the distance from that, which is a new variable: for every state there is exactly one value of it. Then the words of a
//! step cancel each other ([`Linear`]), and engines need not find out about adders what is known of sums.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::term::{Linear, Substitution, TermId, Terms};

/// What an invariant says of words.
#[derive(Default)]
pub(super) struct Assumed {
    /// Words and what they are, in terms of others that are not among them.
    solved: Vec<(TermId, TermId)>,
    values: Substitution,
    linear: Linear,
}

impl Assumed {
    pub fn new(terms: &mut Terms, invariant: &[TermId]) -> Assumed {
        let mut assumed = Assumed::default();
        for &conjunct in invariant {
            let equation = assumed.simplified(terms, conjunct);
            if let Some((word, value)) = assumed.linear.solve(terms, equation) {
                assumed.put(terms, word, value);
            }
        }
        for (word, base) in assumed.neighbours(terms, invariant) {
            let distance = terms.variable(terms.width(word));
            let value = terms.add(base, distance);
            assumed.put(terms, word, value);
        }
        assumed
    }

    /// Words that the invariant compares with another one, and that one, which is compared with most.
    fn neighbours(&mut self, terms: &mut Terms, invariant: &[TermId]) -> Vec<(TermId, TermId)> {
        let mut compared: Vec<[TermId; 2]> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open: Vec<TermId> =
            invariant.iter().map(|&conjunct| self.simplified(terms, conjunct)).collect();
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            compared.extend(self.linear.compared(terms, term));
            open.extend(terms.node(term).operands());
        }
        compared.sort_unstable();
        compared.dedup();
        let mut all = Vec::new();
        loop {
            let mut counts: BTreeMap<TermId, usize> = BTreeMap::new();
            compared.iter().flatten().for_each(|&word| *counts.entry(word).or_default() += 1);
            let Some((&base, _)) = counts.iter().max_by_key(|(_, count)| **count) else { return all };
            for &[one, other] in compared.iter().filter(|pair| pair.contains(&base)) {
                all.push((if one == base { other } else { one }, base));
            }
            let near: Vec<TermId> = all.iter().map(|(word, _)| *word).collect();
            compared.retain(|pair| !pair.iter().any(|word| *word == base || near.contains(word)));
        }
    }

    /// From now on the word is the value, in which none is that was put before.
    fn put(&mut self, terms: &mut Terms, word: TermId, value: TermId) {
        let mut put = Substitution::default();
        put.set(word, value);
        self.values = Substitution::default();
        self.solved.push((word, value));
        for (known, value) in &mut self.solved {
            *value = put.of(terms, *value);
            self.values.set(*known, *value);
        }
    }

    /// What is left of a term; it has the same value wherever the invariant holds.
    pub fn simplified(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        let term = self.values.of(terms, term);
        self.linear.of(terms, term)
    }
}
