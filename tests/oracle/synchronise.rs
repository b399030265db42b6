//! Random programs about synchronisation: what is guarded by which lock, who waits for whom.
//!
//! Most accesses are guarded, so that races and deadlocks are rare enough to be missed: a lock forgotten on one
//! path, two locks taken in two orders, a variable that is atomic only for some, a signal that comes too early, a
//! semaphore that is short by one, a block freed while another thread may still use it.

use std::fmt::Write;

use super::generate::Random;

pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x5eed);
    let mut generator = Generator { random: &mut random, text: String::new() };
    generator.program();
    generator.text
}

struct Generator<'a> {
    random: &'a mut Random,
    text: String,
}

const LOCKS: [&str; 3] = ["m", "n", "o"];
/// Which lock guards what, if nobody forgets it.
const GUARDED: [(&str, &str); 4] = [("m", "x"), ("n", "y"), ("m", "h->left"), ("n", "h->right")];

impl Generator<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(depth));
    }

    fn program(&mut self) {
        let threads = 2 + self.random.below(2);
        for header in ["assert", "pthread", "semaphore", "stdatomic", "stdlib"] {
            self.line(0, &format!("#include <{header}.h>"));
        }
        self.line(0, "int x, y, ready;");
        self.line(0, "atomic_int f;");
        self.line(0, "struct pair { int left, right; } *h;");
        for lock in LOCKS {
            let kind = match self.random.below(8) {
                0 => "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP",
                _ => "PTHREAD_MUTEX_INITIALIZER",
            };
            self.line(0, &format!("pthread_mutex_t {lock} = {kind};"));
        }
        self.line(0, "pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;");
        self.line(0, "pthread_cond_t c = PTHREAD_COND_INITIALIZER;");
        self.line(0, "sem_t s;");
        for index in 0..threads {
            self.line(0, &format!("void *t{index}(void *arg) {{"));
            self.line(1, "int i = 0;");
            let length = if threads == 2 { 2 + self.random.below(2) } else { 1 + self.random.below(2) };
            for _ in 0..length {
                self.statement(1);
            }
            let end = self.random.pick(&["return 0;", "return 0;", "pthread_exit(arg);"]);
            self.line(1, end);
            self.line(0, "}");
        }
        let outlived = self.random.chance(30);
        if outlived {
            self.lender();
        }
        self.line(0, "int main(void) {");
        self.line(1, "pthread_t id[3]; int i = 0;");
        let units = self.random.below(3);
        self.line(1, &format!("sem_init(&s, 0, {units});"));
        self.line(1, "h = malloc(sizeof *h); h->left = 1; h->right = 0;");
        for index in 0..threads {
            self.line(1, &format!("pthread_create(&id[{index}], 0, t{index}, 0);"));
        }
        if outlived {
            self.line(1, "lend();");
        }
        if self.random.chance(25) {
            self.statement(1);
        }
        let joined = if self.random.chance(70) { threads } else { self.random.below(threads) };
        for index in 0..joined {
            self.line(1, &format!("pthread_join(id[{index}], 0);"));
        }
        if joined == threads && self.random.chance(50) {
            self.line(1, "i = x + y;");
        }
        if self.random.chance(50) {
            self.line(1, "free(h);");
        }
        let end = self.random.pick(&["return 0;", "return 0;", "pthread_exit(0);"]);
        self.line(1, end);
        self.line(0, "}");
    }

    /// A function that lends its variable to a thread, and may or may not wait until it has it back.
    fn lender(&mut self) {
        self.line(0, "void *borrow(void *arg) {");
        self.line(1, "int *borrowed = arg;");
        let first = self.random.pick(&["int i = *borrowed;", "*borrowed = 2;", "f = 2;"]);
        self.line(1, first);
        let second = self.random.pick(&["", "if (f != 1) *borrowed = 3;", "sem_post(&s);"]);
        self.line(1, second);
        let end = self.random.pick(&["return 0;", "return arg;", "pthread_exit(arg);"]);
        self.line(1, end);
        self.line(0, "}");
        self.line(0, "void lend(void) {");
        self.line(1, "pthread_t id; int own = 1;");
        self.line(1, "pthread_create(&id, 0, borrow, &own);");
        let wait = self.random.pick(&[
            "pthread_join(id, 0);",
            "pthread_join(id, 0);",
            "sem_wait(&s);",
            "f = 1;",
            "",
        ]);
        self.line(1, wait);
        self.line(0, "}");
    }

    fn use_of(&mut self, place: &str) -> String {
        match self.random.below(3) {
            0 => format!("i = {place};"),
            1 => format!("{place} = {};", self.random.below(3)),
            _ => format!("{place}++;"),
        }
    }

    fn statement(&mut self, depth: usize) {
        let (lock, place) = GUARDED[self.random.below(GUARDED.len() as u64) as usize];
        let access = self.use_of(place);
        match self.random.below(16) {
            0..=3 => self.guarded(depth, lock, &access),
            4 => {
                let wrong = self.random.pick(&LOCKS);
                self.guarded(depth, wrong, &access);
            }
            5 => self.line(depth, &access),
            6..=8 if depth < 2 => {
                let other = self.random.pick(&LOCKS);
                self.line(depth, &format!("pthread_mutex_lock(&{other});"));
                self.guarded(depth + 1, lock, &access);
                self.line(depth, &format!("pthread_mutex_unlock(&{other});"));
            }
            9 => {
                let operation = self.random.pick(&[
                    "f = 1;",
                    "f++;",
                    "i = f;",
                    "if (f) x = 1;",
                    "y = 2; f = 1;",
                    "__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);",
                    "i = __atomic_load_n(&y, __ATOMIC_SEQ_CST);",
                ]);
                self.line(depth, operation);
            }
            10 => {
                let operation = self.random.pick(&[
                    "sem_post(&s);",
                    "sem_wait(&s);",
                    "sem_wait(&s); x = 1; sem_post(&s);",
                ]);
                self.line(depth, operation);
            }
            11 => {
                let wait = self.random.pick(&["while", "if"]);
                self.line(depth, "pthread_mutex_lock(&m);");
                self.line(depth, &format!("{wait} (!ready) pthread_cond_wait(&c, &m);"));
                self.line(depth, &access);
                self.line(depth, "pthread_mutex_unlock(&m);");
            }
            12 => {
                self.line(depth, "pthread_mutex_lock(&m); ready = 1;");
                let signal =
                    self.random.pick(&["pthread_cond_signal(&c);", "pthread_cond_broadcast(&c);", ";"]);
                self.line(depth, signal);
                self.line(depth, "pthread_mutex_unlock(&m);");
            }
            13 => {
                let how = self.random.pick(&["rd", "wr"]);
                self.line(depth, &format!("pthread_rwlock_{how}lock(&w);"));
                let inside = self.random.pick(&[
                    "x = 1;",
                    "i = x;",
                    "i = y;",
                    "pthread_rwlock_rdlock(&w); pthread_rwlock_unlock(&w);",
                ]);
                self.line(depth, inside);
                self.line(depth, "pthread_rwlock_unlock(&w);");
            }
            14 => {
                self.line(depth, &format!("if (pthread_mutex_trylock(&{lock}) == 0) {{"));
                self.line(depth + 1, &access);
                self.line(depth + 1, &format!("pthread_mutex_unlock(&{lock});"));
                self.line(depth, "}");
            }
            _ => self.line(depth, "{ struct pair *old = h; h = 0; free(old); }"),
        }
    }

    fn guarded(&mut self, depth: usize, lock: &str, access: &str) {
        self.line(depth, &format!("pthread_mutex_lock(&{lock});"));
        self.line(depth, access);
        // Now and then, it is forgotten to unlock.
        if !self.random.chance(8) {
            self.line(depth, &format!("pthread_mutex_unlock(&{lock});"));
        }
    }
}
