//! Random control flow: every shape that C has, in one thread or two.
//!
//! All loop forms with `break` and `continue` at any depth, `goto` forward and backward to labels that stand
//! anywhere (also inside loops, whose middle is then an entrance), `switch` with fallthrough, inside and around
//! loops, early `return`, recursion, atomic sections that begin on one way and end on another.
//!
//! Whatever a function does is driven by the bits of one input, and ends: every loop and every `goto` uses up fuel.
//! Claims are about a small number that every statement changes in its own way, so that a way through the function
//! that is left out, or taken too often, shows in the values that can be there at the end. Fuel lasts longer than
//! what is unwound, so that what is left out is exactly what goes around a loop too often.
//!
//! Every other program is about one loop with several ways back, each of which counts how often it was taken: any
//! mix of them that goes around no more often than what is unwound has to be found.

use std::fmt::Write;

use super::generate::Random;

pub fn program(seed: u64) -> String {
    let several_ways_back = seed % 2 == 1;
    let mut random = Random::new(seed ^ 0x000f_1073);
    let threads = 1 + usize::from(!several_ways_back && random.chance(50));
    concurrent(&mut random, threads, several_ways_back)
}

/// Three threads with longer functions: too many runs to try them all.
pub fn larger(seed: u64) -> String {
    concurrent(&mut Random::new(seed ^ 0x001a_79e7), 3, false)
}

fn concurrent(random: &mut Random, threads: usize, several_ways_back: bool) -> String {
    let mut text = String::new();
    for header in ["assert", "pthread"] {
        let _ = writeln!(text, "#include <{header}.h>");
    }
    text += "int __VERIFIER_nondet_int(void);\n";
    text += "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n";
    text += "int s, t;\n";
    for index in 0..threads {
        text += &match several_ways_back {
            true => ways_back(random),
            false => Function::new(random, index, threads != 2).write(),
        };
    }
    for index in 0..threads {
        let fuel = 2 + random.below(2);
        let _ = writeln!(text, "void *thread{index}(void *arg) {{");
        // Not a constant, or constants would decide when loops end, and none would be cut.
        let _ = writeln!(
            text,
            "    int path = __VERIFIER_nondet_int(), r = flow{index}(path, {fuel} + (path & 1));"
        );
        let claim = random.below(16);
        let _ = writeln!(text, "    assert(r != {claim});\n    return 0;\n}}");
    }
    text += "int main(void) {\n    pthread_t id[3];\n";
    for index in 0..threads {
        let _ = writeln!(text, "    pthread_create(&id[{index}], 0, thread{index}, 0);");
    }
    for index in 0..threads {
        let _ = writeln!(text, "    pthread_join(id[{index}], 0);");
    }
    let (s, t) = (random.below(4), random.below(4));
    let _ = writeln!(text, "    assert(!(s == {s} && t == {t}));\n    return 0;\n}}");
    text
}

/// A program without threads. `input` says how main gets a value, `last` what it does with its result `r`.
pub fn sequential(seed: u64, input: fn(u64) -> String, last: &str) -> String {
    let mut random = Random::new(seed ^ 0x005e_9e17);
    let mut text = String::from("#include <assert.h>\n#include <stdio.h>\n");
    text += "void __VERIFIER_assume(int);\nint __VERIFIER_nondet_int(void);\n";
    text += "#define __VERIFIER_atomic_begin()\n#define __VERIFIER_atomic_end()\nint s, t;\n";
    text += &Function::new(&mut random, 0, true).write();
    let (path, fuel) = (random.below(1 << 20), 3 + random.below(6));
    let input = if seed.is_multiple_of(2) { format!("int path = {path};") } else { input(path) };
    // In two statements: C does not say whether the call or the variables come first.
    let result = format!("int r = flow0(path, {fuel});\n    r = r * 16 + s * 4 + t;");
    let _ = writeln!(text, "int main(void) {{\n    {input}\n    {result}\n    {last}\n    return 0;\n}}");
    text
}

/// A loop with several ways back to its head, and a claim about how often each was taken.
fn ways_back(random: &mut Random) -> String {
    let bit = "(path = path * 5 + 3) >> 2 & 1";
    let around = random.chance(30);
    let form = random.below(6);
    // How to go around from the middle of the body.
    let again = match form {
        4 => "goto again;",
        _ if around => random.pick(&["goto next;", "continue;"]),
        _ => random.pick(&["continue;", "continue;", "goto next;"]),
    };
    let (open, close) = match form {
        0 => ("while (--fuel > 0) {", "next:; }"),
        1 => ("while (1) { if (--fuel < 0) break;", "next:; }"),
        2 => ("do {", "next:; } while (--fuel > 0);"),
        3 => ("for (; --fuel > 0; k ^= 1) {", "next:; }"),
        4 => ("again: if (--fuel > 0) {", "goto again; next:; }"),
        _ => ("for (;;) { if (--fuel < 0) return k;", "next:; }"),
    };
    let claim = |random: &mut Random| {
        let (a, b) = (random.below(3), random.below(3));
        format!("assert(!(a == {a} && b == {b}));")
    };
    let first = match random.below(3) {
        0 => format!("if ({bit}) {{ a++; {} {again} }}", claim(random)),
        1 => format!("switch (path >> 2 & 3) {{ case 0: a++; {again} case 1: a++; default: ; }}"),
        _ => format!("if ({bit}) {{ a++; if ({bit}) {again} k ^= 2; }}"),
    };
    let second = match random.below(3) {
        0 => format!("b++; {}", claim(random)),
        1 => format!("b++; if ({bit}) {again} {}", claim(random)),
        _ => format!("if ({bit}) {{ b++; {} }}", claim(random)),
    };
    let step = "path = path * 5 + 3;";
    // From before the loop into its middle, or from behind it back into it.
    let enters = if random.chance(25) { format!("if ({bit}) goto middle;\n    ") } else { String::new() };
    let returns = if random.chance(25) { "if (--fuel > 0 && a) goto middle;\n    " } else { "" };
    let body = format!("{open}\n    {step} {first}\n    middle:; {second}\n    {close}");
    let body = match around {
        true => format!("do {{\n    {body}\n    }} while (--fuel > 0 && ({bit}));"),
        false => body,
    };
    format!(
        "int flow0(int path, int fuel) {{\n    int k = 0, a = 0, b = 0;\n    fuel += 6;\n    {enters}{body}\n    {returns}return k;\n}}\n"
    )
}

/// `int flow(int path, int fuel)`, which returns the number that its statements have made.
struct Function<'a> {
    random: &'a mut Random,
    number: usize,
    text: String,
    /// Statements that may still be drawn.
    budget: u32,
    /// Accesses to shared memory that may still be drawn: they multiply interleavings.
    shared: u32,
    labels: u32,
    /// Places of `goto` in the text, to be filled with labels.
    jumps: Vec<usize>,
    counters: u32,
    /// How many loops, and how many loops or switches, are around.
    loops: u32,
    breakable: u32,
}

/// Where the number of a label will stand.
const LABEL: &str = "LABEL";

impl<'a> Function<'a> {
    fn new(random: &'a mut Random, number: usize, alone: bool) -> Function<'a> {
        let (budget, shared) = if alone { (16, 4) } else { (8, 3) };
        let (labels, counters, loops, breakable) = (0, 0, 0, 0);
        let (text, jumps) = (String::new(), Vec::new());
        Function { random, number, text, budget, shared, labels, jumps, counters, loops, breakable }
    }

    fn write(mut self) -> String {
        while self.budget > 0 {
            self.statement(1);
        }
        let mut body = self.text;
        let labels = u64::from(self.labels);
        for &at in self.jumps.iter().rev() {
            let (from, to) = (at, at + "goto ".len() + LABEL.len());
            match labels {
                0 => body.replace_range(from..to, "k ^= 8"),
                _ => {
                    let target = format!("goto l{}", self.random.below(labels));
                    body.replace_range(from..to, &target);
                }
            }
        }
        let mut text = format!("int flow{}(int path, int fuel) {{\n    int k = 0", self.number);
        (0..self.counters).for_each(|counter| text += &format!(", j{counter} = 0"));
        format!("{text};\n{body}    return k;\n}}\n")
    }

    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(depth));
    }

    /// The next bit of the path, or something about what was computed.
    fn condition(&mut self) -> String {
        match self.random.below(6) {
            0 => format!("k & {}", 1 << self.random.below(3)),
            1 => format!("k % 3 == {}", self.random.below(3)),
            2 if self.shared > 0 => {
                self.shared -= 1;
                format!("{} == {}", self.random.pick(&["s", "t"]), self.random.below(3))
            }
            _ => "(path = path * 5 + 3) >> 2 & 1".into(),
        }
    }

    /// A condition that uses fuel, so that it does not hold forever.
    fn fuelled(&mut self) -> String {
        match self.random.below(3) {
            0 => "--fuel > 0".into(),
            1 => format!("--fuel > 0 && ({})", self.condition()),
            _ => format!("({}) && --fuel > 0", self.condition()),
        }
    }

    fn effect(&mut self) -> String {
        let constant = self.random.below(8);
        match self.random.below(6) {
            0 if self.shared > 0 => {
                self.shared -= 1;
                format!("{} = k & 3;", self.random.pick(&["s", "t"]))
            }
            1 if self.shared > 0 => {
                self.shared -= 1;
                format!("k = (k + {} + {constant}) & 15;", self.random.pick(&["s", "t"]))
            }
            2 => format!("k = (k + {constant}) & 15;"),
            3 => format!("k = (k * 2 + {}) & 15;", constant & 1),
            _ => format!("k = (k * 3 + {constant}) & 15;"),
        }
    }

    /// Puts the place of a `goto` behind what is on the line before it.
    fn jump(&mut self, depth: usize, before: &str, after: &str) {
        let indentation = "    ".repeat(depth);
        let _ = write!(self.text, "{indentation}{before}");
        self.jumps.push(self.text.len());
        let _ = writeln!(self.text, "goto {LABEL}{after}");
    }

    fn block(&mut self, depth: usize, most: u64) {
        for _ in 0..1 + self.random.below(most) {
            self.statement(depth);
        }
    }

    fn loop_body(&mut self, depth: usize) {
        self.loops += 1;
        self.breakable += 1;
        self.block(depth + 1, 4);
        self.loops -= 1;
        self.breakable -= 1;
    }

    fn statement(&mut self, depth: usize) {
        if self.random.chance(15) {
            let label = self.labels;
            self.labels += 1;
            self.line(depth - 1, &format!("l{label}:;"));
        }
        self.budget = self.budget.saturating_sub(1);
        let is_deep = depth > 4 || self.budget == 0;
        match self.random.below(if is_deep { 8 } else { 18 }) {
            0 | 1 if self.loops > 0 => {
                let condition = self.condition();
                self.line(depth, &format!("if ({condition}) continue;"));
            }
            2 if self.breakable > 0 => {
                let condition = self.condition();
                self.line(depth, &format!("if ({condition}) break;"));
            }
            3 => {
                let condition = self.fuelled();
                self.jump(depth, &format!("if ({condition}) "), ";");
            }
            4 if self.random.chance(40) => {
                let condition = self.condition();
                self.line(depth, &format!("if ({condition}) return k;"));
            }
            5 if self.random.chance(30) => {
                let number = self.number;
                self.line(depth, &format!("if (--fuel > 0) k = flow{number}(path, fuel - 1) ^ 1;"));
            }
            8 | 9 => {
                let condition = self.fuelled();
                self.line(depth, &format!("while ({condition}) {{"));
                self.loop_body(depth);
                self.line(depth, "}");
            }
            10 => {
                self.line(depth, "while (1) {");
                self.line(depth + 1, "if (--fuel < 0) break;");
                self.loop_body(depth);
                self.line(depth, "}");
            }
            11 => {
                self.line(depth, "do {");
                self.loop_body(depth);
                let condition = self.fuelled();
                self.line(depth, &format!("}} while ({condition});"));
            }
            12 => {
                let counter = self.counters;
                self.counters += 1;
                self.line(depth, &format!("for (j{counter} = 0; j{counter} < 2; j{counter}++) {{"));
                self.loop_body(depth);
                self.line(depth, "}");
            }
            13 => {
                let condition = self.condition();
                self.line(depth, "for (;;) {");
                self.line(depth + 1, &format!("if (--fuel < 0 || ({condition})) break;"));
                self.loop_body(depth);
                self.line(depth, "}");
            }
            14 => self.switch(depth),
            15 if self.shared > 0 => self.section(depth),
            _ if is_deep || self.random.chance(50) => {
                let effect = self.effect();
                self.line(depth, &effect);
            }
            _ => {
                let condition = self.condition();
                self.line(depth, &format!("if ({condition}) {{"));
                self.block(depth + 1, 2);
                if self.random.chance(50) {
                    self.line(depth, "} else {");
                    self.block(depth + 1, 2);
                }
                self.line(depth, "}");
            }
        }
    }

    fn switch(&mut self, depth: usize) {
        let value = self.random.pick(&["k & 3", "path & 3", "fuel"]);
        self.line(depth, &format!("switch ({value}) {{"));
        self.breakable += 1;
        let default = self.random.below(4);
        for case in 0..3 {
            let label = if case == default { "default".into() } else { format!("case {case}") };
            self.line(depth, &format!("{label}:"));
            self.block(depth + 1, 2);
            if self.random.chance(50) {
                self.line(depth + 1, "break;");
            }
        }
        self.breakable -= 1;
        self.line(depth, "}");
    }

    /// A section with two ends, one of them before a jump.
    fn section(&mut self, depth: usize) {
        self.shared -= 1;
        let variable = self.random.pick(&["s", "t"]);
        self.line(depth, "__VERIFIER_atomic_begin();");
        self.line(depth, &format!("{variable} = ({variable} + 1) & 3;"));
        let condition = self.condition();
        let leave = match (self.loops, self.breakable) {
            (1.., _) => self.random.pick(&["continue;", "break;", "return k;", "k ^= 4;"]),
            (0, 1..) => "break;",
            _ => self.random.pick(&["return k;", "k ^= 4;"]),
        };
        let ends = if leave == "k ^= 4;" { "" } else { "__VERIFIER_atomic_end(); " };
        self.line(depth, &format!("if ({condition}) {{ {ends}{leave} }}"));
        self.line(depth, "__VERIFIER_atomic_end();");
    }
}
