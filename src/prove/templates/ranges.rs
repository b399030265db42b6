//! Numbers, and differences of numbers, that stay within bounds.
//!
//! Numbers that wrap round lie on a circle: a range is an arc of it. The shortest arc that contains what was seen, and those
//! that end at the nearest constants of the program, where random walks have not come to the end.

use super::constants::mask;
use super::{Candidate, Observed, Range, Says, distance, is_within};
use crate::ir::ThreadId;
use crate::prove::variables::Word;
use crate::relation::{Control, Relation};

/// More different values than that have no bounds that are worth trying.
const MOST_VALUES: usize = 1024;
/// Ranges of up to so many values are trusted, and distances if each was seen with so many different values of the number.
/// All others are hardly more than the end of a walk.
const SHORT: u64 = 16;
const OFTEN: u64 = 3;
/// Both ends of a range that is trusted were seen, no more than so many times less often than all in it are on the average.
const SELDOM: u64 = 32;
/// So many constants are tried as ends of a range.
const MOST_ENDS: usize = 2;

pub(super) fn add(relation: &mut Relation, observed: &Observed, found: &mut Vec<Candidate>) {
    let numbers = &observed.variables.numbers;
    for (index, word) in numbers.iter().enumerate() {
        add_ranges(relation, observed, (index, word), None, found);
        // One of the two is always there.
        for (other, base) in numbers.iter().enumerate() {
            let is_new = word.needed_at.is_some() || index < other;
            if base.needed_at.is_none() && is_new && word.width == base.width && index != other {
                add_ranges(relation, observed, (index, word), Some((other, base)), found);
            }
        }
    }
}

/// Ranges of a number, or of its distance from another.
fn add_ranges(
    relation: &mut Relation,
    observed: &Observed,
    (index, word): (usize, &Word),
    base: Option<(usize, &Word)>,
    found: &mut Vec<Candidate>,
) {
    let mask = mask(word.width);
    let values = observed.samples.column(word.index);
    let bases = base.map(|(_, base)| observed.samples.column(base.index));
    let distance_in = |sample: usize| {
        let from = bases.map_or(0, |bases| bases[sample]);
        values[sample].wrapping_sub(from) & mask
    };
    let all: Vec<usize> = (0..observed.samples.count())
        .filter(|&sample| word.is_needed_in(relation, observed.samples, sample))
        .collect();
    let arc = shortest_arc(all.iter().map(|&sample| distance_in(sample)), word.width);
    let is_plausible = |samples: &[usize], (low, length): (u64, u64)| match base {
        None => length < SHORT || observed.constants.contains(word.width, low.wrapping_add(length) & mask),
        Some(_) => length < SHORT && (length + 1) * OFTEN <= different(samples, values),
    };
    let is_trusted = arc.is_some_and(|(low, length)| {
        let often = |end: u64| all.iter().filter(|&&sample| distance_in(sample) == end).count() as u64;
        let least = all.len() as u64 / (SELDOM * (length + 1));
        length < SHORT && often(low) >= least && often(low.wrapping_add(length) & mask) >= least
    });
    let arc = arc.filter(|&arc| is_plausible(&all, arc));
    let value = distance(&mut relation.terms, word, base.map(|(_, base)| base));
    if let Some(arc) = arc {
        for (low, length) in arcs_around(observed, word.width, arc) {
            let is_within = is_within(&mut relation.terms, value, low, length);
            let holds = relation.terms.implies(word.is_needed, is_within);
            let base = base.map(|(base, _)| base);
            let says = Says::Range(Range {
                word: index,
                base,
                place: None,
                width: word.width,
                low,
                length,
                is_trusted,
            });
            found.push(Candidate { holds, says });
        }
    }
    // At places, if it says more there. What is near another number everywhere will be told from that one by few bits, which
    // clauses are learnt about.
    if base.is_some() && arc.is_some() {
        return;
    }
    for thread in (0..relation.thread_count()).map(ThreadId::new) {
        let controls = observed.samples.column(relation.control_index(thread));
        for (control, what) in relation.controls[thread.index()].clone().into_iter().enumerate() {
            if !matches!(what, Control::At(_)) || !word.is_needed_at(thread, control) {
                continue;
            }
            let here: Vec<usize> =
                all.iter().copied().filter(|&sample| controls[sample] as usize == control).collect();
            let Some((low, length)) =
                shortest_arc(here.iter().map(|&sample| distance_in(sample)), word.width)
            else {
                continue;
            };
            let says_nothing = arc.is_some_and(|(_, everywhere)| everywhere <= length);
            if says_nothing || !is_plausible(&here, (low, length)) {
                continue;
            }
            let is_here = relation.is_at(thread, what);
            for (low, length) in arcs_around(observed, word.width, (low, length)) {
                let is_within = is_within(&mut relation.terms, value, low, length);
                let holds = relation.terms.implies(is_here, is_within);
                let (base, place) = (base.map(|(base, _)| base), Some((thread, control)));
                let says = Says::Range(Range {
                    word: index,
                    base,
                    place,
                    width: word.width,
                    low,
                    length,
                    is_trusted: false,
                });
                found.push(Candidate { holds, says });
            }
        }
    }
}

/// How many different values there are.
fn different(samples: &[usize], values: &[u64]) -> u64 {
    let mut seen: Vec<u64> = samples.iter().map(|&sample| values[sample]).collect();
    seen.sort_unstable();
    seen.dedup();
    seen.len() as u64
}

/// The shortest arc of the circle that contains the values: where it begins and how far it goes. `None` if there are too
/// many values, or they are everywhere.
fn shortest_arc(values: impl Iterator<Item = u64>, width: u32) -> Option<(u64, u64)> {
    let mut different = std::collections::BTreeSet::new();
    for value in values {
        different.insert(value);
        if different.len() > MOST_VALUES {
            return None;
        }
    }
    let all: Vec<u64> = different.into_iter().collect();
    let (first, last) = (*all.first()?, *all.last()?);
    let mut widest = (first.wrapping_sub(last) & mask(width), first, last);
    for pair in all.windows(2) {
        if pair[1] - pair[0] > widest.0 && widest.0 != 0 {
            widest = (pair[1] - pair[0], pair[1], pair[0]);
        }
    }
    let (_, low, high) = widest;
    let length = high.wrapping_sub(low) & mask(width);
    (length <= mask(width) / 2).then_some((low, length))
}

/// The arc, and those that go on to the nearest constants.
fn arcs_around(observed: &Observed, width: u32, (low, length): (u64, u64)) -> Vec<(u64, u64)> {
    let mask = mask(width);
    let high = low.wrapping_add(length) & mask;
    let (above, _) = observed.constants.from(width, high);
    let (_, below) = observed.constants.from(width, low);
    let highs: Vec<u64> = std::iter::once(high).chain(above.take(MOST_ENDS)).collect();
    let lows: Vec<u64> = std::iter::once(low).chain(below.take(MOST_ENDS)).collect();
    let mut arcs = Vec::new();
    for &low in &lows {
        for &high in &highs {
            let wider = high.wrapping_sub(low) & mask;
            if wider >= length && wider <= mask / 2 && !arcs.contains(&(low, wider)) {
                arcs.push((low, wider));
            }
        }
    }
    arcs
}
