//! Text that the preprocessor has to get through: directives in disorder, macros that grow, files that include
//! themselves, lines without end, bytes that are no text.

use super::case::{Case, File, program};
use super::corpus;
use super::mutate::{NUMBERS, change_bytes};
use super::random::Random;

const PIECES: &[&str] = &[
    "#",
    "##",
    "\n#define f(x, y) ",
    "\n#define g(...) ",
    "\n#define h ",
    "\n#undef f",
    "\n#if ",
    "\n#ifdef f",
    "\n#ifndef g",
    "\n#elif ",
    "\n#else",
    "\n#endif",
    "\n#include ",
    "\n#include_next <stdio.h>",
    "\n#line ",
    "\n#error ",
    "\n#warning ",
    "\n#pragma pack(",
    "\n#pragma once",
    "\n#pragma ",
    "defined",
    "defined(f)",
    "__VA_ARGS__",
    "__VA_OPT__(",
    "_Pragma(",
    "__LINE__",
    "__FILE__",
    "__COUNTER__",
    "__INCLUDE_LEVEL__",
    "__has_include(",
    "__has_attribute(",
    "f",
    "g",
    "h",
    "f(",
    "g(",
    "x",
    "y",
    "(",
    ")",
    ",",
    "...",
    "\n",
    "\n",
    "\\\n",
    "\\",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "<stdio.h>",
    "\"other.h\"",
    "\"program.c\"",
    "L",
    "u8",
    "1",
    "0x",
    "1.e+",
    "'a'",
    "\"s\"",
    "+",
    "?",
    ":",
    "&&",
    "||",
    "%:",
    "%:%:",
    "<:",
    "??=",
    "é",
    "\u{feff}",
    "\t",
    "\x0c",
    "\r",
    "\r\n",
    "int",
    ";",
    "$",
    "@",
    "`",
    "\0",
];

pub fn case(random: &mut Random) -> Case {
    let mut files = match random.below(12) {
        0..=3 => vec![program(soup(random).into_bytes())],
        4 => vec![program(bomb(random).into_bytes())],
        5 => includes(random),
        6 => vec![program(long(random))],
        7 => vec![program(deep(random).into_bytes())],
        8 => {
            let bytes = (0..random.below(3000)).map(|_| random.below(256) as u8).collect();
            vec![program(bytes)]
        }
        9 => vec![program(unfinished(random).into_bytes())],
        _ => {
            let mut bytes = corpus::any(random).to_vec();
            change_bytes(&mut bytes, random);
            vec![program(bytes)]
        }
    };
    files.push(File { name: "other.h".to_string(), bytes: b"#define h other\nint other;\n".to_vec() });
    let mut options =
        vec!["check", "program.c", "--dump", random.pick(&["preprocessed", "preprocessed", "ast"])];
    let definition = match random.below(8) {
        0 => Some("f=f(f,f) f".to_string()),
        1 => Some(format!("h={}", "x ".repeat(random.of(&[10, 1000, 50_000])))),
        2 => Some(format!("g(x)={}x{}", "(".repeat(2000), ")".repeat(2000))),
        3 => Some("h=\n#include \"program.c\"".to_string()),
        _ => None,
    };
    if let Some(definition) = &definition {
        options.extend(["-D", definition]);
    }
    if random.chance(10) {
        options.extend(["--include", random.pick(&["other.h", "program.c", "missing.h"])]);
    }
    Case::new(files, &options)
}

fn soup(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.below(120) {
        match random.chance(8) {
            true => text.push_str(random.pick(NUMBERS)),
            false => text.push_str(random.pick(PIECES)),
        }
        if random.chance(50) {
            text.push(' ');
        }
    }
    text
}

/// What doubles, or more, with every line; in the end it is used where it hurts.
fn bomb(random: &mut Random) -> String {
    let levels = random.of(&[8, 14, 20, 40, 400]);
    let (first, step) = random.of(&[
        ("#define a0 1 + 1\n", "#define a# (a@ + a@)\n"),
        ("#define a0 x x\n", "#define a# a@ a@ a@\n"),
        ("#define P(x, y) x##y\n#define Q(x, y) P(x, y)\n#define a0 abc\n", "#define a# Q(a@, a@)\n"),
        ("#define S(x) #x\n#define T(x) S(x)\n#define a0 \"\\\"\"\n", "#define a# T(a@)\n"),
        ("#define D(...) __VA_ARGS__, __VA_ARGS__\n#define a0 1\n", "#define a# D(a@)\n"),
        ("#define F(x) x x\n#define a0 F\n", "#define a# F(a@)(a@)\n"),
        ("#define a0 \"text\"\n", "#define a# a@ a@\n"),
    ]);
    let mut text = first.to_string();
    for level in 1..=levels {
        text.push_str(
            &step.replace('@', &(level - 1).to_string()).replace('#', &level.to_string()).replacen(
                &level.to_string(),
                "#",
                1,
            ),
        );
    }
    let last = format!("a{levels}");
    text + &match random.below(5) {
        0 => format!("#if {last}\n#endif\nint main(void) {{ return 0; }}\n"),
        1 => format!("#include {last}\n"),
        2 => format!("#line {last}\nint x;\n"),
        3 => format!("_Pragma({last}) int x;\n"),
        _ => format!("int x = {last};\nint main(void) {{ return 0; }}\n"),
    }
}

fn includes(random: &mut Random) -> Vec<File> {
    let file = |name: &str, text: String| File { name: name.to_string(), bytes: text.into_bytes() };
    let twice = |name: &str| format!("#include \"{name}\"\n#include \"{name}\"\nint x;\n");
    match random.below(6) {
        0 => vec![file("program.c", twice("program.c"))],
        1 => vec![file("program.c", twice("a.h")), file("a.h", twice("b.h")), file("b.h", twice("a.h"))],
        2 => vec![file("program.c", "#include __FILE__\n#include __BASE_FILE__\n".to_string())],
        3 => {
            let levels = random.of(&[5, 18, 40]);
            let mut files = vec![file("program.c", twice("0.h"))];
            files.extend(
                (0..levels).map(|level| file(&format!("{level}.h"), twice(&format!("{}.h", level + 1)))),
            );
            files.push(file(&format!("{levels}.h"), "int y;\n".to_string()));
            files
        }
        4 => {
            let name = random.pick(&[
                "/dev/zero",
                "/dev/null",
                "/dev/stdin",
                ".",
                "..",
                "/proc/self/mem",
                "/",
                "",
                "\u{1}",
            ]);
            vec![file(
                "program.c",
                format!("#include \"{name}\"\n#include <{name}>\nint main(void) {{ return 0; }}\n"),
            )]
        }
        _ => vec![
            file("program.c", "#define A \"a.h\"\n#include A\n#endif\n#include A".to_string()),
            file("a.h", "#if 1\n/* no end\n#include <a.h>".to_string()),
        ],
    }
}

/// One line, or one token, of up to a few megabytes.
fn long(random: &mut Random) -> Vec<u8> {
    let length = random.of(&[70_000, 1_000_000, 3_000_000]);
    let (before, unit, after) = random.of(&[
        ("int ", "a", ";"),
        ("char *s = \"", "a", "\";"),
        ("char *s = \"", "\\", "\";"),
        ("int c = '", "a", "';"),
        ("int n = ", "1", ";"),
        ("int n = 0x", "f", ";"),
        ("double d = 0.", "1", "e5;"),
        ("//", "a", "\nint x;"),
        ("/*", "*", "*/ int x;"),
        ("", " ", "int main(void) { return missing; }"),
        ("", "\\\n", "int x;"),
        ("", "\n", "int main(void) { return missing; }"),
        ("", "#\n", "int x;"),
        ("#define f(", "x,", "y) x\n"),
        ("#define f(...) #__VA_ARGS__\nchar *s = f(", "1,", "2);"),
        ("#define f(x) x##x\nint f(", "a", ");"),
        ("#if ", "1+", "1\n#endif\nint x;"),
        ("#if ", "defined ", "x\n#endif\n"),
        ("", "@", ""),
        ("", "\u{e9}", ""),
        ("int x = ", "'", ";"),
        ("#line ", "9", "\nint x\n"),
        ("#error ", "e", "\n"),
        ("#include <", "x", ">\n"),
        ("#include \"", "../", "x\"\n"),
        ("", ";", ""),
        ("int x", ",y", ";"),
    ]);
    format!("{before}{}{after}\n", unit.repeat(length / unit.len())).into_bytes()
}

fn deep(random: &mut Random) -> String {
    let depth = random.of(&[50, 250, 3000, 100_000]);
    let (before, open, middle, close, after) = random.of(&[
        ("", "#if 1\n", "int x;\n", "#endif\n", ""),
        ("", "#if 0\n", "int x;\n", "#endif\n", ""),
        ("", "#ifndef x\n", "", "", ""),
        ("#if 0\n", "#elif 0\n", "", "", "#endif\n"),
        ("#if ", "(", "1", ")", "\n#endif\n"),
        ("#if ", "!", "1", "", "\n#endif\n"),
        ("#if ", "1 ? 1 : ", "1", "", "\n#endif\n"),
        ("#if ", "1 ? ", "1", " : 0", "\n#endif\n"),
        ("#if ", "1 || ", "1", "", "\n#endif\n"),
        ("#define f(x) x\nint y = ", "f(", "1", ")", ";\n"),
        ("#define f(x) (x)\nint y = ", "f(1) + ", "1", "", ";\n"),
        ("#define f(x, ...) __VA_OPT__(f(__VA_ARGS__))\nint y = f(", "1, ", "2", "", ");\n"),
        ("#define f f(\nint y = ", "f ", "", ")", ";\n"),
        ("#define p(x, y) x##y\nint ", "p(a, ", "b", ")", ";\n"),
        ("#define EMPTY\n#define d(x) x EMPTY\n#define e(...) __VA_ARGS__\nint ", "e(d(", "y", "))", ";\n"),
    ]);
    format!("{before}{}{middle}{}{after}", open.repeat(depth), close.repeat(depth))
}

/// A valid text, cut off inside of something.
fn unfinished(random: &mut Random) -> String {
    const TEXT: &str = "#include <stdio.h>\n#if defined(A) && __has_include(<stdio.h>)\n#define f(x, ...) #x x##__VA_ARGS__\n\
        #elif 1 /* comment */\n#define f(x, ...) L\"te\\\"xt\" 'c' \\\n  __VA_OPT__(x)\n#else\n#error \"no\"\n#endif\n\
        #line 7 \"other.c\"\n#pragma pack(push, 1)\n_Pragma(\"pack(pop)\") int y = f(1, (2, 3), \"\\x41\");\n#undef f\n// end\n";
    let end = random.below(TEXT.len() as u64) as usize;
    let start = if random.chance(30) { random.below(end as u64 + 1) as usize } else { 0 };
    TEXT[start..end].to_string()
}
