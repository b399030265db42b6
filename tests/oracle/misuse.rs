//! Random programs that use the thread library, mostly as they should.
//!
//! Locks of several types, created and destroyed at any time, unlocked once too often or by the wrong thread,
//! initialised too late, waited for with a limit, threads joined, tried and detached by several, blocks that overlap
//! if an index says so: every call has its demands, and most programs meet them in most schedules.

use std::fmt::Write;

use super::generate::Random;

pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x00a9_1a91);
    let mut generator = Generator { random: &mut random, text: String::new() };
    generator.program();
    generator.text
}

struct Generator<'a> {
    random: &'a mut Random,
    text: String,
}

impl Generator<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(depth));
    }

    fn program(&mut self) {
        for header in ["errno", "pthread", "semaphore", "string", "threads"] {
            self.line(0, &format!("#include <{header}.h>"));
        }
        let kind = self.random.pick(&[
            "PTHREAD_MUTEX_INITIALIZER",
            "PTHREAD_MUTEX_INITIALIZER",
            "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP",
            "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP",
        ]);
        self.line(0, &format!("pthread_mutex_t m = {kind}, n = PTHREAD_MUTEX_INITIALIZER;"));
        self.line(0, "pthread_cond_t c = PTHREAD_COND_INITIALIZER;");
        self.line(0, "pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;");
        self.line(0, "pthread_spinlock_t p;");
        self.line(0, "sem_t s;");
        self.line(0, "pthread_key_t k;");
        self.line(0, "pthread_mutexattr_t t;");
        self.line(0, "mtx_t q;");
        self.line(0, "struct timespec soon = { 1, 0 }, never = { 1, 1000000000 };");
        self.line(0, "char text[6];");
        self.line(0, "pthread_t a, b;");
        self.line(0, "int x;");
        for thread in ["first", "second"] {
            self.line(0, &format!("void *{thread}(void *arg) {{"));
            for _ in 0..1 + self.random.below(2) {
                self.statement();
            }
            self.line(1, "return 0;");
            self.line(0, "}");
        }
        self.line(0, "int main(void) {");
        let mut steps = vec![
            "sem_init(&s, 0, 1);",
            "pthread_spin_init(&p, 0);",
            "pthread_key_create(&k, 0);",
            "mtx_init(&q, mtx_timed);",
            "pthread_mutexattr_init(&t);",
            "pthread_create(&a, 0, first, 0);",
            "pthread_create(&b, 0, second, 0);",
        ];
        // Now and then something is initialised behind the creation of the first thread.
        let late = self.random.below(20) as usize;
        if late < 5 {
            let step = steps.remove(late);
            steps.insert(5, step);
        }
        for step in steps {
            self.line(1, step);
        }
        if self.random.chance(30) {
            self.statement();
        }
        for thread in ["a", "b"] {
            let end = self.random.below(8);
            match end {
                0 => self.line(1, &format!("pthread_detach({thread});")),
                1 => {}
                // A mistake that is made only if the thread is not over, or only if it is.
                2 => {
                    let over = self.random.pick(&["==", "!="]);
                    let tries = format!("pthread_tryjoin_np({thread}, 0) {over} 0");
                    self.line(1, &format!("if ({tries}) pthread_spin_unlock(&p);"));
                }
                _ => self.line(1, &format!("pthread_join({thread}, 0);")),
            }
        }
        if self.random.chance(40) {
            self.end_of_a_life();
        }
        self.line(1, "return 0;");
        self.line(0, "}");
    }

    fn statement(&mut self) {
        match self.random.below(19) {
            0 => self.guarded("pthread_mutex_lock(&m)", "pthread_mutex_unlock(&m)"),
            1 => self.guarded("pthread_mutex_lock(&n)", "pthread_mutex_unlock(&n)"),
            2 => self.guarded("pthread_rwlock_wrlock(&w)", "pthread_rwlock_unlock(&w)"),
            3 => self.guarded("pthread_rwlock_rdlock(&w)", "pthread_rwlock_unlock(&w)"),
            4 => self.guarded("pthread_spin_lock(&p)", "pthread_spin_unlock(&p)"),
            5 => self.guarded("sem_wait(&s)", "sem_post(&s)"),
            6 => {
                let (lock, unlock) = match self.random.below(3) {
                    0 => ("pthread_mutex_trylock(&n)", "pthread_mutex_unlock(&n)"),
                    1 => ("pthread_rwlock_tryrdlock(&w)", "pthread_rwlock_unlock(&w)"),
                    _ => ("pthread_spin_trylock(&p)", "pthread_spin_unlock(&p)"),
                };
                match self.random.chance(25) {
                    true => self.line(1, &format!("{lock}; {unlock};")),
                    false => self.line(1, &format!("if ({lock} == 0) {unlock};")),
                }
            }
            7 => self.line(1, "x = pthread_mutex_lock(&m); x = pthread_mutex_trylock(&m);"),
            8 => self.guarded(
                "pthread_mutex_lock(&n); if (!x) pthread_cond_wait(&c, &n)",
                "pthread_mutex_unlock(&n)",
            ),
            9 => {
                let wait =
                    self.random.pick(&["if (x) pthread_cond_wait(&c, &n);", "pthread_cond_signal(&c);"]);
                self.line(1, wait);
            }
            10 => self.line(
                1,
                "pthread_mutex_lock(&n); x = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&n);",
            ),
            11 => self.line(1, "pthread_getspecific(k);"),
            12 => {
                let end =
                    self.random.pick(&["pthread_join(a, 0);", "pthread_detach(pthread_self());", "x = 1;"]);
                self.line(1, end);
            }
            13 => {
                let limited = self.random.pick(&[
                    "if (pthread_mutex_timedlock(&n, &soon) == 0) pthread_mutex_unlock(&n);",
                    "if (pthread_rwlock_clockwrlock(&w, CLOCK_MONOTONIC, &never) == 0) pthread_rwlock_unlock(&w);",
                    "if (sem_clockwait(&s, CLOCK_MONOTONIC, &soon) == 0) sem_post(&s);",
                    "pthread_mutex_clocklock(&n, CLOCK_REALTIME, &soon); pthread_mutex_unlock(&n);",
                ]);
                self.line(1, limited);
            }
            14 => match self.random.below(3) {
                0 => self.guarded("mtx_lock(&q)", "mtx_unlock(&q)"),
                1 => self.line(1, "if (mtx_timedlock(&q, &soon) == thrd_success) mtx_unlock(&q);"),
                _ => self.line(1, "mtx_lock(&q); if (x == 2) mtx_lock(&q); mtx_unlock(&q);"),
            },
            15 => {
                let join = self.random.pick(&[
                    "pthread_tryjoin_np(a, 0);",
                    "if (pthread_timedjoin_np(b, 0, &soon) == 0) x = 1;",
                    "if (pthread_tryjoin_np(a, 0)) x = 2;",
                ]);
                self.line(1, join);
            }
            16 => self.line(1, "memcpy(text + (x & 1) + 1, text, 2);"),
            17 => self.line(1, "pthread_mutexattr_settype(&t, PTHREAD_MUTEX_RECURSIVE);"),
            _ if self.random.chance(50) => self.end_of_a_life(),
            _ => self.line(1, "x = 2;"),
        }
    }

    /// Now and then it is forgotten to lock or to unlock.
    fn guarded(&mut self, lock: &str, unlock: &str) {
        let forgotten = self.random.below(20);
        if forgotten != 0 {
            self.line(1, &format!("{lock};"));
        }
        self.line(1, "x++;");
        if forgotten != 1 {
            self.line(1, &format!("{unlock};"));
        }
    }

    fn end_of_a_life(&mut self) {
        let end = self.random.pick(&[
            "pthread_mutex_destroy(&n);",
            "pthread_mutex_destroy(&n); pthread_mutex_init(&n, 0);",
            "pthread_cond_destroy(&c);",
            "pthread_rwlock_destroy(&w);",
            "pthread_spin_destroy(&p);",
            "sem_destroy(&s);",
            "pthread_key_delete(k);",
            "pthread_mutexattr_destroy(&t);",
            "mtx_destroy(&q);",
        ]);
        self.line(1, end);
    }
}
