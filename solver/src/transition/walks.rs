//! Random runs, 64 at a time: states that are surely possible, for those who guess what all states have in common.
//!
//! Every latch and gate is a word of 64 bits, one for each run. A step whose constraint does not hold is not made. Each
//! run begins again now and then: half of them soon, so that first steps are seen in all orders, the others late.
//! Inputs are random; those that are words are small in half of the steps, as numbers in programs mostly are. In every other
//! run they mostly stay what they are: then one part of a system goes far while the others rest.

use bitvec::prelude::*;
use rustc_hash::FxHashSet;

use super::circuit::{Circuit, LatchId};
use crate::aig::AigLit;
use crate::stop::Stop;

/// So many runs begin again often: one step in 2^6 of them is their last, and one in 2^10 of the others.
const SHORT_RUNS: u64 = u64::MAX >> 32;
const SHORT: u32 = 6;
const LONG: u32 = 10;
/// Inputs of these runs change in one step of 2^4.
const STEADY_RUNS: u64 = 0x5555_5555_5555_5555;
const STEADY: u32 = 4;
/// Bits of inputs from this one on are zero in half of the steps.
const SMALL_BITS: u32 = 2;
/// The stop is asked for after so many steps.
const STEPS_BETWEEN_QUESTIONS: usize = 16;

/// How many states to collect, in how many steps.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub steps: usize,
    pub states: usize,
}

/// Different states, each of which some run comes to; by state, the values of all latches.
pub struct Walks {
    pub states: Vec<BitVec<u64, Lsb0>>,
    /// One of the runs came to something bad.
    pub is_bad: bool,
}

impl Circuit {
    /// Walks at random from the first states, until the extent is reached or the stop is requested.
    pub fn walks(&self, seed: u64, extent: Extent, stop: &Stop) -> Walks {
        let mut random = Random(seed.wrapping_mul(2) | 1);
        let mut first: Vec<u64> = Vec::with_capacity(self.latches.len());
        let begin = |random: &mut Random, first: &mut Vec<u64>| {
            first.clear();
            let value = |latch: &super::circuit::Latch| latch.first.map(|one| if one { u64::MAX } else { 0 });
            first.extend(self.latches.iter().map(|latch| value(latch).unwrap_or_else(|| random.next())));
        };
        begin(&mut random, &mut first);
        let mut state = first.clone();
        let mut nodes = vec![0_u64; self.graph.node_count()];
        let mut walks = Walks { states: Vec::new(), is_bad: false };
        let mut seen: FxHashSet<BitVec<u64, Lsb0>> = FxHashSet::default();
        for step in 0..extent.steps {
            if step % STEPS_BETWEEN_QUESTIONS == 0 && stop.requested().is_some() {
                break;
            }
            for run in 0..64 {
                let bits: BitVec<u64, Lsb0> = state.iter().map(|word| word >> run & 1 == 1).collect();
                if !seen.contains(&bits) {
                    seen.insert(bits.clone());
                    walks.states.push(bits);
                }
            }
            if walks.states.len() >= extent.states {
                break;
            }
            for (latch, &value) in self.latches.iter().zip(&state) {
                nodes[latch.edge.node()] = value;
            }
            let small = random.next();
            let stays = STEADY_RUNS & !random.rare(STEADY);
            for (index, input) in self.inputs.iter().enumerate() {
                let is_low = self.input_origins.get(index).is_none_or(|&(_, bit)| bit < SMALL_BITS);
                let fresh = random.next() & if is_low { u64::MAX } else { small };
                let input = &mut nodes[input.edge.node()];
                *input = *input & stays | fresh & !stays;
            }
            let value = |nodes: &[u64], edge: AigLit| match edge.is_inverted() {
                true => !nodes[edge.node()],
                false => nodes[edge.node()],
            };
            for node in 0..self.graph.node_count() {
                if let Some([a, b]) = self.graph.gate(node) {
                    nodes[node] = value(&nodes, a) & value(&nodes, b);
                }
            }
            let all = self.constraints.iter().map(|constraint| value(&nodes, constraint.edge));
            let is_allowed = all.fold(u64::MAX, |all, one| all & one);
            walks.is_bad |= self.bads.iter().any(|bad| value(&nodes, bad.edge) & is_allowed != 0);
            let ends = random.rare(SHORT) & SHORT_RUNS | random.rare(LONG) & !SHORT_RUNS;
            begin(&mut random, &mut first);
            for ((latch, value_now), first) in self.latches.iter().zip(&mut state).zip(&first) {
                let next = value(&nodes, latch.next) & is_allowed | *value_now & !is_allowed;
                *value_now = *first & ends | next & !ends;
            }
        }
        walks
    }
}

impl Walks {
    /// The value of a latch in a state.
    pub fn value(&self, state: usize, latch: LatchId) -> bool {
        self.states[state][latch.index()]
    }
}

/// Splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    /// Each bit is set once in 2^`exponent` times.
    fn rare(&mut self, exponent: u32) -> u64 {
        (0..exponent).fold(u64::MAX, |all, _| all & self.next())
    }
}
