//! Random programs that call functions nobody defines, with pointers to what their threads share.
//!
//! A function without a body may return anything and write anything into what it is given a pointer to, and nothing
//! else: neither through pointers to constants nor into other variables.

use std::fmt::Write;

use super::generate::Random;

pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x0de_f1e5);
    let mut text = String::from("#include <assert.h>\n#include <pthread.h>\n");
    text += "struct pair { char left; char right; };\n";
    text += "char x, y, a[2];\nstruct pair s;\nchar *p = &x;\n";
    text += "void change(char *place);\nvoid look(const char *place);\nchar any(void);\n";
    text += "void swap(struct pair *both);\nvoid fill(void *anything);\n";
    for index in 0..2 {
        let _ = writeln!(text, "void *t{index}(void *arg) {{\n    char i = {index};");
        // Every value that may be written is a run of its own, so there is one such step in a thread.
        let _ = writeln!(text, "    {}", step(&mut random));
        let _ = writeln!(text, "    {}", call(&mut random, index == 0));
        if index == 0 {
            let _ = writeln!(text, "    {}", step(&mut random));
        }
        text += "    return 0;\n}\n";
    }
    text += "int main(void) {\n    pthread_t id[2];\n    char i = 2;\n";
    for index in 0..2 {
        let _ = writeln!(text, "    pthread_create(&id[{index}], 0, t{index}, 0);");
    }
    for index in 0..random.below(3) {
        let _ = writeln!(text, "    pthread_join(id[{index}], 0);");
    }
    for _ in 0..2 {
        let what = place(&mut random);
        let _ = writeln!(text, "    assert({what} != {});", 3 + random.below(2));
    }
    text + "    return 0;\n}\n"
}

fn place(random: &mut Random) -> &'static str {
    random.pick(&["x", "y", "a[0]", "a[1]", "s.left", "s.right", "i"])
}

fn step(random: &mut Random) -> String {
    let place = place(random);
    match random.below(3) {
        0 => format!("p = &{};", random.pick(&["x", "y", "a[1]"])),
        1 => format!("{place} = {};", random.below(3)),
        _ => format!("{place} = {};", random.pick(&["x", "y", "a[1]", "s.right"])),
    }
}

/// One thread changes several things at a time.
fn call(random: &mut Random, several: bool) -> String {
    let place = place(random);
    match random.below(if several { 8 } else { 5 }) {
        0 | 1 => format!("change(&{place});"),
        2 => format!("look(&{place});"),
        3 => format!("{place} = any() & 1;"),
        4 => "change(p);".to_string(),
        5 => "change(a);".to_string(),
        6 => "swap(&s);".to_string(),
        _ => format!("fill({});", random.pick(&["&y", "&s", "a + 1", "0"])),
    }
}
