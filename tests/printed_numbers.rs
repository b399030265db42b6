//! What `printf` makes of floating-point numbers in `bmc-conc run`, compared with what it makes of them with gcc.
//!
//! Each number is printed with many flags, widths and precisions, in decimal and in hexadecimal, as `float`,
//! `double` and `long double`. The numbers are those at the ends of the range and at its corners, where the digits
//! are many, and arbitrary ones; the model of `printf` works on the bits, so all of them matter. A `long double` has
//! the value of a double here, which is all that the interpreter knows. Without gcc there is nothing to compare with.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Numbers that are neither zero nor finite, the ends of the range, halves that have to be rounded to even.
const NUMBERS: &[&str] = &[
    "0.0",
    "-0.0",
    "1.0",
    "-1.5",
    "2.5",
    "0.5",
    "0.125",
    "9.995",
    "999999.5",
    "0.1",
    "1e22",
    "1e23",
    "123456789.0",
    "1.7976931348623157e308",
    "-1e300",
    "1e-300",
    "2.2250738585072014e-308",
    "0x1p-1074",
    "0x1.8p-1023",
    "3e-310",
    "0x1.ffffffffffffp0",
    "0x1.fffp0",
    "0x1.08p3",
    "0x1.18p-3",
    "0x1.fffffffffffff8p10",
    "3.4028234663852886e38",
    "1e-45",
    "1.0 / 0.0",
    "-1.0 / 0.0",
    "4503599627370497.5",
    "0.00001",
    "0.0001",
    "100000.0",
    "1000000.0",
];
/// Without `%`, and without the letter at the end.
const STYLES: &[&str] = &["", ".0", "#.0", ".1", "+.3", " 24", "-24.2", "024.5", ".15", ".20", "#"];
const KINDS: &[char] = &['a', 'A', 'e', 'f', 'g', 'G'];
/// Seconds that the interpreter gets; the largest numbers once took more than one each.
const SECONDS: &str = "120";

#[test]
fn numbers_are_printed_as_the_library_of_gcc_prints_them() {
    if Command::new("gcc").arg("--version").output().is_err() {
        eprintln!("there is no gcc to compare with");
        return;
    }
    let source = temporary("printed_numbers.c");
    std::fs::write(&source, program()).expect("it can be written");
    let mut compared = 0;
    for (width, model) in [("-m64", "lp64"), ("-m32", "ilp32")] {
        let binary = source.with_extension(model);
        let compiled = Command::new("gcc").args([width, "-w", "-o"]).arg(&binary).arg(&source).output();
        if !compiled.is_ok_and(|output| output.status.success()) {
            eprintln!("gcc {width} cannot link; {model} is not compared");
            continue;
        }
        let wanted = Command::new(&binary).output().expect("what gcc made can be started");
        let mut run = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
        run.args(["run", "--timeout", SECONDS, "--data-model", model]).arg(&source);
        let got = run.output().expect("bmc-conc can be started");
        let said = String::from_utf8_lossy(&got.stderr).into_owned();
        let (wanted, got) = (lines(&wanted), lines(&got));
        for (wanted, got) in wanted.iter().zip(&got) {
            assert_eq!(wanted, got, "{model}");
        }
        assert!(wanted.len() > 300, "only {} numbers were printed", wanted.len());
        assert_eq!(wanted.len(), got.len(), "{model}: {said}");
        compared += wanted.len();
    }
    println!("printed numbers: {compared} lines agree");
}

fn lines(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect()
}

/// Prints each number in each style; which kind of number and which letter go with them takes turns.
fn program() -> String {
    let mut text = String::from("#include <stdio.h>\nint main(void)\n{\n");
    let mut numbers: Vec<String> = NUMBERS.iter().map(|number| number.to_string()).collect();
    let mut state = 1u64;
    for _ in 0..12 {
        // A linear congruence of full period; the high bits are arbitrary enough.
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let number = f64::from_bits(state & !(1 << 62) | (state & 1) << 62);
        numbers.push(format!("{number:?}"));
    }
    for (row, number) in numbers.iter().enumerate() {
        for (column, style) in STYLES.iter().enumerate() {
            let turn = row + column;
            let hexadecimal = KINDS[turn % 2];
            // glibc loses the zeros of `%#g` where rounding adds a digit, against the standard.
            let others = if style.contains('#') { 2 } else { KINDS.len() - 2 };
            let decimal = KINDS[2 + turn % others];
            let (length, cast) =
                [("", "(double)"), ("L", "(long double)(double)"), ("", "(float)")][turn % 3];
            let place = format!("{number} as %{style}{length}{hexadecimal} and {decimal}").replace('%', "%%");
            writeln!(
                text,
                "    printf(\"{place}: [%{style}{length}{hexadecimal}] [%{style}{length}{decimal}]\\n\", \
                 {cast}({number}), {cast}({number}));"
            )
            .expect("writing to a string cannot fail");
        }
    }
    text + "    return 0;\n}\n"
}

fn temporary(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}
