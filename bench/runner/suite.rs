//! The rows that are measured: a program of `bench/programs`, its parameters, the bounds, and the answer.
//!
//! Every program has a safe and a buggy variant. A safe row is safe whatever the bounds, not just within them, so
//! that the answer is the same for checkers that do not bound the context switches; a buggy row shows its bug
//! within them. Bounds say how often loops are unwound whose end is not known (`unwind`), how many iterations the
//! loops with constant bounds have (`iterations`, which this checker finds out itself and others want to be told),
//! and the rounds.

use std::path::PathBuf;

/// How long a row takes. Tests run the tiny ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, clap::ValueEnum)]
pub enum Size {
    /// Well below a second
    Tiny,
    /// Up to about a minute
    Usual,
    /// What takes longer, or is known to have taken hours elsewhere
    Hard,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    Violation,
    NoViolation,
}

#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub rounds: u32,
    pub unwind: u32,
    pub iterations: u32,
}

#[derive(Clone, Debug)]
pub struct Row {
    pub name: String,
    /// The file in `bench/programs`, without its ending.
    pub program: &'static str,
    /// Macros, as `-D` takes them.
    pub definitions: Vec<String>,
    /// What to look for, as `--check` takes it.
    pub check: &'static str,
    pub bounds: Bounds,
    pub expected: Expected,
    pub size: Size,
}

impl Row {
    /// The source file, from the root of the repository.
    pub fn file(&self) -> PathBuf {
        PathBuf::from(format!("bench/programs/{}.c", self.program))
    }
}

/// All rows, in the order of the table.
pub fn rows() -> Vec<Row> {
    let mut suite = Suite::default();
    suite.fibonacci();
    suite.mutual_exclusion();
    suite.locks_and_conditions();
    suite.many_threads();
    suite.lock_free();
    suite.rows
}

#[derive(Default)]
struct Suite {
    rows: Vec<Row>,
}

/// `bounds(rounds, unwind, iterations)`: short, because most lines below have one.
const fn bounds(rounds: u32, unwind: u32, iterations: u32) -> Bounds {
    Bounds { rounds, unwind, iterations }
}

impl Suite {
    fn row(
        &mut self,
        expected: Expected,
        program: &'static str,
        label: &str,
        macros: &[String],
        bounds: Bounds,
        size: Size,
    ) {
        let variant = match expected {
            Expected::Violation => "buggy",
            Expected::NoViolation => "safe",
        };
        self.rows.push(Row {
            name: format!("{program} {label} {variant}"),
            program,
            definitions: macros.to_vec(),
            check: "assert",
            bounds,
            expected,
            size,
        });
    }

    /// A safe row, and a buggy one that is the same program with the macro BUG.
    fn pair(
        &mut self,
        program: &'static str,
        label: &str,
        macros: &[(&str, u32)],
        bounds: Bounds,
        size: Size,
    ) {
        let mut macros: Vec<String> = macros.iter().map(|(name, value)| format!("{name}={value}")).collect();
        self.row(Expected::NoViolation, program, label, &macros, bounds, size);
        macros.push("BUG".to_string());
        self.row(Expected::Violation, program, label, &macros, bounds, size);
    }

    /// The limit decides about the bug: it is the largest value that can be reached, or one more.
    fn fibonacci(&mut self) {
        for n in [2, 3, 5, 6, 7, 8, 9, 10, 11] {
            let size = match n {
                ..5 => Size::Tiny,
                5..=7 => Size::Usual,
                _ => Size::Hard,
            };
            let largest = fibonacci_number(2 * n + 2);
            for (expected, limit) in [(Expected::NoViolation, largest + 1), (Expected::Violation, largest)] {
                let macros = [format!("N={n}"), format!("LIMIT={limit}")];
                let within = bounds(n + 1, 1, n);
                self.row(expected, "fibonacci", &n.to_string(), &macros, within, size);
            }
        }
    }

    /// Busy waiting, so that the formula grows with the unwinding.
    fn mutual_exclusion(&mut self) {
        for program in ["peterson", "dekker", "szymanski", "lamport", "bakery"] {
            self.pair(program, "unwind 2", &[("TURNS", 1)], bounds(3, 2, 2), Size::Tiny);
            for unwind in [2, 4, 6, 8, 10] {
                let label = format!("twice unwind {unwind}");
                self.pair(program, &label, &[("TURNS", 2)], bounds(4, unwind, 2), Size::Usual);
            }
        }
        for program in ["lamport", "bakery"] {
            let macros = [("THREADS", 3), ("TURNS", 2)];
            self.pair(program, "three twice unwind 2", &macros, bounds(4, 2, 3), Size::Usual);
            self.pair(program, "three twice unwind 4", &macros, bounds(4, 4, 3), Size::Usual);
            let macros = [("THREADS", 4), ("TURNS", 2)];
            self.pair(program, "four twice unwind 2", &macros, bounds(4, 2, 4), Size::Usual);
        }
    }

    fn locks_and_conditions(&mut self) {
        for (producers, consumers, items, unwind, size) in [
            (1, 2, 2, 2, Size::Tiny),
            (2, 2, 1, 2, Size::Usual),
            (2, 2, 2, 2, Size::Usual),
            (3, 3, 1, 2, Size::Usual),
            (4, 4, 1, 2, Size::Usual),
            (3, 3, 3, 2, Size::Usual),
            (4, 4, 2, 2, Size::Usual),
        ] {
            let label = format!("{producers} x {items} to {consumers}");
            let macros = [("PRODUCERS", producers), ("CONSUMERS", consumers), ("ITEMS", items)];
            self.pair("bounded_buffer", &label, &macros, bounds(3, unwind, producers.max(items)), size);
        }
        for (n, size) in
            [(3, Size::Tiny), (4, Size::Usual), (5, Size::Usual), (8, Size::Usual), (12, Size::Usual)]
        {
            self.pair("philosophers", &format!("{n} deadlock"), &[("N", n)], bounds(2, 1, n), size);
            let last = self.rows.len();
            for row in &mut self.rows[last - 2..] {
                row.check = "deadlock";
            }
            let macros = [("N", n), ("COUNT", 1)];
            self.pair("philosophers", &format!("{n} counted"), &macros, bounds(2, 1, n), size);
        }
        for (workers, entries, size) in [(2, 2, Size::Tiny), (2, 6, Size::Usual), (4, 4, Size::Usual)] {
            let macros = [("WORKERS", workers), ("ENTRIES", entries)];
            let label = format!("{workers} x {entries}");
            self.pair("journal", &label, &macros, bounds(3, 1, workers.max(entries)), size);
        }
        for (workers, slots, size) in [
            (2, 8, Size::Tiny),
            (2, 64, Size::Usual),
            (2, 1024, Size::Usual),
            (3, 64, Size::Usual),
            (4, 1024, Size::Usual),
        ] {
            let macros = [("WORKERS", workers), ("SLOTS", slots)];
            let label = format!("{workers} x {slots}");
            self.pair("accounts", &label, &macros, bounds(3, 1, workers), size);
        }
        for (writers, readers, size) in [(1, 1, Size::Tiny), (3, 2, Size::Usual), (5, 3, Size::Usual)] {
            let macros = [("WRITERS", writers), ("READERS", readers)];
            let label = format!("{writers} and {readers}");
            self.pair("twostage", &label, &macros, bounds(3, 1, writers.max(readers)), size);
        }
    }

    fn many_threads(&mut self) {
        for (n, size) in [(3, Size::Tiny), (6, Size::Usual), (12, Size::Usual), (20, Size::Usual)] {
            self.pair("sigma", &n.to_string(), &[("N", n)], bounds(3, 1, n), size);
        }
        for (setters, checkers, size) in [(1, 1, Size::Tiny), (6, 3, Size::Usual), (12, 6, Size::Usual)] {
            let macros = [("SETTERS", setters), ("CHECKERS", checkers)];
            let label = format!("{setters} and {checkers}");
            self.pair("reorder", &label, &macros, bounds(3, 1, setters.max(checkers)), size);
        }
        for (n, size) in [(2, Size::Tiny), (8, Size::Usual), (16, Size::Usual), (32, Size::Usual)] {
            self.pair("store_buffer", &n.to_string(), &[("N", n)], bounds(3, 1, n), size);
        }
    }

    fn lock_free(&mut self) {
        for (threads, takes, size) in
            [(2, 2, Size::Tiny), (2, 3, Size::Usual), (3, 2, Size::Usual), (4, 2, Size::Hard)]
        {
            let label = format!("{threads} take {takes}");
            let macros = [("THREADS", threads), ("TAKES", takes)];
            self.pair("treiber_stack", &label, &macros, bounds(3, 2, threads * takes), size);
        }
        for (items, thieves, steals, size) in
            [(2, 1, 1, Size::Tiny), (2, 2, 1, Size::Usual), (3, 1, 2, Size::Usual), (3, 2, 2, Size::Usual)]
        {
            let label = format!("{items} items {thieves} x {steals} steals");
            let macros = [("ITEMS", items), ("THIEVES", thieves), ("STEALS", steals)];
            self.pair("work_stealing", &label, &macros, bounds(3, 1, items), size);
        }
        // Three workers show no bug in four rounds with unwinding 2, nor in five with 1; four show it in four.
        let workers = ["WORKERS=2".to_string()];
        self.row(
            Expected::NoViolation,
            "elimination_stack",
            "2 workers",
            &workers,
            bounds(3, 1, 2),
            Size::Tiny,
        );
        for (workers, size) in [(4, Size::Usual), (5, Size::Hard), (6, Size::Hard), (7, Size::Hard)] {
            let label = format!("{workers} workers");
            self.pair("elimination_stack", &label, &[("WORKERS", workers)], bounds(4, 1, workers), size);
        }
        self.safestack();
    }

    /// No bug was found with two workers. With three it shows in four rounds; the published bounds are those of three
    /// turns and unwinding 3.
    fn safestack(&mut self) {
        for (workers, turns, rounds, unwind, size) in [
            (2, 1, 3, 1, Size::Tiny),
            (2, 2, 4, 2, Size::Usual),
            (2, 3, 4, 3, Size::Hard),
            (3, 3, 4, 2, Size::Hard),
            (3, 3, 4, 3, Size::Hard),
        ] {
            let expected = if workers == 2 { Expected::NoViolation } else { Expected::Violation };
            let macros = [format!("WORKERS={workers}"), format!("TURNS={turns}")];
            let label = format!("{workers} workers {turns} turns unwind {unwind}");
            self.row(expected, "safestack", &label, &macros, bounds(rounds, unwind, 3), size);
        }
    }
}

fn fibonacci_number(index: u32) -> u64 {
    let (mut this, mut next) = (0, 1);
    for _ in 0..index {
        (this, next) = (next, this + next);
    }
    this
}
