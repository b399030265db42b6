//! Several files as one program, and the library's models behind them.

use super::*;

fn linked(texts: &[&str], user: usize) -> Compiled {
    match compile_units(texts, user, DataModel::Lp64) {
        Ok(compiled) => compiled,
        Err(errors) => panic!("{errors:#?}"),
    }
}

fn names(compiled: &Compiled) -> Vec<&str> {
    compiled.program.functions.iter().map(|f| f.name.as_str()).collect()
}

const USES_LOCK: &str = "void lock(int *); int m; int main(void) { lock(&m); return 0; }";
const MODEL: &str = "int used; void lock(int *m) { used = *m; } void unlock(int *m) { *m = 0; }";

#[test]
fn only_what_is_reached_of_a_model_is_taken() {
    let compiled = linked(&[USES_LOCK, MODEL], 1);
    assert_eq!(names(&compiled), ["main", "lock"]);
    let globals: Vec<&str> = compiled.program.globals.iter().map(|g| g.name.as_str()).collect();
    assert_eq!(globals, ["m", "used"]);
}

#[test]
fn the_users_definition_replaces_the_models() {
    let user = "int m; void lock(int *p) { *p = 7; } int main(void) { lock(&m); return 0; }";
    let compiled = linked(&[user, MODEL], 1);
    assert_eq!(names(&compiled), ["lock", "main"]);
    assert!(compiled.program.to_text().contains("store %0, 7"), "{}", compiled.program.to_text());
}

#[test]
fn an_undeclared_function_of_a_model_is_used_with_a_warning() {
    let compiled = linked(&["int m; int main(void) { lock(&m); return 0; }", MODEL], 1);
    assert_eq!(names(&compiled), ["main", "lock"]);
    assert_eq!(compiled.warnings.len(), 1);
    assert_eq!(compiled.warnings[0].message, "'lock' is called without a declaration");
}

#[test]
fn static_names_of_two_files_are_kept_apart() {
    let first = "static int x = 1; static int get(void) { return x; } int other(void);
                 int main(void) { return get() + other(); }";
    let second = "static int x = 2; static int get(void) { return x; } int other(void) { return get(); }";
    let compiled = linked(&[first, second], 2);
    assert_eq!(names(&compiled), ["get", "main", "get@unit1.c#1", "other"]);
    let initial: Vec<_> = compiled.program.globals.iter().map(|g| g.initial.len()).collect();
    assert_eq!(initial, [1, 1]);
}

#[test]
fn extern_declarations_and_tentative_definitions_are_one_object() {
    let first = "extern int shared; int table[]; int main(void) { return shared + table[2]; }";
    let second = "int shared; int shared = 5; int table[3] = {1, 2, 3};";
    let program = linked(&[first, second], 2).program;
    assert_eq!(program.globals.len(), 2);
    assert_eq!(program.globals[0].initial.len(), 1);
    assert_eq!(program.globals[1].layout.size(), 12);
    assert!(program.properties.is_empty(), "the size of the array is known when it is used");
}

#[test]
fn two_definitions_are_an_error() {
    let errors = compile_units(
        &["int f(void) { return 1; } int main(void) { return f(); }", "int f(void) { return 2; }"],
        2,
        DataModel::Lp64,
    );
    let errors: Vec<String> = errors.err().into_iter().flatten().map(|e| e.message).collect();
    assert_eq!(errors, ["'f' is also defined in another file"]);
}

#[test]
fn errors_in_functions_nobody_calls_do_not_matter() {
    let text = "int half(int x) { return setjmp(0); } int main(void) { return 0; }";
    assert_eq!(names(&linked(&[text], 1)), ["main"]);
}

#[test]
fn the_entry_can_be_another_function() {
    let options = CompileOptions { entry: "start".into(), ..CompileOptions::default() };
    let text = "int start(void) { return 0; } int main(void) { return 1; }";
    let Ok(compiled) = compile_texts(&[text], 1, &options) else { panic!("it compiles") };
    assert_eq!(names(&compiled), ["start"]);
}

#[test]
fn an_inline_function_may_be_defined_in_every_file() {
    let header = "inline int twice(int x) { return 2 * x; }";
    let first = format!("{header} int other(void); int main(void) {{ return twice(1) + other(); }}");
    let second = format!("{header} int other(void) {{ return twice(3); }}");
    assert_eq!(names(&linked(&[&first, &second], 2)), ["twice", "main", "other"]);
}

#[test]
fn a_function_that_another_file_declares_differently_is_called_as_that_file_says() {
    let caller = "int f(int); int main(void) { return f(1); }";
    let compiled = linked(&[caller, "int f(int a, int b) { return b; }"], 2);
    let descriptions: Vec<&str> =
        compiled.program.properties.iter().map(|p| p.description.as_str()).collect();
    assert_eq!(descriptions, ["f is called with the type it is defined with"]);
    // A number is not converted to a type that the caller has not seen.
    let compiled = linked(&[caller, "int f(double a) { return a > 0; }"], 2);
    assert!(!compiled.program.to_text().contains("from_signed"), "{}", compiled.program.to_text());
    assert_eq!(compiled.program.properties.len(), 1);
}

#[test]
fn types_that_are_built_alike_in_two_files_fit() {
    let caller = "struct s { int a; char b; }; int f(struct s *, struct s); \
                  int main(void) { struct s s = { 1, 2 }; return f(&s, s); }";
    let callee = "struct t { int c; char d; }; int f(struct t *p, struct t t) { return t.c + t.d; }";
    let compiled = linked(&[caller, callee], 2);
    assert!(compiled.program.adapters.is_empty());
    assert!(!compiled.program.properties.iter().any(|p| p.description.contains("is called with")));
}

#[test]
fn functions_are_taken_where_they_are_named_and_not_called() {
    let text = "int a(void) { return 1; } int b(void) { return 2; } int c(int (*f)(void)) { return f(); } \
                int d(void) { return 3; } int (*table[])(void) = { b }; \
                int main(void) { return a() + c(d) + table[0](); }";
    let program = linked(&[text], 1).program;
    let mut taken: Vec<&str> =
        program.taken_functions().into_iter().map(|id| program.function(id).name.as_str()).collect();
    taken.sort_unstable();
    assert_eq!(taken, ["b", "d"]);
}
