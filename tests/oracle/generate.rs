//! Random concurrent programs, small enough to explore completely.
//!
//! Aimed at what encodings get wrong: values that only rare interleavings leave, assertions about them,
//! conditions that block, atomic sections with assumptions inside, symbolic addresses, threads created late or
//! by threads, results through join, private memory that becomes shared. In every eighth program the shared
//! variables are floats.

use std::fmt::Write;

/// A small generator of numbers, so that a seed means the same program everywhere (xorshift64*).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % limit
    }
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
    pub fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

const SHARED: [&str; 3] = ["x", "y", "z"];

/// A program with two or three threads besides main.
pub fn program(seed: u64) -> String {
    generate(seed, 1)
}

/// The same with so many statements that there are too many runs to try them all.
pub fn larger(seed: u64) -> String {
    generate(seed, 3)
}

fn generate(seed: u64, length: u64) -> String {
    let mut random = Random::new(seed);
    let number = if seed % 8 == 7 { "float" } else { "int" };
    let text = String::new();
    let mut generator = Generator { random: &mut random, number, length, text, temporaries: 0 };
    generator.program();
    generator.text
}

struct Generator<'a> {
    random: &'a mut Random,
    /// The type of what is shared.
    number: &'static str,
    /// How many times as long threads are.
    length: u64,
    text: String,
    temporaries: u32,
}

impl Generator<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(depth));
    }

    fn program(&mut self) {
        let threads = 2 + self.random.below(2);
        self.line(0, "#include <assert.h>");
        self.line(0, "#include <pthread.h>");
        self.line(0, "#include <stdlib.h>");
        self.line(0, "void __VERIFIER_assume(int);");
        self.line(0, "int __VERIFIER_nondet_int(void);");
        self.line(0, "void __VERIFIER_atomic_begin(void);");
        self.line(0, "void __VERIFIER_atomic_end(void);");
        let z = self.random.below(3);
        let number = self.number;
        self.line(0, &format!("{number} x, y, z = {z}, a[2];"));
        self.line(0, &format!("{number} *p = &x, *q;"));
        self.line(0, &format!("struct pair {{ {number} left, right; }} s, *h;"));
        self.line(0, "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;");
        self.line(0, "pthread_t late;");
        let nested = self.random.chance(20);
        if nested {
            self.thread("extra", 2, false);
        }
        for index in 0..threads {
            let length = if threads == 2 { 2 + self.random.below(3) } else { 1 + self.random.below(2) };
            let length = length * self.length;
            self.thread(&format!("t{index}"), length, nested && index == 0);
        }
        self.main(threads);
    }

    fn thread(&mut self, name: &str, length: u64, creates: bool) {
        self.line(0, &format!("void *{name}(void *arg) {{"));
        self.line(1, "int i = (int)(long)arg, j = 0;");
        let creation = self.random.below(length);
        for position in 0..length {
            if creates && position == creation {
                self.line(1, "pthread_create(&late, 0, extra, (void *)1);");
            }
            self.statement(1);
        }
        let result = self.random.pick(&["(void *)(long)i", "(void *)(long)j", "0", "(void *)&s"]);
        self.line(1, &format!("return {result};"));
        self.line(0, "}");
    }

    fn main(&mut self, threads: u64) {
        self.line(0, "int main(void) {");
        self.line(1, "pthread_t id[3]; int i = 2, j = 0; void *r = 0;");
        if self.random.chance(30) {
            self.line(1, "struct pair own = {1, 2}; h = &own;");
        } else {
            self.line(1, "h = malloc(sizeof *h); h->left = 1; h->right = 0;");
        }
        for index in 0..threads {
            let argument = self.random.below(3);
            self.line(1, &format!("pthread_create(&id[{index}], 0, t{index}, (void *){argument});"));
            if self.random.chance(25) {
                self.statement(1);
            }
        }
        let joined = self.random.below(threads + 1);
        for index in 0..joined {
            let result = self.random.pick(&["0", "&r"]);
            self.line(1, &format!("pthread_join(id[{index}], {result});"));
        }
        if self.random.chance(70) {
            let claim = self.condition();
            self.line(1, &format!("assert(!({claim}));"));
        }
        self.line(1, "return 0;");
        self.line(0, "}");
    }

    fn place(&mut self) -> String {
        match self.random.below(12) {
            0..=5 => self.random.pick(&SHARED).into(),
            6 => "a[i & 1]".into(),
            7 => format!("a[{}]", self.random.below(2)),
            8 => "*p".into(),
            9 => self.random.pick(&["s.left", "s.right"]).into(),
            _ => self.random.pick(&["h->left", "h->right"]).into(),
        }
    }

    fn value(&mut self) -> String {
        let constant = self.random.below(4);
        match self.random.below(7) {
            0 | 1 => constant.to_string(),
            2 => format!("{} + {constant}", self.place()),
            3 => "i".into(),
            4 => "j + 1".into(),
            5 => format!("{} - {}", self.place(), self.place()),
            _ => self.place(),
        }
    }

    fn condition(&mut self) -> String {
        let (left, constant) = (self.place(), self.random.below(4));
        match self.random.below(6) {
            0..=2 => format!("{left} == {constant}"),
            3 => format!("{left} > {constant}"),
            4 => format!("{left} == {} + {constant}", self.place()),
            _ => format!("{left} == {constant} && {} != {}", self.place(), self.random.below(3)),
        }
    }

    fn statement(&mut self, depth: usize) {
        let (place, value) = (self.place(), self.value());
        match self.random.below(22) {
            0..=3 => self.line(depth, &format!("{place} = {value};")),
            4 => self.line(depth, &format!("{place}++;")),
            5 => self.line(depth, &format!("i = {value};")),
            6 => self.line(depth, &format!("j = {value};")),
            7 | 8 => {
                let claim = self.condition();
                self.line(depth, &format!("assert(!({claim}));"));
            }
            9 | 10 if depth < 3 => {
                let condition = self.condition();
                self.line(depth, &format!("if ({condition}) {{"));
                self.statement(depth + 1);
                if self.random.chance(50) {
                    self.line(depth, "} else {");
                    self.statement(depth + 1);
                }
                self.line(depth, "}");
            }
            11 | 12 if depth < 3 => {
                self.line(depth, "pthread_mutex_lock(&m);");
                self.statement(depth + 2);
                self.line(depth, "pthread_mutex_unlock(&m);");
            }
            13 if depth < 3 => {
                self.line(depth, "__VERIFIER_atomic_begin();");
                self.simple(depth + 1);
                if self.random.chance(50) {
                    let condition = self.condition();
                    self.line(depth + 1, &format!("__VERIFIER_assume({condition});"));
                }
                self.simple(depth + 1);
                self.line(depth, "__VERIFIER_atomic_end();");
            }
            14 => {
                let condition = self.condition();
                self.line(depth, &format!("__VERIFIER_assume({condition});"));
            }
            15 => {
                let target = self.random.pick(&["&x", "&y", "&a[i & 1]", "&s.right", "&h->left"]);
                self.line(depth, &format!("p = {target};"));
            }
            16 if depth < 3 => {
                self.temporaries += 1;
                let k = format!("k{}", self.temporaries);
                self.line(depth, &format!("for (int {k} = 0; {k} < 2; {k}++) {{"));
                self.simple(depth + 1);
                self.line(depth, "}");
            }
            17 => self.line(depth, "i = __VERIFIER_nondet_int();"),
            18 => {
                self.line(depth, "q = malloc(sizeof *q);");
                self.line(depth, &format!("if (q) {{ *q = {value}; p = q; }}"));
            }
            19 => {
                self.temporaries += 1;
                let n = format!("n{}", self.temporaries);
                self.line(depth, &format!("struct pair *{n} = malloc(sizeof *{n});"));
                let written = self.random.pick(&["i", "3", "j"]);
                self.line(depth, &format!("{n}->left = {written}; {n}->right = 2; h = {n};"));
            }
            20 => self.line(depth, &format!("if ({place}) j = 3;")),
            _ => self.line(depth, &format!("{place} = {value};")),
        }
    }

    fn simple(&mut self, depth: usize) {
        let (place, value) = (self.place(), self.value());
        self.line(depth, &format!("{place} = {value};"));
    }
}
