//! The memory orders that a program gives are those of the accesses and fences it becomes.

use super::*;
use crate::load::{LoadOptions, load};
use crate::source::Input;

const HEADER: &str = "#include <stdatomic.h>\n";
const DECLARATIONS: &str = "atomic_int x; int y, i, plain; atomic_flag flag; struct { int value; } box;";

/// The accesses that are atomic, and fences, of a program with that in its main.
fn atomic_lines(body: &str) -> Vec<String> {
    let text = format!(
        "{HEADER}{DECLARATIONS} int main(int count, char **texts) {{ int expected = 0; {body} return 0; }}"
    );
    let input = Input::Text { name: "unit.c".into(), text };
    let loaded = load([input], &LoadOptions::default());
    let program = loaded.unwrap_or_else(|error| panic!("{body}: {:?}", error.diagnostics)).program;
    assert_eq!(verify(&program), Ok(()), "{body}");
    let text = program.function_text(program.entry);
    let about_order = |line: &&str| {
        ["atomic ", "fence "].iter().any(|word| line.contains(word)) && !line.starts_with("function")
    };
    let without_registers = |line: &str| {
        let words: Vec<&str> = line.split_once(" = ").map_or(line, |(_, rest)| rest).split(' ').collect();
        let end =
            words.iter().position(|word| ["load", "store"].contains(word)).map_or(words.len(), |at| at + 1);
        words[..end].join(" ")
    };
    text.lines().map(str::trim).filter(about_order).map(without_registers).collect()
}

#[test]
fn generic_functions_have_the_order_they_are_given() {
    for order in crate::ir::MemoryOrder::ALL.map(crate::ir::MemoryOrder::name) {
        // Nothing is said about the strongest one.
        let said = if order == "seq_cst" { String::new() } else { format!("{order} ") };
        let (load, store) = (format!("atomic {said}load"), format!("atomic {said}store"));
        let lines = |body: &str| atomic_lines(&body.replace("ORDER", &format!("memory_order_{order}")));
        assert_eq!(lines("i = atomic_load_explicit(&x, ORDER);"), std::slice::from_ref(&load));
        assert_eq!(lines("atomic_store_explicit(&x, 1, ORDER);"), std::slice::from_ref(&store));
        let both = [load, store];
        assert_eq!(lines("atomic_exchange_explicit(&x, 1, ORDER);"), both);
        assert_eq!(lines("atomic_fetch_add_explicit(&x, 1, ORDER);"), both);
        assert_eq!(lines("atomic_flag_test_and_set_explicit(&flag, ORDER);"), both);
        assert_eq!(lines("__atomic_fetch_add(&y, 1, ORDER);"), both);
        assert_eq!(lines("__atomic_exchange_n(&y, 1, ORDER);"), both);
        assert_eq!(lines("i = __atomic_test_and_set(&y, ORDER);"), both);
        assert_eq!(lines("atomic_thread_fence(ORDER);"), [format!("fence {order}")]);
        assert_eq!(lines("__atomic_thread_fence(ORDER);"), [format!("fence {order}")]);
        assert_eq!(lines("atomic_signal_fence(ORDER);"), [format!("signal_fence {order}")]);
    }
}

#[test]
fn what_names_no_order_is_sequentially_consistent() {
    let both = ["atomic load", "atomic store"];
    assert_eq!(atomic_lines("i = atomic_load(&x);"), ["atomic load"]);
    assert_eq!(atomic_lines("atomic_store(&x, 1);"), ["atomic store"]);
    assert_eq!(atomic_lines("atomic_fetch_sub(&x, 1);"), both);
    assert_eq!(atomic_lines("atomic_compare_exchange_strong(&x, &expected, 1);"), both);
    assert_eq!(atomic_lines("x++;"), both);
    assert_eq!(atomic_lines("x = 1;"), ["atomic store"]);
    assert_eq!(atomic_lines("__sync_fetch_and_add(&y, 1);"), both);
    assert_eq!(atomic_lines("__sync_synchronize();"), ["fence seq_cst"]);
    assert_eq!(atomic_lines("__asm__ volatile(\"mfence\" ::: \"memory\");"), ["fence seq_cst"]);
}

#[test]
fn a_compare_exchange_has_two_orders() {
    let lines = ["atomic acq_rel/acquire load", "atomic acq_rel store"];
    let orders = "memory_order_acq_rel, memory_order_acquire";
    for name in ["strong", "weak"] {
        let body = format!("atomic_compare_exchange_{name}_explicit(&x, &expected, 1, {orders});");
        assert_eq!(atomic_lines(&body), lines);
    }
    let body = "__atomic_compare_exchange_n(&y, &expected, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);";
    assert_eq!(atomic_lines(body), lines);
}

#[test]
fn locks_of_gcc_are_acquired_and_released() {
    assert_eq!(
        atomic_lines("__sync_lock_test_and_set(&y, 1); __sync_lock_release(&y);"),
        ["atomic acquire load", "atomic acquire store", "atomic release store"]
    );
}

#[test]
fn an_order_that_is_not_constant_counts_as_the_strongest() {
    assert_eq!(atomic_lines("i = atomic_load_explicit(&x, count);"), ["atomic load"]);
    assert_eq!(atomic_lines("__atomic_store_n(&y, 1, count);"), ["atomic store"]);
    assert_eq!(atomic_lines("atomic_thread_fence(count);"), ["fence seq_cst"]);
}

#[test]
fn the_arguments_of_an_operation_keep_their_own_order() {
    assert_eq!(
        atomic_lines("atomic_store_explicit(&x, x + 1, memory_order_relaxed);"),
        ["atomic load", "atomic relaxed store"]
    );
    assert_eq!(
        atomic_lines("__atomic_store_n(&y, x, __ATOMIC_RELEASE); x = 1;"),
        ["atomic load", "atomic release store", "atomic store"]
    );
    assert_eq!(
        atomic_lines("__atomic_store_n(&y, __atomic_load_n(&i, __ATOMIC_ACQUIRE), __ATOMIC_RELEASE);"),
        ["atomic acquire load", "atomic release store"]
    );
}
