//! Random programs about calls: which function is reached, and what it finds where it looks for its arguments.
//!
//! Functions of many types are called by name, through variables, tables, members and parameters, by each other and as
//! threads, mostly with their own type. Now and then the type is another one. What is not passed is then arbitrary, so
//! that assertions about it can fail; exploration tries some numbers, of which 8 is seldom computed.

use std::fmt::Write;

use super::generate::Random;

/// Types of functions, as a pointer is declared and as a call is written. All results are numbers.
const TYPES: [(&str, &str); 9] = [
    ("int (*)(void)", "()"),
    ("int (*)(int)", "(1)"),
    ("int (*)(int, int)", "(1, y)"),
    ("void (*)(int)", "(2)"),
    ("long (*)(long)", "(y)"),
    ("int (*)(double)", "(1.0)"),
    ("int (*)(struct pair, int)", "(s, 3)"),
    ("int (*)(int, ...)", "(1, y)"),
    ("int (*)()", "(1, 2)"),
];

/// A function of each of these types, the last of them in the old style.
const FUNCTIONS: [&str; 9] = ["none", "one", "two", "quiet", "wide", "real", "whole", "many", "old"];

const BODIES: &str = "\
int none(void) { return x; }
int one(int a) { if (a > 2) seen = a; return a; }
int two(int a, int b) { x = a; return b; }
void quiet(int a) { y = a; }
long wide(long a) { if (a < 0) seen = 2; return a; }
int real(double d) { return d == 8.0 ? 8 : d > 2.0; }
int whole(struct pair s, int a) { x = s.left; return a; }
int many(int n, ...) { return n; }
int old(a, b) int a; char b; { return a + b; }
";

const STARTS: &str = "\
void *plain(void *a) { x++; return a; }
void ends(void *a) { y = (int)(long)a; }
void *bare(void) { x = 2; return 0; }
void *more(void *a, int b) { if (b == 8) seen = 8; return a; }
int number(void *a) { y++; return (int)(long)a; }
void *low(int a) { x = a; return 0; }
void *heavy(double d) { if (d == 8.0) seen = 8; return 0; }
";

pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x0ca1_15ca);
    let mut generator = Generator { random: &mut random, text: String::new(), wrong: 0, is_quiet: false };
    generator.program();
    generator.text
}

struct Generator<'a> {
    random: &'a mut Random,
    text: String,
    /// How many more calls may have another type than their function: each can have many outcomes.
    wrong: u64,
    /// Assertions ask only for what nobody passes.
    is_quiet: bool,
}

impl Generator<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(depth));
    }

    fn program(&mut self) {
        self.is_quiet = self.random.chance(60);
        self.wrong = if self.is_quiet { 1 + self.random.below(3) } else { self.random.below(4) };
        self.line(0, "#include <assert.h>\n#include <pthread.h>");
        self.line(0, "struct pair { int left, right; } s = { 1, 2 };\nint x, y, seen;");
        self.text += BODIES;
        self.text += STARTS;
        for (name, wrong) in [("table", 30), ("others", 30)] {
            let [first, second] = [self.function_as(1, wrong), self.function_as(1, wrong)];
            self.line(0, &format!("int (*{name}[2])(int) = {{ {first}, {second} }};"));
        }
        let member = self.function_as(2, 20);
        self.line(0, &format!("struct ways {{ int (*go)(int, int); int last; }} ways = {{ {member}, 0 }};"));
        self.line(0, "int through(int (*f)(int), int a) { return f(a); }");
        self.line(0, "int again(int (*f)(int), int n) { return n ? again(table[n & 1], n - 1) : f(n); }");
        for index in 0..2 {
            self.line(0, &format!("void *t{index}(void *arg) {{"));
            self.line(1, "int i = (int)(long)arg; long j = 0;");
            for _ in 0..1 + self.random.below(2) {
                self.statement();
            }
            self.line(1, "return (void *)(long)i;");
            self.line(0, "}");
        }
        self.main();
    }

    /// The address of a function where one of a type is wanted.
    fn function_as(&mut self, wanted: usize, percent: u64) -> String {
        let is_wrong = self.wrong > 0 && self.random.chance(percent);
        self.wrong -= u64::from(is_wrong);
        match is_wrong {
            true => {
                let other = self.random.below(FUNCTIONS.len() as u64) as usize;
                format!("({}){}", TYPES[wanted].0, FUNCTIONS[other])
            }
            false => FUNCTIONS[wanted].to_string(),
        }
    }

    fn statement(&mut self) {
        match self.random.below(10) {
            0 => self.line(1, "i = table[i & 1](i);"),
            1 => self.line(1, "i = table[x & 1](2) + others[0](1);"),
            2 => self.line(1, "j = ways.go(i, 3);"),
            3 => {
                let function = self.function_as(1, 30);
                self.line(1, &format!("i = through({function}, 4);"));
            }
            4 => {
                let function = self.function_as(1, 30);
                self.line(1, &format!("i = again({function}, 1);"));
            }
            5 => {
                let function = self.function_as(1, 30);
                self.line(1, &format!("table[1] = {function};"));
            }
            6 => {
                let call = self.random.pick(&["old(1, 2)", "wide(y)", "whole(s, 3)", "many(2, 1)"]);
                self.line(1, &format!("j = {call};"));
            }
            7 => self.line(1, "x = i; y++;"),
            _ => {
                let wanted = self.random.below(TYPES.len() as u64) as usize;
                let (ty, arguments) = TYPES[wanted];
                let function = self.function_as(wanted, 60);
                let result = if ty.starts_with("void") { "" } else { "j = " };
                self.line(1, &format!("{result}(({ty}){function}){arguments};"));
            }
        }
        let quiet = ["i != 8", "j != 8", "j >= 0", "seen != 8"];
        let claims = ["i != 3", "j != 2", "j >= 0", "seen != 3", "i != 8", "x != 2", "j != 4"];
        if self.random.chance(60) {
            let claim = self.random.pick(if self.is_quiet { &quiet } else { &claims });
            self.line(1, &format!("assert({claim});"));
        }
    }

    fn main(&mut self) {
        self.line(0, "int main(void) {");
        self.line(1, "pthread_t id[3]; int i = 1; long j = 0; void *r = 0;");
        for index in 0..2 {
            let start = match self.random.below(4) {
                0 => {
                    let harmless = ["plain", "ends", "bare", "number", "low"];
                    let all = ["plain", "ends", "bare", "number", "low", "more", "heavy"];
                    let is_wrong = self.wrong > 0;
                    self.wrong -= u64::from(is_wrong);
                    self.random.pick(if is_wrong { &all } else { &harmless })
                }
                _ => ["t0", "t1"][index],
            };
            self.line(
                1,
                &format!(
                    "pthread_create(&id[{index}], 0, (void *(*)(void *)){start}, (void *){});",
                    index + 1
                ),
            );
            if self.random.chance(20) {
                self.statement();
            }
        }
        for index in 0..2 {
            let result = self.random.pick(&["0", "&r"]);
            self.line(1, &format!("pthread_join(id[{index}], {result});"));
        }
        let claims = [
            "(long)r != 4",
            "(long)r >= 0",
            "seen != 3",
            "seen != 2",
            "x != 2",
            "seen == 0",
            "y != 1",
            "x < 2",
        ];
        let quiet = ["(long)r != 8", "(long)r >= 0", "seen != 8"];
        for _ in 0..2 {
            let claim = self.random.pick(if self.is_quiet { &quiet } else { &claims });
            self.line(1, &format!("assert({claim});"));
        }
        self.line(1, "return (int)j + i;");
        self.line(0, "}");
    }
}
