//! Command lines that nobody means: files that are none, options that contradict each other, numbers out of range.

use super::case::{Case, File, PROGRAM};
use super::random::Random;

const FILES: &[&str] = &[
    PROGRAM,
    PROGRAM,
    PROGRAM,
    PROGRAM,
    ".",
    "..",
    "/",
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "missing.c",
    "empty.c",
    "garbage.c",
    "trace.json",
    "no-main.c",
    "-",
    "",
    "program.c/",
    "\u{e9}.c",
    "-x",
    "--",
    "/proc/self/mem",
];

const OPTIONS: &[&[&str]] = &[
    &["--rounds", "0"],
    &["--rounds", "1"],
    &["--rounds", "1000"],
    &["--rounds", "4294967296"],
    &["--rounds", "-1"],
    &["--rounds"],
    &["--unwind", "0"],
    &["--unwind", "4294967295"],
    &["--unwind", "99999999999"],
    &["--unwindset", "main.0:4294967295"],
    &["--unwindset", "main.0:0"],
    &["--unwindset", "nothing.9:3"],
    &["--unwindset", ":::"],
    &["--threads", "0"],
    &["--threads", "100000"],
    &["--timeout", "0"],
    &["--timeout", "nan"],
    &["--timeout", "inf"],
    &["--timeout", "1e300"],
    &["--timeout", "0.000001"],
    &["--memory-limit", "0"],
    &["--memory-limit", "1"],
    &["--memory-limit", "18446744073709551615"],
    &["--spec", "program.c"],
    &["--spec", "/dev/null"],
    &["--spec", "missing.prp"],
    &["--spec", "."],
    &["--spec", "garbage.c"],
    &["--spec", "/dev/zero"],
    &["--check", "nothing"],
    &["--check", ""],
    &["--check", "all,all,race"],
    &["--property", "nothing"],
    &["--property", ""],
    &["--entry", "nothing"],
    &["--entry", ""],
    &["--entry", "worker"],
    &["--entry", "a b\n"],
    &["--data-model", "ilp64"],
    &["--undefined", "error"],
    &["-I", "missing"],
    &["-I", "program.c"],
    &["-D", ""],
    &["-D", "main"],
    &["-D", "int=struct"],
    &["-D", "pthread_create=+"],
    &["-D", "f("],
    &["-D", "9"],
    &["--include", "."],
    &["--include", "program.c"],
    &["--include", "/dev/zero"],
    &["--solver", "none"],
    &["--seed", "18446744073709551615"],
    &["--seed", "-1"],
    &["--json"],
    &["--json", "--quiet"],
    &["--quiet", "--verbose"],
    &["--verbose"],
    &["--stats"],
    &["--show-loops"],
    &["--show-properties"],
    &["--show-loops", "--json"],
    &["--show-loops", "--show-properties"],
    &["--list-support"],
    &["--dump", "formula"],
    &["--dump", "dimacs"],
    &["--dump", "events", "--json"],
    &["--dump", "nothing"],
    &["--certify", "--dump", "ir"],
    &["--certify"],
    &["--proof", "."],
    &["--proof", "missing/proof"],
    &["--proof", "/dev/full"],
    &["--repro", "program.c"],
    &["--repro", "/dev/null"],
    &["--repro", "missing/reproducer"],
    &["--color", "never"],
    &["--color", "sometimes"],
    &["--require-complete", "--unwinding-assertions"],
    &["--steps", "0"],
    &["--nothing"],
    &["--help"],
    &["--version"],
];

const TEXT: &str = "#include <assert.h>\n#include <pthread.h>\nint x;\n\
    void *worker(void *unused) { int old = x; x = old + 1; return unused; }\n\
    int main(void) {\n  pthread_t one, two;\n  pthread_create(&one, 0, worker, 0);\n  pthread_create(&two, 0, worker, 0);\n\
    \x20 pthread_join(one, 0);\n  pthread_join(two, 0);\n  assert(x == 2);\n  return 0;\n}\n";

pub fn case(random: &mut Random) -> Case {
    let file = |name: &str, bytes: &[u8]| File { name: name.to_string(), bytes: bytes.to_vec() };
    let garbage: Vec<u8> = (0..500).map(|_| random.below(256) as u8).collect();
    let files = vec![
        file(PROGRAM, TEXT.as_bytes()),
        file("empty.c", b""),
        file("garbage.c", &garbage),
        file("no-main.c", b"int f(void) { return 0; }\n"),
        file("trace.json", br#"{"script": {"goal": "", "contexts": [], "choices": []}}"#),
    ];
    let mut arguments = vec!["check"];
    if random.chance(20) {
        arguments[0] = random.pick(&["run", "replay", "chek", ""]);
    }
    match random.chance(60) {
        true => arguments.push(PROGRAM),
        false => arguments.extend((0..1 + random.below(2)).map(|_| random.pick(FILES))),
    }
    for _ in 0..1 + random.below(2) {
        arguments.extend(random.of(OPTIONS));
    }
    // Thousand rounds may take long, for good reasons.
    if !arguments.contains(&"--timeout") {
        arguments.extend(["--timeout", "4"]);
    }
    let mut case = Case::new(files, &arguments);
    case.typed = match random.below(3) {
        0 => Vec::new(),
        1 => TEXT.as_bytes().to_vec(),
        _ => garbage,
    };
    case
}
