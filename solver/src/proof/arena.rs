//! Where the checker keeps clauses: one behind the other, each with a word in front.
//!
//! The word holds the number of literals and what is to be known about the clause. Deleted clauses stay where they
//! are until they are most of what there is; then the others are moved together.

/// Twice the variable, plus one if it is negated: a place in a table of literals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Literal(u32);

impl Literal {
    pub fn slot(self) -> usize {
        self.0 as usize
    }

    pub fn negated(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

impl From<i32> for Literal {
    fn from(literal: i32) -> Literal {
        Literal(2 * literal.unsigned_abs() + u32::from(literal < 0))
    }
}

/// The place of the word in front of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClauseRef(u32);

const DELETED: u32 = 1;
const REASON: u32 = 2;
const PAIR: u32 = 4;
const FLAG_BITS: u32 = 3;

/// Less garbage than this is not worth moving anything for.
const LITTLE: usize = 1 << 16;

#[derive(Default)]
pub(super) struct Arena {
    /// Words in front and literals.
    words: Vec<Literal>,
    /// How many of them belong to deleted clauses.
    garbage: usize,
}

impl Arena {
    /// Puts a clause, which must not be empty, behind all others.
    pub fn add(&mut self, literals: &[Literal]) -> ClauseRef {
        let place = u32::try_from(self.words.len()).expect("fewer than 2^32 literals at a time");
        let count = u32::try_from(literals.len()).expect("a clause is not longer than all clauses");
        assert!(count > 0, "the empty clause needs no place");
        self.words.push(Literal(count << FLAG_BITS));
        self.words.extend_from_slice(literals);
        ClauseRef(place)
    }

    /// Also of a deleted clause, until garbage is collected.
    pub fn literals(&self, clause: ClauseRef) -> &[Literal] {
        let start = clause.0 as usize + 1;
        &self.words[start..start + self.length(clause)]
    }

    pub fn literals_mut(&mut self, clause: ClauseRef) -> &mut [Literal] {
        let start = clause.0 as usize + 1;
        let end = start + self.length(clause);
        &mut self.words[start..end]
    }

    pub fn is_deleted(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize].0 & DELETED != 0
    }

    pub fn delete(&mut self, clause: ClauseRef) {
        self.words[clause.0 as usize].0 |= DELETED;
        self.garbage += 1 + self.length(clause);
    }

    /// Some assignment that stays comes from the clause.
    pub fn is_reason(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize].0 & REASON != 0
    }

    pub fn set_reason(&mut self, clause: ClauseRef) {
        self.words[clause.0 as usize].0 |= REASON;
    }

    /// Only its first two literals are still open; they stay in front.
    pub fn is_pair(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize].0 & PAIR != 0
    }

    pub fn set_pair(&mut self, clause: ClauseRef) {
        self.words[clause.0 as usize].0 |= PAIR;
    }

    /// The first clause, deleted or not.
    pub fn first(&self) -> Option<ClauseRef> {
        (!self.words.is_empty()).then_some(ClauseRef(0))
    }

    /// The clause behind another one.
    pub fn after(&self, clause: ClauseRef) -> Option<ClauseRef> {
        let next = clause.0 as usize + 1 + self.length(clause);
        (next < self.words.len()).then_some(ClauseRef(next as u32))
    }

    pub fn is_mostly_garbage(&self) -> bool {
        self.garbage > LITTLE && self.garbage > self.words.len() / 2
    }

    /// Drops deleted clauses. All places change.
    pub fn collect_garbage(&mut self) -> Moves {
        let mut kept = Vec::with_capacity(self.words.len() - self.garbage);
        let mut next = self.first();
        while let Some(clause) = next {
            next = self.after(clause);
            if !self.is_deleted(clause) {
                let start = clause.0 as usize;
                let place = Literal(kept.len() as u32);
                kept.extend_from_slice(&self.words[start..=start + self.length(clause)]);
                // Where the first literal was, the new place is left for those who ask.
                self.words[start + 1] = place;
            }
        }
        self.garbage = 0;
        Moves { before: std::mem::replace(&mut self.words, kept) }
    }

    fn length(&self, clause: ClauseRef) -> usize {
        (self.words[clause.0 as usize].0 >> FLAG_BITS) as usize
    }
}

/// Where clauses went.
pub(super) struct Moves {
    before: Vec<Literal>,
}

impl Moves {
    /// The new place, unless the clause was deleted.
    pub fn of(&self, clause: ClauseRef) -> Option<ClauseRef> {
        let start = clause.0 as usize;
        (self.before[start].0 & DELETED == 0).then(|| ClauseRef(self.before[start + 1].0))
    }
}
