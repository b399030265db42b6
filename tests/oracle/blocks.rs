//! Random programs about large blocks and blocks whose size is not known at first: tables with open addressing, rings
//! with masks, bytes that are also used as wider numbers, and tables that threads replace by larger ones.
//!
//! Memory is cut into cells by how it is accessed, and what is known of a block changes while threads are looked at one
//! by one. The blocks that threads make are small, for those of unknown size are bounded; the others have a thousand
//! elements.

use std::fmt::Write;

use super::generate::Random;

pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x0b10_cc05);
    let random = &mut random;
    let mut text =
        String::from("#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n");
    let (key, value) = (random.pick(&["int", "char"]), random.pick(&["int", "short", "char"]));
    text += "#define N 1024\n";
    let _ = writeln!(text, "struct entry {{ {key} key; {value} value; }};");
    text += "struct map { unsigned head, tail; struct entry e[N]; unsigned char used[N]; } *m;\n";
    text += "struct entry *es;\nunsigned char *bytes;\nunsigned cap = 4, at;\nint seen;\n";
    text += "pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;\n";
    for thread in 0..2 {
        let _ = writeln!(text, "void *t{thread}(void *arg) {{\n    unsigned i = (unsigned)(long)arg;");
        for _ in 0..1 + random.below(3) {
            let step = step(random);
            let _ = match random.chance(30) {
                true => writeln!(text, "    pthread_mutex_lock(&l); {step} pthread_mutex_unlock(&l);"),
                false => writeln!(text, "    {step}"),
            };
        }
        text += "    return 0;\n}\n";
    }
    text += "int main(void) {\n    pthread_t id[2];\n    unsigned i = 1;\n";
    text += random.pick(&[
        "    m = calloc(1, sizeof *m); bytes = calloc(N, 1);\n",
        "    m = calloc(1, sizeof *m); memset(m->used, 1, 4); bytes = m->used;\n",
        "    char *all = calloc(1, sizeof *m + N); m = (struct map *)all; bytes = (unsigned char *)(m + 1);\n",
    ]);
    text += "    es = calloc(cap, sizeof *es);\n";
    for thread in 0..2 {
        let argument = random.below(4);
        let _ = writeln!(text, "    pthread_create(&id[{thread}], 0, t{thread}, (void *){argument});");
    }
    if random.chance(30) {
        let _ = writeln!(text, "    {}", step(random));
    }
    for thread in 0..2 {
        let _ = writeln!(text, "    pthread_join(id[{thread}], 0);");
    }
    let claims =
        ["seen", "m->e[5].key", "m->used[1]", "bytes[2]", "es[1].key", "m->head", "at", "es[cap - 1].key"];
    for _ in 0..4 {
        let (what, number) = (random.pick(&claims), 1 + random.below(4));
        let _ = writeln!(text, "    assert({what} != {number});");
    }
    text += "    return i > 5;\n}\n";
    text
}

fn step(random: &mut Random) -> String {
    let index = random.pick(&[
        "i & (N - 1)",
        "at & (N - 1)",
        "(i * 31u + 5) & (N - 1)",
        "m->head & (N - 1)",
        "2",
        "5",
    ]);
    let number = 1 + random.below(4);
    match random.below(18) {
        0 => format!("m->e[{index}].key = {number};"),
        1 => format!("if (m->e[{index}].key == 0) m->e[{index}].value = {number};"),
        2 => format!("seen = m->e[{index}].key;"),
        3 => format!("m->used[{index}] = {number};"),
        4 => format!("bytes[{index}] = {number};"),
        5 => format!("seen = bytes[{index}];"),
        6 => format!("*(int *)(m->used + (({index}) & ~3u)) = {number};"),
        7 => "m->head++;".to_string(),
        8 => "at = i;".to_string(),
        9 => format!("at = {number};"),
        10 => "i = m->head;".to_string(),
        11 | 12 => format!("es[(i + {number}) & (cap - 1)].key = {number};"),
        13 => "if (es[i & (cap - 1)].key == 0) at = 4;".to_string(),
        14 | 15 => {
            let more = random.pick(&["cap * 2", "cap * 2", "cap + 2", "cap"]);
            format!(
                "{{ unsigned more = {more}; if (more <= 8) {{ struct entry *n = calloc(more, sizeof *n); n[1] = es[1]; es = n; cap = more; }} }}"
            )
        }
        16 => format!(
            "{{ struct entry *n = malloc(cap * sizeof *n); n->key = {number}; n[cap - 1].key = 3; if (at) es = n; }}"
        ),
        _ => "if (m->e[i & (N - 1)].key != 0) i = (i + 1) & (N - 1); m->e[i & (N - 1)].key = 4;".to_string(),
    }
}
