//! Clauses that grow by what follows from them, until they contradict each other.
//!
//! Two literals of each clause are watched, so that propagation looks only at clauses that may have become
//! short. What propagation derives from the clauses alone stays assigned for good; what it derives from the
//! denial of a lemma is taken back after the question.
//!
//! Assignments that stay are never revised, so the clause each of them came from is never deleted, whatever the
//! proof says. Solvers delete such clauses all the time, as satisfied for good, and still use the literal. To
//! keep a clause is always right: what follows from fewer clauses follows from more, and the second criterion
//! only becomes harder to meet.
//!
//! Nearly all the time goes into propagation, so it decides how things are stored: clauses lie one behind the other
//! (`arena.rs`), and a clause of which only two literals are left open is a *pair*, which is propagated without a
//! look at the clause, and before longer ones.

use rustc_hash::FxHashMap;

use super::arena::{Arena, ClauseRef, Literal};

const UNASSIGNED: i8 = 0;
const TRUE: i8 = 1;
const FALSE: i8 = -1;

#[derive(Clone, Copy)]
struct Watch {
    clause: ClauseRef,
    /// Some other literal of the clause; of a pair, the other one. While it is true there is no need to look at the
    /// clause.
    other: Literal,
}

pub(super) struct Checker {
    arena: Arena,
    /// For each literal, the pairs in which it is.
    pairs: Vec<Vec<Watch>>,
    /// For each literal, the longer clauses that have to be looked at when it becomes false: those of which it is the
    /// first or the second. Watches of deleted clauses go when they are met.
    watches: Vec<Vec<Watch>>,
    /// The value of each literal.
    values: Vec<i8>,
    /// The literals that are true, in the order in which they became so.
    trail: Vec<Literal>,
    /// How many of them have been propagated.
    propagated: usize,
    /// Clauses by their literals, for deletion.
    places: FxHashMap<u64, Vec<ClauseRef>>,
    refuted: bool,
}

impl Checker {
    /// For clauses over the variables up to `largest`.
    pub fn new(largest: u32) -> Checker {
        let literals = 2 * (largest as usize + 1);
        Checker {
            arena: Arena::default(),
            pairs: vec![Vec::new(); literals],
            watches: vec![Vec::new(); literals],
            values: vec![UNASSIGNED; literals],
            trail: Vec::new(),
            propagated: 0,
            places: FxHashMap::default(),
            refuted: false,
        }
    }

    /// Propagation alone shows that the clauses have no model.
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Takes a clause as given; one that says nothing is left out. Lemmas must have been found to follow before.
    pub fn add(&mut self, clause: &[i32]) {
        let mut literals = normal_form(clause);
        if literals.windows(2).any(|two| two[0] == two[1].negated()) {
            return;
        }
        if literals.is_empty() {
            self.refuted = true;
            return;
        }
        let hash = fingerprint(&literals);
        // Literals that are not false come first; those that are will stay so.
        literals.sort_by_key(|&literal| self.value(literal) == FALSE);
        let open = literals.iter().filter(|&&literal| self.value(literal) != FALSE).count();
        let is_true = literals.iter().any(|&literal| self.value(literal) == TRUE);
        let place = self.arena.add(&literals);
        self.places.entry(hash).or_default().push(place);
        self.refuted |= open == 0;
        // What is true for good will never be looked at.
        if is_true || open == 0 {
            return;
        }
        if open == 1 {
            self.assign(literals[0]);
            self.arena.set_reason(place);
            self.refuted |= self.propagate(true);
            return;
        }
        if open == 2 {
            self.arena.set_pair(place);
        }
        let lists = if open == 2 { &mut self.pairs } else { &mut self.watches };
        lists[literals[0].slot()].push(Watch { clause: place, other: literals[1] });
        lists[literals[1].slot()].push(Watch { clause: place, other: literals[0] });
    }

    /// Forgets one clause with these literals, if there is one that no assignment rests on.
    pub fn delete(&mut self, clause: &[i32]) {
        let literals = normal_form(clause);
        let Some(places) = self.places.get_mut(&fingerprint(&literals)) else { return };
        let found = places.iter().position(|&place| {
            let mut known = self.arena.literals(place).to_vec();
            known.sort_unstable();
            !self.arena.is_reason(place) && known == literals
        });
        let Some(found) = found else { return };
        let place = places.swap_remove(found);
        if self.arena.is_pair(place) {
            for &literal in &self.arena.literals(place)[..2] {
                self.pairs[literal.slot()].retain(|pair| pair.clause != place);
            }
        }
        self.arena.delete(place);
        if self.arena.is_mostly_garbage() {
            self.collect_garbage();
        }
    }

    /// Moves the clauses together.
    fn collect_garbage(&mut self) {
        let moves = self.arena.collect_garbage();
        for list in self.pairs.iter_mut().chain(&mut self.watches) {
            list.retain_mut(|watch| match moves.of(watch.clause) {
                Some(place) => {
                    watch.clause = place;
                    true
                }
                None => false,
            });
        }
        for places in self.places.values_mut() {
            for place in places {
                *place = moves.of(*place).expect("deleted clauses have no place");
            }
        }
        self.places.retain(|_, places| !places.is_empty());
    }

    /// Whether denying every literal of the clause runs into a conflict by propagation.
    pub fn follows(&mut self, clause: &[i32]) -> bool {
        let before = self.trail.len();
        let found = self.refuted || self.deny(clause.iter().map(|&literal| Literal::from(literal)));
        self.take_back(before);
        found
    }

    /// Whether the clause can be added without losing the last model, because every resolvent with it on its
    /// first literal follows.
    pub fn is_harmless(&mut self, clause: &[i32]) -> bool {
        let Some(&pivot) = clause.first() else { return false };
        let opposite = Literal::from(pivot).negated();
        let before = self.trail.len();
        if self.deny(clause.iter().map(|&literal| Literal::from(literal))) {
            self.take_back(before);
            return true;
        }
        let denied = self.trail.len();
        let mut harmless = true;
        let mut next = self.arena.first();
        while let Some(place) = next
            && harmless
        {
            next = self.arena.after(place);
            let candidate = self.arena.literals(place);
            if !self.arena.is_deleted(place) && candidate.contains(&opposite) {
                let rest: Vec<Literal> = candidate.iter().copied().filter(|&l| l != opposite).collect();
                harmless = self.deny(rest.into_iter());
                self.take_back(denied);
            }
        }
        self.take_back(before);
        harmless
    }

    /// Makes the literals false on top of what is assigned; tells whether that is impossible.
    fn deny(&mut self, clause: impl Iterator<Item = Literal>) -> bool {
        for literal in clause {
            match self.value(literal) {
                TRUE => return true,
                UNASSIGNED => self.assign(literal.negated()),
                _ => {}
            }
        }
        self.propagate(false)
    }

    /// Unassigns everything after the first `count` literals. Those before have been propagated.
    fn take_back(&mut self, count: usize) {
        for literal in self.trail.drain(count..) {
            self.values[literal.slot()] = UNASSIGNED;
            self.values[literal.negated().slot()] = UNASSIGNED;
        }
        self.propagated = self.propagated.min(count);
    }

    fn value(&self, literal: Literal) -> i8 {
        self.values[literal.slot()]
    }

    fn assign(&mut self, literal: Literal) {
        self.values[literal.slot()] = TRUE;
        self.values[literal.negated().slot()] = FALSE;
        self.trail.push(literal);
    }

    /// Assigns what the clauses force; tells whether that ends in a conflict.
    fn propagate(&mut self, for_good: bool) -> bool {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = literal.negated();
            if self.propagate_pairs(falsified, for_good) {
                return true;
            }
            let mut watches = std::mem::take(&mut self.watches[falsified.slot()]);
            let conflict = self.propagate_watches(&mut watches, falsified, for_good);
            self.watches[falsified.slot()] = watches;
            if conflict {
                return true;
            }
        }
        false
    }

    fn propagate_pairs(&mut self, falsified: Literal, for_good: bool) -> bool {
        for index in 0..self.pairs[falsified.slot()].len() {
            let pair = self.pairs[falsified.slot()][index];
            match self.value(pair.other) {
                TRUE => {}
                FALSE => return true,
                _ => {
                    self.assign(pair.other);
                    if for_good {
                        self.arena.set_reason(pair.clause);
                    }
                }
            }
        }
        false
    }

    /// Looks at the clauses of which a watched literal has become false. Leaves the watches that stay there.
    fn propagate_watches(&mut self, watches: &mut Vec<Watch>, falsified: Literal, for_good: bool) -> bool {
        let mut kept = 0;
        let mut conflict = false;
        let mut index = 0;
        while index < watches.len() {
            let watch = watches[index];
            index += 1;
            if self.value(watch.other) == TRUE {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            if self.arena.is_deleted(watch.clause) {
                continue;
            }
            let clause = self.arena.literals_mut(watch.clause);
            if clause[0] == falsified {
                clause.swap(0, 1);
            }
            let first = clause[0];
            let values = &self.values;
            let watch = Watch { other: first, ..watch };
            if values[first.slot()] != TRUE
                && let Some(offset) = clause[2..].iter().position(|literal| values[literal.slot()] != FALSE)
            {
                clause.swap(1, offset + 2);
                self.watches[clause[1].slot()].push(watch);
                continue;
            }
            watches[kept] = watch;
            kept += 1;
            match self.value(first) {
                TRUE => {}
                FALSE => {
                    conflict = true;
                    break;
                }
                _ => {
                    self.assign(first);
                    if for_good {
                        self.arena.set_reason(watch.clause);
                    }
                }
            }
        }
        watches.copy_within(index.., kept);
        watches.truncate(kept + watches.len() - index);
        conflict
    }
}

/// Sorted and without repetitions. Both a literal and its opposite may be there, one behind the other.
fn normal_form(clause: &[i32]) -> Vec<Literal> {
    let mut literals: Vec<Literal> = clause.iter().map(|&literal| Literal::from(literal)).collect();
    literals.sort_unstable();
    literals.dedup();
    literals
}

/// A hash of a clause in its normal form.
fn fingerprint(literals: &[Literal]) -> u64 {
    literals.iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, &literal| {
        (hash.rotate_left(23) ^ literal.slot() as u64).wrapping_mul(0x2545_f491_4f6c_dd1d)
    })
}
