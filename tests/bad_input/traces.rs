//! Saved traces that are not what was saved.

use std::process::Command;
use std::sync::OnceLock;

use serde_json::{Map, Value, json};

use super::case::{Case, File, program};
use super::judge::{prepare, scratch};
use super::mutate::change_bytes;
use super::random::Random;

/// What `check --json` prints for the program below, without what `replay` does not read.
fn trace() -> Value {
    static TRACE: OnceLock<Value> = OnceLock::new();
    let trace = TRACE.get_or_init(|| {
        let folder = scratch().join(format!("bad_input_trace_{}", std::process::id()));
        let files = vec![program(TEXT.as_bytes().to_vec())];
        prepare(&Case::new(files, &[]), &folder);
        let output = Command::new(env!("CARGO_BIN_EXE_bmc-conc"))
            .args(["check", "program.c", "--json", "--rounds", "2", "--unwind", "1"])
            .current_dir(&folder)
            .output()
            .expect("the binary can be started");
        std::fs::remove_dir_all(&folder).expect("what was written can be removed");
        let outcome: Value = serde_json::from_slice(&output.stdout).expect("the outcome is JSON");
        assert_eq!(outcome["verdict"], "violated", "{outcome}");
        json!({ "verdict": "violated", "script": outcome["script"] })
    });
    trace.clone()
}

const TEXT: &str = "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nint x;\n\
    void *worker(void *place) { int old = x; x = old + 1; *(int *)place = x; return 0; }\n\
    int main(void) {\n  pthread_t one, two;\n  int *place = malloc(4 + __VERIFIER_nondet_int() % 3);\n  if (!place) return 0;\n\
    \x20 pthread_create(&one, 0, worker, place);\n  pthread_create(&two, 0, worker, place);\n\
    \x20 pthread_join(one, 0);\n  pthread_join(two, 0);\n  assert(x == 2);\n  return 0;\n}\n";

pub fn case(random: &mut Random) -> Case {
    let mut bytes = match random.below(16) {
        0 => {
            let depth = random.of(&[100, 200, 100_000]);
            format!("{{\"script\": {}1{}}}", "[".repeat(depth), "]".repeat(depth)).into_bytes()
        }
        1 => {
            let mut bytes = trace().to_string().into_bytes();
            bytes.truncate(random.below(bytes.len() as u64) as usize);
            bytes
        }
        _ => {
            let mut value = trace();
            for _ in 0..1 + random.below(3) {
                let part = random.pick(&["contexts", "contexts", "choices", "choices", "choices", ""]);
                // What was changed before may not have that part any more.
                match value["script"].get_mut(part) {
                    Some(value) => change(value, random),
                    None => change(&mut value["script"], random),
                }
            }
            value.to_string().into_bytes()
        }
    };
    if random.chance(8) {
        change_bytes(&mut bytes, random);
    }
    let files = vec![File { name: "trace.json".to_string(), bytes }, program(TEXT.as_bytes().to_vec())];
    let mut arguments = vec!["replay", "trace.json", super::case::PROGRAM];
    if random.chance(30) {
        arguments.push("--json");
    }
    Case::new(files, &arguments)
}

/// Goes down somewhere and changes what is there.
fn change(value: &mut Value, random: &mut Random) {
    match value {
        Value::Object(fields) if !fields.is_empty() && random.chance(97) => {
            let keys: Vec<String> = fields.keys().cloned().collect();
            let key = &keys[random.below(keys.len() as u64) as usize];
            match random.chance(10) {
                true => drop(fields.remove(key)),
                false => change(&mut fields[key], random),
            }
        }
        Value::Array(elements) if !elements.is_empty() && random.chance(97) => {
            let place = random.below(elements.len() as u64) as usize;
            match random.below(6) {
                0 => drop(elements.remove(place)),
                1 => {
                    let again = elements[place].clone();
                    let times = random.of(&[1, 5, 3000]);
                    elements.extend(std::iter::repeat_n(again, times));
                }
                2 => {
                    let other = random.below(elements.len() as u64) as usize;
                    elements.swap(place, other);
                }
                _ => change(&mut elements[place], random),
            }
        }
        _ => *value = anything(random),
    }
}

fn anything(random: &mut Random) -> Value {
    match random.below(20) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(u64::MAX),
        4 => json!(u32::MAX),
        5 => json!(1.5),
        6 => json!([]),
        7 => Value::Object(Map::new()),
        8 => json!("0xffffffffffffffffffffffffffffffff"),
        9 => json!("f".repeat(100_000)),
        10 => json!("\u{0}é"),
        11 | 12 => json!(format!("{:#x}", random.value())),
        13 => json!("00ff"),
        _ => json!(random.below(9)),
    }
}
