//! What has been learnt: sets of states that cannot be reached in so many steps.
//!
//! Frame `i` over-approximates the states after at most `i` steps by clauses. A clause of one frame holds in all before
//! it, so it is kept once, at the last frame where it is known to hold. Clauses that hold together with each other
//! after any number of steps are kept apart: they are part of every frame. Internally a clause is the cube of states
//! that it excludes.

use crate::transition::circuit::LatchLiteral;

/// States in which all of these hold; sorted, each latch at most once.
pub(super) type Cube = Vec<LatchLiteral>;

/// The level of what holds after any number of steps.
pub(super) const FOREVER: usize = usize::MAX;

#[derive(Clone)]
struct Excluded {
    cube: Cube,
    /// A bit for each literal by number, so that most comparisons end at once.
    signature: u64,
}

#[derive(Default)]
pub(super) struct Frames {
    levels: Vec<Vec<Excluded>>,
    forever: Vec<Excluded>,
}

impl Frames {
    /// The last frame.
    pub fn last(&self) -> usize {
        self.levels.len() - 1
    }

    /// Whether there are any.
    pub fn is_started(&self) -> bool {
        !self.levels.is_empty()
    }

    pub fn extend(&mut self) {
        self.levels.push(Vec::new());
    }

    /// The cubes that are excluded at this frame and not known to be at the next.
    pub fn at(&self, level: usize) -> impl Iterator<Item = &Cube> {
        let excluded = if level == FOREVER { &self.forever } else { &self.levels[level] };
        excluded.iter().map(|excluded| &excluded.cube)
    }

    pub fn is_empty_at(&self, level: usize) -> bool {
        self.levels[level].is_empty()
    }

    pub fn contains(&self, cube: &Cube, level: usize) -> bool {
        let signature = signature(cube);
        let excluded = if level == FOREVER { &self.forever } else { &self.levels[level] };
        excluded.iter().any(|known| known.signature == signature && known.cube == *cube)
    }

    /// The last frame at which the whole cube is excluded by one clause, if there is one from `level` on.
    pub fn excluded_until(&self, cube: &[LatchLiteral], level: usize) -> Option<usize> {
        let signature = signature(cube);
        let excludes = |known: &Excluded| known.signature & !signature == 0 && is_subset(&known.cube, cube);
        if self.forever.iter().any(excludes) {
            return Some(FOREVER);
        }
        (level..self.levels.len()).rev().find(|&level| self.levels[level].iter().any(excludes))
    }

    /// Excludes the cube up to that frame, and forgets what that makes superfluous.
    pub fn exclude(&mut self, cube: Cube, level: usize) {
        debug_assert!(cube.is_sorted(), "{cube:?} is not sorted");
        let signature = signature(&cube);
        let is_new = |known: &Excluded| signature & !known.signature != 0 || !is_subset(&cube, &known.cube);
        let weaker = self.levels.len().min(level.saturating_add(1));
        for excluded in &mut self.levels[..weaker] {
            excluded.retain(is_new);
        }
        if level == FOREVER {
            self.forever.retain(is_new);
            self.forever.push(Excluded { cube, signature });
        } else {
            self.levels[level].push(Excluded { cube, signature });
        }
    }

    pub fn count(&self) -> usize {
        self.levels.iter().map(Vec::len).sum::<usize>() + self.forever.len()
    }
}

fn signature(cube: &[LatchLiteral]) -> u64 {
    cube.iter().fold(0, |bits, literal| {
        let number = literal.latch().index() * 2 + usize::from(literal.value());
        bits | 1 << (number.wrapping_mul(0x9e37_79b9) >> 8 & 63)
    })
}

/// Both sorted.
fn is_subset(small: &[LatchLiteral], large: &[LatchLiteral]) -> bool {
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|literal| rest.any(|other| other == literal))
}
