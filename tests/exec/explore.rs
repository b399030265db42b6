use bmc_conc::exec::{ExploreLimits, explore, replay};
use bmc_conc::ir::*;

use crate::builder::*;
use crate::programs::lost_update;

#[test]
fn the_lost_update_needs_two_rounds_and_the_final_join() {
    let found = explore(&lost_update(false), &ExploreLimits::default());
    assert_eq!(found.violations[&PropertyId(0)].rounds, 3);
    assert!(!found.truncated);
    assert!(found.faults.is_empty());
}

#[test]
fn atomic_updates_are_never_lost() {
    let found = explore(&lost_update(true), &ExploreLimits::default());
    assert!(found.violations.is_empty());
    assert!(!found.truncated);
}

/// `main` and one worker on shared integers, with a property that must not be violated.
fn with_worker(
    worker: impl FnOnce(&mut Body<'_>, [Operand; 2], PropertyId),
    main: impl FnOnce(&mut Body<'_>, [Operand; 2], PropertyId),
) -> Program {
    let mut builder = Builder::new("test.c", "one\ntwo\n", "");
    let shared = [builder.int("x", 1), builder.int("y", 1)];
    let property = builder.property(PropertyKind::Assertion, "it holds", 1);
    let worker_function = builder.function("worker", 1);
    let main_function = builder.function("main", 2);
    builder.body(worker_function, |f| {
        worker(f, shared, property);
        f.return_nothing();
    });
    builder.body(main_function, |f| {
        f.create(worker_function);
        main(f, shared, property);
        f.terminate(Terminator::ExitThread(null()));
    });
    builder.finish(main_function)
}

fn assume_equal(f: &mut Body<'_>, address: Operand, value: i32) {
    let read = f.load(address, INT);
    let condition = f.binary(BinaryOp::Eq, read, int(value));
    f.op(Op::Assume { condition });
}

fn rounds_of(program: &Program) -> Option<u32> {
    let found = explore(program, &ExploreLimits::default());
    assert!(!found.truncated && found.faults.is_empty(), "{found:?}");
    let witness = found.violations.get(&PropertyId(0))?;
    let trace = replay(program, &witness.script).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(trace.violation.property, "test.1");
    assert!(trace.contexts.iter().all(|context| context.round <= witness.rounds));
    Some(witness.rounds)
}

#[test]
fn a_worker_sees_what_main_wrote_before_in_the_first_round() {
    let program = with_worker(
        |f, [x, _], property| {
            let value = f.load(x, INT);
            f.assert_equal(value, int(0), property);
        },
        |f, [x, _], _| f.store(x, int(1), INT),
    );
    assert_eq!(rounds_of(&program), Some(1));
}

#[test]
fn a_message_back_to_main_needs_a_second_round_and_a_reply_to_it_stays_there() {
    let ask = |f: &mut Body<'_>, [x, y]: [Operand; 2], property: PropertyId| {
        f.store(x, int(1), INT);
        assume_equal(f, y, 1);
        f.store(x, int(2), INT);
        let _ = property;
    };
    let back = with_worker(
        |f, [x, y], _| {
            assume_equal(f, x, 1);
            f.store(y, int(1), INT);
        },
        |f, shared, property| {
            ask(f, shared, property);
            f.assert(constant(0, Type::BOOL), property);
        },
    );
    assert_eq!(rounds_of(&back), Some(2));
    let reply = with_worker(
        |f, [x, y], property| {
            assume_equal(f, x, 1);
            f.store(y, int(1), INT);
            let value = f.load(x, INT);
            f.assert_equal(value, int(1), property);
        },
        ask,
    );
    assert_eq!(rounds_of(&reply), Some(2));
}

#[test]
fn an_assumption_that_fails_in_an_atomic_section_only_waits() {
    let locked_add = |f: &mut Body<'_>, [lock, y]: [Operand; 2]| {
        f.op(Op::AtomicBegin);
        assume_equal(f, lock, 0);
        f.store(lock, int(1), INT);
        f.op(Op::AtomicEnd);
        let value = f.load(y, INT);
        let sum = f.binary(BinaryOp::Add, value, int(1));
        f.store(y, sum, INT);
        f.store(lock, int(0), INT);
    };
    let program = with_worker(
        |f, shared, _| locked_add(f, shared),
        |f, shared, property| {
            locked_add(f, shared);
            f.join(constant(2, HANDLE));
            let value = f.load(shared[1], INT);
            f.assert_equal(value, int(2), property);
        },
    );
    assert_eq!(rounds_of(&program), None);
}

#[test]
fn a_deadlock_ends_the_search() {
    let program = with_worker(
        |f, _, property| {
            f.join(constant(1, HANDLE));
            f.assert(constant(0, Type::BOOL), property);
        },
        |f, _, property| {
            f.join(constant(2, HANDLE));
            f.assert(constant(0, Type::BOOL), property);
        },
    );
    assert_eq!(rounds_of(&program), None);
}

/// `while (x == 0) {}`, then the assertion fails.
fn spin(f: &mut Body<'_>, x: Operand, property: PropertyId) {
    f.terminate(Terminator::Jump(BlockId(1)));
    let value = f.load(x, INT);
    let zero = f.binary(BinaryOp::Eq, value, int(0));
    f.terminate(Terminator::Branch { condition: zero, yes: BlockId(1), no: BlockId(2) });
    f.assert(constant(0, Type::BOOL), property);
}

#[test]
fn a_spin_loop_is_searched_once_per_state_and_not_for_ever() {
    let program =
        with_worker(|f, [x, _], property| spin(f, x, property), |f, [x, _], _| f.store(x, int(1), INT));
    assert_eq!(rounds_of(&program), Some(1));
    let never = with_worker(|f, [x, _], property| spin(f, x, property), |_, _, _| {});
    assert_eq!(rounds_of(&never), None);
}

#[test]
fn a_run_without_end_is_truncated_and_says_so() {
    let program = with_worker(
        |f, [x, _], _| {
            f.terminate(Terminator::Jump(BlockId(1)));
            let value = f.load(x, INT);
            let more = f.binary(BinaryOp::Add, value, int(1));
            f.store(x, more, INT);
            f.terminate(Terminator::Jump(BlockId(1)));
        },
        |_, _, _| {},
    );
    let limits = ExploreLimits { steps_per_thread: 50, ..ExploreLimits::default() };
    let found = explore(&program, &limits);
    assert!(found.truncated && found.violations.is_empty());
}

#[test]
fn children_of_main_come_before_grandchildren_whoever_was_created_first() {
    // T1 creates G; only then main creates T2. T2 runs before G in a round all the same.
    let mut builder = Builder::new("test.c", "one\n", "");
    let (x, y) = (builder.int("x", 1), builder.int("y", 1));
    let property = builder.property(PropertyKind::Assertion, "it holds", 1);
    let [grandchild, child, second, main] =
        ["g", "child", "second", "main"].map(|name| builder.function(name, 1));
    builder.body(grandchild, |f| {
        assume_equal(f, y, 1);
        f.assert(constant(0, Type::BOOL), property);
        f.return_nothing();
    });
    builder.body(child, |f| {
        f.create(grandchild);
        f.store(x, int(1), INT);
        f.return_nothing();
    });
    builder.body(second, |f| {
        f.store(y, int(1), INT);
        f.return_nothing();
    });
    builder.body(main, |f| {
        f.create(child);
        assume_equal(f, x, 1);
        f.create(second);
        f.terminate(Terminator::ExitThread(null()));
    });
    assert_eq!(rounds_of(&builder.finish(main)), Some(2));
}

#[test]
fn nobody_runs_after_an_exit_inside_an_atomic_section() {
    let program = with_worker(
        |f, [x, _], property| {
            let value = f.load(x, INT);
            f.assert_equal(value, int(0), property);
        },
        |f, [x, _], _| {
            f.op(Op::AtomicBegin);
            f.store(x, int(1), INT);
            f.terminate(Terminator::ExitProcess);
        },
    );
    assert_eq!(rounds_of(&program), None);
}

#[test]
fn endless_recursion_is_truncated() {
    let mut builder = Builder::new("test.c", "one\n", "");
    let main = builder.function("main", 1);
    builder.body(main, |f| {
        f.call(main, &[]);
        f.return_nothing();
    });
    let found = explore(&builder.finish(main), &ExploreLimits::default());
    assert!(found.truncated && found.faults.is_empty());
}
