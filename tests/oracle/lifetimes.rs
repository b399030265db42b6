//! Random programs about lives: of variables, which end with their blocks, and of heap blocks, whose addresses are used
//! again.
//!
//! `scopes` makes nested blocks and loops that are left in every way C has, lends the addresses of their variables to
//! another thread, and takes them back in time, or not. `reuse` makes blocks, frees them, keeps stale pointers, compares
//! them and swaps them; its claims are about which pointers turned out to be equal.

use std::fmt::Write;

use super::generate::Random;

fn program(globals: &str, threads: &[String], main: &str) -> String {
    let mut text = String::new();
    for header in ["assert", "pthread", "stdatomic", "stdlib"] {
        let _ = writeln!(text, "#include <{header}.h>");
    }
    text += "int __VERIFIER_nondet_int(void);\nvoid __VERIFIER_assume(int);\n";
    let _ = writeln!(text, "{globals}");
    for (index, body) in threads.iter().enumerate() {
        let _ = writeln!(text, "void *t{index}(void *arg) {{\n{body}    return 0;\n}}");
    }
    let _ = writeln!(text, "int main(void) {{\n    pthread_t id[2];\n{main}    return 0;\n}}");
    text
}

/// Variables of blocks, lent to a thread.
pub fn scopes(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x0005_c0de);
    let reader = match random.below(4) {
        0 => "    int *r = p;\n    if (r) x = *r;\n",
        1 => "    int *r = p;\n    if (r) *r = 5;\n",
        2 => "    if (y) { int *r = p; x = *r; }\n",
        _ => "    int *r = p;\n    y = 1;\n    if (r) *r = 5;\n",
    };
    let mut scopes = Scopes { random: &mut random, text: String::new(), variables: 0, budget: 7, loops: 0 };
    let creates_first = scopes.random.chance(60);
    let create = "    pthread_create(&id[0], 0, t0, 0);\n";
    if creates_first {
        scopes.text += create;
    }
    if scopes.random.chance(30) {
        scopes.text += "    p = &own;\n";
    }
    while scopes.budget > 0 {
        scopes.statement(1, 0);
    }
    scopes.text += "out:;\n";
    if !creates_first {
        scopes.text += create;
    }
    scopes.text += "    pthread_join(id[0], 0);\n";
    let last = scopes.random.pick(&["x != 2", "own != 5", "x != 1"]);
    let text = format!("    int own = 1, i;\n{}    assert({last});\n", scopes.text);
    program("int *p, x, y, go;", &[reader.into()], &text)
}

struct Scopes<'a> {
    random: &'a mut Random,
    text: String,
    variables: u32,
    budget: u32,
    loops: u32,
}

impl Scopes<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(depth));
    }

    fn condition(&mut self) -> &'static str {
        self.random.pick(&["go == 0", "go == 1", "y == 0", "x == 5"])
    }

    /// A statement inside a block whose own variable is the last one, if it has one.
    fn statement(&mut self, depth: usize, visible: u32) {
        self.budget = self.budget.saturating_sub(1);
        match self.random.below(if depth > 3 { 5 } else { 9 }) {
            0 if visible > 0 => {
                let variable = self.variables;
                self.line(depth, &format!("p = &v{variable};"));
            }
            1 => self.line(depth, "p = 0;"),
            2 if depth > 1 => {
                let condition = self.condition();
                let leave = match self.loops {
                    0 => "goto out;",
                    _ => self.random.pick(&["break;", "continue;", "goto out;"]),
                };
                self.line(depth, &format!("if ({condition}) {leave}"));
            }
            3 => self.line(depth, "go = 1;"),
            4 => self.line(depth, "y = 1;"),
            5 => {
                let condition = self.condition();
                self.line(depth, &format!("if ({condition}) {{"));
                self.block(depth + 1);
                self.line(depth, "}");
            }
            6 => {
                self.line(depth, "for (i = 0; i < 2; i++) {");
                self.loops += 1;
                self.block(depth + 1);
                self.loops -= 1;
                self.line(depth, "}");
            }
            7 => {
                self.line(depth, "switch (y) {");
                self.line(depth, "case 0: {");
                let loops = std::mem::take(&mut self.loops);
                self.block(depth + 1);
                self.loops = loops;
                self.line(depth, "}");
                self.line(depth, "default: go = 0;");
                self.line(depth, "}");
            }
            _ => {
                self.line(depth, "{");
                self.block(depth + 1);
                self.line(depth, "}");
            }
        }
    }

    fn block(&mut self, depth: usize) {
        self.variables += 1;
        let variable = self.variables;
        self.line(depth, &format!("int v{variable} = {};", 1 + variable % 3));
        if self.random.chance(70) {
            self.line(depth, &format!("p = &v{variable};"));
        }
        for _ in 0..1 + self.random.below(2) {
            // An inner block has its own variable, which is the last one only inside of it.
            let before = self.variables;
            self.statement(depth, u32::from(before == variable));
        }
        if self.random.chance(60) {
            self.line(depth, "p = 0;");
        }
    }
}

/// Blocks whose addresses are used again. Pointers to freed blocks are compared and swapped, never used: that would
/// be wrong with or without reuse, and hide the rest.
pub fn reuse(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x000a_baba);
    let threads = 1 + usize::from(random.chance(30));
    // Who frees the first block: main, which has made it, or a thread.
    let owner = random.below(threads as u64 + 1) as usize;
    let bodies: Vec<String> = (0..threads)
        .map(|index| {
            let mut party = Party::new(&mut random, owner == index + 1);
            let steps = party.steps(if threads == 1 { 5 } else { 3 });
            format!("    int *o = first, *n = 0;\n{steps}")
        })
        .collect();
    let mut main = String::from("    int *o, *n = 0;\n    first = malloc(4);\n    p = o = first;\n");
    for index in 0..threads {
        let _ = writeln!(main, "    pthread_create(&id[{index}], 0, t{index}, 0);");
    }
    main += &Party::new(&mut random, owner == 0).steps(4);
    for index in 0..threads {
        let _ = writeln!(main, "    pthread_join(id[{index}], 0);");
    }
    let claim = match random.below(5) {
        0 => "x == 0".into(),
        1 => format!("x != {}", 1 + random.below(3)),
        2 => "p != o || x".into(),
        3 => "!(y == 1 && x == 1)".into(),
        _ => format!("y != {}", 1 + random.below(2)),
    };
    let _ = writeln!(main, "    assert({claim});");
    program("int *first, *_Atomic p, *_Atomic q;\nint x, y;", &bodies, &main)
}

/// A thread with an old pointer `o` and one of its own, `n`.
struct Party<'a> {
    random: &'a mut Random,
    owns_first: bool,
    /// `n` points to a block that this thread has not freed.
    has_block: bool,
}

impl<'a> Party<'a> {
    fn new(random: &'a mut Random, owns_first: bool) -> Party<'a> {
        Party { random, owns_first, has_block: false }
    }

    fn steps(&mut self, most: u64) -> String {
        (0..2 + self.random.below(most)).map(|_| format!("    {}\n", self.step())).collect()
    }

    fn step(&mut self) -> String {
        match self.random.below(12) {
            0..=2 if self.owns_first => {
                self.owns_first = false;
                "free(first);".into()
            }
            0..=3 if !self.has_block => {
                self.has_block = true;
                let contents = self.random.below(3);
                match contents {
                    0 => "n = calloc(1, 4); if (*n) x = 4;".into(),
                    _ => format!("n = malloc(4); *n = {contents};"),
                }
            }
            0..=3 => {
                self.has_block = false;
                "free(n); if (n == p) x = 1;".into()
            }
            4 => "if (n == o) x = x + 1;".into(),
            5 => "if (n && n == p) x = 2;".into(),
            6 => "if (q == o) y = 2;".into(),
            7 | 8 => "{ int *e = o; if (atomic_compare_exchange_strong(&p, &e, n)) y = y + 1; }".into(),
            9 if self.has_block => "if (*n == 1) x = 3;".into(),
            _ => format!("{} = n;", self.random.pick(&["p", "q"])),
        }
    }
}
