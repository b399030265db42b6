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

use rustc_hash::FxHashMap;

const UNASSIGNED: i8 = 0;
const TRUE: i8 = 1;
const FALSE: i8 = -1;

#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    /// Some other literal of the clause. While it is true there is no need to look at the clause.
    other: i32,
}

pub(super) struct Checker {
    /// The first two literals are watched. Deleted clauses are `None`; their watches go when they are met.
    clauses: Vec<Option<Box<[i32]>>>,
    /// Some assignment that stays comes from the clause.
    is_reason: Vec<bool>,
    /// For each literal, the clauses that have to be looked at when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// The value of each literal.
    values: Vec<i8>,
    /// The literals that are true, in the order in which they became so.
    trail: Vec<i32>,
    /// How many of them have been propagated.
    propagated: usize,
    /// Clauses by their literals, for deletion.
    places: FxHashMap<u64, Vec<u32>>,
    refuted: bool,
}

impl Checker {
    /// For clauses over the variables up to `largest`.
    pub fn new(largest: u32) -> Checker {
        let literals = 2 * (largest as usize + 1);
        Checker {
            clauses: Vec::new(),
            is_reason: Vec::new(),
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
        if literals.iter().any(|literal| literals.binary_search(&-literal).is_ok()) {
            return;
        }
        let place = u32::try_from(self.clauses.len()).expect("fewer than 2^32 clauses");
        self.places.entry(fingerprint(&literals)).or_default().push(place);
        // Literals that are not false come first; those that are will stay so.
        literals.sort_by_key(|&literal| self.value(literal) == FALSE);
        let open = literals.iter().filter(|&&literal| self.value(literal) != FALSE).count();
        let first = literals.first().copied();
        if let [first, second, ..] = literals[..]
            && open >= 2
        {
            self.watches[slot(first)].push(Watch { clause: place, other: second });
            self.watches[slot(second)].push(Watch { clause: place, other: first });
        }
        self.clauses.push(Some(literals.into_boxed_slice()));
        self.is_reason.push(false);
        self.refuted |= open == 0;
        if let Some(literal) = first
            && open == 1
            && self.value(literal) == UNASSIGNED
        {
            self.assign(literal);
            self.is_reason[place as usize] = true;
            self.refuted |= self.propagate(true);
        }
    }

    /// Forgets one clause with these literals, if there is one that no assignment rests on.
    pub fn delete(&mut self, clause: &[i32]) {
        let literals = normal_form(clause);
        let Some(places) = self.places.get_mut(&fingerprint(&literals)) else { return };
        let found = places.iter().position(|&place| {
            let known = self.clauses[place as usize].as_deref().expect("deleted clauses have no place");
            !self.is_reason[place as usize] && normal_form(known) == literals
        });
        if let Some(found) = found {
            let place = places.swap_remove(found);
            self.clauses[place as usize] = None;
        }
    }

    /// Whether denying every literal of the clause runs into a conflict by propagation.
    pub fn follows(&mut self, clause: &[i32]) -> bool {
        let before = self.trail.len();
        let found = self.refuted || self.deny(clause);
        self.take_back(before);
        found
    }

    /// Whether the clause can be added without losing the last model, because every resolvent with it on its
    /// first literal follows.
    pub fn is_harmless(&mut self, clause: &[i32]) -> bool {
        let Some(&pivot) = clause.first() else { return false };
        let before = self.trail.len();
        if self.deny(clause) {
            self.take_back(before);
            return true;
        }
        let denied = self.trail.len();
        let mut harmless = true;
        for place in 0..self.clauses.len() {
            let Some(candidate) = self.clauses[place].as_deref() else { continue };
            if !candidate.contains(&-pivot) {
                continue;
            }
            let rest: Vec<i32> = candidate.iter().copied().filter(|&literal| literal != -pivot).collect();
            harmless = self.deny(&rest);
            self.take_back(denied);
            if !harmless {
                break;
            }
        }
        self.take_back(before);
        harmless
    }

    /// Makes the literals false on top of what is assigned; tells whether that is impossible.
    fn deny(&mut self, clause: &[i32]) -> bool {
        for &literal in clause {
            match self.value(literal) {
                TRUE => return true,
                UNASSIGNED => self.assign(-literal),
                _ => {}
            }
        }
        self.propagate(false)
    }

    /// Unassigns everything after the first `count` literals. Those before have been propagated.
    fn take_back(&mut self, count: usize) {
        for literal in self.trail.drain(count..) {
            self.values[slot(literal)] = UNASSIGNED;
            self.values[slot(-literal)] = UNASSIGNED;
        }
        self.propagated = self.propagated.min(count);
    }

    fn value(&self, literal: i32) -> i8 {
        self.values[slot(literal)]
    }

    fn assign(&mut self, literal: i32) {
        self.values[slot(literal)] = TRUE;
        self.values[slot(-literal)] = FALSE;
        self.trail.push(literal);
    }

    /// Assigns what the clauses force; tells whether that ends in a conflict.
    fn propagate(&mut self, for_good: bool) -> bool {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = -literal;
            let mut watches = std::mem::take(&mut self.watches[slot(falsified)]);
            let mut conflict = false;
            watches.retain_mut(|watch| conflict || self.visit(watch, falsified, for_good, &mut conflict));
            self.watches[slot(falsified)] = watches;
            if conflict {
                return true;
            }
        }
        false
    }

    /// Looks at a clause one of whose watched literals has become false. Tells whether it is still watched there.
    fn visit(&mut self, watch: &mut Watch, falsified: i32, for_good: bool, conflict: &mut bool) -> bool {
        if self.values[slot(watch.other)] == TRUE {
            return true;
        }
        let Some(clause) = self.clauses[watch.clause as usize].as_deref_mut() else {
            return false;
        };
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let first = clause[0];
        watch.other = first;
        if self.values[slot(first)] == TRUE {
            return true;
        }
        if let Some(offset) = clause[2..].iter().position(|&literal| self.values[slot(literal)] != FALSE) {
            clause.swap(1, offset + 2);
            self.watches[slot(clause[1])].push(*watch);
            return false;
        }
        if self.values[slot(first)] == FALSE {
            *conflict = true;
        } else {
            self.is_reason[watch.clause as usize] |= for_good;
            self.assign(first);
        }
        true
    }
}

/// The place of a literal in a table of literals.
fn slot(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

/// Sorted and without repetitions. Both a literal and its opposite may be there.
fn normal_form(clause: &[i32]) -> Vec<i32> {
    let mut literals = clause.to_vec();
    literals.sort_unstable();
    literals.dedup();
    literals
}

/// A hash of a clause in its normal form.
fn fingerprint(literals: &[i32]) -> u64 {
    literals.iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, &literal| {
        (hash.rotate_left(23) ^ u64::from(literal as u32)).wrapping_mul(0x2545_f491_4f6c_dd1d)
    })
}
