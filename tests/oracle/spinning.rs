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
    text += "static int tries(void) { int k = 0; while (!y) k ^= 1; return k; }\n";
    let waits = random.below(2);
    for index in 0..2 {
        let _ = writeln!(
            text,
            "void *t{index}(void *arg) {{\n    int i = 0, j = 0, k = 0, e = 0, own[2] = {{0, 0}};"
        );
        let count = 1 + random.below(2);
        let mut claimed = false;
        for part in 0..count {
            let line = match index == waits && part == 0 {
                true => spins(&mut random),
                false => acts(&mut random),
            };
            let _ = writeln!(text, "    {line}");
            if !claimed && random.chance(40) {
                let _ = writeln!(text, "    assert({});", claim(&mut random, true));
                claimed = true;
            }
        }
        text += "    own[0] = i + j + k + e;\n    return 0;\n}\n";
    }
    text += "int main(void) {\n    pthread_t a, b;\n    pthread_create(&a, 0, t0, 0);\n";
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

/// A loop that goes around until something happens.
fn spins(random: &mut Random) -> String {
    let (until, other) = (until(random), until(random));
    let exchange = random.pick(&["strong", "strong", "weak"]);
    let step = step(random);
    match random.below(18) {
        0 => format!("while (!({until})) ;"),
        1 | 2 => format!("while (!({until})) {{ {step} }}"),
        3 | 4 => format!("do {{ {step} }} while (!({until}));"),
        5 => format!("for (;;) {{ if ({until}) break; if ({other}) continue; {step} }}"),
        6 => format!("again: if (!({until})) {{ if ({other}) {{ {step} }} goto again; }}"),
        7 => format!("while (!({until})) {{ if (!k) {{ {} }} k = !k; }}", write(random)),
        8 => format!("while (!({until})) {{ for (j = 0; j < 2; j++) if ({other}) {{ {step} }} }}"),
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
        _ => {
            format!("while (atomic_exchange(&x, {}) != {}) {{ {step} }}", constant(random), constant(random))
        }
    }
}

/// What one iteration does besides.
fn step(random: &mut Random) -> String {
    match random.below(14) {
        0 | 1 => String::new(),
        2 => "k ^= 1;".into(),
        3 => format!("i = {};", random.pick(&["x", "z", "y + 1"])),
        4 => format!("j = {};", constant(random)),
        5 => "own[x & 1] = 1;".into(),
        6 => "own[0] ^= 1;".into(),
        7 => format!("if ({}) {}", until(random), write(random)),
        8 => format!("if (k) {} k ^= 1;", write(random)),
        9 => "atomic_exchange(&x, x);".into(),
        10 => format!("{{ int fresh = {}; i = fresh; }}", random.pick(&["x", "z", "0"])),
        11 => {
            format!("e = {}; atomic_compare_exchange_strong(&x, &e, {});", constant(random), constant(random))
        }
        12 => "if (__VERIFIER_nondet_int()) i = 1;".into(),
        _ => write(random),
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
    match random.below(10) {
        0 | 1 => format!("{} y = 1;", write(random)),
        2 => format!("x = {}; x = {};", constant(random), 1 + random.below(2)),
        3 => "while (atomic_exchange(&l, 1)) ; data++; l = 0;".into(),
        4 => "l = 1; data++; l = 0; y = 1;".into(),
        5 => "n++; x = 1; z = 1; n++;".into(),
        6 => "pthread_mutex_lock(&m); data++; pthread_mutex_unlock(&m); y = 1;".into(),
        7 => "x++; y = x;".into(),
        8 => spins(random),
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
