//! Test programs with something changed: roughly, so that few of them compile, or gently, so that most do.
//!
//! A program is taken apart into tokens and what is between them, a few of these are changed, and it is put together
//! again. Nothing here knows C: what does not compile is as welcome as what does.

use super::case::Case;
use super::corpus;
use super::random::Random;

/// Words that mean something to C, or to nobody.
const WORDS: &[&str] = &[
    "int",
    "unsigned",
    "long",
    "char",
    "void",
    "struct",
    "union",
    "enum",
    "typedef",
    "static",
    "extern",
    "const",
    "volatile",
    "_Atomic",
    "_Alignas",
    "_Generic",
    "_Bool",
    "float",
    "double",
    "_Complex",
    "__int128",
    "if",
    "else",
    "while",
    "for",
    "do",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "return",
    "goto",
    "sizeof",
    "_Alignof",
    "__typeof__",
    "__attribute__",
    "__extension__",
    "asm",
    "inline",
    "_Noreturn",
    "_Thread_local",
    "_Static_assert",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    ":",
    "?",
    "=",
    "==",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "|",
    "^",
    "~",
    "!",
    "<<",
    ">>",
    "&&",
    "||",
    "++",
    "--",
    "->",
    ".",
    "...",
    "#",
    "##",
    "\"\"",
    "\"text\"",
    "'a'",
    "L'\\xffff'",
    "main",
    "NULL",
    "pthread_t",
    "pthread_create",
    "pthread_mutex_lock",
    "malloc",
    "free",
    "assert",
    "memcpy",
    "x",
    "\\",
    "@",
    "`",
];

pub const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "-1",
    "31",
    "32",
    "33",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "65536",
    "1000000",
    "16777216",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "(1<<30)",
    "1099511627776",
    "9223372036854775807",
    "(-9223372036854775807LL-1)",
    "18446744073709551615u",
    "99999999999999999999999",
    "0x",
    "0b1",
    "08",
    "1e400",
    "1e-400",
    "0x1p3",
    "1.5f",
    "'\\777'",
    "1LL",
    "1uLl",
    "1__1",
    "0x1ffffffffffffffffffffffff",
];

/// For `--dump ir`: the stages up to the lowered program.
pub fn to_compile(random: &mut Random) -> Case {
    let mut bytes = corpus::any(random).to_vec();
    match random.below(8) {
        0 => bytes.truncate(random.below(bytes.len() as u64) as usize),
        1 => bytes = spliced(&bytes, corpus::any(random), random),
        2 => change_bytes(&mut bytes, random),
        3 => bytes = gently(&bytes, random),
        _ => bytes = roughly(&bytes, random),
    }
    let model = random.pick(&["lp64", "ilp32"]);
    let checks = random.pick(&["all", "assert", "memory,race"]);
    let stage = random.pick(&["ir", "ir", "ir", "ast"]);
    Case::of_program(bytes, &["--dump", stage, "--data-model", model, "--check", checks])
}

/// For a whole check, with small bounds; sometimes for a run.
pub fn to_check(random: &mut Random) -> Case {
    let mut bytes = gently(corpus::any(random), random);
    if random.chance(10) {
        bytes = roughly(&bytes, random);
    }
    if random.chance(12) {
        let steps = random.pick(&["1", "100", "20000"]);
        return Case::new(
            vec![super::case::program(bytes)],
            &["run", super::case::PROGRAM, "--steps", steps],
        );
    }
    let rounds = random.pick(&["1", "2", "3"]);
    let unwind = random.pick(&["1", "2"]);
    let checks = random.pick(&["all", "assert", "race", "deadlock", "overflow,memory", "api,leak"]);
    let mut options = vec!["--rounds", rounds, "--unwind", unwind, "--check", checks];
    for (option, percent) in [
        (&["--json"][..], 25),
        (&["--data-model", "ilp32"], 25),
        (&["--unwinding-assertions"], 15),
        (&["--certify"], 10),
        (&["--threads", "1"], 10),
        (&["--solver", "varisat"], 30),
        (&["--no-spurious-wakeups"], 10),
        (&["--require-complete"], 10),
        (&["--stats"], 10),
        (&["--repro", "reproducer"], 10),
    ] {
        if random.chance(percent) {
            options.extend(option);
        }
    }
    Case::check(vec![super::case::program(bytes)], &options)
}

/// The beginning of one, and the end of the other.
fn spliced(one: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let (first, second) = (random.below(one.len() as u64), random.below(other.len() as u64));
    [&one[..first as usize], &other[second as usize..]].concat()
}

/// Bits are flipped, bytes left out, put in, and repeated.
pub fn change_bytes(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..1 + random.below(8) {
        let place = random.below(bytes.len() as u64 + 1) as usize;
        match random.below(6) {
            0 | 1 if place < bytes.len() => bytes[place] ^= 1 << random.below(8),
            2 if place < bytes.len() => {
                bytes.remove(place);
            }
            3 => {
                bytes.insert(place, random.of(&[0, 0x80, 0xff, b'\\', b'"', b'\'', b'#', b'\n', 0x0c, 0x1a]))
            }
            4 => {
                let garbage: Vec<u8> = (0..random.below(200)).map(|_| random.below(256) as u8).collect();
                bytes.splice(place..place, garbage);
            }
            _ => {
                let end = (place + random.below(300) as usize).min(bytes.len());
                let again = bytes[place..end].to_vec();
                bytes.splice(place..place, again);
            }
        }
    }
}

/// Tokens are left out, repeated, exchanged and replaced, without regard for what they mean.
fn roughly(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut tokens = tokens(bytes);
    let others = self::tokens(corpus::any(random));
    for _ in 0..1 + random.below(5) {
        let place = random.below(tokens.len() as u64) as usize;
        match random.below(8) {
            0 => {
                tokens.remove(place);
            }
            1 => tokens.insert(place, tokens[place].clone()),
            2 => {
                let other = random.below(tokens.len() as u64) as usize;
                tokens.swap(place, other);
            }
            3 => tokens[place] = others[random.below(others.len() as u64) as usize].clone(),
            4 => tokens[place] = random.pick(WORDS).into(),
            5 => tokens.insert(place, format!(" {} ", random.pick(WORDS)).into()),
            6 => {
                let end = (place + random.below(40) as usize).min(tokens.len());
                tokens.drain(place..end);
            }
            _ => {
                let from = random.below(others.len() as u64) as usize;
                let end = (from + random.below(40) as usize).min(others.len());
                tokens.splice(place..place, others[from..end].iter().cloned());
            }
        }
        if tokens.is_empty() {
            break;
        }
    }
    tokens.concat()
}

/// Numbers become other numbers, names other names of the program, operators other operators; lines are left out,
/// repeated and moved.
fn gently(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    const OPERATORS: &[&str] =
        &["+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "==", "!=", "<=", ">=", "<<", ">>"];
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(3) {
        let mut tokens = tokens(&bytes);
        let of = |kind: &dyn Fn(&[u8]) -> bool| -> Vec<usize> {
            (0..tokens.len()).filter(|&index| kind(&tokens[index])).collect()
        };
        let numbers = of(&|token| token[0].is_ascii_digit());
        let is_name = |token: &[u8]| token[0].is_ascii_alphabetic() || token[0] == b'_';
        let names = of(&|token| is_name(token) && !WORDS.iter().any(|word| word.as_bytes() == token));
        let is_operator = |token: &[u8]| OPERATORS.iter().any(|operator| operator.as_bytes() == token);
        // Between spaces it has two operands.
        let mut operators = of(&is_operator);
        let is_space = |token: Option<&Vec<u8>>| token.is_some_and(|token| token == b" ");
        operators.retain(|&at| at > 0 && is_space(tokens.get(at - 1)) && is_space(tokens.get(at + 1)));
        match random.below(6) {
            0 | 1 if !numbers.is_empty() => {
                let number = if random.chance(75) {
                    random.below(10).to_string()
                } else {
                    random.pick(NUMBERS).into()
                };
                tokens[random.of(&numbers)] = number.into();
            }
            2 if !names.is_empty() => {
                let name = tokens[random.of(&names)].clone();
                tokens[random.of(&names)] = name;
            }
            3 if !operators.is_empty() => tokens[random.of(&operators)] = random.pick(OPERATORS).into(),
            _ => {
                bytes = with_other_lines(&bytes, random);
                continue;
            }
        }
        bytes = tokens.concat();
    }
    bytes
}

/// A statement is left out, repeated or moved to another.
fn with_other_lines(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    let is_statement = |line: &[u8]| line.starts_with(b" ") && line.trim_ascii_end().ends_with(b";");
    let statements: Vec<usize> = (0..lines.len()).filter(|&index| is_statement(lines[index])).collect();
    if statements.is_empty() {
        return bytes.to_vec();
    }
    let (place, to) = (random.of(&statements), random.of(&statements));
    let line = lines[place];
    match random.below(3) {
        0 => lines[place] = b"\n",
        1 => lines.insert(to, line),
        _ => lines.swap(place, to),
    }
    lines.concat()
}

/// Words, numbers, texts, comments and operators, each with the space before it as a token of its own.
fn tokens(bytes: &[u8]) -> Vec<Vec<u8>> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut tokens = Vec::new();
    let mut rest = bytes;
    while let Some(&first) = rest.first() {
        let while_all = |wanted: &dyn Fn(&u8) -> bool| rest.iter().take_while(|byte| wanted(byte)).count();
        let length = match first {
            b'/' if rest.starts_with(b"//") => while_all(&|byte| *byte != b'\n'),
            b'"' | b'\'' => {
                let inside = rest[1..].iter().take_while(|byte| **byte != first && **byte != b'\n').count();
                (inside + 2).min(rest.len())
            }
            _ if is_word(&first) => while_all(&is_word),
            _ if first.is_ascii_whitespace() => while_all(&|byte| byte.is_ascii_whitespace()),
            _ if b"<>=&|+-".contains(&first)
                && rest.get(1).is_some_and(|next| *next == first || *next == b'=') =>
            {
                2
            }
            _ => 1,
        };
        tokens.push(rest[..length].to_vec());
        rest = &rest[length..];
    }
    tokens
}
