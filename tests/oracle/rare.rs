//! Random programs whose violations hide: in final states that few interleavings leave, or behind exactly one more
//! round.
//!
//! Most programs are made backwards. The threads are drawn first, then one interleaving of their steps; what it
//! leaves in memory is what the program claims never to happen, sometimes off by one. So the smallest number of
//! rounds varies, and the claim is about the values and not about something that most runs show.
//!
//! The others tell a short story with one thing in it that is easy to get wrong, with steps drawn at random
//! around it: a thread created late, memory that is given away and changed afterwards, a thread with two ways to
//! end, a lock that is only tried, an index that may be too large, a thread or a section that an assumption stops.

use std::fmt::Write;

use super::generate::Random;

pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x0007_a7e5);
    let text = match seed % 2 {
        0 => backwards(&mut random),
        _ => story(&mut random, seed / 2),
    };
    let mut program = String::new();
    for header in ["assert", "pthread", "stdlib"] {
        let _ = writeln!(program, "#include <{header}.h>");
    }
    program += "void __VERIFIER_assume(int);\n";
    program += "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n";
    program + &text
}

const CELLS: [&str; 5] = ["x", "y", "z", "a[0]", "a[1]"];
const FIRST_ELEMENT: usize = 3;

/// One access to shared memory, or several that happen together. `i` is the thread's own.
#[derive(Clone, Copy)]
enum Step {
    Set {
        cell: usize,
        constant: i64,
    },
    Load {
        cell: usize,
    },
    Store {
        cell: usize,
        constant: i64,
    },
    /// Only if `i` is that constant.
    SetIf {
        is: i64,
        cell: usize,
        constant: i64,
    },
    /// `a[i & 1]`
    SetElement {
        constant: i64,
    },
    /// As one atomic section.
    Shift {
        cell: usize,
        constant: i64,
    },
    /// The thread goes no further unless the cell holds the constant.
    Assume {
        cell: usize,
        constant: i64,
    },
}

impl Step {
    fn draw(random: &mut Random) -> Step {
        let cell = random.below(3) as usize;
        let constant = random.below(3) as i64;
        match random.below(12) {
            0 | 1 => Step::Set { cell, constant: constant + 1 },
            2..=4 => Step::Load { cell: random.below(CELLS.len() as u64) as usize },
            5..=7 => Step::Store { cell, constant },
            8 => Step::SetIf { is: random.below(3) as i64, cell, constant },
            9 => Step::SetElement { constant: constant + 1 },
            10 => Step::Shift { cell, constant: constant & 1 },
            _ => Step::Assume { cell, constant },
        }
    }

    fn text(self) -> String {
        match self {
            Step::Set { cell, constant } => format!("{} = {constant};", CELLS[cell]),
            Step::Load { cell } => format!("i = {};", CELLS[cell]),
            Step::Store { cell, constant } => format!("{} = i + {constant};", CELLS[cell]),
            Step::SetIf { is, cell, constant } => format!("if (i == {is}) {} = {constant};", CELLS[cell]),
            Step::SetElement { constant } => format!("a[i & 1] = {constant};"),
            Step::Shift { cell, constant } => {
                let name = CELLS[cell];
                format!(
                    "__VERIFIER_atomic_begin(); {name} = {name} * 2 + {constant}; __VERIFIER_atomic_end();"
                )
            }
            Step::Assume { cell, constant } => format!("__VERIFIER_assume({} == {constant});", CELLS[cell]),
        }
    }

    /// What it does; false if the thread goes no further.
    fn happen(self, memory: &mut [i64; CELLS.len()], i: &mut i64) -> bool {
        match self {
            Step::Set { cell, constant } => memory[cell] = constant,
            Step::Load { cell } => *i = memory[cell],
            Step::Store { cell, constant } => memory[cell] = *i + constant,
            Step::SetIf { is, cell, constant } if *i == is => memory[cell] = constant,
            Step::SetIf { .. } => {}
            Step::SetElement { constant } => memory[FIRST_ELEMENT + (*i & 1) as usize] = constant,
            Step::Shift { cell, constant } => memory[cell] = memory[cell] * 2 + constant,
            Step::Assume { cell, constant } => return memory[cell] == constant,
        }
        true
    }
}

/// A claim that one interleaving, drawn at random, breaks.
fn backwards(random: &mut Random) -> String {
    let count = 2 + usize::from(random.chance(35));
    let threads: Vec<Vec<Step>> = (0..count)
        .map(|_| {
            let length = if count == 2 { 2 + random.below(4) } else { 1 + random.below(3) };
            (0..length).map(|_| Step::draw(random)).collect()
        })
        .collect();
    let (memory, own, ended) = interleave(random, &threads);
    let mut text = String::from("int x, y, z, a[2];\n");
    for (index, steps) in threads.iter().enumerate() {
        let _ = writeln!(text, "void *t{index}(void *arg) {{\n    int i = {index};");
        steps.iter().for_each(|step| text += &format!("    {}\n", step.text()));
        text += "    return (void *)(long)i;\n}\n";
    }
    text += "int main(void) {\n    pthread_t id[3];\n    void *r[3];\n";
    for index in 0..count {
        let _ = writeln!(text, "    pthread_create(&id[{index}], 0, t{index}, 0);");
    }
    let wrong = random.below(8) as usize;
    let facts = CELLS.iter().zip(memory).enumerate().map(|(index, (name, value))| {
        let value = if index == wrong { value + 1 } else { value };
        format!("{name} == {value}")
    });
    let mut facts: Vec<String> = facts.collect();
    for index in (0..count).filter(|&index| ended[index]) {
        if random.chance(80) {
            let _ = writeln!(text, "    pthread_join(id[{index}], &r[{index}]);");
            facts.push(format!("r[{index}] == (void *){}", own[index]));
        }
    }
    // A claim about every cell is the rarest; half of them leave one or two out.
    let kept: Vec<String> = facts.into_iter().filter(|_| random.chance(80)).collect();
    let claim = if kept.is_empty() { "x == 1".into() } else { kept.join(" && ") };
    let _ = writeln!(text, "    assert(!({claim}));\n    return 0;\n}}");
    text
}

/// What is in memory and in every `i` after one interleaving, and which threads came to their end.
fn interleave(random: &mut Random, threads: &[Vec<Step>]) -> ([i64; CELLS.len()], Vec<i64>, Vec<bool>) {
    let mut memory = [0; CELLS.len()];
    let mut own: Vec<i64> = (0..threads.len() as i64).collect();
    let mut next = vec![0; threads.len()];
    let mut stopped = vec![false; threads.len()];
    let goes_on = |next: &[usize], stopped: &[bool], t: usize| next[t] < threads[t].len() && !stopped[t];
    let mut current = 0;
    while (0..threads.len()).any(|t| goes_on(&next, &stopped, t)) {
        if random.chance(55) || !goes_on(&next, &stopped, current) {
            current = random.below(threads.len() as u64) as usize;
            continue;
        }
        let step = threads[current][next[current]];
        stopped[current] = !step.happen(&mut memory, &mut own[current]);
        next[current] += 1;
    }
    (memory, own, stopped.iter().map(|stopped| !stopped).collect())
}

/// A few random steps, one a line.
fn steps(random: &mut Random, most: u64) -> String {
    (0..random.below(most + 1)).map(|_| format!("    {}\n", Step::draw(random).text())).collect()
}

fn thread(name: &str, body: &str) -> String {
    format!("void *{name}(void *arg) {{\n    int i = 0;\n{body}    return 0;\n}}\n")
}

fn story(random: &mut Random, which: u64) -> String {
    let globals = "int x, y, z, a[2], *q;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\npthread_t late;\n";
    let (before, between, after) = (steps(random, 1), steps(random, 1), steps(random, 2));
    let (value, other) = (1 + random.below(3), random.below(3));
    let second;
    let mut end = "    pthread_join(one, 0);\n".to_string();
    let mut creation = "    pthread_create(&two, 0, second, 0);\n".to_string();
    let claim: String;
    let first = match which % 10 {
        0 => {
            // Created late, by main, after it has seen another thread's step.
            creation = format!("    __VERIFIER_assume(x == {value});\n{creation}");
            second = thread("second", &format!("    z = {value};\n"));
            claim = format!("z != {value}");
            format!("{before}    x = {value};\n")
        }
        1 => {
            // Created by a thread.
            creation.clear();
            let create = "    pthread_create(&late, 0, second, 0);\n";
            second = thread("second", &format!("{after}    z = {value};\n"));
            end.clear();
            claim = format!("!(z == {value} && x == {other})");
            format!("{before}    __VERIFIER_assume(y == 0);\n{create}{between}")
        }
        2 => {
            // Given away, then changed twice: what is there when the thread ends does not tell.
            second = thread("second", &format!("    int *r = q;\n    if (r) i = *r;\n    x = i;\n{after}"));
            claim = format!("x != {value}");
            end = "    pthread_join(two, 0);\n".into();
            let block = "    int *n = malloc(sizeof *n);\n    *n = 5;\n";
            format!("{block}{before}    q = n;\n{between}    *n = {value};\n    *n = 4;\n")
        }
        3 => {
            // Two ways to end.
            end = "    void *r;\n    pthread_join(one, &r);\n".into();
            claim = random.pick(&["r != (void *)1", "r != 0", "r == (void *)1"]).into();
            second = thread("second", &format!("{between}    x = {value};\n"));
            format!("{before}    i = x;\n    if (i == {value}) pthread_exit((void *)1);\n{after}")
        }
        4 => {
            // A lock that is tried.
            let tried = "    int got = pthread_mutex_trylock(&m) == 0;\n    i = x;\n    x = i + 1;\n";
            let body = format!("{tried}    if (got) pthread_mutex_unlock(&m);\n");
            second = thread("second", &body);
            end += "    pthread_join(two, 0);\n";
            claim = "x == 2".into();
            format!(
                "    pthread_mutex_lock(&m);\n    i = x;\n    x = i + 1;\n    pthread_mutex_unlock(&m);\n{after}"
            )
        }
        5 => {
            // An index that may be too large.
            second =
                thread("second", &format!("{before}    i = x;\n    if (i < 3) a[i] = {value};\n{after}"));
            claim = format!("a[1] != {value}");
            let last = 1 + random.below(2);
            format!("    x = 1;\n{between}    x = {last};\n")
        }
        6 => {
            // One thread writes after another has read, and cannot know it.
            second = thread("second", &format!("    i = y;\n    z = x;\n    if (i == 0) z = 9;\n{between}"));
            claim = random.pick(&["z != 0", "!(z == 0 && x == 5)"]).into();
            end += "    pthread_join(two, 0);\n";
            format!("    y = {value};\n    x = 5;\n")
        }
        7 => {
            // Another thread chooses the place.
            let write = random.pick(&["a[i & 1] = 6;", "*(i ? &z : &x) = 6;", "*(i ? &a[1] : &a[0]) = 6;"]);
            second = thread("second", &format!("    i = y;\n    {write}\n"));
            let reached = "a[0] == 6 || x == 6 || a[1] == 6 || z == 6";
            claim = random.pick(&["(a[0] == 6 || a[1] != 6) && (x == 6 || z != 6)", reached]).into();
            end += "    pthread_join(two, 0);\n";
            format!("{before}    y = 1;\n")
        }
        8 => {
            // A section that never happens leaves nothing behind.
            second = thread("second", &format!("    i = x;\n    y = i;\n{between}"));
            claim = format!("y != {value}");
            end = "    pthread_join(two, 0);\n".into();
            let body = format!("x = {value}; __VERIFIER_assume(a[0] == {value}); x = 0;");
            format!("{after}    __VERIFIER_atomic_begin(); {body} __VERIFIER_atomic_end();\n")
        }
        _ => {
            // Stopped by an assumption, but not before others have seen something.
            second = thread("second", &format!("    i = x;\n    y = i;\n{between}"));
            claim = format!("y != {value}");
            end = "    pthread_join(two, 0);\n".into();
            format!("{before}    x = {value};\n    __VERIFIER_assume(z == {value});\n{after}")
        }
    };
    let first = thread("first", &first);
    // A creation by the first thread needs the second to be known before it.
    let threads = format!("{second}{first}");
    let main = format!(
        "int main(void) {{\n    pthread_t one, two;\n    pthread_create(&one, 0, first, 0);\n{creation}{end}    \
         assert({claim});\n    return 0;\n}}\n"
    );
    format!("{globals}{threads}{main}")
}
