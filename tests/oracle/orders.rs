//! Random programs in which something depends on what C and POSIX leave open.
//!
//! Operands and arguments that read what another thread writes, or that change what the other one reads; some of them
//! under a lock, where nobody can tell, some that give the lock away in between; weak compare-exchanges that may fail
//! without need; threads that look for their own number. What comes out is collected in digits, and one combination of
//! them is forbidden. A thread may begin or end in the midst of an expression.

use std::fmt::Write;

use super::generate::Random;

pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x0de5_0de5);
    let mut generator = Generator { random: &mut random, text: String::new(), locked: false };
    generator.program();
    generator.text
}

struct Generator<'a> {
    random: &'a mut Random,
    text: String,
    /// The statement at hand holds the mutex.
    locked: bool,
}

const FUNCTIONS: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int a, b, i, table[2];
atomic_int n;
pthread_t first_id, second_id;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int minus(int x, int y) { return 2 * x - y; }
int three(int x, int y, int z) { return x + 2 * y + 4 * z; }
int next(void) { return ++b; }
int flip(void) { i = 1 - i; return i; }
int give_way(void) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); return a; }
int twice(int x) { return 2 * x; }
int (*apply)(int) = twice;
";

impl Generator<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(depth));
    }

    fn program(&mut self) {
        self.text.push_str(FUNCTIONS);
        self.line(0, "void *first(void *unused) {");
        self.line(1, "int r = 0, e = 0;");
        self.observe();
        self.line(1, "return 0;");
        self.line(0, "}");
        self.line(0, "void *second(void *unused) {");
        for _ in 0..1 + self.random.below(2) {
            self.change();
        }
        self.line(1, "return 0;");
        self.line(0, "}");
        self.line(0, "int start(void) { return pthread_create(&second_id, 0, second, 0); }");
        self.line(0, "int finish(void) { return pthread_join(second_id, 0); }");
        self.line(0, "int main(void) {");
        self.line(1, "int r = 0, e = 0;");
        self.line(1, "pthread_create(&first_id, 0, first, 0);");
        self.begin_or_end("start()", "pthread_create(&second_id, 0, second, 0);");
        if self.random.chance(30) {
            self.observe();
        }
        self.line(1, "pthread_join(first_id, 0);");
        self.begin_or_end("finish()", "pthread_join(second_id, 0);");
        if self.random.chance(20) {
            self.observe();
        }
        self.line(1, "return 0;");
        self.line(0, "}");
    }

    /// The thread begins or ends while something is read, or by itself.
    fn begin_or_end(&mut self, call: &str, plain: &str) {
        if self.random.chance(75) {
            return self.line(1, plain);
        }
        let operand = self.operand();
        let sum = if self.random.chance(50) {
            format!("{operand} + {call}")
        } else {
            format!("{call} + {operand}")
        };
        let forbidden = self.random.pick(&["0", "1", "2"]);
        self.line(1, &format!("r = {sum};"));
        self.line(1, &format!("assert(r != {forbidden});"));
    }

    /// Computes something and forbids one result.
    fn observe(&mut self) {
        self.locked = self.random.chance(30);
        if self.locked {
            self.line(1, "pthread_mutex_lock(&m);");
        }
        let (statement, results) = self.statement();
        self.line(1, &statement);
        if self.locked {
            self.line(1, "pthread_mutex_unlock(&m);");
            self.locked = false;
        }
        let forbidden = self.random.pick(results);
        self.line(1, &format!("assert(r != {forbidden});"));
    }

    fn statement(&mut self) -> (String, &'static [&'static str]) {
        let small: &[&str] = &["-2", "-1", "1", "2", "3"];
        let statement = match self.random.below(18) {
            16 => {
                let retry = self.random.pick(&[
                    "e = 0; while (!atomic_compare_exchange_weak(&n, &e, e + 1)) ; r = n;",
                    "e = n; while (!atomic_compare_exchange_weak(&n, &e, a)) {} r = n + e;",
                    "while (!__atomic_compare_exchange_n(&b, &e, e + 1, 1, 5, 5)) ; r = b;",
                    "while (!atomic_compare_exchange_weak(&n, &a, 2)) ; r = n + a;",
                    "int *p = &e; while (!atomic_compare_exchange_weak(&n, p, *p + 1)) ; r = e;",
                ]);
                return (retry.into(), &["0", "1", "2", "3"]);
            }
            0 => {
                return (
                    "e = n; r = !atomic_compare_exchange_weak(&n, &e, e + 1) + 2 * n;".into(),
                    &["0", "1", "2", "3", "4"],
                );
            }
            1 => {
                let retry =
                    "e = 0; r = 0; while (r < 2 && !atomic_compare_exchange_weak(&n, &e, e + 1)) r++;";
                return (retry.into(), &["0", "1", "2"]);
            }
            2 => return ("r = !pthread_equal(first_id, pthread_self());".into(), &["0", "1"]),
            3 => {
                return ("table[i] = flip(); r = table[0] + 2 * table[1];".into(), &["0", "1", "2", "3"]);
            }
            4 => return ("r = (*apply)(flip()) + table[i];".into(), &["0", "1", "2", "3"]),
            5 => {
                let (x, y) = (self.operand(), self.operand());
                format!("int pair[2] = {{ {x}, {y} }}; r = pair[0] - 2 * pair[1];")
            }
            6 => {
                let y = self.operand();
                format!("a += {y}; r = a;")
            }
            7 => {
                let (x, y, z) = (self.operand(), self.operand(), self.operand());
                format!("r = three({x}, {y}, {z});")
            }
            8 => {
                let (x, y, z) = (self.operand(), self.operand(), self.operand());
                format!("r = {x} - ({y} - 2 * {z});")
            }
            9..=11 => {
                let (x, y) = (self.operand(), self.operand());
                format!("r = minus({x}, {y});")
            }
            _ => {
                let (x, y) = (self.operand(), self.operand());
                format!("r = {x} - {y};")
            }
        };
        (statement, small)
    }

    fn operand(&mut self) -> &'static str {
        if self.locked && self.random.chance(25) {
            return "give_way()";
        }
        self.random.pick(&[
            "a",
            "a",
            "b",
            "b",
            "i",
            "n",
            "next()",
            "flip()",
            "table[i]",
            "twice(a)",
            "(b ? a : 2)",
        ])
    }

    /// Something that the other thread can notice.
    fn change(&mut self) {
        let change = self.random.pick(&[
            "a = 1; b = 1;",
            "b = 1; a = 1;",
            "i = 1; table[1] = 1;",
            "n = 1;",
            "a = b;",
            "pthread_mutex_lock(&m); a = 1; b = 1; pthread_mutex_unlock(&m);",
            "pthread_mutex_lock(&m); b = 2; a = b; pthread_mutex_unlock(&m);",
        ]);
        self.line(1, change);
    }
}
