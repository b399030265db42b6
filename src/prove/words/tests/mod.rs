//! What is said of conjuncts that are made by hand.

use bmc_solver::{Stop, TermId};

use super::tell;
use crate::ir::{Program, ThreadId};
use crate::load::{LoadOptions, load};
use crate::relation::{Control, Part, Relation, assemble, find_steps};
use crate::source::Input;

const PROGRAM: &str = "#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, other;
static struct { int *at; unsigned size; } queue[2];
static void *worker(void *unused) {
    while (1) {
        pthread_mutex_lock(&lock);
        count++;
        other--;
        queue[1].at = &count;
        queue[1].size = 7;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        count = 0;
        pthread_mutex_unlock(&lock);
    }
}
int main(void) {
    pthread_t thread, second;
    pthread_create(&thread, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    return 0;
}
";

struct Setting {
    program: Program,
    relation: Relation,
}

fn setting() -> Setting {
    let input = Input::Text { name: "a.c".to_string(), text: PROGRAM.to_string() };
    let loaded = load([input], &LoadOptions::default());
    let program = loaded.unwrap_or_else(|error| panic!("{:?}", error.diagnostics)).program;
    let steps = find_steps(&program, &|_| true, 9, &Stop::new()).expect("everything is followed");
    let relation = assemble(&program, &|_| true, steps);
    Setting { program, relation }
}

impl Setting {
    fn said(&mut self, conjuncts: &[TermId]) -> Vec<String> {
        let (sentences, _) = tell(&self.program, &mut self.relation, conjuncts);
        sentences.iter().map(ToString::to_string).collect()
    }

    /// A variable of the state: an offset in a global.
    fn cell(&self, global: &str, offset: u64) -> TermId {
        let assumed = &self.relation.assumed;
        let named = |of: &crate::ir::Global| of.name == global;
        let object = self.program.globals.iter().position(named).expect("there is such a variable") + 1;
        let of_part = |part: &&Part| match part {
            Part::Cell(cell) => {
                let cell = &assumed.cells[cell.index()];
                (cell.object.index(), cell.offset) == (object, offset)
            }
            _ => false,
        };
        let part = self.relation.parts.iter().find(of_part).expect("it is a part of the state");
        self.relation.variable(*part).expect("it is a part of the state")
    }

    fn is(&mut self, variable: TermId, value: u128) -> TermId {
        let width = self.relation.terms.width(variable);
        let value = self.relation.terms.constant(width, value);
        self.relation.terms.eq(variable, value)
    }

    /// The only place of the thread in that line.
    fn at(&mut self, thread: u32, line: u32) -> TermId {
        let thread = ThreadId(thread);
        let places = &self.relation.assumed.places;
        let is_there = |control: &&Control| match control {
            Control::At(place) => {
                let span = places.users_span(&self.program, places.spot(*place));
                self.program.sources.locate(span).line == line
            }
            _ => false,
        };
        let mut there = self.relation.controls[thread.index()].iter().filter(is_there);
        let control = *there.next().expect("the thread comes to the line");
        assert!(there.next().is_none(), "the line has one place");
        self.relation.is_at(thread, control)
    }
}

#[test]
fn what_an_implication_says_is_said_of_its_place() {
    let mut it = setting();
    let (here, count, owner) = (it.at(1, 13), it.cell("count", 0), it.cell("lock", 0));
    let (minus_one, five) = (it.relation.terms.constant(32, u128::MAX), it.relation.terms.constant(32, 5));
    let terms = &mut it.relation.terms;
    let (low, high) = (terms.slt(minus_one, count), terms.slt(count, five));
    let both = terms.and(low, high);
    let within = terms.implies(here, both);
    let free = it.is(owner, 0);
    let free = it.relation.terms.implies(here, free);
    let said = it.said(&[free, within]);
    assert_eq!(said, ["at a.c:13 (T1 worker): lock is free && 0 <= count && count <= 4"]);
}

#[test]
fn two_threads_that_exclude_each_other_are_said_of_one_place() {
    let mut it = setting();
    let (first, second) = (it.at(1, 13), it.at(2, 13));
    let both = it.relation.terms.and(first, second);
    let never = it.relation.terms.not(both);
    assert_eq!(it.said(&[never]), ["at a.c:13 (T1 worker): T2 is not at a.c:13"]);
}

#[test]
fn equations_disjunctions_and_parts_of_variables_are_named() {
    let mut it = setting();
    let (count, other) = (it.cell("count", 0), it.cell("other", 0));
    let size = it.cell("queue", 24);
    let same = it.relation.terms.eq(count, other);
    let seven = it.is(size, 7);
    let sum = it.relation.terms.add(count, other);
    let zero = it.is(sum, 0);
    let either = it.relation.terms.or(seven, zero);
    let said = it.said(&[same, either]);
    assert_eq!(said, ["count == other", "(count + other) == 0 || queue[1].size == 7"]);
}

#[test]
fn bits_of_a_thread_are_its_places() {
    let mut it = setting();
    let control = it.relation.variable(Part::Control(ThreadId(1))).expect("every thread is somewhere");
    let number = {
        let controls = &it.relation.controls[1];
        controls.iter().position(|control| *control == Control::NotStarted).expect("it is started") as u128
    };
    // That some bit of the number is another one.
    let mut differs = TermId::FALSE;
    for bit in 0..it.relation.terms.width(control) {
        let terms = &mut it.relation.terms;
        let one = terms.extract(control, bit, 1);
        let other = if number >> bit & 1 == 1 { terms.not(one) } else { one };
        differs = terms.or(differs, other);
    }
    assert_eq!(it.said(&[differs]), ["T1 has started"]);
}

#[test]
fn what_is_true_of_all_places_of_a_thread_is_not_said() {
    let mut it = setting();
    let control = it.relation.variable(Part::Control(ThreadId(1))).expect("every thread is somewhere");
    let width = it.relation.terms.width(control);
    let count = it.relation.terms.constant(width, it.relation.controls[1].len() as u128);
    let below = it.relation.terms.ult(control, count);
    let (sentences, is_left_out) = tell(&it.program, &mut it.relation, &[below]);
    assert_eq!((sentences.len(), is_left_out), (0, vec![true]));
}

#[test]
fn the_text_of_a_deep_term_ends() {
    let mut it = setting();
    let (count, other) = (it.cell("count", 0), it.cell("other", 0));
    let mut deep = count;
    for _ in 0..100_000 {
        deep = it.relation.terms.mul(deep, other);
        deep = it.relation.terms.xor(deep, count);
    }
    let zero = it.is(deep, 0);
    let said = it.said(&[zero]);
    assert!(said.len() == 1 && said[0].contains('…') && said[0].len() < 1000, "{said:?}");
}

#[test]
fn what_is_counted_is_in_brackets_and_nothing_is_subtracted() {
    let mut it = setting();
    let (count, other) = (it.cell("count", 0), it.cell("other", 0));
    let here = [it.at(1, 13), it.at(2, 13)];
    let terms = &mut it.relation.terms;
    let [minus_ten, zero] = [u128::MAX - 9, 0].map(|value| terms.constant(32, value));
    let counted = here.map(|here| terms.ite(here, minus_ten, zero));
    let both = terms.add(counted[0], counted[1]);
    let difference = terms.sub(count, other);
    let [first, second] = [terms.add(count, both), terms.add(difference, counted[0])];
    let [first, second] = [first, second].map(|sum| it.is(sum, 0));
    let two = it.is(difference, 2);
    assert_eq!(
        it.said(&[first, second, two]),
        [
            "count == 10 * [T1 is at a.c:13] + 10 * [T2 is at a.c:13]",
            "count == other + 10 * [T1 is at a.c:13]",
            "(count - other) == 2",
        ]
    );
}

#[test]
fn bits_of_a_distance_are_values_where_somebody_needs_it() {
    let mut it = setting();
    let (count, other) = (it.cell("count", 0), it.cell("other", 0));
    let [first, second] = [it.at(1, 13), it.at(2, 13)];
    let terms = &mut it.relation.terms;
    let distance = terms.sub(count, other);
    let distance = terms.extract(distance, 0, 2);
    let nothing = terms.constant(2, 0);
    let distance = terms.ite(first, distance, nothing);
    let [low, high] = [0, 1].map(|bit| terms.extract(distance, bit, 1));
    let not_high = terms.not(high);
    let [odd, small] = [low, not_high].map(|says| terms.implies(second, says));
    assert_eq!(it.said(&[odd, small]), ["at a.c:13 (T2 worker): T1 is at a.c:13 && (count - other) == 1"]);
    let here = it.relation.terms.implies(first, low);
    assert_eq!(it.said(&[here]), ["at a.c:13 (T1 worker): (count - other) == 1 || (count - other) == 3"]);
}
