//! Random programs that go wrong in ways nobody asks about: only their assertions are looked at.
//!
//! Pointers that are null until another thread sets them, indices that another thread moves, blocks that are freed too
//! early or twice, functions that are none, threads that are none, inside atomic sections and outside. What follows on
//! such a path is not looked at, so the one thing that must never come out is that all was.

use std::fmt::Write;

use super::generate::Random;

pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x0c07_5afe);
    let mut text = String::from("#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n");
    text += "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n";
    text += "int x, y, a[2], at, seen, ready;\npthread_t late;\n";
    text += random.pick(&["int *p = &x;\n", "int *p = &x;\n", "int *p;\n"]);
    text += "int *block;\nvoid set(void) { seen = 1; }\n";
    text += random.pick(&["void (*f)(void) = set;\n", "void (*f)(void) = set;\n", "void (*f)(void);\n"]);
    for index in 0..2 {
        let _ = writeln!(text, "void *t{index}(void *arg) {{");
        for _ in 0..2 + random.below(2) {
            let line = if index == 0 { prepare(&mut random) } else { use_it(&mut random) };
            let _ = writeln!(text, "    {line}");
        }
        text += "    return 0;\n}\n";
    }
    text += "int main(void) {\n    pthread_t id[2];\n    block = malloc(sizeof *block);\n    *block = 0;\n";
    for index in 0..2 {
        let _ = writeln!(text, "    pthread_create(&id[{index}], 0, t{index}, 0);");
    }
    if random.chance(25) {
        let _ = writeln!(text, "    {}", use_it(&mut random));
    }
    let joined = random.below(3);
    for index in 0..joined {
        let _ = writeln!(text, "    pthread_join(id[{index}], 0);");
    }
    for _ in 0..3 {
        let what = random.pick(&["x", "seen", "y", "a[1]", "seen + x"]);
        let _ = writeln!(text, "    assert({what} != {});", 1 + random.below(4));
    }
    text + "    return 0;\n}\n"
}

/// What the other thread may need.
fn prepare(random: &mut Random) -> String {
    let line = random.pick(&[
        "p = &y;",
        "p = 0;",
        "at = 1;",
        "at = 2;",
        "at = 0;",
        "f = set;",
        "f = 0;",
        "free(block);",
        "ready = 1;",
        "late = 77;",
        "x = 1;",
    ]);
    line.to_string()
}

fn use_it(random: &mut Random) -> String {
    let number = 1 + random.below(3);
    let line = match random.below(11) {
        0 => format!("*p = {number};"),
        1 => format!("a[at] = {number};"),
        2 => format!("if (at < 2) a[at] = {number};"),
        3 => "seen = a[at & 1];".to_string(),
        4 => "f();".to_string(),
        5 => "if (ready) free(block);".to_string(),
        6 => format!("*block = {number};"),
        7 => "if (ready) pthread_join(late, 0);".to_string(),
        8 => format!("if (p) *p = {number};"),
        9 => format!("x += {number};"),
        _ => "if (ready) __builtin_unreachable();".to_string(),
    };
    match random.chance(30) && !line.contains("join") {
        true => format!("__VERIFIER_atomic_begin(); x = {number}; {line} x = 0; __VERIFIER_atomic_end();"),
        false => format!("{line} seen += {};", random.below(2)),
    }
}
