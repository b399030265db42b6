//! Random programs whose threads may go around loops for ever, with few enough states to explore them all.
//!
//! They are aimed at what makes steps of a program larger than they may be: sections with several beginnings and ends,
//! locks that are taken on one path and released on another or that are overwritten, assumptions behind what others may
//! have seen, threads that end and are created again. What is claimed holds as long as everybody keeps to a way of having
//! something to oneself, and in about half of the programs somebody does not. Numbers stay below three.

use std::fmt::Write;

use super::generate::Random;

pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0xE7D1);
    let protocol = PROTOCOLS[random.below(PROTOCOLS.len() as u64) as usize];
    let breaks = random.chance(40);
    let mut endless =
        Endless { random, protocol, text: String::new(), left: 0, is_section_open: false, is_loop: false };
    endless.whole(breaks);
    endless.text
}

/// A way of having something to oneself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Protocol {
    Mutex,
    /// Taken and released by functions that do so on several paths.
    Wrapped,
    Polled,
    Section,
    Exchange,
    Compare,
    Legacy,
    Peterson,
    Turns,
    /// One mutex around the other.
    Nested,
}

const PROTOCOLS: [Protocol; 13] = [
    Protocol::Mutex,
    Protocol::Mutex,
    Protocol::Wrapped,
    Protocol::Wrapped,
    Protocol::Polled,
    Protocol::Section,
    Protocol::Section,
    Protocol::Exchange,
    Protocol::Compare,
    Protocol::Legacy,
    Protocol::Peterson,
    Protocol::Turns,
    Protocol::Nested,
];

const HEADERS: &str = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <string.h>\n\
    void __VERIFIER_assume(int);\n_Bool __VERIFIER_nondet_bool(void);\n\
    void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n";

const VARIABLES: &str = "int x, y, z, c, turn, flag[2], *p = &x;\nstruct { int a, b; } s;\natomic_int l, n;\n\
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER, fresh = PTHREAD_MUTEX_INITIALIZER;\n\
    pthread_cond_t changed = PTHREAD_COND_INITIALIZER;\npthread_t again;\n";

/// Sections that another function ends or begins, and locks that another function takes.
const FUNCTIONS: &str = "static void leave(int which) {\n    if (which) { y = which; __VERIFIER_atomic_end(); return; }\n    \
    x = 1;\n    __VERIFIER_atomic_end();\n}\n\
    static int enter(int which) {\n    if (which == 1) { __VERIFIER_atomic_begin(); x = 2; return 1; }\n    \
    __VERIFIER_atomic_begin();\n    return y;\n}\n\
    static void take(int which) { if (which) { pthread_mutex_lock(&m); return; } pthread_mutex_lock(&m); }\n\
    static void give(void) { pthread_mutex_unlock(&m); }\n\
    static int next(int value) { for (;;) { if (value >= 2) return 0; return value + 1; } }\n\
    static void turn_around(int *what) { do { *what = next(*what); } while (*what == 1); }\n\
    static void *late(void *arg) { z = 2; return arg; }\n\
    static void make(void) { pthread_create(&again, 0, late, 0); }\n\
    static void (*maker)(void) = make;\n";

struct Endless {
    random: Random,
    protocol: Protocol,
    text: String,
    /// So many statements that others may notice are left to a thread.
    left: u32,
    /// Statements are for the inside of an atomic section.
    is_section_open: bool,
    /// The loop at hand has a keyword.
    is_loop: bool,
}

impl Endless {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(depth));
    }

    fn whole(&mut self, breaks: bool) {
        self.text += HEADERS;
        self.text += VARIABLES;
        self.text += FUNCTIONS;
        let breaker = if breaks { self.random.below(2) } else { 2 };
        for thread in 0..2 {
            self.thread(thread, thread == breaker);
        }
        self.main();
    }

    fn thread(&mut self, me: u64, breaks: bool) {
        self.left = 3;
        self.line(0, &format!("void *t{me}(void *arg) {{"));
        self.line(1, "int i = 0, j = 0, e = 0;");
        if self.random.chance(25) {
            self.statement(1, false);
        }
        let (head, foot) = match self.random.below(5) {
            0 => ("while (1) {", "}"),
            1 => ("do {", "} while (l < 3);"),
            2 => ("while (turn != 3) {", "}"),
            3 => ("again: {", "} goto again;"),
            _ => ("for (;;) {", "}"),
        };
        self.line(1, head);
        self.is_loop = head != "again: {";
        if self.random.chance(50) {
            self.statement(2, self.is_loop);
        }
        self.own(me, breaks);
        if self.random.chance(60) {
            self.statement(2, self.is_loop);
        }
        if self.random.chance(25) {
            let condition = self.condition();
            let leave = if self.is_loop { "break" } else { "return 0" };
            self.line(2, &format!("if ({condition}) {leave};"));
        }
        self.line(1, foot);
        if self.random.chance(30) {
            self.statement(1, false);
        }
        self.line(1, "return 0;\n}");
    }

    /// What the thread does while it has something to itself.
    fn own(&mut self, me: u64, breaks: bool) {
        let (mut before, mut behind) = self.fences(me);
        if breaks {
            let is_section = self.protocol == Protocol::Section;
            match self.random.below(5) {
                // A section that never begins must not end, and one that begins again and again has no end of states.
                0 if !is_section => before = String::new(),
                1 if !is_section => behind = format!("if (i) {{ {behind} }} i = next(i);"),
                0..=2 => (before, behind) = (String::new(), String::new()),
                3 => (before, behind) = self.overwritten(&before, behind),
                _ => (before, behind) = self.of_another(me),
            }
        }
        self.line(2, &before);
        let inside = match self.random.below(6) {
            0 => "x = (x + 1) % 3; y = (y + 1) % 3; assert(x == y);".into(),
            1 => "assert(s.a == s.b); s.a = next(s.a); s.b = s.a;".into(),
            2 => "*p = 1; assert(*p == 1); *p = 0;".into(),
            3 => format!("z = {me}; assert(z == {me});"),
            4 => "j = z; z = j ^ 1; assert(z != j);".into(),
            _ => "c++; assert(c == 1); c--;".to_string(),
        };
        self.line(2, &inside);
        if self.random.chance(15) {
            let condition = self.condition();
            let leave = if self.is_loop && self.random.chance(60) { "continue" } else { "return 0" };
            self.line(2, &format!("if ({condition}) {{ {behind} {leave}; }}"));
        }
        self.line(2, &behind);
    }

    fn fences(&mut self, me: u64) -> (String, String) {
        let other = 1 - me;
        let pair = |before: &str, behind: &str| (before.to_string(), behind.to_string());
        match self.protocol {
            Protocol::Mutex => pair("pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);"),
            Protocol::Wrapped => {
                let before = self.random.pick(&["take(i);", "if (j) take(1); else pthread_mutex_lock(&m);"]);
                pair(before, self.random.pick(&["give();", "if (j) give(); else pthread_mutex_unlock(&m);"]))
            }
            Protocol::Polled => {
                let before = self.random.pick(&[
                    "while (pthread_mutex_trylock(&m)) ;",
                    "if (pthread_mutex_trylock(&m)) pthread_mutex_lock(&m);",
                    "do { e = pthread_mutex_trylock(&m); } while (e);",
                ]);
                pair(before, "pthread_mutex_unlock(&m);")
            }
            Protocol::Section => self.section(),
            Protocol::Exchange => pair("while (atomic_exchange(&l, 1)) ;", "atomic_store(&l, 0);"),
            Protocol::Compare => {
                pair("do { e = 0; } while (!atomic_compare_exchange_strong(&l, &e, 1));", "l = 0;")
            }
            Protocol::Legacy => {
                pair("while (__sync_lock_test_and_set(&turn, 1)) ;", "__sync_lock_release(&turn);")
            }
            Protocol::Peterson => (
                format!("flag[{me}] = 1; turn = {other}; while (flag[{other}] && turn == {other}) ;"),
                format!("flag[{me}] = 0;"),
            ),
            Protocol::Turns => {
                let wait = self.random.pick(&["while (turn != ME) ;", "__VERIFIER_assume(turn == ME);"]);
                (wait.replace("ME", &me.to_string()), format!("turn = {other};"))
            }
            Protocol::Nested => pair(
                "pthread_mutex_lock(&m); pthread_mutex_lock(&k);",
                "pthread_mutex_unlock(&m); pthread_mutex_unlock(&k);",
            ),
        }
    }

    /// A section with one end, or with several, or with several beginnings.
    fn section(&mut self) -> (String, String) {
        let before = self.random.pick(&[
            "__VERIFIER_atomic_begin();",
            "if (i) { __VERIFIER_atomic_begin(); j = 1; } else __VERIFIER_atomic_begin();",
            "__VERIFIER_atomic_begin(); __VERIFIER_atomic_begin(); j = turn; __VERIFIER_atomic_end();",
            "e = n; if (e) { __VERIFIER_atomic_begin(); e = n; } else { __VERIFIER_atomic_begin(); }",
        ]);
        let behind = self.random.pick(&[
            "__VERIFIER_atomic_end();",
            "if (j) { __VERIFIER_atomic_end(); } else { i = 1; __VERIFIER_atomic_end(); }",
            "if (turn) { __VERIFIER_atomic_end(); n = 1; } else __VERIFIER_atomic_end();",
            "__VERIFIER_assume(turn != 2); __VERIFIER_atomic_end();",
        ]);
        (before.into(), behind.into())
    }

    /// The lock is overwritten before it is taken, or while it is held.
    fn overwritten(&mut self, before: &str, behind: String) -> (String, String) {
        let write = self.random.pick(&[
            "pthread_mutex_init(&m, 0);",
            "m = fresh;",
            "memset(&m, 0, sizeof m);",
            "*(char *)&m = 0;",
            "__VERIFIER_atomic_begin(); m = fresh; __VERIFIER_atomic_end();",
            "pthread_mutex_unlock(&m);",
        ]);
        match self.random.chance(50) {
            true => (format!("{write} {before}"), behind),
            false => (format!("{before} {write}"), behind),
        }
    }

    fn of_another(&mut self, me: u64) -> (String, String) {
        let kept = self.protocol;
        self.protocol = PROTOCOLS[self.random.below(PROTOCOLS.len() as u64) as usize];
        let fences = match kept == Protocol::Mutex && self.random.chance(50) {
            true => ("pthread_mutex_lock(&k);".into(), "pthread_mutex_unlock(&k);".into()),
            false => self.fences(me),
        };
        self.protocol = kept;
        fences
    }

    fn main(&mut self) {
        self.left = 2;
        self.line(0, "int main(void) {");
        self.line(1, "pthread_t a, b;\n    int i = 0, j = 0, e = 0;");
        match self.random.below(8) {
            0 => {
                // The same thread once more, when the first has ended.
                self.line(1, "pthread_create(&a, 0, late, 0);\n    pthread_join(a, 0);");
                self.line(1, "pthread_create(&a, 0, t0, 0);\n    pthread_create(&b, 0, t1, 0);");
            }
            1 => self.line(1, "for (i = 0; i < 2; i++) pthread_create(&a, 0, i ? t1 : t0, 0);"),
            2 => {
                self.line(1, "for (i = 0; i < 2; i++) {\n        pthread_create(&a, 0, late, 0);");
                let line = self.random.pick(&["pthread_join(a, 0);", "if (i) pthread_join(a, 0);", "z = 0;"]);
                self.line(2, line);
                self.line(1, "}\n    pthread_create(&a, 0, t0, 0);\n    pthread_create(&b, 0, t1, 0);");
            }
            3 => {
                self.line(1, "for (i = 0; i < 2; i++) {\n        maker();");
                let line = self
                    .random
                    .pick(&["pthread_join(again, 0); z = 0; assert(z == 0);", "z = 0; j = z; assert(!j);"]);
                self.line(2, line);
                self.line(1, "}\n    pthread_create(&a, 0, t0, 0);\n    pthread_create(&b, 0, t1, 0);");
            }
            _ => self.line(1, "pthread_create(&a, 0, t0, 0);\n    pthread_create(&b, 0, t1, 0);"),
        }
        if self.random.chance(15) {
            self.line(1, "for (;;) {");
            self.statement(2, true);
            let claim = self.claim();
            self.line(2, &format!("assert({claim});"));
            self.line(1, "}");
        } else {
            if self.random.chance(30) {
                self.statement(1, false);
            }
            if self.random.chance(50) {
                self.line(1, "pthread_join(a, 0);");
            }
            if self.random.chance(20) {
                let claim = self.claim();
                self.line(1, &format!("j = x; assert({claim});"));
            }
        }
        self.line(1, "return 0;\n}");
    }

    fn claim(&mut self) -> String {
        self.random
            .pick(&["x < 3", "z < 3", "s.a < 3 && s.b < 3", "turn < 4", "y != 3", "!(i && j)", "c < 2"])
            .into()
    }

    fn condition(&mut self) -> String {
        let (place, value) = (self.place(), self.random.below(3));
        match self.random.below(5) {
            0 => "__VERIFIER_nondet_bool()".into(),
            1 => self.random.pick(&["i", "j", "!i", "e"]).into(),
            2 => format!("{place} != {value}"),
            _ => format!("{place} == {value}"),
        }
    }

    fn place(&mut self) -> String {
        self.random.pick(&["n", "n", "flag[0]", "flag[i & 1]", "l", "turn", "s.a", "x"]).into()
    }

    /// Something that keeps the ways of having something to oneself, most of the time.
    fn simple(&mut self) -> String {
        let value = self.random.below(3);
        match self.random.below(12) {
            0 => format!("n = {value};"),
            1 => format!("n = (n + {}) % 3;", 1 + self.random.below(2)),
            2 => format!("j = {};", self.place()),
            3 => "i = next(i);".into(),
            4 => "turn_around(&i);".into(),
            5 => "e = n; i = (i + e) % 3;".into(),
            6 => "__atomic_store_n(&n, 1, __ATOMIC_SEQ_CST);".into(),
            7 => "j = __sync_fetch_and_and(&n, 1);".into(),
            8 => "atomic_fetch_xor(&n, 1);".into(),
            9 => "i = __VERIFIER_nondet_bool();".into(),
            10 => "{ int own = i; int *q = &own; *q = !*q; j = own; }".into(),
            _ => format!("flag[i & 1] = {};", value & 1),
        }
    }

    /// Statements; `in_loop` if they may continue or leave one.
    fn statement(&mut self, depth: usize, in_loop: bool) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let (condition, simple) = (self.condition(), self.simple());
        match self.random.below(if self.is_section_open { 3 } else { 17 }) {
            0 => self.line(depth, &simple),
            1 => {
                let other = self.simple();
                self.line(depth, &format!("if ({condition}) {{ {simple} }} else {{ {other} }}"));
            }
            2 => self.line(depth, &format!("__VERIFIER_assume({condition});")),
            3 => self.line(depth, &format!("{simple} __VERIFIER_assume({condition});")),
            4 => self.line(depth, &format!("while ({condition}) {{ {simple} }}")),
            5 => {
                let other = self.condition();
                self.line(depth, &format!("do {{ {simple} if ({condition}) break; }} while ({other});"));
            }
            6 if in_loop => self.line(depth, &format!("if ({condition}) continue;")),
            7 => {
                self.line(depth, "__VERIFIER_atomic_begin();");
                self.is_section_open = true;
                self.left += 1;
                self.statement(depth + 1, false);
                let ends = if in_loop { "continue;" } else { "return 0;" };
                if self.random.chance(40) {
                    self.line(depth + 1, &format!("if ({condition}) {{ __VERIFIER_atomic_end(); {ends} }}"));
                }
                if self.random.chance(10) {
                    self.line(depth + 1, &format!("if ({condition}) return 0;"));
                }
                self.statement(depth + 1, false);
                self.is_section_open = false;
                let end = self.random.pick(&["__VERIFIER_atomic_end();", "leave(i);", "leave(j);"]);
                self.line(depth, end);
            }
            8 => self.line(depth, &format!("j = enter(i); {simple} __VERIFIER_atomic_end();")),
            9 => self.line(
                depth,
                &format!("if (!pthread_mutex_trylock(&k)) {{ {simple} pthread_mutex_unlock(&k); }}"),
            ),
            10 => self.line(depth, &format!("pthread_mutex_lock(&k); {simple} pthread_mutex_unlock(&k);")),
            11 => {
                let text = format!(
                    "pthread_mutex_lock(&k); if ({condition}) pthread_cond_wait(&changed, &k); {simple} pthread_mutex_unlock(&k);"
                );
                self.line(depth, &text);
            }
            12 => self.line(depth, "pthread_cond_signal(&changed);"),
            13 => {
                let other = self.simple();
                let text = format!(
                    "__VERIFIER_atomic_begin(); {simple} if ({condition}) {{ {other} __VERIFIER_atomic_end(); }} else {{ __VERIFIER_atomic_end(); }}"
                );
                self.line(depth, &text);
            }
            14 => {
                let text = format!(
                    "__VERIFIER_atomic_begin(); while ({condition}) {{ {simple} if (n) break; n = 1; }} __VERIFIER_atomic_end();"
                );
                self.line(depth, &text);
            }
            15 => self
                .line(depth, &format!("for (e = 0; e < 2; e++) {{ if ({condition}) continue; {simple} }}")),
            _ => self.line(depth, &format!("pthread_mutex_lock(&m); {simple} pthread_mutex_unlock(&m);")),
        }
    }
}
