//! Random programs about indices: which element is meant, who changes it in between, and what a condition says of it.
//!
//! Threads pass an index through shared memory and use it, with or without a condition that keeps it inside the
//! array. Some variables decide only whether something is written, never what. A part of the programs go far: to where
//! other objects would be if an address were no more than a number.

use std::fmt::Write;

use super::generate::Random;

pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x0a44_a715);
    if seed % 4 == 3 {
        return far_program(&mut random);
    }
    let mut text = String::from("#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n");
    // Elements 4 and 5 are no place for small numbers, and seldom read.
    let (on_the_heap, is_wide) = (random.chance(25), random.chance(40));
    let size = if is_wide { 6 } else { 4 };
    let sign = random.pick(&["int", "unsigned"]);
    text += match on_the_heap {
        true => "int *a;\n".to_string(),
        false => format!("int a[{size}]{};\n", random.pick(&["", " = { 1, 2, 3, 0 }"])),
    }
    .as_str();
    // Where the index itself is no race, the elements decide.
    let shared = random.pick(&["", "_Atomic "]);
    let _ = writeln!(text, "int __VERIFIER_nondet_int(void);\n{shared}{sign} at;\n{shared}int may, seen;");
    let count = 2 + u64::from(random.chance(30));
    for index in 0..count {
        let _ = writeln!(text, "void *t{index}(void *arg) {{\n    {sign} i = {index};");
        let moves = index == 0;
        if !moves {
            text += random.pick(&["    i = at;\n", "    i = at;\n", "    i = __VERIFIER_nondet_int();\n"]);
        }
        for _ in 0..2 + random.below(if count == 2 { 2 } else { 1 }) {
            let step = if moves { moving_step(&mut random, size) } else { step(&mut random, is_wide) };
            let _ = writeln!(text, "    {step}");
        }
        text += "    return 0;\n}\n";
    }
    text += "int main(void) {\n    pthread_t id[3];\n";
    if on_the_heap {
        text += random.pick(&[
            "    a = calloc(6, sizeof(int));\n    if (!a) return 0;\n",
            "    a = malloc(6 * sizeof(int));\n    if (!a) return 0;\n    a[0] = 1; a[1] = 0; a[2] = 2; a[3] = 1;\n",
        ]);
    }
    for index in 0..count {
        let _ = writeln!(text, "    pthread_create(&id[{index}], 0, t{index}, 0);");
    }
    for index in 0..count {
        if random.chance(70) {
            let _ = writeln!(text, "    pthread_join(id[{index}], 0);");
        }
    }
    // Each is a question of its own: can this value be there at the end? Few elements are looked at, for what is not
    // looked at need not be there.
    let element = random.pick(&["a[0]", "a[1]", "a[2]", "a[at & 3]", "may"]);
    for _ in 0..6 {
        let what = random.pick(&["seen", "at", element]);
        let value = if is_wide && random.chance(20) { 20 } else { 1 + random.below(5) };
        let _ = writeln!(text, "    assert({what} != {value});");
    }
    text += "    return 0;\n}\n";
    text
}

/// A step of the thread that says where the others are to go.
fn moving_step(random: &mut Random, size: u64) -> String {
    match random.below(8) {
        0..=3 => format!("at = {};", random.below(size)),
        4 | 5 => "at = (at + 1) & 3;".to_string(),
        6 => format!("a[at & 3] = {};", 1 + random.below(4)),
        _ => "may = 1;".to_string(),
    }
}

/// A step of a thread that uses an index: `i` is its own.
fn step(random: &mut Random, is_wide: bool) -> String {
    let number = 1 + random.below(4);
    let element = random.below(4);
    if is_wide && random.chance(30) {
        let number = 20 + random.below(2);
        return match random.below(3) {
            0 => format!("if (i < 6) a[i] = {number};"),
            1 => format!("if (i >= 4 && i < 6) {{ a[i] = {number}; seen = 1; }}"),
            _ => "if (i < 4) seen = a[i];".to_string(),
        };
    }
    match random.below(13) {
        0 => "i = at;".to_string(),
        1 => format!("at = i + {};", random.below(3)),
        2 => format!("a[i & 3] = {number};"),
        3 => format!("a[i & 3] += {number};"),
        4 => format!("if (i < 4) a[i] = {number};"),
        5 => format!("if (i >= 1 && i <= 3) a[i] = a[i - 1] + {number};"),
        6 => "if (i < 4) i = a[i];".to_string(),
        7 => "seen = a[i & 3];".to_string(),
        8 => format!("if (may) at = {element};"),
        9 => format!("if (i >= 2 && i < 4) seen = {number};"),
        10 => format!("if (i > {element}) {{ if (i < 5) seen = {number}; else may = 1; }}"),
        11 => format!("if (a[i & 3] == {number}) seen = {element};"),
        _ => format!("{{ int *p = &a[i & 3]; if (*p < 2) *p = {number}; }}"),
    }
}

/// Distances in elements of four bytes: near the borders of an array, of what an address can hold, and of numbers.
const DISTANCES: &[&str] = &[
    "0",
    "1",
    "-1",
    "4",
    "0x10000000",
    "-0x10000000",
    "0x20000000",
    "0x40000000",
    "0x40000001",
    "-0x40000000",
    "0x80000000",
    "0x4000000000000001",
    "-0x3fffffffffffffff",
    "0x7fffffffffffffff",
];

/// Another thread says how far to go from an array with arrays beside it.
fn far_program(random: &mut Random) -> String {
    let mut text = String::from(
        "#include <assert.h>\n#include <pthread.h>\nint before[4], a[4], b[4], m[2][3];\nstruct { int h[3], t; const int fixed[2]; } s;\n_Atomic long far;\n_Atomic int seen;\n",
    );
    text += "void *mover(void *arg) {\n";
    for _ in 0..1 + random.below(2) {
        let _ = writeln!(text, "    far = {};", random.pick(DISTANCES));
    }
    text += "    return 0;\n}\nvoid *user(void *arg) {\n";
    let _ = writeln!(text, "    long i = {}, d = far;", random.below(4));
    for _ in 0..1 + random.below(2) {
        let _ = writeln!(text, "    {}", far_step(random));
    }
    text += "    return 0;\n}\nint main(void) {\n    pthread_t id[2];\n";
    text += "    pthread_create(&id[0], 0, mover, 0);\n    pthread_create(&id[1], 0, user, 0);\n";
    text += "    pthread_join(id[0], 0);\n    pthread_join(id[1], 0);\n";
    for _ in 0..random.below(3) {
        let what = random.pick(&["seen", "a[0]", "a[1]", "b[0]", "before[3]", "m[1][0]", "s.t"]);
        let _ = writeln!(text, "    assert({what} != {});", 1 + random.below(4));
    }
    text += "    return 0;\n}\n";
    text
}

/// `i` is an index of `a`, `d` the distance.
fn far_step(random: &mut Random) -> String {
    let number = 1 + random.below(4);
    let distance = random.pick(DISTANCES);
    match random.below(15) {
        12 => format!("s.h[d] = {number};"),
        13 => format!("if (d >= 0 && d <= 3) s.h[d] = {number};"),
        14 => format!("{{ int *p = &s.t; p += d; *p = {number}; }}"),
        0 => format!("a[i + d] = {number};"),
        1 => "seen = a[i + d];".to_string(),
        2 => format!("if (d == {distance}) a[d] = {number};"),
        3 => format!("if (d >= 0 && d < 4) a[d] = {number};"),
        4 => format!("{{ int *p = a + i; p += d; p -= d; *p = {number}; }}"),
        5 => format!("{{ int *p = a - 1; p += d; if (p == a) *p = {number}; }}"),
        6 => "{ int *p = a + 3, n = 0; while (p >= a) { n++; p--; } seen = n; p++; *p = 2; }".to_string(),
        7 => format!("m[i & 1][d] = {number};"),
        8 => format!("m[d][i & 1] = {number};"),
        9 => format!("{{ int *p = b; p -= d; if (p != a) seen = {number}; }}"),
        10 => format!("{{ int *p = a; p += d; p += d; seen = *p + {number}; }}"),
        _ => format!("seen = (a + d < a + i) + {number};"),
    }
}
