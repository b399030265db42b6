use bmc_conc::exec::{Divergence, replay};
use bmc_conc::ir::*;
use bmc_conc::script::{Choice, Script, ScriptContext};
use bmc_conc::trace::{Trace, render_text};

use crate::builder::*;
use crate::programs::lost_update;

fn context(thread: u32, round: u32, steps: u64) -> ScriptContext {
    ScriptContext { thread: ThreadId(thread), round, steps }
}

/// T1 reads, T2 reads and writes, T1 writes.
fn lost_update_script() -> Script {
    Script {
        contexts: vec![
            context(0, 1, 2),
            context(1, 1, 1),
            context(2, 1, 2),
            context(0, 2, 0),
            context(1, 2, 1),
            context(0, 3, 3),
        ],
        choices: vec![vec![Choice::Thread(ThreadId(1)), Choice::Thread(ThreadId(2))]],
        goal: Some(PropertyId(0)),
        ..Script::default()
    }
}

#[test]
fn a_lost_update_reads_as_an_interleaving() {
    let trace = replay(&lost_update(false), &lost_update_script()).expect("the update is lost");
    let expected = "\
assertion fails: c == 2
  at lost.c:13 in main, thread T0 main  [test.1]

── T0 main · round 1 ──
  1  lost.c:9   pthread_create(&a, 0, add, 0);  creates T1 add
  2  lost.c:10  pthread_create(&b, 0, add, 0);  creates T2 add

── T1 add, created at lost.c:9 · round 1 ──
  3  lost.c:3   int x = c;                      reads c = 0; x = 0

── T2 add, created at lost.c:10 · round 1 ──
  4  lost.c:3   int x = c;                      reads c = 0; x = 0
  5  lost.c:4   c = x + 1;                      writes c = 1

── T1 add, created at lost.c:9 · round 2 ──
  6  lost.c:4   c = x + 1;                      writes c = 1

── T0 main · round 3 ──
  7  lost.c:11  pthread_join(a, 0);             joins T1 add
  8  lost.c:12  pthread_join(b, 0);             joins T2 add
  9  lost.c:13  assert(c == 2);                 reads c = 1  <-- violated

state at the violation
  c = 1

4 context switches
";
    assert_eq!(render_text(&trace, false), expected);
}

#[test]
fn colour_changes_nothing_but_the_colour() {
    let trace = replay(&lost_update(false), &lost_update_script()).expect("the update is lost");
    let mut plain = String::new();
    let mut rest = render_text(&trace, true);
    assert!(rest.contains("\x1b[33m"), "T1 has its own colour");
    while let Some(start) = rest.find('\x1b') {
        plain.push_str(&rest[..start]);
        let end = start + rest[start..].find('m').expect("a colour code ends");
        rest = rest.split_off(end + 1);
    }
    plain.push_str(&rest);
    let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    assert_eq!(words(&plain), words(&render_text(&trace, false)));
}

#[test]
fn the_json_of_a_trace_has_the_documented_fields() {
    let trace = replay(&lost_update(false), &lost_update_script()).expect("the update is lost");
    let json = serde_json::to_value(&trace).expect("a trace can be written");
    assert_eq!(json["violation"]["kind"], "assertion");
    assert_eq!(json["violation"]["location"]["line"], 13);
    assert_eq!(json["threads"][1]["created_at"]["line"], 9);
    assert!(json["threads"][0]["created_at"].is_null());
    assert_eq!(json["contexts"][1]["steps"][0]["effects"][0]["kind"], "read");
    assert_eq!(json["contexts"][1]["steps"][0]["effects"][0]["variable"], "c");
    assert_eq!(json["state"][0]["value"], "1");
    assert_eq!(json["context_switches"], 4);
    let typed = serde_json::json!({ "kind": "integer", "number": 1, "bits": 32, "signed": true });
    assert_eq!((&json["state"][0]["typed"], &json["state"][0]["life"]), (&typed, &"alive".into()));
    assert_eq!(json["state"][0]["place"]["root"], serde_json::json!({ "kind": "global", "name": "c" }));
    assert_eq!(serde_json::from_value::<Trace>(json).expect("a trace can be read"), trace);
}

#[test]
fn a_schedule_that_loses_nothing_ends_without_violation() {
    let mut script = lost_update_script();
    script.contexts[1].steps = 2;
    script.contexts[4].steps = 0;
    let error = replay(&lost_update(false), &script).expect_err("no update is lost");
    assert!(matches!(error.divergence, Divergence::NoViolation), "{error}");
}

#[test]
fn a_step_of_a_blocked_thread_is_refused() {
    let mut script = lost_update_script();
    script.contexts[0].steps = 3;
    let error = replay(&lost_update(false), &script).expect_err("join has to wait");
    assert!(matches!(error.divergence, Divergence::Blocked(_)), "{error}");
    assert_eq!((error.context, error.steps), (0, 2));
    let text = error.to_string();
    assert_eq!(
        text,
        "replay diverges in context 0 (t0 after 2 steps, at lost.c:11): \
         the thread cannot go on: it waits for thread t1 to end"
    );
}

#[test]
fn a_context_cannot_begin_inside_an_atomic_section_of_another_thread() {
    let mut script = lost_update_script();
    script.contexts[1].steps = 2;
    let error = replay(&lost_update(true), &script).expect_err("T1 is inside its section");
    assert!(matches!(error.divergence, Divergence::Blocked(_)), "{error}");
    assert_eq!(error.thread, ThreadId(2));
}

#[test]
fn a_choice_of_the_wrong_kind_is_named() {
    let mut script = lost_update_script();
    script.choices[0][1] = Choice::Value(7);
    let error = replay(&lost_update(false), &script).expect_err("a value is no thread");
    assert!(error.to_string().contains("choice 1 of thread t0 must be a thread, not Value(7)"), "{error}");
    script.choices[0].truncate(1);
    let error = replay(&lost_update(false), &script).expect_err("one choice is missing");
    assert!(error.to_string().contains("the script has no more"), "{error}");
}

#[test]
fn a_step_of_a_thread_that_has_ended_is_refused() {
    let mut script = lost_update_script();
    script.contexts[4].steps = 2;
    let error = replay(&lost_update(false), &script).expect_err("T1 has ended");
    assert!(matches!(error.divergence, Divergence::Ended), "{error}");
}

#[test]
fn another_violation_on_the_way_is_reported_with_its_trace() {
    let mut script = lost_update_script();
    script.goal = Some(PropertyId(5));
    let error = replay(&lost_update(false), &script).expect_err("property 0 is violated");
    let Divergence::OtherViolation { property, trace, .. } = error.divergence else {
        panic!("the violation of property 0 is what happens: {error}");
    };
    assert_eq!(property, PropertyId(0));
    assert_eq!(trace.context_switches, 4);
}

const MUTEX: &str = "\
int m;
int done;
void finish(int by) {
    pthread_mutex_lock(&m);
    done = by;
    pthread_mutex_unlock(&m);
    if (done)
        reach_error();
}
int main(void) {
    finish(7);
}
";

const MODELS: &str = "\
int pthread_mutex_lock(int *mutex) { atomic { assume(*mutex == 0); *mutex = 1; } }
int pthread_mutex_unlock(int *mutex) { *mutex = 0; }
int internal;
void reach_error() { internal++; assert(0); }
";

fn mutex_program() -> Program {
    let mut builder = Builder::new("mutex.c", MUTEX, MODELS);
    let (m, done) = (builder.int("m", 1), builder.int("done", 2));
    let internal = builder.int("internal", 1003);
    let property = builder.property(PropertyKind::Assertion, "reach_error is not called", 1004);
    let [lock, unlock] =
        ["pthread_mutex_lock", "pthread_mutex_unlock"].map(|name| builder.function(name, 1001));
    let reach_error = builder.function("reach_error", 1004);
    let (finish, main) = (builder.function("finish", 3), builder.function("main", 10));
    builder.body(lock, |f| {
        let mutex = Operand::Register(f.parameter("mutex", POINTER));
        f.at(1001).op(Op::AtomicBegin);
        let value = f.load(mutex, INT);
        let condition = f.binary(BinaryOp::Eq, value, int(0));
        f.op(Op::Assume { condition });
        f.store(mutex, int(1), INT);
        f.op(Op::AtomicEnd);
        f.terminate(Terminator::Return(Some(int(0))));
    });
    builder.body(unlock, |f| {
        let mutex = Operand::Register(f.parameter("mutex", POINTER));
        f.at(1002).store(mutex, int(0), INT);
        f.terminate(Terminator::Return(Some(int(0))));
    });
    builder.body(reach_error, |f| {
        f.at(1004).store(internal, int(1), INT);
        f.assert(constant(0, Type::BOOL), property);
        f.return_nothing();
    });
    builder.body(finish, |f| {
        let by = f.parameter("by", INT);
        f.at(4).call(lock, &[m]);
        f.at(5).store(done, Operand::Register(by), INT);
        f.at(6).call(unlock, &[m]);
        f.at(7);
        let value = f.load(done, INT);
        let condition = f.binary(BinaryOp::Ne, value, int(0));
        f.terminate(Terminator::Branch { condition, yes: BlockId(1), no: BlockId(2) });
        f.at(8).call(reach_error, &[]);
        f.terminate(Terminator::Jump(BlockId(2)));
        f.at(9).return_nothing();
    });
    builder.body(main, |f| {
        f.at(11).call(finish, &[int(7)]);
        f.at(12).return_nothing();
    });
    builder.finish(main)
}

#[test]
fn library_models_are_told_in_words_at_the_place_of_the_call() {
    let script = Script { contexts: vec![context(0, 1, 100)], ..Script::default() };
    let trace = replay(&mutex_program(), &script).expect("reach_error is called");
    let expected = "\
assertion fails: reach_error is not called
  at mutex.c:8 in finish, thread T0 main  [test.1]
  finish called at mutex.c:11

── T0 main · round 1 ──
  1  mutex.c:11  finish(7);                   by = 7
  2  mutex.c:4     pthread_mutex_lock(&m);    locks m
  3  mutex.c:5     done = by;                 writes done = 7
  4  mutex.c:6     pthread_mutex_unlock(&m);  unlocks m
  5  mutex.c:7     if (done)                  reads done = 7
  6  mutex.c:8     reach_error();             <-- violated

state at the violation
  done = 7

0 context switches
";
    assert_eq!(render_text(&trace, false), expected);
}

/// One thread on one line after the other; the effects of each step as text.
fn effects_of(program: &Program, choices: Vec<Choice>) -> Vec<String> {
    let script = Script {
        contexts: vec![context(0, 1, 100)],
        choices: vec![choices],
        goal: None,
        ..Script::default()
    };
    let trace = replay(program, &script).unwrap_or_else(|error| panic!("{error}"));
    let lines = render_text(&trace, false);
    let steps = lines.lines().filter(|line| line.contains(".c:") && !line.starts_with("  at"));
    steps.filter_map(|line| Some(line.split_once(';')?.1.trim().to_string())).collect()
}

#[test]
fn parts_of_objects_and_pointers_are_named_as_in_c() {
    let text = "struct node { int key; struct node *next; } buf[4];\n\
                buf[3].next = &buf[1];\n\
                char *p = \"hi\\n\";\n\
                buf[0].key = x = input();\n\
                f = add;\n\
                q = (void *)4;\n\
                heap[1] = -1;\n\
                assert(0);\n";
    let mut builder = Builder::new("names.c", text, "");
    let field = |name: &str, offset, ty| Field { name: name.to_string(), offset, layout: Layout::Scalar(ty) };
    let node = Layout::Record { fields: vec![field("key", 0, INT), field("next", 8, POINTER)], size: 16 };
    let buf = builder.global("buf", 1, Layout::Array { element: Box::new(node), count: 4 }, &[]);
    let byte = Type::unsigned(8);
    let chars = Layout::Array { element: Box::new(Layout::Scalar(byte)), count: 4 };
    let literal = [(0, byte, u128::from(b'h')), (1, byte, u128::from(b'i')), (2, byte, u128::from(b'\n'))];
    let literal = builder.global("\"hi\\n\"", 3, chars, &literal);
    builder.change_global(literal, |global| global.constant.push(0..global.layout.size()));
    let property = builder.property(PropertyKind::Assertion, "0", 7);
    let main = builder.function("main", 1);
    builder.body(main, |f| {
        let at = |global, offset| Operand::Global { global, offset };
        f.at(2).store(at(buf, 56), at(buf, 16), POINTER);
        let p = f.variable("p", POINTER);
        f.at(3).copy(p, at(literal, 0));
        let (input, x) = (f.temporary(INT), f.variable("x", INT));
        f.at(4).op(Op::Nondet { dst: input });
        f.copy(x, Operand::Register(input));
        f.store(at(buf, 0), Operand::Register(x), INT);
        let function = f.variable("f", POINTER);
        f.at(5).copy(function, Operand::Function(main));
        let q = f.variable("q", POINTER);
        f.at(6).copy(q, constant(4, POINTER));
        let block = f.temporary(POINTER);
        f.at(7).op(Op::Allocate { dst: block, size: constant(8, HANDLE), contents: Contents::Zeroed });
        let second = f.binary(BinaryOp::Add, Operand::Register(block), constant(4, POINTER));
        f.store(second, int(-1), INT);
        f.at(8).assert(constant(0, Type::BOOL), property);
        f.return_nothing();
    });
    let block = Choice::Object { object: ObjectId(30), contents: vec![] };
    let effects = effects_of(&builder.finish(main), vec![Choice::Value(5), block]);
    let expected = [
        "writes buf[3].next = &buf[1]",
        "p = \"hi\\n\"",
        "input x = 5; writes buf[0].key = 5",
        "f = main",
        "q = 4",
        "allocates heap#1 (8 bytes); writes heap#1+4 = -1",
        "<-- violated",
    ];
    assert_eq!(effects, expected);
}

#[test]
fn an_atomic_section_within_one_line_is_not_marked_and_a_longer_one_is() {
    let text = "atomic { x = 1; }\natomic {\nx = 2;\n}\nassert(0);\n";
    let mut builder = Builder::new("atomic.c", text, "");
    let x = builder.int("x", 1);
    let property = builder.property(PropertyKind::Assertion, "0", 5);
    let main = builder.function("main", 1);
    builder.body(main, |f| {
        f.at(1).op(Op::AtomicBegin);
        f.store(x, int(1), INT);
        f.op(Op::AtomicEnd);
        f.at(2).op(Op::AtomicBegin);
        f.at(3).store(x, int(2), INT);
        f.at(4).op(Op::AtomicEnd);
        f.at(5).assert(constant(0, Type::BOOL), property);
        f.return_nothing();
    });
    let script = Script { contexts: vec![context(0, 1, 100)], ..Script::default() };
    let text = render_text(&replay(&builder.finish(main), &script).expect("it fails"), false);
    assert_eq!(text.matches("begins an atomic section").count(), 1, "{text}");
    assert_eq!(text.matches("ends the atomic section").count(), 1, "{text}");
}

#[test]
fn every_turn_of_a_loop_on_one_line_is_its_own_step() {
    let text = "for (i = 0; i < 3; i++) c++;\nassert(c != 3);\n";
    let mut builder = Builder::new("loop.c", text, "");
    let c = builder.int("c", 1);
    let property = builder.property(PropertyKind::Assertion, "c != 3", 2);
    let main = builder.function("main", 1);
    builder.body(main, |f| {
        let i = f.variable("i", INT);
        f.at(1).copy(i, int(0));
        f.terminate(Terminator::Jump(BlockId(1)));
        let more = f.binary(BinaryOp::SLt, Operand::Register(i), int(3));
        f.terminate(Terminator::Branch { condition: more, yes: BlockId(2), no: BlockId(3) });
        let value = f.load(c, INT);
        let next = f.binary(BinaryOp::Add, value, int(1));
        f.store(c, next, INT);
        let next = f.binary(BinaryOp::Add, Operand::Register(i), int(1));
        f.copy(i, next);
        f.terminate(Terminator::Jump(BlockId(1)));
        let value = f.at(2).load(c, INT);
        let condition = f.binary(BinaryOp::Ne, value, int(3));
        f.assert(condition, property);
        f.return_nothing();
    });
    let script = Script { contexts: vec![context(0, 1, 100)], ..Script::default() };
    let trace = replay(&builder.finish(main), &script).expect("it fails");
    let lines: Vec<u32> = trace.contexts[0].steps.iter().map(|step| step.location.line).collect();
    assert_eq!(lines, [1, 1, 1, 2]);
    let state: Vec<String> = trace.state.iter().map(|variable| variable.name()).collect();
    assert_eq!(state, ["c"]);
}

#[test]
fn a_part_of_a_heap_block_is_called_what_the_source_calls_it() {
    let text = "p = malloc(8);\np->next = 0;\nassert(p->next);\n";
    let mut builder = Builder::new("heap.c", text, "");
    let checks = [2, 3].map(|line| builder.access("p->next", line));
    let property = builder.property(PropertyKind::Assertion, "p->next", 3);
    let main = builder.function("main", 1);
    builder.body(main, |f| {
        let p = f.variable("p", POINTER);
        f.at(1).op(Op::Allocate { dst: p, size: constant(8, HANDLE), contents: Contents::Arbitrary });
        let address = f.binary(BinaryOp::Add, Operand::Register(p), constant(4, POINTER));
        let (access, ty) = (Access::Plain, INT);
        f.at(2).op(Op::Store { address, value: int(0), ty, access, check: Some(checks[0]) });
        let dst = f.temporary(INT);
        f.at(3).op(Op::Load { dst, address, ty, access, check: Some(checks[1]) });
        let condition = f.binary(BinaryOp::Ne, Operand::Register(dst), int(0));
        f.assert(condition, property);
        f.return_nothing();
    });
    let program = builder.finish(main);
    let block = || Choice::Object { object: ObjectId(30), contents: vec![] };
    let script = Script {
        contexts: vec![context(0, 1, 100)],
        choices: vec![vec![block()]],
        goal: Some(property),
        ..Script::default()
    };
    let trace = replay(&program, &script).expect("p->next is null");
    let state: Vec<[String; 2]> = trace.state.iter().map(|v| [v.name(), v.value_in_words()]).collect();
    assert_eq!(state, [["p->next (heap#1+4, allocated at heap.c:1)", "0"], ["p", "heap#1"]]);
    let expected = [
        "allocates heap#1 (8 bytes); p = heap#1",
        "writes p->next (heap#1+4) = 0",
        "reads p->next (heap#1+4) = 0  <-- violated",
    ];
    assert_eq!(effects_of(&program, vec![block()]), expected);
}

#[test]
fn a_context_of_which_nothing_is_shown_still_separates_those_around_it() {
    let text = "c++;\nassert(c != 1);\n";
    let mut builder = Builder::new("split.c", text, "");
    let c = builder.int("c", 1);
    let property = builder.property(PropertyKind::Assertion, "c != 1", 2);
    let [idle, main] = ["idle", "main"].map(|name| builder.function(name, 1));
    builder.body(idle, |f| {
        f.op(Op::AtomicBegin);
        f.op(Op::AtomicEnd);
        f.return_nothing();
    });
    builder.body(main, |f| {
        f.at(1).create(idle);
        let value = f.load(c, INT);
        let next = f.binary(BinaryOp::Add, value, int(1));
        f.store(c, next, INT);
        let value = f.at(2).load(c, INT);
        let condition = f.binary(BinaryOp::Ne, value, int(1));
        f.assert(condition, property);
        f.return_nothing();
    });
    let script = Script {
        contexts: vec![context(0, 1, 2), context(1, 1, 2), context(0, 2, 2)],
        choices: vec![vec![Choice::Thread(ThreadId(1))]],
        goal: Some(property),
        ..Script::default()
    };
    let trace = replay(&builder.finish(main), &script).expect("c is 1");
    assert_eq!(trace.context_switches, 2);
    let shown: Vec<(u32, usize, usize)> = trace
        .contexts
        .iter()
        .map(|c| (c.thread.0, c.steps.len(), c.steps.iter().map(|step| step.effects.len()).sum()))
        .collect();
    // Main creates the thread and reads, the thread does nothing to speak of, main writes and reads again.
    assert_eq!(shown, [(0, 1, 2), (1, 1, 0), (0, 2, 2)]);
}
