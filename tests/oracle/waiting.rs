//! Random programs about waiting: who is woken by whom, and who waits for ever.
//!
//! Few steps, so that one signal more or less, or one unit of a semaphore, decides. Waiters look at a variable that
//! is set together with the signal, so that nobody waits for ever only because it came late; or others know that they
//! wait, and signal without the lock, which only somebody who was woken for nothing can miss; or they wait for a limited
//! time.

use std::fmt::Write;

use super::generate::Random;

/// In half of the programs something can get stuck; in the others a semaphore is the lock, and updates may get lost.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x0a17);
    program_of(match seed % 2 {
        0 => stuck(&mut random),
        _ => lost(&mut random),
    })
}

/// About wakeups that nobody asked for, and about time that runs out.
pub fn in_vain(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x0aa1_1b0d);
    program_of(match seed % 2 {
        0 => announced(&mut random),
        _ => late(&mut random),
    })
}

fn program_of((threads, units, claim): (Vec<String>, u64, String)) -> String {
    let mut text = String::new();
    for header in ["assert", "pthread", "semaphore", "stdatomic", "time"] {
        let _ = writeln!(text, "#include <{header}.h>");
    }
    text += "int x, there;\natomic_int ready, tried;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n";
    text += "pthread_cond_t c = PTHREAD_COND_INITIALIZER;\nsem_t s;\n";
    for (index, body) in threads.iter().enumerate() {
        let _ = writeln!(text, "void *t{index}(void *arg) {{\n    int i = 0;\n{body}    return 0;\n}}");
    }
    let _ = writeln!(text, "int main(void) {{\n    pthread_t id[3];\n    sem_init(&s, 0, {units});");
    for index in 0..threads.len() {
        let _ = writeln!(text, "    pthread_create(&id[{index}], 0, t{index}, 0);");
    }
    for index in 0..threads.len() {
        let _ = writeln!(text, "    pthread_join(id[{index}], 0);");
    }
    let _ = writeln!(text, "{claim}    return 0;\n}}");
    text
}

/// The bodies of the threads, the units of the semaphore, and what main claims at the end.
fn stuck(random: &mut Random) -> (Vec<String>, u64, String) {
    let waits = "    pthread_mutex_lock(&m);\n    while (!ready) pthread_cond_wait(&c, &m);\n    \
                 pthread_mutex_unlock(&m);\n";
    if random.chance(35) {
        // A semaphore, and how often it is waited for.
        let action =
            |random: &mut Random| random.pick(&["    sem_wait(&s);\n", "    sem_post(&s);\n"]).to_string();
        let threads = (0..2).map(|_| (0..1 + random.below(2)).map(|_| action(random)).collect()).collect();
        return (threads, random.below(3), String::new());
    }
    let wakes =
        random.pick(&["pthread_cond_signal(&c);", "pthread_cond_signal(&c);", "pthread_cond_broadcast(&c);"]);
    let mut signals =
        format!("    pthread_mutex_lock(&m);\n    ready = 1;\n    {wakes}\n    pthread_mutex_unlock(&m);\n");
    if random.chance(25) {
        signals += "    pthread_cond_signal(&c);\n";
    }
    let mut threads = vec![waits.to_string(), signals];
    if random.chance(60) {
        threads.insert(random.below(3) as usize, waits.to_string());
    }
    (threads, 0, String::new())
}

/// A thread that is known to wait, and one that signals, looks or tries only then, with or without the lock.
fn announced(random: &mut Random) -> (Vec<String>, u64, String) {
    let again = random.pick(&["while", "while", "while", "if"]);
    let after = random.pick(&["", "    assert(!tried);\n"]);
    let waits = format!(
        "    pthread_mutex_lock(&m);\n    there = 1;\n    {again} (!ready) pthread_cond_wait(&c, &m);\n    \
         pthread_mutex_unlock(&m);\n{after}"
    );
    let wakes = random.pick(&["pthread_cond_signal(&c);", "pthread_cond_broadcast(&c);"]);
    let set = random.pick(&["ready = 1;", "pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m);"]);
    let look = "    pthread_mutex_lock(&m);\n    i = there;\n    pthread_mutex_unlock(&m);\n";
    let attempt = "if (pthread_mutex_trylock(&m)) tried = 1; else pthread_mutex_unlock(&m);";
    let attempt = if random.chance(30) { attempt } else { "" };
    let signals = match random.below(3) {
        // Without a signal before the lock, nobody who is woken in vain can miss it.
        0 => format!("pthread_mutex_lock(&m); ready = 1; {wakes} pthread_mutex_unlock(&m);"),
        _ => format!("{attempt} {set} {wakes}"),
    };
    let signals = format!(
        "{look}    if (i) {{ {signals} }}\n    else {{ pthread_mutex_lock(&m); ready = 1; {wakes} pthread_mutex_unlock(&m); }}\n"
    );
    (vec![waits, signals], 0, String::new())
}

/// A thread that waits for a limited time, and finds out what happened meanwhile.
fn late(random: &mut Random) -> (Vec<String>, u64, String) {
    let again = random.pick(&["if (!ready)", "while (!ready && !i)"]);
    let claim = random.pick(&["assert(!i || !ready);", "assert(i || ready);", "assert(!i || !tried);"]);
    let waits = format!(
        "    struct timespec soon = {{ 1, 0 }};\n    pthread_mutex_lock(&m);\n    {again} i = \
         pthread_cond_timedwait(&c, &m, &soon);\n    {claim}\n    pthread_mutex_unlock(&m);\n"
    );
    let wakes = random.pick(&["pthread_cond_signal(&c);", "pthread_cond_broadcast(&c);"]);
    let signals = match random.below(3) {
        0 => format!(
            "    pthread_mutex_lock(&m);\n    ready = 1;\n    {wakes}\n    pthread_mutex_unlock(&m);\n"
        ),
        1 => format!(
            "    {wakes}\n    pthread_mutex_lock(&m);\n    ready = 1;\n    pthread_mutex_unlock(&m);\n"
        ),
        _ => format!(
            "    pthread_mutex_lock(&m);\n    {wakes}\n    tried = 1;\n    pthread_mutex_unlock(&m);\n"
        ),
    };
    (vec![waits, signals], 0, String::new())
}

fn lost(random: &mut Random) -> (Vec<String>, u64, String) {
    let count = 2 + random.below(2);
    let threads = (0..count)
        .map(|_| match random.below(8) {
            0 => "    i = x;\n    x = i + 1;\n".to_string(),
            _ => "    sem_wait(&s);\n    i = x;\n    x = i + 1;\n    sem_post(&s);\n".to_string(),
        })
        .collect();
    let units = 1 + u64::from(random.chance(30));
    (threads, units, format!("    assert(x == {count});\n"))
}
