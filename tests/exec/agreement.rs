//! The explorer against the replay of every schedule, one by one.
//!
//! The explorer skips states it has seen, takes private steps together and bounds rounds by dominance. Here all
//! schedules of small random programs are replayed from the start, without any of this, and the two must agree
//! on what can be violated and in how many rounds.

use std::collections::BTreeMap;

use bmc_conc::exec::{Divergence, ExploreLimits, explore, replay};
use bmc_conc::ir::*;
use bmc_conc::script::{Choice, Script, ScriptContext};

use crate::builder::*;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) % bound
    }
}

/// Something small on the shared variables; gives the number of its steps.
fn statement(f: &mut Body<'_>, random: &mut Random, shared: [Operand; 2], properties: &[PropertyId]) -> u64 {
    let (from, to) = (shared[random.below(2) as usize], shared[random.below(2) as usize]);
    let number = int(random.below(3) as i32);
    match random.below(6) {
        0 => {
            f.store(to, number, INT);
            1
        }
        1 | 2 => {
            let value = f.load(from, INT);
            let sum = f.binary(BinaryOp::Add, value, int(1));
            f.store(to, sum, INT);
            2
        }
        3 => {
            let value = f.load(from, INT);
            let condition = f.binary(BinaryOp::Eq, value, number);
            f.op(Op::Assume { condition });
            1
        }
        _ => {
            let value = f.load(from, INT);
            let condition = f.binary(BinaryOp::Ne, value, number);
            f.assert(condition, properties[random.below(properties.len() as u64) as usize]);
            1
        }
    }
}

fn random_program(random: &mut Random) -> Program {
    let mut builder = Builder::new("test.c", "one\n", "");
    let shared = [builder.int("x", 1), builder.int("y", 1)];
    let properties = ["p", "q", "r", "s"].map(|name| builder.property(PropertyKind::Assertion, name, 1));
    let functions = ["first", "second", "main"].map(|name| builder.function(name, 1));
    for function in functions {
        let is_main = function == functions[2];
        builder.body(function, |f| {
            if is_main {
                f.create(functions[0]);
                f.create(functions[1]);
            }
            let mut steps = 0;
            while steps < if is_main { 1 } else { 3 } {
                let atomic = random.below(4) == 0;
                if atomic {
                    f.op(Op::AtomicBegin);
                    steps += statement(f, random, shared, &properties);
                }
                steps += statement(f, random, shared, &properties);
                if atomic {
                    f.op(Op::AtomicEnd);
                }
            }
            if is_main && random.below(3) == 0 {
                f.join(constant(2, HANDLE));
                statement(f, random, shared, &properties);
            }
            f.terminate(Terminator::ExitThread(null()));
        });
    }
    builder.finish(functions[2])
}

/// Replays every schedule; the least number of rounds for every property.
fn all_schedules(program: &Program) -> BTreeMap<String, u32> {
    let mut found = BTreeMap::new();
    let choices = vec![vec![Choice::Thread(ThreadId(1)), Choice::Thread(ThreadId(2))]];
    let mut prefixes: Vec<Vec<ScriptContext>> = vec![Vec::new()];
    while let Some(prefix) = prefixes.pop() {
        for thread in (0..3).map(ThreadId) {
            let round = prefix.last().map_or(1, |last| last.round + u32::from(thread < last.thread));
            let mut contexts = prefix.clone();
            contexts.push(ScriptContext { thread, round, steps: 1 });
            let script = Script { contexts, choices: choices.clone(), goal: None, ..Script::default() };
            match replay(program, &script) {
                Ok(trace) => {
                    let least = found.entry(trace.violation.property).or_insert(round);
                    *least = round.min(*least);
                }
                Err(error) if matches!(error.divergence, Divergence::NoViolation) => {
                    prefixes.push(script.contexts)
                }
                Err(_) => {}
            }
        }
    }
    found
}

#[test]
fn the_explorer_finds_what_all_schedules_find_and_in_as_few_rounds() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut by_rounds: BTreeMap<u32, u32> = BTreeMap::new();
    for case in 0..40 {
        let program = random_program(&mut random);
        let explored = explore(&program, &ExploreLimits::default());
        assert!(!explored.truncated && explored.faults.is_empty());
        let mut found = BTreeMap::new();
        for (property, witness) in &explored.violations {
            let name = program.property(*property).name.clone();
            let trace =
                replay(&program, &witness.script).unwrap_or_else(|error| panic!("case {case}: {error}"));
            assert_eq!(trace.violation.property, name, "case {case}");
            *by_rounds.entry(witness.rounds).or_default() += 1;
            found.insert(name, witness.rounds);
        }
        assert_eq!(found, all_schedules(&program), "case {case}");
    }
    let seen: Vec<u32> = by_rounds.keys().copied().collect();
    assert!(seen.starts_with(&[1, 2, 3]), "the programs are rich enough to tell rounds apart: {by_rounds:?}");
}

#[test]
fn no_script_makes_the_replay_panic() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..3000 {
        let program = random_program(&mut random);
        let context = |random: &mut Random| ScriptContext {
            thread: ThreadId(random.below(4) as u32),
            round: random.below(5) as u32,
            steps: random.below(4),
        };
        let choice = |random: &mut Random| match random.below(8) {
            0 => Choice::Value(u128::from(random.below(1000))),
            1 => Choice::Object { object: ObjectId(random.below(12) as u32), contents: vec![1; 3] },
            number => Choice::Thread(ThreadId((number % 4) as u32)),
        };
        let script = Script {
            contexts: (0..random.below(9)).map(|_| context(&mut random)).collect(),
            choices: (0..3).map(|_| (0..4).map(|_| choice(&mut random)).collect()).collect(),
            goal: (random.below(2) == 0).then_some(PropertyId(0)),
            ..Script::default()
        };
        let end = match replay(&program, &script) {
            Ok(_) => "violation",
            Err(error) => {
                assert!(error.to_string().starts_with("replay diverges"));
                match error.divergence {
                    Divergence::Fault(_) => "fault",
                    Divergence::Blocked(_) => "blocked",
                    Divergence::Killed => "killed",
                    Divergence::Ended => "ended",
                    Divergence::OtherViolation { .. } => "other violation",
                    Divergence::Unasked(_) => "unasked",
                    Divergence::NoViolation => "no violation",
                    Divergence::EndlessLoop => "endless loop",
                }
            }
        };
        *ends.entry(end.to_string()).or_default() += 1;
    }
    for end in ["violation", "fault", "blocked", "killed", "other violation", "no violation"] {
        assert!(ends.contains_key(end), "{end} never happens: {ends:?}");
    }
}
