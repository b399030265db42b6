//! Random programs whose threads go around loops until another one lets them go on.
//!
//! Some iterations change nothing and are left out, others do: exchanges that fail and that do not, counters and
//! toggles that somebody looks at later or nobody, memory of the thread's own, writes on one way through the loop, loops
//! in loops and in functions. What is claimed is about what iterations leave behind, so that one that is left out
//! although it changes something is missed. No counter goes on for ever, or there were no end of states.

use std::fmt::Write;

use super::generate::Random;

pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x5919);
    let mut text = String::new();
    for header in ["assert", "pthread", "stdatomic"] {
        let _ = writeln!(text, "#include <{header}.h>");
    }
    text += "int __VERIFIER_nondet_int(void);\n";
    text += "atomic_int x, y, l, n;\nint z, data;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n";
    text += "static void until(atomic_int *what, int value) { while (*what != value) ; }\n";
    text += "static void note(int *what) { *what = 1; }\n";
    text += "static int tries(void) { int k = 0; while (!y) k ^= 1; return k; }\n";
    let (waits, shakes_hands) = (random.below(2), random.chance(25));
    for index in 0..2 {
        let _ = writeln!(
            text,
            "void *t{index}(void *arg) {{\n    int i = 0, j = 0, k = 0, e = 0, own[2] = {{0, 0}};"
        );
        let count = 1 + random.below(2);
        let mut claimed = false;
        for part in 0..count {
            let (line, left) = match (index == waits && part == 0, shakes_hands) {
                (true, true) => asks(&mut random),
                (true, false) => spins(&mut random),
                (false, true) => ("until(&n, 1); n = 2; y = 1;".into(), "x != 1".into()),
                (false, false) => (acts(&mut random), claim(&mut random, true)),
            };
            let _ = writeln!(text, "    {line}");
            if !claimed && random.chance(if index == waits { 70 } else { 30 }) {
                // Exploration does not stop between a write and a claim, unless something is read first.
                let _ = writeln!(text, "    assert(l > 9 || {left});");
                claimed = true;
            }
        }
        if random.chance(20) {
            text += "    z++;\n";
        }
        // Both write, so that no loop is decided by what one thread knows.
        text += "    x &= 3;\n    y &= 3;\n    own[0] = i + j + k + e;\n    return 0;\n}\n";
    }
    // What is there at first is not known, so that no loop is decided by constants.
    text += "int main(void) {\n    pthread_t a, b;\n    int given = __VERIFIER_nondet_int();\n";
    text += "    if (given == 1) x = 3;\n    if (given == 2) y = 2;\n    pthread_create(&a, 0, t0, 0);\n";
    text += "    pthread_create(&b, 0, t1, 0);\n    pthread_join(a, 0);\n    pthread_join(b, 0);\n";
    if random.chance(50) {
        let _ = writeln!(text, "    assert({});", claim(&mut random, false));
    }
    text += "    return 0;\n}\n";
    text
}

fn constant(random: &mut Random) -> u64 {
    random.below(3)
}

/// When a loop ends: something that the other thread may bring about.
fn until(random: &mut Random) -> String {
    match random.below(4) {
        0 | 1 => "y".into(),
        2 => format!("x == {}", 1 + random.below(2)),
        _ => "y || x == 2".into(),
    }
}

/// A loop that goes around until something happens, and what may not be true any more behind it.
fn spins(random: &mut Random) -> (String, String) {
    let (step, left) = step(random);
    (around(random, &step), left)
}

/// A loop whose iterations are what the other thread waits for before it ends the loop.
fn asks(random: &mut Random) -> (String, String) {
    let step =
        random.pick(&["n = 1;", "atomic_exchange(&n, 1);", "atomic_fetch_or(&n, 1);", "if (!n) n = 1;"]);
    let line = match random.below(3) {
        0 => format!("while (!y) {{ {step} }}"),
        1 => format!("do {{ {step} }} while (!y);"),
        _ => format!("for (;;) {{ if (y) break; {step} }}"),
    };
    (line, "y != 1".into())
}

fn around(random: &mut Random, step: &str) -> String {
    let (until, other, until_again) = (until(random), until(random), until(random));
    let exchange = random.pick(&["strong", "strong", "weak"]);
    match random.below(23) {
        0 => format!("while (!({until})) ;"),
        1 | 2 => format!("while (!({until})) {{ {step} }}"),
        3 | 4 => format!("do {{ {step} }} while (!({until}));"),
        5 => format!("for (;;) {{ if ({until}) break; if ({other}) continue; {step} }}"),
        6 => format!("again: if (!({until})) {{ if ({other}) {{ {step} }} goto again; }}"),
        7 => format!("while (!({until})) {{ if (!k) {{ {} }} k = !k; }}", write(random)),
        8 => format!("while (!({until})) {{ do {{ {step} }} while ({other} && !({})); }}", until_again),
        9 => format!("do {{ while (l) ; {step} }} while (atomic_exchange(&l, 1)); data++; l = 0;"),
        10 => format!(
            "do {{ e = 0; {step} }} while (!atomic_compare_exchange_{exchange}(&l, &e, 1)); data++; l = 0;"
        ),
        11 => format!("while (!atomic_compare_exchange_{exchange}(&l, &e, 1)) ; data++; l = 0;"),
        12 => format!("do {{ i = x; }} while (!atomic_compare_exchange_{exchange}(&x, &i, i + 1));"),
        13 => format!("while (pthread_mutex_trylock(&m)) {{ {step} }} data++; pthread_mutex_unlock(&m);"),
        14 => "do { i = n; j = x; k = z; } while ((i & 1) || i != n);".into(),
        15 => format!("until(&{}, {});", random.pick(&["x", "y"]), constant(random)),
        16 => format!("{} = tries();", random.pick(&["i", "j", "z"])),
        17 => format!("while (!({until})) {{ if (!k) x = 2; k = !k; }} assert(l > 9 || k || x != 2);"),
        18..=21 => "while (!y) { if (!k) x = 1; k = !k; } assert(l > 9 || k || x != 1);".into(),
        _ => {
            format!("while (atomic_exchange(&x, {}) != {}) {{ {step} }}", constant(random), constant(random))
        }
    }
}

/// What one iteration does besides, and something that it may make untrue.
fn step(random: &mut Random) -> (String, String) {
    let (value, other) = (constant(random), constant(random));
    let any = claim(random, true);
    match random.below(24) {
        0 => (String::new(), any),
        1 => ("k ^= 1;".into(), "!k".into()),
        2 => ("k = 1;".into(), "!k".into()),
        3 => (format!("i = {};", random.pick(&["x", "z", "y + 1"])), format!("i != {value}")),
        4 => (format!("j = {value};"), format!("j != {value}")),
        5 => ("own[x & 1] = 1;".into(), format!("own[{}] == 0", random.below(2))),
        6 => ("own[0] ^= 1;".into(), "own[0] == 0".into()),
        7 | 20 => ("note(&own[1]);".into(), "own[1] == 0".into()),
        21 | 22 => (format!("own[0] = {value};"), format!("own[0] != {value}")),
        8 => (format!("if ({}) {}", until(random), write(random)), any),
        9 => (format!("if (k) {} k ^= 1;", write(random)), format!("!k && x != {value}")),
        10 => ("atomic_exchange(&x, x);".into(), any),
        11 => (format!("{{ int fresh = {}; i = fresh; }}", random.pick(&["x", "z", "0"])), "i != 1".into()),
        12 => (
            format!("e = {value}; atomic_compare_exchange_strong(&x, &e, {other});"),
            format!("x != {other}"),
        ),
        13 => ("if (__VERIFIER_nondet_int()) i = 1;".into(), "!i".into()),
        14 => (format!("x = {value};"), format!("x != {value}")),
        15 | 16 => (format!("atomic_exchange(&x, {});", 1 + random.below(2)), "k".into()),
        18 | 19 => ("atomic_fetch_or(&x, 2);".into(), "k".into()),
        17 => ("if (!x) x = 1;".into(), format!("x != {}", 1 + random.below(2))),
        _ => (write(random), any),
    }
}

fn write(random: &mut Random) -> String {
    let (place, value) = (random.pick(&["x", "z", "y", "n"]), constant(random));
    match random.below(4) {
        0 => format!("{place} = i;"),
        _ => format!("{place} = {value};"),
    }
}

/// What the others wait for.
fn acts(random: &mut Random) -> String {
    match random.below(14) {
        0 | 1 => format!("{} y = 1;", write(random)),
        2 => format!("x = {}; x = {};", constant(random), 1 + random.below(2)),
        3 => "while (atomic_exchange(&l, 1)) ; data++; l = 0;".into(),
        4 => "l = 1; data++; l = 0; y = 1;".into(),
        5 => "n++; x = 1; z = 1; n++;".into(),
        6 => "pthread_mutex_lock(&m); data++; pthread_mutex_unlock(&m); y = 1;".into(),
        7 => "x++; y = x;".into(),
        8 => spins(random).0,
        9..=12 => format!("until(&x, {}); y = 1;", 1 + random.below(2)),
        _ => format!("if ({}) {} y = 1;", until(random), write(random)),
    }
}

/// What may hold and may not.
fn claim(random: &mut Random, has_locals: bool) -> String {
    let value = constant(random);
    match random.below(if has_locals { 9 } else { 4 }) {
        0 => format!("x != {value}"),
        1 => format!("z != {value}"),
        2 => format!("data != {}", 1 + random.below(2)),
        3 => format!("!(z == {value} && x == {})", constant(random)),
        4 => "!k".into(),
        5 => "k".into(),
        6 => format!("i != {value}"),
        7 => format!("own[{}] == 0", random.below(2)),
        _ => format!("!(k == {} && z == {value})", random.below(2)),
    }
}
