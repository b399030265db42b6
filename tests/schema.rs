//! The JSON output, its schema (docs/report.schema.json) and its description (docs/json.md) say the same.
//!
//! What is printed is validated; objects of the schema are closed, so a field that it does not have fails. The tables of
//! the description name the same fields as the schema, in both directions.

#[path = "support/expectation.rs"]
mod expectation;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use jsonschema::Validator;
use serde_json::{Value, json};

type Words = BTreeSet<String>;

/// Programs of `tests/programs`, checked as their first lines say: together they have every kind of violation, effect,
/// choice, cut and assumption that occurs.
const PROGRAMS: [&str; 28] = [
    "api_semaphore_never_initialised.c",
    "call_through_null.c",
    "deadlock_lock_twice.c",
    "double_free_by_two_threads.c",
    "error_no_main.c",
    "error_syntax.c",
    "float_in_structs.c",
    "layout_order_of_two_objects.c",
    "leak_at_exit.c",
    "library_cleanup_not_run_when_popped.c",
    "library_input.c",
    "library_text_is_null.c",
    "loop_cut.c",
    "main_arguments_are_texts.c",
    "main_exits_with_pthread_exit.c",
    "nondet_differs_per_call.c",
    "one_property_and_a_failing_assertion.c",
    "overflow_absolute_value.c",
    "race_counter.c",
    "recursion_cut.c",
    "sequence_lock.c",
    "threads_bound.c",
    "unchecked_double_free.c",
    "undefined_function_changes_nothing.c",
    "undefined_function_orders_its_own_accesses.c",
    "undefined_thread_function_allowed.c",
    "undefined_variable_begins_anyhow.c",
    "atomic_builtins.c",
];

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn example(name: &str) -> PathBuf {
    repository().join("docs/examples").join(name)
}

fn input(name: &str) -> PathBuf {
    repository().join("tests/inputs").join(name)
}

fn schema() -> Value {
    let text = std::fs::read_to_string(repository().join("docs/report.schema.json"));
    serde_json::from_str(&text.expect("the schema can be read")).expect("the schema is JSON")
}

fn validator(schema: &Value) -> Validator {
    jsonschema::draft202012::new(schema).expect("the schema is one")
}

/// What the command prints with `--json`.
fn printed(command: &str, files: &[&Path], options: &[&str]) -> Value {
    let mut binary = Command::new(env!("CARGO_BIN_EXE_bmc-conc"));
    binary.arg(command).args(files).args(options).arg("--json").stdin(Stdio::null());
    let output = binary.output().expect("the binary can be started");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{files:?} {options:?}: {error}: {}", String::from_utf8_lossy(&output.stderr))
    })
}

fn checked(file: &Path, options: &[&str]) -> Value {
    printed("check", &[file], options)
}

fn checked_program(name: &str) -> Value {
    let path = repository().join("tests/programs").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let header = expectation::read(&text).expect("the tests of programs check every header");
    let mut options = header.options.clone();
    for (option, value) in [("--rounds", header.rounds), ("--unwind", header.unwind)] {
        options.extend(value.into_iter().flat_map(|value| [option.to_string(), value.to_string()]));
    }
    checked(&path, &options.iter().map(String::as_str).collect::<Vec<_>>())
}

fn assert_valid(validator: &Validator, output: &Value, what: &str) {
    let errors: Vec<String> =
        validator.iter_errors(output).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{what}:\n{}\n{output:#}", errors.join("\n"));
}

/// The values of a field of this name, in objects that are elements of an array of this name, wherever they are.
fn values_in(output: &Value, array: &str, field: &str, found: &mut Words) {
    match output {
        Value::Array(elements) => elements.iter().for_each(|one| values_in(one, array, field, found)),
        Value::Object(object) => {
            for (name, value) in object {
                if name == array {
                    let elements = value.as_array().into_iter().flatten();
                    found.extend(elements.filter_map(|one| one[field].as_str()).map(str::to_string));
                }
                values_in(value, array, field, found);
            }
        }
        _ => {}
    }
}

fn words(of: &Value) -> Words {
    let all = of.as_array().expect("an enumeration is an array").iter();
    all.map(|word| word.as_str().expect("its elements are words").to_string()).collect()
}

#[test]
fn programs_of_every_kind_are_reported_as_the_schema_says() {
    let schema = schema();
    let validator = validator(&schema);
    let [mut verdicts, mut violations, mut effects, mut cuts, mut assumptions] = [const { Words::new() }; 5];
    for name in PROGRAMS {
        let output = checked_program(name);
        assert_valid(&validator, &output, name);
        verdicts.extend(output["verdict"].as_str().map(str::to_string));
        violations.extend(output["trace"]["violation"]["kind"].as_str().map(str::to_string));
        values_in(&output, "effects", "kind", &mut effects);
        values_in(&output, "cuts", "kind", &mut cuts);
        values_in(&output, "assumptions", "kind", &mut assumptions);
    }
    let expected = |of: &str, field: &str| words(&schema["$defs"][of]["properties"][field]["enum"]);
    let without = |mut all: Words, not_here: &[&str]| {
        all.retain(|word| !not_here.contains(&word.as_str()));
        all
    };
    assert_eq!(verdicts, without(expected("report", "verdict"), &["unknown", "not-reproduced"]));
    assert_eq!(violations, without(expected("violation", "kind"), &["unwinding"]));
    assert_eq!(cuts, without(expected("cut", "kind"), &["allocation"]));
    assert_eq!(assumptions, expected("assumption", "kind"));
    let variants = schema["$defs"]["effect"]["oneOf"].as_array().expect("effects have variants").iter();
    let kinds = variants.map(|one| one["properties"]["kind"]["const"].as_str().expect("a word").to_string());
    assert_eq!(effects, kinds.collect::<Words>());
}

#[test]
fn what_options_ask_for_is_as_the_schema_says() {
    let validator = validator(&schema());
    let proof = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schema_proof");
    let proof = proof.display().to_string();
    let loops = example("producer_consumer.c");
    let cases: [(PathBuf, &[&str], &str); 10] = [
        (example("lost_update.c"), &["--rounds", "3"], "trace"),
        (input("lost_update_fixed.c"), &["--certify"], "certificates"),
        (input("sum.c"), &["--proof", &proof], "certificates"),
        (input("loops_apart.c"), &["--unwind", "2", "--unwinding-assertions", "-D", "RECURSION"], "script"),
        (input("hard.c"), &["--rounds", "8", "--unwind", "8", "--timeout", "0.5"], "reason"),
        (input("hard.c"), &["--timeout", "1.5"], "stopped"),
        (input("hard.c"), &["--timeout", "0.01"], "reason"),
        (loops.clone(), &["--show-loops"], "loops"),
        (loops.clone(), &["--show-properties", "--verbose"], "properties"),
        (loops, &["--list-support"], "functions"),
    ];
    for (file, options, field) in cases {
        let output = checked(&file, options);
        let what = format!("{} {options:?}", file.display());
        assert_valid(&validator, &output, &what);
        assert!(!output[field].is_null(), "{what} has no {field}");
    }
}

#[test]
fn a_replay_is_reported_as_the_schema_says() {
    let validator = validator(&schema());
    let program = example("lost_update.c");
    let found = checked(&program, &["--rounds", "3"]);
    let trace = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schema_trace.json");
    std::fs::write(&trace, found.to_string()).expect("the trace can be saved");

    let replayed = printed("replay", &[&trace, &program], &[]);
    assert_valid(&validator, &replayed, "a violation that is still there");
    assert_eq!(replayed["verdict"], "violated");

    let repaired = printed("replay", &[&trace, &input("lost_update_fixed.c")], &[]);
    assert_valid(&validator, &repaired, "a violation that is not there any more");
    assert_eq!(repaired["verdict"], "not-reproduced");

    let wrong = printed("replay", &[&trace, &input("syntax_error.c")], &[]);
    assert_valid(&validator, &wrong, "a program that is none");
    assert_eq!(wrong["verdict"], "error");
}

#[test]
fn what_the_schema_does_not_have_is_refused() {
    let validator = validator(&schema());
    let output = checked(&example("lost_update.c"), &["--rounds", "3"]);
    assert!(validator.is_valid(&output));
    let places =
        ["", "/bounds", "/statistics", "/trace", "/trace/violation", "/trace/contexts/0/steps/0/effects/0"];
    for place in places {
        let mut changed = output.clone();
        let object = changed.pointer_mut(place).unwrap_or_else(|| panic!("there is {place}"));
        object["something_else"] = json!(1);
        assert!(!validator.is_valid(&changed), "one more field in '{place}'");
    }
    for field in ["verdict", "bounds", "stopped", "trace", "script"] {
        let mut changed = output.clone();
        changed.as_object_mut().expect("a report is an object").remove(field);
        assert!(!validator.is_valid(&changed), "without '{field}'");
    }
    let mut changed = output;
    changed["verdict"] = json!("safe");
    assert!(!validator.is_valid(&changed), "what is safe has no trace");
}

#[test]
fn every_object_of_the_schema_is_closed() {
    fn walk(schema: &Value, place: &str) {
        match schema {
            Value::Object(object) => {
                if object.get("type") == Some(&json!("object")) {
                    assert_eq!(object.get("additionalProperties"), Some(&json!(false)), "{place}");
                }
                object.iter().for_each(|(name, value)| walk(value, &format!("{place}/{name}")));
            }
            Value::Array(elements) => elements.iter().for_each(|one| walk(one, place)),
            _ => {}
        }
    }
    walk(&schema(), "");
}

/// The words in the code quotes of a text.
fn quoted(text: &str) -> impl Iterator<Item = String> {
    text.split('`').skip(1).step_by(2).map(str::to_string)
}

/// Titles of sections with tables, and for each row the words that are fields or kinds: those of the first column, or of
/// the first two if the second has other fields.
fn described() -> BTreeMap<String, Vec<Words>> {
    let text = std::fs::read_to_string(repository().join("docs/json.md")).expect("docs/json.md can be read");
    let mut tables: BTreeMap<String, Vec<Words>> = BTreeMap::new();
    let (mut title, mut columns) = (String::new(), 1);
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            title = heading.to_lowercase().replace(' ', "-");
        }
        let cells: Vec<&str> = line.split('|').skip(1).collect();
        let is_head = cells.iter().any(|cell| cell.trim() == "meaning");
        if is_head {
            columns = if cells[1].contains("other fields") { 2 } else { 1 };
        } else if line.starts_with("| `") {
            let row = cells[..columns].iter().flat_map(|cell| quoted(cell)).collect();
            tables.entry(title.clone()).or_default().push(row);
        }
    }
    let object = tables.remove("the-object").expect("the object is described");
    tables.insert("report".to_string(), object);
    tables
}

/// The fields of an object, with the word that its kind is.
fn fields(object: &Value) -> Words {
    let properties = object["properties"].as_object().expect("an object has properties");
    let name = |(field, value): (&String, &Value)| match (field.as_str(), value["const"].as_str()) {
        ("kind", Some(kind)) => kind.to_string(),
        _ => field.clone(),
    };
    properties.iter().map(name).collect()
}

#[test]
fn the_description_and_the_schema_have_the_same_fields() {
    let schema = schema();
    let definitions = schema["$defs"].as_object().expect("the schema has definitions");
    let described = described();
    assert_eq!(
        described.keys().collect::<Vec<_>>(),
        definitions.keys().collect::<Vec<_>>(),
        "sections with tables, and definitions"
    );
    for (name, rows) in &described {
        match definitions[name]["oneOf"].as_array() {
            Some(variants) => {
                let variants: BTreeSet<Words> = variants.iter().map(fields).collect();
                assert_eq!(rows.iter().cloned().collect::<BTreeSet<_>>(), variants, "{name}");
            }
            None => {
                let row: Words = rows.iter().flatten().cloned().collect();
                assert_eq!(row, fields(&definitions[name]), "{name}");
            }
        }
    }
}

#[test]
fn the_example_in_the_description_is_a_trace() {
    let text = std::fs::read_to_string(repository().join("docs/json.md")).expect("docs/json.md can be read");
    let example = text.split("```json").nth(1).and_then(|rest| rest.split("```").next());
    let example: Value = serde_json::from_str(example.expect("there is one")).expect("it is JSON");
    let mut schema = schema();
    for word in ["if", "then", "else"] {
        schema.as_object_mut().expect("the schema is an object").remove(word);
    }
    schema["$ref"] = json!("#/$defs/trace");
    assert_valid(&validator(&schema), &example, "the example");
}
