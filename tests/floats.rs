//! Floating-point expressions, compared with what gcc computes for them.
//!
//! Expressions are generated, compiled by gcc and printed bit by bit; then they become assertions of a program
//! that must be safe. Once with constants, which the front end folds, and once with globals, which the circuits
//! and the interpreter compute. Without gcc there is nothing to compare with.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const EXPRESSIONS: usize = 250;

/// The type and text of each leaf.
const LEAVES: &[(&str, &str)] = &[
    ("double", "0.1"),
    ("double", "3.0"),
    ("double", "-2.5"),
    ("double", "1e308"),
    ("double", "4.9406564584124654e-324"),
    ("double", "2.2250738585072014e-308"),
    ("double", "0x1.fffffffffffffp+0"),
    ("double", "9007199254740993.0"),
    ("double", "0.0"),
    ("double", "123456.789"),
    ("float", "0.1f"),
    ("float", "16777216.0f"),
    ("float", "1e-45f"),
    ("float", "3.4028235e38f"),
    ("float", "-7.75f"),
    ("float", "1.1754944e-38f"),
    ("float", "0x1.8p-3f"),
    ("int", "7"),
    ("int", "-2147483647"),
    ("unsigned", "4294967295u"),
    ("long long", "9223372036854775807ll"),
    ("unsigned long long", "18446744073709549569ull"),
    ("short", "-3"),
];

struct Generator {
    state: u64,
    named: bool,
}

impl Generator {
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.state >> 33) % bound as u64) as usize
    }

    fn leaf(&mut self, among: std::ops::Range<usize>) -> String {
        let index = among.start + self.below(among.len());
        if self.named { format!("leaf{index}") } else { format!("({})", LEAVES[index].1) }
    }

    /// An expression of a floating-point type.
    fn float(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(0..17);
        }
        let left = self.float(depth - 1);
        match self.below(12) {
            0..=7 => {
                let operator = ["+", "-", "*", "/"][self.below(4)];
                let right =
                    if self.below(3) == 0 { self.leaf(0..LEAVES.len()) } else { self.float(depth - 1) };
                if self.below(2) == 0 {
                    format!("({left} {operator} {right})")
                } else {
                    format!("({right} {operator} {left})")
                }
            }
            8 => format!("(float){left}"),
            9 => format!("(-{left})"),
            10 => {
                let right = self.float(depth - 1);
                let operator = ["<", "<=", ">", ">=", "==", "!="][self.below(6)];
                format!("({left} {operator} {right} ? {left} : {right})")
            }
            _ => {
                let ty = ["int", "unsigned", "long long", "unsigned char", "short"][self.below(5)];
                let (low, high) = if ty.starts_with('u') { ("-0.75", "255.5") } else { ("-30000", "30000") };
                format!("({left} > {low} && {left} < {high} ? 0.5f + ({ty}){left} : {left})")
            }
        }
    }
}

const PROLOGUE: &str = "
static unsigned long long bits(double x) {
    union { double number; unsigned long long bits; } word;
    word.number = x;
    return x != x ? 0x7ff8000000000000ull : word.bits;
}
";

fn compare(named: bool) {
    if Command::new("gcc").arg("--version").output().is_err() {
        eprintln!("there is no gcc to compare with");
        return;
    }
    let mut generator = Generator { state: 17 + u64::from(named), named };
    let expressions: Vec<String> = (0..EXPRESSIONS).map(|i| generator.float(1 + i % 3)).collect();
    let mut common = PROLOGUE.to_string();
    for (index, (ty, text)) in LEAVES.iter().enumerate() {
        writeln!(common, "{ty} leaf{index} = {text};").unwrap();
    }

    let mut printing = format!("#include <stdio.h>\n{common}int main(void) {{\n");
    for expression in &expressions {
        writeln!(printing, "    printf(\"%llx\\n\", bits({expression}));").unwrap();
    }
    printing.push_str("    return 0;\n}\n");
    let name = if named { "named" } else { "constant" };
    let source = write(&format!("floats_{name}_gcc.c"), &printing);
    let binary = source.with_extension("out");
    let compiled = Command::new("gcc")
        .args(["-w", "-O0", "-ffp-contract=off", "-o"])
        .arg(&binary)
        .arg(&source)
        .output()
        .expect("gcc runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let printed = Command::new(&binary).output().expect("what gcc made runs");
    let printed = String::from_utf8(printed.stdout).expect("numbers are text");
    let values: Vec<&str> = printed.lines().collect();
    assert_eq!(values.len(), expressions.len());

    let mut asserting = format!("#include <assert.h>\n{common}int main(void) {{\n");
    for (expression, value) in expressions.iter().zip(values) {
        writeln!(asserting, "    assert(bits({expression}) == 0x{value}ull);").unwrap();
    }
    asserting.push_str("    return 0;\n}\n");
    let source = write(&format!("floats_{name}.c"), &asserting);
    let output =
        Command::new(env!("CARGO_BIN_EXE_bmc-conc")).arg("check").arg(&source).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("SAFE"), "{}\n{messages}\n{text}", source.display());
}

fn write(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the directory for temporary files can be written");
    path
}

#[test]
fn constant_expressions_have_the_bits_that_gcc_gives_them() {
    compare(false);
}

#[test]
fn expressions_of_variables_have_the_bits_that_gcc_gives_them() {
    compare(true);
}
