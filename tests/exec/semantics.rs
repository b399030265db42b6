use bmc_conc::exec::{Divergence, Exploration, ExploreLimits, explore, replay};
use bmc_conc::ir::*;
use bmc_conc::script::{Choice, Script, ScriptContext};
use bmc_conc::trace::{Effect, Trace};

use crate::builder::*;

/// A program of one function, `main`, without text.
fn main_only(build: impl FnOnce(&mut Body<'_>, &mut dyn FnMut(&mut Body<'_>, Operand, Operand))) -> Program {
    let mut builder = Builder::new("test.c", "one line\nanother\nand one more\n", "");
    let unequal = builder.property(PropertyKind::Assertion, "equal", 1);
    let end = builder.property(PropertyKind::Assertion, "the end is not reached", 1);
    let main = builder.function("main", 1);
    builder.body(main, |f| {
        let mut expect = |f: &mut Body<'_>, left, right| f.assert_equal(left, right, unequal);
        build(f, &mut expect);
        f.assert(constant(0, Type::BOOL), end);
        f.return_nothing();
    });
    builder.finish(main)
}

/// All expectations hold and the end is reached: property 1 is violated, property 0 is not.
fn assert_runs_to_the_end(program: &Program) {
    let found = explore(program, &ExploreLimits::default());
    assert_eq!(violated(&found), [1], "{:?}", found.faults);
}

fn violated(found: &Exploration) -> Vec<u32> {
    found.violations.keys().map(|property| property.0).collect()
}

/// One long context of main.
fn replay_main(program: &Program, choices: Vec<Choice>) -> Trace {
    let contexts = vec![ScriptContext { thread: ThreadId(0), round: 1, steps: 1000 }];
    let script = Script { contexts, choices: vec![choices], goal: None, ..Script::default() };
    replay(program, &script).unwrap_or_else(|error| panic!("{error}"))
}

fn notes(trace: &Trace) -> Vec<String> {
    let steps = trace.contexts.iter().flat_map(|context| &context.steps);
    let notes = steps.flat_map(|step| &step.effects).filter_map(|effect| match effect {
        Effect::Deed(deed) => Some(deed.to_string()),
        _ => None,
    });
    notes.collect()
}

fn object(number: u32, contents: &[u8]) -> Choice {
    Choice::Object { object: ObjectId(number), contents: contents.to_vec() }
}

#[test]
fn operators_on_registers_compute_what_the_ir_says() {
    let program = main_only(|f, expect| {
        let byte = Type::unsigned(8);
        let sum = f.binary(BinaryOp::Add, constant(250, byte), constant(10, byte));
        expect(f, sum, constant(4, byte));
        let quotient = f.binary(BinaryOp::SDiv, int(-7), int(0));
        expect(f, quotient, int(1));
        let negated = f.temporary(byte);
        f.op(Op::Unary { dst: negated, op: UnaryOp::Negate, value: constant(1, byte) });
        expect(f, Operand::Register(negated), constant(255, byte));
        let wide = f.temporary(INT);
        f.op(Op::Convert { dst: wide, value: Operand::Register(negated), signed: true });
        expect(f, Operand::Register(wide), int(-1));
        f.op(Op::Convert { dst: wide, value: Operand::Register(negated), signed: false });
        expect(f, Operand::Register(wide), int(255));
        let less = f.binary(BinaryOp::SLt, int(-1), int(0));
        f.op(Op::Select { dst: wide, condition: less, yes: int(10), no: int(20) });
        expect(f, Operand::Register(wide), int(10));
        f.op(Op::CurrentThread { dst: wide });
        expect(f, Operand::Register(wide), int(1));
    });
    assert_runs_to_the_end(&program);
}

#[test]
fn memory_is_little_endian_whatever_the_widths() {
    let mut builder = Builder::new("test.c", "x\n", "");
    let layout = Layout::Array { element: Box::new(Layout::Scalar(INT)), count: 2 };
    let word = builder.global("word", 1, layout, &[(0, INT, 0x4433_2211), (4, INT, 0x8877_6655)]);
    let wrong = builder.property(PropertyKind::Assertion, "as expected", 1);
    let end = builder.property(PropertyKind::Assertion, "the end is not reached", 1);
    let main = builder.function("main", 1);
    builder.body(main, |f| {
        let at = |offset| Operand::Global { global: word, offset };
        let (byte, half, long) = (Type::unsigned(8), Type::unsigned(16), Type::unsigned(64));
        let value = f.load(at(1), byte);
        f.assert_equal(value, constant(0x22, byte), wrong);
        let value = f.load(at(3), half);
        f.assert_equal(value, constant(0x5544, half), wrong);
        f.store(at(2), constant(0xaabb, half), half);
        let value = f.load(at(0), long);
        f.assert_equal(value, constant(0x8877_6655_aabb_2211, long), wrong);
        f.assert(constant(0, Type::BOOL), end);
        f.return_nothing();
    });
    assert_runs_to_the_end(&builder.finish(main));
}

#[test]
fn a_loop_with_calls_returns_to_the_right_place() {
    let mut builder = Builder::new("test.c", "x\n", "");
    let wrong = builder.property(PropertyKind::Assertion, "sum == 10", 1);
    let end = builder.property(PropertyKind::Assertion, "the end is not reached", 1);
    let add = builder.function("add", 1);
    let main = builder.function("main", 1);
    builder.body(add, |f| {
        let (left, right) = (f.parameter("left", INT), f.parameter("right", INT));
        let sum = f.binary(BinaryOp::Add, Operand::Register(left), Operand::Register(right));
        f.terminate(Terminator::Return(Some(sum)));
    });
    builder.body(main, |f| {
        let (sum, i, pointer) = (f.variable("sum", INT), f.variable("i", INT), f.temporary(POINTER));
        f.copy(pointer, Operand::Function(add));
        f.terminate(Terminator::Jump(BlockId(1)));
        let more = f.binary(BinaryOp::SLt, Operand::Register(i), int(5));
        f.terminate(Terminator::Branch { condition: more, yes: BlockId(2), no: BlockId(3) });
        let arguments = vec![Operand::Register(sum), Operand::Register(i)];
        f.op(Op::Call {
            dst: Some(sum),
            callee: Operand::Register(pointer),
            arguments,
            signature: None,
            check: None,
        });
        let next = f.binary(BinaryOp::Add, Operand::Register(i), int(1));
        f.copy(i, next);
        f.terminate(Terminator::Jump(BlockId(1)));
        f.assert_equal(Operand::Register(sum), int(10), wrong);
        f.assert(constant(0, Type::BOOL), end);
        f.return_nothing();
    });
    assert_runs_to_the_end(&builder.finish(main));
}

/// A program that does one thing to a pointer, and the properties it can violate.
fn with_pointer(build: impl FnOnce(&mut Body<'_>, PropertyId, PropertyId)) -> Program {
    let mut builder = Builder::new("test.c", "one\ntwo\nthree\nfour\n", "");
    let layout = Layout::Array { element: Box::new(Layout::Scalar(INT)), count: 3 };
    let _a = builder.global("a", 1, layout.clone(), &[]);
    let text = builder.global("text", 1, layout, &[]);
    builder.change_global(text, |global| global.constant.push(0..global.layout.size()));
    let access = builder.property(PropertyKind::Pointer, "the access is valid", 1);
    let free = builder.property(PropertyKind::Free, "the block can be freed", 1);
    let main = builder.function("main", 1);
    builder.body(main, |f| {
        build(f, access, free);
        f.return_nothing();
    });
    builder.finish(main)
}

fn checked_load(f: &mut Body<'_>, address: Operand, check: PropertyId) {
    let dst = f.temporary(INT);
    f.op(Op::Load { dst, address, ty: INT, access: Access::Plain, check: Some(check) });
}

#[test]
fn an_access_out_of_bounds_violates_its_property() {
    let program = with_pointer(|f, access, _| {
        let inside = Operand::Global { global: GlobalId(0), offset: 8 };
        checked_load(f, inside, access);
        checked_load(f.at(2), Operand::Global { global: GlobalId(0), offset: 10 }, access);
    });
    assert_eq!(violated(&explore(&program, &ExploreLimits::default())), [0]);
    let trace = replay_main(&program, vec![]);
    assert_eq!(trace.violation.kind, PropertyKind::Pointer);
    assert_eq!(trace.violation.location.line, 2);
    assert_eq!(notes(&trace), ["bytes 10 to 13 are outside a, which has 12 bytes"]);
}

#[test]
fn a_null_or_wild_pointer_violates_the_property_of_its_access() {
    for (bits, text) in
        [(0, "the pointer is NULL"), (77 << 32, "0x4d00000000 is not the address of an object")]
    {
        let program = with_pointer(|f, access, _| checked_load(f, constant(bits, POINTER), access));
        assert_eq!(notes(&replay_main(&program, vec![])), [text]);
    }
}

#[test]
fn a_write_to_a_constant_violates_its_property() {
    let program = with_pointer(|f, access, _| {
        let address = Operand::Global { global: GlobalId(1), offset: 0 };
        let check = Some(access);
        f.op(Op::Store { address, value: int(1), ty: INT, access: Access::Plain, check });
    });
    assert_eq!(notes(&replay_main(&program, vec![])), ["text is constant"]);
}

#[test]
fn an_unchecked_access_that_is_invalid_ends_a_run_and_is_an_error_in_a_replay() {
    let program = with_pointer(|f, _, _| {
        f.load(null(), INT);
    });
    let found = explore(&program, &ExploreLimits::default());
    assert!(found.violations.is_empty() && found.faults.is_empty());
    let context = ScriptContext { thread: ThreadId(0), round: 1, steps: 100 };
    let script = Script { contexts: vec![context], ..Script::default() };
    assert!(
        matches!(replay(&program, &script), Err(error) if matches!(error.divergence, Divergence::Fault(_)))
    );
}

#[test]
fn a_block_cannot_be_used_or_freed_after_free() {
    let allocated = |f: &mut Body<'_>| {
        let p = f.variable("p", POINTER);
        f.op(Op::Allocate { dst: p, size: constant(8, HANDLE), contents: Contents::Arbitrary });
        Operand::Register(p)
    };
    let use_after_free = with_pointer(|f, access, free| {
        let p = allocated(f.at(1));
        f.at(2).op(Op::Free { address: p, check: Some(free) });
        checked_load(f.at(3), p, access);
    });
    let trace = replay_main(&use_after_free, vec![object(20, &[])]);
    let expected = ["allocates heap#1 (8 bytes)", "frees heap#1", "heap#1 has been freed"];
    assert_eq!(notes(&trace), expected);
    assert_eq!((trace.state[0].name().as_str(), trace.state[0].value_in_words().as_str()), ("p", "heap#1"));
    assert_eq!(violated(&explore(&use_after_free, &ExploreLimits::default())), [0]);

    let double_free = with_pointer(|f, _, free| {
        let p = allocated(f);
        f.op(Op::Free { address: null(), check: Some(free) });
        f.op(Op::Free { address: p, check: Some(free) });
        f.op(Op::Free { address: p, check: Some(free) });
    });
    assert_eq!(violated(&explore(&double_free, &ExploreLimits::default())), [1]);

    let inner_free = with_pointer(|f, _, free| {
        let p = allocated(f);
        let inner = f.binary(BinaryOp::Add, p, constant(4, POINTER));
        f.op(Op::Free { address: inner, check: Some(free) });
    });
    let trace = replay_main(&inner_free, vec![object(20, &[])]);
    assert_eq!(notes(&trace)[1], "heap#1+4 is not the start of the block");

    let free_of_global = with_pointer(|f, _, free| {
        f.op(Op::Free { address: Operand::Global { global: GlobalId(0), offset: 0 }, check: Some(free) });
    });
    assert_eq!(notes(&replay_main(&free_of_global, vec![])), ["&a is not a heap block"]);
}

#[test]
fn an_uninitialised_block_has_the_contents_of_the_script_and_a_zeroed_one_has_not() {
    for (contents, expected) in [(Contents::Arbitrary, 0x0302_0001), (Contents::Zeroed, 0)] {
        let zeroed = contents == Contents::Zeroed;
        let program = main_only(|f, expect| {
            let p = f.temporary(POINTER);
            f.op(Op::Allocate { dst: p, size: constant(4, HANDLE), contents });
            let value = f.load(Operand::Register(p), INT);
            expect(f, value, int(expected));
        });
        let trace = replay_main(&program, vec![object(9, &[1, 0, 2, 3])]);
        assert_eq!(trace.violation.property, "test.2", "the value was as expected");
        let effects = &trace.contexts[0].steps[0].effects;
        assert_eq!(matches!(effects[1], Effect::Input { .. }), !zeroed, "{effects:?}");
    }
}

#[test]
fn a_local_dies_with_its_function_and_with_its_next_declaration() {
    let mut builder = Builder::new("test.c", "one\ntwo\n", "");
    let access = builder.property(PropertyKind::Pointer, "the access is valid", 2);
    let dangling = builder.function("dangling", 1);
    let main = builder.function("main", 2);
    builder.body(dangling, |f| {
        let x = f.local("x", Layout::Scalar(INT));
        f.op(Op::EndLife { local: Some(x) });
        f.terminate(Terminator::Return(Some(Operand::Local { local: x, offset: 0 })));
    });
    builder.body(main, |f| {
        let p = f.variable("p", POINTER);
        let callee = Operand::Function(dangling);
        f.at(2).op(Op::Call { dst: Some(p), callee, arguments: vec![], signature: None, check: None });
        checked_load(f, Operand::Register(p), access);
        f.return_nothing();
    });
    let program = builder.finish(main);
    let trace = replay_main(&program, vec![object(10, &[])]);
    assert_eq!(notes(&trace), ["dangling::x does not exist any more"]);

    let redeclared = with_pointer(|f, access, _| {
        let x = f.local("x", Layout::Scalar(INT));
        let p = f.variable("p", POINTER);
        f.copy(p, Operand::Local { local: x, offset: 0 });
        checked_load(f, Operand::Register(p), access);
        f.op(Op::Declare { local: x, size: None });
        checked_load(f, Operand::Local { local: x, offset: 0 }, access);
        checked_load(f.at(3), Operand::Register(p), access);
    });
    let trace = replay_main(&redeclared, vec![object(10, &[5]), object(11, &[6])]);
    assert_eq!(trace.violation.location.line, 3);
}

#[test]
fn inputs_come_from_the_script() {
    let program = main_only(|f, expect| {
        let x = f.variable("x", Type::signed(8));
        f.op(Op::Nondet { dst: x });
        expect(f, Operand::Register(x), constant(0xfe, Type::signed(8)));
    });
    let trace = replay_main(&program, vec![Choice::Value(0xfffe)]);
    assert_eq!(trace.violation.property, "test.2");
    let trace = replay_main(&program, vec![Choice::Value(3)]);
    assert_eq!(trace.violation.property, "test.1");
    assert_eq!((trace.state[0].name().as_str(), trace.state[0].value_in_words().as_str()), ("x", "3"));
    let limits = ExploreLimits { inputs: vec![0, -2], ..ExploreLimits::default() };
    assert_eq!(violated(&explore(&program, &limits)), [0, 1]);
}

#[test]
fn join_yields_what_the_thread_returned_and_exit_from_main_does_not_end_the_others() {
    let mut builder = Builder::new("test.c", "one\ntwo\n", "");
    let wrong = builder.property(PropertyKind::Assertion, "result == 42", 1);
    let end = builder.property(PropertyKind::Assertion, "the end is not reached", 2);
    let worker = builder.function("worker", 1);
    let watcher = builder.function("watcher", 1);
    let main = builder.function("main", 2);
    builder.body(worker, |f| f.terminate(Terminator::ExitThread(constant(42, POINTER))));
    builder.body(watcher, |f| {
        f.join(constant(1, HANDLE));
        f.assert(constant(0, Type::BOOL), end);
        f.return_nothing();
    });
    builder.body(main, |f| {
        let thread = f.create(worker);
        f.create(watcher);
        let dst = f.temporary(POINTER);
        f.op(Op::JoinThread { dst, thread });
        f.assert_equal(Operand::Register(dst), constant(42, POINTER), wrong);
        f.terminate(Terminator::ExitThread(null()));
    });
    assert_runs_to_the_end(&builder.finish(main));
}

#[test]
fn threads_can_run_between_the_last_step_of_main_and_the_end_of_the_process() {
    let mut builder = Builder::new("test.c", "one\ntwo\n", "");
    let flag = builder.int("flag", 1);
    let late = builder.property(PropertyKind::Assertion, "flag != 1", 1);
    let worker = builder.function("worker", 1);
    let main = builder.function("main", 2);
    builder.body(worker, |f| {
        let value = f.load(flag, INT);
        let condition = f.binary(BinaryOp::Eq, value, int(1));
        f.op(Op::Assume { condition });
        f.assert(constant(0, Type::BOOL), late);
        f.return_nothing();
    });
    builder.body(main, |f| {
        f.create(worker);
        f.store(flag, int(1), INT);
        f.return_nothing();
    });
    let found = explore(&builder.finish(main), &ExploreLimits::default());
    assert_eq!(violated(&found), [0]);
}

#[test]
fn every_thread_has_its_own_copy_of_a_thread_local_variable() {
    let mut builder = Builder::new("test.c", "one\ntwo\n", "");
    let global = builder.global("own", 1, Layout::Scalar(INT), &[(0, INT, 5)]);
    builder.change_global(global, |global| global.thread_local = true);
    let own = Operand::Global { global, offset: 0 };
    let wrong = builder.property(PropertyKind::Assertion, "own == 5", 1);
    let end = builder.property(PropertyKind::Assertion, "the end is not reached", 2);
    let worker = builder.function("worker", 1);
    let main = builder.function("main", 2);
    builder.body(worker, |f| {
        let value = f.load(own, INT);
        f.assert_equal(value, int(5), wrong);
        f.store(own, int(6), INT);
        f.return_nothing();
    });
    builder.body(main, |f| {
        f.store(own, int(7), INT);
        let thread = f.create(worker);
        f.join(thread);
        let value = f.load(own, INT);
        f.assert_equal(value, int(7), wrong);
        f.assert(constant(0, Type::BOOL), end);
        f.return_nothing();
    });
    let program = builder.finish(main);
    assert_runs_to_the_end(&program);

    let context = |thread, steps| ScriptContext { thread: ThreadId(thread), round: 1, steps };
    let script = Script {
        contexts: vec![context(0, 2), context(3, 2), context(0, 2)],
        choices: vec![vec![Choice::Thread(ThreadId(3))], vec![], vec![], vec![object(12, &[])]],
        goal: Some(end),
        ..Script::default()
    };
    let trace = replay(&program, &script).expect("the end is reached");
    assert_eq!(trace.threads[1].thread, ThreadId(3));
}
