//! Random programs about calls through pointers that are kept in lists of blocks.
//!
//! Threads make jobs, link them to the front, behind the last one or in order, through pointers to links, and take them
//! out again to call what they carry. Some jobs are made on one path only, some are freed after they ran, some go to a
//! list of spare ones, and pointers to freed ones are compared with new ones. What was written to a job before others
//! know it must not be lost, and what was not written must stay arbitrary: some programs forget it on one path. What
//! these do afterwards depends on what was there, which exploration takes to be zeros; so they claim nothing else.

use std::fmt::Write;

use super::generate::Random;

const DECLARATIONS: &str = "\
struct job { void (*run)(struct job *); int value; struct job *next; };
struct job *list, **tail = &list, *spare, *_Atomic last;
int sum, seen, go;
void one(struct job *j) { sum += j->value; }
void two(struct job *j) { seen = j->value; }
void both(struct job *j) { one(j); two(j); }
void unused(struct job *j) { assert(j == 0); }
void (*kept)(struct job *) = unused;
";

pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x00b5_11f0);
    let style = Style {
        order: random.pick(&["front", "back", "back", "sorted"]),
        locks: random.chance(75),
        forgets: random.chance(30),
        frees: random.chance(50),
        spares: random.chance(25),
    };
    let mut generator = Generator { random: &mut random, text: String::new(), style, jobs: 0 };
    generator.program();
    generator.text
}

/// What all threads of a program do in the same way.
#[derive(Clone, Copy)]
struct Style {
    order: &'static str,
    locks: bool,
    /// Some jobs carry nothing.
    forgets: bool,
    frees: bool,
    /// Jobs that ran are used again.
    spares: bool,
}

struct Generator<'a> {
    random: &'a mut Random,
    text: String,
    style: Style,
    jobs: u32,
}

impl Generator<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(depth));
    }

    fn program(&mut self) {
        self.text +=
            "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n";
        self.text += "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n";
        self.text += DECLARATIONS;
        self.make_function();
        let threads = 1 + self.random.below(2);
        for index in 0..threads {
            self.line(0, &format!("void *t{index}(void *arg) {{"));
            self.line(1, "struct job *j, **l;");
            if self.style.forgets && index == 0 {
                self.line(1, "go = 1;");
            }
            for _ in 0..if threads == 1 { 1 + self.random.below(2) } else { 1 } {
                self.statement(1);
            }
            self.line(1, "return 0;\n}");
        }
        self.line(0, "int main(void) {");
        self.line(1, "pthread_t id[2]; struct job *j, **l;");
        if self.random.chance(50) {
            self.add(1);
        }
        for index in 0..threads {
            self.line(1, &format!("pthread_create(&id[{index}], 0, t{index}, 0);"));
        }
        for _ in 0..if threads == 1 { 1 + self.random.below(2) } else { 1 } {
            self.statement(1);
        }
        for index in 0..threads {
            self.line(1, &format!("pthread_join(id[{index}], 0);"));
        }
        if threads == 1 && self.random.chance(60) {
            self.take(1);
        }
        if !self.style.forgets {
            let number = 1 + self.random.below(3);
            let claim = self.random.pick(&["sum != ", "sum < ", "seen != ", "sum + seen != ", "sum <= "]);
            self.line(1, &format!("assert({claim}{number});"));
        }
        self.line(1, "return 0;\n}");
    }

    /// One that gives a new job, or none.
    fn make_function(&mut self) {
        self.line(0, "struct job *make(void (*run)(struct job *), int value) {");
        if self.random.chance(30) {
            self.line(1, "if (go) return 0;");
        }
        self.line(1, "struct job *j = malloc(sizeof *j);");
        self.line(1, "if (!j) return 0;");
        self.line(1, "j->run = run; j->value = value; j->next = 0;");
        self.line(1, "return j;\n}");
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(9) {
            0..=2 => self.add(depth),
            3..=5 => self.take(depth),
            6 => self.line(depth, "go = 1;"),
            7 => self.remove(depth),
            _ => {
                let condition = self.random.pick(&["go", "!go", "list", "sum == 0"]);
                self.line(depth, &format!("if ({condition}) {{"));
                self.add(depth + 1);
                self.line(depth, "}");
            }
        }
    }

    fn begin(&mut self, depth: usize) {
        if self.style.locks {
            self.line(depth, "__VERIFIER_atomic_begin();");
        }
    }

    fn end(&mut self, depth: usize) {
        if self.style.locks {
            self.line(depth, "__VERIFIER_atomic_end();");
        }
    }

    fn add(&mut self, depth: usize) {
        self.jobs += 1;
        let value = 1 + self.random.below(2);
        let run = self.random.pick(&["one", "two", "both", "one"]);
        let forgets = self.style.forgets && self.random.chance(50);
        match self.random.below(3) {
            _ if forgets => {
                self.line(depth, "j = malloc(sizeof *j);");
                self.line(depth, &format!("j->value = {value}; j->next = 0;"));
                let condition = self.random.pick(&["go", "!go", "list"]);
                self.line(depth, &format!("if ({condition}) j->run = {run};"));
            }
            0 if self.style.spares => {
                self.begin(depth);
                self.line(depth, "j = spare; if (j) spare = j->next;");
                self.end(depth);
                self.line(depth, "if (!j) j = malloc(sizeof *j);");
                self.line(depth, &format!("j->run = {run}; j->value = {value}; j->next = 0;"));
            }
            1 => {
                self.line(depth, "j = malloc(sizeof *j);");
                let other = self.random.pick(&["one", "two"]);
                self.line(depth, &format!("if (go) j->run = {run}; else j->run = {other};"));
                self.line(depth, &format!("j->value = {value}; j->next = 0;"));
            }
            _ => self.line(depth, &format!("j = make({run}, {value});")),
        }
        if self.random.chance(20) {
            self.line(depth, "if (j && j == last) seen = 3;");
        }
        self.line(depth, "if (j) {");
        self.begin(depth + 1);
        match self.style.order {
            "front" => self.line(depth + 1, "j->next = list; list = j;"),
            "back" => self.line(depth + 1, "*tail = j; tail = &j->next;"),
            _ => {
                self.line(depth + 1, "l = &list;");
                let end = format!("if (*l && (*l)->value < {value}) l = &(*l)->next;");
                self.line(depth + 1, &end);
                self.line(depth + 1, "j->next = *l; *l = j;");
            }
        }
        self.end(depth + 1);
        self.line(depth, "}");
    }

    fn take(&mut self, depth: usize) {
        self.begin(depth);
        self.line(depth, "j = list;");
        self.line(depth, "if (j) list = j->next;");
        if self.style.order == "back" && self.random.chance(80) {
            self.line(depth, "if (!list) tail = &list;");
        }
        self.end(depth);
        self.line(depth, "if (j) {");
        self.line(depth + 1, "j->run(j);");
        self.leave(depth + 1);
        self.line(depth, "}");
    }

    /// Takes out the first job of some value, wherever it is.
    fn remove(&mut self, depth: usize) {
        if self.style.order == "back" {
            return self.take(depth);
        }
        let value = 1 + self.random.below(2);
        self.begin(depth);
        self.line(depth, "l = &list;");
        self.line(depth, &format!("if (*l && (*l)->value != {value}) l = &(*l)->next;"));
        self.line(depth, "j = *l;");
        self.line(depth, "if (j) *l = j->next;");
        self.end(depth);
        self.line(depth, "if (j) {");
        if self.random.chance(50) {
            self.line(depth + 1, "j->run(j);");
        }
        self.leave(depth + 1);
        self.line(depth, "}");
    }

    /// What becomes of a job that is no longer in the list.
    fn leave(&mut self, depth: usize) {
        if self.style.forgets {
            return;
        }
        if self.style.spares && self.random.chance(60) {
            self.begin(depth);
            self.line(depth, "j->next = spare; spare = j;");
            self.end(depth);
        } else if self.style.frees {
            if self.random.chance(30) {
                self.line(depth, "last = j;");
            }
            self.line(depth, "free(j);");
        }
    }
}
