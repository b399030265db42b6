//! Clauses with the lists of where each literal occurs, and what can be done to them one at a time.

use std::collections::VecDeque;

use crate::stop::StopWatch;

/// How many clauses are handled between two looks at the stop.
const CLAUSES_PER_LOOK: usize = 200;

/// A literal as an index: the variable doubled, and one more if it is negative.
pub(super) type Lit = u32;

pub(super) fn code(literal: i32) -> Lit {
    literal.unsigned_abs() << 1 | u32::from(literal < 0)
}

pub(super) fn decode(literal: Lit) -> i32 {
    let variable = (literal >> 1) as i32;
    if literal & 1 == 1 { -variable } else { variable }
}

struct Clause {
    literals: Vec<Lit>,
    /// A bit for each literal; a clause can only subsume those that have all its bits.
    signature: u64,
    alive: bool,
    /// It waits in the queue.
    queued: bool,
}

/// What one clause is to another one.
enum Relation {
    None,
    Subsumes,
    /// It would, were this literal of the other one inverted: the other one can do without it.
    Strengthens(Lit),
}

pub(super) struct Clauses {
    clauses: Vec<Clause>,
    /// By literal: the clauses it occurs in. May name clauses that have lost it or died.
    occurrences: Vec<Vec<u32>>,
    /// By literal: in how many living clauses it occurs.
    counts: Vec<u32>,
    /// Clauses that may subsume others.
    queue: VecDeque<u32>,
    /// Variables whose clauses became fewer.
    pub touched: Vec<u32>,
    /// By literal, marked while a clause is compared.
    marks: Vec<bool>,
    /// The empty clause was derived.
    pub contradiction: bool,
    /// Literals looked at so far.
    pub effort: u64,
}

impl Clauses {
    /// Clauses, each ended by 0, over variables below `variables`; `None` if the stop came first.
    pub fn new(literals: &[i32], variables: usize, watch: &mut StopWatch) -> Option<Clauses> {
        let mut result = Clauses {
            clauses: Vec::new(),
            occurrences: vec![Vec::new(); 2 * variables],
            counts: vec![0; 2 * variables],
            queue: VecDeque::new(),
            touched: Vec::new(),
            marks: vec![false; 2 * variables],
            contradiction: false,
            effort: 0,
        };
        for clause in literals.split(|&literal| literal == 0).take(count_of_clauses(literals)) {
            if result.clauses.len().is_multiple_of(CLAUSES_PER_LOOK) && watch.requested().is_some() {
                return None;
            }
            result.add(clause.iter().map(|&literal| code(literal)).collect());
        }
        Some(result)
    }

    /// Adds a clause unless it is always true.
    pub fn add(&mut self, mut literals: Vec<Lit>) {
        literals.sort_unstable();
        literals.dedup();
        if literals.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
            return;
        }
        self.contradiction |= literals.is_empty();
        let index = self.clauses.len() as u32;
        for &literal in &literals {
            self.occurrences[literal as usize].push(index);
            self.counts[literal as usize] += 1;
        }
        self.effort += literals.len() as u64;
        let signature = signature(&literals);
        self.clauses.push(Clause { literals, signature, alive: true, queued: true });
        self.queue.push_back(index);
    }

    pub fn count(&self, literal: Lit) -> u32 {
        self.counts[literal as usize]
    }

    /// The living clauses with a literal.
    pub fn with(&mut self, literal: Lit) -> Vec<u32> {
        let mut list = std::mem::take(&mut self.occurrences[literal as usize]);
        list.retain(|&index| {
            let clause = &self.clauses[index as usize];
            clause.alive && clause.literals.binary_search(&literal).is_ok()
        });
        self.effort += list.len() as u64;
        self.occurrences[literal as usize] = list.clone();
        list
    }

    pub fn literals(&self, clause: u32) -> &[Lit] {
        &self.clauses[clause as usize].literals
    }

    pub fn remove(&mut self, clause: u32) {
        let clause = &mut self.clauses[clause as usize];
        clause.alive = false;
        for &literal in &clause.literals {
            self.counts[literal as usize] -= 1;
            self.touched.push(literal >> 1);
        }
    }

    /// The resolvent on the variable of `literal`, which is in the first clause and inverted in the second one;
    /// `None` if it is always true.
    pub fn resolvent(&mut self, first: u32, second: u32, literal: Lit) -> Option<Vec<Lit>> {
        let (first, second) =
            (&self.clauses[first as usize].literals, &self.clauses[second as usize].literals);
        self.effort += (first.len() + second.len()) as u64;
        let mut result = Vec::with_capacity(first.len() + second.len() - 2);
        let (mut i, mut j) = (0, 0);
        while i < first.len() || j < second.len() {
            let from_first = first.get(i).copied().unwrap_or(Lit::MAX);
            let from_second = second.get(j).copied().unwrap_or(Lit::MAX);
            let next = from_first.min(from_second);
            i += usize::from(from_first == next);
            j += usize::from(from_second == next);
            if next >> 1 == literal >> 1 {
                continue;
            }
            if result.last().is_some_and(|&last: &Lit| last ^ 1 == next) {
                return None;
            }
            result.push(next);
        }
        Some(result)
    }

    /// Lets every clause of the queue subsume and strengthen others, until `effort` is used up or the stop comes.
    pub fn subsume(&mut self, most_effort: u64, watch: &mut StopWatch) {
        while let Some(index) = self.queue.pop_front() {
            self.clauses[index as usize].queued = false;
            if self.effort > most_effort {
                continue;
            }
            if (index as usize).is_multiple_of(CLAUSES_PER_LOOK) && watch.requested().is_some() {
                return;
            }
            if self.clauses[index as usize].alive {
                self.subsume_by(index);
            }
        }
    }

    fn subsume_by(&mut self, index: u32) {
        let literals = self.clauses[index as usize].literals.clone();
        let count = |literal: &&Lit| self.counts[**literal as usize] + self.counts[(**literal ^ 1) as usize];
        let Some(&rarest) = literals.iter().min_by_key(count) else { return };
        literals.iter().for_each(|&literal| self.marks[literal as usize] = true);
        for list in [rarest, rarest ^ 1] {
            for other in self.with(list) {
                if other == index {
                    continue;
                }
                match self.relation(index, other) {
                    Relation::None => {}
                    Relation::Subsumes => self.remove(other),
                    Relation::Strengthens(literal) => self.strengthen(other, literal),
                }
            }
        }
        literals.iter().for_each(|&literal| self.marks[literal as usize] = false);
    }

    /// How a clause whose literals are marked stands to another one.
    fn relation(&mut self, index: u32, other: u32) -> Relation {
        let (clause, other) = (&self.clauses[index as usize], &self.clauses[other as usize]);
        if clause.literals.len() > other.literals.len() || clause.signature & !other.signature != 0 {
            return Relation::None;
        }
        self.effort += other.literals.len() as u64;
        let (mut shared, mut inverted, mut last) = (0, 0, 0);
        for &literal in &other.literals {
            shared += usize::from(self.marks[literal as usize]);
            if self.marks[(literal ^ 1) as usize] {
                inverted += 1;
                last = literal;
            }
        }
        match (shared, inverted) {
            (shared, 0) if shared == clause.literals.len() => Relation::Subsumes,
            (shared, 1) if shared + 1 == clause.literals.len() => Relation::Strengthens(last),
            _ => Relation::None,
        }
    }

    fn strengthen(&mut self, index: u32, literal: Lit) {
        let clause = &mut self.clauses[index as usize];
        clause.literals.retain(|&other| other != literal);
        clause.signature = signature(&clause.literals);
        self.contradiction |= clause.literals.is_empty();
        self.counts[literal as usize] -= 1;
        self.touched.push(literal >> 1);
        if !clause.queued {
            clause.queued = true;
            self.queue.push_back(index);
        }
    }

    /// What is left, each clause ended by 0.
    pub fn into_literals(self) -> Vec<i32> {
        let alive = self.clauses.iter().filter(|clause| clause.alive);
        alive.flat_map(|clause| clause.literals.iter().map(|&literal| decode(literal)).chain([0])).collect()
    }
}

fn count_of_clauses(literals: &[i32]) -> usize {
    literals.iter().filter(|&&literal| literal == 0).count()
}

/// By variable, so that it also serves strengthening.
fn signature(literals: &[Lit]) -> u64 {
    literals.iter().fold(0, |bits, &literal| bits | 1 << ((literal >> 1).wrapping_mul(0x9e37_79b1) >> 26))
}
