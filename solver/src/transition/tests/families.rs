//! Systems of any size whose answers are known.

use crate::transition::system::{StateVariable, System};
use crate::{TermId, Terms};

/// A system under construction.
pub(super) struct Family {
    pub terms: Terms,
    pub system: System,
    /// The number of steps to something bad, or `None` if the system is safe.
    pub answer: Option<usize>,
}

impl Family {
    fn new() -> Family {
        let system =
            System { state: Vec::new(), cases: Vec::new(), constraint: TermId::TRUE, bad: TermId::FALSE };
        Family { terms: Terms::new(), system, answer: None }
    }

    /// A state variable that stays as it is until it gets a next value.
    fn state(&mut self, name: &str, width: u32, first: Option<u128>) -> TermId {
        let variable = self.terms.variable(width);
        let first = first.map(|first| self.terms.constant(width, first));
        self.system.state.push(StateVariable { variable, first, next: variable, name: name.to_string() });
        variable
    }

    fn set_next(&mut self, variable: TermId, next: TermId) {
        let state = self.system.state.iter_mut().find(|state| state.variable == variable);
        state.expect("it is a state variable").next = next;
    }

    /// Under that condition the variable gets that value, else what was said before.
    fn update(&mut self, condition: TermId, variable: TermId, value: TermId) {
        let state = self.system.state.iter_mut().find(|state| state.variable == variable);
        let state = state.expect("it is a state variable");
        state.next = self.terms.ite(condition, value, state.next);
    }

    fn is(&mut self, variable: TermId, value: u128) -> TermId {
        let value = self.terms.constant(self.terms.width(variable), value);
        self.terms.eq(variable, value)
    }

    fn all(&mut self, conditions: &[TermId]) -> TermId {
        conditions.iter().fold(TermId::TRUE, |all, &condition| self.terms.and(all, condition))
    }

    fn any(&mut self, conditions: &[TermId]) -> TermId {
        conditions.iter().fold(TermId::FALSE, |any, &condition| self.terms.or(any, condition))
    }

    /// At least two of them.
    fn two_of(&mut self, conditions: &[TermId]) -> TermId {
        let (mut one, mut two) = (TermId::FALSE, TermId::FALSE);
        for &condition in conditions {
            let both = self.terms.and(one, condition);
            two = self.terms.or(two, both);
            one = self.terms.or(one, condition);
        }
        two
    }
}

/// Counts up to `limit` when it is told to, then from zero again.
pub(super) fn counter(width: u32, limit: u128, bad: u128) -> Family {
    let mut family = Family::new();
    let count = family.state("count", width, Some(0));
    let enable = family.terms.variable(1);
    let one = family.terms.constant(width, 1);
    let zero = family.terms.constant(width, 0);
    let more = family.terms.add(count, one);
    let is_full = family.is(count, limit);
    let next = family.terms.ite(is_full, zero, more);
    family.update(enable, count, next);
    family.system.bad = family.is(count, bad);
    family.answer = (bad <= limit).then_some(bad as usize);
    family
}

/// Shifts in what it is given; with the guard never two ones in a row. Full of ones is bad.
pub(super) fn shift_register(width: u32, is_guarded: bool) -> Family {
    let mut family = Family::new();
    let register = family.state("register", width, Some(0));
    let given = family.terms.variable(1);
    if is_guarded {
        let last = family.terms.extract(register, 0, 1);
        let both = family.terms.and(last, given);
        family.system.constraint = family.terms.not(both);
    }
    let rest = family.terms.extract(register, 0, width - 1);
    let next = family.terms.concat(rest, given);
    family.set_next(register, next);
    family.system.bad = family.is(register, (1 << width) - 1);
    family.answer = (!is_guarded).then_some(width as usize);
    family
}

/// A token goes around. A faulty station keeps it when it passes it on. Two tokens are bad.
pub(super) fn token_ring(stations: usize, is_faulty: bool) -> Family {
    let mut family = Family::new();
    let first = |station: usize| Some(u128::from(station == 0));
    let has: Vec<TermId> = (0..stations).map(|i| family.state(&format!("has{i}"), 1, first(i))).collect();
    let passes = family.terms.variable(1);
    for station in 0..stations {
        let before = has[(station + stations - 1) % stations];
        let keeps = if is_faulty && station == stations - 1 { has[station] } else { TermId::FALSE };
        let gets = family.terms.or(before, keeps);
        family.update(passes, has[station], gets);
    }
    family.system.bad = family.two_of(&has);
    family.answer = is_faulty.then_some(stations);
    family
}

/// A register with linear feedback. It never gets to zero, but is at a certain value after as many steps as are said.
pub(super) fn feedback_register(width: u32, taps: &[u32], steps: Option<usize>) -> Family {
    let mut family = Family::new();
    let register = family.state("register", width, Some(1));
    let mut feedback = family.terms.extract(register, width - 1, 1);
    for &tap in taps {
        let bit = family.terms.extract(register, tap, 1);
        feedback = family.terms.xor(feedback, bit);
    }
    let rest = family.terms.extract(register, 0, width - 1);
    let next = family.terms.concat(rest, feedback);
    family.set_next(register, next);
    let mut value: u128 = 1;
    for _ in 0..steps.unwrap_or(0) {
        let bit = taps.iter().fold(value >> (width - 1), |bit, &tap| bit ^ value >> tap) & 1;
        value = (value << 1 | bit) & ((1 << width) - 1);
    }
    family.system.bad = family.is(register, if steps.is_some() { value } else { 0 });
    family.answer = steps;
    family
}

/// Opens after the right digits in a row. A broken one waits for a digit that nobody can enter.
pub(super) fn combination_lock(digits: usize, is_broken: bool) -> Family {
    let mut family = Family::new();
    let position = family.state("position", 5, Some(0));
    let entered = family.terms.variable(3);
    let highest = family.terms.constant(3, 6);
    family.system.constraint = family.terms.ule(entered, highest);
    let zero = family.terms.constant(5, 0);
    family.set_next(position, zero);
    for digit in 0..digits {
        let wanted = if is_broken && digit == digits - 1 { 7 } else { (digit as u128 * 5 + 3) % 7 };
        let here = family.is(position, digit as u128);
        let is_right = family.is(entered, wanted);
        let advances = family.all(&[here, is_right]);
        let next = family.terms.constant(5, digit as u128 + 1);
        family.update(advances, position, next);
    }
    family.system.bad = family.is(position, digits as u128);
    family.answer = (!is_broken).then_some(digits);
    family
}

/// Peterson's algorithm for two threads; without the turn it does not exclude anything.
pub(super) fn peterson(has_turn: bool) -> Family {
    let mut family = Family::new();
    let thread = family.terms.variable(1);
    let turn = family.state("turn", 1, None);
    let wants: Vec<TermId> = (0..2).map(|i| family.state(&format!("wants{i}"), 1, Some(0))).collect();
    let at: Vec<TermId> = (0..2).map(|i| family.state(&format!("at{i}"), 2, Some(0))).collect();
    for me in 0..2 {
        let moves = family.is(thread, me as u128);
        family.system.cases.push(moves);
        let here: Vec<TermId> = (0..4).map(|place| family.is(at[me], place)).collect();
        let places: Vec<TermId> = (0..4).map(|place| family.terms.constant(2, place)).collect();
        let other_waits = family.terms.not(wants[1 - me]);
        let my_turn = family.is(turn, me as u128);
        let may_enter = if has_turn { family.any(&[other_waits, my_turn]) } else { my_turn };
        let may_enter = if has_turn { may_enter } else { family.any(&[may_enter, TermId::TRUE]) };
        let announces = family.all(&[moves, here[0]]);
        family.update(announces, wants[me], TermId::TRUE);
        family.update(announces, at[me], places[1]);
        let yields = family.all(&[moves, here[1]]);
        let other = family.terms.constant(1, 1 - me as u128);
        family.update(yields, turn, other);
        family.update(yields, at[me], places[2]);
        let enters = family.all(&[moves, here[2], may_enter]);
        family.update(enters, at[me], places[3]);
        let leaves = family.all(&[moves, here[3]]);
        family.update(leaves, wants[me], TermId::FALSE);
        family.update(leaves, at[me], places[0]);
    }
    let inside: Vec<TermId> = at.iter().map(|&at| family.is(at, 3)).collect();
    family.system.bad = family.two_of(&inside);
    family.answer = (!has_turn).then_some(6);
    family
}

/// Threads that draw a ticket and wait until it is called; tickets are numbers of that width. Drawing in two steps, read
/// and increment, is wrong.
pub(super) fn ticket_lock(threads: usize, width: u32, draws_in_one_step: bool) -> Family {
    let mut family = Family::new();
    let thread_width = threads.next_power_of_two().trailing_zeros().max(1);
    let thread = family.terms.variable(thread_width);
    let next_ticket = family.state("next_ticket", width, Some(0));
    let called = family.state("called", width, Some(0));
    let one = family.terms.constant(width, 1);
    let after_next = family.terms.add(next_ticket, one);
    let after_called = family.terms.add(called, one);
    let mut inside = Vec::new();
    for me in 0..threads {
        let at = family.state(&format!("at{me}"), 2, Some(0));
        let ticket = family.state(&format!("ticket{me}"), width, Some(0));
        let moves = family.is(thread, me as u128);
        family.system.cases.push(moves);
        let here: Vec<TermId> = (0..4).map(|place| family.is(at, place)).collect();
        let places: Vec<TermId> = (0..4).map(|place| family.terms.constant(2, place)).collect();
        let draws = family.all(&[moves, here[0]]);
        family.update(draws, ticket, next_ticket);
        if draws_in_one_step {
            family.update(draws, next_ticket, after_next);
            family.update(draws, at, places[2]);
        } else {
            family.update(draws, at, places[1]);
            let increments = family.all(&[moves, here[1]]);
            let after_mine = family.terms.add(ticket, one);
            family.update(increments, next_ticket, after_mine);
            family.update(increments, at, places[2]);
        }
        let is_called = family.terms.eq(ticket, called);
        let enters = family.all(&[moves, here[2], is_called]);
        family.update(enters, at, places[3]);
        let leaves = family.all(&[moves, here[3]]);
        family.update(leaves, called, after_called);
        family.update(leaves, at, places[0]);
        inside.push(here[3]);
    }
    let last = family.terms.constant(thread_width, threads as u128 - 1);
    family.system.constraint = family.terms.ule(thread, last);
    family.system.bad = family.two_of(&inside);
    // Both read the same ticket, both increment it, both enter.
    family.answer = (!draws_in_one_step).then_some(6);
    family
}

/// Threads that take a lock by test-and-set to increment a counter that they read first and write later.
pub(super) fn locked_counter(threads: usize, width: u32, locks: bool) -> Family {
    let mut family = Family::new();
    let thread_width = threads.next_power_of_two().trailing_zeros().max(1);
    let thread = family.terms.variable(thread_width);
    let lock = family.state("lock", 1, Some(0));
    let count = family.state("count", width, Some(0));
    let one = family.terms.constant(width, 1);
    let mut ended = Vec::new();
    for me in 0..threads {
        let at = family.state(&format!("at{me}"), 3, Some(0));
        let read = family.state(&format!("read{me}"), width, Some(0));
        let moves = family.is(thread, me as u128);
        family.system.cases.push(moves);
        let here: Vec<TermId> = (0..5).map(|place| family.is(at, place)).collect();
        let places: Vec<TermId> = (0..5).map(|place| family.terms.constant(3, place)).collect();
        let is_free = if locks { family.is(lock, 0) } else { TermId::TRUE };
        let takes = family.all(&[moves, here[0], is_free]);
        family.update(takes, lock, TermId::TRUE);
        family.update(takes, at, places[1]);
        let reads = family.all(&[moves, here[1]]);
        family.update(reads, read, count);
        family.update(reads, at, places[2]);
        let writes = family.all(&[moves, here[2]]);
        let more = family.terms.add(read, one);
        family.update(writes, count, more);
        family.update(writes, at, places[3]);
        let releases = family.all(&[moves, here[3]]);
        family.update(releases, lock, TermId::FALSE);
        family.update(releases, at, places[4]);
        ended.push(here[4]);
    }
    let last = family.terms.constant(thread_width, threads as u128 - 1);
    family.system.constraint = family.terms.ule(thread, last);
    let all_ended = family.all(&ended);
    let is_right = family.is(count, threads as u128);
    let is_wrong = family.terms.not(is_right);
    family.system.bad = family.all(&[all_ended, is_wrong]);
    family.answer = (!locks).then_some(4 * threads);
    family
}
