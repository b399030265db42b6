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

/// Violated programs, whose traces together have every kind of deed, fault, place, value and action that occurs.
const TRACES: [&str; 32] = [
    "aba_free_list.c",
    "api_c11_destroyed_mutex.c",
    "api_destroy_condition_with_waiter.c",
    "api_rwlock_unlock_not_held.c",
    "api_wait_with_two_mutexes.c",
    "call_struct_of_another_kind.c",
    "call_thread_with_narrow_result.c",
    "call_through_null.c",
    "constant_global_written_directly.c",
    "deadlock_broadcast_before_wait.c",
    "double_free.c",
    "functions_declared_nowhere.c",
    "heap_object_torn_pair.c",
    "leak_at_exit.c",
    "library_barrier_two_serial_threads.c",
    "library_c11_times_out.c",
    "library_calls_of_every_header.c",
    "library_environment_may_be_missing.c",
    "library_error_checking_mutex.c",
    "library_format_wants_more.c",
    "library_realloc_of_the_middle.c",
    "library_text_without_end.c",
    "library_time_carried_over.c",
    "library_timed_waits.c",
    "life_of_a_thread_local_ends_with_its_thread.c",
    "life_of_what_an_assertion_depends_on.c",
    "memory_copy_can_be_torn.c",
    "pointer_goes_far_and_comes_back.c",
    "race_beside_a_section_without_an_end.c",
    "race_of_use_and_free.c",
    "wakeup_in_vain_is_seen_by_trylock.c",
    "weak_exchange_builtin_may_fail.c",
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

/// What fields of these names hold, alone or as elements of an array, wherever they are.
fn held_by<'a>(output: &'a Value, names: &[&str], found: &mut Vec<&'a Value>) {
    match output {
        Value::Array(elements) => elements.iter().for_each(|one| held_by(one, names, found)),
        Value::Object(object) => {
            for (name, value) in object {
                match value {
                    Value::Array(elements) if names.contains(&name.as_str()) => found.extend(elements),
                    one if names.contains(&name.as_str()) => found.push(one),
                    _ => {}
                }
                held_by(value, names, found);
            }
        }
        _ => {}
    }
}

/// The words that a field has in objects that fields of these names hold.
fn words_in(output: &Value, names: &[&str], field: &str) -> Words {
    let mut objects = Vec::new();
    held_by(output, names, &mut objects);
    objects.into_iter().filter_map(|object| object[field].as_str()).map(str::to_string).collect()
}

fn words(of: &Value) -> Words {
    let all = of.as_array().expect("an enumeration is an array").iter();
    all.map(|word| word.as_str().expect("its elements are words").to_string()).collect()
}

fn without(mut all: Words, not_here: &[&str]) -> Words {
    all.retain(|word| !not_here.contains(&word.as_str()));
    all
}

/// The kinds that a definition with variants has.
fn kinds(schema: &Value, definition: &str) -> Words {
    let variants = schema["$defs"][definition]["oneOf"].as_array().expect("it has variants").iter();
    variants.map(|one| one["properties"]["kind"]["const"].as_str().expect("a word").to_string()).collect()
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
        violations.extend(words_in(&output, &["violation"], "kind"));
        effects.extend(words_in(&output, &["effects"], "kind"));
        cuts.extend(words_in(&output, &["cuts"], "kind"));
        assumptions.extend(words_in(&output, &["assumptions"], "kind"));
    }
    let expected = |of: &str, field: &str| words(&schema["$defs"][of]["properties"][field]["enum"]);
    assert_eq!(
        verdicts,
        without(expected("report", "verdict"), &["safe-with-bounded-threads", "unknown", "not-reproduced"])
    );
    assert_eq!(violations, without(expected("violation", "kind"), &["unwinding"]));
    assert_eq!(cuts, without(expected("cut", "kind"), &["allocation"]));
    assert_eq!(assumptions, expected("assumption", "kind"));
    assert_eq!(effects, kinds(&schema, "effect"));
}

#[test]
fn traces_of_every_kind_are_as_the_schema_says() {
    /// Definitions with variants, the fields that hold one, and the kinds that no program leads to.
    const VARIANTS: [(&str, &[&str], &[&str]); 6] = [
        ("action", &["does"], &["stuck"]),
        ("address", &["address", "block", "locks", "object", "to"], &[]),
        ("deed", &["deed"], &[]),
        ("fault", &["fault"], &["no-object", "not-on-the-heap"]),
        ("root", &["root"], &["unnamed"]),
        ("value", &["arguments", "typed"], &[]),
    ];
    let schema = schema();
    let validator = validator(&schema);
    let outputs = Value::Array(TRACES.map(checked_program).to_vec());
    for (name, output) in TRACES.iter().zip(outputs.as_array().into_iter().flatten()) {
        assert_valid(&validator, output, name);
        assert_eq!(output["verdict"], "violated", "{name}");
    }
    // Some kinds depend on the values that an engine chooses; that all of them occur is asked of the usual one.
    if cfg!(not(feature = "cadical")) {
        return;
    }
    for (definition, held_by, not_here) in VARIANTS {
        let found = words_in(&outputs, held_by, "kind");
        assert_eq!(found, without(kinds(&schema, definition), not_here), "{definition}");
    }
    let call = &schema["$defs"]["deed"]["oneOf"][0]["properties"];
    let verbs = words_in(&outputs, &["deed"], "verb");
    assert_eq!(verbs, without(words(&call["verb"]["enum"]), &["finds-at-zero"]));
    let lives = words_in(&outputs, &["state"], "life");
    assert_eq!(lives, words(&schema["$defs"]["variable"]["properties"]["life"]["enum"]));
    let mut parts = Vec::new();
    held_by(&outputs, &["path"], &mut parts);
    let parts: BTreeSet<Words> =
        parts.into_iter().filter_map(Value::as_object).map(|part| part.keys().cloned().collect()).collect();
    let variants = schema["$defs"]["part"]["oneOf"].as_array().expect("parts have variants");
    assert_eq!(parts, variants.iter().map(fields).collect());
}

#[test]
fn what_options_ask_for_is_as_the_schema_says() {
    let validator = validator(&schema());
    let proof = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schema_proof");
    let proof = proof.display().to_string();
    let loops = example("producer_consumer.c");
    let cases: [(PathBuf, &[&str], &str); 11] = [
        (example("lost_update.c"), &["--rounds", "3"], "violations"),
        (example("lost_update.c"), &["--rounds", "3", "--first"], "rest"),
        (input("lost_update_fixed.c"), &["--certify"], "certificates"),
        (input("sum.c"), &["--proof", &proof], "certificates"),
        (
            input("loops_apart.c"),
            &["--unwind", "2", "--unwinding-assertions", "-D", "RECURSION"],
            "violations",
        ),
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
fn a_proof_is_reported_as_the_schema_says() {
    let validator = validator(&schema());
    let endless = |name: &str| repository().join("tests/proofs").join(name);
    let cases: [(PathBuf, &[&str], &str); 7] = [
        (endless("producer_consumer.c"), &["--invariant"], "safe"),
        (input("answers/sensor.c"), &[], "safe-under-assumptions"),
        (input("creates_threads_for_ever.c"), &["--threads", "2"], "safe-with-bounded-threads"),
        (input("looks_at_arguments.c"), &[], "no-violation-within-bounds"),
        (endless("peterson_broken.c"), &[], "unknown"),
        (input("allocates_for_ever.c"), &[], "unknown"),
        (input("hard.c"), &["--timeout", "0.5"], "unknown"),
    ];
    for (file, options, verdict) in cases {
        let output = printed("prove", &[&file], options);
        let what = format!("{} {options:?}", file.display());
        assert_valid(&validator, &output, &what);
        assert_eq!(output["verdict"], verdict, "{what}");
        let mut changed = output.clone();
        changed["bounds"] = json!({"rounds": 1, "unwind": 1});
        assert!(!validator.is_valid(&changed), "{what}: a proof has no bounds");
    }
}

#[test]
fn what_is_too_large_for_a_search_is_the_reason_for_no_answer() {
    let output = checked(&input("too_many_places.c"), &["--check", "assert"]);
    assert_valid(&validator(&schema()), &output, "too many places");
    assert_eq!((&output["verdict"], &output["reason"]["kind"]), (&json!("unknown"), &json!("too-large")));
    assert_eq!(output["stopped"]["kind"], "too-large");
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
    let places = [
        "",
        "/bounds",
        "/statistics",
        "/violations/0",
        "/violations/0/script",
        "/violations/0/trace/violation",
    ];
    for place in places.into_iter().chain(["/violations/0/trace/contexts/0/steps/0/effects/0"]) {
        let mut changed = output.clone();
        let object = changed.pointer_mut(place).unwrap_or_else(|| panic!("there is {place}"));
        object["something_else"] = json!(1);
        assert!(!validator.is_valid(&changed), "one more field in '{place}'");
    }
    for field in ["verdict", "bounds", "stopped", "violations", "rest", "checked"] {
        let mut changed = output.clone();
        changed.as_object_mut().expect("a report is an object").remove(field);
        assert!(!validator.is_valid(&changed), "without '{field}'");
    }
    let mut changed = output;
    changed["verdict"] = json!("safe");
    assert!(!validator.is_valid(&changed), "what is safe has no violations");
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
