//! The programs that several tests run.

use crate::builder::*;
use bmc_conc::ir::*;

pub const LOST_UPDATE: &str = "\
int c;
void *add(void *unused) {
    int x = c;
    c = x + 1;
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(c == 2);
}
";

/// Two threads add one to `c`, atomically or not.
pub fn lost_update(atomic: bool) -> Program {
    let mut builder = Builder::new("lost.c", LOST_UPDATE, "");
    let c = builder.int("c", 1);
    let property = builder.property(PropertyKind::Assertion, "c == 2", 13);
    let add = builder.function("add", 2);
    let main = builder.function("main", 7);
    builder.body(add, |f| {
        let x = f.variable("x", INT);
        f.at(3);
        if atomic {
            f.op(Op::AtomicBegin);
        }
        f.load_into(x, c, INT);
        f.at(4);
        let sum = f.binary(BinaryOp::Add, Operand::Register(x), int(1));
        f.store(c, sum, INT);
        if atomic {
            f.op(Op::AtomicEnd);
        }
        f.at(5).terminate(Terminator::Return(Some(null())));
    });
    builder.body(main, |f| {
        let first = f.at(9).create(add);
        let second = f.at(10).create(add);
        f.at(11).join(first);
        f.at(12).join(second);
        f.at(13);
        let value = f.load(c, INT);
        f.assert_equal(value, int(2), property);
        f.at(14).return_nothing();
    });
    builder.finish(main)
}
